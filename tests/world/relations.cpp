// What stands on entity handles: subsets, parents and children, other collections.

#include "support/allocation.hpp"

#include <throng/entity/layers.hpp>
#include <throng/ordered_set.hpp>
#include <throng/spatial/grid.hpp>
#include <throng/weak_list.hpp>
#include <throng/world/family.hpp>
#include <throng/world/members.hpp>
#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace {

using throng::all_of;
using throng::entity;
using throng::family;
using throng::world;
using entities = std::vector<entity>;

struct position {
    int x = 0;
};

/// A component that is in a grid, since components never move; it knows whose it is.
struct body {
    entity self;
    throng::grid_hook<> hook{};
};

/// Shows an entity of a world, as long as that lives.
class sprite {
  public:
    sprite(world& w, entity e) : world_(&w), shown_(e) {}
    void update(const throng::time_step&) {
        if (position* const p = world_->try_get<position>(shown_)) ++p->x;
    }
    [[nodiscard]] bool expired() const { return !world_->alive(shown_); }
    [[nodiscard]] entity shown() const { return shown_; }

  private:
    world* world_;
    entity shown_;
};

} // namespace

TEST(subset_of_a_world, is_a_term_of_queries) {
    world w;
    entities all;
    for (int i = 0; i < 3000; ++i) all.push_back(w.create(position{i}));
    throng::subset seen(w);
    EXPECT_TRUE(seen.empty());
    for (std::size_t i = 0; i < all.size(); i += 3) EXPECT_TRUE(seen.join(all[i]));
    EXPECT_FALSE(seen.join(all[0]));
    EXPECT_EQ(seen.size(), 1000U);
    EXPECT_EQ(w.query<position>(seen.present()).count(), 1000U);
    EXPECT_EQ(w.query<position>(seen.absent()).count(), 2000U);
    EXPECT_TRUE(seen.leave(all[0]));
    EXPECT_FALSE(seen.leave(all[0]));
    EXPECT_FALSE(seen.contains(all[0]));
    EXPECT_TRUE(seen.contains(all[3]));
}

TEST(subset_of_a_world, is_one_of_several_in_a_term) {
    struct loud {};
    world w;
    entities all;
    for (int i = 0; i < 3000; ++i) all.push_back(w.create(position{i}));
    throng::subset seen(w);
    throng::subset heard(w);
    throng::subset smelt(w);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i % 2 == 0) seen.join(all[i]);
        if (i % 3 == 0) heard.join(all[i]);
        if (i % 5 == 0) smelt.join(all[i]);
        if (i % 7 == 0) w.add<loud>(all[i]);
    }
    const auto expected = [&](auto matches) {
        std::size_t n = 0;
        for (int i = 0; i < 3000; ++i) n += matches(i) ? 1U : 0U;
        return n;
    };
    using throng::any_of;
    EXPECT_EQ(w.query<>(seen.present() | heard.present()).count(),
              expected([](int i) { return i % 2 == 0 || i % 3 == 0; }));
    EXPECT_EQ(w.query<>(seen.present() | heard.present() | smelt.present() | any_of<loud>).count(),
              expected([](int i) { return i % 2 == 0 || i % 3 == 0 || i % 5 == 0 || i % 7 == 0; }));
    EXPECT_EQ(w.query<position>(any_of<loud> | smelt.present(), seen.present() | heard.present(), all_of<loud>).count(),
              expected([](int i) { return i % 7 == 0 && (i % 2 == 0 || i % 3 == 0); }));
    EXPECT_EQ(w.query<>(smelt.present() | any_of<loud>).count(), w.query<>(any_of<loud> | smelt.present()).count());
    // A walk notices what is in none of them any more.
    std::size_t visits = 0;
    w.query<>(seen.present() | heard.present()).each([&](entity e) {
        ++visits;
        const std::size_t next = e.index() + 1;
        if (next < all.size()) seen.leave(all[next]), heard.leave(all[next]);
    });
    EXPECT_EQ(visits, expected([](int i) { return i % 6 == 0 || i % 6 == 2 || i % 6 == 4; }));
}

