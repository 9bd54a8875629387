#pragma once

/// Differences between compilers: all non-standard C++ is in this header, with a branch for g++ and clang, one for
/// Microsoft's compiler (written for it, but not run), and one for any other. Every header includes this one first, so
/// that an older language version is the first thing that a compiler reports.
#if defined(_MSVC_LANG)
#if _MSVC_LANG < 202002L
#error throng needs C++20: compile with /std:c++20
#endif
#elif __cplusplus < 202002L
#error throng needs C++20: compile with -std=c++20
#endif

/// After a declaration: it is deleted, and a compiler that can says why.
#if defined(__clang__) && defined(__cpp_deleted_function)
#define THRONG_DELETED(text)                                                                                           \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wc++26-extensions\"") =                      \
        delete (text)_Pragma("clang diagnostic pop")
#else
#define THRONG_DELETED(text) = delete
#endif

#if defined(__GNUC__)

#define THRONG_NOINLINE [[gnu::noinline]]
#define THRONG_ALWAYS_INLINE [[gnu::always_inline]]
/// In place of `inline`: the small functions of which one step of a loop consists. Debug builds call none of them, and
/// debuggers that step through a loop do not stop in them (of clang's code; gdb does in that of g++).
#if defined(__clang__)
#define THRONG_FLAT [[gnu::always_inline, gnu::nodebug]] inline
#else
#define THRONG_FLAT [[gnu::always_inline, gnu::artificial]] inline
#endif
/// After the parameters of a lambda.
#define THRONG_ALWAYS_INLINE_LAMBDA __attribute__((always_inline))
#define THRONG_NO_UNIQUE_ADDRESS [[no_unique_address]]
/// Of a variable: it is in every object file that might use it, and no other file sees it.
#define THRONG_USED_AND_HIDDEN [[gnu::used, gnu::visibility("hidden")]]
/// The signature of a function, with its template arguments; empty for a compiler that is not known to provide it.
#define THRONG_SIGNATURE __PRETTY_FUNCTION__
/// Bytes that are copied through registers of so many: aligned to their size, and anywhere.
#define THRONG_HAS_VECTORS 1
namespace throng::core {
using vector_of_bytes [[gnu::vector_size(16)]] = unsigned char;
using vector_anywhere [[gnu::vector_size(16), gnu::may_alias, gnu::aligned(1)]] = unsigned char;
} // namespace throng::core

#elif defined(_MSC_VER)

#define THRONG_NOINLINE [[msvc::noinline]]
#define THRONG_ALWAYS_INLINE [[msvc::forceinline]]
#define THRONG_FLAT [[msvc::forceinline]] inline
#define THRONG_ALWAYS_INLINE_LAMBDA
#define THRONG_NO_UNIQUE_ADDRESS [[msvc::no_unique_address]]
#define THRONG_USED_AND_HIDDEN
#define THRONG_SIGNATURE ""

#else

#define THRONG_NOINLINE
#define THRONG_ALWAYS_INLINE
#define THRONG_FLAT inline
#define THRONG_ALWAYS_INLINE_LAMBDA
#define THRONG_NO_UNIQUE_ADDRESS [[no_unique_address]]
#define THRONG_USED_AND_HIDDEN
#define THRONG_SIGNATURE ""

#endif

#if !defined(__GNUC__)
#include <bit>
#include <new>
#endif
#include <cstdint>

/// Default arguments that tell where a function was called from. (All three compilers have them.)
#define THRONG_CALLERS_FILE __builtin_FILE()
#define THRONG_CALLERS_LINE __builtin_LINE()
#define THRONG_CALLERS_FUNCTION __builtin_FUNCTION()

/// THRONG_COMPILED is defined as 1 by the CMake target throng::compiled: templates that do not depend on the user's
/// types are then compiled once, in a library, and functions marked with THRONG_ONCE are called there rather than
/// inlined.
#if defined(THRONG_COMPILED) && THRONG_COMPILED
#define THRONG_ONCE THRONG_NOINLINE
#else
#define THRONG_ONCE
#endif

namespace throng::core {

/// The program does not come here: the compiler may rely on it.
[[noreturn]] THRONG_ALWAYS_INLINE inline void unreachable() noexcept {
#if defined(__GNUC__)
    __builtin_unreachable();
#elif defined(_MSC_VER)
    __assume(false);
#else
    for (;;) {
    }
#endif
}

/// Asks for a line of memory that will be needed soon, where no processor could foresee it. The address need not be
/// valid. (Inlined always, as is whatever only calls it: to g++ a function that does nothing but ask has no effect, and
/// a call of it that is not inlined yet is dropped.)
THRONG_FLAT void prefetch([[maybe_unused]] const void* at) noexcept {
#if defined(__GNUC__)
    __builtin_prefetch(at);
#endif
}

// Functions of the standard library, without the call that debug builds make for one.

/// `std::launder`.
template <class T> [[nodiscard]] THRONG_FLAT constexpr T* launder(T* at) noexcept {
#if defined(__GNUC__)
    return __builtin_launder(at);
#else
    return std::launder(at);
#endif
}
/// `std::countr_zero`: 64 if no bit is set.
[[nodiscard]] THRONG_FLAT constexpr unsigned trailing_zeros(std::uint64_t n) noexcept {
#if defined(__GNUC__)
    return n == 0 ? 64U : static_cast<unsigned>(__builtin_ctzll(n));
#else
    return static_cast<unsigned>(std::countr_zero(n));
#endif
}

/// Calls f; false if it threw. (Without exceptions nothing throws.)
template <class F> [[nodiscard]] bool attempt(F f) noexcept {
#if defined(__cpp_exceptions)
    try {
        f();
    } catch (...) {
        return false;
    }
#else
    f();
#endif
    return true;
}

/// Calls both, the second one also if the first one throws. Then the first exception is passed on, and a second one is
/// lost.
template <class F, class G> void call_both(F first, G second) {
    struct guard {
        G& second;
        bool is_due = true;
        ~guard() {
            if (is_due) (void)attempt([this] { second(); });
        }
    } g{second};
    first();
    g.is_due = false;
    second();
}

} // namespace throng::core
