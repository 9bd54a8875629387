#pragma once

/// A world with one relation, observers, an order by value and sets of changes, and the plainest model of all that, are
/// given the same edits: within walks, within what observers do when they are told, within hooks. The model keeps a
/// list of links and a few facts of each entity. What the world tells is compared when it tells it, all else after each
/// edit.

#include "world/game.hpp"

#include <throng/world/changes.hpp>
#include <throng/world/joins.hpp>
#include <throng/world/observer.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/value_order.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <type_traits>

namespace world_game {

struct place {
    int x = 0;
};
struct badge : support::tracked {
    using support::tracked::tracked;
};
struct flag {};

struct likes {
    int value = 0;
};
struct docked_to {};
struct part_of {};
struct guards {
    int value = 0;
};
struct allied_with {
    int value = 0;
};
struct married_to {};
struct owns {
    int value = 0;
};
struct drives {};

} // namespace world_game

template <> struct throng::component<world_game::docked_to> {
    static constexpr bool exclusive = true;
};
template <> struct throng::component<world_game::part_of> {
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
    static constexpr auto when_target_dies = throng::die_too;
};
/// Any number of targets, and circles: all of a circle goes with one of it.
template <> struct throng::component<world_game::guards> {
    static constexpr auto when_target_dies = throng::die_too;
};
template <> struct throng::component<world_game::allied_with> {
    static constexpr bool symmetric = true;
};
template <> struct throng::component<world_game::married_to> {
    static constexpr bool symmetric = true;
    static constexpr bool exclusive = true;
};
template <> struct throng::component<world_game::owns> {
    static constexpr bool one_source = true;
};
template <> struct throng::component<world_game::drives> {
    static constexpr bool exclusive = true;
    static constexpr bool one_source = true;
};

namespace world_game {

using visitor = std::function<void(entity)>;
/// Takes whatever a query gives.
struct visiting {
    const visitor& f;
    template <class... As> void operator()(entity e, As&&...) const { f(e); }
};
struct visiting_pairs {
    const std::function<void(entity, entity)>& f;
    void operator()(entity s, const place&, entity t, const place&) const { f(s, t); }
};

/// A query of some kind: the game is compiled once for all of them.
struct any_query {
    virtual ~any_query() = default;
    virtual void each(bool live, const visitor& f) const = 0;
    /// Until f answers false.
    virtual void walk(bool live, const std::function<bool(entity)>& f) const = 0;
    virtual void in_order(throng::value_order<place, int place::*>& by, bool backward, const visitor& f) const = 0;
    [[nodiscard]] virtual std::size_t count() const = 0;
    [[nodiscard]] virtual bool contains(entity e) const = 0;
};
template <class Query> struct some_query_of final : any_query {
    Query those;
    explicit some_query_of(const Query& q) : those(q) {}
    void each(bool live, const visitor& f) const override {
        visiting body{f};
        auto w = live ? those.walk(throng::live) : those.walk(throng::residents);
        std::move(w).each(body);
    }
    void walk(bool live, const std::function<bool(entity)>& f) const override {
        auto w = live ? those.walk(throng::live) : those.walk(throng::residents);
        while (const entity e = w.next()) {
            if (!f(e)) return;
        }
    }
    void in_order(throng::value_order<place, int place::*>& by, bool backward, const visitor& f) const override {
        if (backward) by.each(throng::backward, those, visiting{f});
        else by.each(those, visiting{f});
    }
    [[nodiscard]] std::size_t count() const override { return those.count(); }
    [[nodiscard]] bool contains(entity e) const override { return those.contains(e); }
};
using held_query = std::unique_ptr<any_query>;
template <class Query> [[nodiscard]] held_query held_of(const Query& q) {
    return std::make_unique<some_query_of<Query>>(q);
}

/// Begins to observe a query, perhaps with what matches already.
template <class Query> [[nodiscard]] std::unique_ptr<throng::observer>
observed(const Query& q, bool existing, const visitor& joined, const visitor& left) {
    if (existing) return std::make_unique<throng::observer>(q, throng::existing, joined, left);
    return std::make_unique<throng::observer>(q, joined, left);
}

/// A relation of some kind.
struct any_relation {
    bool exclusive;
    bool one_source;
    bool symmetric;
    bool acyclic;
    bool die_too;
    bool valued;

