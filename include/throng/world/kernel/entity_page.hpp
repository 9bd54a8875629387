#pragma once

#include <throng/core/audit.hpp>
#include <throng/world/kernel/column.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

template <class Allocator> struct kind;

/// A column that has a block on a page, and its bits there.
template <class Allocator> struct attached_column {
    word* present;
    column<Allocator>* of;
};

/// The state of one page: what its slots are, and their generations. A slot's generation is 16 bits here and 16 bits
/// that all of the page share: when a slot has used its own up it rests, until the page is empty and begins anew. When
/// the page's are used up, the page is retired. Copies of a world, and the differences between them, have it as bytes:
/// it has no padding.
struct page_state {
    static constexpr std::uint16_t first_generation = 1;
    static constexpr std::uint16_t last_generation = 0xffff;
    static constexpr std::uint32_t first_upper = 1U << 16U;
    static constexpr std::uint32_t last_upper = 0xffffU << 16U;
    /// That of the first entity in a world.
    static constexpr std::uint32_t lowest_generation = first_upper | first_generation;
    /// Whether a slot can have it: neither half is 0.
    [[nodiscard]] static constexpr bool is_generation(std::uint32_t g) noexcept {
        return (g & last_generation) != 0 && (g & last_upper) != 0;
    }

    word alive[page_words] = {};
    /// Not to be given to a new entity: alive, dead but still looked at, or used up.
    word taken[page_words] = {};
    word used_up[page_words] = {};
    std::uint16_t generations[page_slots] = {};
    /// The upper half of all the page's generations, where it stands in them; never 0, so that no generation is.
    std::uint32_t upper = first_upper;
    /// The generation that all slots began with.
    std::uint32_t begun_with = lowest_generation;

    [[nodiscard]] THRONG_FLAT std::uint32_t generation(unsigned slot) const noexcept {
        return upper | generations[slot];
    }
    /// That of the entity that lives in the slot, or lived there last if it has not been reused since. (At a death it
    /// advances.)
    [[nodiscard]] THRONG_FLAT std::uint32_t generation_of_last(unsigned slot) const noexcept {
        const std::uint16_t its = generations[slot];
        if (has_bit(alive[slot / word_bits], slot % word_bits)) return upper | its;
        return upper | static_cast<std::uint16_t>(its - 1);
    }
    [[nodiscard]] bool is_alive(unsigned slot) const noexcept {
        return has_bit(alive[slot / word_bits], slot % word_bits);
    }
};
static_assert(sizeof(page_state) == (3 * page_words + 1) * sizeof(std::uint64_t) + page_slots * sizeof(std::uint16_t));

