#include "system.hpp"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <signal.h>
#include <thread>
#include <unistd.h>

namespace throng::tool {

bool prepare_process() noexcept {
    // The next file that is opened would take the number of a closed stream, and with it what is meant for the stream.
    // So /dev/null takes it first, in the wrong direction: reading or writing there still fails.
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
        // (The lowest number that is free.)
        if (::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream) return false;
    }
    return ::signal(SIGXFSZ, SIG_IGN) != SIG_ERR;
}

bool errors_go_to_a_terminal() noexcept { return ::isatty(STDERR_FILENO) == 1; }

unsigned long process_number() noexcept { return static_cast<unsigned long>(::getpid()); }

bool may_be_written(const std::string& file) noexcept { return ::access(file.c_str(), W_OK) == 0; }

std::FILE* open_device(const std::string& path) {
    // In the usual way, a pipe would wait for its reader, which may never come. A reader that was started together with
    // the program may be a moment late.
    constexpr auto patience = std::chrono::seconds(1);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    int file = -1;
    while ((file = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY)) < 0) {
        if (errno != ENXIO || std::chrono::steady_clock::now() > deadline) return nullptr;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    // Once the reader is there, it may take its time.
    std::FILE* const opened = ::fcntl(file, F_SETFL, 0) == 0 ? ::fdopen(file, "wb") : nullptr;
    if (opened == nullptr) {
        const int why = errno;
        ::close(file);
        errno = why;
    }
    return opened;
}

struct signals_wait::before {
    sigset_t mask;
};

signals_wait::signals_wait() : before_(std::make_unique<before>()) {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_->mask);
}

signals_wait::~signals_wait() { ::pthread_sigmask(SIG_SETMASK, &before_->mask, nullptr); }

} // namespace throng::tool
