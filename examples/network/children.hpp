#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace network {

/// The result of a process, as its parent receives it.
using outcome = std::array<std::uint64_t, 4>;

/// Child processes of a program, with the same program. Running ones are stopped at the end.
class children {
  public:
    children() = default;
    children(const children&) = delete;
    children& operator=(const children&) = delete;
    ~children();

    /// Starts f in a child process. An exception is reported there, and the status is 1. Throws std::system_error.
    void start(std::string name, const std::function<outcome()>& f);
    /// Notices what has ended, and tells of what has been killed. False when all have ended.
    [[nodiscard]] bool watch();
    /// None unless all have ended well.
    [[nodiscard]] std::vector<outcome> outcomes() const;

  private:
    struct child {
        std::string name;
        pid_t process;
        int from;
        bool is_running = true;
        bool is_good = false;
        outcome told{};
    };

    std::vector<child> all_;
};

} // namespace network
