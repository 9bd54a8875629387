#include "support/tracked.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/each_pair.hpp>
#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>
#include <throng/linked_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>
#include <throng/weak_list.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace {

using support::tracked;
using pairs = std::vector<std::pair<int, int>>;

pairs all_of(int n) {
    pairs all;
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j) all.emplace_back(i, j);
    return all;
}

class each_pair : public testing::Test {
  protected:
    void fill(int n) {
        for (int i = 0; i < n; ++i) list_.emplace_back(i);
    }
    bool remove(int id) {
        for (tracked& x : list_)
            if (x.id() == id) return list_.remove(x);
        return false;
    }
    template <class Edit> pairs pairs_with(Edit edit) {
        pairs seen;
        throng::each_pair(list_, [&](tracked& a, tracked& b) {
            seen.emplace_back(a.id(), b.id());
            edit(a, b);
            EXPECT_EQ(a.id(), seen.back().first) << "kept to the end of the call";
            EXPECT_EQ(b.id(), seen.back().second) << "kept to the end of the call";
        });
        return seen;
    }

    support::ledger ledger_;
    throng::list<tracked> list_;
};

TEST_F(each_pair, every_pair_once_in_order) {
    for (const int n : {0, 1, 2, 3, 64, 65, 200}) {
        list_.clear();
        fill(n);
        EXPECT_EQ(pairs_with([](auto&, auto&) {}), all_of(n)) << n;
    }
}

TEST_F(each_pair, after_removals) {
    fill(300);
    list_.remove_if([](const tracked& x) { return x.id() % 7 != 0; });
    pairs expected;
    for (const auto& [i, j] : all_of(43)) expected.emplace_back(7 * i, 7 * j);
    EXPECT_EQ(pairs_with([](auto&, auto&) {}), expected);
}

TEST_F(each_pair, the_first_dies) {
    fill(5);
    EXPECT_EQ(pairs_with([&](auto& a, auto& b) {
                  if (a.id() == 1 && b.id() == 3) list_.remove(a);
              }),
              (pairs{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}}));
    EXPECT_EQ(ledger_.deaths(1), 1);
}

TEST_F(each_pair, the_second_dies) {
    fill(5);
    EXPECT_EQ(pairs_with([&](auto& a, auto& b) {
                  if (a.id() == 0 && b.id() == 2) list_.remove(b);
              }),
              (pairs{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 3}, {1, 4}, {3, 4}}));
}

TEST_F(each_pair, both_die) {
    fill(6);
    EXPECT_EQ(pairs_with([&](auto& a, auto& b) {
                  list_.remove(a);
                  list_.remove(b);
              }),
              (pairs{{0, 1}, {2, 3}, {4, 5}}));
    EXPECT_TRUE(list_.empty());
    EXPECT_EQ(ledger_.live(), 0);
}

TEST_F(each_pair, others_die_and_newcomers_wait) {
    fill(6);
    EXPECT_EQ(pairs_with([&](auto& a, auto& b) {
                  if (a.id() == 0 && b.id() == 1) {
                      remove(4);
                      list_.emplace_back(100);
                  }
                  if (a.id() == 1 && b.id() == 2) remove(0);
                  if (a.id() == 2) remove(1);
              }),
              (pairs{{0, 1}, {0, 2}, {0, 3}, {0, 5}, {1, 2}, {1, 3}, {1, 5}, {2, 3}, {2, 5}, {3, 5}}));
    EXPECT_EQ(list_.size(), 4U);
}

TEST_F(each_pair, all_die) {
    fill(50);
    EXPECT_EQ(pairs_with([&](auto& a, auto& b) {
                  if (a.id() == 3 && b.id() == 10) {
                      list_.clear();
                      list_.emplace_back(60);
                  }
              }).size(),
              49U + 48 + 47 + 7);
    EXPECT_EQ(list_.size(), 1U);
    EXPECT_EQ(ledger_.live(), 1);
}

/// Pairs that die together, at random, on many pages: none acts after its death, none is left out.
TEST_F(each_pair, collisions) {
    fill(400);
    std::vector<bool> dead(400);
    std::size_t seen = 0;
    throng::each_pair(list_, [&](tracked& a, tracked& b) {
        ++seen;
        EXPECT_FALSE(dead[static_cast<std::size_t>(a.id())]);
        EXPECT_FALSE(dead[static_cast<std::size_t>(b.id())]);
        if ((a.id() * 31 + b.id() * 17) % 97 != 0) return;
        for (tracked* x : {&a, &b}) {
            dead[static_cast<std::size_t>(x->id())] = true;
            EXPECT_TRUE(list_.remove(*x));
        }
    });
    std::size_t expected = 0;
    std::vector<bool> gone(400);
    for (int i = 0; i < 400; ++i)
        for (int j = i + 1; j < 400; ++j) {
            if (gone[static_cast<std::size_t>(i)] || gone[static_cast<std::size_t>(j)]) continue;
            ++expected;
            if ((i * 31 + j * 17) % 97 == 0)
                gone[static_cast<std::size_t>(i)] = gone[static_cast<std::size_t>(j)] = true;
        }
    EXPECT_EQ(seen, expected);
    EXPECT_EQ(dead, gone);
}

