// needs POSIX and zstd
// The built program, from outside.

#include "packing.hpp"
#include "process.hpp"
#include "random_game.hpp"

#include <throng/trace.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

bool contains(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

std::string last_line(const std::string& text) {
    const std::size_t end = text.find_last_not_of('\n');
    return text.substr(text.rfind('\n', end) + 1, end - text.rfind('\n', end));
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

const std::string one_trace = std::string(THRONG_TRACES) + "/freedoom1_demo3.trace.zst";

TEST(program, replays_a_recorded_game) {
    const ended e = run_throng({"replay", one_trace, "--passes", "1"});
    EXPECT_EQ(e.status, 0) << e.err;
    EXPECT_TRUE(contains(e.out, "in-place compaction  game"));
    EXPECT_EQ(last_line(e.out).rfind("replayed 1 traces through ", 0), 0u) << e.out;
    EXPECT_TRUE(contains(last_line(e.out), " checks, 0 failures"));
    // No terminal, no progress.
    EXPECT_EQ(e.err, "");
}

TEST(program, takes_plain_and_packed_traces_and_folders) {
    const scratch_folder folder;
    folder.file("a.trace", small_game);
    folder.file("b.trace.zst", packed(random_game(1)));
    folder.file("c.moves", "not a trace");
    const ended all = run_throng({"replay", "--passes", "0", folder.path().string()});
    EXPECT_EQ(all.status, 0) << all.err;
    EXPECT_EQ(all.out.rfind("replayed 2 traces through ", 0), 0u) << all.out;
    const ended one =
        run_throng({"replay", "--passes", "0", "--collection", "list", "a.trace", "b.trace.zst"}, folder.path());
    EXPECT_EQ(one.out, "replayed 2 traces through 1 collections: 62 checks, 0 failures\n");
}

TEST(program, finds_the_traces_by_itself) {
    const scratch_folder folder;
    std::filesystem::create_directory(folder.path() / "traces");
    folder.file("traces/a.trace", small_game);
    EXPECT_EQ(run_throng({"replay", "--passes", "0", "-c", "list"}, folder.path()).out,
              "replayed 1 traces through 1 collections: 2 checks, 0 failures\n");
    std::filesystem::remove(folder.path() / "traces/a.trace");
    const ended empty = run_throng({"replay", "--passes", "0"}, folder.path());
    EXPECT_EQ(empty.status, 2);
    EXPECT_TRUE(contains(empty.err, "traces: no file there ends in .trace or .trace.zst"));
    std::filesystem::remove(folder.path() / "traces");
    const ended fallback = run_throng({"replay", "--passes", "0", "-c", "list"}, folder.path());
    EXPECT_EQ(fallback.out, "replayed 8 traces through 1 collections: 61637 checks, 0 failures\n");
}

TEST(program, takes_the_moves_beside_a_trace) {
    const scratch_folder folder;
    folder.file("a.trace", small_game);
    const auto replay = [&] { return run_throng({"replay", "--passes", "0", "-c", "grid", "a.trace"}, folder.path()); };
    EXPECT_EQ(replay().out, "replayed 1 traces through 1 collections: 2 checks, 0 failures\n");
    folder.file("a.moves", "L 1 1 1\nT 0\nT 1\n");
    const ended with = replay();
    EXPECT_EQ(with.status, 0) << with.err;
    EXPECT_NE(with.out, "replayed 1 traces through 1 collections: 2 checks, 0 failures\n");
    folder.file("a.moves", "L 1 1 1\nT 0\n");
    const ended other = replay();
    EXPECT_EQ(other.status, 2);
    EXPECT_EQ(other.err, "throng: a.moves: expected the 2 tics of a.trace, found 1\n");
    folder.file("a.moves", "L 1 1 1\nT 0\n99 1 1\nT 1\n");
    EXPECT_TRUE(contains(replay().err, "throng: a.moves: expected ids below ")) << replay().err;
}

TEST(program, reports_a_planted_difference) {
    const scratch_folder folder;
    std::string text = small_game;
    text.replace(text.find("H 2 06cd"), 8, "H 2 06ce");
    folder.file("a.trace", text);
    const ended e = run_throng({"replay", "a.trace", "--html", "r.html", "--json", "r.json"}, folder.path());
    EXPECT_EQ(e.status, 1);
    EXPECT_TRUE(
        contains(e.err, "a.trace:11: tic 0: list: live hash: expected 06ce822b3b579854, found 06cd822b3b579854"))
        << e.err;
    EXPECT_FALSE(contains(last_line(e.out), " 0 failures")) << e.out;
    EXPECT_TRUE(contains(last_line(e.out), " failures")) << e.out;
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "r.html"));
    EXPECT_GT(nlohmann::json::parse(bytes_of(folder.path() / "r.json")).at("failures"), 0);
    EXPECT_EQ(run_throng({"info", "a.trace"}, folder.path()).status, 1);
}

