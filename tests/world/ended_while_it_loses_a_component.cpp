// An entity is destroyed by a function that is called because it loses a component: all who follow the component are
// called nevertheless, and with its handle.

#include <throng/world/observer.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

struct place {
    int x = 0;
};
struct likes {};
struct follows {};

} // namespace

template <> struct throng::component<follows> {
    static constexpr auto when_target_dies = throng::die_too;
};

namespace {

using entities = std::vector<throng::entity>;

TEST(ended_while_it_loses_a_component, its_relations_end) {
    throng::world w;
    throng::relation<likes> liking(w);
    const throng::entity source = w.create();
    const throng::entity target = w.create();
    liking.relate(source, target);
    entities unrelated;
    entities gone;
    liking.on_unrelated([&](throng::entity s, throng::entity t) { unrelated.insert(unrelated.end(), {s, t}); });
    liking.on_target_gone([&](throng::entity s, throng::entity t) { gone.insert(gone.end(), {s, t}); });
    w.on_remove<throng::related<likes>>([&](throng::entity e, auto&) { w.destroy(e); });
    const auto view = w.query<>(throng::related_to<likes>()).freeze();
    ASSERT_EQ(view.size(), 1U);
    w.remove<throng::related<likes>>(target);
    EXPECT_FALSE(w.alive(target));
    EXPECT_EQ(unrelated, (entities{source, target}));
    EXPECT_EQ(gone, (entities{source, target}));
    EXPECT_TRUE(view.contains(source)) << "a view shows what matched at its moment";
    EXPECT_EQ(liking.count_targets(source), 0U);
    EXPECT_TRUE(w.validate());
}

TEST(ended_while_it_loses_a_component, sources_that_die_with_it_die) {
    throng::world w;
    throng::relation<follows> following(w);
    const throng::entity source = w.create();
    const throng::entity target = w.create();
    following.relate(source, target);
    w.on_remove<throng::related<follows>>([&](throng::entity e, auto&) { w.destroy(e); });
    w.remove<throng::related<follows>>(target);
    EXPECT_FALSE(w.alive(target));
    EXPECT_FALSE(w.alive(source));
    EXPECT_TRUE(w.validate());
}

TEST(ended_while_it_loses_a_component, observers_get_its_handle) {
    for (const bool by_an_observer : {false, true}) {
        throng::world w;
        const throng::entity e = w.create(place{1});
        entities left;
        const auto joined = [](throng::entity) {};
        const throng::observer first(w.query<place>(), throng::existing, joined, [&](throng::entity x) {
            left.push_back(x);
            if (by_an_observer) w.destroy(x);
        });
        const throng::observer second(w.query<place>(), throng::existing, joined,
                                      [&](throng::entity x) { left.push_back(x); });
        if (!by_an_observer) w.on_remove<place>([&](throng::entity x, place&) { w.destroy(x); });
        w.remove<place>(e);
        EXPECT_EQ(left, (entities{e, e}));
        EXPECT_FALSE(w.alive(e));
        EXPECT_TRUE(w.validate());
    }
}

} // namespace
