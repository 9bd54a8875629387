#pragma once

#include <throng/spatial/detail/grid_cells.hpp>
#include <throng/spatial/detail/grid_nearest.hpp>
#include <throng/spatial/detail/grid_region.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <utility>

/// Ordered queries of a grid: the found nodes are sorted first, and visited then. They are referred to by their places,
/// which stay valid while the query is open, so that nodes removed before their turn are skipped.
namespace throng::core {

/// Something found: how far it is, how many were met before it, and where it stands.
template <class Space> struct grid_found {
    double distance;
    std::size_t met;
    grid_block<Space>* home;
    std::uint32_t index;
    std::uint32_t slot;

    friend bool operator<(const grid_found& a, const grid_found& b) noexcept {
        return a.distance < b.distance || (a.distance == b.distance && a.met < b.met);
    }
};

/// The cells near a straight way. A little more than those, for what is rounded.
template <class Space> class grid_way {
    using block = grid_block<Space>;
    using coordinates = typename Space::cell;
    using exact = grid_vector<double, Space::dimensions>;

  public:
    /// From one point to another, so far to each side.
    grid_way(const grid_scale& scale, const exact& from, const exact& to, double far) noexcept
        : scale_(scale),
          from_(from),
          way_(Space::vector([&](unsigned i) { return to[i] - from_[i]; })),
          // (Points of the way are rounded by less than that.)
          far_(far * grid_scale::margin + scale.width() / 1048576),
          low_(Space::vector([&](unsigned i) { return std::min(from[i], to[i]) - far_; })),
          high_(Space::vector([&](unsigned i) { return std::max(from[i], to[i]) + far_; })),
          first_(scale.cell_of(low_)),
          last_(scale.cell_of(high_)) {}

    /// Whether there are more cells than so many, about.
    [[nodiscard]] bool is_longer_than(std::size_t cells) const noexcept {
        double n = 0;
        Space::each([&](unsigned i) { n += static_cast<double>(std::int64_t{last_[i]} - first_[i]); });
        if constexpr (Space::dimensions == 3) n *= 3 + 2 * far_ / scale_.width();
        return !(n <= static_cast<double>(cells));
    }
    /// Whether a block is in the box around the way.
    [[nodiscard]] bool reaches(const block& b) const noexcept {
        return Space::all(
            [&](unsigned i) { return b.at[i] >= block::block_of(first_[i]) && b.at[i] <= block::block_of(last_[i]); });
    }
    /// Calls f for each cell, row by row.
    template <class F> void visit(F f) const {
        coordinates at{};
        visit_rows<Space::dimensions - 1>(at, low_, high_, {0, 1}, f);
    }

  private:
    /// A part of the way.
    struct part {
        double begin;
        double end;
    };

    /// For each row of cells along an axis, that part of the way which is in it or near it, and of each the cells along
    /// the axes before.
    template <unsigned Axis, class F>
    void visit_rows(coordinates& at, const exact& low, const exact& high, part of_way, F& f) const {
        const std::int64_t last = scale_.cell_of(high[Axis], Axis);
        for (std::int64_t row = scale_.cell_of(low[Axis], Axis); row <= last; ++row) {
            at[Axis] = static_cast<grid_coordinate>(row);
            if constexpr (Axis == 0) {
                f(at);
            } else {
                const part here = part_in(Axis, row, of_way);
                exact from = low;
                exact to = high;
                for (unsigned i = 0; way_[Axis] != 0 && i < Axis; ++i) {
                    const double a = from_[i] + way_[i] * here.begin;
                    const double b = from_[i] + way_[i] * here.end;
                    from[i] = std::max(low[i], std::min(a, b) - far_);
                    to[i] = std::min(high[i], std::max(a, b) + far_);
                }
                visit_rows<Axis - 1>(at, from, to, here, f);
            }
        }
    }
    [[nodiscard]] part part_in(unsigned axis, std::int64_t row, part of_way) const noexcept {
        if (way_[axis] == 0) return of_way;
        const double width = scale_.width() * grid_scale::margin;
        const double begin = static_cast<double>(row) * width - far_ - width;
        const double end = static_cast<double>(row + 1) * width + far_ + width;
        const double a = std::clamp((begin - from_[axis]) / way_[axis], of_way.begin, of_way.end);
        const double b = std::clamp((end - from_[axis]) / way_[axis], of_way.begin, of_way.end);
        return a <= b ? part{a, b} : part{b, a};
    }

    const grid_scale& scale_;
    exact from_;
    exact way_;
    double far_;
    /// The box around it.
    exact low_;
    exact high_;
    coordinates first_;
    coordinates last_;
};

/// The result of a search, in memory of the grid: once that is allocated, a search allocates nothing.
template <class Space> class grid_answers {
    using found = grid_found<Space>;

  public:
    explicit grid_answers(unit_memory& memory) noexcept : memory_(memory) {}
    grid_answers(const grid_answers&) = delete;
    grid_answers& operator=(const grid_answers&) = delete;
    ~grid_answers() {
        if (all_ != nullptr) memory_.give_back(all_, piece_);
    }
    /// Call it when the memory is released.
    void forget() noexcept { all_ = nullptr; }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] found* begin() const noexcept { return all_; }
    [[nodiscard]] found* end() const noexcept { return all_ + size_; }
    void clear() noexcept { size_ = 0; }
    void keep(std::size_t first) noexcept { size_ = first; }
    /// Throws what the allocator throws.
    void add(const found& x) {
        if (all_ == nullptr || size_ == room(piece_)) [[unlikely]]
            grow();
        ::new (static_cast<void*>(all_ + size_)) found(x);
        ++size_;
    }

