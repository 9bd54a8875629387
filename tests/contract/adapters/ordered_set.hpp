#pragma once

#include "contract/collection.hpp"
#include "support/faults.hpp"

#include <throng/ordered_set.hpp>

#include <cstddef>
#include <iterator>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace contract {

struct by_id {
    template <class T> std::size_t operator()(const T& x) const {
        support::may_fail();
        if constexpr (requires { x.id(); }) return static_cast<std::size_t>(x.id());
        else if constexpr (requires { x.get(); }) return reinterpret_cast<std::size_t>(x.get());
        else return static_cast<std::size_t>(x);
    }
};
template <class T> struct same_id {
    bool operator()(const T& a, const T& b) const { return by_id{}(a) == by_id{}(b); }
};

/// A walk or an iterator that gives elements, or runs of them, that are not const, as the suite's bodies want them.
/// (They do not change them.)
template <class T, class Inner> class loose {
  public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;

    explicit loose(Inner inner) : inner_{std::move(inner)} {}
    decltype(auto) operator*() const { return loosened(*inner_); }
    T* operator->() const { return const_cast<T*>(std::addressof(*inner_)); }
    loose& operator++() {
        ++inner_;
        return *this;
    }
    void operator++(int) { ++inner_; }
    friend bool operator==(const loose& i, std::default_sentinel_t) { return i.inner_ == std::default_sentinel; }

    T* next() { return const_cast<T*>(inner_.next()); }
    T* current() const { return const_cast<T*>(inner_.current()); }
    [[nodiscard]] loose fork() const { return loose{inner_.fork()}; }
    [[nodiscard]] bool is_current_there() const { return inner_.is_current_there(); }
    bool remove() { return inner_.remove(); }
    bool remove_resident(const T& x) { return inner_.remove_resident(x); }
    auto begin()
        requires requires(Inner& i) { i.begin(); }
    {
        return loose<T, decltype(inner_.begin())>{inner_.begin()};
    }
    [[nodiscard]] std::default_sentinel_t end() const
        requires requires(Inner& i) { i.end(); }
    {
        return {};
    }

    [[nodiscard]] const Inner& inner() const { return inner_; }

  private:
    static T& loosened(const T& x) { return const_cast<T&>(x); }
    static std::span<T> loosened(std::span<const T> run) { return {const_cast<T*>(run.data()), run.size()}; }

    Inner inner_;
};

template <class T, class Allocator> class loose_set : public throng::ordered_set<T, by_id, same_id<T>, Allocator> {
    using base = throng::ordered_set<T, by_id, same_id<T>, Allocator>;
    template <class Inner> static loose<T, Inner> loosened(Inner inner) { return loose<T, Inner>{std::move(inner)}; }

  public:
    using base::base;
    using base::begin;
    using base::remove;

    template <class... Args> T* emplace_back(Args&&... args) {
        return const_cast<T*>(base::emplace_back(std::forward<Args>(args)...));
    }
    T* push_back(const T& x)
        requires std::is_copy_constructible_v<T>
    {
        return const_cast<T*>(base::push_back(x));
    }
    T* push_back(T&& x) { return const_cast<T*>(base::push_back(std::move(x))); }
    auto begin(throng::core::caller where = {}) { return loosened(std::as_const(*this).base::begin(where)); }
    template <class Policy>
        requires throng::core::walk_policy<Policy>
    auto walk(Policy p) {
        return loosened(base::walk(p));
    }
    template <class Policy>
        requires throng::core::walk_policy<Policy>
    auto walk(Policy p) const {
        return base::walk(p);
    }
    template <class F> void each(F f) {
        base::each([&f](const T& x) { f(const_cast<T&>(x)); });
    }
    template <class Policy, class F> void each(Policy p, F f) {
        base::each(p, [&f](const T& x) { f(const_cast<T&>(x)); });
    }
    template <class... Args> void each(Args&&... args) const { base::each(std::forward<Args>(args)...); }
    template <class F> void on_add(F f) { base::on_add(loosely(std::move(f))); }
    template <class F> void on_remove(F f) { base::on_remove(loosely(std::move(f))); }
    bool remove(const loose<T, typename base::iterator>& at) { return base::remove(at.inner()); }
    auto runs() { return loosened(base::runs()); }
    T* first() { return const_cast<T*>(base::first()); }
    T* last() { return const_cast<T*>(base::last()); }

  private:
    template <class F> static auto loosely(F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) return nullptr;
        else return [f = std::move(f)](const T& x) mutable { f(const_cast<T&>(x)); };
    }
};

struct ordered_set_adapter : traits {
    static constexpr const char* name = "ordered_set";
    static constexpr bool assigns = true;
    static constexpr bool unique = true;
    template <class T, class Allocator = std::allocator<T>> using of = loose_set<T, Allocator>;
};

using collection_under_test = ordered_set_adapter;

} // namespace contract
