#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace playground {

/// An element that tells of its destruction. It is large, so that few fit into a page and a page into a line.
class element {
  public:
    element(int number, std::vector<std::string>& told) noexcept : number_(number), told_(&told) {}
    element(element&& other) noexcept : number_(std::exchange(other.number_, 0)), told_(other.told_) {}
    element& operator=(element&& other) noexcept {
        number_ = std::exchange(other.number_, 0);
        told_ = other.told_;
        return *this;
    }
    ~element() {
        if (number_ != 0) told_->push_back(std::to_string(number_) + " is destroyed");
    }

    [[nodiscard]] int number() const noexcept { return number_; }

  private:
    int number_;
    std::vector<std::string>* told_;
    std::byte weight_[1000] = {};
};

} // namespace playground
