// needs exceptions
// Constructors, destructors, copies, predicates, updates, ends and hooks of what is in a tree or in layers edit it at
// each call in turn, or throw. Afterwards it is whole, holds each object once, and each object has ended once.

#include "support/meddling.hpp"

#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>
#include <throng/snapshot_of.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using meddling::body;
using meddling::ends;
using meddling::ids;
using meddling::its_plan;

enum class on { back, middle, front, count };
using tree = throng::tree<body>;
using layers = throng::layers<on, body>;

/// How often the hook of ends has been called for each object of layers.
std::map<int, int> told;

/// Five objects without a parent, with branches of three levels.
struct tree_game {
    tree all;
    std::vector<tree::handle_type> known;
    int next = 100;
    tree_game() {
        for (int i = 0; i < 20; ++i)
            known.push_back(i < 5 ? all.emplace(i) : all.emplace_child(known[static_cast<std::size_t>(i / 3)], i));
        all.on_add([](body&) { its_plan.call(true); });
        all.on_remove([](body&) { its_plan.call(true); });
    }
    [[nodiscard]] body* at(std::size_t i) { return all.get(known[i]); }
};
/// Six objects in each of two layers.
struct layers_game {
    layers all;
    std::vector<layers::handle_type> known;
    int next = 100;
    layers_game() {
        told.clear();
        for (int i = 0; i < 12; ++i) known.push_back(all.emplace(i < 6 ? on::back : on::front, i));
        all.each_layer([](auto& l) {
            l.on_add([](body&) { its_plan.call(true); });
            l.on_remove([](body&) { its_plan.call(true); });
            l.on_expired([](body& b) {
                ++told[b.id()];
                its_plan.call(true);
            });
            l.on_updated([](body&) { its_plan.call(true); });
        });
    }
    [[nodiscard]] body* at(std::size_t i) { return all.get(known[i]); }
};

std::vector<meddling::edit<tree_game>> meddlings(tree_game*) {
    return {
        [](tree_game& g) { g.all.remove(g.known[1]); },
        [](tree_game& g) { g.all.remove(g.known[6]), g.all.remove(g.known[17]), g.all.remove(g.known[0]); },
        [](tree_game& g) { g.all.clear(); },
        [](tree_game& g) {
            for (int i = 0; i < 100; ++i) {
                g.all.emplace(g.next++);
                g.all.emplace_child(g.known[static_cast<std::size_t>(i) % g.known.size()], g.next++);
            }
        },
        [](tree_game& g) {
            for (std::size_t i = 0; i < 20; ++i) {
                body* const a = g.at(i);
                body* const b = g.at(i * 7 % 20);
                if (a != nullptr && b != nullptr) (void)g.all.reparent(*a, *b);
            }
        },
        [](tree_game& g) {
            for (std::size_t i = 0; i < 20; ++i) {
                body* const a = g.at(i);
                body* const b = g.at((i * 3 + 5) % 20);
                if (a != nullptr && b != nullptr) (void)g.all.move_before(*a, *b);
            }
            if (body* const b = g.at(5)) (void)g.all.detach(*b);
        },
        [](tree_game& g) {
            g.all.remove_if([](const body& b) { return b.id() % 2 == 1; });
            g.all.emplace(g.next++);
            g.all.trim();
        },
        [](tree_game& g) {
            g.all.sort([](const body& a, const body& b) { return b.id() < a.id(); });
            g.all.sort_children(g.known[1], [](const body& a, const body& b) { return b.id() < a.id(); });
        },
        [](tree_game& g) { g.all.update(1.0); },
    };
}
std::vector<meddling::edit<layers_game>> meddlings(layers_game*) {
    return {
        [](layers_game& g) { g.all.remove(g.known[1]), g.all.remove(g.known[2]), g.all.remove(g.known[7]); },
        [](layers_game& g) { g.all.clear(); },
        [](layers_game& g) {
            for (int i = 0; i < 100; ++i) g.all.emplace(static_cast<on>(i % 3), g.next++);
        },
        [](layers_game& g) {
            for (std::size_t i = 0; i < 12; ++i) {
                if (body* const b = g.at(i)) (void)g.all.move(*b, static_cast<on>(i % 3));
            }
        },
        [](layers_game& g) {
            (void)g.all.update_order({on::front, on::middle, on::back});
            g.all.remove_if([](const body& b) { return b.id() % 2 == 1; });
            g.all.trim();
        },
        [](layers_game& g) { (void)g.all[on::middle].take(g.all[on::front]); },
        [](layers_game& g) { g.all[on::back].sort([](const body& a, const body& b) { return b.id() < a.id(); }); },
        [](layers_game& g) { g.all.update(1.0); },
    };
}

