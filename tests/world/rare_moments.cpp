// What random games do not do: worlds that are rolled back, moved and copied at odd moments, and values and hooks that
// edit where one would not think of it.

#include "support/at_its_end.hpp"

#include <throng/world/members.hpp>
#include <throng/world/save.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::world;
using members = throng::subset<world>;

struct position {
    int x = 0;
};
/// Its values are destroyed.
struct name {
    std::string text;
};

/// Cannot be read any more when it has been destroyed.
struct number {
    int n;

    explicit number(int i) : n(i) {}
    number(const number&) = default;
    number& operator=(const number&) = default;
    ~number() { n = -1; }
};

/// Does something when it is assigned to.
struct assigned {
    std::string text;
    std::function<void()>* act = nullptr;

    assigned(std::string t, std::function<void()>* a) : text(std::move(t)), act(a) {}
    assigned(const assigned&) = default;
    assigned& operator=(const assigned& other) {
        if (act != nullptr) (*act)();
        text = other.text;
        return *this;
    }
};

/// Asks the world for another single value when it goes.
struct counter {
    int asked = 0;
};
struct asking {
    world* home;
    int* found;

    asking(world& w, int& f) : home(&w), found(&f) {}
    asking(asking&& other) noexcept : home(std::exchange(other.home, nullptr)), found(other.found) {}
    asking(const asking&) = delete;
    asking& operator=(const asking&) = delete;
    ~asking() {
        if (home == nullptr) return;
        if (const counter* const c = home->singleton<counter>(); c != nullptr) *found += c->asked;
    }
};

} // namespace

// --- rolled back -----------------------------------------------------------------------------------------------------

TEST(rare_moments, rolled_back_with_components_that_cannot_be_copied) {
    world w;
    w.create(std::make_unique<int>(5));
    const throng::snapshot then(w);
    ASSERT_TRUE(then.roll_back());
    EXPECT_TRUE(w.validate());
    const entity e = w.create(std::make_unique<int>(7));
    EXPECT_EQ(*w.get<std::unique_ptr<int>>(e), 7);
}

TEST(rare_moments, a_slot_used_up_by_one_that_is_kept_stays_used_up_when_rolled_back) {
    world w;
    w.storage().start_generations_at(0x1ffff);
    const entity last = w.create(position{1});
    w.create(position{2});
    std::optional<throng::snapshot> then;
    for (const auto& [e, p] : w.query<position>()) {
        if (e != last) continue;
        w.destroy(e);
        then.emplace(w);
    }
    ASSERT_TRUE(then->roll_back());
    EXPECT_TRUE(w.validate());
    EXPECT_NE(w.create(position{3}).index(), last.index());
    EXPECT_TRUE(w.validate());
}

TEST(rare_moments, members_of_a_subset_that_is_gone_are_given_to_no_other) {
    world w;
    const entity e = w.create(position{});
    auto gone = std::make_unique<members>(w);
    gone->join(e);
    members stays(w);
    stays.join(e);
    const throng::snapshot then(w);
    gone.reset();
    stays.clear();
    members later(w);
    ASSERT_TRUE(then.roll_back());
    EXPECT_TRUE(w.validate());
    EXPECT_EQ(later.size(), 0U);
    EXPECT_TRUE(stays.contains(e)) << "of a subset that is still there, they come back";
    EXPECT_EQ(members(w).size(), 0U);
}

TEST(rare_moments, what_a_system_is_told_of_is_not_rolled_back_meanwhile) {
    world w;
    w.create(name{"long enough to be somewhere else in memory"});
    const throng::snapshot then(w);
    throng::byte_writer<> bytes;
    save(w, bytes, throng::components<>);
    throng::schedule s(w);
    int told = 0;
    s.add("told", w.query<name>(), [](name&) {}).on_joined([&](name& n) {
        EXPECT_FALSE(then.roll_back());
        EXPECT_FALSE(restore(w, bytes.bytes(), throng::components<>));
        EXPECT_EQ(n.text.size(), 42U);
        ++told;
    });
    s.run(1);
    EXPECT_EQ(told, 1);
    EXPECT_TRUE(then.roll_back());
}

// --- moved -----------------------------------------------------------------------------------------------------------

TEST(rare_moments, subsets_go_along_with_a_world_that_moves) {
    world a;
    const entity e = a.create(position{});
    auto some = std::make_unique<members>(a);
    some->join(e);
    world b(std::move(a));
    EXPECT_TRUE(some->contains(e));
    EXPECT_EQ(some->size(), 1U);
    EXPECT_TRUE(some->join(b.create(position{})));
    EXPECT_EQ(b.query<>(some->present()).count(), 2U);
    EXPECT_TRUE(some->leave(e));
    some.reset();
    EXPECT_TRUE(b.validate());
}

// --- values and hooks that edit --------------------------------------------------------------------------------------

TEST(rare_moments, a_component_is_given_again_from_the_value_that_was_taken) {
    world w;
    const entity e = w.create(number(7));
    w.query<number>().each([&](entity x, number& n) {
        w.remove<number>(x);
        w.add(x, n);
    });
    EXPECT_EQ(w.get<number>(e).n, 7);

    w.on_remove<number>([&](entity x, number& n) { w.add(x, n); });
    w.remove<number>(e);
    ASSERT_TRUE(w.has<number>(e));
    EXPECT_EQ(w.get<number>(e).n, 7);
    EXPECT_TRUE(w.validate());
}

