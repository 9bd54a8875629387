// Entities, components, hooks, single values: one function of the world after the other.

#include "support/allocation.hpp"
#include "support/at_its_end.hpp"
#include "support/tracked.hpp"

#include <throng/world/schedule.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::all_of;
using throng::any_of;
using throng::entity;
using throng::live;
using throng::none_of;
using throng::optional;
using throng::residents;
using throng::world;

struct position {
    float x = 0;
    float y = 0;
};
struct velocity {
    float x = 0;
    float y = 0;
};
struct tag {};
struct other_tag {};
struct alignas(128) wide {
    int n = 0;
};
struct wound {
    int depth = 0;
};
struct alignas(256) wide_and_rare {
    int n = 0;
};
struct ground {
    char heights[5000] = {};
};
struct terrain : ground {};
struct unmoving {
    explicit unmoving(int number) : n(number) {}
    unmoving(const unmoving&) = delete;
    unmoving& operator=(const unmoving&) = delete;
    ~unmoving() = default;
    int n;
};

} // namespace

template <> struct throng::component<wound> {
    static constexpr bool sparse = true;
};
template <> struct throng::component<wide_and_rare> {
    static constexpr bool sparse = true;
};
template <> struct throng::component<terrain> {
    static constexpr bool sparse = false;
};

TEST(world, gives_an_entity_what_it_is_created_with) {
    world w;
    const entity e = w.create(position{1, 2}, std::string("a text that is too long for its own object"), tag{});
    EXPECT_TRUE(w.alive(e));
    EXPECT_TRUE((w.has<position, std::string, tag>(e)));
    EXPECT_FALSE(w.has<velocity>(e));
    EXPECT_TRUE((w.has_any<velocity, tag>(e)));
    EXPECT_EQ(w.get<position>(e).y, 2);
    EXPECT_EQ(w.try_get<velocity>(e), nullptr);
    EXPECT_TRUE((w.has<position, velocity>(w.create<position, velocity>())));
    const entity bare = w.create();
    EXPECT_TRUE(w.alive(bare));
    EXPECT_EQ(w.size(), 3U);
    EXPECT_FALSE(w.alive(entity{}));
    EXPECT_FALSE(w.destroy(entity{}));
}

// Rules 1, 9 of world.
TEST(world, an_entity_that_is_gone_has_nothing_and_takes_nothing) {
    world w;
    const entity e = w.create(position{});
    EXPECT_TRUE(w.destroy(e));
    EXPECT_FALSE(w.destroy(e));
    EXPECT_FALSE(w.has<position>(e));
    EXPECT_FALSE(w.has<>(e)) << "of none, all";
    EXPECT_EQ(w.try_get<position>(e), nullptr);
    EXPECT_EQ(w.add<velocity>(e), nullptr);
    EXPECT_EQ(w.set(e, velocity{}), nullptr);
    EXPECT_FALSE(w.remove<position>(e));
    EXPECT_FALSE(w.clone(e));
    const entity next = w.create(position{});
    EXPECT_EQ(next.index(), e.index());
    EXPECT_NE(next, e);
    EXPECT_FALSE(w.alive(e));
    EXPECT_TRUE(w.has<>(next));
}

// Rule 9 of world.
TEST(world, a_slot_rests_before_its_generations_wrap_and_its_page_begins_anew_when_empty) {
    world w;
    w.storage().start_generations_at(0x1fffd);
    const entity other = w.create(position{});
    std::set<std::uint64_t> numbers;
    std::set<std::uint32_t> indices;
    for (int i = 0; i < 10; ++i) {
        const entity e = w.create(position{});
        EXPECT_TRUE(numbers.insert(e.number()).second) << "a handle came back";
        EXPECT_EQ(entity::of_number(e.number()), e);
        indices.insert(e.index());
        w.destroy(e);
    }
    EXPECT_EQ(indices.size(), 4U) << "three lives each";
    w.destroy(other);
    const entity again = w.create(position{});
    EXPECT_EQ(again.index(), 0U);
    EXPECT_EQ(again.generation(), 0x20001U);
    EXPECT_FALSE(w.alive(other));
}

// Rule 9 of world.
TEST(world, a_slot_rests_after_bulk_removals_too) {
    world w;
    w.storage().start_generations_at(0x1fffe);
    const entity other = w.create(position{});
    w.add<tag>(other);
    std::set<std::uint64_t> numbers;
    std::set<std::uint32_t> indices;
    for (int i = 0; i < 6; ++i) {
        for (int n = 0; n < 200; ++n) {
            const entity e = w.create(position{});
            EXPECT_TRUE(numbers.insert(e.number()).second) << "a handle came back";
            indices.insert(e.index());
        }
        EXPECT_EQ(w.destroy(w.query<position>(none_of<tag>)), 200U);
    }
    EXPECT_EQ(indices.size(), 600U) << "two lives each";
    EXPECT_TRUE(w.alive(other));
    EXPECT_EQ(w.size(), 1U);
}

TEST(world, many_are_created_of_types_alone) {
    world w;
    std::vector<entity> all(300);
    w.create<position, velocity>(std::span(all));
    EXPECT_EQ(w.count<position>(), 300U);
    EXPECT_EQ(w.count<velocity>(), 300U);
    for (const entity e : all) EXPECT_TRUE(w.alive(e));
    EXPECT_EQ(w.try_get<std::string>(all[7]), nullptr) << "of a component that it has never had";
    EXPECT_FALSE(w.has<std::string>(all[7]));
}

TEST(world, a_page_whose_generations_are_used_up_is_used_no_more) {
    world w;
    w.storage().start_generations_at(0xffffffff);
    std::vector<entity> all(throng::core::page_slots);
    w.create(std::span<entity>(all), position{});
    EXPECT_EQ(w.storage().page_count(), 1U);
    for (const entity e : all) w.destroy(e);
    const entity next = w.create(position{});
    EXPECT_EQ(next.index(), throng::core::page_slots);
    for (const entity e : all) EXPECT_FALSE(w.alive(e));
    EXPECT_TRUE(w.validate());
}

TEST(world, a_page_whose_slots_rest_begins_anew_when_it_is_empty) {
    world w;
    w.storage().start_generations_at(0x1ffff);
    std::vector<entity> all(throng::core::page_slots);
    w.create(std::span<entity>(all), position{});
    for (const entity e : all) w.destroy(e);
    EXPECT_TRUE(w.validate());
    w.create(std::span<entity>(all), position{});
    EXPECT_EQ(w.storage().page_count(), 1U);
    EXPECT_EQ(all[0].generation(), 0x20001U);
    EXPECT_TRUE(w.validate());
}

