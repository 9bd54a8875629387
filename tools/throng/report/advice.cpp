#include "advice.hpp"

#include "report.hpp"
#include "svg.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace throng::tool {

namespace {

const abilities& abilities_of(std::string_view name) {
    const auto all = all_abilities();
    return *std::find_if(all.begin(), all.end(), [&](const abilities& a) { return a.name == name; });
}

std::string names_of(const std::vector<need>& wanted) {
    std::string out;
    for (const need n : wanted) out += fmt::format("{}{}", out.empty() ? "" : ", ", name_of(n));
    return out;
}

std::string bytes_text(double bytes) { return bytes > 0 ? fmt::format("{:.0f}", bytes) : "-"; }

/// 1 for the one that takes the least.
std::size_t rank_by_memory(const ranking& r, const standing& of) {
    return 1 + static_cast<std::size_t>(std::count_if(r.by_time.begin(), r.by_time.end(),
                                                      [&](const standing& s) { return s.bytes_each < of.bytes_each; }));
}

void table(const ranking& r, std::string& out) {
    const auto to = std::back_inserter(out);
    fmt::format_to(to, "{} x the population: at most {} live, {} visits\n", r.scale, grouped(r.peak_live),
                   grouped(r.visits));
    fmt::format_to(to, "  {:<14} {:>8} {:>8} {:>9} {:>10}\n", "collection", "ns/visit", "x best", "bytes", "by memory");
    for (const standing& s : r.by_time)
        fmt::format_to(to, "  {:<14} {:>8.2f} {:>8.2f} {:>9} {:>10}\n", s.name, s.ns_per_visit,
                       s.ns_per_visit / r.by_time.front().ns_per_visit, bytes_text(s.bytes_each),
                       s.bytes_each > 0 ? fmt::format("{}", rank_by_memory(r, s)) : "-");
    out += '\n';
}

void reasons(const comparison& c, std::string& out) {
    const auto to = std::back_inserter(out);
    for (const exclusion& e : c.excluded) {
        fmt::format_to(to, "  {:<14} does not fit:", e.name);
        for (const need n : e.misses)
            fmt::format_to(to, "{} it is not one that {} ({})", n == e.misses.front() ? "" : ";", meaning_of(n),
                           name_of(n));
        out += '\n';
    }
}

} // namespace

std::string as_advice(const comparison& c) {
    std::string out;
    const auto to = std::back_inserter(out);
    fmt::format_to(to, "{} through every collection that fits{}\n\n",
                   c.traces.size() == 1 ? c.traces.front() : fmt::format("{} traces", c.traces.size()),
                   c.wanted.empty() ? " (no needs given: all do)" : fmt::format(" {}", names_of(c.wanted)));
    for (const ranking& r : c.rankings) table(r, out);
    if (!c.excluded.empty()) {
        out += "Left out:\n";
        reasons(c, out);
        out += '\n';
    }
    const std::string_view best = c.best();
    if (best.empty()) {
        out += "No collection could be ranked: none fits all of these needs, or there was nothing to replay.\n";
        return out;
    }
    fmt::format_to(to, "Take {}: the fastest over all of this, {:.2f} ns a visit", best, c.overall(best));
    if (c.overall_bytes(best) > 0) fmt::format_to(to, " and {:.0f} bytes an entity of 64", c.overall_bytes(best));
    fmt::format_to(to, ". What it costs you: {}.\n", abilities_of(best).gives_up);
    if (const std::string_view thrifty = c.thrifty(); !thrifty.empty())
        fmt::format_to(to, "Or {}: {:.0f} % slower, but {:.0f} bytes an entity. What it costs you: {}.\n", thrifty,
                       100 * (c.overall(thrifty) / c.overall(best) - 1), c.overall_bytes(thrifty),
                       abilities_of(thrifty).gives_up);
    std::string others;
    for (const standing& s : c.rankings.front().by_time)
        if (s.name != best && s.name != c.thrifty())
            others += fmt::format("  {:<14} {:.2f} x the time; {}\n", s.name, c.overall(s.name) / c.overall(best),
                                  abilities_of(s.name).gives_up);
    if (!others.empty()) out += "The others:\n" + others;
    fmt::format_to(to,
                   "\nTimes: median of {} passes, whole replays, geometric means over the traces. Bytes: heap for each "
                   "of those that live when most do, the object's 64 included.\n",
                   c.passes);
    return out;
}

std::string as_json(const comparison& c) {
    using json = nlohmann::ordered_json;
    json doc;
    doc["schema"] = 1;
    doc["program"] = {{"name", "throng"}, {"version", version()}, {"build", build_description()}};
    doc["traces"] = c.traces;
    doc["needs"] = json::array();
    for (const need n : c.wanted) doc["needs"].push_back(name_of(n));
    doc["passes"] = c.passes;
    doc["scales"] = json::array();
    for (const ranking& r : c.rankings) {
        json one{{"scale", r.scale}, {"peak_live", r.peak_live}, {"visits", r.visits}};
        one["ranking"] = json::array();
        for (const standing& s : r.by_time)
            one["ranking"].push_back({{"collection", s.name},
                                      {"ns_per_visit", s.ns_per_visit},
                                      {"bytes_each", s.bytes_each > 0 ? json(s.bytes_each) : json(nullptr)}});
        doc["scales"].push_back(std::move(one));
    }
    doc["excluded"] = json::array();
    for (const exclusion& e : c.excluded) {
        json one{{"collection", e.name}, {"misses", json::array()}};
        for (const need n : e.misses) one["misses"].push_back(name_of(n));
        doc["excluded"].push_back(std::move(one));
    }
    doc["best"] = c.best().empty() ? json(nullptr) : json(c.best());
    doc["thrifty"] = c.thrifty().empty() ? json(nullptr) : json(c.thrifty());
    doc["complaints"] = c.complaints;
    return doc.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace throng::tool
