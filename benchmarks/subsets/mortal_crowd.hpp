#pragma once

#include "subsets.hpp"

namespace bench {

/// Lists of references that ask each object whether it is deleted: a master, and subsets. Mortal has `value`, of which
/// a list is told by `add(Mortal&)` and `each(f)`.
template <class Mortal, class List> class mortal_crowd {
  public:
    template <class F> void each_turn(F f) {
        master_.each([&f](const Mortal& x) { f(x.value); });
    }
    [[nodiscard]] Mortal* nearest(std::size_t subset, nearness to) {
        nearest_of<Mortal> best(to);
        subsets_[subset].each([&best](Mortal& x) { best.look_at(x, x.value); });
        return best.found();
    }
    template <class F> void visit_subset(std::size_t subset, F f) {
        subsets_[subset].each([&f](const Mortal& x) { f(x.value); });
    }

  protected:
    void enter(Mortal& x) {
        master_.add(x);
        for (const std::size_t s : x.value.subsets()) subsets_[s].add(x);
    }

  private:
    List master_;
    std::array<List, subset_count> subsets_;
};

} // namespace bench
