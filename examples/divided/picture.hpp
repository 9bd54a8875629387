#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace models {

/// Sums of colours, one of each pixel: so parts of a picture that are drawn elsewhere can be added, in any order.
class picture {
  public:
    static constexpr std::size_t side = 600;
    /// Up to 2^21 of each colour.
    struct colour {
        std::uint32_t red = 0;
        std::uint32_t green = 0;
        std::uint32_t blue = 0;
    };

    picture() : pixels_(side * side) {}
    /// A dot of 4 pixels, at a place from 0 on, below 1, of each axis.
    void add(double x, double y, colour c) noexcept {
        const auto left = static_cast<std::size_t>(x * (side - 1));
        const auto top = static_cast<std::size_t>((1 - y) * (side - 2));
        for (const std::size_t at : {top * side + left, top * side + left + 1}) {
            pixels_[at] += sum_of(c);
            pixels_[at + side] += sum_of(c);
        }
    }
    /// A background: colour_at(x, y) for each pixel.
    template <class F> void fill(F colour_at) {
        for (std::size_t i = 0; i < pixels_.size(); ++i) {
            const auto x = (static_cast<double>(i % side) + 0.5) / side;
            const auto y = 1 - (static_cast<double>(i / side) + 0.5) / side;
            pixels_[i] += sum_of(colour_at(x, y));
        }
    }
    [[nodiscard]] std::vector<std::uint64_t>& pixels() noexcept { return pixels_; }

    /// Empty, or what is wrong.
    [[nodiscard]] std::string write(const std::string& file) const;

  private:
    [[nodiscard]] static constexpr std::uint64_t sum_of(colour c) noexcept {
        return std::uint64_t{c.red} << 42U | std::uint64_t{c.green} << 21U | c.blue;
    }

    std::vector<std::uint64_t> pixels_;
};

/// Makes a folder, if it is not there. Empty, or what is wrong.
[[nodiscard]] std::string make_folder(const std::string& folder);

} // namespace models
