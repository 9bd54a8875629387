// What updates are handed: steps of any type, the same one for all, whichever way a list visits its entities.

#include <throng/entity/any_entity.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

/// Declared here, and known further down: a header of a game need not know more.
struct frame;
struct paper;
struct scene {
    throng::entity_list<throng::any_entity<paper, frame>> all;
};
struct paper {
    int strokes = 0;
};
struct frame {
    double seconds = 0;
    std::string name;
};

struct precise : throng::time_step {
    int number = 0;
};
struct single_use {
    double seconds = 0;
    single_use() = default;
    single_use(const single_use&) = delete;
    single_use& operator=(const single_use&) = delete;
    ~single_use() = default;
};
struct counted {
    double seconds = 0;
    mutable int updates = 0;
};

template <class Step> struct mover {
    double* all;
    void update(const Step& s) const { *all += throng::seconds_of(s); }
};

template <class Any, class Step> double moved_by(const Step& step) {
    double all = 0;
    throng::entity_list<Any> l;
    for (int i = 0; i < 3; ++i) l.push_back(mover<typename Any::step_type>{&all});
    l.update(step);
    return all;
}

TEST(steps, may_be_what_converts_to_the_entities_own) {
    precise p;
    p.seconds = 0.5;
    EXPECT_EQ((moved_by<throng::any_entity<>>(p)), 1.5);
    EXPECT_EQ((moved_by<throng::any_entity<void, double>>(0.5F)), 1.5);
    EXPECT_EQ((moved_by<throng::any_entity<void, const throng::time_step>>(throng::time_step{0.5})), 1.5);
}

TEST(steps, may_be_known_later_than_the_lists) {
    struct named {
        std::string* names;
        void update(const frame& f) const { *names += f.name; }
    };
    std::string names;
    scene s;
    for (int i = 0; i < 3; ++i) s.all.push_back(named{&names});
    s.all.update(frame{1, "x"});
    EXPECT_EQ(names, "xxx");
}

TEST(steps, of_an_entity_alone_need_not_be_copied) {
    struct one {
        double* seconds;
        void update(const single_use& s) const { *seconds += s.seconds; }
    };
    double seconds = 0;
    throng::any_entity<void, single_use> e(one{&seconds});
    single_use step;
    step.seconds = 2;
    e.update(step);
    EXPECT_EQ(seconds, 2);
}

TEST(steps, are_handed_over_themselves_if_they_are_more_than_a_number) {
    struct counting {
        char bytes[40];
        void update(const counted& c) const { ++c.updates; }
    };
    const counted c{1};
    throng::entity_list<counting> l;
    throng::entity_list<throng::any_entity<void, counted>> m;
    for (int i = 0; i < 600; ++i) {
        l.emplace_back();
        m.push_back(counting{});
    }
    l.update(c);
    EXPECT_EQ(c.updates, 600);
    m.update(c);
    EXPECT_EQ(c.updates, 1200);
}

/// The state of a game, as entities are given it and change it.
struct game_state {
    double seconds = 0.5;
    int score = 0;
    std::unique_ptr<int> input = std::make_unique<int>(3);
};
struct scoring {
    double age = 0;
    void update(game_state& s) {
        s.score += *s.input;
        age += s.seconds;
    }
};
struct counting_frames {
    int frame = 0;
};
enum class on { back, front, count };

TEST(steps, may_be_the_state_of_the_game_which_entities_change) {
    game_state s;
    throng::entity_list<scoring> l;
    for (int i = 0; i < 100; ++i) l.emplace_back();
    l.update(s);
    EXPECT_EQ(s.score, 300);
    l.update(throng::residents, s);
    EXPECT_EQ(s.score, 600);
    throng::tree<scoring> t;
    t.add(scoring());
    t.update(s);
    EXPECT_EQ(s.score, 603);
    throng::entity_list<throng::any_entity<void, game_state&>> m;
    m.push_back(scoring());
    m.update(s);
    EXPECT_EQ(s.score, 606);
    throng::entity_list<std::unique_ptr<scoring>> p;
    p.push_back(std::make_unique<scoring>());
    p.update(s);
    EXPECT_EQ(s.score, 609);
    EXPECT_EQ((*p.first())->age, 0.5);
}

TEST(steps, that_entities_change_are_scaled_by_layers_in_their_place) {
    game_state s;
    throng::layers<on, scoring> all;
    all.add(on::back, scoring());
    all.add(on::front, scoring());
    all[on::back].time_scale(0.5);
    all.update(s);
    EXPECT_EQ(all[on::back].first()->age, 0.25);
    EXPECT_EQ(all[on::front].first()->age, 0.5);
    EXPECT_EQ(all[on::back].time(), 0.25);
    EXPECT_EQ(s.seconds, 0.5);
    EXPECT_EQ(s.score, 6);
    all.update(throng::residents, s);
    EXPECT_EQ(all[on::back].first()->age, 0.5);
    EXPECT_EQ(s.score, 12);
}

