#pragma once

#include "vec.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace shooter {

struct color {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;

    [[nodiscard]] color dimmed(float f) const {
        const auto part = [f](std::uint8_t v) { return static_cast<std::uint8_t>(static_cast<float>(v) * f); };
        return {part(r), part(g), part(b)};
    }
};

/// A picture in memory. Everything outside is clipped.
class canvas {
  public:
    canvas(int width, int height);

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }
    /// Row by row, 0xffrrggbb.
    [[nodiscard]] std::span<const std::uint32_t> pixels() const { return pixels_; }

    /// Adds a picture of light, its middle at a place: for what is there by the thousand.
    void add(const canvas& light, vec middle);
    /// From one colour above to another below.
    void fill(color above, color below);
    void box(int x, int y, int width, int height, color c);
    /// Darkens what is there.
    void shade(int x, int y, int width, int height);
    void disc(vec at, float radius, color c);
    /// Light, added to what is there: full in the middle, none at the radius.
    void glow(vec at, float radius, color c);
    void line(vec from, vec to, color c);
    void triangle(vec a, vec b, vec c, color filled);
    /// Capital letters, digits and some signs, 3 times 5 points of `size` pixels each.
    void text(int x, int y, std::string_view words, color c, int size = 2);

  private:
    void put(int x, int y, color c);
    void add(int x, int y, color c, float part);

    int width_;
    int height_;
    std::vector<std::uint32_t> pixels_;
};

} // namespace shooter
