#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/bits.hpp>
#include <throng/world/kernel/row.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// A page of a world: this many entities with neighbouring indices.
inline constexpr unsigned page_bits = 10;
inline constexpr unsigned page_slots = 1U << page_bits;
inline constexpr unsigned page_words = page_slots / word_bits;

/// The bits of so many pages stand side by side, so that a walk over many pages reads few lines of memory.
inline constexpr unsigned stretch_pages = 8;
inline constexpr unsigned stretch_words = stretch_pages * page_words;

/// Words of a page where no bit is set.
inline constexpr word no_words[page_words] = {};
/// The words that columns point to where no bit is set. A library that uses the worlds of a program has the program's:
/// see plugin.hpp.
inline constinit word* no_bits_of_program = const_cast<word*>(no_words);

/// The word of an index, of all pages' words.
[[nodiscard]] inline word& word_in(word* const* present, std::uint32_t index) noexcept {
    return present[index / page_slots][index % page_slots / word_bits];
}

/// How many bits are set in a page's words: as `count` of each, but sooner.
[[nodiscard]] inline unsigned count_page(const word* words) noexcept {
    // A page of entities that were born alike is often full.
    word all = ~word{};
    for (unsigned w = 0; w < page_words; ++w) all &= words[w];
    if (!any(~all)) return page_slots;
    // Each byte of the sums comes to 8 * page_words at most.
    static_assert(8 * page_words < 256);
    std::uint64_t bytes = 0;
    for (unsigned w = 0; w < page_words; ++w) {
        std::uint64_t n = bits(words[w]);
        n = n - ((n >> 1U) & 0x5555555555555555U);
        n = (n & 0x3333333333333333U) + ((n >> 2U) & 0x3333333333333333U);
        bytes += (n + (n >> 4U)) & 0x0f0f0f0f0f0f0f0fU;
    }
    const std::uint64_t pairs = (bytes & 0x00ff00ff00ff00ffU) + ((bytes >> 8U) & 0x00ff00ff00ff00ffU);
    return static_cast<unsigned>((pairs * 0x0001000100010001U) >> 48U);
}

/// The parts of a column on each page of a world, in the order of pages, so that reading needs no check: bits and
/// values. Bits of neighbouring pages are stored side by side, in stretches that are allocated on demand, and never
/// move.
template <class Allocator> class page_parts {
    using memory = line_memory<Allocator>;

  public:
    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(present_.size()); }
    /// Which slots have it: the page's words. Where the column is not on the page, all zero, and not to be written.
    [[nodiscard]] word* present(std::uint32_t page) const noexcept { return present_[page]; }
    [[nodiscard]] word& word_of(std::uint32_t index) const noexcept {
        THRONG_EXPECTS(index / page_slots < size());
        return word_in(present_.begin(), index);
    }
    /// The page's values: null where the column is not on the page; of a tag, any address.
    [[nodiscard]] std::byte* values(std::uint32_t page) const noexcept { return values_[page]; }

    /// The words and the values of all pages, until there are more.
    struct view {
        word* const* present = nullptr;
        std::byte* const* values = nullptr;

        [[nodiscard]] word& word_of(std::uint32_t index) const noexcept { return word_in(present, index); }
        friend bool operator==(const view&, const view&) = default;
    };
    [[nodiscard]] view all() const noexcept { return {present_.begin(), values_.begin()}; }

    /// Pages up to there can be asked for. Throws what the allocator throws; nothing has changed then.
    void cover(const Allocator& allocator, std::size_t pages) {
        present_.reserve(allocator, pages);
        values_.extend(allocator, pages);
        while (present_.size() < pages) present_.push(allocator, no_bits());
    }
    /// Bits for the page. Throws what the allocator throws; nothing has changed then.
    void equip(const Allocator& allocator, std::uint32_t page) {
        if (present_[page] != no_bits()) return;
        word* words = stretch_of(page);
        if (words == nullptr) {
            words = static_cast<word*>(memory::take(allocator, stretch_words * sizeof(word)));
            for (unsigned i = 0; i < stretch_words; ++i) ::new (static_cast<void*>(words + i)) word{};
        }
        present_[page] = words + place_in_stretch(page);
    }
    void set_values(std::uint32_t page, std::byte* values) noexcept {
        THRONG_EXPECTS(values == nullptr || present_[page] != no_bits());
        values_[page] = values;
    }
    /// Stretches are given back of which no page has values. Their bits are not set.
    THRONG_ONCE void trim(const Allocator& allocator) noexcept {
        for (std::uint32_t first = 0; first < size(); first += stretch_pages) {
            bool used = false;
            each_beside(first, [&](std::uint32_t p) { used = used || values_[p] != nullptr; });
            if (!used) give_back(allocator, first);
        }
    }
    THRONG_ONCE void release(const Allocator& allocator) noexcept {
        for (std::uint32_t first = 0; first < size(); first += stretch_pages) give_back(allocator, first);
        present_.release(allocator);
        values_.release(allocator);
    }
    void swap(page_parts& other) noexcept {
        present_.swap(other.present_);
        values_.swap(other.values_);
    }
    /// Memory held, in bytes; not that of values.
    [[nodiscard]] THRONG_ONCE std::size_t bytes() const noexcept {
        std::size_t n = present_.bytes() + values_.bytes();
        for (std::uint32_t first = 0; first < size(); first += stretch_pages)
            n += stretch_of(first) == nullptr ? 0 : stretch_words * sizeof(word);
        return n;
    }

  private:
    [[nodiscard]] static word* no_bits() noexcept { return no_bits_of_program; }

    [[nodiscard]] static std::size_t place_in_stretch(std::uint32_t page) noexcept {
        return std::size_t{page % stretch_pages} * page_words;
    }
    /// Calls f(page) for the page and for those whose bits stand beside its.
    template <class F> void each_beside(std::uint32_t page, F f) const noexcept {
        const std::uint32_t first = page / stretch_pages * stretch_pages;
        for (std::uint32_t p = first; p < first + stretch_pages && p < size(); ++p) f(p);
    }
    /// The stretch of the page; null if there is none.
    [[nodiscard]] word* stretch_of(std::uint32_t page) const noexcept {
        word* words = nullptr;
        each_beside(page, [&](std::uint32_t p) {
            if (present_[p] != no_bits()) words = present_[p] - place_in_stretch(p);
        });
        return words;
    }
    void give_back(const Allocator& allocator, std::uint32_t first) noexcept {
        word* const words = stretch_of(first);
        if (words == nullptr) return;
        memory::give_back(allocator, words, stretch_words * sizeof(word));
        each_beside(first, [&](std::uint32_t p) { present_[p] = no_bits(); });
    }

    row<word*> present_;
    row<std::byte*> values_;
};

} // namespace throng::core
