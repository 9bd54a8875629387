// Pools whose contents are exchanged in the midst of their own operations: by a constructor, a destructor, a predicate.

#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using throng::live;
using throng::pool;
using throng::residents;

using ids = std::vector<int>;
using deed = std::function<void()>;

/// Does something when it is made, and when it ends.
struct doer {
    int id;
    const deed* at_end;

    explicit doer(int i, const deed* end = nullptr, const deed& at_birth = {}) : id(i), at_end(end) {
        if (at_birth) at_birth();
    }
    doer(const doer&) = delete;
    doer& operator=(const doer&) = delete;
    ~doer() {
        if (const deed* const f = std::exchange(at_end, nullptr); f != nullptr) (*f)();
    }
};
using doers = pool<doer>;

ids content(const doers& p) {
    ids all;
    p.each([&](const doer& x) { all.push_back(x.id); });
    EXPECT_TRUE(p.validate());
    EXPECT_EQ(p.size(), all.size());
    return all;
}
/// The pool can be filled: what was removed has left its slot to it, and nobody else.
void expect_filled(doers& p, std::size_t n) {
    const std::size_t before = p.size();
    for (std::size_t i = before; i < n; ++i) p.emplace_back(100);
    EXPECT_EQ(content(p).size(), n);
}

class exchanged_pools : public testing::Test {
  protected:
    deed exchange_once = [this, done = false]() mutable {
        if (!std::exchange(done, true)) a.swap(b);
    };
    doers a;
    doers b;
};

TEST_F(exchanged_pools, by_a_predicate) {
    for (int i = 1; i <= 3; ++i) a.emplace_back(i);
    b.emplace_back(10);
    int asked = 0;
    EXPECT_EQ(a.remove_if([&](const doer& x) {
        if (++asked == 2) a.swap(b);
        return x.id == 2;
    }),
              1U);
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(content(a), ids{10});
    EXPECT_EQ(content(b), (ids{1, 3}));
    expect_filled(a, 300);
    expect_filled(b, 300);
}

TEST_F(exchanged_pools, before_a_removal_by_iterator) {
    a.emplace_back(1);
    b.emplace_back(10);
    {
        auto i = a.begin();
        a.swap(b);
        EXPECT_FALSE(a.remove(i));
        EXPECT_TRUE(b.remove(i));
    }
    EXPECT_EQ(content(a), ids{10});
    EXPECT_EQ(content(b), ids{});
    expect_filled(a, 300);
    expect_filled(b, 300);
}

TEST_F(exchanged_pools, by_the_destructor_of_who_is_removed) {
    doer* const x = a.emplace_back(1, &exchange_once);
    a.emplace_back(2);
    EXPECT_TRUE(a.remove(*x));
    EXPECT_EQ(content(a), ids{});
    EXPECT_EQ(content(b), ids{2});
    EXPECT_EQ(b.emplace_back(3), x) << "the slot is free in the pool that it is of now";
    expect_filled(a, 300);
    expect_filled(b, 300);
}

TEST_F(exchanged_pools, by_the_destructor_of_whom_a_walk_leaves) {
    a.emplace_back(1, &exchange_once);
    a.emplace_back(2);
    b.emplace_back(10);
    b.emplace_back(11);
    ids seen;
    for (const doer& x : a) {
        seen.push_back(x.id);
        if (x.id == 1) a.remove(x);
    }
    EXPECT_EQ(seen, (ids{1, 10, 11}));
    EXPECT_EQ(content(a), (ids{10, 11}));
    EXPECT_EQ(content(b), ids{2});
    expect_filled(a, 300);
    expect_filled(b, 300);
}

TEST_F(exchanged_pools, by_the_destructor_of_the_last_that_a_walk_leaves) {
    for (const bool of_residents : {false, true}) {
        doers c;
        doers d;
        const deed exchange = [&] { c.swap(d); };
        c.emplace_back(1, &exchange);
        d.emplace_back(10);
        d.emplace_back(11);
        ids seen;
        auto w = of_residents ? c.walk(residents) : c.walk(live);
        while (const doer* const x = w.next()) {
            seen.push_back(x->id);
            if (x->id == 1) c.remove(*x);
        }
        EXPECT_EQ(seen, of_residents ? ids{1} : (ids{1, 10, 11}));
        EXPECT_EQ(content(c), (ids{10, 11}));
        EXPECT_EQ(content(d), ids{});
        expect_filled(d, 300);
    }
}