    any_relation(bool has_one_target, bool has_one_source, bool is_symmetric, bool has_no_circles, bool dies_too,
                 bool has_values)
        : exclusive(has_one_target),
          one_source(has_one_source),
          symmetric(is_symmetric),
          acyclic(has_no_circles),
          die_too(dies_too),
          valued(has_values) {}
    virtual ~any_relation() = default;
    virtual bool relate(entity s, entity t, int value) = 0;
    virtual bool unrelate(entity s, entity t) = 0;
    [[nodiscard]] virtual bool related(entity s, entity t) const = 0;
    [[nodiscard]] virtual std::optional<int> value(entity s, entity t) const = 0;
    [[nodiscard]] virtual entity first(entity of, bool sources) const = 0;
    [[nodiscard]] virtual std::size_t count(entity of, bool sources) const = 0;
    /// Until f answers false.
    virtual void walk(entity of, bool sources, bool live, const std::function<bool(entity, int)>& f) const = 0;
    virtual void on_gone(std::function<void(entity, entity, int)> f) = 0;
    /// What an entity keeps of it.
    [[nodiscard]] virtual bool has(entity e) const = 0;
    virtual bool strip(entity e) = 0;
    virtual void on_strip(visitor f) = 0;
    [[nodiscard]] virtual std::unique_ptr<throng::observer> observe(bool existing, const visitor& j,
                                                                    const visitor& l) = 0;
    /// Related to a target; with a place, to any.
    [[nodiscard]] virtual held_query sources_of(entity target) = 0;
    [[nodiscard]] virtual held_query placed_sources() = 0;
    /// Of those that have a place, and no flag.
    virtual void each_source(entity target, const visitor& f) = 0;
    virtual void each_related(const std::function<void(entity, entity)>& f) = 0;
};
template <class R> class some_relation final : public any_relation {
  public:
    explicit some_relation(throng::world& w)
        : any_relation(throng::core::is_exclusive<R>(), throng::core::has_one_source<R>(),
                       throng::core::is_symmetric<R>(), throng::core::is_acyclic<R>(),
                       throng::core::policy_of<R>() == throng::die_too, !std::is_empty_v<R>),
          world_(w),
          its_(w) {}
    bool relate(entity s, entity t, int v) override {
        if constexpr (std::is_empty_v<R>) return its_.relate(s, t);
        else return its_.relate(s, t, R{v});
    }
    bool unrelate(entity s, entity t) override { return its_.unrelate(s, t); }
    [[nodiscard]] bool related(entity s, entity t) const override { return its_.related(s, t); }
    [[nodiscard]] std::optional<int> value(entity s, entity t) const override {
        if (const auto v = its_.value(s, t)) return number(*v);
        return {};
    }
    [[nodiscard]] entity first(entity of, bool sources) const override {
        return sources ? its_.source_of(of) : its_.target_of(of);
    }
    [[nodiscard]] std::size_t count(entity of, bool sources) const override {
        return sources ? its_.count_sources(of) : its_.count_targets(of);
    }
    void walk(entity of, bool sources, bool live, const std::function<bool(entity, int)>& f) const override {
        const auto all = [&f](auto&& those) {
            while (const entity e = those.next()) {
                int v = 0;
                if constexpr (!std::is_empty_v<R>) v = number(those.row().second);
                if (!f(e, v)) return;
            }
        };
        if (sources && live) all(its_.sources(of, throng::live));
        else if (sources) all(its_.sources(of));
        else if (live) all(its_.targets(of, throng::live));
        else all(its_.targets(of));
    }
    void on_gone(std::function<void(entity, entity, int)> f) override {
        if constexpr (throng::core::policy_of<R>() == throng::drop) {
            if constexpr (std::is_empty_v<R>) its_.on_target_gone([f](entity s, entity t) { f(s, t, 0); });
            else its_.on_target_gone([f](entity s, entity t, const R& r) { f(s, t, number(r)); });
        }
    }
    [[nodiscard]] bool has(entity e) const override { return world_.has<throng::related<R>>(e); }
    bool strip(entity e) override { return world_.remove<throng::related<R>>(e); }
    void on_strip(visitor f) override {
        world_.on_remove<throng::related<R>>([f = std::move(f)](entity e, auto&) { f(e); });
    }
    [[nodiscard]] std::unique_ptr<throng::observer> observe(bool existing, const visitor& j,
                                                            const visitor& l) override {
        return observed(world_.query<throng::related<R>>(), existing, j, l);
    }
    [[nodiscard]] held_query sources_of(entity target) override {
        return held_of(world_.query<>(throng::related_to<R>(target)));
    }
    [[nodiscard]] held_query placed_sources() override {
        return held_of(world_.query<const place>(throng::related_to<R>()));
    }
    void each_source(entity target, const visitor& f) override {
        throng::each_source(its_, target, world_.query<const place>(throng::none_of<flag>), visiting{f});
    }
    void each_related(const std::function<void(entity, entity)>& f) override {
        throng::each_related(its_, world_.query<const place>(), world_.query<const place>(throng::none_of<flag>),
                             visiting_pairs{f});
    }

  private:
    [[nodiscard]] static int number(const R& r) {
        if constexpr (std::is_empty_v<R>) return 0;
        else return r.value;
    }
    throng::world& world_;
    throng::relation<R> its_;
};

class related_game : disagreement {
    static constexpr std::size_t most_alive = 30;

    // The model

    struct being {
        entity e;
        bool alive = true;
        std::optional<int> x{};
        std::optional<int> badge{};
        bool flag = false;
        bool is_told_of = false;
        bool disabled = false;
        /// Its `related<R>` is just being taken from it.
        bool stripped = false;
        /// In the sets of changes; and certain to be found in them at least, and perhaps.
        bool moved = false;
        bool fresh = false;
        bool has_been_written = false;
        bool may_have_moved = false;
        /// Its place in the order.
        std::optional<std::pair<int, std::uint64_t>> key{};
    };
    struct link {
        std::uint64_t number;
        std::size_t source;
        std::size_t target;
        int value;
    };
    struct asked {
        unsigned kind = 0;
        std::size_t target = 0;
    };
    struct open_query {
        asked of;
        bool live;
        std::map<std::uint32_t, std::size_t> pass{};
        std::map<std::uint32_t, std::size_t> later{};
    };
    struct watcher {
        unsigned kind;
        bool edits;
        std::set<std::size_t> told{};
        std::unique_ptr<throng::observer> its{};
    };
    struct departure {
        std::size_t id;
        bool whole;
        bool finished = false;
    };
    struct gone_link {
        std::size_t source;
        int value;
    };
    struct facts {
        std::vector<being> beings{};
        std::vector<link> links{};
        std::map<entity, std::size_t> ids{};
    };

  public:
    explicit related_game(choices c, unsigned first = 0, unsigned n = of_one_source) : choices_(std::move(c)) {
        rules_ = make_relation(first + choices_.below(n));
    }

    /// The first of the relations of which a target has one source, and how many there are.
    static constexpr unsigned of_one_source = 6;
    static constexpr unsigned relations = 8;

    std::string play() {
        begin();
        while (!choices_.over() && failure_.empty()) {
            act(0);
            if (choices_.below(24) == 0) roll_back();
        }
        compare();
        // (What is told of the end, the model does not follow.)
        std::string found = failure_;
        over_ = true;
        watchers_.clear();
        world_.clear();
        world_.trim();
        if (found.empty() && ledger_.objects() != 0) found = "values are left after clear()";
        return found.empty() ? ledger_.errors() : found;
    }
    [[nodiscard]] std::size_t edits() const { return edits_; }

