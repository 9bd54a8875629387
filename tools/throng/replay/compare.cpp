#include "compare.hpp"

#include "scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace throng::tool {

namespace {

/// Enough for a time, and few enough that a hundredfold population is done in seconds.
constexpr std::uint64_t most_visits = 8'000'000;

/// A geometric mean in the making; nothing if one of its values was not positive.
class mean {
  public:
    void add(double x) {
        sum_ += x > 0 ? std::log(x) : 0;
        whole_ = whole_ && x > 0;
        ++count_;
    }
    double value() const { return whole_ && count_ > 0 ? std::exp(sum_ / count_) : 0; }

  private:
    double sum_ = 0;
    int count_ = 0;
    bool whole_ = true;
};

double over_scales(const comparison& c, std::string_view name, double standing::* figure) {
    mean all;
    for (const ranking& r : c.rankings) {
        const auto found = std::find_if(r.by_time.begin(), r.by_time.end(), [&](auto& s) { return s.name == name; });
        all.add(found == r.by_time.end() ? 0 : (*found).*figure);
    }
    return all.value();
}

const contestant& contestant_named(std::string_view name) {
    const auto all = contestants();
    return *std::find_if(all.begin(), all.end(), [&](const contestant& c) { return c.name == name; });
}

} // namespace

double comparison::overall(std::string_view name) const { return over_scales(*this, name, &standing::ns_per_visit); }

double comparison::overall_bytes(std::string_view name) const {
    return over_scales(*this, name, &standing::bytes_each);
}

std::string_view comparison::best() const {
    std::string_view best;
    if (rankings.empty()) return best;
    for (const standing& s : rankings.front().by_time)
        if (overall(s.name) > 0 && (best.empty() || overall(s.name) < overall(best))) best = s.name;
    return best;
}

std::string_view comparison::thrifty() const {
    const std::string_view fastest = best();
    std::string_view least = fastest;
    if (fastest.empty()) return least;
    for (const standing& s : rankings.front().by_time) {
        const double time = overall(s.name), bytes = overall_bytes(s.name);
        if (time > 0 && time <= overall(fastest) * 1.25 && bytes > 0 && bytes < overall_bytes(least) * 0.95)
            least = s.name;
    }
    return least == fastest ? std::string_view() : least;
}

comparison compare(const std::vector<trace>& traces, const std::vector<need>& wanted,
                   const std::vector<std::uint32_t>& scales, unsigned passes, const progress& tell) {
    comparison out;
    out.wanted = wanted;
    out.passes = passes;
    for (const trace& t : traces) out.traces.push_back(t.file);
    std::vector<contestant> contestants;
    for (const abilities& a : all_abilities()) {
        exclusion no{a.name, {}};
        std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(no.misses), [&](need n) { return !a.fits(n); });
        if (no.misses.empty()) contestants.push_back(contestant_named(a.name));
        else out.excluded.push_back(std::move(no));
    }
    if (contestants.empty()) return out;

    std::size_t step = 0;
    for (const std::uint32_t scale : scales) {
        ranking r;
        r.scale = scale;
        std::vector<mean> times(contestants.size()), bytes(contestants.size());
        for (const trace& one : traces) {
            const auto done = [&](double of_this) {
                return (static_cast<double>(step) + of_this) / static_cast<double>(scales.size() * traces.size());
            };
            tell(fmt::format("{}: {} times", one.name, scale), done(0));
            ++step;
            const trace t = scaled(one, scale, most_visits);
            r.visits += t.counts.visits;
            r.peak_live = std::max(r.peak_live, t.counts.peak_live);
            if (t.counts.visits == 0) continue;
            std::vector<result> results(contestants.size());
            time_all(t, contestants, results, passes,
                     [&](const std::string& what, double part) { tell(what, done(part)); });
            for (std::size_t c = 0; c < contestants.size(); ++c) {
                if (const auto& d = results[c].checked.found)
                    out.complaints.push_back(fmt::format("{}: {} times: {}: {}: expected {}, found {}", one.file, scale,
                                                         contestants[c].name, d->figure, d->expected, d->found));
                times[c].add(results[c].ns_per_visit());
                bytes[c].add(static_cast<double>(contestants[c].memory(t)) / std::max(t.counts.peak_live, 1U));
            }
        }
        for (std::size_t c = 0; c < contestants.size(); ++c)
            if (times[c].value() > 0) r.by_time.push_back({contestants[c].name, times[c].value(), bytes[c].value()});
        std::stable_sort(r.by_time.begin(), r.by_time.end(),
                         [](auto& a, auto& b) { return a.ns_per_visit < b.ns_per_visit; });
        out.rankings.push_back(std::move(r));
    }
    return out;
}

} // namespace throng::tool
