#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace shooter {

struct options {
    std::uint64_t seed = 1;
    /// Bullets that are kept flying; 0 for an ordinary game.
    std::size_t bullets = 0;
    bool headless = false;
    bool debug = false;
    /// No progress is shown.
    bool quiet = false;
    /// Whether it is shown to a browser, and where; any port that is free for 0.
    bool inspect = false;
    std::uint16_t port = 27750;
    /// How many frames are played without a window. Not given: 600, or, if it is shown to a browser, without end and
    /// in real time.
    std::optional<unsigned> frames;
    /// Where to write frames, and one of how many.
    std::string png;
    unsigned every = 60;
    /// So often it goes back by as many frames, and plays them again; 0 for never.
    unsigned rewind = 0;
    /// Where to write what was added and removed.
    std::string record;

    /// Whether a game without a window ends by itself.
    [[nodiscard]] bool has_end() const noexcept { return frames.has_value() || !inspect || !record.empty(); }
    [[nodiscard]] unsigned frames_without_window() const noexcept { return frames.value_or(600); }
};

/// Plays by itself, without a window: writes frames, prints what came out. The program's exit status.
[[nodiscard]] int play_headless(const options& wanted);

/// Plays in a window, until that is closed. False if there is no display; `why` tells more.
[[nodiscard]] bool play_in_window(const options& wanted, std::string& why);

} // namespace shooter
