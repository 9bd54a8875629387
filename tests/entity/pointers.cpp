// Pointers to entities: what they are asked, and what is told of an end.

#include "entity/creature.hpp"

#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

namespace {

using namespace creatures;
using ids = std::vector<int>;
enum class on { back, front, count };

class pointers : public testing::Test {
  protected:
    [[nodiscard]] std::unique_ptr<creature> owned(int id, double life = 1e9) {
        return std::make_unique<creature>(all, id, life);
    }
    void TearDown() override { EXPECT_EQ(ledger.errors(), ""); }

    support::ledger ledger;
    diary all;
    canvas c{&all};
};

/// A pointer of a game's own.
template <class T> class borrowed {
  public:
    using element_type = T;
    explicit borrowed(T* p) : p_(p) {}
    [[nodiscard]] T& operator*() const { return *p_; }
    explicit operator bool() const { return p_ != nullptr; }

  private:
    T* p_;
};
/// Looks like a pointer, but is an entity itself.
struct two_faced {
    using element_type = creature;
    int* updates;
    [[nodiscard]] creature& operator*() const { std::abort(); }
    explicit operator bool() const { return true; }
    void update(throng::time_step) const { ++*updates; }
};
struct bystander {
    void update(throng::time_step) {}
    void draw(canvas&) const {}
    [[nodiscard]] static bool expired() { return false; }
    void expire() {}
    void on_expire() {}
};

static_assert(throng::core::entity_pointer<creature*> && throng::core::entity_pointer<const creature*> &&
              throng::core::entity_pointer<std::unique_ptr<creature>> &&
              throng::core::entity_pointer<std::shared_ptr<creature>> &&
              throng::core::entity_pointer<borrowed<creature>>);
static_assert(!throng::core::entity_pointer<creature> && !throng::core::entity_pointer<void*> &&
              !throng::core::entity_pointer<void (*)()> && !throng::core::entity_pointer<two_faced> &&
              !throng::core::entity_pointer<std::weak_ptr<creature>> &&
              !throng::core::entity_pointer<std::unique_ptr<creature[]>>);

static_assert(throng::entity_for<std::unique_ptr<creature>> && throng::entity_for<const bystander*> &&
              throng::entity_for<std::unique_ptr<throng::any_entity<>>> && !throng::entity_for<std::unique_ptr<int>> &&
              !throng::entity_for<int*>);

TEST_F(pointers, stand_for_what_they_point_to) {
    throng::entity_list<std::unique_ptr<creature>> list;
    for (int id = 0; id < 5; ++id) list.push_back(owned(id, id == 2 ? 1 : 1e9));
    (*list.nth(4))->expire();
    list.update(second);
    EXPECT_EQ(all.updated, (ids{0, 1, 2, 3}));
    EXPECT_EQ(all.ended, (ids{2, 4}));
    EXPECT_EQ(ledger.live(), 3) << "and dies with its element";
    (*list.first())->expire();
    list.draw(c);
    std::as_const(list).draw(c);
    EXPECT_EQ(all.drawn, (ids{1, 3, 1, 3})) << "what has expired is not drawn";
    list.prune();
    EXPECT_EQ(list.size(), 2U);
    EXPECT_EQ(all.ended, (ids{2, 4, 0}));

    creature one(all, 7);
    throng::entity_list<borrowed<creature>> own_class;
    own_class.emplace_back(&one);
    own_class.update(second);
    EXPECT_EQ(one.age(), 1);
    int updates = 0;
    throng::entity_list<two_faced> two;
    two.push_back({&updates});
    two.update(second);
    EXPECT_EQ(updates, 1);
}

TEST_F(pointers, to_entities_of_any_kind) {
    using squad = throng::entity_list<creature>;
    throng::entity_list<std::unique_ptr<squad>> squads;
    squads.push_back(std::make_unique<squad>());
    (*squads.first())->emplace_back(all, 1);
    throng::entity_list<std::unique_ptr<throng::any_entity<canvas>>> mixed;
    mixed.push_back(std::make_unique<throng::any_entity<canvas>>(creature(all, 2)));
    mixed.push_back(std::make_unique<throng::any_entity<canvas>>());
    throng::entity_list<throng::entity_list<creature>*> borrowed_squads;
    borrowed_squads.push_back(squads.first()->get());
    squads.update(second);
    mixed.update(second);
    borrowed_squads.update(second);
    EXPECT_EQ(all.updated, (ids{1, 2, 1}));
    EXPECT_EQ(mixed.size(), 1U) << "an empty any_entity has expired";
    mixed.draw(c);
    EXPECT_EQ(all.drawn, (ids{2}));
}

TEST_F(pointers, that_are_null_do_nothing) {
    throng::entity_list<std::unique_ptr<creature>> list;
    list.push_back(nullptr);
    list.update(second);
    list.draw(c);
    list.prune();
    EXPECT_EQ(list.size(), 1U);
    throng::any_entity<canvas> any{static_cast<creature*>(nullptr)};
    any.update(second);
    any.draw(c);
    any.expire();
    any.on_expire();
    EXPECT_FALSE(any.expired());
    throng::entity_list<creature*> raw;
    raw.push_back(nullptr);
    raw.update(second);
    EXPECT_EQ(raw.size(), 1U);
}

/// Owning ones are told in every way in which an entity ends.
TEST_F(pointers, that_own_are_told_of_every_end) {
    {
        throng::entity_list<std::unique_ptr<creature>> list;
        for (int id = 0; id < 5; ++id) list.push_back(owned(id));
        list.remove(*list.first());
        list.remove_if([](const auto& x) { return x->id() == 1; });
        list.update([](auto& x) { return x->id() != 2; });
        EXPECT_EQ(all.ended, range(0, 2));
        list.clear();
        EXPECT_EQ(all.ended, range(0, 4));
        list.push_back(owned(5));
        throng::tree<std::unique_ptr<creature>> t;
        t.add_child(t.add(owned(7)), owned(6));
    }
    EXPECT_EQ(all.ended, (ids{0, 1, 2, 3, 4, 6, 7, 5}));
}

/// To take a borrowed pointer out is no end: other lists may have it. And at the end of a list it may point nowhere.
TEST_F(pointers, that_do_not_own_are_told_where_they_expired) {
    std::vector<std::unique_ptr<creature>> home;
    home.reserve(8);
    for (int id = 0; id < 8; ++id) home.push_back(owned(id));
    const auto check = [&](auto& list) {
        all.forget();
        for (const auto& x : home) list.push_back(x.get());
        list.remove(*list.first());
        list.remove(*list.first());
        list.remove_if([](const auto& x) { return x == nullptr; });
        auto w = list.walk(throng::residents);
        w.next();
        EXPECT_TRUE(w.remove());
        auto left = list.size();
        list.update([&](auto&) { return left-- != 5; });
        EXPECT_EQ(list.size(), 4U);
        EXPECT_EQ(all.ended, ids{});
        list.clear();
        EXPECT_EQ(all.ended, ids{});
    };
    throng::entity_list<creature*> raw;
    throng::entity_list<throng::any_entity<canvas>> any;
    check(raw);
    {
        throng::entity_list<throng::any_entity<canvas>> several;
        for (const auto& x : home) several.push_back(x.get());
        several.remove(*several.first());
        several.clear();
        EXPECT_EQ(all.ended, ids{});
    }

    throng::layers<on, creature*> layers;
    throng::tree<creature*> t;
    const auto fill = [&] {
        raw.clear();
        any.clear();
        layers.clear();
        t.clear();
        for (const auto& x : home) {
            raw.push_back(x.get());
            any.push_back(x.get());
            layers.push_back(on::back, x.get());
            t.add(x.get());
        }
    };
    const auto expect_told = [&](int id, auto act) {
        fill();
        home[static_cast<std::size_t>(id)]->expire();
        all.forget();
        act();
        EXPECT_EQ(all.ended, ids{id});
        home[static_cast<std::size_t>(id)] = owned(id);
        fill();
    };
    expect_told(0, [&] { raw.update(second); });
    expect_told(1, [&] { raw.prune(); });
    expect_told(2, [&] { any.update(second); });
    expect_told(3, [&] { any.prune(); });
    expect_told(4, [&] { layers.update(second); });
    expect_told(5, [&] { layers.update(throng::residents, second); });
    expect_told(6, [&] { t.update(second); });
    expect_told(7, [&] { t.prune(); });
    all.forget();
    home.clear();
    // All four are destroyed behind this.
}

/// With the branch of an expired node those go that have not expired: they have been taken out.
TEST_F(pointers, in_a_branch_that_expires) {
    creature top(all, 1);
    creature below(all, 2);
    throng::tree<creature*> t;
    t.add_child(t.add(&top), &below);
    top.expire();
    t.update(second);
    EXPECT_TRUE(t.empty());
    EXPECT_EQ(all.ended, ids{1});
}

/// To const entities: they are drawn, and not told.
TEST_F(pointers, to_const_entities_are_drawn) {
    const creature one(all, 1);
    const bystander other;
    throng::entity_list<const creature*> list;
    throng::entity_list<const bystander*> others;
    list.push_back(&one);
    others.push_back(&other);
    list.draw(c);
    others.draw(c);
    list.prune();
    EXPECT_EQ(all.drawn, ids{1});
    EXPECT_EQ(list.size(), 1U);
}

} // namespace
