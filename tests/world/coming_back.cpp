// Entities that have been destroyed come back under their handles: out of saved parts of their world.

#include "support/allocation.hpp"
#include "support/numbers.hpp"
#include "support/tracked.hpp"

#include <throng/world/hash.hpp>
#include <throng/world/merge.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/schedule.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <new>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::components;
using throng::entity;
using throng::entity_map;
using throng::handle_policy;
using throng::link_policy;
using throng::world;

struct place {
    int x = 0;
};
struct text {
    std::string words;
};
struct about {
    entity whom;
    std::vector<entity> others;
};
struct likes {
    int how_much = 0;
};
struct docked {};
struct friends {};

} // namespace

template <> struct throng::component<place> {
    static constexpr const char* name = "place";
};
template <> struct throng::component<text> {
    static constexpr const char* name = "text";
};
template <> struct throng::component<about> {
    static constexpr const char* name = "about";
};
template <> struct throng::component<likes> {
    static constexpr const char* name = "likes";
};
template <> struct throng::component<docked> {
    static constexpr const char* name = "docked";
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
};
template <> struct throng::component<friends> {
    static constexpr const char* name = "friends";
    static constexpr bool symmetric = true;
};

namespace {

constexpr auto all = components<place, text, about, throng::kin, throng::entity_name, throng::related<likes>,
                                throng::related<docked>, throng::related<friends>>;

using part = std::vector<std::byte>;

template <class World, class Range> part saved(const World& w, const Range& those) {
    throng::byte_writer<> bytes;
    save_part(w, bytes, all, those, link_policy::all);
    return {bytes.bytes().begin(), bytes.bytes().end()};
}
template <class World> entity_map brought_back(World& w, const part& bytes) {
    entity_map map;
    EXPECT_TRUE(merge_saved(w, bytes, all, &map, handle_policy::former));
    return map;
}

} // namespace

TEST(coming_back, a_deletion_is_undone) {
    world w;
    throng::family family(w);
    throng::naming names(w);
    throng::relation<likes> liking(w);
    throng::relation<docked> docking(w);
    throng::relation<friends> befriended(w);
    const entity town = w.create(), house = w.create(place{1}), gate = w.create(text{"a gate of oak, and of iron"});
    const entity guard = w.create(about{gate, {house}}), dead = w.create();
    family.adopt(town, house), family.adopt(house, gate), family.adopt(house, guard);
    family.leave(guard);
    names.set(town, "town"), names.set(house, "house"), names.set(gate, "gate");
    w.add(gate, about{guard, {house, dead, entity{}}});
    liking.relate(guard, gate, {3}), liking.relate(town, gate, {4}), liking.relate(gate, guard, {5});
    docking.relate(guard, house), docking.relate(house, town);
    befriended.relate(gate, guard), befriended.relate(house, gate);
    w.destroy(dead);
    const part bytes = saved(w, throng::branch(w, house));
    const entity later = w.create();
    EXPECT_EQ(later.index(), dead.index());
    w.destroy(house);
    EXPECT_FALSE(w.alive(gate));
    EXPECT_FALSE(docking.target_of(guard));
    const entity_map map = brought_back(w, bytes);
    EXPECT_EQ(map.size(), 2U);
    EXPECT_EQ(map.find(house), house);
    EXPECT_EQ(map.find(gate), gate);
    EXPECT_TRUE(w.validate());
    EXPECT_EQ(w.size(), 5U);
    EXPECT_EQ(w.get<about>(guard).whom, gate);
    EXPECT_NE(w.try_get<text>(w.get<about>(guard).whom), nullptr);
    EXPECT_EQ(w.get<about>(gate).whom, guard) << "it is not of the part";
    EXPECT_EQ(w.get<about>(gate).others, (std::vector<entity>{house, dead, entity{}}));
    EXPECT_FALSE(w.alive(dead)) << "stale handles stay so";
    EXPECT_EQ(names.find("town/house/gate"), gate);
    EXPECT_EQ(family.parent_of(house), town);
    EXPECT_EQ(liking.value(guard, gate)->how_much, 3);
    EXPECT_EQ(liking.value(town, gate)->how_much, 4);
    EXPECT_EQ(liking.value(gate, guard)->how_much, 5);
    EXPECT_EQ(liking.source_of(gate), guard) << "in their order";
    EXPECT_EQ(docking.target_of(guard), house);
    EXPECT_EQ(docking.target_of(house), town);
    EXPECT_TRUE(befriended.related(guard, gate) && befriended.related(house, gate));
}