TEST_F(each_pair, nested) {
    fill(6);
    std::size_t inner = 0;
    throng::each_pair(list_, [&](tracked& a, tracked& b) {
        throng::each_pair(list_, [&](tracked&, tracked&) { ++inner; });
        if (a.id() == 0 && b.id() == 5) list_.remove(b);
    });
    EXPECT_EQ(inner, 5U * 15 + 6U * 10);
}

TEST_F(each_pair, across_two_collections) {
    fill(3);
    throng::list<tracked> other;
    for (int i = 10; i < 13; ++i) other.emplace_back(i);
    pairs seen;
    throng::each_pair(list_, other, [&](tracked& a, tracked& b) {
        seen.emplace_back(a.id(), b.id());
        if (a.id() == 0 && b.id() == 11) {
            list_.remove(a);
            other.remove(b);
            other.emplace_back(20);
            list_.emplace_back(30);
        }
    });
    EXPECT_EQ(seen, (pairs{{0, 10}, {0, 11}, {1, 10}, {1, 12}, {2, 10}, {2, 12}}));
}

TEST_F(each_pair, leaves_as_it_likes) {
    fill(4);
#if defined(__cpp_exceptions)
    EXPECT_THROW(throng::each_pair(list_,
                                   [&](tracked& a, tracked&) {
                                       list_.remove(a);
                                       throw 1;
                                   }),
                 int);
    EXPECT_EQ(ledger_.live(), 3);
    EXPECT_EQ(list_.size(), 3U);
#endif
}

TEST_F(each_pair, other_collections) {
    throng::buffered_list<tracked> buffered;
    for (int i = 0; i < 3; ++i) buffered.emplace_back(i);
    buffered.commit();
    pairs seen;
    throng::each_pair(buffered, [&](tracked& a, tracked& b) {
        seen.emplace_back(a.id(), b.id());
        buffered.emplace_back(9);
        buffered.commit();
    });
    EXPECT_EQ(seen, all_of(3));

    const throng::ordered_set<int> set{0, 1, 2};
    seen.clear();
    throng::each_pair(set, [&](const int& a, const int& b) { seen.emplace_back(a, b); });
    EXPECT_EQ(seen, all_of(3));

    fill(2);
    const auto& constant = list_;
    std::size_t n = 0;
    throng::each_pair(constant, set, [&](const tracked&, const int&) { ++n; });
    EXPECT_EQ(n, 6U);
}

/// The second dies, and takes the first with it when the loop moves on: no pair with the first comes after that.
TEST_F(each_pair, a_destructor_removes_the_first) {
    struct avenger {
        int id;
        throng::list<avenger>* home;
        avenger(int i, throng::list<avenger>& l) : id(i), home(&l) {}
        avenger(const avenger&) = delete;
        avenger& operator=(const avenger&) = delete;
        ~avenger() {
            if (id != 1) return;
            for (avenger& x : *home)
                if (x.id == 0) home->remove(x);
        }
    };
    throng::list<avenger> list;
    for (int i = 0; i < 4; ++i) list.emplace_back(i, list);
    pairs seen;
    throng::each_pair(list, [&](avenger& a, avenger& b) {
        seen.emplace_back(a.id, b.id);
        if (b.id == 1) list.remove(b);
    });
    EXPECT_EQ(seen, (pairs{{0, 1}, {2, 3}}));
}

struct knot {
    explicit knot(int i) : id(i) {}
    int id;
    bool gone = false;
    [[nodiscard]] bool deleted() const { return gone; }
    throng::list_hook<> hook;
};

/// Collections of different kinds, that own and that do not.
TEST_F(each_pair, across_collections_of_different_kinds) {
    throng::pool<tracked> pool;
    for (int i = 0; i < 3; ++i) pool.emplace_back(i);
    throng::bag<tracked> bag;
    for (int i = 10; i < 13; ++i) bag.emplace_back(i);
    pairs seen;
    throng::each_pair(pool, bag, [&](tracked& a, tracked& b) {
        seen.emplace_back(a.id(), b.id());
        if (a.id() == 0 && b.id() == 11) {
            pool.remove(a);
            bag.remove(b);
        }
    });
    EXPECT_EQ(seen, (pairs{{0, 10}, {0, 11}, {1, 10}, {1, 12}, {2, 10}, {2, 12}}));

    knot a{1};
    knot b{2};
    knot c{3};
    throng::linked_list<knot, &knot::hook> linked;
    throng::weak_list<knot> weak;
    for (knot* x : {&a, &b, &c}) {
        linked.push_back(*x);
        weak.add(*x);
    }
    throng::subset<throng::pool<tracked>> odd(pool);
    for (tracked& x : pool)
        if (x.id() == 1) odd.join(x);
    seen.clear();
    throng::each_pair(linked, weak, [&](knot& x, knot& y) {
        seen.emplace_back(x.id, y.id);
        if (x.id == 1 && y.id == 2) {
            linked.remove(x);
            y.gone = true;
        }
    });
    EXPECT_EQ(seen, (pairs{{1, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 1}, {3, 3}}));
    seen.clear();
    throng::each_pair(weak, odd, [&](knot& x, tracked& y) { seen.emplace_back(x.id, y.id()); });
    EXPECT_EQ(seen, (pairs{{1, 1}, {3, 1}}));
}

