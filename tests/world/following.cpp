// What derives something from a world: right in every hook, and after every exchange of what the world holds.

#include "support/numbers.hpp"

#include <throng/world/changes.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/observer.hpp>
#include <throng/world/prefabs.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/value_order.hpp>
#include <throng/world/world_index.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::world;

struct stand {
    int tile = 0;
    int depth = 0;
};
struct frozen {};
struct heavy {
    std::string text;
};

} // namespace

template <> struct throng::component<stand> {
    static constexpr const char* name = "stand";
};

namespace {

using index_of_tiles = throng::world_index<stand, int stand::*>;
using order_of_depths = throng::value_order<stand, int stand::*>;

// What an index and an order must answer, found by looking at every entity.
void expect_right(world& w, index_of_tiles& tiles, order_of_depths& depths) {
    std::map<int, std::vector<entity>> by_tile;
    std::multimap<int, entity> by_depth;
    w.query<const stand>(throng::with_disabled).each([&](entity e, const stand& s) {
        by_tile[s.tile].push_back(e);
        by_depth.emplace(s.depth, e);
    });
    std::size_t n = 0;
    for (const auto& [tile, those] : by_tile) {
        ASSERT_EQ(tiles.all(tile), those);
        ASSERT_EQ(tiles.find(tile), those.front());
        ASSERT_EQ(tiles.count(tile), those.size());
        n += those.size();
    }
    ASSERT_EQ(tiles.size(), n);
    ASSERT_FALSE(tiles.contains(-1));
    std::vector<entity> expected;
    expected.reserve(by_depth.size());
    for (const auto& [depth, e] : by_depth) expected.push_back(e);
    ASSERT_EQ(depths.entities(), expected);
}

TEST(following, is_right_in_the_hook_of_the_edit_itself) {
    world w;
    index_of_tiles tiles(w, &stand::tile);
    order_of_depths depths(w, &stand::depth);
    unsigned hooks = 0;
    const auto look = [&] {
        ++hooks;
        expect_right(w, tiles, depths);
    };
    w.on_add<stand>([&](entity e, const stand&) {
        EXPECT_TRUE(w.has<stand>(e));
        look();
    });
    w.on_set<stand>([&](entity, const stand&) { look(); });
    w.on_remove<stand>([&](entity, const stand&) { look(); });
    w.on_destroy([&](entity) { look(); });
    const entity a = w.create(stand{1, 5});
    const entity b = w.create(stand{1, 5});
    w.set(a, stand{2, 7});
    w.patch<stand>(b, [](stand& s) { s = {3, 6}; });
    w.remove<stand>(a);
    w.add(a, stand{3, 6});
    w.destroy(b);
    w.clear();
    EXPECT_EQ(hooks, 10U);
}

TEST(following, sees_what_a_hook_writes_to_the_value_that_it_is_given) {
    world w;
    index_of_tiles tiles(w, &stand::tile);
    w.on_add<stand>([](entity, stand& s) { s.tile = 10; });
    const entity e = w.create(stand{1, 0});
    EXPECT_EQ(tiles.find(10), e);
    w.on_set<stand>([](entity, stand& s) { s.tile = 20; });
    w.set(e, stand{2, 0});
    EXPECT_EQ(tiles.find(20), e);
    EXPECT_FALSE(tiles.contains(2));
}

TEST(following, sees_edits_of_many_at_once) {
    world w;
    index_of_tiles tiles(w, &stand::tile);
    order_of_depths depths(w, &stand::depth);
    throng::additions<stand> added(w);
    throng::removals<stand> removed(w);
    std::array<entity, 300> those{};
    w.create(std::span(those), stand{4, 2});
    expect_right(w, tiles, depths);
    EXPECT_EQ(added.size(), 300U);
    w.remove<stand>(w.query<>(throng::all_of<stand>));
    expect_right(w, tiles, depths);
    EXPECT_EQ(removed.size(), 300U);
    w.add(w.query<>(), stand{5, 1});
    expect_right(w, tiles, depths);
    EXPECT_EQ(removed.size(), 0U);
    w.destroy(w.query<const stand>());
    expect_right(w, tiles, depths);
    EXPECT_TRUE(w.validate());
}

TEST(following, removals_are_of_those_that_live_on) {
    world w;
    throng::removals<heavy> removed(w);
    const entity a = w.create(heavy{"a"});
    const entity b = w.create(heavy{"b"});
    w.remove<heavy>(a);
    w.destroy(b);
    EXPECT_EQ(removed.size(), 1U);
    EXPECT_TRUE(removed.contains(a));
    std::size_t n = 0;
    w.query<>(removed.present()).each([&](entity e) { n += e == a ? 1U : 0U; });
    EXPECT_EQ(n, 1U);
    w.add(a, heavy{"again"});
    EXPECT_TRUE(removed.empty());
    w.remove<heavy>(a);
    removed.clear();
    EXPECT_FALSE(removed.contains(a));
}

// Random edits, and all ways in which a world comes to hold something else.
TEST(following, is_right_after_every_exchange) {
    world w;
    support::numbers dice(7);
    index_of_tiles tiles(w, &stand::tile);
    order_of_depths depths(w, &stand::depth);
    throng::rollback<int> frames(w, 4, [](int) {}, throng::components<stand>);
    std::uint64_t frame = 0;
    ASSERT_TRUE(frames.save(frame));
    std::unique_ptr<throng::snapshot> then;
    throng::byte_writer<> saved;
    save(w, saved, throng::components<stand>);
    std::vector<entity> those{w.create()};
    const auto value = [&] { return stand{static_cast<int>(dice.below(5)), static_cast<int>(dice.below(4))}; };
    for (int i = 0; i < 4000; ++i) {
        const entity e = those[dice.below(those.size())];
        switch (dice.below(16)) {
        case 0:
        case 1:
        case 2:
            those.push_back(w.create(value()));
            break;
        case 3:
            (void)w.set(e, value());
            break;
        case 4:
            (void)w.remove<stand>(e);
            break;
        case 5:
            w.destroy(e);
            break;
        case 6:
            (void)w.patch<stand>(e, [&](stand& s) { s = value(); });
            break;
        case 7:
            if (w.alive(e)) dice.below(2) == 0 ? w.disable(e) : w.enable(e);
            break;
        case 8:
            then = std::make_unique<throng::snapshot>(w);
            break;
        case 9:
            if (then != nullptr) {
                ASSERT_TRUE(then->roll_back());
            }
            break;
        case 10:
            ASSERT_TRUE(frames.save(++frame));
            break;
        case 11:
            ASSERT_TRUE(frames.load(frame));
            break;
        case 12:
            saved.clear();
            save(w, saved, throng::components<stand>);
            break;
        case 13:
            if (dice.below(4) == 0) {
                ASSERT_TRUE(restore(w, saved.bytes(), throng::components<stand>));
            }
            break;
        case 14: {
            world other(std::move(w));
            w = std::move(other);
            break;
        }
        default:
            if (dice.below(50) == 0) w.clear();
        }
        expect_right(w, tiles, depths);
        if (HasFatalFailure()) FAIL() << "edit " << i;
    }
    EXPECT_TRUE(w.validate());
    w = world();
    EXPECT_EQ(tiles.size(), 0U);
    EXPECT_EQ(depths.size(), 0U);
}

// A follower that forgets that worlds are exchanged is found by validate().
class canary final : public throng::core::follower<world::allocator_type> {
  public:
    canary(world& w, bool forgets) : home_(w.storage()), forgets_(forgets) {
        link_.who = of_column_.who = this;
        home_.follow(link_);
        home_.keep(home_.column_of<stand>(), of_column_);
    }
    ~canary() override {
        home_.stop_following(link_);
        home_.stop_keeping(home_.column_of<stand>(), of_column_);
    }
    void came(const span_type& those) override {
        those.each(home_, [this](entity) { ++count_; });
    }
    void going(const span_type& those) override {
        those.each(home_, [this](entity) { --count_; });
    }
    void written(const span_type&) override {}
    void replaced() noexcept override {
        if (!forgets_) count_ = found();
    }
    void over() noexcept override {}
    [[nodiscard]] bool agrees() const override { return count_ == found(); }

