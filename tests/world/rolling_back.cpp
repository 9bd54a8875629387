// What a ring of frames promises; that the future is the same, see random_rolling_back.cpp.

#include "support/allocation.hpp"

#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace {

using throng::entity;

struct position {
    float x = 0;
    float y = 0;
};
struct label {
    std::string text;
};
struct alignas(128) wide {
    std::int64_t n = 0;
};
struct owner {
    std::unique_ptr<int> its;
};
struct frame_count {
    int n = 0;
};
struct shared_note {
    std::string text;
};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<label> {
    static constexpr const char* name = "label";
};
template <> struct throng::component<frame_count> {
    static constexpr const char* name = "frame_count";
};
template <> struct throng::component<shared_note> {
    static constexpr const char* name = "shared_note";
};

namespace {

constexpr auto saved = throng::components<position, label, frame_count, shared_note>;

/// A ring over a world, of which nothing is asked but to save and load.
template <class World> using frames_of = throng::basic_rollback<int, typename World::allocator_type>;
constexpr auto no_step = [](int) {};

/// Every fifth of a hundred moves, here and there.
void move_some(throng::world& w, const std::vector<entity>& all, std::uint32_t& lot) {
    for (std::size_t n = all.size() / 20; n != 0; --n) {
        lot = lot * 1664525U + 1013904223U;
        position& p = w.get<position>(all[lot % all.size()]);
        p.x = static_cast<float>(lot);
        p.y = static_cast<float>(lot / 3);
    }
}

} // namespace

TEST(rollback, forgets_the_oldest) {
    throng::world w;
    const entity e = w.create(position{});
    frames_of<throng::world> frames(w, 10, no_step, saved);
    EXPECT_FALSE(frames.forget_oldest());
    for (int n = 0; n < 4; ++n) {
        w.get<position>(e).x = static_cast<float>(n);
        ASSERT_TRUE(frames.save(static_cast<std::uint64_t>(n)));
    }
    // Also what the world has been brought back to.
    ASSERT_TRUE(frames.load(0));
    EXPECT_TRUE(frames.forget_oldest());
    EXPECT_FALSE(frames.contains(0));
    EXPECT_EQ(frames.size(), 3U);
    for (const int n : {3, 1, 2}) {
        ASSERT_TRUE(frames.load(static_cast<std::uint64_t>(n)));
        EXPECT_EQ(w.get<position>(e).x, static_cast<float>(n));
    }
    while (frames.forget_oldest()) {
    }
    EXPECT_EQ(frames.size(), 0U);
    ASSERT_TRUE(frames.save(7));
    w.get<position>(e).x = 9;
    ASSERT_TRUE(frames.load(7));
    EXPECT_EQ(w.get<position>(e).x, 2);
}

TEST(rollback, brings_back_values_components_and_entities) {
    throng::world w;
    const entity a = w.create(position{1, 2}, label{"a"});
    const entity b = w.create(position{3, 4});
    frames_of<throng::world> frames(w, 4, no_step, saved);
    ASSERT_TRUE(frames.save(10));
    w.get<position>(a).x = 7;
    w.get<label>(a).text = "other";
    w.destroy(b);
    const entity c = w.create(label{"c"});
    ASSERT_TRUE(frames.save(11));
    ASSERT_TRUE(frames.load(10));
    EXPECT_EQ(w.get<position>(a).x, 1);
    EXPECT_EQ(w.get<label>(a).text, "a");
    EXPECT_EQ(w.get<position>(b).y, 4);
    EXPECT_FALSE(w.alive(c));
    EXPECT_EQ(w.size(), 2U);
    ASSERT_TRUE(frames.load(11));
    EXPECT_FALSE(w.alive(b));
    EXPECT_EQ(w.get<label>(a).text, "other");
    EXPECT_EQ(w.get<label>(c).text, "c");
    EXPECT_TRUE(w.validate());
}

