#include "random_game.hpp"
#include "report/output_file.hpp"
#include "report/report.hpp"
#include "report/svg.hpp"
#include "scratch_folder.hpp"
#include "trace/parse.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace {

using namespace throng::tool;

report sample(const std::string& name = "games/x_y.trace", const std::string& text = random_game(1),
              unsigned passes = 2) {
    std::vector<trace> traces;
    traces.push_back(read_trace_bytes(text, name));
    traces.push_back(read_trace_bytes(small_game, "small.trace"));
    return replay(std::move(traces), {contestants().begin(), contestants().end()}, passes,
                  [](const std::string&, double) {});
}

/// The small game with a wrong count.
std::string wrong_game() {
    std::string text = small_game;
    text.replace(text.find("H 2"), 3, "H 3");
    return text;
}

std::size_t occurrences(const std::string& text, const std::string& what) {
    std::size_t n = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
    return n;
}

TEST(json, is_as_documented) {
    const report r = sample();
    const auto doc = nlohmann::json::parse(as_json(r));
    EXPECT_EQ(doc.at("schema"), 1);
    EXPECT_EQ(doc.at("program").at("version"), version());
    EXPECT_EQ(doc.at("passes"), 2);
    EXPECT_EQ(doc.at("failures"), 0);
    EXPECT_EQ(doc.at("checks"), 62 * r.collections());
    EXPECT_EQ(doc.at("contestants").size(), r.contestants.size());
    EXPECT_EQ(doc.at("contestants")[0].at("name"), "list");
    EXPECT_EQ(doc.at("contestants")[0].at("kind"), "collection");
    EXPECT_EQ(doc.at("contestants").back().at("kind"), "baseline");
    for (std::size_t c = 0; c < r.contestants.size(); ++c) {
        EXPECT_EQ(doc["contestants"][c].at("check"), r.contestants[c].agrees == in_all ? "game" : "model");
        EXPECT_EQ(doc["contestants"][c].at("promise"), promise_of(r.contestants[c].agrees));
    }
    const auto& t = doc.at("traces").at(0);
    EXPECT_EQ(t.at("name"), "x_y");
    EXPECT_EQ(t.at("tics"), 60);
    EXPECT_EQ(t.at("results").size(), r.contestants.size());
    EXPECT_EQ(t.at("results")[0].at("samples").size(), 2u);
    EXPECT_GT(t.at("results")[0].at("ns_per_visit").get<double>(), 0);
    EXPECT_TRUE(t.at("results")[0].at("difference").is_null());
    EXPECT_FALSE(t.contains("contradiction"));
}

TEST(json, tells_differences) {
    const auto doc = nlohmann::json::parse(as_json(sample("a\xff.trace", wrong_game())));
    const auto& t = doc.at("traces").at(0);
    EXPECT_EQ(t.at("contradiction").at("line"), 11);
    EXPECT_EQ(t.at("results")[0].at("difference").at("figure"), "live count");
    EXPECT_EQ(t.at("results")[0].at("difference").at("expected"), "3");
    EXPECT_TRUE(t.at("results")[0].at("ns_per_visit").is_null());
    EXPECT_GT(doc.at("failures"), 0);
}

TEST(html, refers_to_nothing_outside) {
    const std::string page = as_html(sample());
    for (const char* outside : {"http:", "https:", "src=", "href=", "url(", "@import", "<script", "<link"})
        EXPECT_EQ(page.find(outside), std::string::npos) << outside;
    for (const char* no_number : {"nan\"", "nan,", "nan ", "inf\"", "inf,", "inf "})
        EXPECT_EQ(page.find(no_number), std::string::npos) << no_number;
}

TEST(html, has_its_pictures_and_closes_its_tags) {
    const report r = sample();
    const std::string page = as_html(r);
    EXPECT_EQ(occurrences(page, "<svg"), 1 + 4 * r.traces.size());
    for (const char* tag :
         {"svg", "section", "div", "table", "tr", "ul", "li", "p", "h2", "h3", "main", "body", "html"})
        EXPECT_EQ(occurrences(page, fmt::format("<{}>", tag)) + occurrences(page, fmt::format("<{} ", tag)),
                  occurrences(page, fmt::format("</{}>", tag)))
            << tag;
}

TEST(html, shows_names_as_text) {
    const std::string page = as_html(sample("<script>alert('&\"')</script>.trace"));
    EXPECT_EQ(page.find("<script"), std::string::npos);
    EXPECT_EQ(escaped("a<b>&\"'\n"), "a&lt;b&gt;&amp;&quot;&#39; ");
}

TEST(html, tells_differences) {
    const std::string page = as_html(sample("a.trace", wrong_game()));
    EXPECT_NE(page.find("expected 3, found 2"), std::string::npos);
    EXPECT_NE(page.find("failures"), std::string::npos);
    EXPECT_NE(page.find("differs"), std::string::npos);
}

