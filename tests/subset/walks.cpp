#include "support/tracked.hpp"

#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace {

using support::tracked;
using throng::live;
using throng::residents;
using throng::subset;

using ids = std::vector<int>;

template <class Master> class subset_walk : public testing::Test {
  public:
    support::ledger elements;
    Master master;
    std::unique_ptr<subset<Master>> s = std::make_unique<subset<Master>>(master);

    /// 0 ... n-1; the multiples of `step` are members.
    void fill(int n, int step) {
        for (int i = 0; i < n; ++i) {
            tracked* const x = master.emplace_back(i);
            if (i % step == 0) s->join(*x);
        }
    }
    tracked& at(int id) {
        for (tracked& x : master)
            if (x.id() == id) return x;
        ADD_FAILURE() << id << " is not there";
        return *master.emplace_back(id);
    }
    ids members() {
        ids all;
        for (const tracked& x : *s) all.push_back(x.id());
        return all;
    }
};
using masters = testing::Types<throng::list<tracked>, throng::pool<tracked>>;
TYPED_TEST_SUITE(subset_walk, masters);

/// What joins is a newcomer as long as a walk is open, wherever the walk has been moved, and though another one that
/// began there has ended.
TYPED_TEST(subset_walk, that_has_been_forked_or_moved_is_still_open) {
    this->fill(10, 2);
    const auto rest_of = [this](auto w) {
        EXPECT_NE(w.next(), nullptr);
        {
            auto fork = w.fork();
            EXPECT_NE(fork.next(), nullptr);
        }
        this->s->join(this->at(9));
        ids rest;
        {
            auto elsewhere = std::move(w);
            {
                auto back = std::move(elsewhere);
                elsewhere = std::move(back);
            }
            this->s->join(this->at(7));
            while (const tracked* const x = elsewhere.next()) rest.push_back(x->id());
        }
        this->s->leave(this->at(9));
        this->s->leave(this->at(7));
        return rest;
    };
    EXPECT_EQ(rest_of(this->s->walk(residents)), (ids{2, 4, 6, 8}));
    EXPECT_EQ(rest_of(this->s->walk(live)), (ids{2, 4, 6, 8, 9, 7}));
    EXPECT_EQ(this->members(), (ids{0, 2, 4, 6, 8}));
}

TYPED_TEST(subset_walk, follows_the_order_of_the_master) {
    this->fill(1000, 1000);
    for (const int id : {900, 3, 500, 501, 4, 899}) this->s->join(this->at(id));
    EXPECT_EQ(this->members(), (ids{0, 3, 4, 500, 501, 899, 900}));
    ids seen;
    this->s->each([&](tracked& x) { seen.push_back(x.id()); });
    EXPECT_EQ(seen, this->members());
    seen.clear();
    for (tracked& x : this->s->walk(residents)) seen.push_back(x.id());
    EXPECT_EQ(seen, this->members());
}

TYPED_TEST(subset_walk, residents_do_not_show_what_joins) {
    this->fill(10, 2);
    ids seen;
    for (tracked& x : this->s->walk(residents)) {
        seen.push_back(x.id());
        if (x.id() == 4) this->s->join(this->at(1)), this->s->join(this->at(7));
    }
    EXPECT_EQ(seen, (ids{0, 2, 4, 6, 8}));
    EXPECT_EQ(this->members(), (ids{0, 1, 2, 4, 6, 7, 8}));
}

TYPED_TEST(subset_walk, live_shows_what_joins_after_all_others) {
    this->fill(10, 2);
    ids seen;
    for (tracked& x : *this->s) {
        seen.push_back(x.id());
        if (x.id() == 4) this->s->join(this->at(1)), this->s->join(this->at(7));
        if (x.id() == 7) this->s->join(this->at(3)), this->s->join(*this->master.emplace_back(100));
    }
    EXPECT_EQ(seen, (ids{0, 2, 4, 6, 8, 1, 7, 3, 100}));
}

TYPED_TEST(subset_walk, does_not_show_what_left_or_died) {
    this->fill(300, 3);
    ids seen;
    for (tracked& x : *this->s) {
        seen.push_back(x.id());
        if (x.id() % 12 != 0) continue;
        this->s->leave(this->at(x.id() + 3));
        this->master.remove(this->at(x.id() + 9));
    }
    for (const int id : seen) EXPECT_EQ(id % 6, 0);
    EXPECT_EQ(seen.size(), 50U);
}

