// needs exceptions
// Components that another one brings along are taken back where that cannot be added.
#include <throng/world/create_at.hpp>
#include <throng/world/required.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using throng::entity;
using throng::world;

struct fuel {};
struct engine {
    std::string kind;
};
struct ship {
    explicit ship(int crew_) : crew(crew_) {
        if (crew < 0) throw std::string("no ship");
    }
    int crew;
    std::string name;
};

} // namespace

template <> struct throng::component<engine> {
    static constexpr auto with = throng::components<fuel>;
};
template <> struct throng::component<ship> {
    static constexpr auto with = throng::components<engine>;
};

namespace {

struct game {
    explicit game(std::string what) : failing(std::move(what)) {
        follow<fuel>("fuel");
        follow<engine>("engine");
        follow<ship>("ship");
    }
    template <class T> void follow(const std::string& name) {
        w.on_add<T>([this, name](entity, T&) {
            if (name == failing) throw name;
            told += '+' + name + ' ';
        });
        w.on_remove<T>([this, name](entity, T&) {
            told += '-' + name + ' ';
            if (removals_fail) throw std::string("removal");
        });
    }
    template <class F> [[nodiscard]] std::string thrown(F f) {
        try {
            f();
        } catch (const std::string& what) {
            return what;
        }
        return "";
    }
    world w;
    std::string failing;
    std::string told;
    bool removals_fail = false;
};

TEST(required_components_that_fail, are_taken_back) {
    for (const bool removals_fail : {false, true}) {
        for (const char* const what : {"fuel", "engine", "ship"}) {
            game g(what);
            g.removals_fail = removals_fail;
            const entity e = g.w.create();
            EXPECT_EQ(g.thrown([&] { g.w.add<ship>(e, 1); }), what);
            EXPECT_EQ(g.told, std::string(what) == "fuel"     ? ""
                              : std::string(what) == "engine" ? "+fuel -fuel "
                                                              : "+fuel +engine -engine -fuel ");
            EXPECT_FALSE((g.w.has_any<ship, engine, fuel>(e)));
            EXPECT_TRUE(g.w.alive(e));
            EXPECT_TRUE(g.w.validate());
        }
    }
}
TEST(required_components_that_fail, stay_where_they_were_before) {
    game g("ship");
    const entity e = g.w.create(fuel{});
    EXPECT_EQ(g.thrown([&] { g.w.set(e, ship(1)); }), "ship");
    EXPECT_EQ(g.told, "+fuel +engine -engine ");
    EXPECT_TRUE(g.w.has<fuel>(e));
    g.told.clear();
    EXPECT_EQ(g.thrown([&] { g.w.add<ship>(e, -1); }), "no ship");
    EXPECT_EQ(g.told, "");
    EXPECT_EQ(g.thrown([&] { g.w.create(ship(1)); }), "ship");
    EXPECT_EQ(g.told, "+fuel +engine -fuel -engine ");
    EXPECT_EQ(g.w.size(), 1U);
    EXPECT_TRUE(g.w.validate());
}

} // namespace
