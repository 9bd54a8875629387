#pragma once

#include <throng/collection.hpp>
#include <throng/core/handle.hpp>
#include <throng/world/entity.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <concepts>
#include <cstddef>
#include <ostream>

/// Prints collections, handles and entities, by {fmt} and to streams. Needs {fmt} (Debian: libfmt-dev, CMake:
/// throng::format).
///
///     fmt::print("{}\n", bullets);               // [3, 5, 8]
///     fmt::print("{:02x}\n", bullets);           // what follows the colon is for each element: [03, 05, 08]
///     std::cout << bullets << ' ' << handle;     // [3, 5, 8] 0:1
///
/// Elements are printed in the order of a walk of residents, and have to be formattable by {fmt} (specialise
/// fmt::formatter for their type), or to have an operator<< for streams. A handle is its index and its generation; an
/// empty one is `-`. A whole entity of a world, with its components, is for throng/extra/json.hpp.
namespace throng {

namespace core {
/// A collection that is printed as a list of its elements.
template <class C>
concept printed_collection = collection<C> && requires(const C& c) {
    { c.begin() } -> std::input_iterator;
};
} // namespace core

/// Prints the elements as [a, b, c]. Throws what the stream and their operator<< throw.
template <core::printed_collection C>
    requires requires(std::ostream& to, const typename C::value_type& x) { to << x; }
std::ostream& operator<<(std::ostream& to, const C& all) {
    const char* before = "[";
    for (const auto& x : all) {
        to << before << x;
        before = ", ";
    }
    return to << (*before == '[' ? "[]" : "]");
}
/// Prints index:generation; an empty handle as a hyphen.
template <class T> std::ostream& operator<<(std::ostream& to, handle<T> h) {
    return h ? to << h.index() << ':' << h.generation() : to << '-';
}
/// The same.
inline std::ostream& operator<<(std::ostream& to, entity e) {
    return e ? to << e.index() << ':' << e.generation() : to << '-';
}

namespace core {
/// Of what has an index and a generation.
template <class Handle> struct handle_formatter {
    constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
    template <class Context> auto format(const Handle& h, Context& context) const {
        if (!h) return fmt::format_to(context.out(), "-");
        return fmt::format_to(context.out(), "{}:{}", h.index(), h.generation());
    }
};
} // namespace core

} // namespace throng

/// ({fmt} also formats ranges; the formatter below prints these.)
template <throng::core::printed_collection C> struct fmt::is_range<C, char> : std::false_type {};

/// A collection is formattable, as fmt::is_formattable says, if its elements are.
template <throng::core::printed_collection C>
    requires fmt::is_formattable<typename C::value_type>::value
struct fmt::formatter<C> {
    /// The format specification of the collection applies to its elements.
    constexpr auto parse(fmt::format_parse_context& context) { return of_element_.parse(context); }
    template <class Context> auto format(const C& all, Context& context) const {
        auto out = fmt::format_to(context.out(), "[");
        bool first = true;
        for (const auto& x : all) {
            if (!std::exchange(first, false)) out = fmt::format_to(out, ", ");
            context.advance_to(out);
            out = of_element_.format(x, context);
        }
        return fmt::format_to(out, "]");
    }

  private:
    fmt::formatter<typename C::value_type> of_element_;
};
template <class T> struct fmt::formatter<throng::handle<T>> : throng::core::handle_formatter<throng::handle<T>> {};
template <> struct fmt::formatter<throng::entity> : throng::core::handle_formatter<throng::entity> {};