TEST(world, a_page_that_has_emptied_is_for_those_of_any_kind) {
    world w;
    for (int i = 0; i < 3; ++i) {
        std::vector<entity> all(throng::core::page_slots);
        w.create(std::span<entity>(all), position{});
        w.destroy(all);
        w.create(std::span<entity>(all), velocity{});
        for (const entity e : all) w.destroy(e);
    }
    EXPECT_EQ(w.storage().page_count(), 1U);
    EXPECT_EQ(w.storage().page(0).columns.size(), 1U) << "of positions nothing is left";
    EXPECT_TRUE(w.validate());
}

TEST(world, those_born_alike_are_neighbours) {
    world w;
    std::vector<entity> moving;
    for (int i = 0; i < 100; ++i) {
        moving.push_back(i % 2 == 0 ? w.create(position{}, velocity{}) : w.create(velocity{}, position{}));
        w.create(position{});
    }
    for (std::size_t i = 1; i < moving.size(); ++i) EXPECT_EQ(moving[i].index(), moving[i - 1].index() + 1);
    w.destroy(moving[50]);
    w.destroy(moving[20]);
    EXPECT_EQ(w.create(position{}, velocity{}).index(), moving[20].index()) << "the lowest free index first";
    EXPECT_EQ(w.create(position{}, velocity{}).index(), moving[50].index());
}

TEST(world, components_of_every_sort) {
    world w;
    std::vector<entity> all;
    for (int i = 0; i < 2000; ++i) {
        const entity e = w.create(wide{i});
        all.push_back(e);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&w.get<wide>(e)) % 128, 0U);
        if (i % 100 != 0) continue;
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(w.add<wide_and_rare>(e, i)) % 256, 0U);
        w.add<wound>(e, i);
        w.add<unmoving>(e, i);
        w.add(e, std::make_unique<int>(i));
    }
    for (int i = 0; i < 2000; i += 100) {
        const entity e = all[static_cast<std::size_t>(i)];
        EXPECT_EQ(w.get<wide_and_rare>(e).n, i);
        EXPECT_EQ(w.get<wound>(e).depth, i);
        EXPECT_EQ(w.get<unmoving>(e).n, i);
        EXPECT_EQ(*w.get<std::unique_ptr<int>>(e), i);
    }
    int n = 0;
    w.query<const wound, const unmoving>().each(
        [&](const wound& a, const unmoving& b) { n += a.depth == b.n ? 1 : 0; });
    EXPECT_EQ(n, 20);
    EXPECT_EQ(w.remove_all<wound>(), 20U);
    EXPECT_EQ(w.count<wound>(), 0U);
}

// Rule 6 of world.
TEST(world, addresses_stay_whatever_comes_and_goes) {
    world w;
    const entity e = w.create(position{1, 1});
    const position* const at = &w.get<position>(e);
    for (int i = 0; i < 5000; ++i) w.add<velocity>(w.create(position{}));
    w.add<velocity>(e);
    w.add<tag>(e);
    w.remove<velocity>(e);
    EXPECT_EQ(&w.get<position>(e), at);
}

TEST(world, queries_find_what_their_terms_say) {
    world w;
    const entity both = w.create(position{}, velocity{});
    const entity one = w.create(position{}, tag{});
    const entity none = w.create(velocity{}, other_tag{});
    const auto found = [](auto q) {
        std::vector<entity> those;
        for (auto i = q.begin(); i != q.end(); ++i) {
            if constexpr (std::is_same_v<std::decay_t<decltype(*i)>, entity>) those.push_back(*i);
            else those.push_back(get<0>(*i));
        }
        return those;
    };
    using entities = std::vector<entity>;
    EXPECT_EQ(found(w.query<position>()), (entities{both, one}));
    EXPECT_EQ(found(w.query<position>(none_of<velocity>)), entities{one});
    EXPECT_EQ(found(w.query<>(any_of<tag, other_tag>)), (entities{one, none}));
    EXPECT_EQ(found(w.query<>(all_of<position, velocity>)), entities{both});
    EXPECT_EQ(found(w.query<>(any_of<position, velocity>, any_of<tag, other_tag>, none_of<other_tag>)), entities{one});
    EXPECT_EQ(found(w.query<>()), (entities{both, one, none}));
    EXPECT_EQ(w.query<position>().first(), both);
    EXPECT_FALSE(w.query<position>(all_of<tag, other_tag>).first());
    EXPECT_TRUE(w.query<position>().contains(one));
    EXPECT_FALSE(w.query<position>().contains(none));
    EXPECT_TRUE((w.query<>(any_of<position, velocity>, any_of<tag, other_tag>).contains(one)));
    EXPECT_FALSE((w.query<>(any_of<position, velocity>, any_of<tag, other_tag>).contains(both)));
    int with = 0;
    w.query<position>(optional<const velocity>).each([&](entity e, position&, const velocity* v) {
        EXPECT_EQ(v != nullptr, w.has<velocity>(e));
        with += v != nullptr ? 1 : 0;
    });
    EXPECT_EQ(with, 1);
}

TEST(world, a_query_may_exclude_several) {
    world w;
    const entity e = w.create(position{});
    const entity with_tag = w.create(position{}, tag{});
    const entity with_other = w.create(position{}, other_tag{});
    w.create(position{}, tag{}, other_tag{});
    const auto found = [](const auto& query) {
        std::vector<entity> those;
        query.each([&](entity i, const position&) { those.push_back(i); });
        return those;
    };
    EXPECT_EQ(found(w.query<const position>(none_of<tag, other_tag>)), std::vector{e});
    EXPECT_EQ(found(w.query<const position>(none_of<other_tag>)), (std::vector{e, with_tag}));
    EXPECT_EQ(found(w.query<const position>(none_of<tag>)), (std::vector{e, with_other}));
}

TEST(world, an_optional_component_is_there_for_a_walk_as_soon_as_it_is_there) {
    for (const bool known : {false, true}) {
        for (int how = 0; how < 3; ++how) {
            world w;
            std::vector<entity> all;
            for (int i = 0; i < 100; ++i) all.push_back(w.create(position{}));
            // (The world knows the component, and the page does not.)
            if (known) w.create(velocity{});
            const auto q = w.query<const position>(optional<const velocity>);
            int visits = 0;
            const auto visit = [&](entity e, const position&, const velocity* v) {
                EXPECT_EQ(v, w.try_get<velocity>(e));
                if (visits++ == 0) {
                    for (const entity x : all) w.add<velocity>(x);
                } else {
                    EXPECT_NE(v, nullptr);
                }
            };
            if (how == 0) q.each(visit);
            if (how == 1)
                for (const auto& row : q) std::apply(visit, row.as_tuple());
            if (how == 2)
                for (auto walk = q.walk(live); walk.next();) std::apply(visit, walk.row().as_tuple());
            EXPECT_EQ(visits, 100);
        }
    }
}

