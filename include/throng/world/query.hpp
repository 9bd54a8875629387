#pragma once

#include <throng/core/walk.hpp>
#include <throng/world/query/run_walk.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace throng {

namespace core {
template <class Matcher> class frozen_query;
} // namespace core

/// The entities of a world that match its terms. A query is cheap to create on the spot, holds only a few addresses,
/// needs no registration, and is valid as long as its world exists.
///
///     world.query<position, const velocity>(none_of<frozen>).each([](position& p, const velocity& v) { p += v; });
///     for (auto [e, p] : world.query<position>()) if (p.y < 0) world.destroy(e);
///
/// A walk shows residents: the entities that matched when it began and have matched ever since, each once, in the order
/// of their indices. With `live`, those that have come to match since are visited next, and so on until there are none.
/// With `backward`, the residents are visited in the reverse order.
/// During the walk, any edit of any entity is legal; it takes effect at once. The visited entity keeps its values to
/// the end of the visit, even if it is destroyed or loses components; but a component that is added to it again
/// replaces the old one.
template <class Matcher> class query {
    using caller = core::caller;

  public:
    using walk_type = core::query_walk<Matcher>;
    using row_type = typename Matcher::row_type;

    explicit query(const Matcher& m) noexcept : matcher_(m) {}
    template <class... Terms> query(std::in_place_t, typename Matcher::storage_type& home, const Terms&... terms)
        : matcher_(home, terms...) {}

    /// Calls f(components...) or f(entity, components...) for each. Values come as references, optional ones as
    /// addresses. The policy is `residents`, `live` or `backward`.
    template <class F> void each(F f, caller where = {}) const { walk_type(matcher_, core::at_once, where).each(f); }
    template <class Policy, class F> void each(Policy p, F f, caller where = {}) const { walk(p, where).each(f); }

    /// An open walk: for range-for, which gives rows of the entity and its components, or `next()`.
    [[nodiscard]] walk_type walk(residents_t, caller where = {}) const { return walk_type(matcher_, false, where); }
    [[nodiscard]] walk_type walk(live_t, caller where = {}) const { return walk_type(matcher_, true, where); }
    /// The same of residents, from the highest index to the lowest.
    [[nodiscard]] core::query_walk<Matcher, true> walk(backward_t, caller where = {}) const {
        return core::query_walk<Matcher, true>(matcher_, false, where);
    }

    /// Range-for over a query shows residents.
    using iterator = core::row_iterator<walk_type>;
    [[nodiscard]] iterator begin(caller where = {}) const {
        return iterator(std::in_place, matcher_, core::at_once, where);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// The residents as runs of neighbours, in order: tuples of their entities and a span for each component. A run's
    /// values are kept until the loop goes on to the next run. Not of sparse components (see `component`), whose values
    /// do not stand side by side.
    [[nodiscard]] core::run_walk<Matcher> runs(caller where = {}) const {
        return core::run_walk<Matcher>(matcher_, where);
    }

    /// A view of the entities that match now, unaffected by later edits: it also shows entities that are destroyed or
    /// lose components later, whose values and indices are kept until the view is destroyed. Values are not frozen:
    /// they may be modified, and a component that is added to an entity again replaces the old one. O(1), copies
    /// nothing.
    [[nodiscard]] core::frozen_query<Matcher> freeze(caller where = {}) const;

    /// How many match. O(pages).
    [[nodiscard]] std::size_t count() const noexcept {
        std::size_t n = 0;
        each_page([&](std::uint32_t, const core::word* those) {
            n += core::count_page(those);
            return true;
        });
        return n;
    }
    [[nodiscard]] bool empty() const noexcept { return !first(); }
    /// The one with the lowest index; an empty handle if nothing matches.
    [[nodiscard]] entity first() const noexcept {
        entity e;
        each_word([&](std::uint32_t page, unsigned w, core::word those) {
            e = matcher_.home().entity_at(page * core::page_slots + w * core::word_bits + core::lowest(those));
            return false;
        });
        return e;
    }
    /// Whether the entity is alive and matches. O(1).
    [[nodiscard]] bool contains(entity e) const noexcept {
        return matcher_.home().is_alive(e) && matcher_.matches(e.index());
    }

    /// The terms of the query.
    [[nodiscard]] const Matcher& terms() const noexcept { return matcher_; }

    /// Calls f(page, word's number, what matches) for each word where any does, until it returns false. It may edit the
    /// word that it is called with.
    template <class F> void each_word(F f) const {
        each_page([&](std::uint32_t page, const core::word* those) {
            for (unsigned w = 0; w < core::page_words; ++w) {
                if (core::any(those[w]) && !f(page, w, those[w])) return false;
            }
            return true;
        });
    }
    /// Calls f(page, what matches there) for each page where any does, until it returns false. It may edit the page
    /// that it is called with.
    template <class F> void each_page(F f) const {
        typename Matcher::page_view v;
        core::word those[core::page_words];
        const std::uint32_t pages = matcher_.home().page_count();
        for (std::uint32_t p = 0; p < pages; ++p) {
            if (v.enter(matcher_, p) && v.match_all(those) && !f(p, static_cast<const core::word*>(those))) return;
        }
    }

  private:
    Matcher matcher_;
};

namespace core {

/// Those of a world that have all of the values and fulfil the terms.
template <class Storage, class Values, class... Terms> struct queried_by;
template <class Storage, class... Vs, class... Terms> struct queried_by<Storage, types<Vs...>, Terms...> {
    using optionals = typename joined_types<types<>, typename term<Terms>::optionals...>::type;
    using matcher_type =
        matcher<Storage, types<Vs...>, optionals, static_cast<unsigned>(sizeof...(Vs)) + (0U + ... + term<Terms>::all),
                (0U + ... + term<Terms>::none), (0U + ... + term<Terms>::any), (0U + ... + term<Terms>::groups),
                (0U + ... + filters_of<term<Terms>>()),
                (shows_disabled<Terms> || ...) || (std::is_same_v<std::remove_const_t<Vs>, disabled> || ...)>;

    [[nodiscard]] THRONG_ALWAYS_INLINE static query<matcher_type> of(Storage& home, const Terms&... terms) {
        return query<matcher_type>(std::in_place, home, terms...);
    }
};
template <class Storage, class Values, class... Terms>
[[nodiscard]] auto queried(Storage& home, const Terms&... terms) {
    return queried_by<Storage, Values, Terms...>::of(home, terms...);
}

} // namespace core
} // namespace throng
