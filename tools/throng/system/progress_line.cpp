#include "progress_line.hpp"

#include "system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace throng::tool {

progress_line::style progress_line::fitting(bool quiet) noexcept {
    if (quiet) return style::silent;
    return errors_go_to_a_terminal() ? style::bar : style::lines;
}

void progress_line::show(std::string_view what, double done, clock::time_point now) {
    constexpr std::size_t width = 20;
    constexpr std::size_t longest = 50; // with the bar before it, it fits into a line of 80
    if (style_ == style::silent) return;
    fmt::memory_buffer text;
    const auto out = std::back_inserter(text);
    const double share = std::clamp(done, 0.0, 1.0);
    if (style_ == style::bar) {
        fmt::format_to(out, "\r\x1b[K");
        if (done >= 0) {
            const auto full = static_cast<std::size_t>(share * width);
            fmt::format_to(out, "[{:#<{}}{:.<{}}] {:3.0f} % ", "", full, "", width - full, 100 * share);
        }
        fmt::format_to(out, "{}", what.substr(0, longest));
        is_shown_ = true;
    } else {
        if (now - said_ < pause) return;
        const auto passed = std::chrono::duration_cast<std::chrono::seconds>(now - began_).count();
        if (done >= 0) fmt::format_to(out, "{:3.0f} %, ", 100 * share);
        fmt::format_to(out, "{} s: {}\n", passed, what);
    }
    said_ = now;
    (void)std::fwrite(text.data(), 1, text.size(), to_);
    std::fflush(to_);
}

void progress_line::clear() {
    if (!is_shown_) return;
    is_shown_ = false;
    std::fputs("\r\x1b[K", to_);
    std::fflush(to_);
}

} // namespace throng::tool
