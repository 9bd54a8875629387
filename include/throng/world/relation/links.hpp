#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/callback.hpp>
#include <throng/core/compiler.hpp>
#include <throng/world/description.hpp>
#include <throng/world/kernel/edits.hpp>
#include <throng/world/kernel/upkeep.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng {

/// The treatment of a source when its target is destroyed: see `relation`.
enum class target_policy : unsigned char { drop, die_too };
/// The relation ends.
inline constexpr target_policy drop = target_policy::drop;
/// The source is also destroyed.
inline constexpr target_policy die_too = target_policy::die_too;

/// One end of a relation, as the entity at the other end keeps it: the entity at this end, and the place in that
/// entity's list. A link that has ended is empty, until the list is packed.
struct link_end {
    entity other;
    std::uint32_t place = 0;
};
/// The same with the relation's value, which the source keeps.
template <class R> struct valued_link {
    entity other;
    std::uint32_t place = 0;
    R value{};
};

/// To which entities one is related by `R`, and which are related to it. A component of both; `relation` alone writes
/// it. List it among the components to save the relation, which needs a `component<R>::name`.
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

/// The component of a relation is called after the relation.
inline constexpr std::string_view before_relation = "throng::related:";

template <class R> struct component_of_related {
    static constexpr auto text =
        joined<before_relation.size() + name_of_type<R>().size()>(before_relation, name_of_type<R>());
    static constexpr const char* shown = text.data();
};
template <class R>
    requires requires { component<R>::name; }
struct component_of_related<R> {
    static constexpr std::string_view own = component<R>::name;
    static constexpr auto text = joined<before_relation.size() + own.size()>(before_relation, own);
    static constexpr const char* name = text.data();
};

/// An open walk of one entity's relations.
struct link_walk {
    link_walk* next = nullptr;
    link_walk* previous = nullptr;
    entity of;
    bool sources = false;
    /// The place to be looked at next, and the first that is not shown.
    std::size_t ahead = 0;
    std::size_t limit = 0;
};

/// A world's data of a relation that is not part of its state.
template <class R, class Allocator> struct relation_state : pinned {
    /// A link that has been made, or has ended.
    struct link_event {
        entity source;
        entity target;
        R value;
    };
    using function_type = callback<link_event, Allocator>;
    function_type on_related;
    function_type on_unrelated;
    /// Of those, where the target has been destroyed and the source has not.
    function_type on_gone;
    /// Links that have ended, and for each of which `on_unrelated` is called: whatever one call throws.
    class ended_links : pinned {
      public:
        explicit ended_links(relation_state& s) noexcept : state_(s) {}
        ~ended_links() {
            while (next_ != those_.size()) (void)attempt([this] { call(); });
        }
        /// Throws what the allocator or a copy throws.
        void add(entity source, entity target, const R& value) {
            if (state_.on_unrelated) those_.push_back({source, target, value});
        }
        void call() {
            while (next_ != those_.size()) {
                link_event& its = those_[next_++];
                if (state_.on_unrelated) state_.on_unrelated.call(its);
            }
        }

      private:
        relation_state& state_;
        std::vector<link_event> those_;
        std::size_t next_ = 0;
    };
    link_walk* walks = nullptr;
    /// Sources that are to die, each in its turn, however long the chain is, and of which target.
    struct doomed_source {
        entity source;
        entity target;
    };
    std::vector<doomed_source> doomed;
    /// The one that is being destroyed.
    doomed_source turn;
    bool is_ending = false;

    void link(link_walk& w) noexcept {
        w.next = walks;
        if (walks != nullptr) walks->previous = &w;
        walks = &w;
    }
    void unlink(link_walk& w) noexcept {
        (w.previous != nullptr ? w.previous->next : walks) = w.next;
        if (w.next != nullptr) w.next->previous = w.previous;
    }
};

