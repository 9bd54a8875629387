// Backward walks of queries: the reverse of what a walk of residents visits, whatever is edited meanwhile.

#include "contract/dice.hpp"
#include "support/at_its_end.hpp"
#include "support/tracked.hpp"

#include <throng/world/changes.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using throng::all_of;
using throng::any_of;
using throng::backward;
using throng::entity;
using throng::none_of;
using throng::world;
using entities = std::vector<entity>;

struct position {
    int x = 0;
};
struct body : support::tracked {
    using support::tracked::tracked;
};
struct large : support::tracked {
    using support::tracked::tracked;
};
struct mark {};
struct likes {};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<large> {
    static constexpr bool sparse = true;
};

namespace {

/// Each way of walking backward visits the reverse.
template <class Query> void expect_reverse(const Query& q) {
    entities expected;
    for (const auto& row : q) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(row)>, entity>) expected.push_back(row);
        else expected.push_back(get<0>(row));
    }
    std::reverse(expected.begin(), expected.end());
    entities seen;
    q.each(backward, [&](entity e, const auto&...) { seen.push_back(e); });
    EXPECT_EQ(seen, expected);
    seen.clear();
    auto walk = q.walk(backward);
    while (const entity e = walk.next()) {
        EXPECT_EQ(walk.handle(), e);
        seen.push_back(e);
    }
    EXPECT_EQ(seen, expected);
    EXPECT_FALSE(walk.next());
    seen.clear();
    auto steps = q.walk(backward);
    for ([[maybe_unused]] const auto& row : steps) seen.push_back(steps.handle());
    EXPECT_EQ(seen, expected);
}

/// Some of everything on several pages, with gaps of all lengths.
entities fill(world& w, int n) {
    entities all(static_cast<std::size_t>(n));
    w.create(std::span(all), position{});
    for (int i = 0; i < n; ++i) {
        const entity e = all[static_cast<std::size_t>(i)];
        w.get<position>(e).x = i;
        if (i % 3 == 0) w.add<body>(e, i);
        if (i % 67 == 5) w.add<large>(e, i);
        if (i % 5 < 2) w.add<mark>(e);
        if (i % 130 == 64 || i % 130 == 63) w.disable(e);
        if ((i / 64) % 4 == 2 || i % 11 == 10) w.destroy(e);
    }
    return all;
}

/// A walk whose body gets the entity, as often as f returns true.
using visitor = std::function<bool(entity)>;
/// The entity of a value, at a lower index than `from`, which is its index then.
template <class Storage> entity owner_of(const Storage& home, const position& its, std::uint32_t& from) {
    while (from-- != 0) {
        const entity e = home.entity_at(from);
        if (home.is_alive(e) && home.template find_value<position>(e) == &its) return e;
    }
    return {};
}
template <class Values> constexpr bool begins_with_position = false;
template <class... Vs> constexpr bool begins_with_position<throng::core::types<const position, Vs...>> = true;
template <class... Vs> constexpr bool begins_with_position<throng::core::types<position, Vs...>> = true;
template <class Query> void walk_through(const Query& q, unsigned how, const visitor& f) {
    bool over = false;
    const auto visit = [&](entity e, const auto&...) {
        if (!over && !f(e)) over = true;
    };
    switch (how) {
    case 0:
        return q.each(backward, visit);
    case 1: {
        auto walk = q.walk(backward);
        while (const entity e = walk.next()) {
            if (!f(e)) return;
        }
        return;
    }
    case 3:
        // With a function that takes no entity, the walk stands on whole words.
        if constexpr (begins_with_position<typename std::remove_cvref_t<decltype(q.terms())>::value_types>) {
            std::uint32_t index = q.terms().home().page_count() * throng::core::page_slots;
            return q.each(backward, [&](const position& p, const auto&...) {
                if (!over && !f(owner_of(q.terms().home(), p, index))) over = true;
            });
        }
        return q.each(backward, visit);
    default: {
        auto walk = q.walk(backward);
        for ([[maybe_unused]] const auto& row : walk) {
            if (!f(walk.handle())) return;
        }
    }
    }
}