/// The entities of one page.
template <class Allocator> struct entity_page : page_state {
    std::uint32_t number;
    /// The kind of the entities that are born here; null while there have been none.
    kind<Allocator>* of = nullptr;
    row<attached_column<Allocator>> columns;
    /// Slots taken, and not used up; slots used up.
    std::uint32_t used = 0;
    std::uint32_t resting = 0;
    /// No word before this one has a free slot; page_words if none has.
    std::uint32_t first_free = 0;
    /// No word from this one on has had a slot in use since the page was empty: so far is it read.
    std::uint32_t used_words = 0;
    /// Some column needs more than its bit cleared when an entity goes.
    bool special = false;
    /// A slot in use has a generation from which it has to go on to its world's first one, not to its next.
    bool behind = false;

    explicit entity_page(std::uint32_t n, std::uint32_t generation = lowest_generation) noexcept : number(n) {
        begun_with = generation;
        begin_with(generation);
    }
    void begin_with(std::uint32_t generation) noexcept {
        upper = generation & last_upper;
        for (std::uint16_t& g : generations) g = static_cast<std::uint16_t>(generation);
    }
    /// The highest one that a slot has, or had.
    [[nodiscard]] std::uint32_t highest_generation() const noexcept {
        std::uint16_t highest = 0;
        for (const std::uint16_t g : generations) {
            // (0: it is used up.)
            const std::uint16_t its = g == 0 ? last_generation : g;
            highest = its < highest ? highest : its;
        }
        return upper | highest;
    }

    /// Dead, but kept because something may still be looking.
    [[nodiscard]] word limbo(unsigned w) const noexcept { return taken[w] & ~alive[w] & ~used_up[w]; }
    [[nodiscard]] bool is_full() const noexcept { return first_free == page_words; }

    /// The lowest free slot, which is taken now.
    [[nodiscard]] unsigned take_lowest() noexcept {
        THRONG_EXPECTS(!is_full());
        word& w = taken[first_free];
        const unsigned s = first_free * word_bits + lowest(~w);
        w |= bit(s % word_bits);
        ++used;
        use_word(first_free);
        if (!any(~w)) find_first_free();
        return s;
    }
    void use_word(std::uint32_t w) noexcept {
        if (w >= used_words) used_words = w + 1;
    }
    /// (A page that is full is so for a moment only where the dead are replaced: no looking at all of its words.)
    void find_first_free() noexcept {
        if (used + resting == page_slots) first_free = page_words;
        while (first_free != page_words && !any(~taken[first_free])) ++first_free;
    }
    /// Advances all slots of a word to their next generation. Returns false and has no effect if one of them has none.
    [[nodiscard]] bool renew_word(unsigned w) noexcept {
        std::uint16_t* const of_word = generations + std::size_t{w} * word_bits;
        std::uint16_t used_up_soon = 0;
        for (unsigned s = 0; s < word_bits; ++s)
            used_up_soon = static_cast<std::uint16_t>(used_up_soon | (of_word[s] == last_generation ? 1U : 0U));
        if (used_up_soon != 0) return false;
        for (unsigned s = 0; s < word_bits; ++s) ++of_word[s];
        return true;
    }
    /// Whether it has emptied, so that any kind may have it. One that has never been lived on waits for its own kind.
    [[nodiscard]] bool is_for_any_kind() const noexcept {
        if (used != 0 || is_full()) return false;
        if (of == nullptr || upper != (begun_with & last_upper)) return true;
        for (const std::uint16_t g : generations) {
            if (g != static_cast<std::uint16_t>(begun_with)) return true;
        }
        return false;
    }
    void update_special() noexcept {
        special = behind;
        for (const attached_column<Allocator>& c : columns)
            special = special || (c.of->special & column<Allocator>::special_on_removal) != 0;
    }
};

/// Entities that were born with the same components, and the pages that are theirs: so those alike lie together.
template <class Allocator> struct kind {
    /// In the order of their numbers.
    row<column<Allocator>*> columns;
    /// Its pages that have room, a bit each.
    row<word> roomy;
    /// No word of `roomy` before this one has a bit.
    std::size_t first_roomy = 0;
    /// The lowest page with room; null if that must be looked for.
    entity_page<Allocator>* lowest = nullptr;
    std::uint32_t number = 0;

    [[nodiscard]] bool is_of(const row<column<Allocator>*>& those) const noexcept {
        if (those.size() != columns.size()) return false;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i] != those[i]) return false;
        }
        return true;
    }
    /// The lowest page with room, or one beyond all.
    [[nodiscard]] std::uint32_t lowest_page() noexcept {
        for (; first_roomy < roomy.size(); ++first_roomy) {
            if (any(roomy[first_roomy]))
                return static_cast<std::uint32_t>(first_roomy * word_bits + core::lowest(roomy[first_roomy]));
        }
        return none;
    }
    void has_room(std::uint32_t page) noexcept {
        if (lowest != nullptr && page < lowest->number) lowest = nullptr;
        roomy[page / word_bits] |= bit(page % word_bits);
        if (page / word_bits < first_roomy) first_roomy = page / word_bits;
    }
    void is_full(std::uint32_t page) noexcept {
        if (lowest != nullptr && page == lowest->number) lowest = nullptr;
        roomy[page / word_bits] &= ~bit(page % word_bits);
    }

    static constexpr std::uint32_t none = ~std::uint32_t{0};
};

} // namespace throng::core