  private:
    [[nodiscard]] std::unique_ptr<any_relation> make_relation(unsigned which) {
        if (which == 0) return std::make_unique<some_relation<likes>>(world_);
        if (which == 1) return std::make_unique<some_relation<docked_to>>(world_);
        if (which == 2) return std::make_unique<some_relation<part_of>>(world_);
        if (which == 3) return std::make_unique<some_relation<guards>>(world_);
        if (which == 4) return std::make_unique<some_relation<allied_with>>(world_);
        if (which == 5) return std::make_unique<some_relation<married_to>>(world_);
        if (which == 6) return std::make_unique<some_relation<owns>>(world_);
        return std::make_unique<some_relation<drives>>(world_);
    }
    void begin() {
        // (What edits when it is told is older than the sets and the order, and so is told after them.)
        for (auto n = choices_.below(4); n != 0; --n) watch(choices_.below(watched_kinds), true);
        moved_.emplace(world_);
        fresh_.emplace(world_);
        order_.emplace(world_, &place::x);
        world_.on_add<place>([this](entity e, const place& p) {
            const std::size_t id = known(e);
            expect(m_.beings[id].x == p.x, "on_add tells of another value");
            if (!at(id).key) change(id, [&](being& b) { has_come(b, p.x); });
            has_returned(e);
        });
        world_.on_set<place>([this](entity e, const place& p) {
            change(known(e), [&](being& b) {
                b.moved = b.has_been_written = b.may_have_moved = true;
                if (b.key) b.key->first = p.x;
            });
            has_returned(e);
        });
        world_.on_remove<place>([this](entity e, const place&) {
            change(known(e), [&](being& b) {
                b.key.reset();
                b.moved = b.fresh = b.has_been_written = b.may_have_moved = false;
            });
        });
        rules_->on_strip([this](entity e) {
            (void)known(e);
            edit_when_told();
        });
        world_.on_create([this](entity e) {
            const std::size_t id = known(e);
            expect(!std::exchange(at(id).is_told_of, true), "on_create tells twice");
            edit_when_told();
        });
        world_.on_destroy([this](entity e) {
            const std::size_t id = known(e);
            expect(at(id).is_told_of, "on_destroy tells of what on_create has not told of");
            expect(!m_.beings[id].alive, "on_destroy tells of a living one");
            for (std::size_t i = departures_.size(); i-- != 0;) {
                if (departures_[i].id != id || !departures_[i].whole) continue;
                finish(departures_[i]);
                departures_.erase(departures_.begin() + static_cast<std::ptrdiff_t>(i));
                return;
            }
            fail("on_destroy tells twice");
        });
        rules_->on_gone([this](entity s, entity t, int value) {
            const std::size_t target = known(t);
            if (!departures_.empty()) finish(departures_.back());
            auto& those = gone_[target];
            // (Sources that were dead at their turn, which comes right after the turn before.)
            while (!those.empty() && !at(those.front().source).alive) those.pop_front();
            if (those.empty()) return fail("a target that is gone is told of once too often");
            if (at(those.front().source).e != s || those.front().value != value)
                return fail("a target that is gone is told of to the wrong one");
            those.pop_front();
            edit_when_told();
        });
    }

    [[nodiscard]] being& at(std::size_t id) { return m_.beings[id]; }
    [[nodiscard]] bool joins(const link& l, std::size_t s, std::size_t t) const {
        return (l.source == s && l.target == t) || (rules_->symmetric && l.source == t && l.target == s);
    }
    [[nodiscard]] bool is_source(const link& l, std::size_t id) const {
        return l.source == id || (rules_->symmetric && l.target == id);
    }
    [[nodiscard]] bool is_target(const link& l, std::size_t id) const {
        return l.target == id || (rules_->symmetric && l.source == id);
    }
    [[nodiscard]] static std::size_t other(const link& l, std::size_t id) {
        return l.source == id ? l.target : l.source;
    }
    [[nodiscard]] bool shows(std::size_t id) const { return m_.beings[id].alive && !m_.beings[id].stripped; }
    [[nodiscard]] const link* linked(std::size_t s, std::size_t t) const {
        for (const link& l : m_.links)
            if (joins(l, s, t)) return &l;
        return nullptr;
    }
    [[nodiscard]] std::vector<std::pair<std::size_t, int>> linked_with(std::size_t id, bool sources) const {
        std::vector<std::pair<std::size_t, int>> those;
        for (const link& l : m_.links) {
            if (!(sources ? is_target(l, id) : is_source(l, id))) continue;
            // (A link with itself is in both lists.)
            if (const std::size_t o = other(l, id); shows(o)) those.emplace_back(o, l.value);
        }
        return those;
    }
    [[nodiscard]] std::optional<std::size_t> above(std::size_t id) const {
        const auto those = linked_with(id, false);
        if (those.empty()) return {};
        return those.front().first;
    }
    [[nodiscard]] bool is_above(std::size_t top, std::size_t id) const {
        for (auto up = above(id); up; up = above(*up))
            if (*up == top) return true;
        return false;
    }
    [[nodiscard]] bool may_relate(std::size_t s, std::size_t t) const {
        if (!m_.beings[s].alive || !m_.beings[t].alive) return false;
        if (rules_->symmetric) return s != t;
        return !rules_->acyclic || (s != t && !is_above(s, t));
    }

    static constexpr unsigned kinds = 12;
    static constexpr unsigned watched_kinds = 8;
    static constexpr unsigned watches_related = 100;
    static constexpr unsigned watches_moved = 101;
    /// Kinds whose walks may write to places.
    [[nodiscard]] static bool writes(unsigned kind) { return kind == 0 || kind == 2; }