TEST(world, runs_are_spans_of_neighbours) {
    world w;
    std::vector<entity> all(5000);
    w.create(std::span<entity>(all), position{1, 0}, velocity{2, 0});
    for (std::size_t i = 0; i < all.size(); i += 700) w.destroy(all[i]);
    std::size_t n = 0;
    std::size_t runs = 0;
    for (auto [those, p, v] : w.query<position, const velocity>().runs()) {
        ++runs;
        for (std::size_t i = 0; i < p.size(); ++i) p[i].x += v[i].x;
        EXPECT_TRUE(w.alive(those[0]));
        EXPECT_EQ(those.size(), p.size());
        n += p.size();
        // What dies in a run keeps its values to the end of it; what is ahead is skipped.
        w.destroy(those[0]);
        EXPECT_EQ(p[0].x, 3);
    }
    EXPECT_EQ(n, 4992U);
    EXPECT_LE(runs, 20U);
    EXPECT_EQ(w.size(), n - runs);
}

TEST(world, large_values_are_neighbours_where_their_type_says_so) {
    static_assert(throng::core::is_sparse<ground>() && !throng::core::is_sparse<terrain>());
    world w;
    for (int i = 0; i < 1100; ++i) w.create(terrain{}, ground{});
    std::size_t n = 0;
    for (auto [those, t] : w.query<terrain>(all_of<ground>).runs()) {
        for (terrain& one : t) one.heights[4999] = static_cast<char>(n++ % 100);
    }
    EXPECT_EQ(n, 1100U);
    n = 0;
    w.query<const terrain>().each([&](const terrain& t) { EXPECT_EQ(t.heights[4999], static_cast<char>(n++ % 100)); });
}

// Rule 3 of world.
TEST(world, a_loop_goes_on_with_what_a_walk_stands_on) {
    world w;
    for (int i = 0; i < 5; ++i) w.create(position{static_cast<float>(i), 0});
    for (const bool stands : {false, true}) {
        auto walk = w.query<position>().walk(residents);
        if (stands) (void)walk.next(), (void)walk.next();
        float expected = stands ? 1 : 0;
        for (const auto& [e, p] : walk) EXPECT_EQ(p.x, expected++);
        EXPECT_EQ(expected, 5);
    }
}

TEST(world, live_walks_visit_newcomers_after_all_that_were_there) {
    world w;
    for (int i = 0; i < 10; ++i) w.create(position{static_cast<float>(i), 0});
    std::vector<float> order;
    w.query<position>().each(live, [&](position& p) {
        order.push_back(p.x);
        if (p.x < 20) w.create(position{p.x + 10, 0});
    });
    ASSERT_EQ(order.size(), 30U);
    for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], static_cast<float>(i));
}

// Rule 3 of world.
TEST(world, what_comes_to_match_in_the_middle_of_a_walk_is_a_newcomer) {
    world w;
    std::vector<entity> all;
    for (int i = 0; i < 100; ++i) all.push_back(w.create(position{}));
    w.add<tag>(all[0]);
    std::size_t visits = 0;
    w.query<>(all_of<tag>).each([&](entity) {
        ++visits;
        for (const entity e : all) w.add<tag>(e);
    });
    EXPECT_EQ(visits, 1U);
    visits = 0;
    w.query<position>(none_of<tag>).each(live, [&](position&) { ++visits; });
    EXPECT_EQ(visits, 0U);
    w.query<>(all_of<tag>).each(live, [&](entity e) {
        if (++visits > 150) return;
        // What leaves and comes back is a newcomer, too.
        w.remove<tag>(e);
        w.add<tag>(e);
    });
    EXPECT_EQ(visits, 250U);
}

TEST(world, bulk_edits_change_exactly_those_that_match) {
    world w;
    w.create_many(3000, position{1, 0});
    w.create_many(1000, position{2, 0}, tag{});
    EXPECT_EQ(w.add(w.query<>(none_of<tag>), velocity{5, 5}), 3000U);
    EXPECT_EQ(w.add<velocity>(w.query<position>()), 1000U);
    EXPECT_EQ(w.count<velocity>(), 4000U);
    EXPECT_EQ(w.remove<position>(w.query<>(all_of<tag>)), 1000U);
    EXPECT_EQ(w.destroy(w.query<position>()), 3000U);
    EXPECT_EQ(w.size(), 1000U);
    EXPECT_EQ(w.remove_all<tag>(), 1000U);
    std::vector<entity> all(w.size());
    std::size_t n = 0;
    for (const entity e : w) all[n++] = e;
    EXPECT_EQ(w.destroy(all), 1000U);
    EXPECT_TRUE(w.empty());
}

// Rule 8 of world.
TEST(world, hooks_are_told_and_may_edit) {
    world w;
    std::string log;
    w.on_add<tag>([&](entity e, tag&) {
        log += "+";
        w.add<velocity>(e);
    });
    w.on_remove<tag>([&](entity e, tag&) {
        EXPECT_EQ(w.has<tag>(e), !w.alive(e)) << "the dying can be read";
        log += w.alive(e) ? "-" : "x";
    });
    w.on_set<position>([&](entity, position& p) { log += p.x > 1 ? "!" : "."; });
    const entity e = w.create(position{}, tag{});
    EXPECT_TRUE(w.has<velocity>(e));
    w.remove<tag>(e);
    w.add<tag>(e);
    w.set(e, position{2, 2});
    w.patch<position>(e, [](position& p) { p.x = 0; });
    w.destroy(e);
    EXPECT_EQ(log, "+-+!.x");
    w.create_many(3, tag{});
    EXPECT_EQ(w.count<velocity>(), 3U);
    w.on_add<tag>(nullptr);
    w.create(tag{});
    EXPECT_EQ(log, "+-+!.x+++");
}

/// What dies puts another one in its place.
struct phoenix {
    phoenix(world& w, entity self) : home(&w), e(self) {}
    phoenix(const phoenix&) = delete;
    phoenix& operator=(const phoenix&) = delete;
    ~phoenix() {
        ++deaths;
        EXPECT_EQ(home->add<phoenix>(e, *home, e), nullptr);
    }
    world* home;
    entity e;
    static inline int deaths = 0;
};

