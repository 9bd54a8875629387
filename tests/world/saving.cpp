// Saved, restored and rolled back, a world is as if nothing had happened.

#include "support/allocation.hpp"
#include "world/saved_game.hpp"

#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace {

using namespace saved_game;

/// Of two worlds with the same past, whether they have the same future.
void expect_same_future(world& a, world& b, std::vector<entity> known) {
    EXPECT_EQ(hash(a, all), hash(b, all));
    auto known_too = known;
    numbers r(77);
    numbers same(77);
    live_on(a, known, r, 3000);
    live_on(b, known_too, same, 3000);
    EXPECT_EQ(known, known_too) << "later creations get the same indices and generations";
    EXPECT_EQ(hash(a, all), hash(b, all));
}

} // namespace

TEST(saving, singletons_are_rolled_back) {
    struct unique {
        std::unique_ptr<int> owned;
    };
    world w;
    w.set_singleton(std::string("then, and too long for the string itself"));
    w.set_singleton(1.5);
    const throng::snapshot then(w);
    *w.singleton<std::string>() = "now";
    w.remove_singleton<double>();
    w.set_singleton(7);
    w.set_singleton(unique{std::make_unique<int>(3)});
    const int* const owned = w.singleton<unique>()->owned.get();
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(then.roll_back());
        EXPECT_EQ(*w.singleton<std::string>(), "then, and too long for the string itself");
        ASSERT_NE(w.singleton<double>(), nullptr);
        EXPECT_EQ(*w.singleton<double>(), 1.5);
        EXPECT_EQ(w.singleton<int>(), nullptr) << "it came later";
        ASSERT_NE(w.singleton<unique>(), nullptr) << "what cannot be copied stays";
        EXPECT_EQ(w.singleton<unique>()->owned.get(), owned);
        w.set_singleton(std::string("later"));
        w.set_singleton(9);
    }
    // Where there was one that could not be copied, it is not in the snapshot.
    const throng::snapshot now(w);
    w.remove_singleton<unique>();
    ASSERT_TRUE(now.roll_back());
    EXPECT_EQ(w.singleton<unique>(), nullptr);
    EXPECT_EQ(*w.singleton<int>(), 9);
}

TEST(saving, singletons_whose_type_is_listed_are_saved_and_others_stay) {
    world w;
    w.set_singleton(position{1, 2});
    w.set_singleton(name{"of the world"});
    throng::byte_writer<> bytes;
    save(w, bytes, all);
    const auto before = hash(w, all);
    w.set_singleton(position{3, 4});
    w.remove_singleton<name>();
    w.set_singleton(rare{5});
    w.set_singleton(7);
    ASSERT_TRUE(restore(w, bytes.bytes(), all));
    EXPECT_EQ(w.singleton<position>()->y, 2);
    ASSERT_NE(w.singleton<name>(), nullptr);
    EXPECT_EQ(w.singleton<name>()->text, "of the world");
    EXPECT_EQ(w.singleton<rare>(), nullptr) << "there was none";
    ASSERT_NE(w.singleton<int>(), nullptr);
    EXPECT_EQ(*w.singleton<int>(), 7) << "it is not listed";
    EXPECT_EQ(hash(w, all), before);
    // Refused, and all of them are as they were.
    std::vector<std::byte> damaged(bytes.bytes().begin(), bytes.bytes().end());
    damaged[damaged.size() - 9] ^= std::byte{1};
    EXPECT_FALSE(restore(w, damaged, all));
    EXPECT_EQ(hash(w, all), before);
    EXPECT_TRUE(w.validate());
}

TEST(saving, singletons_are_hashed_where_their_type_is_listed) {
    world a;
    world b;
    EXPECT_EQ(hash(a, all), hash(b, all));
    a.set_singleton(position{1, 2});
    EXPECT_NE(hash(a, all), hash(b, all)) << "there is none";
    b.set_singleton(position{1, 3});
    EXPECT_NE(hash(a, all), hash(b, all));
    b.set_singleton(position{1, 2});
    EXPECT_EQ(hash(a, all), hash(b, all));
    b.set_singleton(7);
    EXPECT_EQ(hash(a, all), hash(b, all)) << "of another type";
}