TEST(subset_of_a_world, what_dies_has_left) {
    world w;
    const entity e = w.create();
    throng::subset seen(w);
    seen.join(e);
    w.destroy(e);
    EXPECT_FALSE(seen.contains(e));
    EXPECT_FALSE(seen.join(e));
    const entity next = w.create();
    EXPECT_EQ(next.index(), e.index());
    EXPECT_FALSE(seen.contains(next));
    EXPECT_TRUE(seen.empty());
}

TEST(subset_of_a_world, may_be_edited_while_it_is_walked) {
    world w;
    throng::subset seen(w);
    for (int i = 0; i < 200; ++i) seen.join(w.create());
    std::size_t visits = 0;
    seen.each([&](entity e) {
        ++visits;
        if (visits % 2 == 0) seen.leave(e);
        else w.destroy(e);
        seen.join(w.create());
    });
    EXPECT_EQ(visits, 200U);
    EXPECT_EQ(seen.size(), 200U);
    for (const entity e : seen) seen.leave(e);
    EXPECT_TRUE(seen.empty());
}

TEST(subset_of_a_world, may_be_gone_at_any_time) {
    world w;
    const entity e = w.create();
    for (int i = 0; i < 10; ++i) {
        throng::subset seen(w);
        EXPECT_FALSE(seen.contains(e)) << "nothing is in a new one";
        seen.join(e);
        throng::subset other(std::move(seen));
        EXPECT_TRUE(other.contains(e));
    }
    EXPECT_EQ(w.storage().columns().size(), 1U) << "its bits are used again";
}

#if defined(__cpp_exceptions)