TEST(world, nothing_is_put_in_the_place_of_a_value_that_is_just_dying) {
    phoenix::deaths = 0;
    world w;
    const entity e = w.create(position{});
    EXPECT_NE(w.add<phoenix>(e, w, e), nullptr);
    w.query<position>().each([&](entity, position&) {
        EXPECT_TRUE(w.remove<phoenix>(e));
        EXPECT_EQ(phoenix::deaths, 0);
    });
    EXPECT_EQ(phoenix::deaths, 1);
    EXPECT_FALSE(w.has<phoenix>(e));
}

/// Takes another entity along when it dies.
struct companion {
    companion(world& w, entity e) : home(&w), other(e) {}
    companion(const companion&) = delete;
    companion& operator=(const companion&) = delete;
    ~companion() { home->destroy(other); }
    world* home;
    entity other;
};

TEST(world, what_is_let_go_of_takes_along_what_the_walk_has_yet_to_visit) {
    world w;
    std::vector<entity> all;
    for (int i = 0; i < 4; ++i) all.push_back(w.create(position{static_cast<float>(i), 0}));
    w.add<companion>(all[0], w, all[2]);
    std::vector<float> visited;
    w.query<position>().each([&](entity e, const position& p) {
        visited.push_back(p.x);
        if (e == all[0]) w.destroy(e);
        EXPECT_EQ(w.alive(all[2]), visited.size() == 1);
    });
    EXPECT_EQ(visited, (std::vector<float>{0, 1, 3}));
}

TEST(world, a_tag_is_shown_like_any_component) {
    world w;
    for (int i = 0; i < 200; ++i) w.create(position{static_cast<float>(i), 0}, tag{});
    int n = 0;
    w.query<tag>().each([&](tag&) { ++n; });
    for ([[maybe_unused]] auto [e, t] : w.query<const tag>()) ++n;
    EXPECT_EQ(n, 400);
}

TEST(world, room_for_one_kind_is_asked_for_again_and_again) {
    support::allocation_log log;
    throng::basic_world<support::logged_allocator<std::byte>> w;
    w.reserve<position, velocity>(1000);
    w.create(position{}, velocity{});
    w.reserve<position, velocity>(5000);
    w.reserve<position, velocity>(9000);
    const std::size_t asked = log.allocations;
    for (int i = 0; i < 9000; ++i) w.create(position{static_cast<float>(i), 0}, velocity{});
    EXPECT_EQ(log.allocations, asked);
    EXPECT_EQ(w.count<velocity>(), 9001U);
}

TEST(world, room_that_is_left_counts_when_more_is_asked_for) {
    support::allocation_log log;
    throng::basic_world<support::logged_allocator<std::byte>> w;
    constexpr int n = 100'000;
    for (int i = 0; i < n; ++i) w.create(position{});
    w.reserve<position>(2 * n);
    const std::size_t asked = log.allocations;
    for (int i = 0; i < 2 * n; ++i) w.create(position{static_cast<float>(i), 0});
    EXPECT_EQ(log.allocations, asked);
    EXPECT_EQ(w.count<position>(), 3U * n);
}

TEST(world, a_component_that_destroys_its_entity_while_it_is_made_is_not_there) {
    struct ends_its_entity {
        ends_its_entity(world& w, entity e) : mine(1) { w.destroy(e); }
        support::tracked mine;
    };
    support::ledger elements;
    world w;
    const entity e = w.create(position{});
    const entity other = w.create(position{});
    EXPECT_EQ(w.add<ends_its_entity>(e, w, e), nullptr);
    EXPECT_EQ(elements.live(), 0);
    EXPECT_FALSE(w.alive(e));
    EXPECT_TRUE(w.alive(other));
    EXPECT_EQ(w.count<ends_its_entity>(), 0U);
}

#if defined(__cpp_exceptions)
TEST(world, a_component_or_kind_for_which_there_is_no_memory_is_not_there) {
    support::allocation_log log;
    {
        throng::basic_world<support::logged_allocator<std::byte>> w;
        std::vector<entity> all;
        for (int i = 0; i < 3000; ++i) all.push_back(w.create(position{}));
        const auto try_until_it_works = [&](auto edit) {
            std::size_t n = 0;
            do {
                log.failed = false;
                log.fail_in = ++n;
                const std::size_t size = w.size();
                try {
                    edit();
                    EXPECT_FALSE(log.failed);
                } catch (const std::bad_alloc&) {
                    EXPECT_EQ(w.size(), size);
                    EXPECT_FALSE(w.has<velocity>(all[7]));
                }
            } while (log.failed);
            log.fail_in = 0;
            return n;
        };
        EXPECT_GT(try_until_it_works([&] { w.add<velocity>(all[7]); }), 2U);
        w.remove<velocity>(all[7]);
        EXPECT_GT(try_until_it_works([&] { w.create(position{}, velocity{}, wide{}); }), 2U);
        EXPECT_EQ(w.count<wide>(), 1U);
    }
    EXPECT_EQ(log.bytes, 0U);
}
#endif

// Rule 5 of world.
TEST(world, a_value_lives_as_long_as_a_walk_stands_on_it) {
    support::ledger ledger;
    {
        world w;
        const entity e = w.create(support::tracked(1));
        w.query<support::tracked>().each([&](entity, support::tracked& x) {
            w.destroy(e);
            EXPECT_EQ(x.id(), 1);
            EXPECT_EQ(ledger.live(1), 1);
            EXPECT_NE(w.create(support::tracked(2)).index(), e.index());
        });
        EXPECT_EQ(ledger.live(1), 0);
        const auto view = w.query<support::tracked>().freeze();
        w.clear();
        EXPECT_EQ(ledger.live(2), 1);
        EXPECT_EQ(view.size(), 1U);
        for (auto [gone, x] : view) EXPECT_EQ(x.id(), 2);
        int shown = 0;
        view.each([&](const support::tracked& x) { shown += x.id(); });
        EXPECT_EQ(shown, 2);
    }
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}

/// The same of a run of neighbours, in a loop that does not ask for their handles.
TEST(world, a_value_that_goes_in_a_run_goes_for_good) {
    support::ledger ledger;
    world w;
    std::vector<entity> all;
    for (int i = 0; i < 200; ++i) all.push_back(w.create(position{static_cast<float>(i), 0}, support::tracked(i)));
    w.query<position>(optional<support::tracked>).each([&](const position& p, const support::tracked* x) {
        if (p.x != 70) return;
        w.remove<support::tracked>(all[70]);
        EXPECT_EQ(x->id(), 70);
        EXPECT_EQ(ledger.live(70), 1);
    });
    EXPECT_EQ(ledger.live(70), 0);
    EXPECT_EQ(ledger.live(), 199);
    EXPECT_EQ(ledger.errors(), "");
}

