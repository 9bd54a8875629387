// A schedule that is saved and restored with its world goes on as the one that was saved.

#include "support/allocation.hpp"

#include <throng/world/save.hpp>
#include <throng/world/save_schedule.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using throng::entity;

struct position {
    int x = 0;
};
struct log_entry {
    std::string text;
};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};

namespace {

constexpr auto all = throng::components<position>;

template <class World> struct game {
    using allocator = typename World::allocator_type;
    explicit game(const allocator& a = allocator()) : world(a), systems(world) {
        systems.add("slow", [this](throng::system_step t) { log += "slow " + std::to_string(t.run) + ' '; })
            .interval(1, 3);
        systems.add("slow", [this] { log += "second "; }).interval(0.7);
        systems.add("idle", [this] { log += "idle "; }).active(false);
        watching = &systems.add("watching", world.template query<const position>(), [](const position&) {})
                        .on_joined([this](entity e, const position&) { log += '+' + std::to_string(e.index()) + ' '; })
                        .on_left([this](entity e, const position&) { log += '-' + std::to_string(e.index()) + ' '; });
    }
    void play(int n) {
        for (int i = 0; i < 3; ++i) world.create(position{n + i});
        std::vector<entity> those;
        for (const entity e : world) those.push_back(e);
        const entity one = those[static_cast<std::size_t>(n) * 7 % those.size()];
        const entity other = those[static_cast<std::size_t>(n) * 5 % those.size()];
        world.destroy(one);
        world.template remove<position>(other);
        if (n % 3 == 0) systems.find("idle")->active(n % 2 == 0);
        systems.run(0.3 * (n % 4));
    }
    [[nodiscard]] std::vector<std::byte> saved() const {
        throng::byte_writer<> bytes;
        throng::save(systems, bytes);
        return {bytes.bytes().begin(), bytes.bytes().end()};
    }

    World world;
    throng::basic_schedule<allocator> systems;
    throng::basic_system<allocator>* watching = nullptr;
    std::string log;
};

/// The same world as another one has.
template <class A, class B> void restore_world(A& to, const B& from) {
    throng::byte_writer<> bytes;
    throng::save(from, bytes, all);
    ASSERT_TRUE(throng::restore(to, bytes.bytes(), all));
}

void set_sum(std::vector<std::byte>& bytes) {
    const std::uint64_t sum = throng::core::mix(0, bytes.data(), bytes.size() - sizeof(std::uint64_t));
    throng::core::copy_number(bytes.data() + bytes.size() - sizeof(sum), &sum, sizeof(sum));
}

} // namespace

TEST(saved_schedule, goes_on_as_the_one_that_was_saved) {
    game<throng::world> first;
    for (int i = 0; i < 20; ++i) {
        first.play(i);
        game<throng::world> second;
        restore_world(second.world, first.world);
        const throng::restored r = throng::restore(second.systems, first.saved());
        ASSERT_TRUE(r) << r.error;
        EXPECT_EQ(second.saved(), first.saved());
        first.log.clear();
        game<throng::world> future;
        restore_world(future.world, first.world);
        ASSERT_TRUE(throng::restore(future.systems, first.saved()));
        for (int j = i + 1; j < i + 8; ++j) {
            second.play(j);
            future.play(j);
        }
        ASSERT_EQ(second.log, future.log);
    }
    // (The saved one itself goes on, too.)
    game<throng::world> other;
    restore_world(other.world, first.world);
    ASSERT_TRUE(throng::restore(other.systems, first.saved()));
    first.log.clear();
    for (int j = 20; j < 40; ++j) {
        first.play(j);
        other.play(j);
        ASSERT_EQ(first.log, other.log);
    }
    EXPECT_NE(first.log.find("slow"), std::string::npos);
    EXPECT_NE(first.log.find('-'), std::string::npos);
}

