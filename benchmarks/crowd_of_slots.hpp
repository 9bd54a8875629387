#pragma once

#include "bullet.hpp"

#include <cstddef>
#include <vector>

namespace bench {

/// A colony, hive or hub: a newcomer may get a slot before or behind the walk, so newcomers wait to the end of the
/// frame. There they step, or not if they are to wait for the next one.
template <class Colony, bool NewcomersWait = false> class crowd_of_slots {
  public:
    explicit crowd_of_slots(std::size_t n) {
        all_.reserve(n);
        newcomers_.reserve(n);
        for (std::size_t i = 0; i < n; ++i) all_.insert(nth_bullet(i));
    }

    void churn() {
        for (auto it = all_.begin(); it != all_.end();)
            if (it->step()) {
                newcomers_.push_back(it->offspring());
                it = all_.erase(it);
            } else {
                ++it;
            }
        for (bullet& b : newcomers_) {
            if constexpr (!NewcomersWait) static_cast<void>(b.step());
            all_.insert(b);
        }
        newcomers_.clear();
    }

    void drift() {
        for (bullet& b : all_) b.drift();
    }

    template <class F> void visit(F f) const {
        for (const bullet& b : all_) f(b);
    }

  private:
    Colony all_;
    std::vector<bullet> newcomers_;
};

} // namespace bench
