#include "process.hpp"

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

ended run(std::vector<std::string> words, const std::filesystem::path& in) {
    const scratch_folder scratch;
    const std::string out = (scratch.path() / "out").string();
    const std::string err = (scratch.path() / "err").string();
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);

    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) {
        if (!std::freopen("/dev/null", "r", stdin) || !std::freopen(out.c_str(), "w", stdout) ||
            !std::freopen(err.c_str(), "w", stderr) || ::chdir(in.c_str()) != 0)
            ::_exit(126);
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    int state = 0;
    while (::waitpid(child, &state, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > deadline) ::kill(child, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ended result;
    result.status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    result.out = bytes_of(out);
    result.err = bytes_of(err);
    return result;
}

} // namespace

ended run_throng(const std::vector<std::string>& arguments, const std::filesystem::path& in) {
    std::vector<std::string> words{THRONG_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run(std::move(words), in);
}

ended run_by_shell(const std::string& line, const std::filesystem::path& in) {
    return run({"/bin/sh", "-c", line, THRONG_PROGRAM}, in);
}
