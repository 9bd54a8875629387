#pragma once

/// # Memory

#include "contract/walks.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace contract {

using support::tracked;

/// `reserve` avoids later allocations, also during a walk, and if elements move between walks. Rule 6.
SITUATION(reserve_then_add, has_reserve<Adapter>&& Adapter::allocates) {
    support::allocation_log log;
    logged_collection_of<Adapter> c;
    c.reserve(1000);
    EXPECT_GE(c.capacity(), 1000U);
    const std::size_t before = log.allocations;
    for (int id = 0; id < 500; ++id) put<Adapter>(c, id);
    if constexpr (Adapter::packs) {
        for (tracked& x : c)
            if (x.id() < 500) put<Adapter>(c, x.id() + 500);
    } else {
        // (What never moves notes when newcomers have come, in memory of its own.)
        fill<Adapter>(c, 500, 999);
    }
    EXPECT_EQ(log.allocations, before);
    EXPECT_EQ(c.size(), 1000U);
}

/// `trim()` frees the memory of gaps and of removed elements. Rule 6.
SITUATION(trim, has_reserve<Adapter>&& Adapter::allocates&& Adapter::packs) {
    support::allocation_log log;
    logged_collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9999);
    const std::size_t full = log.bytes;
    for (tracked& x : c)
        if (x.id() % 100 != 0) c.remove(x);
    c.trim();
    EXPECT_LT(log.bytes, full / 4);
    EXPECT_EQ(c.size(), 100U);
}

/// `trim()` of an empty collection frees all memory. Rule 6.
SITUATION(trim_of_an_empty_one, has_reserve<Adapter>&& Adapter::allocates) {
    support::allocation_log log;
    logged_collection_of<Adapter> c;
    const std::size_t at_first = log.bytes;
    const auto expect_nothing_held = [&](const char* how) {
        EXPECT_TRUE(c.empty()) << how;
        c.trim();
        EXPECT_EQ(c.capacity(), 0U) << how;
        EXPECT_EQ(log.bytes, at_first) << how;
        if constexpr (requires { c.validate(); }) {
            EXPECT_TRUE(c.validate()) << how;
        }
    };
    expect_nothing_held("nothing was ever there");
    c.reserve(5000);
    expect_nothing_held("reserve");
    for (const int n : {1, 9999}) {
        fill<Adapter>(c, 0, n);
        c.clear();
        expect_nothing_held("clear");
        fill<Adapter>(c, 0, n);
        for (tracked& x : c) c.remove(x);
        expect_nothing_held("remove in a walk");
        if constexpr (has_handles<Adapter>) {
            fill<Adapter>(c, 0, n);
            std::vector<typename logged_collection_of<Adapter>::handle_type> stale;
            for (tracked& x : c) stale.push_back(c.handle_of(x));
            for (const auto h : stale) EXPECT_TRUE(c.remove(h));
            expect_nothing_held("remove by handle");
            fill<Adapter>(c, 0, n);
            for (tracked& x : c) (void)c.handle_of(x);
            for (const auto h : stale) EXPECT_FALSE(c.contains(h));
            c.clear();
            expect_nothing_held("clear, with handles");
        }
    }
    {
        fill<Adapter>(c, 0, 999);
        auto w = c.begin();
        c.clear();
        c.trim();
        EXPECT_EQ((*w).id(), 0) << "what a walk stands on stays";
    }
    expect_nothing_held("after a walk");
    fill<Adapter>(c, 0, 999);
    EXPECT_EQ(held_by<Adapter>(c), count(0, 999));
}

/// If elements cannot move, `trim()` frees pages at the end. Rule 6.
SITUATION(trim_gives_the_end_back, has_reserve<Adapter>&& Adapter::allocates && !Adapter::packs) {
    support::allocation_log log;
    logged_collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9999);
    const std::size_t full = log.bytes;
    for (tracked& x : c)
        if (x.id() >= 100) c.remove(x);
    c.trim();
    EXPECT_LT(log.bytes, full / 4);
    EXPECT_EQ(held_by<Adapter>(c), count(0, 99));
    fill<Adapter>(c, 100, 9999);
    EXPECT_EQ(held_by<Adapter>(c), count(0, 9999));
}

/// If the number of elements stays constant while they are replaced, memory use stays constant, also if some walk is
/// always open so that no element can move. Rule 6.
SITUATION(memory_is_bounded, has_reserve<Adapter>&& Adapter::allocates) {
    constexpr int crowd = 500;
    for (const bool always_walked : {false, true}) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, crowd - 1);
        int born = crowd;
        std::array<std::optional<decltype(c.begin())>, 2> open;
        std::size_t most = 0;
        for (std::size_t frame = 0; frame < 200; ++frame) {
            if (always_walked) {
                open[frame % 2].emplace(c.begin());
                open[(frame + 1) % 2].reset();
            }
            for (int id = born - crowd; id < born - crowd + crowd / 4; ++id) remove_id(c, id);
            for (int i = 0; i < crowd / 4; ++i) put<Adapter>(c, born++);
            most = std::max(most, c.capacity());
        }
        EXPECT_EQ(c.size(), static_cast<std::size_t>(crowd));
        EXPECT_LE(most, 4U * crowd + 1024U) << (always_walked ? "always walked" : "never walked");
    }
}

} // namespace contract
