#include "subsets.hpp"

#include <throng/list.hpp>
#include <throng/subset.hpp>

#include <vector>

namespace bench {

namespace {

class list_and_subsets {
    using master = throng::list<participant>;

  public:
    list_and_subsets() {
        for (std::size_t s = 0; s < subset_count; ++s) subsets_.emplace_back(all_);
    }

    void add(participant&& p) {
        const participant& x = *all_.push_back(std::move(p));
        for (const std::size_t s : x.subsets()) subsets_[s].join(x);
    }
    void remove(const participant& x) { all_.remove(x); }
    template <class F> void each_turn(F f) { all_.each(f); }
    [[nodiscard]] participant* nearest(std::size_t subset, nearness to) {
        nearest_of<participant> best(to);
        subsets_[subset].each([&best](participant& x) { best.look_at(x, x); });
        return best.found();
    }
    template <class F> void visit_subset(std::size_t subset, F f) { subsets_[subset].each(f); }

  private:
    master all_;
    std::vector<throng::subset<master>> subsets_;
};

} // namespace

std::unique_ptr<contestant> hunting_list_and_subsets(std::size_t n, std::size_t most_bytes) {
    return hunting<list_and_subsets>(n, most_bytes);
}

} // namespace bench