class walk_backward : public testing::TestWithParam<unsigned> {
  public:
    void fill_with(int n) {
        for (int i = 0; i < n; ++i) all.push_back(w.create(position{i}, body(i)));
        expected.assign(all.rbegin(), all.rend());
    }
    void walk(const visitor& f) { walk_through(w.query<const position, const body>(), GetParam(), f); }
    [[nodiscard]] entities seen() {
        entities those;
        walk([&](entity e) { return those.push_back(e), true; });
        return those;
    }
    void TearDown() override {
        EXPECT_TRUE(w.validate());
        w.clear();
        EXPECT_EQ(values.objects(), 0);
        EXPECT_EQ(values.errors(), "");
    }

    support::ledger values;
    world w;
    entities all;
    entities expected;
};
INSTANTIATE_TEST_SUITE_P(every, walk_backward, testing::Values(0U, 1U, 2U, 3U));

} // namespace

// Rule 2 of world.
TEST(backward, is_the_reverse_of_every_query) {
    for (const int n : {0, 1, 5, 63, 64, 65, 128, 1023, 1024, 1025, 5000}) {
        support::ledger values;
        world w;
        throng::relation<likes> liking(w);
        const entities all = fill(w, n);
        const entity hub = w.create();
        for (std::size_t i = 0; i < all.size(); i += 4) {
            if (w.alive(all[i])) liking.relate(all[i], hub);
        }
        expect_reverse(w.query<>());
        expect_reverse(w.query<position>());
        expect_reverse(w.query<const position, body>());
        expect_reverse(w.query<large>());
        expect_reverse(w.query<position>(all_of<mark>));
        expect_reverse(w.query<position>(none_of<mark>));
        expect_reverse(w.query<>(any_of<body, large>, none_of<mark>));
        expect_reverse(w.query<position>(throng::optional<body>, throng::with_disabled));
        expect_reverse(w.query<throng::disabled>());
        expect_reverse(w.query<const position>(throng::related_to<likes>(hub)));
        EXPECT_FALSE(w.is_walked());
    }
}
TEST(backward, bodies_get_values_as_forward) {
    support::ledger values;
    world w;
    fill(w, 3000);
    std::vector<std::pair<int, const body*>> forward;
    std::vector<std::pair<int, const body*>> back;
    const auto q = w.query<position>(throng::optional<body>);
    q.each([&](const position& p, const body* b) { forward.emplace_back(p.x, b); });
    q.each(backward, [&](const position& p, const body* b) { back.emplace_back(p.x, b); });
    std::reverse(back.begin(), back.end());
    EXPECT_EQ(forward, back);
    w.query<position>().each(backward, [](position& p) { p.x = -1; });
    for (const auto& [e, p, b] : q.walk(backward)) EXPECT_EQ(p.x, -1);
}

