// A system that is switched off or removed in one of its own steps, or by another's, runs no further.

#include <throng/world/schedule.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using throng::schedule;
using throng::system_step;
using throng::world;

struct position {
    int x = 0;
};
struct velocity {
    int x = 0;
};

/// Switched off, or removed.
template <class System> void end(schedule& s, System& sys, bool removed) {
    if (removed) s.remove(sys);
    else sys.active(false);
}

TEST(systems_that_end, make_no_further_step_of_those_that_are_due) {
    for (const bool removed : {false, true}) {
        SCOPED_TRACE(removed ? "removed" : "switched off");
        world w;
        schedule s(w);
        int steps = 0;
        auto& sys = s.add("steps", [&] {
            if (++steps == 3) end(s, *s.find("steps"), removed);
        });
        sys.interval(0.1, 10);
        s.run(0.85);
        EXPECT_EQ(steps, 3);
        s.run(0.85);
        EXPECT_EQ(steps, 3);
        EXPECT_EQ(s.size(), removed ? 0U : 1U);
    }
}

TEST(systems_that_end, make_no_further_step_beside_others) {
    for (const bool removed : {false, true}) {
        for (const bool at_the_beginning : {false, true}) {
            SCOPED_TRACE(testing::Message() << (removed ? "removed" : "switched off") << at_the_beginning);
            world w;
            w.create(position{});
            w.create(velocity{});
            schedule s(w);
            int steps = 0;
            int beside = 0;
            auto& sys = s.add("steps", w.query<position>(), [&](position&) { ++steps; });
            sys.parallel().interval(0.1, 10);
            s.add("beside", w.query<velocity>(), [&](velocity&) { ++beside; }).parallel().interval(0.1, 10);
            int begun = 0;
            const auto ends = [&](system_step) {
                if (++begun == 3) end(s, *s.find("steps"), removed);
            };
            if (at_the_beginning) sys.on_begin(ends);
            else sys.on_end(ends);
            s.run(0.85);
            EXPECT_EQ(steps, at_the_beginning ? 2 : 3);
            EXPECT_EQ(beside, 8);
        }
    }
}

/// What is off does not wait either: no time has gathered when it is switched on.
TEST(systems_that_end, gather_no_time_while_they_are_off) {
    for (const bool parallel : {false, true}) {
        SCOPED_TRACE(parallel);
        world w;
        w.create(position{});
        schedule s(w);
        int steps = 0;
        auto& sys = s.add("steps", w.query<position>(), [&](position&) { ++steps; });
        sys.parallel(parallel).interval(1, 10);
        sys.active(false);
        for (int i = 0; i < 2; ++i) s.run(0.4);
        EXPECT_EQ(steps, 0);
        sys.active(true);
        s.run(0.4);
        EXPECT_EQ(steps, 0);
        s.run(0.6);
        EXPECT_EQ(steps, 1);
    }
}

TEST(systems_that_end, by_another_that_comes_before) {
    for (const bool removed : {false, true}) {
        SCOPED_TRACE(removed ? "removed" : "switched off");
        world w;
        schedule s(w);
        std::string log;
        s.add("a", [&] {
            log += "a";
            if (auto* const b = s.find("b"); b != nullptr) end(s, *b, removed);
        });
        s.add("b", [&] { log += "b"; });
        s.add("c", [&] { log += "c"; });
        s.run(1);
        s.run(1);
        EXPECT_EQ(log, "acac");
    }
}

} // namespace
