// Mistakes about where hooks lie.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace {

/// What has been taken from one place and not come back, and how often something came back that was not its own.
struct arena {
    std::map<void*, std::size_t> held;
    int strange = 0;
};

/// Goes along with whatever can be assigned or swapped.
template <class T> struct going_along {
    using value_type = T;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_copy_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;

    arena* from;

    going_along(arena& a) noexcept : from(&a) {}
    template <class U> going_along(const going_along<U>& other) noexcept : from(other.from) {}
    [[nodiscard]] T* allocate(std::size_t n) {
        T* const memory = std::allocator<T>().allocate(n);
        from->held[memory] = n;
        return memory;
    }
    void deallocate(T* memory, std::size_t n) noexcept {
        if (from->held.erase(memory) == 0) ++from->strange;
        std::allocator<T>().deallocate(memory, n);
    }
    friend bool operator==(const going_along& a, const going_along& b) noexcept { return a.from == b.from; }
};

template <class Collection> struct hooks_memory : testing::Test {
    arena first;
    arena second;

    template <class Edit> void expect_all_back_after(Edit edit) {
        {
            Collection a(going_along<int>{first});
            Collection b(going_along<int>{second});
            a.push_back(1);
            b.push_back(2);
            a.on_add([](const int&) {});
            a.on_remove([](const int&) {});
            b.on_remove([](const int&) {});
            edit(a, b);
            EXPECT_TRUE(a.validate());
            EXPECT_TRUE(b.validate());
        }
        EXPECT_EQ(first.strange + second.strange, 0);
        EXPECT_TRUE(first.held.empty());
        EXPECT_TRUE(second.held.empty());
    }
};
using set_of_int = throng::ordered_set<int, throng::core::hash<int>, throng::core::equal<int>, going_along<int>>;
using collections = testing::Types<throng::list<int, going_along<int>>, throng::bag<int, going_along<int>>,
                                   throng::buffered_list<int, going_along<int>>, set_of_int>;
TYPED_TEST_SUITE(hooks_memory, collections);

/// Hooks stay where they are while allocators go along, and were given back to the new one.
TYPED_TEST(hooks_memory, goes_back_after_a_swap) {
    this->expect_all_back_after([](auto& a, auto& b) { a.swap(b); });
}
TYPED_TEST(hooks_memory, goes_back_after_a_move) {
    this->expect_all_back_after([](auto& a, auto& b) { a = std::move(b); });
}
TYPED_TEST(hooks_memory, goes_back_after_a_copy) {
    this->expect_all_back_after([](auto& a, auto& b) { a = b; });
}

/// The same for a predicate.
TEST(hooks_memory, of_a_predicate) {
    arena first;
    arena second;
    {
        throng::buffered_list<int, going_along<int>> a(going_along<int>{first});
        throng::buffered_list<int, going_along<int>> b(going_along<int>{second});
        a.auto_remove([](const int& x) { return x == 0; });
        a.swap(b);
    }
    EXPECT_EQ(first.strange + second.strange, 0);
    EXPECT_TRUE(first.held.empty() && second.held.empty());
}

/// The same for a sort that waits.
TEST(hooks_memory, of_a_pending_sort) {
    arena first;
    arena second;
    {
        throng::list<int, going_along<int>> a(going_along<int>{first});
        throng::list<int, going_along<int>> b(going_along<int>{second});
        for (int i = 0; i < 5; ++i) a.push_back(5 - i);
        {
            auto w = a.walk(throng::live);
            a.sort();
            a.swap(b);
        }
        EXPECT_EQ(a.size() + b.size(), 5U);
    }
    EXPECT_EQ(first.strange + second.strange, 0);
    EXPECT_TRUE(first.held.empty() && second.held.empty());
}

/// A hook was taken off before the new one was there: what its captures' destructor set in between leaked.
TEST(hooks_memory, of_a_hook_set_by_the_end_of_another) {
    struct setter {
        throng::list<int>* at;
        std::shared_ptr<int> mark;
        void operator()(int&) const {}
        setter(throng::list<int>& elements, std::shared_ptr<int> m) : at(&elements), mark(std::move(m)) {}
        setter(setter&&) noexcept = default;
        ~setter() {
            if (mark != nullptr) at->on_add([m = std::move(mark)](int& x) { x += *m; });
        }
    };
    throng::list<int> elements;
    const auto mark = std::make_shared<int>(10);
    elements.on_add(setter(elements, mark));
    elements.on_add([](int& x) { x += 100; });
    EXPECT_EQ(*elements.push_back(1), 11) << "the last to be set counts";
    elements.on_add(nullptr);
    EXPECT_EQ(mark.use_count(), 1);
}

} // namespace
