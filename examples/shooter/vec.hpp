#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace shooter {

/// The game's numbers are floats, and nothing is done to them but + - * / and the square root: so every machine and
/// every compiler computes the same bits (compiled with -ffp-contract=off).
struct vec {
    float x = 0;
    float y = 0;

    friend vec operator+(vec a, vec b) { return {a.x + b.x, a.y + b.y}; }
    friend vec operator-(vec a, vec b) { return {a.x - b.x, a.y - b.y}; }
    friend vec operator*(vec a, float f) { return {a.x * f, a.y * f}; }
    vec& operator+=(vec b) { return *this = *this + b; }
};

[[nodiscard]] inline float square(vec a) { return a.x * a.x + a.y * a.y; }
[[nodiscard]] inline float length(vec a) { return std::sqrt(square(a)); }
[[nodiscard]] inline bool is_near(vec a, vec b, float distance) { return square(a - b) <= distance * distance; }
/// Of length 1; downwards for nothing.
[[nodiscard]] inline vec unit(vec a) {
    const float l = length(a);
    return l > 0 ? a * (1 / l) : vec{0, 1};
}

/// A turn is 256 steps, clockwise from the right.
inline constexpr int turn = 256;

/// The unit vectors of all 256, in 30 bits after the point: by turning one of them step by step, in integers.
[[nodiscard]] constexpr std::array<vec, turn> make_directions() {
    constexpr std::int64_t one = std::int64_t{1} << 30;
    constexpr std::int64_t cosine = 1073418433; // of a 256th of a turn
    constexpr std::int64_t sine = 26350943;
    std::array<vec, turn> all{};
    std::int64_t x = one;
    std::int64_t y = 0;
    for (int i = 0; i < turn / 4; ++i) {
        const vec v{static_cast<float>(x) / static_cast<float>(one), static_cast<float>(y) / static_cast<float>(one)};
        const auto at = static_cast<std::size_t>(i);
        all[at] = v;
        all[at + 64] = {-v.y, v.x};
        all[at + 128] = {-v.x, -v.y};
        all[at + 192] = {v.y, -v.x};
        const std::int64_t next = (x * cosine - y * sine) / one;
        y = (x * sine + y * cosine) / one;
        x = next;
    }
    return all;
}
inline constexpr std::array<vec, turn> directions = make_directions();

[[nodiscard]] inline vec direction(int step) { return directions[static_cast<std::size_t>(step & (turn - 1))]; }
/// A vector turned by so many steps.
[[nodiscard]] inline vec turned(vec v, int step) {
    const vec d = direction(step);
    return {v.x * d.x - v.y * d.y, v.x * d.y + v.y * d.x};
}

} // namespace shooter
