#pragma once

#include <throng/core/walk.hpp>
#include <throng/spatial/detail/grid_cells.hpp>
#include <throng/spatial/detail/grid_region.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// Goes through the cells of a region, and what its query sees there: block by block, in each row by row, in each cell
/// in the order of its run. Where a region has more blocks than there are, the blocks are taken as they are arranged.
template <class Space> class grid_cursor {
    using cells = grid_cells<Space>;
    using block = grid_block<Space>;
    using node = grid_node<Space>;

  public:
    grid_cursor(cells& home, const grid_region<Space>& region) noexcept
        : region_(region),
          first_(block::block_of(region.first)),
          last_(block::block_of(region.last)),
          at_(first_),
          limit_(home.map().size()) {
        if (!region.is_possible() || limit_ == 0) return;
        if (region.crossing() != 0) [[unlikely]]
            bound_part(home.scale());
        home.open(query_);
        choose_blocks(home);
    }
    grid_cursor(grid_cursor&& other) noexcept : grid_cursor(static_cast<const grid_cursor&>(other)) {
        cells::replace(other.query_, query_);
    }
    grid_cursor& operator=(grid_cursor&& other) noexcept {
        if (this != &other) {
            close();
            *this = static_cast<const grid_cursor&>(other);
            cells::replace(other.query_, query_);
        }
        return *this;
    }
    ~grid_cursor() { close(); }

    /// The next that the query sees, and that is in the region now. At the end the query is closed, and the result is
    /// null from then on.
    node* next() noexcept {
        if (query_.home == nullptr) return nullptr;
        for (;;) {
            while (slot_ < count()) {
                const grid_entry<Space>* at = nullptr;
                node* const n = cells::seen(query_, *block_, cell_, slot_++, at);
                if (n != nullptr && region_.covers(at->at, query_.home->scale())) return n;
            }
            if (left_ != 0) {
                cell_ = static_cast<unsigned>(std::countr_zero(left_));
                left_ &= left_ - 1;
                slot_ = 0;
            } else if (!next_block() && !next_part()) {
                close();
                return nullptr;
            }
        }
    }
    /// Where the node that it has given last stands now; null if that has been removed since. (It may not exist any
    /// more, and is not looked at then.)
    [[nodiscard]] const grid_entry<Space>* current() const noexcept {
        const grid_entry<Space>* at = nullptr;
        if (query_.home == nullptr || block_ == nullptr || slot_ == 0) return nullptr;
        return cells::seen(query_, *block_, cell_, slot_ - 1, at) == nullptr ? nullptr : at;
    }
    void close() noexcept {
        if (query_.home != nullptr) query_.home->close(query_);
        block_ = nullptr;
    }
    [[nodiscard]] grid_query_node<Space>& query() noexcept { return query_; }

  private:
    using coordinates = typename Space::cell;

    grid_cursor(const grid_cursor&) = default;
    grid_cursor& operator=(const grid_cursor&) = default;

    [[nodiscard]] std::uint32_t count() const noexcept { return block_ == nullptr ? 0 : block_->cells[cell_].count; }
    /// Whether the blocks are looked up one by one, or all that there are are compared.
    void choose_blocks(cells& home) noexcept {
        std::uint64_t blocks = 1;
        by_coordinates_ = Space::all([&](unsigned i) {
            blocks *= static_cast<std::uint64_t>(std::int64_t{last_[i]} - first_[i] + 1);
            return blocks <= limit_;
        });
        if (!by_coordinates_) home.go_by_index(query_);
    }
    /// The blocks of a part of a region across the border: along each of the axes that `part_` has, those behind it.
    /// (The side that the border cuts is a block farther, where there is none, so that no cell of the last is left
    /// out.)
    THRONG_NOINLINE void bound_part(const grid_scale& scale) noexcept {
        Space::each([&](unsigned i) {
            if ((region_.crossing() >> i & 1U) == 0) return;
            const bool is_behind = (part_ >> i & 1U) != 0;
            first_[i] = is_behind ? -1 : block::block_of(region_.first[i]);
            last_[i] = is_behind ? block::block_of(region_.last[i])
                                 : block::block_of(static_cast<grid_coordinate>(scale.cells(i) - 1)) + 1;
        });
        at_ = first_;
        index_ = 0;
    }
    /// On to the next part, if there is one.
    [[nodiscard]] bool next_part() noexcept {
        part_ = (part_ - region_.crossing()) & region_.crossing();
        if (part_ == 0) return false;
        block_ = nullptr; // (of the last one that was looked at, no cell has had its turn)
        bound_part(query_.home->scale());
        limit_ = query_.home->map().size();
        choose_blocks(*query_.home);
        return true;
    }
    [[nodiscard]] bool next_block() noexcept {
        const grid_map<Space>& map = query_.home->map();
        for (;;) {
            if (by_coordinates_) {
                if (at_[Space::dimensions - 1] > last_[Space::dimensions - 1]) return false;
                block_ = map.find(at_);
                step();
                if (block_ == nullptr) continue;
            } else {
                if (index_ == limit_) return false;
                block_ = &map[index_++];
                const coordinates& at = block_->at;
                if (!Space::all([&](unsigned i) { return at[i] >= first_[i] && at[i] <= last_[i]; })) continue;
            }
            left_ = block_->occupied & mask();
            if (left_ == 0) continue;
            cell_ = static_cast<unsigned>(std::countr_zero(left_));
            left_ &= left_ - 1;
            slot_ = 0;
            return true;
        }
    }
    /// On to the coordinates of the next block, row by row.
    void step() noexcept {
        unsigned axis = 0;
        while (++at_[axis] > last_[axis] && axis != Space::dimensions - 1) {
            at_[axis] = first_[axis];
            ++axis;
        }
    }
    /// The cells of the block that the region touches.
    [[nodiscard]] std::uint64_t mask() const noexcept {
        std::uint64_t cells_of_region = ~std::uint64_t{0};
        Space::each([&](unsigned i) {
            cells_of_region &=
                block::mask(i, block_->at[i] == first_[i] ? block::within(region_.first[i]) : 0,
                            block_->at[i] == last_[i] ? block::within(region_.last[i]) : block::side - 1);
        });
        return cells_of_region;
    }

    grid_query_node<Space> query_;
    grid_region<Space> region_;
    coordinates first_;
    coordinates last_;
    /// The next block, by coordinates or among all.
    coordinates at_;
    std::size_t index_ = 0;
    std::size_t limit_;
    bool by_coordinates_ = false;
    block* block_ = nullptr;
    /// The cells of the block that are still to come.
    std::uint64_t left_ = 0;
    unsigned cell_ = 0;
    std::uint32_t slot_ = 0;
    /// Of a region across the border: a bit for each axis along which it is behind that.
    unsigned part_ = 0;
};

