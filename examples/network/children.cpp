#include "children.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace network {

children::~children() {
    for (const child& c : all_) {
        if (c.is_running) {
            ::kill(c.process, SIGKILL);
            ::waitpid(c.process, nullptr, 0);
        }
        ::close(c.from);
    }
}

void children::start(std::string name, const std::function<outcome()>& f) {
    int ends[2];
    if (::pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "a pipe");
    const pid_t process = ::fork();
    if (process < 0) throw std::system_error(errno, std::generic_category(), "a process");
    if (process != 0) {
        ::close(ends[1]);
        all_.push_back({std::move(name), process, ends[0]});
        return;
    }
    int status = 1;
    try {
        const outcome o = f();
        status = ::write(ends[1], o.data(), sizeof(o)) == static_cast<ssize_t>(sizeof(o)) ? 0 : 1;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s: %s\n", name.c_str(), e.what());
    }
    // (Nothing of the parent's is torn down here.)
    std::_Exit(status);
}

bool children::watch() {
    for (child& c : all_) {
        int status = 0;
        if (!c.is_running || ::waitpid(c.process, &status, WNOHANG) != c.process) continue;
        c.is_running = false;
        c.is_good = WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
                    ::read(c.from, c.told.data(), sizeof(c.told)) == static_cast<ssize_t>(sizeof(c.told));
        if (WIFSIGNALED(status))
            std::fprintf(stderr, "%s has died: signal %d (%s)\n", c.name.c_str(), WTERMSIG(status),
                         ::strsignal(WTERMSIG(status)));
    }
    return std::any_of(all_.begin(), all_.end(), [](const child& c) { return c.is_running; });
}

std::vector<outcome> children::outcomes() const {
    std::vector<outcome> those;
    for (const child& c : all_) {
        if (!c.is_good) return {};
        those.push_back(c.told);
    }
    return those;
}

} // namespace network
