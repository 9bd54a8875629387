// needs zstd
#include "random_game.hpp"
#include "replay/bag_stage.hpp"
#include "replay/check.hpp"
#include "replay/frozen_stages.hpp"
#include "replay/grid_stage.hpp"
#include "replay/hand_written.hpp"
#include "replay/list_stages.hpp"
#include "replay/pool_stage.hpp"
#include "replay/run.hpp"
#include "replay/set_stages.hpp"
#include "replay/timing.hpp"
#include "trace/parse.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace throng::tool;

trace parsed(const std::string& text) { return read_trace_bytes(text, "a.trace"); }

std::string altered(std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    return text;
}

report replayed(const std::string& text, unsigned passes = 0) {
    std::vector<trace> traces;
    traces.push_back(parsed(text));
    return replay(std::move(traces), {contestants().begin(), contestants().end()}, passes,
                  [](const std::string&, double) {});
}

TEST(replay, all_agree_with_the_small_game) {
    const report r = replayed(small_game);
    EXPECT_EQ(r.failures(), 0u);
    EXPECT_EQ(r.checks(), 2 * r.collections());
}

TEST(replay, all_agree_with_made_up_games) {
    const game_plan plans[] = {{}, {40, 60, 1, 20, 2}, {80, 3, 20, 20, 0}, {40, 10, 60, 5, 10}, {100, 64, 3, 3, 0}};
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        const trace t = parsed(random_game(seed, plans[seed % 5]));
        ASSERT_FALSE(t.contradiction);
        for (const contestant& c : contestants()) {
            const verdict v = c.check(t);
            EXPECT_EQ(v.checks, t.passes.size());
            EXPECT_FALSE(v.found) << c.name << " in game " << seed << ", line " << v.found->line << ": "
                                  << v.found->figure;
            const outcome o = c.run(t);
            if (c.agrees == in_all) {
                EXPECT_EQ(o.visits, t.counts.visits) << c.name;
            }
            EXPECT_EQ(o.live_sum, t.counts.live_sum) << c.name;
        }
    }
}

struct planted {
    const char* from;
    const char* to;
    const char* figure;
    const char* expected;
    const char* found;
};

TEST(replay, a_planted_difference_is_found_by_all) {
    const planted all[] = {
        {"H 2 06cd", "H 3 06cd", "live count", "3", "2"},
        {"H 2 06cd", "H 2 06cc", "live hash", "06cc822b3b579854", "06cd822b3b579854"},
        {"4 4 30d7", "4 5 30d7", "visited count", "5", "4"},
        {"4 4 30d7", "4 4 30d8", "visited hash", "30d87e22c5da0365", "30d77e22c5da0365"},
        {"M 0 1", "M 2 1", "live hash", "06cd822b3b579854", ""},
    };
    for (const planted& p : all) {
        const report r = replayed(altered(small_game, p.from, p.to));
        // Those that keep no order compare the live set with the reference's: they see a wrong count, not a wrong hash.
        std::size_t found = 0;
        for (std::size_t i = 0; i < r.contestants.size(); ++i) {
            const result& x = r.results[0][i];
            if (!x.checked.found) {
                EXPECT_NE(r.contestants[i].agrees, in_all) << r.contestants[i].name;
                continue;
            }
            ++found;
            EXPECT_EQ(x.checked.found->line, 11u);
            EXPECT_EQ(x.checked.found->tic, 0u);
            EXPECT_EQ(x.checked.found->figure, p.figure);
            EXPECT_EQ(x.checked.found->expected, p.expected);
            EXPECT_TRUE(*p.found == '\0' || x.checked.found->found == p.found) << x.checked.found->found;
            EXPECT_EQ(x.checked.checks, 1u);
        }
        EXPECT_EQ(r.failures(), 1 + found) << p.figure;
        EXPECT_NE(r.complaints()[0].find("a.trace:11: tic 0: "), std::string::npos);
    }
}

TEST(replay, the_complaint_names_everything) {
    const report r = replayed(altered(small_game, "H 2 06cd", "H 3 06cd"));
    const auto complaints = r.complaints();
    ASSERT_GE(complaints.size(), 2u);
    EXPECT_EQ(complaints[0], "a.trace:11: tic 0: the game's list by its own rules: live count: expected 3, found 2");
    EXPECT_EQ(complaints[1], "a.trace:11: tic 0: list: live count: expected 3, found 2");
}

TEST(replay, a_wrong_linked_count_is_found) {
    const report r = replayed(altered(small_game, "854 4 4 30d7", "854 5 4 30d7"));
    EXPECT_EQ(r.failures(), 1u);
    EXPECT_NE(r.complaints()[0].find("linked count: expected 5, found 4"), std::string::npos);
}