  private:
    static constexpr unsigned first_piece = 4;
    [[nodiscard]] static constexpr std::size_t room(unsigned piece) noexcept {
        return (std::size_t{64} << piece) / sizeof(found);
    }
    THRONG_NOINLINE void grow() {
        const unsigned piece = all_ == nullptr ? first_piece : piece_ + 1;
        auto* const to = static_cast<found*>(memory_.take(piece));
        for (std::size_t i = 0; i < size_; ++i) ::new (static_cast<void*>(to + i)) found(all_[i]);
        if (all_ != nullptr) memory_.give_back(all_, piece_);
        all_ = to;
        piece_ = piece;
    }

    unit_memory& memory_;
    found* all_ = nullptr;
    std::size_t size_ = 0;
    unsigned piece_ = 0;
};

template <class Space> class grid_search {
    using cells = grid_cells<Space>;
    using block = grid_block<Space>;
    using node = grid_node<Space>;
    using entry = grid_entry<Space>;
    using found = grid_found<Space>;
    using real = typename Space::real;
    using position = typename Space::position;
    using coordinates = typename Space::cell;
    using exact = grid_vector<double, Space::dimensions>;

  public:
    explicit grid_search(cells& home) noexcept : home_(home), found_(home.memory()) { home.open(query_); }
    grid_search(const grid_search&) = delete;
    grid_search& operator=(const grid_search&) = delete;
    ~grid_search() {
        if (query_.home != nullptr) query_.home->close(query_);
        else found_.forget();
    }
    [[nodiscard]] grid_query_node<Space>& query() noexcept { return query_; }

    /// Finds the `most` nearest to a point, at most `within` away, of which accept(node) is true. It must not edit.
    /// Throws what accept and the allocator throw.
    template <class F> void find_nearest(position centre, std::size_t most, real within, F& accept) {
        if (home_.scale().is_periodic()) [[unlikely]]
            centre = home_.scale().wrapped(centre);
        const grid_measure<Space> distance(home_.scale(), centre, within);
        if (!distance.is_possible()) return;
        find_near(
            centre, most, static_cast<double>(within), [](double d) { return d; },
            [&](const node&, const position& at) { return distance(at); }, accept);
    }
    /// The same by a measure(node, position), which is less than 0 for what is too far: a node at most `d` away by it
    /// has a position at most reach(d) away.
    template <class Reach, class Measure, class F> void
    find_near(const position& centre, std::size_t most, double within, Reach reach, const Measure& measure, F& accept) {
        if (most == 0) return;
        most_ = most;
        const grid_rings<Space> rings(home_.scale(), centre);
        if (look_around(rings, within, reach, measure, accept)) return;
        // Nearer nodes may be anywhere: search all blocks, from the beginning, except those that are too far.
        found_.clear();
        home_.go_by_index(query_);
        for (std::size_t i = 0; i < home_.map().size(); ++i) {
            block& b = home_.map()[i];
            if (!rings.is_beyond(b, reach(farthest(within)))) look_into(b, measure, accept);
        }
    }
    /// Finds what is at most `width` away from the way from one point to another, in the order of the way. As above.
    template <class F> void find_along(const position& from, const position& to, real width, F& accept) {
        exact start = exactly(from);
        exact end = exactly(to);
        const exact d = way(start, end);
        const double length = grid_length(d);
        auto w = static_cast<double>(width);
        if (!(w >= 0) || !(length <= std::numeric_limits<double>::max())) return;
        const exact direction = Space::vector([&](unsigned i) { return d[i] / length; });
        const double square = length * length < 1e140 ? dot(d, d) : 0;
        const bool is_usual = square > 1e-140 && w < 1e70;
        const auto measure = [&](const node&, const position& at) {
            exact off = way(start, exactly(at));
            const double product = dot(off, d);
            const double along = length == 0 ? 0 : std::clamp(product / length, 0.0, length);
            // The distance of a node beside the way is compared as a square, which is exact for small whole numbers.
            if (is_usual && along > 0 && along < length) return square_of_area(d, off) <= w * w * square ? along : -1.0;
            if (length != 0 && along == length) off = way(end, exactly(at));
            else if (length != 0) Space::each([&](unsigned i) { off[i] -= direction[i] * along; });
            return grid_length(off) <= w ? along : -1.0;
        };
        if (home_.scale().is_periodic()) [[unlikely]] {
            find_around(from, d, start, end, w, measure, accept);
            return;
        }
        find_on_way(start, end, w, measure, accept);
    }
    /// The same by a measure(node, position), which is less than 0 for what is too far: all others are at positions at
    /// most so far from the way.
    template <class Measure, class F>
    void find_on_way(const exact& from, const exact& to, double far, const Measure& measure, F& accept) {
        const grid_way<Space> touched(home_.scale(), from, to, far);
        if (touched.is_longer_than(64 + 8 * home_.map().size())) {
            home_.go_by_index(query_);
            for (std::size_t i = 0; i < home_.map().size(); ++i) {
                block& b = home_.map()[i];
                if (touched.reaches(b)) look_into(b, measure, accept);
            }
            return;
        }
        grid_finder<Space> finder(home_.map());
        touched.visit([&](const coordinates& at) {
            block* const b = finder.find(at);
            if (b != nullptr) look_into(*b, block::index_of(at), measure, accept);
        });
    }

    /// Calls f(node, distance) for each that is still there, in order, until it is false. f may make any edit. Throws
    /// what f throws.
    template <class F> void visit(F f) {
        arrange();
        for (; is_left(); ++next_) {
            const double distance = next_distance();
            node* const n = next_node();
            if (n != nullptr && !f(*n, distance)) return;
        }
    }

    // The same step by step, for several searches at a time.

    void arrange() noexcept { std::sort(found_.begin(), found_.end()); }
    [[nodiscard]] bool is_left() const noexcept { return query_.home != nullptr && next_ != found_.size(); }
    [[nodiscard]] double next_distance() const noexcept { return found_.begin()[next_].distance; }
    /// Null if it has been removed.
    [[nodiscard]] node* next_node() const noexcept {
        const found& x = found_.begin()[next_];
        const entry* at = nullptr;
        return cells::seen(query_, *x.home, x.index, x.slot, at);
    }
    void step() noexcept { ++next_; }

    /// Nodes farther away need not be examined.
    [[nodiscard]] double farthest(double within) const noexcept {
        return is_full() ? found_.begin()->distance : within;
    }

  private:
    [[nodiscard]] static exact exactly(const position& at) noexcept {
        return Space::vector([&](unsigned i) { return static_cast<double>(at[i]); });
    }
    [[nodiscard]] static exact way(const exact& from, const exact& to) noexcept {
        return Space::vector([&](unsigned i) { return to[i] - from[i]; });
    }
    [[nodiscard]] static double dot(const exact& a, const exact& b) noexcept {
        double sum = 0;
        Space::each([&](unsigned i) { sum += a[i] * b[i]; });
        return sum;
    }
    /// Of the parallelogram between two ways.
    [[nodiscard]] static double square_of_area(const exact& a, const exact& b) noexcept {
        const double z = a[0] * b[1] - a[1] * b[0];
        if constexpr (Space::dimensions == 2) {
            return z * z;
        } else {
            const double x = a[1] * b[2] - a[2] * b[1];
            const double y = a[2] * b[0] - a[0] * b[2];
            return x * x + y * y + z * z;
        }
    }
    [[nodiscard]] bool is_full() const noexcept { return found_.size() == most_; }
    /// In a grid with a period: the way is followed image by image of what is between the borders. `start` and `end`
    /// are its ends as the measure sees them.
    template <class Measure, class F> THRONG_NOINLINE void find_around(const position& from, const exact& d,
                                                                       exact& start, exact& end, double& width,
                                                                       const Measure& measure, F& accept) {
        const grid_scale& scale = home_.scale();
        const exact first = exactly(scale.wrapped(from));
        double end_part = 1;
        Space::each([&](unsigned i) {
            if (!scale.is_periodic(i)) return;
            width = std::min(width, scale.period(i) / 2);
            end_part = std::min(end_part, most_periods * scale.period(i) / std::abs(d[i]));
        });
        each_image<Space::dimensions - 1>(first, d, {0, end_part}, width, {}, [&](const exact& image) {
            start = way(image, first);
            end = Space::vector([&](unsigned i) { return start[i] + d[i]; });
            find_on_way(start, Space::vector([&](unsigned i) { return start[i] + d[i] * end_part; }), width, measure,
                        accept);
        });
        // What is met in several images is met once, in the first.
        std::sort(found_.begin(), found_.end(), [](const found& a, const found& b) {
            if (a.home != b.home) return std::less<>()(a.home, b.home);
            if (a.index != b.index) return a.index < b.index;
            return a.slot != b.slot ? a.slot < b.slot : a < b;
        });
        const found* const last = std::unique(found_.begin(), found_.end(), [](const found& a, const found& b) {
            return a.home == b.home && a.index == b.index && a.slot == b.slot;
        });
        found_.keep(static_cast<std::size_t>(last - found_.begin()));
    }
    struct part {
        double begin;
        double end;
    };
    /// Calls f for the lower corner of each image of the grid that a part of a way touches.
    template <unsigned Axis, class F>
    void each_image(const exact& from, const exact& d, part of_way, double far, exact corner, F f) const {
        const double period = home_.scale().period(Axis);
        const auto next = [&](double at, part here) {
            corner[Axis] = at;
            if constexpr (Axis == 0) f(corner);
            else each_image<Axis - 1>(from, d, here, far, corner, f);
        };
        if (!home_.scale().is_periodic(Axis)) return next(0, of_way);
        far += home_.scale().width() / 1048576; // more than what is rounded
        const double a = from[Axis] + d[Axis] * of_way.begin;
        const double b = from[Axis] + d[Axis] * of_way.end;
        const double last = std::floor((std::max(a, b) + far) / period);
        for (double k = std::floor((std::min(a, b) - far) / period); k <= last; ++k) {
            if (d[Axis] == 0) {
                next(k * period, of_way);
                continue;
            }
            const double in = (k * period - far - from[Axis]) / d[Axis];
            const double out = ((k + 1) * period + far - from[Axis]) / d[Axis];
            next(k * period, {std::clamp(std::min(in, out), of_way.begin, of_way.end),
                              std::clamp(std::max(in, out), of_way.begin, of_way.end)});
        }
    }
    /// Ways are followed no farther, so that a query of the infinitely far ends.
    static constexpr double most_periods = 1000;

    /// True if nothing nearer can be elsewhere.
    template <class Reach, class Measure, class F>
    bool look_around(const grid_rings<Space>& rings, double within, Reach reach, const Measure& measure, F& accept) {
        grid_finder<Space> finder(home_.map());
        for (std::int64_t r = 0; rings.is_worthwhile(r, home_.map().size()); ++r) {
            rings.visit(r, [&](const coordinates& at, const auto& steps) {
                if (rings.is_beyond(steps, reach(farthest(within)))) return;
                block* const b = finder.find(at);
                if (b != nullptr) look_into(*b, block::index_of(at), measure, accept);
            });
            if (rings.is_enough(r, reach(farthest(within)))) return true;
        }
        return false;
    }
    template <class Measure, class F> void look_into(block& b, const Measure& measure, F& accept) {
        for (std::uint64_t left = b.occupied; left != 0; left &= left - 1)
            look_into(b, static_cast<unsigned>(std::countr_zero(left)), measure, accept);
    }
    template <class Measure, class F> void look_into(block& b, unsigned index, const Measure& measure, F& accept) {
        for (std::uint32_t slot = 0; slot < b.cells[index].count; ++slot) {
            const entry* at = nullptr;
            node* const n = cells::seen(query_, b, index, slot, at);
            if (n == nullptr) continue;
            const double d = measure(*n, at->at);
            if (!(d >= 0) || (is_full() && !(d < found_.begin()->distance)) || !accept(*n)) continue;
            if (is_full()) {
                std::pop_heap(found_.begin(), found_.end());
                found_.end()[-1] = {d, met_++, &b, index, slot};
            } else {
                found_.add({d, met_++, &b, index, slot});
            }
            if (most_ != all) std::push_heap(found_.begin(), found_.end());
        }
    }
    static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

    cells& home_;
    grid_query_node<Space> query_;
    /// As long as only so many are wanted, a heap, the farthest first.
    grid_answers<Space> found_;
    std::size_t most_ = all;
    std::size_t met_ = 0;
    std::size_t next_ = 0;
};

} // namespace throng::core