// Rules 1, 2 of world.
TEST_P(walk_backward, each_destroys_itself_and_others) {
    fill_with(2500);
    entities visited;
    walk([&](entity e) {
        visited.push_back(e);
        const std::uint32_t i = e.index();
        if (i % 7 == 0 && i + 1 < all.size()) w.destroy(all[i + 1]);
        if (i % 7 == 1) w.destroy(all[i / 2]);
        if (i % 5 == 0 && i != 0) w.remove<position>(all[i - 1]);
        if (i % 3 == 0) w.destroy(e);
        return true;
    });
    std::vector<bool> gone(all.size());
    entities due;
    for (std::size_t i = all.size(); i-- != 0;) {
        if (gone[i]) continue;
        due.push_back(all[i]);
        if (i % 7 == 1) gone[i / 2] = true;
        if (i % 5 == 0 && i != 0) gone[i - 1] = true;
    }
    EXPECT_EQ(visited, due);
}
// Rule 3 of world.
TEST_P(walk_backward, leaves_newcomers_for_the_next) {
    fill_with(1500);
    for (const std::size_t i : {0U, 700U, 1499U}) w.destroy(all[i]), std::erase(expected, all[i]);
    w.remove<body>(all[3]);
    std::erase(expected, all[3]);
    entities visited;
    walk([&](entity e) {
        visited.push_back(e);
        if (visited.size() == 1) {
            w.add<body>(all[3], 1);
            // (They get the indices of the destroyed, and those of new pages.)
            for (int i = 0; i < 2000; ++i) w.create(position{}, body(1));
            w.remove<position>(all[9]);
            w.add<position>(all[9]);
            std::erase(expected, all[9]);
        }
        return true;
    });
    EXPECT_EQ(visited, expected);
    EXPECT_EQ(seen().size(), 1497U + 2000U);
}
TEST_P(walk_backward, of_nothing_and_of_what_comes) {
    EXPECT_EQ(seen(), entities{});
    fill_with(1);
    EXPECT_EQ(seen(), all);
}
// Rule 1 of world.
TEST_P(walk_backward, ends_when_all_are_cleared_or_removed_together) {
    for (const bool cleared : {true, false}) {
        fill_with(1200);
        std::size_t visits = 0;
        walk([&](entity) {
            if (++visits != 300) return true;
            if (cleared) w.clear();
            else EXPECT_EQ(w.remove<position>(w.query<>()), 1200U);
            return true;
        });
        EXPECT_EQ(visits, 300U);
    }
}
#if !defined(THRONG_AUDIT) || !THRONG_AUDIT
// (The audit build reports it.)
TEST_P(walk_backward, ends_with_its_world) {
    auto lone = std::make_unique<world>();
    for (int i = 0; i < 1100; ++i) lone->create(position{i});
    std::size_t visits = 0;
    walk_through(lone->query<position>(), GetParam(), [&](entity) {
        if (++visits == 90) lone.reset();
        return true;
    });
    EXPECT_EQ(visits, 90U);
}
#endif
// Rule 1 of world.
TEST_P(walk_backward, does_not_visit_what_is_removed_ahead_in_full_words) {
    fill_with(300);
    walk([&](entity e) {
        EXPECT_TRUE(w.has<position>(e));
        // (In words below the one that it stands in.)
        if (e == all[200]) {
            w.remove<position>(all[130]);
            w.destroy(all[5]);
        }
        if (e == all[64]) w.destroy(all[63]);
        expected.erase(std::remove(expected.begin(), expected.end(), e), expected.end());
        return true;
    });
    EXPECT_EQ(expected, (entities{all[130], all[63], all[5]}));
}
// Rule 1 of world.
TEST_P(walk_backward, sees_what_a_destructor_has_removed) {
    fill_with(1);
    for (const std::size_t from : {50U, 1024U, 1030U}) {
        entities those;
        for (std::size_t i = 0; i < 1100; ++i) {
            those.push_back(w.create(mark{}));
            w.add<support::at_its_end>(those[i], [this, is_it = i == from] {
                if (is_it) w.remove<mark>(w.query<mark>());
            });
        }
        std::size_t visits = 0;
        walk_through(w.query<const mark, const support::at_its_end>(), GetParam(), [&](entity e) {
            ++visits;
            EXPECT_TRUE(w.has<mark>(e));
            if (e == those[from]) w.destroy(e);
            return true;
        });
        EXPECT_EQ(visits, 1100 - from);
        w.destroy(w.query<>(all_of<support::at_its_end>));
    }
}
TEST_P(walk_backward, within_walks_of_both_directions) {
    fill_with(70);
    std::size_t outer = 0;
    walk([&](entity e) {
        ++outer;
        EXPECT_EQ(seen(), expected);
        std::size_t inner = 0;
        w.query<body>().each([&](entity x, body&) { EXPECT_EQ(x, all[inner++]); });
        for (const auto& [x, p] : w.query<position>()) {
            if (x == e) continue;
            walk([&](entity y) {
                if (y == x) return true;
                return false;
            });
            break;
        }
        return true;
    });
    EXPECT_EQ(outer, 70U);
    // Forward and backward at once: they meet, and take each other's next along.
    auto there = w.query<position>().walk(throng::residents);
    auto back = w.query<position>().walk(backward);
    for (std::size_t i = 0; i < 35; ++i) {
        EXPECT_EQ(there.next(), all[i]);
        EXPECT_EQ(back.next(), all[69 - i]);
        w.destroy(all[i]);
        w.destroy(all[69 - i]);
    }
    EXPECT_FALSE(there.next());
    EXPECT_FALSE(back.next());
}
TEST_P(walk_backward, may_be_left_and_may_throw) {
    fill_with(1200);
    std::size_t visits = 0;
    walk([&](entity e) {
        w.destroy(e);
        expected.erase(expected.begin());
        return ++visits != 100 || GetParam() == 0;
    });
    EXPECT_EQ(seen(), expected);
#if defined(__cpp_exceptions)
    visits = 0;
    fill_with(1100);
    const std::size_t n = seen().size();
    const auto body_of_walk = [&](entity e) {
        w.destroy(e);
        if (++visits == 80) throw visits;
        return true;
    };
    EXPECT_THROW(walk(body_of_walk), std::size_t);
    EXPECT_EQ(seen().size(), n - 80);
#endif
    EXPECT_FALSE(w.is_walked());
}
TEST_P(walk_backward, goes_on_where_contents_cannot_be_exchanged) {
    fill_with(1100);
    throng::byte_writer<> bytes;
    throng::save(w, bytes, throng::components<position>);
    throng::snapshot before(w);
    throng::rollback<int> frames(w, 3, [](int) {}, throng::components<position>);
    EXPECT_TRUE(frames.save(1));
    w.get<position>(all[4]).x = -4;
    entities visited;
    walk([&](entity e) {
        visited.push_back(e);
        if (visited.size() % 100 == 7) {
            EXPECT_FALSE(before.roll_back());
            EXPECT_FALSE(frames.load(1));
            EXPECT_FALSE(throng::restore(w, bytes.bytes(), throng::components<position>));
        }
        return true;
    });
    EXPECT_EQ(visited, expected);
    EXPECT_EQ(w.get<position>(all[4]).x, -4);
    EXPECT_TRUE(frames.load(1));
    EXPECT_EQ(w.get<position>(all[4]).x, 4);
    // Values that a walk may have written to are rolled back.
    EXPECT_TRUE(frames.save(2));
    w.query<position>().each(backward, [](position& p) { p.x = 7; });
    EXPECT_TRUE(frames.load(2));
    EXPECT_EQ(w.get<position>(all[4]).x, 4);
    EXPECT_EQ(seen(), expected);
}

