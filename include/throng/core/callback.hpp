#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/handle.hpp>
#include <throng/core/requirements.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace throng::core {

/// A callable of any type, kept behind one pointer. It may be replaced or taken off while it runs: what runs is kept
/// until it has returned. Its memory goes back to the allocator that it came from, whatever has become of the
/// collection's own meanwhile.
template <class T, class Allocator> class callback {
    struct body {
        unsigned running = 0;
        bool retired = false;
        virtual void call(T& element) = 0;
        virtual void destroy() noexcept = 0;

      protected:
        ~body() = default;
    };
    template <class F> struct body_of final : body {
        F f;
        THRONG_NO_UNIQUE_ADDRESS Allocator allocator;
        body_of(F&& function, const Allocator& origin) : f(std::move(function)), allocator(origin) {}
        void call(T& element) override { f(element); }
        void destroy() noexcept override {
            const Allocator a(allocator);
            this->~body_of();
            deallocate(a, this, 1);
        }
    };

  public:
    callback() = default;
    callback(callback&& other) noexcept : body_(std::exchange(other.body_, nullptr)) {}
    callback& operator=(callback&&) = delete;
    ~callback() { reset(); }

    [[nodiscard]] explicit operator bool() const noexcept { return body_ != nullptr; }

    void swap(callback& other) noexcept { std::swap(body_, other.body_); }

    /// Throws what the allocator or F's move throws; false where the allocator gives null. The old one stays then.
    template <class F> bool set(const Allocator& allocator, F f) {
        require_hook<F, T>();
        struct memory {
            const Allocator& allocator;
            body_of<F>* held;
            ~memory() { deallocate(allocator, held, 1); }
        } m{allocator, allocate<body_of<F>>(allocator, 1)};
        if (m.held == nullptr) return false;
        body* made = ::new (static_cast<void*>(m.held)) body_of<F>(std::move(f), allocator);
        m.held = nullptr;
        // (The destructor of the old one's captures may set another: that one is the last to have been set.)
        retire(std::exchange(body_, made));
        return true;
    }

    /// Comes from another, where there is none.
    void take(callback& other) noexcept {
        if (body_ == nullptr) body_ = std::exchange(other.body_, nullptr);
    }

    void reset() noexcept { retire(std::exchange(body_, nullptr)); }

    void call(T& element) {
        // (It counts in the body alone: the callable may move to another collection, or its own may end, meanwhile.)
        struct run {
            body* b;
            ~run() {
                if (--b->running == 0 && b->retired) b->destroy();
            }
        } r{body_};
        ++r.b->running;
        r.b->call(element);
    }

  private:
    static void retire(body* old) noexcept {
        if (old == nullptr) return;
        if (old->running != 0) old->retired = true;
        else old->destroy();
    }

    body* body_ = nullptr;
};

template <class F> struct second_argument_of {
    using type = void;
};
template <class C, class R, class A, class B, class... Rest> struct second_argument_of<R (C::*)(A, B, Rest...)> {
    using type = std::remove_reference_t<B>;
};
template <class C, class R, class A, class B, class... Rest> struct second_argument_of<R (C::*)(A, B, Rest...) const> {
    using type = std::remove_reference_t<B>;
};
template <class F, class = void> struct second_argument_named {
    using type = void;
};
template <class F> struct second_argument_named<F, std::void_t<decltype(&F::operator())>> {
    using type = typename second_argument_of<decltype(&F::operator())>::type;
};
/// The type of a callable's second parameter, without the reference; void if it names none.
template <class F> using second_argument = typename second_argument_named<F>::type;

/// An element that has just come, and how many there were before it.
template <class T> struct added_element {
    T& x;
    std::size_t index;
};
/// A callback that calls f(T&), or f(T&, index).
template <class T, class F> [[nodiscard]] auto told_of_added(F f) {
    if constexpr (std::is_same_v<F, std::nullptr_t>) {
        return nullptr;
    } else if constexpr (std::is_invocable_v<F&, T&, std::size_t> &&
                         !std::is_floating_point_v<std::remove_const_t<second_argument<F>>>) {
        return [f = std::move(f)](const added_element<T>& a) mutable { (void)f(a.x, a.index); };
    } else {
        require_hook<F, T>();
        return [f = std::move(f)](const added_element<T>& a) mutable { (void)f(a.x); };
    }
}

/// The base of objects that maintain data beside the elements of a store, such as an index. They are notified of
/// additions and removals before hooks are.
template <class T> class store_watcher {
  public:
    store_watcher() = default;
    store_watcher(const store_watcher&) = delete;
    store_watcher& operator=(const store_watcher&) = delete;

    /// Whether to accept an element that has just been constructed. An exception undoes the addition.
    [[nodiscard]] virtual bool accepts(const T& x) = 0;
    /// The element has been added. An exception also undoes the addition; `goes` is called then.
    virtual void comes(T& x) = 0;
    /// An element goes, which had this handle.
    virtual void goes(handle<T> h) noexcept = 0;
    /// The store's present elements are none of those notified before.
    virtual void all_changed() noexcept = 0;
    virtual void home_goes() noexcept = 0;

  protected:
    ~store_watcher() = default;

  private:
    template <class> friend class watched;
    store_watcher* next_ = nullptr;
};

/// The watchers of a store, in the order of registration: its base class. They stay at their store when contents are
/// exchanged, as hooks do.
template <class T> class watched {
  public:
    void watch(store_watcher<T>& w) noexcept {
        store_watcher<T>** link = &first_;
        while (*link != nullptr) link = &(*link)->next_;
        *link = &w;
    }
    void unwatch(store_watcher<T>& w) noexcept {
        store_watcher<T>** link = &first_;
        while (*link != &w) link = &(*link)->next_;
        *link = w.next_;
    }

  protected:
    [[nodiscard]] bool is_watched() const noexcept { return first_ != nullptr; }
    [[nodiscard]] bool is_accepted(const T& x) const {
        for (auto* w = first_; w != nullptr; w = w->next_) {
            if (!w->accepts(x)) return false;
        }
        return true;
    }
    void tell_it_comes(T& x) const {
        for (auto* w = first_; w != nullptr; w = w->next_) w->comes(x);
    }
    void tell_it_goes(handle<T> h) const noexcept {
        for (auto* w = first_; w != nullptr; w = w->next_) w->goes(h);
    }
    void tell_all_changed() const noexcept {
        for (auto* w = first_; w != nullptr; w = w->next_) w->all_changed();
    }
    void tell_home_goes() noexcept {
        while (first_ != nullptr) {
            store_watcher<T>* const w = first_;
            first_ = w->next_;
            w->home_goes();
        }
    }

  private:
    store_watcher<T>* first_ = nullptr;
};

} // namespace throng::core
