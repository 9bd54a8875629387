// Components that bring others along: beside a world whose game adds them by hand, call by call.
#include "support/numbers.hpp"

#include <throng/world/create_at.hpp>
#include <throng/world/prefabs.hpp>
#include <throng/world/recorder.hpp>
#include <throng/world/required.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::world;

struct place {
    int x = 7;
};
struct fuel {
    int left = 100;
};
struct engine {
    std::string kind = "a steam engine, of a name that is not short";
};
struct ship {
    int crew = 0;
};
struct hull {};
struct tug {
    std::string name;
};
/// The same, which bring nothing along.
struct lone_ship {
    int crew = 0;
};
struct lone_tug {
    std::string name;
};
struct lone_engine {
    std::string kind = "a steam engine, of a name that is not short";
};

} // namespace

template <> struct throng::component<engine> {
    static constexpr auto with = throng::components<fuel>;
};
template <> struct throng::component<ship> {
    static constexpr const char* name = "ship";
    static constexpr auto with = throng::components<engine, place, hull>;
};
template <> struct throng::component<tug> {
    static constexpr bool sparse = true;
    static constexpr auto with = throng::components<place, ship>;
};

namespace {

using throng::core::required_by;
using throng::core::types;
static_assert(std::is_same_v<required_by<ship>, types<fuel, engine, place, hull>>);
static_assert(std::is_same_v<required_by<tug>, types<place, fuel, engine, hull, ship>>);
static_assert(std::is_same_v<required_by<tug, engine, place>, types<fuel, hull, ship>>);
static_assert(std::is_same_v<required_by<place, hull>, types<>>);

/// What hooks are told, as text.
class witness {
  public:
    template <class T> void follow(world& w, const char* name) {
        w.on_add<T>([this, name](entity e, T&) { note('+', name, e); });
        w.on_remove<T>([this, name](entity e, T&) { note('-', name, e); });
    }
    void note(char what, const char* name, entity e) {
        text += what;
        text += name + std::to_string(e.index()) + ' ';
        if (then) then(name, e);
    }
    std::string text;
    std::function<void(const char*, entity)> then;
};
template <class Engine = engine, class Ship = ship, class Tug = tug> void follow_all(witness& all, world& w) {
    all.follow<place>(w, "place");
    all.follow<fuel>(w, "fuel");
    all.follow<Engine>(w, "engine");
    all.follow<Ship>(w, "ship");
    all.follow<hull>(w, "hull");
    all.follow<Tug>(w, "tug");
}

TEST(required_components, come_first_and_only_where_they_are_missing) {
    world w;
    witness seen;
    follow_all(seen, w);
    const entity e = w.create(ship{3}, place{1});
    EXPECT_EQ(seen.text, "+fuel0 +engine0 +hull0 +ship0 +place0 ");
    EXPECT_EQ(w.get<place>(e).x, 1);
    EXPECT_EQ(w.get<fuel>(e).left, 100);
    seen.text.clear();
    const entity f = w.create(place{2}, fuel{5});
    w.add<tug>(f, tug{"Bo"});
    EXPECT_EQ(seen.text, "+place1024 +fuel1024 +engine1024 +hull1024 +ship1024 +tug1024 ");
    EXPECT_EQ(w.get<fuel>(f).left, 5);
    EXPECT_EQ(w.get<tug>(f).name, "Bo");
    // One that is there brings nothing.
    w.remove<engine>(f);
    seen.text.clear();
    w.add<tug>(f, tug{"Cy"});
    w.set(f, ship{9});
    EXPECT_EQ(seen.text, "");
    EXPECT_FALSE(w.has<engine>(f));
    EXPECT_EQ(throng::add_required(w, throng::components<place, tug, ship>), 1U);
    EXPECT_EQ(seen.text, "+engine1024 ");
    EXPECT_TRUE(w.validate());
}
TEST(required_components, come_in_every_way_of_adding) {
    world w;
    const auto all_have = [&](entity e) { return w.has<ship, fuel, engine, place, hull>(e); };
    EXPECT_TRUE(all_have(w.create<ship>()));
    std::array<entity, 100> many{};
    w.create(std::span(many), ship{1});
    for (const entity e : many) EXPECT_TRUE(all_have(e));
    w.create<ship>(std::span(many));
    for (const entity e : many) EXPECT_TRUE(all_have(e));
    w.create_many(200, ship{2});
    EXPECT_EQ(w.count<fuel>(), w.count<ship>());
    EXPECT_EQ(w.size(), w.count<ship>());
    EXPECT_TRUE(all_have(throng::create_at(w, entity::of_number(std::uint64_t{65537} << 32U | 5000), ship{1})));
    const entity e = w.create();
    w.set(e, ship{1});
    EXPECT_TRUE(all_have(e));
    throng::recorder later;
    const entity f = w.create();
    later.add(f, ship{1});
    later.create(ship{2});
    later.apply(w);
    EXPECT_TRUE(all_have(f));
    // To all that match, of which some have some.
    w.clear();
    for (int i = 0; i < 300; ++i) {
        const entity one = w.create(lone_ship{i});
        if (i % 3 == 0) w.add<place>(one, place{-1});
        if (i % 5 == 0) w.add<ship>(one);
        if (i % 7 == 0) w.disable(one);
    }
    EXPECT_GT(w.add(w.query<const lone_ship>(throng::none_of<place>), ship{4}), 100U);
    EXPECT_EQ(w.add(w.query<const lone_ship>(throng::with_disabled), ship{5}) > 0, true);
    EXPECT_EQ(w.count<ship>(), 300U);
    for (const entity one : w) EXPECT_TRUE(all_have(one));
    EXPECT_TRUE(w.validate());
}
TEST(required_components, that_were_removed_are_not_in_copies) {
    world w;
    const entity e = w.create(tug{"Bo"});
    w.remove<fuel>(e);
    EXPECT_FALSE(w.has<fuel>(w.clone(e)));
    throng::snapshot before(w);
    w.add<fuel>(e);
    EXPECT_TRUE(before.roll_back());
    EXPECT_FALSE(w.has<fuel>(e));
    throng::prefabs patterns(w);
    const entity pattern = patterns.patterns().create(tug{"a tug"});
    EXPECT_TRUE(patterns.patterns().has<fuel>(pattern));
    patterns.patterns().remove<fuel>(pattern);
    const entity made = patterns.instantiate(pattern);
    EXPECT_TRUE(w.has<engine>(made));
    EXPECT_FALSE(w.has<fuel>(made));
    EXPECT_EQ(throng::add_required(w, throng::components<tug>), 3U);
    EXPECT_EQ(w.count<fuel>(), 3U);
}
TEST(required_components, may_be_removed_in_hooks_and_so_may_their_entity) {
    for (const char* const when : {"place", "fuel", "engine", "hull", "ship", "tug"}) {
        for (int how = 0; how < 4; ++how) {
            world w;
            witness seen;
            follow_all(seen, w);
            const entity other = w.create(tug{"other, of a name that is not short"});
            bool done = false;
            seen.then = [&](const char* name, entity e) {
                if (std::exchange(done, done || (std::string(name) == when && e != other)) || !done) return;
                if (how == 0) w.destroy(e);
                if (how == 1) w.remove<fuel, engine, place>(e);
                if (how == 2) w.add<tug>(e, tug{"from the hook"});
                if (how == 3) w.destroy(other);
            };
            // (The value is one that the hook destroys.)
            const entity e = w.create();
            const tug* const added = w.add<tug>(e, w.get<tug>(other));
            EXPECT_EQ(w.alive(e), how != 0);
            EXPECT_EQ(added != nullptr, how != 0) << when << how;
            if (added != nullptr && how != 2) {
                EXPECT_EQ(added->name, "other, of a name that is not short");
            }
            EXPECT_TRUE(w.validate());
        }
    }
}

/// A game on a world that brings components along, or on one where that is done by hand.
class game {
  public:
    game(bool by_hand, unsigned seed) : by_hand_(by_hand), dice_(seed) {
        if (by_hand) follow_all<lone_engine, lone_ship, lone_tug>(seen_, w);
        else follow_all(seen_, w);
        seen_.then = [this](const char* name, entity e) { meddle(name, e); };
    }
    void step() {
        switch (dice_.below(9)) {
        case 0:
            all.push_back(w.create());
            break;
        case 1:
            all.push_back(by_hand_ ? w.create(fuel(), lone_engine(), place(), hull(), lone_ship{1})
                                   : w.create(ship{1}));
            break;
        case 2:
            w.destroy(one());
            break;
        case 3:
            w.remove<fuel>(one());
            break;
        case 4:
            if (by_hand_) w.remove<lone_ship>(one());
            else w.remove<ship>(one());
            break;
        case 5:
            add_ship(one());
            break;
        case 6:
            add_tug(one());
            break;
        case 7:
            w.add<place>(one(), place{1});
            break;
        default:
            if (by_hand_) w.remove<lone_tug, lone_engine>(one());
            else w.remove<tug, engine>(one());
        }
    }
    [[nodiscard]] const std::string& told() const { return seen_.text; }
    [[nodiscard]] std::string state() {
        std::string text;
        for (const entity e : w) {
            text += std::to_string(e.number()) + ':';
            text += w.has<place>(e) ? "p" + std::to_string(w.get<place>(e).x) : "";
            text += w.has<fuel>(e) ? "f" : "";
            text += w.has_any<engine, lone_engine>(e) ? "e" : "";
            text += w.has<hull>(e) ? "h" : "";
            text += w.has_any<ship, lone_ship>(e) ? "s" : "";
            text += w.has_any<tug, lone_tug>(e) ? "t" : "";
        }
        return text;
    }
    world w;
    std::vector<entity> all;