TEST(html, of_an_empty_recording) {
    for (const char* text :
         {"L 1 1 1\nZ 0 0\n", "L 1 1 1\nT 0\nP\nH 0 cbf29ce484222325 0 0 cbf29ce484222325\nZ 1 0\n"}) {
        const report r = sample("a.trace", text);
        EXPECT_EQ(r.failures(), 0u);
        EXPECT_NE(as_html(r).find("none died"), std::string::npos);
        EXPECT_FALSE(as_table(r).empty());
    }
}

TEST(table, has_a_row_for_each_contestant) {
    const std::string table = as_table(sample());
    for (const contestant& c : contestants())
        EXPECT_NE(table.find(fmt::format("\n{}", c.name)), std::string::npos) << table;
    EXPECT_NE(table.find(" x "), std::string::npos) << table;
    EXPECT_NE(as_table(sample("a.trace", wrong_game())).find("differs"), std::string::npos);
}

TEST(table, says_what_each_is_compared_with) {
    const std::string table = as_table(sample());
    EXPECT_NE(table.find("\nlist                 game "), std::string::npos) << table;
    EXPECT_NE(table.find("\nbuffered_list        model "), std::string::npos) << table;
    EXPECT_NE(table.find("\n              'bag', 'pool': in any order, newcomers after all others\n"),
              std::string::npos)
        << table;
    EXPECT_EQ(table.find("live set"), std::string::npos);
}

/// One that took these nanoseconds a visit on its only trace.
report timed(const std::vector<std::pair<std::string_view, double>>& collections,
             const std::vector<std::pair<std::string_view, double>>& loops) {
    report r;
    r.traces.push_back(read_trace_bytes(small_game, "freedm_demo9.trace"));
    r.results.emplace_back();
    r.passes = 1;
    const auto add = [&](std::string_view name, double ns, bool by_hand) {
        contestant c{};
        c.name = name;
        c.hand_written = by_hand;
        r.contestants.push_back(c);
        result one;
        one.checked.checks = 1000;
        one.visits = 1;
        if (ns > 0) one.samples = {ns};
        r.results[0].push_back(one);
    };
    for (const auto& [name, ns] : collections) add(name, ns, false);
    for (const auto& [name, ns] : loops) add(name, ns, true);
    return r;
}

TEST(findings, says_what_a_list_costs_and_what_loops_by_hand_do) {
    const report r = timed({{"list", 2.4}, {"bag", 2}, {"grid", 7}}, {{"two lists", 6}, {"compaction", 4.5}});
    EXPECT_EQ(findings(r),
              (std::vector<std::string>{
                  "A visit costs 2.40 ns in throng's list; in loops written by hand it costs 4.50 ns (compaction) and "
                  "6.00 ns (two lists).",
                  "The fastest collection is bag with 2.00 ns, the slowest grid with 7.00 ns; 2 of 3 are faster "
                  "than the fastest loop by hand.",
                  "No collection differed from the games in 3,000 checks."}));
    const std::string page = as_html(r);
    EXPECT_LT(page.find("A visit costs 2.40 ns in throng&#39;s list"), page.find("<svg"));
}

TEST(findings, of_one_collection_and_of_none_that_was_timed) {
    EXPECT_EQ(findings(timed({{"pool", 3}}, {})),
              (std::vector<std::string>{"A visit costs 3.00 ns in throng's pool.",
                                        "No collection differed from the games in 1,000 checks."}));
    EXPECT_TRUE(findings(timed({{"pool", 0}}, {{"two lists", 1}})).empty());
}

TEST(findings, counts_differences) {
    report r = timed({{"pool", 3}, {"bag", 0}}, {});
    r.results[0][1].checked.found = difference{};
    EXPECT_EQ(findings(r).back(), "Differences from the games: 1.");
}

TEST(table, explains_the_words_of_the_games_that_it_has) {
    const std::string table = as_table(timed({{"list", 2}}, {}));
    EXPECT_NE(table.find("\nwords: visit "), std::string::npos) << table;
    EXPECT_NE(table.find("\n       tic        a step of the game, of which there are 35 a second\n"),
              std::string::npos);
    EXPECT_NE(table.find("\n       freedm "), std::string::npos) << table;
    EXPECT_EQ(table.find("freedoom1"), std::string::npos) << table;
    EXPECT_NE(as_html(timed({{"list", 2}}, {})).find("<li><b>tic</b>: a step of the game"), std::string::npos);
}

TEST(html, says_what_each_is_compared_with) {
    const std::string page = as_html(sample());
    EXPECT_NE(page.find("<td>list</td><td class=\"left\">game</td>"), std::string::npos);
    EXPECT_NE(page.find("<td>bag</td><td class=\"left\">model</td>"), std::string::npos);
    EXPECT_NE(page.find("<li>&#39;bag&#39;, &#39;pool&#39;: in any order, newcomers after all others</li>"),
              std::string::npos);
}

