// needs exceptions
// Functions that an operation of a collection calls, comparisons, predicates, hooks, copies, constructors, destructors
// and listeners, edit the collection or another one at each call in turn, or throw. Afterwards the collections are
// whole, hold each element once, and have the order that their headers promise.

#include "support/meddling.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/each_pair.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/snapshot_of.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using meddling::body;
using meddling::expect_whole;
using meddling::ids;
using meddling::its_plan;
using throwing = meddling::plan::throwing;

/// Two collections, of which the first one is operated on.
template <class C> struct game {
    C all;
    C other;
    C third;
    std::unique_ptr<C> moved;
    std::vector<throng::handle<body>> known;
    int next = 100;
    game() {
        for (int i = 0; i < 12; ++i) known.push_back(all.emplace(i * 5 % 12));
        for (int i = 0; i < 6; ++i) other.emplace(50 + i);
        commit();
        for (C* c : {&all, &other, &third}) {
            c->on_add([](body&) { its_plan.call(true, true); });
            c->on_remove([](body&) { its_plan.call(true, true); });
        }
    }
    void commit() {
        if constexpr (requires { all.commit(); }) {
            all.commit(), other.commit(), third.commit();
            if (moved != nullptr) moved->commit();
        }
    }
    void check() {
        commit();
        expect_whole(all);
        expect_whole(other);
        expect_whole(third);
        if (moved != nullptr) expect_whole(*moved);
    }
};
template <class Game> std::vector<meddling::edit<Game>> meddlings() {
    return {
        [](Game& g) { g.all.remove(g.known[3]), g.all.remove(g.known[4]), g.all.remove(g.known[5]); },
        [](Game& g) { g.all.clear(); },
        [](Game& g) { g.all.clear(), g.other.clear(); },
        [](Game& g) {
            for (int i = 0; i < 300; ++i) g.all.emplace(g.next++), g.other.emplace(g.next++);
        },
        [](Game& g) {
            if (auto* const x = g.all.get(g.known[7])) g.all.remove(*x);
            g.all.emplace(g.next++);
            g.commit();
        },
        [](Game& g) { (void)g.all.take(g.other); },
        [](Game& g) { (void)g.other.take(g.all); },
        [](Game& g) {
            if (body* const first = g.other.walk(throng::residents).next()) (void)g.all.take(g.other, *first);
        },
        [](Game& g) { g.all.remove_if([](const body& b) { return b.id() % 2 == 0; }); },
        [](Game& g) { g.all.trim(), g.other.trim(), (void)g.all.reserve(1000); },
    };
}
/// Edits that exchange whole contents: legal in hooks and predicates.
template <class Game> std::vector<meddling::edit<Game>> exchanges() {
    return {
        [](Game& g) { g.all.swap(g.other); },
        [](Game& g) { g.third.swap(g.all); },
        [](Game& g) { g.all.swap(g.other), g.third.emplace(g.next++), g.third.swap(g.all); },
        [](Game& g) {
            g.third.swap(g.all);
            for (int i = 0; i < 300; ++i) g.all.emplace(g.next++), g.third.emplace(g.next++);
            g.third.remove_if([](const body& b) { return b.id() % 2 == 0; });
            g.third.trim();
        },
        [](Game& g) { g.third = std::move(g.all); },
        [](Game& g) { g.all = std::move(g.other); },
        [](Game& g) { g.other = std::move(g.all), g.all.emplace(g.next++); },
        [](Game& g) {
            g.third.emplace(g.next++);
            if constexpr (std::is_copy_assignable_v<decltype(g.all)>) g.all = g.third;
            g.third.clear();
        },
        [](Game& g) { g.all = decltype(g.all)(), g.all.emplace(g.next++); },
        [](Game& g) {
            g.moved = std::make_unique<decltype(g.all)>(std::move(g.all));
            g.moved->emplace(g.next++);
            g.all.emplace(g.next++);
            g.other.swap(*g.moved);
        },
    };
}
template <class Game>
void at_each_call(const meddling::edit<Game>& operation, const std::function<void(Game&, bool)>& check = {}) {
    meddling::at_each_call<Game>(meddlings<Game>(), operation, [&](Game& g, bool thrown) {
        ASSERT_NO_FATAL_FAILURE(g.check());
        if (check) {
            ASSERT_NO_FATAL_FAILURE(check(g, thrown));
        }
    });
}