TEST(steps, without_seconds_take_no_game_time) {
    struct one {
        int frame = 0;
        void update(const counting_frames& c) { frame = c.frame; }
    };
    throng::layers<on, one> all;
    all.add(on::front, one());
    all[on::front].time_scale(2);
    all.update(counting_frames{7});
    EXPECT_EQ(all[on::front].first()->frame, 7);
    EXPECT_EQ(all[on::front].time(), 0);
}

TEST(steps, need_not_be_copied) {
    struct one {
        double* seconds;
        void update(const single_use& s) const { *seconds += s.seconds; }
    };
    double seconds = 0;
    throng::entity_list<one> l;
    l.push_back({&seconds});
    single_use step;
    step.seconds = 2;
    l.update(std::as_const(step));
    EXPECT_EQ(seconds, 2);
    throng::layers<on, one> all;
    all.add(on::back, one{&seconds});
    all[on::back].time_scale(0.5);
    all.update(step);
    EXPECT_EQ(seconds, 3);
    EXPECT_EQ(step.seconds, 2);
}

/// An entity changes the game's own variable: for what comes behind it that is the next update's.
template <class Step> struct braking {
    Step* step;
    std::vector<double>* seen;
    int id;
    void update(const Step& s) const {
        seen->push_back(throng::seconds_of(s));
        if (id == 3) *step = Step{};
    }
};
template <class Step, class Entity> void expect_one_step(bool is_walked, bool has_hook) {
    Step step{1};
    std::vector<double> seen;
    throng::entity_list<Entity> l;
    for (int i = 0; i < 600; ++i) l.push_back(braking<Step>{&step, &seen, i});
    if (has_hook) l.on_updated([](const Entity&) {});
    const auto w = l.walk(throng::live);
    if (is_walked) l.update(step);
    else {
        throng::entity_list<Entity> alone;
        alone.swap(l);
        alone.update(step);
    }
    EXPECT_EQ(seen, std::vector<double>(600, 1.0));
    l.update(step);
}
TEST(steps, that_are_numbers_are_read_once) {
    for (const bool is_walked : {true, false}) {
        for (const bool has_hook : {true, false}) {
            expect_one_step<double, braking<double>>(is_walked, has_hook);
            expect_one_step<throng::time_step, braking<throng::time_step>>(is_walked, has_hook);
            expect_one_step<throng::time_step, throng::any_entity<>>(is_walked, has_hook);
            expect_one_step<double, throng::any_entity<void, double>>(is_walked, has_hook);
        }
    }
}

/// Places of entities in a list need not be multiples of what is copied at a time.
template <std::size_t Bytes> void expect_every_third_to_die() {
    struct mortal {
        int updates;
        bool dies;
        void update(const throng::time_step&) { ++updates; }
        [[nodiscard]] bool expired() const { return dies && updates == 1; }
    };
    using any = throng::any_entity<void, throng::time_step, Bytes>;
    throng::entity_list<any> l;
    for (int i = 0; i < 300; ++i) l.push_back(mortal{0, i % 3 == 0});
    l.update(throng::time_step{1});
    l.update(throng::time_step{1});
    EXPECT_EQ(l.size(), 200U);
    for (const any& e : l) EXPECT_EQ(e.template as<mortal>()->updates, 2);
}
TEST(steps, lists_have_entities_of_any_size) {
    expect_every_third_to_die<8>();
    expect_every_third_to_die<16>();
    expect_every_third_to_die<24>();
    expect_every_third_to_die<32>();
    expect_every_third_to_die<40>();
    expect_every_third_to_die<56>();
}

/// It has gone elsewhere in its own update, and ended there: it is asked nothing any more, nor is its memory.
template <std::size_t Bytes> void expect_no_question() {
    using any = throng::any_entity<>;
    struct leaver {
        throng::entity_list<any>* from;
        throng::entity_list<any>* to;
        std::vector<int> memory;
        std::array<char, Bytes> more;
        void update(const throng::time_step&) const {
            throng::entity_list<any>& there = *to;
            from->transfer(*from->first(), there);
            there.clear();
        }
        [[nodiscard]] bool expired() const { return memory[0] != 0; }
    };
    throng::entity_list<any> a;
    throng::entity_list<any> b;
    for (int i = 0; i < 5; ++i) a.push_back(leaver{&a, &b, {0, 0}, {}});
    a.update(throng::time_step{1});
    EXPECT_TRUE(a.empty());
    EXPECT_TRUE(b.empty());
}
TEST(steps, what_has_gone_in_its_own_update_is_asked_nothing) {
    expect_no_question<1>();
    expect_no_question<300>();
}

} // namespace