    [[nodiscard]] bool matches(std::size_t id, const asked& q) const {
        const being& b = m_.beings[id];
        if (!b.alive || (b.disabled && q.kind != 4 && q.kind != 8)) return false;
        const auto is_related = [&] { return !b.stripped && linked(id, q.target) != nullptr; };
        switch (q.kind) {
        case 0:
        case 8:
            return b.x.has_value();
        case 1:
            return b.x && !b.flag;
        case 2:
            return b.x && b.badge;
        case 3:
            return b.flag || b.badge;
        case 4:
            return true;
        case 5:
            return is_related();
        case 6:
            return b.x && !b.stripped &&
                   std::any_of(m_.links.begin(), m_.links.end(), [&](const link& l) { return is_source(l, id); });
        case 7:
            return !b.badge;
        case 9:
            return b.x && b.moved;
        case 10:
            return !b.moved && (b.flag || b.x);
        case 11:
            return b.x && b.fresh;
        default:
            return false;
        }
    }
    [[nodiscard]] held_query query_of(const asked& q) {
        using namespace throng;
        const entity target = at(q.target).e;
        switch (q.kind) {
        case 0:
            return held_of(world_.query<place>());
        case 1:
            return held_of(world_.query<const place>(none_of<flag>));
        case 2:
            return held_of(world_.query<place, badge>());
        case 3:
            return held_of(world_.query<>(any_of<flag, badge>));
        case 4:
            return held_of(world_.query<>(with_disabled));
        case 5:
            return rules_->sources_of(target);
        case 6:
            return rules_->placed_sources();
        case 7:
            return held_of(world_.query<>(none_of<badge>));
        case 8:
            return held_of(world_.query<const place>(optional<badge>, with_disabled));
        case 9:
            return held_of(world_.query<const place>(moved_->present()));
        case 10:
            return held_of(world_.query<>(moved_->absent(), any_of<flag, place>));
        default:
            return held_of(world_.query<const place>(fresh_->present()));
        }
    }
    [[nodiscard]] std::vector<std::size_t> matching(const asked& q) const {
        std::map<std::uint32_t, std::size_t> those;
        for (const auto& [e, id] : m_.ids)
            if (matches(id, q)) those[e.index()] = id;
        std::vector<std::size_t> all;
        for (const auto& [index, id] : those) all.push_back(id);
        return all;
    }
    asked some_query() {
        asked q{choices_.below(kinds), some_being()};
        if (q.kind == 9 || q.kind == 10) ask_what_moved();
        return q;
    }

    /// (What follows the world is told of it before any hook is called.)
    static void has_come(being& b, int x) {
        b.x = x;
        b.key = {x, b.e.index()};
        b.moved = b.fresh = b.has_been_written = b.may_have_moved = true;
    }
    /// An edit, of which open walks of queries take note.
    template <class F> void change(std::initializer_list<std::size_t> ids, F f) {
        std::vector<bool> before;
        for (const open_query* w : walks_)
            for (const std::size_t id : ids) before.push_back(matches(id, w->of));
        f();
        std::size_t i = 0;
        for (open_query* w : walks_) {
            for (const std::size_t id : ids) {
                const bool had = before[i++];
                const bool now = matches(id, w->of);
                const std::uint32_t index = at(id).e.index();
                if (had && !now) {
                    if (w->pass.contains(index) && w->pass[index] == id) w->pass.erase(index);
                    if (w->later.contains(index) && w->later[index] == id) w->later.erase(index);
                }
                if (!had && now && w->live) w->later[index] = id;
            }
        }
    }
    template <class F> void change(std::size_t id, F f) {
        change({id}, [&] { f(at(id)); });
    }
    void mark_dead(std::size_t id, bool whole = true) {
        departures_.push_back({id, whole});
        change(id, [&](being& b) {
            if (whole) {
                b.alive = b.moved = b.fresh = b.has_been_written = b.may_have_moved = false;
                b.key.reset();
            } else {
                b.stripped = true;
            }
        });
    }
    void cut(std::size_t at_place) {
        const link l = m_.links[at_place];
        const auto end = [&] { m_.links.erase(m_.links.begin() + static_cast<std::ptrdiff_t>(at_place)); };
        if (rules_->symmetric) change({l.source, l.target}, end);
        else change({l.source}, end);
    }
    template <class Which> void cut_all(Which f) {
        for (std::size_t i = 0; i < m_.links.size();) {
            if (f(m_.links[i])) cut(i);
            else ++i;
        }
    }
    /// All hooks have been told: the relations of what goes end.
    void finish(departure& d) {
        if (std::exchange(d.finished, true)) return;
        const std::size_t id = d.id;
        if (d.whole && at(id).stripped) return; // as soon as that has ended
        const bool dead = !at(id).alive;
        for (const link& l : m_.links) {
            if (!dead || !is_target(l, id)) continue;
            if (rules_->die_too) doomed_.push_back(other(l, id));
            else gone_[id].push_back({other(l, id), l.value});
        }
        cut_all([&](const link& l) { return l.target == id || l.source == id; });
        change(id, [](being& b) { b.stripped = false; });
    }
    /// Whatever the world tells of: an entity that is just being born, or that just dies with its target, is known only
    /// from now on.
    std::size_t known(entity e) {
        auto found = m_.ids.find(e);
        if (found == m_.ids.end()) {
            if (newborn_.empty()) {
                fail("an entity is told of that there is not");
                return 0;
            }
            const std::size_t id = m_.beings.size();
            being b = newborn_.back();
            newborn_.pop_back();
            m_.beings.push_back({e, false});
            m_.ids[e] = id;
            b.e = e;
            if (b.x) has_come(b, *b.x);
            change(id, [&](being& its) { its = b; });
            return id;
        }
        const std::size_t id = found->second;
        if (at(id).alive && !world_.alive(e)) {
            if (!departures_.empty()) finish(departures_.back());
            while (!doomed_.empty() && !at(doomed_.front()).alive) doomed_.pop_front();
            if (doomed_.empty() || doomed_.front() != id) fail("the wrong one dies");
            else doomed_.pop_front();
            mark_dead(id);
        }
        return id;
    }
    [[nodiscard]] std::size_t alive() const {
        return static_cast<std::size_t>(
            std::count_if(m_.beings.begin(), m_.beings.end(), [](const being& b) { return b.alive; }));
    }
    /// Mostly a living one, and often the same, with which many are related.
    std::size_t some_being() {
        if (m_.beings.empty()) create(0);
        std::vector<std::size_t> living;
        for (std::size_t id = 0; id < m_.beings.size(); ++id)
            if (at(id).alive) living.push_back(id);
        if (living.empty() || choices_.below(12) == 0)
            return choices_.below(static_cast<std::uint32_t>(m_.beings.size()));
        if (choices_.below(4) == 0) return living.front();
        return living[choices_.below(static_cast<std::uint32_t>(living.size()))];
    }

    // Observers

