#pragma once

#include "game.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace bench::rules {

/// Where the enemies are, as it is written by hand where a field has borders: a vector for each cell, filled anew in
/// each frame.
template <class Id> class cells {
    static constexpr float width = 32;
    static constexpr int columns = static_cast<int>(field_width / width);
    static constexpr int rows = static_cast<int>(field_height / width);
    struct entry {
        vec at;
        Id id;
    };

  public:
    void clear() {
        for (std::vector<entry>& c : cells_) c.clear();
    }
    void add(vec at, Id id) { cell(column(at.x), row(at.y)).push_back({at, id}); }
    /// Calls f(id) for all that is at most `reach` away.
    template <class F> void each_near(vec at, float reach, F f) {
        const int last_row = row(at.y + reach);
        const int last_column = column(at.x + reach);
        for (int y = row(at.y - reach); y <= last_row; ++y)
            for (int x = column(at.x - reach); x <= last_column; ++x)
                for (const entry& e : cell(x, y))
                    if (is_near(at, e.at, reach)) f(e.id);
    }

  private:
    // (What is outside of the field stands in the cells at its border.)
    static int column(float x) { return std::clamp(static_cast<int>(x / width), 0, columns - 1); }
    static int row(float y) { return std::clamp(static_cast<int>(y / width), 0, rows - 1); }
    std::vector<entry>& cell(int x, int y) { return cells_[static_cast<std::size_t>(y * columns + x)]; }

    std::vector<std::vector<entry>> cells_ = std::vector<std::vector<entry>>(std::size_t{columns} * rows);
};

} // namespace bench::rules
