#include "page.hpp"

#include "allows.hpp"
#include "peers.hpp"
#include "verdict.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iterator>
#include <limits>
#include <string_view>
#include <thread>
#include <utility>

namespace bench {

namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --ink: #1b2027; --soft: #5d6775; --rule: #e2e6ec;
  --ours: #2f6fdb; --peer: #d9822b; --baseline: #8d97a5; --limit: #1b2027; --bad: #c0312f; --good: #2b8a5a; }
@media (prefers-color-scheme: dark) { :root { --page: #14171c; --card: #1c2027; --ink: #e6e9ee; --soft: #98a2b0;
  --rule: #2d333d; --ours: #6ba0f5; --peer: #eba257; --baseline: #7b8594; --limit: #e6e9ee; --bad: #f07a76; --good: #55bf8c; } }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 28px 20px 60px; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 19px; margin: 0; }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 18px 20px; margin-top: 18px; }
.soft { color: var(--soft); } .bad { color: var(--bad); } .good { color: var(--good); } .scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13.5px; font-variant-numeric: tabular-nums; width: 100%; }
th, td { padding: 3px 8px; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th { color: var(--soft); font-weight: 500; } th.left, td.left { text-align: left; }
td.wide { white-space: normal; text-align: left; min-width: 260px; line-height: 1.25; }
ul { margin: 8px 0; padding-left: 20px; }
svg { display: block; width: 100%; height: auto; font: 12px system-ui, sans-serif; margin: 8px 0; }
svg text { fill: var(--ink); } svg .tick { fill: var(--soft); } svg .grid { stroke: var(--rule); }
svg polyline { fill: none; stroke-width: 1.8; } svg .limit { stroke-dasharray: 5 4; }
svg .ours { stroke: var(--ours); } svg .peer { stroke: var(--peer); } svg .baseline { stroke: var(--baseline); } svg .limit { stroke: var(--limit); }
svg circle.ours { fill: var(--ours); } svg circle.peer { fill: var(--peer); } svg circle.baseline { fill: var(--baseline); } svg circle.limit { fill: var(--limit); }
b.ours { color: var(--ours); } b.peer { color: var(--peer); } b.baseline { color: var(--baseline); }
)";

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '>') out += "&gt;";
        else if (c == '"') out += "&quot;";
        else out += c;
    }
    return out;
}

std::string grouped(std::size_t n) {
    std::string out = fmt::format("{}", n);
    for (std::size_t i = out.size(); i > 3; i -= 3) out.insert(i - 3, 1, ',');
    return out;
}

std::string time_text(double ns) {
    if (ns >= 1e6) return fmt::format("{:.3g} ms", ns / 1e6);
    if (ns >= 1e4) return fmt::format("{:.3g} µs", ns / 1e3);
    return fmt::format("{:.{}f}", ns, ns < 10 ? 2 : ns < 100 ? 1 : 0);
}

/// A logarithmic axis.
struct axis {
    double low, high, from, to;
    double operator()(double x) const {
        return high <= low ? (from + to) / 2 : from + (to - from) * std::log(x / low) / std::log(high / low);
    }
};

/// 1, 2 and 5 times the powers of ten in a range; only the powers where it is long.
std::vector<double> round_values(double low, double high) {
    std::vector<double> out;
    const bool few = high / low < 200;
    for (double decade = std::pow(10, std::floor(std::log10(low))); decade <= high; decade *= 10)
        for (const double step : {1.0, 2.0, 5.0})
            if ((step == 1.0 || few) && decade * step >= low * 0.999 && decade * step <= high * 1.001)
                out.push_back(decade * step);
    return out;
}