  private:
    [[nodiscard]] entity one() { return all.empty() ? entity{} : all[dice_.below(static_cast<unsigned>(all.size()))]; }
    template <class T> void add_missing(entity e) {
        if (!w.has<T>(e)) w.add<T>(e);
    }
    void add_ship(entity e) {
        if (!by_hand_) return void(w.add<ship>(e, ship{2}));
        if (w.has<lone_ship>(e)) return;
        add_missing<fuel>(e);
        add_missing<lone_engine>(e);
        add_missing<place>(e);
        add_missing<hull>(e);
        w.add<lone_ship>(e, lone_ship{2});
    }
    void add_tug(entity e) {
        if (!by_hand_) return void(w.add<tug>(e, tug{"t"}));
        if (w.has<lone_tug>(e)) return;
        add_missing<place>(e);
        add_missing<fuel>(e);
        add_missing<lone_engine>(e);
        add_missing<hull>(e);
        add_missing<lone_ship>(e);
        w.add<lone_tug>(e, lone_tug{"t"});
    }
    void meddle(const char*, entity e) {
        if (depth_ > 2 || dice_.below(6) != 0) return;
        ++depth_;
        switch (dice_.below(5)) {
        case 0:
            w.destroy(e);
            break;
        case 1:
            w.remove<fuel>(e);
            break;
        case 2:
            add_tug(e);
            break;
        default:
            step();
        }
        --depth_;
    }
    bool by_hand_;
    int depth_ = 0;
    support::numbers dice_;
    witness seen_;
};
TEST(required_components, are_added_as_by_hand_in_random_games) {
    for (unsigned seed = 1; seed <= 60; ++seed) {
        game brought(false, seed);
        game by_hand(true, seed);
        for (int i = 0; i < 200; ++i) {
            brought.step();
            by_hand.step();
            ASSERT_EQ(brought.told(), by_hand.told()) << "seed " << seed << ", step " << i;
            ASSERT_EQ(brought.state(), by_hand.state()) << "seed " << seed << ", step " << i;
        }
        EXPECT_TRUE(brought.w.validate());
    }
}

} // namespace