/// To destroy a world that is walked is an error of the caller's, which the audit build reports. Elsewhere the walks
/// end: they must not read what is gone.
TEST(world, walks_and_views_of_a_world_that_is_gone_are_over) {
    if (throng::core::audited) GTEST_SKIP() << "the audit build reports this";
    constexpr int last_visited = 3;
    std::unique_ptr<world> w;
    int visits = 0;
    const auto make = [&] {
        w = std::make_unique<world>();
        w->create_many(500, position{}, velocity{});
        visits = 0;
        return w->query<position>();
    };
    const auto visit = [&] {
        if (++visits == last_visited) w.reset();
    };
    for ([[maybe_unused]] const auto& row : make()) visit();
    EXPECT_EQ(visits, last_visited);
    make().each([&](entity, position&) { visit(); });
    EXPECT_EQ(visits, last_visited);
    make().each([&](position&) { visit(); });
    EXPECT_EQ(visits, last_visited);
    auto walk = make().walk(live);
    while (walk.next()) visit();
    EXPECT_EQ(visits, last_visited);
    const auto view = make().freeze();
    for ([[maybe_unused]] const auto& row : view) visit();
    EXPECT_EQ(visits, last_visited);
    EXPECT_EQ(view.size(), 0U);
    EXPECT_FALSE(view.contains(entity{}));
}

TEST(world, a_copy_of_an_entity_has_copies_of_all_that_can_be_copied) {
    world w;
    const entity e = w.create(position{1, 2}, std::string("text"), tag{});
    w.add(e, std::make_unique<int>(1));
    const entity copy = w.clone(e);
    EXPECT_EQ(w.get<position>(copy).y, 2);
    EXPECT_EQ(w.get<std::string>(copy), "text");
    EXPECT_TRUE(w.has<tag>(copy));
    EXPECT_FALSE(w.has<std::unique_ptr<int>>(copy));
}

TEST(world, a_frozen_view_contains_what_it_shows) {
    world w;
    const entity before = w.create(position{});
    w.destroy(before);
    const entity dies = w.create(position{});
    const entity loses = w.create(position{});
    const entity other = w.create(velocity{});
    const auto view = w.query<const position>().freeze();
    ASSERT_EQ(before.index(), dies.index());
    w.destroy(dies);
    w.remove<position>(loses);
    w.add<position>(other);
    const entity late = w.create(position{});
    EXPECT_TRUE(view.contains(dies));
    EXPECT_TRUE(view.contains(loses));
    EXPECT_EQ(view.size(), 2U);
    for (const entity e : {before, other, late, entity{}}) EXPECT_FALSE(view.contains(e));
}

TEST(world, hooks_are_told_of_every_component_that_comes_with_an_entity) {
    world w;
    int positions = 0;
    int velocities = 0;
    w.on_add<velocity>([&](entity, velocity&) { ++velocities; });
    w.create_many(3, position{}, velocity{});
    EXPECT_EQ(velocities, 3);
    const entity e = w.create(position{}, velocity{});
    EXPECT_EQ(velocities, 4);
    w.clone(e);
    EXPECT_EQ(velocities, 5);
    w.on_add<velocity>(nullptr);
    w.on_add<position>([&](entity, position&) { ++positions; });
    w.create_many(3, position{}, velocity{});
    w.create(position{}, velocity{});
    w.clone(e);
    EXPECT_EQ(positions, 5);
    EXPECT_EQ(velocities, 5);
}

TEST(world, what_takes_others_along_in_its_destructor_leaves_none_of_their_values) {
    support::ledger elements;
    world w;
    const entity e = w.create(support::tracked(1));
    w.add<support::at_its_end>(e, [&] {
        w.remove<support::tracked>(e);
        w.remove<support::huge_tracked>(e);
    });
    w.add<support::huge_tracked>(e, 2);
    w.remove<support::at_its_end>(e);
    EXPECT_EQ(elements.live(), 0) << "whichever came first to the world";
    EXPECT_EQ(w.count<support::huge_tracked>(), 0U);
    EXPECT_TRUE(w.alive(e));
    EXPECT_NE(w.add<support::tracked>(e, 3), nullptr);
    EXPECT_EQ(elements.live(), 1);
}

TEST(world, what_ends_its_entity_in_its_destructor_leaves_its_place_to_others) {
    support::ledger elements;
    world w;
    for (int i = 0; i < 1000; ++i) {
        const entity e = w.create(support::tracked(i));
        EXPECT_LT(e.index(), 256U);
        w.add<support::at_its_end>(e, [&w, e] { w.destroy(e); });
        w.remove<support::at_its_end>(e);
        EXPECT_FALSE(w.alive(e));
        EXPECT_EQ(elements.live(), 0);
    }
}

TEST(world, a_view_that_a_destructor_opens_keeps_what_it_shows) {
    using view = decltype(std::declval<world&>().query<position>().freeze());
    support::ledger elements;
    world w;
    std::unique_ptr<view> opened;
    const entity e = w.create(position{});
    w.add<support::at_its_end>(e, [&] {
        opened = std::make_unique<view>(w.query<position>().freeze());
        w.destroy(e);
    });
    w.add(e, support::tracked(1));
    w.remove<support::at_its_end>(e);
    EXPECT_EQ(elements.live(), 1) << "the view shows it";
    opened.reset();
    EXPECT_EQ(elements.live(), 0);
}

TEST(world, a_copy_that_its_hook_destroys_is_gone) {
    support::ledger elements;
    world w;
    const entity original = w.create(position{}, support::tracked(1));
    w.on_add<support::tracked>([&](entity e, support::tracked&) { w.destroy(e); });
    EXPECT_FALSE(w.alive(w.clone(original)));
    EXPECT_EQ(elements.live(), 1);
    EXPECT_FALSE(w.alive(w.create(position{}, support::tracked(2))));
    EXPECT_EQ(elements.live(), 1);
    EXPECT_EQ(w.size(), 1U);
}

#if defined(__cpp_exceptions)
TEST(world, what_a_hook_refuses_goes_when_the_walk_moves_on) {
    support::ledger elements;
    world w;
    for (int i = 0; i < 3; ++i) w.create(position{});
    w.on_add<support::tracked>([](entity, support::tracked&) { throw 1; });
    w.query<position>().each([&](entity e, position&) {
        EXPECT_THROW(w.add(e, support::tracked(1)), int);
        EXPECT_FALSE(w.has<support::tracked>(e));
    });
    EXPECT_EQ(elements.live(), 0);
}

