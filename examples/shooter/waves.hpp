#pragma once

#include "step.hpp"

namespace shooter {

/// Sends the enemies, wave after wave; every fourth is the boss, and the next wave waits until that is beaten.
class waves {
  public:
    void update(const step& s);
    void draw(canvas&) {}
    [[nodiscard]] int number() const { return number_; }

  private:
    int number_ = 0;
    int left_ = 0;
    float wait_ = 1;
};

} // namespace shooter
