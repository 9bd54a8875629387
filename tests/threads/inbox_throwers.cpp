// needs exceptions
// Messages that a collection does not take are neither lost nor counted, whatever throws, and stay in order.
#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/inbox.hpp>
#include <throng/index_by.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/ring.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace {

int fuse = -1;
void burn() {
    if (fuse >= 0 && fuse-- == 0) throw fuse;
}

/// Its move does not throw.
struct letter {
    int number;
    std::unique_ptr<int> content;
    explicit letter(int n) : number(n), content(std::make_unique<int>(n)) {}
    [[nodiscard]] bool is_whole() const { return content != nullptr && *content == number; }
    bool operator==(const letter& o) const { return burn(), number == o.number; }
};
/// Its copy throws, and so does its move.
struct parcel {
    int number;
    std::string content;
    explicit parcel(int n) : number(n), content(std::to_string(n)) {}
    parcel(const parcel& o) : number(o.number), content(o.content) { burn(); }
    parcel& operator=(const parcel&) = default;
    [[nodiscard]] bool is_whole() const { return content == std::to_string(number); }
    bool operator==(const parcel& o) const { return burn(), number == o.number; }
};
struct by_number {
    template <class T> std::size_t operator()(const T& x) const { return burn(), static_cast<std::size_t>(x.number); }
};

template <class T> struct mail : T {
    using T::T;
    void update(double) {}
};

template <class C> struct maker {
    static C make() { return C(); }
};
template <class T> struct maker<throng::ring<T>> {
    static throng::ring<T> make() { return throng::ring<T>(5); }
};

template <class C> class inbox_throwers : public testing::Test {};
using collections = testing::Types<throng::list<letter>, throng::list<parcel>, throng::bag<letter>, throng::bag<parcel>,
                                   throng::pool<letter>, throng::pool<parcel, 8>, throng::buffered_list<letter>,
                                   throng::ordered_set<letter, by_number>, throng::ordered_set<parcel, by_number>,
                                   throng::entity_list<mail<letter>>, throng::entity_list<mail<parcel>>>;
TYPED_TEST_SUITE(inbox_throwers, collections);

template <class C> std::vector<int> numbers_in(C& c) {
    std::vector<int> all;
    if constexpr (requires { c.commit(); }) c.commit();
    for (const auto& x : c) {
        EXPECT_TRUE(x.is_whole());
        all.push_back(x.number);
    }
    return all;
}

/// Something throws at each moment in turn: the message is in the inbox, or in the collection.
TYPED_TEST(inbox_throwers, nothing_is_lost) {
    using T = typename TypeParam::value_type;
    for (int moment = 0; moment < 60; ++moment) {
        throng::inbox<T> box;
        for (int i = 0; i < 12; ++i) box.put(T(i));
        TypeParam all;
        all.max_capacity(8);
        all.on_add([](const T&) { burn(); });
        fuse = moment;
        std::size_t counted = 0;
        bool thrown = false;
        try {
            counted = box.take_into(all);
        } catch (int) {
            thrown = true;
        }
        fuse = -1;
        const std::vector<int> came = numbers_in(all);
        if (!thrown) {
            EXPECT_EQ(counted, came.size());
            EXPECT_EQ(counted, 8U);
        }
        std::vector<int> left;
        EXPECT_EQ(box.empty(), false);
        box.take([&](T&& x) {
            EXPECT_TRUE(x.is_whole());
            left.push_back(x.number);
        });
        ASSERT_EQ(came.size() + left.size(), 12U) << "moment " << moment;
        for (std::size_t i = 0; i < 12; ++i)
            ASSERT_EQ(i < came.size() ? came[i] : left[i - came.size()], static_cast<int>(i)) << "moment " << moment;
        ASSERT_TRUE(all.validate());
    }
}

