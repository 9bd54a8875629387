// needs threads
// What the audit build watches: each rule has a death test that reads the message. This program is always compiled with
// the audit.

#include "audit/messages.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/linked_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/weak_list.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace {

static_assert(throng::core::audited);

struct bullet {
    int number = 0;
    throng::list_hook<> hook{};
    bool gone = false;
    [[nodiscard]] bool deleted() const { return gone; }
};
using bullets = throng::linked_list<bullet, &bullet::hook>;

/// The line of this file, as messages say it.
std::string here(const char* what, int line) {
    return std::string(what) + " at [^\n]*misuse\\.cpp:" + std::to_string(line) + " ";
}
std::string named(const char* collection, int made) {
    return "collection \"" + std::string(collection) + "\", " + here("made", made);
}

/// Collections of plain numbers, which own their elements.
template <class Collection> class owning : public testing::Test {};
using owners = testing::Types<throng::list<int>, throng::bag<int>, throng::buffered_list<int>, throng::pool<int>>;
TYPED_TEST_SUITE(owning, owners);

template <class Collection> auto add(Collection& c, int x) {
    auto h = c.add(x);
    if constexpr (requires { c.commit(); }) c.commit();
    return h;
}

template <class Collection> struct destroyed_while_it_is_walked {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        auto c = std::make_unique<Collection>();
        c->name("bullets");
        add(*c, 1);
        for (int& x : *c) {
            static_cast<void>(x);
            c.reset();
        }
    }
};

TYPED_TEST(owning, destroyed_while_it_is_walked) {
    EXPECT_MISUSE(destroyed_while_it_is_walked<TypeParam>::misuse(),
                  "throng audit: a [a-z_]+ that is walked is destroyed\n  collection \"bullets\", made at .*\n"
                  "  walk opened at [^\n]*misuse\\.cpp:" +
                      std::to_string(destroyed_while_it_is_walked<TypeParam>::line + 3));
}

template <class Collection> struct edited_by_a_second_thread_during_a_walk {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        Collection c;
        c.name("bullets");
        add(c, 1);
        auto walk = c.walk(throng::residents);
        std::thread{[&c] { c.add(2); }}.join();
    }
};

TYPED_TEST(owning, edited_by_a_second_thread_during_a_walk) {
    EXPECT_MISUSE(edited_by_a_second_thread_during_a_walk<TypeParam>::misuse(),
                  "throng audit: edit from a second thread during a walk\n  " +
                      named("bullets", edited_by_a_second_thread_during_a_walk<TypeParam>::line) + ".*\n  " +
                      here("walk opened", edited_by_a_second_thread_during_a_walk<TypeParam>::line + 3) + ".*\n  " +
                      here("edit made", edited_by_a_second_thread_during_a_walk<TypeParam>::line + 4));
}

template <class Collection> struct given_a_reference_to_what_is_not_its_own {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        Collection c;
        Collection other;
        c.name("bullets");
        add(c, 1);
        int& foreign = *other.get(add(other, 2));
        c.remove(foreign);
    }
};

TYPED_TEST(owning, given_a_reference_to_what_is_not_its_own) {
    EXPECT_MISUSE(given_a_reference_to_what_is_not_its_own<TypeParam>::misuse(),
                  "throng audit: a reference to what is not of this collection\n  " +
                      named("bullets", given_a_reference_to_what_is_not_its_own<TypeParam>::line) + ".*\n  " +
                      here("edit made", given_a_reference_to_what_is_not_its_own<TypeParam>::line + 5));
}

template <class Collection> struct given_a_reference_to_a_local {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        Collection c;
        add(c, 1);
        const int local = 1;
        static_cast<void>(c.contains(local));
    }
};

TYPED_TEST(owning, given_a_reference_to_a_local) {
    EXPECT_MISUSE(given_a_reference_to_a_local<TypeParam>::misuse(),
                  "a reference to what is not of this collection.*\n.*\n  " +
                      here("edit made", given_a_reference_to_a_local<TypeParam>::line + 3));
}

template <class Collection> struct given_a_handle_of_another {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        Collection c;
        Collection other;
        c.name("bullets");
        add(c, 1);
        const auto foreign = add(other, 2);
        for (int& x : c) {
            static_cast<void>(x);
            static_cast<void>(c.get(foreign));
        }
    }
};