TEST(replay, nothing_is_timed_on_a_contradiction) {
    EXPECT_FALSE(replayed(altered(small_game, "854 4 4 30d7", "854 5 4 30d7"), 2).results[0][0].timed());
}

TEST(replay, times_all) {
    const report r = replayed(random_game(3), 3);
    EXPECT_EQ(r.failures(), 0u);
    for (const result& x : r.results[0]) {
        EXPECT_EQ(x.samples.size(), 3u);
        EXPECT_GT(x.ns_per_visit(), 0);
    }
    for (std::size_t c = 0; c < r.contestants.size(); ++c)
        EXPECT_DOUBLE_EQ(r.overall(c), r.results[0][c].ns_per_visit());
}

TEST(result, has_a_median) {
    result r;
    EXPECT_EQ(r.ns_per_visit(), 0);
    r.samples = {5, 1, 3};
    EXPECT_EQ(r.ns_per_visit(), 3);
    r.samples = {5, 1, 3, 4};
    EXPECT_EQ(r.ns_per_visit(), 3.5);
}

// Stages with a fault each: the checks must see every one of them.

/// Newcomers wait for the next walk.
struct residents_only : compaction {
    using compaction::compaction;
    template <class F> void walk(F&& f) {
        std::size_t left = size();
        compaction::walk([&](entity& e, position at) {
            if (left > 0) --left, f(e, at);
        });
    }
};

/// The neighbour behind a removed one is not visited.
template <class S> struct skips_a_neighbour : S {
    using S::S;
    template <class F> void walk(F&& f) {
        bool skip = false;
        S::walk([&](entity& e, auto at) {
            if (std::exchange(skip, false)) return;
            const std::size_t before = this->size();
            f(e, at);
            skip = this->size() < before;
        });
    }
};

/// What was removed earlier in a walk is visited all the same.
struct late_removal : two_lists {
    using two_lists::two_lists;
    std::vector<std::uint32_t> removed;
    bool walking = false;

    void remove(position at) { two_lists::remove(at); }
    bool remove(std::uint32_t id) {
        if (!walking) return two_lists::remove(id);
        removed.push_back(id);
        return true;
    }
    template <class F> void walk(F&& f) {
        walking = true;
        two_lists::walk(std::forward<F>(f));
        walking = false;
        for (const std::uint32_t id : std::exchange(removed, {})) two_lists::remove(id);
    }
};

/// The order is lost, nothing else.
template <class S> struct reversed : S {
    using S::S;
    template <class F> void each(F&& f) {
        std::vector<const entity*> all;
        S::each([&](const entity& e) { all.push_back(&e); });
        for (std::size_t i = all.size(); i-- > 0;) f(*all[i]);
    }
};

/// Says another size than it has.
struct wrong_size : compaction {
    using compaction::compaction;
    std::size_t size() const { return compaction::size() + (compaction::size() > 25); }
};

/// Forgets one removal by another entity in ten.
template <class S> struct forgetful : S {
    using S::remove;
    using S::S;
    int n = 0;
    bool remove(std::uint32_t id) { return ++n % 10 == 0 || S::remove(id); }
};

/// Puts one removal by another entity in ten off to the end of the pass.
template <class S> struct reluctant : S {
    using S::remove;
    using S::S;
    int n = 0;
    bool remove(std::uint32_t id) { return ++n % 10 != 0 && S::remove(id); }
};

template <class S> struct visits_nothing : S {
    using S::S;
    template <class F> void walk(F&&) {}
};

template <class S> struct visits_all_twice : S {
    using S::S;
    template <class F> void walk(F&& f) {
        S::walk(f);
        S::walk(f);
    }
};

/// What is removed by another entity before its turn is visited after that, without doing anything.
template <class S> struct visits_the_removed : S {
    using S::remove;
    using S::S;
    std::set<std::uint32_t> visited;
    std::vector<std::uint32_t> removed;

    bool remove(std::uint32_t id) {
        const bool was_there = S::remove(id);
        if (was_there && !visited.contains(id)) removed.push_back(id);
        return was_there;
    }
    template <class F> void walk(F&& f) {
        visited.clear();
        removed.clear();
        S::walk([&](entity& e, auto at) {
            visited.insert(e.id);
            f(e, at);
            entity gone;
            for (const std::uint32_t id : std::exchange(removed, {})) gone.id = id, f(gone, at);
        });
    }
};

/// The same, held to something else.
template <class S, agreement Promise> struct promising : S {
    static constexpr agreement agrees = Promise;
    using S::S;
};

constexpr agreement in_rounds{.order = visiting_order::in_rounds};
constexpr agreement in_any_order{.order = visiting_order::any};
constexpr agreement newcomers_wait{.newcomers = false};

