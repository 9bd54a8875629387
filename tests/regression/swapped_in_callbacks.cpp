// Mistakes of operations under which contents are exchanged by what they call: predicates, hooks, destructors,
// questions.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/weak_list.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <functional>
#include <string>
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

template <class Collection> struct swapped_in_callbacks : testing::Test {};
using collections =
    testing::Types<throng::list<int>, throng::bag<int>, throng::buffered_list<int>, throng::ordered_set<int>>;
TYPED_TEST_SUITE(swapped_in_callbacks, collections);

/// The element that the predicate had been asked about was removed from the collection in which it did not lie any
/// more.
TYPED_TEST(swapped_in_callbacks, by_a_predicate) {
    TypeParam a = numbers<TypeParam>(0, 5);
    TypeParam b = numbers<TypeParam>(10, 17);
    int asked = 0;
    const auto removed = a.remove_if([&](const int&) {
        if (asked++ == 2) a.swap(b);
        return true;
    });
    EXPECT_EQ(asked, 3);
    EXPECT_EQ(removed, 2U);
    expect_whole(a, 7);
    expect_whole(b, 3);
}
/// The same by an iterator.
TYPED_TEST(swapped_in_callbacks, before_a_removal_by_iterator) {
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

/// Of whom an update's body did not want to live any more, the wrong collection let go where the hook that was told of
/// it had exchanged them.
TYPED_TEST(swapped_in_callbacks, by_a_hook_of_an_update) {
    for (const int doomed : {0, 2, 4}) {
        TypeParam a = numbers<TypeParam>(0, 5);
        TypeParam b = numbers<TypeParam>(10, 17);
        if constexpr (requires { a.update(throng::residents, [](int&) { return true; }); }) {
            a.on_remove([&](const int&) { a.swap(b); });
            a.update(throng::residents, [&](const int& x) { return x != doomed; });
            expect_whole(a, 7);
            expect_whole(b, 4);
        }
    }
}

struct asked {
    std::function<void()> first_time;
    mutable bool is_asked = false;
    [[nodiscard]] bool deleted() const {
        if (first_time != nullptr && !std::exchange(is_asked, true)) first_time();
        return false;
    }
};

/// The same by the question whether an object is deleted.
TEST(swapped_in_callbacks, by_a_question) {
    std::array<asked, 4> objects;
    throng::weak_list<asked> a;
    throng::weak_list<asked> b;
    for (asked& x : objects) a.add(x);
    b.add(objects[3]);
    objects[1].first_time = [&] { a.swap(b); };
    EXPECT_TRUE(a.remove(objects[1]));
    EXPECT_TRUE(a.validate());
    EXPECT_TRUE(b.validate());
    EXPECT_EQ(a.size(), 1U);
    EXPECT_EQ(b.size(), 3U);
}

/// A second walk, taken from one that stood in another's pages since a swap, was not counted among those that its owner
/// has abroad, and taken off when it came home: the owner was never idle again.
TYPED_TEST(swapped_in_callbacks, and_then_a_walk_is_forked) {
    TypeParam a = numbers<TypeParam>(0, 5);
    TypeParam b = numbers<TypeParam>(10, 17);
    if constexpr (requires { a.walk(throng::live).fork(); }) {
        {
            auto w = a.walk(throng::live);
            ASSERT_NE(w.next(), nullptr);
            a.swap(b);
            auto comes_home = w.fork();
            const auto stays_abroad = w.fork();
            EXPECT_EQ(stays_abroad.current(), w.current());
            std::size_t n = 0;
            while (comes_home.next() != nullptr) ++n;
            EXPECT_EQ(n, 7U);
            while (w.next() != nullptr) --n;
            EXPECT_EQ(n, 0U);
        }
        expect_whole(a, 7);
        expect_whole(b, 5);
        if constexpr (requires { a.sort(); }) {
            a.sort([](int x, int y) { return x > y; });
            EXPECT_EQ(*a.first(), 16) << "nobody walks";
        }
    }
}

/// Contents that a hook moves into a set which dies.
TEST(swapped_in_callbacks, by_a_hook_into_what_dies) {
    using set = throng::ordered_set<std::string>;
    set a{"x", "y", "z"};
    bool first = true;
    const auto move_away = [&](const std::string&) {
        if (!std::exchange(first, false)) return;
        set dies;
        dies.swap(a);
    };
    a.on_remove(move_away);
    a.remove("y");
    expect_whole(a, 0);
    first = true;
    a.on_remove(nullptr);
    a.on_add(move_away);
    EXPECT_EQ(a.push_back("w"), nullptr);
    expect_whole(a, 0);
    a.add("v");
    first = true;
    EXPECT_FALSE(a.add("u"));
    expect_whole(a, 0);
    EXPECT_TRUE(a.add("t"));
    expect_whole(a, 1);
}

/// Views of a weak_list died with the references that an assignment took away, as did the walk of one.
TEST(swapped_in_callbacks, references_under_a_frozen_view) {
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

/// Does something in its destructor.
struct with_end {
    int id;
    std::function<void()> end;
    explicit with_end(int i, std::function<void()> f = {}) : id(i), end(std::move(f)) {}
    with_end(with_end&& other) noexcept : id(other.id), end(std::exchange(other.end, nullptr)) {}
    with_end& operator=(with_end&&) = delete;
    ~with_end() {
        if (end != nullptr) std::exchange(end, nullptr)();
    }
    friend bool operator==(const with_end& a, const with_end& b) { return a.id == b.id; }
};
/// The same, and is never moved.
struct rooted {
    int id;
    std::function<void()> end;
    explicit rooted(int i, std::function<void()> f = {}) : id(i), end(std::move(f)) {}
    rooted(const rooted&) = delete;
    rooted& operator=(const rooted&) = delete;
    ~rooted() {
        if (end != nullptr) end();
    }
};
struct hash_of_id {
    std::size_t operator()(const with_end& x) const { return static_cast<std::size_t>(x.id); }
};

/// A page was given back to the collection to which it did not belong any more.
TEST(swapped_in_callbacks, by_the_destructor_of_the_last_in_a_page) {
    throng::list<rooted> a;
    throng::list<rooted> b;
    for (int i = 0; i < 100; ++i) b.emplace_back(i);
    rooted* const first = a.emplace_back(0, [&] { a.swap(b); });
    std::vector<rooted*> rest;
    for (int i = 1; i < 600; ++i) rest.push_back(a.emplace_back(i));
    for (rooted* x : rest) {
        if (x->id < 500) a.remove(*x);
    }
    a.remove(*first);
    expect_whole(a, 100);
    expect_whole(b, 100);
}
TEST(swapped_in_callbacks, by_the_destructor_of_the_last_in_a_page_that_is_walked) {
    throng::list<with_end> a;
    throng::list<with_end> b;
    for (int i = 0; i < 100; ++i) b.emplace_back(i);
    with_end* const first = a.emplace_back(0, [&] { a.swap(b); });
    std::vector<with_end*> rest;
    for (int i = 1; i < 600; ++i) rest.push_back(a.emplace_back(i));
    {
        auto w = a.walk(throng::live);
        ASSERT_EQ(w.next(), first);
        for (with_end* x : rest) {
            if (x->id < 500) a.remove(*x);
        }
        a.remove(*first);
    }
    expect_whole(a, 100);
    expect_whole(b, 100);
}
/// Does something while it is made.
struct with_birth {
    int id;
    explicit with_birth(int i, const std::function<void()>& f = {}) : id(i) {
        if (f != nullptr) f();
    }
};
template <class Collection> struct swapped_by_constructors : testing::Test {};
using with_constructors =
    testing::Types<throng::list<with_birth>, throng::bag<with_birth>, throng::buffered_list<with_birth>>;
TYPED_TEST_SUITE(swapped_by_constructors, with_constructors);

/// The newcomer was counted where it was not.
TYPED_TEST(swapped_by_constructors, of_newcomers) {
    TypeParam a;
    TypeParam b;
    const std::function<void()> exchange = [&] { a.swap(b); };
    const auto commit = [&] {
        if constexpr (requires { a.commit(); }) {
            a.commit();
            b.commit();
        }
    };
    for (int i = 0; i < 300; ++i) b.emplace_back(100 + i);
    commit();
    std::vector<int> told;
    a.on_add([&](with_birth& x) { told.push_back(-x.id); });
    b.on_add([&](with_birth& x) { told.push_back(x.id); });
    EXPECT_EQ(a.emplace_back(1, exchange)->id, 1);
    commit();
    expect_whole(a, 300);
    expect_whole(b, 1);
    EXPECT_EQ(told, (std::vector{1})) << "where it is now";
    const auto h = b.emplace(2, exchange);
    commit();
    EXPECT_EQ(a.get(h)->id, 2);
    expect_whole(a, 2);
    expect_whole(b, 300);
    EXPECT_EQ(told, (std::vector{1, -2}));
}
template <class Collection> struct swapped_by_destructors : testing::Test {
    static void fill(Collection& a, Collection& b) {
        for (int i = 0; i < 10; ++i) b.push_back(with_end(100 + i));
        a.push_back(with_end(0, [&a, &b] { a.swap(b); }));
        for (int i = 1; i < 10; ++i) a.push_back(with_end(i));
    }
};
using with_destructors =
    testing::Types<throng::list<with_end>, throng::bag<with_end>, throng::ordered_set<with_end, hash_of_id>>;
TYPED_TEST_SUITE(swapped_by_destructors, with_destructors);

TYPED_TEST(swapped_by_destructors, that_a_frozen_view_put_off) {
    TypeParam a;
    TypeParam b;
    this->fill(a, b);
    {
        const auto view = a.freeze();
        a.clear();
        EXPECT_EQ(view.size(), 10U);
    }
    expect_whole(a, 10);
    expect_whole(b, 0);
}
/// The walk had just gone to the end of the old ones, and ended there once.
TYPED_TEST(swapped_by_destructors, of_the_last_that_a_live_walk_leaves) {
    TypeParam a;
    TypeParam b;
    for (int i = 0; i < 3; ++i) b.push_back(with_end(100 + i));
    a.push_back(with_end(0, [&a, &b] { a.swap(b); }));
    std::vector<int> seen;
    for (const with_end& x : a.walk(throng::live)) {
        seen.push_back(x.id);
        if (x.id == 0) a.remove(x);
    }
    EXPECT_EQ(seen, (std::vector{0, 100, 101, 102}));
    expect_whole(a, 3);
    expect_whole(b, 0);
}
TYPED_TEST(swapped_by_destructors, that_a_run_put_off) {
    TypeParam a;
    TypeParam b;
    this->fill(a, b);
    for ([[maybe_unused]] auto run : a.runs()) a.remove_if([](const with_end& x) { return x.id < 100; });
    expect_whole(a, 10);
    expect_whole(b, 0);
}

template <class List> struct swapped_and_back : testing::Test {};
using that_update = testing::Types<throng::list<int>, throng::bag<int>, throng::buffered_list<int>>;
TYPED_TEST_SUITE(swapped_and_back, that_update);

/// Whom an update of a buffered_list gave up stayed from then on; and a live one visited all once more.
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

/// A live walk comes to the other contents, also where these end at the same place as the old ones.
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
    const std::vector both{0, 1, 10, 11, 12};
    EXPECT_EQ(visits_in([](TypeParam& a, auto f) { a.each(throng::live, f); }), both);
    EXPECT_EQ(visits_in([](TypeParam& a, auto f) {
                  auto w = a.walk(throng::live);
                  while (const int* x = w.next()) f(*x);
              }),
              both);
    EXPECT_EQ(visits_in([](TypeParam& a, auto f) { a.each(throng::residents, f); }), (std::vector{0, 1}));
}

} // namespace