std::string picture(const results& r) {
    constexpr double width = 1100, left = 60, right = 800, top = 10;
    const double bottom = std::max(330.0, 30 + 13.0 * static_cast<double>(r.contestants.size()));
    double low = std::numeric_limits<double>::infinity(), high = 0;
    for (const record* x : r.records) {
        low = std::min(low, std::max(x->ns_median, 1e-3));
        high = std::max(high, x->ns_median);
    }
    if (high <= 0) return "";
    const axis across{static_cast<double>(r.sizes.front()), static_cast<double>(r.sizes.back()), left, right};
    const axis up{low * 0.9, high * 1.1, bottom, top};
    std::string out;
    const auto to = std::back_inserter(out);
    fmt::format_to(to, R"(<svg viewBox="0 0 {} {}" role="img" aria-label="{}: {} against N">)", width, bottom + 40,
                   escaped(r.name), escaped(r.unit));
    for (const double ns : round_values(up.low, up.high))
        fmt::format_to(to,
                       R"(<line class="grid" x1="{0}" y1="{1:.1f}" x2="{2}" y2="{1:.1f}"/>)"
                       R"(<text class="tick" x="{3}" y="{4:.1f}" text-anchor="end">{5}</text>)",
                       left, up(ns), right, left - 6, up(ns) + 4, time_text(ns));
    for (const std::size_t n : r.sizes)
        fmt::format_to(to,
                       R"(<line class="grid" x1="{0:.1f}" y1="{1}" x2="{0:.1f}" y2="{2}"/>)"
                       R"(<text class="tick" x="{0:.1f}" y="{3}" text-anchor="middle">{4}</text>)",
                       across(static_cast<double>(n)), top, bottom, bottom + 16, grouped(n));
    fmt::format_to(to, R"(<text class="tick" x="{}" y="{}" text-anchor="middle">N; upwards: {}</text>)",
                   (left + right) / 2, bottom + 34, escaped(r.unit));

    std::vector<std::pair<double, std::string>> names;
    for (const std::string& who : r.contestants) {
        const std::string_view kind = name_of(r.of(who).kind);
        std::string points, dots;
        double last = 0;
        for (const std::size_t n : r.sizes) {
            const record* const x = r.at(who, n);
            if (!x) continue;
            last = up(std::max(x->ns_median, 1e-3));
            points += fmt::format("{:.1f},{:.1f} ", across(static_cast<double>(n)), last);
            dots += fmt::format(
                R"(<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="3"><title>{}, N = {}: {} ({})</title></circle>)", kind,
                across(static_cast<double>(n)), last, escaped(who), grouped(n), time_text(x->ns_median),
                escaped(r.unit));
        }
        fmt::format_to(to, R"(<polyline class="{}" points="{}"/>{})", kind, points, dots);
        names.emplace_back(last, who);
    }
    // Each name stands at the end of its line, or as near as the others let it.
    std::sort(names.begin(), names.end());
    double above = top - 13;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double room = bottom - 13.0 * static_cast<double>(names.size() - 1 - i);
        const double y = std::min(std::max(names[i].first, above + 13), room);
        above = y;
        fmt::format_to(
            to,
            R"(<line class="{}" x1="{}" y1="{:.1f}" x2="{}" y2="{:.1f}" opacity=".5"/><text x="{}" y="{:.1f}">{}</text>)",
            name_of(r.of(names[i].second).kind), right + 4, names[i].first, right + 26, y, right + 30, y + 4,
            escaped(names[i].second));
    }
    return out + "</svg>\n";
}

/// Everything a row of a table says of one contestant.
struct line {
    std::string who, kind, order, allowed;
    /// By N.
    std::vector<std::string> times;
    /// At the largest N: over the best of the others, over the limit, bytes an element, allocations a frame.
    std::string of_best, of_limit, bytes, allocations;
};

std::vector<line> lines_of(const results& r) {
    std::vector<line> out;
    const std::size_t top = r.sizes.back();
    for (const std::string& who : r.contestants) {
        const record& any = r.of(who);
        line l{who,
               std::string(name_of(any.kind)),
               any.keeps_order ? "kept" : "-",
               std::string(allows(who)),
               {},
               "-",
               "-",
               "-",
               "-"};
        for (const std::size_t n : r.sizes) {
            const record* const x = r.at(who, n);
            l.times.push_back(x ? time_text(x->ns_median) : "-");
        }
        if (const record* const x = r.at(who, top)) {
            if (const record* const best = r.best(top, false, x->keeps_order))
                l.of_best = fmt::format("{:.2f}", x->ns_median / best->ns_median);
            if (const record* const limit = r.limit(top))
                l.of_limit = fmt::format("{:.2f}", x->ns_median / limit->ns_median);
            if (x->bytes > 0) l.bytes = fmt::format("{:.1f}", static_cast<double>(x->bytes) / static_cast<double>(top));
            l.allocations = fmt::format("{:.0f}", x->allocations);
        }
        out.push_back(std::move(l));
    }
    return out;
}

/// Why throng is behind, if it is.
std::string cause(const results& r) {
    const std::vector<sentence> all = verdicts(r);
    return std::any_of(all.begin(), all.end(), [](const sentence& s) { return s.lost; }) ? r.why_behind : "";
}

