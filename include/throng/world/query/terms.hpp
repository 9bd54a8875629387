#pragma once

#include <throng/world/kernel/column.hpp>

#include <type_traits>

namespace throng {

/// Terms of a query, beside the components whose values it gives: `world.query<position, const
/// velocity>(none_of<frozen>)`.
template <class... Cs> struct all_of_t {};
/// The type of `any_of`.
template <class... Cs> struct any_of_t {};
/// The type of `none_of`.
template <class... Cs> struct none_of_t {};
/// The type of `optional`.
template <class C> struct optional_t {};
/// Entities that also have all of these; their values are not given.
template <class... Cs> inline constexpr all_of_t<Cs...> all_of{};
/// Entities that have at least one of these.
template <class... Cs> inline constexpr any_of_t<Cs...> any_of{};
/// Entities that have none of these.
template <class... Cs> inline constexpr none_of_t<Cs...> none_of{};
/// Gives the component's address, or null where an entity has none. Whether it has one does not matter to the query.
template <class C> inline constexpr optional_t<C> optional{};

/// The type of `with_disabled`.
struct with_disabled_t {};
/// A term of a query that also selects disabled entities.
inline constexpr with_disabled_t with_disabled{};

namespace core {

/// A column that was not known by its type: of a subset, or made at run time.
template <class Allocator> struct in_column {
    column<Allocator>* of;
};
template <class Allocator> struct not_in_column {
    column<Allocator>* of;
};

/// At least one of several columns and components: `seen.present() | mana.present() | any_of<tag>`.
template <class Allocator, unsigned N, class... Cs> struct in_any_column {
    column<Allocator>* of[N];
};
template <class Allocator>
[[nodiscard]] in_any_column<Allocator, 2> operator|(in_column<Allocator> a, in_column<Allocator> b) noexcept {
    return {{a.of, b.of}};
}
template <class Allocator, class... Cs>
[[nodiscard]] in_any_column<Allocator, 1, Cs...> operator|(in_column<Allocator> a, any_of_t<Cs...>) noexcept {
    return {{a.of}};
}
template <class Allocator, class... Cs>
[[nodiscard]] in_any_column<Allocator, 1, Cs...> operator|(any_of_t<Cs...>, in_column<Allocator> a) noexcept {
    return {{a.of}};
}
template <class Allocator, unsigned N, class... Cs> [[nodiscard]] in_any_column<Allocator, N + 1, Cs...>
operator|(const in_any_column<Allocator, N, Cs...>& those, in_column<Allocator> one) noexcept {
    in_any_column<Allocator, N + 1, Cs...> more{};
    for (unsigned i = 0; i < N; ++i) more.of[i] = those.of[i];
    more.of[N] = one.of;
    return more;
}
template <class Allocator, unsigned N, class... Cs, class... Ds> [[nodiscard]] in_any_column<Allocator, N, Cs..., Ds...>
operator|(const in_any_column<Allocator, N, Cs...>& those, any_of_t<Ds...>) noexcept {
    in_any_column<Allocator, N, Cs..., Ds...> more{};
    for (unsigned i = 0; i < N; ++i) more.of[i] = those.of[i];
    return more;
}

/// The requirements of each term: the number of columns, and of functions called for each entity (`filters`; most terms
/// have none).
template <class Term> struct term;
template <> struct term<with_disabled_t> {
    static constexpr unsigned all = 0, none = 0, any = 0, groups = 0;
    using optionals = types<>;
    template <class Query> static void put(Query&, with_disabled_t) {}
};
/// Whether a term asks for what is disabled.
template <class Term> inline constexpr bool shows_disabled = false;
template <> inline constexpr bool shows_disabled<with_disabled_t> = true;
template <class... Cs> inline constexpr bool shows_disabled<all_of_t<Cs...>> = (std::is_same_v<Cs, disabled> || ...);
template <class... Cs> inline constexpr bool shows_disabled<any_of_t<Cs...>> = (std::is_same_v<Cs, disabled> || ...);
template <> inline constexpr bool shows_disabled<optional_t<disabled>> = true;
template <class Of> [[nodiscard]] consteval unsigned filters_of() noexcept {
    if constexpr (requires { Of::filters; }) return Of::filters;
    else return 0;
}
template <class... Cs> struct term<all_of_t<Cs...>> {
    static constexpr unsigned all = sizeof...(Cs), none = 0, any = 0, groups = 0;
    using optionals = types<>;
    template <class Query> static void put(Query& q, const all_of_t<Cs...>&) {
        (q.put_all(q.template named<Cs>()), ...);
    }
};
template <class... Cs> struct term<any_of_t<Cs...>> {
    static_assert(sizeof...(Cs) > 0, "throng: any_of nothing matches nothing");
    static constexpr unsigned all = 0, none = 0, any = sizeof...(Cs), groups = 1;
    using optionals = types<>;
    template <class Query> static void put(Query& q, const any_of_t<Cs...>&) {
        (q.put_any(q.template named<Cs>()), ...);
        q.end_group();
    }
};
template <class... Cs> struct term<none_of_t<Cs...>> {
    static constexpr unsigned all = 0, none = sizeof...(Cs), any = 0, groups = 0;
    using optionals = types<>;
    template <class Query> static void put(Query& q, const none_of_t<Cs...>&) {
        (q.put_none(q.template named<Cs>()), ...);
    }
};
template <class C> struct term<optional_t<C>> {
    static constexpr unsigned all = 0, none = 0, any = 0, groups = 0;
    using optionals = types<C>;
    template <class Query> static void put(Query& q, const optional_t<C>&) { q.put_optional(q.template named<C>()); }
};
template <class Allocator> struct term<in_column<Allocator>> {
    static constexpr unsigned all = 1, none = 0, any = 0, groups = 0;
    using optionals = types<>;
    template <class Query> static void put(Query& q, const in_column<Allocator>& t) { q.put_all({t.of}); }
};
template <class Allocator> struct term<not_in_column<Allocator>> {
    static constexpr unsigned all = 0, none = 1, any = 0, groups = 0;
    using optionals = types<>;
    template <class Query> static void put(Query& q, const not_in_column<Allocator>& t) { q.put_none({t.of}); }
};

template <class Allocator, unsigned N, class... Cs> struct term<in_any_column<Allocator, N, Cs...>> {
    static constexpr unsigned all = 0, none = 0, any = N + sizeof...(Cs), groups = 1;
    using optionals = types<>;
    template <class Query> static void put(Query& q, const in_any_column<Allocator, N, Cs...>& t) {
        for (column<Allocator>* const c : t.of) q.put_any({c});
        (q.put_any(q.template named<Cs>()), ...);
        q.end_group();
    }
};

template <class... Lists> struct joined_types;
template <> struct joined_types<> {
    using type = types<>;
};
template <class... As> struct joined_types<types<As...>> {
    using type = types<As...>;
};
template <class... As, class... Bs, class... Rest> struct joined_types<types<As...>, types<Bs...>, Rest...> {
    using type = typename joined_types<types<As..., Bs...>, Rest...>::type;
};

} // namespace core

/// A component known by its name or at run time: for editors, scripts and save games. Good as long as its world is.
template <class Allocator> class component_ref {
  public:
    component_ref() = default;
    explicit component_ref(core::column<Allocator>* c) noexcept : column_(c) {}
    [[nodiscard]] explicit operator bool() const noexcept { return column_ != nullptr; }
    /// The name of the component. If its `component<T>` gives it none: that of the C++ type, as the compiler writes it,
    /// which is for show alone, and empty if there is none either.
    [[nodiscard]] const char* name() const noexcept {
        return *column_->type.name != 0 ? column_->type.name : column_->type.shown;
    }
    /// In bytes; 0 for a tag.
    [[nodiscard]] std::size_t size() const noexcept { return column_->type.size; }
    [[nodiscard]] std::size_t alignment() const noexcept { return column_->type.alignment; }
    /// The description of its values; null if there is none. See throng/world/description.hpp.
    [[nodiscard]] const throng::description* description() const noexcept { return column_->type.made_of; }
    friend bool operator==(component_ref, component_ref) = default;

    /// As terms of a query.
    [[nodiscard]] core::in_column<Allocator> present() const noexcept { return {column_}; }
    [[nodiscard]] core::not_in_column<Allocator> absent() const noexcept { return {column_}; }
    [[nodiscard]] core::column<Allocator>* column() const noexcept { return column_; }

  private:
    core::column<Allocator>* column_ = nullptr;
};

} // namespace throng
