#include "command.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace {

/// Where a standard stream is closed, the next file that is opened would take its number, and with it what is meant for
/// the stream. So /dev/null takes it first, in the wrong direction: reading or writing there still fails. False if
/// /dev/null cannot be opened.
bool keep_standard_streams_apart() {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
        // (The lowest number that is free.)
        if (::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream) return false;
    }
    return true;
}

} // namespace

int main(int argc, char** argv) {
    if (!keep_standard_streams_apart()) return 2;
    // A file that grows too large for the user's limit is an error like others, which can be told.
    std::signal(SIGXFSZ, SIG_IGN);
    return throng::tool::command(argc, argv);
}
