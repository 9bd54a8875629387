#include "command.hpp"

#include "replay/compare.hpp"
#include "replay/contestant.hpp"
#include "replay/needs.hpp"
#include "replay/run.hpp"
#include "report/advice.hpp"
#include "report/output_file.hpp"
#include "report/report.hpp"
#include "system/progress_line.hpp"
#include "trace/fields.hpp"
#include "trace/malformed.hpp"
#include "trace/parse.hpp"
#include "trace/statistics.hpp"
#include "world/world_file.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iterator>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace throng::tool;

enum status { agrees = 0, differs = 1, unusable = 2 };

/// Something the user asked for that cannot be done.
class usage_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// To the standard error. A message that cannot be written is dropped, since the exit status says the same: nothing is
/// thrown (fmt::print would throw).
template <class... Values> void tell(fmt::format_string<Values...> text, Values&&... values) {
    fmt::memory_buffer line;
    fmt::format_to(std::back_inserter(line), text, std::forward<Values>(values)...);
    (void)std::fwrite(line.data(), 1, line.size(), stderr);
}

void complain(std::string_view message) { tell("throng: {}\n", message); }

struct replay_options {
    std::vector<std::string> traces;
    std::vector<std::string> collections;
    unsigned passes = 5;
    std::string html;
    std::string json;
};

/// A pipe is not: reading it would wait for a writer, although the pipe was not named.
bool is_trace(const std::filesystem::directory_entry& file) {
    const std::string name = file.path().filename().string();
    std::error_code unknown;
    return (name.ends_with(".trace") || name.ends_with(".trace.zst")) && !file.is_fifo(unknown);
}

/// The traces in a folder, by name.
std::vector<std::string> traces_in(const std::filesystem::path& folder) {
    std::vector<std::string> found;
    std::error_code error;
    std::filesystem::directory_iterator it(folder, error);
    if (error) throw usage_error(fmt::format("cannot open {}: {}", folder.string(), error.message()));
    for (; it != std::filesystem::directory_iterator(); it.increment(error)) {
        if (is_trace(*it)) found.push_back(it->path().string());
        if (error) break;
    }
    std::sort(found.begin(), found.end());
    if (found.empty())
        throw usage_error(fmt::format("{}: no file there ends in .trace or .trace.zst", folder.string()));
    return found;
}

std::vector<std::string> files_of(const std::vector<std::string>& named) {
    std::error_code error;
    if (named.empty()) {
        if (std::filesystem::is_directory("traces", error)) return traces_in("traces");
        return traces_in(THRONG_TRACES);
    }
    std::vector<std::string> files;
    for (const std::string& name : named) {
        if (!std::filesystem::is_directory(name, error)) {
            files.push_back(name);
            continue;
        }
        for (std::string& file : traces_in(name)) files.push_back(std::move(file));
    }
    return files;
}

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (fs::equivalent(a, b, error)) return true;
    // Where they do not exist yet.
    const auto place = [](const fs::path& p) {
        std::error_code unknown;
        const fs::path whole = fs::absolute(p, unknown);
        const fs::path real = fs::weakly_canonical(whole, unknown);
        return unknown ? whole : real;
    };
    return place(a) == place(b);
}

/// An output, if one is named, may be none of the files that are read, nor the moves beside one.
void require_no_recording(const std::string& output, const std::vector<std::string>& files) {
    if (output.empty()) return;
    for (const std::string& file : files) {
        const std::string beside = without_endings(file);
        for (const std::string& recorded : {file, beside + ".moves", beside + ".moves.zst"}) {
            std::error_code error;
            if (std::filesystem::exists(recorded, error) && is_same_file(output, recorded))
                throw usage_error(
                    fmt::format("{}: is the recording {}, and will not be overwritten", output, recorded));
        }
    }
}

/// The collections asked for, and the hand-written loops beside them.
std::vector<contestant> chosen(const std::vector<std::string>& names) {
    const auto all = contestants();
    std::string possible;
    for (const contestant& c : all)
        if (!c.hand_written) possible += fmt::format("{}'{}'", possible.empty() ? "" : ", ", c.name);
    for (const std::string& name : names)
        if (std::none_of(all.begin(), all.end(), [&](auto& c) { return c.name == name && !c.hand_written; }))
            throw usage_error(fmt::format("no collection is named {}; there are {}", in_quotes(name), possible));
    std::vector<contestant> out;
    for (const contestant& c : all)
        if (c.hand_written || names.empty() || std::find(names.begin(), names.end(), c.name) != names.end())
            out.push_back(c);
    return out;
}

