#pragma once

#include "options.hpp"

#include <memory>
#include <string>

namespace shooter {

struct game;

/// Shows the game's collections, and what is in them, to a browser: docs/inspector.md. It changes nothing by itself.
class inspection {
  public:
    inspection() = default;
    inspection(const inspection&) = delete;
    inspection& operator=(const inspection&) = delete;
    virtual ~inspection() = default;
    /// Whether the next frame is to be played: call it before each.
    [[nodiscard]] virtual bool poll() = 0;
    /// Waits until it is, and at least so many milliseconds.
    virtual void wait(double milliseconds) = 0;
};

/// Null if that cannot be; `why` tells more. Where it is, is printed.
[[nodiscard]] std::unique_ptr<inspection> inspect(game& world, const options& wanted, std::string& why);

} // namespace shooter