TEST(coming_back, links_that_have_changed_meanwhile_stay) {
    world w;
    throng::family family(w);
    throng::naming names(w);
    throng::relation<docked> docking(w);
    const entity port = w.create(), ship = w.create(), boat = w.create(), other = w.create();
    family.adopt(port, boat);
    family.adopt(ship, other);
    names.set(boat, "boat");
    docking.relate(other, ship), docking.relate(ship, port);
    const part bytes = saved(w, std::vector{ship, boat});
    w.destroy(boat);
    family.leave(other);
    w.destroy(ship);
    const entity second = w.create();
    EXPECT_EQ(second.index(), ship.index()) << "the last that was destroyed is the lowest, too";
    names.set(second, "boat");
    family.adopt(port, second), family.adopt(port, other);
    docking.relate(other, port);
    docking.relate(port, second);
    const entity_map map = brought_back(w, bytes);
    EXPECT_EQ(map.find(boat), boat);
    const entity newer = map.find(ship);
    EXPECT_NE(newer, ship) << "another entity lives there";
    EXPECT_FALSE(w.alive(ship));
    EXPECT_TRUE(w.alive(newer));
    EXPECT_EQ(names.of(boat), "") << "a sibling has the name";
    EXPECT_EQ(family.parent_of(other), port);
    EXPECT_EQ(docking.target_of(other), port);
    EXPECT_EQ(docking.target_of(newer), port);
    EXPECT_TRUE(w.validate());
    // Of what is alive it is a copy.
    const entity_map again = brought_back(w, bytes);
    EXPECT_NE(again.find(boat), boat);
    EXPECT_TRUE(w.alive(again.find(boat)) && w.alive(boat));
    EXPECT_TRUE(w.validate());
}

TEST(coming_back, nothing_gets_a_handle_that_another_has_had) {
    world w;
    const entity first = w.create(place{1});
    const part bytes = saved(w, std::vector{first});
    std::set<entity> seen{first};
    for (int i = 0; i < 5; ++i) {
        w.destroy(first);
        EXPECT_EQ(brought_back(w, bytes).find(first), first);
        EXPECT_TRUE(w.alive(first));
    }
    w.destroy(first);
    const entity second = w.create(place{2});
    EXPECT_EQ(second.index(), first.index());
    EXPECT_TRUE(seen.insert(second).second);
    const part bytes_of_second = saved(w, std::vector{second});
    w.destroy(second);
    const entity copy = brought_back(w, bytes).find(first);
    EXPECT_TRUE(seen.insert(copy).second) << "its slot was reused in between";
    w.destroy(copy);
    EXPECT_TRUE(seen.insert(brought_back(w, bytes_of_second).find(second)).second);
    EXPECT_FALSE(w.alive(first) || w.alive(second) || w.alive(copy));
    EXPECT_TRUE(w.validate());
    // Parts of another world, or without the wish.
    world to;
    const entity there = brought_back(to, bytes).find(first);
    EXPECT_EQ(to.get<place>(there).x, 1);
    entity_map map;
    to.destroy(there);
    const part of_it = saved(to, std::vector{there});
    ASSERT_TRUE(merge_saved(to, bytes, all, &map));
    EXPECT_NE(map.find(first), there);
    EXPECT_TRUE(to.validate());
    // The last generation that a slot has.
    world old;
    entity e = old.create(place{7});
    while ((e.generation() & 0xffffU) != 0xffffU) old.destroy(e), e = old.create(place{7});
    (void)old.create();
    const part last = saved(old, std::vector{e});
    old.destroy(e);
    EXPECT_NE(brought_back(old, last).find(e), e) << "the slot is used up";
    EXPECT_TRUE(old.validate());
}

