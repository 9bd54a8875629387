#include "system.hpp"

#include <io.h>
#include <process.h>
#include <signal.h>

namespace throng::tool {

/// Standard streams that are closed have no number here that a file could take, and there are no limits for files.
bool prepare_process() noexcept { return true; }

bool errors_go_to_a_terminal() noexcept { return ::_isatty(::_fileno(stderr)) != 0; }

unsigned long process_number() noexcept { return static_cast<unsigned long>(::_getpid()); }

bool may_be_written(const std::string& file) noexcept {
    constexpr int writing = 2;
    return ::_access(file.c_str(), writing) == 0;
}

std::FILE* open_device(const std::string& path) { return std::fopen(path.c_str(), "wb"); }

/// Control-C is the only signal from outside; while it is ignored it is lost, and the program goes on.
struct signals_wait::before {
    void (*interrupt)(int);
};

signals_wait::signals_wait() : before_(std::make_unique<before>(before{::signal(SIGINT, SIG_IGN)})) {}

signals_wait::~signals_wait() { (void)::signal(SIGINT, before_->interrupt); }

} // namespace throng::tool
