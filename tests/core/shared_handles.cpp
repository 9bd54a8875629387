/// Elements that move from one collection to another, with their handles.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/layers.hpp>
#include <throng/index_by.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/shared_handles.hpp>
#include <throng/snapshot_of.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

/// Counts those that are there; can be moved only.
struct guest {
    explicit guest(int n) : number(n) {}
    int number;
    int updates = 0;
    std::unique_ptr<int> luggage = std::make_unique<int>(1);
};

template <class C> void commit(C& c) {
    if constexpr (requires { c.commit(); }) c.commit();
}

template <class C> class shared : public testing::Test {
  public:
    throng::shared_handles<guest> guests;
    C hall{guests};
    C attic{guests};
};
using homes = testing::Types<throng::list<guest>, throng::bag<guest>, throng::buffered_list<guest>>;
TYPED_TEST_SUITE(shared, homes);

TYPED_TEST(shared, a_handle_stays_good) {
    const auto h = this->hall.emplace(7);
    const auto other = this->hall.emplace(8);
    commit(this->hall);
    guest* const there = this->attic.take(this->hall, h);
    ASSERT_NE(there, nullptr);
    EXPECT_EQ(there->number, 7);
    EXPECT_NE(there->luggage, nullptr);
    commit(this->attic);
    EXPECT_EQ(this->guests.get(h), there);
    EXPECT_EQ(this->attic.get(h), there);
    EXPECT_EQ(this->hall.get(h), nullptr);
    EXPECT_EQ(this->attic.handle_of(*there), h);
    EXPECT_EQ(this->guests.get(other)->number, 8);
    EXPECT_EQ(this->hall.size(), 1U);
    EXPECT_FALSE(this->hall.remove(h));
    EXPECT_TRUE(this->attic.remove(h));
    EXPECT_FALSE(this->guests.contains(h));
    EXPECT_EQ(this->attic.take(this->hall, h), nullptr);
    EXPECT_EQ(this->attic.take(this->attic, *this->hall.begin()), nullptr);
    EXPECT_TRUE(this->hall.validate() && this->attic.validate());
}

TYPED_TEST(shared, nothing_is_lost_or_visited_twice_where_elements_move_in_mid_walk) {
    std::vector<throng::handle<guest>> all;
    for (int i = 0; i < 50; ++i) all.push_back(this->hall.emplace(i));
    commit(this->hall);
    for (int frame = 1; frame <= 4; ++frame) {
        auto in_hall = this->hall.walk(throng::residents);
        auto in_attic = this->attic.walk(throng::residents);
        for (guest& g : in_hall) {
            ++g.updates;
            if (g.number % 2 == frame % 2) this->attic.take(this->hall, g);
        }
        commit(this->attic);
        for (guest& g : in_attic) {
            ++g.updates;
            if (g.number % 3 == 0) this->hall.take(this->attic, g);
        }
        commit(this->hall);
    }
    EXPECT_EQ(this->hall.size() + this->attic.size(), 50U);
    for (int i = 0; i < 50; ++i) {
        const guest* const g = this->guests.get(all[static_cast<std::size_t>(i)]);
        ASSERT_NE(g, nullptr);
        EXPECT_EQ(g->number, i);
        EXPECT_EQ(g->updates, 4);
    }
    EXPECT_TRUE(this->hall.validate() && this->attic.validate());
}

TYPED_TEST(shared, random_moves_keep_all_handles) {
    std::mt19937 dice(5); // NOLINT(cert-msc51-cpp): the same each time
    TypeParam cellar{this->guests};
    TypeParam* const rooms[] = {&this->hall, &this->attic, &cellar};
    std::vector<std::pair<throng::handle<guest>, int>> all;
    std::vector<throng::handle<guest>> gone;
    for (int i = 0; i < 3000; ++i) {
        TypeParam& here = *rooms[dice() % 3];
        TypeParam& there = *rooms[dice() % 3];
        if (dice() % 3 == 0) {
            all.emplace_back(here.emplace(i), i);
        } else if (!all.empty()) {
            const std::size_t n = dice() % all.size();
            if (dice() % 4 == 0) {
                for (TypeParam* const room : rooms) room->remove(all[n].first);
                gone.push_back(all[n].first);
                all.erase(all.begin() + static_cast<std::ptrdiff_t>(n));
            } else {
                (void)there.take(here, all[n].first);
            }
        }
        if (dice() % 50 == 0) (void)there.take(here);
        commit(here);
        commit(there);
        if (dice() % 100 == 0) here.trim();
    }
    for (const auto& [h, number] : all) ASSERT_EQ(this->guests.get(h)->number, number);
    for (const auto h : gone) ASSERT_FALSE(this->guests.contains(h));
    for (TypeParam* const room : rooms) EXPECT_TRUE(room->validate());
    EXPECT_EQ(this->hall.size() + this->attic.size() + cellar.size(), all.size());
}

TYPED_TEST(shared, the_handles_of_a_collection_that_goes_are_stale) {
    throng::handle<guest> h;
    {
        TypeParam shed{this->guests};
        h = shed.emplace(1);
        EXPECT_TRUE(this->guests.contains(h));
    }
    EXPECT_FALSE(this->guests.contains(h));
    const auto other = this->hall.emplace(2);
    EXPECT_NE(other, h);
    EXPECT_EQ(this->guests.get(other)->number, 2);
}