TYPED_TEST(owning, given_a_handle_of_another) {
    EXPECT_MISUSE(given_a_handle_of_another<TypeParam>::misuse(),
                  "throng audit: a handle of another collection\n  " +
                      named("bullets", given_a_handle_of_another<TypeParam>::line) + ".*\n  " +
                      here("walk opened", given_a_handle_of_another<TypeParam>::line + 5) + ".*\n  " +
                      here("edit made", given_a_handle_of_another<TypeParam>::line + 7));
}

TYPED_TEST(owning, tells_the_story_of_a_stale_handle) {
    TypeParam c;
    const auto h = c.add(1);
    const int added = __LINE__ - 1;
    if constexpr (requires { c.commit(); }) c.commit();
    int walked = 0;
    int removed = 0;
    walked = __LINE__ + 1;
    for (int& x : c) {
        removed = __LINE__ + 1;
        c.remove(x);
    }
    const std::string story = c.story(h);
    EXPECT_FALSE(c.contains(h));
    EXPECT_NE(story.find("added at "), std::string::npos) << story;
    EXPECT_NE(story.find("misuse.cpp:" + std::to_string(added) + " "), std::string::npos) << story;
    const std::size_t end = story.find("removed at ");
    ASSERT_NE(end, std::string::npos) << story;
    EXPECT_NE(story.find("misuse.cpp:" + std::to_string(removed) + " ", end), std::string::npos) << story;
    EXPECT_NE(story.find(", in the walk opened at ", end), std::string::npos) << story;
    EXPECT_NE(story.find("misuse.cpp:" + std::to_string(walked) + " ", end), std::string::npos) << story;
}

TYPED_TEST(owning, an_edit_within_an_edit_of_the_same_thread_is_none_of_that) {
    TypeParam c;
    c.on_add([&c](int& x) {
        if (x < 3) c.add(x + 1);
    });
    add(c, 1);
    for (int& x : c) c.remove(x);
    EXPECT_EQ(c.size(), 0U);
}

TYPED_TEST(owning, is_asked_whether_it_is_whole) {
    TypeParam c;
    for (int i = 0; i < 1000; ++i) {
        add(c, i);
        ASSERT_TRUE(c.validate());
    }
    for (int& x : c) {
        if (x % 3 != 0) c.remove(x);
        ASSERT_TRUE(c.validate());
    }
    EXPECT_TRUE(c.validate());
}

struct ordered_set_destroyed_while_it_is_walked {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        auto s = std::make_unique<throng::ordered_set<int>>();
        s->add(1);
        auto walk = s->walk(throng::live);
        s.reset();
    }
};
TEST(ordered_set, destroyed_while_it_is_walked) {
    EXPECT_MISUSE(ordered_set_destroyed_while_it_is_walked::misuse(),
                  "a collection that is walked is destroyed.*\n  " +
                      here("walk opened", ordered_set_destroyed_while_it_is_walked::line + 2));
}

struct ordered_set_edited_by_a_second_thread_during_a_walk {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        throng::ordered_set<int> s;
        s.add(1);
        auto walk = s.walk(throng::live);
        std::thread{[&s] { s.add(2); }}.join();
    }
};

TEST(ordered_set, edited_by_a_second_thread_during_a_walk) {
    EXPECT_MISUSE(ordered_set_edited_by_a_second_thread_during_a_walk::misuse(),
                  "edit from a second thread during a walk.*\n  " +
                      here("walk opened", ordered_set_edited_by_a_second_thread_during_a_walk::line + 2) + ".*\n  " +
                      here("edit made", ordered_set_edited_by_a_second_thread_during_a_walk::line + 3));
}

struct weak_list_destroyed_moved_or_edited_by_a_second_thread_a {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        bullet b;
        auto l = std::make_unique<throng::weak_list<bullet>>();
        l->add(b);
        auto walk = l->walk(throng::live);
        l.reset();
    }
};
struct weak_list_destroyed_moved_or_edited_by_a_second_thread_b {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        throng::weak_list<bullet> l;
        auto walk = l.walk(throng::live);
        throng::weak_list<bullet> elsewhere{std::move(l)};
    }
};
struct weak_list_destroyed_moved_or_edited_by_a_second_thread_c {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        bullet b;
        throng::weak_list<bullet> l;
        l.name("targets");
        auto walk = l.walk(throng::live);
        std::thread{[&] { l.add(b); }}.join();
    }
};