TEST(subset_of_a_world, may_be_gone_under_a_view_that_there_is_no_memory_to_keep_it_for) {
    support::allocation_log log;
    for (std::size_t n = 1;; ++n) {
        throng::basic_world<support::logged_allocator<int>> w;
        entities all;
        for (int i = 0; i < 10'000; ++i) all.push_back(w.create());
        std::optional<throng::subset<decltype(w)>> seen(w);
        for (const entity e : all) seen->join(e);
        {
            const auto view = w.query<>(seen->present()).freeze();
            log.fail_in = n;
            log.failed = false;
            seen.reset();
            log.fail_in = 0;
            entities shown;
            for (const entity e : view) shown.push_back(e);
            EXPECT_EQ(shown, all);
        }
        EXPECT_TRUE(w.validate());
        EXPECT_TRUE(throng::subset(w).empty());
        w.destroy(all[0]);
        EXPECT_TRUE(w.validate());
        if (!log.failed) {
            EXPECT_NE(n, 1U) << "nothing was asked for";
            break;
        }
    }
    EXPECT_EQ(log.bytes, 0U);
}

#endif

TEST(families, what_is_destroyed_takes_its_branch_along) {
    world w;
    family f(w);
    const entity top = w.create();
    const entity a = w.create();
    const entity b = w.create();
    const entity c = w.create();
    EXPECT_TRUE(f.adopt(top, a));
    EXPECT_TRUE(f.adopt(a, b));
    EXPECT_TRUE(f.adopt(top, c));
    EXPECT_EQ(f.parent_of(b), a);
    EXPECT_EQ(f.count_children(top), 2U);
    EXPECT_FALSE(f.adopt(b, top)) << "a cycle";
    EXPECT_FALSE(f.adopt(a, a));
    entities below;
    f.each_below(top, [&](entity e) { below.push_back(e); });
    EXPECT_EQ(below, (entities{a, b, c}));
    w.destroy(a);
    EXPECT_FALSE(w.alive(b));
    EXPECT_EQ(f.first_child_of(top), c);
    EXPECT_TRUE(f.leave(c));
    EXPECT_FALSE(f.leave(c));
    w.destroy(top);
    EXPECT_TRUE(w.alive(c));
    EXPECT_EQ(w.size(), 1U);
    EXPECT_FALSE(f.adopt(top, c)) << "a stale handle";
}

TEST(families, children_may_move_between_parents_and_die_while_they_are_walked) {
    world w;
    family f(w);
    const entity one = w.create();
    const entity other = w.create();
    for (int i = 0; i < 10; ++i) f.adopt(one, w.create(position{i}));
    int visits = 0;
    f.each_child(one, [&](entity e) {
        ++visits;
        const entity next = f.next_sibling_of(e);
        if (visits == 1) f.adopt(other, e);
        if (visits == 2) w.destroy(next);
        if (visits == 3) w.destroy(e);
        if (visits == 4) w.remove<throng::kin>(e);
    });
    EXPECT_EQ(visits, 9);
    EXPECT_EQ(f.count_children(one), 6U);
    EXPECT_EQ(f.count_children(other), 1U);
}

TEST(families, a_deep_branch_is_no_recursion) {
    world w;
    family f(w);
    entity top = w.create();
    for (int i = 0; i < 50'000; ++i) {
        // (adopt looks for cycles up to the top, so the new one becomes the parent.)
        const entity parent = w.create();
        EXPECT_TRUE(f.adopt(parent, top));
        top = parent;
    }
    w.destroy(top);
    EXPECT_TRUE(w.empty());
}

TEST(families, a_clone_has_none) {
    world w;
    family f(w);
    const entity top = w.create();
    entities children;
    for (int i = 0; i < 3; ++i) f.adopt(top, children.emplace_back(w.create(position{i})));
    const auto is_unchanged = [&] {
        entities now;
        f.each_child(top, [&](entity e) { now.push_back(e); });
        return now == children && f.count_children(top) == 3;
    };
    for (const entity e : {top, children[0], children[1], children[2]}) {
        const entity copy = w.clone(e);
        EXPECT_FALSE(f.parent_of(copy));
        EXPECT_FALSE(f.next_sibling_of(copy));
        EXPECT_EQ(f.count_children(copy), 0U);
        EXPECT_FALSE(f.leave(copy));
        w.destroy(copy);
        EXPECT_TRUE(is_unchanged()) << "destroyed";
        const entity other = w.clone(e);
        w.remove<throng::kin>(other);
        EXPECT_TRUE(is_unchanged()) << "without its kin";
    }
    // It may found one, and come into one.
    const entity copy = w.clone(top);
    const entity child = w.clone(children[1]);
    EXPECT_TRUE(f.adopt(copy, child));
    EXPECT_EQ(f.parent_of(child), copy);
    EXPECT_FALSE(f.next_sibling_of(child));
    EXPECT_TRUE(f.adopt(children[2], copy));
    EXPECT_TRUE(is_unchanged());
    w.destroy(copy);
    EXPECT_FALSE(w.alive(child));
    EXPECT_TRUE(is_unchanged());
    EXPECT_EQ(f.count_children(children[2]), 0U);
}

TEST(families, have_no_cycle_whatever_a_hook_does_while_they_grow) {
    world w;
    family f(w);
    const entity a = w.create();
    const entity b = w.create();
    w.on_add<throng::kin>([&](entity e, throng::kin&) {
        if (e == b) {
            EXPECT_TRUE(f.adopt(b, a));
        }
    });
    EXPECT_FALSE(f.adopt(a, b)) << "b has become the parent meanwhile";
    EXPECT_EQ(f.parent_of(a), b);
    EXPECT_FALSE(f.parent_of(b));
    w.on_add<throng::kin>(nullptr);
    const entity c = w.create();
    EXPECT_FALSE(f.adopt(c, c));
    EXPECT_FALSE(w.has<throng::kin>(c)) << "nothing has changed";
    w.destroy(b);
    EXPECT_EQ(w.size(), 1U);
}

TEST(families, die_at_once_where_a_hook_destroys_them) {
    world w;
    family f(w);
    const entity top = w.create();
    const entity child = w.create(position{1});
    const entity other = w.create();
    const entity others = w.create();
    f.adopt(top, child);
    f.adopt(other, others);
    bool told = false;
    w.on_remove<position>([&](entity, position&) {
        told = true;
        w.destroy(other);
        EXPECT_FALSE(w.alive(others));
    });
    w.destroy(top);
    EXPECT_TRUE(told);
    EXPECT_TRUE(w.empty());
}

namespace {

entities children_of(const auto& f, entity parent) {
    entities its;
    f.each_child(parent, [&](entity e) { its.push_back(e); });
    return its;
}

} // namespace

TEST(families, can_be_read_and_rescued_from_in_hooks) {
    // Whether the hook is that of a component that is older than the kin, or younger.
    for (const bool older : {true, false}) {
        world w;
        if (older) (void)w.component<position>();
        family f(w);
        if (!older) (void)w.component<position>();
        const entity root = w.create();
        const entity top = w.create(position{1});
        const entity middle = w.create(position{2});
        const entity last = w.create(position{3});
        const entity deep = w.create(position{4});
        const entity other = w.create();
        f.adopt(root, top);
        for (const entity e : {middle, last}) f.adopt(top, e);
        for (int i = 0; i < 3; ++i) f.adopt(middle, w.create());
        f.adopt(middle, deep);
        entities parents;
        w.on_remove<position>([&](entity e, const position& p) {
            parents.push_back(f.parent_of(e));
            EXPECT_FALSE(f.adopt(other, e)) << "it is lost";
            EXPECT_FALSE(f.adopt(e, other));
            EXPECT_FALSE(f.leave(e));
            EXPECT_EQ(f.count_children(root), 0U) << "it has left its parent";
            if (p.x == 1) {
                EXPECT_EQ(children_of(f, e), (entities{middle, last}));
                EXPECT_TRUE(f.leave(last));
                EXPECT_FALSE(f.leave(last));
            }
            if (p.x == 2) {
                EXPECT_EQ(f.count_children(e), 4U);
                EXPECT_TRUE(f.adopt(other, deep));
            }
        });
        w.destroy(top);
        EXPECT_EQ(parents, (entities{root, top}));
        EXPECT_TRUE(w.alive(last));
        EXPECT_FALSE(f.parent_of(last));
        EXPECT_EQ(children_of(f, other), entities{deep});
        EXPECT_EQ(w.size(), 4U);
        EXPECT_TRUE(w.validate());
    }
}

TEST(families, lose_what_is_just_losing_its_kin) {
    world w;
    family f(w);
    const entity top = w.create();
    const entity child = w.create(position{1});
    const entity other = w.create();
    f.adopt(top, child);
    int told = 0;
    w.on_remove<throng::kin>([&](entity e, const throng::kin&) {
        if (e != top) return;
        ++told;
        EXPECT_FALSE(w.has<throng::kin>(e));
        EXPECT_EQ(children_of(f, e), entities{child});
        EXPECT_FALSE(f.adopt(e, other)) << "not before its branch has gone";
        EXPECT_FALSE(f.adopt(other, e));
    });
    w.remove<throng::kin>(top);
    EXPECT_EQ(told, 1) << "the hook is the user's";
    EXPECT_FALSE(w.alive(child));
    EXPECT_TRUE(f.adopt(top, other));
    EXPECT_EQ(children_of(f, top), entities{other});
    w.on_remove<throng::kin>(nullptr);
    w.destroy(top);
    EXPECT_TRUE(w.empty());
}

TEST(families, of_one_world_are_one) {
    world w;
    const entity parent = w.create();
    const entity child = w.create();
    {
        family f(w);
        EXPECT_TRUE(f.adopt(parent, child));
        const family other(w);
        EXPECT_EQ(other.parent_of(child), parent);
    }
    family last(w);
    EXPECT_EQ(last.count_children(parent), 1U);
    w.destroy(parent);
    EXPECT_TRUE(w.empty());
}

#if defined(__cpp_exceptions)

TEST(families, go_as_a_whole_whatever_their_hooks_throw) {
    for (const bool kin_only : {false, true}) {
        world w;
        family f(w);
        const entity root = w.create();
        const entity before = w.create();
        const entity top = w.create(position{0});
        const entity after = w.create();
        for (const entity e : {before, top, after}) f.adopt(root, e);
        entities below;
        for (int i = 1; i < 6; ++i) f.adopt(top, below.emplace_back(w.create(position{i})));
        for (int i = 6; i < 9; ++i) f.adopt(below[2], below.emplace_back(w.create(position{i})));
        std::vector<int> told;
        w.on_remove<position>([&](entity, const position& p) {
            told.push_back(p.x);
            if (p.x % 3 == 0) throw p.x;
        });
        try {
            if (kin_only) w.remove<throng::kin>(top);
            else w.destroy(top);
            ADD_FAILURE() << "nothing was thrown";
        } catch (const int x) {
            EXPECT_EQ(x, kin_only ? 3 : 0) << "the first one goes on";
        }
        std::vector<int> expected{0, 1, 2, 3, 6, 7, 8, 4, 5};
        if (kin_only) expected.erase(expected.begin());
        EXPECT_EQ(told, expected) << "each once, from above to below";
        EXPECT_EQ(w.alive(top), kin_only);
        EXPECT_FALSE(f.parent_of(top));
        EXPECT_EQ(children_of(f, root), (entities{before, after}));
        EXPECT_EQ(w.size(), kin_only ? 4U : 3U);
        EXPECT_TRUE(w.validate());
    }
}

TEST(families, are_whole_where_there_is_no_memory) {
    std::size_t untouched = 0;
    for (std::size_t n = 1;; ++n) {
        support::allocation_log log;
        bool failed = false;
        {
            throng::basic_world<support::logged_allocator<std::byte>> w;
            throng::basic_family f(w);
            const entity root = w.create();
            const entity top = w.create();
            f.adopt(root, top);
            entities below;
            for (int i = 0; i < 4; ++i) {
                f.adopt(top, below.emplace_back(w.create()));
                for (int j = 0; j < 1500; ++j) f.adopt(below.back(), w.create());
            }
            const auto view = w.template query<throng::kin>().freeze();
            const std::size_t size = w.size();
            log.fail_in = n;
            try {
                w.destroy(top);
            } catch (const std::bad_alloc&) {
                failed = true;
            }
            log.fail_in = 0;
            EXPECT_EQ(view.size(), size);
            if (w.alive(top)) {
                ++untouched;
                EXPECT_EQ(w.size(), size);
                EXPECT_EQ(f.parent_of(top), root);
                EXPECT_EQ(children_of(f, top), below);
            } else {
                EXPECT_TRUE(children_of(f, root).empty());
                // What could not be destroyed is on its own, with all of its branch that could not.
                w.each([&](entity e) { EXPECT_TRUE(!f.parent_of(e) || w.alive(f.parent_of(e))); });
                EXPECT_EQ(failed, w.size() != 1);
            }
            EXPECT_TRUE(w.validate());
        }
        EXPECT_EQ(log.bytes, 0U);
        if (!failed) break;
    }
    EXPECT_GT(untouched, 0U);
}
#endif

namespace {

/// A top with two children, the first of which has one.
struct three_generations {
    explicit three_generations(world& w, family& f) : top(w.create()), a(w.create()), b(w.create()), below(w.create()) {
        f.adopt(top, a);
        f.adopt(top, b);
        f.adopt(a, below);
    }
    void expect_all_there(world& w, const family& f) const {
        entities found;
        f.each_below(top, [&](entity e) { found.push_back(e); });
        EXPECT_EQ(found, (entities{a, below, b}));
        EXPECT_EQ(f.parent_of(below), a);
        EXPECT_EQ(f.count_children(top), 2U);
        EXPECT_EQ(w.size(), 4U);
        EXPECT_TRUE(w.validate());
    }
    entity top, a, b, below;
};

} // namespace

TEST(families, are_saved_and_restored) {
    world w;
    family f(w);
    const three_generations all(w, f);
    throng::byte_writer<> bytes;
    save(w, bytes, throng::components<throng::kin>);
    world other;
    family of_other(other);
    of_other.adopt(other.create(), other.create());
    ASSERT_TRUE(restore(other, bytes.bytes(), throng::components<throng::kin>));
    all.expect_all_there(other, of_other);
    EXPECT_EQ(hash(w, throng::components<throng::kin>), hash(other, throng::components<throng::kin>));
    // They go on as they are.
    EXPECT_FALSE(of_other.adopt(all.below, all.top)) << "a cycle";
    EXPECT_TRUE(of_other.adopt(all.b, all.below));
    other.destroy(all.top);
    EXPECT_TRUE(other.empty());
    all.expect_all_there(w, f);
    // A family may also come when the world is there.
    world third;
    ASSERT_TRUE(restore(third, bytes.bytes(), throng::components<throng::kin>));
    const family of_third(third);
    all.expect_all_there(third, of_third);
    third.destroy(all.a);
    EXPECT_EQ(third.size(), 2U);
    EXPECT_EQ(of_third.first_child_of(all.top), all.b);
}

TEST(families, are_rolled_back) {
    world w;
    family f(w);
    const three_generations all(w, f);
    const throng::snapshot then(w);
    w.destroy(all.a);
    f.adopt(all.b, w.create());
    f.leave(all.b);
    ASSERT_TRUE(then.roll_back());
    all.expect_all_there(w, f);
    w.destroy(all.top);
    EXPECT_TRUE(w.empty());
    ASSERT_TRUE(then.roll_back());
    all.expect_all_there(w, f);
    w.destroy(all.a);
    EXPECT_EQ(w.size(), 2U);
}

TEST(families, give_back_all_they_took) {
    support::allocation_log log;
    {
        throng::basic_world<support::logged_allocator<std::byte>> w;
        throng::basic_family f(w);
        const entity top = w.create();
        for (int i = 0; i < 100; ++i) f.adopt(top, w.create());
        w.destroy(top);
        EXPECT_EQ(w.size(), 0U);
    }
    EXPECT_EQ(log.bytes, 0U);
}

TEST(entity_handles, are_keys_and_links_of_other_collections) {
    world w;
    const entity a = w.create(position{1});
    const entity b = w.create(position{2});
    throng::ordered_set<entity> set{b, a, b};
    EXPECT_EQ(set.size(), 2U);
    EXPECT_TRUE(set.contains(a));

    throng::values_of<position> positions(w);
    throng::weak_list<position, throng::values_of<position>> targets(positions);
    EXPECT_TRUE(positions.contains(a));
    EXPECT_TRUE(targets.add(a));
    EXPECT_TRUE(targets.add(w.get<position>(b)));
    w.destroy(a);
    EXPECT_FALSE(positions.contains(a));
    std::vector<int> seen;
    for (const position& p : targets) seen.push_back(p.x);
    EXPECT_EQ(seen, std::vector<int>{2});
    w.remove<position>(b);
    EXPECT_TRUE(targets.empty());
}

TEST(entity_handles, of_a_value_without_an_entity_are_empty) {
    world w;
    w.create(position{1});
    const position elsewhere{1};
    EXPECT_EQ(throng::values_of<position>(w).handle_of(elsewhere), entity{});
}

TEST(entity_handles, of_those_in_a_grid_may_be_destroyed_while_it_is_asked) {
    throng::grid<body, &body::hook> near{10};
    world w;
    for (int i = 0; i < 2000; ++i) {
        const entity e = w.create(position{i});
        ASSERT_TRUE(near.insert(*w.add<body>(e, e), static_cast<float>(i % 50), static_cast<float>(i / 50)));
    }
    // What is destroyed leaves the grid by itself.
    entities met;
    for (const body& b : near.in_circle(25, 20, 3)) {
        const entity e = b.self;
        met.push_back(e);
        w.destroy(e);
        EXPECT_FALSE(w.destroy(e));
    }
    EXPECT_GT(met.size(), 10U);
    EXPECT_EQ(w.size(), 2000 - met.size());
    EXPECT_EQ(near.size(), w.size());
    for (const body& b : near.in_circle(25, 20, 3)) FAIL() << b.self.index();
    for (const body& b : near.in_circle(25, 20, 8)) EXPECT_TRUE(w.alive(b.self));
    w.remove_all<body>();
    EXPECT_TRUE(near.empty());
}

TEST(entity_handles, in_layers_expire_with_their_entities) {
    enum class on { back, front, count };
    world w;
    throng::layers<on, sprite> shown;
    const entity a = w.create(position{1});
    const entity b = w.create(position{10});
    shown.emplace(on::back, w, a);
    shown.emplace(on::front, w, b);
    shown.emplace(on::front, w, a);
    shown.update(throng::time_step{1});
    EXPECT_EQ(w.get<position>(a).x, 3);
    EXPECT_EQ(w.get<position>(b).x, 11);
    w.destroy(a);
    const entity next = w.create(position{0});
    EXPECT_EQ(next.index(), a.index());
    shown.update(throng::time_step{1});
    EXPECT_EQ(w.get<position>(next).x, 0) << "a stale handle leads to no other";
    entities left;
    for (const sprite& s : shown) left.push_back(s.shown());
    EXPECT_EQ(left, entities{b});
}
