#include "options.hpp"

#include <charconv>
#include <string_view>

namespace models {

const char* const help = R"(MODEL [OPTION...], where MODEL is flocking or epidemic

    --agents N      agents at the beginning (10000)
    --steps N       number of steps (100)
    --ranks N       number of processes (1)
    --threads N     threads of each process (1)
    --seed N        another run (1)
    --save FILE     save the agents at the end
    --save-every N  and after every N steps
    --restore FILE  begin with saved agents, from any number of processes
    --png DIR       write pictures into a folder
    --every N       one of N steps (50)
    --borders       pictures show the parts of each process
    --costs         print the times
    --quiet         show no progress
    --by-hand       flocking in plain arrays and a grid of cells, on one process, for comparison

The last line is the state, which is the same for any number of processes and threads.
)";

namespace {

template <class Number> bool in_range(std::string_view text, Number& n, Number least, Number most) {
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, n);
    return error == std::errc() && at == end && n >= least && n <= most;
}
/// A name: what looks like the next option has been forgotten.
bool name(std::string_view text, std::string& to) {
    to = text;
    return !text.empty() && !text.starts_with("--");
}

/// Whether the option can have that value; what it takes, or null if there is no such option.
bool take(std::string_view option, std::string_view value, options& o, const char*& takes) {
    constexpr std::uint64_t million = 1'000'000;
    takes = "a number from 1 to 1000000000";
    if (option == "--agents") return in_range(value, o.agents, std::uint64_t{1}, 1000 * million);
    if (option == "--every") return in_range(value, o.every, std::uint64_t{1}, 1000 * million);
    if (option == "--save-every") return in_range(value, o.save_every, std::uint64_t{1}, 1000 * million);
    takes = "a number up to 1000000000";
    if (option == "--steps") return in_range(value, o.steps, std::uint64_t{0}, 1000 * million);
    if (option == "--seed") return in_range(value, o.seed, std::uint64_t{0}, 1000 * million);
    takes = "a number from 1 to 256";
    if (option == "--ranks") return in_range(value, o.ranks, 1U, 256U);
    if (option == "--threads") return in_range(value, o.threads, 1U, 256U);
    takes = "a file";
    if (option == "--save") return name(value, o.save);
    if (option == "--restore") return name(value, o.restore);
    takes = "a folder";
    if (option == "--png") return name(value, o.png);
    takes = nullptr;
    return false;
}

std::string quoted(std::string_view text) { return std::string(1, '\'').append(text).append(1, '\''); }

} // namespace

std::string read(int count, char** words, options& o) {
    if (count < 2) return "expected a model: flocking or epidemic";
    o.model = words[1];
    if (o.model != "flocking" && o.model != "epidemic")
        return "expected a model, flocking or epidemic, found " + quoted(o.model);
    for (int i = 2; i < count; ++i) {
        const std::string_view option = words[i];
        if (option == "--borders") {
            o.borders = true;
        } else if (option == "--costs") {
            o.costs = true;
        } else if (option == "--quiet") {
            o.quiet = true;
        } else if (option == "--by-hand" && o.model == "flocking") {
            o.by_hand = true;
        } else {
            const char* const value = i + 1 < count ? words[++i] : "";
            const char* takes = nullptr;
            if (take(option, value, o, takes)) continue;
            if (takes == nullptr) return "expected an option that --help shows, found " + quoted(option);
            return std::string(option) + ": expected " + takes + ", found " + quoted(value);
        }
    }
    if (o.by_hand && (o.ranks != 1 || o.threads != 1 || !o.save.empty() || !o.restore.empty() || !o.png.empty()))
        return "--by-hand: expected no option with it but --agents, --steps, --seed and --costs";
    if (o.save_every != 0 && o.save.empty()) return "--save-every: expected --save FILE with it";
    return {};
}

} // namespace models
