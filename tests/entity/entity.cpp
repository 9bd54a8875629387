// What an entity is: each of its members may be missing.

#include <throng/entity/any_entity.hpp>
#include <throng/entity/entity.hpp>
#include <throng/entity/entity_list.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace {

using throng::time_step;

struct paper {
    std::string text;
};
struct nothing {};
struct only_updates {
    double age = 0;
    void update(time_step s) { age += s.seconds; }
};
struct only_draws {
    void draw(paper& p) const { p.text += "d"; }
};
struct only_expires {
    bool gone = false;
    [[nodiscard]] bool expired() const { return gone; }
};
struct only_is_told {
    int* told;
    void on_expire() const { ++*told; }
};
struct only_can_expire {
    bool gone = false;
    void expire() { gone = true; }
};
struct is_told_of_what {
    void on_expire(int) {}
};
struct by_number {
    float age = 0;
    void update(float seconds) { age += seconds; }
};
struct frame {
    float seconds;
    int number;
};
struct with_frame {
    float age = 0;
    int last = 0;
    void update(const frame& f) {
        age += f.seconds;
        last = f.number;
    }
};
struct final_one final {
    int updates = 0;
    void update(time_step) { ++updates; }
};

static_assert(throng::updatable<only_updates, time_step> && !throng::updatable<only_draws, time_step>);
static_assert(throng::drawable<only_draws, paper> && !throng::drawable<only_updates, paper>);
static_assert(throng::expirable<only_expires> && !throng::expirable<nothing>);
static_assert(throng::entity_for<only_updates> && throng::entity_for<only_draws, time_step, paper> &&
              throng::entity_for<only_expires> && !throng::entity_for<nothing> && !throng::entity_for<int>);
static_assert(throng::entity_for<only_is_told> && throng::entity_for<only_can_expire> &&
              !throng::entity_for<is_told_of_what>);
static_assert(throng::entity_for<throng::entity_list<only_updates>, time_step, paper>);
static_assert(throng::entity_for<throng::any_entity<paper>, time_step, paper>);
// A member of the name is found whatever it is, and only then.
static_assert(throng::core::has_name_update<by_number>() && !throng::core::has_name_update<only_draws>() &&
              !throng::core::has_name_update<int>() && !throng::core::has_name_draw<nothing>() &&
              throng::core::has_name_update<final_one>() && !throng::core::has_name_draw<final_one>());
static_assert(throng::game_step<double> && throng::game_step<frame> && throng::game_step<nothing> &&
              !throng::game_step<int> && !throng::game_step<frame*>);
static_assert(throng::timed_step<double> && throng::timed_step<frame> && !throng::timed_step<nothing>);

template <class E> void fill(throng::entity_list<E>& all, int n) {
    for (int i = 0; i < n; ++i) all.emplace_back();
}

TEST(entity, each_member_may_be_missing) {
    paper p;
    throng::entity_list<only_updates> b;
    throng::entity_list<only_draws> c;
    throng::entity_list<only_expires> d;
    fill(b, 3);
    fill(c, 3);
    fill(d, 3);
    d.first()->gone = true;
    const auto play = [&](auto& list) {
        list.update(time_step{0.5});
        list.draw(p);
        return list.size();
    };
    EXPECT_EQ(play(b), 3U);
    EXPECT_EQ(play(c), 3U);
    EXPECT_EQ(play(d), 2U);
    EXPECT_EQ(b.first()->age, 0.5);
    EXPECT_EQ(p.text, "ddd");
}

TEST(entity, the_end_is_told_without_expired_and_expire) {
    int told = 0;
    {
        throng::entity_list<only_is_told> all;
        for (int i = 0; i < 5; ++i) all.push_back({&told});
        all.update(time_step{1});
        EXPECT_EQ(told, 0);
        all.remove(*all.first());
        EXPECT_EQ(told, 1);
    }
    EXPECT_EQ(told, 5);
}

TEST(entity, a_step_is_a_number_or_has_seconds) {
    throng::entity_list<by_number> a;
    throng::entity_list<with_frame> b;
    throng::entity_list<final_one> c;
    fill(a, 1);
    fill(b, 1);
    fill(c, 1);
    a.update(0.25F);
    b.update(frame{0.5F, 7});
    c.update(time_step{1});
    EXPECT_EQ(a.first()->age, 0.25F);
    EXPECT_EQ(b.first()->age, 0.5F);
    EXPECT_EQ(b.first()->last, 7);
    EXPECT_EQ(c.first()->updates, 1);
    EXPECT_EQ(throng::scaled(frame{0.5F, 7}, 0.5).seconds, 0.25F);
    EXPECT_EQ(throng::scaled(frame{0.5F, 7}, 0.5).number, 7);
    EXPECT_EQ(throng::scaled(2.0, 3), 6.0);
}

} // namespace
