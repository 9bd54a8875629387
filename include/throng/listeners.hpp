#pragma once

#include <throng/core/callback.hpp>
#include <throng/linked_list.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace throng {

template <class... Args> class listener;

/// Those that are told of something, any number, in an order: of what a collection or a world tells its one hook, or of
/// events of a program's own. They may come and go at any moment, also while they are told.
///
///     throng::listeners<actor&> removed;
///     actors.on_remove(std::ref(removed));
///     const throng::listener score(removed, [&](actor&) { ++points; });
///     const throng::listener husks(removed, [&](actor& a) { actors.push_back(husk_of(a)); }, 10);   // comes late
///
/// A `listener` is told as long as it lives. Lower numbers are told first, equal ones in the order in which they came.
/// Told are those that are there when it begins, but for those that have left by their turn, as in a residents' walk.
/// One that comes meanwhile is told the next time, also if that begins within this one.
///
/// Nothing is allocated here; a listener allocates once for its function. If a listener throws, the exception is passed
/// to the caller, and later listeners are not called. When the listeners end, each `listener` is told of nothing any
/// more; they must not end while they tell. Not for use by two threads without a lock.
template <class... Args> class listeners {
  public:
    using listener_type = listener<Args...>;

    listeners() = default;

    /// Tells all. O(listeners).
    void operator()(Args... args) { (void)tell(static_cast<Args>(args)...); }
    /// The same, and whether one of them has taken it: one whose function answers true, behind which none is told.
    bool tell(Args... args) {
        for (listener_type& l : all_.walk(residents)) {
            if (l.take(args...)) return true;
        }
        return false;
    }

    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
    [[nodiscard]] bool empty() const noexcept { return all_.empty(); }

  private:
    friend class listener<Args...>;

    linked_list<listener_type> all_;
};

/// A function that is told of something for as long as this lives: see `listeners`. It may be moved, and takes its
/// place along; destroying it takes it off, also in its own call, which goes on to its end.
template <class... Args> class listener : list_hook<> {
    using arguments = std::tuple<std::add_lvalue_reference_t<Args>...>;
    struct call {
        arguments args;
        bool taken = false;
    };

  public:
    /// Is told of nothing.
    listener() = default;
    /// f(args...) is called, with whatever arguments `home` is called with; it returns nothing, or whether it has
    /// handled the call, so that later listeners are not called. O(listeners with a higher order). Throws what the
    /// allocator or f's move throws; where the allocator gives null instead, it is told of nothing.
    template <class F> listener(listeners<Args...>& home, F f, int order = 0) : order_(order) {
        static_assert(std::is_invocable_v<F&, std::add_lvalue_reference_t<Args>...>,
                      "throng: a listener's function must take what the listeners are told: f(args...)");
        using result = std::invoke_result_t<F&, std::add_lvalue_reference_t<Args>...>;
        static_assert(std::is_void_v<result> || std::is_same_v<result, bool>,
                      "throng: a listener's function answers nothing, or a bool: whether it has taken it");
        const bool is_set = function_.set({}, [f = std::move(f)](call& c) mutable {
            if constexpr (std::is_void_v<result>) std::apply(f, c.args);
            else c.taken = std::apply(f, c.args);
        });
        if (is_set) stand_in(home.all_);
    }
    listener(const listener&) = delete;
    listener& operator=(const listener&) = delete;
    listener(listener&& other) noexcept = default;
    listener& operator=(listener&& other) noexcept {
        if (this == &other) return *this;
        list_hook<>::operator=(std::move(other));
        function_.reset();
        function_.swap(other.function_);
        order_ = other.order_;
        return *this;
    }
    ~listener() { function_.reset(); }

    /// Whether it is told of anything.
    [[nodiscard]] bool is_listening() const noexcept { return this->is_linked(); }
    /// Takes it off. O(1).
    void stop() noexcept {
        this->unlink();
        function_.reset();
    }
    [[nodiscard]] int order() const noexcept { return order_; }

  private:
    template <class, auto> friend struct core::hook_access;
    template <class, auto, class> friend struct core::hook_place;
    friend class listeners<Args...>;
    using home_type = linked_list<listener>;

    [[nodiscard]] bool take(std::add_lvalue_reference_t<Args>... args) {
        call c{arguments(args...)};
        function_.call(c);
        return c.taken;
    }
    void stand_in(home_type& all) noexcept {
        listener* behind = all.last();
        while (behind != nullptr && behind->order_ > order_) behind = all.previous_of(*behind);
        if (behind == nullptr) all.push_front(*this);
        else (void)all.insert_after(*behind, *this);
    }

    core::callback<call, core::standard_allocator> function_;
    int order_ = 0;
};

template <class... Args, class F> listener(listeners<Args...>&, F) -> listener<Args...>;
template <class... Args, class F> listener(listeners<Args...>&, F, int) -> listener<Args...>;

} // namespace throng
