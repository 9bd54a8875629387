// needs threads
// The audit build reports a precondition of the library's own functions that does not hold, with the place of the
// check.

#include "audit/messages.hpp"

#include <throng/world/world.hpp>

#include <gtest/gtest.h>

namespace {

using throng::world;
using edits = throng::core::edits<world::allocator_type>;

struct position {
    int x = 0;
};

TEST(preconditions_death, a_component_is_given_to_an_entity_that_is_alive) {
    world w;
    const throng::entity e = w.create(position{1});
    auto& c = w.storage().column_of<position>();
    EXPECT_NE(edits::add_erased(w.storage(), c, e, nullptr), nullptr);
    w.destroy(e);
    EXPECT_MISUSE((void)edits::add_erased(w.storage(), c, e, nullptr),
                  "an error in throng: expected s.is_alive\\(e\\)\n  called at [^\n]*kernel/edits.hpp:");
}

TEST(preconditions_death, an_entity_that_is_disabled_is_alive) {
    world w;
    const throng::entity e = w.create(position{1});
    w.destroy(e);
    EXPECT_FALSE(w.disable(e));
    EXPECT_MISUSE((void)edits::set_disabled(w.storage(), e, true), "an error in throng: expected s.is_alive\\(e\\)");
}

TEST(preconditions_death, a_place_of_a_row_is_before_its_end) {
    throng::core::row<int> r;
    r.push(world::allocator_type(), 1);
    EXPECT_EQ(r[0], 1);
    EXPECT_MISUSE(r[1] = 2, "an error in throng: expected i < size_");
    r.release(world::allocator_type());
    EXPECT_MISUSE(r.pop(), "an error in throng: expected size_ != 0");
}

} // namespace
