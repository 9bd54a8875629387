#include "../replay/entity.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::tool {

namespace {

/// A trace's name on two lines, cut at its last underscore.
std::pair<std::string, std::string> two_lines_of(const std::string& name) {
    const std::size_t cut = name.find_last_of('_');
    if (cut == std::string::npos) return {"", name};
    return {name.substr(0, cut), name.substr(cut + 1)};
}

std::string cell(const report& r, std::size_t t, std::size_t c) {
    const result& x = r.results[t][c];
    if (x.checked.found) return "differs";
    return x.timed() ? fmt::format("{:.2f}", x.ns_per_visit()) : "-";
}

/// One band of the table, for so many traces as fit beside each other.
void band(const report& r, std::size_t first, std::size_t last, bool final_band, std::string& out) {
    auto to = std::back_inserter(out);
    std::size_t name_width = 10;
    for (const contestant& c : r.contestants) name_width = std::max(name_width, c.name.size());
    std::vector<std::size_t> widths;
    std::string upper = fmt::format("{:<{}}  {:<8}", "", name_width, "");
    std::string lower = fmt::format("{:<{}}  {:<8}", "collection", name_width, "check");
    for (std::size_t t = first; t < last; ++t) {
        const auto [above, below] = two_lines_of(r.traces[t].name);
        widths.push_back(std::max({above.size(), below.size(), std::size_t{7}}));
        upper += fmt::format("  {:>{}}", above, widths.back());
        lower += fmt::format("  {:>{}}", below, widths.back());
    }
    if (final_band) {
        upper += "      all";
        lower += "   traces";
    }
    fmt::format_to(to, "{}\n{}\n{:-<{}}\n", upper, lower, "", lower.size());
    for (std::size_t c = 0; c < r.contestants.size(); ++c) {
        fmt::format_to(to, "{:<{}}  {:<8}", r.contestants[c].name, name_width, check_of(r.contestants[c].agrees));
        for (std::size_t t = first; t < last; ++t) fmt::format_to(to, "  {:>{}}", cell(r, t, c), widths[t - first]);
        if (final_band) fmt::format_to(to, "  {:>7}", r.overall(c) > 0 ? fmt::format("{:.2f}", r.overall(c)) : "-");
        fmt::format_to(to, "\n");
    }
}

} // namespace

std::string as_table(const report& r) {
    constexpr std::size_t beside = 8;
    std::string out;
    for (std::size_t first = 0; first < r.traces.size(); first += beside) {
        const std::size_t last = std::min(first + beside, r.traces.size());
        if (first > 0) out += '\n';
        band(r, first, last, last == r.traces.size(), out);
    }
    fmt::format_to(std::back_inserter(out),
                   "\nnanoseconds a visit, median of {} passes; all traces: geometric mean; entities of {} bytes\n"
                   "check: game   what lives and what is visited, in order, as the game wrote it down\n",
                   r.passes, sizeof(entity));
    if (const auto held = held_to_a_model(r); !held.empty()) {
        out += "       model  what lives as the game wrote it down, what is visited as the collection promises:\n";
        for (const auto& [promise, names] : held)
            fmt::format_to(std::back_inserter(out), "              {}: {}\n", names, promise);
    }
    std::string_view before = "words: ";
    for (const term& t : glossary(r)) {
        fmt::format_to(std::back_inserter(out), "{}{:<10} {}\n", before, t.word, t.meaning);
        before = "       ";
    }
    return out;
}

} // namespace throng::tool
