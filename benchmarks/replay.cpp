#include "replay/run.hpp"
#include "replay/scale.hpp"
#include "trace/parse.hpp"
#include "workloads.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

/// The recorded games, played through every collection as `throng replay` does it.
namespace bench {

namespace {

namespace tool = throng::tool;

/// Of a scaled trace, which is cut short there, so that a hundred times the longest one does not take the whole run.
constexpr std::uint64_t most_visits = 2'000'000;

std::vector<tool::trace> recorded() {
    std::vector<std::string> files;
    for (const auto& file : std::filesystem::directory_iterator(THRONG_TRACES))
        if (file.path().string().ends_with(".trace.zst")) files.push_back(file.path().string());
    std::sort(files.begin(), files.end());
    std::vector<tool::trace> traces;
    for (const std::string& file : files) {
        traces.push_back(tool::read_trace(file));
        tool::read_moves_beside(traces.back());
    }
    return traces;
}

/// One contestant over all traces: for each pass the geometric mean of nanoseconds a visit.
struct sums {
    std::vector<double> logarithms;
    std::size_t bytes = 0;
    std::uint64_t visits = 0;
};

/// `times` the population of each trace; N is how many live at most, in all traces together.
std::vector<record> all_traces(std::size_t times, const options& o) {
    const bool quick = o.rounds < 10;
    if (quick && times > 1) return {};
    const unsigned passes = quick ? 3 : times == 1 ? 7 : 5;
    const auto all = tool::contestants();
    // (The grid follows the moves, which a scaled trace does not have.)
    std::vector<tool::contestant> who;
    std::copy_if(all.begin(), all.end(), std::back_inserter(who), [](auto& c) { return c.name != "grid"; });

    std::vector<sums> seen(who.size(), {std::vector<double>(passes), 0, 0});
    std::size_t n = 0, traces = 0;
    for (const tool::trace& one : recorded()) {
        const tool::trace t = tool::scaled(one, static_cast<std::uint32_t>(times), most_visits);
        std::vector<tool::result> results(who.size());
        tool::time_all(t, who, results, passes, [](const std::string&, double) {});
        n += t.counts.peak_live;
        ++traces;
        for (std::size_t c = 0; c < who.size(); ++c) {
            if (const auto& d = results[c].checked.found)
                throw mismatch{"replay: " + one.name + ": " + std::string(who[c].name) + ": " + d->figure +
                               ": expected " + d->expected + ", found " + d->found};
            for (unsigned p = 0; p < passes; ++p) seen[c].logarithms[p] += std::log(results[c].samples[p]);
            seen[c].bytes += who[c].memory(t);
            seen[c].visits += results[c].visits;
        }
    }
    if (traces == 0) throw std::runtime_error(THRONG_TRACES ": expected recordings named *.trace.zst, found none");

    std::vector<record> records;
    for (std::size_t c = 0; c < who.size(); ++c) {
        std::vector<double>& ns = seen[c].logarithms;
        for (double& x : ns) x = std::exp(x / static_cast<double>(traces));
        std::sort(ns.begin(), ns.end());
        const double median = ns[ns.size() / 2];
        records.push_back({.workload = "replay",
                           .n = n,
                           .contestant = (who[c].hand_written ? "" : "throng::") + std::string(who[c].name),
                           .kind = who[c].hand_written ? kind::baseline : kind::ours,
                           .keeps_order = who[c].agrees.order == tool::visiting_order::of_adding,
                           .ns_median = median,
                           .ns_min = ns.front(),
                           .spread = (ns[ns.size() * 3 / 4] - ns[ns.size() / 4]) / median,
                           .allocations = 0,
                           .bytes = seen[c].bytes,
                           .check = seen[c].visits});
    }
    return records;
}

} // namespace

workload replay() {
    return {.name = "replay",
            .title = "eight recorded games, and ten and a hundred times their populations; a visit moves and ages",
            .warm_up = 0,
            .sizes = {1, 10, 100},
            .entries = {},
            .unit = "ns a visit, geometric mean over the games",
            .measure = &all_traces};
}

} // namespace bench