TEST(saved_schedule, is_restored_over_one_that_knows_others) {
    game<throng::world> g;
    for (int i = 0; i < 6; ++i) g.play(i);
    const std::vector<std::byte> then = g.saved();
    throng::byte_writer<> world_then;
    throng::save(g.world, world_then, all);
    for (int i = 6; i < 12; ++i) g.play(i);
    // (Into the same world, too, whose values are kept until the system has been called of them.)
    const auto more = g.world.create(position{99});
    g.systems.run(0);
    g.world.destroy(more);
    ASSERT_FALSE(throng::restore(g.systems, then)); // some have been destroyed since
    ASSERT_TRUE(throng::restore(g.world, world_then.bytes(), all));
    ASSERT_TRUE(throng::restore(g.systems, then));
    EXPECT_EQ(g.saved(), then);
    ASSERT_TRUE(throng::restore(g.systems, then)); // once more, over what it knows
    EXPECT_EQ(g.saved(), then);
    EXPECT_TRUE(g.world.validate());
    g.log.clear();
    g.systems.run(0);
    EXPECT_EQ(g.log, "");
    EXPECT_TRUE(g.world.validate());
}

TEST(saved_schedule, systems_that_only_one_of_both_has_are_skipped) {
    game<throng::world> g;
    for (int i = 0; i < 5; ++i) g.play(i);
    throng::world w;
    restore_world(w, g.world);
    throng::schedule systems(w);
    int n = 0;
    systems.add("another", [&n] { ++n; }).interval(1);
    systems.add("slow", [&n] { n += 100; }).interval(5);
    systems.run(0.5);
    ASSERT_TRUE(throng::restore(systems, g.saved()));
    EXPECT_EQ(systems.find("slow")->timing().interval, 1); // of the saved one
    EXPECT_EQ(systems.find("another")->timing().waited, 0.5);
}

TEST(saved_schedule, bytes_that_are_none_change_nothing) {
    game<throng::world> g;
    for (int i = 0; i < 5; ++i) g.play(i);
    const std::vector<std::byte> bytes = g.saved();
    g.systems.run(0.2);
    const std::vector<std::byte> now = g.saved();
    ASSERT_NE(bytes, now);
    for (std::size_t n = 0; n < bytes.size(); ++n) {
        std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n));
        EXPECT_FALSE(throng::restore(g.systems, cut));
        if (cut.size() > 8) {
            set_sum(cut);
            EXPECT_FALSE(throng::restore(g.systems, cut));
        }
        EXPECT_EQ(g.saved(), now);
    }
    std::size_t refused = 0;
    for (std::size_t n = 0; n + 8 < bytes.size(); ++n) {
        for (const unsigned change : {1U, 0x80U, 0xffU}) {
            std::vector<std::byte> other = bytes;
            other[n] ^= static_cast<std::byte>(change);
            EXPECT_FALSE(throng::restore(g.systems, other));
            EXPECT_EQ(g.saved(), now);
            set_sum(other);
            if (throng::restore(g.systems, other)) { // another number, and no harm
                ASSERT_TRUE(g.world.validate());
                g.systems.run(0.1);
                throng::world again;
                ASSERT_TRUE(throng::restore(g.systems, now));
            } else {
                ++refused;
            }
            ASSERT_EQ(g.saved(), now);
        }
    }
    EXPECT_GT(refused, bytes.size());
}

TEST(saved_schedule, is_refused_while_it_runs_or_its_world_is_walked) {
    game<throng::world> g;
    const std::vector<std::byte> bytes = g.saved();
    bool restored = true;
    g.systems.add("restores", [&] { restored = static_cast<bool>(throng::restore(g.systems, bytes)); });
    g.systems.run(1);
    EXPECT_FALSE(restored);
    g.world.create(position{});
    auto walk = g.world.begin();
    EXPECT_FALSE(throng::restore(g.systems, bytes));
}

#if defined(__cpp_exceptions)
TEST(saved_schedule, what_there_is_no_memory_for_has_not_happened) {
    using allocator = support::logged_allocator<std::byte>;
    support::allocation_log log;
    game<throng::basic_world<allocator>> first{allocator(log)};
    for (int i = 0; i < 400; ++i) first.play(i);
    const std::vector<std::byte> bytes = first.saved();
    bool failed = true;
    std::size_t n = 1;
    for (; failed; ++n) {
        game<throng::basic_world<allocator>> second{allocator(log)};
        restore_world(second.world, first.world);
        const std::vector<std::byte> before = second.saved();
        log.failed = false;
        log.fail_in = n;
        try {
            ASSERT_TRUE(throng::restore(second.systems, bytes));
        } catch (const std::bad_alloc&) {
            EXPECT_TRUE(second.saved() == before);
        }
        failed = log.failed;
        log.fail_in = 0;
        if (!failed) {
            EXPECT_TRUE(second.saved() == bytes);
        }
    }
    EXPECT_GT(n, 3U);
}
#endif
