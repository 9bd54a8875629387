// needs exceptions
// Functions of states, and hooks of what ends with them, that throw.
#include <throng/world/states.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using throng::ends_with;
using throng::world;

enum class scene { menu, level };
struct thing {};

TEST(states_that_fail, stay_or_are_there_and_go_on_later) {
    for (const std::string failing : {"exit", "end", "enter"}) {
        world w;
        throng::states scenes(w, scene::menu);
        std::string told;
        bool fails = true;
        const auto note = [&](const std::string& what) {
            told += what + ' ';
            if (fails && what == failing) throw what;
        };
        scenes.on_exit(scene::menu, [&] { note("exit"); });
        scenes.on_enter(scene::level, [&] { note("enter"); });
        w.on_remove<thing>([&](throng::entity, thing&) { note("end"); });
        w.create(thing{}, ends_with{scene::menu});
        w.create(thing{}, ends_with{scene::menu});
        EXPECT_THROW(scenes.go(scene::level), std::string);
        EXPECT_EQ(scenes.is(scene::level), failing == "enter");
        EXPECT_EQ(w.size(), failing == "exit" ? 2U : failing == "end" ? 1U : 0U);
        EXPECT_EQ(told, failing == "exit" ? "exit " : failing == "end" ? "exit end " : "exit end end enter ");
        fails = false;
        scenes.go(scene::level);
        EXPECT_TRUE(scenes.is(scene::level));
        EXPECT_TRUE(w.empty());
        EXPECT_TRUE(w.validate());
    }
}

} // namespace
