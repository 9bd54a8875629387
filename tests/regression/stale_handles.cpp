// Handles that came back to life: after 4,095 or 65,536 reuses of a place its generations began anew, and an old handle
// referred to a stranger. Here a place is retired before its generations are used up.

#include <throng/core/handle.hpp>
#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

namespace {

using table_type = throng::core::handle_table<int, std::allocator<int>>;

// Rule 9 of list.
TEST(stale_handles, a_place_is_retired_before_its_generations_are_used_up) {
    const std::allocator<int> memory;
    table_type table;
    table.start_generations_at(table_type::last_generation - 5);
    int element = 0;
    std::vector<throng::handle<int>> stale;
    std::set<std::uint32_t> places;
    for (int i = 0; i < 100; ++i) {
        const throng::handle<int> h = table.issue(memory, &element);
        EXPECT_TRUE(h);
        EXPECT_EQ(table.find(h), &element);
        for (const auto old : stale) {
            EXPECT_NE(old, h);
            EXPECT_EQ(table.find(old), nullptr);
        }
        places.insert(h.index());
        std::uint32_t entry = h.index() + 1;
        table.drop(entry, nullptr);
        EXPECT_EQ(table.find(h), nullptr);
        stale.push_back(h);
    }
    EXPECT_GE(places.size(), 100U / 6U) << "no place has more than the generations that were left";
    EXPECT_FALSE(throng::handle<int>{});
    EXPECT_EQ(table.find({}), nullptr);
    table.release(memory);
}

/// More reuses of one place than the generations of 16 bits.
TEST(stale_handles, a_hundred_thousand_reuses) {
    throng::list<int> elements;
    const auto first = elements.add(0);
    elements.remove(first);
    for (int i = 1; i < 100'000; ++i) {
        const auto h = elements.add(i);
        ASSERT_NE(h, first);
        ASSERT_FALSE(elements.contains(first));
        ASSERT_TRUE(elements.remove(h));
    }
}

} // namespace
