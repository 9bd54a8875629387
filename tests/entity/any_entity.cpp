// Entities of any class behind one: where they lie, how they move, and that they are told what they have a member for.

#include "entity/creature.hpp"

#include <throng/entity/any_entity.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::time_step;

struct paper {
    std::string text;
};
using any = throng::any_entity<paper>;

struct small {
    int id = 0;
    double life = 1;
    void update(time_step s) { life -= s.seconds; }
    void draw(paper& p) const { p.text += std::to_string(id); }
    [[nodiscard]] bool expired() const { return life <= 0; }
};
struct large {
    std::array<double, 20> data{};
    void draw(paper& p) const { p.text += "L"; }
};
struct alignas(64) aligned {
    void draw(paper& p) const { p.text += reinterpret_cast<std::uintptr_t>(this) % 64 == 0 ? "A" : "?"; }
};
struct immovable {
    immovable() = default;
    immovable(const immovable&) = delete;
    immovable& operator=(const immovable&) = delete;
    ~immovable() = default;
    void draw(paper& p) const { p.text += "I"; }
};
struct throwing_move {
    throwing_move() = default;
    throwing_move(throwing_move&&) noexcept(false) {}
    throwing_move& operator=(throwing_move&&) = delete;
    ~throwing_move() = default;
    void draw(paper&) const {}
};
/// Knows its own address.
struct self_referring {
    explicit self_referring(int n) : value(n) {}
    self_referring(self_referring&& other) noexcept : value(std::exchange(other.value, -1)) {}
    self_referring& operator=(self_referring&&) = delete;
    ~self_referring() = default;
    void draw(paper& p) const { p.text += self == &value ? std::to_string(value) : "?"; }
    int value;
    const int* self = &value;
};
struct counts_end {
    int* ends;
    int* expires = nullptr;
    void expire() const {
        if (expires != nullptr) ++*expires;
    }
    void on_expire() const { ++*ends; }
};
/// Its bytes may be copied, it says.
struct holder {
    std::unique_ptr<int> value;
    void draw(paper& p) const { p.text += std::to_string(*value); }
};

} // namespace

template <> inline constexpr bool throng::trivially_relocatable<holder> = true;

