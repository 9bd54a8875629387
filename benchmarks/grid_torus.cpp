#include "grid/movers.hpp"
#include "workloads.hpp"

#include <throng/spatial/grid.hpp>
#include <throng/spatial/space_grid.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Who is near, on a torus: beside the same grid without periods, which is asked again beyond each border, and beside
/// cells by hand that go on at the other side.
namespace bench {

namespace {

template <std::size_t D> using spot = std::array<float, D>;

/// As many in a cell, on average.
constexpr std::size_t in_a_cell = 2;

/// How many cells there are in each direction.
template <std::size_t D> int cells_for(std::size_t n) {
    const double cells = static_cast<double>(n) / static_cast<double>(in_a_cell);
    return std::max(4, static_cast<int>(D == 2 ? std::sqrt(cells) : std::cbrt(cells)));
}
/// The numbers are multiples of a 1024th, so that no difference or square is rounded.
template <std::size_t D> spot<D> nth_spot(std::size_t i, float side) {
    std::uint64_t state = (i + 1) * 0x9e3779b97f4a7c15U;
    spot<D> at{};
    for (float& v : at) {
        state ^= state >> 29U;
        state *= 0xbf58476d1ce4e5b9U;
        state ^= state >> 32U;
        v = std::floor(static_cast<float>(state >> 40U) / static_cast<float>(1U << 24U) * side * 1024) / 1024;
    }
    return at;
}

/// N that stand still, and questions by lot; where `inside`, none whose answer lies across a border.
template <std::size_t D> class torus_crowd {
  public:
    explicit torus_crowd(std::size_t n, bool inside)
        : cells_(cells_for<D>(n)), side_(static_cast<float>(cells_) * radius), questions_(n / 10) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(nth_spot<D>(i, side_));
        const float border = inside ? radius : 0;
        for (std::size_t i = 0; asked_.size() < questions_; ++i) {
            const spot<D> at = nth_spot<D>(7 * i + 3, side_);
            if (std::ranges::all_of(at, [&](float v) { return v >= border && v < side_ - border; }))
                asked_.push_back(at);
        }
    }

  protected:
    void met(std::size_t i) { sum_ += (i + 1) * 0x9e3779b97f4a7c15U; }

    int cells_;
    float side_;
    std::vector<spot<D>> all_;
    std::vector<spot<D>> asked_;

  public:
    void show(digest& d) const { d.add(sum_); }