std::string card(const results& r) {
    std::string out;
    const auto to = std::back_inserter(out);
    fmt::format_to(to, "<section>\n<h2>{}</h2>\n<div class=\"soft\">{}; {}</div>\n", escaped(r.name), escaped(r.title),
                   escaped(r.unit));
    out += picture(r);
    if (const std::string note = noise_note(r); !note.empty()) fmt::format_to(to, "<p class=\"soft\">{}</p>\n", note);
    out += "<ul>";
    for (const sentence& s : verdicts(r))
        fmt::format_to(to, "<li class=\"{}\">{}</li>\n", s.lost ? "bad" : "good", escaped(s.text));
    out += "</ul>\n";
    if (const std::string why = cause(r); !why.empty()) fmt::format_to(to, "<p>Why: {}</p>\n", escaped(why));
    out += "<div class=\"scroll\"><table>\n<tr><th class=\"left\">contestant</th><th "
           "class=\"left\">kind</th><th>order</th>";
    for (const std::size_t n : r.sizes) fmt::format_to(to, "<th>{}</th>", grouped(n));
    out +=
        "<th>x best of the others</th><th>x limit</th><th>bytes each</th><th>allocations</th><th class=\"left\">may be "
        "done while it walks</th></tr>\n";
    for (const line& l : lines_of(r)) {
        fmt::format_to(to,
                       "<tr><td class=\"left\"><b class=\"{1}\">{0}</b></td><td class=\"left\">{1}</td><td>{2}</td>",
                       escaped(l.who), l.kind, l.order);
        for (const std::string& t : l.times) fmt::format_to(to, "<td>{}</td>", t);
        fmt::format_to(to, "<td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"wide\">{}</td></tr>\n", l.of_best,
                       l.of_limit, l.bytes, l.allocations, escaped(l.allowed));
    }
    return out + "</table></div>\n</section>\n";
}

constexpr std::string_view explanation =
    "All contestants of a workload take turns in one process on the same work, and their results are compared before "
    "their "
    "times are. Times are medians of the thread's own time. \"x best of the others\" and what follows it are at the "
    "largest N: the ratio to the fastest contestant that is not throng's and makes the same promise of order, and to "
    "the "
    "limit, which is no collection but what memory or the work itself allow.";

} // namespace

std::string circumstances(const options& o) {
    std::string cpu = "an unknown processor";
    std::ifstream info("/proc/cpuinfo");
    for (std::string text; std::getline(info, text);)
        if (text.rfind("model name", 0) == 0) {
            cpu = text.substr(std::min(text.find(':') + 2, text.size()));
            break;
        }
#if defined(__clang__)
    const std::string compiler = "clang " __clang_version__;
#elif defined(__GNUC__)
    const std::string compiler = "g++ " __VERSION__;
#else
    const std::string compiler = "an unknown compiler";
#endif
    return fmt::format("{:%Y-%m-%d}; {}, {} threads; {}; {}; {} rounds", fmt::gmtime(std::time(nullptr)), cpu,
                       std::thread::hardware_concurrency(), compiler, peer_versions(), o.rounds);
}

std::string as_html(const std::vector<workload>& workloads, const std::vector<record>& records,
                    const std::string& circumstances) {
    std::string out;
    const auto to = std::back_inserter(out);
    fmt::format_to(
        to,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\">\n<title>throng: benchmarks</title>\n"
        "<style>{}</style>\n</head>\n<body>\n<main>\n<h1>Benchmarks</h1>\n<p class=\"soft\">{}</p>\n<p>{}</p>\n"
        "<p><b class=\"ours\">ours</b>, <b class=\"peer\">peers</b>, <b class=\"baseline\">written by "
        "hand</b>, limits dashed.</p>\n",
        style, escaped(circumstances), escaped(explanation));
    for (const results& r : by_workload(workloads, records)) out += card(r);
    return out + "</main>\n</body>\n</html>\n";
}

std::string as_markdown(const std::vector<workload>& workloads, const std::vector<record>& records,
                        const std::string& circumstances) {
    std::string out =
        fmt::format("# Benchmarks: all tables\n\nWritten by `./bench --markdown FILE`. "
                    "[benchmarks.md](../benchmarks.md) is the summary, and says how to run it.\n\n{}\n\n{}\n",
                    circumstances, explanation);
    const auto to = std::back_inserter(out);
    for (const results& r : by_workload(workloads, records)) {
        fmt::format_to(to, "\n## {}\n\n{}; {}.\n\n", r.name, r.title, r.unit);
        std::string head = "| contestant | kind | order |", rule = "|---|---|---|";
        for (const std::size_t n : r.sizes) {
            head += fmt::format(" {} |", grouped(n));
            rule += "---:|";
        }
        fmt::format_to(
            to, "{} x best | x limit | bytes each | allocations | while it walks |\n{}---:|---:|---:|---:|---|\n", head,
            rule);
        for (const line& l : lines_of(r)) {
            fmt::format_to(to, "| {} | {} | {} |", l.who, l.kind, l.order);
            for (const std::string& t : l.times) fmt::format_to(to, " {} |", t);
            fmt::format_to(to, " {} | {} | {} | {} | {} |\n", l.of_best, l.of_limit, l.bytes, l.allocations, l.allowed);
        }
        out += '\n';
        for (const sentence& s : verdicts(r))
            fmt::format_to(to, "- {}{}{}\n", s.lost ? "**" : "", s.text, s.lost ? "**" : "");
        if (const std::string why = cause(r); !why.empty()) fmt::format_to(to, "\nWhy: {}\n", why);
        if (const std::string note = noise_note(r); !note.empty()) fmt::format_to(to, "\n{}\n", note);
    }
    return out;
}

} // namespace bench
