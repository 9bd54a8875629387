#pragma once

#include "subsets.hpp"

#include <throng/pool.hpp>
#include <throng/weak_list.hpp>

#include <vector>

namespace bench {

using pool_of_participants = throng::pool<participant>;

/// A pool and lists of some of it. Turns are taken in the order of birth, which a pool does not keep: a weak_list does.
template <class Subset> class pool_crowd_with {
  public:
    pool_crowd_with() {
        for (std::size_t s = 0; s < subset_count; ++s) subsets_.emplace_back(all_);
    }

    void add(participant&& p) {
        participant& x = *all_.push_back(std::move(p));
        order_.add(x);
        for (const std::size_t s : x.subsets()) enter(subsets_[s], x);
    }
    void remove(const participant& x) { all_.remove(x); }
    template <class F> void each_turn(F f) { order_.each(f); }
    [[nodiscard]] participant* nearest(std::size_t subset, nearness to) {
        nearest_of<participant> best(to);
        subsets_[subset].each([&best](participant& x) { best.look_at(x, x); });
        return best.found();
    }
    template <class F> void visit_subset(std::size_t subset, F f) { subsets_[subset].each(f); }

  private:
    static void enter(Subset& s, participant& x) {
        if constexpr (requires { s.join(x); }) s.join(x);
        else s.add(x);
    }

    pool_of_participants all_;
    throng::weak_list<participant, pool_of_participants> order_{all_};
    std::vector<Subset> subsets_;
};

} // namespace bench
