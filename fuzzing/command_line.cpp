/// The program's arguments, one a line: whatever they are, it ends with a status from 0 to 2, and leaves no files
/// beside those it was asked for.

#include "command.hpp"
#include "random_game.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

/// A folder of its own, where the program finds a game, a broken one, and nothing else.
class playground {
  public:
    playground() {
        std::string made = (std::filesystem::temp_directory_path() / "throng-fuzz-XXXXXX").string();
        if (::mkdtemp(made.data()) == nullptr) std::abort();
        folder_ = made;
        std::filesystem::current_path(folder_);
        std::filesystem::create_directory("traces");
    }
    playground(const playground&) = delete;
    playground& operator=(const playground&) = delete;
    ~playground() {
        std::filesystem::current_path("/");
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    /// The program may be told to write over them.
    static void lay_out() {
        for (const char* file : {"traces/one.trace", "one.trace"}) std::ofstream(file) << small_game;
        std::ofstream("broken.trace") << "L 1 1 3\nA x\n";
    }

    /// Removes what was written, but for what was there before.
    static void tidy(const std::vector<std::string>& arguments) {
        for (const auto& entry : std::filesystem::directory_iterator(".")) {
            const std::string found = entry.path().filename().string();
            if (found == "traces" || found == "one.trace" || found == "broken.trace") continue;
            bool asked_for = false;
            for (const std::string& a : arguments) asked_for = asked_for || a.find(found) != std::string::npos;
            if (!asked_for) {
                std::fprintf(stderr, "the program left a file '%s'\n", found.c_str());
                std::abort();
            }
            std::filesystem::remove_all(entry.path());
        }
    }

  private:
    std::filesystem::path folder_;
};

/// Only files in the playground, and few passes: time is not what is tried here.
std::string harmless(std::string_view argument) {
    std::string out;
    for (std::size_t i = 0; i < argument.size(); ++i) {
        const char c = argument[i];
        const bool after_digit = i != 0 && argument[i - 1] >= '0' && argument[i - 1] <= '9';
        if (c == '/' || c == '\0') continue;
        if (c >= '2' && c <= '9' && !after_digit) out += '1';
        else if (c >= '0' && c <= '9' && after_digit && argument.size() < 12) continue;
        else out += c;
    }
    return out == ".." || out.find("..") != std::string::npos ? "." : out;
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    // The program's output is dropped.
    if (std::freopen("/dev/null", "w", stdout) == nullptr) std::abort();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static playground here;
    if (size > 1000) return -1;
    std::vector<std::string> arguments{"throng"};
    std::string_view rest{reinterpret_cast<const char*>(data), size};
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(line.size() < rest.size() ? line.size() + 1 : line.size());
        arguments.push_back(harmless(line));
    }
    std::vector<char*> argv;
    for (std::string& a : arguments) argv.push_back(a.data());
    argv.push_back(nullptr);
    playground::lay_out();
    const int status = throng::tool::command(static_cast<int>(argv.size()) - 1, argv.data());
    if (status < 0 || status > 2) {
        std::fprintf(stderr, "status %d\n", status);
        std::abort();
    }
    playground::tidy(arguments);
    return 0;
}