TYPED_TEST(subset_walk, what_leaves_and_joins_again_is_new) {
    this->fill(10, 2);
    ids seen;
    int rounds = 0;
    for (tracked& x : *this->s) {
        seen.push_back(x.id());
        if (x.id() == 2 && rounds++ == 0) {
            for (const int id : {0, 2, 6}) EXPECT_TRUE(this->s->leave(this->at(id)) && this->s->join(this->at(id)));
        }
    }
    EXPECT_EQ(seen, (ids{0, 2, 4, 8, 0, 2, 6}));
    seen.clear();
    for (tracked& x : this->s->walk(residents)) {
        seen.push_back(x.id());
        if (x.id() == 2) {
            EXPECT_TRUE(this->s->leave(this->at(6)) && this->s->join(this->at(6)));
        }
    }
    EXPECT_EQ(seen, (ids{0, 2, 4, 8}));
}

TYPED_TEST(subset_walk, opened_within_another_has_residents_of_its_own) {
    this->fill(10, 3);
    auto outer = this->s->walk(residents);
    EXPECT_EQ(outer.next()->id(), 0);
    this->s->join(this->at(4));
    EXPECT_EQ(this->members(), (ids{0, 3, 6, 9, 4})) << "what has joined meanwhile comes last";
    EXPECT_EQ(outer.next()->id(), 3);
    EXPECT_EQ(outer.next()->id(), 6);
}

TYPED_TEST(subset_walk, keeps_what_it_stands_on) {
    this->fill(10, 2);
    auto w = this->s->walk(live);
    tracked* const x = w.next();
    EXPECT_TRUE(w.remove());
    EXPECT_FALSE(w.remove());
    EXPECT_TRUE(this->master.contains(*x));
    this->master.clear();
    EXPECT_EQ(x->id(), 0);
    EXPECT_EQ(this->elements.live(), 1);
    EXPECT_EQ(w.next(), nullptr);
    EXPECT_EQ(this->elements.live(), 0);
}

/// As where contents are exchanged: a live walk goes on with those of now, a walk of residents ends; what it stood
/// on is kept for the visit.
TYPED_TEST(subset_walk, goes_over_to_another_master_with_its_subset) {
    for (const bool is_live : {true, false}) {
        for (const int way : {0, 1, 2, 3}) {
            const int last = way % 2 == 0 ? 0 : 98;
            TypeParam other;
            subset<TypeParam> those(other);
            for (int i = 1000; i < 1010; ++i) {
                tracked* const x = other.emplace_back(i);
                if (i % 2 != 0) those.join(*x);
            }
            this->master.clear();
            *this->s = subset<TypeParam>(this->master);
            this->fill(100, 2);
            ids seen;
            const auto visit = [&](tracked& x) {
                seen.push_back(x.id());
                if (x.id() != last) return;
                if (way < 2) this->s->leave(x);
                *this->s = those;
                if (way < 2) this->master.remove(x);
                EXPECT_EQ(x.id(), last);
            };
            if (is_live) {
                this->s->each(visit);
            } else {
                for (tracked& x : this->s->walk(residents)) visit(x);
            }
            ids expected;
            for (int i = 0; i <= last; i += 2) expected.push_back(i);
            EXPECT_EQ(seen, expected);
            EXPECT_EQ(this->members(), (ids{1001, 1003, 1005, 1007, 1009}));
            EXPECT_EQ(this->master.size(), way < 2 ? 99U : 100U);
            *this->s = subset<TypeParam>(this->master); // `other` goes
        }
    }
}

TYPED_TEST(subset_walk, may_be_left_at_any_point) {
    this->fill(100, 5);
    for (int n = 0; n < 20; ++n) {
        int seen = 0;
        for (tracked& x : *this->s) {
            if (seen++ == n) break;
            this->s->leave(x);
            this->s->join(x);
        }
    }
    EXPECT_EQ(this->members().size(), 20U);
}

TYPED_TEST(subset_walk, goes_by_pages_that_have_members) {
    this->fill(5000, 1);
    this->s->leave_if([](const tracked& x) { return x.id() % 1700 != 0; });
    for (int i = 0; i < 5; ++i) EXPECT_EQ(this->members(), (ids{0, 1700, 3400}));
    this->s->join(this->at(2500));
    EXPECT_EQ(this->members(), (ids{0, 1700, 2500, 3400}));
    this->s->clear();
    for (int i = 0; i < 5; ++i) EXPECT_EQ(this->members(), ids{});
    this->s->join(this->at(77));
    EXPECT_EQ(this->members(), ids{77});
}

