#pragma once

#include "../bullet.hpp"
#include "../harness.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

/// What the articles keep in their collections: objects that are updated, drawn, and live for a second at most.
namespace bench {

constexpr float frame_time = 1.0F / 60;

struct actor {
    float x, y, vx, vy;
    float life;
    std::uint32_t id;

    explicit actor(std::uint64_t i)
        : x(static_cast<float>(mix(i) % 1000)),
          y(static_cast<float>(mix(i) / 1000 % 1000)),
          vx(1),
          vy(2),
          life(0.1F + static_cast<float>(mix(i + 7) % 1000) / 1000),
          id(static_cast<std::uint32_t>(i)) {}

    void update(float seconds) {
        x += vx * seconds;
        y += vy * seconds;
        life -= seconds;
    }
    template <class Canvas> void draw(Canvas& c) const { c.draw(x, y); }
    [[nodiscard]] bool expired() const { return life <= 0; }
};

inline std::uint64_t hash_of(const actor& t) {
    const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
    return mix(t.id ^ mix(bits(t.x) ^ mix(bits(t.y) ^ mix(bits(t.life)))));
}

/// What is drawn, in whatever order.
class screen {
  public:
    void draw(float x, float y) { light_ += static_cast<std::uint64_t>(static_cast<std::int64_t>(x * 16 + y)); }
    [[nodiscard]] std::uint64_t light() const { return light_; }

  private:
    std::uint64_t light_ = 0;
};

/// A frame of the articles' games: all are updated, the expired are removed, as many are created, and all are drawn.
/// A crowd has add(i) for the i-th newcomer, size(), update(), draw(screen&), and each(f) for the end.
template <class Crowd> class article_game final : public contestant {
  public:
    explicit article_game(std::size_t n) : n_(n), crowd_(n) { fill(); }
    void frame() override {
        crowd_.update();
        fill();
        crowd_.draw(screen_);
    }
    void show(digest& d) const override {
        crowd_.each([&d](const auto& t) { d.add(hash_of(t)); });
        d.add(screen_.light());
        if constexpr (requires { crowd_.expired_ones(); }) d.add(crowd_.expired_ones());
    }

  private:
    void fill() {
        while (crowd_.size() < n_) crowd_.add(born_++);
    }
    std::size_t n_;
    std::uint64_t born_ = 0;
    screen screen_;
    Crowd crowd_;
};

} // namespace bench