    void watch(unsigned kind, bool edits) {
        if (kind == 5) kind = watches_related;
        if (kind == 6) kind = 8;
        if (kind == 7) kind = moved_ ? watches_moved : 0;
        auto owner = std::make_unique<watcher>(watcher{kind, edits});
        watcher& w = *owner;
        const bool is_exact = kind < kinds;
        if (is_exact)
            for (const std::size_t id : matching({kind, 0})) w.told.insert(id);
        const auto joined = [this, &w, is_exact](entity e) {
            const std::size_t id = known(e);
            expect(w.told.insert(id).second, "an observer is told twice that one matches");
            if (is_exact) expect(matches(id, {w.kind, 0}), "an observer is told that one matches, which does not");
            if (w.edits) edit_when_told();
        };
        const auto left = [this, &w, is_exact](entity e) {
            const std::size_t id = known(e);
            expect(w.told.erase(id) == 1, "an observer is told that one has left, which it has not been told of");
            if (is_exact) expect(!matches(id, {w.kind, 0}), "an observer is told that one has left, which matches");
            if (w.edits) edit_when_told();
        };
        const bool existing = choices_.below(3) == 0;
        if (existing) w.told.clear();
        else if (!is_exact) {
            for (std::size_t id = 0; id < m_.beings.size(); ++id)
                if (is_watched(id, kind)) w.told.insert(id);
        }
        watchers_.push_back(std::move(owner));
        w.its = [&] {
            using namespace throng;
            if (kind == watches_related) return rules_->observe(existing, joined, left);
            if (kind == watches_moved)
                return observed(world_.query<>(fresh_->present(), with_disabled), existing, joined, left);
            if (kind == 0) return observed(world_.query<place>(), existing, joined, left);
            if (kind == 1) return observed(world_.query<const place>(none_of<flag>), existing, joined, left);
            if (kind == 2) return observed(world_.query<place, badge>(), existing, joined, left);
            if (kind == 3) return observed(world_.query<>(any_of<flag, badge>), existing, joined, left);
            if (kind == 4) return observed(world_.query<>(with_disabled), existing, joined, left);
            return observed(world_.query<const place>(optional<badge>, with_disabled), existing, joined, left);
        }();
    }
    [[nodiscard]] bool is_watched(std::size_t id, unsigned kind) {
        if (kind == watches_related) return at(id).alive && !at(id).disabled && rules_->has(at(id).e);
        if (kind == watches_moved) return at(id).alive && at(id).fresh;
        return matches(id, {kind, 0});
    }
    void edit_when_told() {
        if (over_ || callbacks_ == 2 || !failure_.empty() || choices_.below(3) != 0) return;
        ++callbacks_;
        act(most_depth - 1);
        --callbacks_;
    }

    // Acts

    static constexpr unsigned most_depth = 3;

