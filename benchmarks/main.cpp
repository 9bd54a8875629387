#include "harness.hpp"
#include "page.hpp"
#include "peers.hpp"
#include "system/progress_line.hpp"
#include "verdict.hpp"
#include "workloads.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int results_differ = 1;
constexpr int wrong_use = 2;

struct command_line {
    std::string json;
    std::string html;
    std::string markdown;
    std::vector<std::string> joined;
    std::vector<std::string> filter;
    std::vector<std::string> contestants;
    std::vector<std::size_t> sizes;
    std::size_t rounds = 0;
    bool quick = false;
    bool list = false;
    bool verdict = false;
    bool quiet = false;
};

void print_list(const std::vector<bench::workload>& workloads) {
    for (const bench::workload& w : workloads) {
        fmt::print("{}  {}\n", w.name, w.title);
        for (const bench::entry& e : w.entries)
            fmt::print("    {:<39} {:<8} {}\n", e.name, bench::name_of(e.kind), e.keeps_order ? "keeps order" : "-");
    }
}

/// Whether it is the workload of that name, or a part of it: "E3" has "E3-create", "E" all of the worlds.
bool is_part_of(const bench::workload& w, std::string_view name) {
    if (w.name == name) return true;
    if (!w.name.starts_with(name) || name.empty()) return false;
    return w.name[name.size()] == '-' || name == "E";
}

/// Leaves the workloads that were asked for. False if one of them does not exist.
bool narrow(std::vector<bench::workload>& workloads, const std::vector<std::string>& filter) {
    std::string known;
    for (const bench::workload& w : workloads) known += (known.empty() ? "" : ", ") + w.name;
    for (const std::string& wanted : filter)
        if (std::none_of(workloads.begin(), workloads.end(), [&](auto& w) { return is_part_of(w, wanted); })) {
            fmt::print(stderr, "throng_bench: --filter: expected one of {}, found '{}'\n", known, wanted);
            return false;
        }
    if (!filter.empty())
        std::erase_if(workloads, [&](const bench::workload& w) {
            return std::none_of(filter.begin(), filter.end(), [&](auto& name) { return is_part_of(w, name); });
        });
    return true;
}

/// Leaves the contestants whose names contain one of the texts. False if a text is in no name.
bool narrow_contestants(std::vector<bench::workload>& workloads, const std::vector<std::string>& wanted) {
    if (wanted.empty()) return true;
    const auto has = [](const bench::entry& e, const std::string& text) {
        return e.name.find(text) != std::string::npos;
    };
    for (const std::string& text : wanted)
        if (std::none_of(workloads.begin(), workloads.end(), [&](const bench::workload& w) {
                return std::any_of(w.entries.begin(), w.entries.end(), [&](auto& e) { return has(e, text); });
            })) {
            fmt::print(stderr, "throng_bench: --contestant: expected part of a name that --list shows, found '{}'\n",
                       text);
            return false;
        }
    for (bench::workload& w : workloads)
        std::erase_if(w.entries, [&](const bench::entry& e) {
            return std::none_of(wanted.begin(), wanted.end(), [&](auto& text) { return has(e, text); });
        });
    std::erase_if(workloads, [](const bench::workload& w) { return w.entries.empty(); });
    return true;
}

/// The tables of a workload that measures several things.
void print_parts(const bench::workload& w, const std::vector<bench::record>& found) {
    for (std::size_t first = 0, last = 0; first < found.size(); first = last) {
        while (last < found.size() && found[last].workload == found[first].workload) ++last;
        bench::workload part = w;
        part.name = found[first].workload;
        part.title = w.title + ", " + w.unit;
        bench::print_table(
            part, found[first].n,
            {found.begin() + static_cast<std::ptrdiff_t>(first), found.begin() + static_cast<std::ptrdiff_t>(last)});
    }
}

/// What throng is not the first in, with the reasons.
void print_losses(const std::vector<bench::record>& records) {
    std::size_t rows = 0;
    std::size_t lost = 0;
    for (const bench::results& r : bench::by_workload(bench::all_workloads(), records)) {
        bool is_first = true;
        for (const bench::sentence& s : bench::verdicts(r)) {
            ++rows;
            if (!s.lost) continue;
            if (++lost == 1) fmt::print("Slower than the fastest of the others:\n");
            if (is_first) fmt::print("  {}  {}\n", r.name, r.title);
            is_first = false;
            fmt::print("    {}\n", s.text);
        }
        if (!is_first && !r.why_behind.empty()) fmt::print("    Why: {}\n", r.why_behind);
    }
    if (rows == 0) return;
    fmt::print("{} of {} comparisons are lost.{}\n", lost, rows,
               lost == 0 ? "" : " The reasons: docs/benchmarks.md#where-throng-loses-and-why");
}

int fail(const std::string& error) {
    fmt::print(stderr, "throng_bench: {}\n", error);
    return wrong_use;
}