/// All that can be read; empty if one of them is malformed, after a complaint about each that is.
std::optional<std::vector<trace>> read_all(const std::vector<std::string>& files, progress_line& line) {
    std::vector<trace> traces;
    bool good = true;
    for (const std::string& file : files) {
        line.show(fmt::format("reading {}", file));
        try {
            traces.push_back(read_trace(file));
            read_moves_beside(traces.back());
        } catch (const malformed& error) {
            line.clear();
            complain(error.what());
            good = false;
        }
    }
    line.clear();
    if (!good) return {};
    return traces;
}

status replay_command(const replay_options& options, progress_line& line) {
    std::vector<contestant> contestants = chosen(options.collections);
    const std::vector<std::string> files = files_of(options.traces);
    require_no_recording(options.html, files);
    require_no_recording(options.json, files);
    std::optional<output_file> html, json;
    if (!options.html.empty()) html.emplace(options.html);
    if (!options.json.empty()) json.emplace(options.json);

    auto traces = read_all(files, line);
    if (!traces) return unusable;
    const report r = replay(std::move(*traces), std::move(contestants), options.passes,
                            [&](const std::string& what, double done) { line.show(what, done); });
    line.clear();
    for (const std::string& complaint : r.complaints()) complain(complaint);
    std::vector<output> outputs;
    if (html) outputs.push_back({*html, as_html(r)});
    if (json) outputs.push_back({*json, as_json(r)});
    write_all(outputs);
    if (options.passes > 0) fmt::print("{}\n", as_table(r));
    for (const std::string& sentence : findings(r)) fmt::print("{}\n", sentence);
    fmt::print("{}\n", summary(r));
    return r.failures() == 0 ? agrees : differs;
}

status info_command(const std::vector<std::string>& named, progress_line& line) {
    std::vector<std::string> recorded, worlds;
    for (const std::string& file : files_of(named)) (is_world(file) ? worlds : recorded).push_back(file);
    const auto traces = read_all(recorded, line);
    if (!traces) return unusable;
    std::vector<std::string> texts;
    for (const trace& t : *traces) texts.push_back(describe(t));
    for (const std::string& file : worlds) texts.push_back(describe_world(file));
    for (const std::string& text : texts) fmt::print("{}{}", &text == texts.data() ? "" : "\n", text);
    status result = agrees;
    for (const trace& t : *traces) {
        if (t.contradiction) {
            const auto& d = *t.contradiction;
            complain(fmt::format("{}:{}: tic {}: {}: expected {}, found {}", t.file, d.line, d.tic, d.figure,
                                 d.expected, d.found));
            result = differs;
        }
    }
    return result;
}

struct convert_options {
    std::string from;
    std::string to;
    std::string types;
};

status convert_command(const convert_options& options) {
    for (const std::string& read : {options.from, options.types})
        if (!read.empty() && is_same_file(options.to, read))
            throw usage_error(fmt::format("{}: is the input {}, and will not be overwritten", options.to, read));
    output_file to(options.to);
    const converted result = convert_world(options.from, options.to, options.types);
    tell("{}", result.remarks);
    write_all({{to, result.bytes}});
    return agrees;
}

struct compare_options {
    std::vector<std::string> traces;
    std::string needs;
    std::string scales = "1,10,100";
    unsigned passes = 3;
    std::string json;
};

/// Numbers with commas between them, as they were given.
std::vector<std::uint32_t> parse_scales(std::string_view text) {
    constexpr std::uint32_t most = 1000;
    std::vector<std::uint32_t> out;
    for (;;) {
        const std::size_t comma = text.find(',');
        const auto scale = decimal<std::uint32_t>(text.substr(0, comma));
        if (!scale || *scale == 0 || *scale > most)
            throw usage_error(fmt::format("--scale: expected numbers from 1 to {} with commas between them, found {}",
                                          most, in_quotes(text.substr(0, comma))));
        out.push_back(*scale);
        if (comma == std::string_view::npos) return out;
        text.remove_prefix(comma + 1);
    }
}

status compare_command(const compare_options& options, progress_line& line) {
    const std::vector<need> wanted = parse_needs(options.needs);
    const std::vector<std::uint32_t> scales = parse_scales(options.scales);
    const std::vector<std::string> files = files_of(options.traces);
    require_no_recording(options.json, files);
    std::optional<output_file> json;
    if (!options.json.empty()) json.emplace(options.json);
    const auto traces = read_all(files, line);
    if (!traces) return unusable;
    for (const trace& t : *traces)
        if (t.contradiction)
            throw usage_error(fmt::format("{}:{}: tic {}: {}: expected {}, found {}", t.file, t.contradiction->line,
                                          t.contradiction->tic, t.contradiction->figure, t.contradiction->expected,
                                          t.contradiction->found));
    const comparison c = compare(*traces, wanted, scales, options.passes,
                                 [&](const std::string& what, double done) { line.show(what, done); });
    line.clear();
    for (const std::string& complaint : c.complaints) complain(complaint);
    if (json) write_all({{*json, as_json(c)}});
    fmt::print("{}", as_advice(c));
    return c.complaints.empty() ? agrees : differs;
}