  private:
    [[nodiscard]] std::size_t found() const { return home_.owner().count<stand>(); }

    throng::core::storage<world::allocator_type>& home_;
    throng::core::follow_link<world::allocator_type> link_;
    throng::core::follow_link<world::allocator_type> of_column_;
    std::size_t count_ = 0;
    bool forgets_;
};
TEST(following, that_forgets_exchanges_is_found) {
    for (const bool forgets : {false, true}) {
        world w;
        const canary bird(w, forgets);
        const throng::snapshot empty(w);
        (void)w.create(stand{});
        std::array<entity, 100> those{};
        w.create(std::span(those), stand{});
        EXPECT_TRUE(w.validate());
        ASSERT_TRUE(empty.roll_back());
        EXPECT_EQ(w.validate(), !forgets);
    }
}

// One that keeps an address, too: by the first edit in the build that exchanges after each (support/exchanging.hpp), by
// a roll-back in any.
class homesick final : public throng::core::follower<world::allocator_type> {
  public:
    explicit homesick(world& w) : home_(w.storage()) {
        link_.who = of_column_.who = this;
        home_.follow(link_);
        home_.keep(home_.column_of<heavy>(), of_column_);
    }
    ~homesick() override {
        home_.stop_following(link_);
        home_.stop_keeping(home_.column_of<heavy>(), of_column_);
    }
    void came(const span_type& those) override {
        those.each(home_, [this](entity e) { last_ = e, address_ = home_.find_value<heavy>(e); });
    }
    void going(const span_type&) override {}
    void written(const span_type&) override {}
    void replaced() noexcept override {}
    void over() noexcept override {}
    [[nodiscard]] bool agrees() const override { return home_.find_value<heavy>(last_) == address_; }

