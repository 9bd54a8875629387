#include "replay/walk_model.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>

namespace {

using namespace throng::tool;

constexpr agreement in_rounds{.order = visiting_order::in_rounds};
constexpr agreement in_any_order{.order = visiting_order::any};
constexpr agreement newcomers_wait{.newcomers = false};
constexpr agreement frozen{.newcomers = false, .removals = false};
constexpr agreement all[] = {in_all, in_rounds, in_any_order, newcomers_wait, frozen};

/// A walk has begun of 0, 1 and 2, added in this order; there are ids for ten.
struct begun : walk_model {
    explicit begun(agreement promised) : walk_model(promised, 10) {
        for (std::uint32_t id = 0; id < 3; ++id) add(id);
        begin_walk();
    }
    begun& visits(std::initializer_list<std::uint32_t> ids) {
        for (const std::uint32_t id : ids) visit(id);
        return *this;
    }
    begun& adds(std::uint32_t id) { return add(id), *this; }
    begun& removes(std::uint32_t id) { return remove(id, true), *this; }
    std::string at_the_end() {
        end_walk();
        return here();
    }
    std::string here() const {
        return found() ? fmt::format("{}: expected {}, found {}", found()->figure, found()->expected, found()->found)
                       : "nothing";
    }
};

TEST(walk_model, is_content_with_what_is_promised) {
    for (const agreement a : all) {
        EXPECT_EQ(begun(a).visits({0, 1, 2}).at_the_end(), "nothing");
        EXPECT_EQ(begun(a).visits({0}).removes(0).visits({1, 2}).removes(1).at_the_end(), "nothing");
    }
}

TEST(walk_model, misses_what_is_there_at_the_end) {
    for (const agreement a : all) {
        EXPECT_EQ(begun(a).at_the_end(), "visits of 0: expected 1, found 0");
        EXPECT_EQ(begun(a).visits({0, 1}).at_the_end(), "visits of 2: expected 1, found 0");
        begun again(a);
        again.visits({0, 1, 2}).end_walk();
        again.begin_walk();
        EXPECT_EQ(again.at_the_end(), "visits of 0: expected 1, found 0");
    }
}

TEST(walk_model, sees_a_second_visit) {
    for (const agreement a : all) {
        EXPECT_EQ(begun(a).visits({0, 0}).here(), "visits of 0: expected 1, found 2");
        EXPECT_EQ(begun(a).visits({0, 1, 2, 0}).here(), "visits of 0: expected 1, found 2");
        EXPECT_EQ(begun(a).visits({0}).removes(0).visits({0}).here(), "visits of 0: expected 1, found 2");
    }
}

TEST(walk_model, sees_a_visit_of_nothing) {
    for (const agreement a : all)
        for (const std::uint32_t id : {7u, 10u, none})
            EXPECT_EQ(begun(a).visits({0, id}).here(),
                      fmt::format("visits of {}, which is not there: expected 0, found 1", id));
}

TEST(walk_model, what_has_been_removed_is_not_visited_but_by_a_frozen_view) {
    for (const agreement a : {in_all, in_rounds, in_any_order, newcomers_wait}) {
        EXPECT_EQ(begun(a).visits({0}).removes(1).visits({2}).at_the_end(), "nothing");
        EXPECT_EQ(begun(a).visits({0}).removes(1).visits({1}).here(),
                  "visits of 1, which has been removed: expected 0, found 1");
    }
    EXPECT_EQ(begun(frozen).visits({0}).removes(1).visits({1, 2}).at_the_end(), "nothing");
    EXPECT_EQ(begun(frozen).visits({0, 1}).removes(2).at_the_end(), "visits of 2: expected 1, found 0");
}

TEST(walk_model, what_was_removed_before_is_never_visited) {
    for (const agreement a : all) {
        begun m(a);
        m.visits({0, 1, 2}).end_walk();
        m.removes(1).begin_walk();
        EXPECT_EQ(m.visits({0, 2}).at_the_end(), "nothing");
        m.begin_walk();
        EXPECT_EQ(m.visits({0, 1}).here(), "visits of 1, which is not there: expected 0, found 1");
        begun cleared(a);
        cleared.visits({0, 1, 2}).end_walk();
        cleared.clear();
        cleared.adds(3).begin_walk();
        EXPECT_EQ(cleared.visits({3}).at_the_end(), "nothing");
    }
}

TEST(walk_model, newcomers_are_visited_or_wait) {
    for (const agreement a : {in_all, in_rounds, in_any_order}) {
        EXPECT_EQ(begun(a).visits({0}).adds(3).visits({1, 2, 3}).at_the_end(), "nothing");
        EXPECT_EQ(begun(a).visits({0}).adds(3).visits({1, 2}).removes(3).at_the_end(), "nothing");
        EXPECT_EQ(begun(a).visits({0}).adds(3).visits({1, 2}).at_the_end(), "visits of 3: expected 1, found 0");
    }
    for (const agreement a : {newcomers_wait, frozen}) {
        begun m(a);
        EXPECT_EQ(m.visits({0}).adds(3).visits({1, 2}).at_the_end(), "nothing");
        m.begin_walk();
        EXPECT_EQ(m.visits({0, 1, 2, 3}).at_the_end(), "nothing");
        EXPECT_EQ(begun(a).visits({0, 1, 2}).adds(3).visits({3}).here(),
                  "visits of 3, a newcomer: expected 0, found 1");
    }
}

TEST(walk_model, knows_the_order_of_adding) {
    for (const agreement a : {in_all, newcomers_wait, frozen})
        EXPECT_EQ(begun(a).visits({0, 2}).here(), "visits of 1 before that of 2: expected 1, found 0");
    for (const agreement a : {in_rounds, in_any_order}) EXPECT_EQ(begun(a).visits({2, 0, 1}).at_the_end(), "nothing");
    EXPECT_EQ(begun(in_all).adds(3).adds(4).visits({0, 1, 2, 4}).here(),
              "visits of 3 before that of 4: expected 1, found 0");
}

TEST(walk_model, knows_rounds) {
    EXPECT_EQ(begun(in_rounds).visits({2}).adds(3).adds(4).visits({1, 0, 4}).adds(5).visits({3, 5}).at_the_end(),
              "nothing");
    EXPECT_EQ(begun(in_rounds).adds(3).visits({3}).here(), "visits of 0 before that of 3: expected 1, found 0");
    EXPECT_EQ(begun(in_rounds).visits({2}).adds(3).visits({3}).here(),
              "visits of 0 before that of 3: expected 1, found 0");
    EXPECT_EQ(begun(in_rounds).visits({0, 1, 2}).adds(3).adds(4).visits({4}).adds(5).visits({5}).here(),
              "visits of 3 before that of 5: expected 1, found 0");
    EXPECT_EQ(begun(in_any_order).visits({2}).adds(3).visits({3, 1, 0}).at_the_end(), "nothing");
}

TEST(walk_model, knows_what_is_there_to_be_removed) {
    for (const agreement a : all) {
        begun m(a);
        m.remove(1, true);
        m.remove(1, false);
        m.remove(7, false);
        EXPECT_EQ(m.here(), "nothing");
        begun refused(a), invented(a);
        refused.remove(1, false);
        EXPECT_EQ(refused.here(), "removals of 1: expected 1, found 0");
        invented.remove(7, true);
        EXPECT_EQ(invented.here(), "removals of 7: expected 0, found 1");
        begun by_itself(a);
        by_itself.visits({0}).remove_visited();
        by_itself.remove(0, false);
        EXPECT_EQ(by_itself.visits({1, 2}).at_the_end(), "nothing");
    }
}

TEST(walk_model, tells_the_first_thing_that_is_wrong) {
    EXPECT_EQ(begun(in_any_order).visits({1, 1, 7}).at_the_end(), "visits of 1: expected 1, found 2");
}

} // namespace