TEST(world, a_frozen_view_does_not_show_what_has_made_way_for_a_value_that_did_not_come) {
    // (What can be moved is made before anything makes way for it.)
    struct fragile {
        explicit fragile(bool throws) : mine(1) {
            if (throws) throw 1;
        }
        fragile(const fragile&) = delete;
        fragile& operator=(const fragile&) = delete;
        support::tracked mine;
    };
    support::ledger elements;
    world w;
    const entity e = w.create(position{});
    const entity other = w.create(position{});
    w.add<fragile>(e, false);
    w.add<fragile>(other, false);
    const auto view = w.query<const fragile>().freeze();
    w.remove<fragile>(e);
    EXPECT_THROW(w.add<fragile>(e, true), int);
    std::vector<entity> shown;
    for (const auto& row : view) {
        shown.push_back(get<0>(row));
        EXPECT_EQ(get<1>(row).mine.id(), 1);
    }
    EXPECT_EQ(shown, std::vector<entity>{other});
    EXPECT_EQ(elements.live(), 1);
    EXPECT_EQ(elements.errors(), "");
}

TEST(world, a_frozen_view_does_not_show_a_value_while_it_makes_way) {
    struct made_by {
        explicit made_by(const std::function<void()>& f) : mine(2) { f(); }
        made_by(const made_by&) = delete;
        made_by& operator=(const made_by&) = delete;
        support::tracked mine;
    };
    support::ledger elements;
    world w;
    const entity e = w.create(position{});
    w.add<made_by>(e, [] {});
    const auto view = w.query<const made_by>().freeze();
    w.remove<made_by>(e);
    EXPECT_EQ(view.size(), 1U);
    w.add<made_by>(e, [&] {
        EXPECT_EQ(view.size(), 0U);
        EXPECT_FALSE(view.contains(e));
        EXPECT_EQ(view.begin(), view.end());
    });
    EXPECT_EQ(view.size(), 1U);
    // A view is asked again for each that it shows.
    const entity next = w.create(position{});
    const entity last = w.create(position{});
    for (const entity i : {next, last}) w.add<made_by>(i, [] {});
    const auto all = w.query<const made_by>().freeze();
    for (const entity i : {e, next, last}) w.remove<made_by>(i);
    std::vector<entity> shown;
    all.each([&](entity i, const made_by& x) {
        shown.push_back(i);
        EXPECT_EQ(x.mine.id(), 2);
        if (i != e) return;
        EXPECT_THROW(w.add<made_by>(next, [] { throw 1; }), int);
    });
    EXPECT_EQ(shown, (std::vector{e, last}));
    EXPECT_EQ(elements.errors(), "");
}

TEST(world, nothing_is_put_in_the_place_of_a_value_that_is_taken_back) {
    using failing_world = throng::basic_world<support::logged_allocator<int>>;
    struct value {
        value(const std::function<void()>& at_first, std::function<void()> at_last) : end(std::move(at_last)) {
            at_first();
        }
        support::at_its_end end;
    };
    support::allocation_log log;
    failing_world w;
    const entity e = w.create();
    std::optional<decltype(w.query<const value>().walk(residents))> walk;
    // There is no memory to tell the walk that the value opens that it is new.
    const auto opens_walk = [&] {
        walk.emplace(w.query<const value>().walk(residents));
        log.fail_in = 1;
    };
    int ended = 0;
    EXPECT_THROW(w.add<value>(e, opens_walk,
                              [&] {
                                  ++ended;
                                  EXPECT_EQ(w.add<value>(e, [] {}, [] {}), nullptr);
                              }),
                 std::bad_alloc);
    EXPECT_EQ(ended, 1);
    EXPECT_FALSE(w.has<value>(e));
}

TEST(world, a_copy_is_there_when_all_of_it_is) {
    struct asks {
        explicit asks(const std::function<void()>& f) : f_(&f) {}
        asks(const asks& other) : f_(other.f_) { (*f_)(); }
        const std::function<void()>* f_;
    };
    support::ledger elements;
    world w;
    const entity e = w.create(position{}, support::tracked(1));
    int asked = 0;
    std::vector<entity> shown;
    std::function<void()> ask = [&] {
        ++asked;
        EXPECT_EQ(w.count<support::tracked>(), 1U);
        w.query<const support::tracked>().each([&](entity i, const support::tracked&) { EXPECT_EQ(i, e); });
    };
    w.add<asks>(e, ask);
    const entity copy = w.clone(e);
    EXPECT_EQ(asked, 1);
    EXPECT_TRUE((w.has<position, support::tracked, asks>(copy)));
    // What the original loses meanwhile, and has not been copied yet, the copy does not have.
    w.add<velocity>(e);
    std::optional<decltype(w.query<const asks>().walk(residents))> walk;
    ask = [&] {
        w.remove<velocity>(e);
        walk.emplace(w.query<const asks>().walk(residents));
    };
    const entity part = w.clone(e);
    EXPECT_TRUE((w.has<position, support::tracked, asks>(part)));
    EXPECT_FALSE(w.has<velocity>(part));
    // For a walk that began before, it is new.
    for (entity i = walk->next(); i; i = walk->next()) shown.push_back(i);
    EXPECT_EQ(shown, (std::vector{e, copy}));
    // So is one that is being created.
    shown.clear();
    const asks original(ask);
    const entity late = w.create(original);
    for (entity i = walk->next(); i; i = walk->next()) shown.push_back(i);
    EXPECT_EQ(shown, (std::vector{e, copy, part}));
    EXPECT_TRUE(w.has<asks>(late));
    EXPECT_EQ(elements.errors(), "");
}

TEST(world, a_birth_that_a_hook_refuses_has_not_happened) {
    support::ledger elements;
    world w;
    for (int i = 0; i < 3; ++i) w.create(position{});
    const entity original = w.create(support::tracked(7));
    int destroyed = 0;
    w.on_remove<support::tracked>([&](entity, support::tracked&) { ++destroyed; });
    w.on_add<support::tracked>([](entity, support::tracked&) { throw 1; });
    EXPECT_THROW(w.create(position{}, support::tracked(1)), int);
    EXPECT_THROW((void)w.clone(original), int);
    EXPECT_EQ(elements.live(), 1);
    w.query<position>().each([&](position&) {
        EXPECT_THROW(w.create(position{}, support::tracked(1)), int);
        EXPECT_THROW((void)w.clone(original), int);
        EXPECT_EQ(w.size(), 4U);
        EXPECT_EQ(w.count<position>(), 3U);
    });
    EXPECT_EQ(w.count<support::tracked>(), 1U);
    EXPECT_EQ(elements.live(), 1);
    EXPECT_EQ(destroyed, 0) << "no hook is told of it";
}