TEST(program, refuses_malformed_input) {
    const scratch_folder folder;
    folder.file("bad.trace", "L 1 1 1\nT 0\nQ\n");
    folder.file("cut.trace.zst", packed(random_game(1)).substr(0, 300));
    folder.file("good.trace", small_game);
    const ended e =
        run_throng({"replay", "good.trace", "bad.trace", "cut.trace.zst", "--json", "r.json"}, folder.path());
    EXPECT_EQ(e.status, 2);
    EXPECT_EQ(e.out, "");
    EXPECT_TRUE(
        contains(e.err, "throng: bad.trace:3: expected a line that begins with one of L T P A M U H X Z, found 'Q'"))
        << e.err;
    EXPECT_TRUE(contains(e.err, "throng: cut.trace.zst:")) << e.err;
    EXPECT_TRUE(contains(e.err, "the end of the file (is it cut off?)")) << e.err;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "r.json"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 3);
    EXPECT_EQ(run_throng({"info", "bad.trace"}, folder.path()).status, 2);
    EXPECT_EQ(run_throng({"replay", "nowhere.trace"}, folder.path()).status, 2);
}

TEST(program, endless_input_ends) {
    if (!std::filesystem::exists("/dev/zero")) GTEST_SKIP();
    EXPECT_EQ(run_throng({"replay", "/dev/zero"}).status, 2);
    EXPECT_EQ(run_throng({"info", "/dev/null"}).status, 2);
}

TEST(program, writes_its_reports) {
    const scratch_folder folder;
    const ended e =
        run_throng({"replay", one_trace, "--passes", "1", "--html", "r.html", "--json", "r.json"}, folder.path());
    EXPECT_EQ(e.status, 0) << e.err;
    const auto doc = nlohmann::json::parse(bytes_of(folder.path() / "r.json"));
    EXPECT_EQ(doc.at("traces").at(0).at("tics"), 1241);
    EXPECT_EQ(doc.at("failures"), 0);
    const std::string page = bytes_of(folder.path() / "r.html");
    EXPECT_EQ(page.rfind("<!DOCTYPE html>", 0), 0u);
    EXPECT_TRUE(contains(page, "</html>"));
    for (const char* outside : {"http:", "https:", "src=", "href=", "url(", "<script", "<link"})
        EXPECT_FALSE(contains(page, outside)) << outside;
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 2);
}

