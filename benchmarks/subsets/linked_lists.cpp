#include "subsets.hpp"

#include <throng/linked_list.hpp>
#include <throng/pool.hpp>

namespace bench {

namespace {

/// Hooks inside of the objects, which leave all lists when they are destroyed.
class linked_lists {
    struct object;
    struct membership : throng::list_hook<> {
        object* whose = nullptr;
    };
    struct object : throng::list_hook<> {
        explicit object(participant&& p) : value(std::move(p)) {
            for (membership& m : in_subsets) m.whose = this;
        }
        participant value;
        std::array<membership, 2> in_subsets;
    };

  public:
    void add(participant&& p) {
        object& x = *all_.emplace_back(std::move(p));
        order_.push_back(x);
        const auto subsets = x.value.subsets();
        for (std::size_t i = 0; i < 2; ++i) subsets_[subsets[i]].push_back(x.in_subsets[i]);
    }
    void remove(const object& x) { all_.remove(x); }
    template <class F> void each_turn(F f) {
        order_.each([&f](const object& x) { f(x.value); });
    }
    [[nodiscard]] object* nearest(std::size_t subset, nearness to) {
        nearest_of<object> best(to);
        subsets_[subset].each([&best](membership& m) { best.look_at(*m.whose, m.whose->value); });
        return best.found();
    }
    template <class F> void visit_subset(std::size_t subset, F f) {
        subsets_[subset].each([&f](const membership& m) { f(m.whose->value); });
    }

  private:
    throng::pool<object> all_;
    throng::linked_list<object> order_;
    std::array<throng::linked_list<membership>, subset_count> subsets_;
};

} // namespace

std::unique_ptr<contestant> hunting_linked_lists(std::size_t n, std::size_t most_bytes) {
    return hunting<linked_lists>(n, most_bytes);
}

} // namespace bench
