// What the user's code may do in the middle of an operation: while a hash or a comparison is asked.

#include <throng/ordered_set.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

namespace {

/// What is done once, at the moment that is looked at.
struct moment {
    static inline std::function<void()> edit;
    static void come() {
        if (edit != nullptr) std::exchange(edit, nullptr)();
    }
};

/// Every look meets every element.
struct constant {
    template <class T> std::size_t operator()(const T&) const noexcept { return 7; }
};

/// An edit is made, once, when all has been compared that there is to compare.
struct named {
    std::string name;
    explicit named(std::string n) : name(std::move(n)) {}
    friend bool operator==(const named& a, const named& b) {
        const bool same = a.name == b.name;
        moment::come();
        return same;
    }
};
/// The same for elements that are copied as bytes.
struct number {
    int id;
    explicit number(int i) : id(i) {}
    friend bool operator==(const number& a, const number& b) {
        const bool same = a.id == b.id;
        moment::come();
        return same;
    }
};
/// Makes the edit before it says anything.
struct editing {
    template <class T> std::size_t operator()(const T&) const {
        moment::come();
        return 7;
    }
};

template <class Set> struct while_it_is_looked_for : testing::Test {
    using set_type = Set;
    using element = typename Set::value_type;
    static element made(int i) {
        if constexpr (std::is_constructible_v<element, int>) return element(i);
        else return element("a rather long name " + std::to_string(i));
    }
    /// Sets whose elements are all alike to the index.
    static void fill(Set& set, int from, int to) {
        for (int i = from; i < to; ++i) EXPECT_TRUE(set.add(made(i)));
    }
    void TearDown() override { moment::edit = nullptr; }
    void expect_whole(std::size_t size) {
        EXPECT_EQ(moment::edit, nullptr) << "the moment has come";
        EXPECT_TRUE(set.validate());
        EXPECT_EQ(set.size(), size);
        std::size_t n = 0;
        for ([[maybe_unused]] const auto& x : set) ++n;
        EXPECT_EQ(n, size);
    }
    Set set;
};
using looks = testing::Types<throng::ordered_set<named, constant>, throng::ordered_set<number, constant>,
                             throng::ordered_set<named, editing>, throng::ordered_set<int, editing>>;
TYPED_TEST_SUITE(while_it_is_looked_for, looks);

/// The search went on in the index that had been there.
TYPED_TEST(while_it_is_looked_for, the_contents_die) {
    const auto die = [this] {
        moment::edit = [this] {
            TypeParam dies;
            dies.swap(this->set);
        };
    };
    this->fill(this->set, 0, 20);
    die();
    EXPECT_FALSE(this->set.contains(this->made(99)));
    this->expect_whole(0);
    this->fill(this->set, 0, 20);
    die();
    EXPECT_EQ(this->set.find(this->made(99)), nullptr);
    this->expect_whole(0);
    this->fill(this->set, 0, 20);
    die();
    EXPECT_FALSE(this->set.remove(this->made(99)));
    this->expect_whole(0);
    this->fill(this->set, 0, 20);
    die();
    EXPECT_TRUE(this->set.add(this->made(99)));
    this->expect_whole(1);
    die();
    EXPECT_FALSE(this->set.remove(this->made(99)));
    this->expect_whole(0);
}
/// The new index may lie where the old one lay, and have seen as many changes.
TYPED_TEST(while_it_is_looked_for, other_contents_come_in_place_of_the_dead) {
    const auto change = [this] {
        moment::edit = [this] {
            {
                TypeParam dies;
                dies.swap(this->set);
            }
            this->fill(this->set, 50, 70);
        };
    };
    this->fill(this->set, 0, 20);
    change();
    EXPECT_TRUE(this->set.contains(this->made(69)));
    this->expect_whole(20);
    this->set.clear();
    this->fill(this->set, 0, 20);
    change();
    EXPECT_FALSE(this->set.add(this->made(69)));
    change();
    EXPECT_TRUE(this->set.remove(this->made(69)));
    this->expect_whole(19);
}
TYPED_TEST(while_it_is_looked_for, the_set_is_assigned_to) {
    TypeParam other;
    this->fill(other, 50, 53);
    const auto assign = [&] { moment::edit = [&] { this->set = other; }; };
    this->fill(this->set, 0, 20);
    assign();
    EXPECT_TRUE(this->set.contains(this->made(51)));
    this->expect_whole(3);
    assign();
    EXPECT_FALSE(this->set.add(this->made(52)));
    this->expect_whole(3);
    assign();
    EXPECT_TRUE(this->set.remove(this->made(52)));
    this->expect_whole(2);
    assign();
    EXPECT_TRUE(this->set.add(this->made(54)));
    this->expect_whole(4);
}
TYPED_TEST(while_it_is_looked_for, the_set_is_cleared) {
    this->fill(this->set, 0, 20);
    const auto clear = [this] {
        moment::edit = [this] {
            this->set.clear();
            this->set.trim();
        };
    };
    clear();
    EXPECT_FALSE(this->set.contains(this->made(19)));
    this->fill(this->set, 0, 20);
    clear();
    EXPECT_FALSE(this->set.remove(this->made(19)));
    this->fill(this->set, 0, 20);
    clear();
    EXPECT_TRUE(this->set.add(this->made(19)));
    this->expect_whole(1);
}
#if defined(__cpp_exceptions)
/// Who takes the place of an element whose removal is undone goes: he was looked for in an index that had gone.
TEST(ordered_set_moments, contents_die_while_a_removal_is_undone) {
    throng::ordered_set<named, constant> set;
    for (int i = 0; i < 20; ++i) set.emplace(std::to_string(i));
    set.on_remove([&](const named&) {
        moment::edit = [&] {
            throng::ordered_set<named, constant> dies;
            dies.swap(set);
        };
        throw 1;
    });
    const named key("3");
    // (Only the comparisons after the hook make the edit.)
    EXPECT_THROW(set.remove(key), int);
    EXPECT_EQ(moment::edit, nullptr);
    EXPECT_TRUE(set.empty());
    EXPECT_TRUE(set.validate());
}
#endif

} // namespace
