#pragma once

#include <throng/core/compiler.hpp>

#include <cstddef>

namespace throng::core {

/// When a collection gives memory back by itself: after less than a part of it has been in use for some time.
class shrinking {
  public:
    shrinking() = default;
    shrinking(double used, double seconds) noexcept : used_(used), seconds_(seconds) {}

    [[nodiscard]] bool is_little(std::size_t size, std::size_t capacity) const noexcept {
        return static_cast<double>(size) < used_ * static_cast<double>(capacity);
    }
    /// So much time has passed: whether it is time by now. While it `waits`, it is not.
    [[nodiscard]] bool is_due(double seconds, std::size_t size, std::size_t capacity, bool waits) noexcept {
        if (used_ == 0) return false;
        if (!is_little(size, capacity)) {
            since_ = 0;
            return false;
        }
        since_ += seconds;
        if (since_ < seconds_ || waits) return false;
        since_ = 0;
        return true;
    }

  private:
    double used_ = 0;
    double seconds_ = 0;
    /// For how long less than that has been in use.
    double since_ = 0;
};

} // namespace throng::core