status run(int argc, char** argv) {
    CLI::App app("Collections of game entities that you can modify while iterating over them: the program.", "throng");
    app.set_version_flag("--version", "throng " + version());
    // A word that begins with a slash is a path, on every system.
    app.allow_windows_style_options(false);
    app.require_subcommand(1);
    app.failure_message([](const CLI::App*, const CLI::Error& error) {
        return fmt::format("throng: {}; throng --help tells more.\n", error.what());
    });
    bool quiet = false;
    app.add_flag("-q,--quiet", quiet, "Show no progress");
    app.fallthrough();
    app.footer(
        "Exit status: 0 success, 1 a replay differs from the recorded game, 2 an argument or a file cannot be used.");

    const CLI::Validator named_file([](const std::string& name) { return name.empty() ? "the name is empty" : ""; },
                                    "");
    replay_options options;
    CLI::App* replaying = app.add_subcommand("replay", "Replay recorded games through the collections, check and time");
    replaying->add_option("TRACE", options.traces, "Traces, plain or .zst, or folders of them (default: traces/)");
    std::string names = "Only this collection (may be repeated; default: all):";
    for (const contestant& c : contestants())
        if (!c.hand_written) names += fmt::format("\n'{}' {}", c.name, c.summary);
    replaying->add_option("-c,--collection", options.collections, names)->type_name("NAME")->allow_extra_args(false);
    replaying->add_option("-p,--passes", options.passes, "Timed passes, of which the median counts; 0 only checks")
        ->type_name("N")
        ->capture_default_str()
        ->check(CLI::Range(0, 1000));
    replaying->add_option("--html", options.html, "Write a page with pictures")->type_name("FILE")->check(named_file);
    replaying->add_option("--json", options.json, "Write the results as JSON")->type_name("FILE")->check(named_file);

    std::vector<std::string> named;
    CLI::App* telling = app.add_subcommand("info", "Describe a trace, or a world or collection, saved or in JSON");
    telling->add_option("FILE", named, "Traces, worlds or collections, plain or .zst, or folders of traces")
        ->required();

    compare_options comparing;
    CLI::App* advising = app.add_subcommand("compare", "Find the fastest collection for a recorded game");
    advising->add_option("TRACE", comparing.traces, "Traces, plain or .zst, or folders of them")->required();
    std::string asked = "What the collection must do, with commas between:";
    for (std::size_t n = 0; n < needs; ++n)
        asked += fmt::format("\n'{}' it {}", name_of(static_cast<need>(n)), meaning_of(static_cast<need>(n)));
    advising->add_option("--needs", comparing.needs, asked)->type_name("NEED,...");
    advising->add_option("--scale", comparing.scales, "Multiples of the recorded population")
        ->type_name("N,...")
        ->capture_default_str();
    advising->add_option("-p,--passes", comparing.passes, "Timed passes, of which the median counts")
        ->type_name("N")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    advising->add_option("--json", comparing.json, "Write the results as JSON")->type_name("FILE")->check(named_file);

    convert_options converting;
    CLI::App* conversion =
        app.add_subcommand("convert", "Write a saved world or collection as JSON, or the other way round");
    conversion->add_option("FROM", converting.from, "A world or collection, saved or in JSON, plain or .zst")
        ->required();
    conversion->add_option("TO", converting.to, "Its name ends in .json or .save")->required()->check(named_file);
    conversion
        ->add_option("--types", converting.types,
                     "A save of the same game, which has the types of components or elements: JSON does not")
        ->type_name("SAVE")
        ->check(named_file);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // Help and version come this way too, with status 0.
        return app.exit(error) == 0 ? agrees : unusable;
    }
    if (!options.html.empty() && !options.json.empty() && is_same_file(options.html, options.json))
        throw usage_error("--html and --json name the same file");
    progress_line line(progress_line::fitting(quiet));
    if (*advising) return compare_command(comparing, line);
    if (*conversion) return convert_command(converting);
    return *replaying ? replay_command(options, line) : info_command(named, line);
}

} // namespace

int throng::tool::command(int argc, char** argv) {
    status result = unusable;
    try {
        result = run(argc, argv);
    } catch (const std::bad_alloc&) {
        complain("there is not enough memory for this");
    } catch (const std::exception& error) {
        complain(error.what());
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
        complain("the standard output cannot be written");
        result = unusable;
    }
    return result;
}
