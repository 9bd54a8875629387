// Layers at their limits: numbers that no layer has, steps without time, and braces.
#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>
#include <throng/list.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

enum class on { ground, air, count };
struct thing {
    int n;
    double time = 0;
    void update(double seconds) { time += seconds; }
};
struct step {
    float dt = 1;
};
struct by_step {
    double time = 0;
    void update(const step& s) { time += static_cast<double>(s.dt); }
};
struct by_any {
    int updates = 0;
    template <class S> void update(const S&) { ++updates; }
};

#if !defined(THRONG_AUDIT) || !THRONG_AUDIT
TEST(layers_limits, a_number_beyond_the_last_is_no_layer) {
    throng::layers<on, thing> all;
    const auto h = all.add(on::air, {1});
    for (const int number : {2, 3, 1000, -1}) {
        EXPECT_EQ(all.find(static_cast<std::size_t>(number)), nullptr);
        EXPECT_FALSE(all.add(number, {2}));
        EXPECT_FALSE(all.emplace(number, 2));
        EXPECT_EQ(all.push_back(number, {2}), nullptr);
        EXPECT_EQ(all.emplace_back(number, 2), nullptr);
        EXPECT_EQ(all.add_range(number, std::vector<thing>{{3}, {4}}), 0U);
        EXPECT_EQ(all.move(*all.get(h), number), nullptr);
        EXPECT_EQ(all.move(*all.get(h), on::air, number), nullptr);
        EXPECT_EQ(all.get(number, h), nullptr);
        EXPECT_FALSE(all.remove(number, h));
        EXPECT_TRUE(all[number].empty());
    }
    EXPECT_EQ(all.size(), 1U);
    EXPECT_EQ(all.layer_of(*all.get(h)), &all[on::air]);
    EXPECT_TRUE(all.validate());
}
TEST(layers_limits, a_time_scale_is_refused_where_the_step_has_no_time) {
    throng::layers<on, by_step> known;
    EXPECT_FALSE(known[on::air].time_scale(0.5));
    EXPECT_EQ(known[on::air].time_scale(), 1);
    EXPECT_TRUE(known[on::air].time_scale(0));
    EXPECT_TRUE(known[on::air].time_scale(1));
    throng::layers<on, by_any> found_out;
    found_out.add(on::air, {});
    EXPECT_TRUE(found_out[on::air].time_scale(0.5));
    found_out.update(step{});
    EXPECT_FALSE(found_out[on::air].time_scale(0.25));
    throng::layers<on, thing> timed;
    EXPECT_TRUE(timed[on::air].time_scale(0.5));
}
#endif

TEST(layers_limits, braces_are_elements) {
    throng::layers<on, thing> all;
    all.add(on::air, {1});
    all.push_back(on::air, {2});
    throng::tree<thing> tree;
    const auto root = tree.add({1});
    tree.add_child(root, {2});
    tree.insert_after(*tree.first(), {3});
    EXPECT_EQ(all.size() + tree.size(), 5U);
}

TEST(layers_limits, a_const_subset_is_walked) {
    throng::list<thing> all{{1}, {2}, {3}};
    throng::subset some(all);
    some.join(*all.first());
    some.join(*all.last());
    const auto& seen = some;
    int sum = 0;
    for (const thing& t : seen) sum += t.n;
    seen.each([&](const thing& t) { sum += t.n; });
    for (const thing& t : seen.walk(throng::residents)) sum += t.n;
    EXPECT_EQ(sum, 12);
}

} // namespace
