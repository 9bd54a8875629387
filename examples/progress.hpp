#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <unistd.h>
#include <utility>

namespace examples {

/// Progress of a program that may take longer than two seconds, on the standard error: one line that is overwritten on
/// a terminal, a line every three seconds elsewhere.
class progress {
    using clock = std::chrono::steady_clock;

  public:
    explicit progress(std::string what, bool quiet = false)
        : what_(std::move(what)), quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1) {}
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;
    ~progress() { clear(); }

    /// The share that is done, from 0 to 1. Cheap to call often.
    void show(double share) {
        const clock::time_point now = clock::now();
        if (quiet_ || now - begun_ < std::chrono::seconds(2) ||
            now - shown_ < (terminal_ ? std::chrono::milliseconds(200) : std::chrono::seconds(3)))
            return;
        shown_ = now;
        const double done = std::clamp(share, 0.0, 1.0);
        const double passed = std::chrono::duration<double>(now - begun_).count();
        char left[32] = "";
        if (done > 0.01) std::snprintf(left, sizeof left, ", %.0f s left", passed * (1 - done) / done);
        std::fprintf(stderr, "%s%s: %.0f %%%s%s", terminal_ ? "\r\x1b[K" : "", what_.c_str(), 100 * done, left,
                     terminal_ ? "" : "\n");
    }
    /// Removes the line from the terminal, before other output.
    void clear() {
        if (terminal_ && shown_ != begun_) std::fputs("\r\x1b[K", stderr);
    }

  private:
    std::string what_;
    bool quiet_;
    bool terminal_;
    clock::time_point begun_ = clock::now();
    clock::time_point shown_ = begun_;
};

} // namespace examples