TEST(rollback, keeps_as_many_frames_as_it_was_told_and_the_newest) {
    throng::world w;
    w.set_singleton(frame_count{});
    frames_of<throng::world> frames(w, 3, no_step, saved);
    for (int f = 0; f < 10; ++f) {
        w.singleton<frame_count>()->n = f;
        ASSERT_TRUE(frames.save(static_cast<unsigned>(f)));
    }
    EXPECT_EQ(frames.size(), 3U);
    EXPECT_FALSE(frames.load(6));
    EXPECT_EQ(w.singleton<frame_count>()->n, 9);
    for (const unsigned f : {7U, 9U, 8U}) {
        ASSERT_TRUE(frames.load(f));
        EXPECT_EQ(w.singleton<frame_count>()->n, static_cast<int>(f));
    }
    // A frame that is saved takes the place of those that came after.
    ASSERT_TRUE(frames.save(8));
    EXPECT_FALSE(frames.contains(9));
    EXPECT_TRUE(frames.contains(7));
    ASSERT_TRUE(frames.save(2));
    EXPECT_EQ(frames.size(), 1U);
    ASSERT_TRUE(frames.load(2));
    EXPECT_EQ(w.singleton<frame_count>()->n, 8);
}

TEST(rollback, a_ring_of_no_frames_keeps_one) {
    throng::world w;
    frames_of<throng::world> frames(w, 0, no_step, saved);
    ASSERT_TRUE(frames.save(1));
    ASSERT_TRUE(frames.save(2));
    EXPECT_FALSE(frames.contains(1));
    EXPECT_TRUE(frames.load(2));
}

TEST(rollback, gives_the_hash_that_the_world_had) {
    throng::world w;
    w.set_singleton(shared_note{"so it was"});
    for (int i = 0; i < 3000; ++i) w.create(position{static_cast<float>(i), 0});
    frames_of<throng::world> frames(w, 8, no_step, saved);
    std::vector<std::uint64_t> hashes;
    for (unsigned f = 0; f < 8; ++f) {
        ASSERT_TRUE(frames.save(f));
        hashes.push_back(throng::hash(w, saved));
        w.create(label{"later"});
        w.query<position>().each([](position& p) { p.y += 1; });
        w.singleton<shared_note>()->text += ".";
    }
    for (unsigned f = 8; f-- > 0;) EXPECT_EQ(frames.hash(f), hashes[f]);
    EXPECT_EQ(frames.hash(8), 0U);
}

TEST(rollback, calls_the_step_with_the_input) {
    throng::world w;
    w.set_singleton(frame_count{});
    throng::rollback<int> frames(w, 2, [&](int input) { w.singleton<frame_count>()->n += input; }, saved);
    frames.advance(3);
    frames.advance(4);
    EXPECT_EQ(w.singleton<frame_count>()->n, 7);
}

TEST(rollback, collections_beside_the_world_go_with_it) {
    throng::world w;
    throng::list<int> bullets;
    throng::pool<std::string> texts;
    std::vector<throng::handle<int>> fired;
    throng::rollback<int> game(
        w, 4,
        [&](int input) {
            fired.push_back(bullets.add(input));
            if (bullets.size() > 2) bullets.remove(*bullets.first());
            texts.push_back(std::to_string(input));
            w.create(position{static_cast<float>(input), 0});
        },
        throng::components<position>);
    game.include(bullets);
    game.save(0);
    game.include(texts); // is in frame 0, too, as it is now
    const std::size_t alone = game.memory();
    for (int i = 1; i <= 6; ++i) {
        game.advance(i);
        ASSERT_TRUE(game.save(static_cast<std::uint64_t>(i)));
    }
    EXPECT_GT(game.memory(), alone);
    EXPECT_FALSE(game.load(2)); // only the last four are kept
    ASSERT_TRUE(game.load(3));
    EXPECT_EQ(*bullets.first(), 2);
    EXPECT_EQ(*bullets.last(), 3);
    EXPECT_TRUE(bullets.contains(fired[1]));
    EXPECT_FALSE(bullets.contains(fired[3]));
    EXPECT_EQ(texts.size(), 3U);
    EXPECT_EQ(w.size(), 3U);
    const auto before = fired[3];
    game.advance(4);
    EXPECT_EQ(fired.back(), before); // equal futures have equal handles
    {
        auto walk = bullets.walk(throng::live);
        EXPECT_FALSE(game.load(3));
        EXPECT_FALSE(game.save(4));
    }
    ASSERT_TRUE(game.save(4)); // the frames after it are no more
    EXPECT_FALSE(game.load(5));
    EXPECT_TRUE(game.forget_oldest());
    EXPECT_TRUE(game.load(4));
    EXPECT_EQ(texts.size(), 4U);
    while (game.forget_oldest()) {
    }
    EXPECT_FALSE(game.load(4));
    EXPECT_TRUE(bullets.validate() && texts.validate());
}

