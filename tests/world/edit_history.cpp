// Commands that edit a world are undone and redone.

#include "support/allocation.hpp"
#include "support/numbers.hpp"

#include <throng/world/edit_history.hpp>
#include <throng/world/observer.hpp>
#include <throng/world/prefabs.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/world_index.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::components;
using throng::edit_history;
using throng::entity;
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
struct mark {};
/// With functions of its own.
struct own {
    int n = 0;
};
/// That cannot be copied.
struct unique {
    unique() = default;
    explicit unique(int x) : n(x) {}
    unique(unique&&) = default;
    unique& operator=(unique&&) = default;
    int n = 0;
};
struct by_tens {
    int operator()(const place& p) const { return p.x / 10; }
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
template <> struct throng::component<mark> {
    static constexpr const char* name = "mark";
    static constexpr auto with = throng::components<place>;
};
template <> struct throng::component<own> {
    static constexpr const char* name = "own";
    static constexpr bool sparse = true;
    static void save(const own& x, auto& to) { to.put(x.n * 2); }
    static own restore(auto& from) { return {from.template get<int>() / 2}; }
};
template <> struct throng::component<unique> {
    static constexpr const char* name = "unique";
    static constexpr auto fields = throng::fields(field("n", &unique::n));
};
template <> struct throng::component<likes> {
    static constexpr const char* name = "likes";
};
template <> struct throng::component<docked> {
    static constexpr const char* name = "docked";
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
    static constexpr auto when_target_dies = throng::die_too;
};
template <> struct throng::component<friends> {
    static constexpr const char* name = "friends";
    static constexpr bool symmetric = true;
};

namespace {

constexpr auto all =
    components<place, text, about, mark, own, unique, throng::disabled, throng::kin, throng::entity_name,
               throng::related<likes>, throng::related<docked>, throng::related<friends>>;

/// All entities and their components. (The hash of a world also depends on how many pages it has.)
template <class World, class... Cs> std::uint64_t state_of(World& w, throng::components_t<Cs...>) {
    throng::byte_writer<> bytes;
    w.template query<>(throng::with_disabled).each([&](entity e) {
        bytes.put(e.number());
        std::uint32_t n = 0;
        const auto put = [&]<class C>(const C* c) {
            ++n;
            if (c == nullptr) return;
            bytes.put(n);
            if constexpr (!std::is_empty_v<C>) throng::core::write_value(throng::description_of<C>(), c, bytes);
        };
        (put(w.template try_get<Cs>(e)), ...);
    });
    return throng::core::mix(0, bytes.bytes().data(), bytes.bytes().size());
}
std::uint64_t state_of(world& w) { return state_of(w, all); }

} // namespace

TEST(edit_history, undoes_and_redoes) {
    world w;
    throng::family family(w);
    throng::naming names(w);
    throng::relation<likes> liking(w);
    edit_history history(w, all);
    EXPECT_FALSE(history.undo());
    EXPECT_FALSE(history.redo());
    EXPECT_EQ(history.undo_name(), "");
    const entity town = w.create(place{1});
    const auto start = state_of(w);
    entity house, gate;
    EXPECT_TRUE(history.make("build", [&] {
        house = w.create(place{2}), gate = w.create(text{"of oak"}, mark{});
        family.adopt(town, house), family.adopt(house, gate);
        names.set(house, "house"), names.set(gate, "gate");
        liking.relate(town, gate, {3});
    }));
    const auto built = state_of(w);
    EXPECT_TRUE(history.make("paint", [&] { w.get<text>(gate).words = "of green oak"; }));
    EXPECT_TRUE(history.make("pull down", [&] { w.destroy(house); }));
    const auto end = state_of(w);
    EXPECT_TRUE(history.make("nothing", [&] {
        (void)w.create();
        w.query<>().each([&](entity e) {
            if (e != town) w.destroy(e);
        });
    }));
    EXPECT_EQ(history.undo_count(), 3U) << "what changes nothing is no command";
    EXPECT_EQ(history.undo_name(), "pull down");
    const entity later = w.create();
    EXPECT_NE(later.index(), house.index()) << "the slots are held";
    EXPECT_NE(later.index(), gate.index());
    w.destroy(later);
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(history.redo_name(), "pull down");
    EXPECT_EQ(w.get<text>(gate).words, "of green oak");
    EXPECT_EQ(names.find("house/gate"), entity{}) << "the town has no name";
    EXPECT_EQ(names.find(town, "house/gate"), gate);
    EXPECT_EQ(liking.value(town, gate)->how_much, 3);
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(state_of(w), built);
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(state_of(w), start);
    EXPECT_FALSE(history.undo());
    EXPECT_EQ(history.redo_count(), 3U);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(history.redo());
    EXPECT_EQ(state_of(w), end);
    EXPECT_FALSE(history.redo());
    EXPECT_TRUE(history.undo());
    EXPECT_TRUE(history.make("another", [&] { w.set(town, place{9}); }));
    EXPECT_EQ(history.redo_count(), 0U);
    EXPECT_GT(history.bytes(), 0U);
    history.clear();
    EXPECT_EQ(history.bytes(), 0U);
    EXPECT_EQ(history.undo_count() + history.redo_count(), 0U);
    EXPECT_TRUE(w.validate());
}

TEST(edit_history, changes_of_others_stay) {
    world w;
    throng::family family(w);
    edit_history history(w, all);
    const entity a = w.create(place{1}), b = w.create(place{2}), c = w.create(place{3}), parent = w.create();
    family.adopt(parent, a), family.adopt(parent, b);
    (void)history.make("move", [&] { w.set(a, place{10}), w.set(b, place{20}), family.leave(a); });
    w.set(a, text{"not the editor's"});
    family.adopt(parent, c);
    w.destroy(b);
    (void)w.create(text{"in the slot of another"});
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(w.get<place>(a).x, 1);
    EXPECT_EQ(w.get<text>(a).words, "not the editor's");
    EXPECT_FALSE(w.alive(b));
    EXPECT_EQ(family.first_child_of(parent), c) << "what stood behind it is gone";
    EXPECT_EQ(family.next_sibling_of(c), a);
    // A child that is not of the command goes with what the command has made, and comes back with it.
    entity made;
    (void)history.make("make", [&] { made = w.create(place{4}); });
    const entity child = w.create(place{5});
    family.adopt(made, child);
    const auto with = state_of(w);
    EXPECT_TRUE(history.undo());
    EXPECT_FALSE(w.alive(made) || w.alive(child));
    EXPECT_TRUE(history.redo());
    EXPECT_EQ(state_of(w), with);
    EXPECT_TRUE(w.validate());
}

TEST(edit_history, a_command_that_fails_changes_nothing) {
    world w;
    throng::family family(w);
    throng::relation<docked> docking(w);
    edit_history history(w, all);
    const entity a = w.create(place{1}, text{"a"}), b = w.create(place{2}, own{5}, unique(6)), c = w.create();
    family.adopt(a, b);
    docking.relate(c, a);
    (void)history.make("first", [&] { w.set(a, place{7}); });
    (void)history.undo();
    const auto start = state_of(w);
    const auto edit = [&] {
        w.destroy(a);
        EXPECT_EQ(w.size(), 0U);
        (void)w.create(mark{});
    };
    EXPECT_FALSE(history.make("fails", [&] { return edit(), false; }));
    EXPECT_EQ(state_of(w), start);
    EXPECT_EQ(w.get<unique>(b).n, 6);
    EXPECT_EQ(history.undo_count(), 0U);
    EXPECT_EQ(history.redo_count(), 1U) << "nothing has been made";
#if defined(__cpp_exceptions)
    EXPECT_THROW((void)history.make("throws", [&] { edit(), throw 7; }), int);
    EXPECT_EQ(state_of(w), start);
    // A hook that throws in an undo.
    (void)history.make("remove", [&] { w.remove<text>(a), w.set(b, own{8}), w.destroy(c); });
    const auto removed = state_of(w);
    w.on_add<text>([](entity, text&) { throw 7; });
    EXPECT_THROW((void)history.undo(), int);
    EXPECT_EQ(state_of(w), removed);
    EXPECT_EQ(history.undo_name(), "remove");
    w.on_add<text>(nullptr);
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(state_of(w), start);
#endif
    EXPECT_TRUE(history.make("nested", [&] {
        EXPECT_TRUE(history.make("inner", [&] { w.set(a, place{11}); }));
        EXPECT_FALSE(history.make("inner", [&] { return false; }));
        EXPECT_FALSE(history.undo());
        EXPECT_FALSE(history.redo());
        EXPECT_TRUE(history.is_at_work());
        return w.set(b, place{12}) != nullptr;
    }));
    EXPECT_EQ(history.undo_name(), "nested");
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(state_of(w), start);
    EXPECT_TRUE(w.validate());
}

TEST(edit_history, takes_as_much_memory_as_it_may) {
    world w;
    edit_history history(w, all, 20'000);
    const entity e = w.create(text{std::string(1000, 'a')});
    for (int i = 0; i < 100; ++i) {
        EXPECT_TRUE(history.make(std::to_string(i),
                                 [&] { w.set(e, text{std::string(1000, static_cast<char>('a' + i % 26))}); }));
        ASSERT_LE(history.bytes(), 20'000U);
    }
    EXPECT_EQ(history.undo_name(), "99");
    EXPECT_GT(history.undo_count(), 10U);
    EXPECT_LT(history.undo_count(), 21U);
    const std::size_t n = history.undo_count();
    for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(history.undo());
    EXPECT_EQ(w.get<text>(e).words[0], static_cast<char>('a' + (99 - n) % 26));
    EXPECT_LE(history.bytes(), 20'000U);
    history.max_bytes(history.bytes() / 2);
    EXPECT_GT(history.redo_count(), 3U);
    EXPECT_LT(history.redo_count(), n);
    EXPECT_EQ(history.redo_name(), std::to_string(100 - n)) << "of what can be redone, the last are dropped";
    EXPECT_TRUE(history.redo());
    history.max_bytes(0);
    EXPECT_EQ(history.undo_count() + history.redo_count(), 0U);
    EXPECT_TRUE(history.make("too large", [&] { w.destroy(e); }));
    EXPECT_EQ(history.undo_count(), 0U);
    // The slots of what has been dropped are used again.
    EXPECT_EQ(w.create().index(), e.index());
    EXPECT_TRUE(w.validate());
}

namespace {

/// That are counted.
struct counted {
    static inline int living = 0;
    counted() { ++living; }
    counted(const counted& other) : n(other.n) { ++living; }
    counted& operator=(const counted&) = default;
    ~counted() { --living; }
    int n = 0;
};

} // namespace
template <> struct throng::component<counted> {
    static constexpr const char* name = "counted";
    static constexpr auto fields = throng::fields(field("n", &counted::n));
};

TEST(edit_history, values_are_destroyed_when_the_command_ends) {
    {
        world w;
        edit_history history(w, components<counted>);
        const entity e = w.create(counted()), f = w.create(counted());
        EXPECT_EQ(counted::living, 2);
        (void)history.make("destroy", [&] { w.destroy(e); });
        EXPECT_EQ(counted::living, 1) << "the slot is held, and not the value";
        EXPECT_TRUE(history.undo());
        EXPECT_EQ(counted::living, 2);
        w.query<counted>().each([&](entity now, counted&) {
            if (now != f) return;
            (void)history.make("destroy", [&] { w.destroy(f); });
            EXPECT_EQ(counted::living, 2) << "a walk looks at it";
        });
        (void)history.make("another", [&] { w.destroy(e); });
        std::vector<entity> left;
        throng::schedule systems(w);
        systems.add("watch", w.query<counted>(), [](entity, counted&) {}).on_left([&](entity x, counted&) {
            left.push_back(x);
        });
        EXPECT_TRUE(history.undo());
        systems.run(1);
        EXPECT_TRUE(history.redo());
        systems.run(1);
        EXPECT_EQ(left, std::vector{e}) << "a system that has to be told can read it";
        EXPECT_TRUE(history.undo() && history.undo());
        EXPECT_EQ(w.size(), 2U);
        EXPECT_TRUE(w.validate());
    }
    EXPECT_EQ(counted::living, 0);
}

TEST(edit_history, in_walks_and_hooks) {
    world w;
    edit_history history(w, all);
    std::vector<entity> those;
    for (int i = 0; i < 20; ++i) those.push_back(w.create(place{i}, text{std::to_string(i)}));
    const auto start = state_of(w);
    int n = 0;
    w.query<text>().each([&](entity e, text& t) {
        ++n;
        ASSERT_TRUE(history.make("destroy", [&] { w.destroy(e); }));
        ASSERT_FALSE(w.alive(e));
        ASSERT_TRUE(history.undo());
        ASSERT_TRUE(w.alive(e));
        ASSERT_EQ(&w.get<text>(e), &t);
        ASSERT_TRUE(w.validate());
    });
    EXPECT_EQ(n, 20);
    EXPECT_EQ(state_of(w), start);
    {
        const auto view = w.query<text>().freeze();
        ASSERT_TRUE(history.make("clear", [&] { w.clear(); }));
        ASSERT_TRUE(history.undo());
        ASSERT_TRUE(w.validate());
        n = 0;
        for (auto [e, t] : view) EXPECT_EQ(t.words, std::to_string(n++));
    }
    EXPECT_EQ(n, 20);
    EXPECT_EQ(state_of(w), start);
    // In the hook of a removal it can not come back before the hooks have returned.
    bool undone = true;
    (void)history.make("mark", [&] { w.destroy(those[3]); });
    EXPECT_TRUE(history.undo());
    (void)history.make("mark", [&] { w.add<mark>(those[3]); });
    (void)history.make("destroy", [&] { w.destroy(those[3]); });
    EXPECT_TRUE(history.undo());
    w.on_remove<text>([&](entity, text&) { undone = history.redo(); });
    w.destroy(those[4]);
    EXPECT_TRUE(undone) << "another one";
    EXPECT_FALSE(w.alive(those[3]));
    w.on_remove<text>([&](entity, text&) { undone = history.undo(); });
    w.destroy(those[5]);
    EXPECT_TRUE(undone);
    EXPECT_TRUE(w.alive(those[3]));
    w.on_remove<text>([&](entity, text&) { undone = history.undo(); });
    EXPECT_TRUE(history.redo());
    EXPECT_FALSE(undone) << "within a command";
    w.on_remove<text>(nullptr);
    EXPECT_TRUE(history.undo());
    EXPECT_TRUE(w.validate());
}

// What hooks make is of the command, and is made once.
TEST(edit_history, hooks_that_create_and_destroy) {
    world w;
    edit_history history(w, all);
    w.on_add<place>([&](entity e, place&) {
        const entity other = w.create(text{"of another"});
        w.add(other, about{e, {}});
    });
    w.on_remove<place>([&](entity e, place&) {
        w.query<about>().each([&](entity other, about& a) {
            if (a.whom == e) w.destroy(other);
        });
    });
    std::vector<std::uint64_t> states{state_of(w)};
    entity e;
    const auto make = [&](auto f) {
        EXPECT_TRUE(history.make("", f));
        states.push_back(state_of(w));
    };
    make([&] { e = w.create(place{1}); });
    make([&] { (void)w.create(place{2}), w.set(e, place{3}); });
    make([&] { w.destroy(e); });
    EXPECT_EQ(w.size(), 2U);
    make([&] { w.clear(); });
    for (int round = 0; round < 3; ++round) {
        for (std::size_t i = states.size() - 1; i-- > 0;) {
            EXPECT_TRUE(history.undo());
            EXPECT_EQ(state_of(w), states[i]) << round << ' ' << i;
        }
        for (std::size_t i = 1; i < states.size(); ++i) {
            EXPECT_TRUE(history.redo());
            EXPECT_EQ(state_of(w), states[i]) << round << ' ' << i;
        }
    }
    EXPECT_FALSE(history.make("fails", [&] { return w.create(place{5}), false; }));
    EXPECT_EQ(state_of(w), states.back());
    EXPECT_TRUE(history.undo());
    EXPECT_FALSE(history.make("fails", [&] { return w.clear(), false; }));
    EXPECT_EQ(state_of(w), states[states.size() - 2]);
    EXPECT_TRUE(w.validate());
}

TEST(edit_history, prefabs_and_clones) {
    world w;
    throng::prefabs prefabs(w, components<place, text, about, throng::related<likes>>);
    const entity tank = prefabs.patterns().create(place{1}), gun = prefabs.patterns().create(text{"gun"});
    prefabs.family().adopt(tank, gun);
    (void)prefabs.names().set(gun, "gun");
    prefabs.patterns().add(tank, about{gun, {}});
    throng::naming names(w);
    throng::family family(w);
    edit_history history(w, all);
    entity made, clone;
    (void)history.make("place", [&] { made = prefabs.instantiate(tank); });
    const entity part = names.find(made, "gun");
    EXPECT_TRUE(part);
    (void)history.make("clone", [&] { clone = w.clone(made), (void)w.clone(part); });
    const auto end = state_of(w);
    EXPECT_TRUE(history.undo() && history.undo());
    EXPECT_TRUE(w.empty());
    EXPECT_TRUE(history.redo() && history.redo());
    EXPECT_EQ(state_of(w), end);
    EXPECT_EQ(names.find(made, "gun"), part);
    EXPECT_EQ(w.get<about>(made).whom, part);
    EXPECT_TRUE(w.alive(clone));
    EXPECT_TRUE(w.validate());
}

TEST(edit_history, order_among_siblings_and_names_that_change_places) {
    world w;
    throng::family family(w);
    throng::naming names(w);
    edit_history history(w, all);
    const entity top = w.create(), second = w.create();
    std::vector<entity> those;
    for (int i = 0; i < 8; ++i) {
        those.push_back(w.create());
        family.adopt(top, those.back());
        (void)names.set(those.back(), std::to_string(i));
    }
    const auto order = [&](entity of) {
        std::string s;
        family.each_child(of, [&](entity c) { s += names.of(c); });
        return s;
    };
    (void)history.make(
        "move some", [&] { family.adopt(second, those[2]), family.adopt(top, those[5]), family.adopt(top, those[0]); });
    EXPECT_EQ(order(top), "1346750");
    (void)history.make("change names", [&] {
        names.remove(those[3]);
        (void)names.set(those[4], "3"), (void)names.set(those[3], "4");
    });
    // Who is above whom turns round, and names are those of others.
    (void)history.make("turn round", [&] {
        family.leave(those[6]);
        family.adopt(those[6], top);
        family.adopt(second, those[7]);
        names.remove(those[2]);
        (void)names.set(those[7], "2");
        family.adopt(top, those[2]);
        (void)names.set(those[2], "7");
    });
    const auto end = state_of(w);
    EXPECT_TRUE(history.undo());
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(order(top), "1346750");
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(order(top), "01234567");
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(history.redo());
    EXPECT_EQ(state_of(w), end);
    EXPECT_EQ(names.find(second, "2"), those[7]);
    EXPECT_TRUE(w.validate());
}

// Of a link, both ends come back, or none.
TEST(edit_history, no_half_of_a_link_to_what_has_been_destroyed_since) {
    constexpr auto linked = throng::components<place, throng::related<friends>>;
    for (const bool deleted : {false, true}) {
        world w;
        throng::relation<friends> befriended(w);
        throng::edit_history history(w, linked);
        const entity a = w.create(place{1});
        const entity b = w.create(place{2});
        const entity c = w.create(place{3});
        befriended.relate(a, b);
        befriended.relate(a, c);
        ASSERT_TRUE(history.make("part", [&] {
            if (deleted) w.destroy(a);
            else befriended.unrelate(a, b), befriended.unrelate(a, c);
        }));
        w.destroy(b);
        ASSERT_TRUE(history.undo());
        EXPECT_TRUE(befriended.related(a, c));
        EXPECT_EQ(w.get<throng::related<friends>>(a).targets.back().other, c);
        throng::byte_writer<> bytes;
        save(w, bytes, linked);
        world copy;
        ASSERT_TRUE(restore(copy, bytes.bytes(), linked));
        EXPECT_EQ(hash(w, linked), hash(copy, linked));
    }
}

TEST(edit_history, after_contents_have_been_exchanged) {
    world w;
    edit_history history(w, all);
    entity a, b;
    (void)history.make("create", [&] { a = w.create(place{1}, text{"a"}), b = w.create(place{2}); });
    (void)history.make("destroy", [&] { w.destroy(a); });
    const auto start = state_of(w);
    const throng::snapshot before(w);
    // The game runs, and the editor takes back what it has done.
    w.create_many(100, place{7});
    w.destroy(b);
    EXPECT_TRUE(before.roll_back());
    EXPECT_TRUE(w.validate());
    EXPECT_EQ(state_of(w), start);
    EXPECT_NE(w.create().index(), a.index()) << "its slot is held";
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(w.get<text>(a).words, "a");
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(w.size(), 1U);
    EXPECT_TRUE(history.redo());
    EXPECT_TRUE(w.alive(a) && w.alive(b));
    EXPECT_TRUE(w.validate());
    // So it does with a roll-back.
    throng::rollback<int> frames(
        w, 10, [&](int x) { w.destroy(a), (void)w.create(place{x}); }, components<place, text>);
    frames.save(1);
    frames.advance(3);
    EXPECT_FALSE(w.alive(a));
    EXPECT_TRUE(history.undo());
    frames.load(1);
    EXPECT_TRUE(w.alive(a) && w.validate());
    (void)history.make("change", [&] { w.set(a, place{5}), w.destroy(b); });
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(w.get<place>(b).x, 2);
    EXPECT_TRUE(history.redo());
    EXPECT_TRUE(w.validate());
    // Another world: what is not in it is passed over.
    throng::byte_writer<> bytes;
    save(world(), bytes, all);
    ASSERT_TRUE(restore(w, bytes.bytes(), all));
    EXPECT_TRUE(history.undo());
    EXPECT_TRUE(history.redo() || history.redo_count() == 0);
    EXPECT_TRUE(w.empty());
    EXPECT_TRUE(w.validate());
    // Within a command: it is none.
    history.clear();
    EXPECT_TRUE(history.make("restore", [&] {
        (void)w.create();
        return static_cast<bool>(restore(w, bytes.bytes(), all));
    }));
    EXPECT_EQ(history.undo_count(), 0U);
}

TEST(edit_history, its_world_moves_and_ends) {
    std::optional<world> w(std::in_place);
    edit_history history(*w, all);
    entity e;
    (void)history.make("create", [&] { e = w->create(text{"e"}); });
    world moved(std::move(*w));
    w.reset();
    (void)history.make("destroy", [&] { moved.destroy(e); });
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(moved.get<text>(e).words, "e");
    EXPECT_TRUE(moved.validate());
    {
        const world last(std::move(moved));
        EXPECT_EQ(last.size(), 1U);
    }
    EXPECT_FALSE(history.undo());
    EXPECT_FALSE(history.redo());
    bool called = false;
    EXPECT_TRUE(history.make("nothing", [&] { called = true; }));
    EXPECT_TRUE(called);
}

#if defined(__cpp_exceptions)
TEST(edit_history, without_memory) {
    support::allocation_log log;
    using failing_world = throng::basic_world<support::logged_allocator<std::byte>>;
    {
        failing_world w;
        throng::basic_edit_history<support::logged_allocator<std::byte>> history(w, components<place, text>);
        const entity a = w.create(place{1}, text{"a"}), b = w.create(place{2});
        const auto state = [&] { return state_of(w, components<place, text>); };
        const auto start = state();
        const auto each_failure = [&](auto f) {
            std::size_t n = 0;
            const auto now = state();
            const auto undo = history.undo_count();
            do {
                log.failed = false;
                log.fail_in = ++n;
                try {
                    EXPECT_TRUE(f());
                    log.fail_in = 0;
                } catch (const std::bad_alloc&) {
                    log.fail_in = 0;
                    ASSERT_TRUE(w.validate());
                    ASSERT_EQ(state(), now) << n;
                    ASSERT_EQ(history.undo_count(), undo);
                }
            } while (log.failed);
        };
        each_failure([&] {
            return history.make("edit", [&] {
                w.destroy(a);
                (void)w.add(b, text{"b"});
                (void)w.create(place{3}, text{"c"});
            });
        });
        const auto end = state();
        each_failure([&] { return history.undo(); });
        EXPECT_EQ(state(), start);
        each_failure([&] { return history.redo(); });
        EXPECT_EQ(state(), end);
    }
    EXPECT_EQ(log.bytes, 0U);
}
#endif

namespace {

/// An editor, whose commands are random edits; beside it, the state after each.
class game {
  public:
    explicit game(std::uint64_t seed, bool watched) : r_(seed) {
        if (watched) systems_.add("watch", w.query<text>(), [](entity, text&) {}).on_left([](entity, text&) {});
        for (int i = 0; i < 30; ++i) edit();
        states_.push_back(state());
    }
    void play(int steps) {
        for (int i = 0; i < steps && !::testing::Test::HasFailure(); ++i) {
            step();
            ASSERT_TRUE(i % 8 != 0 || w.validate());
        }
    }
    void there_and_back() {
        const std::size_t end = at_;
        while (at_ != 0) undo();
        ASSERT_FALSE(history.undo());
        while (at_ + 1 != states_.size()) redo();
        ASSERT_FALSE(history.redo());
        while (at_ != end) undo();
        ASSERT_TRUE(w.validate());
    }
    [[nodiscard]] std::uint64_t state() { return state_of(w); }

    world w;
    throng::family family{w};
    throng::naming names{w};
    throng::relation<likes> liking{w};
    throng::relation<docked> docking{w};
    throng::relation<friends> befriended{w};
    throng::prefabs prefabs{w, all};
    throng::world_index<place, by_tens> by_x{w, by_tens{}};
    edit_history history{w, all};

  private:
    void step() {
        const int what = r_.below(20);
        if (what < 6) {
            const auto before = state();
            const bool fails = r_.below(5) == 0;
            const auto undoes = history.undo_count();
            const bool made = history.make("edits", [&] {
                for (int n = r_.below(12); n >= 0; --n) edit();
                return !fails;
            });
            ASSERT_EQ(made, !fails);
            if (fails) {
                ASSERT_EQ(state(), before);
            } else if (history.undo_count() != undoes) {
                states_.resize(++at_);
                states_.push_back(state());
            } else {
                ASSERT_EQ(state(), before);
            }
        } else if (what < 12) {
            undo();
        } else if (what < 16) {
            redo();
        } else if (what == 16) {
            systems_.run(1);
        } else if (what == 17) {
            const auto before = state();
            throng::byte_writer<> bytes;
            save(w, bytes, all);
            for (int i = 0; i < 5; ++i) edit();
            ASSERT_TRUE(restore(w, bytes.bytes(), all));
            ASSERT_EQ(state(), before);
        } else if (what == 18) {
            // The game has entities, too: they come and go.
            std::vector<entity> some;
            for (int i = 0; i < 5; ++i) some.push_back(w.create(place{r_.below(100)}, text{"of the game"}));
            ASSERT_EQ(w.destroy(some), 5U);
        } else if (w.size() != 0) {
            int n = 0;
            w.query<place>().each([&](entity, place&) {
                if (n++ % 5 == 2) r_.below(2) == 0 ? undo() : redo();
            });
        }
    }
    void undo() {
        ASSERT_EQ(history.undo(), at_ != 0);
        if (at_ != 0) --at_;
        ASSERT_EQ(state(), states_[at_]);
    }
    void redo() {
        const bool can = at_ + 1 != states_.size();
        ASSERT_EQ(history.redo(), can);
        if (can) ++at_;
        ASSERT_EQ(state(), states_[at_]);
    }
    entity any() { return known_.empty() ? entity{} : known_[r_.below(known_.size())]; }
    void edit() {
        const int x = r_.below(1000);
        const entity e = any();
        switch (r_.below(22)) {
        case 0:
            known_.push_back(w.create(place{x}));
            break;
        case 1:
            known_.push_back(
                w.create(place{x}, text{std::to_string(x) + " of a text that is too long for the string"}));
            break;
        case 2:
            known_.push_back(w.create(about{e, {any(), any()}}, mark{}));
            break;
        case 3:
            w.destroy(e);
            break;
        case 4:
            w.set(e, place{x});
            break;
        case 5:
            w.query<text>().each([&](text& t) {
                if (r_.below(8) == 0) t.words += "!";
            });
            break;
        case 6:
            w.remove<place>(e), w.remove<about>(e);
            break;
        case 7:
            w.set(e, text{std::to_string(x)});
            break;
        case 8:
            r_.below(2) == 0 ? (void)w.add<mark>(e) : (void)w.remove<mark>(e);
            if (w.alive(e)) r_.below(2) == 0 ? (void)w.disable(e) : (void)w.enable(e);
            break;
        case 9:
            r_.below(3) != 0 ? (void)w.set(e, own{x}) : (void)w.remove<own>(e);
            break;
        case 10:
            r_.below(3) != 0 ? (void)w.set(e, unique(x)) : (void)w.remove<unique>(e);
            break;
        case 11:
        case 12:
            family.adopt(e, any());
            break;
        case 13:
            family.leave(e);
            break;
        case 14:
            r_.below(3) != 0 ? (void)names.set(e, std::to_string(x % 9)) : (void)names.remove(e);
            break;
        case 15:
            liking.relate(e, any(), {x});
            break;
        case 16:
            docking.relate(e, any());
            break;
        case 17:
            befriended.relate(e, any());
            break;
        case 18:
            r_.below(2) == 0 ? (void)liking.unrelate_all(e) : (void)docking.unrelate_all(e);
            if (r_.below(4) == 0) befriended.unrelate_all(e);
            break;
        case 19:
            if (w.alive(e)) known_.push_back(w.clone(e));
            break;
        case 20:
            if (!w.alive(e)) break;
            r_.below(2) == 0 ? (void)w.remove<throng::kin>(e) : (void)w.remove<throng::related<likes>>(e);
            break;
        default: {
            world& patterns = prefabs.patterns();
            if (pattern_ == entity{} || r_.below(4) == 0) {
                const entity top = patterns.create(place{x}), part = patterns.create(text{"part"});
                prefabs.family().adopt(top, part);
                (void)prefabs.names().set(part, "part");
                patterns.add(top, about{part, {}});
                pattern_ = top;
            }
            known_.push_back(prefabs.instantiate(pattern_));
            known_.push_back(names.find(known_.back(), "part"));
        }
        }
    }

    support::numbers r_;
    throng::schedule systems_{w};
    std::vector<entity> known_;
    entity pattern_;
    /// After so many commands.
    std::vector<std::uint64_t> states_;
    std::size_t at_ = 0;
};

} // namespace

TEST(edit_history, random_commands) {
    for (std::uint64_t seed = 1; seed <= 20 && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        game a(seed, seed % 2 == 0);
        a.play(120);
        if (!HasFailure()) a.there_and_back();
        if (seed > 2) continue;
        game b(seed, seed % 2 == 0);
        b.play(120);
        b.there_and_back();
        EXPECT_EQ(a.state(), b.state());
    }
}
