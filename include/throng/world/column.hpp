#pragma once

#include <throng/core/bitmap.hpp>
#include <throng/core/callback.hpp>
#include <throng/world/component.hpp>
#include <throng/world/entity.hpp>
#include <throng/world/row.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace throng::core {

/// A page of a world: this many entities with neighbouring indices.
inline constexpr unsigned page_bits = 10;
inline constexpr unsigned page_slots = 1U << page_bits;
inline constexpr unsigned page_words = page_slots / word_bits;

/// Words of a page, when nobody has any bit set.
inline constexpr word no_words[page_words] = {};

/// The values of one component on one page, and who has one. Values follow behind, at the column's offset; of sparse
/// components, cells.
struct block {
    word present[page_words];
};
/// For each word that ever had a value, an address a slot.
struct sparse_block : block {
    void** cells[page_words];
};

/// What is known beside, of columns that are not plain.
struct block_sides {
    /// Values that stand though their entity has lost them: somebody may still be looking.
    word ghosts[page_words] = {};
    /// Who lost it, and who got it, since systems were last told.
    word lost[page_words] = {};
    word gained[page_words] = {};
    /// Whether anything of that is set.
    bool told = false;
};

/// What is called when a component comes, goes or is set.
struct hooked {
    entity e;
    void* value;
};

