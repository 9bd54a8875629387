// What the user's code sees, and may do, in the middle of an operation: while an element is made, and while a hash or a
// comparison is asked.

#include <throng/ordered_set.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

template <class Set> std::vector<std::string> names(const Set& set) {
    std::vector<std::string> all;
    for (const auto& x : set) all.push_back(x.name);
    return all;
}
using strings = std::vector<std::string>;

/// What is done once, at the moment that is looked at.
struct moment {
    static inline std::function<void()> edit;
    moment() = default;
    moment(const moment&) { come(); }
    moment& operator=(const moment&) = default;
    ~moment() = default;
    static void come() {
        if (edit != nullptr) std::exchange(edit, nullptr)();
    }
};

/// Makes an edit while it is copied or moved, before there is anything of it. Knows whether it is there.
template <bool IsMoved> struct busy : moment {
    static constexpr bool is_moved = IsMoved;
    const busy* self = this;
    std::string name;
    explicit busy(std::string n) : name(std::move(n)) {}
    busy(const busy& other) : moment(other), name(other.name) {}
    busy(busy&& other) : moment(other), name(std::move(other.name)) {} // NOLINT: may throw, as it edits
    busy& operator=(const busy&) = delete;
    ~busy() { self = nullptr; }
    friend bool operator==(const busy& a, const busy& b) {
        EXPECT_EQ(a.self, &a);
        EXPECT_EQ(b.self, &b);
        return a.name == b.name;
    }
};
/// The same, and stays where it is made.
struct rooted {
    const rooted* self;
    std::string name;
    explicit rooted(std::string n) : self((moment::come(), this)), name(std::move(n)) {}
    rooted(const rooted&) = delete;
    rooted& operator=(const rooted&) = delete;
    ~rooted() { self = nullptr; }
    friend bool operator==(const rooted& a, const rooted& b) {
        EXPECT_EQ(a.self, &a);
        EXPECT_EQ(b.self, &b);
        return a.name == b.name;
    }
};
/// Every look meets every element.
struct constant {
    template <class T> std::size_t operator()(const T&) const noexcept { return 7; }
};

template <class T> struct while_it_is_made : testing::Test {
    using set_type = throng::ordered_set<T, constant>;
    void TearDown() override {
        EXPECT_EQ(moment::edit, nullptr) << "the moment has come";
        moment::edit = nullptr;
        EXPECT_TRUE(set.validate());
    }
    /// Adds to the set as it was when the moment has come.
    template <class Edit> bool add(const char* name, Edit edit) {
        if constexpr (std::is_move_constructible_v<T>) {
            T x{name};
            moment::edit = edit;
            if constexpr (T::is_moved) return set.add(std::move(x));
            else return set.add(x);
        } else {
            moment::edit = edit;
            return set.emplace(name);
        }
    }
    void fill(set_type& s, const strings& all) {
        for (const std::string& n : all) EXPECT_TRUE(s.emplace(n));
    }
    set_type set;
};
using makings = testing::Types<busy<false>, busy<true>, rooted>;
TYPED_TEST_SUITE(while_it_is_made, makings);

