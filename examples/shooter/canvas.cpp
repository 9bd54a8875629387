#include "canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace shooter {

namespace {

std::uint32_t packed(color c) { return 0xff000000U | std::uint32_t{c.r} << 16U | std::uint32_t{c.g} << 8U | c.b; }

struct glyph {
    char sign;
    /// Five rows of three bits, as octal digits from the top.
    const char* rows;
};
constexpr glyph glyphs[] = {
    {'A', "25755"}, {'B', "65656"}, {'C', "34443"}, {'D', "65556"}, {'E', "74647"}, {'F', "74644"}, {'G', "34553"},
    {'H', "55755"}, {'I', "72227"}, {'J', "11152"}, {'K', "55655"}, {'L', "44447"}, {'M', "57755"}, {'N', "65555"},
    {'O', "25552"}, {'P', "65644"}, {'Q', "25563"}, {'R', "65655"}, {'S', "34216"}, {'T', "72222"}, {'U', "55557"},
    {'V', "55552"}, {'W', "55775"}, {'X', "55255"}, {'Y', "55222"}, {'Z', "71247"}, {'0', "75557"}, {'1', "26227"},
    {'2', "61247"}, {'3', "61216"}, {'4', "55711"}, {'5', "74616"}, {'6', "34757"}, {'7', "71122"}, {'8', "75757"},
    {'9', "75716"}, {'.', "00002"}, {':', "02020"}, {'-', "00700"}, {'_', "00007"}, {'/', "11244"}, {'<', "12421"},
    {'>', "42124"}, {'(', "12221"}, {')', "42224"}, {',', "00024"}, {'%', "51245"}, {'+', "02720"},
};

/// Adds so many pixels, each byte for itself, the full opacity too. (In copies of a fixed size compilers use vectors.)
template <std::size_t Pixels> void add_light(const std::uint32_t* from, std::uint32_t* to) {
    std::array<std::uint8_t, 4 * Pixels> light;
    std::array<std::uint8_t, 4 * Pixels> sum;
    std::memcpy(light.data(), from, light.size());
    std::memcpy(sum.data(), to, sum.size());
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = static_cast<std::uint8_t>(std::min(255, sum[i] + light[i]));
    std::memcpy(to, sum.data(), sum.size());
}

} // namespace

canvas::canvas(int width, int height)
    : width_(width), height_(height), pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

void canvas::put(int x, int y, color c) {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
    pixels_[static_cast<std::size_t>(y * width_ + x)] = packed(c);
}

void canvas::add(int x, int y, color c, float part) {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
    std::uint32_t& p = pixels_[static_cast<std::size_t>(y * width_ + x)];
    const auto sum = [part](std::uint32_t old, std::uint8_t light) {
        return static_cast<std::uint8_t>(std::min(255, static_cast<int>(old & 255U) + static_cast<int>(light * part)));
    };
    p = packed({sum(p >> 16U, c.r), sum(p >> 8U, c.g), sum(p, c.b)});
}

void canvas::add(const canvas& light, vec middle) {
    const int left = static_cast<int>(middle.x) - light.width_ / 2;
    const int top = static_cast<int>(middle.y) - light.height_ / 2;
    const int first_row = std::max(0, -top);
    const int last_row = std::min(light.height_, height_ - top);
    const int first = std::max(0, -left);
    const int last = std::min(light.width_, width_ - left);
    if (first >= last) return;
    for (int row = first_row; row < last_row; ++row) {
        const std::uint32_t* from = &light.pixels_[static_cast<std::size_t>(row * light.width_ + first)];
        std::uint32_t* to = &pixels_[static_cast<std::size_t>((top + row) * width_ + left + first)];
        int rest = last - first;
        for (; rest >= 4; rest -= 4, from += 4, to += 4) add_light<4>(from, to);
        for (; rest > 0; --rest, ++from, ++to) add_light<1>(from, to);
    }
}

