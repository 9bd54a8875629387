#include "launch.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace models {

namespace {

volatile std::sig_atomic_t started = 0;

/// When this process ends, so do the ranks.
void hand_on(int signal) {
    if (started != 0) kill(static_cast<pid_t>(started), signal);
}

/// What mpirun and the ranks write to their standard error. The ranks' lines are handed on; of mpirun's notices, which
/// stand between lines of dashes, those that say what the ranks have said already are dropped.
class listener {
  public:
    void hear(const char* text, std::size_t n) {
        for (const char* const end = text + n; text != end; ++text) {
            line_ += *text;
            if (*text == '\n') end_line();
        }
    }
    void end() {
        if (!line_.empty()) end_line();
        if (!notice_.empty()) end_notice();
    }
    /// "rank 2 ... signal 9 (Killed)", as mpirun says it; empty if no rank has died.
    [[nodiscard]] const std::string& death() const { return death_; }

  private:
    void end_line() {
        const bool dashes = line_.find_first_not_of("-\r\n") == std::string::npos && line_.size() > 60;
        if (dashes && !notice_.empty()) end_notice();
        else if (dashes || !notice_.empty()) notice_ += dashes ? std::string("\n") : line_;
        else std::fputs(line_.c_str(), stderr);
        line_.clear();
    }
    void end_notice() {
        for (char& c : notice_) {
            if (c == '\n') c = ' ';
        }
        const std::size_t rank = notice_.find("process rank ");
        const std::size_t signal = notice_.find("exited on signal ");
        if (rank != std::string::npos && signal != std::string::npos) {
            const std::size_t number = rank + std::strlen("process rank ");
            const std::size_t last = notice_.find_last_not_of(". ");
            death_ = "rank " + notice_.substr(number, notice_.find(' ', number) - number) + " has died: " +
                     notice_.substr(signal + std::strlen("exited on "), last + 1 - signal - std::strlen("exited on "));
        } else if (notice_.find("Primary job") == std::string::npos &&
                   notice_.find("non-zero status") == std::string::npos &&
                   notice_.find("MPI_ABORT was invoked") == std::string::npos) {
            std::fprintf(stderr, "%s\n", notice_.c_str() + 1);
        }
        notice_.clear();
    }

    std::string line_;
    std::string notice_;
    std::string death_;
};

/// The program's own file, as MPI has to start it.
std::string own_file(const char* called) {
    std::array<char, 4096> path{};
    const ssize_t n = readlink("/proc/self/exe", path.data(), path.size() - 1);
    return n > 0 ? std::string(path.data(), static_cast<std::size_t>(n)) : called;
}

} // namespace

bool is_rank() {
    for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMIX_RANK"}) {
        if (std::getenv(name) != nullptr) return true;
    }
    return false;
}

int launch(const options& o, char** words) {
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0) {
        std::fprintf(stderr, "%s: no pipe: %s\n", o.model.c_str(), std::strerror(errno));
        return 2;
    }
    const std::string file = own_file(words[0]);
    const std::string ranks = std::to_string(o.ranks);
    // More ranks than processors are welcome; and threads need the processors that a rank would be bound to.
    std::vector<const char*> command{"mpirun", "--oversubscribe", "--bind-to", "none",
                                     "-n",     ranks.c_str(),     file.c_str()};
    for (char** w = words + 1; *w != nullptr; ++w) command.push_back(*w);
    command.push_back(nullptr);
    if (geteuid() == 0) {
        setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
        setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    }
    const pid_t child = fork();
    if (child == 0) {
        dup2(pipe_ends[1], STDERR_FILENO);
        close(pipe_ends[0]);
        close(pipe_ends[1]);
        execvp(command[0], const_cast<char**>(command.data()));
        std::fprintf(stderr, "%s: mpirun cannot be started (Debian: openmpi-bin): %s\n", o.model.c_str(),
                     std::strerror(errno));
        _exit(2);
    }
    close(pipe_ends[1]);
    if (child < 0) {
        std::fprintf(stderr, "%s: mpirun cannot be started: %s\n", o.model.c_str(), std::strerror(errno));
        return 2;
    }
    started = static_cast<std::sig_atomic_t>(child);
    std::signal(SIGTERM, hand_on);
    std::signal(SIGINT, hand_on);
    listener heard;
    std::array<char, 4096> text{};
    for (ssize_t n = 0; (n = ::read(pipe_ends[0], text.data(), text.size())) > 0 || (n < 0 && errno == EINTR);) {
        if (n > 0) heard.hear(text.data(), static_cast<std::size_t>(n));
    }
    heard.end();
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!heard.death().empty()) {
        std::fprintf(stderr, "%s: %s; the other ranks of %u have been stopped\n", o.model.c_str(),
                     heard.death().c_str(), o.ranks);
        if (!o.save.empty())
            std::fprintf(stderr, "%s: %s: %s\n", o.model.c_str(), o.save.c_str(),
                         access(o.save.c_str(), F_OK) == 0 ? "the last save, which is whole"
                                                           : "nothing has been saved");
        return 1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

} // namespace models
