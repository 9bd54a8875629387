#pragma once

#include <throng/core/compiler.hpp>

#include <cstdint>

namespace throng {

/// A position in the plane.
template <class Real> struct grid_point {
    Real x;
    Real y;
    friend bool operator==(const grid_point&, const grid_point&) = default;
};

/// A position in space.
template <class Real> struct space_point {
    Real x;
    Real y;
    Real z;
    friend bool operator==(const space_point&, const space_point&) = default;
};

namespace core {

/// Cells are numbered in each direction. Positions beyond the last number belong to the last cell.
using grid_coordinate = std::int32_t;

/// One value for each axis.
template <class Value, unsigned Dimensions> struct grid_vector {
    Value at[Dimensions];

    [[nodiscard]] constexpr Value& operator[](unsigned axis) noexcept { return at[axis]; }
    [[nodiscard]] constexpr const Value& operator[](unsigned axis) const noexcept { return at[axis]; }
    friend constexpr bool operator==(const grid_vector& a, const grid_vector& b) noexcept {
        if constexpr (Dimensions == 3) {
            if (a.at[2] != b.at[2]) return false;
        }
        return a.at[0] == b.at[0] && a.at[1] == b.at[1];
    }
};

/// The space of a grid, for its parts: the plane, or three-dimensional space. These functions write out the operations
/// on each axis without a loop: so coordinates stay in registers.
template <class Real, unsigned Dimensions> struct grid_space {
    static_assert(Dimensions == 2 || Dimensions == 3);

    using real = Real;
    static constexpr unsigned dimensions = Dimensions;
    using position = grid_vector<Real, Dimensions>;
    using cell = grid_vector<grid_coordinate, Dimensions>;

    /// A block of cells has 64 in the plane and in space: one bit each in a word.
    static constexpr unsigned side_bits = Dimensions == 2 ? 3 : 2;
    static constexpr int side = 1 << side_bits;

    template <class F> static constexpr void each(F f) noexcept {
        f(0U);
        f(1U);
        if constexpr (Dimensions == 3) f(2U);
    }
    template <class F> [[nodiscard]] static constexpr bool all(F f) noexcept {
        if constexpr (Dimensions == 2) return f(0U) && f(1U);
        else return f(0U) && f(1U) && f(2U);
    }
    /// Of what f gives for each axis.
    template <class F> [[nodiscard]] static constexpr auto vector(F f) noexcept {
        using result = grid_vector<decltype(f(0U)), Dimensions>;
        if constexpr (Dimensions == 2) return result{{f(0U), f(1U)}};
        else return result{{f(0U), f(1U), f(2U)}};
    }
    template <class Value> [[nodiscard]] static constexpr auto same(Value v) noexcept {
        return vector([v](unsigned) { return v; });
    }
    /// The third of three is left out in the plane.
    template <class Value> [[nodiscard]] static constexpr auto of(Value x, Value y, [[maybe_unused]] Value z) noexcept {
        using result = grid_vector<Value, Dimensions>;
        if constexpr (Dimensions == 2) return result{{x, y}};
        else return result{{x, y, z}};
    }
    /// Without NaN.
    [[nodiscard]] static constexpr bool is_somewhere(const position& p) noexcept {
        return all([&p](unsigned i) { return p[i] == p[i]; });
    }
};

} // namespace core
} // namespace throng