TEST(program, says_where_it_cannot_write) {
    const scratch_folder folder;
    for (const char* option : {"--html", "--json"}) {
        const ended e = run_throng({"replay", one_trace, "--passes", "0", option, "none/r"}, folder.path());
        EXPECT_EQ(e.status, 2);
        EXPECT_EQ(e.err, "throng: cannot write none/r: No such file or directory\n");
        EXPECT_EQ(run_throng({"replay", one_trace, "--passes", "0", option, "."}, folder.path()).status, 2);
    }
    EXPECT_EQ(run_throng({"replay", one_trace, "--passes", "0", "--html", "r", "--json", "r"}, folder.path()).status,
              2);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(program, keeps_its_status_where_it_cannot_complain) {
    const scratch_folder folder;
    std::string text = small_game;
    text.replace(text.find("H 2 06cd"), 8, "H 2 06ce");
    folder.file("differs.trace", text);
    for (const char* lost : {"2>&-", "2>/dev/full"}) {
        if (std::string_view(lost) == "2>/dev/full" && !std::filesystem::exists("/dev/full")) continue;
        const auto status = [&](const std::string& arguments) {
            return run_by_shell("\"$0\" " + arguments + ' ' + lost, folder.path()).status;
        };
        EXPECT_EQ(status("info nosuch"), 2) << lost;
        EXPECT_EQ(status("replay nosuch"), 2) << lost;
        EXPECT_EQ(status("replay --pases"), 2) << lost;
        EXPECT_EQ(status("replay --passes 0 -c list differs.trace"), 1) << lost;
    }
}

TEST(program, writes_nothing_else_into_its_reports) {
    const scratch_folder folder;
    std::string text = small_game;
    text.replace(text.find("H 2 06cd"), 8, "H 2 06ce");
    folder.file("differs.trace", text);
    for (const char* closed : {"2>&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
        const std::string report = (folder.path() / "r.json").string();
        std::filesystem::remove(report);
        const ended e = run_by_shell(
            std::string("\"$0\" replay --passes 0 -c list differs.trace --json r.json ") + closed, folder.path());
        EXPECT_EQ(e.status, std::string(closed).find(">&- 2") == std::string::npos ? 1 : 2) << closed;
        EXPECT_TRUE(nlohmann::json::accept(bytes_of(report))) << closed << ": " << bytes_of(report).substr(0, 100);
    }
}

TEST(program, says_that_its_output_is_closed) {
    const scratch_folder folder;
    folder.file("a.trace", small_game);
    for (const char* line : {"\"$0\" info a.trace >&-", "\"$0\" replay --passes 0 a.trace --json r.json <&- >&-"}) {
        const ended e = run_by_shell(line, folder.path());
        EXPECT_EQ(e.status, 2) << line;
        EXPECT_TRUE(contains(e.err, "throng: ")) << line << e.err;
        EXPECT_TRUE(contains(e.err, "standard output cannot be written")) << line << ": " << e.err;
    }
}

TEST(program, refuses_an_output_without_a_name) {
    const scratch_folder folder;
    folder.file("a.trace", small_game);
    const std::vector<std::string> replay{"replay", "a.trace", "--passes", "0"};
    const std::vector<std::string> compare{"compare", "a.trace", "--passes", "1", "--scale", "1"};
    for (const char* option : {"--html", "--json"}) {
        for (std::vector<std::string> words : {replay, compare}) {
            if (words == compare && std::string_view(option) == "--html") continue;
            words.insert(words.end(), {option, ""});
            const ended e = run_throng(words, folder.path());
            EXPECT_EQ(e.status, 2) << words[0] << option;
            EXPECT_TRUE(contains(e.err, option)) << e.err;
            EXPECT_EQ(e.out, "");
        }
    }
}

TEST(program, overwrites_no_recording) {
    const scratch_folder folder;
    std::filesystem::create_directory(folder.path() / "traces");
    const std::string trace = folder.file("traces/a.trace", small_game);
    const std::string moves = "L 1 1 1\nT 0\nT 1\n";
    folder.file("traces/a.moves", moves);
    std::filesystem::create_symlink(trace, folder.path() / "link");
    const auto refuses = [&](const std::vector<std::string>& words, const std::string& output) {
        const ended e = run_throng(words, folder.path());
        EXPECT_EQ(e.status, 2) << words[0] << ' ' << output;
        EXPECT_TRUE(contains(e.err, "throng: " + output + ": ")) << e.err;
        EXPECT_EQ(e.out, "");
        EXPECT_TRUE(bytes_of(trace) == small_game) << words[0] << ' ' << output;
        EXPECT_TRUE(bytes_of(folder.path() / "traces/a.moves") == moves) << words[0] << ' ' << output;
        folder.file("traces/a.trace", small_game);
        folder.file("traces/a.moves", moves);
    };
    for (const std::string output : {"traces/a.trace", "./traces/../traces/a.trace", "link", "traces/a.moves"}) {
        for (const char* option : {"--html", "--json"}) {
            refuses({"replay", "--passes", "0", "traces/a.trace", option, output}, output);
            refuses({"replay", "--passes", "0", "traces", option, output}, output);
            refuses({"replay", "--passes", "0", option, output}, output);
        }
        refuses({"compare", "traces/a.trace", "--passes", "1", "--scale", "1", "--json", output}, output);
    }
}

TEST(program, keeps_its_reports_apart) {
    const scratch_folder folder;
    const std::string trace = folder.file("a.trace", small_game);
    const auto replay = [&](const std::string& html, const std::string& json) {
        return run_throng({"replay", "--passes", "0", "a.trace", "--html", html, "--json", json}, folder.path());
    };
    for (const bool exists : {false, true}) {
        if (exists) folder.file("r", "before");
        for (const std::string& html : {std::string("r"), std::string("./r"), (folder.path() / "r").string()}) {
            const ended e = replay(html, "r");
            EXPECT_EQ(e.status, 2);
            EXPECT_EQ(e.err, "throng: --html and --json name the same file\n");
        }
        EXPECT_EQ(std::filesystem::exists(folder.path() / "r"), exists);
    }
    EXPECT_EQ(bytes_of(folder.path() / "r"), "before");
    EXPECT_EQ(replay("r", "r.json").status, 0);
}

TEST(program, leaves_nothing_behind_when_it_is_interrupted) {
    const scratch_folder folder;
    for (const auto& [name, number] : {std::pair("INT", SIGINT), {"TERM", SIGTERM}, {"HUP", SIGHUP}}) {
        // (Where the tests are run in the background it may be ignored.)
        const auto before = std::signal(number, SIG_DFL);
        // The pipe can be opened for writing when the program reads it, with its outputs known.
        const ended e = run_by_shell("rm -f t; mkfifo t; (exec 9>t; kill -" + std::string(name) +
                                         " $$) & exec \"$0\" replay --passes 0 t --html r.html --json r.json",
                                     folder.path());
        std::signal(number, before);
        EXPECT_EQ(e.status, 128 + number) << e.err;
        EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"t"}) << name;
    }
}

