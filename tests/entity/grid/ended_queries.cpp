// The function of a query may return false: then it is called no more. And it may destroy the objects that it is called
// for, which live on the heap here, so that a sanitizer reports each look at one of them.
#include <throng/spatial/box_grid.hpp>
#include <throng/spatial/grid.hpp>
#include <throng/spatial/space_grid.hpp>

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace {

struct object {
    int n = 0;
    float half = 1;
    throng::grid_hook<> hook{};
    throng::space_grid_hook<> in_space{};
};
constexpr auto radius_of = [](const object& o) { return o.half; };
constexpr auto box_of = [](const object& o) { return throng::grid_point<float>{o.half, o.half}; };
using plane = throng::grid<object, &object::hook>;
using space = throng::space_grid<object, &object::in_space>;
using boxes = throng::box_grid<object, &object::hook, decltype(box_of)>;
using circles = throng::box_grid<object, &object::hook, decltype(radius_of)>;

/// Objects that stand close together.
struct crowd {
    std::map<int, std::unique_ptr<object>> all;
    plane near{4};
    space around{4};
    boxes covers{2, box_of};
    explicit crowd(int n) {
        for (int i = 0; i < n; ++i) {
            auto& o = *(all[i] = std::make_unique<object>());
            o.n = i;
        }
    }
};

/// Each query is ended by its `calls`-th call.
TEST(ended_queries, call_no_more) {
    crowd c(40);
    plane others(4);
    std::vector<object> those(10);
    for (object& o : those) others.insert(o, 0, 0);
    for (auto& [i, o] : c.all) {
        c.near.insert(*o, static_cast<float>(i % 7), static_cast<float>(i % 5));
        c.around.insert(*o, static_cast<float>(i % 7), static_cast<float>(i % 5), 1);
    }
    const auto check = [](auto query) {
        for (int calls = 1; calls < 20; ++calls) {
            int n = 0;
            query([&](auto&&...) { return ++n < calls; });
            EXPECT_EQ(n, calls);
        }
    };
    check([&](auto f) { c.near.each(f); });
    check([&](auto f) { std::as_const(c.near).each(f); });
    check([&](auto f) { c.near.each_pair(2, [&](object& a, object& b) { return f(a, b); }); });
    check([&](auto f) { c.near.each_pair(20, [&](object& a, object& b) { return f(a, b); }); });
    check([&](auto f) { c.near.each_pair_with(others, 20, [&](object& a, object& b) { return f(a, b); }); });
    check([&](auto f) { c.near.each_nearest(0, 0, 100, [&](object& a) { return f(a); }); });
    check([&](auto f) { c.near.each_nearest(0, 0, 100, [&](object& a, float d) { return f(a, d); }); });
    check([&](auto f) { c.near.each_along({0, 0}, {9, 9}, 9, [&](object& a) { return f(a); }); });
    check([&](auto f) { c.around.each(f); });
    check([&](auto f) { c.around.each_pair(2, [&](object& a, object& b) { return f(a, b); }); });
    check([&](auto f) { c.around.each_pair(20, [&](object& a, object& b) { return f(a, b); }); });
    check([&](auto f) { c.around.each_nearest(0, 0, 0, 100, [&](object& a) { return f(a); }); });
    check([&](auto f) { c.around.each_along({0, 0, 0}, {9, 9, 0}, 9, [&](object& a) { return f(a); }); });
    EXPECT_FALSE(c.near.is_walked() || c.around.is_walked());
    EXPECT_TRUE(c.near.validate() && c.around.validate());
    for (auto& [i, o] : c.all) {
        o->half = i % 2 == 0 ? 1.0F : 5.0F;
        c.covers.insert(*o, static_cast<float>(i % 7), static_cast<float>(i % 5));
    }
    check([&](auto f) { c.covers.each_at(3, 3, [&](object& a) { return f(a); }); });
    check([&](auto f) { c.covers.each_in_rectangle(0, 0, 9, 9, [&](object& a) { return f(a); }); });
    check([&](auto f) { c.covers.each_in_circle(3, 3, 9, [&](object& a) { return f(a); }); });
    for (int calls = 1; calls < 300; ++calls) {
        int n = 0;
        c.covers.each_pair([&](object&, object&) { return ++n < calls; });
        EXPECT_EQ(n, calls);
    }
    EXPECT_TRUE(c.covers.validate());
}

/// Any other result means nothing.
TEST(ended_queries, go_on_for_other_results) {
    plane near(4);
    std::vector<object> all(5);
    for (object& o : all) near.insert(o, 0, 0);
    int n = 0;
    near.each([&](object&) { return ++n, 0; });
    EXPECT_EQ(n, 5);
    n = 0;
    near.each_pair(1, [&](object&, object&) { return ++n, static_cast<object*>(nullptr); });
    EXPECT_EQ(n, 10);
}

template <class Query> void destroyed_at_each_call(Query query) {
    for (unsigned seed = 0; seed < 60; ++seed) {
        std::mt19937 random(seed);
        crowd c(30);
        const auto at = [&] { return static_cast<float>(random() % 12); };
        for (auto& [i, o] : c.all) {
            o->half = random() % 3 == 0 ? 6.0F : 1.0F;
            c.near.insert(*o, at(), at());
        }
        std::set<int> gone;
        const auto meddle = [&](auto&... met) {
            for (const int n : {met.n...}) {
                EXPECT_FALSE(gone.contains(n));
                if (random() % 3 != 0) continue;
                gone.insert(n);
                c.all.erase(n);
            }
            if (random() % 8 == 0 && !c.all.empty()) {
                const int n = c.all.begin()->first;
                gone.insert(n);
                c.all.erase(n);
            }
        };
        query(c, meddle);
        EXPECT_TRUE(c.near.validate() && c.covers.validate());
    }
}
TEST(ended_queries, may_destroy_what_they_visit) {
    destroyed_at_each_call([](crowd& c, auto meddle) { c.near.each([&](object& a) { meddle(a); }); });
    destroyed_at_each_call(
        [](crowd& c, auto meddle) { c.near.each_pair(3, [&](object& a, object& b) { meddle(a, b); }); });
    destroyed_at_each_call(
        [](crowd& c, auto meddle) { c.near.each_pair(30, [&](object& a, object& b) { meddle(a, b); }); });
    destroyed_at_each_call([](crowd& c, auto meddle) { c.near.each_nearest(5, 5, 20, [&](object& a) { meddle(a); }); });
    destroyed_at_each_call(
        [](crowd& c, auto meddle) { c.near.each_along({0, 0}, {9, 9}, 9, [&](object& a) { meddle(a); }); });
    destroyed_at_each_call([](crowd& c, auto meddle) {
        plane others(3);
        std::vector<object> those(8);
        for (object& o : those) o.n = -1, others.insert(o, 5, 5);
        c.near.each_pair_with(others, 20, [&](object& a, object&) { meddle(a); });
        others.each_pair_with(c.near, 20, [&](object&, object& b) { meddle(b); });
    });
    destroyed_at_each_call([](crowd& c, auto meddle) {
        int calls = 0;
        c.near.remove_if([&](const object& a) {
            if (++calls % 2 == 0) meddle(a);
            return true;
        });
    });
    destroyed_at_each_call([](crowd& c, auto meddle) {
        for (auto& [i, o] : c.all) c.covers.insert(*o, static_cast<float>(i % 9), static_cast<float>(i % 4));
        c.covers.each_pair([&](object& a, object& b) { meddle(a, b); });
    });
    destroyed_at_each_call([](crowd& c, auto meddle) {
        for (auto& [i, o] : c.all) c.covers.insert(*o, static_cast<float>(i % 9), static_cast<float>(i % 4));
        c.covers.each_in_rectangle(0, 0, 9, 9, [&](object& a) { meddle(a); });
    });
}

} // namespace
