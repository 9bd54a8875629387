#pragma once

#include <chrono>
#include <cstdio>
#include <string_view>

namespace throng::tool {

/// Tells what is being done, and how far it is. On a terminal it is a bar, written over and
/// over; elsewhere a line every few seconds, so that what is done sooner says nothing.
class progress_line {
  public:
    using clock = std::chrono::steady_clock;
    enum class style { silent, lines, bar };

    /// Elsewhere than on a terminal: how long it is silent between two lines, and before the first one.
    static constexpr std::chrono::seconds pause{2};
    /// What a caller says that does not know how much there is to be done.
    static constexpr double unknown = -1;

    /// As the standard error wants it.
    [[nodiscard]] static style fitting(bool quiet) noexcept;

    explicit progress_line(style s, std::FILE* to = stderr, clock::time_point now = clock::now()) noexcept
        : style_(s), to_(to), began_(now), said_(now) {}
    progress_line(const progress_line&) = delete;
    progress_line& operator=(const progress_line&) = delete;
    ~progress_line() { clear(); }

    /// What is being done, and which share of all, 0 to 1, is done. A progress that cannot be written is dropped.
    void show(std::string_view what, double done = unknown, clock::time_point now = clock::now());
    /// Takes the bar away: before something else is written there.
    void clear();

  private:
    style style_;
    std::FILE* to_;
    clock::time_point began_;
    clock::time_point said_;
    bool is_shown_ = false;
};

} // namespace throng::tool
