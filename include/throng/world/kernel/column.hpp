#pragma once

#include <throng/core/audit.hpp>
#include <throng/world/component.hpp>
#include <throng/world/entity.hpp>
#include <throng/world/kernel/follower.hpp>
#include <throng/world/kernel/page_parts.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace throng::core {

/// Of sparse components, what stands in the place of a page's values: for each word that ever had one, an address a
/// slot.
struct sparse_cells {
    void** of_word[page_words];
};

/// Additional data of columns that are not plain.
struct block_sides {
    /// Values that stand though their entity has lost them: a walk or a view may still show them.
    word ghosts[page_words] = {};
    /// Entities that lost it, and that got it, since systems were last notified.
    word lost[page_words] = {};
    word gained[page_words] = {};
    /// Whether anything of that is set.
    bool told = false;
};

/// A bit for quick answers to "does this concern me?", of a type's number, or of a column's that is of no type;
/// different columns may share it.
[[nodiscard]] constexpr std::uint64_t mark_of(std::uint32_t number) noexcept {
    return std::uint64_t{1} << (number % 64U);
}

/// One component of one world: its pages of values, allocated only where needed, which never move.
template <class Allocator> class column : pinned {
    using memory = line_memory<Allocator>;
    struct chunk {
        chunk* next;
        std::size_t bytes;
        unsigned char* memory;
        unsigned char* first;
        std::size_t count;
        std::size_t fresh = 0;
        chunk(const Allocator& allocator, std::size_t n, std::size_t slack, std::size_t blocks, chunk* other)
            : next(other),
              bytes(n),
              memory(static_cast<unsigned char*>(column::memory::take(allocator, n))),
              first(memory + to_multiple(memory, slack)),
              count(blocks) {}
    };
    struct free_block {
        free_block* next;
    };
    /// How far it is from an address to the next multiple of an alignment; 0 is none.
    [[nodiscard]] static std::size_t to_multiple(const void* at, std::size_t alignment) noexcept {
        return alignment == 0 ? 0 : (alignment - reinterpret_cast<std::uintptr_t>(at) % alignment) % alignment;
    }

  public:
    /// Why an edit of this column has more to do than to set a bit.
    enum special_bits : unsigned {
        destroys = 1,
        hooked_on_remove = 2,
        hooked_on_add = 4,
        hooked_on_set = 8,
        losses_watched = 16,
        gains_watched = 32,
        kept_on_remove = 64,
        kept_on_add = 128
    };
    static constexpr unsigned watched = losses_watched | gains_watched;
    static constexpr unsigned special_on_removal = destroys | hooked_on_remove | kept_on_remove;
    static constexpr unsigned special_on_addition = destroys | hooked_on_add;
    static constexpr unsigned noted_on_removal = special_on_removal | losses_watched;
    static constexpr unsigned noted_on_addition = special_on_addition | gains_watched | kept_on_add;

    column(const component_type& t, std::uint32_t n) noexcept : type(t), number(n), mark(mark_of(n)) {
        if (type.destroy != nullptr) special |= destroys;
        if (type.size == 0) type.sparse = false;
        const std::size_t alignment = type.alignment < 64 ? 64 : type.alignment;
        const std::size_t bytes = type.sparse ? sizeof(sparse_cells) : type.size * page_slots;
        stride_ = (bytes + alignment - 1) / alignment * alignment;
    }
    ~column() = default;

    component_type type;
    std::uint32_t number;
    unsigned special = 0;
    std::uint64_t mark;
    page_parts<Allocator> parts;
    row<block_sides*> sides;
    /// Who is called of it.
    core::audience<Allocator> audience;
    /// The library alone writes it: a value that is being removed is not replaced by another one before all have been
    /// called.
    bool is_upkept = false;
    /// The bits of `special` that the audience decides.
    static constexpr unsigned of_audience =
        hooked_on_add | hooked_on_remove | hooked_on_set | kept_on_add | kept_on_remove;
    [[nodiscard]] unsigned asked_by_audience() const noexcept {
        const unsigned kept = audience.keepers.needs();
        unsigned all = 0;
        if (audience.on_add || audience.observers_of_additions != 0) all |= hooked_on_add;
        if (audience.on_remove || audience.observers != 0) all |= hooked_on_remove;
        if (audience.on_set || (kept & follow_link<Allocator>::written) != 0) all |= hooked_on_set;
        if ((kept & follow_link<Allocator>::came) != 0) all |= kept_on_add;
        if ((kept & follow_link<Allocator>::going) != 0) all |= kept_on_remove;
        return all;
    }
    /// Whether an index, of a page that there is, has one.
    [[nodiscard]] bool has(std::uint32_t index) const noexcept {
        return has_bit(parts.word_of(index), index % word_bits);
    }
    /// Whether a value that is lost may have to be destroyed later.
    [[nodiscard]] bool leaves_ghosts() const noexcept { return (special & destroys) != 0; }
    /// Whether the value of an entity on which something stands is there: also one that it has lost, unless another one
    /// could not take its place.
    [[nodiscard]] bool keeps(std::uint32_t index) const noexcept {
        return !leaves_ghosts() || has(index) ||
               any(ghosts(index / page_slots, index / word_bits % page_words) & bit(index % word_bits));
    }
    /// Of which subset it is: the how many-th that got a column lent. 0 where it is a component, or spare.
    std::uint64_t lending = 0;
    /// The number of systems to notify of entities that lose it, or get it; and whether there is anything to notify.
    unsigned loss_watchers = 0;
    unsigned gain_watchers = 0;
    bool told = false;

    /// How many are to know which pages walks may have written to; when each page was, and the time that it is now.
    unsigned write_watchers = 0;
    row<std::uint32_t> written_at;
    std::uint32_t write_clock = 0;
    void note_writing(std::uint32_t page) noexcept {
        if (page < written_at.size()) written_at[page] = write_clock;
    }
    /// Notes for systems that those of a word lost or got it.
    void note_lost(std::uint32_t page, unsigned w, word those) noexcept {
        if ((special & losses_watched) != 0) note(*sides[page], sides[page]->lost[w], those);
    }
    /// The same for a whole page.
    void note_lost(std::uint32_t page, const word* those) noexcept {
        if ((special & losses_watched) == 0) return;
        for (unsigned w = 0; w < page_words; ++w) note_lost(page, w, those[w]);
    }
    void note_gained(std::uint32_t page, unsigned w, word those) noexcept {
        if ((special & gains_watched) != 0) note(*sides[page], sides[page]->gained[w], those);
    }
    /// The notes on one index.
    struct notes {
        bool lost = false;
        bool gained = false;
    };
    [[nodiscard]] notes noted(std::uint32_t index) const noexcept {
        if ((special & watched) == 0) return {};
        const block_sides& s = *sides[index / page_slots];
        return {has_bit(s.lost[index / word_bits % page_words], index % word_bits),
                has_bit(s.gained[index / word_bits % page_words], index % word_bits)};
    }
    /// Undoes an edit's notes: restores the notes before it.
    void undo_notes(std::uint32_t index, notes before) noexcept {
        if ((special & watched) == 0) return;
        block_sides& s = *sides[index / page_slots];
        const word its = bit(index % word_bits);
        if (!before.lost) s.lost[index / word_bits % page_words] &= ~its;
        if (!before.gained) s.gained[index / word_bits % page_words] &= ~its;
    }

    [[nodiscard]] bool is_on(std::uint32_t page) const noexcept { return parts.values(page) != nullptr; }
    /// The page's words. They may be written where the column is on the page.
    [[nodiscard]] word* present(std::uint32_t page) const noexcept { return parts.present(page); }
    [[nodiscard]] THRONG_FLAT static sparse_cells& cells_of(std::byte* b) noexcept {
        return *core::launder(reinterpret_cast<sparse_cells*>(b));
    }
    /// The address for the value of a slot, on a page that the column is on.
    [[nodiscard]] void* value(std::uint32_t page, unsigned slot) const noexcept {
        THRONG_EXPECTS(is_on(page));
        std::byte* const b = parts.values(page);
        if (type.sparse) return cells_of(b).of_word[slot / word_bits][slot % word_bits];
        return b + slot * type.size;
    }
    [[nodiscard]] void* value(std::uint32_t index) const noexcept {
        return value(index / page_slots, index % page_slots);
    }
    template <class T> [[nodiscard]] THRONG_FLAT static T* value_of(std::byte* b, unsigned slot) noexcept {
        if constexpr (tag<T>) return tag_object<T>::get();
        else if constexpr (is_sparse<T>())
            return static_cast<T*>(cells_of(b).of_word[slot / word_bits][slot % word_bits]);
        else return core::launder(reinterpret_cast<T*>(b)) + slot;
    }
    template <class T> [[nodiscard]] T* value_at(std::uint32_t index) const noexcept {
        THRONG_EXPECTS(is_on(index / page_slots));
        return value_of<T>(parts.values(index / page_slots), index % page_slots);
    }
    [[nodiscard]] word& ghosts(std::uint32_t page, unsigned w) const noexcept {
        THRONG_EXPECTS(sides.at(page) != nullptr);
        return sides[page]->ghosts[w];
    }

    /// Ensures that pages up to there can be looked up. Throws what the allocator throws, and has no effect then.
    void cover(const Allocator& allocator, std::size_t pages) {
        parts.cover(allocator, pages);
        if (write_watchers != 0) written_at.extend(allocator, pages);
    }
    /// Adds the column to a page, unless it has a part there. Throws what the allocator throws, and has no effect then.
    THRONG_ONCE std::byte* equip(const Allocator& allocator, std::uint32_t page) {
        if (!is_on(page)) {
            parts.equip(allocator, page);
            if ((special & (destroys | watched)) != 0) equip_sides(allocator, page);
            parts.set_values(page, take(allocator));
        }
        return parts.values(page);
    }
    void equip_sides(const Allocator& allocator, std::uint32_t page) {
        sides.extend(allocator, page + 1);
        if (sides[page] == nullptr) sides[page] = make_object<block_sides>(allocator);
    }
    /// The column leaves a page, whose values are destroyed.
    THRONG_ONCE void strip(const Allocator& allocator, std::uint32_t page) noexcept {
        // (Sides may be there without values, for which there was no memory.)
        if (block_sides* const s = sides.at(page); s != nullptr) {
            sides[page] = nullptr;
            give_back_object(allocator, s);
        }
        std::byte* const b = parts.values(page);
        if (b == nullptr) return;
        if (type.sparse) release_cells(allocator, b);
        parts.set_values(page, nullptr);
        if (type.size != 0) free_ = ::new (static_cast<void*>(b)) free_block{free_};
    }
    /// Ensures that there is room for the slot's value. Throws what the allocator throws.
    void equip_cell(const Allocator& allocator, std::byte* b, unsigned slot) {
        if (!type.sparse) return;
        void**& cells = cells_of(b).of_word[slot / word_bits];
        if (cells == nullptr) {
            cells = static_cast<void**>(memory::take(allocator, word_bits * sizeof(void*)));
            for (unsigned i = 0; i < word_bits; ++i) cells[i] = nullptr;
        }
        if (cells[slot % word_bits] == nullptr) cells[slot % word_bits] = take_cell(allocator);
    }

    /// Memory for one value apart from all pages.
    [[nodiscard]] void* take_cell(const Allocator& allocator) {
        if (type.alignment <= 64) return memory::take(allocator, type.size);
        // The address of the memory stands right behind the value.
        const std::size_t bytes = type.size + type.alignment + sizeof(void*);
        auto* const m = static_cast<unsigned char*>(memory::take(allocator, bytes));
        const std::size_t past = to_multiple(m, type.alignment);
        std::memcpy(m + past + type.size, static_cast<const void*>(&m), sizeof(void*));
        return m + past;
    }
    void release_cell(const Allocator& allocator, void* cell) noexcept {
        if (type.alignment <= 64) {
            memory::give_back(allocator, cell, type.size);
            return;
        }
        unsigned char* m = nullptr;
        std::memcpy(static_cast<void*>(&m), static_cast<unsigned char*>(cell) + type.size, sizeof(void*));
        memory::give_back(allocator, m, type.size + type.alignment + sizeof(void*));
    }
    /// Gives chunks of which no block is in use back. O(free blocks × chunks + pages).
    THRONG_ONCE void trim(const Allocator& allocator) noexcept {
        parts.trim(allocator);
        for (chunk** link = &chunks_; *link != nullptr;) {
            chunk* const c = *link;
            std::size_t unused = c->count - c->fresh;
            for (free_block* f = free_; f != nullptr; f = f->next) unused += holds(*c, f) ? 1U : 0U;
            if (unused != c->count) {
                link = &c->next;
                continue;
            }
            for (free_block** f = &free_; *f != nullptr;) {
                if (holds(*c, *f)) *f = (*f)->next;
                else f = &(*f)->next;
            }
            *link = c->next;
            release_chunk(allocator, c);
        }
    }
    /// Exchanges all values, and where they are: not the hooks.
    THRONG_ONCE void swap_values(column& other) noexcept {
        parts.swap(other.parts);
        sides.swap(other.sides);
        std::swap(chunks_, other.chunks_);
        std::swap(free_, other.free_);
        std::swap(made_, other.made_);
        std::swap(told, other.told);
    }
    THRONG_ONCE void destroy_values() noexcept {
        if (type.destroy == nullptr) return;
        for (std::uint32_t p = 0; p < parts.size(); ++p) {
            for (unsigned w = 0; is_on(p) && w < page_words; ++w) {
                word& living = present(p)[w];
                const word there = living | ghosts(p, w);
                living = ghosts(p, w) = word{};
                for (word rest = there; any(rest); rest = without_lowest(rest))
                    type.destroy(value(p, w * word_bits + lowest(rest)));
            }
        }
    }
    /// Gives everything back. Nothing may live in it.
    THRONG_ONCE void release(const Allocator& allocator) noexcept {
        for (std::uint32_t p = 0; p < parts.size(); ++p) strip(allocator, p);
        while (chunks_ != nullptr) release_chunk(allocator, std::exchange(chunks_, chunks_->next));
        free_ = nullptr;
        parts.release(allocator);
        sides.release(allocator);
        written_at.release(allocator);
        audience.reset();
    }
    /// Memory held, in bytes.
    [[nodiscard]] THRONG_ONCE std::size_t bytes() const noexcept {
        std::size_t n = parts.bytes() + sides.bytes() + sizeof(column);
        for (const chunk* c = chunks_; c != nullptr; c = c->next) n += c->bytes + sizeof(chunk);
        for (const block_sides* s : sides) n += s == nullptr ? 0 : sizeof(block_sides);
        return n;
    }
    /// Room for `pages` blocks more than are in use, in as few pieces as possible.
    THRONG_ONCE void reserve(const Allocator& allocator, std::size_t pages) {
        if (type.size == 0) return;
        std::size_t spare = chunks_ == nullptr ? 0 : chunks_->count - chunks_->fresh;
        for (const free_block* f = free_; f != nullptr; f = f->next) ++spare;
        if (spare >= pages) return;
        retire_fresh();
        add_chunk(allocator, pages - spare);
    }

  private:
    template <class> friend class world_validation;

    void note(block_sides& s, word& w, word those) noexcept {
        w |= those;
        s.told = told = true;
    }

    alignas(64) inline static std::byte tag_block[1] = {};
    static constexpr std::size_t most_chunk_bytes = std::size_t{1} << 21U;

    [[nodiscard]] THRONG_ONCE std::byte* take(const Allocator& allocator) {
        if (type.size == 0) return tag_block;
        if (free_ == nullptr && (chunks_ == nullptr || chunks_->fresh == chunks_->count)) {
            std::size_t count = made_ / 32;
            if (count > most_chunk_bytes / stride_) count = most_chunk_bytes / stride_;
            add_chunk(allocator, count == 0 ? 1 : count);
        }
        void* const m = free_ != nullptr ? static_cast<void*>(std::exchange(free_, free_->next))
                                         : chunks_->first + stride_ * chunks_->fresh++;
        if (type.sparse) ::new (m) sparse_cells{};
        return static_cast<std::byte*>(m);
    }
    void add_chunk(const Allocator& allocator, std::size_t count) {
        const std::size_t slack = type.alignment > 64 ? type.alignment : 0;
        const std::size_t bytes = stride_ * count + slack;
        chunks_ = make_object<chunk>(allocator, allocator, bytes, slack, count, chunks_);
        made_ += count;
    }
    THRONG_ONCE void retire_fresh() noexcept {
        if (chunks_ == nullptr) return;
        for (std::size_t i = chunks_->count; i-- > chunks_->fresh;)
            free_ = ::new (static_cast<void*>(chunks_->first + stride_ * i)) free_block{free_};
        chunks_->fresh = chunks_->count;
    }
    [[nodiscard]] bool holds(const chunk& c, const void* b) const noexcept {
        const auto at = reinterpret_cast<std::uintptr_t>(b);
        const auto first = reinterpret_cast<std::uintptr_t>(c.memory);
        return at >= first && at < first + c.bytes;
    }
    void release_chunk(const Allocator& allocator, chunk* c) noexcept {
        made_ -= c->count;
        memory::give_back(allocator, c->memory, c->bytes);
        give_back_object(allocator, c);
    }

    void release_cells(const Allocator& allocator, std::byte* b) noexcept {
        for (void** const cells : cells_of(b).of_word) {
            if (cells == nullptr) continue;
            for (unsigned i = 0; i < word_bits; ++i) {
                if (cells[i] != nullptr) release_cell(allocator, cells[i]);
            }
            memory::give_back(allocator, static_cast<void*>(cells), word_bits * sizeof(void*));
        }
    }

    std::size_t stride_ = 0;
    chunk* chunks_ = nullptr;
    free_block* free_ = nullptr;
    std::size_t made_ = 0;
};

} // namespace throng::core