/// The same with exchanges of contents, in hooks and predicates.
template <class Game> void exchanged_at_each_call(const meddling::edit<Game>& operation) {
    meddling::at_each_call<Game>(
        exchanges<Game>(), operation, [](Game& g, bool) { g.check(); }, meddling::calls::that_may_exchange);
}

template <class C> class meddlers : public testing::Test {};
using collections =
    testing::Types<throng::list<body>, throng::bag<body>, throng::pool<body>, throng::buffered_list<body>>;
TYPED_TEST_SUITE(meddlers, collections);

TYPED_TEST(meddlers, of_a_sort) {
    if constexpr (requires(TypeParam& c) { c.sort(); }) {
        using game_type = game<TypeParam>;
        static std::vector<int> before;
        at_each_call<game_type>(
            [](game_type& g) {
                before = ids(g.all);
                g.all.sort([](const body& a, const body& b) { return its_plan.call(true), a.id() < b.id(); });
            },
            [](game_type& g, bool thrown) {
                std::vector<int> all = ids(g.all);
                if (thrown) {
                    ASSERT_EQ(all, before);
                    return;
                }
                // Those of the beginning are sorted, and stand before those that came.
                const std::set<int> old(before.begin(), before.end());
                std::size_t n = 0;
                while (n < all.size() && old.contains(all[n])) ++n;
                for (std::size_t i = 1; i < n; ++i) ASSERT_LT(all[i - 1], all[i]);
                for (std::size_t i = n; i < all.size(); ++i) ASSERT_FALSE(old.contains(all[i]));
            });
    }
}
TYPED_TEST(meddlers, of_a_sort_that_waits) {
    if constexpr (requires(TypeParam& c) { c.sort(); }) {
        using game_type = game<TypeParam>;
        for (const bool throws : {false, true}) {
            for (int moment = 0; moment < 40; ++moment) {
                game_type g;
                const std::vector<int> before = ids(g.all);
                {
                    auto w = g.all.walk(throng::live);
                    (void)w.next();
                    g.all.sort([](const body& a, const body& b) { return its_plan.call(true), a.id() < b.id(); });
                    its_plan = {[&] { g.all.remove(g.known[2]), g.all.emplace(g.next++), g.commit(); }, moment,
                                throws ? throwing::once : throwing::no};
                }
                its_plan.countdown = -1;
                ASSERT_NO_FATAL_FAILURE(g.check());
                if (throws && its_plan.has_come) {
                    ASSERT_EQ(ids(g.all), before);
                } else {
                    ASSERT_EQ(ids(g.all).front(), 0);
                }
            }
        }
    }
}
TYPED_TEST(meddlers, of_pairs) {
    using game_type = game<TypeParam>;
    at_each_call<game_type>(
        [](game_type& g) {
            std::set<std::pair<int, int>> seen;
            throng::each_pair(g.all, [&](body& a, body& b) {
                EXPECT_TRUE(seen.emplace(a.id(), b.id()).second) << "each pair once";
                EXPECT_FALSE(seen.contains({b.id(), a.id()}));
                EXPECT_TRUE(g.all.contains(a) && g.all.contains(b));
                const int first = a.id();
                const int second = b.id();
                its_plan.call(true);
                EXPECT_EQ(a.id() < 0 ? first : a.id(), first) << "kept, but for what has been moved out of it";
                EXPECT_EQ(b.id() < 0 ? second : b.id(), second);
            });
            throng::each_pair(g.all, g.other, [&](body&, body&) { its_plan.call(true); });
        },
        {});
}
TYPED_TEST(meddlers, of_a_range_that_is_added) {
    using game_type = game<TypeParam>;
    std::vector<body> range;
    for (int i = 0; i < 5; ++i) range.emplace_back(1000 + i);
    at_each_call<game_type>([&](game_type& g) { g.all.add_range(range); });
}
TYPED_TEST(meddlers, of_what_is_taken) {
    using game_type = game<TypeParam>;
    at_each_call<game_type>([](game_type& g) { (void)g.all.take(g.other); });
    at_each_call<game_type>([](game_type& g) { (void)g.other.take(g.all, g.known[6]); });
}
TYPED_TEST(meddlers, of_removals) {
    using game_type = game<TypeParam>;
    at_each_call<game_type>(
        [](game_type& g) { g.all.remove_if([](const body& b) { return its_plan.call(true), b.id() % 2 == 0; }); });
    at_each_call<game_type>([](game_type& g) { g.all.clear(); });
    at_each_call<game_type>(
        [](game_type& g) { g.all.update([](body& b) { return its_plan.call(true), b.id() % 3 != 0; }); });
}

