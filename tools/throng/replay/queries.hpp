#pragma once

#include "../trace/trace.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace throng::tool {

/// An entity, and where it is.
struct located {
    std::uint32_t id = none;
    double x = 0;
    double y = 0;
};

/// What lives, and where, by the trace and its moves alone: what a look at all shows.
class where_all_are {
  public:
    explicit where_all_are(const trace& t) : trace_(t) {}

    /// Up to the end of a pass. To be called for each in turn.
    void follow(std::uint32_t p);
    /// In the order of their ids.
    std::span<const located> all() const { return all_; }

    std::vector<std::uint32_t> in_rectangle(double x0, double y0, double x1, double y1) const;
    std::vector<std::uint32_t> in_circle(double x, double y, double radius) const;
    /// As the square; infinite if there is none.
    double nearest_square(double x, double y, std::uint32_t but) const;
    /// The lower id first.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs(double distance) const;

  private:
    located* find(std::uint32_t id);

    const trace& trace_;
    std::uint32_t followed_ = 0;
    std::vector<located> all_;
};

std::optional<difference> compare_ids(const pass& said, const char* query, std::vector<std::uint32_t> found,
                                      const std::vector<std::uint32_t>& expected);
std::optional<difference> compare_pairs(const pass& said, std::vector<std::pair<std::uint32_t, std::uint32_t>> found,
                                        const std::vector<std::pair<std::uint32_t, std::uint32_t>>& expected);

/// Asks a stage's grid where all are, what is near some of them, and which pairs are near each other, and counts
/// the questions.
template <class Stage> std::optional<difference> compare_queries(const where_all_are& known, const pass& said,
                                                                 const Stage& stage, std::uint64_t& queries) {
    // In the game's fixed point: half a cell, a cell, more than a block of them.
    constexpr double radii[] = {64.0 * 65536, 128.0 * 65536, 1100.0 * 65536};
    constexpr std::size_t asked = 12;
    const auto& grid = stage.grid();
    const auto ids_of = [](auto&& query) {
        std::vector<std::uint32_t> ids;
        for (const auto& n : query) ids.push_back(n.id);
        return ids;
    };
    const std::span<const located> all = known.all();
    const std::size_t step = all.size() / asked + 1;
    // Others each time.
    for (std::size_t i = said.tic / 35 % step; i < all.size(); i += step) {
        const auto [id, x, y] = all[i];
        for (const double r : radii) {
            ++queries;
            if (auto d = compare_ids(said, "circle", ids_of(grid.in_circle(x, y, r)), known.in_circle(x, y, r)))
                return d;
            ++queries;
            if (auto d = compare_ids(said, "rectangle", ids_of(grid.in_rectangle(x - r, y, x + r / 2, y + r)),
                                     known.in_rectangle(x - r, y, x + r / 2, y + r)))
                return d;
        }
        ++queries;
        const auto* const near = grid.nearest(x, y, 1e30, [self = id](const auto& n) { return n.id != self; });
        double found = 1e60;
        if (near != nullptr) {
            const auto at = grid.position(*near);
            found = (at.x - x) * (at.x - x) + (at.y - y) * (at.y - y);
        }
        if (const double expected = known.nearest_square(x, y, id); found != expected)
            return difference{said.line, said.tic, "square of the distance of the nearest", std::to_string(expected),
                              std::to_string(found)};
    }
    for (const double d : {radii[0], radii[1], 3 * radii[1]}) {
        ++queries;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
        grid.each_pair(d, [&](const auto& a, const auto& b) { pairs.emplace_back(std::minmax(a.id, b.id)); });
        if (auto found = compare_pairs(said, std::move(pairs), known.pairs(d))) return found;
    }
    return {};
}

} // namespace throng::tool