/// An open query: loop over it once with a range-for, or call `next()` until it is null. It lives on the caller's stack
/// and may be left at any point. Element is T or const T.
template <class Access, class Element, class Space> class grid_walk {
  public:
    using element_type = Element;
    using iterator = walk_steps<grid_walk>;

    grid_walk(grid_cells<Space>& home, const grid_region<Space>& region) noexcept : cursor_(home, region) {}

    /// Moves on and gives the object; null at the end.
    Element* next() noexcept {
        grid_node<Space>* const n = cursor_.next();
        return current_ = n == nullptr ? nullptr : Access::object(*n);
    }
    /// The object at which the query is positioned; null before the first and after the last. If it has been removed
    /// meanwhile this is still its address, for as long as its owner keeps it there.
    [[nodiscard]] Element* current() const noexcept { return current_; }

    /// Whether the query's current object is still in the grid.
    [[nodiscard]] bool is_current_there() const noexcept { return cursor_.current() != nullptr; }
    /// Where that is; only while it is there.
    [[nodiscard]] const typename Space::position& position() const noexcept { return cursor_.current()->at; }

    /// Moves to the first object, if the query has not begun yet.
    [[nodiscard]] iterator begin() noexcept {
        if (is_at_end()) (void)next();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    [[nodiscard]] bool is_at_end() const noexcept { return current_ == nullptr; }
    [[nodiscard]] grid_query_node<Space>& query() noexcept { return cursor_.query(); }

  private:
    grid_cursor<Space> cursor_;
    Element* current_ = nullptr;
};

} // namespace throng::core
