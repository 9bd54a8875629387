#include "subsets.hpp"

#include <boost/intrusive/list.hpp>

namespace bench {

namespace {

/// Hooks inside of the objects, which leave all lists when they are destroyed.
class auto_unlink {
    using hook = boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>;
    struct object;
    struct membership : hook {
        object* whose = nullptr;
    };
    struct object : hook {
        explicit object(participant&& p) : value(std::move(p)) {
            for (membership& m : in_subsets) m.whose = this;
        }
        participant value;
        std::array<membership, 2> in_subsets;
    };
    template <class T> using chain = boost::intrusive::list<T, boost::intrusive::constant_time_size<false>>;

  public:
    auto_unlink() = default;
    auto_unlink(const auto_unlink&) = delete;
    auto_unlink& operator=(const auto_unlink&) = delete;
    ~auto_unlink() {
        master_.clear_and_dispose([](const object* x) { delete x; });
    }

    void add(participant&& p) {
        auto* const x = new object(std::move(p));
        master_.push_back(*x);
        if (at_ == master_.end()) at_ = master_.iterator_to(*x);
        const auto subsets = x->value.subsets();
        for (std::size_t i = 0; i < 2; ++i) subsets_[subsets[i]].push_back(x->in_subsets[i]);
    }
    void remove(object& x) {
        if (at_ == master_.iterator_to(x)) ++at_;
        delete &x;
    }
    template <class F> void each_turn(F f) {
        for (at_ = master_.begin(); at_ != master_.end();) {
            const auto current = at_;
            f(current->value);
            if (at_ == current) ++at_;
        }
    }
    [[nodiscard]] object* nearest(std::size_t subset, nearness to) const {
        nearest_of<object> best(to);
        for (const membership& m : subsets_[subset]) best.look_at(*m.whose, m.whose->value);
        return best.found();
    }
    template <class F> void visit_subset(std::size_t subset, F f) const {
        for (const membership& m : subsets_[subset]) f(m.whose->value);
    }

  private:
    chain<object> master_;
    chain<object>::iterator at_ = master_.end();
    std::array<chain<membership>, subset_count> subsets_;
};

} // namespace

std::unique_ptr<contestant> hunting_auto_unlink(std::size_t n, std::size_t most_bytes) {
    return hunting<auto_unlink>(n, most_bytes);
}

} // namespace bench
