/// What hooks of entities are told beside the entity: the step itself, and the index.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/layers.hpp>
#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

/// The state of a game: it cannot be copied.
struct state {
    double seconds;
    int frame;
    std::unique_ptr<int> its = std::make_unique<int>(7);
};
struct other_state {
    double seconds = 1;
};
struct drone {
    int n;
    bool over = false;
    void update(const state&) {}
    void update(const other_state&) {}
    void update(double) {}
    [[nodiscard]] bool expired() const { return over; }
};

TEST(told, how_many_there_were_before) {
    throng::entity_list<drone> all;
    std::vector<std::size_t> indices;
    all.on_add([&](drone&, std::size_t index) { indices.push_back(index); });
    all.add({1});
    const auto h = all.add({2});
    all.add({3});
    all.remove(h);
    all.add({4});
    EXPECT_EQ(indices, (std::vector<std::size_t>{0, 1, 2, 2}));
    throng::pool<int> pool;
    std::size_t last = 9;
    pool.on_add([&](const int&, std::size_t index) { last = index; });
    pool.push_back(1);
    EXPECT_EQ(last, 0U);
}

TEST(told, the_step_itself_and_the_index) {
    throng::entity_list<drone> all;
    for (int i = 0; i < 3; ++i) all.add({i});
    state now{0.5, 12};
    std::string told;
    all.on_updated([&](drone& d, const state& s, std::size_t index) {
        EXPECT_EQ(&s, &now);
        told += std::to_string(d.n) + "/" + std::to_string(index) + " ";
    });
    all.update(now);
    all.update(std::as_const(now));
    EXPECT_EQ(told, "0/0 1/1 2/2 0/0 1/1 2/2 ");
    all.update(other_state{}); // is another class
    all.update(1.0);
    EXPECT_EQ(told, "0/0 1/1 2/2 0/0 1/1 2/2 ");

    all.on_updated([](drone&, state& s) { ++s.frame; });
    all.update(now);
    EXPECT_EQ(now.frame, 15);
    all.update(std::as_const(now)); // may not be changed, and so is not told of
    EXPECT_EQ(now.frame, 15);

    // What has expired is not told of, and does not count.
    all.first()->over = true;
    told.clear();
    all.on_updated([&](const drone& d, double seconds, std::size_t index) {
        EXPECT_EQ(seconds, 0.5);
        told += std::to_string(d.n) + "/" + std::to_string(index) + " ";
    });
    all.update(now);
    EXPECT_EQ(told, "1/0 2/1 ");
}

TEST(told, by_the_updates_of_layers_too) {
    enum class on { back, count };
    throng::layers<on, drone> all;
    all.add(on::back, drone{1});
    all.add(on::back, drone{2});
    std::size_t told = 0;
    all[on::back].on_updated([&](drone&, const state& s, std::size_t index) {
        EXPECT_EQ(index, told++);
        EXPECT_EQ(s.frame, 3);
    });
    state now{0.5, 3};
    all.update(throng::residents, now);
    EXPECT_EQ(told, 2U);
}

template <class C> void has_room_at_first() {
    C all(throng::initial_capacity{1000});
    const std::size_t room = all.capacity();
    EXPECT_GE(room, 1000U);
    for (int i = 0; i < 1000; ++i) all.add({i});
    EXPECT_EQ(all.capacity(), room);
}
TEST(told, a_collection_may_have_room_at_first) {
    has_room_at_first<throng::list<drone>>();
    has_room_at_first<throng::bag<drone>>();
    has_room_at_first<throng::pool<drone>>();
    has_room_at_first<throng::buffered_list<drone>>();
    has_room_at_first<throng::entity_list<drone>>();
}

} // namespace
