#include "verdict.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace bench {

namespace {

template <class T> void add_once(std::vector<T>& to, const T& x) {
    if (std::find(to.begin(), to.end(), x) == to.end()) to.push_back(x);
}

/// Less than the run of one and the same program varies.
constexpr double a_tie = 1.03;
constexpr double noisy = 0.10;

} // namespace

const record* results::at(const std::string& contestant, std::size_t n) const {
    for (const record* r : records)
        if (r->n == n && r->contestant == contestant) return r;
    return nullptr;
}

const record& results::of(const std::string& contestant) const {
    return **std::find_if(records.begin(), records.end(), [&](auto* r) { return r->contestant == contestant; });
}

const record* results::best(std::size_t n, bool of_ours, bool keeping_order) const {
    const record* best = nullptr;
    for (const record* r : records)
        if (r->n == n && r->kind != kind::limit && (r->kind == kind::ours) == of_ours &&
            (r->keeps_order || !keeping_order) && (!best || r->ns_median < best->ns_median))
            best = r;
    return best;
}

const record* results::limit(std::size_t n) const {
    const record* best = nullptr;
    for (const record* r : records)
        if (r->n == n && r->kind == kind::limit && (!best || r->ns_median < best->ns_median)) best = r;
    return best;
}

std::vector<results> by_workload(const std::vector<workload>& workloads, const std::vector<record>& records) {
    std::vector<results> all;
    for (const record& r : records) {
        auto at = std::find_if(all.begin(), all.end(), [&](const results& x) { return x.name == r.workload; });
        if (at == all.end()) {
            at = all.insert(all.end(), results{.name = r.workload,
                                               .title = "",
                                               .unit = "ns an element",
                                               .why_behind = "",
                                               .sizes = {},
                                               .contestants = {},
                                               .records = {}});
            // A workload that measures several things has records of several names, which begin with its own.
            for (const workload& w : workloads)
                if (r.workload == w.name || r.workload.rfind(w.name + ": ", 0) == 0) {
                    at->title = w.title;
                    at->unit = w.unit;
                    at->why_behind = w.why_behind;
                }
            if (r.workload == "compile") {
                at->title = "what it costs to include a header";
                at->unit = "ns, to compile it alone, beyond an empty file";
            }
        }
        at->records.push_back(&r);
        add_once(at->sizes, r.n);
        add_once(at->contestants, r.contestant);
    }
    for (results& r : all) std::sort(r.sizes.begin(), r.sizes.end());
    return all;
}

std::vector<sentence> verdicts(const results& r) {
    std::vector<sentence> out;
    for (const std::size_t n : r.sizes)
        for (const bool ordered : {true, false}) {
            const record* const ours = r.best(n, true, ordered);
            const record* const theirs = r.best(n, false, ordered);
            if (!ours || !theirs) continue;
            // One that keeps order is also one of those that may or may not.
            if (!ordered && r.best(n, true, true) == ours && r.best(n, false, true) == theirs) continue;
            const double ratio = ours->ns_median / theirs->ns_median;
            std::string text = fmt::format("N = {}, {}: {} takes {:.2f} of {}", n, ordered ? "order kept" : "any order",
                                           ours->contestant, ratio, theirs->contestant);
            if (const record* const limit = r.limit(n))
                text += fmt::format(", {:.2f} of the limit", ours->ns_median / limit->ns_median);
            text += ratio > a_tie ? ": throng loses this one" : ratio > 1 / a_tie ? ": a tie" : "";
            out.push_back({text, ratio > a_tie});
        }
    return out;
}

std::string noise_note(const results& r) {
    std::size_t disturbed = 0;
    double worst = 0;
    for (const record* x : r.records) {
        disturbed += x->spread > noisy;
        worst = std::max(worst, x->spread);
    }
    if (disturbed == 0) return "";
    return fmt::format(
        "The machine was noisy: in {} of {} rows the quartiles are more than {:.0f} % of the median apart "
        "(at most {:.0f} %), so small differences between them say nothing.",
        disturbed, r.records.size(), noisy * 100, worst * 100);
}

} // namespace bench
