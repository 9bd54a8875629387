#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

namespace support {

/// Draws the same lots everywhere.
class lots {
  public:
    explicit lots(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15U + 1) {}
    std::uint32_t below(std::uint32_t n) {
        state_ ^= state_ << 13U;
        state_ ^= state_ >> 7U;
        state_ ^= state_ << 17U;
        return static_cast<std::uint32_t>(state_ >> 20U) % n;
    }
    bool percent(std::uint32_t n) { return below(100) < n; }

  private:
    std::uint64_t state_;
};

/// A line that loses some of what it carries, doubles some, and delivers it after one to `delay` frames, in any order.
class bad_line {
  public:
    bad_line(std::uint32_t loss, std::uint32_t delay, std::uint64_t seed) : loss_(loss), delay_(delay), chance_(seed) {}
    void send(std::span<const std::byte> bytes) {
        for (int copies = chance_.percent(10) ? 2 : 1; copies != 0; --copies) {
            if (!chance_.percent(loss_))
                carried_.push_back({now_ + 1 + chance_.below(delay_), {bytes.begin(), bytes.end()}});
        }
    }
    template <class F> void deliver(F f) {
        ++now_;
        std::deque<parcel> rest;
        std::vector<std::vector<std::byte>> due;
        for (parcel& p : carried_) {
            if (p.due <= now_) due.push_back(std::move(p.bytes));
            else rest.push_back(std::move(p));
        }
        carried_.swap(rest);
        for (std::size_t i = due.size(); i > 1; --i)
            std::swap(due[i - 1], due[chance_.below(static_cast<std::uint32_t>(i))]);
        for (const std::vector<std::byte>& m : due) f(m);
    }

  private:
    struct parcel {
        std::uint64_t due;
        std::vector<std::byte> bytes;
    };
    std::uint32_t loss_;
    std::uint32_t delay_;
    lots chance_;
    std::uint64_t now_ = 0;
    std::deque<parcel> carried_;
};

} // namespace support
