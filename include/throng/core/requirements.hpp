#pragma once

#include <iterator>
#include <type_traits>

/// What collections ask of their users' types and functions, each said in one line by the compiler where it is not so.
namespace throng::core {

/// What can be looped over, and whose elements make a T.
template <class R, class T>
concept range_of = requires(R&& r) {
    std::begin(r) != std::end(r);
    T(*std::begin(r));
};

template <class T> consteval void require_element() {
    static_assert(std::is_object_v<T> && !std::is_array_v<T>,
                  "throng: a collection holds objects: no references, arrays, functions or void");
    static_assert(!std::is_const_v<T> && !std::is_volatile_v<T>,
                  "throng: a collection's elements are not const: walk a const collection to get const elements");
}
/// (Asked where T is complete, not before.)
template <class T> consteval void require_destructor() {
    static_assert(std::is_nothrow_destructible_v<T>, "throng: the destructor of an element must not throw");
}
template <class F, class T> consteval void require_visit() {
    static_assert(std::is_invocable_v<F&, T&>,
                  "throng: the function of a walk must take an element of the collection: f(T&), or f(const T&) where "
                  "the collection is const");
}
template <class F, class T> consteval void require_update() {
    require_visit<F, T>();
    if constexpr (std::is_invocable_v<F&, T&>) {
        using result = std::invoke_result_t<F&, T&>;
        static_assert(std::is_void_v<result> || std::is_same_v<result, bool>,
                      "throng: the function of an update returns nothing, or bool: whether the element stays");
    }
}
template <class F, class T> consteval void require_predicate() {
    static_assert(std::is_invocable_v<F&, const T&>, "throng: a predicate is bool f(const T&)");
}
template <class F, class T> consteval void require_comparison() {
    static_assert(std::is_invocable_v<F&, const T&, const T&>, "throng: a comparison is bool f(const T&, const T&)");
}
template <class F, class T> consteval void require_hook() {
    static_assert(std::is_invocable_v<F&, T&>, "throng: a hook must take the element it is told of: f(T&)");
}

} // namespace throng::core