/// Does not follow one entity in fifty.
struct stays_behind : grid_stage {
    using grid_stage::grid_stage;
    bool move(std::uint32_t id, std::int32_t x, std::int32_t y) { return id % 50 == 0 || grid_stage::move(id, x, y); }
};

TEST(check, sees_a_grid_that_stays_behind) {
    trace t = read_trace(std::string(THRONG_TRACES) + "/freedm_demo1.trace.zst");
    EXPECT_FALSE(check_on<stays_behind>(t).found) << "nothing moves without a moves file";
    EXPECT_EQ(check_on<grid_stage>(t).queries, 0U);
    read_moves_beside(t);
    ASSERT_TRUE(t.moved);
    const verdict right = check_on<grid_stage>(t);
    EXPECT_FALSE(right.found);
    EXPECT_GT(right.queries, t.passes.size() / 35 * 50);
    const verdict wrong = check_on<stays_behind>(t);
    ASSERT_TRUE(wrong.found);
    EXPECT_EQ(wrong.found->tic % 35, 0U);
    EXPECT_LT(wrong.queries, right.queries);
}

/// The figure in which a stage differs first, without the numbers in it: of games in which much is added and removed.
template <class S> std::string first_difference() {
    static_assert(stage<S>);
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const verdict v = check_on<S>(parsed(random_game(seed, {.adding = 15})));
        if (!v.found) continue;
        std::string figure = v.found->figure;
        std::erase_if(figure, [](char c) { return c >= '0' && c <= '9'; });
        return figure;
    }
    return "none";
}

TEST(check, sees_faults) {
    EXPECT_EQ(first_difference<compaction>(), "none");
    EXPECT_NE(first_difference<residents_only>(), "none");
    EXPECT_NE(first_difference<skips_a_neighbour<compaction>>(), "none");
    EXPECT_EQ(first_difference<late_removal>(), "visited count");
    EXPECT_EQ(first_difference<reversed<compaction>>(), "live hash");
    EXPECT_EQ(first_difference<wrong_size>(), "live count");
    EXPECT_NE(first_difference<forgetful<compaction>>(), "none");
}

// What does not agree in all is held to a model of its walk.

constexpr const char* missed = "visits of ";
constexpr const char* missed_in_order = "visits of  before that of ";
constexpr const char* newcomer = "visits of , a newcomer";

template <class S> class modelled : public testing::Test {};
using modelled_stages = testing::Types<bag_stage, buffered_list_stage, pool_stage, grid_stage, frozen_stage<list_stage>,
                                       frozen_stage<bag_stage>, frozen_stage<pool_stage>>;
TYPED_TEST_SUITE(modelled, modelled_stages);

TYPED_TEST(modelled, stage_shows_its_faults) {
    using S = TypeParam;
    EXPECT_EQ(first_difference<S>(), "none");
    EXPECT_EQ(first_difference<visits_nothing<S>>(), missed);
    EXPECT_EQ(first_difference<visits_all_twice<S>>(), missed);
    EXPECT_EQ(first_difference<skips_a_neighbour<S>>(),
              S::agrees.order == visiting_order::any ? missed : missed_in_order);
    // (Some of them came in the same walk, of which a frozen view shows nothing.)
    EXPECT_EQ(first_difference<visits_the_removed<S>>(),
              S::agrees.removals ? "visits of , which has been removed" : newcomer);
    EXPECT_EQ(first_difference<reluctant<S>>(), "removals of ");
    EXPECT_NE(first_difference<forgetful<S>>(), "none");
}

TEST(check, sees_newcomers_that_do_not_wait) {
    EXPECT_EQ((first_difference<promising<list_stage, newcomers_wait>>()), newcomer);
    EXPECT_EQ((first_difference<promising<pool_stage, newcomers_wait>>()), newcomer);
    // As many as were there are visited, but others if one of them was removed.
    EXPECT_EQ((first_difference<promising<residents_only, newcomers_wait>>()), newcomer);
}

TEST(check, sees_newcomers_that_wait) {
    EXPECT_EQ((first_difference<promising<buffered_list_stage, in_rounds>>()), missed);
    EXPECT_EQ((first_difference<promising<grid_stage, in_any_order>>()), missed);
}

TEST(check, sees_an_order_that_is_not_kept) {
    EXPECT_EQ((first_difference<promising<grid_stage, newcomers_wait>>()), missed_in_order);
    EXPECT_EQ(first_difference<reversed<buffered_list_stage>>(), "live hash");
    EXPECT_EQ(first_difference<reversed<pool_stage>>(), "none");
}

/// Shows the dead as their destruction has left them.
template <class S> struct decayed : frozen_stage<S> {
    using frozen_stage<S>::frozen_stage;
    template <class F> void walk(F&& f) {
        frozen_stage<S>::walk([&](entity& e, auto at) {
            if (this->find(e.id) == nullptr) e.id = none;
            f(e, at);
        });
    }
};

