#pragma once

#include <throng/core/prefetch.hpp>

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace throng {

/// Whether an object of a class may be moved by copying its bytes and forgetting its old place, without a destructor.
/// Specialise it for classes whose members allow it: most that own memory by pointers do, those that are pointed to, or
/// point into themselves, do not.
template <class T> inline constexpr bool trivially_relocatable = std::is_trivially_copyable_v<T>;

} // namespace throng

namespace throng::core {

/// Whether a collection may move elements of a class of its own accord, to close gaps: only where that cannot fail
/// halfway, and not if the class says, by a member type `stays_in_place`, that others know its objects by address.
template <class T> inline constexpr bool may_be_moved =
    std::is_nothrow_move_constructible_v<T> && !requires { typename T::stays_in_place; };

/// Copies the bytes of an element to where it is going to be visited next: all of it is read before any of it is
/// written, and it is written 16 bytes at a time. What is read back right after a narrower write would wait for it
/// (measured on 64 bytes: 2.9 ns a visit, against 4.9 where the compiler chose 8-byte writes). `from` and `to` may be
/// the same, but not overlap otherwise; neither has to be aligned.
template <std::size_t Bytes> THRONG_ALWAYS_INLINE inline void copy_bytes(void* to, const void* from) noexcept {
#if defined(THRONG_HAS_VECTORS)
    using vector = vector_of_bytes;
    using block = vector_anywhere;
    constexpr std::size_t blocks = Bytes / 16;
    if constexpr (Bytes % 16 == 0 && blocks > 0 && blocks <= 8) {
        const block* const source = static_cast<const block*>(from); // (`auto` would forget the alignment.)
        block* const target = static_cast<block*>(to);
        vector read[blocks];
        for (std::size_t i = 0; i < blocks; ++i) read[i] = source[i];
        for (std::size_t i = 0; i < blocks; ++i) target[i] = read[i];
        return;
    }
#endif
    std::memmove(to, from, Bytes);
}

} // namespace throng::core