/// It was compared before there was anything of it.
TYPED_TEST(while_it_is_made, the_set_is_asked) {
    this->fill(this->set, {"a", "b"});
    EXPECT_TRUE(this->add("c", [this] {
        EXPECT_FALSE(this->set.contains(TypeParam("c")));
        EXPECT_TRUE(this->set.contains(TypeParam("b")));
        EXPECT_EQ(this->set.size(), 2U);
        EXPECT_TRUE(this->set.validate());
    }));
    EXPECT_TRUE(this->set.contains(TypeParam("c")));
    EXPECT_EQ(names(this->set), (strings{"a", "b", "c"}));
}
TYPED_TEST(while_it_is_made, an_equal_one_comes) {
    this->fill(this->set, {"a", "b"});
    EXPECT_FALSE(this->add("c", [this] { EXPECT_TRUE(this->set.emplace("c")); }));
    EXPECT_EQ(names(this->set), (strings{"a", "b", "c"}));
    EXPECT_TRUE(this->set.remove(TypeParam("c")));
    EXPECT_FALSE(this->set.contains(TypeParam("c")));
}
/// The first of all, too.
TYPED_TEST(while_it_is_made, an_equal_one_comes_into_the_empty_set) {
    EXPECT_FALSE(this->add("c", [this] { EXPECT_TRUE(this->set.emplace("c")); }));
    EXPECT_EQ(names(this->set), strings{"c"});
}
/// The room that it was promised is not taken.
TYPED_TEST(while_it_is_made, many_come_and_go) {
    this->fill(this->set, {"a", "b"});
    EXPECT_TRUE(this->add("c", [this] {
        for (int i = 0; i < 300; ++i) EXPECT_TRUE(this->set.emplace(std::to_string(i)));
        for (int i = 0; i < 300; i += 2) EXPECT_TRUE(this->set.remove(TypeParam(std::to_string(i))));
        this->set.trim();
    }));
    EXPECT_EQ(this->set.size(), 153U);
    EXPECT_TRUE(this->set.contains(TypeParam("c")));
    EXPECT_FALSE(this->add("d", [this] {
        EXPECT_TRUE(this->set.emplace("d"));
        for (int i = 1; i < 300; i += 2) EXPECT_TRUE(this->set.remove(TypeParam(std::to_string(i))));
    }));
    EXPECT_EQ(this->set.size(), 4U);
}
TYPED_TEST(while_it_is_made, the_set_is_frozen) {
    using view_type = decltype(this->set.freeze());
    std::vector<view_type> views;
    EXPECT_FALSE(this->add("d", [&] {
        EXPECT_TRUE(this->set.emplace("d"));
        views.push_back(this->set.freeze());
    }));
    EXPECT_TRUE(this->set.emplace("e"));
    EXPECT_EQ(names(views[0]), strings{"d"});
    EXPECT_EQ(names(this->set), (strings{"d", "e"}));
}
TYPED_TEST(while_it_is_made, a_hook_is_set) {
    strings told;
    EXPECT_TRUE(this->add("a", [&] { this->set.on_add([&](const TypeParam& x) { told.push_back(x.name); }); }));
    EXPECT_EQ(told, strings{"a"});
}
TYPED_TEST(while_it_is_made, a_hook_is_set_that_removes_it) {
    const TypeParam key("a");
    EXPECT_TRUE(this->add("a", [&] { this->set.on_add([&](const TypeParam&) { this->set.remove(key); }); }));
    EXPECT_TRUE(this->set.empty());
}
#if defined(__cpp_exceptions)
TYPED_TEST(while_it_is_made, it_throws) {
    this->fill(this->set, {"a"});
    EXPECT_THROW(this->add("b",
                           [this] {
                               EXPECT_TRUE(this->set.emplace("c"));
                               throw 1;
                           }),
                 int);
    EXPECT_EQ(names(this->set), (strings{"a", "c"}));
    EXPECT_TRUE(this->set.emplace("b"));
}
#endif

/// Of immovable ones none but the newcomer is made, hook or not.
TEST(ordered_set_moments, what_cannot_be_moved_is_made_once) {
    throng::ordered_set<rooted, constant> set;
    int told = 0;
    set.on_add([&](const rooted&) { ++told; });
    int made = 0;
    moment::edit = [&] { ++made, moment::edit = [&] { ++made; }; };
    EXPECT_TRUE(set.emplace("a"));
    EXPECT_EQ(made, 1);
    EXPECT_EQ(told, 1);
    moment::edit = nullptr;
    EXPECT_FALSE(set.emplace("a"));
    EXPECT_EQ(told, 1);
}

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
/// It was not told of the element during whose adding it had been set.
TYPED_TEST(while_it_is_looked_for, a_hook_is_set) {
    this->fill(this->set, 0, 9);
    int told = 0;
    moment::edit = [&] { this->set.on_add([&](const auto&) { ++told; }); };
    EXPECT_TRUE(this->set.add(this->made(9)));
    EXPECT_EQ(told, 1);
    moment::edit = [this] { this->set.on_add(nullptr); };
    EXPECT_TRUE(this->set.add(this->made(10)));
    EXPECT_EQ(told, 1);
    this->expect_whole(11);
}

} // namespace
