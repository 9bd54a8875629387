#pragma once

#include <throng/entity/detail/unit_memory.hpp>
#include <throng/spatial/detail/grid_node.hpp>
#include <throng/spatial/detail/grid_scale.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

/// Where the cells of a grid are found.
namespace throng::core {

template <class Space> class grid_cells;

/// A run of entries, in a piece of 64 << size bytes.
template <class Space> struct grid_cell {
    grid_entry<Space>* run = nullptr;
    std::uint32_t count = 0;
    std::uint32_t size = 0;

    [[nodiscard]] static constexpr std::size_t room(std::uint32_t size) noexcept {
        return (std::size_t{64} << size) / sizeof(grid_entry<Space>);
    }
    [[nodiscard]] bool is_full() const noexcept { return run == nullptr || count == room(size); }
};

/// Eight times eight cells, or four times four times four, with one bit each.
template <class Space> struct grid_block {
    using coordinates = typename Space::cell;
    static constexpr int side = Space::side;
    static constexpr unsigned side_bits = Space::side_bits;
    static constexpr unsigned cells_of_block = 64;

    [[nodiscard]] static constexpr grid_coordinate block_of(grid_coordinate cell) noexcept { return cell >> side_bits; }
    [[nodiscard]] static constexpr coordinates block_of(const coordinates& cell) noexcept {
        return Space::vector([&cell](unsigned i) { return block_of(cell[i]); });
    }
    /// Where in its block a cell is, along one axis.
    [[nodiscard]] static constexpr unsigned within(grid_coordinate cell) noexcept {
        return static_cast<unsigned>(cell & (side - 1));
    }
    /// The same of a cell that is given by its place in the block.
    [[nodiscard]] static constexpr int within(unsigned index, unsigned axis) noexcept {
        return static_cast<int>(index >> (side_bits * axis) & (side - 1));
    }
    [[nodiscard]] static constexpr unsigned index_of(const coordinates& cell) noexcept {
        unsigned index = 0;
        Space::each([&](unsigned i) { index |= within(cell[i]) << (side_bits * i); });
        return index;
    }
    /// Whether it contains a cell.
    [[nodiscard]] bool holds(const coordinates& cell) const noexcept { return block_of(cell) == at; }
    /// The cells of a block from one to another along one axis.
    [[nodiscard]] static constexpr std::uint64_t mask(unsigned axis, unsigned from, unsigned to) noexcept {
        const unsigned step = 1U << (side_bits * axis);
        if (axis == Space::dimensions - 1)
            return (~std::uint64_t{0} << (step * from)) & (~std::uint64_t{0} >> (step * (side - 1 - to)));
        // The pattern of the first cells along this axis is repeated.
        const std::uint64_t first = (std::uint64_t{1} << (step * (to + 1))) - (std::uint64_t{1} << (step * from));
        return first * (~std::uint64_t{0} / ((std::uint64_t{1} << (step * side)) - 1));
    }

    grid_cells<Space>* home = nullptr;
    coordinates at{};
    /// Cells with entries.
    std::uint64_t occupied = 0;
    /// Cells that were changed while queries are open: not all that stand there are to be seen by all.
    std::uint64_t dirty = 0;
    grid_block* next_dirty = nullptr;
    /// Its place among all blocks.
    std::size_t index = 0;
    grid_cell<Space> cells[cells_of_block];
};

/// Finds blocks by their coordinates, and keeps all of them in a row.
template <class Space> class grid_map {
    using block = grid_block<Space>;
    using coordinates = typename Space::cell;
    struct bucket {
        block* held;
        coordinates at;
    };

  public:
    explicit grid_map(unit_memory& memory) noexcept : memory_(memory) {}
    grid_map(const grid_map&) = delete;
    grid_map& operator=(const grid_map&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] block& operator[](std::size_t index) const noexcept { return *all_[index]; }
    /// Puts all in an order that depends on nothing but where they are. Neighbours are near each other in it: a loop
    /// that goes through all and looks around finds in the cache what was looked at not long ago. O(1) if no block has
    /// come or gone since the last time.
    void arrange() noexcept {
        if (is_arranged_) return;
        is_arranged_ = true;
        // Shell's sort needs no memory.
        std::size_t gap = 1;
        while (gap < size_ / 9) gap = 3 * gap + 1;
        for (; gap != 0; gap /= 3) {
            for (std::size_t i = gap; i < size_; ++i) {
                block* const b = all_[i];
                std::size_t to = i;
                for (; to >= gap && comes_before(*b, *all_[to - gap]); to -= gap) all_[to] = all_[to - gap];
                all_[to] = b;
            }
        }
        for (std::size_t i = 0; i < size_; ++i) all_[i]->index = i;
    }

    /// Null if there is none. O(1).
    [[nodiscard]] block* find(const coordinates& at) const noexcept {
        if (size_ == 0) return nullptr;
        for (std::size_t i = ideal(at);; i = next(i)) {
            const bucket& b = buckets_[i];
            if (b.held == nullptr || b.at == at) return b.held;
        }
    }
    /// A new one where there is none yet. Throws what the allocator throws; nothing has changed then.
    [[nodiscard]] block& add(grid_cells<Space>& home, const coordinates& at) {
        if (2 * (size_ + 1) > capacity_) grow();
        block* b = free_;
        if (b != nullptr) free_ = b->next_dirty;
        else b = ::new (memory_.carve(block_size)) block;
        b->next_dirty = nullptr;
        b->home = &home;
        b->at = at;
        b->index = size_;
        all_[size_++] = b;
        is_arranged_ = false;
        put(*b);
        return *b;
    }
    /// For a block without entries. The last takes its place among all.
    void remove(block& b) noexcept {
        std::size_t hole = ideal(b.at);
        while (buckets_[hole].held != &b) hole = next(hole);
        for (std::size_t i = next(hole); buckets_[i].held != nullptr; i = next(i)) {
            const std::size_t wants = ideal(buckets_[i].at);
            // An entry that would be found from the hole on may fill it.
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
        all_ = nullptr;
        is_arranged_ = true;
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
        unsigned by = Space::dimensions - 1;
        auto highest = static_cast<std::uint32_t>(a.at[by] ^ b.at[by]);
        for (unsigned axis = by; axis-- != 0;) {
            const auto differs = static_cast<std::uint32_t>(a.at[axis] ^ b.at[axis]);
            if (!(highest < differs && highest < (highest ^ differs))) continue;
            highest = differs;
            by = axis;
        }
        return a.at[by] < b.at[by];
    }
    [[nodiscard]] std::size_t ideal(const coordinates& at) const noexcept {
        std::uint64_t key = static_cast<std::uint64_t>(at[0]) << 32U | static_cast<std::uint32_t>(at[1]);
        if constexpr (Space::dimensions == 3) key ^= static_cast<std::uint64_t>(at[2]) * 0xbf58476d1ce4e5b9U;
        const std::uint64_t h = (key ^ key >> 31U) * 0x9e3779b97f4a7c15U;
        return static_cast<std::size_t>(h >> 32U) & (capacity_ - 1);
    }
    [[nodiscard]] std::size_t next(std::size_t i) const noexcept { return (i + 1) & (capacity_ - 1); }
    void put(block& b) noexcept {
        std::size_t i = ideal(b.at);
        while (buckets_[i].held != nullptr) i = next(i);
        buckets_[i] = {&b, b.at};
    }
    /// One piece holds the buckets, and behind them a row for half as many blocks.
    void grow() {
        const std::size_t capacity = capacity_ == 0 ? 16 : 2 * capacity_;
        unsigned piece = 0;
        while ((std::size_t{64} << piece) < capacity * sizeof(bucket) + capacity / 2 * sizeof(block*)) ++piece;
        void* const memory = memory_.take(piece);
        bucket* const buckets = static_cast<bucket*>(memory);
        for (std::size_t i = 0; i < capacity; ++i) ::new (static_cast<void*>(buckets + i)) bucket{nullptr, {}};
        auto** const all = reinterpret_cast<block**>(buckets + capacity);
        for (std::size_t i = 0; i < capacity / 2; ++i)
            ::new (static_cast<void*>(all + i))(block*)(i < size_ ? all_[i] : nullptr);
        if (buckets_ != nullptr) memory_.give_back(buckets_, piece_);
        buckets_ = buckets;
        all_ = all;
        capacity_ = capacity;
        piece_ = piece;
        for (std::size_t i = 0; i < size_; ++i) put(*all_[i]);
    }

    unit_memory& memory_;
    bucket* buckets_ = nullptr;
    block** all_ = nullptr;
    block* free_ = nullptr;
    std::size_t capacity_ = 0;
    std::size_t size_ = 0;
    unsigned piece_ = 0;
    bool is_arranged_ = true;
};

/// Finds blocks by cells of them, for a query. It remembers the last one, which mostly contains the next cell.
template <class Space> class grid_finder {
    using block = grid_block<Space>;
    using coordinates = typename Space::cell;

  public:
    explicit grid_finder(const grid_map<Space>& map) noexcept : map_(map) {}

    [[nodiscard]] block* find(const coordinates& cell) noexcept {
        const coordinates at = block::block_of(cell);
        if (!knows_ || !(at == at_)) {
            found_ = map_.find(at);
            at_ = at;
            knows_ = true;
        }
        return found_;
    }

  private:
    const grid_map<Space>& map_;
    block* found_ = nullptr;
    coordinates at_{};
    bool knows_ = false;
};

} // namespace throng::core
