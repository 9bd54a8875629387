#include "../trace/statistics.hpp"
#include "report.hpp"
#include "svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace throng::tool {

namespace {

struct cost {
    std::string_view name;
    double ns;
};

/// What was timed, the fastest first.
std::vector<cost> costs(const report& r, bool hand_written) {
    std::vector<cost> out;
    for (std::size_t c = 0; c < r.contestants.size(); ++c)
        if (r.contestants[c].hand_written == hand_written && r.overall(c) > 0)
            out.push_back({r.contestants[c].name, r.overall(c)});
    std::stable_sort(out.begin(), out.end(), [](const cost& a, const cost& b) { return a.ns < b.ns; });
    return out;
}

std::string by_hand(const std::vector<cost>& loops) {
    std::string out;
    for (const cost& c : loops) out += fmt::format("{}{:.2f} ns ({})", out.empty() ? "" : " and ", c.ns, c.name);
    return out;
}

} // namespace

std::vector<std::string> findings(const report& r) {
    const std::vector<cost> collections = costs(r, false);
    const std::vector<cost> loops = costs(r, true);
    if (collections.empty()) return {};
    std::vector<std::string> out;
    const auto list = std::find_if(collections.begin(), collections.end(), [](auto& c) { return c.name == "list"; });
    const cost& shown = list == collections.end() ? collections.front() : *list;
    out.push_back(fmt::format("A visit costs {:.2f} ns in throng's {}", shown.ns, shown.name));
    if (!loops.empty()) out.back() += fmt::format("; in loops written by hand it costs {}", by_hand(loops));
    out.back() += '.';
    if (collections.size() > 1) {
        const cost& fastest = collections.front();
        const cost& slowest = collections.back();
        out.push_back(fmt::format("The fastest collection is {} with {:.2f} ns, the slowest {} with {:.2f} ns",
                                  fastest.name, fastest.ns, slowest.name, slowest.ns));
        if (!loops.empty()) {
            const auto faster = std::count_if(collections.begin(), collections.end(),
                                              [&](const cost& c) { return c.ns < loops.front().ns; });
            out.back() +=
                fmt::format("; {} of {} are faster than the fastest loop by hand", faster, collections.size());
        }
        out.back() += '.';
    }
    out.push_back(r.failures() == 0
                      ? fmt::format("No collection differed from the games in {} checks.", grouped(r.checks()))
                      : fmt::format("Differences from the games: {}.", r.failures()));
    return out;
}

std::vector<term> glossary(const report& r) {
    std::vector<term> out = {
        {"visit", "one entity that a loop over the collection comes to"},
        {"tic", fmt::format("a step of the game, of which there are {} a second", tics_per_second)}};
    constexpr std::pair<std::string_view, std::string_view> games[] = {
        {"composite", "maps of Freedoom with made-up input of four players, for a large number of monsters"},
        {"freedm", "recorded deathmatches of several players in the game FreeDM"},
        {"freedoom1", "recorded games of one player against monsters in the game Freedoom"},
    };
    for (const auto& [name, meaning] : games)
        if (std::any_of(r.traces.begin(), r.traces.end(), [&](const trace& t) { return t.name.starts_with(name); }))
            out.push_back({std::string(name), std::string(meaning)});
    return out;
}

std::string summary(const report& r) {
    return fmt::format("replayed {} traces through {} collections: {} checks, {} failures", r.traces.size(),
                       r.collections(), r.checks(), r.failures());
}

std::vector<held_to> held_to_a_model(const report& r) {
    std::vector<held_to> out;
    for (const contestant& c : r.contestants) {
        if (c.agrees == in_all) continue;
        const std::string promise = promise_of(c.agrees);
        const auto known = std::find_if(out.begin(), out.end(), [&](const held_to& h) { return h.promise == promise; });
        // In quotes, for names have commas in them.
        if (known == out.end()) out.push_back({promise, fmt::format("'{}'", c.name)});
        else known->names += fmt::format(", '{}'", c.name);
    }
    return out;
}

std::string version() { return THRONG_VERSION; }

std::string build_description() {
#if defined(__clang__)
    const std::string compiler = fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
    const std::string compiler = fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
    const std::string compiler = "another compiler";
#endif
#if defined(__OPTIMIZE__)
    return compiler + ", optimised";
#else
    return compiler + ", not optimised";
#endif
}

} // namespace throng::tool