TEST(program, renews_all_of_its_reports_or_none) {
    const scratch_folder folder;
    folder.file("a.trace", small_game);
    folder.file("r", "before");
    const std::vector<std::string> before = names_in(folder.path());
    const auto keeps = [&](const std::string& line, const std::string& complaint) {
        const ended e = run_by_shell(line, folder.path());
        EXPECT_EQ(e.status, 2) << line;
        EXPECT_EQ(e.err, complaint) << line;
        EXPECT_TRUE(bytes_of(folder.path() / "r") == "before") << line;
        EXPECT_EQ(names_in(folder.path()), before) << line;
    };
    const std::string replay = "\"$0\" replay --passes 0 a.trace ";
    if (std::filesystem::exists("/dev/full")) {
        const std::string full = "throng: cannot write /dev/full: No space left on device\n";
        keeps(replay + "--html r --json /dev/full", full);
        keeps(replay + "--html /dev/full --json r", full);
        keeps(replay + "--html new --json /dev/full", full);
    }
    keeps(replay + "--html r --json none/r", "throng: cannot write none/r: No such file or directory\n");
    keeps("ulimit -f 1; " + replay + "--json r --html new", "throng: cannot write new: File too large\n");
}

TEST(program, waits_for_no_reader_that_does_not_come) {
    const scratch_folder folder;
    folder.file("a.trace", small_game);
    const std::string replay = "mkfifo p; \"$0\" replay --passes 0 a.trace ";
    for (const char* outputs : {"--json p", "--html r --json p"}) {
        const ended e = run_by_shell("rm -f p; " + replay + outputs, folder.path());
        EXPECT_EQ(e.status, 2) << outputs;
        EXPECT_EQ(e.out, "");
        EXPECT_EQ(e.err, "throng: cannot write p: expected a pipe with a reader\n");
        EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"a.trace", "p"}));
    }
}