TYPED_TEST(shared, hooks_are_told_and_what_is_removed_at_once_is_gone) {
    const auto h = this->hall.emplace(1);
    commit(this->hall);
    std::string told;
    this->attic.on_add([&](guest& g) {
        told += "+";
        EXPECT_EQ(this->guests.get(h), &g);
        EXPECT_EQ(this->attic.handle_of(g), h);
    });
    this->hall.on_remove([&](guest& g) {
        told += "-";
        EXPECT_NE(this->guests.get(h), &g);
    });
    this->attic.take(this->hall, h);
    EXPECT_EQ(told, "+-");
    commit(this->attic);
    this->hall.on_add([&](guest& g) { this->hall.remove(g); });
    EXPECT_EQ(this->hall.take(this->attic, h), nullptr);
    EXPECT_TRUE(this->hall.empty() && this->attic.empty());
    EXPECT_FALSE(this->guests.contains(h));
}

TYPED_TEST(shared, where_there_is_no_room_it_stays) {
    const auto h = this->hall.emplace(1);
    commit(this->hall);
    this->attic.max_capacity(0);
    EXPECT_EQ(this->attic.take(this->hall, h), nullptr);
    EXPECT_NE(this->hall.get(h)->luggage, nullptr);
}

TEST(shared_handles, what_an_index_refuses_stays_with_its_value) {
    throng::shared_handles<guest> guests;
    throng::list<guest> hall(guests);
    throng::list<guest> attic(guests);
    throng::index_by in_attic(attic, &guest::number);
    throng::index_by once(attic, &guest::number, throng::unique);
    throng::index_by in_hall(hall, &guest::number);
    attic.emplace(1);
    const auto h = hall.emplace(1);
    const auto other = hall.emplace(2);
    EXPECT_EQ(attic.take(hall, h), nullptr);
    ASSERT_NE(hall.get(h), nullptr);
    EXPECT_NE(hall.get(h)->luggage, nullptr);
    EXPECT_NE(attic.take(hall, other), nullptr);
    EXPECT_EQ(in_hall.find(2), nullptr);
    EXPECT_EQ(in_attic.find(2), guests.get(other));
    EXPECT_EQ(in_hall.find(1), guests.get(h));
}

TEST(shared_handles, an_element_moves_between_others_without_its_handle) {
    throng::pool<std::string> a;
    throng::pool<std::string> b;
    const auto h = a.add("a text that needs memory of its own");
    std::string* const there = b.take(a, h);
    EXPECT_EQ(*there, "a text that needs memory of its own");
    EXPECT_FALSE(a.contains(h));
    EXPECT_EQ(b.size(), 1U);
}

TEST(shared_handles, are_not_rolled_back_by_one_of_those_that_share_them) {
    throng::shared_handles<int> all;
    throng::list<int> some(all);
    some.add(1);
    const throng::snapshot_of before(some);
    some.add(2);
    EXPECT_FALSE(before.roll_back(some));
    EXPECT_EQ(some.size(), 2U);
}

TEST(shared_handles, contents_that_are_moved_keep_theirs) {
    throng::shared_handles<int> all;
    throng::list<int> some(all);
    const auto h = some.add(1);
    throng::list<int> other;
    const auto own = other.add(5);
    swap(some, other);
    EXPECT_EQ(*all.get(h), 1);
    EXPECT_EQ(*other.get(h), 1);
    EXPECT_EQ(*some.get(own), 5);
    throng::list<int> third(std::move(other));
    EXPECT_EQ(*third.get(h), 1);
    EXPECT_TRUE(some.validate() && other.validate() && third.validate());
}

enum class room { hall, attic, count };

TEST(shared_handles, layers_have_them) {
    struct ghost {
        int number;
        void update(float) {}
    };
    throng::layers<room, ghost> house;
    const auto camera = house.add(room::hall, ghost{1});
    for (int i = 2; i < 6; ++i) house.add(room::hall, ghost{i});
    for (ghost& g : house[room::hall]) house.move(g, room::hall, room::attic);
    EXPECT_EQ(house[room::attic].size(), 5U);
    ASSERT_NE(house.get(camera), nullptr);
    EXPECT_EQ(house.get(camera)->number, 1);
    EXPECT_EQ(house.get(room::attic, camera), house.get(camera));
    EXPECT_EQ(house.get(room::hall, camera), nullptr);
    EXPECT_TRUE(house.remove(camera));
    EXPECT_FALSE(house.remove(camera));
    EXPECT_EQ(house.get(camera), nullptr);
}

#if defined(__cpp_exceptions)
TYPED_TEST(shared, what_a_hook_throws_gives_it_back) {
    const auto h = this->hall.emplace(1);
    commit(this->hall);
    throng::index_by in_attic(this->attic, &guest::number);
    throng::index_by in_hall(this->hall, &guest::number);
    this->attic.on_add([](guest&) { throw 1; });
    EXPECT_THROW(this->attic.take(this->hall, h), int);
    EXPECT_TRUE(this->attic.empty());
    EXPECT_EQ(in_attic.find(1), nullptr);
    EXPECT_EQ(in_attic.size(), 0U);
    EXPECT_EQ(in_hall.find(1), this->hall.get(h));
    ASSERT_NE(this->hall.get(h), nullptr);
    EXPECT_NE(this->hall.get(h)->luggage, nullptr);
    EXPECT_TRUE(this->hall.validate() && this->attic.validate());
}
#endif

} // namespace