TEST(backward, is_noted_as_one_that_may_have_written) {
    world w;
    for (int i = 0; i < 5000; ++i) w.create(position{i});
    throng::changes<position> changed(w);
    changed.clear();
    w.query<const position>().each(backward, [](const position&) {});
    EXPECT_TRUE(changed.empty());
    w.query<position>().each(backward, [](position& p) { ++p.x; });
    EXPECT_EQ(changed.size(), 5000U);
}
// Rule 5 of world.
TEST(backward, keeps_what_is_visited_and_nothing_else) {
    support::ledger values;
    world w;
    entities all;
    for (int i = 0; i < 150; ++i) all.push_back(w.create(position{i}, body(i)));
    int at = 150;
    w.query<const position, const body>().each(backward, [&](const position& p, const body& b) {
        --at;
        w.destroy(all[static_cast<std::size_t>(at)]);
        w.create(position{1000}, body(1000));
        EXPECT_EQ(p.x, at);
        EXPECT_EQ(b.id(), at);
        EXPECT_EQ(w.count<body>(), 150U);
        EXPECT_EQ(values.objects(), 151);
    });
    EXPECT_EQ(at, 0);
    EXPECT_EQ(values.objects(), 150);
    EXPECT_EQ(values.errors(), "");
}
TEST(backward, a_walk_is_kept_and_moved) {
    world w;
    entities all;
    for (int i = 0; i < 1100; ++i) all.push_back(w.create(position{i}));
    auto first = w.query<position>().walk(backward);
    std::size_t at = all.size();
    for (int i = 0; i < 40; ++i) EXPECT_EQ(first.next(), all[--at]);
    auto second = std::move(first);
    EXPECT_FALSE(first.next()); // NOLINT(bugprone-use-after-move): it is over
    EXPECT_TRUE(first.is_at_end());
    EXPECT_EQ(second.handle(), all[at]);
    w.destroy(all[at]);
    w.destroy(all[at - 1]);
    --at;
    for (int i = 0; i < 90; ++i) EXPECT_EQ(second.next(), all[--at]);
    first = std::move(second);
    EXPECT_EQ(first.handle(), all[at]);
    w.create(position{});
    while (at != 0) EXPECT_EQ(first.next(), all[--at]);
    EXPECT_FALSE(first.next());
    EXPECT_FALSE(first.next());
    w.create(position{});
    EXPECT_FALSE(first.next());
    EXPECT_TRUE(w.validate());
}

