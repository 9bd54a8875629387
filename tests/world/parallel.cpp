// needs threads
// Systems on several threads come to the same result as in sequence.

#include <throng/world/parallel.hpp>
#include <throng/world/save.hpp>

#include <gtest/gtest.h>

#if THRONG_HAS_TBB
#include <tbb/global_control.h>
#endif

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define UNDER_THREAD_SANITIZER
#endif
#elif defined(__SANITIZE_THREAD__)
#define UNDER_THREAD_SANITIZER
#endif
#if defined(UNDER_THREAD_SANITIZER)
// The sanitizer does not look into libtbb, so it does not see how that orders its own headers' work. Only what happens
// in those themselves is left out, not what they call (by their folder too, as some names there are too long for it to
// be read), and what the library itself frees and compares.
extern "C" const char* __tsan_default_suppressions();  // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __tsan_default_suppressions() { // NOLINT(bugprone-reserved-identifier)
    return "race_top:tbb::\nrace_top:/oneapi/tbb/\nrace_top:std::__atomic_base\nrace_top:std::atomic\n"
           "race_top:/throng/on_threads.hpp\ncalled_from_lib:libtbb.so\n";
}
#endif

namespace {

using throng::components;
using throng::entity;
using throng::on_threads;
using throng::recorder;
using throng::schedule;
using throng::system_step;
using throng::world;

struct position {
    float x = 0;
    float y = 0;
};
struct velocity {
    float x = 0;
    float y = 0;
};
struct health {
    int left = 0;
};
struct burning {};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<velocity> {
    static constexpr const char* name = "velocity";
};
template <> struct throng::component<health> {
    static constexpr const char* name = "health";
};
template <> struct throng::component<burning> {
    static constexpr const char* name = "burning";
};

namespace {

#if THRONG_HAS_TBB
// oneTBB has no more threads than there are processors, whatever an arena asks for, unless it is told so.
const tbb::global_control as_many_as_asked_for(tbb::global_control::max_allowed_parallelism, 8);
#endif

/// Some ticks of a game in which systems write, read and edit; its hash.
template <class Executor> std::uint64_t played(const Executor& executor) {
    world w;
    for (int i = 0; i < 20'000; ++i) {
        const auto x = static_cast<float>(i % 97);
        if (i % 3 == 0) w.create(position{x, 0}, velocity{1, x}, health{i % 11 + 3});
        else if (i % 3 == 1) w.create(position{x, 1}, health{i % 7 + 3});
        else w.create(velocity{x, 2});
    }
    schedule s(w);
    // These two may run side by side,
    s.add("move", w.query<position, const velocity>(), [](system_step t, position& p, const velocity& v) {
         p.x += v.x * static_cast<float>(t.seconds);
         p.y += v.y * static_cast<float>(t.seconds);
     }).parallel();
    s.add("burn", w.query<health>(), [](recorder& edits, entity e, health& h) {
         if (--h.left == 0) {
             edits.destroy(e);
             edits.create(position{static_cast<float>(e.index()), 3}, velocity{2, 2}, health{9});
         } else if (h.left == 2) {
             edits.add(e, burning{});
         }
     }).parallel();
    // this one only after the first,
    s.add("fall", w.query<position>(throng::all_of<burning>), [](position& p) { p.y -= 1; }).parallel();
    // and this one by itself.
    s.add("wind", w.query<velocity>(), [&](entity e, velocity& v) {
        if ((v.x += 1) > 100) w.destroy(e);
    });
    for (int tick = 0; tick < 20; ++tick) s.run(0.25, executor);
    return hash(w, components<position, velocity, health, burning>);
}

} // namespace

// Rule 10 of world.
TEST(parallel, the_same_for_any_number_of_threads) {
    const std::uint64_t expected = played(throng::in_sequence{});
    for (const unsigned threads : {1U, 2U, 3U, 8U}) EXPECT_EQ(played(on_threads(threads)), expected) << threads;
}

// Rule 10 of world.
TEST(parallel, one_walk_over_several_threads) {
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        world w;
        for (int i = 0; i < 50'000; ++i) w.create(health{i});
        std::atomic<int> visits{0};
        each_on(on_threads(threads), w, w.query<health>(), [&](recorder& edits, entity e, health& h) {
            visits.fetch_add(1, std::memory_order_relaxed);
            if (h.left % 2 == 0) edits.destroy(e);
            else edits.create(position{static_cast<float>(h.left), 0});
        });
        EXPECT_EQ(visits, 50'000);
        EXPECT_EQ(w.count<health>(), 25'000U);
        float last = 0;
        bool in_order = true;
        w.query<const position>().each(
            [&](const position& p) { in_order = in_order && std::exchange(last, p.x) < p.x; });
        EXPECT_TRUE(in_order) << "edits are made in the order of indices";
    }
}

/// Runs parts on plain threads of the standard library, all of which a thread sanitizer sees.
class plain_threads {
  public:
    explicit plain_threads(unsigned n) : threads_(n) {}
    template <class F> void for_each(std::size_t n, const F& f) const {
        std::atomic<std::size_t> next{0};
        std::vector<std::thread> all;
        for (unsigned i = 0; i < threads_; ++i) {
            all.emplace_back([&] {
                for (std::size_t at = next++; at < n; at = next++) f(at);
            });
        }
        for (std::thread& t : all) t.join();
    }

  private:
    unsigned threads_;
};

TEST(parallel, has_no_races_on_plain_threads) {
    const std::uint64_t expected = played(throng::in_sequence{});
    for (const unsigned threads : {1U, 2U, 8U}) EXPECT_EQ(played(plain_threads(threads)), expected) << threads;
}

// (A processor that keeps loads, and stores, in order orders what is given to the threads, though nothing says so.)
#if defined(UNDER_THREAD_SANITIZER) && defined(__x86_64__)
namespace {

/// Threads that are there all the time, and are given work in a way that orders nothing: as a library does of which a
/// thread sanitizer sees nothing. Only what they are given can order what they do.
class unseen_threads {
  public:
    explicit unseen_threads(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) all_.emplace_back([this] { work(); });
    }
    unseen_threads(const unseen_threads&) = delete;
    unseen_threads& operator=(const unseen_threads&) = delete;
    ~unseen_threads() {
        over_ = true;
        for (std::thread& t : all_) t.join();
    }
    template <class F> void run(std::size_t n, const F& f) {
        f_.store(&f, std::memory_order_relaxed);
        call_.store([](const void* g, std::size_t i) { (*static_cast<const F*>(g))(i); }, std::memory_order_relaxed);
        left_.store(n, std::memory_order_relaxed);
        given_.store(n, std::memory_order_relaxed);
        while (left_.load(std::memory_order_relaxed) != 0) std::this_thread::yield();
    }

  private:
    void work() {
        while (!over_.load(std::memory_order_relaxed)) {
            std::size_t n = given_.load(std::memory_order_relaxed);
            if (n == 0 || !given_.compare_exchange_weak(n, n - 1, std::memory_order_relaxed)) {
                std::this_thread::yield();
                continue;
            }
            call_.load(std::memory_order_relaxed)(f_.load(std::memory_order_relaxed), n - 1);
            left_.fetch_sub(1, std::memory_order_relaxed);
        }
    }

    std::vector<std::thread> all_;
    std::atomic<bool> over_{false};
    std::atomic<const void*> f_{nullptr};
    std::atomic<void (*)(const void*, std::size_t)> call_{nullptr};
    std::atomic<std::size_t> given_{0};
    std::atomic<std::size_t> left_{0};
};

} // namespace

TEST(parallel, what_happens_before_in_and_after_a_run_is_in_order_where_only_the_counters_are_seen) {
    unseen_threads threads(4);
    std::vector<std::size_t> values;
    for (std::size_t round = 0; round < 200; ++round) {
        values.assign(64, round);
        const auto add = [&](std::size_t i) { values[i] += i; };
        throng::core::run_in_sight(values.size(), add, [&](std::size_t n, const auto& call) { threads.run(n, call); });
        for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], round + i);
    }
}
#endif