TEST(report, explains_no_model_that_nothing_is_compared_with) {
    std::vector<contestant> chosen;
    for (const contestant& c : contestants())
        if (c.agrees == in_all) chosen.push_back(c);
    std::vector<trace> traces;
    traces.push_back(read_trace_bytes(small_game, "small.trace"));
    const report r = replay(std::move(traces), std::move(chosen), 0, [](const std::string&, double) {});
    EXPECT_TRUE(held_to_a_model(r).empty());
    EXPECT_EQ(as_table(r).find("model"), std::string::npos);
    EXPECT_EQ(as_html(r).find("<b>model</b>"), std::string::npos);
}

TEST(report, names_each_promise_once) {
    const report r = sample();
    const auto held = held_to_a_model(r);
    std::size_t named = 0, modelled = 0;
    for (const held_to& h : held) {
        named += occurrences(h.names, "'") / 2;
        EXPECT_EQ(std::count_if(held.begin(), held.end(), [&](const held_to& o) { return o.promise == h.promise; }), 1);
    }
    for (const contestant& c : r.contestants) modelled += c.agrees != in_all;
    EXPECT_EQ(named, modelled);
}

TEST(promise, is_told_in_words) {
    using enum visiting_order;
    EXPECT_EQ(promise_of(in_all), "in the order of adding, newcomers in the same walk");
    EXPECT_EQ(promise_of({.order = in_rounds}), "in any order, newcomers after all others");
    EXPECT_EQ(promise_of({.order = any}), "in any order, newcomers in the same walk");
    EXPECT_EQ(promise_of({.order = any, .newcomers = false}), "in any order, newcomers in the next walk");
    EXPECT_EQ(promise_of({.newcomers = false, .removals = false}),
              "in the order of adding, newcomers in the next walk, what is removed meanwhile in this one");
}

TEST(table, takes_any_number_of_traces) {
    std::vector<trace> traces;
    for (int i = 0; i < 19; ++i) traces.push_back(read_trace_bytes(small_game, fmt::format("t{}.trace", i)));
    const report r =
        replay(std::move(traces), {contestants().begin(), contestants().end()}, 0, [](const std::string&, double) {});
    const std::string table = as_table(r);
    EXPECT_EQ(occurrences(table, "\nlist  "), 3u);
    EXPECT_NE(table.find("t18"), std::string::npos);
    EXPECT_EQ(summary(r), fmt::format("replayed 19 traces through {} collections: {} checks, 0 failures",
                                      r.collections(), 38 * r.collections()));
}

TEST(svg, ticks_are_round) {
    EXPECT_EQ(ticks(10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(ticks(0, 5), (std::vector<double>{0}));
    EXPECT_EQ(ticks(47, 5), (std::vector<double>{0, 10, 20, 30, 40}));
    EXPECT_LE(ticks(123456, 5).size(), 7u);
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1000), "1,000");
    EXPECT_EQ(grouped(1234567), "1,234,567");
}

void write(const std::string& text, const std::string& path) {
    output_file file(path);
    write_all({{file, text}});
}

TEST(output_file, appears_whole_or_not_at_all) {
    const scratch_folder folder;
    const std::string target = folder.file("a", "old");
    {
        output_file out(target);
        EXPECT_EQ(bytes_of(target), "old");
    }
    EXPECT_EQ(bytes_of(target), "old");
    write("new", target);
    EXPECT_EQ(bytes_of(target), "new");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(output_file, follows_links) {
    const scratch_folder folder;
    const std::string target = folder.file("a", "old");
    const auto link = folder.path() / "link";
    std::error_code failure;
    std::filesystem::create_symlink("a", link, failure);
    if (failure) GTEST_SKIP() << "this system makes no links: " << failure.message();
    write("new", link.string());
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(bytes_of(target), "new");
}

TEST(output_file, refuses_folders) {
    const scratch_folder folder;
    folder.file("a", "old");
    EXPECT_THROW(output_file(folder.path().string()), unwritable);
    EXPECT_THROW(output_file((folder.path() / "none" / "a").string()), unwritable);
    EXPECT_THROW(output_file((folder.path() / "a" / "b").string()), unwritable);
    EXPECT_THROW(output_file(""), unwritable);
}

TEST(output_file, changes_only_together_with_the_others) {
    const scratch_folder folder;
    const std::string target = folder.file("a", "old");
    std::filesystem::create_directory(folder.path() / "goes");
    output_file first(target), second((folder.path() / "goes" / "b").string());
    EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "goes"));
    std::filesystem::remove(folder.path() / "goes");
    for (const bool in_order : {true, false}) {
        const std::vector<output> outputs{{in_order ? first : second, "new"}, {in_order ? second : first, "new"}};
        EXPECT_THROW(write_all(outputs), unwritable);
        EXPECT_EQ(bytes_of(target), "old");
        EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
    }
}

} // namespace
