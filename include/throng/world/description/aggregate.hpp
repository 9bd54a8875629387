#pragma once

#include <throng/core/compiler.hpp>

#include <concepts>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

/// Reflection of aggregates: the number of members, their names, and access to each. The names are read from the text
/// of a function's signature; for a compiler that is not known to write them there, nothing is available.
namespace throng::core {

inline constexpr unsigned most_members = 24;

/// Converts to bases of T only.
template <class T> struct of_base_of {
    template <class Base>
        requires(std::is_base_of_v<Base, T> && !std::is_same_v<Base, T>)
    operator Base() const noexcept;
};
template <class T>
concept derived_aggregate = requires { T{of_base_of<T>()}; };

/// How many members an aggregate has: as many as it can be made of empty braces, each of which stands for one, also
/// where that is an array. 0 where there are none, or too many.
template <class T> [[nodiscard]] consteval unsigned count_members() noexcept {
    // clang-format off
    // NOLINTBEGIN(bugprone-branch-clone): the last is as the first
    if constexpr (!requires { T{{}}; }) return 0;
    else if constexpr (!requires { T{{},{}}; }) return 1;
    else if constexpr (!requires { T{{},{},{}}; }) return 2;
    else if constexpr (!requires { T{{},{},{},{}}; }) return 3;
    else if constexpr (!requires { T{{},{},{},{},{}}; }) return 4;
    else if constexpr (!requires { T{{},{},{},{},{},{}}; }) return 5;
    else if constexpr (!requires { T{{},{},{},{},{},{},{}}; }) return 6;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{}}; }) return 7;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{}}; }) return 8;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{}}; }) return 9;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{}}; }) return 10;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 11;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 12;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 13;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 14;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 15;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 16;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 17;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 18;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 19;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 20;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 21;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 22;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 23;
    else if constexpr (!requires { T{{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}}; }) return 24;
    else return 0;
    // NOLINTEND(bugprone-branch-clone)
    // clang-format on
}

/// f(each member).
template <class T, class F> constexpr decltype(auto) with_members(T& x, F&& f) {
    constexpr unsigned n = count_members<std::remove_const_t<T>>();
    static_assert(n != 0);
    // clang-format off
    if constexpr (n == 1) { auto& [m1] = x; return f(m1); }
    else if constexpr (n == 2) { auto& [m1,m2] = x; return f(m1,m2); }
    else if constexpr (n == 3) { auto& [m1,m2,m3] = x; return f(m1,m2,m3); }
    else if constexpr (n == 4) { auto& [m1,m2,m3,m4] = x; return f(m1,m2,m3,m4); }
    else if constexpr (n == 5) { auto& [m1,m2,m3,m4,m5] = x; return f(m1,m2,m3,m4,m5); }
    else if constexpr (n == 6) { auto& [m1,m2,m3,m4,m5,m6] = x; return f(m1,m2,m3,m4,m5,m6); }
    else if constexpr (n == 7) { auto& [m1,m2,m3,m4,m5,m6,m7] = x; return f(m1,m2,m3,m4,m5,m6,m7); }
    else if constexpr (n == 8) { auto& [m1,m2,m3,m4,m5,m6,m7,m8] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8); }
    else if constexpr (n == 9) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9); }
    else if constexpr (n == 10) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10); }
    else if constexpr (n == 11) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11); }
    else if constexpr (n == 12) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12); }
    else if constexpr (n == 13) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13); }
    else if constexpr (n == 14) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14); }
    else if constexpr (n == 15) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15); }
    else if constexpr (n == 16) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16); }
    else if constexpr (n == 17) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17); }
    else if constexpr (n == 18) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18); }
    else if constexpr (n == 19) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18,m19] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18,m19); }
    else if constexpr (n == 20) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18,m19,m20] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18,m19,m20); }
    else if constexpr (n == 21) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18,m19,m20,m21] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18,m19,m20,m21); }
    else if constexpr (n == 22) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18,m19,m20,m21,m22] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18,m19,m20,m21,m22); }
    else if constexpr (n == 23) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18,m19,m20,m21,m22,m23] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18,m19,m20,m21,m22,m23); }
    else if constexpr (n == 24) { auto& [m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18,m19,m20,m21,m22,m23,m24] = x; return f(m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15,m16,m17,m18,m19,m20,m21,m22,m23,m24); }
    // clang-format on
}

/// An object with members that have addresses, though it has never been made.
template <class T> union unborn {
    char nothing;
    T value;
    constexpr unborn() noexcept : nothing() {}
    unborn(const unborn&) = delete;
    unborn& operator=(const unborn&) = delete;
    constexpr ~unborn() {}
};
template <class T> constinit inline unborn<T> example;

/// The name at the end of what a signature says of a constant; empty where that is none, as in "(color)3".
[[nodiscard]] consteval std::string_view last_name(std::string_view signature) noexcept {
    const auto is_part = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
               static_cast<unsigned char>(c) >= 0x80;
    };
    while (!signature.empty() && !is_part(signature.back())) signature.remove_suffix(1);
    std::size_t begin = signature.size();
    while (begin != 0 && is_part(signature[begin - 1])) --begin;
    signature.remove_prefix(begin);
    return !signature.empty() && signature[0] >= '0' && signature[0] <= '9' ? std::string_view() : signature;
}
// (It returns `auto`, since of other types a signature says at its end what they stand for.)
template <auto Constant> [[nodiscard]] consteval auto name_of_constant() noexcept {
    return last_name(THRONG_SIGNATURE);
}

template <class T> inline constexpr auto member_addresses =
    with_members(example<T>.value, [](auto&... members) { return std::tuple(std::addressof(members)...); });
template <class T, std::size_t I> inline constexpr std::string_view member_name =
    name_of_constant<std::get<I>(member_addresses<T>)>();

struct named_as_expected {
    int its_name;
};
template <auto Address> struct named_address {};
/// Whether a member of an object can be named where a template wants a constant. (clang cannot before version 18.)
template <class T>
concept has_named_members = requires { typename named_address<std::addressof(example<T>.value.its_name)>; };
template <class T> [[nodiscard]] consteval bool can_tell_members() noexcept {
    if constexpr (!has_named_members<T>) return false;
    else return member_name<T, 0> == "its_name";
}
/// Whether this compiler tells the names of members: g++ does from 12 on, clang from 19 on.
inline constexpr bool tells_members = can_tell_members<named_as_expected>();

/// An aggregate that the compiler can take apart: it has 1 to most_members members and no bases, no member is a
/// reference, and it is default constructible.
template <class T>
concept decomposable = tells_members && std::is_class_v<T> && std::is_aggregate_v<T> && !std::is_empty_v<T> &&
                       !derived_aggregate<T> && count_members<T>() != 0;

} // namespace throng::core
