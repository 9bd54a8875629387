// Branches of families that are disabled and enabled: what was disabled by itself stays so, whatever hooks do
// meanwhile.

#include "support/numbers.hpp"

#include <throng/world/family.hpp>
#include <throng/world/hash.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using throng::entity;
using throng::family;
using throng::world;

struct part {
    int n = 0;
};

} // namespace

template <> struct throng::component<part> {
    static constexpr const char* name = "part";
};

namespace {

constexpr auto all = throng::components<part, throng::kin, throng::disabled, throng::branch_disabled>;

/// A ship with a gun, which has a flash, and a lamp.
struct ship {
    world w;
    family f{w};
    entity top = w.create(part{0});
    entity gun = w.create(part{1});
    entity flash = w.create(part{2});
    entity lamp = w.create(part{3});

    ship() {
        f.adopt(top, gun);
        f.adopt(gun, flash);
        f.adopt(top, lamp);
    }
    [[nodiscard]] std::vector<int> enabled() const {
        std::vector<int> those;
        w.query<const part>().each([&](const part& p) { those.push_back(p.n); });
        return those;
    }
};
using parts = std::vector<int>;

} // namespace

TEST(disabled_branches, leave_disabled_what_was_disabled_by_itself) {
    ship s;
    EXPECT_TRUE(s.f.disable_branch(s.gun));
    EXPECT_FALSE(s.f.disable_branch(s.gun));
    EXPECT_EQ(s.enabled(), (parts{0, 3}));
    s.w.disable(s.lamp);
    EXPECT_TRUE(s.f.disable_branch(s.top));
    EXPECT_EQ(s.enabled(), parts{});
    EXPECT_TRUE(s.f.enable_branch(s.top));
    EXPECT_EQ(s.enabled(), parts{0});
    s.w.enable(s.lamp);
    EXPECT_TRUE(s.f.enable_branch(s.gun));
    EXPECT_EQ(s.enabled(), (parts{0, 1, 2, 3}));
    EXPECT_FALSE(s.f.enable_branch(s.gun));
    EXPECT_EQ(s.w.count<throng::branch_disabled>(), 0U);
    // A branch of a disabled one: enabled, it is in the other one.
    s.f.disable_branch(s.top);
    EXPECT_TRUE(s.f.disable_branch(s.gun));
    EXPECT_FALSE(s.f.enable_branch(s.gun));
    EXPECT_FALSE(s.f.enable_branch(s.flash));
    EXPECT_EQ(s.enabled(), parts{});
    s.f.disable_branch(s.flash);
    EXPECT_TRUE(s.f.enable_branch(s.top));
    EXPECT_EQ(s.enabled(), (parts{0, 1, 3}));
    s.w.destroy(s.gun);
    EXPECT_FALSE(s.f.disable_branch(s.gun));
    EXPECT_FALSE(s.f.enable_branch(s.gun));
    EXPECT_TRUE(s.w.validate());
}

TEST(disabled_branches, take_in_who_has_come_when_they_are_disabled_again) {
    ship s;
    s.f.disable_branch(s.top);
    const entity late = s.w.create(part{4});
    s.f.adopt(s.top, late);
    EXPECT_EQ(s.enabled(), parts{4});
    EXPECT_FALSE(s.f.disable_branch(s.top));
    EXPECT_EQ(s.enabled(), parts{});
    // One that has left stays as it is until it is enabled.
    s.f.leave(s.gun);
    EXPECT_EQ(s.enabled(), parts{});
    EXPECT_TRUE(s.f.enable_branch(s.gun));
    EXPECT_EQ(s.enabled(), (parts{1, 2}));
    EXPECT_TRUE(s.f.enable_branch(s.top));
    EXPECT_EQ(s.enabled(), (parts{0, 1, 2, 3, 4}));
    // A clone of one below has no parent.
    s.f.disable_branch(s.top);
    const entity copy = s.w.clone(late);
    EXPECT_TRUE(s.f.enable_branch(copy));
    EXPECT_EQ(s.enabled(), (parts{1, 2, 4}));
}

TEST(disabled_branches, are_saved_and_rolled_back) {
    ship s;
    s.w.disable(s.lamp);
    s.f.disable_branch(s.top);
    throng::rollback<int> frames(s.w, 4, [](int) {}, all);
    EXPECT_TRUE(frames.save(1));
    throng::byte_writer<> bytes;
    throng::save(s.w, bytes, all);
    const auto hash = throng::hash(s.w, all);
    s.f.enable_branch(s.top);
    EXPECT_EQ(s.enabled(), (parts{0, 1, 2}));
    EXPECT_TRUE(frames.load(1));
    EXPECT_EQ(throng::hash(s.w, all), hash);
    EXPECT_EQ(s.enabled(), parts{});
    s.f.enable_branch(s.top);
    EXPECT_EQ(s.enabled(), (parts{0, 1, 2}));
    world again;
    ASSERT_TRUE(throng::restore(again, bytes.bytes(), all));
    EXPECT_TRUE(family(again).enable_branch(s.top));
    EXPECT_EQ(again.query<part>().count(), 3U);
}