template <class S> class frozen_view : public testing::Test {};
using frozen_stages = testing::Types<list_stage, bag_stage, pool_stage>;
TYPED_TEST_SUITE(frozen_view, frozen_stages);

TYPED_TEST(frozen_view, shows_what_was_there_at_its_moment) {
    using S = TypeParam;
    constexpr agreement frozen = frozen_stage<S>::agrees;
    constexpr bool ordered = frozen.order == visiting_order::of_adding;
    EXPECT_EQ(first_difference<frozen_stage<S>>(), "none");
    EXPECT_EQ((first_difference<promising<S, frozen>>()), newcomer);
    EXPECT_EQ((first_difference<promising<buffered_list_stage, frozen>>()), ordered ? missed_in_order : missed);
    EXPECT_EQ((first_difference<promising<frozen_stage<S>, {.order = frozen.order, .newcomers = false}>>()),
              "visits of , which has been removed");
    EXPECT_EQ(first_difference<decayed<S>>(), "visits of , which is not there");
}

/// Swap and pop: what is moved to a place that the walk has passed is not visited.
struct swap_and_pop {
    static constexpr agreement agrees = in_any_order;

    explicit swap_and_pop(const trace&) {}

    void add(const entity& e) { items.push_back(e); }
    void remove(std::uint32_t* at) { remove(*at); }
    bool remove(std::uint32_t id) {
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (items[i].id != id) continue;
            items[i] = items.back();
            items.pop_back();
            // The one that took the place has not had its turn, unless the walk is past it.
            if (i == cursor) stay = true;
            return true;
        }
        return false;
    }
    void clear() { items.clear(); }
    std::size_t size() const { return items.size(); }
    template <class F> void walk(F&& f) {
        for (cursor = 0; cursor < items.size();) {
            std::uint32_t id = items[cursor].id;
            stay = false;
            f(items[cursor], &id);
            cursor += !stay;
        }
        cursor = none;
    }
    template <class F> void each(F&& f) const {
        for (const entity& e : items) f(e);
    }

    std::vector<entity> items;
    std::size_t cursor = none;
    bool stay = false;
};

TEST(check, sees_what_swap_and_pop_does_not_visit) {
    EXPECT_EQ(first_difference<swap_and_pop>(), missed);
    // That is all: what lives is right.
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const trace t = parsed(random_game(seed, {60, 30, 20, 20, 3}));
        EXPECT_EQ(run_on<swap_and_pop>(t).live_sum, t.counts.live_sum) << seed;
    }
}

/// What the model finds in a stage whose rules are the game's.
template <class S> std::string found_by_model() {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        std::string figure;
        const trace t = parsed(random_game(seed, {.adding = 15}));
        performance<watched<S>> play(t);
        play.run([](const entity&) {},
                 [&](std::uint32_t, std::uint32_t, const auto& stage) {
                     if (const auto& found = stage.model().found()) figure = found->figure;
                     return figure.empty();
                 });
        if (!figure.empty()) return figure;
    }
    return "none";
}

TEST(check, by_a_model_says_what_the_game_says_where_the_rules_are_the_same) {
    EXPECT_EQ(found_by_model<list_stage>(), "none");
    EXPECT_EQ(found_by_model<ordered_set_stage>(), "none");
    EXPECT_EQ(found_by_model<compaction>(), "none");
    EXPECT_EQ(found_by_model<two_lists>(), "none");
    EXPECT_NE(found_by_model<residents_only>(), "none");
    EXPECT_NE(found_by_model<skips_a_neighbour<compaction>>(), "none");
    EXPECT_NE(found_by_model<late_removal>(), "none");
}

TEST(replay, complains_of_visits_as_of_all_else) {
    using idle = visits_nothing<pool_stage>;
    std::vector<trace> traces;
    traces.push_back(parsed(small_game));
    const report r = replay(std::move(traces), {{"idle", "", idle::agrees, false, &check_on<idle>, &run_on<idle>}}, 1,
                            [](const std::string&, double) {});
    EXPECT_EQ(r.failures(), 1u);
    EXPECT_EQ(r.checks(), 1u);
    EXPECT_EQ(r.complaints()[0], "a.trace:11: tic 0: idle: visits of 0: expected 1, found 0");
    EXPECT_FALSE(r.results[0][0].timed());
}

TEST(set_hash, does_not_depend_on_the_order) {
    set_hash a, b;
    a.add(1), a.add(2), a.add(3), a.remove(2);
    b.add(3), b.add(1);
    EXPECT_EQ(a, b);
    b.add(4);
    EXPECT_NE(a, b);
}

} // namespace
