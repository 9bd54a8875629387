/// Elements, components and entities whose class has an operator& of its own, as smart pointers of COM have: nothing
/// asks it. It is deleted here, so that whatever does would not compile.
#include <throng/testing.hpp>
#include <throng/throng.hpp>
#include <throng/world/family.hpp>
#include <throng/world/save.hpp>

#include <gtest/gtest.h>

#include <compare>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

struct smart {
    smart() = default;
    explicit smart(int i) : value(i) {}
    void operator&() const = delete; // NOLINT(google-runtime-operator)

    friend bool operator==(const smart& a, const smart& b) { return a.value == b.value; }
    friend std::strong_ordering operator<=>(const smart& a, const smart& b) { return a.value <=> b.value; }
    void update(double) { ++updates; }
    void draw(int& canvas) const { canvas += value; }
    [[nodiscard]] bool expired() const { return value == 7; }
    void on_expire() {}
    [[nodiscard]] bool deleted() const { return value == 7; }

    int value = 0;
    int updates = 0;
    throng::list_hook<> hook{};
    throng::grid_hook<> place{};
};
/// The same without a destructor, and without anything that a byte-wise copy would not copy.
struct plain {
    void operator&() const = delete; // NOLINT(google-runtime-operator)
    friend bool operator==(const plain& a, const plain& b) { return a.value == b.value; }
    friend std::strong_ordering operator<=>(const plain& a, const plain& b) { return a.value <=> b.value; }

    int value = 0;
};

} // namespace

template <> struct std::hash<smart> {
    std::size_t operator()(const smart& s) const noexcept { return static_cast<std::size_t>(s.value); }
};
template <> struct std::hash<plain> {
    std::size_t operator()(const plain& s) const noexcept { return static_cast<std::size_t>(s.value); }
};

// All that is no template itself.
template class throng::list<smart>;
template class throng::list<plain>;
template class throng::bag<smart>;
template class throng::bag<plain>;
template class throng::pool<smart>;
template class throng::pool<plain>;
template class throng::buffered_list<smart>;
template class throng::buffered_list<plain>;
template class throng::ordered_set<smart>;
template class throng::ordered_set<plain>;
template class throng::weak_list<smart>;
template class throng::weak_list<smart, throng::list<smart>>;
template class throng::linked_list<smart, &smart::hook>;
template class throng::grid<smart, &smart::place>;
template class throng::core::grid_base<smart, &smart::place, throng::core::grid_space<float, 2>, std::allocator<smart>>;
template class throng::subset<throng::list<smart>>;
template class throng::subset<throng::pool<plain>>;
template class throng::tree<smart>;
template class throng::entity_list<smart>;