// The header's promise as a model: an entity is visited if it matched at the beginning, matches ever since,
// and none that is visited later has a higher index.
namespace {

class game {
  public:
    explicit game(std::uint64_t seed) : choose_(seed) {
        const unsigned n = std::array{3U, 70U, 300U, 2100U}[choose_.below(4)];
        for (unsigned i = 0; i < n; ++i) create();
        for (unsigned i = 0; i < n; ++i) edit();
    }
    void play() {
        for (int i = 0; i < 6; ++i) {
            for (unsigned n = choose_.below(30); n != 0; --n) edit();
            walk(0);
            EXPECT_TRUE(w_.validate());
            if (testing::Test::HasFailure()) return;
        }
        EXPECT_EQ(values_.errors(), "");
    }
    [[nodiscard]] std::size_t visits() const { return visits_; }

  private:
    enum part : unsigned { has_position = 1, has_body = 2, has_large = 4, has_mark = 8, is_off = 16, is_related = 32 };
    static constexpr unsigned parts = 6;
    struct being {
        entity e;
        bool alive = true;
        unsigned has = 0;
    };
    /// The terms of a query.
    struct asked {
        unsigned all;
        unsigned none;
        unsigned any;
        [[nodiscard]] bool by(const being& b) const {
            return b.alive && (b.has & all) == all && (b.has & none) == 0 && (any == 0 || (b.has & any) != 0);
        }
    };
    struct open_walk {
        asked terms;
        /// The beings that are still to be visited, by index.
        std::map<std::uint32_t, std::size_t> ahead;
    };

