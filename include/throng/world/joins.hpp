#pragma once

#include <throng/world/query.hpp>
#include <throng/world/world.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

/// Queries of two entities at a time, which a relation connects, and queries along a hierarchy. All of them find out
/// first what they are to visit; each is visited if it still matches, and is related, when its turn comes. The walk
/// keeps the visited entities, so that any edit is legal in it.
namespace throng {

namespace core {

/// The arguments of a function called for two entities: the values of both, each after its entity if the function takes
/// entities.
template <class F, class Mine, class Its> struct wants_entities;
template <class F, class... As, class... Bs> struct wants_entities<F, types<As...>, types<Bs...>> {
    static constexpr bool value = std::is_invocable_v<F&, entity, As..., entity, Bs...>;
    static_assert(value || std::is_invocable_v<F&, As..., Bs...>,
                  "throng: the function must take the components of both queries, by reference: f(components of the "
                  "first..., components of the second...), or f(entity, components..., entity, components...)");
};

/// An entity on which a walk stands, with what a query gives of it.
template <class Matcher> class visited_row : pinned {
    using storage_type = typename Matcher::storage_type;

  public:
    /// Stands nowhere if the entity does not match.
    visited_row(const query<Matcher>& those, entity e) : home_(those.terms().home()), e_(e) {
        if (!those.contains(e)) return;
        const std::uint32_t page = e.index() / page_slots;
        stands_ = view_.enter(those.terms(), page);
        if (stands_) those.terms().note_writing(page);
    }
    [[nodiscard]] explicit operator bool() const noexcept { return stands_; }
    [[nodiscard]] unsigned slot() const noexcept { return e_.index() % page_slots; }
    [[nodiscard]] const typename Matcher::page_view& page() const noexcept { return view_; }
    [[nodiscard]] storage_type& home() const noexcept { return home_; }

  private:
    storage_type& home_;
    entity e_;
    typename Matcher::page_view view_;
    bool stands_ = false;
};

/// Calls f for entities that were found before, in the order of a list: for those of which `is` says that they are
/// still what has been looked for.
template <class Matcher, class F, class List, class Is>
void visit_in_order(const query<Matcher>& those, const List& all, F& f, Is is) {
    using storage_type = typename Matcher::storage_type;
    const storage_share<typename storage_type::allocator_type> home(those.terms().home());
    for (const entity e : all) {
        if (home->is_over()) return;
        if (!is(e)) continue;
        const visited_row<Matcher> row(those, e);
        if (!row) continue;
        const typename storage_type::standing here(*home, e.index());
        Matcher::call(f, row.page(), row.slot(), e);
    }
}
template <class Matcher, class F, class List> void visit_in_order(const query<Matcher>& those, const List& all, F& f) {
    visit_in_order(those, all, f, [](entity) { return true; });
}
/// Calls f for two entities; nothing happens if one of them does not match.
template <class Mine, class Its, class F>
void visit_both(const query<Mine>& those, entity e, const query<Its>& others, entity other, F& f) {
    using standing = typename Mine::storage_type::standing;
    const visited_row<Mine> mine(those, e);
    const visited_row<Its> its(others, other);
    if (!mine || !its) return;
    const standing here(mine.home(), e.index());
    const standing there(mine.home(), other.index());
    Mine::with_access(mine.page(), [&](auto... as) {
        Its::with_access(its.page(), [&](auto... bs) {
            if constexpr (wants_entities<F, typename Mine::arguments, typename Its::arguments>::value)
                f(e, as(mine.slot())..., other, bs(its.slot())...);
            else f(as(mine.slot())..., bs(its.slot())...);
        });
    });
}

/// The entity above another one: the target of a relation without cycles, or the parent in a family.
template <class Hierarchy> [[nodiscard]] entity above(const Hierarchy& h, entity e) noexcept {
    if constexpr (requires { h.parent_of(e); }) {
        return h.parent_of(e);
    } else {
        static_assert(
            requires { h.is_above(e, e); },
            "throng: a hierarchy is a family, or a relation without cycles: say `static constexpr bool acyclic "
            "= true;` in its throng::component, and `exclusive`");
        return h.target_of(e);
    }
}

/// The matching entities, each after the ones above it, otherwise in the order of their indices.
template <class Hierarchy, class Matcher>
[[nodiscard]] std::vector<entity> from_above(const Hierarchy& h, const query<Matcher>& those) {
    struct at_depth {
        std::size_t depth;
        entity e;
    };
    std::vector<at_depth> all;
    those.each_word([&](std::uint32_t page, unsigned w, word matching) {
        for (; any(matching); matching = without_lowest(matching)) {
            const entity e = those.terms().home().entity_at(page * page_slots + w * word_bits + lowest(matching));
            std::size_t depth = 0;
            for (entity up = above(h, e); up; up = above(h, up)) ++depth;
            all.push_back({depth, e});
        }
        return true;
    });
    std::sort(all.begin(), all.end(), [](const at_depth& a, const at_depth& b) {
        return a.depth != b.depth ? a.depth < b.depth : a.e.index() < b.e.index();
    });
    std::vector<entity> ordered;
    ordered.reserve(all.size());
    for (const at_depth& p : all) ordered.push_back(p.e);
    return ordered;
}

} // namespace core

/// Calls f for each two that are related, of which the source matches one query and the target another: ships whose
/// engine has no fuel, units with what they are to attack. f(components of the source..., components of the target...),
/// or f(entity, components..., entity, components...). Sources come in the order of their indices, the targets of each
/// in that in which they came to be so. O(what matches the first, and its relations). Throws what f and the allocator
/// throw.
///
///     throng::each_related(engines, w.query<ship>(), w.query<const fuel>(), [](ship& s, const fuel& f) { ... });
template <class Relation, class Sources, class Targets, class F>
void each_related(const Relation& by, const query<Sources>& sources, const query<Targets>& targets, F f) {
    using storage_type = typename Sources::storage_type;
    const core::storage_share<typename storage_type::allocator_type> home(sources.terms().home());
    std::vector<std::pair<entity, entity>> all;
    sources.each_word([&](std::uint32_t page, unsigned w, core::word matching) {
        for (; core::any(matching); matching = core::without_lowest(matching)) {
            const entity e = home->entity_at(page * core::page_slots + w * core::word_bits + core::lowest(matching));
            auto its = by.targets(e);
            while (const entity t = its.next()) {
                if (targets.contains(t)) all.emplace_back(e, t);
            }
        }
        return true;
    });
    for (const auto& [source, target] : all) {
        if (home->is_over()) return;
        if (by.related(source, target)) core::visit_both(sources, source, targets, target, f);
    }
}

/// Calls f as `those.each(f)` would, for the sources of a target that match, in the order in which they came to be so:
/// a query of one group. O(sources).
template <class Relation, class Matcher, class F>
void each_source(const Relation& by, entity target, const query<Matcher>& those, F f) {
    std::vector<entity> all;
    auto its = by.sources(target);
    while (const entity e = its.next()) {
        if (those.contains(e)) all.push_back(e);
    }
    core::visit_in_order(those, all, f, [&](entity e) { return by.related(e, target); });
}

/// The nearest above an entity that matches; an empty handle if there is none. O(depth).
template <class Hierarchy, class Matcher>
[[nodiscard]] entity find_above(const Hierarchy& h, entity e, const query<Matcher>& those) noexcept {
    for (entity up = core::above(h, e); up; up = core::above(h, up)) {
        if (those.contains(up)) return up;
    }
    return {};
}

/// Calls f as `those.each(f)` would, what stands above before what stands below: a parent before its children. The
/// hierarchy is a `family`, or a relation without cycles. O(n log n), and O(depth) for each. Throws what f and the
/// allocator throw.
template <class Hierarchy, class Matcher, class F>
void each_downwards(const Hierarchy& h, const query<Matcher>& those, F f) {
    core::visit_in_order(those, core::from_above(h, those), f);
}
/// The same with the nearest above each that matches another query; what has none is not visited.
///
///     throng::each_downwards(parts, w.query<const local, global>(), w.query<const global>(),
///                            [](const local& l, global& g, const global& above) { g = above * l; });
template <class Hierarchy, class Matcher, class Above, class F>
void each_downwards(const Hierarchy& h, const query<Matcher>& those, const query<Above>& above, F f) {
    using storage_type = typename Matcher::storage_type;
    const core::storage_share<typename storage_type::allocator_type> home(those.terms().home());
    for (const entity e : core::from_above(h, those)) {
        if (home->is_over()) return;
        if (const entity up = find_above(h, e, above)) core::visit_both(those, e, above, up, f);
    }
}

} // namespace throng