TEST(parallel, says_whether_there_are_threads) {
    static_assert(on_threads::has_threads == (THRONG_HAS_TBB != 0));
    std::atomic<int> calls{0};
    on_threads(2).for_each(5, [&](std::size_t) { ++calls; });
    EXPECT_EQ(calls, 5);
}

/// Does the parts in the order that the program would not, as threads may.
struct backwards {
    template <class F> void for_each(std::size_t n, const F& f) const {
        while (n != 0) f(--n);
    }
};

TEST(parallel, systems_that_disturb_each_other_run_one_after_the_other) {
    world w;
    for (int i = 0; i < 10'000; ++i) w.create(health{i}, position{});
    schedule s(w);
    s.add("write", w.query<health>(), [](health& h) { h.left *= 2; }).parallel();
    s.add("read", w.query<const health, position>(), [](const health& h, position& p) {
         p.x = static_cast<float>(h.left);
     }).parallel();
    const on_threads threads(4);
    s.run(1, threads), s.run(1, threads), s.run(1, backwards{});
    int n = 0;
    w.query<const health, const position>().each([&](const health& h, const position& p) {
        EXPECT_EQ(static_cast<float>(h.left), p.x);
        EXPECT_EQ(h.left, n++ * 8);
    });
}

TEST(parallel, systems_that_write_the_same_run_one_after_the_other) {
    world w;
    for (int i = 0; i < 10'000; ++i) w.create(health{i});
    schedule s(w);
    s.add("double", w.query<health>(), [](health& h) { h.left *= 2; }).parallel();
    s.add("heal", w.query<health>(), [](health& h) { ++h.left; }).parallel();
    s.run(1, backwards{});
    int n = 0;
    w.query<const health>().each([&](const health& h) { EXPECT_EQ(h.left, n++ * 2 + 1); });
}

TEST(parallel, what_a_system_writes_of_those_that_have_it_disturbs_others_too) {
    world w;
    for (int i = 0; i < 10'000; ++i) {
        const entity e = w.create(health{i});
        if (i % 2 == 0) w.add<position>(e);
    }
    schedule s(w);
    s.add("write", w.query<const health>(throng::optional<position>), [](const health& h, position* p) {
         if (p != nullptr) p->x = static_cast<float>(h.left);
     }).parallel();
    s.add("read", w.query<const position, health>(), [](const position& p, health& h) {
         h.left = 2 * static_cast<int>(p.x);
     }).parallel();
    s.run(1, backwards{});
    int n = 0;
    w.query<const health, const position>().each([&](const health& h, const position& p) {
        EXPECT_EQ(p.x, static_cast<float>(n));
        EXPECT_EQ(h.left, 2 * n);
        n += 2;
    });
}

TEST(parallel, a_system_that_is_not_parallel_runs_by_itself) {
    world w;
    w.create(health{1});
    const auto q = w.query<const health>();
    std::vector<int> seen;
    const auto look = [&](system_step) { q.each([&](const health& h) { seen.push_back(h.left); }); };
    schedule s(w);
    s.add("before", look);
    s.add("double", w.query<health>(), [](health& h) { h.left *= 2; }).parallel();
    s.add("after", look);
    s.run(1, backwards{});
    EXPECT_EQ(seen, (std::vector<int>{1, 2}));
}

TEST(parallel, a_system_costs_what_its_parts_take_on_all_threads) {
    constexpr double a_while = 0.002;
    world w;
    // (Enough for several parts.)
    for (int i = 0; i < 50'000; ++i) w.create(health{i});
    schedule s(w);
    s.measure();
    std::atomic<int> waits{0};
    auto& heavy =
        s.add("heavy", w.query<const health>(), [&](const health& h) {
             if (h.left % 5000 != 0) return;
             const auto begun = std::chrono::steady_clock::now();
             while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count() < a_while) {
             }
             ++waits;
         }).parallel();
    auto& light = s.add("light", w.query<const velocity>(), [](const velocity&) {}).parallel();
    double least = 1;
    for (int i = 0; i < 5; ++i) {
        s.run(1, on_threads(4));
        EXPECT_GE(heavy.statistics().last_seconds, 10 * a_while * 0.9);
        least = std::min(least, light.statistics().last_seconds);
    }
    EXPECT_EQ(waits, 50);
    EXPECT_LT(least, a_while / 2);
}

TEST(parallel, with_an_interval_runs_as_often_as_in_sequence) {
    world w;
    w.create(health{0});
    schedule s(w);
    s.add("slow", w.query<health>(), [](health& h) { ++h.left; }).interval(0.1, 10).parallel();
    s.add("fast", w.query<position>(), [](position&) {}).parallel();
    for (int i = 0; i < 10; ++i) s.run(0.25, on_threads(2));
    w.query<const health>().each([](const health& h) { EXPECT_EQ(h.left, 25); });
}

#if defined(__cpp_exceptions)
namespace {
struct stolen {};

template <class Executor> void expect_a_throw_to_arrive(const Executor& executor) {
    world w;
    for (int i = 0; i < 50'000; ++i) w.create(health{i}, position{});
    const auto token = std::make_shared<int>(0);
    std::atomic<bool> throws{true};
    schedule s(w);
    const auto& sys = s.add("thrown from", w.query<const health>(), [&](recorder& edits, entity e, const health& h) {
                           edits.record([e, token](world& of_it) { of_it.destroy(e); });
                           if (h.left == 30'000 && throws) throw stolen{};
                       }).parallel();
    const auto& beside = s.add("beside", w.query<const position>(), [&](recorder& edits, entity e, const position&) {
                              edits.record([e, token](world& of_it) { of_it.add(e, burning{}); });
                          }).parallel();
    EXPECT_THROW(s.run(1, executor), stolen);
    EXPECT_EQ(w.size(), 50'000U) << "what was recorded is forgotten";
    EXPECT_EQ(w.count<burning>(), 0U);
    EXPECT_EQ(token.use_count(), 1) << "and gone";
    EXPECT_TRUE(w.validate());
    EXPECT_EQ(sys.statistics().runs + beside.statistics().runs, 0U) << "the run has not been one";
    throws = false;
    s.run(1, executor);
    EXPECT_TRUE(w.empty());
    EXPECT_EQ(token.use_count(), 1);
    EXPECT_EQ(sys.statistics().runs + beside.statistics().runs, 2U);
    EXPECT_TRUE(w.validate());
}
} // namespace

// Rule 7 of world.
TEST(parallel, what_is_thrown_in_a_visit_arrives_and_nothing_that_was_recorded_happens) {
    expect_a_throw_to_arrive(throng::in_sequence{});
    for (const unsigned threads : {1U, 2U, 8U}) expect_a_throw_to_arrive(on_threads(threads));
}

TEST(parallel, one_walk_over_several_threads_may_be_left_by_a_throw) {
    world w;
    for (int i = 0; i < 50'000; ++i) w.create(health{i});
    const auto visit = [](recorder& edits, entity e, const health& h) {
        edits.destroy(e);
        if (h.left == 49'999) throw stolen{};
    };
    EXPECT_THROW(each_on(on_threads(4), w, w.query<const health>(), visit), stolen);
    EXPECT_EQ(w.size(), 50'000U);
    EXPECT_TRUE(w.validate());
}
#endif