TEST(subset_of_list, follows_sorting_and_packing) {
    support::ledger elements;
    throng::list<tracked> all;
    subset<throng::list<tracked>> s(all);
    for (int i = 0; i < 500; ++i) {
        tracked* const x = all.emplace_back(i);
        if (i % 7 == 0) s.join(*x);
    }
    all.remove_if([](const tracked& x) { return x.id() % 3 == 0; });
    all.trim();
    std::size_t n = s.size();
    EXPECT_EQ(n, 48U);
    all.sort([](const tracked& a, const tracked& b) { return a.id() > b.id(); });
    int last = 500;
    for (const tracked& x : s) {
        EXPECT_LT(x.id(), last);
        EXPECT_EQ(x.id() % 7, 0);
        last = x.id();
        --n;
    }
    EXPECT_EQ(n, 0U);
    all.update([](tracked& x) { return x.id() % 2 == 0; });
    for (const tracked& x : s) EXPECT_EQ(x.id() % 14, 0);
    EXPECT_EQ(s.size(), 24U);
}

TEST(subset_of_list, made_in_an_update_follows_those_that_move) {
    throng::list<int> all;
    std::vector<int*> at;
    for (int i = 0; i < 300; ++i) at.push_back(all.push_back(i));
    std::optional<subset<throng::list<int>>> s;
    all.update([&](const int& x) {
        if (x == 11) s.emplace(all);
        if (x == 11 || x == 20) s->join(*at[static_cast<std::size_t>(x) + 30]);
        return x % 10 != 0;
    });
    ids found;
    for (const int x : *s) found.push_back(x);
    EXPECT_EQ(found, ids{41});
}

/// A walk of the subset is a walk of the list: nothing moves, and a sort waits.
TEST(subset_of_list, lets_a_sort_wait_for_its_walks) {
    support::ledger elements;
    throng::list<tracked> all;
    subset<throng::list<tracked>> s(all);
    for (int i = 0; i < 100; ++i) s.join(*all.emplace_back(i));
    ids seen;
    for (const tracked& x : s) {
        if (x.id() == 10) all.sort([](const tracked& a, const tracked& b) { return a.id() > b.id(); });
        seen.push_back(x.id());
    }
    EXPECT_EQ(seen.front(), 0);
    EXPECT_EQ(seen.back(), 99);
    EXPECT_EQ((*s.begin()).id(), 99);
}

TEST(subset_of_pool, slot_is_used_again_while_it_is_walked) {
    throng::pool<int> all;
    subset<throng::pool<int>> s(all);
    for (int i = 0; i < 10; ++i) s.join(*all.push_back(i));
    ids seen;
    for (int& x : s) {
        seen.push_back(x);
        if (x == 3) {
            for (int& y : all)
                if (y == 6) all.remove(y);
            EXPECT_EQ(all.add(100).index(), 6U); // in no subset
            for (int& y : all)
                if (y == 8) all.remove(y);
            int* const z = all.push_back(200);
            s.join(*z); // in the slot of 8, and a newcomer
        }
    }
    EXPECT_EQ(seen, (ids{0, 1, 2, 3, 4, 5, 7, 9, 200}));
}