namespace {

// (Where pointers have 32 bits, what has a double has to lie elsewhere.)
constexpr bool is_wide = sizeof(void*) == 8;
static_assert((sizeof(any) == 64 || !is_wide) && std::is_nothrow_move_constructible_v<any> &&
              !std::is_copy_constructible_v<any>);
static_assert(any::holds_inside<small>() == is_wide && any::holds_inside<holder>() && !any::holds_inside<large>() &&
              !any::holds_inside<aligned>() && !any::holds_inside<immovable>() && !any::holds_inside<throwing_move>() &&
              !any::holds_inside<self_referring>() && !any::holds_inside<std::unique_ptr<int>>() &&
              !any::holds_inside<throng::entity_list<small>>());

TEST(any_entity, is_told_what_its_class_has_a_member_for) {
    paper p;
    any a = small{7, 2};
    a.draw(p);
    EXPECT_TRUE(a.advance({1}));
    EXPECT_FALSE(a.expired());
    EXPECT_FALSE(a.advance({1}));
    EXPECT_TRUE(a.expired());
    EXPECT_FALSE(a.advance({1}));
    EXPECT_EQ(a.as<small>()->life, 0) << "updated after its end";
    a.draw(p);
    EXPECT_EQ(p.text, "7");
    a.on_expire();
}

/// Counts in its draw, which is not const.
struct counts_draws {
    int drawn = 0;
    void draw(paper& p) { p.text += std::to_string(++drawn); }
};

// A frame is drawn by what only looks at the game.
TEST(any_entity, is_drawn_where_it_is_const) {
    enum class on { ground, air, count };
    throng::entity_list<any> list;
    throng::tree<any> tree;
    throng::layers<on, any> layers;
    const auto fill = [](auto add) {
        add(small{1});
        add(small{0, 0});
        add(large{});
        add(counts_draws{});
    };
    fill([&](auto e) { list.add(std::move(e)); });
    fill([&](auto e) { tree.add(std::move(e)); });
    fill([&](auto e) { layers.add(on::air, std::move(e)); });
    const auto drawn = [](const auto& all) {
        paper p;
        all.draw(p);
        return p.text;
    };
    EXPECT_EQ(drawn(list), "1L1") << "what has expired is not drawn";
    EXPECT_EQ(drawn(tree), "1L1");
    EXPECT_EQ(drawn(layers), "1L1");
    EXPECT_EQ(drawn(list), "1L2") << "a draw that is not const is one all the same";
    const any alone = counts_draws{};
    EXPECT_EQ(drawn(alone), "1");
    EXPECT_EQ(drawn(alone), "2");
    EXPECT_EQ(alone.as<counts_draws>()->drawn, 2);
}

TEST(any_entity, knows_its_class_without_rtti) {
    any a = small{3};
    EXPECT_NE(a.as<small>(), nullptr);
    EXPECT_EQ(std::as_const(a).as<small>()->id, 3);
    EXPECT_EQ(a.as<large>(), nullptr);
    EXPECT_EQ(a.as<int>(), nullptr);
    a = large{};
    EXPECT_EQ(a.as<small>(), nullptr);
    EXPECT_NE(a.as<large>(), nullptr);
}

TEST(any_entity, without_an_entity_has_expired) {
    paper p;
    any a;
    EXPECT_FALSE(a);
    EXPECT_TRUE(a.expired());
    EXPECT_FALSE(a.advance({1}));
    a.draw(p);
    a.expire();
    a.on_expire();
    a.update({1});
    any b = small{1};
    any c = std::move(b);
    EXPECT_FALSE(b); // NOLINT(bugprone-use-after-move): that is what is asked
    EXPECT_TRUE(b.expired());
    EXPECT_TRUE(c);
    c.reset();
    EXPECT_FALSE(c);
    EXPECT_EQ(p.text, "");
}

TEST(any_entity, holds_classes_that_are_large_aligned_or_immovable) {
    paper p;
    std::vector<any> all;
    all.emplace_back(large{});
    all.emplace_back(aligned{});
    all.emplace_back(std::in_place_type<immovable>);
    all.emplace_back(std::in_place_type<throwing_move>);
    all.emplace_back(self_referring{5});
    all.emplace_back(holder{std::make_unique<int>(6)});
    const void* const at = all[0].as<large>();
    for (int i = 0; i < 20; ++i) all.emplace_back(small{i});
    EXPECT_EQ(all[0].as<large>(), at) << "what has memory of its own stays there";
    for (any& a : all) a.draw(p);
    EXPECT_EQ(p.text, "LAI56012345678910111213141516171819");
}

TEST(any_entity, expires_on_demand_whatever_its_class) {
    int ends = 0;
    int expires = 0;
    any silent = small{1, 5};
    silent.expire();
    silent.expire();
    EXPECT_TRUE(silent.expired());
    EXPECT_FALSE(silent.advance({1}));
    EXPECT_NE(silent.as<small>(), nullptr);
    EXPECT_EQ(silent.as<small>()->life, 5) << "updated after its end";
    any moved = std::move(silent);
    EXPECT_TRUE(moved.expired());

    any told = counts_end{&ends, &expires};
    for (int i = 1; i <= 3; ++i) {
        told.expire();
        EXPECT_EQ(expires, i) << "its own expire() decides";
    }
    EXPECT_FALSE(told.expired());
    EXPECT_EQ(ends, 0);
    told.on_expire();
    EXPECT_EQ(ends, 1);
}

TEST(any_entity, destroys_its_entity_once) {
    support::ledger ledger;
    struct tracked_entity : support::tracked {
        using tracked::tracked;
        void update(time_step) {}
    };
    {
        std::vector<throng::any_entity<>> all;
        for (int id = 0; id < 50; ++id) all.emplace_back(tracked_entity{id});
        all.erase(all.begin() + 10, all.begin() + 20);
        all[0] = tracked_entity{100};
        all[1] = std::move(all[2]);
        EXPECT_EQ(ledger.live(), 39);
        all.clear();
    }
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}

TEST(any_entity, lists_of_mixed_classes_keep_order_and_tell_the_end_once) {
    paper p;
    int ends = 0;
    {
        throng::entity_list<any> all;
        for (int i = 0; i < 300; ++i) {
            all.push_back(small{i % 10, i % 3 + 0.5});
            if (i % 5 == 0) all.push_back(counts_end{&ends});
            if (i % 7 == 0) all.push_back(self_referring{8});
        }
        const std::size_t n = all.size();
        all.update(time_step{1});
        EXPECT_EQ(all.size(), n - 100);
        all.draw(p);
        std::string expected;
        for (int i = 0; i < 300; ++i) {
            if (i % 3 != 0) expected += std::to_string(i % 10);
            if (i % 7 == 0) expected += "8";
        }
        EXPECT_EQ(p.text, expected);
        for (any& a : all)
            if (a.as<counts_end>() != nullptr) all.remove(a);
        EXPECT_EQ(ends, 60);
        all.push_back(counts_end{&ends});
    }
    EXPECT_EQ(ends, 61);
}

TEST(any_entity, one_whose_entity_was_taken_leaves_the_list) {
    throng::entity_list<any> l;
    for (int id = 1; id <= 4; ++id) l.add(small{id, 10});
    std::vector<any> taken;
    for (any& e : l)
        if (taken.size() < 2) taken.push_back(std::move(e));
    l.update(time_step{1});
    paper p;
    l.draw(p);
    for (any& e : taken) e.draw(p);
    EXPECT_EQ(p.text, "3412");
}

/// A list inside: expires with all that is in it, and is not moved when the outer one is packed.
TEST(any_entity, a_list_nests_in_it) {
    paper p;
    int ends = 0;
    throng::entity_list<any> world;
    throng::entity_list<any> squad;
    squad.push_back(counts_end{&ends});
    squad.push_back(small{4, 10});
    for (int i = 0; i < 100; ++i) world.push_back(small{i, 0.5});
    any* const there = world.push_back(std::move(squad));
    auto* const inner = there->as<throng::entity_list<any>>();
    world.update(time_step{1});
    EXPECT_EQ(world.size(), 1U);
    EXPECT_EQ(world.first()->as<throng::entity_list<any>>(), inner);
    EXPECT_EQ((*inner).nth(1)->as<small>()->life, 9);
    world.draw(p);
    EXPECT_EQ(p.text, "4");
    inner->expire();
    inner->expire();
    EXPECT_EQ(ends, 0);
    world.update(time_step{1});
    EXPECT_EQ(ends, 1);
    EXPECT_TRUE(world.empty());
}

TEST(any_entity, of_no_entity_goes_in_the_first_update) {
    throng::entity_list<any> l;
    l.add(any{});
    l.add(any{});
    EXPECT_EQ(l.size(), 2U);
    l.update(time_step{1});
    EXPECT_TRUE(l.empty());
}

TEST(any_entity, of_no_entity_goes_from_between_others) {
    paper p;
    throng::entity_list<any> l;
    for (int i = 0; i < 6; ++i) {
        l.push_back(small{i, 9});
        if (i % 2 == 1) l.push_back(any{});
    }
    l.update(time_step{1});
    EXPECT_EQ(l.size(), 6U);
    l.draw(p);
    EXPECT_EQ(p.text, "012345");
}

/// What is assigned may lie in the old entity, and dies with it.
TEST(any_entity, takes_the_place_of_the_entity_it_was_in) {
    int ends = 0;
    struct bearer {
        std::array<double, 20> data{};
        any inner;
        void draw(paper& p) const { inner.draw(p); }
    };
    any a(std::in_place_type<bearer>);
    a.as<bearer>()->inner = large{};
    a = std::move(a.as<bearer>()->inner);
    EXPECT_NE(a.as<large>(), nullptr);
    a = any(std::in_place_type<bearer>);
    a.as<bearer>()->inner = counts_end{&ends};
    a = std::move(a.as<bearer>()->inner);
    EXPECT_NE(a.as<counts_end>(), nullptr);
}

/// The destructor of the old entity may assign, too: that is what is there then, and nothing leaks.
struct leaves_a_successor {
    explicit leaves_a_successor(any* to) : place(to) {}
    leaves_a_successor(leaves_a_successor&& other) noexcept : place(std::exchange(other.place, nullptr)) {}
    leaves_a_successor& operator=(leaves_a_successor&&) = delete;
    ~leaves_a_successor() {
        if (any* const to = std::exchange(place, nullptr); to != nullptr) *to = large{};
    }
    void draw(paper&) const {}
    any* place;
};
struct leaves_a_successor_inside : leaves_a_successor {
    using leaves_a_successor::leaves_a_successor;
    leaves_a_successor_inside(leaves_a_successor_inside&&) noexcept = default;
    leaves_a_successor_inside& operator=(leaves_a_successor_inside&&) = delete;
    ~leaves_a_successor_inside() {
        if (any* const to = std::exchange(place, nullptr); to != nullptr) *to = large{};
        EXPECT_EQ(place, nullptr) << "it is not written over before it is through";
    }
};
} // namespace
template <> inline constexpr bool throng::trivially_relocatable<leaves_a_successor_inside> = true;
namespace {

TEST(any_entity, an_entity_may_leave_a_successor) {
    any a;
    a = any(std::in_place_type<leaves_a_successor>, &a);
    EXPECT_FALSE(any::holds_inside<leaves_a_successor>());
    a = any(large{});
    EXPECT_NE(a.as<large>(), nullptr);
    EXPECT_TRUE(any::holds_inside<leaves_a_successor_inside>());
    a = any(std::in_place_type<leaves_a_successor_inside>, &a);
    a = any(small{});
    EXPECT_NE(a.as<large>(), nullptr);
    a = any(std::in_place_type<leaves_a_successor_inside>, &a);
    a.reset();
    EXPECT_NE(a.as<large>(), nullptr);
}

/// Its class need not have an `expire()` for it to expire in its own update.
TEST(any_entity, that_is_told_to_expire_in_its_own_update_does) {
    struct by_itself {
        any* self;
        void update(time_step) const { self->expire(); }
    };
    any a;
    a = by_itself{&a};
    EXPECT_FALSE(a.advance(time_step{1}));
    EXPECT_TRUE(a.expired());

    struct by_the_list {
        throng::entity_list<any>* home;
        bool adds;
        void update(time_step) const {
            home->first()->expire();
            if (adds) home->push_back(large{});
        }
    };
    for (const bool adds : {false, true}) {
        for (const bool heard : {false, true}) {
            throng::entity_list<any> l;
            int updates = 0;
            if (heard) l.on_updated([&](any& e) { updates += e.as<by_the_list>() != nullptr ? 1 : 0; });
            l.push_back(by_the_list{&l, adds});
            l.push_back(small{1, 9});
            l.update(time_step{1});
            EXPECT_EQ(l.size(), adds ? 2U : 1U);
            EXPECT_NE(l.first()->as<small>(), nullptr);
            EXPECT_EQ(updates, 0);
        }
    }
}

} // namespace
