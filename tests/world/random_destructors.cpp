// needs exceptions
// Values whose constructors, copies and destructors edit the world that they are in, and hooks that edit it and throw:
// afterwards there are as many values as entities have components, and the places of what has gone are used again.

#include <throng/world/schedule.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::schedule;
using throng::world;

class unruly_world;
/// The one that values edit.
unruly_world* played = nullptr;
int values_there = 0;
void maybe_edit();

/// A component. What has been moved from is no value any more.
template <int Which> struct part {
    part() {
        ++values_there;
        maybe_edit();
    }
    part(const part&) : part() {}
    part(part&& other) noexcept : is_value(std::exchange(other.is_value, false)) {}
    part& operator=(const part&) = delete;
    part& operator=(part&&) = delete;
    ~part() {
        if (!is_value) return;
        EXPECT_EQ(state, alive) << "destroyed twice";
        state = dying;
        --values_there;
        maybe_edit();
        state = dead;
    }
    static constexpr unsigned alive = 0xa11fe;
    static constexpr unsigned dying = 0xd1e5;
    static constexpr unsigned dead = 0xdead;
    unsigned state = alive;
    bool is_value = true;
};

struct refusal {};

/// A world, and all that may be done to it by lot.
class unruly_world {
  public:
    unruly_world(std::uint32_t seed, bool with_systems) : random_(seed) {
        played = this;
        components_.on_add<part<0>>([this](entity, part<0>&) { hear(); });
        components_.on_remove<part<1>>([this](entity, part<1>&) { hear(); });
        if (!with_systems) return;
        watch("first", components_.query<const part<0>>());
        watch("both", components_.query<const part<1>>(throng::all_of<part<2>>));
        watch("without", components_.query<const part<2>>(throng::none_of<part<0>>));
    }
    unruly_world(const unruly_world&) = delete;
    unruly_world& operator=(const unruly_world&) = delete;
    ~unruly_world() {
        played = nullptr;
        systems_.reset();
    }

    [[nodiscard]] unsigned roll(unsigned n) { return static_cast<unsigned>(random_() % n); }

    /// One edit of any kind. Whatever throws, it is over.
    void edit() {
        if (depth_ == deepest || is_calm_) return;
        ++depth_;
        try {
            edit_by_lot();
        } catch (const refusal&) {
        }
        // (The audit build looks by itself, too.)
        if (!throng::core::audited || depth_ == 1) {
            EXPECT_TRUE(components_.validate());
        }
        --depth_;
    }

    /// No value and no hook edits any more, and systems are gone.
    void calm_down() {
        is_calm_ = true;
        systems_.reset();
    }
    [[nodiscard]] int expected_values() const {
        return static_cast<int>(components_.count<part<0>>() + components_.count<part<1>>() +
                                components_.count<part<2>>());
    }
    [[nodiscard]] std::uint32_t highest_index() const { return highest_; }
    [[nodiscard]] world& components() { return components_; }

  private:
    static constexpr int deepest = 4;
    static constexpr std::size_t most = 300;

    template <class Query> void watch(const char* name, Query q) {
        systems_->add(name, q, [](const auto& x) { look_at(x); })
            .on_joined([](const auto& x) { look_at(x); })
            .on_left([](const auto& x) { look_at(x); });
    }
    template <class Part> static void look_at(const Part& x) {
        EXPECT_EQ(x.state, Part::alive);
        maybe_edit();
        EXPECT_EQ(x.state, Part::alive) << "destroyed while it was looked at";
    }
    void hear() {
        if (is_calm_) return;
        maybe_edit();
        if (roll(8) == 0) throw refusal{};
    }

    void edit_by_lot() {
        switch (roll(14)) {
        case 0:
            return come(components_.create(part<0>()));
        case 1:
            return come(components_.create(part<1>(), part<2>()));
        case 2:
            return come(components_.create(part<2>(), part<1>(), part<0>()));
        case 3:
            return come(components_.clone(some_entity()));
        case 4:
            return void(components_.add<part<0>>(some_entity()));
        case 5:
            return void(components_.add<part<1>>(some_entity()));
        case 6:
            return void(components_.add<part<2>>(some_entity()));
        case 7:
            return void(components_.remove<part<0>>(some_entity()));
        case 8:
            return void(components_.remove<part<1>>(some_entity()));
        case 9:
            return void(components_.remove<part<2>>(some_entity()));
        case 10:
        case 11:
            return void(components_.destroy(some_entity()));
        case 12:
            return walk();
        default:
            return in_bulk();
        }
    }
    void walk() {
        switch (roll(4)) {
        case 0:
            return components_.query<part<0>>().each([](part<0>& x) { look_at(x); });
        case 1:
            return components_.query<part<1>>(throng::none_of<part<0>>).each(throng::live, [](part<1>& x) {
                look_at(x);
            });
        case 2:
            for (const auto& row : components_.query<const part<2>>().freeze()) look_at(get<1>(row));
            return;
        default:
            if (systems_) systems_->run(1);
        }
    }
    void in_bulk() {
        switch (roll(8)) {
        case 0:
            return void(components_.remove<part<0>>(components_.query<part<1>>()));
        case 1:
            return void(components_.remove<part<1>>(components_.query<part<2>>(throng::none_of<part<0>>)));
        case 2:
            return void(components_.add<part<2>>(components_.query<part<0>>()));
        case 3:
            return void(components_.destroy(components_.query<part<0>>(throng::all_of<part<1>, part<2>>)));
        case 4:
            return components_.trim();
        default:
            if (depth_ == 1 && roll(20) == 0) components_.clear();
        }
    }
    void come(entity e) {
        highest_ = std::max(highest_, e.index());
        known_.push_back(e);
        if (components_.size() > most) components_.destroy(known_[roll(static_cast<unsigned>(known_.size()))]);
        if (known_.size() > 2 * most) std::erase_if(known_, [this](entity x) { return !components_.alive(x); });
    }
    /// Perhaps one that has gone.
    [[nodiscard]] entity some_entity() {
        return known_.empty() ? entity{} : known_[roll(static_cast<unsigned>(known_.size()))];
    }

    std::minstd_rand random_;
    world components_;
    std::unique_ptr<schedule> systems_ = std::make_unique<schedule>(components_);
    std::vector<entity> known_;
    std::uint32_t highest_ = 0;
    int depth_ = 0;
    bool is_calm_ = false;
};

void maybe_edit() {
    if (played != nullptr && played->roll(4) == 0) played->edit();
}

void play(bool with_systems) {
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(seed);
        values_there = 0;
        unruly_world w(seed, with_systems);
        for (int i = 0; i < 2000; ++i) {
            w.edit();
            if (!with_systems) {
                ASSERT_EQ(values_there, w.expected_values()) << "after edit " << i;
            }
        }
        w.calm_down();
        EXPECT_EQ(values_there, w.expected_values());
        EXPECT_LT(w.highest_index(), 8000U) << "places are lost";
        w.components().clear();
        EXPECT_EQ(values_there, 0);
    }
    EXPECT_EQ(values_there, 0);
}

} // namespace

TEST(world_random, values_and_hooks_that_edit_leave_nothing_behind) { play(false); }
TEST(world_random, nor_where_systems_are_told) { play(true); }
