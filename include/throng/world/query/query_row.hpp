#pragma once

#include <throng/core/compiler.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace throng::core {

template <std::size_t I, class T> struct row_value {
    T its;
};
template <class Indices, class... Ts> struct row_values;
template <std::size_t... I, class... Ts> struct row_values<std::index_sequence<I...>, Ts...> : row_value<I, Ts>... {};

/// An entity and its components, as a range-for over a query gets them: for structured bindings and `get<1>(row)`. (Not
/// a `std::tuple`, since debug builds spend more time on making and reading one than on the rest of the step.)
template <class... Ts> struct query_row : row_values<std::index_sequence_for<Ts...>, Ts...> {
    /// The same as a `std::tuple`, for `std::apply`.
    [[nodiscard]] std::tuple<Ts...> as_tuple() const {
        return [this]<std::size_t... I>(std::index_sequence<I...>) {
            return std::tuple<Ts...>(get<I>(*this)...);
        }(std::index_sequence_for<Ts...>());
    }
};

/// Number I of a row, counted from the entity, which is 0.
template <std::size_t I, class T> [[nodiscard]] THRONG_FLAT constexpr T& get(row_value<I, T>& of) noexcept {
    return of.its;
}
template <std::size_t I, class T> [[nodiscard]] THRONG_FLAT constexpr const T& get(const row_value<I, T>& of) noexcept {
    return of.its;
}
template <std::size_t I, class T> [[nodiscard]] THRONG_FLAT constexpr T&& get(row_value<I, T>&& of) noexcept {
    return static_cast<T&&>(of.its);
}

} // namespace throng::core

namespace throng {
/// `throng::get<1>(row)`, where the name `get` alone means something else.
using core::get;
} // namespace throng

template <class... Ts> struct std::tuple_size<throng::core::query_row<Ts...>>
    : std::integral_constant<std::size_t, sizeof...(Ts)> {};
template <std::size_t I, class... Ts> struct std::tuple_element<I, throng::core::query_row<Ts...>>
    : std::tuple_element<I, std::tuple<Ts...>> {};
