// Mistakes of operations that move elements, under which walks are opened by what they call, and outlive them.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace {

struct boxed {
    std::shared_ptr<int> value;
    explicit boxed(int x) : value(std::make_shared<int>(x)) {}
};
struct by_value {
    template <class T> bool operator()(const T& a, const T& b) const { return *a.value < *b.value; }
};

template <class List> List falling(int n) {
    List l;
    for (int i = n; i > 0; --i) l.emplace_back(i);
    if constexpr (requires { l.commit(); }) l.commit();
    return l;
}
template <class List> std::vector<int> values(List& l) {
    std::vector<int> all;
    for (auto& x : l) all.push_back(*x.value);
    return all;
}

template <class List> struct opened_in_a_comparison : testing::Test {};
using lists = testing::Types<throng::list<boxed>, throng::buffered_list<boxed>>;
TYPED_TEST_SUITE(opened_in_a_comparison, lists);

/// The elements were moved from under it, and the walk went on in pages given back.
TYPED_TEST(opened_in_a_comparison, a_walk_puts_the_sort_off) {
    TypeParam l = falling<TypeParam>(5);
    std::optional<typename TypeParam::walk_type> w;
    bool first = true;
    l.sort([&w, &l, &first](const boxed& a, const boxed& b) {
        if (std::exchange(first, false)) {
            w.emplace(l.walk(throng::live));
            (void)w->next();
        }
        return by_value()(a, b);
    });
    ASSERT_NE(w->current(), nullptr);
    EXPECT_EQ(*w->current()->value, 5);
    std::vector<int> rest;
    while (const boxed* x = w->next()) rest.push_back(*x->value);
    EXPECT_EQ(rest, (std::vector{4, 3, 2, 1}));
    w.reset();
    EXPECT_EQ(values(l), (std::vector{1, 2, 3, 4, 5})) << "when the walk has ended";
    EXPECT_TRUE(l.validate());
}
TYPED_TEST(opened_in_a_comparison, of_a_sort_that_waited) {
    TypeParam l = falling<TypeParam>(600);
    l.remove_if([](const boxed& x) { return *x.value % 2 == 0; });
    std::optional<typename TypeParam::walk_type> w;
    bool first = true;
    {
        auto other = l.walk(throng::live);
        l.sort([&w, &l, &first](const boxed& a, const boxed& b) {
            if (std::exchange(first, false)) {
                w.emplace(l.walk(throng::live));
                for (int i = 0; i < 200; ++i) (void)w->next();
            }
            return by_value()(a, b);
        });
    }
    EXPECT_EQ(*w->current()->value, 201);
    std::size_t n = 200;
    while (const boxed* x = w->next()) n += x->value != nullptr ? 1U : 0U;
    EXPECT_EQ(n, 300U);
    w.reset();
    EXPECT_EQ(values(l).front(), 1);
    EXPECT_TRUE(l.validate());
}
TYPED_TEST(opened_in_a_comparison, a_view_puts_the_sort_off) {
    TypeParam l = falling<TypeParam>(5);
    std::optional<typename TypeParam::frozen_type> v;
    bool first = true;
    l.sort([&v, &l, &first](const boxed& a, const boxed& b) {
        if (std::exchange(first, false)) v.emplace(l.freeze());
        return by_value()(a, b);
    });
    l.remove(*l.first());
    EXPECT_EQ(values(*v), (std::vector{5, 4, 3, 2, 1}));
    v.reset();
    EXPECT_EQ(values(l), (std::vector{1, 2, 3, 4}));
    EXPECT_TRUE(l.validate());
}

/// Does something once, in the destructor of what it has been moved from.
struct moved {
    static inline std::function<void()> first_time;
    std::unique_ptr<int> value;
    explicit moved(int x) : value(std::make_unique<int>(x)) {}
    moved(moved&&) noexcept = default;
    moved& operator=(moved&&) = delete;
    ~moved() {
        if (value == nullptr && first_time != nullptr) std::exchange(first_time, nullptr)();
    }
};

template <class Collection> struct opened_in_a_move : testing::Test {
    ~opened_in_a_move() override { moved::first_time = nullptr; }
    static void fill(Collection& c, int n) {
        for (int i = 0; i < n; ++i) c.emplace_back(i);
    }
    /// Every second one goes, and what then moves first opens the walk, or does what else is asked for.
    static void thin_out(Collection& c, std::function<void()> then) {
        auto w = c.walk(throng::live);
        bool goes = false;
        c.remove_if([&](const moved&) { return goes = !goes; });
        moved::first_time = std::move(then);
    }
};
using with_moves = testing::Types<throng::list<moved>, throng::bag<moved>>;
TYPED_TEST_SUITE(opened_in_a_move, with_moves);

/// Packing did not ask whether it is still alone.
TYPED_TEST(opened_in_a_move, packing_moves_nothing_more) {
    TypeParam a;
    this->fill(a, 2000);
    std::optional<typename TypeParam::walk_type> w;
    const moved* at = nullptr;
    this->thin_out(a, [&] {
        w.emplace(a.walk(throng::live));
        for (int i = 0; i < 400; ++i) at = w->next();
    });
    a.trim();
    ASSERT_TRUE(w.has_value());
    EXPECT_EQ(w->current(), at);
    ASSERT_NE(at->value, nullptr);
    int n = 400;
    while (const moved* x = w->next()) {
        ++n;
        ASSERT_NE(x->value, nullptr);
    }
    EXPECT_EQ(n, 1000);
    w.reset();
    EXPECT_TRUE(a.validate());
    a.trim();
    EXPECT_TRUE(a.validate());
    EXPECT_EQ(a.size(), 1000U);
}
TYPED_TEST(opened_in_a_move, packing_and_a_view) {
    TypeParam a;
    this->fill(a, 2000);
    std::optional<typename TypeParam::frozen_type> v;
    this->thin_out(a, [&] {
        v.emplace(a.freeze());
        a.clear();
        a.emplace_back(1);
    });
    a.trim();
    ASSERT_TRUE(v.has_value());
    EXPECT_EQ(a.size(), 1U);
    std::size_t n = 0;
    for (const moved& x : *v) n += x.value != nullptr ? 1U : 0U;
    EXPECT_EQ(n, 1000U);
    EXPECT_TRUE(a.validate());
    v.reset();
    EXPECT_TRUE(a.validate());
}
#if defined(__cpp_exceptions)
struct stillborn {
    explicit stillborn(const std::function<void()>& f) { f(); }
};
/// The next one came into the slot of an element whose constructor had opened a view, and then thrown: the view took
/// it for one that was there.
TEST(opened_in_a_constructor, that_throws) {
    throng::list<stillborn> a;
    a.emplace_back([] {});
    std::optional<decltype(a.freeze())> v;
    const auto view_and_throw = [&] {
        v.emplace(a.freeze());
        throw 1;
    };
    EXPECT_THROW(a.emplace_back(view_and_throw), int);
    a.emplace_back([] {});
    std::size_t n = 0;
    for ([[maybe_unused]] const stillborn& x : *v) ++n;
    EXPECT_EQ(n, 1U);
    EXPECT_EQ(a.size(), 2U);
}
#endif

} // namespace