TEST_F(exchanged_pools, by_the_destructor_of_whom_a_closed_walk_kept) {
    for (int i = 1; i <= 3; ++i) a.emplace_back(i, i == 1 ? &exchange_once : nullptr);
    {
        auto w = a.walk(live);
        a.remove(*w.next());
        EXPECT_EQ(content(a), (ids{2, 3}));
    }
    EXPECT_EQ(content(a), ids{});
    EXPECT_EQ(content(b), (ids{2, 3}));
    expect_filled(a, 300);
    expect_filled(b, 300);
}

TEST_F(exchanged_pools, by_the_destructor_of_one_of_those_a_view_kept) {
    for (int i = 1; i <= 5; ++i) a.emplace_back(i, i == 2 ? &exchange_once : nullptr);
    b.emplace_back(10);
    {
        const auto view = a.freeze();
        a.remove_if([](const doer& x) { return x.id != 5; });
    }
    EXPECT_EQ(content(a), ids{10});
    EXPECT_EQ(content(b), ids{5});
    expect_filled(a, 300);
    expect_filled(b, 300);
}

TEST_F(exchanged_pools, by_the_destructor_of_one_of_a_run) {
    for (int i = 1; i <= 5; ++i) a.emplace_back(i, i == 2 ? &exchange_once : nullptr);
    int n = 0;
    for (const auto run : a.runs()) {
        ++n;
        EXPECT_EQ(run.size(), 5U);
        a.clear();
    }
    EXPECT_EQ(n, 1);
    expect_filled(a, 300);
    expect_filled(b, 300);
}

#if defined(__cpp_exceptions)
TEST_F(exchanged_pools, by_a_constructor_of_whom_the_other_pool_is_told) {
    ids told_a;
    ids told_b;
    const deed exchange = [&] { a.swap(b); };
    a.on_add([&](doer& x) { told_a.push_back(x.id); });
    doer* const x = a.emplace_back(1, nullptr, exchange);
    EXPECT_EQ(x->id, 1);
    EXPECT_EQ(content(a), ids{});
    EXPECT_EQ(content(b), ids{1});
    b.on_add([&](doer& y) {
        told_b.push_back(y.id);
        if (y.id == 3) throw std::runtime_error("told");
        if (y.id == 4) a.remove(y);
    });
    const auto h = a.emplace(2, nullptr, exchange);
    EXPECT_EQ(content(a), ids{1});
    EXPECT_EQ(content(b), ids{2});
    EXPECT_EQ(b.get(h)->id, 2);
    EXPECT_THROW(a.emplace(3, nullptr, exchange), std::runtime_error);
    EXPECT_EQ(content(a), ids{2});
    EXPECT_EQ(content(b), ids{1});
    EXPECT_EQ(told_a, ids{});
    EXPECT_EQ(told_b, (ids{2, 3}));
    expect_filled(a, 300);
}
#endif

#if defined(__cpp_exceptions)
TEST_F(exchanged_pools, by_a_constructor_before_on_add_throws) {
    const deed exchange = [&] { a.swap(b); };
    a.on_add([](doer&) { throw std::runtime_error("a"); });
    b.on_add([](doer&) { throw std::runtime_error("b"); });
    EXPECT_THROW(a.emplace_back(1, nullptr, exchange), std::runtime_error);
    EXPECT_THROW(b.emplace(1, nullptr, exchange), std::runtime_error);
    EXPECT_EQ(content(a), ids{});
    EXPECT_EQ(content(b), ids{});
    a.on_add(nullptr);
    b.on_add(nullptr);
    expect_filled(a, 300);
    expect_filled(b, 300);
}
#endif

TEST(exchanged_pool, is_gone_by_the_destructor_of_who_is_removed) {
    if (throng::core::audited) GTEST_SKIP() << "the audit build asks the pool whether it is whole";
    for (const bool walked : {false, true}) {
        auto p = std::make_unique<doers>();
        const deed end = [&] { p.reset(); };
        doer* const x = p->emplace_back(1, &end);
        p->emplace_back(2);
        if (walked) {
            const auto view = p->freeze();
            p->remove(*x);
        } else {
            p->remove(*x);
        }
        EXPECT_EQ(p, nullptr);
    }
}

/// The view goes with the contents; the pool that it was taken of is no more.
TEST(exchanged_pool, goes_under_a_walk_of_a_view) {
    auto a = std::make_unique<pool<int>>();
    pool<int> b;
    for (int i = 0; i < 5; ++i) a->push_back(i);
    {
        const auto view = a->freeze();
        auto it = view.begin();
        a->swap(b);
        a.reset();
        ids seen;
        for (; it != view.end(); ++it) {
            seen.push_back(*it);
            EXPECT_TRUE(b.remove(*it));
        }
        EXPECT_EQ(seen, (ids{0, 1, 2, 3, 4}));
    }
    EXPECT_TRUE(b.empty());
    EXPECT_TRUE(b.validate());
}

} // namespace