  private:
    throng::core::storage<world::allocator_type>& home_;
    throng::core::follow_link<world::allocator_type> link_;
    throng::core::follow_link<world::allocator_type> of_column_;
    entity last_;
    const heavy* address_ = nullptr;
};
TEST(following, that_keeps_an_address_is_found) {
    world w;
    const homesick bird(w);
    EXPECT_TRUE(w.validate());
    (void)w.create(heavy{"a text"});
#if defined(THRONG_AFTER_EDIT)
    EXPECT_FALSE(w.validate());
    EXPECT_NE(support::exchanges, 0U);
#else
    EXPECT_TRUE(w.validate());
#endif
    const throng::snapshot now(w);
    ASSERT_TRUE(now.roll_back());
    EXPECT_FALSE(w.validate());
}

TEST(observer, are_called_in_the_order_of_their_numbers) {
    world w;
    std::string log;
    const auto observe = [&](char name) {
        return throng::observer(
            w.query<const stand>(), [&log, name](entity) { log += name; },
            [&log, name](entity) { log += static_cast<char>(name - 'a' + 'A'); });
    };
    throng::observer a = observe('a');
    throng::observer b = observe('b');
    throng::observer c = observe('c');
    a.order(-1);
    c.order(5);
    w.on_add<stand>([&](entity, const stand&) { log += '.'; });
    const entity e = w.create(stand{});
    EXPECT_EQ(log, ".abc");
    w.destroy(e);
    EXPECT_EQ(log, ".abcABC");
    EXPECT_EQ(c.order(), 5);
    throng::observer d = observe('d'); // the newest of its order is called first
    log.clear();
    (void)w.create(stand{});
    EXPECT_EQ(log, ".adbc");
}

TEST(observer, with_a_condition_are_called_in_pairs) {
    world w;
    bool wanted = false;
    int joined = 0;
    int left = 0;
    throng::observer o(
        w.query<const stand>(throng::none_of<frozen>), [&](entity) { ++joined; }, [&](entity) { ++left; });
    o.only_if([&](entity) { return wanted; });
    const entity a = w.create(stand{});
    w.destroy(a);
    EXPECT_EQ(joined, 0);
    EXPECT_EQ(left, 0);
    const entity b = w.create(stand{});
    wanted = true;
    EXPECT_FALSE(o.contains(b));
    w.add<frozen>(b);
    w.remove<frozen>(b);
    EXPECT_EQ(joined, 1);
    wanted = false;
    w.destroy(b);
    EXPECT_EQ(left, 1);
}

TEST(observer, may_end_and_be_moved_in_its_own_functions) {
    world w;
    int calls = 0;
    std::unique_ptr<throng::observer> its;
    its = std::make_unique<throng::observer>(
        w.query<const stand>(),
        [&](entity) {
            ++calls;
            its.reset();
        },
        [](entity) {});
    (void)w.create(stand{});
    (void)w.create(stand{});
    EXPECT_EQ(calls, 1);
    throng::observer a(w.query<const stand>(), [&](entity) { ++calls; }, [](entity) {});
    throng::observer b = std::move(a);
    (void)w.create(stand{});
    EXPECT_EQ(calls, 2);
    b = throng::observer();
    (void)w.create(stand{});
    EXPECT_EQ(calls, 2);
    its = std::make_unique<throng::observer>(w.query<const stand>(), [](entity) {}, [](entity) {});
    its->only_if([&](entity) {
        its.reset();
        return true;
    });
    (void)w.create(stand{});
    EXPECT_EQ(its, nullptr);
}

#if defined(__cpp_exceptions)
TEST(observer, whose_function_throws_is_not_called_of_the_end) {
    world w;
    int left = 0;
    throng::observer o(w.query<const stand>(), [](entity) { throw 1; }, [&](entity) { ++left; });
    EXPECT_THROW(w.create(stand{}), int);
    EXPECT_EQ(w.size(), 0U);
    EXPECT_EQ(left, 0);
}
TEST(observer, are_all_called_of_the_end_whatever_one_throws) {
    world w;
    int left = 0;
    throng::observer a(w.query<const stand>(), [](entity) {}, [&](entity) { ++left; });
    throng::observer b(w.query<const stand>(), [](entity) {}, [&](entity) { throw 1; });
    w.on_remove<stand>([](entity, const stand&) { throw 2; });
    const entity e = w.create(stand{});
    try {
        w.destroy(e);
        FAIL();
    } catch (int which) {
        EXPECT_EQ(which, 2);
    }
    EXPECT_EQ(left, 1);
    EXPECT_FALSE(w.alive(e));
}

struct moody {
    int key = 0;
};
bool bad_mood = false;
int key_of(const moody& m) {
    if (bad_mood) throw 1;
    return m.key;
}
TEST(following, of_a_key_that_throws_leaves_the_edit_and_is_made_anew) {
    world w;
    throng::world_index<moody, int (*)(const moody&)> keys(w, &key_of);
    throng::value_order<moody, int (*)(const moody&)> order(w, &key_of);
    const entity a = w.create(moody{1});
    bad_mood = true;
    const entity b = w.create(moody{2});
    w.set(a, moody{3});
    EXPECT_THROW((void)keys.find(2), int);
    EXPECT_THROW((void)order.size(), int);
    bad_mood = false;
    EXPECT_EQ(keys.find(2), b);
    EXPECT_EQ(keys.find(3), a);
    EXPECT_FALSE(keys.contains(1));
    EXPECT_EQ(order.entities(), (std::vector<entity>{b, a}));
}
#endif

} // namespace