  private:
    std::size_t questions_;
    std::uint64_t sum_ = 0;
};

/// Calls f(point) with so many coordinates.
template <std::size_t D, class F> decltype(auto) apart(const spot<D>& at, F f) {
    if constexpr (D == 2) return f(at[0], at[1]);
    else return f(at[0], at[1], at[2]);
}
template <std::size_t D> struct grid_words;
template <> struct grid_words<2> {
    struct object : throng::grid_hook<> {
        std::size_t number = 0;
    };
    using grid = throng::grid<object>;
    static auto near(grid& g, const spot<2>& at) { return g.in_circle(at[0], at[1], radius); }
};
template <> struct grid_words<3> {
    struct object : throng::space_grid_hook<> {
        std::size_t number = 0;
    };
    using grid = throng::space_grid<object>;
    static auto near(grid& g, const spot<3>& at) { return g.in_sphere(at[0], at[1], at[2], radius); }
};

/// throng's grid; what it holds is entered by the others.
template <std::size_t D> class in_grid : public torus_crowd<D> {
  protected:
    using words = grid_words<D>;

    in_grid(std::size_t n, bool inside, bool is_periodic)
        : torus_crowd<D>(n, inside), grid_(radius, periods(is_periodic)), objects_(n) {
        for (std::size_t i = 0; i < n; ++i) {
            objects_[i].number = i;
            apart<D>(this->all_[i], [&](auto... at) { grid_.insert(objects_[i], at...); });
        }
    }
    void ask(const spot<D>& at) {
        for (const auto& o : words::near(grid_, at)) this->met(o.number);
    }

    typename words::grid grid_;

  private:
    [[nodiscard]] auto periods(bool is_periodic) const {
        const float period = is_periodic ? this->side_ : std::numeric_limits<float>::infinity();
        if constexpr (D == 2) return typename words::grid::point{period, period};
        else return typename words::grid::point{period, period, period};
    }

    std::vector<typename words::object> objects_;
};

template <std::size_t D, bool Inside> struct by_periods : in_grid<D> {
    explicit by_periods(std::size_t n) : in_grid<D>(n, Inside, true) {}
    void frame() {
        for (const auto& at : this->asked_) this->ask(at);
    }
};
/// A question near a border is also asked at the images beyond it.
template <std::size_t D, bool Inside> struct by_images : in_grid<D> {
    explicit by_images(std::size_t n) : in_grid<D>(n, Inside, false) {}
    void frame() {
        for (const auto& at : this->asked_) from(at, 0);
    }

  private:
    void from(spot<D> at, std::size_t direction) {
        if (direction == D) return this->ask(at);
        const float v = at[direction];
        from(at, direction + 1);
        if (v >= radius && v < this->side_ - radius) return;
        at[direction] = v < radius ? v + this->side_ : v - this->side_;
        from(at, direction + 1);
    }
};

/// By hand: a vector for each cell, and the cells go on at the other side.
template <std::size_t D, bool Inside> class by_cells : public torus_crowd<D> {
    struct entry {
        spot<D> at;
        std::uint32_t number;
    };

  public:
    explicit by_cells(std::size_t n) : torus_crowd<D>(n, Inside) {
        std::size_t cells = 1;
        for (std::size_t d = 0; d < D; ++d) cells *= static_cast<std::size_t>(this->cells_);
        in_cell_.resize(cells);
        for (std::size_t i = 0; i < n; ++i) {
            std::size_t cell = 0;
            for (const float v : this->all_[i]) cell = next(cell, row(v));
            in_cell_[cell].push_back({this->all_[i], static_cast<std::uint32_t>(i)});
        }
    }
    void frame() {
        for (const auto& at : this->asked_) ask<0>(at, 0);
    }

  private:
    [[nodiscard]] static int row(float v) { return static_cast<int>(v / radius); }
    [[nodiscard]] std::size_t next(std::size_t cell, int row) const {
        return cell * static_cast<std::size_t>(this->cells_) + static_cast<std::size_t>(row);
    }
    template <std::size_t Direction> void ask(const spot<D>& at, std::size_t cell) {
        if constexpr (Direction == D) {
            for (const entry& e : in_cell_[cell]) {
                float square = 0;
                for (std::size_t d = 0; d < D; ++d) {
                    float far = std::abs(e.at[d] - at[d]);
                    far = std::min(far, this->side_ - far);
                    square += far * far;
                }
                if (square <= radius * radius) this->met(e.number);
            }
        } else {
            const int middle = row(at[Direction]);
            for (int r = middle - 1; r <= middle + 1; ++r)
                ask<Direction + 1>(at, next(cell, r < 0 ? r + this->cells_ : r >= this->cells_ ? r - this->cells_ : r));
        }
    }

    std::vector<std::vector<entry>> in_cell_;
};

template <class Crowd> class asking final : public contestant {
  public:
    explicit asking(std::size_t n) : crowd_(n) {}
    void frame() override { crowd_.frame(); }
    void show(digest& d) const override { crowd_.show(d); }

  private:
    Crowd crowd_;
};
template <class Crowd> entry asks(std::string name, kind k) {
    return {std::move(name), k, false, [](std::size_t n) { return std::make_unique<asking<Crowd>>(n); }};
}

template <std::size_t D, bool Inside> workload row(const char* name, const char* title) {
    const std::string grid = D == 2 ? "throng::grid" : "throng::space_grid";
    return {.name = name,
            .title = title,
            .warm_up = 4,
            .sizes = {10'000, 100'000},
            .entries = {asks<by_periods<D, Inside>>(grid + " with periods", kind::ours),
                        asks<by_images<D, Inside>>(grid + ", asked at each image", kind::baseline),
                        asks<by_cells<D, Inside>>("cells that go on at the other side", kind::baseline)},
            .share = 0.1,
            .unit = "ns a question",
            .why_behind =
                "A query opens a walk, and each object is checked at its turn, since it may have moved or been "
                "removed; by hand, positions are copied into the cells, and nothing is moved or removed."};
}

} // namespace

std::vector<workload> grid_torus() {
    return {row<2, false>("grid-torus", "who is near, of N on a torus in the plane, 2 in a cell"),
            row<2, true>("grid-torus-inside", "the same; no question reaches across a border"),
            row<3, false>("grid-torus-space", "who is near, of N on a torus in space, 2 in a cell"),
            row<3, true>("grid-torus-space-inside", "the same; no question reaches across a border")};
}

} // namespace bench
