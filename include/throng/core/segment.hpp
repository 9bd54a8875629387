#pragma once

#include <throng/core/bitmap.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// A piece of memory that holds the slots `first` … `end`-1 of a dense array, with two bits a slot beside it.
template <class T> struct segment {
    /// Null in the first segment of an array that has no memory yet.
    T* elements = nullptr;
    std::size_t first = 0;
    std::size_t end = 0;
    /// The slot whose place is elements[0].
    std::size_t origin = 0;
    /// Places there are, used or not.
    std::size_t places = 0;
    /// Slots without a living element.
    word* gaps = nullptr;
    /// Those of them whose element is removed, but not destroyed yet: a walk stands on it or a frozen view shows it.
    word* ghosts = nullptr;
    /// One entry a place: index + 1 in the table of handles, 0 for none. Null until a handle is asked for.
    std::uint32_t* handles = nullptr;
    /// One entry a place: how many frozen views had been taken when its element was removed. Null until an element is
    /// removed under a frozen view.
    std::uint64_t* removed_at = nullptr;
    segment* next = nullptr;

    [[nodiscard]] T* at(std::size_t slot) const noexcept { return elements + (slot - origin); }
    [[nodiscard]] bool holds(const T* x) const noexcept {
        return reinterpret_cast<std::uintptr_t>(x) - reinterpret_cast<std::uintptr_t>(elements) < places * sizeof(T);
    }
    [[nodiscard]] std::size_t words() const noexcept { return (places + word_bits - 1) / word_bits; }

    [[nodiscard]] word* gaps_of(std::size_t slot) const noexcept { return gaps + (slot - origin) / word_bits; }
    [[nodiscard]] bool is_gap(std::size_t slot) const noexcept { return any(*gaps_of(slot) & mask(slot)); }
    [[nodiscard]] bool is_ghost(std::size_t slot) const noexcept { return any(ghosts_of(slot) & mask(slot)); }
    void set_gap(std::size_t slot) const noexcept { *gaps_of(slot) |= mask(slot); }
    void clear_gap(std::size_t slot) const noexcept { *gaps_of(slot) &= ~mask(slot); }
    void set_ghost(std::size_t slot) const noexcept { ghosts_of(slot) |= mask(slot); }
    void clear_ghost(std::size_t slot) const noexcept { ghosts_of(slot) &= ~mask(slot); }

  private:
    [[nodiscard]] word& ghosts_of(std::size_t slot) const noexcept { return ghosts[(slot - origin) / word_bits]; }
    [[nodiscard]] word mask(std::size_t slot) const noexcept {
        return bit(static_cast<unsigned>((slot - origin) % word_bits));
    }
};

} // namespace throng::core