/// One component of one world: its pages of values, allocated only where needed, which never move.
template <class Allocator> class column {
    using memory = line_memory<Allocator>;
    struct chunk {
        chunk* next;
        void* memory;
        std::size_t bytes;
        unsigned char* first;
        std::size_t count;
        std::size_t fresh;
    };
    struct free_block {
        free_block* next;
    };

  public:
    /// Why an edit of this column has more to do than to set a bit.
    enum special_bits : unsigned {
        destroys = 1,
        hooked_on_remove = 2,
        watched = 4,
        hooked_on_add = 8,
        hooked_on_set = 16
    };
    static constexpr unsigned special_on_removal = destroys | hooked_on_remove;
    static constexpr unsigned special_on_addition = destroys | hooked_on_add;

    column(const component_type& t, std::uint32_t n) noexcept : type(t), number(n) {
        if (type.destroy != nullptr) special |= destroys;
        const std::size_t alignment = type.alignment < 64 ? 64 : type.alignment;
        if (type.size == 0) {
            stride_ = sizeof(block);
        } else if (type.sparse) {
            stride_ = sizeof(sparse_block);
        } else {
            offset = type.alignment > sizeof(block) ? type.alignment : sizeof(block);
            stride_ = offset + type.size * page_slots;
        }
        stride_ = (stride_ + alignment - 1) / alignment * alignment;
    }
    column(const column&) = delete;
    column& operator=(const column&) = delete;
    ~column() = default;

    component_type type;
    std::uint32_t number;
    unsigned special = 0;
    /// Where values begin in a block.
    std::size_t offset = 0;
    row<block*> blocks;
    row<block_sides*> sides;
    callback<hooked, Allocator> on_add;
    callback<hooked, Allocator> on_remove;
    callback<hooked, Allocator> on_set;
    /// Whether a value that is lost may have to be destroyed later.
    [[nodiscard]] bool leaves_ghosts() const noexcept { return (special & destroys) != 0; }
    /// How many systems want to be told; and whether there is anything to tell.
    unsigned watchers = 0;
    bool told = false;

    /// Notes for systems that those of a word lost or got it.
    void note_lost(std::uint32_t page, unsigned w, word those) noexcept {
        if ((special & watched) != 0) note(sides[page], sides[page]->lost[w], those);
    }
    void note_gained(std::uint32_t page, unsigned w, word those) noexcept {
        if ((special & watched) != 0) note(sides[page], sides[page]->gained[w], those);
    }
    /// A bit for quick answers to "does this concern me?"; different columns may share it.
    [[nodiscard]] std::uint64_t mark() const noexcept { return std::uint64_t{1} << (number % 64U); }

    [[nodiscard]] block* block_of(std::uint32_t page) const noexcept { return blocks.at(page); }
    [[nodiscard]] bool has(std::uint32_t index) const noexcept {
        const block* const b = block_of(index / page_slots);
        return b != nullptr && has_bit(b->present[index % page_slots / word_bits], index % word_bits);
    }
    /// The address for the value of a slot, which has or had one.
    [[nodiscard]] void* value(block* b, unsigned slot) const noexcept {
        if (type.sparse) return static_cast<sparse_block*>(b)->cells[slot / word_bits][slot % word_bits];
        return reinterpret_cast<unsigned char*>(b) + offset + slot * type.size;
    }
    template <class T> [[nodiscard]] static T* value_of(block* b, unsigned slot) noexcept {
        if constexpr (tag<T>) {
            return tag_object<T>::get();
        } else if constexpr (is_sparse<T>()) {
            return static_cast<T*>(static_cast<sparse_block*>(b)->cells[slot / word_bits][slot % word_bits]);
        } else {
            constexpr std::size_t behind = alignof(T) > sizeof(block) ? alignof(T) : sizeof(block);
            return std::launder(reinterpret_cast<T*>(reinterpret_cast<unsigned char*>(b) + behind)) + slot;
        }
    }
    [[nodiscard]] word& ghosts(std::uint32_t page, unsigned w) const noexcept { return sides[page]->ghosts[w]; }

    /// Sees to it that the page has a block. Throws what the allocator throws; nothing has changed then.
    block* equip(const Allocator& allocator, std::uint32_t page) {
        blocks.extend(allocator, page + 1);
        if ((special & (destroys | watched)) != 0) equip_sides(allocator, page);
        if (blocks[page] == nullptr) {
            void* const m = take(allocator);
            std::memset(m, 0, type.sparse ? sizeof(sparse_block) : sizeof(block));
            blocks[page] = static_cast<block*>(m);
        }
        return blocks[page];
    }
    void equip_sides(const Allocator& allocator, std::uint32_t page) {
        sides.extend(allocator, page + 1);
        if (sides[page] == nullptr) sides[page] = ::new (memory::take(allocator, sizeof(block_sides))) block_sides;
    }
    /// Nobody on the page has or had a value: the block goes back.
    void strip(const Allocator& allocator, std::uint32_t page) noexcept {
        block* const b = blocks.at(page);
        if (b == nullptr) return;
        if (type.sparse) release_cells(allocator, b);
        blocks[page] = nullptr;
        auto* const f = ::new (static_cast<void*>(b)) free_block{free_};
        free_ = f;
        if (block_sides* const s = sides.at(page); s != nullptr) {
            sides[page] = nullptr;
            memory::give_back(allocator, s, sizeof(block_sides));
        }
    }
    /// Sees to it that there is room for the slot's value. Throws what the allocator throws.
    void equip_cell(const Allocator& allocator, block* b, unsigned slot) {
        if (!type.sparse) return;
        auto* const s = static_cast<sparse_block*>(b);
        void**& cells = s->cells[slot / word_bits];
        if (cells == nullptr) {
            cells = static_cast<void**>(memory::take(allocator, word_bits * sizeof(void*)));
            for (unsigned i = 0; i < word_bits; ++i) cells[i] = nullptr;
        }
        if (cells[slot % word_bits] == nullptr) cells[slot % word_bits] = take_cell(allocator);
    }

    /// Gives chunks of which no block is in use back. O(free blocks × chunks).
    void trim(const Allocator& allocator) noexcept {
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
    void swap_values(column& other) noexcept {
        blocks.swap(other.blocks);
        sides.swap(other.sides);
        std::swap(chunks_, other.chunks_);
        std::swap(free_, other.free_);
        std::swap(made_, other.made_);
        std::swap(told, other.told);
    }
    void destroy_values() noexcept {
        if (type.destroy == nullptr) return;
        for (std::uint32_t p = 0; p < blocks.size(); ++p) {
            block* const b = blocks[p];
            for (unsigned w = 0; b != nullptr && w < page_words; ++w) {
                const word there = b->present[w] | ghosts(p, w);
                b->present[w] = ghosts(p, w) = word{};
                for (word rest = there; any(rest); rest = without_lowest(rest))
                    type.destroy(value(b, w * word_bits + lowest(rest)));
            }
        }
    }
    /// Gives everything back. Nothing may live in it.
    void release(const Allocator& allocator) noexcept {
        for (std::size_t p = 0; p < blocks.size(); ++p) strip(allocator, static_cast<std::uint32_t>(p));
        while (chunks_ != nullptr) release_chunk(allocator, std::exchange(chunks_, chunks_->next));
        free_ = nullptr;
        blocks.release(allocator);
        sides.release(allocator);
        on_add.reset(allocator);
        on_remove.reset(allocator);
        on_set.reset(allocator);
    }
    /// Memory held, in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t n = blocks.bytes() + sides.bytes() + sizeof(column);
        for (const chunk* c = chunks_; c != nullptr; c = c->next) n += c->bytes + sizeof(chunk);
        for (const block_sides* s : sides) n += s == nullptr ? 0 : sizeof(block_sides);
        return n;
    }
    /// Room for `pages` blocks more than are in use, in as few pieces as possible.
    void reserve(const Allocator& allocator, std::size_t pages) {
        std::size_t spare = chunks_ == nullptr ? 0 : chunks_->count - chunks_->fresh;
        for (const free_block* f = free_; f != nullptr; f = f->next) ++spare;
        if (spare >= pages) return;
        retire_fresh();
        add_chunk(allocator, pages - spare);
    }

  private:
    void note(block_sides* s, word& w, word those) noexcept {
        w |= those;
        s->told = told = true;
    }

    static constexpr std::size_t most_chunk_bytes = std::size_t{1} << 21U;

    [[nodiscard]] void* take(const Allocator& allocator) {
        if (free_ == nullptr && (chunks_ == nullptr || chunks_->fresh == chunks_->count)) {
            std::size_t count = made_ / 32;
            if (count > most_chunk_bytes / stride_) count = most_chunk_bytes / stride_;
            add_chunk(allocator, count == 0 ? 1 : count);
        }
        if (free_ != nullptr) return std::exchange(free_, free_->next);
        return chunks_->first + stride_ * chunks_->fresh++;
    }
    void add_chunk(const Allocator& allocator, std::size_t count) {
        const std::size_t slack = type.alignment > 64 ? type.alignment : 0;
        const std::size_t bytes = stride_ * count + slack;
        struct guard {
            const Allocator& allocator;
            void* held;
            ~guard() {
                if (held != nullptr) memory::give_back(allocator, held, sizeof(chunk));
            }
        } g{allocator, memory::take(allocator, sizeof(chunk))};
        auto* const m = static_cast<unsigned char*>(memory::take(allocator, bytes));
        const std::size_t past = slack == 0 ? 0 : (slack - reinterpret_cast<std::uintptr_t>(m) % slack) % slack;
        chunks_ = ::new (std::exchange(g.held, nullptr)) chunk{chunks_, m, bytes, m + past, count, 0};
        made_ += count;
    }
    void retire_fresh() noexcept {
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
        memory::give_back(allocator, c, sizeof(chunk));
    }

    // Values of sparse components: one by one, reused.
    [[nodiscard]] void* take_cell(const Allocator& allocator) {
        if (type.alignment <= 64) return memory::take(allocator, type.size);
        // The address of the memory stands right behind the value.
        const std::size_t bytes = type.size + type.alignment + sizeof(void*);
        auto* const m = static_cast<unsigned char*>(memory::take(allocator, bytes));
        const std::size_t past =
            (type.alignment - reinterpret_cast<std::uintptr_t>(m) % type.alignment) % type.alignment;
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
    void release_cells(const Allocator& allocator, block* b) noexcept {
        auto* const s = static_cast<sparse_block*>(b);
        for (void** const cells : s->cells) {
            if (cells == nullptr) continue;
            for (unsigned i = 0; i < word_bits; ++i) {
                if (cells[i] != nullptr) release_cell(allocator, cells[i]);
            }
            memory::give_back(allocator, cells, word_bits * sizeof(void*));
        }
    }

    std::size_t stride_ = 0;
    chunk* chunks_ = nullptr;
    free_block* free_ = nullptr;
    std::size_t made_ = 0;
};

} // namespace throng::core
