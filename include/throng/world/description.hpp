#pragma once

#include <throng/fwd.hpp>
#include <throng/world/byte_stream.hpp>
#include <throng/world/component.hpp>
#include <throng/world/description/aggregate.hpp>
#include <throng/world/entity.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// The description of a component, as data: for saving, hashing, text, editors, and all code that handles values of
/// types it does not know. Plain aggregates need no line:
///
///     struct health {
///         int left = 100;
///         int most = 100;
///     };
///     for (const throng::field_description& f : throng::description_of<health>().fields) ...   // "left", "most"
///
/// Other classes, and those that add a range or a unit, list their fields:
///
///     template <> struct throng::component<engine> {
///         static constexpr const char* name = "engine";
///         static constexpr auto fields = throng::fields(
///             throng::field("power", &engine::power).unit("kW").range(0, 900).doc("at the wheels"),
///             throng::field("gear", &engine::gear));
///     };
///
/// g++ from 12 on and clang from 19 on tell the fields of aggregates of 1 to 24 members without a base. They cannot
/// where a member is a bit-field, a reference, or of an anonymous union or structure; Microsoft's compiler is not
/// asked. There, and for classes with private members, fields have to be listed. (Private ones where they
/// may be named: the class makes `throng::component` of itself a friend.)
namespace throng {

/// The kind of a value, in texts and saves.
enum class value_kind : std::uint8_t {
    boolean,
    /// With a sign, and without one: of 1, 2, 4 or 8 bytes.
    integer,
    natural,
    real,
    enumeration,
    text,
    entity,
    structure,
    array,
    list,
    /// A class that nothing describes, in which each byte counts.
    bytes,
    /// By functions of the component: `component<T>::save` and `restore`.
    custom,
};

/// A value of an enumeration that has a name. Those of 0 to 63 are known where the underlying type is fixed; others are
/// listed, in an array `component<E>::names`. List them also where two enumerators have one value: the compiler tells
/// the first of them, which may be the mark of a range, as in `enum class tool : char { first = 0, knife = 0, gun }`.
/// Of listed names with one value, the first is written to texts, and all are read.
struct enumerator {
    std::string_view name;
    std::int64_t value = 0;
};
/// A value for `component<E>::names`.
template <class E>
    requires std::is_enum_v<E>
[[nodiscard]] constexpr enumerator named(std::string_view name, E value) noexcept {
    return {name, static_cast<std::int64_t>(value)};
}

/// A field that had another name in what was saved before. They are listed in an array `component<T>::renamed`.
struct field_renamed {
    std::string_view from;
    std::string_view to;
};

struct description;

/// A field of a structure: its name, place and type, and hints for editors.
struct field_description {
    std::string_view name;
    const description* type = nullptr;
    /// In bytes, from where the value begins that it is a field of.
    std::size_t offset = 0;
    std::string_view unit = {};
    std::string_view doc = {};
    /// A range for editors: no value is refused for it.
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    /// For real numbers with a range: the precision that matters. Over a network they are sent as a number of steps
    /// from `least`; with 0, unchanged.
    double step = 0;
};

namespace core {

struct text_access {
    std::string_view (*get)(const void* text);
    void (*set)(void* text, std::string_view to);
};
struct list_access {
    std::size_t (*size)(const void* list) noexcept;
    /// Its elements stand side by side from there.
    const void* (*first)(const void* list) noexcept;
    /// All of them are empty then; where the first is now. The type is the list's own.
    void* (*resize)(const description& type, void* list, std::size_t n);
    /// One more, which is empty; where it is. Where the others are may have changed.
    void* (*add)(const description& type, void* list);
};
/// By the functions of a `component<T>`.
struct custom_access {
    void (*save)(const void* value, byte_writer<>& to);
    /// Null if that cannot be done.
    void (*assign)(byte_reader& from, void* value) = nullptr;
};

} // namespace core

/// The description of a type. `description_of<T>()` returns it for a type; for a component of run time `structure_of`
/// and others below make one. Everything it refers to, also texts, must live as long as it is used.
struct description {
    value_kind kind = value_kind::structure;
    std::string_view name = {};
    /// In bytes, in memory.
    std::size_t size = 0;
    /// Of a structure, in their order.
    std::span<const field_description> fields = {};
    std::span<const field_renamed> renamed = {};
    /// Of an enumeration: the values that have names, and whether its numbers have a sign.
    std::span<const enumerator> names = {};
    bool is_signed = false;
    /// Whether a program lists those names; else the compiler tells one name of each value.
    bool has_listed_names = true;
    /// Of an array or a list; and how many an array has.
    const description* element = nullptr;
    std::size_t count = 0;
    const core::text_access* text = nullptr;
    const core::list_access* list = nullptr;
    const core::custom_access* custom = nullptr;
    /// In memory there are no bytes but those of its numbers, in their order.
    bool is_packed = false;

