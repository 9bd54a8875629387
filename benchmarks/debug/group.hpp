#pragma once

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS
#define RUNNING_ON_VALGRIND false
#define CALLGRIND_DUMP_STATS_AT(name)
#endif

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <utility>

/// For the programs that scripts/debug-builds compiles.
namespace debug {

inline double now() {
    std::timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

/// Measures the loops of a group. The first is written by hand.
template <class Result> class group {
  public:
    group(std::string name, std::size_t visited) : name_(std::move(name)), visited_(visited) {}

    /// `pass` goes over all elements once; `show` adds them to a result.
    template <class Pass, class Show> void loop(const std::string& name, Pass pass, Show show) {
        const std::string dump = name_ + "\t" + name;
        pass();
        CALLGRIND_ZERO_STATS;
        pass();
        CALLGRIND_DUMP_STATS_AT(dump.c_str());
        if (RUNNING_ON_VALGRIND) return;
        double least = 1e300;
        for (int i = 0; i < 20; ++i) {
            const double began = now();
            pass();
            const double took = now() - began;
            if (took < least) least = took;
        }
        Result its{};
        show(its);
        if (first_) expected_ = its;
        first_ = false;
        if (its != expected_) {
            std::fprintf(stderr, "%s: the result of %s is not that of the loop by hand\n", name_.c_str(), name.c_str());
            std::exit(3);
        }
        std::printf("%s\t%s\t%zu\t%.2f\n", name_.c_str(), name.c_str(), visited_,
                    least / static_cast<double>(visited_));
    }

  private:
    std::string name_;
    std::size_t visited_;
    Result expected_{};
    bool first_ = true;
};

} // namespace debug