    void act(unsigned depth) {
        ++edits_;
        const int v = ++value_;
        const auto kind = choices_.below(44);
        if (kind < 5) create(v);
        else if (kind < 7) destroy(some_being());
        else if (kind < 10) add(some_being(), choices_.below(3), v);
        else if (kind < 12) remove(some_being(), choices_.below(3));
        else if (kind == 12) set(some_being(), v % 16);
        else if (kind == 13) patch(some_being(), v % 16, depth);
        else if (kind == 14) modified(some_being());
        else if (kind < 17) disable(some_being(), choices_.below(2) == 0);
        else if (kind < 24) relate(some_being(), some_being(), v);
        else if (kind == 24) unrelate(some_being(), some_being());
        else if (kind == 25) unrelate_one();
        else if (kind == 26) strip(some_being());
        else if (kind == 27) clone(some_being());
        else if (kind == 28) clear_changes();
        else if (kind == 29) order_->refresh(), enter_all();
        else if (kind == 30) come_and_go();
        else if (depth < most_depth) walk(depth);
        if (callbacks_ == 0 && failure_.empty()) settle();
    }
    void came(entity e) {
        expect(world_.alive(e) || m_.ids.contains(e), "a new entity is not alive");
        (void)known(e);
    }
    void create(int v) {
        if (alive() >= most_alive) return;
        const int x = v % 16;
        being b{};
        switch (choices_.below(5)) {
        case 0:
            newborn_.push_back(b);
            return came(world_.create());
        case 1:
            b.x = x;
            newborn_.push_back(b);
            return came(world_.create(place{x}));
        case 2:
            b.x = x;
            b.flag = true;
            newborn_.push_back(b);
            return came(world_.create(flag{}, place{x}));
        case 3:
            b.x = x;
            b.badge = v;
            newborn_.push_back(b);
            return came(world_.create(place{x}, badge(v)));
        default:
            b.x = x;
            b.badge = v;
            b.flag = true;
            newborn_.push_back(b);
            return came(world_.create(badge(v), place{x}, flag{}));
        }
    }
    void clone(std::size_t id) {
        if (alive() >= most_alive) return;
        being b = at(id);
        if (!b.alive) return expect(!world_.clone(b.e), "a dead one is cloned");
        // (It is in the sets that its original is in.)
        b.has_been_written = b.stripped = b.is_told_of = false;
        b.key.reset();
        newborn_.push_back(b);
        came(world_.clone(b.e));
    }
    void destroy(std::size_t id) {
        const bool was = at(id).alive;
        const std::size_t place_of_it = departures_.size();
        if (was) mark_dead(id);
        expect(world_.destroy(at(id).e) == was, "destroy() answers wrong");
        leave(place_of_it);
        if (was) expect_told_of_gone(id);
    }
    /// The turn of each source of a target that is gone has come: only those that were dead by then were not notified.
    /// (Nothing of the game's runs between their turns and this.)
    void expect_told_of_gone(std::size_t id) {
        for (const gone_link& l : gone_[id])
            expect(!at(l.source).alive, "a source that was alive at its turn was not notified of its target's end");
        gone_.erase(id);
    }
    /// What has gone has gone, told or not.
    void leave(std::size_t place_of_it) {
        while (departures_.size() > place_of_it) {
            finish(departures_.back());
            departures_.pop_back();
        }
    }
    void add(std::size_t id, unsigned what, int v) {
        being& b = at(id);
        const entity e = b.e;
        const bool was = b.alive;
        if (was) {
            change(id, [&](being& its) {
                if (what == 0 && !its.x) has_come(its, v % 16);
                if (what == 1 && !its.badge) its.badge = v;
                if (what == 2) its.flag = true;
            });
        }
        if (what == 0) (void)world_.add(e, place{v % 16});
        else if (what == 1) (void)world_.add(e, badge(v));
        else (void)world_.add<flag>(e);
    }
    void remove(std::size_t id, unsigned what) {
        const being& b = at(id);
        const entity e = b.e;
        const bool had = b.alive && (what == 0 ? b.x.has_value() : what == 1 ? b.badge.has_value() : b.flag);
        if (had) {
            change(id, [&](being& its) {
                if (what == 0) {
                    its.x.reset();
                    its.key.reset();
                    its.moved = its.fresh = its.has_been_written = its.may_have_moved = false;
                }
                if (what == 1) its.badge.reset();
                if (what == 2) its.flag = false;
            });
        }
        const bool done = what == 0   ? world_.remove<place>(e)
                          : what == 1 ? world_.remove<badge>(e)
                                      : world_.remove<flag>(e);
        expect(done == had, "remove() answers wrong");
    }
    void set(std::size_t id, int x) {
        if (at(id).alive) {
            change(id, [&](being& b) {
                const bool is_fresh = !b.x || b.fresh;
                has_come(b, x);
                b.fresh = is_fresh;
            });
        }
        (void)world_.set(at(id).e, place{x});
    }
    void patch(std::size_t id, int x, unsigned depth) {
        const bool has = at(id).alive && at(id).x;
        const bool done = world_.patch<place>(at(id).e, [&](place& p) {
            p.x = x;
            at(id).x = x;
            if (depth + 1 < most_depth && choices_.below(3) == 0) act(depth + 1);
        });
        expect(done == has, "patch() answers wrong");
    }
    void modified(std::size_t id) {
        const bool has = at(id).alive && at(id).x;
        expect(world_.modified<place>(at(id).e) == has, "modified() answers wrong");
    }
    void disable(std::size_t id, bool out) {
        const entity e = at(id).e;
        const bool will = at(id).alive && at(id).disabled != out;
        if (will) change(id, [&](being& b) { b.disabled = out; });
        expect((out ? world_.disable(e) : world_.enable(e)) == will, "disable() or enable() answers wrong");
    }
    void relate(std::size_t s, std::size_t t, int v) {
        const entity source = at(s).e;
        const entity target = at(t).e;
        const bool might = may_relate(s, t);
        const bool done = rules_->relate(source, target, v);
        // (What they keep of the relation may be what a hook has taken away.)
        const bool may = might && may_relate(s, t) && rules_->has(source) && rules_->has(target) && !at(s).stripped &&
                         !at(t).stripped;
        expect(done == may, "relate() answers wrong");
        if (!done) return;
        if (!rules_->valued) v = 0;
        for (link& l : m_.links) {
            if (!joins(l, s, t)) continue;
            l.value = v;
            return;
        }
        if (rules_->exclusive) {
            cut_all([&](const link& l) { return is_source(l, s) || (rules_->symmetric && is_source(l, t)); });
        }
        if (rules_->one_source) cut_all([&](const link& l) { return l.target == t; });
        const auto join = [&] { m_.links.push_back({++links_, s, t, v}); };
        if (rules_->symmetric) change({s, t}, join);
        else change({s}, join);
    }
    void unrelate(std::size_t s, std::size_t t) {
        const bool were = linked(s, t) != nullptr && shows(s) && shows(t);
        if (were) cut_all([&](const link& l) { return joins(l, s, t); });
        expect(rules_->unrelate(at(s).e, at(t).e) == were, "unrelate() answers wrong");
    }
    void unrelate_one(std::size_t id) {
        const auto those = linked_with(id, false);
        if (!those.empty()) return unrelate(id, those[choices_.below(static_cast<std::uint32_t>(those.size()))].first);
    }
    void unrelate_one() {
        if (m_.links.empty()) return;
        const link l = m_.links[choices_.below(static_cast<std::uint32_t>(m_.links.size()))];
        unrelate(l.source, l.target);
    }
    void strip(std::size_t id) {
        const entity e = at(id).e;
        const bool has = at(id).alive && rules_->has(e);
        const std::size_t place_of_it = departures_.size();
        if (has) mark_dead(id, false);
        expect(rules_->strip(e) == has, "a relation is not taken away");
        leave(place_of_it);
        // (It may have been destroyed meanwhile: its links have ended only now.)
        if (has && !at(id).alive) expect_told_of_gone(id);
    }
    void clear_changes() {
        const bool of_additions = choices_.below(2) == 0;
        {
            // (What observers do when some have left and some have not, the model does not follow.)
            const auto before = std::exchange(callbacks_, 2U);
            if (of_additions) fresh_->clear();
            else moved_->clear();
            callbacks_ = before;
        }
        if (of_additions) {
            for (std::size_t id = 0; id < m_.beings.size(); ++id) change(id, [](being& b) { b.fresh = false; });
        } else {
            for (std::size_t id = 0; id < m_.beings.size(); ++id)
                change(id, [](being& b) { b.moved = b.has_been_written = b.may_have_moved = false; });
            // Walks that are open may go on writing.
            note_writing();
        }
    }
    /// Whatever may stand on a page of a walk that writes.
    void note_writing() {
        for (const open_query* w : walks_) {
            if (!writes(w->of.kind)) continue;
            for (being& b : m_.beings) b.may_have_moved = b.may_have_moved || (b.alive && b.x);
        }
    }
    /// A hook of places, which may have written to the one that it was given.
    void has_returned(entity e) {
        being& b = at(known(e));
        if (b.alive && b.x && b.key) b.key->first = *b.x;
    }
    void enter_all() {
        std::map<std::uint32_t, std::size_t> those;
        for (std::size_t id = 0; id < m_.beings.size(); ++id) {
            at(id).key.reset();
            if (at(id).alive && at(id).x) those[at(id).e.index()] = id;
        }
        for (const auto& [index, id] : those) at(id).key = {*at(id).x, index};
    }
    /// Observers that do not edit come and go at any time.
    void come_and_go() {
        const auto begun = static_cast<std::uint32_t>(
            std::count_if(watchers_.begin(), watchers_.end(), [](const auto& w) { return !w->edits; }));
        if (begun < 3 && choices_.below(2) == 0) return watch(choices_.below(watched_kinds), false);
        if (begun == 0) return;
        const auto which = std::find_if(watchers_.begin(), watchers_.end(), [](const auto& w) { return !w->edits; });
        const auto its = std::move(*which);
        watchers_.erase(which);
    }

    // Walks

