// An allocator that gives null, as engines without exceptions have them: whichever allocation it is, the collection is
// whole, what has not been made is not there, and nothing leaks.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/tree.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>
#include <throng/weak_list.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace {

std::size_t allocations_left = 0;
std::size_t failed = 0;
std::size_t held = 0;

template <class T> struct failing {
    using value_type = T;
    failing() = default;
    template <class U> failing(const failing<U>&) noexcept {}
    T* allocate(std::size_t n) {
        if (allocations_left == 0) return ++failed, nullptr;
        --allocations_left;
        held += n * sizeof(T);
        return std::allocator<T>().allocate(n);
    }
    void deallocate(T* p, std::size_t n) {
        held -= n * sizeof(T);
        std::allocator<T>().deallocate(p, n);
    }
    friend bool operator==(failing, failing) { return true; }
};

/// Something that has to be destroyed.
struct thing {
    explicit thing(int n) : number(n), text(40, 'x') {}
    int number;
    std::string text;
    void update(double) {}
    friend bool operator==(const thing& a, const thing& b) { return a.number == b.number; }
    friend bool operator<(const thing& a, const thing& b) { return a.number < b.number; }
};
struct hash_of_thing {
    std::size_t operator()(const thing& x) const { return static_cast<std::size_t>(x.number); }
};

/// Adds, until nothing can be added, and counts.
template <class C> int add(C& c, int from, int to) {
    int n = 0;
    for (int i = from; i < to; ++i) n += c.emplace(i) ? 1 : 0;
    if constexpr (requires { c.commit(); }) c.commit();
    return n;
}

template <class C> void play_each_edit() {
    C c;
    std::size_t there = static_cast<std::size_t>(add(c, 0, 100));
    EXPECT_EQ(c.size(), there);
    EXPECT_TRUE(c.validate());
    c.on_add([](const auto&) {});
    c.on_remove([](const auto&) {});
    (void)c.reserve(400);
    EXPECT_TRUE(c.validate());
    const auto look = [](const auto&) {};
    (void)look;
    if constexpr (requires { c.handle_of(*c.begin()); }) {
        for (auto& x : c) {
            const auto h = c.handle_of(x);
            EXPECT_TRUE(!h || c.get(h) == &x);
        }
    }
    if constexpr (requires { c.freeze(); }) {
        const auto view = c.freeze();
        const std::size_t shown = view.size();
        c.remove_if([](const auto& x) { return x.number % 2 == 0; });
        std::size_t seen = 0;
        for (const auto& x : view) seen += x.number >= 0 ? 1 : 0;
        EXPECT_EQ(seen, shown);
        EXPECT_TRUE(c.validate());
    }
    there = c.size();
    if constexpr (requires { c.sort(); }) c.sort();
    EXPECT_EQ(c.size(), there);
    for (auto i = c.begin(); i != c.end(); ++i) {
        const int added = add(c, 1000, 1003);
        EXPECT_LE(added, 3);
        break;
    }
    EXPECT_TRUE(c.validate());
    if constexpr (std::is_copy_assignable_v<C>) {
        const C copy(c);
        EXPECT_TRUE(copy.validate());
        c = copy;
        EXPECT_TRUE(c.validate());
    }
    C moved(std::move(c), failing<thing>());
    EXPECT_TRUE(moved.validate());
    moved.trim();
    EXPECT_TRUE(moved.validate());
    moved.clear();
    EXPECT_TRUE(moved.validate());
}

/// With one allocation more from one time to the next, until there are enough.
template <class F> void with_every_shortage(F play) {
    bool enough = false;
    for (std::size_t n = 0; n < 500 && !enough; ++n) {
        allocations_left = n;
        failed = 0;
        play();
        enough = failed == 0;
        EXPECT_EQ(held, 0U) << "after " << n << " allocations";
    }
    EXPECT_TRUE(enough);
}

