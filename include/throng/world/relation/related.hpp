#pragma once

#include <throng/world/component.hpp>
#include <throng/world/description.hpp>
#include <throng/world/entity.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

namespace throng {

/// The treatment of a source when its target is destroyed: see `relation`.
enum class target_policy : unsigned char { drop, die_too };
/// The relation ends.
inline constexpr target_policy drop = target_policy::drop;
/// The source is also destroyed.
inline constexpr target_policy die_too = target_policy::die_too;

/// One end of a relation, as the entity at the other end keeps it. A link that has ended is empty, until the list is
/// packed.
struct link_end {
    static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
    /// The entity at this end.
    entity other;
    /// Where the link stands in that entity's list. It is derived, and not saved.
    std::uint32_t place = nowhere;
    /// The sources of a target are in this order, and in that of their indices where it is the same.
    std::uint32_t order = 0;
};
/// The same with the relation's value, which the source keeps.
template <class R> struct valued_link {
    entity other;
    std::uint32_t place = link_end::nowhere;
    std::uint32_t order = 0;
    R value{};
};

/// To which entities one is related by `R`, and which are related to it. A component of both; `relation` alone writes
/// it. List it among the components to save the relation, which needs a `component<R>::name`. Its state is the targets:
/// these are saved, hashed and sent to clients, and the sources are derived from them.
template <class R> struct related {
    /// One of its targets: with the relation's value, if it has one.
    using link = std::conditional_t<core::tag<R>, link_end, valued_link<R>>;
    /// The entity that it belongs to. A clone's copy belongs to the original, and counts as none.
    entity self;
    std::vector<link> targets;
    std::vector<link_end> sources;
    /// How many of either have ended, and are empty.
    std::uint32_t gone_targets = 0;
    std::uint32_t gone_sources = 0;
};

namespace core {

template <class R> [[nodiscard]] consteval bool is_exclusive() noexcept {
    if constexpr (requires { component<R>::exclusive; }) return component<R>::exclusive;
    else return false;
}
template <class R> [[nodiscard]] consteval bool has_one_source() noexcept {
    if constexpr (requires { component<R>::one_source; }) return component<R>::one_source;
    else return false;
}
template <class R> [[nodiscard]] consteval bool is_symmetric() noexcept {
    if constexpr (requires { component<R>::symmetric; }) return component<R>::symmetric;
    else return false;
}
template <class R> [[nodiscard]] consteval bool is_acyclic() noexcept {
    if constexpr (requires { component<R>::acyclic; }) return component<R>::acyclic;
    else return false;
}
template <class R> [[nodiscard]] consteval target_policy policy_of() noexcept {
    if constexpr (requires { component<R>::when_target_dies; }) return component<R>::when_target_dies;
    else return target_policy::drop;
}

template <class C> inline constexpr bool is_related = false;
template <class R> inline constexpr bool is_related<related<R>> = true;

/// The component of a relation is called after the relation.
inline constexpr std::string_view before_relation = "throng::related:";

template <class R> struct component_of_related {
    static constexpr auto text =
        joined<before_relation.size() + name_of_type<R>().size()>(before_relation, name_of_type<R>());
    static constexpr const char* shown = text.data();
};
template <class R>
    requires requires { component<R>::name; }
struct component_of_related<R> : named_after<before_relation, R> {};

} // namespace core

// (Earlier the place among the target's sources was saved: it is their order.)
template <> struct component<link_end> {
    static constexpr auto fields = throng::fields(field("other", &link_end::other), field("order", &link_end::order));
    static constexpr field_renamed renamed[] = {{"place", "order"}};
};
template <class R> struct component<valued_link<R>> {
    using link = valued_link<R>;
    static constexpr auto fields =
        throng::fields(field("other", &link::other), field("order", &link::order), field("value", &link::value));
    static constexpr field_renamed renamed[] = {{"place", "order"}};
};
template <class R> struct component<related<R>> : core::component_of_related<R> {
    static constexpr auto fields =
        throng::fields(field("self", &related<R>::self), field("targets", &related<R>::targets));
};

} // namespace throng