TEST(world, a_copy_that_throws_leaves_nothing) {
    support::ledger elements;
    world w;
    const entity e = w.create(position{1, 2}, support::tracked(1), tag{});
    w.add<wound>(e, 3);
    elements.fail_copy_in = 1;
    EXPECT_ANY_THROW((void)w.clone(e));
    EXPECT_EQ(w.size(), 1U);
    EXPECT_EQ(w.count<position>(), 1U);
    EXPECT_EQ(w.count<tag>(), 1U);
    EXPECT_EQ(w.count<wound>(), 1U);
    EXPECT_EQ(w.count<support::tracked>(), 1U);
    const entity copy = w.clone(e);
    EXPECT_EQ(copy.index(), 1U) << "the slot is free again";
    EXPECT_EQ(w.get<support::tracked>(copy).id(), 1);
}
#endif

TEST(world, is_moved_with_all_that_stands_on_it) {
    std::optional<throng::subset<world>> outlives;
    std::optional<throng::subset<world>> never_used;
    std::optional<throng::values_of<position>> values;
    std::optional<throng::schedule> systems;
    std::optional<throng::snapshot> then;
    int runs = 0;
    entity e;
    {
        std::vector<world> worlds(1);
        e = worlds[0].create(position{1, 0});
        outlives.emplace(worlds[0]);
        never_used.emplace(worlds[0]);
        values.emplace(worlds[0]);
        systems.emplace(worlds[0]);
        systems
            ->add("count", worlds[0].query<position>(),
                  [&](throng::recorder& edits, entity x, position&) {
                      ++runs;
                      edits.record([x](world& w) { w.set(x, velocity{1, 1}); });
                  })
            .on_joined([](position&) {})
            .on_left([](position&) {});
        outlives->join(e);
        then.emplace(worlds[0]);
        for (int i = 0; i < 5; ++i) worlds.emplace_back();
        systems->run(1);
        EXPECT_EQ(runs, 1);
        EXPECT_TRUE(worlds[0].has<velocity>(e));
        EXPECT_EQ(outlives->size(), 1U);
        EXPECT_EQ(values->size(), 1U);
        EXPECT_TRUE(then->roll_back());
        EXPECT_FALSE(worlds[0].has<velocity>(e));
        systems->run(1);
        EXPECT_TRUE(worlds[0].has<velocity>(e));
        std::swap(worlds[0], worlds[3]);
        EXPECT_TRUE(worlds[3].alive(e));
        systems->run(1);
        EXPECT_EQ(runs, 3);
    }
    // The world is gone.
    systems->run(1);
    EXPECT_EQ(runs, 3);
    EXPECT_FALSE(then->roll_back());
    EXPECT_TRUE(outlives->empty());
    EXPECT_FALSE(outlives->contains(e));
    EXPECT_FALSE(outlives->join(e));
    EXPECT_FALSE(outlives->leave(e));
    outlives->clear();
    outlives->each([](entity) { FAIL(); });
    for (const entity x : *outlives) FAIL() << x.index();
    EXPECT_EQ(values->get(e), nullptr);
    EXPECT_EQ(values->size(), 0U);
    *outlives = throng::subset<world>(std::move(*never_used));
}

TEST(singletons, are_destroyed_when_they_go) {
    const auto its = std::make_shared<int>(1);
    {
        world w;
        w.set_singleton(std::weak_ptr<int>());
        w.set_singleton(std::shared_ptr<int>(its));
        EXPECT_EQ(its.use_count(), 2);
        w.set_singleton(std::shared_ptr<int>(its)); // in place of the other
        EXPECT_EQ(its.use_count(), 2);
        EXPECT_TRUE(w.remove_singleton<std::shared_ptr<int>>());
        EXPECT_EQ(its.use_count(), 1);
        w.set_singleton(std::shared_ptr<int>(its));
    }
    EXPECT_EQ(its.use_count(), 1);
}

TEST(world, single_values) {
    world w;
    EXPECT_EQ(w.singleton<std::string>(), nullptr);
    w.set_singleton(std::string("one"));
    w.set_singleton(std::string("two"));
    ASSERT_NE(w.singleton<std::string>(), nullptr);
    EXPECT_EQ(*std::as_const(w).singleton<std::string>(), "two");
    EXPECT_TRUE(w.remove_singleton<std::string>());
    EXPECT_FALSE(w.remove_singleton<std::string>());
}

TEST(world, every_component_is_known_by_name_or_can_be_listed) {
    world w;
    (void)w.component<position>();
    (void)w.define({.name = "mana", .size = 4, .alignment = 4});
    std::string names;
    w.each_component([&](throng::world::component_type c) {
        names += std::string("[") + c.name() + ":" + std::to_string(c.size()) + "]";
    });
    EXPECT_EQ(names, "[position:8][mana:4]") << "a type without a name has the compiler's";
    EXPECT_EQ(w.find("position"), w.component<position>());
}

TEST(world, memory_for_position_and_velocity_is_at_most_a_quarter_more_than_bare_arrays) {
    // Half die at random places, or all of the first half do; all at once, or one by one.
    for (const bool at_once : {true, false}) {
        for (const bool scattered : {true, false}) {
            support::allocation_log log;
            throng::basic_world<support::logged_allocator<std::byte>> w;
            // The audit build looks at the whole world again and again.
            constexpr std::size_t n = throng::core::audited ? 200'000 : 1'000'000;
            constexpr std::size_t bound = n * (sizeof(position) + sizeof(velocity)) * 5 / 4;
            if (at_once) w.create_many(n, position{}, velocity{});
            else
                while (w.size() < n) w.create(position{}, velocity{});
            EXPECT_LE(log.bytes, bound);
            std::size_t dead = 0;
            for (const entity e : w) {
                if (scattered ? (e.index() * 0x9e3779b9U >> 31U) != 0 : e.index() < n / 2)
                    dead += w.destroy(e) ? 1U : 0U;
            }
            EXPECT_GT(dead, n / 3);
            if (at_once) w.create_many(dead, position{}, velocity{});
            else
                while (w.size() < n) w.create(position{}, velocity{});
            EXPECT_EQ((w.query<position, velocity>().count()), n);
            EXPECT_LE(log.bytes, bound);
        }
    }
}

TEST(world, asking_for_a_component_that_no_entity_ever_had_allocates_nothing) {
    support::allocation_log log;
    throng::basic_world<support::logged_allocator<std::byte>> w;
    const entity e = w.create(position{});
    const std::size_t before = log.allocations;
    EXPECT_EQ(w.count<wound>(), 0U);
    EXPECT_EQ((w.query<position, wound>().count()), 0U);
    EXPECT_TRUE(std::as_const(w).query<velocity>().empty());
    EXPECT_EQ(w.query<position>(none_of<tag>).first(), e);
    EXPECT_EQ(w.query<position>(any_of<tag, velocity>).first(), entity{});
    w.query<position>(optional<velocity>).each([](const position&, const velocity* v) { EXPECT_EQ(v, nullptr); });
    for (const auto& row : w.query<wound>().freeze()) FAIL() << get<0>(row).index();
    EXPECT_EQ(log.allocations, before);
}