template <class C> struct null_of_the_allocator : testing::Test {};
using collections =
    testing::Types<throng::list<thing, failing<thing>>, throng::bag<thing, failing<thing>>,
                   throng::pool<thing, 0, failing<thing>>, throng::buffered_list<thing, failing<thing>>,
                   throng::ordered_set<thing, hash_of_thing, throng::core::equal<thing>, failing<thing>>,
                   throng::entity_list<thing, failing<thing>>, throng::tree<thing, failing<thing>>>;
TYPED_TEST_SUITE(null_of_the_allocator, collections);

TYPED_TEST(null_of_the_allocator, leaves_all_whole) { with_every_shortage(play_each_edit<TypeParam>); }

/// Of elements that have been there before anything asks for a handle.
template <class C> void play_late_handles() {
    if constexpr (requires(C& c) { c.emplace_back(1), c.handle_of(*c.begin()); }) {
        C c;
        for (int i = 0; i < 300; ++i) (void)c.emplace_back(i);
        if constexpr (requires { c.commit(); }) c.commit();
        for (auto& x : c) {
            const auto h = c.handle_of(x);
            EXPECT_TRUE(!h || c.get(h) == &x);
        }
        EXPECT_TRUE(c.validate());
    }
}
TYPED_TEST(null_of_the_allocator, gives_no_handle_to_what_is_there) {
    with_every_shortage(play_late_handles<TypeParam>);
}

template <class C> void play_a_subset() {
    C c;
    add(c, 0, 10);
    throng::subset<C> members(c);
    std::size_t joined = 0;
    for (auto& x : c) joined += members.join(x) ? 1U : 0U;
    EXPECT_EQ(members.size(), joined);
    add(c, 10, 200);
    for (auto& x : c) (void)members.join(x);
    for (auto& x : members) {
        add(c, 300, 301);
        (void)members.join(*c.begin());
        (void)x;
        break;
    }
    EXPECT_TRUE(members.validate());
    c.remove_if([](const auto& x) { return x.number % 3 == 0; });
    c.trim();
    EXPECT_TRUE(members.validate());
    EXPECT_TRUE(c.validate());
}
TEST(null_of_the_allocator, leaves_subsets_whole) {
    with_every_shortage(play_a_subset<throng::list<thing, failing<thing>>>);
    with_every_shortage(play_a_subset<throng::pool<thing, 0, failing<thing>>>);
}

TEST(null_of_the_allocator, leaves_a_weak_list_whole) {
    throng::list<thing> master;
    for (int i = 0; i < 500; ++i) (void)master.emplace(i);
    with_every_shortage([&] {
        throng::weak_list<thing, throng::list<thing>, failing<thing*>> weak(master);
        std::size_t added = 0;
        for (auto& x : master) added += weak.add(x) ? 1U : 0U;
        EXPECT_EQ(weak.size(), added);
        (void)weak.reserve(2000);
        const auto view = weak.freeze();
        weak.remove_if([](const thing& x) { return x.number % 2 == 0; });
        EXPECT_TRUE(weak.validate());
    });
}

/// More than there can be is no length: nothing happens, whether that can be thrown or not.
TYPED_TEST(null_of_the_allocator, is_not_even_asked_for_an_absurd_length) {
    constexpr std::size_t absurd = std::numeric_limits<std::size_t>::max() - 4;
    allocations_left = 100'000;
    {
        TypeParam c;
        add(c, 0, 10);
        const std::size_t capacity = c.capacity();
        const std::size_t before = allocations_left;
#if defined(__cpp_exceptions)
        EXPECT_ANY_THROW((void)c.reserve(absurd));
#else
        EXPECT_FALSE(c.reserve(absurd));
#endif
        EXPECT_EQ(c.capacity(), capacity);
        EXPECT_EQ(allocations_left, before);
        EXPECT_TRUE(c.reserve(100));
        EXPECT_TRUE(c.validate());
    }
    EXPECT_EQ(held, 0U);
}

} // namespace
