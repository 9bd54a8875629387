// What stands on entity handles: subsets, parents and children, other collections.

#include "support/allocation.hpp"

#include <throng/entity/grid.hpp>
#include <throng/entity/layers.hpp>
#include <throng/ordered_set.hpp>
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
    // A walk notices who is in none of them any more.
    std::size_t visits = 0;
    w.query<>(seen.present() | heard.present()).each([&](entity e) {
        ++visits;
        const std::size_t next = e.index() + 1;
        if (next < all.size()) seen.leave(all[next]), heard.leave(all[next]);
    });
    EXPECT_EQ(visits, expected([](int i) { return i % 6 == 0 || i % 6 == 2 || i % 6 == 4; }));
}

TEST(subset_of_a_world, whoever_dies_has_left) {
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
        EXPECT_FALSE(seen.contains(e)) << "nobody is in a new one";
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

TEST(families, whoever_is_destroyed_takes_its_branch_along) {
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
    EXPECT_EQ(f.children_of(top), 2U);
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
        const entity next = f.next_of(e);
        if (visits == 1) f.adopt(other, e);
        if (visits == 2) w.destroy(next);
        if (visits == 3) w.destroy(e);
        if (visits == 4) w.remove<throng::kin>(e);
    });
    EXPECT_EQ(visits, 9);
    EXPECT_EQ(f.children_of(one), 6U);
    EXPECT_EQ(f.children_of(other), 1U);
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
        return now == children && f.children_of(top) == 3;
    };
    for (const entity e : {top, children[0], children[1], children[2]}) {
        const entity copy = w.clone(e);
        EXPECT_FALSE(f.parent_of(copy));
        EXPECT_FALSE(f.next_of(copy));
        EXPECT_EQ(f.children_of(copy), 0U);
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
    EXPECT_FALSE(f.next_of(child));
    EXPECT_TRUE(f.adopt(children[2], copy));
    EXPECT_TRUE(is_unchanged());
    w.destroy(copy);
    EXPECT_FALSE(w.alive(child));
    EXPECT_TRUE(is_unchanged());
    EXPECT_EQ(f.children_of(children[2]), 0U);
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

#if defined(__cpp_exceptions)
namespace {

entities children_of(const auto& f, entity parent) {
    entities its;
    f.each_child(parent, [&](entity e) { its.push_back(e); });
    return its;
}

} // namespace

TEST(families, of_whom_not_all_could_die_are_whole) {
    // The hook throws before the family has been told, or after.
    for (const bool first : {true, false}) {
        world w;
        family f(w);
        const auto child_of = [&](entity parent, int x) {
            const entity e = first ? w.create(position{x}) : w.create();
            f.adopt(parent, e);
            w.add(e, position{x});
            return e;
        };
        const entity root = w.create();
        const entity before = w.create();
        const entity top = w.create();
        const entity after = w.create();
        for (const entity e : {before, top, after}) f.adopt(root, e);
        entities below;
        for (int i = 0; i < 5; ++i) below.push_back(child_of(top, i));
        const entity grandchild = child_of(below[2], 5);
        const entity other_grandchild = child_of(below[2], 6);
        const entity nephew = child_of(below[4], 7);
        int refused = 2;
        w.on_remove<position>([&](entity e, const position& p) {
            if (p.x == 2) {
                EXPECT_EQ(f.next_of(other_grandchild), entity{});
                EXPECT_EQ(f.parent_of(other_grandchild) == e, first);
            }
            if (p.x == refused) throw refused;
        });
        EXPECT_THROW(w.destroy(top), int);
        EXPECT_EQ(children_of(f, root), (entities{before, top, after})) << "it is back in its place";
        EXPECT_EQ(children_of(f, top), (entities{below[0], below[1], below[2]}));
        EXPECT_EQ(children_of(f, below[2]), (entities{grandchild, other_grandchild}));
        EXPECT_FALSE(w.alive(nephew));
        w.destroy(after);
        EXPECT_EQ(f.children_of(top), 3U) << "nobody else dies later";
        refused = 5;
        EXPECT_THROW(w.remove<throng::kin>(top), int);
        EXPECT_EQ(children_of(f, root), (entities{before, top}));
        EXPECT_EQ(children_of(f, top), (entities{below[0], below[1], grandchild})) << "whose parent has died";
        refused = -1;
        w.destroy(root);
        EXPECT_TRUE(w.empty());
    }
}

TEST(families, are_as_they_were_where_there_is_no_memory) {
    support::allocation_log log;
    {
        throng::basic_world<support::logged_allocator<std::byte>> w;
        throng::basic_family f(w);
        const entity root = w.create();
        const entity top = w.create();
        f.adopt(root, top);
        entities below;
        for (int i = 0; i < 40; ++i) {
            f.adopt(top, below.emplace_back(w.create()));
            for (int j = 0; j < i * 10; ++j) f.adopt(below.back(), w.create());
        }
        for (std::size_t n = 1; w.alive(top); ++n) {
            log.fail_in = n;
            const std::size_t size = w.size();
            bool thrown = false;
            try {
                w.destroy(top);
            } catch (const std::bad_alloc&) {
                thrown = true;
            }
            log.fail_in = 0;
            ASSERT_EQ(thrown, w.alive(top));
            if (!thrown) break;
            ASSERT_EQ(f.parent_of(top), root);
            std::size_t branch = 0;
            f.each_below(root, [&](entity) { ++branch; });
            ASSERT_EQ(branch + 1, w.size()) << "nobody is lost";
            if (w.size() == size) {
                ASSERT_EQ(children_of(f, top), below);
            }
            while (!w.alive(below.back())) below.pop_back();
        }
        EXPECT_EQ(w.size(), 1U);
    }
    EXPECT_EQ(log.bytes, 0U);
}

TEST(families, of_whom_not_all_could_die_stay_where_hooks_have_put_them) {
    world w;
    family f(w);
    const entity root = w.create();
    const entity top = w.create();
    const entity moved = w.create();
    const entity kept = w.create();
    const entity last = w.create(position{1});
    f.adopt(root, top);
    for (const entity e : {moved, kept, last}) f.adopt(top, e);
    w.on_remove<position>([&](entity, const position&) {
        EXPECT_TRUE(f.adopt(kept, moved));
        EXPECT_TRUE(f.adopt(moved, root));
        throw 1;
    });
    EXPECT_THROW(w.destroy(top), int);
    EXPECT_EQ(children_of(f, top), (entities{kept, last}));
    EXPECT_EQ(children_of(f, kept), entities{moved});
    EXPECT_FALSE(f.parent_of(top)) << "whose parent is in its branch now";
    w.on_remove<position>(nullptr);
    w.destroy(top);
    EXPECT_TRUE(w.empty());
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
        EXPECT_EQ(f.children_of(top), 2U);
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

TEST(entity_handles, of_a_value_that_is_nobodys_are_empty) {
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
    // Whoever is destroyed leaves the grid by itself.
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
    EXPECT_EQ(w.get<position>(next).x, 0) << "a stale handle is nobody else's";
    entities left;
    for (const sprite& s : shown) left.push_back(s.shown());
    EXPECT_EQ(left, entities{b});
}
