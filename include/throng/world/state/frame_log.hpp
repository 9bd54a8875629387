#pragma once

#include <throng/core/bits.hpp>
#include <throng/world/kernel/row.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace throng::core {

/// Memory for logs, which goes from one to the next.
template <class Allocator> class log_memory : pinned {
  public:
    struct piece {
        static constexpr std::size_t capacity = 1022;

        piece* next;
        std::size_t used = 0;
        std::uint64_t units[capacity];

        explicit piece(piece* p) noexcept : next(p) {}
    };

    explicit log_memory(const Allocator& allocator) noexcept : allocator_(allocator) {}
    ~log_memory() { trim(); }

    [[nodiscard]] piece* take(piece* next) {
        if (free_ == nullptr) {
            auto* const made = make_object<piece>(allocator_, next);
            ++pieces_;
            return made;
        }
        piece* const p = std::exchange(free_, free_->next);
        p->next = next;
        p->used = 0;
        return p;
    }
    void give_back(piece* p) noexcept {
        p->next = free_;
        free_ = p;
    }
    /// Returns unused memory to the allocator.
    void trim() noexcept {
        while (free_ != nullptr) {
            give_back_object(allocator_, std::exchange(free_, free_->next));
            --pieces_;
        }
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return pieces_ * sizeof(piece); }

  private:
    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    piece* free_ = nullptr;
    std::size_t pieces_ = 0;
};

/// The block that is compared next, of the same size: memory is scattered, and a processor cannot predict by itself
/// where the next block is.
struct next_update {
    const std::byte* copy = nullptr;
    const std::byte* now = nullptr;
};

/// The difference between two states of a copy, whose memory does not move: for each changed unit of 8 bytes, its old
/// value xor its new one. So the same log leads from either state to the other.
template <class Allocator> class frame_log {
    using memory = log_memory<Allocator>;
    using piece = typename memory::piece;
    static constexpr std::size_t unit_bytes = sizeof(std::uint64_t);
    static constexpr std::size_t units_of_entry = 64;
    static constexpr std::size_t units_of_line = 8;
    static constexpr std::size_t entry_bytes = units_of_entry * unit_bytes;
    /// Where the units are, and which of them follow.
    static constexpr std::size_t entry_head = 2;

  public:
    /// Makes the copy, of whole units, equal to so many bytes at `now`, and logs the old values. Throws what the
    /// allocator throws; `apply` then restores the old state.
    void update(memory& m, void* copy, const void* now, std::size_t bytes, next_update next = {}) {
        auto* to = static_cast<std::byte*>(copy);
        const auto* from = static_cast<const std::byte*>(now);
        for (; bytes > entry_bytes; bytes -= entry_bytes, from += entry_bytes, to += entry_bytes) {
            if (next.copy != nullptr) {
                prefetch(next.copy + (to - static_cast<std::byte*>(copy)), entry_bytes);
                prefetch(next.now + (to - static_cast<std::byte*>(copy)), entry_bytes);
            }
            if (std::memcmp(to, from, entry_bytes) != 0) update_entry(m, to, from, entry_bytes);
        }
        if (bytes != 0 && std::memcmp(to, from, bytes) != 0) update_entry(m, to, from, bytes);
    }
    void update(memory& m, std::uint64_t& copy, std::uint64_t now) {
        if (copy != now) update(m, &copy, &now, sizeof(now));
    }

    /// The copy goes from the one state to the other.
    void apply() const noexcept {
        for (const piece* p = first_; p != nullptr; p = p->next) {
            for (const std::uint64_t* at = p->units; at != p->units + p->used;) {
                std::byte* copy = nullptr;
                std::memcpy(static_cast<void*>(&copy), at, sizeof(copy));
                std::uint64_t mask = at[1];
                at += entry_head;
                for (; mask != 0; mask &= mask - 1, ++at) {
                    std::byte* const its = copy + static_cast<std::size_t>(std::countr_zero(mask)) * unit_bytes;
                    store(its, load(its, unit_bytes) ^ *at, unit_bytes);
                }
            }
        }
    }
    void clear(memory& m) noexcept {
        while (first_ != nullptr) m.give_back(std::exchange(first_, first_->next));
    }

  private:
    [[nodiscard]] static std::uint64_t load(const std::byte* from, std::size_t bytes) noexcept {
        std::uint64_t x = 0;
        std::memcpy(&x, from, bytes);
        return x;
    }
    [[nodiscard]] static bool is_same_line(const std::byte* a, const std::byte* b) noexcept {
        std::uint64_t differs = 0;
        for (std::size_t i = 0; i < units_of_line; ++i)
            differs |= load(a + i * unit_bytes, unit_bytes) ^ load(b + i * unit_bytes, unit_bytes);
        return differs == 0;
    }
    static void store(std::byte* to, std::uint64_t x, std::size_t bytes) noexcept { std::memcpy(to, &x, bytes); }

    void update_entry(memory& m, std::byte* copy, const std::byte* now, std::size_t bytes) {
        // (There is room for one unit more than an entry has: what is the same is written, and then written over.)
        if (first_ == nullptr || piece::capacity - first_->used <= entry_head + units_of_entry) first_ = m.take(first_);
        std::uint64_t* const entry = first_->units + first_->used;
        std::uint64_t* out = entry + entry_head;
        std::uint64_t mask = 0;
        const auto update_unit = [&](std::size_t i, std::size_t n) {
            const std::uint64_t its = load(now + i * unit_bytes, n);
            *out = its ^ load(copy + i * unit_bytes, n);
            const std::uint64_t differs = *out != 0 ? 1 : 0;
            mask |= differs << i;
            out += differs;
            store(copy + i * unit_bytes, its, n);
        };
        const std::size_t units = bytes / unit_bytes;
        for (std::size_t i = 0; i < units;) {
            // (Where a few of many changed, most lines of memory are the same.)
            if (units - i >= units_of_line && is_same_line(copy + i * unit_bytes, now + i * unit_bytes)) {
                i += units_of_line;
                continue;
            }
            const std::size_t end = units - i < units_of_line ? units : i + units_of_line;
            for (; i < end; ++i) update_unit(i, unit_bytes);
        }
        if (bytes % unit_bytes != 0) update_unit(units, bytes % unit_bytes);
        std::memcpy(entry, static_cast<const void*>(&copy), sizeof(copy));
        entry[1] = mask;
        first_->used = static_cast<std::size_t>(out - first_->units);
    }

    piece* first_ = nullptr;
};

} // namespace throng::core