/// Handles into a collection: what dies there is gone from the pairs.
TEST_F(each_pair, of_handles) {
    fill(5);
    throng::weak_list weak(list_);
    for (tracked& x : list_) weak.add(x);
    pairs seen;
    throng::each_pair(weak, [&](tracked& a, tracked& b) {
        seen.emplace_back(a.id(), b.id());
        if (b.id() == 2) list_.remove(a);
    });
    EXPECT_EQ(seen, (pairs{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {2, 4}, {3, 4}}));
}

/// All layers are one collection, in the order of their updates; a pair may be of two layers.
TEST_F(each_pair, of_layers) {
    enum class on { ground, air, count };
    throng::layers<on, tracked> all;
    const auto pairs_of = [&](auto& those, auto edit) {
        pairs seen;
        throng::each_pair(those, [&](auto& a, auto& b) {
            seen.emplace_back(a.id(), b.id());
            edit(a, b);
            EXPECT_EQ(a.id(), seen.back().first) << "kept to the end of the call";
            EXPECT_EQ(b.id(), seen.back().second) << "kept to the end of the call";
        });
        return seen;
    };
    for (int id = 0; id < 2; ++id) all.emplace(on::ground, id);
    for (int id = 2; id < 5; ++id) all.emplace(on::air, id);
    EXPECT_EQ(pairs_of(std::as_const(all), [](auto&, auto&) {}), all_of(5));
    EXPECT_EQ(pairs_of(all,
                       [&](tracked& a, tracked& b) {
                           if (a.id() == 0 && b.id() == 2) {
                               all.remove(b);
                               all.emplace(on::air, 9);
                           }
                           if (a.id() == 1 && b.id() == 3) all.remove(a);
                       }),
              (pairs{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 3}, {3, 4}}));
    EXPECT_EQ(all.size(), 4U);

    fill(2);
    pairs seen;
    throng::each_pair(list_, all, [&](tracked& a, tracked& b) { seen.emplace_back(a.id(), b.id()); });
    EXPECT_EQ(seen, (pairs{{0, 0}, {0, 3}, {0, 4}, {0, 9}, {1, 0}, {1, 3}, {1, 4}, {1, 9}}));
}

TEST_F(each_pair, of_a_tree) {
    throng::tree<tracked> all;
    const auto zero = all.emplace(0);
    const auto one = all.emplace_child(zero, 1);
    all.emplace_child(one, 2);
    all.emplace_child(zero, 3);
    pairs seen;
    throng::each_pair(std::as_const(all),
                      [&](const tracked& a, const tracked& b) { seen.emplace_back(a.id(), b.id()); });
    EXPECT_EQ(seen, all_of(4));
    seen.clear();
    throng::each_pair(all, [&](tracked& a, tracked& b) {
        seen.emplace_back(a.id(), b.id());
        if (a.id() == 0 && b.id() == 1) {
            all.remove(b);           // its branch goes, too
            all.emplace_child(a, 9); // waits
        }
        EXPECT_EQ(b.id(), seen.back().second) << "kept to the end of the call";
    });
    EXPECT_EQ(seen, (pairs{{0, 1}, {0, 3}}));
    EXPECT_TRUE(all.validate());

    throng::tree<tracked> flat;
    for (int id = 0; id < 4; ++id) flat.emplace(id);
    seen.clear();
    throng::each_pair(flat, [&](tracked& a, tracked& b) {
        seen.emplace_back(a.id(), b.id());
        if (a.id() == 0 && b.id() == 2) flat.remove(a);
        EXPECT_EQ(a.id(), seen.back().first) << "kept to the end of the call";
    });
    EXPECT_EQ(seen, (pairs{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}));

    // A walk by level doubles with the rows that wait.
    all.emplace_child(*all.first_child_of(*all.first()), 5);
    auto w = all.walk(throng::tree_order::level, throng::live);
    ASSERT_EQ(w.next()->id(), 0);
    ASSERT_EQ(w.next()->id(), 3);
    auto second = w.fork();
    EXPECT_EQ(second.current(), w.current());
    for (auto* both : {&w, &second}) {
        std::vector<int> rest;
        while (const tracked* const x = both->next()) rest.push_back(x->id());
        EXPECT_EQ(rest, (std::vector{9, 5}));
    }
}

} // namespace