template <class Game> void expect_whole(Game& g) {
    ASSERT_NO_FATAL_FAILURE(meddling::expect_whole(g.all));
    for (const int id : ids(g.all)) ASSERT_EQ(ends[id], 0) << id;
    for (const auto& [id, times] : ends) ASSERT_LE(times, 1) << id;
}
/// Whatever happens at any call, an object that was there before has ended once, or is there.
template <class Game> void at_each_call(const meddling::edit<Game>& operation) {
    meddling::at_each_call<Game>(meddlings(static_cast<Game*>(nullptr)), operation, [](Game& g, bool) {
        ASSERT_NO_FATAL_FAILURE(expect_whole(g));
        for (std::size_t i = 0; i < g.known.size(); ++i) {
            const int id = static_cast<int>(i);
            ASSERT_EQ(ends[id], g.at(i) == nullptr ? 1 : 0) << id;
            if (std::is_same_v<Game, layers_game>) {
                ASSERT_EQ(told[id], ends[id]) << id;
            }
        }
        g.all.clear();
        ASSERT_TRUE(g.all.empty());
    });
}

TEST(meddlers, of_additions_to_a_tree) {
    at_each_call<tree_game>([](tree_game& g) {
        g.all.emplace(50);
        g.all.emplace_child(g.known[2], 51);
        if (body* const b = g.at(8)) g.all.insert_before(*b, body(52));
        if (body* const b = g.at(9)) g.all.insert_after(*b, body(53));
    });
}
TEST(meddlers, of_removals_from_a_tree) {
    at_each_call<tree_game>([](tree_game& g) { g.all.remove(g.known[1]); });
    at_each_call<tree_game>([](tree_game& g) { g.all.clear(); });
    at_each_call<tree_game>(
        [](tree_game& g) { g.all.remove_if([](const body& b) { return its_plan.call(true), b.id() % 3 == 0; }); });
}
TEST(meddlers, of_walks_of_a_tree) {
    at_each_call<tree_game>([](tree_game& g) { g.all.update(1.0); });
    at_each_call<tree_game>([](tree_game& g) { g.all.update(throng::residents, 1.0); });
    for (const auto order : {throng::tree_order::pre, throng::tree_order::post, throng::tree_order::level}) {
        at_each_call<tree_game>([order](tree_game& g) {
            std::set<int> seen;
            g.all.each(order, throng::residents, [&](body& b) {
                EXPECT_TRUE(seen.insert(b.id()).second);
                EXPECT_LT(b.id(), 20);
                its_plan.call(true);
                EXPECT_GE(b.id(), 0) << "it is kept";
            });
        });
    }
}
TEST(meddlers, of_layers) {
    at_each_call<layers_game>([](layers_game& g) { g.all.update(1.0); });
    at_each_call<layers_game>([](layers_game& g) { g.all.update(throng::residents, 1.0); });
    at_each_call<layers_game>([](layers_game& g) { g.all.clear(); });
    at_each_call<layers_game>([](layers_game& g) { g.all.prune(); });
    at_each_call<layers_game>(
        [](layers_game& g) { g.all.remove_if([](const body& b) { return its_plan.call(true), b.id() % 3 == 0; }); });
}
TEST(meddlers, of_moves_between_layers) {
    at_each_call<layers_game>([](layers_game& g) {
        for (const std::size_t i : {2U, 8U}) {
            if (body* const b = g.at(i)) (void)g.all.move(*b, on::middle);
        }
    });
    at_each_call<layers_game>([](layers_game& g) { (void)g.all[on::front].take(g.all[on::back]); });
}