TEST(disabled_branches, of_any_depth_are_no_recursion_and_in_linear_time) {
    world w;
    family f(w);
    entity top = w.create(part{});
    for (int i = 0; i < 50'000; ++i) {
        const entity above = w.create(part{});
        ASSERT_TRUE(f.adopt(above, top));
        top = above;
    }
    EXPECT_TRUE(f.disable_branch(top));
    EXPECT_EQ(w.query<part>().count(), 0U);
    EXPECT_TRUE(f.enable_branch(top));
    EXPECT_EQ(w.query<part>().count(), 50'001U);
}

namespace {

/// A forest in which entities are disabled by themselves, and branches, and the same plainly.
class forest {
  public:
    explicit forest(std::uint64_t seed) : dice_(seed) {
        for (int i = 0; i < 25; ++i) {
            those_.push_back({w.create(part{i})});
            if (i != 0 && dice_.below(4) != 0) those_.back().parent = dice_.below(i);
            if (those_.back().parent >= 0) f.adopt(at(those_.back().parent).e, those_.back().e);
        }
    }
    void edit() {
        const int i = dice_.below(25);
        plain& p = at(i);
        switch (dice_.below(4)) {
        case 0:
            EXPECT_EQ(f.disable_branch(p.e), !p.branch);
            p.branch = true;
            break;
        case 1: {
            const bool was = rests(i);
            p.branch = false;
            EXPECT_EQ(f.enable_branch(p.e), was && !rests(i));
            break;
        }
        default:
            // (In a disabled branch it is disabled by `disable_branch`.)
            if (rests(i)) break;
            p.itself = !p.itself;
            EXPECT_TRUE(p.itself ? w.disable(p.e) : w.enable(p.e));
        }
    }
    void check() {
        for (int i = 0; i < 25; ++i) EXPECT_EQ(w.enabled(at(i).e), !at(i).itself && !rests(i)) << i;
    }
    world w;
    family f{w};

  private:
    struct plain {
        entity e;
        int parent = -1;
        bool itself = false;
        bool branch = false;
    };
    [[nodiscard]] plain& at(int i) { return those_[static_cast<std::size_t>(i)]; }
    [[nodiscard]] bool rests(int i) {
        for (; i >= 0; i = at(i).parent) {
            if (at(i).branch) return true;
        }
        return false;
    }
    support::numbers dice_;
    std::vector<plain> those_;
};

} // namespace

TEST(disabled_branches, are_as_a_plain_model_says) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        forest g(seed);
        for (int i = 0; i < 200 && !testing::Test::HasFailure(); ++i) {
            g.edit();
            g.check();
        }
    }
}

TEST(disabled_branches, whatever_hooks_do_come_to_rest_and_back) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        support::numbers dice(seed);
        world w;
        family f(w);
        std::vector<entity> those;
        for (int i = 0; i < 20; ++i) {
            those.push_back(w.create(part{i}));
            if (i != 0) f.adopt(those[dice.below(those.size() - 1)], those.back());
        }
        int budget = 40;
        const auto meddle = [&](auto&&...) {
            if (--budget < 0) return;
            const entity a = those[dice.below(those.size())];
            const entity b = those[dice.below(those.size())];
            switch (dice.below(6)) {
            case 0:
                w.destroy(a);
                break;
            case 1:
                f.adopt(a, b);
                break;
            case 2:
                f.leave(a);
                break;
            case 3:
                f.disable_branch(a);
                break;
            case 4:
                f.enable_branch(a);
                break;
            default:
                those.push_back(w.create(part{100}));
                f.adopt(a, those.back());
            }
        };
        w.on_add<throng::disabled>([&](entity e, throng::disabled&) { meddle(e); });
        w.on_remove<throng::disabled>([&](entity e, throng::disabled&) { meddle(e); });
        w.on_add<throng::branch_disabled>([&](entity e, throng::branch_disabled&) { meddle(e); });
        w.on_remove<throng::branch_disabled>([&](entity e, throng::branch_disabled&) { meddle(e); });
        for (int i = 0; i < 10; ++i) {
            const entity top = those[dice.below(those.size())];
            if (dice.below(2) == 0) f.disable_branch(top);
            else f.enable_branch(top);
            ASSERT_TRUE(w.validate());
        }
        // Without hooks all is as it is asked for.
        budget = 0;
        const entity any = those[dice.below(those.size())];
        if (f.disable_branch(any); w.alive(any)) {
            EXPECT_FALSE(w.enabled(any));
            f.each_below(any, [&](entity e) { EXPECT_FALSE(w.enabled(e)); });
        }
        // (Tops before what is below them.)
        for (int rounds = 0; rounds < 2; ++rounds) {
            for (const entity e : those) f.enable_branch(e);
        }
        for (const entity e : those) {
            EXPECT_FALSE(w.has<throng::branch_disabled>(e));
            EXPECT_EQ(w.enabled(e), w.alive(e)) << "none was disabled by itself";
        }
        EXPECT_TRUE(w.validate());
    }
}

#if defined(__cpp_exceptions)

TEST(disabled_branches, are_whole_where_hooks_throw) {
    ship s;
    s.w.on_add<throng::disabled>([&](entity e, throng::disabled&) {
        if (e == s.gun || e == s.lamp) throw 1;
    });
    EXPECT_THROW(s.f.disable_branch(s.top), int);
    EXPECT_EQ(s.enabled(), parts{});
    s.w.on_remove<throng::branch_disabled>([&](entity e, throng::branch_disabled&) {
        if (e == s.gun) throw 2;
    });
    EXPECT_THROW(s.f.enable_branch(s.top), int);
    EXPECT_EQ(s.enabled(), (parts{0, 1, 2, 3}));
    EXPECT_EQ(s.w.count<throng::branch_disabled>(), 0U);
    EXPECT_TRUE(s.w.validate());
}

#endif
