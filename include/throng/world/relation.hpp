#pragma once

#include <throng/core/walk.hpp>
#include <throng/fwd.hpp>
#include <throng/world/relation/links.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace throng {

/// An open walk of the targets, or the sources, of one entity, in the order in which they came to be so: a range-for
/// gives them, as entities, or, where the relation has values, as pairs of an entity and a copy of the value. It shows
/// each that is related when its turn comes; those that become so meanwhile only in a `live` walk.
template <class R, class Allocator, bool Sources> class relation_walk : core::link_walk {
    using links = core::links<R, Allocator>;
    using storage_type = core::storage<Allocator>;

  public:
    using row_type = std::conditional_t<core::tag<R>, entity, std::pair<entity, R>>;
    using iterator = core::row_iterator<relation_walk*>;

    relation_walk(storage_type& home, entity e, bool to_the_end) : home_(home), standing_(home, e.index()) {
        this->of = e;
        this->sources = Sources && !links::symmetric;
        auto* const k = links::of(home, e);
        this->limit = to_the_end ? links::none : k == nullptr ? 0 : links::template list<Sources>(*k).size();
        if (auto* const all = links::state_of(home)) all->link(*this);
    }
    /// It goes on where the other one, which is at its end then, has been.
    relation_walk(relation_walk&& other) noexcept
        : core::link_walk(), home_(other.home_), standing_(*home_, other.of.index()), current_(other.current_) {
        of = other.of;
        sources = other.sources;
        ahead = other.ahead;
        limit = std::exchange(other.limit, 0);
        other.current_ = {};
        if (auto* const all = links::state_of(*home_)) all->link(*this);
    }
    ~relation_walk() {
        // (If the world is destroyed, so is its list of walks.)
        if (auto* const all = links::state_of(*home_)) all->unlink(*this);
    }
    /// The next one; an empty handle at the end. A live walk at its end goes on when another one has come.
    entity next() noexcept {
        current_ = {};
        auto* const k = links::of(*home_, this->of);
        if (k == nullptr) return {};
        auto& all = links::template list<Sources>(*k);
        while (this->ahead < all.size() && this->ahead < this->limit) {
            const std::size_t i = this->ahead++;
            links::template read_ahead<Sources>(*home_, *k, i);
            if (links::template is_shown<Sources>(*home_, *k, i)) return current_ = all[i].other;
        }
        return {};
    }
    void advance() noexcept { (void)next(); }
    [[nodiscard]] bool is_at_end() const noexcept { return !current_; }
    /// The current entity, which must still be related.
    [[nodiscard]] row_type row() const {
        if constexpr (core::tag<R>) {
            return current_;
        } else {
            auto* const source = links::of(*home_, Sources ? current_ : this->of);
            auto* const target = links::of(*home_, Sources ? this->of : current_);
            return {current_, links::value(*source, links::find(*home_, *source, *target))};
        }
    }
    [[nodiscard]] row_type operator*() const { return row(); }
    [[nodiscard]] iterator begin() noexcept {
        (void)next();
        return iterator(this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

  private:
    core::storage_share<Allocator> home_;
    typename storage_type::standing standing_;
    entity current_;
};

namespace core {
template <class R> struct related_to_t {
    entity target;
};
} // namespace core

/// A term of queries: the sources of a target, or of any. A query asks each source of the relation, so it costs what
/// there are of those; `relation::sources` walks those of one target alone.
template <class R> [[nodiscard]] core::related_to_t<R> related_to(entity target) noexcept { return {target}; }
template <class R> [[nodiscard]] core::related_to_t<R> related_to() noexcept { return {}; }

namespace core {
template <class R> struct term<related_to_t<R>> {
    static constexpr unsigned all = 1, none = 0, any = 0, groups = 0, filters = 1;
    using optionals = types<>;
    template <class Query> static void put(Query& q, const related_to_t<R>& t) {
        using storage_type = typename Query::storage_type;
        using links_type = links<R, typename storage_type::allocator_type>;
        q.put_all(q.template named<related<R>>());
        q.put_filter({[](const storage_type& home, std::uint32_t index, entity target) {
                          related<R>* const s = links_type::own(home, home.entity_at(index));
                          if (s == nullptr) return false;
                          // (Until the relations of a target that dies have ended, it has them.)
                          if (!target) return links_type::template has_any<false>(home, *s);
                          related<R>* const its = links_type::of(home, target);
                          return its != nullptr && links_type::find(home, *s, *its) != links_type::none;
                      },
                      t.target});
    }
};
} // namespace core

/// Which entities of a world are related to which by `R`: any number of sources to any number of targets.
///
///     struct likes { int how_much = 0; };
///     throng::relation<likes> liking(world);
///     liking.relate(ann, bob, {3});
///     for (auto [target, how] : liking.targets(ann)) ...
///     world.query<position>(throng::related_to<likes>(bob)).each(...);
///
/// An `R` without members has no value. Its `component` sets its rules; each line may be missing:
///
///     template <> struct throng::component<docked_to> {
///         static constexpr bool exclusive = true;    // a source has one target: another takes its place
///         static constexpr bool one_source = true;   // a target has one source: another takes its place
///         static constexpr bool symmetric = true;    // either is the other's target, and its source
///         static constexpr bool acyclic = true;      // nothing is above itself: relating it so is refused
///         static constexpr auto when_target_dies = throng::die_too;    // else the relation ends: throng::drop
///         static constexpr const char* name = "docked_to";             // to be saved
///     };
///
/// Any edit is legal while relations are walked, and in every hook. Relations end after all hooks have been called for
/// the removal of an entity, or of its `related<R>`; sources that die with their target are destroyed then, one after
/// the other, for chains of any length. A clone is related to nothing. Values are stored in lists: while one is copied,
/// assigned or destroyed, it must not edit its relation.
///
/// The links are a component like any other, `related<R>`: the targets are saved, hashed, replicated and written as
/// JSON where it is listed, and the sources are derived from them. They are restored and rolled back with the world.
/// Relations belong to the world: all `relation<R>`s of one world show and modify the same ones. Once the first exists,
/// relations end with their entities as long as the world exists.
template <class R, class Allocator> class basic_relation {
    static_assert(std::is_default_constructible_v<R> && std::is_copy_constructible_v<R>,
                  "throng: what a relation says must be copyable, and have a default constructor");
    static_assert(!core::has_one_source<R>() || !core::is_symmetric<R>(),
                  "throng: in a symmetric relation each source is a target: say `exclusive`, which both are, and leave "
                  "out `one_source`");
    static_assert(!core::is_acyclic<R>() || (core::is_exclusive<R>() && !core::is_symmetric<R>()),
                  "throng: a relation without cycles has one target a source, and is not symmetric");
    using links = core::links<R, Allocator>;
    using storage_type = core::storage<Allocator>;

  public:
    using world_type = basic_world<Allocator>;

    /// Throws what the allocator throws.
    explicit basic_relation(world_type& w) : home_(w.storage()) { links::prepare(*home_); }

    /// Relates a source to a target, with a value, which takes the place of the one that is there; of an exclusive
    /// relation the target takes the place of the former, and where a target has one source, so does the source. False,
    /// and nothing changes, if one of the handles is stale, if a hook has taken something away, if it would be related
    /// to itself in a symmetric relation, or above itself in one without cycles. O(the shorter of the source's targets
    /// and the target's sources). Throws what the allocator, a copy or a hook of `related<R>` throws.
    bool relate(entity source, entity target, const R& value = R()) {
        if (!may_relate(source, target)) return false;
        auto* s = links::own(*home_, source);
        auto* t = links::own(*home_, target);
        if (s == nullptr || t == nullptr) {
            links::give(*home_, source);
            links::give(*home_, target);
            s = links::own(*home_, source);
            t = links::own(*home_, target);
            if (s == nullptr || t == nullptr || !may_relate(source, target)) return false;
        }
        if (const std::size_t i = links::find(*home_, *s, *t); i != links::none) {
            links::set_value(*s, *home_, i, value);
            return true;
        }
        typename links::state_type::link_event now{source, target, value};
        auto& state = *links::state_of(*home_);
        typename links::state_type::ended_links ended(state);
        if constexpr (core::is_exclusive<R>()) {
            links::template part_all<false>(*home_, *s, &ended);
            if constexpr (core::is_symmetric<R>()) links::template part_all<false>(*home_, *t, &ended);
        }
        if constexpr (core::has_one_source<R>()) links::template part_all<true>(*home_, *t, &ended);
        links::join(*home_, *s, *t, now.value);
        ended.call();
        if (state.on_related && related(source, target)) state.on_related.call(now);
        return true;
    }
    /// False if they are not related. Costs as `relate`. Throws what the allocator throws, where walks are open.
    bool unrelate(entity source, entity target) {
        auto* const s = links::own(*home_, source);
        auto* const t = links::own(*home_, target);
        const std::size_t i = s == nullptr || t == nullptr ? links::none : links::find(*home_, *s, *t);
        if (i == links::none) return false;
        typename links::state_type::ended_links ended(*links::state_of(*home_));
        links::part(*home_, *s, i, &ended);
        ended.call();
        return true;
    }
    /// From all its targets; how many there were.
    std::size_t unrelate_all(entity source) {
        std::size_t n = 0;
        for (entity t = target_of(source); t && unrelate(source, t); t = target_of(source)) ++n;
        return n;
    }

    /// Also false if one of the handles is stale. O(the shorter of the two lists).
    [[nodiscard]] bool related(entity source, entity target) const noexcept {
        auto* const s = links::own(*home_, source);
        auto* const t = links::own(*home_, target);
        return s != nullptr && t != nullptr && links::find(*home_, *s, *t) != links::none;
    }
    /// A copy of the relation's value; nothing if they are not related.
    [[nodiscard]] std::optional<R> value(entity source, entity target) const {
        auto* const s = links::own(*home_, source);
        auto* const t = links::own(*home_, target);
        const std::size_t i = s == nullptr || t == nullptr ? links::none : links::find(*home_, *s, *t);
        if (i == links::none) return std::nullopt;
        return links::value(*s, i);
    }
    /// The first of its targets: of an exclusive relation the only one. An empty handle if there is none, or if the
    /// handle is stale; in the hooks of an entity that is destroyed, what it had.
    [[nodiscard]] entity target_of(entity source) const noexcept { return first<false>(source); }
    [[nodiscard]] entity source_of(entity target) const noexcept { return first<true>(target); }
    /// The targets of an entity, and its sources, in the order in which they were related; live walks also show those
    /// related meanwhile. (In a symmetric relation both are the same.)
    [[nodiscard]] relation_walk<R, Allocator, false> targets(entity source) const { return {*home_, source, false}; }
    [[nodiscard]] relation_walk<R, Allocator, true> sources(entity target) const { return {*home_, target, false}; }
    [[nodiscard]] relation_walk<R, Allocator, false> targets(entity source, live_t) const {
        return {*home_, source, true};
    }
    [[nodiscard]] relation_walk<R, Allocator, true> sources(entity target, live_t) const {
        return {*home_, target, true};
    }
    /// How many there are. O(those that there are).
    [[nodiscard]] std::size_t count_targets(entity source) const noexcept { return count<false>(source); }
    [[nodiscard]] std::size_t count_sources(entity target) const noexcept { return count<true>(target); }

    /// Whether the target is above the source: its target, or above that. O(depth).
    [[nodiscard]] bool is_above(entity target, entity source) const noexcept
        requires(core::is_acyclic<R>())
    {
        return target && links::leads_to(*home_, target_of(source), target);
    }
    /// The target of the target, and so on: the last that has none; the entity itself if it has none. O(depth).
    [[nodiscard]] entity top_of(entity e) const noexcept
        requires(core::is_acyclic<R>())
    {
        for (entity up = target_of(e); up; up = target_of(e)) e = up;
        return e;
    }
    /// Calls f(entity) for its target, the target of that, and so on, upwards: for those of the beginning that are
    /// alive when their turn comes.
    template <class F>
        requires(core::is_acyclic<R>())
    void each_above(entity source, F f) const {
        core::local_row<entity, Allocator> those(home_->allocator());
        for (entity e = target_of(source); e; e = target_of(e)) those.push(e);
        for (const entity e : those) {
            if (home_->is_alive(e)) f(e);
        }
    }

    /// f(source, target, value), or f(source, target) of an `R` without members, is called when a source has been
    /// related to a target; and when they are related no more: by `unrelate`, by another target or source that has
    /// taken its place, or because either has been destroyed or has lost its `related<R>`. The functions may make any
    /// edit, so either entity may be stale. One function each for a world; null takes it off. A change of the value,
    /// roll-backs and restoring call neither.
    ///
    /// If `on_related` throws, they are related nevertheless. If `on_unrelated` throws, it is called for the other
    /// links that have ended before the exception goes on.
    template <class F> void on_related(F f) { set_function(&links::state_type::on_related, std::move(f)); }
    template <class F> void on_unrelated(F f) { set_function(&links::state_type::on_unrelated, std::move(f)); }
    /// f(source, target, value) is called for each source that is alive when its target has been destroyed, after
    /// `on_unrelated`; not in a relation whose sources are destroyed with their targets. Any edit is legal. One
    /// function for a world; null takes it off. If it throws, the exception goes on, and it is not called for the
    /// others.
    template <class F> void on_target_gone(F f)
        requires(core::policy_of<R>() == target_policy::drop)
    {
        set_function(&links::state_type::on_gone, std::move(f));
    }

  private:
    template <class F> void set_function(typename links::state_type::function_type links::state_type::* which, F f) {
        auto* const all = links::state_of(*home_);
        if (all == nullptr) return;
        if constexpr (std::is_same_v<F, std::nullptr_t>) (all->*which).reset();
        else
            (all->*which).set(home_->allocator(), [f = std::move(f)](auto& link) mutable {
                if constexpr (core::tag<R>) f(link.source, link.target);
                else f(link.source, link.target, link.value);
            });
    }
    [[nodiscard]] bool may_relate(entity source, entity target) const noexcept {
        if (!home_->is_alive(source) || !home_->is_alive(target)) return false;
        if constexpr (core::is_symmetric<R>()) return source != target;
        else if constexpr (core::is_acyclic<R>()) return !links::leads_to(*home_, target, source);
        else return true;
    }
    template <bool Sources> [[nodiscard]] entity first(entity e) const noexcept {
        auto* const k = links::of(*home_, e);
        return k == nullptr ? entity{} : links::template first<Sources>(*home_, *k);
    }
    template <bool Sources> [[nodiscard]] std::size_t count(entity e) const noexcept {
        auto* const k = links::of(*home_, e);
        std::size_t n = 0;
        for (std::size_t i = 0; k != nullptr && i < links::template list<Sources>(*k).size(); ++i)
            n += links::template is_shown<Sources>(*home_, *k, i) ? 1U : 0U;
        return n;
    }

    /// Where the entities are: the world may move.
    core::storage_share<Allocator> home_;
};

} // namespace throng
