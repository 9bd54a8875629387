// throng beside boost::container::hub and plf::hive in https://github.com/boostorg/boost_hub_benchmarks:
// scripts/hub-benchmark compiles this with a checkout of it, and makes a table of what it prints.
//
//     hub_benchmark ROWS SIZES RATES ROUNDS      lists with commas; prints lines "row size rate container nanoseconds"
//
// What is done is the benchmark's own: its element, `make`, `fill`, `create`, `range_for` and the others, included from
// the checkout. How time is taken is not: there it is time of the wall, of one container after the other.

#include <throng/bag.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <boost/container/hub.hpp>
#include <boost/core/detail/splitmix64.hpp>
#include <plf_hive.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// The benchmark asks one clock, also where it leaves a destructor out. In its place comes time of the processor.
namespace std::chrono {

struct processor_clock {
    using duration = nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<processor_clock>;
    static constexpr bool is_steady = true;
    static time_point now() {
        timespec t{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return time_point(seconds(t.tv_sec) + nanoseconds(t.tv_nsec));
    }
};

} // namespace std::chrono

// And the hub's function that visits all is called by its full name.
namespace boost::container {

template <class Collection, class F>
    requires requires(const Collection& c, F f) { c.each(f); }
void for_each(const Collection& c, F f) {
    c.each(f);
}

} // namespace boost::container

#define high_resolution_clock processor_clock
#define main main_of_the_benchmark
#include <benchmark.cpp>
#undef main
#undef high_resolution_clock

namespace {

/// What the benchmark calls an iterator is what a user of throng keeps: the address of what never moves, or a handle.
/// Its `insert` and `erase` are throng's `emplace_back`, `add` and `remove`.
template <class Collection> struct by_address : Collection {
    using iterator = element*;
    iterator insert(int n) { return this->emplace_back(n); }
    void erase(iterator x) { this->remove(*x); }
    void shrink_to_fit() { this->trim(); }
};
template <class Collection> struct by_handle : Collection {
    using iterator = throng::handle<element>;
    iterator insert(int n) { return this->add(element(n)); }
    void erase(iterator x) { this->remove(x); }
    void shrink_to_fit() { this->trim(); }
};

/// A container in one row.
struct contestant {
    std::string name;
    std::function<unsigned(std::size_t, double)> run;
    std::vector<double> times{};
};

/// (What walks is prepared once, and cannot be copied.)
template <class Row> contestant made(std::string name) {
    return {std::move(name), [row = std::make_shared<Row>()](std::size_t n, double rate) { return (*row)(n, rate); }};
}

/// All that have the row. The hive has no for_each: there the benchmark takes its iterators, too.
template <template <class> class Row, template <class> class RowOfHive = Row> std::vector<contestant> all() {
    return {made<Row<by_address<throng::pool<element>>>>("pool"),
            made<Row<by_handle<throng::pool<element>>>>("pool_by_handle"),
            made<Row<by_handle<throng::bag<element>>>>("bag"),
            made<Row<by_handle<throng::list<element>>>>("list"),
            made<Row<boost::container::hub<element>>>("hub"),
            made<RowOfHive<plf::hive<element>>>("hive")};
}

/// Runs once or more, for 20 ms; nanoseconds of one run.
double time_of(contestant& c, std::size_t n, double rate) {
    using clock = std::chrono::processor_clock;
    using nanoseconds = std::chrono::duration<double, std::nano>;
    int runs = 0;
    measure_start = clock::now(); // the benchmark moves it on where it pauses
    clock::time_point end;
    do {
        volatile unsigned result = c.run(n, rate);
        (void)result;
        ++runs;
        end = clock::now();
    } while (end - measure_start < std::chrono::milliseconds(20));
    return nanoseconds(end - measure_start).count() / runs;
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    std::istringstream in(text);
    for (std::string word; std::getline(in, word, ',');) words.push_back(word);
    return words;
}

/// In turn, so that a slow moment of the machine falls on all. False if they do not come to the same.
bool measure_row(const std::string& row, std::vector<contestant> all, std::size_t n, const std::string& rate,
                 int rounds) {
    const double share = std::stod(rate);
    const unsigned expected = all.front().run(n, share);
    for (contestant& c : all) {
        if (c.run(n, share) == expected) continue;
        std::fprintf(stderr, "%s, %s: %s comes to something else than %s\n", row.c_str(), rate.c_str(), c.name.c_str(),
                     all.front().name.c_str());
        return false;
    }
    for (int i = 0; i < rounds; ++i) {
        for (contestant& c : all) c.times.push_back(time_of(c, n, share));
    }
    // For each that is visited, or has been inserted at first.
    const bool walks = row == "range_for" || row == "for_each";
    const double elements = static_cast<double>(n) * (walks ? 1 - share : 1);
    for (contestant& c : all) {
        std::sort(c.times.begin(), c.times.end());
        std::printf("%s %zu %s %s %.4f\n", row.c_str(), n, rate.c_str(), c.name.c_str(),
                    c.times[c.times.size() / 2] / elements);
    }
    std::fflush(stdout);
    return true;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    for (const std::string& row : words_of(argv[1])) {
        for (const std::string& n : words_of(argv[2])) {
            for (const std::string& rate : words_of(argv[3])) {
                std::vector<contestant> those = row == "create"               ? all<create>()
                                                : row == "create_and_destroy" ? all<create_and_destroy>()
                                                : row == "range_for"          ? all<range_for>()
                                                                              : all<for_each, range_for>();
                if (!measure_row(row, std::move(those), std::stoul(n), rate, std::atoi(argv[4]))) return 1;
            }
        }
    }
}
