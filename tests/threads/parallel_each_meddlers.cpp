// Hooks that edit the collection while parallel_each removes elements: the outcome is that of a model.
#include <throng/bag.hpp>
#include <throng/list.hpp>
#include <throng/parallel_each.hpp>
#include <throng/parts/in_sequence.hpp>
#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace {

struct thing {
    int id;
    bool stays;
};

template <class C> class parallel_meddlers : public testing::Test {};
using collections = testing::Types<throng::list<thing>, throng::bag<thing>, throng::pool<thing>>;
TYPED_TEST_SUITE(parallel_meddlers, collections);

TYPED_TEST(parallel_meddlers, only_what_was_visited_is_removed) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        const auto one_in = [&](unsigned n) { return random() % n == 0; };
        TypeParam all;
        std::map<int, throng::handle<thing>> there; // the model
        int next = 0;
        const auto add = [&](bool stays) {
            there[next] = all.add({next, stays});
            ++next;
        };
        for (int i = 0; i < 200; ++i) add(!one_in(3));
        // Slots in the middle are free.
        for (int i = 0; i < 200; ++i) {
            if (one_in(4)) all.remove(there.at(i)), there.erase(i);
        }
        std::set<int> condemned;
        std::set<int> visited;
        for (const auto& [id, h] : there) {
            visited.insert(id);
            if (!all.get(h)->stays) condemned.insert(id);
        }
        std::vector<int> told;
        all.on_remove([&](thing& t) {
            told.push_back(t.id);
            there.erase(t.id);
            if (there.size() < 3) return;
            if (one_in(3)) {
                const auto victim = std::next(there.begin(), static_cast<std::ptrdiff_t>(random() % there.size()));
                (void)all.remove(victim->second);
            }
            if (one_in(2)) add(one_in(2));
        });
        std::set<int> seen;
        throng::parallel_each(throng::in_sequence(), all, [&](thing& t) { return seen.insert(t.id), t.stays; });
        EXPECT_EQ(seen, visited);
        for (const int id : condemned) EXPECT_FALSE(there.contains(id)) << "seed " << seed;
        std::set<int> left;
        for (const thing& t : all) left.insert(t.id);
        std::set<int> expected;
        for (const auto& [id, h] : there) expected.insert(id);
        ASSERT_EQ(left, expected) << "seed " << seed;
        // Elements that hooks have added are removed by hooks only.
        const std::set<int> removed(told.begin(), told.end());
        for (int id = 200; id < next; ++id) EXPECT_NE(left.contains(id), removed.contains(id));
        ASSERT_TRUE(all.validate());
    }
}

/// Empty pages are released, and others get their memory, while it is under way.
TYPED_TEST(parallel_meddlers, pages_go_meanwhile) {
    TypeParam all;
    for (int i = 0; i < 5000; ++i) all.add({i, i % 50 == 49});
    int told = 0;
    all.on_remove([&](thing& t) {
        if (++told == 1) {
            for (thing& x : all) {
                if (x.id < 3000) all.remove(x);
            }
            all.trim();
            for (int i = 0; i < 3000; ++i) all.add({10'000 + i, false});
        }
        (void)t;
    });
    throng::parallel_each(throng::in_sequence(), all, [](thing& t) { return t.stays; });
    EXPECT_EQ(all.size(), 3000U + 40U);
    EXPECT_TRUE(all.validate());
}

} // namespace
