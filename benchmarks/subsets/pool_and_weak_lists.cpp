#include "subsets.hpp"

#include <throng/pool.hpp>
#include <throng/weak_list.hpp>

#include <vector>

namespace bench {

namespace {

class pool_and_weak_lists {
    using master = throng::pool<participant>;
    using references = throng::weak_list<participant, master>;

  public:
    pool_and_weak_lists() {
        for (std::size_t s = 0; s < subset_count; ++s) subsets_.emplace_back(all_);
    }

    void add(participant&& p) {
        participant& x = *all_.push_back(std::move(p));
        order_.add(x);
        for (const std::size_t s : x.subsets()) subsets_[s].add(x);
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
    master all_;
    references order_{all_};
    std::vector<references> subsets_;
};

} // namespace

std::unique_ptr<contestant> hunting_pool_and_weak_lists(std::size_t n, std::size_t most_bytes) {
    return hunting<pool_and_weak_lists>(n, most_bytes);
}

} // namespace bench
