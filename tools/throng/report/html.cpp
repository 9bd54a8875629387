#include "../replay/entity.hpp"
#include "../trace/statistics.hpp"
#include "pictures.hpp"
#include "report.hpp"
#include "svg.hpp"

#include <fmt/format.h>

#include <iterator>

namespace throng::tool {

namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --ink: #1b2027; --soft: #5d6775; --rule: #e2e6ec; --axis: #9aa4b2;
  --ours: #2f6fdb; --base: #a3acb9; --mean: #1b2027; --born: #3a9d6e; --died: #c9504f; --bad: #c0312f; --good: #2b8a5a;
  --r0: #8a55cf; --r1: #cf4a55; --r2: #ec9a29; --r3: #4193d6; --r4: #bcc4cf; --r5: #5aa98a; }
@media (prefers-color-scheme: dark) { :root {
  --page: #14171c; --card: #1c2027; --ink: #e6e9ee; --soft: #98a2b0; --rule: #2d333d; --axis: #5b6573;
  --ours: #5b93f2; --base: #697383; --mean: #e6e9ee; --born: #46b07f; --died: #dd6563; --bad: #f07a76; --good: #55bf8c;
  --r0: #a57be2; --r1: #dd6470; --r2: #eeaa4c; --r3: #57a5e3; --r4: #5a6473; --r5: #52a384; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 28px 20px 60px; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 19px; margin: 0 0 2px; } h3 { font-size: 14px; margin: 14px 0 2px; }
p { margin: 4px 0 10px; max-width: 80ch; } .verdict { font-size: 17px; margin: 2px 0; } .soft { color: var(--soft); }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 18px 20px; margin-top: 18px; }
.good { color: var(--good); font-weight: 600; } .bad { color: var(--bad); font-weight: 600; }
.pair { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 3fr); gap: 8px 28px; }
@media (max-width: 860px) { .pair { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 520px) { main { padding: 16px 8px 40px; } section { padding: 12px 10px; } h1 { font-size: 22px; }
  .pair > div { overflow-x: auto; } .pair svg { min-width: 560px; } .pair > div > :not(svg) { position: sticky; left: 0; } }
.facts { display: flex; flex-wrap: wrap; gap: 4px 26px; margin: 8px 0 2px; padding: 0; list-style: none; }
.facts b { font-variant-numeric: tabular-nums; } .facts span { color: var(--soft); }
.legend { display: flex; flex-wrap: wrap; gap: 2px 18px; margin: 10px 0 0; padding: 0; list-style: none; color: var(--soft); font-size: 13px; }
.legend i { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 6px; vertical-align: -1px; }
.scroll { overflow-x: auto; } .wide svg { min-width: 760px; }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; width: 100%; }
th, td { padding: 5px 8px; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th { color: var(--soft); font-weight: 500; } th:first-child, td:first-child, th.left, td.left { text-align: left; }
svg { display: block; width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .tick { fill: var(--soft); font-size: 11.5px; } svg .faint { opacity: .75; }
svg .grid { stroke: var(--rule); } svg .axis { stroke: var(--axis); } svg .event { stroke: var(--ink); stroke-dasharray: 4 3; }
svg .value { font-variant-numeric: tabular-nums; } svg .mean { fill: var(--mean); } svg .dot { opacity: .7; }
.ours { fill: var(--ours); background: var(--ours); } .base { fill: var(--base); background: var(--base); }
.born { fill: var(--born); background: var(--born); } .died { fill: var(--died); background: var(--died); }
)";

std::string role_colours() {
    std::string out;
    for (std::size_t r = 0; r < roles; ++r)
        fmt::format_to(std::back_inserter(out), ".r{0} {{ fill: var(--r{0}); background: var(--r{0}); }}\n", r);
    return out;
}

std::string role_legend() {
    std::string out = "<ul class=\"legend\">";
    for (const role r : {role::effect, role::missile, role::player, role::monster, role::sector, role::scenery})
        fmt::format_to(std::back_inserter(out), "<li><i class=\"r{}\"></i>{}</li>", static_cast<int>(r), name_of(r));
    return out + "</ul>\n";
}

std::string cost_table(const report& r) {
    std::string out = "<div class=\"scroll\"><table>\n<tr><th>collection</th><th class=\"left\">check</th>";
    const auto to = std::back_inserter(out);
    for (const trace& t : r.traces) {
        std::string name = escaped(t.name);
        if (const std::size_t cut = name.find_last_of('_'); cut != std::string::npos) name.replace(cut, 1, "<br>");
        fmt::format_to(to, "<th>{}</th>", name);
    }
    out += "<th>mean</th></tr>\n";
    for (std::size_t c = 0; c < r.contestants.size(); ++c) {
        fmt::format_to(to, "<tr><td>{}</td><td class=\"left\">{}</td>", escaped(r.contestants[c].name),
                       check_of(r.contestants[c].agrees));
        for (const auto& row : r.results) {
            if (row[c].checked.found) out += "<td class=\"bad\">differs</td>";
            else if (row[c].timed()) fmt::format_to(to, "<td>{:.2f}</td>", row[c].ns_per_visit());
            else out += "<td>-</td>";
        }
        if (const double mean = r.overall(c); mean > 0) fmt::format_to(to, "<td><b>{:.2f}</b></td></tr>\n", mean);
        else out += "<td>-</td></tr>\n";
    }
    return out + "</table></div>\n";
}

std::string meaning_of_checks(const report& r) {
    std::string out =
        "<p class=\"soft\">Check <b>game</b>: what lives and what is visited, in order, is compared with what "
        "the game wrote down.";
    const auto held = held_to_a_model(r);
    if (held.empty()) return out + "</p>\n";
    out += " Check <b>model</b>: what lives is compared with what the game wrote down, and each visit with a model "
           "of what the collection promises:</p>\n<ul class=\"soft\">\n";
    for (const auto& [promise, names] : held)
        fmt::format_to(std::back_inserter(out), "<li>{}: {}</li>\n", escaped(names), promise);
    return out + "</ul>\n";
}

std::string fact(std::string_view value, std::string_view what) {
    return fmt::format("<li><b>{}</b> <span>{}</span></li>", value, what);
}

std::string card(const report& r, std::size_t i) {
    const trace& t = r.traces[i];
    const tally& n = t.counts;
    const auto tics = static_cast<double>(t.passes.size());
    const double length = tics / tics_per_second;
    std::string out = fmt::format("<section>\n<h2>{}</h2>\n<div class=\"soft\">{}</div>\n<ul class=\"facts\">",
                                  escaped(t.name), escaped(t.file));
    out +=
        fact(fmt::format("{}:{:02}", static_cast<int>(length) / 60, static_cast<int>(length) % 60), "minutes of play");
    out += fact(grouped(t.passes.size()), "tics");
    out += fact(fmt::format("{:.0f}", tics > 0 ? static_cast<double>(n.live_sum) / tics : 0), "live on average");
    out += fact(grouped(n.peak_live), "at most");
    out += fact(grouped(t.adds()), "added");
    out += fact(grouped(n.marks), "removed");
    if (n.marks > 0) out += fact(fmt::format("{:.0f} %", 100.0 * n.marks_of_self / n.marks), "of those by themselves");
    out += fact(grouped(n.visits), "visits");
    out += "</ul>\n";
    if (t.contradiction)
        fmt::format_to(
            std::back_inserter(out),
            "<p class=\"bad\">This trace contradicts itself in line {}, tic {}: {}: expected {}, found {}</p>\n",
            t.contradiction->line, t.contradiction->tic, t.contradiction->figure, t.contradiction->expected,
            t.contradiction->found);
    out +=
        "<div class=\"pair\">\n<div><h3>Live entities over time <span class=\"soft\">(minutes:seconds)</span></h3>\n";
    out += population_picture(t);
    out += role_legend();
    out += "</div>\n<div><h3>Age at death <span class=\"soft\">(tics, and seconds below)</span></h3>\n";
    out += lifetimes_picture(t);
    out +=
        "</div>\n<div><h3>Births and deaths a second <span class=\"soft\">(after the level was set up)</span></h3>\n";
    out += births_picture(t);
    out += "<ul class=\"legend\"><li><i class=\"born\"></i>born</li><li><i class=\"died\"></i>died</li></ul>\n";
    out += "</div>\n<div><h3>Cost of a visit</h3>\n";
    out += cost_picture(r, i);
    return out + "</div>\n</div>\n</section>\n";
}

} // namespace

std::string as_html(const report& r) {
    std::string out;
    const auto to = std::back_inserter(out);
    fmt::format_to(to,
                   "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<title>throng: recorded games, replayed</title>\n<style>{}{}</style>\n</head>\n<body>\n<main>\n",
                   style, role_colours());
    out += "<h1>Recorded games, replayed</h1>\n";
    const std::uint64_t failures = r.failures();
    fmt::format_to(to, "<p>{}</p>\n",
                   fmt::format("{} traces through {} collections, {} checks: <span class=\"{}\">{}</span>.",
                               r.traces.size(), r.collections(), grouped(r.checks()), failures == 0 ? "good" : "bad",
                               failures == 0 ? "no difference from the game" : fmt::format("{} failures", failures)));
    for (const std::string& sentence : findings(r))
        fmt::format_to(to, "<p class=\"verdict\">{}</p>\n", escaped(sentence));
    fmt::format_to(
        to,
        "<p class=\"soft\">Each trace is the life of a real game&#39;s list of entities: what was added and what was "
        "removed, at which moment of which walk. Each collection replays every tic of it and must show what the "
        "game showed; where it differs from the game&#39;s list by design, what it promises.</p>\n");
    out += "<ul class=\"soft\">\n";
    for (const term& t : glossary(r))
        fmt::format_to(to, "<li><b>{}</b>: {}</li>\n", escaped(t.word), escaped(t.meaning));
    out += "</ul>\n";
    if (failures > 0) {
        out += "<section>\n<h2 class=\"bad\">Differences</h2>\n<ul>\n";
        for (const std::string& complaint : r.complaints()) fmt::format_to(to, "<li>{}</li>\n", escaped(complaint));
        out += "</ul>\n</section>\n";
    }
    out += "<section>\n<h2>What each collection costs</h2>\n";
    fmt::format_to(
        to,
        "<p class=\"soft\">Whole replays from an empty collection to the last tic, edits included, divided by the "
        "visits: nanoseconds, median of {} passes, entities of {} bytes. Grey: loops written by hand, with no "
        "collection behind them.</p>\n",
        r.passes, sizeof(entity));
    out += "<div class=\"scroll wide\">" + all_costs_picture(r) + "</div>\n";
    out += cost_table(r);
    out += meaning_of_checks(r);
    out += "</section>\n";
    for (std::size_t i = 0; i < r.traces.size(); ++i) out += card(r, i);
    fmt::format_to(to, "<p class=\"soft\">throng {}, {}.</p>\n</main>\n</body>\n</html>\n", escaped(version()),
                   escaped(build_description()));
    return out;
}

} // namespace throng::tool
