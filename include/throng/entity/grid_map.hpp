#pragma once

#include <throng/entity/grid_node.hpp>
#include <throng/entity/unit_memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

/// The plane of a grid: how positions become cells, and where cells are found.
namespace throng::core {

/// From positions to cells. It never decreases, so what lies between two positions has a cell between theirs, and
/// cells are wider than asked for by a millionth, so what is a cell's width away is at most one cell away: neither
/// is undone by rounding.
///
/// (What is rounded: a position in cells by 2^-23 of a cell at most, as it is less than 2^31, so the way from one to
/// another by 2^-22; and where distances are compared as squares in Real, what counts as near may be farther than the
/// distance by 2^-23 of it.)
class grid_scale {
  public:
    explicit grid_scale(double width) noexcept : width_(width) {
        // Neither the widest cells nor the narrowest may make it infinite or 0.
        const double most = std::numeric_limits<double>::max();
        per_unit_ = (1 / width <= most ? 1 / width : most) / margin;
    }

    [[nodiscard]] double width() const noexcept { return width_; }

    /// NaN has a cell too, but nothing stands in it.
    template <class Real> [[nodiscard]] grid_coordinate cell_of(Real v) const noexcept {
        const double z = static_cast<double>(v) * per_unit_;
        if (!(z >= -2147483648.0)) return std::numeric_limits<grid_coordinate>::min();
        if (z >= 2147483647.0) return std::numeric_limits<grid_coordinate>::max();
        const auto towards_zero = static_cast<grid_coordinate>(z);
        return towards_zero - (z < towards_zero ? 1 : 0);
    }
    /// The cells of two positions that are `distance` apart, or are taken for it, have numbers that differ by at most
    /// so many; 1 for a cell's width. For distances that are not negative.
    [[nodiscard]] std::int64_t reach(double distance) const noexcept {
        // Half of the margin is more than all that is rounded, if the distance is two thirds of a cell or more; if it
        // is less, nothing makes a whole cell of it.
        constexpr double half_margin = 1 + 1.0 / 2097152;
        const double z = distance * per_unit_ * half_margin;
        return z < 8589934592.0 ? static_cast<std::int64_t>(z) + 1 : std::int64_t{8589934592};
    }

    static constexpr double margin = 1 + 1.0 / 1048576;

