#pragma once

#include <throng/core/compiler.hpp>

#include <array>
#include <cstddef>
#include <string_view>

/// Names of types as the compiler writes them, for show: they differ between compilers, and no format depends on them.
namespace throng::core {

/// A text that ends with 0 and can be made by the compiler.
template <std::size_t Size> using fixed_text = std::array<char, Size + 1>;

template <std::size_t Size> [[nodiscard]] consteval fixed_text<Size> joined(std::string_view a, std::string_view b) {
    fixed_text<Size> all{};
    std::size_t n = 0;
    for (const char c : a) all[n++] = c;
    for (const char c : b) all[n++] = c;
    return all;
}

template <class T> [[nodiscard]] consteval auto signature_of_type() noexcept {
    return std::string_view(THRONG_SIGNATURE);
}
/// The type in "... [with T = game::position]"; empty where the compiler does not tell it.
[[nodiscard]] consteval std::string_view type_in(std::string_view signature) noexcept {
    const std::size_t begin = signature.find("T = ");
    if (begin == signature.npos || signature.back() != ']') return {};
    signature.remove_suffix(1);
    return signature.substr(begin + 4);
}
/// Calls f(character) for the text without what compilers write for a namespace that has no name.
template <class F> constexpr void without_anonymous(std::string_view text, F f) noexcept {
    constexpr std::string_view anonymous[] = {"{anonymous}::", "(anonymous namespace)::", "<unnamed>::"};
    while (!text.empty()) {
        std::size_t skipped = 0;
        for (const std::string_view one : anonymous) skipped = text.starts_with(one) ? one.size() : skipped;
        if (skipped == 0) f(text[0]);
        text.remove_prefix(skipped == 0 ? 1 : skipped);
    }
}
template <class T> struct type_name {
    static consteval std::size_t measured() noexcept {
        std::size_t n = 0;
        without_anonymous(type_in(signature_of_type<T>()), [&](char) { ++n; });
        return n;
    }
    static constexpr std::size_t size = measured();
    static constexpr fixed_text<size> text = [] {
        fixed_text<size> name{};
        std::size_t n = 0;
        without_anonymous(type_in(signature_of_type<T>()), [&](char c) { name[n++] = c; });
        return name;
    }();
};

/// The name of a type with its namespaces, as "game::position"; empty where the compiler does not tell it. It ends
/// with 0.
template <class T> [[nodiscard]] constexpr std::string_view name_of_type() noexcept {
    return {type_name<T>::text.data(), type_name<T>::size};
}

} // namespace throng::core