// Rule 10 of world.
TEST(saving, restores_everything_and_the_future_too) {
    for (const int edits : {0, 1, 100, 20'000}) {
        world a;
        std::vector<entity> known;
        numbers r(static_cast<std::uint64_t>(edits));
        live_on(a, known, r, edits);
        throng::byte_writer<> bytes;
        save(a, bytes, all);
        world b;
        b.create(position{5, 5}, name{"to be forgotten"});
        const auto result = restore(b, bytes.bytes(), all);
        ASSERT_TRUE(result) << result.error << " at " << result.position;
        EXPECT_TRUE(result.component.empty()) << "none is at fault";
        ASSERT_EQ(a.size(), b.size());
        for (const entity e : known) {
            ASSERT_EQ(a.alive(e), b.alive(e));
            if (const auto* n = a.try_get<name>(e); n != nullptr) {
                ASSERT_EQ(n->text, b.get<name>(e).text);
            }
        }
        throng::byte_writer<> again;
        save(b, again, all);
        ASSERT_TRUE(std::equal(bytes.bytes().begin(), bytes.bytes().end(), again.bytes().begin(), again.bytes().end()));
        expect_same_future(a, b, known);
    }
}

TEST(saving, where_generations_begin_comes_along) {
    std::vector<entity> known;
    world a = with_late_generations(known);
    throng::byte_writer<> bytes;
    save(a, bytes, all);
    world b;
    ASSERT_TRUE(restore(b, bytes.bytes(), all));
    const throng::snapshot then(a);
    expect_same_future(a, b, known);
    ASSERT_TRUE(then.roll_back());
    world c;
    ASSERT_TRUE(restore(c, bytes.bytes(), all));
    expect_same_future(a, c, known);
}

TEST(saving, what_an_impossible_generation_would_be_is_refused) {
    world a;
    (void)a.create(position{});
    throng::byte_writer<> bytes;
    save(a, bytes, all);
    for (const std::uint32_t impossible : {0U, 1U, 0x10000U}) {
        std::vector<std::byte> changed(bytes.bytes().begin(), bytes.bytes().end() - 8);
        throng::core::copy_number(changed.data() + 20, &impossible, 4);
        const std::uint64_t sum = throng::core::mix(0, changed.data(), changed.size());
        changed.resize(changed.size() + 8);
        throng::core::copy_number(changed.data() + changed.size() - 8, &sum, 8);
        world b;
        const auto result = restore(b, changed, all);
        ASSERT_FALSE(result);
        EXPECT_STREQ(result.error, "it has impossible generations");
    }
}

TEST(saving, what_is_restored_has_room_for_components_that_come_later) {
    struct later {
        std::string text;
    };
    world a;
    std::vector<entity> those;
    for (unsigned i = 0; i < 20 * throng::core::page_slots; ++i) those.push_back(a.create(position{}));
    throng::byte_writer<> bytes;
    save(a, bytes, all);
    world b;
    ASSERT_TRUE(restore(b, bytes.bytes(), all));
    EXPECT_TRUE(b.validate());
    b.add<later>(those.back(), "it came");
    EXPECT_TRUE(b.validate());
    EXPECT_FALSE(b.has<later>(those[0]));
    EXPECT_EQ(b.count<later>(), 1U);
    EXPECT_EQ(b.get<later>(those.back()).text, "it came");
}

TEST(saving, a_page_whose_generations_are_used_up_is_used_no_more) {
    world a;
    a.storage().start_generations_at(0xffffffff);
    for (unsigned i = 0; i < throng::core::page_slots; ++i) a.create(position{});
    a.clear();
    throng::byte_writer<> bytes;
    save(a, bytes, all);
    world b;
    ASSERT_TRUE(restore(b, bytes.bytes(), all));
    EXPECT_EQ(b.create(mark{}).index(), throng::core::page_slots);
    EXPECT_EQ(a.create(mark{}).index(), throng::core::page_slots);
}

TEST(saving, room_for_one_kind_is_not_taken_by_another_one_later_either) {
    world a;
    // (Pages of a kind that has many come in pieces: some are still empty.)
    a.create_many(200 * throng::core::page_slots + 1, position{});
    throng::byte_writer<> bytes;
    save(a, bytes, all);
    const throng::snapshot then(a);
    const auto next = a.create(mark{});
    world b;
    ASSERT_TRUE(restore(b, bytes.bytes(), all));
    EXPECT_EQ(b.create(mark{}), next);
    EXPECT_TRUE(then.roll_back());
    EXPECT_EQ(a.create(mark{}), next);
}

/// Such bytes no world is saved as, but they are whole.
TEST(saving, a_page_is_restored_with_all_columns_of_its_kind_though_the_bytes_lack_some) {
    world a;
    a.remove<name>(a.create(position{}, name{}));
    throng::byte_writer<> bytes;
    save(a, bytes, all);
    std::vector<std::byte> made(bytes.bytes().begin(), bytes.bytes().end());
    // What stands at the end: of the last page that there are names, in so many bytes, which entities have one (none),
    // no marks, nothing rare; then that there are no singletons.
    const auto names_end = made.end() - 8 - 8 - 2;
    const auto names = names_end - throng::core::page_slots / 8 - 8 - 1;
    ASSERT_EQ(*names, std::byte{1});
    *names = std::byte{0};
    made.erase(names + 1, names_end);
    const std::uint64_t sum = throng::core::mix(0, made.data(), made.size() - 8);
    std::memcpy(made.data() + made.size() - 8, &sum, 8);
    world b;
    const auto result = restore(b, made, all);
    ASSERT_TRUE(result) << result.error << " at " << result.position;
    const entity e = b.create(position{}, name{"a newcomer of that kind"});
    EXPECT_EQ(e.index(), 1U);
    EXPECT_EQ(b.get<name>(e).text, "a newcomer of that kind");
}

TEST(saving, leaves_out_components_that_it_is_not_asked_to_save) {
    struct passing {
        int n = 0;
    };
    world a;
    const entity e = a.create(position{1, 2}, passing{3}, mark{});
    throng::byte_writer<> bytes;
    save(a, bytes, all);
    world b;
    const auto result = restore(b, bytes.bytes(), all);
    ASSERT_TRUE(result) << result.error << " at " << result.position;
    EXPECT_EQ(b.get<position>(e).y, 2);
    EXPECT_TRUE(b.has<mark>(e));
    EXPECT_FALSE(b.has<passing>(e));
}

TEST(saving, refuses_what_is_damaged_and_leaves_the_world_as_it_was) {
    world a;
    std::vector<entity> known;
    numbers r(3);
    live_on(a, known, r, 300);
    throng::byte_writer<> bytes;
    save(a, bytes, all);
    world b;
    live_on(b, known, r, 100);
    const auto before = hash(b, all);
    const auto refused = [&](std::span<const std::byte> those) {
        const auto result = restore(b, those, all);
        EXPECT_FALSE(result);
        EXPECT_NE(result.error, nullptr);
        EXPECT_EQ(hash(b, all), before);
    };
    std::vector<std::byte> damaged(bytes.bytes().begin(), bytes.bytes().end());
    for (std::size_t n = 0; n < damaged.size(); n += damaged.size() / 97 + 1)
        refused(std::span<const std::byte>(damaged).first(n));
    for (std::size_t i = 0; i < damaged.size(); i += 1 + r.below(60U)) {
        const auto flipped = std::byte{static_cast<unsigned char>(1U << r.below(8))};
        damaged[i] ^= flipped;
        refused(damaged);
        damaged[i] ^= flipped;
    }
    EXPECT_TRUE(restore(b, damaged, all));
}

TEST(saving, refuses_bytes_made_up_with_a_right_check_sum) {
    world a;
    std::vector<entity> known;
    numbers r(4);
    live_on(a, known, r, 200);
    a.set_singleton(name{"of the world, and too long for the string itself"});
    a.set_singleton(story{true, mood::calm, "too long for the string itself, too", {{1, 2}}, {}, {}});
    throng::byte_writer<> bytes;
    save(a, bytes, all);
    const std::vector<std::byte> good(bytes.bytes().begin(), bytes.bytes().end());
    for (int i = 0; i < (throng::core::audited ? 1000 : 3000); ++i) {
        auto damaged = good;
        // (The singletons are near the end.)
        const std::size_t first = i % 4 == 0 ? damaged.size() - 250 : 16;
        for (auto n = r.below(3) + 1; n != 0; --n)
            damaged[first + r.below(damaged.size() - 8 - first)] = std::byte{static_cast<unsigned char>(r.below(256))};
        const auto body = std::span<const std::byte>(damaged).first(damaged.size() - 8);
        const std::uint64_t sum = throng::core::mix(0, body.data(), body.size());
        std::memcpy(damaged.data() + body.size(), &sum, 8);
        world b;
        if (!restore(b, damaged, all)) {
            EXPECT_TRUE(b.empty());
            continue;
        }
        std::vector<entity> some;
        for (const entity e : b) some.push_back(e);
        live_on(b, some, r, 50);
    }
}

TEST(saving, is_refused_while_a_walk_is_open) {
    world a;
    a.create(position{});
    throng::byte_writer<> bytes;
    save(a, bytes, all);
    const throng::snapshot then(a);
    a.query<position>().each([&](position&) {
        EXPECT_EQ(std::string(restore(a, bytes.bytes(), all).error), "a walk of the world is open");
        EXPECT_FALSE(then.roll_back());
    });
    EXPECT_EQ(a.size(), 1U);
}

TEST(saving, a_world_can_be_rolled_back_as_often_as_one_likes) {
    world a;
    std::vector<entity> known;
    numbers r(5);
    live_on(a, known, r, 5000);
    world b;
    throng::byte_writer<> bytes;
    save(a, bytes, all);
    ASSERT_TRUE(restore(b, bytes.bytes(), all));
    const auto before = hash(a, all);
    const auto q = a.query<position>();
    const std::size_t many = q.count();
    const throng::snapshot then(a);
    for (int i = 0; i < 3; ++i) {
        auto later = known;
        live_on(a, later, r, 2000);
        if (i == 1) a.clear(), a.trim();
        EXPECT_TRUE(then.roll_back());
        EXPECT_EQ(hash(a, all), before);
        EXPECT_EQ(q.count(), many) << "queries go on";
    }
    expect_same_future(a, b, known);
}

TEST(saving, restores_into_a_world_that_met_the_components_in_another_order) {
    world a;
    std::vector<entity> known;
    numbers r(6);
    live_on(a, known, r, 5000);
    throng::byte_writer<> bytes;
    save(a, bytes, all);
    world b;
    b.create(rare{}, mark{}, name{}, position{});
    ASSERT_TRUE(restore(b, bytes.bytes(), all));
    expect_same_future(a, b, known);
}

TEST(saving, each_value_counts_in_the_hash) {
    const auto hash_of = [](position p, const char* text, std::uint64_t n) {
        world w;
        w.create(p, name{text}, rare{n});
        w.create(position{5, 6}, name{"last"}, rare{7});
        return hash(w, all);
    };
    EXPECT_EQ(hash_of({1, 2}, "a", 3), hash_of({1, 2}, "a", 3));
    EXPECT_NE(hash_of({1, 2}, "a", 3), hash_of({1, 4}, "a", 3));
    EXPECT_NE(hash_of({1, 2}, "a", 3), hash_of({1, 2}, "b", 3));
    EXPECT_NE(hash_of({1, 2}, "a", 3), hash_of({1, 2}, "a", 4));
}

TEST(saving, a_page_that_was_vacant_is_the_first_to_be_used_again) {
    world w;
    std::vector<entity> first;
    for (int i = 0; i < 1000; ++i) first.push_back(w.create(position{}));
    for (const entity e : first) w.destroy(e);
    const throng::snapshot then(w);
    w.create(name{"takes the page"});
    EXPECT_TRUE(then.roll_back());
    EXPECT_EQ(w.create(name{}).index(), 0U);
}

TEST(saving, every_page_that_was_vacant_is_used_again) {
    world w;
    std::vector<entity> first(2 * throng::core::page_slots);
    w.create(std::span<entity>(first), position{});
    w.destroy(first);
    const throng::snapshot then(w);
    w.create(name{"takes a page"});
    EXPECT_TRUE(then.roll_back());
    EXPECT_TRUE(w.validate());
    w.create_many(first.size(), name{});
    EXPECT_EQ(w.storage().page_count(), 2U);
    EXPECT_TRUE(w.validate());
}

TEST(saving, a_snapshot_gives_back_all_it_took) {
    support::allocation_log log;
    throng::basic_world<support::logged_allocator<std::byte>> w;
    for (int i = 0; i < 1000; ++i) w.create(position{}, name{"a player"}, rare{});
    const std::size_t before = log.bytes;
    {
        const throng::basic_snapshot then(w);
        EXPECT_GT(log.bytes, before);
    }
    EXPECT_EQ(log.bytes, before);
}

#if defined(__cpp_exceptions)
TEST(saving, what_finds_no_memory_gives_back_all_it_took) {
    support::allocation_log log;
    throng::basic_world<support::logged_allocator<std::byte>> w;
    for (int i = 0; i < 1000; ++i) w.create(position{}, name{"a player"}, rare{});
    throng::byte_writer<> bytes;
    save(w, bytes, all);
    const auto before = hash(w, all);
    const std::size_t held = log.bytes;
    std::size_t n = 0;
    do {
        log.failed = false;
        log.fail_in = ++n;
        try {
            const throng::basic_snapshot then(w);
        } catch (const std::bad_alloc&) {
            EXPECT_TRUE(log.failed);
        }
        ASSERT_EQ(log.bytes, held) << n;
    } while (log.failed);
    log.fail_in = 0;
    EXPECT_GT(n, 10U);
    EXPECT_EQ(hash(w, all), before);
}

TEST(saving, a_restore_that_finds_no_memory_has_not_happened) {
    support::allocation_log log;
    using failing_world = throng::basic_world<support::logged_allocator<std::byte>>;
    {
        throng::byte_writer<> bytes;
        {
            failing_world a;
            for (unsigned i = 0; i < 3 * throng::core::page_slots; ++i) a.create(position{});
            for (int i = 0; i < 100; ++i) a.create(position{}, name{"a player"}, rare{});
            save(a, bytes, all);
        }
        failing_world w;
        const entity e = w.create(name{"what was there before"});
        const auto before = hash(w, all);
        std::size_t n = 0;
        do {
            log.failed = false;
            log.fail_in = ++n;
            try {
                EXPECT_TRUE(restore(w, bytes.bytes(), all));
            } catch (const std::bad_alloc&) {
                ASSERT_TRUE(log.failed && w.validate() && w.alive(e)) << n;
                ASSERT_EQ(hash(w, all), before) << n;
            }
        } while (log.failed);
        log.fail_in = 0;
        EXPECT_GT(n, 20U);
        EXPECT_TRUE(w.validate());
        EXPECT_EQ(w.size(), 3 * throng::core::page_slots + 100);
    }
    EXPECT_EQ(log.bytes, 0U);
}
#endif
