#include "../trace/statistics.hpp"
#include "report.hpp"

#include <nlohmann/json.hpp>

namespace throng::tool {

std::string as_json(const report& r) {
    // Keeps the keys in the order they are written in, for human readers.
    using json = nlohmann::ordered_json;
    json doc;
    doc["schema"] = 1;
    doc["program"] = {{"name", "throng"}, {"version", version()}, {"build", build_description()}};
    doc["passes"] = r.passes;
    doc["checks"] = r.checks();
    doc["failures"] = r.failures();

    doc["contestants"] = json::array();
    for (const contestant& c : r.contestants)
        doc["contestants"].push_back({{"name", c.name},
                                      {"summary", c.summary},
                                      {"kind", c.hand_written ? "baseline" : "collection"},
                                      {"check", check_of(c.agrees)},
                                      {"promise", promise_of(c.agrees)}});

    const auto difference_of = [](const difference& d) {
        return json{
            {"line", d.line}, {"tic", d.tic}, {"figure", d.figure}, {"expected", d.expected}, {"found", d.found}};
    };
    doc["traces"] = json::array();
    for (std::size_t i = 0; i < r.traces.size(); ++i) {
        const trace& t = r.traces[i];
        json one;
        one["file"] = t.file;
        one["name"] = t.name;
        one["levels"] = t.levels.size();
        one["tics"] = t.passes.size();
        one["added"] = t.adds();
        one["removed"] = t.counts.marks;
        one["visits"] = t.counts.visits;
        one["peak_live"] = t.counts.peak_live;
        one["mean_live"] =
            t.passes.empty() ? 0.0 : static_cast<double>(t.counts.live_sum) / static_cast<double>(t.passes.size());
        one["median_life_tics"] = median_life(t);
        if (t.contradiction) one["contradiction"] = difference_of(*t.contradiction);
        one["results"] = json::array();
        for (std::size_t c = 0; c < r.contestants.size(); ++c) {
            const result& x = r.results[i][c];
            json row{
                {"contestant", r.contestants[c].name}, {"checks", x.checked.checks}, {"queries", x.checked.queries}};
            row["difference"] = x.checked.found ? difference_of(*x.checked.found) : json(nullptr);
            row["ns_per_visit"] = x.timed() ? json(x.ns_per_visit()) : json(nullptr);
            row["samples"] = x.samples;
            one["results"].push_back(std::move(row));
        }
        doc["traces"].push_back(std::move(one));
    }
    return doc.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace throng::tool
