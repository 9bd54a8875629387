// needs threads
#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/inbox.hpp>
#include <throng/list.hpp>
#include <throng/parallel_each.hpp>
#include <throng/parts/in_sequence.hpp>
#include <throng/pool.hpp>
#include <throng/ring.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

struct particle {
    int number;
    int life;
    int updates = 0;
};

/// Threads of the standard library, which a thread sanitizer understands.
struct on_standard_threads {
    unsigned threads;
    template <class F> void for_each(std::size_t n, const F& f) const {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t i = next++; i < n; i = next++) f(i);
        };
        std::vector<std::thread> others;
        for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
        work();
        for (std::thread& t : others) t.join();
    }
};

template <class C> class parallel_each : public testing::Test {};
using collections = testing::Types<throng::list<particle>, throng::bag<particle>, throng::pool<particle>>;
TYPED_TEST_SUITE(parallel_each, collections);

template <class C, class Executor> std::vector<int> played(const Executor& executor) {
    C all;
    std::vector<int> gone;
    for (int i = 0; i < 20'000; ++i) all.push_back({i, 1 + i % 7});
    all.on_remove([&](particle& p) {
        gone.push_back(p.number);
        if (p.number % 100 == 0) all.push_back({p.number + 1'000'000, 3});
    });
    for (int frame = 0; frame < 6; ++frame)
        throng::parallel_each(executor, all, [](particle& p) { return ++p.updates, --p.life > 0; });
    for (const particle& p : all) gone.push_back(-p.number), gone.push_back(p.updates);
    return gone;
}

TYPED_TEST(parallel_each, comes_to_the_same_on_any_number_of_threads) {
    const std::vector<int> expected = played<TypeParam>(throng::in_sequence());
    EXPECT_GT(expected.size(), 20'000U);
    for (const unsigned threads : {1U, 2U, 4U})
        EXPECT_EQ(played<TypeParam>(on_standard_threads{threads}), expected) << threads << " threads";
}

TYPED_TEST(parallel_each, visits_each_once_while_a_walk_is_open) {
    TypeParam all;
    for (int i = 0; i < 1'000; ++i) all.push_back({i, i % 3});
    int walked = 0;
    for (particle& p : all) {
        ++walked;
        if (p.number == 500)
            throng::parallel_each(on_standard_threads{2}, all, [](particle& x) { return ++x.updates, x.life != 0; });
    }
    EXPECT_EQ(all.size(), 666U);
    EXPECT_EQ(walked, 501 + 332);
    for (const particle& p : all) EXPECT_EQ(p.updates, 1);
}

TYPED_TEST(parallel_each, of_nothing) {
    TypeParam all;
    throng::parallel_each(on_standard_threads{2}, all, [](particle&) { FAIL(); });
}

#if defined(__cpp_exceptions)
TYPED_TEST(parallel_each, removes_nothing_when_a_visit_throws) {
    TypeParam all;
    for (int i = 0; i < 5'000; ++i) all.push_back({i, 1});
    EXPECT_THROW(throng::parallel_each(throng::in_sequence(), all,
                                       [](particle& p) {
                                           if (p.number == 2'500) throw std::runtime_error("enough");
                                           return false;
                                       }),
                 std::runtime_error);
    EXPECT_EQ(all.size(), 5'000U);
}
#endif

TEST(parallel_each_of_others, hands_what_it_makes_to_an_inbox) {
    throng::ring<particle> all(3'000);
    for (int i = 0; i < 4'000; ++i) all.push_back({i, 1});
    throng::inbox<int> made;
    throng::parallel_each(on_standard_threads{2}, all, [&](particle& p) {
        if (p.number % 2 == 0) made.put(p.number, static_cast<unsigned>(p.number));
    });
    std::vector<int> numbers;
    EXPECT_EQ(made.take([&](int n) { numbers.push_back(n); }), 1'500U);
    EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
    EXPECT_EQ(all.size(), 3'000U);
}

} // namespace