TYPED_TEST(meddlers, exchange_contents) {
    using game_type = game<TypeParam>;
    exchanged_at_each_call<game_type>([](game_type& g) {
        g.all.emplace(g.next++);
        g.all.emplace_back(g.next++);
        g.all.push_back(body(g.next++));
    });
    exchanged_at_each_call<game_type>([](game_type& g) { g.all.remove(g.known[3]); });
    exchanged_at_each_call<game_type>([](game_type& g) { g.all.clear(); });
    exchanged_at_each_call<game_type>([](game_type& g) {
        g.all.remove_if([](const body& b) { return its_plan.call(true, true), b.id() % 2 == 0; });
    });
    exchanged_at_each_call<game_type>(
        [](game_type& g) { g.all.update([](body& b) { return its_plan.call(true, true), b.id() % 3 != 0; }); });
    exchanged_at_each_call<game_type>([](game_type& g) {
        const auto some = g.known;
        g.all.each(some, [](body& b) { return its_plan.call(true, true), b.id() % 3 != 0; });
    });
    exchanged_at_each_call<game_type>([](game_type& g) {
        (void)g.all.visit(g.known[2], [&](body& b) {
            its_plan.call(true, true);
            EXPECT_NE(b.id(), -2) << "it can be read";
        });
    });
    exchanged_at_each_call<game_type>([](game_type& g) { (void)g.all.take(g.other); });
    exchanged_at_each_call<game_type>([](game_type& g) { (void)g.other.take(g.all, g.known[6]); });
    exchanged_at_each_call<game_type>([](game_type& g) {
        throng::each_pair(g.all, [&](body&, body&) { its_plan.call(true, true); });
        throng::each_pair(g.all, g.other, [&](body&, body&) { its_plan.call(true, true); });
    });
}

TYPED_TEST(meddlers, of_an_image_throw) {
    for (int moment = 0;; ++moment) {
        {
            game<TypeParam> g;
            const std::vector<int> before = ids(g.all);
            const auto h = g.known[4];
            its_plan = {{}, moment, throwing::once};
            std::optional<throng::snapshot_of<TypeParam>> then;
            try {
                then.emplace(g.all);
            } catch (int) {
            }
            its_plan.countdown = -1;
            const bool taken = !its_plan.has_come;
            ASSERT_EQ(then.has_value(), taken);
            ASSERT_NO_FATAL_FAILURE(g.check());
            ASSERT_EQ(ids(g.all), before);
            if (taken) {
                g.all.remove(h);
                for (int i = 0; i < 400; ++i) g.all.emplace(g.next++);
                g.commit();
                const std::vector<int> after = ids(g.all);
                for (int n = 0;; ++n) {
                    its_plan = {{}, n, throwing::once};
                    try {
                        ASSERT_TRUE(then->roll_back(g.all));
                    } catch (int) {
                    }
                    its_plan.countdown = -1;
                    ASSERT_NO_FATAL_FAILURE(g.check());
                    if (!its_plan.has_come) break;
                    ASSERT_EQ(ids(g.all), after);
                    ASSERT_FALSE(g.all.contains(h));
                }
                ASSERT_EQ(ids(g.all), before);
                ASSERT_TRUE(g.all.contains(h));
                moment = -2;
            }
        }
        ASSERT_EQ(body::living, 0);
        if (moment == -2) break;
    }
}

} // namespace