TEST(weak_list, destroyed_moved_or_edited_by_a_second_thread) {
    EXPECT_MISUSE(weak_list_destroyed_moved_or_edited_by_a_second_thread_a::misuse(),
                  "a weak_list that is walked is destroyed.*\n  " +
                      here("walk opened", weak_list_destroyed_moved_or_edited_by_a_second_thread_a::line + 3));
    EXPECT_MISUSE(weak_list_destroyed_moved_or_edited_by_a_second_thread_b::misuse(),
                  "a weak_list that is walked is moved.*\n  " +
                      here("walk opened", weak_list_destroyed_moved_or_edited_by_a_second_thread_b::line + 1));
    EXPECT_MISUSE(weak_list_destroyed_moved_or_edited_by_a_second_thread_c::misuse(),
                  "edit from a second thread during a walk\n  " +
                      named("targets", weak_list_destroyed_moved_or_edited_by_a_second_thread_c::line + 1));
}

struct linked_list_destroyed_moved_or_edited_by_a_second_thread_a {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        bullet b;
        auto l = std::make_unique<bullets>();
        l->push_back(b);
        auto walk = l->walk(throng::live);
        l.reset();
    }
};
struct linked_list_destroyed_moved_or_edited_by_a_second_thread_b {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        bullets l;
        auto walk = l.walk(throng::live);
        bullets elsewhere{std::move(l)};
    }
};
struct linked_list_destroyed_moved_or_edited_by_a_second_thread_c {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        bullet b;
        bullets l;
        l.name("bullets");
        auto walk = l.walk(throng::live);
        std::thread{[&] { l.push_back(b); }}.join();
    }
};

TEST(linked_list, destroyed_moved_or_edited_by_a_second_thread) {
    EXPECT_MISUSE(linked_list_destroyed_moved_or_edited_by_a_second_thread_a::misuse(),
                  "a linked_list that is walked is destroyed.*\n  " +
                      here("walk opened", linked_list_destroyed_moved_or_edited_by_a_second_thread_a::line + 3));
    EXPECT_MISUSE(linked_list_destroyed_moved_or_edited_by_a_second_thread_b::misuse(),
                  "a linked_list that is walked is moved.*\n  " +
                      here("walk opened", linked_list_destroyed_moved_or_edited_by_a_second_thread_b::line + 1) +
                      ".*\n  " +
                      here("edit made", linked_list_destroyed_moved_or_edited_by_a_second_thread_b::line + 2));
    EXPECT_MISUSE(
        linked_list_destroyed_moved_or_edited_by_a_second_thread_c::misuse(),
        "edit from a second thread during a walk\n  " +
            named("bullets", linked_list_destroyed_moved_or_edited_by_a_second_thread_c::line + 1) + ".*\n  " +
            here("walk opened", linked_list_destroyed_moved_or_edited_by_a_second_thread_c::line + 3) + ".*\n  " +
            here("edit made", linked_list_destroyed_moved_or_edited_by_a_second_thread_c::line + 4));
}

struct world_destroyed_moved_or_edited_by_a_second_thread_a {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        auto w = std::make_unique<throng::world>();
        w->create(1);
        auto walk = w->query<int>().walk(throng::live);
        w.reset();
    }
};
struct world_destroyed_moved_or_edited_by_a_second_thread_b {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        throng::world w;
        auto walk = w.query<int>().walk(throng::live);
        throng::world elsewhere{std::move(w)};
    }
};
struct world_destroyed_moved_or_edited_by_a_second_thread_c {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        throng::world w;
        w.name("level");
        const throng::entity e = w.create(1);
        auto walk = w.query<int>().walk(throng::live);
        std::thread{[&] { w.destroy(e); }}.join();
    }
};
struct world_destroyed_moved_or_edited_by_a_second_thread_d {
    static void misuse() {
        throng::world w;
        w.on_add<int>([&](throng::entity, int&) { std::thread{[&w] { w.create(2.0F); }}.join(); });
        w.create(1);
    }
};

struct world_asked_for_what_an_entity_does_not_have_c {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        throng::world w;
        const throng::entity e = w.create(1);
        w.query<int>().each([&](throng::entity each, int&) { w.destroy(each); });
        w.get<int>(e) = 2;
    }
};

TEST(world, asked_for_what_an_entity_does_not_have) {
    constexpr int line = world_asked_for_what_an_entity_does_not_have_c::line;
    EXPECT_MISUSE(world_asked_for_what_an_entity_does_not_have_c::misuse(),
                  "get\\(\\) of a component that the entity does not have:\nadded at [^\n]*\n" +
                      here("removed", line + 2) + "[^\n]*, in the walk opened at [^\n]*misuse\\.cpp:" +
                      std::to_string(line + 2) + " .*\n  " + here("edit made", line + 3));
}

