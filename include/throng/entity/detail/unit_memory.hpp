#pragma once

#include <throng/core/allocator.hpp>

#include <cstddef>
#include <new>

namespace throng::core {

/// Memory in pieces of 64 bytes times a power of two, which are used again when they are given back. It comes from an
/// allocator in chunks, and goes back to it when all of it is released.
class unit_memory {
  public:
    struct alignas(64) unit {
        std::byte bytes[64];
    };
    /// Gets memory for so many units if `returned` is null; throws what the allocator throws. Else takes it back.
    using supplier = unit* (*)(void* allocator, unit* returned, std::size_t units);

    unit_memory(supplier supplied, void* allocator) noexcept : supply_(supplied), allocator_(allocator) {}
    unit_memory(const unit_memory&) = delete;
    unit_memory& operator=(const unit_memory&) = delete;
    ~unit_memory() { release(); }

    /// The supplier of an allocator of units.
    template <class Allocator> static unit* supply(void* allocator, unit* returned, std::size_t units) {
        using traits = std::allocator_traits<Allocator>;
        auto& a = *static_cast<Allocator*>(allocator);
        if (returned == nullptr) return std::to_address(traits::allocate(a, units));
        traits::deallocate(a, std::pointer_traits<typename traits::pointer>::pointer_to(*returned), units);
        return nullptr;
    }

    /// A piece of 64 << size bytes. O(1). Throws what the allocator throws; nothing has changed then.
    [[nodiscard]] void* take(unsigned size) {
        if (void* const piece = take_returned(size); piece != nullptr) return piece;
        return carve(std::size_t{1} << size);
    }
    /// A piece of so many units, permanently. The same.
    [[nodiscard]] void* carve(std::size_t units) {
        if (units > largest_carved) return allocate(units) + 1;
        if (units > left_) {
            const std::size_t room = next_room_;
            unit* const chunk = allocate(room);
            next_ = chunk + 1;
            left_ = room;
            if (next_room_ < largest_room) next_room_ *= 2;
        }
        unit* const piece = next_;
        next_ += units;
        left_ -= units;
        return piece;
    }
    /// The same if it needs nothing of the allocator; null otherwise.
    [[nodiscard]] void* take_returned(unsigned size) noexcept {
        returned* const piece = returned_[size];
        if (piece != nullptr) returned_[size] = piece->next;
        return piece;
    }
    void give_back(void* piece, unsigned size) noexcept { returned_[size] = ::new (piece) returned{returned_[size]}; }

    /// Gives all of it to the allocator, in use or not.
    void release() noexcept {
        while (chunks_ != nullptr) {
            chunk_head* const c = chunks_;
            chunks_ = c->next;
            const std::size_t units = c->units;
            supply_(allocator_, reinterpret_cast<unit*>(c), units);
        }
        for (returned*& r : returned_) r = nullptr;
        left_ = 0;
        next_room_ = first_room;
        held_ = 0;
    }
    /// The memory obtained from the allocator, in bytes.
    [[nodiscard]] std::size_t held() const noexcept { return held_ * sizeof(unit); }

  private:
    struct chunk_head {
        chunk_head* next;
        std::size_t units;
    };
    struct returned {
        returned* next;
    };
    static constexpr std::size_t first_room = 64;
    static constexpr std::size_t largest_room = 2048;
    static constexpr std::size_t largest_carved = 64;

    /// The first unit is the chunk's head.
    [[nodiscard]] unit* allocate(std::size_t units) {
        unit* const chunk = supply_(allocator_, nullptr, units + 1);
        chunks_ = ::new (static_cast<void*>(chunk)) chunk_head{chunks_, units + 1};
        held_ += units + 1;
        return chunk;
    }

    supplier supply_;
    void* allocator_;
    chunk_head* chunks_ = nullptr;
    returned* returned_[48] = {};
    unit* next_ = nullptr;
    std::size_t left_ = 0;
    std::size_t next_room_ = first_room;
    std::size_t held_ = 0;
};

} // namespace throng::core
