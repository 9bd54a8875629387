// The states of a program: what ends with one, which systems run, and functions that go elsewhere meanwhile.
#include "support/numbers.hpp"

#include <throng/world/family.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/states.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::ends_with;
using throng::entity;
using throng::world;

enum class scene { menu, level, credits };
enum class play { running, paused };
struct thing {
    int n = 0;
};
constexpr const char* names[] = {"menu", "level", "credits"};

} // namespace

template <> struct throng::component<scene> {
    static constexpr const char* name = "scene";
};
template <> struct throng::component<thing> {
    static constexpr const char* name = "thing";
};

namespace {

constexpr auto state = throng::components<thing, ends_with<scene>, throng::current_state<scene>>;

/// A world whose functions note what is called.
struct game {
    game() {
        for (const scene s : {scene::menu, scene::level, scene::credits}) {
            const std::string name = names[static_cast<int>(s)];
            scenes->on_enter(s, [this, name] { note("enter " + name); });
            scenes->on_exit(s, [this, name] { note("exit " + name); });
        }
        w.on_remove<thing>([this](entity, thing& t) { note("end " + std::to_string(t.n)); });
    }
    void note(const std::string& what) {
        told.push_back(what + " in " + (scenes == nullptr ? "none" : names[static_cast<int>(scenes->now())]));
        if (then) then(what);
    }
    world w;
    std::vector<std::string> told;
    std::function<void(const std::string&)> then;
    std::unique_ptr<throng::states<scene>> scenes = std::make_unique<throng::states<scene>>(w, scene::menu);
};
using texts = std::vector<std::string>;

TEST(states, end_their_entities_between_the_functions) {
    game g;
    throng::family family(g.w);
    const entity a = g.w.create(thing{1}, ends_with{scene::menu});
    const entity b = g.w.create(thing{2}, ends_with{scene::level});
    const entity c = g.w.create(thing{3}, ends_with{scene::menu});
    const entity child = g.w.create(thing{4});
    const entity free = g.w.create(thing{5});
    family.adopt(c, child);
    g.w.disable(c);
    g.scenes->go(scene::level);
    EXPECT_EQ(g.told,
              (texts{"exit menu in menu", "end 1 in menu", "end 3 in menu", "end 4 in menu", "enter level in level"}));
    EXPECT_FALSE(g.w.alive(a) || g.w.alive(c) || g.w.alive(child));
    EXPECT_TRUE(g.w.alive(b) && g.w.alive(free));
    g.told.clear();
    g.scenes->go(scene::level); // begins again
    EXPECT_EQ(g.told, (texts{"exit level in level", "end 2 in level", "enter level in level"}));
    EXPECT_TRUE(g.scenes->is(scene::level));
    EXPECT_TRUE(g.w.validate());
}
TEST(states, decide_which_systems_run) {
    world w;
    throng::states scenes(w, scene::menu);
    throng::states plays(w, play::running);
    throng::schedule systems(w);
    std::string ran;
    systems.add("menu", [&] { ran += 'm'; }).run_if(scenes.in(scene::menu));
    systems.add("start", [&] { scenes.go(scene::level); }).run_if(scenes.in(scene::menu));
    systems.add("any", [&] { ran += 'a'; }).run_if(scenes.in(scene::menu, scene::level));
    systems.add("level", [&] { ran += 'l'; }).run_if([in = scenes.in(scene::level), go_on = plays.in(play::running)] {
        return in() && go_on();
    });
    systems.run(1);
    EXPECT_EQ(ran, "mal");
    plays.go(play::paused);
    systems.run(1);
    EXPECT_EQ(ran, "mala");
    scenes.go(scene::credits);
    plays.go(play::running);
    systems.run(1);
    EXPECT_EQ(ran, "mala");
}
TEST(states, go_on_when_a_change_is_complete) {
    game g;
    g.w.create(thing{1}, ends_with{scene::menu});
    g.then = [&](const std::string& what) {
        if (what == "exit menu") g.scenes->go(scene::menu);
        if (what == "end 1") g.scenes->go(scene::credits);
    };
    g.scenes->go(scene::level);
    EXPECT_EQ(g.told, (texts{"exit menu in menu", "end 1 in menu", "enter level in level", "exit level in level",
                             "enter credits in credits"}));
    EXPECT_EQ(g.w.singleton<throng::current_state<scene>>()->changes, 2U);
}
TEST(states, may_end_and_so_may_their_world_in_a_function) {
    for (const char* const when : {"exit menu", "end 1", "enter level"}) {
        game g;
        g.w.create(thing{1}, ends_with{scene::menu});
        const entity second = g.w.create(thing{2}, ends_with{scene::menu});
        g.then = [&](const std::string& what) {
            if (what == when) g.scenes.reset();
        };
        const auto is_level = g.scenes->in(scene::level);
        g.scenes->go(scene::level);
        EXPECT_EQ(g.scenes, nullptr);
        EXPECT_EQ(is_level(), std::string(when) == "enter level");
        EXPECT_EQ(g.w.alive(second), std::string(when) != "enter level");
        EXPECT_EQ(throng::states(g.w, scene::credits).now(), is_level() ? scene::level : scene::menu);
    }
    auto w = std::make_unique<world>();
    throng::states scenes(*w, scene::menu);
    const auto is_menu = scenes.in(scene::menu);
    scenes.on_exit(scene::menu, [&] { w.reset(); });
    scenes.go(scene::level);
    scenes.go(scene::level);
    EXPECT_EQ(scenes.now(), scene::menu);
    EXPECT_FALSE(is_menu());
}
TEST(states, that_come_back_end_a_change) {
    for (const char* const when : {"exit menu", "end 1", "enter level"}) {
        game g;
        const throng::snapshot before(g.w);
        g.scenes->go(scene::credits);
        g.scenes->go(scene::menu);
        g.w.create(thing{1}, ends_with{scene::menu});
        g.told.clear();
        bool is_back = false;
        g.then = [&](const std::string& what) {
            if (what == when) is_back = before.roll_back();
        };
        g.scenes->go(scene::level);
        EXPECT_EQ(g.told.back(), std::string(when) == "exit menu" ? "exit menu in menu" : "enter level in level");
        // (While entities are being visited, the world does not go back.)
        EXPECT_EQ(is_back, std::string(when) != "end 1");
        if (is_back) {
            EXPECT_EQ(g.scenes->now(), scene::menu);
            EXPECT_EQ(g.w.singleton<throng::current_state<scene>>()->changes, 0U);
        }
        EXPECT_TRUE(g.w.validate());
    }
}
TEST(states, may_exchange_their_functions_in_them) {
    world w;
    throng::states scenes(w, scene::menu);
    std::string told;
    scenes.on_exit(scene::menu, [&] {
        told += 'x';
        scenes.on_exit(scene::menu, nullptr);
        scenes.on_enter(scene::level, [&] { told += 'l'; });
        scenes.on_enter(scene::credits, [&] { told += 'c'; });
        told += 'y';
    });
    scenes.go(scene::level);
    scenes.go(scene::menu);
    scenes.go(scene::credits);
    EXPECT_EQ(told, "xylc");
}
TEST(states, are_saved_and_rolled_back) {
    game g;
    g.scenes->go(scene::level);
    g.w.create(thing{1}, ends_with{scene::level});
    throng::byte_writer<> bytes;
    throng::save(g.w, bytes, state);
    const auto hash = throng::hash(g.w, state);
    throng::rollback<int> past(g.w, 4, [](int) {}, state);
    past.save(1);
    g.scenes->go(scene::credits);
    EXPECT_NE(throng::hash(g.w, state), hash);
    g.told.clear();
    EXPECT_TRUE(past.load(1));
    EXPECT_TRUE(g.told.empty());
    EXPECT_EQ(throng::hash(g.w, state), hash);
    game other;
    ASSERT_TRUE(throng::restore(other.w, bytes.bytes(), state));
    EXPECT_EQ(other.scenes->now(), scene::level);
    EXPECT_TRUE(other.told.empty());
    other.scenes->go(scene::menu);
    EXPECT_TRUE(other.w.empty());
    other.w.remove_singleton<throng::current_state<scene>>();
    other.scenes->go(scene::level);
    EXPECT_EQ(other.scenes->now(), scene::level);
}

/// The same game by plain means: what must be alive, and be told, follows from the list of edits.
TEST(states, agree_with_a_plain_model_in_random_games) {
    for (unsigned seed = 1; seed <= 50; ++seed) {
        support::numbers dice(seed);
        game g;
        scene now = scene::menu;
        std::vector<std::pair<entity, int>> known; // with its scene, or -1
        const auto create = [&] {
            const int ends = static_cast<int>(dice.below(4U)) - 1;
            const entity e = g.w.create(thing{static_cast<int>(known.size())});
            if (ends >= 0) g.w.add(e, ends_with{static_cast<scene>(ends)});
            known.emplace_back(e, ends);
        };
        // In functions and hooks there are edits of entities that do not end with the scene that is left.
        g.then = [&](const std::string& what) {
            if (dice.below(3U) != 0 || known.empty()) return;
            auto& [e, ends] = known[dice.below(static_cast<unsigned>(known.size()))];
            if (what[0] == 'e' && what[1] == 'n' && what[2] == 'd') return;
            if (!g.w.alive(e)) return;
            if (ends >= 0 && dice.below(2U) == 0) {
                g.w.remove<ends_with<scene>>(e);
                ends = -1;
            } else {
                g.w.set(e, ends_with{scene::credits});
                ends = 2;
            }
        };
        for (int i = 0; i < 100; ++i) {
            if (dice.below(3U) != 0) {
                create();
                continue;
            }
            const auto to = static_cast<scene>(dice.below(3U));
            g.told.clear();
            std::set<entity> alive;
            for (const auto& its : known) {
                if (g.w.alive(its.first)) alive.insert(its.first);
            }
            const scene from = now;
            std::size_t ended = 0;
            const auto outer = g.then;
            g.then = [&](const std::string& what) {
                outer(what);
                // After the function of leaving it is decided who ends.
                if (what[1] != 'x') return;
                for (const auto& [e, ends] : known) {
                    if (ends == static_cast<int>(from) && alive.erase(e) != 0) ++ended;
                }
            };
            g.scenes->go(to);
            g.then = outer;
            now = to;
            ASSERT_EQ(g.told.size(), ended + 2);
            for (const auto& its : known) ASSERT_EQ(g.w.alive(its.first), alive.contains(its.first));
            ASSERT_EQ(g.scenes->now(), now);
        }
        EXPECT_TRUE(g.w.validate());
    }
}

} // namespace
