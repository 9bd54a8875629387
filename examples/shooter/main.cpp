// A game on throng's collections: see docs/shooter.md.

#include "options.hpp"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

namespace {

constexpr const char* help = R"(shooter [OPTION...]

    --headless      play by itself, without a window, and print what came out
    --frames N      so many frames, if headless (600)
    --png DIR       write frames into a folder, if headless
    --every N       one frame of N (60)
    --record FILE   write who comes and goes, for throng compare, if headless
    --seed N        another game (1)
    --bullets N     keep so many bullets flying, and print how long the updates take
    --debug         show which collection holds what

Keys: arrows or WASD, space to fire, left control or M for missiles, B bullet time, P pause, Tab debug overlay,
F1 lets it play by itself, escape ends.
)";

template <class Number> bool read(const char* text, Number& n) {
    const char* const end = text + std::strlen(text);
    const auto [at, error] = std::from_chars(text, end, n);
    return error == std::errc() && at == end;
}

/// False, after a complaint, if something is wrong.
bool read_all(int count, char** words, shooter::options& o) {
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        const char* const value = i + 1 < count ? words[i + 1] : "";
        bool good = true;
        if (word == "--headless") o.headless = true;
        else if (word == "--debug") o.debug = true;
        else {
            ++i;
            if (word == "--frames") good = read(value, o.frames);
            else if (word == "--every") good = read(value, o.every) && o.every != 0;
            else if (word == "--seed") good = read(value, o.seed);
            else if (word == "--bullets") good = read(value, o.bullets) && o.bullets <= 10'000'000;
            else if (word == "--png") good = !(o.png = value).empty();
            else if (word == "--record") good = !(o.record = value).empty();
            else {
                std::fprintf(stderr, "shooter: expected an option that --help shows, found '%s'\n", words[i - 1]);
                return false;
            }
        }
        if (!good) {
            std::fprintf(stderr, "shooter: %s: expected a value that it can have, found '%s'\n", words[i - 1], value);
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
    if (!wanted.headless) {
        std::string why;
        if (play_in_window(wanted, why)) return 0;
        std::fprintf(stderr, "shooter: no window (%s), so it plays by itself for %u frames\n", why.c_str(),
                     wanted.frames);
    }
    return play_headless(wanted);
}
