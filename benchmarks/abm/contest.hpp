#pragma once

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

/// What the models of the contest have in common: random numbers, random orders, and the median of runs.
namespace contest {

/// SplitMix64.
class random_numbers {
  public:
    explicit random_numbers(std::uint64_t seed) noexcept : state_(seed) {}
    [[nodiscard]] std::uint64_t next() noexcept {
        std::uint64_t x = state_ += 0x9e3779b97f4a7c15U;
        x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
        x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
        return x ^ (x >> 31U);
    }
    [[nodiscard]] double unit() noexcept { return static_cast<double>(next() >> 11U) * 0x1p-53; }
    [[nodiscard]] std::uint32_t below(std::uint32_t n) noexcept {
        return static_cast<std::uint32_t>((next() >> 32U) * n >> 32U);
    }

  private:
    std::uint64_t state_;
};

template <class T> void shuffle(std::vector<T>& those, random_numbers& chance) {
    for (std::size_t i = those.size(); i > 1; --i)
        std::swap(those[i - 1], those[chance.below(static_cast<std::uint32_t>(i))]);
}

/// PROGRAM [RUNS]: prints for each size what the last run came to, and, of more than one run, the median of their
/// times. `play(seed)` builds a model, runs 100 steps, and gives what it came to as a text.
template <class Play> void run(const char* model, const char* size, unsigned runs, Play play) {
    std::vector<double> times;
    for (unsigned n = 1; n <= runs; ++n) {
        const auto begun = std::chrono::steady_clock::now();
        const auto outcome = play(std::uint64_t{41} + n);
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count());
        if (n == runs) std::printf("%s-%s: %s\n", model, size, outcome.c_str());
    }
    if (runs == 1) return;
    std::sort(times.begin(), times.end());
    std::printf("%s-%s (ms): %.4f\n", model, size, times[(times.size() - 1) / 2]);
}

/// How many runs are asked for; 0, after a complaint, if that is no number.
[[nodiscard]] inline unsigned runs_wanted(const char* program, int count, char** words) {
    unsigned runs = 100;
    const std::string_view text = count > 1 ? words[1] : "100";
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), runs);
    if (error == std::errc() && at == text.data() + text.size() && runs >= 1 && runs <= 100000 && count <= 2)
        return runs;
    std::fprintf(stderr, "%s: expected a number of runs from 1 to 100000, found '%s'\n", program, words[1]);
    return 0;
}

} // namespace contest