TEST(world, a_query_knows_components_that_come_after_it) {
    world w;
    std::vector<entity> all;
    for (int i = 0; i < 10; ++i) all.push_back(w.create(position{static_cast<float>(i), 0}));
    const auto moving = w.query<velocity>();
    const auto idle = w.query<position>(none_of<velocity>);
    const auto either = w.query<position>(any_of<velocity, tag>, optional<velocity>);
    const auto before = idle.freeze();
    std::vector<std::uint32_t> visited;
    idle.each([&](entity e, position&) {
        visited.push_back(e.index());
        if (visited.size() == 1) w.add(all[3], velocity{7, 0});
        if (visited.size() == 2) w.add(all[0], velocity{8, 0});
    });
    EXPECT_EQ(visited, (std::vector<std::uint32_t>{0, 1, 2, 4, 5, 6, 7, 8, 9})) << "3 matched no more";
    EXPECT_EQ(moving.count(), 2U);
    EXPECT_EQ(idle.count(), 8U);
    EXPECT_EQ(before.size(), 10U);
    either.each([](const position&, const velocity* v) { ASSERT_NE(v, nullptr); });
    EXPECT_EQ(either.count(), 2U);
}

TEST(world, memory_beside_the_values_is_small_and_goes_back) {
    world w;
    constexpr std::size_t n = 200'000;
    std::vector<entity> all(n);
    w.create(std::span<entity>(all), position{}, velocity{});
    EXPECT_LE(w.memory(), n * (sizeof(position) + sizeof(velocity)) * 5 / 4);
    for (std::size_t i = 0; i < n; i += 2) w.destroy(all[i]);
    while (w.size() < n) w.create(position{}, velocity{});
    EXPECT_LE(w.memory(), n * (sizeof(position) + sizeof(velocity)) * 5 / 4);
    w.clear();
    w.trim();
    EXPECT_LE(w.memory(), n * 3);
    const auto pages = w.storage().page_count();
    w.create_many(n, wide{});
    EXPECT_EQ(w.storage().page_count(), pages) << "pages that have emptied change their kind";
}

TEST(world, after_reserve_creation_allocates_nothing) {
    support::allocation_log log;
    {
        throng::basic_world<support::logged_allocator<std::byte>> w;
        w.reserve<position, velocity>(5000);
        const std::size_t before = log.allocations;
        for (int i = 0; i < 5000; ++i) w.create(position{}, velocity{});
        for (int frame = 0; frame < 10; ++frame) {
            w.query<position, velocity>().each([&](entity e, position&, velocity&) {
                if (e.index() % 3 == 0) w.destroy(e);
            });
            while (w.size() < 5000) w.create(position{}, velocity{});
        }
        EXPECT_EQ(log.allocations, before);
    }
    EXPECT_EQ(log.bytes, 0U);
}

TEST(world, to_be_destroyed_needs_no_memory) {
    support::ledger elements;
    support::allocation_log log;
    throng::basic_world<support::logged_allocator<std::byte>> w;
    const entity e = w.create(position{}, support::tracked(1));
    const entity other = w.create(position{}, support::tracked(2));
    const std::size_t before = log.allocations;
    w.destroy(e);
    w.remove<support::tracked>(other);
    EXPECT_EQ(log.allocations, before);
    EXPECT_EQ(elements.live(), 0);
}

TEST(world, room_that_was_reserved_for_some_is_not_taken_by_others) {
    support::allocation_log log;
    throng::basic_world<support::logged_allocator<std::byte>> w;
    w.reserve<position>(5000);
    w.create_many(5000, velocity{});
    const std::size_t before = log.allocations;
    for (int i = 0; i < 5000; ++i) w.create(position{});
    EXPECT_EQ(log.allocations, before);
}

TEST(world, pages_of_a_kind_that_has_many_come_side_by_side) {
    world w;
    for (int i = 0; i < 400'000; ++i) {
        if (i % 2 == 0) w.create(position{}, velocity{});
        else w.create(position{});
    }
    std::size_t pieces = 0;
    std::size_t pieces_of_memory = 0;
    std::uint32_t next = 0;
    const velocity* next_value = nullptr;
    w.query<position, velocity>().each([&](entity e, const position&, const velocity& v) {
        pieces += e.index() == next ? 0U : 1U;
        next = e.index() + 1;
        pieces_of_memory += &v == next_value ? 0U : 1U;
        next_value = &v + 1;
    });
    EXPECT_EQ(w.count<velocity>(), 200'000U);
    EXPECT_LT(pieces, 60U) << "of 196 pages";
    EXPECT_LT(pieces_of_memory, 60U) << "of 196 pages";
}

TEST(world, may_be_moved) {
    world a;
    const entity e = a.create(position{1, 1});
    const auto q = a.query<position>();
    world b(std::move(a));
    EXPECT_TRUE(b.alive(e));
    EXPECT_EQ(q.count(), 1U);
    world c;
    c.create();
    c = std::move(b);
    EXPECT_EQ(c.size(), 1U);
    EXPECT_EQ(c.get<position>(e).x, 1);
}

TEST(components, several_are_removed_by_one_call) {
    world w;
    const entity e = w.create(position{1, 2}, velocity{3}, tag{});
    EXPECT_TRUE((w.remove<velocity, tag>(e)));
    EXPECT_TRUE(w.has<position>(e));
    EXPECT_FALSE((w.has_any<velocity, tag>(e)));
    EXPECT_TRUE((w.remove<velocity, position>(e))) << "it has one of them";
    EXPECT_FALSE((w.remove<velocity, position>(e))) << "it has none of them";
    EXPECT_TRUE(w.contains(e));
    w.destroy(e);
    EXPECT_FALSE((w.remove<velocity, position>(e)));
}

TEST(components, several_are_removed_in_the_order_in_which_they_are_named) {
    world w;
    const entity e = w.create(position{1, 2}, velocity{3}, tag{});
    std::string removed;
    w.on_remove<position>([&](entity one, position&) {
        removed += "position ";
        w.destroy(one);
    });
    w.on_remove<velocity>(
        [&](entity one, velocity&) { removed += w.has<position>(one) ? "velocity first " : "velocity "; });
    EXPECT_TRUE((w.remove<velocity, position, tag>(e))) << "a hook destroys the entity before tag is removed";
    EXPECT_EQ(removed, "velocity first position ");
    EXPECT_FALSE(w.contains(e));
}
