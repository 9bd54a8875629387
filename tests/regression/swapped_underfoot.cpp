// Mistakes of operations under which contents are exchanged.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/weak_list.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace {

template <class Collection> std::size_t walked(Collection& elements) {
    std::size_t n = 0;
    for ([[maybe_unused]] const auto& x : elements) ++n;
    return n;
}
/// Whole, and as many as it says.
template <class Collection> void expect_whole(Collection& elements, std::size_t size) {
    EXPECT_TRUE(elements.validate());
    EXPECT_EQ(elements.size(), size);
    EXPECT_EQ(walked(elements), size);
}
template <class Collection> Collection numbers(int from, int to) {
    Collection c;
    for (int i = from; i < to; ++i) c.push_back(i);
    if constexpr (requires { c.commit(); }) c.commit();
    return c;
}

template <class Collection> struct swapped_underfoot : testing::Test {};
using collections =
    testing::Types<throng::list<int>, throng::bag<int>, throng::buffered_list<int>, throng::ordered_set<int>>;
TYPED_TEST_SUITE(swapped_underfoot, collections);

/// The element that the iterator stood on was removed from the collection in which it did not lie any more.
TYPED_TEST(swapped_underfoot, before_a_removal_by_iterator) {
    TypeParam a = numbers<TypeParam>(0, 5);
    TypeParam b = numbers<TypeParam>(10, 17);
    {
        auto i = a.begin();
        a.swap(b);
        EXPECT_FALSE(a.remove(i));
        EXPECT_TRUE(b.remove(i));
    }
    expect_whole(a, 7);
    expect_whole(b, 4);
}

/// A second walk, taken from one whose elements a swap has taken to another collection, goes on there, too.
TYPED_TEST(swapped_underfoot, and_then_a_walk_is_forked) {
    TypeParam a = numbers<TypeParam>(0, 5);
    TypeParam b = numbers<TypeParam>(10, 17);
    if constexpr (requires { a.walk(throng::live).fork(); }) {
        {
            auto w = a.walk(throng::live);
            ASSERT_NE(w.next(), nullptr);
            a.swap(b);
            auto second = w.fork();
            EXPECT_EQ(second.current(), w.current());
            std::size_t n = 0;
            while (second.next() != nullptr) ++n;
            EXPECT_EQ(n, 4U);
            while (w.next() != nullptr) --n;
            EXPECT_EQ(n, 0U);
        }
        expect_whole(a, 7);
        expect_whole(b, 5);
        if constexpr (requires { a.sort(); }) {
            a.sort([](int x, int y) { return x > y; });
            EXPECT_EQ(*a.first(), 16) << "nothing is walked";
        }
    }
}

struct asked {
    [[nodiscard]] bool deleted() const { return false; }
};

/// Views of a weak_list died with the references that an assignment took away, as did the walk of one.
TEST(swapped_underfoot, references_under_a_frozen_view) {
    std::array<asked, 4> objects;
    throng::weak_list<asked> a;
    throng::weak_list<asked> b;
    for (asked& x : objects) a.add(x);
    b.add(objects[3]);
    const auto view = a.freeze();
    a = b;
    EXPECT_EQ(view.size(), 4U);
    EXPECT_EQ(walked(view), 4U);
    EXPECT_EQ(a.size(), 1U);
    std::size_t n = 0;
    for ([[maybe_unused]] const asked& x : a.freeze()) {
        if (n++ == 0) a = std::move(b);
    }
    EXPECT_EQ(n, 1U);
    a = throng::weak_list<asked>();
    EXPECT_EQ(walked(view), 4U);
    EXPECT_TRUE(a.validate());
    EXPECT_TRUE(a.empty());
}

template <class List> struct swapped_and_back : testing::Test {};
using that_update = testing::Types<throng::list<int>, throng::bag<int>, throng::buffered_list<int>>;
TYPED_TEST_SUITE(swapped_and_back, that_update);

/// What an update of a buffered_list gave up stayed from then on; and a live one visited all once more.
TYPED_TEST(swapped_and_back, in_an_update) {
    TypeParam a;
    TypeParam b;
    for (int i = 0; i < 6; ++i) a.push_back(i);
    if constexpr (requires { a.commit(); }) a.commit();
    std::array<int, 6> visits{};
    a.update(throng::live, [&](int& x) {
        if (x == 2 && visits[2] == 0) {
            a.swap(b);
            a.swap(b);
        }
        return ++visits[static_cast<std::size_t>(x)], x != 4;
    });
    EXPECT_EQ(visits, (std::array{1, 1, 1, 1, 1, 1}));
    EXPECT_EQ(a.size(), 5U);
    for (const int x : a) EXPECT_NE(x, 4);
    EXPECT_TRUE(a.validate());
}

/// So did an `each` of a buffered list, and its walks began anew.
TYPED_TEST(swapped_and_back, in_a_walk) {
    const auto visits_in = [](auto walk_all) {
        TypeParam a;
        TypeParam b;
        for (int i = 0; i < 6; ++i) a.push_back(i);
        b.push_back(7);
        if constexpr (requires { a.commit(); }) a.commit(), b.commit();
        std::vector<int> visits;
        walk_all(a, [&](const int& x) {
            visits.push_back(x);
            if (visits.size() != 3) return;
            a.swap(b);
            a.swap(b);
        });
        return visits;
    };
    const std::vector once{0, 1, 2, 3, 4, 5};
    EXPECT_EQ(visits_in([](TypeParam& a, auto f) { a.each(throng::live, f); }), once);
    EXPECT_EQ(visits_in([](TypeParam& a, auto f) { a.each(throng::residents, f); }), once);
    EXPECT_EQ(visits_in([](TypeParam& a, auto f) {
                  for (const int& x : a) f(x);
              }),
              once);
    EXPECT_EQ(visits_in([](TypeParam& a, auto f) {
                  auto w = a.walk(throng::live);
                  while (const int* x = w.next()) f(*x);
              }),
              once);
}

/// A walk goes with its elements, also where the other contents end at the same place.
TYPED_TEST(swapped_and_back, or_only_swapped) {
    const auto visits_in = [](auto walk_all) {
        TypeParam a;
        TypeParam b;
        for (int i = 0; i < 3; ++i) a.push_back(i), b.push_back(i + 10);
        if constexpr (requires { a.commit(); }) a.commit(), b.commit();
        std::vector<int> visits;
        walk_all(a, [&](const int& x) {
            visits.push_back(x);
            if (visits.size() == 2) a.swap(b);
        });
        return visits;
    };
    const std::vector its_own{0, 1, 2};
    EXPECT_EQ(visits_in([](TypeParam& a, auto f) { a.each(throng::live, f); }), its_own);
    EXPECT_EQ(visits_in([](TypeParam& a, auto f) {
                  auto w = a.walk(throng::live);
                  while (const int* x = w.next()) f(*x);
              }),
              its_own);
    EXPECT_EQ(visits_in([](TypeParam& a, auto f) { a.each(throng::residents, f); }), its_own);
}

} // namespace