TEST(coming_back, handles_of_other_worlds_take_no_memory) {
    world w;
    (void)w.create();
    // A part whose entity stood at a high index.
    world high;
    high.create_many(500'000, place{1});
    entity last;
    high.each([&](entity e) { last = e; });
    const part bytes = saved(high, std::vector{last});
    const entity e = brought_back(w, bytes).find(last);
    EXPECT_TRUE(w.alive(e));
    EXPECT_LT(e.index(), 10'000U);
}

TEST(coming_back, into_walks_and_views) {
    world w;
    std::vector<entity> those;
    for (int i = 0; i < 200; ++i) those.push_back(w.create(place{i}, text{"the text of one of two hundred entities"}));
    const part bytes = saved(w, those);
    int n = 0;
    // Each where a walk stands on it; and the one before, and one ahead.
    w.query<place, text>().each([&](entity e, place& p, text& t) {
        const int x = p.x;
        const part own = saved(w, std::vector{e});
        w.destroy(e);
        EXPECT_FALSE(w.alive(e));
        EXPECT_EQ(brought_back(w, own).find(e), e);
        EXPECT_TRUE(w.alive(e));
        EXPECT_EQ(w.get<place>(e).x, x);
        EXPECT_EQ(&w.get<text>(e), &t) << "in its place";
        EXPECT_EQ(t.words.size(), 39U);
        if (x > 2 && x + 2 < 200) {
            const std::vector beside{those[static_cast<std::size_t>(x - 1)], those[static_cast<std::size_t>(x + 1)]};
            const part both = saved(w, beside);
            w.destroy(beside);
            const entity_map map = brought_back(w, both);
            for (const entity b : beside) EXPECT_EQ(map.find(b), b);
        }
        EXPECT_TRUE(w.validate());
        ++n;
    });
    EXPECT_GT(n, 90) << "what comes back ahead of the walk is new to it";
    EXPECT_EQ(w.size(), 200U);
    {
        const auto view = w.query<place, text>().freeze();
        w.destroy(those);
        EXPECT_TRUE(w.empty());
        const entity_map map = brought_back(w, bytes);
        for (const entity e : those) ASSERT_EQ(map.find(e), e);
        EXPECT_TRUE(w.validate());
        int shown = 0;
        for (auto [e, p, t] : view) EXPECT_EQ(e, those[static_cast<std::size_t>(shown++)]);
        EXPECT_EQ(shown, 200);
        w.destroy(those);
        EXPECT_TRUE(w.validate());
    }
    EXPECT_TRUE(w.validate());
    EXPECT_EQ(brought_back(w, bytes).find(those[7]), those[7]);
    // A live walk comes to it again.
    n = 0;
    w.query<place>().each(throng::live, [&](entity e, place&) {
        if (n++ >= 10) return;
        const part own = saved(w, std::vector{e});
        w.destroy(e);
        EXPECT_EQ(brought_back(w, own).find(e), e);
    });
    EXPECT_EQ(n, 210);
}

TEST(coming_back, systems_see_it_leave_and_join) {
    world w;
    throng::schedule systems(w);
    std::string told;
    systems.add("watch", w.query<text>(), [](entity, text&) {})
        .on_joined([&](entity e, text& t) { told += "+" + std::to_string(e.index()) + t.words; })
        .on_left([&](entity e, text& t) { told += "-" + std::to_string(e.index()) + t.words; });
    const entity e = w.create(text{"a"});
    systems.run(1);
    EXPECT_EQ(std::exchange(told, ""), "+0a");
    const part bytes = saved(w, std::vector{e});
    w.destroy(e);
    EXPECT_EQ(brought_back(w, bytes).find(e), e);
    w.get<text>(e).words = "b";
    EXPECT_TRUE(w.validate());
    systems.run(1);
    EXPECT_EQ(std::exchange(told, ""), "-0b+0b") << "as of one that has lost a component and got it again";
    w.destroy(e);
    systems.run(1);
    EXPECT_EQ(std::exchange(told, ""), "-0b");
    EXPECT_EQ(brought_back(w, bytes).find(e), e);
    systems.run(1);
    EXPECT_EQ(std::exchange(told, ""), "+0a");
    EXPECT_TRUE(w.validate());
}

TEST(coming_back, in_hooks) {
    world w;
    throng::family family(w);
    const entity top = w.create(place{1}), child = w.create(place{2}, text{"c"}), other = w.create(place{3}, text{"o"});
    family.adopt(top, child);
    const part bytes = saved(w, std::vector{top, child, other});
    // Of its own removal: it gets a new handle, since the hooks of the old one are still being called.
    entity_map map;
    int calls = 0;
    w.on_remove<text>([&](entity e, text&) {
        if (++calls != 1) return;
        w.destroy(other);
        map = brought_back(w, bytes);
        EXPECT_FALSE(w.alive(e));
        EXPECT_TRUE(w.alive(other)) << "of another entity: it is whole";
    });
    w.destroy(top);
    EXPECT_EQ(map.find(other), other);
    EXPECT_NE(map.find(child), child);
    EXPECT_TRUE(w.alive(map.find(child)));
    EXPECT_TRUE(w.validate());
    w.on_remove<text>(nullptr);
    for (const entity e : {top, child, other}) w.destroy(map.find(e)), w.destroy(e);
    EXPECT_TRUE(w.empty());
    EXPECT_EQ(brought_back(w, bytes).find(other), other);
    w.destroy(std::vector{top, child, other});
    // Of its addition, which destroys it.
    calls = 0;
    const part one = saved(w, std::vector{w.create(text{"one"})});
    w.on_add<text>([&](entity e, text&) {
        if (++calls > 1) return;
        w.destroy(e);
        EXPECT_NE(brought_back(w, one).find(e), e);
    });
    const entity e = w.create(text{"x"});
    EXPECT_FALSE(w.alive(e));
    EXPECT_TRUE(w.validate());
    w.on_add<text>(nullptr);
    // Of its birth.
    calls = 0;
    w.on_create([&](entity born) {
        if (++calls > 1) return;
        const part own = saved(w, std::vector{born});
        w.destroy(born);
        EXPECT_NE(brought_back(w, own).find(born), born);
    });
    EXPECT_FALSE(w.alive(w.create()));
    EXPECT_EQ(calls, 2);
    EXPECT_TRUE(w.validate());
}

TEST(coming_back, hooks_of_additions_are_called_of_what_is_whole) {
    world w;
    throng::family family(w);
    const entity a = w.create(place{1}, text{"a"}), b = w.create(about{a, {}});
    family.adopt(a, b);
    const part bytes = saved(w, std::vector{a, b});
    w.destroy(a);
    std::vector<entity> told;
    w.on_add<text>([&](entity e, text& t) {
        EXPECT_EQ(w.get<place>(e).x, 1);
        EXPECT_EQ(t.words, "a");
        told.push_back(e);
        w.destroy(e);
    });
    EXPECT_EQ(brought_back(w, bytes).find(a), a);
    EXPECT_EQ(told, std::vector{a});
    EXPECT_FALSE(w.alive(a));
    EXPECT_TRUE(w.alive(b));
    EXPECT_FALSE(family.parent_of(b));
    EXPECT_TRUE(w.validate());
    w.on_add<text>(nullptr);
    w.destroy(b);
    EXPECT_EQ(brought_back(w, bytes).find(a), a);
    EXPECT_EQ(family.parent_of(b), a);
}

#if defined(__cpp_exceptions)
TEST(coming_back, what_throws_has_not_happened) {
    support::allocation_log log;
    using failing_world = throng::basic_world<support::logged_allocator<std::byte>>;
    {
        failing_world w;
        throng::basic_family family(w);
        throng::basic_relation<likes, support::logged_allocator<std::byte>> liking(w);
        const entity keep = w.create(text{"keep"});
        const entity a = w.create(place{1}, text{"a long text that is not in the string itself"}),
                     b = w.create(about{a, {a}});
        family.adopt(keep, a), family.adopt(a, b);
        liking.relate(keep, b, {2});
        const part bytes = saved(w, std::vector{a, b});
        for (const bool is_shown : {false, true}) {
            std::size_t n = 0;
            do {
                log.fail_in = 0;
                const auto destroy_and_bring_back = [&] {
                    w.destroy(a), w.destroy(b);
                    ASSERT_EQ(w.size(), 1U);
                    log.failed = false;
                    log.fail_in = ++n;
                    entity_map map;
                    try {
                        ASSERT_TRUE(merge_saved(w, bytes, all, &map, handle_policy::former));
                        log.fail_in = 0;
                        ASSERT_EQ(map.find(a), a);
                    } catch (const std::bad_alloc&) {
                        log.fail_in = 0;
                        ASSERT_EQ(map.size(), 0U);
                        ASSERT_EQ(w.size(), 1U);
                        ASSERT_TRUE(w.validate()) << n;
                        ASSERT_EQ(brought_back(w, bytes).find(a), a);
                    }
                    ASSERT_TRUE(w.alive(a) && w.alive(b) && liking.related(keep, b)) << n;
                };
                if (is_shown) {
                    const auto view = w.query<text>().freeze();
                    destroy_and_bring_back();
                } else {
                    destroy_and_bring_back();
                }
                ASSERT_TRUE(w.validate());
            } while (log.failed && !HasFatalFailure());
            EXPECT_GT(n, 10U);
        }
        w.on_add<text>([](entity, text&) { throw 7; });
        w.destroy(a);
        EXPECT_THROW((void)brought_back(w, bytes), int);
        EXPECT_EQ(w.size(), 1U);
        w.on_add<text>(nullptr);
        EXPECT_EQ(brought_back(w, bytes).find(a), a);
        EXPECT_TRUE(w.validate());
    }
    EXPECT_EQ(log.bytes, 0U);
}
#endif

namespace {

/// Whose destructor has something done.
struct closing {
    int n = 0;
    static inline std::function<void()> last;
    closing() = default;
    explicit closing(int x) : n(x) {}
    closing(const closing&) = default;
    closing& operator=(const closing&) = default;
    ~closing() {
        if (n == 7 && last) std::exchange(last, nullptr)();
    }
};

} // namespace
template <> struct throng::component<closing> {
    static constexpr const char* name = "closing";
    static constexpr auto fields = throng::fields(field("n", &closing::n));
};

// The destructor of a value of its former life: nothing is put in the value's place.
TEST(coming_back, while_a_value_is_destroyed) {
    world w;
    const entity e = w.create(closing(7), place{1});
    throng::byte_writer<> bytes;
    save_part(w, bytes, components<closing, place>, std::vector{e});
    entity_map map;
    closing::last = [&] {
        EXPECT_TRUE(merge_saved(w, bytes.bytes(), components<closing, place>, &map, handle_policy::former));
    };
    w.destroy(e);
    EXPECT_EQ(map.size(), 1U);
    EXPECT_NE(map.find(e), e);
    EXPECT_EQ(w.get<closing>(map.find(e)).n, 7);
    EXPECT_TRUE(w.validate());
    // And where it makes way for the value that comes back.
    {
        const auto view = w.query<closing>().freeze();
        const entity f = map.find(e);
        bytes.clear();
        save_part(w, bytes, components<closing, place>, std::vector{f});
        w.destroy(f);
        entity_map other;
        closing::last = [&] {
            EXPECT_TRUE(merge_saved(w, bytes.bytes(), components<closing, place>, &other, handle_policy::former));
        };
        EXPECT_TRUE(merge_saved(w, bytes.bytes(), components<closing, place>, &map, handle_policy::former));
        EXPECT_EQ(map.find(f), f);
        EXPECT_TRUE(w.alive(f) && w.alive(other.find(f)));
        EXPECT_NE(other.find(f), f);
        EXPECT_TRUE(w.validate());
    }
    EXPECT_TRUE(w.validate());
}

namespace {

/// A world whose parts are destroyed and come back, among other edits; beside it, who has lived where.
class game {
  public:
    explicit game(std::uint64_t seed, bool watched) : r_(seed) {
        if (watched) systems_.add("watch", w.query<text>(), [](entity, text&) {}).on_left([](entity, text&) {});
        w.on_remove<about>([this](entity, about&) { meddle(); });
        w.on_add<about>([this](entity, about&) { meddle(); });
    }
    void play(int steps) {
        for (int i = 0; i < steps && !::testing::Test::HasFailure(); ++i) {
            step();
            if (i % 16 == 0) check();
        }
        check();
    }
    [[nodiscard]] std::uint64_t hash() const { return throng::hash(w, all); }

    world w;
    throng::family family{w};
    throng::naming names{w};
    throng::relation<likes> liking{w};
    throng::relation<docked> docking{w};
    throng::relation<friends> befriended{w};
    /// How many came back, and how many could not.
    int returned = 0;
    int renewed = 0;

  private:
    struct record {
        part bytes;
        std::map<entity, std::pair<int, std::vector<entity>>> those;
        std::map<std::pair<entity, entity>, int> links;
    };

    void step() {
        switch (r_.below(12)) {
        case 0:
        case 1:
        case 2:
            born();
            break;
        case 3:
            if (depth_ == 0) systems_.run(1);
            break;
        case 4:
            (void)family.adopt(any(), any());
            break;
        case 5:
            (void)(r_.below(2) == 0 ? liking.relate(any(), any(), {r_.below(9)}) : docking.relate(any(), any()));
            break;
        case 6:
            (void)befriended.relate(any(), any());
            (void)names.set(any(), std::to_string(r_.below(9)));
            break;
        case 7:
            w.destroy(any());
            break;
        case 8: // in a walk
            if (depth_ < 2) {
                ++depth_;
                int n = 0;
                w.query<place>().each([&](entity, place&) {
                    if (n++ % 8 == 0 && n < 40) r_.below(3) == 0 ? bring_back() : step();
                });
                --depth_;
            }
            break;
        case 9: // under a view
            if (depth_ < 2) {
                ++depth_;
                const auto view = w.query<const text>().freeze();
                for (int i = 0; i < 8; ++i) step();
                --depth_;
            }
            break;
        case 10:
            take_away();
            break;
        default:
            bring_back();
        }
    }
    void meddle() {
        if (depth_ >= 2 || r_.below(8) != 0) return;
        ++depth_;
        step();
        --depth_;
    }
    entity any() { return known_.empty() ? entity{} : known_[r_.below(known_.size())]; }
    void born() {
        const int x = r_.below(1000);
        entity e;
        switch (r_.below(3)) {
        case 0:
            e = w.create(place{x});
            break;
        case 1:
            e = w.create(place{x}, text{std::to_string(x) + " of a text that is too long for the string"});
            break;
        default:
            e = w.create(place{x}, about{any(), {any(), any()}});
        }
        is_new(e);
    }
    void is_new(entity e) {
        ASSERT_TRUE(e);
        ASSERT_TRUE(ever_.insert(e).second) << "it has been another's";
        known_.push_back(e);
        // (In hooks, a later one may have been noted before.)
        entity& last = last_[e.index()];
        if (last < e) last = e;
    }
    void take_away() {
        record its;
        std::vector<entity> some = throng::branch(w, any());
        for (int i = r_.below(3); i > 0; --i) {
            const entity more = any();
            if (w.alive(more) && std::find(some.begin(), some.end(), more) == some.end()) some.push_back(more);
        }
        its.bytes = saved(w, some);
        for (const entity e : some) {
            const about* const a = w.try_get<about>(e);
            std::vector<entity> refers;
            if (a != nullptr) refers = a->others, refers.push_back(a->whom);
            its.those[e] = {w.get<place>(e).x, refers};
            for (auto [other, how] : liking.targets(e)) its.links[{e, other}] = how.how_much;
            for (auto [other, how] : liking.sources(e)) its.links[{other, e}] = how.how_much;
        }
        records_.push_back(std::move(its));
        for (const entity e : some) w.destroy(e);
    }
    void bring_back() {
        if (records_.empty()) return;
        const std::size_t i = r_.below(records_.size());
        const record its = records_[i];
        if (r_.below(2) == 0) records_.erase(records_.begin() + static_cast<std::ptrdiff_t>(i));
        std::set<entity> expected;
        for (const auto& [e, of] : its.those) {
            if (!w.alive(e) && last_[e.index()] == e) expected.insert(e);
        }
        const std::set<entity> before = ever_;
        const bool is_outermost = depth_ == 0;
        // (What hooks make meanwhile may take slots.)
        const int outer = std::exchange(depth_, 2);
        const entity_map map = brought_back(w, its.bytes);
        depth_ = outer;
        for (const auto& [e, of] : its.those) {
            const entity now = map.find(e);
            ASSERT_TRUE(now);
            if (now != e) {
                ASSERT_FALSE(is_outermost && expected.contains(e)) << "nothing was in its way";
                is_new(now);
                ++renewed;
            } else {
                ASSERT_TRUE(expected.contains(e));
                ++returned;
            }
            ASSERT_TRUE(w.alive(now));
            ASSERT_EQ(w.get<place>(now).x, of.first);
            std::vector<entity> refers;
            for (const entity other : of.second) refers.push_back(its.those.contains(other) ? map.find(other) : other);
            const about* const a = w.try_get<about>(now);
            std::vector<entity> has;
            if (a != nullptr) has = a->others, has.push_back(a->whom);
            ASSERT_EQ(has, refers);
        }
        for (const auto& [ends, how] : its.links) {
            const auto now = [&](entity e) { return its.those.contains(e) ? map.find(e) : e; };
            if (!w.alive(now(ends.first)) || !w.alive(now(ends.second))) continue;
            const auto value = liking.value(now(ends.first), now(ends.second));
            ASSERT_TRUE(value.has_value());
            ASSERT_EQ(value->how_much, how);
        }
    }
    void check() {
        ASSERT_TRUE(w.validate());
        std::size_t alive = 0;
        for (const entity e : ever_) {
            if (!w.alive(e)) continue;
            ++alive;
            ASSERT_EQ(last_[e.index()], e);
        }
        ASSERT_EQ(alive, w.size());
        throng::byte_writer<> bytes;
        save(w, bytes, all);
        world copy;
        ASSERT_TRUE(restore(copy, bytes.bytes(), all));
        ASSERT_EQ(throng::hash(copy, all), hash());
    }

    support::numbers r_;
    throng::schedule systems_{w};
    std::vector<entity> known_;
    std::set<entity> ever_;
    std::map<std::uint32_t, entity> last_;
    std::vector<record> records_;
    int depth_ = 0;
};

} // namespace

TEST(coming_back, random_parts_go_and_come_back) {
    int returned = 0;
    int renewed = 0;
    for (std::uint64_t seed = 1; seed <= 20 && !HasFailure(); ++seed) {
        game a(seed, seed % 2 == 0);
        a.play(400);
        returned += a.returned, renewed += a.renewed;
        if (seed > 2) continue;
        game b(seed, seed % 2 == 0);
        b.play(400);
        EXPECT_EQ(a.hash(), b.hash());
    }
    EXPECT_GT(returned, 300);
    EXPECT_GT(renewed, 100);
}