TEST(program, writes_into_pipes_that_have_a_reader) {
    const scratch_folder folder;
    folder.file("a.trace", small_game);
    for (const char* line :
         {"mkfifo p; (sleep 0.1; cat p > got) & \"$0\" replay a.trace -p 0 --json p; status=$?; wait; exit $status",
          "exec 3>&1; \"$0\" replay a.trace -p 0 --json /dev/fd/4 4>&1 >&3 | cat > got"}) {
        std::filesystem::remove(folder.path() / "got");
        const ended e = run_by_shell(line, folder.path());
        EXPECT_EQ(e.status, 0) << e.err;
        EXPECT_EQ(nlohmann::json::parse(bytes_of(folder.path() / "got")).at("failures"), 0) << line;
        EXPECT_TRUE(contains(e.out, "replayed 1 traces")) << e.out;
    }
}

TEST(program, reads_from_pipes) {
    const scratch_folder folder;
    folder.file("a.trace", small_game);
    const std::string told = run_by_shell("\"$0\" info /dev/stdin < a.trace", folder.path()).out;
    EXPECT_TRUE(contains(told, "/dev/stdin")) << told;
    EXPECT_EQ(run_by_shell("cat a.trace | \"$0\" info /dev/stdin", folder.path()).out, told);
    // The program that writes into it may come later.
    const ended late = run_by_shell("mkfifo p; (sleep 0.2; cat a.trace > p) & \"$0\" info p", folder.path());
    EXPECT_EQ(late.status, 0) << late.err;
    EXPECT_EQ(run_by_shell("cp a.trace q; \"$0\" info q", folder.path()).out.substr(1), late.out.substr(1));
}

TEST(program, waits_for_no_pipe_that_was_not_named) {
    const scratch_folder folder;
    folder.file("a.trace", small_game);
    const ended e = run_by_shell("mkfifo b.trace a.moves; \"$0\" replay --passes 0 -c list .", folder.path());
    EXPECT_EQ(e.out, "replayed 1 traces through 1 collections: 2 checks, 0 failures\n") << e.err;
}

TEST(program, knows_its_collections) {
    const ended e = run_throng({"replay", "--collection", "vector"});
    EXPECT_EQ(e.status, 2);
    EXPECT_TRUE(contains(e.err, "no collection is named 'vector'; there are 'list', 'list, frozen'")) << e.err;
    // The hand-written loops are no collections.
    EXPECT_EQ(run_throng({"replay", "--collection", "in-place compaction"}).status, 2);
    const ended two = run_throng({"replay", one_trace, "-p", "0", "-c", "list, frozen", "-c", "list"});
    EXPECT_TRUE(contains(two.out, "through 2 collections: 2482 checks")) << two.out << two.err;
}

