#pragma once

#include <throng/core/allocator.hpp> // std::addressof
#include <throng/core/compiler.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace throng {

/// Whether an object of a class may be moved by copying its bytes and forgetting its old place, without a destructor.
/// Specialise it for classes whose members allow it: most that own memory by pointers do, those that are pointed to, or
/// point into themselves, do not.
template <class T> inline constexpr bool trivially_relocatable = std::is_trivially_copyable_v<T>;

} // namespace throng

/// The requirements of collections on their users' types and functions. The compiler reports each violation in one
/// line.
namespace throng::core {

/// Whether a collection may move elements of a class by itself, to close gaps: only where that cannot fail halfway, and
/// not if the class says, by a member type `stays_in_place`, that others know its objects by address.
template <class T> inline constexpr bool may_be_moved =
    std::is_nothrow_move_constructible_v<T> && !requires { typename T::stays_in_place; };

/// The result of offering an object to a collection: it is full, or there is no memory; an index or a set refused the
/// value; or the object has been added.
enum class offered { no_room, refused, added };

/// Undoes a move, where a move cannot fail.
template <class T> void move_back(T& from, [[maybe_unused]] T* to) noexcept {
    if constexpr (std::is_nothrow_move_constructible_v<T>) {
        std::destroy_at(to);
        std::construct_at(to, std::move(from));
    }
}

template <class Store> struct walk_node;

/// An element on its way from a store, where a node stands on it, to another one. The hook may exchange the contents of
/// either meanwhile.
template <class Store> struct transit {
    walk_node<Store>& from;
    /// Whether it has come over, and in which store it is after the call of the hook.
    bool has_come = false;
    Store* arrived = nullptr;
};

/// Where an element was that comes from another store, or an object that was in none; null where it does not. And who
/// wants to know whether it came.
template <class Store, class T> struct element_origin {
    T* x = nullptr;
    transit<Store>* way = nullptr;
    offered* outcome = nullptr;
    void tell(offered o) const noexcept {
        if (outcome != nullptr) *outcome = o;
    }
};

/// A range from whose elements a T can be constructed.
template <class R, class T>
concept range_of = requires(R&& r) {
    std::begin(r) != std::end(r);
    T(*std::begin(r));
};

/// An rvalue range of move-only elements, which are moved out of it. (A range that does not own its elements would only
/// refer to those of another object.)
template <class R, class T>
concept given_range_of = !std::is_reference_v<R> && !range_of<R, T> && requires(R& r) {
    { *std::begin(r) } -> std::same_as<T&>;
    T(std::move(*std::begin(r)));
};

/// Two iterators as a range, to be walked once.
template <class I, class S> struct iterator_pair {
    I first;
    S last;
    [[nodiscard]] I begin() { return std::move(first); }
    [[nodiscard]] S end() const { return last; }
};
/// A pair of iterators from which a collection of T can be constructed.
template <class I, class S, class T>
concept iterators_of = std::input_iterator<I> && std::sentinel_for<S, I> && range_of<iterator_pair<I, S>&, T>;
/// The element of a range that a collection is made of without its type.
template <class R> using element_of = std::remove_cvref_t<decltype(*std::begin(std::declval<R&>()))>;
template <class A>
concept allocator_like = requires(A& a) { a.allocate(std::size_t{1}); };

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
/// (An allocator that constructs elements itself may do it from other arguments.)
template <class T, class Allocator, class... Args> consteval void require_construction() {
    constexpr bool can = std::is_constructible_v<T, Args...> ||
                         requires(Allocator& a, T* x, Args&&... args) { a.construct(x, std::forward<Args>(args)...); };
    constexpr bool from_element = sizeof...(Args) == 1 && (std::is_same_v<std::remove_cvref_t<Args>, T> && ...);
    static_assert(can || !from_element, "throng: the element can be neither moved nor copied from this one: make it in "
                                        "place, emplace_back(arguments of a constructor)");
    static_assert(can || from_element, "throng: the element has no constructor that takes these arguments");
}
template <class F, class T> consteval void require_visit() {
    static_assert(std::is_invocable_v<F&, T&>,
                  "throng: the function of a walk must take an element of the collection: f(T&), or f(const T&) where "
                  "the collection is const");
}
template <class F, class T> consteval void require_update() {
    require_visit<F, T>();
    if constexpr (std::is_invocable_v<F&, T&>) {
        using result = std::remove_cvref_t<std::invoke_result_t<F&, T&>>;
        static_assert(std::is_void_v<result> || std::is_same_v<result, bool>,
                      "throng: the function of an update returns void or bool, which is whether the element stays: "
                      "write { f(x); } where what f returns does not mean that");
    }
}
/// A text that compilers show: the type of a deleted function's last parameter, which callers leave out.
template <std::size_t N> struct message_text {
    char text[N];
    constexpr message_text(const char (&chars)[N]) noexcept { // NOLINT(google-explicit-constructor): it is written so
        for (std::size_t i = 0; i < N; ++i) text[i] = chars[i];
    }
};
template <message_text Text> struct message {};
#define THRONG_NO_ORDER                                                                                                \
    "throng: the elements of a bag or a pool have no order, so none is the first, the last or the n-th: use a list, "  \
    "or a throng::ordered_by beside the collection; walk(residents).next() gives any element"
using no_order = message<THRONG_NO_ORDER>;
/// (Asked where `walk(handles)` is called for a collection without such a walk.)
enum class handles_of { set, subset, shared };
template <handles_of Of, class Range> consteval void require_walk_of_handles() {
    static_assert(Of != handles_of::set, "throng: a set gives no handles: its elements are found by find(key)");
    static_assert(Of != handles_of::subset,
                  "throng: a subset is not walked by handles: walk its master by them, and ask "
                  "the subset whether it contains(element)");
    static_assert(Of != handles_of::shared, "throng: layers and trees are not walked by handles: call visit(handle, f) "
                                            "for each of them");
}
template <class F, class T> consteval void require_predicate() {
    static_assert(std::is_invocable_v<F&, const T&>, "throng: a predicate is bool f(const T&)");
}
/// (T is const where the collection is.)
template <class F, class T> consteval void require_acceptance() {
    static_assert(std::is_invocable_v<F&, T&>,
                  "throng: what accepts an element is bool f(T&), or bool f(const T&), which any collection may call");
}
template <class F, class T> consteval void require_comparison() {
    static_assert(std::is_invocable_v<F&, const T&, const T&>,
                  "throng: a comparison is bool f(const T&, const T&); without one, elements need an operator<");
}
template <class F, class T> consteval void require_hook() {
    static_assert(std::is_invocable_v<F&, T&>, "throng: a hook must take the element it is called for: f(T&)");
}

template <class F, class A, class B> consteval void require_pair_visit() {
    static_assert(std::is_invocable_v<F&, A&, B&>,
                  "throng: the function of each_pair must take two elements: f(T&, T&)");
}

/// Calls the function of an update: whether the element stays.
template <class F, class T> THRONG_ALWAYS_INLINE inline bool lives_on(F& f, T& x) {
    require_update<F, T>();
    if constexpr (std::is_void_v<std::invoke_result_t<F&, T&>>) return f(x), true;
    else return f(x);
}

/// Calls the function of a query: false, if it returns false, ends the query. (Other results mean nothing.)
template <class F, class... T> THRONG_ALWAYS_INLINE inline bool goes_on(F& f, T&&... x) {
    if constexpr (std::is_same_v<std::remove_cvref_t<std::invoke_result_t<F&, T...>>, bool>) {
        return f(std::forward<T>(x)...);
    } else {
        (void)f(std::forward<T>(x)...);
        return true;
    }
}

/// A parameter that refers to an element: a reference to the element itself, converted implicitly. The compiler refuses
/// a temporary, since its address cannot be an element's. (A deleted overload would also refuse it, but cannot say what
/// to write instead.)
template <class T> class element_ref {
  public:
    template <class U>
        requires(!std::is_same_v<std::remove_cvref_t<U>, element_ref> && std::is_convertible_v<U &&, const T&>)
    element_ref(U&& element) noexcept : element_(address_of(static_cast<U&&>(element))) {}

    [[nodiscard]] T& operator*() const noexcept { return *element_; }
    [[nodiscard]] T* get() const noexcept { return element_; }

  private:
    template <class U> [[nodiscard]] static T* address_of(U&& element) noexcept {
        constexpr bool is_element =
            std::is_lvalue_reference_v<U> && std::is_convertible_v<std::remove_reference_t<U>*, const T*>;
        // (A std::reference_wrapper, say.)
        constexpr bool refers_to_one = std::is_convertible_v<U&&, T&>;
        static_assert(is_element || refers_to_one,
                      "throng: elements are found by their address, and a temporary is none of them: pass the element "
                      "itself, as for (auto& x : all) names it, or its handle; by value there is remove_if");
        if constexpr (is_element || refers_to_one)
            return const_cast<T*>(std::addressof(static_cast<const T&>(element)));
        else return nullptr;
    }

    T* element_;
};

} // namespace throng::core