/// Of equal messages a set takes the first.
TEST(inbox_refusals, a_set_refuses_equals) {
    throng::inbox<int> box;
    for (const int i : {1, 2, 1, 3, 2}) box.put(i);
    throng::ordered_set<int> all;
    EXPECT_EQ(box.take_into(all), 3U);
    EXPECT_TRUE(box.empty());
    EXPECT_EQ(all, (throng::ordered_set<int>{1, 2, 3}));
}
TEST(inbox_refusals, a_unique_index_refuses_equals) {
    throng::inbox<letter> box;
    for (const int i : {1, 2, 1, 3}) box.put(letter(i));
    throng::list<letter> all;
    const throng::index_by by_its_number(all, &letter::number, throng::unique);
    EXPECT_EQ(box.take_into(all), 3U);
    EXPECT_TRUE(box.empty());
    EXPECT_EQ(numbers_in(all), (std::vector<int>{1, 2, 3}));
}
/// A key function that throws while one is asked for room leaves what was to be taken.
TEST(inbox_refusals, a_key_that_throws) {
    throng::list<letter> from;
    for (int i = 0; i < 3; ++i) from.emplace(i);
    throng::list<letter> to;
    const auto key = [](const letter& l) { return burn(), l.number; };
    throng::index_by by_its_number(to, key, throng::unique);
    EXPECT_EQ(by_its_number.size(), 0U);
    for (int moment = 0; moment < 4; ++moment) {
        fuse = moment;
        try {
            (void)to.take(from, *from.first());
        } catch (int) {
        }
        fuse = -1;
        for (const letter& l : from) EXPECT_TRUE(l.is_whole());
        for (const letter& l : to) EXPECT_TRUE(l.is_whole());
        EXPECT_EQ(from.size() + to.size(), 3U);
        EXPECT_EQ(by_its_number.size(), to.size());
        if (to.size() == 1) from.take(to, *to.first());
    }
}
/// A ring that throws out its oldest.
TEST(inbox_refusals, a_ring_takes_all) {
    throng::inbox<letter> box;
    for (int i = 0; i < 12; ++i) box.put(letter(i));
    throng::ring<letter> all(5);
    int removals = 0;
    all.on_remove([&](letter&) {
        if (++removals == 3) throw removals;
    });
    EXPECT_THROW(box.take_into(all), int);
    EXPECT_EQ(numbers_in(all), (std::vector<int>{3, 4, 5, 6, 7}));
    EXPECT_EQ(box.take_into(all), 4U);
    EXPECT_EQ(numbers_in(all), (std::vector<int>{7, 8, 9, 10, 11}));
}
/// What a hook removes again has been taken, also where it throws then.
TEST(inbox_refusals, a_hook_removes_the_newcomer) {
    throng::inbox<letter> box;
    for (int i = 0; i < 4; ++i) box.put(letter(i));
    throng::list<letter> all;
    all.on_add([&](letter& l) {
        if (l.number == 1) all.remove(l);
        if (l.number == 2) all.remove(l), throw 2;
    });
    EXPECT_THROW(box.take_into(all), int);
    EXPECT_EQ(box.take_into(all), 1U);
    EXPECT_EQ(numbers_in(all), (std::vector<int>{0, 3}));
}
/// A hook that puts, and takes, meanwhile.
TEST(inbox_refusals, a_hook_puts_and_takes) {
    throng::inbox<letter> box;
    for (int i = 0; i < 4; ++i) box.put(letter(i));
    throng::list<letter> all;
    throng::list<letter> others;
    all.on_add([&](const letter& l) {
        if (l.number >= 4) return;
        box.put(letter(10 + l.number));
        box.put(letter(20 + l.number));
        others.max_capacity(others.size() + 1);
        EXPECT_EQ(box.take_into(others), 1U);
    });
    EXPECT_EQ(box.take_into(all), 4U);
    EXPECT_EQ(numbers_in(all), (std::vector<int>{0, 1, 2, 3}));
    std::vector<int> left = numbers_in(others);
    box.take([&](letter&& l) { left.push_back(l.number); });
    EXPECT_EQ(left.size(), 8U);
    EXPECT_TRUE(box.empty());
}

} // namespace