void canvas::fill(color above, color below) {
    for (int y = 0; y < height_; ++y) {
        const auto mixed = [&](std::uint8_t a, std::uint8_t b) {
            return static_cast<std::uint8_t>((a * (height_ - y) + b * y) / height_);
        };
        const std::uint32_t row = packed({mixed(above.r, below.r), mixed(above.g, below.g), mixed(above.b, below.b)});
        std::fill_n(pixels_.begin() + static_cast<std::ptrdiff_t>(y) * width_, width_, row);
    }
}

void canvas::box(int x, int y, int width, int height, color c) {
    for (int row = y; row < y + height; ++row)
        for (int column = x; column < x + width; ++column) put(column, row, c);
}

void canvas::shade(int x, int y, int width, int height) {
    for (int row = std::max(y, 0); row < std::min(y + height, height_); ++row) {
        for (int column = std::max(x, 0); column < std::min(x + width, width_); ++column) {
            std::uint32_t& p = pixels_[static_cast<std::size_t>(row * width_ + column)];
            p = 0xff000000U | (p >> 2U & 0x3f3f3fU);
        }
    }
}

void canvas::disc(vec at, float radius, color c) {
    const int r = static_cast<int>(radius) + 1;
    const int x = static_cast<int>(at.x);
    const int y = static_cast<int>(at.y);
    for (int dy = -r; dy <= r; ++dy) {
        for (int dx = -r; dx <= r; ++dx) {
            const vec p{static_cast<float>(x + dx) + 0.5F, static_cast<float>(y + dy) + 0.5F};
            if (is_near(p, at, radius)) put(x + dx, y + dy, c);
        }
    }
}

void canvas::glow(vec at, float radius, color c) {
    const int r = static_cast<int>(radius) + 1;
    const int x = static_cast<int>(at.x);
    const int y = static_cast<int>(at.y);
    for (int dy = -r; dy <= r; ++dy) {
        for (int dx = -r; dx <= r; ++dx) {
            const vec p{static_cast<float>(x + dx) + 0.5F, static_cast<float>(y + dy) + 0.5F};
            const float part = 1 - square(p - at) / (radius * radius);
            if (part > 0) add(x + dx, y + dy, c, part * part);
        }
    }
}

void canvas::line(vec from, vec to, color c) {
    const vec way = to - from;
    const int steps = static_cast<int>(std::max(std::abs(way.x), std::abs(way.y))) + 1;
    for (int i = 0; i <= steps; ++i) {
        const vec at = from + way * (static_cast<float>(i) / static_cast<float>(steps));
        put(static_cast<int>(at.x), static_cast<int>(at.y), c);
    }
}

void canvas::triangle(vec a, vec b, vec c, color filled) {
    const auto side = [](vec p, vec q, vec r) { return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x); };
    if (side(a, b, c) < 0) std::swap(b, c);
    const int left = static_cast<int>(std::min({a.x, b.x, c.x}));
    const int right = static_cast<int>(std::max({a.x, b.x, c.x})) + 1;
    const int top = static_cast<int>(std::min({a.y, b.y, c.y}));
    const int bottom = static_cast<int>(std::max({a.y, b.y, c.y})) + 1;
    for (int y = top; y < bottom; ++y) {
        for (int x = left; x < right; ++x) {
            const vec p{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F};
            if (side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0) put(x, y, filled);
        }
    }
}

void canvas::text(int x, int y, std::string_view words, color c, int size) {
    for (const char sign : words) {
        for (const glyph& g : glyphs) {
            if (g.sign != sign) continue;
            for (int row = 0; row < 5; ++row) {
                for (int column = 0; column < 3; ++column) {
                    if (((g.rows[row] - '0') >> (2 - column) & 1) != 0)
                        box(x + column * size, y + row * size, size, size, c);
                }
            }
        }
        x += 4 * size;
    }
}

} // namespace shooter
