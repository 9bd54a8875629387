#pragma once

#include <throng/core/compiler.hpp>

// std::allocator, std::allocator_traits and std::pmr::polymorphic_allocator, which every container of the standard
// library brings along, from the cheapest of them: <memory> and <memory_resource> would triple the compile time of a
// program's every file that includes one of throng's headers.
#include <cstddef>
#include <limits>
#include <list> // IWYU pragma: export
#include <utility>
#if defined(__cpp_exceptions) && !defined(__GLIBCXX__)
#include <stdexcept>
#endif

namespace throng::core {

/// The standard allocator for worlds and the classes built on them, as a class without template arguments: where `std`
/// is the namespace of one, a call `advance(world, input)` finds `std::advance` beside the caller's own function.
class standard_allocator {
  public:
    using value_type = std::byte;
    template <class T> struct rebind {
        using other = std::allocator<T>;
    };

    standard_allocator() = default;
    template <class T> standard_allocator(const std::allocator<T>&) noexcept {}   // NOLINT(google-explicit-constructor)
    template <class T> operator std::allocator<T>() const noexcept { return {}; } // NOLINT(google-explicit-constructor)

    [[nodiscard]] std::byte* allocate(std::size_t n) { return std::allocator<std::byte>().allocate(n); }
    void deallocate(std::byte* memory, std::size_t n) noexcept { std::allocator<std::byte>().deallocate(memory, n); }
    friend bool operator==(const standard_allocator&, const standard_allocator&) noexcept = default;
};

/// Memory for n objects, from an allocator of any other type. Throws what the allocator throws. Null where it gives
/// null, as allocators of programs without exceptions do: each caller has no effect then.
template <class U, class Allocator> [[nodiscard]] U* allocate(const Allocator& allocator, std::size_t n) {
    using traits = typename std::allocator_traits<Allocator>::template rebind_traits<U>;
    typename traits::allocator_type a(allocator);
    return std::to_address(traits::allocate(a, n));
}
/// Gives it back; nothing happens for null.
template <class U, class Allocator> void deallocate(const Allocator& allocator, U* memory, std::size_t n) noexcept {
    if (memory == nullptr) return;
    using traits = typename std::allocator_traits<Allocator>::template rebind_traits<U>;
    typename traits::allocator_type a(allocator);
    traits::deallocate(a, std::pointer_traits<typename traits::pointer>::pointer_to(*memory), n);
}
/// An object in separately allocated memory; null without memory.
template <class U, class Allocator, class... Args>
[[nodiscard]] U* allocate_object(const Allocator& allocator, Args&&... args) {
    U* const memory = allocate<U>(allocator, 1);
    return memory == nullptr ? nullptr : ::new (static_cast<void*>(memory)) U(std::forward<Args>(args)...);
}

/// More elements than this cannot lie in memory, whatever a page holds besides them.
template <class T> inline constexpr std::size_t most_in_memory =
    static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / (4 * sizeof(T));

/// Whether `n` is no more than `most`. Throws std::length_error if it is; without exceptions it is false then.
[[nodiscard]] inline bool is_possible_length(std::size_t n, std::size_t most) {
    if (n <= most) [[likely]]
        return true;
#if defined(__cpp_exceptions) && defined(__GLIBCXX__)
    // (As its containers throw it: <stdexcept> would double the compile time of this library's headers.)
    std::__throw_length_error("throng: reserve of more elements than there can be");
#elif defined(__cpp_exceptions)
    throw std::length_error("throng: reserve of more elements than there can be");
#else
    return false;
#endif
}

} // namespace throng::core