    struct walked {
        related_game& g;
        open_query m;
        walked(related_game& home, const asked& q, bool live) : g(home), m{q, live} {
            for (const std::size_t id : g.matching(q)) m.pass[g.at(id).e.index()] = id;
            g.walks_.push_back(&m);
        }
        walked(const walked&) = delete;
        walked& operator=(const walked&) = delete;
        ~walked() { std::erase(g.walks_, &m); }
        std::optional<std::size_t> next() {
            if (m.pass.empty() && m.live) m.pass.swap(m.later);
            if (m.pass.empty()) return {};
            const std::size_t id = m.pass.begin()->second;
            m.pass.erase(m.pass.begin());
            return id;
        }
    };
    void some_acts(unsigned depth, std::size_t here) {
        for (auto n = choices_.below(3); n != 0 && failure_.empty(); --n) {
            switch (choices_.below(16)) {
            case 0:
            case 1:
                destroy(here);
                break;
            case 2:
            case 3:
                unrelate_one(here);
                break;
            case 4:
                strip(here);
                break;
            case 5:
                unrelate_one();
                break;
            case 6:
                relate(here, some_being(), ++value_);
                break;
            default:
                act(depth + 1);
            }
            settle_here();
        }
    }
    void settle_here() {
        if (callbacks_ == 0 && failure_.empty()) settle();
    }
    void walk(unsigned depth) {
        switch (choices_.below(8)) {
        case 0:
        case 1:
            return walk_relation(depth, choices_.below(2) == 0, choices_.below(2) == 0);
        case 2:
            return walk_in_order(depth);
        case 3:
            return choices_.below(2) == 0 ? walk_sources(depth) : walk_pairs(depth);
        default:
            return walk_query(depth);
        }
    }
    void write(entity e, std::size_t id, unsigned kind) {
        if (!writes(kind)) return;
        for (being& b : m_.beings) b.may_have_moved = b.may_have_moved || (b.alive && b.x);
        at(id).has_been_written = at(id).may_have_moved = true;
        const int x = static_cast<int>(choices_.below(16));
        if (place* const p = world_.try_get<place>(e); p != nullptr && at(id).x) p->x = *(at(id).x = x);
    }
    void walk_query(unsigned depth) {
        const asked q = some_query();
        const auto how = choices_.below(4);
        const bool live = how == 1 || how == 3;
        const held_query query = query_of(q);
        {
            walked w(*this, q, live);
            note_writing();
            unsigned visits = 0;
            bool leave = false;
            const auto body = [&](entity e) {
                if (leave || !failure_.empty()) return;
                const auto expected = w.next();
                if (!expected) return fail("a walk visits one more");
                if (at(*expected).e != e) return fail("a walk visits the wrong one");
                leave = ++visits > 200;
                write(e, *expected, q.kind);
                some_acts(depth, *expected);
            };
            if (how < 2) {
                query->each(live, body);
            } else {
                query->walk(live, [&](entity e) {
                    if (leave || !failure_.empty() || choices_.below(20) == 0) return !(leave = true);
                    body(e);
                    return true;
                });
            }
            if (!leave && failure_.empty() && w.next()) fail("a walk leaves one out");
        }
    }
    void walk_relation(unsigned depth, bool sources, bool live) {
        const std::size_t of = some_being();
        const std::uint64_t limit = live ? ~std::uint64_t{0} : links_;
        std::uint64_t last = 0;
        const auto next = [&]() -> std::optional<std::size_t> {
            for (const link& l : m_.links) {
                if (l.number <= last || l.number > limit) continue;
                if (!(sources ? is_target(l, of) : is_source(l, of)) || !shows(other(l, of))) continue;
                last = l.number;
                value_of_next_ = l.value;
                return other(l, of);
            }
            return {};
        };
        unsigned visits = 0;
        bool leave = false;
        rules_->walk(at(of).e, sources, live, [&](entity e, int value) {
            const auto expected = next();
            if (!expected) fail("a walk of relations visits one more");
            else if (at(*expected).e != e) fail("a walk of relations visits the wrong one");
            else expect(value == value_of_next_, "a relation's value is wrong");
            if (!failure_.empty() || ++visits > 200 || choices_.below(30) == 0) return !(leave = true);
            some_acts(depth, *expected);
            switch (choices_.below(16)) {
            case 0:
                destroy(of);
                break;
            case 1:
                strip(of);
                break;
            case 2:
            case 3:
                if (sources) relate(some_being(), of, ++value_);
                else relate(of, some_being(), ++value_);
                break;
            default:
                break;
            }
            settle_here();
            return failure_.empty();
        });
        if (!leave && failure_.empty() && next()) fail("a walk of relations leaves one out");
    }
    /// A list that has been found before, each of which is visited if it is still so at its turn.
    template <class Is, class Walk>
    void walk_list(unsigned depth, const std::vector<std::size_t>& all, unsigned kind, Is is, Walk walk) {
        std::size_t i = 0;
        walk([&](entity e) {
            if (!failure_.empty()) return;
            while (i != all.size() && !is(all[i])) ++i;
            if (i == all.size()) return fail("a walk of a list visits one more");
            if (at(all[i]).e != e) return fail("a walk of a list visits the wrong one");
            const std::size_t id = all[i++];
            write(e, id, kind);
            some_acts(depth, id);
        });
        while (i != all.size() && !is(all[i])) ++i;
        if (failure_.empty()) expect(i == all.size(), "a walk of a list leaves one out");
    }
    [[nodiscard]] std::vector<std::size_t> in_order() const {
        std::vector<std::size_t> all;
        for (std::size_t id = 0; id < m_.beings.size(); ++id)
            if (m_.beings[id].key) all.push_back(id);
        std::sort(all.begin(), all.end(),
                  [&](std::size_t a, std::size_t b) { return *m_.beings[a].key < *m_.beings[b].key; });
        return all;
    }
    void walk_in_order(unsigned depth) {
        const asked q = some_query();
        const bool backward = choices_.below(2) == 0;
        auto all = in_order();
        if (backward) std::reverse(all.begin(), all.end());
        const held_query query = query_of(q);
        walk_list(
            depth, all, q.kind, [&](std::size_t id) { return matches(id, q); },
            [&](const visitor& visit) { query->in_order(*order_, backward, visit); });
    }
    void walk_sources(unsigned depth) {
        const std::size_t of = some_being();
        std::vector<std::size_t> all;
        for (const auto& [id, value] : linked_with(of, true))
            if (matches(id, {1, 0})) all.push_back(id);
        walk_list(
            depth, all, 1, [&](std::size_t id) { return matches(id, {1, 0}) && are_related(id, of); },
            [&](const visitor& visit) { rules_->each_source(at(of).e, visit); });
    }
    [[nodiscard]] bool are_related(std::size_t s, std::size_t t) const {
        return shows(s) && shows(t) && linked(s, t) != nullptr;
    }
    void walk_pairs(unsigned depth) {
        std::vector<std::pair<std::size_t, std::size_t>> all;
        for (const std::size_t s : matching({0, 0}))
            for (const auto& [t, value] : linked_with(s, false))
                if (matches(t, {1, 0})) all.emplace_back(s, t);
        std::size_t i = 0;
        const auto come_to = [&] {
            while (i != all.size() && !(matches(all[i].first, {0, 0}) && matches(all[i].second, {1, 0}) &&
                                        are_related(all[i].first, all[i].second)))
                ++i;
        };
        rules_->each_related([&](entity s, entity t) {
            if (!failure_.empty()) return;
            come_to();
            if (i == all.size()) return fail("a join visits one pair more");
            const auto [source, target] = all[i++];
            if (at(source).e != s || at(target).e != t) return fail("a join visits the wrong pair");
            some_acts(depth, choices_.below(2) == 0 ? source : target);
        });
        come_to();
        if (failure_.empty()) expect(i == all.size(), "a join leaves a pair out");
    }

