// needs threads
#include <throng/bag.hpp>
#include <throng/inbox.hpp>
#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

struct note {
    unsigned producer;
    int number;
};

TEST(parallel_inbox, gives_in_the_order_in_which_it_was_put) {
    throng::inbox<std::string> box;
    EXPECT_TRUE(box.empty());
    for (const char* text : {"a", "b", "c"}) EXPECT_TRUE(box.put(text));
    EXPECT_FALSE(box.empty());
    std::string all;
    EXPECT_EQ(box.take([&](std::string&& s) { all += s; }), 3U);
    EXPECT_EQ(all, "abc");
    EXPECT_TRUE(box.empty());
    EXPECT_EQ(box.take([&](std::string&&) {}), 0U);
}

TEST(parallel_inbox, gives_by_the_numbers_of_the_producers) {
    throng::inbox<note> box;
    for (int i = 0; i < 1000; ++i) box.put({static_cast<unsigned>(i * 7 % 5), i}, static_cast<unsigned>(i * 7 % 5));
    throng::list<note> all;
    EXPECT_EQ(box.take_into(all), 1000U);
    unsigned producer = 0;
    int number = -1;
    for (const note& n : all) {
        if (n.producer != producer) {
            EXPECT_EQ(n.producer, producer + 1);
            number = -1;
        }
        EXPECT_GT(n.number, number);
        producer = n.producer;
        number = n.number;
    }
    EXPECT_EQ(producer, 4U);
}

TEST(parallel_inbox, takes_what_comes_meanwhile_the_next_time) {
    throng::inbox<int> box;
    box.put(1);
    int sum = 0;
    EXPECT_EQ(box.take([&](int n) {
        sum += n;
        box.put(10);
    }),
              1U);
    EXPECT_EQ(sum, 1);
    // Also within.
    EXPECT_EQ(box.take([&](int n) {
        sum += n;
        if (n == 10) {
            box.put(100);
            EXPECT_EQ(box.take([&](int m) { sum += m; }), 1U);
        }
    }),
              1U);
    EXPECT_EQ(sum, 111);
    EXPECT_TRUE(box.empty());
}

TEST(parallel_inbox, destroys_what_nothing_has_taken) {
    const auto shared = std::make_shared<int>(3);
    {
        throng::inbox<std::shared_ptr<int>> box;
        box.put(shared);
        box.put(shared);
        box.take([](std::shared_ptr<int>&&) {});
        box.put(shared);
        EXPECT_EQ(shared.use_count(), 2);
    }
    EXPECT_EQ(shared.use_count(), 1);
}

#if defined(__cpp_exceptions)
TEST(parallel_inbox, keeps_what_is_left_when_a_taker_throws) {
    throng::inbox<int> box;
    for (int i = 0; i < 5; ++i) box.put(i);
    std::string all;
    EXPECT_THROW(box.take([&](int n) {
        all += std::to_string(n);
        box.put(10 + n);
        if (n == 2) throw std::runtime_error("enough");
    }),
                 std::runtime_error);
    EXPECT_FALSE(box.empty());
    all += ' ';
    EXPECT_EQ(box.take([&](int n) { all += std::to_string(n); }), 5U);
    EXPECT_EQ(all, "012 34101112");
}
#endif

TEST(parallel_inbox, loses_nothing_of_many_threads) {
    constexpr int each = 20'000;
    throng::inbox<note> box;
    std::vector<std::thread> producers;
    for (unsigned p = 0; p < 4; ++p)
        producers.emplace_back([&box, p] {
            for (int i = 0; i < each; ++i) box.put({p, i}, p);
        });
    std::vector<int> next(4);
    std::size_t taken = 0;
    while (taken < std::size_t{4} * each) {
        unsigned last = 0;
        taken += box.take([&](const note& n) {
            EXPECT_GE(n.producer, last);
            last = n.producer;
            EXPECT_EQ(n.number, next[n.producer]++);
        });
    }
    for (std::thread& t : producers) t.join();
    EXPECT_TRUE(box.empty());
    EXPECT_EQ(next, std::vector<int>(4, each));
}

} // namespace
