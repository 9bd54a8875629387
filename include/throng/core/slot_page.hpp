#pragma once

#include <throng/core/bitmap.hpp>
#include <throng/core/page.hpp>

#include <cstddef>
#include <cstdint>
#include <new>

namespace throng::core {

template <class Page> struct marks;

/// A page of a pool: as `page`, but its slots are used again while it is in use.
template <class T> struct slot_page {
    static constexpr std::size_t bytes = page_bytes_for(sizeof(T), alignof(T));
    static constexpr unsigned words = page<T>::words;

    /// The page's number + 1.
    std::uint32_t order = 0;
    /// What the pool's summaries say of the page: that somebody is there, that it may have free slots, or young ones.
    bool listed_occupied = false;
    bool listed_roomy = false;
    bool listed_young = false;
    /// One entry a slot: the generation of what is there, or of what comes next.
    std::uint32_t* generations = nullptr;
    /// Two entries a slot: when what is young came, then when ghosts were removed. Null until something comes while
    /// somebody walks, or is removed under a frozen view.
    std::uint64_t* moments = nullptr;
    /// What subsets know of the slots; null as long as there are none.
    marks<slot_page>* subsets = nullptr;
    word live[words] = {};
    /// Slots whose elements are removed, but not destroyed yet: a walk stands on them or a frozen view shows them.
    word ghosts[words] = {};
    /// Slots whose elements came while somebody walked, who still does.
    word young[words] = {};
    word free[words] = {};

    /// Elements lie as even as their size allows, up to a line of the cache.
    [[nodiscard]] static constexpr std::size_t first_offset() noexcept {
        constexpr std::size_t line = 64;
        std::size_t alignment = sizeof(T) & (~sizeof(T) + 1);
        if (alignment > line) alignment = line;
        if (alignment < alignof(T)) alignment = alignof(T);
        return (sizeof(slot_page) + alignment - 1) / alignment * alignment;
    }
    [[nodiscard]] static constexpr unsigned slots() noexcept {
        return static_cast<unsigned>((bytes - first_offset()) / sizeof(T));
    }

    [[nodiscard]] static slot_page* of(const T* element) noexcept {
        return std::launder(reinterpret_cast<slot_page*>(reinterpret_cast<std::uintptr_t>(element) & ~(bytes - 1)));
    }
    [[nodiscard]] unsigned index_of(const T* element) const noexcept {
        const auto offset = reinterpret_cast<std::uintptr_t>(element) - reinterpret_cast<std::uintptr_t>(this);
        return static_cast<unsigned>((offset - first_offset()) / sizeof(T));
    }
    [[nodiscard]] T* slot(unsigned i) noexcept {
        return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(this) + first_offset()) + i;
    }

    [[nodiscard]] std::uint64_t& came(unsigned s) const noexcept { return moments[s]; }
    [[nodiscard]] std::uint64_t& gone(unsigned s) const noexcept { return moments[slots() + s]; }

    [[nodiscard]] bool is_live(unsigned s) const noexcept { return has(live, s); }
    [[nodiscard]] bool is_ghost(unsigned s) const noexcept { return has(ghosts, s); }
    [[nodiscard]] bool is_young(unsigned s) const noexcept { return has(young, s); }
    void clear_live(unsigned s) noexcept { clear(live, s); }
    static void set(word (&bits)[words], unsigned s) noexcept { bits[s / word_bits] |= bit(s % word_bits); }
    static void clear(word (&bits)[words], unsigned s) noexcept { bits[s / word_bits] &= ~bit(s % word_bits); }

    [[nodiscard]] static bool has(const word (&bits)[words], unsigned s) noexcept {
        return any(bits[s / word_bits] & bit(s % word_bits));
    }
    [[nodiscard]] bool has_room() const noexcept {
        word all{};
        for (const word w : free) all |= w;
        return any(all);
    }
    /// Nobody lives here, and nobody who was removed is still kept.
    [[nodiscard]] bool is_vacant() const noexcept {
        word all{};
        for (unsigned i = 0; i < words; ++i) all |= live[i] | ghosts[i];
        return !any(all);
    }
    /// Takes the lowest free slot, which there is.
    [[nodiscard]] unsigned take() noexcept {
        unsigned i = 0;
        while (!any(free[i])) ++i;
        const unsigned b = lowest(free[i]);
        free[i] = without_lowest(free[i]);
        return i * word_bits + b;
    }
};

/// The memory of one page, as allocators are asked for it.
template <class T> struct alignas(slot_page<T>::bytes) slot_page_space {
    std::byte bytes[slot_page<T>::bytes];
};

} // namespace throng::core