TEST(rollback, what_is_included_later_is_in_the_frames_that_are_kept_as_it_was_then) {
    throng::world w;
    throng::list<int> bullets{1, 2};
    throng::rollback<int> game(w, 3, [&](int input) { bullets.push_back(input); }, throng::components<position>);
    ASSERT_TRUE(game.save(0));
    ASSERT_TRUE(game.save(1));
    game.include(bullets);
    game.advance(3);
    ASSERT_TRUE(game.save(2));
    game.advance(4);
    for (const std::uint64_t frame : {2U, 1U, 0U}) {
        ASSERT_TRUE(game.load(frame)) << frame;
        EXPECT_EQ(bullets.size(), frame == 2 ? 3U : 2U);
    }
}

TEST(rollback, is_refused_while_the_world_is_walked) {
    throng::world w;
    w.create(position{});
    frames_of<throng::world> frames(w, 2, no_step, saved);
    ASSERT_TRUE(frames.save(0));
    for (const entity e : w) {
        EXPECT_FALSE(frames.save(1));
        EXPECT_FALSE(frames.load(0));
        EXPECT_TRUE(w.alive(e));
    }
    w.on_add<position>([&](entity, position&) { EXPECT_FALSE(frames.load(0)); });
    w.create(position{});
    EXPECT_EQ(w.size(), 2U);
    EXPECT_TRUE(frames.load(0));
    EXPECT_EQ(w.size(), 1U);
}

TEST(rollback, goes_along_with_its_world_and_does_nothing_without_one) {
    auto w = std::make_unique<throng::world>();
    const entity e = w->create(position{1, 1});
    frames_of<throng::world> frames(*w, 2, no_step, saved);
    ASSERT_TRUE(frames.save(0));
    w->get<position>(e).x = 2;
    {
        throng::world other(std::move(*w));
        ASSERT_TRUE(frames.load(0));
        EXPECT_EQ(other.get<position>(e).x, 1);
    }
    EXPECT_FALSE(frames.save(1));
    EXPECT_FALSE(frames.load(0));
    EXPECT_EQ(frames.hash(0), 0U);
}

TEST(rollback, addresses_stay_valid) {
    throng::world w;
    const entity e = w.create(position{1, 1});
    w.set_singleton(frame_count{1});
    const position* const its = &w.get<position>(e);
    const frame_count* const count = w.singleton<frame_count>();
    frames_of<throng::world> frames(w, 2, no_step, saved);
    ASSERT_TRUE(frames.save(0));
    w.get<position>(e).x = 9;
    w.singleton<frame_count>()->n = 9;
    ASSERT_TRUE(frames.load(0));
    EXPECT_EQ(&w.get<position>(e), its);
    EXPECT_EQ(its->x, 1);
    EXPECT_EQ(w.singleton<frame_count>(), count);
    EXPECT_EQ(count->n, 1);
}

TEST(rollback, takes_every_sort_of_value) {
    throng::world w;
    const entity e = w.create(wide{5});
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&w.get<wide>(e)) % alignof(wide), 0U);
    w.add(e, owner{std::make_unique<int>(3)});
    w.set_singleton(owner{std::make_unique<int>(4)});
    w.set_singleton(shared_note{"first"});
    frames_of<throng::world> frames(w, 2, no_step, saved);
    ASSERT_TRUE(frames.save(0));
    w.get<wide>(e).n = 6;
    w.singleton<shared_note>()->text = "second";
    *w.singleton<owner>()->its = 5;
    w.set_singleton(frame_count{1});
    ASSERT_TRUE(frames.load(0));
    EXPECT_EQ(w.get<wide>(e).n, 5);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&w.get<wide>(e)) % alignof(wide), 0U);
    // What cannot be copied is left out: entities have it no more, a singleton stays.
    EXPECT_FALSE(w.has<owner>(e));
    EXPECT_EQ(*w.singleton<owner>()->its, 5);
    EXPECT_EQ(w.singleton<shared_note>()->text, "first");
    EXPECT_EQ(w.singleton<frame_count>(), nullptr);
    ASSERT_TRUE(frames.save(0));
    w.remove_singleton<shared_note>();
    ASSERT_TRUE(frames.load(0));
    EXPECT_EQ(w.singleton<shared_note>()->text, "first");
    EXPECT_TRUE(w.validate());
}