namespace {

template <class T> T made(int value) {
    T x{};
    x.value = value;
    return x;
}

/// What a collection has is used, members that are templates above all.
template <class C> void play(C& c) {
    using T = typename C::value_type;
    constexpr bool is_tree = requires { c.add_child(*c.first(), T{}); };
    for (int i = 0; i < 10; ++i) {
        if constexpr (requires { c.emplace(made<T>(i)); }) (void)c.emplace(made<T>(i));
        else (void)c.add(made<T>(i));
    }
    if constexpr (requires { c.commit(); }) c.commit();
    const auto remove_if_is = [&](auto&& walk, int value) {
        for (auto& x : walk) {
            if (x.value == value) {
                EXPECT_TRUE(c.remove(x));
            }
        }
    };
    remove_if_is(c, 0);
    remove_if_is(c.walk(throng::residents), 1);
    EXPECT_EQ(c.size(), 8U);
    for (auto it = c.begin(); it != c.end(); ++it) {
        if (it->value == 2) {
            EXPECT_TRUE(c.remove(it));
        }
    }
    for (auto w = c.walk(throng::live); w.next() != nullptr;) {
        if constexpr (requires { w.remove(); }) {
            if (w.current()->value == 3) {
                EXPECT_TRUE(w.remove());
            }
        }
    }
    c.each([&](auto& x) {
        EXPECT_TRUE(c.contains(x));
        if constexpr (requires { c.handle_of(x); }) {
            EXPECT_TRUE(c.contains(c.handle_of(x)));
        }
    });
    if constexpr (requires(void (*f)(T&)) { c.on_add(f); }) {
        c.on_add([](auto&) {});
        c.on_remove([](auto&) {});
    }
    if constexpr (requires(bool (*f)(T&)) { c.update(throng::live, f); }) {
        c.update(throng::live, [](auto& x) { return x.value != 4; });
        c.update(throng::residents, [](auto&) {});
    }
    (void)c.remove_if([](const auto& x) { return x.value == 5; });
    if constexpr (requires { c.freeze(); }) {
        for (const auto& x : c.freeze()) EXPECT_TRUE(c.contains(x));
    }
    if constexpr (requires { c.runs(); }) {
        for (auto run : c.runs()) EXPECT_FALSE(run.empty());
    }
    if constexpr (requires { c.sort(); }) c.sort();
    if constexpr (requires { c.add_range(std::vector<T>{}); }) (void)c.add_range(std::vector<T>(3));
    if constexpr (std::is_copy_assignable_v<C>) {
        C other(c);
        other = c;
        other = std::move(other);
        other.swap(c);
    }
    for (auto& x : c) {
        if constexpr (is_tree) {
            (void)c.emplace_child(x, made<T>(20));
            (void)c.parent_of(x);
            break;
        }
    }
    EXPECT_TRUE(c.validate());
    c.clear();
    EXPECT_TRUE(c.empty());
}

template <class C> class overloaded_ampersand : public testing::Test {};
using collections =
    testing::Types<throng::list<smart>, throng::list<plain>, throng::bag<smart>, throng::bag<plain>,
                   throng::pool<smart>, throng::pool<plain>, throng::pool<plain, 100>, throng::buffered_list<smart>,
                   throng::buffered_list<plain>, throng::ordered_set<smart>, throng::ordered_set<plain>,
                   throng::tree<smart>, throng::tree<plain>, throng::entity_list<smart>, throng::entity_list<plain>>;
TYPED_TEST_SUITE(overloaded_ampersand, collections);

TYPED_TEST(overloaded_ampersand, is_asked_by_no_collection) {
    TypeParam c;
    play(c);
}

TEST(overloaded_ampersand_of_objects, is_asked_by_none_that_refers_to_them) {
    throng::list<smart> owner;
    throng::linked_list<smart, &smart::hook> linked;
    throng::grid<smart, &smart::place> near(8.0F);
    throng::weak_list weak(owner);
    throng::subset<throng::list<smart>> some(owner);
    for (int i = 0; i < 10; ++i) {
        smart& x = *owner.emplace_back(i);
        linked.add(x);
        near.insert(x, static_cast<float>(i), 0);
        weak.add(x);
        some.join(x);
    }
    for (smart& x : linked) {
        if (x.value == 1) {
            EXPECT_TRUE(linked.remove(x));
        }
    }
    (void)linked.remove_if([](const smart& x) { return x.value == 2; });
    for (smart& x : weak) {
        if (x.value == 3) {
            EXPECT_TRUE(weak.remove(x));
        }
    }
    for (smart& x : near.in_circle(0, 0, 5)) EXPECT_TRUE(near.contains(x));
    (void)near.nearest(0, 0, 3);
    for (smart& x : some) {
        if (x.value == 4) {
            EXPECT_TRUE(some.leave(x));
        }
    }
    int pairs = 0;
    throng::each_pair(owner, [&](smart&, smart&) { ++pairs; });
    EXPECT_EQ(pairs, 45);
    EXPECT_EQ(linked.size(), 8U);
    EXPECT_EQ(weak.size(), 9U);
    EXPECT_EQ(some.size(), 9U);
}

TEST(overloaded_ampersand_of_entities, is_asked_by_no_list) {
    enum class on { ground, air };
    throng::layers<on, smart, 2> all;
    for (int i = 0; i < 10; ++i) (void)all.emplace_back(i % 2 == 0 ? on::ground : on::air, i);
    all.update(0.1);
    int canvas = 0;
    all.draw(canvas);
    EXPECT_EQ(canvas, 45 - 7);
    for (smart& x : all.walk(throng::residents)) {
        if (x.value == 2) (void)all.move(x, on::air);
        if (x.value == 3) {
            EXPECT_TRUE(all.remove(x));
        }
    }
    EXPECT_EQ(all.size(), 8U);

    throng::entity_list<throng::any_entity<int, double>> any;
    any.emplace_back(smart(1));
    any.emplace_back(smart(7));
    any.update(0.1);
    EXPECT_EQ(any.size(), 1U);
}

} // namespace
