#pragma once

#include <functional>
#include <utility>

namespace support {

/// A value whose destructor calls a function.
class at_its_end {
  public:
    explicit at_its_end(std::function<void()> f) : f_{std::move(f)} {}
    at_its_end(const at_its_end&) = delete;
    at_its_end& operator=(const at_its_end&) = delete;
    ~at_its_end() { f_(); }

  private:
    std::function<void()> f_;
};

} // namespace support
