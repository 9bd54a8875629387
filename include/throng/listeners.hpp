#pragma once

#include <throng/core/callback.hpp>
#include <throng/linked_list.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace throng {

template <class... Args> class listener;

/// Any number of callbacks, ordered by priority: behind the hook of a collection or a world, or for a program's events.
/// They may be added and removed at any moment, also during a call.
///
///     throng::listeners<actor&> removed;
///     actors.on_remove(std::ref(removed));
///     const throng::listener score(removed, [&](actor&) { ++points; });
///     const throng::listener husks(removed, [&](actor& a) { actors.push_back(husk_of(a)); }, 10);   // called late
///
/// A `listener` is called as long as it lives. Lower numbers are called first, equal ones in insertion order. A call
/// reaches the listeners present at its beginning, except those removed before their turn, as in a residents' walk. One
/// that is added meanwhile is called from the next call on, also if that begins within this one.
///
/// Nothing is allocated here; a listener allocates once for its function. If a listener throws, the exception is passed
/// to the caller, and later listeners are not called. When the listeners are destroyed, each `listener` is
/// disconnected, and calls that are under way end with the function that is running. Not for use by two threads without
/// a lock.
template <class... Args> class listeners {
  public:
    using listener_type = listener<Args...>;

    listeners() = default;
    listeners(const listeners&) = delete;
    listeners& operator=(const listeners&) = delete;
    ~listeners() { all_.chain_.end_walks(); }

    /// Calls all. O(listeners).
    void operator()(Args... args) { (void)tell(static_cast<Args>(args)...); }
    /// The same; returns whether one of them has handled it: its function returned true, and later ones are not called.
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

/// A function that is called for as long as this object lives: see `listeners`. Moving it keeps its place; destroying
/// it disconnects it, also in its own call, which continues to its end.
template <class... Args> class listener : list_hook<> {
    using arguments = std::tuple<std::add_lvalue_reference_t<Args>...>;
    struct call {
        arguments args;
        bool taken = false;
    };
    using function_type = core::callback<call, core::standard_allocator>;

  public:
    /// Is connected to nothing.
    listener() = default;
    /// f(args...) is called, with whatever arguments `home` is called with; it returns nothing, or whether it has
    /// handled the call, so that later listeners are not called. O(listeners with a higher order). Throws what the
    /// allocator or f's move throws; if the allocator returns null instead, it is not connected.
    template <class F> listener(listeners<Args...>& home, F f, int order = 0) : order_(order) {
        static_assert(std::is_invocable_v<F&, std::add_lvalue_reference_t<Args>...>,
                      "throng: a listener's function must take the arguments of the listeners: f(args...)");
        using result = std::invoke_result_t<F&, std::add_lvalue_reference_t<Args>...>;
        static_assert(std::is_void_v<result> || std::is_same_v<result, bool>,
                      "throng: a listener's function returns nothing, or a bool: whether it has handled the call");
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
        // The former function is destroyed last: what it holds may make any call.
        const function_type former(std::move(function_));
        function_.swap(other.function_);
        list_hook<>::operator=(std::move(other));
        order_ = other.order_;
        return *this;
    }
    ~listener() { stop(); }

    /// Whether it is connected.
    [[nodiscard]] bool is_listening() const noexcept { return this->is_linked(); }
    /// Disconnects it. O(1).
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

    function_type function_;
    int order_ = 0;
};

template <class... Args, class F> listener(listeners<Args...>&, F) -> listener<Args...>;
template <class... Args, class F> listener(listeners<Args...>&, F, int) -> listener<Args...>;

} // namespace throng
