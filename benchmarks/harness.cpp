#include "harness.hpp"

#include "allocation_count.hpp"
#include "timer.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <system_error>

namespace bench {

namespace {

/// A contestant at work, with what has been seen of it so far.
struct runner {
    const entry* what;
    std::unique_ptr<contestant> who;
    std::vector<double> ns;
    std::uint64_t allocations = 0;
    std::ptrdiff_t bytes = 0;
};

/// Charges what happens to the heap in `work` to one runner: all of them are alive at once.
template <class F> void charge(runner& r, F work) {
    const std::size_t before = live_bytes();
    work();
    r.bytes += static_cast<std::ptrdiff_t>(live_bytes()) - static_cast<std::ptrdiff_t>(before);
}

double timed_ns(contestant& c, std::size_t frames, bool prepared) {
    if (prepared) {
        double ns = 0;
        for (std::size_t i = 0; i < frames; ++i) {
            c.prepare();
            const double start = clock_ns();
            c.frame();
            ns += clock_ns() - start;
        }
        return ns;
    }
    const double start = clock_ns();
    for (std::size_t i = 0; i < frames; ++i) c.frame();
    return clock_ns() - start;
}

void set_up_and_run(contestant& c) {
    c.prepare();
    c.frame();
}

digest digest_of(const contestant& c) {
    digest d;
    c.show(d);
    return d;
}

std::uint64_t compare(const workload& w, std::size_t n, const std::vector<runner>& runners, const char* when) {
    const auto reference = std::find_if(runners.begin(), runners.end(), [](auto& r) { return r.what->keeps_order; });
    const runner& model = reference == runners.end() ? runners.front() : *reference;
    const digest expected = digest_of(*model.who);
    for (const runner& r : runners) {
        const digest found = digest_of(*r.who);
        const bool same_set = found.same_set(expected);
        if (same_set && (!r.what->keeps_order || !model.what->keeps_order || found.same_order(expected))) continue;
        throw mismatch{fmt::format("{} at N = {}: {} {}: expected {} elements, sum {:016x}, as '{}' has; "
                                   "found {} elements, sum {:016x}{}",
                                   w.name, n, r.what->name, when, expected.count(), expected.sum(), model.what->name,
                                   found.count(), found.sum(), same_set ? ", in another order" : "")};
    }
    return expected.sum();
}

/// Linear between neighbours; q from 0 to 1.
double quantile(const std::vector<double>& sorted, double q) {
    const double place = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

/// So many frames that even the fastest contestant is busy for `batch_ms`. One number for all: they have to
/// come to the same result.
std::size_t batch_size(const workload& w, std::vector<runner>& runners, const options& o) {
    const double wanted = o.batch_ms * 1e6;
    // What has to be prepared may take far longer than what is timed.
    const std::size_t most = w.prepared ? o.batch_frames : std::size_t{1} << 20U;
    for (std::size_t frames = 1;; frames *= 2) {
        double fastest = std::numeric_limits<double>::infinity();
        for (runner& r : runners) charge(r, [&] { fastest = std::min(fastest, timed_ns(*r.who, frames, w.prepared)); });
        if (fastest < wanted / 4 && frames < most) continue;
        const auto enough = static_cast<std::size_t>(std::ceil(static_cast<double>(frames) * wanted / fastest));
        return w.prepared ? std::min(enough, most) : std::max(enough, o.batch_frames);
    }
}

double best_baseline(const std::vector<record>& records) {
    double best = std::numeric_limits<double>::infinity();
    for (const bool any_order : {false, true}) {
        for (const record& r : records)
            if (r.kind == kind::baseline && (r.keeps_order || any_order)) best = std::min(best, r.ns_median);
        if (std::isfinite(best)) break;
    }
    return best;
}

std::vector<const record*> at(const std::vector<record>& records, const workload& w, std::size_t n,
                              const std::vector<std::string>& names) {
    std::vector<const record*> found;
    for (const record& r : records)
        if (r.workload == w.name && r.n == n && std::find(names.begin(), names.end(), r.contestant) != names.end())
            found.push_back(&r);
    return found;
}

} // namespace

double clock_ns() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
#else
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
#endif
}

std::string_view name_of(kind k) {
    switch (k) {
    case kind::ours:
        return "ours";
    case kind::peer:
        return "peer";
    case kind::baseline:
        return "baseline";
    case kind::limit:
        return "limit";
    }
    return "";
}

std::vector<record> run(const workload& w, std::size_t n, const options& o) {
    if (w.measure) return w.measure(n, o);
    std::vector<runner> runners;
    for (const entry& e : w.entries) {
        if (n > e.n_to) continue;
        o.tell(0);
        runner& r = runners.emplace_back(runner{.what = &e, .who = nullptr, .ns = {}});
        r.ns.reserve(o.rounds);
        charge(r, [&] {
            r.who = e.make(n);
            for (std::size_t i = 0; i < std::min(o.most_warm_up, w.warm_up); ++i) set_up_and_run(*r.who);
        });
    }
    compare(w, n, runners, "after warming up");

    const std::size_t frames = batch_size(w, runners, o);
    for (std::size_t round = 0; round < o.rounds; ++round) {
        for (std::size_t turn = 0; turn < runners.size(); ++turn) {
            o.tell(static_cast<double>(round * runners.size() + turn) / static_cast<double>(o.rounds * runners.size()));
            runner& r = runners[(round + turn) % runners.size()];
            charge(r, [&] {
                // Brings back to the caches what the others have pushed out.
                set_up_and_run(*r.who);
                const std::uint64_t allocated = allocation_count();
                r.ns.push_back(timed_ns(*r.who, frames, w.prepared) / static_cast<double>(frames) /
                               (static_cast<double>(n) * w.share));
                r.allocations += allocation_count() - allocated;
            });
        }
    }
    const std::uint64_t check = compare(w, n, runners, "after the timed frames");

    std::vector<record> records;
    for (runner& r : runners) {
        std::sort(r.ns.begin(), r.ns.end());
        const double median = quantile(r.ns, 0.5);
        records.push_back({.workload = w.name,
                           .n = n,
                           .contestant = r.what->name,
                           .kind = r.what->kind,
                           .keeps_order = r.what->keeps_order,
                           .ns_median = median,
                           .ns_min = r.ns.front(),
                           .spread = (quantile(r.ns, 0.75) - quantile(r.ns, 0.25)) / median,
                           .allocations = static_cast<double>(r.allocations) / static_cast<double>(frames * o.rounds),
                           .bytes = static_cast<std::size_t>(std::max<std::ptrdiff_t>(r.bytes, 0)),
                           .check = check});
    }
    return records;
}

void print_table(const workload& w, std::size_t n, const std::vector<record>& records) {
    fmt::print("{}  {}, N = {}\n", w.name, w.title, n);
    fmt::print("  {:<39} {:<8} {:<5} {:>8} {:>8} {:>7} {:>7} {:>9} {:>9}\n", "contestant", "kind", "order", "ns med",
               "ns min", "spread", "x best", "allocs/fr", "bytes/el");
    const double best = best_baseline(records);
    for (const record& r : records)
        fmt::print("  {:<39} {:<8} {:<5} {:>8.3f} {:>8.3f} {:>6.1f}% {:>7} {:>9.1f} {:>9.1f}\n", r.contestant,
                   name_of(r.kind), r.keeps_order ? "kept" : "-", r.ns_median, r.ns_min, r.spread * 100,
                   std::isfinite(best) ? fmt::format("{:.2f}", r.ns_median / best) : "-", r.allocations,
                   static_cast<double>(r.bytes) / static_cast<double>(n));
    fmt::print("\n");
    std::fflush(stdout);
}

bool print_verdict(const workload& w, const std::vector<record>& records) {
    bool all_met = true;
    for (const criterion& c : w.criteria) {
        std::vector<std::size_t> sizes;
        for (const record& r : records)
            if (r.workload == w.name && r.n >= c.n_from && r.n <= c.n_to &&
                std::find(sizes.begin(), sizes.end(), r.n) == sizes.end())
                sizes.push_back(r.n);
        for (const std::size_t n : sizes) {
            const auto ours = at(records, w, n, c.ours);
            const auto theirs = at(records, w, n, c.theirs);
            if (ours.empty() || theirs.empty()) continue;
            const auto faster = [](const record* a, const record* b) { return a->ns_median < b->ns_median; };
            const record& slowest = **std::max_element(ours.begin(), ours.end(), faster);
            const record& fastest = **std::min_element(theirs.begin(), theirs.end(), faster);
            const double ratio = slowest.ns_median / fastest.ns_median;
            const bool met = ratio <= c.bound;
            all_met = all_met && met;
            fmt::print("  {:<7} {:>6.3f} <= {:<5.2f} {} N = {:<8} {}  ({}: {:.3f}; {}: {:.3f})\n",
                       met ? "met" : "NOT MET", ratio, c.bound, w.name, n, c.text, slowest.contestant,
                       slowest.ns_median, fastest.contestant, fastest.ns_median);
        }
    }
    return all_met;
}

std::string as_json(const std::vector<record>& records) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const record& r : records)
        all.push_back({{"workload", r.workload},
                       {"n", r.n},
                       {"contestant", r.contestant},
                       {"kind", name_of(r.kind)},
                       {"keeps_order", r.keeps_order},
                       {"ns_median", r.ns_median},
                       {"ns_min", r.ns_min},
                       {"spread", r.spread},
                       {"allocations", r.allocations},
                       {"bytes", r.bytes},
                       {"check", fmt::format("{:016x}", r.check)}});
    return all.dump(1) + '\n';
}