#if defined(__cpp_exceptions)
TEST(rare_moments, what_is_taken_is_shown_until_what_comes_instead_is_there) {
    world w;
    const entity e = w.create(number(7));
    const auto view = w.query<const number>().freeze();
    w.remove<number>(e);
    const auto shown = [&] {
        int sum = 0;
        view.each([&](const number& n) { sum += n.n; });
        return sum;
    };
    struct refuses {
        operator number() const { throw 1; }
    };
    EXPECT_THROW(w.add<number>(e, refuses{}), int);
    EXPECT_FALSE(w.has<number>(e));
    EXPECT_EQ(shown(), 7);
    w.add(e, number(8));
    EXPECT_EQ(shown(), 8);
    EXPECT_TRUE(w.validate());
}
#endif

TEST(rare_moments, on_set_is_not_told_of_one_that_the_assignment_destroyed) {
    world w;
    std::function<void()> act;
    const entity e = w.create(assigned("before", &act));
    int told = 0;
    w.on_set<assigned>([&](entity, assigned&) { ++told; });
    act = [&] { w.destroy(e); };
    EXPECT_EQ(w.set(e, assigned("after", nullptr)), nullptr);
    EXPECT_EQ(told, 0);
    EXPECT_TRUE(w.validate());
}

TEST(rare_moments, a_hook_whose_captures_put_another_on_when_it_goes) {
    world w;
    int told = 0;
    auto last = std::make_shared<support::at_its_end>([&] { w.on_add<position>([&](entity, position&) { ++told; }); });
    w.on_add<position>([last](entity, position&) {});
    last.reset();
    w.on_add<position>(nullptr);
    EXPECT_TRUE(w.validate());
    w.create(position{});
    EXPECT_EQ(told, 1);
}

TEST(rare_moments, a_single_value_that_asks_for_another_while_the_world_goes) {
    int found = 0;
    {
        world w;
        w.set_singleton(counter{3});
        w.set_singleton(asking(w, found));
        w.set_singleton(std::string("a third one"));
    }
    EXPECT_EQ(found, 0) << "the first to come is the first to go, and what is gone is not found";
}

TEST(rare_moments, what_cannot_be_copied_is_not_added_by_address) {
    world w;
    const entity e = w.create();
    const auto value = std::make_unique<int>(5);
    EXPECT_EQ(w.add(e, w.component<std::unique_ptr<int>>(), &value), nullptr);
    EXPECT_FALSE(w.has<std::unique_ptr<int>>(e));
}

TEST(rare_moments, a_run_tells_the_handles_of_those_that_die_meanwhile) {
    world w;
    const entity first = w.create(position{1});
    const entity second = w.create(position{2});
    for (const auto& [those, positions] : w.query<position>().runs()) {
        ASSERT_EQ(those.size(), 2U);
        w.destroy(those[0]);
        EXPECT_EQ(those[0], first);
        EXPECT_FALSE(w.alive(those[0]));
        EXPECT_EQ(those[1], second);
        EXPECT_EQ(positions[0].x, 1);
    }
}

TEST(rare_moments, a_walk_at_its_end_looks_at_nothing_again) {
    world w;
    const entity first = w.create(position{1});
    const entity second = w.create(position{2});
    auto walk = w.query<position>().walk(throng::live);
    while (walk.next()) continue;
    // (The sanitizers tell where it looks at a page that there is not.)
    w.remove<position>(second);
    w.destroy(first);
    EXPECT_FALSE(walk.next());
    const entity third = w.create(position{3});
    EXPECT_EQ(walk.next(), third);
    EXPECT_FALSE(walk.next());
}

TEST(rare_moments, a_walk_does_not_visit_what_is_removed_by_the_destructor_of_what_it_leaves) {
    const auto visits_of = [](auto visit_all) {
        world w;
        for (int i = 0; i < 100; ++i) {
            w.add<support::at_its_end>(w.create(position{i}), [&w, i] {
                if (i == 50) w.remove<position>(w.query<position>());
            });
        }
        int visits = 0;
        visit_all(w.query<position, const support::at_its_end>(), [&](entity e, position& p) {
            EXPECT_TRUE(w.has<position>(e));
            ++visits;
            if (p.x == 50) w.destroy(e);
        });
        return visits;
    };
    EXPECT_EQ(51, visits_of([](const auto& q, auto visit) {
                  q.each([&](entity e, position& p, const support::at_its_end&) { visit(e, p); });
              }));
    EXPECT_EQ(51, visits_of([](const auto& q, auto visit) {
                  for (const auto& [e, p, r] : q) visit(e, p);
              }));
}

TEST(rare_moments, a_walk_tells_the_handle_of_what_it_stands_on_and_goes_on_where_a_neighbour_has_gone) {
    world w;
    std::vector<entity> all;
    for (int i = 0; i < 200; ++i) all.push_back(w.create(position{i}));
    std::vector<int> seen;
    auto walk = w.query<position>().walk(throng::residents);
    for (const auto& [e, p] : walk) {
        const auto i = static_cast<std::size_t>(p.x);
        ASSERT_EQ(e, all[i]);
        seen.push_back(p.x);
        if (i % 3 == 0) w.destroy(all[i + 1 < 200 ? i + 1 : 0]);
        if (i % 4 == 0) w.destroy(e);
        if (i % 5 == 0) w.create(position{-1});
        EXPECT_EQ(walk.handle(), e);
        EXPECT_EQ(get<0>(*walk), e);
        EXPECT_EQ(p.x, static_cast<int>(i));
    }
    EXPECT_FALSE(walk.handle());
    std::vector<int> expected;
    std::vector<bool> gone(200);
    for (std::size_t i = 0; i < 200; ++i) {
        if (gone[i]) continue;
        expected.push_back(static_cast<int>(i));
        if (i % 3 == 0 && i + 1 < 200) gone[i + 1] = true;
    }
    EXPECT_EQ(seen, expected);
}
