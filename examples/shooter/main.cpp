// A game on throng's collections: see docs/shooter.md.

#include "options.hpp"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

namespace {

constexpr const char* help = R"(shooter [OPTION...]

    --headless      play by itself, without a window, and print the result
    --frames N      number of frames, if headless (600; with --inspect no end, in real time)
    --png DIR       write frames into a folder, if headless
    --every N       write one frame of N (60)
    --rewind N      every N frames go back by N, once, and play on: the game is the same, if headless
    --record FILE   record additions and removals, for throng compare, if headless
    --seed N        another game (1)
    --bullets N     keep N bullets flying, and print the time of updates
    --debug         show the contents of collections
    --inspect       show the collections to a browser: docs/inspector.md
    --port N        port on this machine (27750), or 0 for any free one
    --quiet         show no progress

Keys: arrows or WASD, space to fire, left control or M for missiles, B bullet time, P pause, Tab debug overlay,
F1 lets it play by itself, escape ends.
)";

template <class Number> bool read(std::string_view text, Number& n) {
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, n);
    return error == std::errc() && at == end;
}
bool read(std::string_view text, std::optional<unsigned>& n) { return read(text, n.emplace()); }

/// A name: what looks like the next option has been forgotten.
bool read(std::string_view text, std::string& name) {
    name = text;
    return !text.empty() && !text.starts_with("--");
}

/// Whether the option can have that value; what it takes, or null if there is no such option.
bool take(std::string_view option, std::string_view value, shooter::options& o, const char*& takes) {
    takes = "a number";
    if (option == "--frames") return read(value, o.frames);
    if (option == "--seed") return read(value, o.seed);
    if (option == "--rewind") return read(value, o.rewind);
    takes = "a number up to 65535";
    if (option == "--port") return read(value, o.port);
    takes = "a number from 1 on";
    if (option == "--every") return read(value, o.every) && o.every != 0;
    takes = "a number up to 10000000";
    if (option == "--bullets") return read(value, o.bullets) && o.bullets <= 10'000'000;
    takes = "a folder";
    if (option == "--png") return read(value, o.png);
    takes = "a file";
    if (option == "--record") return read(value, o.record);
    takes = nullptr;
    return false;
}

/// False, after a complaint, if something is wrong.
bool read_all(int count, char** words, shooter::options& o) {
    for (int i = 1; i < count; ++i) {
        const char* const option = words[i];
        const std::string_view word = option;
        if (word == "--headless") {
            o.headless = true;
        } else if (word == "--debug") {
            o.debug = true;
        } else if (word == "--quiet" || word == "-q") {
            o.quiet = true;
        } else if (word == "--inspect") {
            o.inspect = true;
        } else {
            const char* const value = i + 1 < count ? words[++i] : "";
            const char* takes = nullptr;
            if (take(word, value, o, takes)) continue;
            if (takes == nullptr)
                std::fprintf(stderr, "shooter: expected an option that --help shows, found '%s'\n", option);
            else std::fprintf(stderr, "shooter: %s: expected %s, found '%s'\n", option, takes, value);
            return false;
        }
    }
    return true;
}

} // namespace

int main(int count, char** words) {
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(words[i], "--help") == 0) return std::fputs(help, stdout) < 0 ? 2 : 0;
    }
    shooter::options wanted;
    if (!read_all(count, words, wanted)) return 2;
    if (wanted.rewind != 0 && !wanted.record.empty()) {
        std::fprintf(stderr, "shooter: --rewind: a recording goes forward only\n");
        return 2;
    }
    if (!wanted.headless) {
        std::string why;
        if (play_in_window(wanted, why)) return 0;
        std::string how_long = "until it is interrupted";
        if (wanted.has_end()) how_long = "for " + std::to_string(wanted.frames_without_window()) + " frames";
        std::fprintf(stderr, "shooter: no window (%s), so it plays by itself %s\n", why.c_str(), how_long.c_str());
    }
    return play_headless(wanted);
}
