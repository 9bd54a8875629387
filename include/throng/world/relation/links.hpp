#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/compiler.hpp>
#include <throng/world/kernel/edits.hpp>
#include <throng/world/kernel/upkeep.hpp>
#include <throng/world/relation/related.hpp>
#include <throng/world/relation/relation_state.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::core {

/// The lists of a relation. A link counts where both ends say so: the copy that a clone has of its original's links
/// says what the other ends do not. Neither list ends with an empty link: so the next place, the next order and the
/// time of packing depend on the links alone, whether they have been made here or read.
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

    /// Whether it has a target, or a source; also one that is just dying.
    template <bool Sources> [[nodiscard]] static bool has_any(const storage_type& home, related_type& k) noexcept {
        for (std::size_t i = 0; i < list<Sources>(k).size(); ++i) {
            if (partner<Sources>(home, k, i) != nullptr) return true;
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

    /// Gives an entity its lists, unless it has them or is not alive. Check `own` afterwards: the hooks of the
    /// component may make any edit. Throws what the allocator or a hook throws.
    static void give(storage_type& home, entity e) {
        if (own(home, e) != nullptr || !home.is_alive(e)) return;
        related_type its;
        its.self = e;
        // (A clone has its original's.)
        if (related_type* const k = home.template find_value<related_type>(e); k != nullptr) *k = std::move(its);
        else (void)edits<Allocator>::add_erased(home, home.template column_of<related_type>(), e, &its);
    }
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
        const std::uint32_t order = symmetric ? 0 : next_order(home, target);
        put(out, {target.self, to, order}, value);
        put(in, {source.self, from, order}, value);
    }
    /// Its targets become these; see `attach`. Throws what the allocator throws; nothing has changed then.
    static void assign(const storage_type& home, related_type& k, decltype(related_type::targets) targets) {
        for (const auto& l : targets) {
            if (related_type* const p = l.other && !symmetric ? own(home, l.other) : nullptr) make_room(p->sources);
        }
        for (std::size_t i = 0; i < k.targets.size(); ++i) {
            related_type* const p = partner<false>(home, k, i);
            if (p == nullptr) continue;
            // (In a symmetric relation, the other entity keeps its half of the link.)
            if constexpr (symmetric) p->targets[k.targets[i].place].place = link_end::nowhere;
            else cut<false>(k, i, *p), pack<true>(home, *p);
        }
        k.targets = std::move(targets);
        k.gone_targets = 0;
        for (auto& l : k.targets) {
            l.place = link_end::nowhere;
            k.gone_targets += l.other ? 0U : 1U;
        }
        attach(home, k, symmetric);
    }
    /// That of another source of the target.
    [[nodiscard]] static std::uint32_t next_order(const storage_type& home, related_type& target) noexcept {
        auto& in = target.sources;
        if (in.empty()) return 0;
        if (in.back().order == std::numeric_limits<std::uint32_t>::max()) {
            for (std::size_t i = 0; i < in.size(); ++i) {
                in[i].order = static_cast<std::uint32_t>(i);
                if (related_type* const p = partner<true>(home, target, i)) p->targets[in[i].place].order = in[i].order;
            }
        }
        return in.back().order + 1;
    }
    /// Whether one of its links is not one of both ends.
    [[nodiscard]] static bool waits(const storage_type& home, related_type& k) noexcept {
        for (std::size_t i = 0; i < k.targets.size(); ++i) {
            if (k.targets[i].other && partner<false>(home, k, i) == nullptr) return true;
        }
        return false;
    }
    /// Links that have been written among its targets get their other ends. A link that cannot be ends; or, in a
    /// symmetric relation, it waits until the other entity has its half. Throws what the allocator throws.
    static void attach(const storage_type& home, related_type& k, bool wait) {
        for (std::size_t i = 0; i < k.targets.size(); ++i) attach(home, k, i, wait);
        pack<false>(home, k);
    }
    /// The same, where walks of queries may be open. Throws what the allocator throws; some are attached then.
    static void attach_all(storage_type& home, related_type& k) {
        for (std::size_t i = 0; i < k.targets.size(); ++i) {
            if (!k.targets[i].other) continue;
            const notice n(home, k.self, k.targets[i].other);
            attach(home, k, i, false);
        }
        pack<false>(home, k);
    }
    /// The same of one of them. O(sources of the target that come after it in order).
    static void attach(const storage_type& home, related_type& k, std::size_t i, bool wait) {
        const entity other = k.targets[i].other;
        if (!other || partner<false>(home, k, i) != nullptr) return;
        related_type* const p = own(home, other);
        if (!(p != nullptr && may_be(home, k, *p) && put_between(home, k, i, *p)) && !wait) end_one<false>(k, i);
    }
    /// Whether it is the other one, or its target is, or the target of that, and so on.
    [[nodiscard]] static bool leads_to(const storage_type& home, entity e, entity above) noexcept {
        while (e && e != above) {
            related_type* const k = of(home, e);
            e = k == nullptr ? entity{} : first<false>(home, *k);
        }
        return e == above;
    }
    /// Whether a link that one of them has may be one of both.
    [[nodiscard]] static bool may_be(const storage_type& home, related_type& k, related_type& p) noexcept {
        if (find(home, k, p) != none || (symmetric && &k == &p)) return false;
        if constexpr (is_exclusive<R>()) {
            if (has_any<false>(home, k) || (symmetric && has_any<false>(home, p))) return false;
        }
        if (has_one_source<R>() && has_any<true>(home, p)) return false;
        if constexpr (is_acyclic<R>()) return !leads_to(home, p.self, k.self);
        else return true;
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
    /// Throws what the allocator throws, where walks are open; nothing has changed then. `ended` may be null.
    static void part(storage_type& home, related_type& source, std::size_t i, typename state_type::ended_links* ended) {
        THRONG_EXPECTS(partner<false>(home, source, i) != nullptr);
        related_type& target = *partner<false>(home, source, i);
        const notice n(home, source.self, target.self);
        if (ended != nullptr) ended->add(source.self, target.self, value(source, i));
        cut<false>(source, i, target);
        pack<true>(home, target);
        pack<false>(home, source);
    }
    /// From all its targets, or its sources, also from those that are just dying: they take it along no more.
    template <bool Sources>
    static void part_all(storage_type& home, related_type& k, typename state_type::ended_links* ended) {
        for (std::size_t i = 0; i < list<Sources>(k).size();) {
            related_type* const p = partner<Sources>(home, k, i);
            if (p == nullptr) ++i;
            else
                part(home, Sources ? *p : k, Sources ? list<Sources>(k)[i].place : i, ended),
                    i = 0; // (It may be packed.)
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
    static void put(std::vector<Link>& those, const link_end& l, [[maybe_unused]] const R& value) {
        if constexpr (std::is_same_v<Link, link_end>) those.push_back(l);
        else those.push_back({l.other, l.place, l.order, value});
    }
    /// The other end of a link stands among the sources of the target, in order. False if it does not: in a symmetric
    /// relation, the other entity has its half before.
    static bool put_between(const storage_type& home, related_type& k, std::size_t i, related_type& p) {
        auto& mine = k.targets[i];
        auto& its = list<true>(p);
        std::size_t at = its.size();
        if constexpr (symmetric) {
            for (at = 0; at < its.size() && its[at].other != k.self;) ++at;
            if (at == its.size()) return false;
            its[at].place = static_cast<std::uint32_t>(i);
        } else {
            const std::pair key(mine.order, k.self.index());
            while (at != 0 && key < std::pair(its[at - 1].order, its[at - 1].other.index())) --at;
            its.insert(its.begin() + static_cast<std::ptrdiff_t>(at),
                       {k.self, static_cast<std::uint32_t>(i), mine.order});
            for (std::size_t behind = its.size(); --behind != at;) was_moved<true>(home, p, behind);
            each_walk<true>(home, p, [&](std::size_t& place) { place += place > at ? 1U : 0U; });
        }
        mine.place = static_cast<std::uint32_t>(at);
        return true;
    }
    /// The other end knows that a link stands at another place.
    template <bool Sources> static void was_moved(const storage_type& home, related_type& k, std::size_t i) noexcept {
        const auto& mine = list<Sources>(k)[i];
        related_type* const p = mine.other ? of(home, mine.other) : nullptr;
        if (p == nullptr || mine.place >= list<!Sources>(*p).size()) return;
        auto& its = list<!Sources>(*p)[mine.place];
        if (its.other == k.self) its.place = static_cast<std::uint32_t>(i);
    }
    /// Calls f(place) for the places of all open walks of a list.
    template <bool Sources, class F> static void each_walk(const storage_type& home, const related_type& k, F f) {
        const state_type* const all = state_of(home);
        for (link_walk* w = all == nullptr ? nullptr : all->walks; w != nullptr; w = w->next) {
            if (w->of != k.self || w->sources != (Sources && !symmetric)) continue;
            f(w->ahead);
            if (w->limit != none) f(w->limit);
        }
    }
    template <bool Sources> static void cut(related_type& k, std::size_t i, related_type& p) {
        THRONG_EXPECTS(knows<Sources>(p, k, i));
        end_one<!Sources>(p, list<Sources>(k)[i].place);
        end_one<Sources>(k, i);
    }
    template <bool Sources> static void end_one(related_type& k, std::size_t i) {
        auto& l = list<Sources>(k)[i];
        // (Sources are in order, also where some have ended; of a target nothing is left that would be saved.)
        if constexpr (Sources && !symmetric) l.other = {};
        else l = {};
        ++gone<Sources>(k);
    }
    /// Links that have ended are dropped at the end of a list, and everywhere if they are half of it.
    template <bool Sources> static void pack(const storage_type& home, related_type& k) {
        auto& all = list<Sources>(k);
        std::size_t n = all.size();
        while (n != 0 && !all[n - 1].other) --n;
        const std::size_t gone_there = gone<Sources>(k) - (all.size() - n);
        const bool everywhere = gone_there != 0 && gone_there * 2 >= n;
        if (n == all.size() && !everywhere) return;
        gone<Sources>(k) = everywhere ? 0 : static_cast<std::uint32_t>(gone_there);
        each_walk<Sources>(home, k, [&](std::size_t& place) {
            std::size_t kept = place < n ? place : n;
            for (std::size_t i = kept; everywhere && i-- != 0;) kept -= all[i].other ? 0U : 1U;
            place = kept;
        });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < n && everywhere; ++i) {
            if (!all[i].other) continue;
            if (kept != i) {
                all[kept] = std::move(all[i]);
                was_moved<Sources>(home, k, kept);
            }
            ++kept;
        }
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(everywhere ? kept : n), all.end());
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

} // namespace throng::core