/// What one edit in mid-walk leaves of 0 ... n-1, every way to walk them; they are removed without a word.
template <class Master, class Edit> void expect_seen(int n, const ids& expected, Edit edit) {
    for (const bool by_each : {false, true}) {
        for (const bool of_residents : {false, true}) {
            Master master;
            for (int i = 0; i < n; ++i) master.push_back(i);
            subset<Master> s(master);
            for (const int& x : master) s.join(x);
            ids seen;
            const auto visit = [&](const int& x) {
                seen.push_back(x);
                if (x == 2) edit(master, s, x);
            };
            if (by_each && of_residents) s.each(residents, visit);
            else if (by_each) s.each(visit);
            else if (of_residents)
                for (const int& x : s.walk(residents)) visit(x);
            else
                for (const int& x : s) visit(x);
            EXPECT_EQ(seen, expected) << by_each << of_residents;
            EXPECT_TRUE(s.validate());
        }
    }
}
template <class Master> void many_leave_at_once() {
    for (const int n : {6, 100}) {
        expect_seen<Master>(n, {0, 1, 2}, [](Master&, subset<Master>& s, const int&) { s.clear(); });
        expect_seen<Master>(n, {0, 1, 2}, [](Master& m, subset<Master>& s, const int&) { s &= subset<Master>(m); });
        expect_seen<Master>(n, {0, 1, 2}, [](Master& m, subset<Master>&, const int&) { m.clear(); });
        expect_seen<Master>(
            n, {0, 1, 2}, [](Master&, subset<Master>& s, const int&) { s.leave_if([](const int&) { return true; }); });
    }
    expect_seen<Master>(8, {0, 1, 2, 5, 6, 7}, [](Master& m, subset<Master>& s, const int&) {
        subset<Master> o(m);
        for (const int& x : m)
            if (x >= 2 && x < 5) o.join(x);
        s -= o;
    });
    expect_seen<Master>(8, {0, 1, 2, 3, 5, 6, 7}, [](Master& m, subset<Master>& s, const int&) {
        subset<Master> o(m);
        for (const int& x : m)
            if (x == 2 || x == 4) o.join(x);
        s -= o;
    });
    expect_seen<Master>(8, {0, 1, 2, 3, 5, 6, 7}, [](Master& m, subset<Master>&, const int&) {
        m.remove_if([](const int& x) { return x == 2 || x == 4; });
    });
    expect_seen<Master>(8, {0, 1, 2, 3, 5, 6, 7}, [](Master& m, subset<Master>& s, const int& x) {
        m.remove_if([](const int& y) { return y == 4; });
        s.leave(x);
    });
}
TEST(subset_of_list, that_many_leave_at_once_is_walked_without_them) { many_leave_at_once<throng::list<int>>(); }
TEST(subset_of_pool, that_many_leave_at_once_is_walked_without_them) { many_leave_at_once<throng::pool<int>>(); }

/// The same where the collection itself is walked.
template <class Master> void many_are_removed_at_once() {
    for (const bool by_each : {false, true}) {
        for (const int n : {6, 100}) {
            for (const bool all : {false, true}) {
                Master m;
                for (int i = 0; i < n; ++i) m.push_back(i);
                ids seen;
                const auto visit = [&](const int& x) {
                    seen.push_back(x);
                    if (x != 2) return;
                    if (all) m.clear();
                    else m.remove_if([](const int& y) { return y >= 2; });
                };
                if (by_each) m.each(visit);
                else
                    for (const int& x : m) visit(x);
                EXPECT_EQ(seen, (ids{0, 1, 2}));
                EXPECT_TRUE(m.validate());
            }
        }
    }
}
TEST(subset_of_list, master_that_loses_many_at_once_is_walked_without_them) {
    many_are_removed_at_once<throng::list<int>>();
}
TEST(subset_of_pool, master_that_loses_many_at_once_is_walked_without_them) {
    many_are_removed_at_once<throng::pool<int>>();
}

/// Calls a function at its end.
struct ender {
    int id;
    std::function<void()>* at_end = nullptr;

    explicit ender(int i) : id(i) {}
    ender(ender&& other) noexcept : id(other.id), at_end(std::exchange(other.at_end, nullptr)) {}
    ~ender() {
        if (auto* const f = std::exchange(at_end, nullptr); f != nullptr) (*f)();
    }
};
template <class Master> void the_last_one_left_gives_another_master() {
    for (const bool of_residents : {false, true}) {
        for (const bool first : {false, true}) {
            Master a;
            Master b;
            if (!first) a.emplace_back(0);
            a.emplace_back(1);
            b.emplace_back(10);
            b.emplace_back(11);
            subset<Master> s(a);
            subset<Master> o(b);
            for (ender& x : a) s.join(x);
            for (ender& x : b) o.join(x);
            std::function<void()> assign = [&] { s = o; };
            ids seen;
            auto w = of_residents ? s.walk(residents) : s.walk(throng::live);
            while (ender* const x = w.next()) {
                seen.push_back(x->id);
                if (x->id != 1) continue;
                x->at_end = &assign;
                a.remove(*x);
            }
            ids expected{0, 1};
            if (first) expected.erase(expected.begin());
            EXPECT_EQ(seen, expected);
            EXPECT_EQ(s.size(), 2U);
            EXPECT_TRUE(s.validate());
        }
    }
}
TEST(subset_of_list, gets_another_master_from_the_last_one_left) {
    the_last_one_left_gives_another_master<throng::list<ender>>();
}
TEST(subset_of_pool, gets_another_master_from_the_last_one_left) {
    the_last_one_left_gives_another_master<throng::pool<ender>>();
}

} // namespace
