#pragma once

#include <throng/core/walk.hpp>
#include <throng/entity/grid_cells.hpp>
#include <throng/entity/grid_region.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// Goes through the cells of a region, and what its query sees there: block by block, in each row by row, in each cell
/// in the order of its run. Where a region has more blocks than there are, the blocks are taken in the order of their
/// coming.
template <class Real> class grid_cursor {
    using cells = grid_cells<Real>;
    using block = grid_block<Real>;
    using node = grid_node<Real>;

  public:
    grid_cursor(cells& home, const grid_region<Real>& region) noexcept
        : region_(region),
          first_{block::block_of(region.left), block::block_of(region.top)},
          last_{block::block_of(region.right), block::block_of(region.bottom)},
          x_(first_.x),
          y_(first_.y),
          limit_(home.map().size()) {
        if (!region.is_possible() || limit_ == 0) return;
        const auto width = static_cast<std::uint64_t>(std::int64_t{last_.x} - first_.x + 1);
        const auto height = static_cast<std::uint64_t>(std::int64_t{last_.y} - first_.y + 1);
        by_coordinates_ = width <= limit_ && width * height <= limit_;
        home.open(query_);
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
    /// null for good.
    node* next() noexcept {
        if (query_.home == nullptr) return nullptr;
        for (;;) {
            while (slot_ < count()) {
                if (node* const n = look(block_->cells[cell_].run[slot_++]); n != nullptr) return n;
            }
            if (left_ != 0) {
                cell_ = static_cast<unsigned>(std::countr_zero(left_));
                left_ &= left_ - 1;
                slot_ = 0;
            } else if (!next_block()) {
                close();
                return nullptr;
            }
        }
    }
    void close() noexcept {
        if (query_.home != nullptr) query_.home->close(query_);
        block_ = nullptr;
    }
    [[nodiscard]] grid_query_node<Real>& query() noexcept { return query_; }

  private:
    struct place {
        grid_coordinate x;
        grid_coordinate y;
    };

    grid_cursor(const grid_cursor&) = default;
    grid_cursor& operator=(const grid_cursor&) = default;

    [[nodiscard]] std::uint32_t count() const noexcept { return block_ == nullptr ? 0 : block_->cells[cell_].count; }
    [[nodiscard]] node* look(const grid_entry<Real>& e) const noexcept {
        const grid_entry<Real>* at = &e;
        node* n = e.of;
        if ((block_->dirty >> cell_ & 1U) != 0) [[unlikely]] {
            n = cells::seen(query_, e, at);
            if (n == nullptr) return nullptr;
        }
        return region_.covers(at->x, at->y) ? n : nullptr;
    }
    [[nodiscard]] bool next_block() noexcept {
        const grid_map<Real>& map = query_.home->map();
        for (;;) {
            if (by_coordinates_) {
                if (y_ > last_.y) return false;
                block_ = map.find(x_, y_);
                if (++x_ > last_.x) {
                    x_ = first_.x;
                    ++y_;
                }
                if (block_ == nullptr) continue;
            } else {
                if (index_ == limit_) return false;
                block_ = &map[index_++];
                if (block_->x < first_.x || block_->x > last_.x || block_->y < first_.y || block_->y > last_.y)
                    continue;
            }
            left_ = block_->occupied & mask();
            if (left_ == 0) continue;
            cell_ = static_cast<unsigned>(std::countr_zero(left_));
            left_ &= left_ - 1;
            slot_ = 0;
            return true;
        }
    }
    /// The cells of the block that the region touches.
    [[nodiscard]] std::uint64_t mask() const noexcept {
        const auto within = [](grid_coordinate cell) { return static_cast<unsigned>(cell & (block::side - 1)); };
        return block::mask(block_->x == first_.x ? within(region_.left) : 0,
                           block_->x == last_.x ? within(region_.right) : block::side - 1,
                           block_->y == first_.y ? within(region_.top) : 0,
                           block_->y == last_.y ? within(region_.bottom) : block::side - 1);
    }

    grid_query_node<Real> query_;
    grid_region<Real> region_;
    place first_;
    place last_;
    /// The next block, by coordinates or among all.
    grid_coordinate x_;
    grid_coordinate y_;
    std::size_t index_ = 0;
    std::size_t limit_;
    bool by_coordinates_ = false;
    block* block_ = nullptr;
    /// The cells of the block that are still to come.
    std::uint64_t left_ = 0;
    unsigned cell_ = 0;
    std::uint32_t slot_ = 0;
};

/// An open query: loop over it once with a range-for, or call `next()` until it is null. It lives on the caller's stack
/// and may be left at any point. Element is T or const T.
template <class Access, class Element, class Real> class grid_walk {
  public:
    using element_type = Element;
    using iterator = walk_steps<grid_walk>;

    grid_walk(grid_cells<Real>& home, const grid_region<Real>& region) noexcept : cursor_(home, region) {}

    /// Moves on and gives the object; null at the end.
    Element* next() noexcept {
        grid_node<Real>* const n = cursor_.next();
        return current_ = n == nullptr ? nullptr : Access::object(*n);
    }
    /// The object that the query stands on; null before the first and after the last. If it has been removed meanwhile
    /// this is still its address, for as long as its owner keeps it there.
    [[nodiscard]] Element* current() const noexcept { return current_; }

    /// Moves to the first object, if the query has not begun yet.
    [[nodiscard]] iterator begin() noexcept {
        if (is_at_end()) (void)next();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    [[nodiscard]] bool is_at_end() const noexcept { return current_ == nullptr; }
    [[nodiscard]] grid_query_node<Real>& query() noexcept { return cursor_.query(); }

  private:
    grid_cursor<Real> cursor_;
    Element* current_ = nullptr;
};

} // namespace throng::core
