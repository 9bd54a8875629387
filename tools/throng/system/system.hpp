#pragma once

/// What the operating system is asked for beyond the standard library: posix.cpp or windows.cpp answers.

#include <cstdio>
#include <memory>
#include <string>

namespace throng::tool {

/// Before anything else: where a standard stream is closed, nothing that is opened later takes its place, and a file
/// that grows too large for the user's limit is an error like others. False if that cannot be had.
[[nodiscard]] bool prepare_process() noexcept;

/// Whether the standard error is a terminal.
[[nodiscard]] bool errors_go_to_a_terminal() noexcept;

/// A number that no other running process has.
[[nodiscard]] unsigned long process_number() noexcept;

/// Whether the permissions of an existing file let it be written. If not, errno says why.
[[nodiscard]] bool may_be_written(const std::string& file) noexcept;

/// Opens for writing what is there and no regular file: a pipe, a terminal, a device. A pipe is waited for a second,
/// until it has a reader. Null, with errno, if it cannot be opened: ENXIO if the pipe has no reader.
[[nodiscard]] std::FILE* open_device(const std::string& path);

/// While it lives, signals wait: a program that is interrupted while there are files beside others would leave them
/// behind.
/// (A file without a name would need no such care, but cannot take the name of another, nor is it known everywhere.)
class signals_wait {
  public:
    signals_wait();
    ~signals_wait();

    signals_wait(const signals_wait&) = delete;
    signals_wait& operator=(const signals_wait&) = delete;

  private:
    struct before;
    std::unique_ptr<before> before_;
};

} // namespace throng::tool