TEST(world, tells_the_story_of_a_stale_handle) {
    throng::world w;
    const throng::entity a = w.create(1);
    const throng::entity b = w.clone(a);
    w.clear();
    for (const throng::entity e : {a, b}) {
        EXPECT_NE(w.story(e).find("added at "), std::string::npos) << w.story(e);
        EXPECT_NE(w.story(e).find("removed at "), std::string::npos) << w.story(e);
    }
    EXPECT_EQ(w.story({}), "");
}

TEST(world, destroyed_moved_or_edited_by_a_second_thread) {
    EXPECT_MISUSE(world_destroyed_moved_or_edited_by_a_second_thread_a::misuse(),
                  "a world that is walked is destroyed.*\n  " +
                      here("walk opened", world_destroyed_moved_or_edited_by_a_second_thread_a::line + 2));
    EXPECT_MISUSE(world_destroyed_moved_or_edited_by_a_second_thread_b::misuse(),
                  "a world that is walked is moved.*\n  " +
                      here("walk opened", world_destroyed_moved_or_edited_by_a_second_thread_b::line + 1) + ".*\n  " +
                      here("edit made", world_destroyed_moved_or_edited_by_a_second_thread_b::line + 2));
    EXPECT_MISUSE(world_destroyed_moved_or_edited_by_a_second_thread_c::misuse(),
                  "edit from a second thread during a walk\n  " +
                      named("level", world_destroyed_moved_or_edited_by_a_second_thread_c::line) + ".*\n  " +
                      here("walk opened", world_destroyed_moved_or_edited_by_a_second_thread_c::line + 3) + ".*\n  " +
                      here("edit made", world_destroyed_moved_or_edited_by_a_second_thread_c::line + 4));
    EXPECT_MISUSE(world_destroyed_moved_or_edited_by_a_second_thread_d::misuse(),
                  "edit from a second thread during an edit\n");
}

/// Its destructor, or its constructor by a number, calls a function.
struct caller_of_functions {
    static inline void (*at_birth)() = nullptr;
    static inline void (*at_death)() = nullptr;
    bool moved_from = false;
    explicit caller_of_functions(int) {
        if (at_birth != nullptr) at_birth();
    }
    caller_of_functions(caller_of_functions&& other) noexcept { other.moved_from = true; }
    caller_of_functions& operator=(caller_of_functions&&) = delete;
    ~caller_of_functions() {
        if (!moved_from && at_death != nullptr) at_death();
    }
};
template <class Collection> struct exchanged_in_the_midst {
    static inline Collection* a;
    static inline Collection* b;
    static constexpr int line = __LINE__ + 1;
    static void swap() { a->swap(*b); }
    static void move() { const Collection moved(std::move(*a)); }
    static void destroy() { delete a; }
    static void begin() {
        a = new Collection;
        b = new Collection;
        a->name("bullets");
    }
    static void at_birth(void (*f)()) {
        begin();
        caller_of_functions::at_birth = f;
        a->emplace(1);
    }
    static void at_death(void (*f)()) {
        begin();
        const auto h = a->emplace(1);
        caller_of_functions::at_death = f;
        a->remove(h);
    }
    static void by_hook_of_addition(void (*f)()) {
        begin();
        a->on_add([f](caller_of_functions&) { f(); });
        a->emplace(1);
    }
    static void by_hook_of_removal(void (*f)()) {
        begin();
        a->on_remove([f](caller_of_functions&) { f(); });
        a->remove(a->emplace(1));
    }
};
TEST(exchange, of_contents_in_the_midst_of_an_operation) {
    const auto expect_all = [](auto game) {
        using g = decltype(game);
        const std::string swapped = "a collection is exchanged by an element or a function that it is calling";
        const std::string destroyed = "a collection is destroyed by an element or a function that it is calling";
        for (const auto at : {&g::at_birth, &g::at_death}) {
            EXPECT_MISUSE(at(&g::swap), swapped + "\n  collection \"bullets\", .*" + here("edit made", g::line));
            EXPECT_MISUSE(at(&g::move), swapped);
        }
        for (const auto at : {&g::at_birth, &g::at_death, &g::by_hook_of_addition, &g::by_hook_of_removal})
            EXPECT_MISUSE(at(&g::destroy), destroyed + "\n  collection \"bullets\"");
    };
    expect_all(exchanged_in_the_midst<throng::list<caller_of_functions>>());
    expect_all(exchanged_in_the_midst<throng::bag<caller_of_functions>>());
    expect_all(exchanged_in_the_midst<throng::pool<caller_of_functions>>());
}

} // namespace
