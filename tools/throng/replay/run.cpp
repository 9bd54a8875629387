#include "run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace throng::tool {

namespace {

constexpr std::chrono::milliseconds shortest_sample{10};

difference sum_differs(const char* figure, std::uint64_t expected, std::uint64_t found) {
    return {0, 0, fmt::format("{} of a timed replay", figure), fmt::format("{}", expected), fmt::format("{}", found)};
}

/// What a replay in the game's order must come to; `other` is an earlier contestant's.
std::optional<difference> compare(const trace& t, const agreement& agrees, const outcome& is, const outcome* other) {
    if (is.live_sum != t.counts.live_sum) return sum_differs("sum of live counts", t.counts.live_sum, is.live_sum);
    if (agrees != in_all) return {};
    if (is.visits != t.counts.visits) return sum_differs("visits", t.counts.visits, is.visits);
    if (other && is.visit_sum != other->visit_sum)
        return sum_differs("sum over the visits", other->visit_sum, is.visit_sum);
    return {};
}

} // namespace

void time_all(const trace& t, const std::vector<contestant>& contestants, std::vector<result>& results, unsigned passes,
              const progress& tell) {
    std::vector<unsigned> repeats(contestants.size(), 0);
    const outcome* first = nullptr;
    std::vector<outcome> warm(contestants.size());
    for (std::size_t c = 0; c < contestants.size(); ++c) {
        if (results[c].checked.found) continue;
        warm[c] = contestants[c].run(t);
        results[c].checked.found = compare(t, contestants[c].agrees, warm[c], first);
        if (results[c].checked.found || warm[c].visits == 0) continue;
        if (!first && contestants[c].agrees == in_all) first = &warm[c];
        const auto took = std::max(warm[c].time, std::chrono::nanoseconds{1});
        repeats[c] = static_cast<unsigned>(1 + std::min<std::int64_t>(shortest_sample / took, 999));
        results[c].visits = warm[c].visits;
    }
    for (unsigned p = 0; p < passes; ++p) {
        tell(fmt::format("timing {}: pass {} of {}", t.name, p + 1, passes), static_cast<double>(p) / passes);
        for (std::size_t i = 0; i < contestants.size(); ++i) {
            // Another one begins each pass, so that none always follows the same neighbour.
            const std::size_t c = (i + p) % contestants.size();
            if (repeats[c] == 0) continue;
            std::chrono::nanoseconds sum{};
            for (unsigned r = 0; r < repeats[c]; ++r) sum += contestants[c].run(t).time;
            results[c].samples.push_back(static_cast<double>(sum.count()) / repeats[c] /
                                         static_cast<double>(results[c].visits));
        }
    }
}

double result::ns_per_visit() const {
    if (samples.empty()) return 0;
    std::vector<double> sorted = samples;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

std::uint64_t report::collections() const {
    return static_cast<std::uint64_t>(
        std::count_if(contestants.begin(), contestants.end(), [](const contestant& c) { return !c.hand_written; }));
}

std::uint64_t report::checks() const {
    std::uint64_t sum = 0;
    for (const auto& row : results)
        for (std::size_t c = 0; c < contestants.size(); ++c)
            sum += contestants[c].hand_written ? 0 : row[c].checked.checks + row[c].checked.queries;
    return sum;
}

std::uint64_t report::failures() const { return complaints().size(); }

std::vector<std::string> report::complaints() const {
    std::vector<std::string> out;
    const auto complain = [&](const trace& t, std::string_view name, const difference& d) {
        if (d.line == 0)
            out.push_back(
                fmt::format("{}: {}: {}: expected {}, found {}", t.file, name, d.figure, d.expected, d.found));
        else
            out.push_back(fmt::format("{}:{}: tic {}: {}: {}: expected {}, found {}", t.file, d.line, d.tic, name,
                                      d.figure, d.expected, d.found));
    };
    for (std::size_t i = 0; i < traces.size(); ++i) {
        if (traces[i].contradiction) complain(traces[i], "the game's list by its own rules", *traces[i].contradiction);
        for (std::size_t c = 0; c < contestants.size(); ++c)
            if (const auto& found = results[i][c].checked.found) complain(traces[i], contestants[c].name, *found);
    }
    return out;
}

double report::ratio(std::size_t contestant, std::size_t other) const {
    double sum = 0;
    int n = 0;
    for (const auto& row : results) {
        if (!row[contestant].timed() || !row[other].timed()) continue;
        sum += std::log(row[contestant].ns_per_visit() / row[other].ns_per_visit());
        ++n;
    }
    return n == 0 ? 0 : std::exp(sum / n);
}

double report::overall(std::size_t contestant) const {
    double sum = 0;
    int n = 0;
    for (const auto& row : results) {
        if (!row[contestant].timed()) continue;
        sum += std::log(row[contestant].ns_per_visit());
        ++n;
    }
    return n == 0 ? 0 : std::exp(sum / n);
}

report replay(std::vector<trace> traces, std::vector<contestant> contestants, unsigned passes, const progress& tell) {
    report out;
    out.traces = std::move(traces);
    out.contestants = std::move(contestants);
    out.passes = passes;
    out.results.resize(out.traces.size());
    for (std::size_t i = 0; i < out.traces.size(); ++i) {
        const trace& t = out.traces[i];
        out.results[i].resize(out.contestants.size());
        const auto done = [&](double of_this) {
            return (static_cast<double>(i) + of_this) / static_cast<double>(out.traces.size());
        };
        for (std::size_t c = 0; c < out.contestants.size(); ++c) {
            tell(fmt::format("checking {} ({} of {}): {}", t.name, i + 1, out.traces.size(), out.contestants[c].name),
                 done((passes == 0 ? 1 : 0.5) * static_cast<double>(c) / static_cast<double>(out.contestants.size())));
            out.results[i][c].checked = out.contestants[c].check(t);
        }
        if (passes > 0 && !t.contradiction)
            time_all(t, out.contestants, out.results[i], passes,
                     [&](const std::string& what, double part) { tell(what, done(0.5 + 0.5 * part)); });
    }
    return out;
}

} // namespace throng::tool
