// Edits whose arguments lie in what they change, and which hooks take away meanwhile. (The sanitizers watch.)

#include "support/tracked.hpp"

#include <throng/world/members.hpp>
#include <throng/world/recorder.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

namespace {

using throng::entity;
using throng::world;

struct squad {
    std::vector<entity> members;
};
struct pair_of_handles {
    entity which[2];
};
struct named {
    std::string text = "a text that is too long for the string itself";
};
struct number {
    int n = 0;
};
struct mark {};

/// A world in which the first addition of a T that a hook is told of destroys the entity that is told.
template <class T> struct betrayed {
    world w;
    entity source;
    T* value;

    explicit betrayed(T x) : source(w.create(std::move(x))), value(w.try_get<T>(source)) {
        w.on_add<T>([this](entity, T&) {
            w.destroy(source);
            // (What lay there may be overwritten, too.)
            w.create(other{});
            w.create_many(3, mark{});
        });
    }
    struct other {
        char bytes[64] = "something else";
    };
};

} // namespace

TEST(own_arguments, of_a_destruction_by_a_range_of_handles) {
    world w;
    std::vector<entity> all;
    for (int i = 0; i < 10; ++i) all.push_back(w.create());
    w.add(all[4], squad{all});
    EXPECT_EQ(w.destroy(w.get<squad>(all[4]).members), 10U);
    EXPECT_TRUE(w.empty());
    // Of plain values, whose place a hook gives to another entity.
    const entity a = w.create();
    const entity b = w.create(number{1});
    w.add(a, pair_of_handles{{a, b}});
    w.on_remove<pair_of_handles>([&](entity, pair_of_handles& x) { x = {}; });
    EXPECT_EQ(w.destroy(std::span(w.get<pair_of_handles>(a).which)), 2U);
    EXPECT_TRUE(w.empty());
    // Of all in a walk.
    const entity leader = w.create(squad{});
    auto& its = w.get<squad>(leader);
    its.members = {leader, w.create(), leader, w.create()};
    w.query<squad>().each([&](squad& x) {
        EXPECT_EQ(w.destroy(x.members), 3U);
        EXPECT_EQ(x.members.size(), 4U) << "it is stood on";
    });
    EXPECT_TRUE(w.empty());
    EXPECT_TRUE(w.validate());
}

TEST(own_arguments, of_a_creation) {
    {
        betrayed<named> b{named{}};
        entity made[5];
        b.w.create(std::span(made), *b.value);
        for (const entity e : made) EXPECT_EQ(b.w.get<named>(e).text, named().text);
    }
    {
        betrayed<number> b{number{7}};
        b.w.create_many(5, *b.value);
        int n = 0;
        b.w.query<const number>().each([&](const number& x) { n += x.n; });
        EXPECT_EQ(n, 35);
    }
    {
        betrayed<named> b{named{}};
        const entity e = b.w.create(mark{}, *b.value);
        EXPECT_EQ(b.w.get<named>(e).text, named().text);
    }
    {
        betrayed<named> b{named{}};
        const entity e = b.w.clone(b.source);
        EXPECT_EQ(b.w.get<named>(e).text, named().text);
        EXPECT_FALSE(b.w.alive(b.source));
    }
}

TEST(own_arguments, of_an_addition) {
    const auto all_have_it = [](auto& w, std::size_t n) {
        std::size_t right = 0;
        w.template query<const named>().each([&](const named& x) { right += x.text == named().text ? 1U : 0U; });
        return right == n && w.template count<named>() == n;
    };
    {
        betrayed<named> b{named{}};
        b.w.create_many(5);
        const auto those = b.w.query<>(throng::none_of<mark>);
        EXPECT_EQ(b.w.add(those, *b.value), 5U);
        EXPECT_TRUE(all_have_it(b.w, 5));
    }
    {
        betrayed<named> b{named{}};
        b.w.create_many(5);
        EXPECT_EQ(b.w.add(b.w.query<>(throng::none_of<mark>), b.w.component<named>(), b.value), 5U);
        EXPECT_TRUE(all_have_it(b.w, 5));
    }
    {
        betrayed<named> b{named{}};
        const entity e = b.w.create();
        ASSERT_NE(b.w.add<named>(e, *b.value), nullptr);
        EXPECT_EQ(b.w.get<named>(e).text, named().text);
    }
    {
        betrayed<named> b{named{}};
        const entity e = b.w.create();
        ASSERT_NE(b.w.add(e, b.w.component<named>(), b.value), nullptr);
        EXPECT_EQ(b.w.get<named>(e).text, named().text);
    }
    {
        betrayed<named> b{named{}};
        const entity e = b.w.create();
        ASSERT_NE(b.w.set(e, *b.value), nullptr);
        EXPECT_EQ(b.w.get<named>(e).text, named().text);
        EXPECT_NE(b.w.set(e, b.w.get<named>(e)), nullptr) << "of itself";
    }
    {
        betrayed<number> b{number{7}};
        b.w.create_many(5);
        EXPECT_EQ(b.w.add(b.w.query<>(throng::none_of<mark>), *b.value), 5U);
        int n = 0;
        b.w.query<const number>().each([&](const number& x) { n += x.n; });
        EXPECT_EQ(n, 35);
    }
    {
        // Of the plain ones, where there is nothing to tell, too.
        world w;
        const entity source = w.create(number{7});
        w.create_many(3000);
        EXPECT_EQ(w.add(w.query<>(), w.get<number>(source)), 3000U);
        int n = 0;
        w.query<const number>().each([&](const number& x) { n += x.n; });
        EXPECT_EQ(n, 7 * 3001);
    }
}

TEST(own_arguments, of_an_addition_in_the_place_of_a_value_that_is_stood_on) {
    world w;
    const entity e = w.create(named{});
    w.query<named>().each([&](entity x, named& n) {
        w.remove<named>(x);
        ASSERT_NE(w.add<named>(x, n), nullptr);
    });
    EXPECT_EQ(w.get<named>(e).text, named().text);
    w.query<named>().each([&](entity x, named& n) {
        w.remove<named>(x);
        EXPECT_EQ(w.add(w.query<>(), n), 1U);
        EXPECT_EQ(w.get<named>(x).text, named().text);
    });
    EXPECT_TRUE(w.validate());
}

TEST(own_arguments, of_singletons_and_recorders) {
    world w;
    w.set_singleton(named{});
    EXPECT_EQ(w.set_singleton(*w.singleton<named>()).text, named().text);
    const entity e = w.create(named{});
    throng::recorder edits;
    edits.set(w.create(), w.get<named>(e));
    edits.create(w.get<named>(e), number{1});
    w.destroy(e);
    edits.apply(w);
    EXPECT_EQ(w.count<named>(), 2U);
    w.query<const named>().each([](const named& x) { EXPECT_EQ(x.text, named().text); });
}

TEST(own_arguments, of_a_run_time_component_that_cannot_be_copied_are_not_looked_at) {
    support::ledger elements;
    {
        world w;
        const auto unique =
            w.define({.name = "unique",
                      .size = sizeof(support::tracked),
                      .alignment = alignof(support::tracked),
                      .construct = nullptr,
                      .copy = nullptr,
                      .destroy = [](void* x) noexcept { static_cast<support::tracked*>(x)->~tracked(); },
                      .trivially_copyable = false});
        w.create_many(3);
        const support::tracked x(1);
        EXPECT_EQ(w.add(w.query<>(), unique, &x), 0U);
        EXPECT_EQ(w.add(w.query<>(), unique), 0U);
        EXPECT_TRUE(w.validate());
    }
    EXPECT_EQ(elements.errors(), "");
}