    void changed(std::size_t id) {
        for (open_walk* o : open_) {
            if (o->terms.by(beings_[id])) continue;
            const auto at = o->ahead.find(beings_[id].e.index());
            if (at != o->ahead.end() && at->second == id) o->ahead.erase(at);
        }
    }
    void create() {
        const bool bare = choose_.below(4) == 0;
        const entity e = bare ? w_.create() : w_.create(position{}, body(1));
        beings_.push_back({e, true, bare ? 0U : has_position | has_body});
    }
    std::size_t any() { return choose_.below(static_cast<unsigned>(beings_.size())); }
    void edit() { edit(any()); }
    void edit(std::size_t id) {
        const unsigned kind = choose_.below(24);
        being& b = beings_[id];
        if (kind < 3) return create();
        if (kind < 6) {
            EXPECT_EQ(w_.destroy(b.e), b.alive);
            b.alive = false;
            return changed(id);
        }
        if (kind == 6) {
            if (choose_.below(4) != 0) return;
            const bool of_position = choose_.below(2) == 0;
            const unsigned lost = of_position ? has_position : has_body;
            const asked those{has_mark, is_off, 0};
            if (of_position) w_.remove<position>(w_.query<>(all_of<mark>));
            else w_.remove<body>(w_.query<>(all_of<mark>));
            for (std::size_t i = 0; i < beings_.size(); ++i) {
                if (!those.by(beings_[i])) continue;
                beings_[i].has &= ~lost;
                changed(i);
            }
            return;
        }
        if (!b.alive) return;
        const unsigned p = 1U << choose_.below(parts);
        if ((b.has & p) == 0) add(b, p);
        else remove(b, p);
        b.has ^= p;
        changed(id);
        if (choose_.below(4) != 0) return;
        // It leaves and is back, or the other way round.
        if ((b.has & p) == 0) add(b, p);
        else remove(b, p);
        b.has ^= p;
        changed(id);
    }
    void add(const being& b, unsigned p) {
        if (p == has_position) w_.add<position>(b.e);
        else if (p == has_body) w_.add<body>(b.e, 1);
        else if (p == has_large) w_.add<large>(b.e, 1);
        else if (p == has_mark) w_.add<mark>(b.e);
        else if (p == is_off) w_.disable(b.e);
        else liking_.relate(b.e, hub_);
    }
    void remove(const being& b, unsigned p) {
        if (p == has_position) w_.remove<position>(b.e);
        else if (p == has_body) w_.remove<body>(b.e);
        else if (p == has_large) w_.remove<large>(b.e);
        else if (p == has_mark) w_.remove<mark>(b.e);
        else if (p == is_off) w_.enable(b.e);
        else liking_.unrelate(b.e, hub_);
    }
    void walk(unsigned depth) {
        switch (choose_.below(7)) {
        case 0:
            return walk(depth, {has_position, is_off, 0}, w_.query<position>());
        case 1:
            return walk(depth, {has_position | has_body, is_off, 0}, w_.query<const position, body>());
        case 2:
            return walk(depth, {has_large, is_off, 0}, w_.query<large>());
        case 3:
            return walk(depth, {has_body, has_mark | is_off, 0}, w_.query<body>(none_of<mark>));
        case 4:
            return walk(depth, {0, is_off, has_mark | has_large}, w_.query<>(any_of<mark, large>));
        case 5:
            return walk(depth, {has_position, 0, 0}, w_.query<position>(throng::optional<body>, throng::with_disabled));
        default:
            return walk(depth, {has_body | is_related, is_off, 0}, w_.query<body>(throng::related_to<likes>(hub_)));
        }
    }
    template <class Query> void walk(unsigned depth, const asked& terms, const Query& q) {
        open_walk its{terms, {}};
        for (std::size_t i = 0; i < beings_.size(); ++i) {
            if (terms.by(beings_[i])) its.ahead[beings_[i].e.index()] = i;
        }
        open_.push_back(&its);
        const unsigned how = choose_.below(4);
        const unsigned rarely = choose_.below(2) == 0 ? 3 : 60;
        bool left = false;
        walk_through(q, how, [&](entity e) {
            ++visits_;
            if (its.ahead.empty()) {
                ADD_FAILURE() << "one more is visited";
                return false;
            }
            const auto at = std::prev(its.ahead.end());
            const std::size_t id = at->second;
            its.ahead.erase(at);
            EXPECT_EQ(beings_[id].e, e);
            if (choose_.below(rarely) == 0) {
                for (unsigned n = choose_.below(4); n != 0; --n) edit(choose_.below(3) == 0 ? id : any());
                if (!its.ahead.empty() && choose_.below(3) == 0) edit(std::prev(its.ahead.end())->second);
                if (depth < 2 && choose_.below(8) == 0) walk(depth + 1);
            }
            left = testing::Test::HasFailure() || choose_.below(2000) == 0;
            return !left;
        });
        EXPECT_TRUE(left || its.ahead.empty()) << "one is left out";
        open_.pop_back();
    }

    contract::dice choose_;
    support::ledger values_;
    world w_;
    throng::relation<likes> liking_{w_};
    entity hub_ = w_.create();
    std::vector<being> beings_;
    std::vector<open_walk*> open_;
    std::size_t visits_ = 0;
};

} // namespace

// Rules 1, 2, 3, 5 of world.
TEST(backward, random_edits) {
    std::size_t visits = 0;
    for (std::uint64_t seed = 1; visits < 400'000; ++seed) {
        game g(seed);
        g.play();
        visits += g.visits();
        ASSERT_FALSE(HasFailure()) << "seed " << seed;
    }
}