TEST(program, explains_itself) {
    const ended version = run_throng({"--version"});
    EXPECT_EQ(version.status, 0);
    EXPECT_EQ(version.out.rfind("throng ", 0), 0u);
    const ended help = run_throng({"--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_TRUE(contains(help.out, "replay") && contains(help.out, "info"));
    const ended more = run_throng({"replay", "--help"});
    EXPECT_EQ(more.status, 0);
    for (const char* option : {"--collection", "--passes", "--html", "--json", "'list, frozen'"})
        EXPECT_TRUE(contains(more.out, option)) << option;
}

TEST(program, refuses_what_it_does_not_know) {
    EXPECT_EQ(run_throng({}).status, 2);
    EXPECT_EQ(run_throng({"play"}).status, 2);
    EXPECT_EQ(run_throng({"replay", "--pases", "1"}).status, 2);
    EXPECT_EQ(run_throng({"replay", one_trace, "--passes", "-1"}).status, 2);
    EXPECT_EQ(run_throng({"replay", one_trace, "--passes", "many"}).status, 2);
    EXPECT_EQ(run_throng({"info"}).status, 2);
    EXPECT_EQ(run_throng({"replay", one_trace, "--html"}).status, 2);
}

TEST(program, tells_what_is_in_a_trace) {
    const ended e = run_throng({"info", one_trace});
    EXPECT_EQ(e.status, 0) << e.err;
    for (const char* words : {"1241 (35 s at 35 a second)", "82 (89.1 %)", "178 at most, 169 on average", "15 tics"})
        EXPECT_TRUE(contains(e.out, words)) << words << "\n" << e.out;
}

TEST(program, gives_advice) {
    const scratch_folder folder;
    folder.file("a.trace", random_game(1));
    const ended e = run_throng(
        {"compare", "a.trace", "--needs", "handles,contains", "--scale", "1,4", "-p", "1", "--json", "r.json"},
        folder.path());
    EXPECT_EQ(e.status, 0) << e.err;
    for (const char* words : {"1 x the population", "4 x the population", "Left out:", "Take ", "What it costs you:"})
        EXPECT_TRUE(contains(e.out, words)) << words << "\n" << e.out;
    const auto doc = nlohmann::json::parse(bytes_of(folder.path() / "r.json"));
    EXPECT_EQ(doc.at("scales").size(), 2u);
    EXPECT_EQ(doc.at("needs"), (std::vector<std::string>{"handles", "contains"}));
    EXPECT_TRUE(contains(e.out, "Take " + doc.at("best").get<std::string>()));
}

TEST(program, refuses_needs_and_scales_that_it_does_not_know) {
    const scratch_folder folder;
    folder.file("a.trace", small_game);
    const ended needs = run_throng({"compare", "a.trace", "--needs", "order,speed"}, folder.path());
    EXPECT_EQ(needs.status, 2);
    EXPECT_TRUE(contains(needs.err, "--needs: expected some of order, stable-addresses, handles, contains, snapshot"))
        << needs.err;
    EXPECT_TRUE(contains(needs.err, "found 'speed'")) << needs.err;
    for (const char* scale : {"0", "1,,2", "ten", "-1", "1001", "1,", "1.5"}) {
        const ended e = run_throng({"compare", "a.trace", "--scale=" + std::string(scale)}, folder.path());
        EXPECT_EQ(e.status, 2) << scale;
        EXPECT_TRUE(contains(e.err, "--scale: expected numbers from 1 to 1000")) << e.err;
    }
    EXPECT_EQ(run_throng({"compare"}).status, 2);
    EXPECT_EQ(run_throng({"compare", "none.trace"}).status, 2);
    EXPECT_EQ(run_throng({"compare", "a.trace", "-p", "0"}, folder.path()).status, 2);
    EXPECT_EQ(run_throng({"compare", "a.trace", "--json", "none/r"}, folder.path()).status, 2);
    folder.file("wrong.trace", std::string(small_game).replace(std::string(small_game).find("H 2"), 3, "H 3"));
    const ended wrong = run_throng({"compare", "wrong.trace"}, folder.path());
    EXPECT_EQ(wrong.status, 2);
    EXPECT_TRUE(contains(wrong.err, "wrong.trace:11: tic 0: live count: expected 3, found 2")) << wrong.err;
}

TEST(program, tells_what_is_in_a_recording_of_ones_own) {
    throng::trace_recorder recorder;
    for (int i = 0; i < 40; ++i) {
        recorder.begin_tic();
        (void)recorder.add();
        recorder.end_tic();
    }
    const scratch_folder folder;
    ASSERT_TRUE(recorder.write((folder.path() / "mine.trace").string()));
    const ended e = run_throng({"info", "mine.trace"}, folder.path());
    EXPECT_EQ(e.status, 0) << e.err;
    EXPECT_NE(e.out.find("40 (1 s at 35 a second)"), std::string::npos) << e.out;
    EXPECT_EQ(run_throng({"replay", "-p", "0", "mine.trace"}, folder.path()).status, 0);
}

} // namespace