    // Comparing

    /// Looks at what walks have written to, as each question about it does.
    void ask_what_moved() {
        for (std::size_t id = 0; id < m_.beings.size(); ++id) {
            const bool is = moved_->contains(at(id).e);
            if (at(id).has_been_written) expect(is, "what has been written to has not changed");
            if (!at(id).may_have_moved) expect(!is, "what has not been written to has changed");
            if (at(id).moved != is) change(id, [&](being& b) { b.moved = is; });
            if (is) at(id).has_been_written = true;
        }
    }
    /// After each edit, but within what is told of one.
    void settle() {
        while (!doomed_.empty() && !at(doomed_.front()).alive) doomed_.pop_front();
        if (departures_.empty()) expect(doomed_.empty(), "one has not died with its target");
        expect(!departures_.empty() || gone_.empty(), "a target is gone, and no destroy() of it has returned");
        expect(newborn_.empty(), "one was born and not told of");
        for (const auto& w : watchers_) {
            for (std::size_t id = 0; id < m_.beings.size(); ++id) {
                expect(w->told.contains(id) == is_watched(id, w->kind), "an observer has not been told");
            }
        }
        for (const being& b : m_.beings) {
            expect(world_.alive(b.e) == b.alive, "alive() answers wrong");
            expect(!b.alive || b.is_told_of, "on_create has not told of one");
        }
        if (edits_ % 4 == 0) compare();
    }
    void compare() {
        expect(world_.validate(), "the world is not whole");
        expect(world_.size() == alive(), "size() is wrong");
        for (std::size_t id = 0; id < m_.beings.size() && failure_.empty(); ++id) {
            const being& b = at(id);
            for (const bool sources : {false, true}) {
                const auto expected = linked_with(id, sources);
                std::size_t i = 0;
                rules_->walk(b.e, sources, false, [&](entity e, int value) {
                    if (i == expected.size() || at(expected[i].first).e != e) fail("relations are wrong");
                    else expect(value == expected[i++].second, "a relation's value is wrong");
                    return failure_.empty();
                });
                expect(i == expected.size(), "a relation is missing");
                expect(rules_->count(b.e, sources) == expected.size(), "relations are counted wrongly");
                expect(rules_->first(b.e, sources) == (expected.empty() ? entity{} : at(expected[0].first).e),
                       "the first relation is wrong");
            }
            if (!b.alive) continue;
            const place* const p = world_.try_get<place>(b.e);
            expect((p != nullptr) == b.x.has_value() && (p == nullptr || p->x == *b.x), "a place is wrong");
            const badge* const its = world_.try_get<badge>(b.e);
            expect((its != nullptr) == b.badge.has_value() && (its == nullptr || its->id() == *b.badge),
                   "a badge is wrong");
            expect(world_.has<flag>(b.e) == b.flag, "a flag is wrong");
            expect(world_.enabled(b.e) == !b.disabled, "enabled() answers wrong");
            expect(fresh_->contains(b.e) == b.fresh, "what was given is wrong");
        }
        ask_what_moved();
        const auto expected = in_order();
        const auto order = order_->entities();
        expect(order.size() == expected.size(), "the order has another size");
        for (std::size_t i = 0; i != order.size() && failure_.empty(); ++i)
            expect(order[i] == at(expected[i]).e, "the order is wrong");
    }
    void roll_back() {
        const throng::snapshot then(world_);
        const facts model = m_;
        for (auto n = choices_.below(6); n != 0 && failure_.empty(); --n) act(1);
        if (!failure_.empty()) return;
        expect(then.roll_back(), "a world is not rolled back");
        m_ = model;
        enter_all();
        for (being& b : m_.beings) b.may_have_moved = b.alive && b.x;
        // Observers are not called of what has become different; they are of the next edit.
        for (auto& w : watchers_) {
            w->told.clear();
            for (std::size_t i = 0; i < m_.beings.size(); ++i) {
                if (is_watched(i, w->kind)) w->told.insert(i);
            }
        }
        settle();
    }

    support::ledger ledger_;
    throng::world world_;
    std::unique_ptr<any_relation> rules_;
    choices choices_;
    facts m_;
    std::vector<open_query*> walks_;
    std::vector<departure> departures_;
    std::deque<std::size_t> doomed_;
    std::map<std::size_t, std::deque<gone_link>> gone_;
    std::vector<being> newborn_;
    std::vector<std::unique_ptr<watcher>> watchers_;
    std::optional<throng::changes<place>> moved_;
    std::optional<throng::additions<place>> fresh_;
    std::optional<throng::value_order<place, int place::*>> order_;
    std::uint64_t links_ = 0;
    std::size_t edits_ = 0;
    unsigned callbacks_ = 0;
    int value_of_next_ = 0;
    int value_ = 0;
    bool over_ = false;
};

} // namespace world_game
