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
    /// At a place from 0 on, below 1, of each axis.
    void add(double x, double y, colour c) noexcept {
        pixels_[static_cast<std::size_t>((1 - y) * (side - 1)) * side + static_cast<std::size_t>(x * side)] +=
            std::uint64_t{c.red} << 42U | std::uint64_t{c.green} << 21U | c.blue;
    }
    [[nodiscard]] std::vector<std::uint64_t>& pixels() noexcept { return pixels_; }

    /// Empty, or what is wrong.
    [[nodiscard]] std::string write(const std::string& file) const;

  private:
    std::vector<std::uint64_t> pixels_;
};

/// Makes a folder, if it is not there. Empty, or what is wrong.
[[nodiscard]] std::string make_folder(const std::string& folder);

} // namespace models