/// Twelve objects in one list and six in another one, whose hooks and objects exchange the contents of lists.
struct lists_game {
    using list = throng::entity_list<body>;
    list all;
    list other;
    list third;
    int next = 100;
    lists_game() {
        for (int i = 0; i < 12; ++i) all.emplace(i);
        for (int i = 12; i < 18; ++i) other.emplace(i);
        for (list* l : {&all, &other, &third}) {
            l->on_add([](body&) { its_plan.call(true, true); });
            l->on_remove([](body&) { its_plan.call(true, true); });
            l->on_expired([](body&) { its_plan.call(true, true); });
            l->on_updated([](body&) { its_plan.call(true, true); });
        }
    }
};
void exchanged_at_each_call(const meddling::edit<lists_game>& operation) {
    const std::vector<meddling::edit<lists_game>> exchanges{
        [](lists_game& g) { g.all.swap(g.other); },
        [](lists_game& g) { g.third.swap(g.all), g.all.emplace(g.next++); },
        [](lists_game& g) { g.third = std::move(g.all); },
        [](lists_game& g) { g.all = std::move(g.other); },
        [](lists_game& g) { g.other = std::move(g.all), g.all.emplace(g.next++); },
        [](lists_game& g) { g.all = lists_game::list(), g.all.emplace(g.next++); },
        [](lists_game& g) { g.all.swap(g.other), g.other.clear(); },
        [](lists_game& g) {
            lists_game::list moved(std::move(g.all));
            g.all.emplace(g.next++);
            g.third.swap(moved);
        },
    };
    meddling::at_each_call<lists_game>(
        exchanges, operation,
        [](lists_game& g, bool) {
            std::map<int, int> there;
            for (lists_game::list* l : {&g.all, &g.other, &g.third}) {
                ASSERT_NO_FATAL_FAILURE(meddling::expect_whole(*l));
                for (const int id : ids(*l)) ++there[id];
            }
            for (int id = 0; id < 18; ++id) ASSERT_EQ(there[id] + ends[id], 1) << id;
        },
        meddling::calls::that_may_exchange);
}
TEST(meddlers, exchange_lists_of_entities) {
    exchanged_at_each_call([](lists_game& g) { g.all.update(1.0); });
    exchanged_at_each_call([](lists_game& g) { g.all.update(throng::residents, 1.0); });
    exchanged_at_each_call([](lists_game& g) { g.all.prune(); });
    exchanged_at_each_call([](lists_game& g) { g.all.clear(); });
    exchanged_at_each_call([](lists_game& g) { g.all.remove(*g.all.nth(3)); });
    exchanged_at_each_call([](lists_game& g) { g.all = std::move(g.other); });
    exchanged_at_each_call([](lists_game& g) { (void)g.all.transfer(*g.all.nth(3), g.other); });
    exchanged_at_each_call([](lists_game& g) { (void)g.all.take(g.other); });
    exchanged_at_each_call([](lists_game& g) {
        g.all.remove_if([](const body& b) { return its_plan.call(true, true), b.id() % 3 == 0; });
    });
    exchanged_at_each_call([](lists_game& g) {
        auto w = g.all.walk(throng::live);
        while (body* const b = w.next()) {
            if (b->id() % 2 == 0) (void)w.remove();
        }
    });
}

/// An image that cannot be taken, or rolled back to, has no effect.
template <class Game, class All> void images_that_throw() {
    for (int moment = 0; moment >= 0; ++moment) {
        {
            Game g;
            const std::vector<int> before = ids(g.all);
            its_plan = {{}, moment, meddling::plan::throwing::once};
            std::optional<throng::snapshot_of<All>> then;
            try {
                then.emplace(g.all);
            } catch (int) {
            }
            its_plan.countdown = -1;
            ASSERT_EQ(then.has_value(), !its_plan.has_come);
            ends.clear();
            ASSERT_NO_FATAL_FAILURE(expect_whole(g));
            ASSERT_EQ(ids(g.all), before);
            if (then) {
                meddlings(&g)[3](g);
                g.all.remove(g.known[4]);
                const std::vector<int> after = ids(g.all);
                ASSERT_NE(after, before);
                for (int n = 0; n >= 0; ++n) {
                    its_plan = {{}, n, meddling::plan::throwing::once};
                    try {
                        ASSERT_TRUE(then->roll_back(g.all));
                    } catch (int) {
                    }
                    its_plan.countdown = -1;
                    ASSERT_TRUE(g.all.validate());
                    ASSERT_EQ(ids(g.all), its_plan.has_come ? after : before);
                    ASSERT_EQ(g.at(4) != nullptr, !its_plan.has_come);
                    if (!its_plan.has_come) break;
                }
                moment = -2;
            }
        }
        ASSERT_EQ(body::living, 0);
    }
}
TEST(meddlers, of_an_image_throw) {
    images_that_throw<tree_game, tree>();
    images_that_throw<layers_game, layers>();
}

} // namespace
