#pragma once

/// `throng::on_threads` runs calls on several threads. It needs oneTBB. With CMake, link the target throng::parallel.
/// Without oneTBB or exceptions, or with THRONG_WITHOUT_TBB defined, the same code runs in sequence, with the same
/// result; `throng::on_threads::has_threads` says which, for a static_assert or a line of the log. (find_package(throng
/// COMPONENTS parallel) insists on oneTBB.)
#include <throng/parts/in_sequence.hpp>

#include <atomic>
#include <cstddef>

#if defined(THRONG_WITHOUT_TBB) || !defined(__cpp_exceptions) || !__has_include(<tbb/parallel_for.h>)
#define THRONG_HAS_TBB 0
#else
#define THRONG_HAS_TBB 1
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace throng {

namespace core {

/// Calls run(n, g), which calls g(i) for each i below n, on any threads; g calls f. The threads order what happens
/// before, in and after the calls by themselves. That is said once more here, where a thread sanitizer sees it, which
/// does not look into their library; also of a call that throws.
template <class Run, class F> void run_in_sight(std::size_t n, const F& f, Run run) {
    std::atomic<bool> begun{false};
    std::atomic<std::size_t> done{0};
    struct end {
        std::atomic<std::size_t>& done;
        ~end() { (void)done.load(std::memory_order_acquire); }
    } const all{done};
    begun.store(true, std::memory_order_release);
    run(n, [&](std::size_t i) {
        struct call {
            std::atomic<std::size_t>& done;
            ~call() { done.fetch_add(1, std::memory_order_release); }
        } const one{done};
        (void)begun.load(std::memory_order_acquire);
        f(i);
    });
}

} // namespace core

/// Runs parts of a system, or of a `parallel_each`, on at most so many threads, the calling one included; 0 for as many
/// as there are processors. oneTBB has no more than there are processors, whatever is asked for, unless a
/// tbb::global_control allows it.
///
///     systems.run(seconds, throng::on_threads(4));
class on_threads {
  public:
    /// Whether there are threads; otherwise all of it runs in sequence.
    static constexpr bool has_threads = THRONG_HAS_TBB != 0;

#if THRONG_HAS_TBB
    explicit on_threads(unsigned threads = 0)
        : arena_(threads == 0 ? tbb::task_arena::automatic : static_cast<int>(threads)) {}
    /// Calls f(0) … f(n-1), in no order. Throws what one of the calls throws; others may not be made then.
    template <class F> void for_each(std::size_t n, const F& f) const {
        core::run_in_sight(n, f, [this](std::size_t all, const auto& call) {
            arena_.execute([&] { tbb::parallel_for(std::size_t{0}, all, call); });
        });
    }

  private:
    mutable tbb::task_arena arena_;
#else
    explicit on_threads(unsigned = 0) noexcept {}
    /// Calls f(0) … f(n-1), in this order: there are no threads without oneTBB.
    template <class F> void for_each(std::size_t n, const F& f) const { in_sequence{}.for_each(n, f); }
#endif
};

} // namespace throng
