// Collections made as those of the standard library are: of two iterators, of a range, of another one with an
// allocator; and without naming the element's type.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/tree.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <list>
#include <memory>
#include <memory_resource>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

template <class C> std::vector<int> numbers(C& c) {
    std::vector<int> all;
    for (const auto& x : c) all.push_back(x);
    return all;
}
const std::vector<int> source{3, 1, 2};

template <template <class...> class C> void made_of_anything() {
    C from_iterators(source.begin(), source.end());
    static_assert(std::is_same_v<typename decltype(from_iterators)::value_type, int>);
    EXPECT_EQ(numbers(from_iterators), source);
    C from_a_range(source);
    static_assert(std::is_same_v<typename decltype(from_a_range)::value_type, int>);
    EXPECT_EQ(numbers(from_a_range), source);
    C in_braces{3, 1, 2};
    static_assert(std::is_same_v<typename decltype(in_braces)::value_type, int>);
    EXPECT_EQ(numbers(in_braces), source);
    C copy(in_braces);
    static_assert(std::is_same_v<decltype(copy), decltype(in_braces)>);
    EXPECT_EQ(numbers(copy), source);
    C moved(std::move(in_braces));
    static_assert(std::is_same_v<decltype(moved), decltype(copy)>);
    EXPECT_EQ(numbers(moved), source);
}

TEST(construction, of_iterators_and_ranges_without_the_type) {
    made_of_anything<throng::list>();
    made_of_anything<throng::bag>();
    made_of_anything<throng::buffered_list>();
    made_of_anything<throng::ordered_set>();
    throng::pool p(source.begin(), source.end());
    static_assert(std::is_same_v<decltype(p), throng::pool<int>>);
    EXPECT_EQ(numbers(p), source);
    const throng::bag b(throng::list{3, 1, 2});
    static_assert(std::is_same_v<decltype(b), const throng::bag<int>>);
    EXPECT_EQ(numbers(b), source);
}

TEST(construction, with_an_allocator) {
    std::pmr::monotonic_buffer_resource memory;
    const std::pmr::polymorphic_allocator<int> allocator(&memory);
    const throng::list l(source.begin(), source.end(), allocator);
    static_assert(std::is_same_v<decltype(l), const throng::pmr::list<int>>);
    EXPECT_EQ(l.get_allocator(), allocator);
    EXPECT_EQ(numbers(l), source);
    const throng::bag b(source, allocator);
    static_assert(std::is_same_v<decltype(b), const throng::pmr::bag<int>>);
    EXPECT_EQ(numbers(b), source);
    const throng::pool p(source, allocator);
    static_assert(std::is_same_v<decltype(p), const throng::pmr::pool<int>>);
    EXPECT_EQ(numbers(p), source);
}

TEST(construction, of_what_can_only_be_moved) {
    std::vector<std::unique_ptr<int>> owners;
    for (const int n : source) owners.push_back(std::make_unique<int>(n));
    const throng::list<std::unique_ptr<int>> l(std::move_iterator(owners.begin()), std::move_iterator(owners.end()));
    EXPECT_EQ(l.size(), 3U);
    EXPECT_EQ(*l.last()->get(), 2);
    EXPECT_EQ(owners.front(), nullptr);
}

struct thing {
    explicit thing(int n) : number(n) {}
    int number;
    int ends = 0;
    void update(double) {}
    void on_expire() { ++all_ends; }
    static inline int all_ends = 0;
};

/// Moved to another's memory: hooks and the maximum go along, and nothing is told, nor does anything expire.
TEST(construction, of_an_entity_list_in_other_memory_ends_nothing) {
    using list = throng::entity_list<thing, std::pmr::polymorphic_allocator<thing>>;
    std::pmr::monotonic_buffer_resource one;
    std::pmr::monotonic_buffer_resource two;
    thing::all_ends = 0;
    int added = 0;
    int removed = 0;
    list a{std::pmr::polymorphic_allocator<thing>(&one)};
    a.on_add([&](thing&) { ++added; });
    a.on_remove([&](thing&) { ++removed; });
    a.max_capacity(7);
    for (int i = 0; i < 5; ++i) a.push_back(thing(i));
    list b(std::move(a), std::pmr::polymorphic_allocator<thing>(&two));
    EXPECT_EQ(b.size(), 5U);
    EXPECT_TRUE(a.empty()); // NOLINT(bugprone-use-after-move): what is promised
    EXPECT_EQ(added, 5);
    EXPECT_EQ(removed, 0);
    EXPECT_EQ(thing::all_ends, 0);
    EXPECT_EQ(b.max_capacity(), 7U);
    b.push_back(thing(5));
    EXPECT_EQ(added, 6);
    b.remove(*b.first());
    EXPECT_EQ(removed, 1);
    EXPECT_EQ(thing::all_ends, 1);
}

/// A tree keeps its shape.
TEST(construction, of_a_tree_in_other_memory_keeps_every_parent) {
    using tree = throng::tree<int, std::pmr::polymorphic_allocator<int>>;
    std::pmr::monotonic_buffer_resource one;
    std::pmr::monotonic_buffer_resource two;
    tree a{std::pmr::polymorphic_allocator<int>(&one)};
    std::vector<tree::handle_type> nodes;
    for (int i = 0; i < 200; ++i)
        nodes.push_back(i % 7 == 0 ? a.emplace(i)
                                   : a.emplace_child(nodes[static_cast<std::size_t>(i * 5 % 11) % nodes.size()], i));
    struct seen {
        int number;
        int parent;
        bool operator==(const seen&) const = default;
    };
    const auto shape = [](const tree& t) {
        std::vector<seen> all;
        for (const int& x : t) all.push_back({x, t.parent_of(x) == nullptr ? -1 : *t.parent_of(x)});
        return all;
    };
    const std::vector<seen> before = shape(a);
    ASSERT_EQ(before.size(), 200U);
    const tree b(std::move(a), std::pmr::polymorphic_allocator<int>(&two));
    EXPECT_EQ(shape(b), before);
    EXPECT_TRUE(b.validate());
    EXPECT_TRUE(a.empty()); // NOLINT(bugprone-use-after-move): what is promised
    EXPECT_TRUE(a.validate());
}

} // namespace