  private:
    double width_;
    double per_unit_;
};

template <class Real> class grid_cells;

/// A run of entries, in a piece of 64 << size bytes.
template <class Real> struct grid_cell {
    grid_entry<Real>* run = nullptr;
    std::uint32_t count = 0;
    std::uint32_t size = 0;

    [[nodiscard]] static constexpr std::size_t room(std::uint32_t size) noexcept {
        return (std::size_t{64} << size) / sizeof(grid_entry<Real>);
    }
    [[nodiscard]] bool is_full() const noexcept { return run == nullptr || count == room(size); }
};

/// Eight times eight cells, with one bit each.
template <class Real> struct grid_block {
    static constexpr int side_bits = 3;
    static constexpr int side = 1 << side_bits;

    [[nodiscard]] static constexpr grid_coordinate block_of(grid_coordinate cell) noexcept { return cell >> side_bits; }
    [[nodiscard]] static constexpr unsigned index_of(grid_coordinate x, grid_coordinate y) noexcept {
        return static_cast<unsigned>((x & (side - 1)) | (y & (side - 1)) << side_bits);
    }
    /// Whether a cell is one of its own.
    [[nodiscard]] bool holds(grid_coordinate cell_x, grid_coordinate cell_y) const noexcept {
        return block_of(cell_x) == x && block_of(cell_y) == y;
    }
    /// The cells in columns x0 to x1 and rows y0 to y1 of a block.
    [[nodiscard]] static constexpr std::uint64_t mask(unsigned x0, unsigned x1, unsigned y0, unsigned y1) noexcept {
        const std::uint64_t columns = ((std::uint64_t{2} << x1) - (std::uint64_t{1} << x0)) * 0x0101010101010101U;
        return columns & (~std::uint64_t{0} << (8 * y0)) & (~std::uint64_t{0} >> (56 - 8 * y1));
    }

    grid_cells<Real>* home = nullptr;
    grid_coordinate x = 0;
    grid_coordinate y = 0;
    /// Cells with entries.
    std::uint64_t occupied = 0;
    /// Cells that were changed while queries are open: not all that stand there are to be seen by all.
    std::uint64_t dirty = 0;
    grid_block* next_dirty = nullptr;
    /// Its place among all blocks.
    std::size_t index = 0;
    grid_cell<Real> cells[side * side];
};

/// Finds blocks by their coordinates, and keeps all of them in the order of their coming.
template <class Real> class grid_map {
    using block = grid_block<Real>;
    struct bucket {
        block* held;
        grid_coordinate x;
        grid_coordinate y;
    };

  public:
    explicit grid_map(unit_memory& memory) noexcept : memory_(memory) {}
    grid_map(const grid_map&) = delete;
    grid_map& operator=(const grid_map&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] block& operator[](std::size_t index) const noexcept { return *all_[index]; }
    /// The same ones in another order, as `arrange` has left it; not those that have come since.
    [[nodiscard]] block& arranged(std::size_t index) const noexcept { return *arranged_[index]; }
    /// Neighbours in the plane shall be near each other there: a loop that goes through all and looks around finds in
    /// the cache what was looked at not long ago. O(1) if no block has come or gone since the last time.
    void arrange() noexcept {
        if (is_arranged_) return;
        is_arranged_ = true;
        // Shell's sort needs no memory.
        std::size_t gap = 1;
        while (gap < size_ / 9) gap = 3 * gap + 1;
        for (std::size_t i = 0; i < size_; ++i) arranged_[i] = all_[i];
        for (; gap != 0; gap /= 3) {
            for (std::size_t i = gap; i < size_; ++i) {
                block* const b = arranged_[i];
                std::size_t to = i;
                for (; to >= gap && comes_before(*b, *arranged_[to - gap]); to -= gap)
                    arranged_[to] = arranged_[to - gap];
                arranged_[to] = b;
            }
        }
    }

    /// Null if there is none. O(1).
    [[nodiscard]] block* find(std::int64_t x, std::int64_t y) const noexcept {
        if (size_ == 0) return nullptr;
        for (std::size_t i = ideal(x, y);; i = next(i)) {
            const bucket& b = buckets_[i];
            if (b.held == nullptr || (b.x == x && b.y == y)) return b.held;
        }
    }
    /// A new one where there is none yet. Throws what the allocator throws; nothing has changed then.
    [[nodiscard]] block& add(grid_cells<Real>& home, grid_coordinate x, grid_coordinate y) {
        if (2 * (size_ + 1) > capacity_) grow();
        block* b = free_;
        if (b != nullptr) free_ = b->next_dirty;
        else b = ::new (memory_.carve(block_size)) block;
        b->next_dirty = nullptr;
        b->home = &home;
        b->x = x;
        b->y = y;
        b->index = size_;
        all_[size_++] = b;
        is_arranged_ = false;
        put(*b);
        return *b;
    }
    /// For a block without entries. The last takes its place among all.
    void remove(block& b) noexcept {
        std::size_t hole = ideal(b.x, b.y);
        while (buckets_[hole].held != &b) hole = next(hole);
        for (std::size_t i = next(hole); buckets_[i].held != nullptr; i = next(i)) {
            const std::size_t wants = ideal(buckets_[i].x, buckets_[i].y);
            // What would be found from the hole on may fill it.
            if (((i - wants) & (capacity_ - 1)) < ((i - hole) & (capacity_ - 1))) continue;
            buckets_[hole] = buckets_[i];
            hole = i;
        }
        buckets_[hole].held = nullptr;
        all_[b.index] = all_[--size_];
        all_[b.index]->index = b.index;
        is_arranged_ = false;
        b.next_dirty = std::exchange(free_, &b);
    }
    /// When the memory has been released.
    void forget() noexcept {
        buckets_ = nullptr;
        all_ = arranged_ = nullptr;
        free_ = nullptr;
        capacity_ = size_ = 0;
        piece_ = 0;
    }

  private:
    /// In units of memory.
    static constexpr std::size_t block_size =
        (sizeof(block) + sizeof(unit_memory::unit) - 1) / sizeof(unit_memory::unit);

    /// Along the curve that goes through each square of 2^n blocks before it goes on to the next: by the coordinate of
    /// which a higher bit differs. (T. M. Chan, "Closest-point problems simplified on the RAM", 2002.)
    [[nodiscard]] static bool comes_before(const block& a, const block& b) noexcept {
        const auto dx = static_cast<std::uint32_t>(a.x ^ b.x);
        const auto dy = static_cast<std::uint32_t>(a.y ^ b.y);
        return dy < dx && dy < (dx ^ dy) ? a.x < b.x : a.y < b.y;
    }
    [[nodiscard]] std::size_t ideal(std::int64_t x, std::int64_t y) const noexcept {
        const std::uint64_t key = static_cast<std::uint64_t>(x) << 32U | static_cast<std::uint32_t>(y);
        const std::uint64_t h = (key ^ key >> 31U) * 0x9e3779b97f4a7c15U;
        return static_cast<std::size_t>(h >> 32U) & (capacity_ - 1);
    }
    [[nodiscard]] std::size_t next(std::size_t i) const noexcept { return (i + 1) & (capacity_ - 1); }
    void put(block& b) noexcept {
        std::size_t i = ideal(b.x, b.y);
        while (buckets_[i].held != nullptr) i = next(i);
        buckets_[i] = {&b, b.x, b.y};
    }
    /// One piece holds the buckets, and behind them two rows for half as many blocks.
    void grow() {
        const std::size_t capacity = capacity_ == 0 ? 16 : 2 * capacity_;
        unsigned piece = 0;
        while ((std::size_t{64} << piece) < capacity * (sizeof(bucket) + sizeof(block*))) ++piece;
        void* const memory = memory_.take(piece);
        bucket* const buckets = static_cast<bucket*>(memory);
        for (std::size_t i = 0; i < capacity; ++i) ::new (static_cast<void*>(buckets + i)) bucket{nullptr, 0, 0};
        auto** const all = reinterpret_cast<block**>(buckets + capacity);
        block** const arranged = all + capacity / 2;
        for (std::size_t i = 0; i < capacity / 2; ++i) {
            ::new (static_cast<void*>(all + i))(block*)(i < size_ ? all_[i] : nullptr);
            ::new (static_cast<void*>(arranged + i))(block*)(i < size_ ? arranged_[i] : nullptr);
        }
        if (buckets_ != nullptr) memory_.give_back(buckets_, piece_);
        buckets_ = buckets;
        all_ = all;
        arranged_ = arranged;
        capacity_ = capacity;
        piece_ = piece;
        for (std::size_t i = 0; i < size_; ++i) put(*all_[i]);
    }

    unit_memory& memory_;
    bucket* buckets_ = nullptr;
    block** all_ = nullptr;
    block** arranged_ = nullptr;
    block* free_ = nullptr;
    std::size_t capacity_ = 0;
    std::size_t size_ = 0;
    unsigned piece_ = 0;
    bool is_arranged_ = true;
};

} // namespace throng::core
