#include "subsets.hpp"

#include <throng/weak_list.hpp>

#include <memory>
#include <vector>

namespace bench {

namespace {

/// As the text has it: an object says by itself that it is deleted, and all lists forget it when a walk comes to it.
/// Its memory goes when the game is over.
struct mortal {
    participant value;
    bool gone = false;
    [[nodiscard]] bool deleted() const { return gone; }
};

class weak_lists_by_address {
  public:
    void add(participant&& p) {
        mortal& x = *all_.emplace_back(std::make_unique<mortal>(std::move(p)));
        master_.add(x);
        for (const std::size_t s : x.value.subsets()) subsets_[s].add(x);
    }
    static void remove(mortal& x) { x.gone = true; }
    template <class F> void each_turn(F f) {
        master_.each([&f](const mortal& x) { f(x.value); });
    }
    [[nodiscard]] mortal* nearest(std::size_t subset, nearness to) {
        nearest_of<mortal> best(to);
        subsets_[subset].each([&best](mortal& x) { best.look_at(x, x.value); });
        return best.found();
    }
    template <class F> void visit_subset(std::size_t subset, F f) {
        subsets_[subset].each([&f](const mortal& x) { f(x.value); });
    }

  private:
    std::vector<std::unique_ptr<mortal>> all_;
    throng::weak_list<mortal> master_;
    std::array<throng::weak_list<mortal>, subset_count> subsets_;
};

} // namespace

std::unique_ptr<contestant> hunting_weak_lists_by_address(std::size_t n, std::size_t most_bytes) {
    return hunting<weak_lists_by_address>(n, most_bytes);
}

} // namespace bench
