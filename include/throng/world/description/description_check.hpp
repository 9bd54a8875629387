#pragma once

#include <throng/world/description.hpp>
#include <throng/world/description/aggregate.hpp>

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

/// Errors of the compiler about types that cannot be described.
namespace throng::core {

/// Text as an argument of a template, for errors.
template <std::size_t N> struct member_text {
    char text[N + 1] = {};
    consteval explicit member_text(std::string_view from) noexcept {
        for (std::size_t i = 0; i < N; ++i) text[i] = from[i];
    }
};
/// An error that names the member, and its type, for which a component cannot be described.
template <class Component, class Member, auto Name> consteval bool check_member() noexcept {
    static_assert(described<Member> && !std::is_const_v<Member>,
                  "throng: the type of this member cannot be described (see Component, Member and Name): numbers, "
                  "enumerations, std::string, entities, arrays, std::vector and structures of those can");
    return true;
}
template <class T> consteval bool check_compiler() noexcept {
    static_assert(described<T> || tells_members || !std::is_aggregate_v<T>,
                  "throng: this compiler does not tell the members of a structure (g++ does from version 12 on, clang "
                  "from 19 on): list its fields in component<T>::fields");
    return true;
}
template <class T> consteval bool check_members() noexcept {
    if constexpr (!described<T> && !lists_fields<T> && decomposable<T>)
        return []<std::size_t... I>(std::index_sequence<I...>) {
            return (check_member<
                        T, std::remove_pointer_t<std::tuple_element_t<I, std::decay_t<decltype(member_addresses<T>)>>>,
                        member_text<member_name<T, I>.size()>(member_name<T, I>)>() &&
                    ...);
        }(std::make_index_sequence<count_members<T>()>());
    return true;
}

} // namespace throng::core