int run_all(const std::vector<bench::workload>& workloads, const command_line& args) {
    bench::options how;
    if (args.quick) how = {.rounds = 3, .batch_ms = 0.5, .batch_frames = 2, .most_warm_up = 20};
    if (args.rounds != 0) how.rounds = args.rounds;

    if (!bench::missing_peers().empty())
        fmt::print("Not installed, and so not among the contestants: {}\n\n", bench::missing_peers());

    // Before anything is written: the file that is joined may be the one that is written.
    std::vector<bench::record> joined;
    for (const std::string& file : args.joined) {
        const std::vector<bench::record> more = bench::read_json(file);
        joined.insert(joined.end(), more.begin(), more.end());
    }
    std::vector<bench::record> records;
    const auto all = [&] {
        std::vector<bench::record> both = records;
        both.insert(both.end(), joined.begin(), joined.end());
        return both;
    };
    std::string error;
    struct job {
        const bench::workload& w;
        std::size_t n;
    };
    std::vector<job> jobs;
    for (const bench::workload& w : workloads)
        for (const std::size_t n : args.sizes.empty() ? w.sizes : args.sizes)
            if (!args.quick || !args.sizes.empty() || n <= std::max<std::size_t>(100'000, w.sizes.front()))
                jobs.push_back({w, n});

    using throng::tool::progress_line;
    progress_line line(progress_line::fitting(args.quiet));
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const auto& [w, n] = jobs[i];
        const std::string what = fmt::format("{} ({} of {}), N = {}: {}", w.name, i + 1, jobs.size(), n, w.title);
        how.tell = [&](double done) {
            line.show(what, (static_cast<double>(i) + done) / static_cast<double>(jobs.size()));
        };
        how.tell(0);
        const std::vector<bench::record> found = bench::run(w, n, how);
        line.clear();
        if (!w.measure) bench::print_table(w, n, found);
        else print_parts(w, found);
        records.insert(records.end(), found.begin(), found.end());
        // An interrupted run keeps what there is.
        std::fflush(stdout);
        if (!args.json.empty() && !bench::write_file(args.json, bench::as_json(all()), error)) return fail(error);
    }

    if (args.verdict) {
        fmt::print("verdict (medians of this run)\n");
        for (const bench::workload& w : workloads) bench::print_verdict(w, records);
    }
    records = all();
    print_losses(records);
    const std::string when = bench::circumstances(how);
    const bool written =
        (args.json.empty() || bench::write_file(args.json, bench::as_json(records), error)) &&
        (args.html.empty() ||
         bench::write_file(args.html, bench::as_html(bench::all_workloads(), records, when), error)) &&
        (args.markdown.empty() ||
         bench::write_file(args.markdown, bench::as_markdown(bench::all_workloads(), records, when), error));
    return written ? 0 : fail(error);
}

} // namespace

int main(int argc, char** argv) {
    try {
        CLI::App app("Times throng's collections against others that do the same work.", "bench");
        command_line args;
        const auto add_list = [&app](const char* name, auto& to, const char* what, const char* type) {
            return app.add_option(name, to, what)->delimiter(',')->type_name(type);
        };
        add_list("--filter", args.filter, "Only these workloads (default: all)", "NAME,");
        add_list("--contestant", args.contestants, "Only contestants whose names contain one of these (default: all)",
                 "TEXT,");
        add_list("--n", args.sizes, "Numbers of elements (default: those of the workload)", "N")
            ->check(CLI::Range(std::size_t{1}, std::size_t{100'000'000}));
        const auto add_file = [&app](const char* name, std::string& to, const char* what) {
            app.add_option(name, to, what)->type_name("FILE");
        };
        add_file("--json", args.json, "Write one record a contestant and N");
        add_file("--html", args.html, "Write a page with a picture and a table of each workload");
        add_file("--markdown", args.markdown, "Write the tables for the documentation");
        app.add_option("--join", args.joined, "Add the records of these JSON files to those that are written")
            ->type_name("FILE");
        app.add_option(
               "--reps", args.rounds,
               fmt::format("Rounds in which each contestant is timed once (default: {})", bench::options().rounds))
            ->type_name("N")
            ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}));
        app.add_flag("-q,--quiet", args.quiet, "Show no progress");
        app.add_flag("--quick", args.quick, "A short run of 3 rounds, to check that everything works");
        app.add_flag("--list", args.list, "List workloads and contestants");
        app.add_flag("--verdict", args.verdict, "Print after the tables which of the promised ratios are met");
        try {
            app.parse(argc, argv);
        } catch (const CLI::ParseError& e) {
            return app.exit(e) == 0 ? 0 : wrong_use;
        }

        std::vector<bench::workload> workloads = bench::all_workloads();
        if (!narrow(workloads, args.filter) || !narrow_contestants(workloads, args.contestants)) return wrong_use;
        if (args.list) {
            print_list(workloads);
            return 0;
        }
        return run_all(workloads, args);
    } catch (const bench::mismatch& e) {
        fmt::print(stderr, "throng_bench: results differ: {}\n", e.text);
        return results_differ;
    } catch (const std::exception& e) {
        fmt::print(stderr, "throng_bench: {}\n", e.what());
        return wrong_use;
    }
}
