// Mistakes of operations under which contents are exchanged.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/ring.hpp>
#include <throng/weak_list.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
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

/// Now and then a set looks after its pages when an element has been removed: by then they may be another set's.
TEST(swapped_underfoot, sets_by_their_hooks) {
    throng::ordered_set<int> a;
    throng::ordered_set<int> b;
    int removed = 0;
    const auto exchange = [&](const int&) {
        a.swap(b);
        if (++removed % 3 == 0) a.trim(), b.trim();
    };
    a.on_remove(exchange);
    b.on_remove(exchange);
    for (int i = 0; i < 3000; ++i) a.add(i), b.add(10'000 + i);
    for (int i = 0; i < 3000; ++i) {
        ASSERT_TRUE((a.contains(i) ? a : b).remove(i));
        ASSERT_TRUE(a.validate() && b.validate());
    }
    EXPECT_EQ(removed, 3000);
    EXPECT_EQ(a.size() + b.size(), 3000U);
    for (int i = 0; i < 3000; ++i) EXPECT_TRUE(a.contains(10'000 + i) || b.contains(10'000 + i));
}
TEST(swapped_underfoot, sets_by_an_added_element) {
    throng::ordered_set<int> a;
    throng::ordered_set<int> b{1, 2, 3};
    a.on_add([&](const int&) { a.swap(b); });
    for (int i = 10; i < 2000; ++i) {
        a.add(i);
        ASSERT_TRUE(a.contains(i) || b.contains(i));
        ASSERT_TRUE(a.validate() && b.validate());
    }
    EXPECT_EQ(a.size() + b.size(), 1993U);
}
TEST(swapped_underfoot, rings_by_their_hooks) {
    throng::ring<int> a(5);
    throng::ring<int> b(9);
    const auto exchange = [&](int&) { a.swap(b); };
    a.on_add(exchange);
    a.on_remove(exchange);
    for (int i = 0; i < 100; ++i) {
        a.push_back(i);
        ASSERT_TRUE(a.validate() && b.validate());
    }
    a.on_add(nullptr);
    a.on_remove(nullptr);
    EXPECT_EQ(a.max_capacity() + b.max_capacity(), 14U);
    for (throng::ring<int>* r : {&a, &b}) {
        for (int i = 0; i < 20; ++i) r->push_back(i);
        EXPECT_EQ(r->size(), r->max_capacity());
    }
}

#if !defined(THRONG_AUDIT) || !THRONG_AUDIT

/// Its constructors and its destructor call a function once.
struct meddler {
    static inline std::function<void()> at_birth;
    static inline std::function<void()> at_death;
    std::unique_ptr<int> n;

    explicit meddler(int number) : n(std::make_unique<int>(number)) { call(at_birth); }
    meddler(meddler&& other) noexcept : n(std::move(other.n)) {}
    meddler& operator=(meddler&&) = delete;
    ~meddler() {
        if (n != nullptr) call(at_death);
    }
    static void call(std::function<void()>& f) {
        if (f) std::exchange(f, nullptr)();
    }
};
template <class Collection> struct exchanged_in_the_midst : testing::Test {};
using owners = testing::Types<throng::list<meddler>, throng::bag<meddler>, throng::pool<meddler>>;
TYPED_TEST_SUITE(exchanged_in_the_midst, owners);

/// Constructors and destructors of elements must not exchange the contents of their collection: it has no effect.
TYPED_TEST(exchanged_in_the_midst, has_no_effect) {
    const std::array<std::function<void(TypeParam&, TypeParam&)>, 3> ways{
        [](TypeParam& a, TypeParam& b) { a.swap(b); },
        [](TypeParam& a, TypeParam& b) { b.swap(a); },
        [](TypeParam& a, TypeParam&) {
            const TypeParam moved(std::move(a));
            EXPECT_TRUE(moved.empty());
        },
    };
    for (const auto& exchange : ways) {
        for (const bool in_walk : {false, true}) {
            TypeParam a;
            TypeParam b;
            for (int i = 0; i < 600; ++i) a.emplace(i);
            for (int i = 0; i < 5; ++i) b.emplace(1000 + i);
            const auto first = a.emplace(7);
            {
                std::unique_ptr<decltype(a.walk(throng::live))> w;
                if (in_walk) w = std::make_unique<decltype(a.walk(throng::live))>(a.walk(throng::live));
                if (in_walk) {
                    ASSERT_NE(w->next(), nullptr);
                }
                meddler::at_birth = [&] { exchange(a, b); };
                a.emplace(8);
                meddler::at_death = [&] { exchange(a, b); };
                a.remove(first);
                meddler::at_death = [&] { exchange(a, b); };
                if (in_walk) {
                    ASSERT_TRUE(w->remove());
                    ASSERT_NE(w->next(), nullptr);
                }
            }
            meddler::at_death = nullptr;
            ASSERT_TRUE(a.validate() && b.validate());
            EXPECT_EQ(a.size(), in_walk ? 600U : 601U);
            EXPECT_EQ(b.size(), 5U);
        }
    }
}
/// A move assignment from a collection that is in the middle of an operation moves its elements one by one.
TYPED_TEST(exchanged_in_the_midst, is_a_move_of_each) {
    if constexpr (std::is_move_assignable_v<TypeParam>) {
        TypeParam a;
        TypeParam b;
        for (int i = 0; i < 600; ++i) a.emplace(i);
        meddler::at_birth = [&] { b = std::move(a); };
        a.emplace(600);
        EXPECT_TRUE(a.validate() && b.validate());
        EXPECT_EQ(a.size(), 1U);
        EXPECT_EQ(b.size(), 600U);
    }
}
#endif

} // namespace