TEST(rollback, comes_back_from_a_world_that_was_restored) {
    throng::world w;
    const entity e = w.create(position{1, 1});
    throng::snapshot before(w);
    const entity other = w.create(label{"other"});
    frames_of<throng::world> frames(w, 2, no_step, saved);
    ASSERT_TRUE(frames.save(0));
    ASSERT_TRUE(before.roll_back());
    ASSERT_FALSE(w.alive(other));
    w.create(position{2, 2}, label{"another kind"});
    ASSERT_TRUE(frames.load(0));
    EXPECT_TRUE(w.validate());
    EXPECT_EQ(w.size(), 2U);
    EXPECT_EQ(w.get<label>(other).text, "other");
    EXPECT_EQ(w.get<position>(e).x, 1);
}

TEST(rollback, a_system_that_came_since_is_told_of_all_and_one_that_went_leaves_nothing_behind) {
    throng::world w;
    throng::schedule systems(w);
    int joined = 0;
    int left = 0;
    const auto watch = [&](const char* name) -> auto& {
        return systems.add(name, w.query<const position>(), [](const position&) {})
            .on_joined([&](const position&) { ++joined; })
            .on_left([&](const position&) { ++left; });
    };
    auto& first = watch("first");
    const entity e = w.create(position{}, label{"kept until it is told"});
    systems.run(1);
    w.destroy(e);
    frames_of<throng::world> frames(w, 2, no_step, saved);
    frames.include(systems);
    ASSERT_TRUE(frames.save(0));
    systems.run(1);
    EXPECT_EQ(left, 1);
    ASSERT_TRUE(frames.load(0));
    systems.run(1);
    EXPECT_EQ(left, 2);
    ASSERT_TRUE(frames.load(0));
    systems.remove(first);
    ASSERT_TRUE(frames.load(0));
    EXPECT_TRUE(w.validate());
    watch("second");
    ASSERT_TRUE(frames.load(0));
    EXPECT_TRUE(w.validate());
    joined = left = 0;
    w.create(position{});
    systems.run(1);
    EXPECT_EQ(joined, 1);
    EXPECT_EQ(left, 0);
    EXPECT_TRUE(w.validate());
}

TEST(rollback, a_system_runs_as_often_as_then) {
    throng::world w;
    throng::schedule systems(w);
    int runs = 0;
    w.create(position{});
    auto& s = systems.add("counts", w.query<const position>(), [&](const position&) { ++runs; }).interval(1);
    frames_of<throng::world> frames(w, 2, no_step, saved);
    frames.include(systems);
    systems.run(0.75);
    ASSERT_TRUE(frames.save(0));
    s.interval(0.25, 9).active(false);
    systems.run(5);
    ASSERT_TRUE(frames.load(0));
    EXPECT_TRUE(s.active());
    systems.run(0.5); // with the three quarters of then: once
    EXPECT_EQ(runs, 1);
    systems.run(0.5);
    EXPECT_EQ(runs, 1) << "a second has not passed again";
    systems.run(3);
    EXPECT_EQ(runs, 2) << "once a tick, as then";
}