/// The lists of a relation. A link is there where both ends say so: what is copied with an entity, or read from
/// damaged bytes, says what the other end does not, and counts as none.
template <class R, class Allocator> class links {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using related_type = related<R>;

  public:
    using state_type = relation_state<R, Allocator>;
    static constexpr bool symmetric = is_symmetric<R>();
    static constexpr std::size_t none = ~std::size_t{0};

    [[nodiscard]] static state_type* state_of(const storage_type& home) noexcept {
        return static_cast<state_type*>(home.singles().get(single_number<state_type>()));
    }
    /// Throws what the allocator throws.
    static void prepare(storage_type& home) {
        column_type& c = home.template column_of<related_type>();
        if (state_of(home) == nullptr)
            (void)home.singles().set(home.allocator(), single_number<state_type>(), describe_single<state_type>(),
                                     [](void* at) { ::new (at) state_type(); });
        removal_upkeep<Allocator>::template install<links>(home, c, nullptr, &end);
    }

    /// Its links to what it is related to, or from what is related to it: one list where that is the same.
    template <bool Sources> [[nodiscard]] static auto& list(related_type& k) noexcept {
        if constexpr (Sources && !symmetric) return k.sources;
        else return k.targets;
    }
    template <bool Sources> [[nodiscard]] static std::uint32_t& gone(related_type& k) noexcept {
        return Sources && !symmetric ? k.gone_sources : k.gone_targets;
    }
    /// Null if it has none that belongs to it, or is just losing it.
    [[nodiscard]] static related_type* own(const storage_type& home, entity e) noexcept {
        related_type* const k = home.is_alive(e) ? home.template find_value<related_type>(e) : nullptr;
        return k != nullptr && k->self == e ? k : nullptr;
    }
    /// The same; also for an entity whose removal hooks are being called.
    [[nodiscard]] static related_type* of(const storage_type& home, entity e) noexcept {
        related_type* k = home.template find_value<related_type>(e);
        if (k == nullptr) {
            const column_type* const c = home.template find_column<related_type>();
            if (c != nullptr && home.edits.departure_of(c, e) != nullptr)
                k = c->template value_at<related_type>(e.index());
        }
        return k != nullptr && k->self == e ? k : nullptr;
    }
    /// The `related` at the other end; null if there is no link, or none that the other end also has.
    template <bool Sources>
    [[nodiscard]] static related_type* partner(const storage_type& home, related_type& k, std::size_t i) noexcept {
        const entity other = list<Sources>(k)[i].other;
        related_type* const p = other ? of(home, other) : nullptr;
        return p != nullptr && knows<Sources>(*p, k, i) ? p : nullptr;
    }
    /// Whether a walk shows it: what is dying, or losing its relations, is shown no more.
    template <bool Sources>
    [[nodiscard]] static bool is_shown(const storage_type& home, related_type& k, std::size_t i) noexcept {
        const entity other = list<Sources>(k)[i].other;
        related_type* const p = other ? own(home, other) : nullptr;
        return p != nullptr && knows<Sources>(*p, k, i);
    }
    /// The data that is_shown reads for a link is scattered in memory: this prefetches it for links some steps ahead.
    template <bool Sources>
    THRONG_ALWAYS_INLINE static void read_ahead(const storage_type& home, related_type& k, std::size_t i) noexcept {
        const auto& mine = list<Sources>(k);
        const auto end_at = [&](std::size_t n) {
            return n < mine.size() && mine[n].other ? home.template find_value<related_type>(mine[n].other) : nullptr;
        };
        if (related_type* const p = end_at(i + 8)) prefetch(p);
        if (related_type* const p = end_at(i + 4)) {
            const auto& its = list<!Sources>(*p);
            if (mine[i + 4].place < its.size()) prefetch(&its[mine[i + 4].place]);
        }
    }
    /// At which place of the source's list the target stands. O(the shorter of the two lists).
    [[nodiscard]] static std::size_t find(const storage_type& home, related_type& source,
                                          related_type& target) noexcept {
        const auto& out = list<false>(source);
        const auto& in = list<true>(target);
        if (out.size() <= in.size()) {
            for (std::size_t i = 0; i < out.size(); ++i) {
                if (out[i].other == target.self && partner<false>(home, source, i) != nullptr) return i;
            }
        } else {
            for (std::size_t i = 0; i < in.size(); ++i) {
                if (in[i].other == source.self && partner<true>(home, target, i) != nullptr) return in[i].place;
            }
        }
        return none;
    }
    /// The first that is shown; for an entity whose destruction hooks are being called, the first that it had.
    template <bool Sources> [[nodiscard]] static entity first(const storage_type& home, related_type& k) noexcept {
        const bool dies = !home.is_alive(k.self);
        for (std::size_t i = 0; i < list<Sources>(k).size(); ++i) {
            if (dies ? partner<Sources>(home, k, i) != nullptr : is_shown<Sources>(home, k, i))
                return list<Sources>(k)[i].other;
        }
        // (Where it dies with its target, that has ended the relation.)
        const state_type* const state = state_of(home);
        return !Sources && dies && state != nullptr && state->turn.source == k.self ? state->turn.target : entity{};
    }

    /// Also one that is just dying.
    [[nodiscard]] static bool has_target(const storage_type& home, related_type& k) noexcept {
        for (std::size_t i = 0; i < k.targets.size(); ++i) {
            if (partner<false>(home, k, i) != nullptr) return true;
        }
        return false;
    }

    /// An edit of a link, which notifies the walks of queries that depend on it.
    class notice : pinned {
      public:
        /// Throws what the allocator throws.
        notice(storage_type& home, entity source, entity target)
            : home_(home), column_(home.template column_of<related_type>()), source_(source), target_(target) {
            if (!home_.walks.any()) return;
            home_.walks.before_edit(column_, source_.index());
            if constexpr (symmetric) home_.walks.template before_edit<&walker::matched_too>(column_, target_.index());
        }
        ~notice() {
            if (!home_.walks.any()) return;
            home_.walks.after_edit(column_, source_.index());
            if constexpr (symmetric) home_.walks.template after_edit<&walker::matched_too>(column_, target_.index());
        }

      private:
        using walker = world_walker<Allocator>;
        storage_type& home_;
        const column_type& column_;
        entity source_;
        entity target_;
    };

    /// Relates two that are not related. Throws what the allocator throws; nothing has changed then.
    static void join(storage_type& home, related_type& source, related_type& target, R value) {
        THRONG_EXPECTS(find(home, source, target) == none);
        make_room(list<false>(source));
        make_room(list<true>(target));
        const notice n(home, source.self, target.self);
        auto& out = list<false>(source);
        auto& in = list<true>(target);
        const auto from = static_cast<std::uint32_t>(out.size());
        const auto to = static_cast<std::uint32_t>(in.size());
        put(out, target.self, to, value);
        put(in, source.self, from, value);
    }
    static void set_value(related_type& source, const storage_type& home, std::size_t i, const R& value) {
        THRONG_EXPECTS(partner<false>(home, source, i) != nullptr);
        if constexpr (!tag<R>) {
            if constexpr (symmetric) partner<false>(home, source, i)->targets[source.targets[i].place].value = value;
            source.targets[i].value = value;
        }
    }
    [[nodiscard]] static R value(const related_type& source, std::size_t i) {
        if constexpr (tag<R>) return R();
        else return source.targets[i].value;
    }
    /// Throws what the allocator throws, where walks are open; nothing has changed then.
    static void part(storage_type& home, related_type& source, std::size_t i, typename state_type::ended_links& ended) {
        THRONG_EXPECTS(partner<false>(home, source, i) != nullptr);
        related_type& target = *partner<false>(home, source, i);
        const notice n(home, source.self, target.self);
        ended.add(source.self, target.self, value(source, i));
        cut<false>(source, i, target);
        pack<true>(home, target);
        pack<false>(home, source);
    }
    /// From all its targets, also from those that are just dying: they take it along no more.
    static void part_all(storage_type& home, related_type& source, typename state_type::ended_links& ended) {
        for (std::size_t i = 0; i < source.targets.size();) {
            if (partner<false>(home, source, i) == nullptr) ++i;
            else part(home, source, i, ended), i = 0; // (It may have been packed.)
        }
    }

  private:
    /// Whether the other end of a link says the same.
    template <bool Sources> [[nodiscard]] static bool knows(related_type& p, related_type& k, std::size_t i) noexcept {
        const std::uint32_t place = list<Sources>(k)[i].place;
        const auto& its = list<!Sources>(p);
        return place < its.size() && its[place].other == k.self && its[place].place == i;
    }
    template <class Link> static void make_room(std::vector<Link>& those) {
        if (those.size() == those.capacity()) those.reserve(those.empty() ? 1 : those.size() * 2);
    }
    template <class Link>
    static void put(std::vector<Link>& those, entity other, std::uint32_t place, [[maybe_unused]] const R& value) {
        if constexpr (std::is_same_v<Link, link_end>) those.push_back({other, place});
        else those.push_back({other, place, value});
    }
    template <bool Sources> static void cut(related_type& k, std::size_t i, related_type& p) {
        THRONG_EXPECTS(knows<Sources>(p, k, i));
        auto& mine = list<Sources>(k)[i];
        auto& its = list<!Sources>(p)[mine.place];
        its = {};
        mine = {};
        ++gone<Sources>(k);
        ++gone<!Sources>(p);
    }
    /// If half of the links have ended, packs the others, and updates the positions of walks.
    template <bool Sources> static void pack(const storage_type& home, related_type& k) {
        auto& all = list<Sources>(k);
        if (gone<Sources>(k) == 0 || gone<Sources>(k) * std::size_t{2} < all.size()) return;
        // (Links that a server shows keep their places, by which its messages refer to them.)
        if (home.edits.spared != nullptr) return;
        const auto before = [&](std::size_t end) {
            std::size_t n = 0;
            for (std::size_t i = 0; i < end && i < all.size(); ++i) n += partner<Sources>(home, k, i) != nullptr;
            return n;
        };
        for (link_walk* w = state_of(home)->walks; w != nullptr; w = w->next) {
            if (w->of != k.self || w->sources != (Sources && !symmetric)) continue;
            w->ahead = before(w->ahead);
            if (w->limit != none) w->limit = before(w->limit);
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            related_type* const p = partner<Sources>(home, k, i);
            if (p == nullptr) continue;
            if (kept != i) {
                all[kept] = std::move(all[i]);
                list<!Sources>(*p)[all[kept].place].place = static_cast<std::uint32_t>(kept);
            }
            ++kept;
        }
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(kept), all.end());
        gone<Sources>(k) = 0;
    }

    /// All links of an entity that goes end at once. f(source, value) is called for each of its sources.
    template <bool Sources, class F> static void cut_all(storage_type& home, related_type& k, F f) {
        for (std::size_t i = 0; i < list<Sources>(k).size(); ++i) {
            related_type* const p = partner<Sources>(home, k, i);
            if (p == nullptr) continue;
            const auto end = [&] {
                constexpr bool is_other_list = Sources && !symmetric;
                f(p->self, is_other_list ? value(*p, list<Sources>(k)[i].place) : value(k, i));
                cut<Sources>(k, i, *p);
                if (p != &k) pack<!Sources>(home, *p);
            };
            if (!home.walks.any()) {
                end();
                continue;
            }
            // (Where there is no memory to tell the walks, they look again.)
            const bool told = attempt([&] {
                const notice n(home, Sources ? p->self : k.self, Sources ? k.self : p->self);
                end();
            });
            if (told) continue;
            home.walks.page_changed(p->self.index() / page_slots);
            if (partner<Sources>(home, k, i) != nullptr) end();
        }
    }
    static void end(storage_type& home, entity e, void* value) {
        auto& k = *static_cast<related_type*>(value);
        state_type* const state = state_of(home);
        if (k.self != e || state == nullptr) return;
        constexpr bool takes_along = policy_of<R>() == target_policy::die_too;
        std::vector<typename state_type::link_event> told;
        typename state_type::ended_links ended(*state);
        const std::size_t first = state->doomed.size();
        cut_all<true>(home, k, [&](entity source, const R& its) {
            ended.add(source, e, its);
            if (takes_along) state->doomed.push_back({source, e});
            else if (state->on_gone) told.push_back({source, e, its});
        });
        if constexpr (!symmetric)
            cut_all<false>(home, k, [&](entity target, const R& its) { ended.add(e, target, its); });
        // (Of one that lives on, relations may begin anew.)
        for (link_walk* w = state->walks; w != nullptr; w = w->next) {
            if (w->of != e) continue;
            w->ahead = 0;
            if (w->limit != none) w->limit = 0;
        }
        // (Of a component that was taken away from one that lives on, the relations end, and that is all.)
        if (home.is_alive(e)) {
            state->doomed.erase(state->doomed.begin() + static_cast<std::ptrdiff_t>(first), state->doomed.end());
            return ended.call();
        }
        if constexpr (takes_along) {
            // (By those that end themselves, if they throw.)
            std::optional<ending> all;
            if (!state->is_ending) all.emplace(home, *state);
            ended.call();
            if (all) all->go_on();
        } else {
            ended.call();
            for (auto& gone : told) {
                if (state->on_gone && home.is_alive(gone.source)) state->on_gone.call(gone);
            }
        }
    }
    /// Destroys the sources that die with their target, one after the other: all of them, even if hooks throw.
    class ending : pinned {
      public:
        ending(storage_type& home, state_type& state) noexcept : home_(home), state_(state) { state.is_ending = true; }
        ~ending() {
            while (next_ != state_.doomed.size()) (void)attempt([this] { go_on(); });
            state_.doomed.clear();
            state_.turn = {};
            state_.is_ending = false;
        }
        void go_on() {
            while (next_ != state_.doomed.size()) {
                state_.turn = state_.doomed[next_++];
                if (!home_.edits.is_spared(state_.turn.source))
                    (void)edits<Allocator>::destroy(home_, state_.turn.source);
            }
        }

      private:
        storage_type& home_;
        state_type& state_;
        std::size_t next_ = 0;
    };
};

} // namespace core

template <class R> struct component<related<R>> : core::component_of_related<R> {
    static constexpr auto fields =
        throng::fields(field("self", &related<R>::self), field("targets", &related<R>::targets),
                       field("sources", &related<R>::sources), field("gone_targets", &related<R>::gone_targets),
                       field("gone_sources", &related<R>::gone_sources));
};

} // namespace throng