std::vector<record> read_json(const std::string& file) {
    std::vector<record> records;
    try {
        std::ifstream in(file);
        for (const auto& each : nlohmann::json::parse(in)) {
            const std::string kind_name = each.at("kind");
            auto kind_of = kind::ours;
            while (name_of(kind_of) != kind_name) {
                if (kind_of == kind::limit) throw std::runtime_error("no kind is called " + kind_name);
                kind_of = static_cast<kind>(static_cast<int>(kind_of) + 1);
            }
            records.push_back({.workload = each.at("workload"),
                               .n = each.at("n"),
                               .contestant = each.at("contestant"),
                               .kind = kind_of,
                               .keeps_order = each.at("keeps_order"),
                               .ns_median = each.at("ns_median"),
                               .ns_min = each.at("ns_min"),
                               .spread = each.at("spread"),
                               .allocations = each.at("allocations"),
                               .bytes = each.at("bytes"),
                               .check = std::stoull(each.at("check").get<std::string>(), nullptr, 16)});
        }
    } catch (const std::exception& e) {
        throw std::runtime_error(fmt::format("{}: expected records as --json writes them, found: {}", file, e.what()));
    }
    return records;
}

bool write_file(const std::string& file, const std::string& text, std::string& error) {
    const std::string beside = file + ".part";
    std::error_code failed;
    {
        std::ofstream out(beside, std::ios::binary | std::ios::trunc);
        out << text;
        out.close();
        if (!out) {
            error = fmt::format("{}: expected a place to write, found that writing {} failed", file, beside);
            std::filesystem::remove(beside, failed);
            return false;
        }
    }
    std::filesystem::rename(beside, file, failed);
    if (failed) {
        error = fmt::format("{}: expected to rename {} to it, found: {}", file, beside, failed.message());
        std::error_code ignored;
        std::filesystem::remove(beside, ignored);
        return false;
    }
    return true;
}

} // namespace bench