TEST(rollback, sixty_frames_of_which_a_twentieth_changes_take_less_than_ten_copies) {
    throng::world w;
    std::vector<entity> all;
    for (int i = 0; i < 20'000; ++i) all.push_back(w.create(position{static_cast<float>(i), 0}, std::array<int, 2>{i}));
    const std::size_t one = w.memory();
    frames_of<throng::world> frames(w, 60, no_step, throng::components<>);
    std::uint32_t lot = 1;
    std::size_t most = 0;
    for (unsigned f = 0; f < 200; ++f) {
        move_some(w, all, lot);
        ASSERT_TRUE(frames.save(f));
        most = frames.memory() < most ? most : frames.memory();
    }
    EXPECT_LT(most, 10 * one);
    // Frames in which nothing changes cost next to nothing.
    frames_of<throng::world> still(w, 60, no_step, throng::components<>);
    for (unsigned f = 0; f < 60; ++f) ASSERT_TRUE(still.save(f));
    EXPECT_LT(still.memory(), 2 * one);
}

#if defined(__cpp_exceptions)
TEST(rollback, whose_first_frame_finds_no_memory_can_be_saved_again_and_destroyed) {
    using allocator = support::logged_allocator<std::byte>;
    using world = throng::basic_world<allocator>;
    support::allocation_log log;
    {
        world w{allocator(log)};
        throng::basic_schedule<allocator> systems(w);
        systems.add("watching", w.query<const position>(), [](const position&) {}).on_left([](const position&) {});
        (void)w.create(position{1, 0});
        (void)w.create(label{"of another kind"});
        w.set_singleton(3);
        systems.run(1);
        bool failed = true;
        for (std::size_t n = 1; failed; ++n) {
            frames_of<world> frames(w, 3, no_step, saved);
            frames.include(systems);
            log.failed = false;
            log.fail_in = n;
            try {
                ASSERT_TRUE(frames.save(0));
            } catch (const std::bad_alloc&) {
                EXPECT_EQ(frames.size(), 0U);
            }
            failed = log.failed;
            log.fail_in = 0;
            if (n % 2 != 0) continue;
            ASSERT_TRUE(frames.save(0));
            const std::uint64_t then = throng::hash(w, saved);
            (void)w.create(position{2, 0});
            ASSERT_TRUE(frames.load(0));
            ASSERT_EQ(throng::hash(w, saved), then);
            ASSERT_TRUE(w.validate());
        }
    }
    EXPECT_EQ(log.bytes, 0U);
}
TEST(rollback, what_there_is_no_memory_for_has_not_happened) {
    using allocator = support::logged_allocator<std::byte>;
    using world = throng::basic_world<allocator>;
    support::allocation_log log;
    {
        world w{allocator(log)};
        throng::basic_schedule<allocator> systems(w);
        systems.add("watching", w.query<const position>(), [](const position&) {}).on_left([](const position&) {});
        std::vector<entity> all;
        for (int i = 0; i < 1500; ++i) all.push_back(w.create(position{static_cast<float>(i), 0}));
        for (int i = 0; i < 20; ++i) w.add(all[static_cast<std::size_t>(i)], label{"one of a few that are labelled"});
        w.set_singleton(shared_note{"a note that does not fit into a string itself"});
        systems.run(1);
        frames_of<world> frames(w, 3, no_step, saved);
        frames.include(systems);
        ASSERT_TRUE(frames.save(0));
        const std::uint64_t then = throng::hash(w, saved);
        for (std::size_t i = 0; i < all.size(); i += 3) w.destroy(all[i]);
        w.create_many(2000, label{"of another kind"});
        w.remove_singleton<shared_note>();
        const std::uint64_t now = throng::hash(w, saved);
        bool failed = true;
        for (std::size_t n = 1; failed; ++n) {
            log.failed = false;
            log.fail_in = n;
            try {
                ASSERT_TRUE(frames.save(1));
            } catch (const std::bad_alloc&) {
                EXPECT_FALSE(frames.contains(1));
            }
            failed = log.failed;
            log.fail_in = 0;
            ASSERT_EQ(frames.hash(0), then);
            ASSERT_EQ(throng::hash(w, saved), now);
        }
        w.trim();
        for (std::size_t n = 1; throng::hash(w, saved) != then; ++n) {
            log.fail_in = n;
            try {
                ASSERT_TRUE(frames.load(0));
            } catch (const std::bad_alloc&) {
                ASSERT_EQ(throng::hash(w, saved), now);
            }
            log.fail_in = 0;
            ASSERT_TRUE(w.validate());
        }
        ASSERT_TRUE(frames.load(1));
        EXPECT_EQ(throng::hash(w, saved), now);
        EXPECT_TRUE(w.validate());
    }
    EXPECT_EQ(log.bytes, 0U);
}
#endif