    /// The field of that name, or null. Linear.
    [[nodiscard]] const field_description* find(std::string_view field) const noexcept {
        for (const field_description& f : fields) {
            if (f.name == field) return &f;
        }
        return nullptr;
    }
    /// Whether it is a boolean, a number or a value of an enumeration.
    [[nodiscard]] constexpr bool is_number() const noexcept { return kind <= value_kind::enumeration; }
};

/// The description of a structure of run time; its fields are at the offsets that they say.
[[nodiscard]] inline description structure_of(std::string_view name, std::size_t size,
                                              std::span<const field_description> fields,
                                              std::span<const field_renamed> renamed = {}) noexcept {
    description d{.kind = value_kind::structure, .name = name, .size = size, .fields = fields, .renamed = renamed};
    d.is_packed = true;
    std::size_t end = 0;
    for (const field_description& f : fields) {
        d.is_packed = d.is_packed && f.type->is_packed && f.offset == end;
        end = f.offset + f.type->size;
    }
    d.is_packed = d.is_packed && end == size;
    return d;
}
/// The description of an array of run time.
[[nodiscard]] inline description array_of(const description& element, std::size_t count) noexcept {
    return {.kind = value_kind::array,
            .size = element.size * count,
            .element = &element,
            .count = count,
            .is_packed = element.is_packed};
}
/// The description of an enumeration of run time: its numbers have 1, 2, 4 or 8 bytes.
[[nodiscard]] inline description enumeration_of(std::string_view name, std::size_t size, bool is_signed,
                                                std::span<const enumerator> names) noexcept {
    return {.kind = value_kind::enumeration,
            .name = name,
            .size = size,
            .names = names,
            .is_signed = is_signed,
            .is_packed = true};
}

/// A field as `component<T>::fields` lists it.
template <class Class, class Member> struct listed_field {
    field_description about;
    Member Class::* member;

    /// The same field, with the unit of its values: "m/s".
    [[nodiscard]] constexpr listed_field unit(std::string_view text) const noexcept {
        listed_field f = *this;
        f.about.unit = text;
        return f;
    }
    /// The same field, with a sentence about it.
    [[nodiscard]] constexpr listed_field doc(std::string_view text) const noexcept {
        listed_field f = *this;
        f.about.doc = text;
        return f;
    }
    /// The same field, with the least and the greatest value that make sense. Nothing enforces them.
    [[nodiscard]] constexpr listed_field range(double least, double most) const noexcept {
        listed_field f = *this;
        f.about.least = least;
        f.about.most = most;
        return f;
    }
    /// The same field, with the distance of values that are worth telling apart.
    [[nodiscard]] constexpr listed_field step(double width) const noexcept {
        listed_field f = *this;
        f.about.step = width;
        return f;
    }
};
/// A field for `component<T>::fields`: the name that texts and saves know it by, and the member.
template <class Class, class Member>
[[nodiscard]] constexpr listed_field<Class, Member> field(std::string_view name, Member Class::* member) noexcept {
    return {{.name = name}, member};
}
/// The type of `component<T>::fields`: the fields in the order in which they are written.
template <class... Classes, class... Members>
[[nodiscard]] constexpr auto fields(const listed_field<Classes, Members>&... those) noexcept {
    return std::tuple(those...);
}

namespace core {

template <class T> inline constexpr bool is_text = false;
template <class Traits, class A> inline constexpr bool is_text<std::basic_string<char, Traits, A>> = true;
template <class T> inline constexpr bool is_list = false;
template <class E, class A> inline constexpr bool is_list<std::vector<E, A>> = !std::is_same_v<E, bool>;
template <class T> inline constexpr bool is_array = std::is_bounded_array_v<T>;
template <class E, std::size_t N> inline constexpr bool is_array<std::array<E, N>> = N != 0;

template <class T>
concept lists_fields = requires { std::tuple_size<std::remove_cvref_t<decltype(component<T>::fields)>>::value; };
template <class T>
concept saves_itself = requires(const T& value, byte_writer<>& to) { component<T>::save(value, to); };
template <class T>
concept restores_itself = requires(byte_reader& from) { component<T>::restore(from); };

template <class T> [[nodiscard]] consteval bool is_describable() noexcept;

template <class... Ms> [[nodiscard]] consteval bool are_describable(std::tuple<Ms*...>*) noexcept {
    return ((is_describable<Ms>() && !std::is_const_v<Ms>) && ...);
}
template <class... Cs, class... Ms>
[[nodiscard]] consteval bool are_describable(const std::tuple<listed_field<Cs, Ms>...>*) noexcept {
    return ((is_describable<Ms>() && !std::is_const_v<Ms>) && ...);
}
template <class T> [[nodiscard]] consteval bool is_describable() noexcept {
    // NOLINTBEGIN(bugprone-branch-clone): one kind a line
    if constexpr (saves_itself<T>) return true;
    else if constexpr (lists_fields<T>) return are_describable(static_cast<decltype(&component<T>::fields)>(nullptr));
    else if constexpr (std::is_integral_v<T>) return sizeof(T) <= 8;
    else if constexpr (std::is_floating_point_v<T>) return sizeof(T) <= 8;
    else if constexpr (std::is_enum_v<T> || std::is_same_v<T, entity> || is_text<T>) return true;
    else if constexpr (std::is_bounded_array_v<T>) return is_describable<std::remove_extent_t<T>>();
    else if constexpr (is_array<T>) return is_describable<typename T::value_type>();
    else if constexpr (is_list<T>)
        return is_describable<typename T::value_type>() && std::is_default_constructible_v<typename T::value_type>;
    else if constexpr (!std::is_class_v<T>) return false;
    else if constexpr (std::is_empty_v<T>) return tag<T>;
    else if constexpr (decomposable<T>)
        return are_describable(static_cast<std::remove_const_t<decltype(member_addresses<T>)>*>(nullptr));
    else return !std::is_aggregate_v<T> && plain<T> && std::has_unique_object_representations_v<T>;
    // NOLINTEND(bugprone-branch-clone)
}

} // namespace core

/// Types of which the library knows what their values are made of: numbers, enumerations, `std::string`, entities,
/// arrays, `std::vector`, and structures of those. (Of a class without fields that it knows, only where each byte
/// counts.)
template <class T>
concept described = core::is_describable<std::remove_const_t<T>>();
/// Those with fields.
template <class T>
concept structured =
    described<T> && !core::saves_itself<T> && !core::is_array<T> && (core::lists_fields<T> || core::decomposable<T>);

template <described T> [[nodiscard]] const description& description_of() noexcept;

namespace core {

template <class E> [[nodiscard]] consteval auto find_enumerators() noexcept {
    if constexpr (requires { component<E>::names; }) {
        return std::to_array(component<E>::names);
    } else if constexpr (!tells_members || !requires { E{0}; }) {
        return std::array<enumerator, 0>();
    } else {
        constexpr auto all = []<std::size_t... I>(std::index_sequence<I...>) {
            return std::array{enumerator{name_of_constant<static_cast<E>(I)>(), I}...};
        }(std::make_index_sequence<64>());
        constexpr auto n = [&] {
            std::size_t count = 0;
            for (const enumerator& e : all) count += e.name.empty() ? 0U : 1U;
            return count;
        }();
        std::array<enumerator, n> those;
        std::size_t at = 0;
        for (const enumerator& e : all) {
            if (!e.name.empty()) those[at++] = e;
        }
        return those;
    }
}
template <class E> inline constexpr auto enumerators_of = find_enumerators<E>();

template <class T>
inline constexpr text_access text_of{[](const void* x) -> std::string_view { return *static_cast<const T*>(x); },
                                     [](void* x, std::string_view to) { static_cast<T*>(x)->assign(to); }};
template <class T> inline constexpr list_access list_of{
    [](const void* x) noexcept { return static_cast<const T*>(x)->size(); },
    [](const void* x) noexcept -> const void* { return static_cast<const T*>(x)->data(); },
    [](const description&, void* x, std::size_t n) -> void* {
        static_cast<T*>(x)->clear();
        static_cast<T*>(x)->resize(n);
        return static_cast<T*>(x)->data();
    },
    [](const description&, void* x) -> void* { return std::addressof(static_cast<T*>(x)->emplace_back()); }};
template <class T> [[nodiscard]] constexpr custom_access find_custom() noexcept {
    custom_access c{[](const void* x, byte_writer<>& to) { component<T>::save(*static_cast<const T*>(x), to); }};
    if constexpr (restores_itself<T> && std::is_move_assignable_v<T>)
        c.assign = [](byte_reader& from, void* x) { *static_cast<T*>(x) = component<T>::restore(from); };
    return c;
}
template <class T> inline constexpr custom_access custom_of = find_custom<T>();

template <class T> [[nodiscard]] constexpr std::string_view name_of_described() noexcept {
    if constexpr (requires { component<T>::name; }) return component<T>::name;
    else return name_of_type<T>();
}

/// f(what is said of it, the member) for each field of a structure.
template <class T, class F> constexpr void with_each_field(T& value, F f) {
    using type = std::remove_const_t<T>;
    if constexpr (lists_fields<type>) {
        std::apply([&](const auto&... listed) { (f(listed.about, value.*listed.member), ...); },
                   component<type>::fields);
    } else {
        with_members(value, [&](auto&... members) {
            std::size_t i = 0;
            const auto names = []<std::size_t... I>(std::index_sequence<I...>) {
                return std::array{field_description{.name = member_name<type, I>}...};
            }(std::make_index_sequence<sizeof...(members)>());
            (f(names[i++], members), ...);
        });
    }
}
template <class T> [[nodiscard]] consteval std::size_t count_fields() noexcept {
    if constexpr (lists_fields<T>) return std::tuple_size_v<std::remove_cvref_t<decltype(component<T>::fields)>>;
    else return count_members<T>();
}

template <class T> class structure_table {
  public:
    structure_table() noexcept {
        const auto address = [](const auto& x) {
            return reinterpret_cast<std::uintptr_t>(static_cast<const void*>(std::addressof(x)));
        };
        std::size_t i = 0;
        with_each_field(example<T>.value, [&](const field_description& about, auto& member) {
            fields_[i] = about;
            fields_[i].type = &description_of<std::remove_reference_t<decltype(member)>>();
            fields_[i].offset = address(member) - address(example<T>.value);
            ++i;
        });
        its = structure_of(name_of_described<T>(), sizeof(T), fields_);
        if constexpr (requires { component<T>::renamed; }) its.renamed = component<T>::renamed;
    }
    structure_table(const structure_table&) = delete;
    structure_table& operator=(const structure_table&) = delete;
    description its;

  private:
    std::array<field_description, count_fields<T>()> fields_;
};

template <class T> [[nodiscard]] description describe_value() noexcept {
    description d{.name = name_of_described<T>(), .size = sizeof(T)};
    if constexpr (saves_itself<T>) {
        d.kind = value_kind::custom;
        d.custom = &custom_of<T>;
    } else if constexpr (std::is_arithmetic_v<T>) {
        d.kind = std::is_same_v<T, bool>       ? value_kind::boolean
                 : std::is_floating_point_v<T> ? value_kind::real
                 : std::is_signed_v<T>         ? value_kind::integer
                                               : value_kind::natural;
        d.is_packed = true;
    } else if constexpr (std::is_enum_v<T>) {
        d = enumeration_of(d.name, sizeof(T), std::is_signed_v<std::underlying_type_t<T>>, enumerators_of<T>);
        d.has_listed_names = requires { component<T>::names; };
    } else if constexpr (std::is_same_v<T, entity>) {
        d.kind = value_kind::entity;
        d.is_packed = true;
    } else if constexpr (is_text<T>) {
        d.kind = value_kind::text;
        d.text = &text_of<T>;
    } else if constexpr (std::is_bounded_array_v<T>) {
        d = array_of(description_of<std::remove_extent_t<T>>(), std::extent_v<T>);
    } else if constexpr (is_array<T>) {
        d = array_of(description_of<typename T::value_type>(), std::tuple_size_v<T>);
    } else if constexpr (is_list<T>) {
        d.kind = value_kind::list;
        d.element = &description_of<typename T::value_type>();
        d.list = &list_of<T>;
    } else if constexpr (!std::is_empty_v<T>) {
        d.kind = value_kind::bytes;
        d.is_packed = true;
    }
    return d;
}

} // namespace core

/// The description of a type, which is static data. O(1), except for the first time.
template <described T> [[nodiscard]] const description& description_of() noexcept {
    if constexpr (std::is_const_v<T>) {
        return description_of<std::remove_const_t<T>>();
    } else if constexpr (structured<T>) {
        static const core::structure_table<T> table;
        return table.its;
    } else {
        static const description its = core::describe_value<T>();
        return its;
    }
}

/// Calls f(field, member) for each field of a value, in their order: a `const field_description&`, and a reference to
/// the member.
template <class T, class F>
    requires structured<std::remove_const_t<T>>
void for_each_field(T& value, F f) {
    const field_description* at = description_of<T>().fields.data();
    core::with_each_field(value, [&](const field_description&, auto& member) { f(*at++, member); });
}
/// The same of a value of run time: f(field, address of the member).
template <class F> void for_each_field(const description& type, void* value, F f) {
    for (const field_description& field : type.fields)
        f(field, static_cast<void*>(static_cast<std::byte*>(value) + field.offset));
}
template <class F> void for_each_field(const description& type, const void* value, F f) {
    for (const field_description& field : type.fields)
        f(field, static_cast<const void*>(static_cast<const std::byte*>(value) + field.offset));
}

/// From now on a world's components say what they are made of, to code that knows them at run time only: see
/// `component_ref::description`. Throws what the allocator throws.
template <class Allocator, class... Cs> void describe(basic_world<Allocator>& w, components_t<Cs...>) {
    ((w.template component<Cs>().column()->type.made_of = &description_of<Cs>()), ...);
}

} // namespace throng
