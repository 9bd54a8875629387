#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/marks.hpp>
#include <throng/core/slot_page.hpp>
#include <throng/core/validation.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace throng::core {

/// A row of pages, what belongs to their slots, and a bit a page for each question by which pages are looked up.
template <class T> struct slot_block {
    using page_type = slot_page<T>;
    enum question : unsigned { roomy, occupied, with_young, questions };

    slot_page_space<T>* pages = nullptr;
    std::uint32_t* generations = nullptr;
    /// Two for each slot; null if pages get theirs when they need them.
    std::uint64_t* moments = nullptr;
    word* answers = nullptr;
    std::size_t count = 0;

    [[nodiscard]] static constexpr std::size_t words_for(std::size_t count) noexcept {
        return (count + word_bits - 1) / word_bits;
    }
    [[nodiscard]] word& answer(question q, std::size_t page) const noexcept {
        return answers[q * words_for(count) + page / word_bits];
    }
    [[nodiscard]] page_type* page(std::size_t i) const noexcept {
        return std::launder(reinterpret_cast<page_type*>(pages + i));
    }
    /// The first page from `from` on of which the answer is yes; null if there is none.
    [[nodiscard]] page_type* next(question q, std::size_t from) const noexcept {
        if (from >= count) return nullptr;
        const word* const all = answers + q * words_for(count);
        std::size_t i = from / word_bits;
        word w = all[i] & ~below(static_cast<unsigned>(from % word_bits));
        while (!any(w)) {
            if (++i == words_for(count)) return nullptr;
            w = all[i];
        }
        return page(i * word_bits + lowest(w));
    }
};

/// The memory of a block for N slots, to lie inside of a pool.
template <class T, std::size_t N> class slot_memory {
    using block_type = slot_block<T>;
    static constexpr std::size_t slots = slot_page<T>::slots();
    static constexpr std::size_t pages = (N + slots - 1) / slots;

  public:
    slot_memory() noexcept {
        for (word& w : answers_) w = word{};
        block_.pages = pages_;
        block_.generations = generations_;
        block_.moments = moments_;
        block_.answers = answers_;
        block_.count = pages;
    }
    slot_memory(const slot_memory&) = delete;
    slot_memory& operator=(const slot_memory&) = delete;
    ~slot_memory() = default;

    [[nodiscard]] block_type& block() noexcept { return block_; }

  private:
    block_type block_;
    word answers_[block_type::questions * block_type::words_for(pages)];
    std::uint32_t generations_[pages * slots];
    std::uint64_t moments_[pages * slots * 2];
    slot_page_space<T> pages_[pages];
};

/// The pages of a pool: in blocks of doubling size, so that growth copies nothing and a slot's number tells its page.
/// They are made when they are needed for the first time, and stay until they are given back from the end.
template <class T, class Allocator> class slot_blocks {

  public:
    using page_type = slot_page<T>;
    using block_type = slot_block<T>;
    using question = typename block_type::question;

    explicit slot_blocks(const Allocator& allocator) noexcept : allocator_(allocator) {}
    slot_blocks(const slot_blocks&) = delete;
    slot_blocks& operator=(const slot_blocks&) = delete;
    ~slot_blocks() = default;

    [[nodiscard]] const Allocator& allocator() const noexcept { return allocator_; }
    [[nodiscard]] Allocator& allocator() noexcept { return allocator_; }
    [[nodiscard]] bool is_fixed() const noexcept { return first_bits_ == fixed_bits; }
    [[nodiscard]] std::size_t capacity() const noexcept {
        if (is_fixed()) return most_slots_;
        const std::size_t all = pages_ * page_type::slots();
        return all < most_slots_ ? all : most_slots_;
    }

    /// One block of `n` slots and no other, allocated now or given.
    void fix(std::size_t n) {
        if (n > most_slots_) n = most_slots_;
        const std::size_t pages = (n + page_type::slots() - 1) / page_type::slots();
        if (pages != 0) blocks_[0] = new_block(pages, true);
        // (Where the allocator gives null, there is no room for any.)
        const bool is_there = blocks_[0] != nullptr;
        blocks_made_ = is_there ? 1 : 0;
        pages_ = is_there ? pages : 0;
        most_slots_ = is_there ? n : 0;
        first_bits_ = fixed_bits;
    }
    void fix(std::size_t n, block_type& memory) noexcept {
        blocks_[0] = &memory;
        blocks_made_ = 1;
        pages_ = memory.count;
        most_slots_ = n;
        first_bits_ = fixed_bits;
        inside_ = true;
    }
    /// False where the allocator gives null. Throws what the allocator throws; what has been allocated up to there
    /// stays.
    [[nodiscard]] bool reserve(std::size_t n) {
        const std::size_t pages = n / page_type::slots() + (n % page_type::slots() != 0 ? 1 : 0);
        if (pages_ == 0 && pages != 0) first_bits_ = static_cast<unsigned>(std::bit_width(pages - 1));
        while (pages_ < pages) {
            if (!add_block()) return false;
        }
        return true;
    }
    /// Whether there may be one page more.
    [[nodiscard]] bool may_grow() const noexcept {
        return made_ * page_type::slots() < most_slots_ && (made_ != pages_ || !is_fixed());
    }
    /// One page more, all of its slots free and of this generation; null if there may be no more slots. Throws what the
    /// allocator throws; nothing has changed then.
    [[nodiscard]] page_type* add_page(std::uint32_t generation) {
        if (!may_grow()) return nullptr;
        if (made_ == pages_ && !add_block()) return nullptr;
        const place at = place_of(made_);
        const block_type& b = *blocks_[at.block];
        auto* const p = ::new (static_cast<void*>(b.pages + at.offset)) page_type;
        p->order = static_cast<std::uint32_t>(made_ + 1);
        p->listed_roomy = true;
        p->generations = b.generations + at.offset * page_type::slots();
        if (b.moments != nullptr) p->moments = b.moments + at.offset * moments_per_page;
        const std::size_t rest = most_slots_ - made_ * page_type::slots();
        const unsigned slots = rest < page_type::slots() ? static_cast<unsigned>(rest) : page_type::slots();
        for (unsigned i = 0; i < page_type::words && i * word_bits < slots; ++i)
            p->free[i] = below(slots - i * word_bits);
        for (unsigned s = 0; s < page_type::slots(); ++s)
            ::new (static_cast<void*>(p->generations + s)) std::uint32_t{generation};
        if (p->moments != nullptr) {
            for (unsigned i = 0; i < moments_per_page; ++i) ::new (static_cast<void*>(p->moments + i)) std::uint64_t{0};
        }
        ++made_;
        set(block_type::roomy, p);
        return p;
    }

    /// The page of that number; null if it has not been made.
    [[nodiscard]] page_type* page(std::size_t number) const noexcept {
        if (number >= made_) return nullptr;
        const place at = place_of(number);
        return blocks_[at.block]->page(at.offset);
    }
    /// The first page from number `from` on of which the answer is yes; null if there is none.
    [[nodiscard]] page_type* next(question q, std::size_t from) const noexcept {
        if (from >= made_) return nullptr;
        place at = place_of(from);
        for (; at.block < blocks_made_; ++at.block, at.offset = 0) {
            if (page_type* const p = blocks_[at.block]->next(q, at.offset); p != nullptr) return p;
        }
        return nullptr;
    }
    void set(question q, const page_type* p) noexcept {
        const place at = place_of(p->order - 1);
        blocks_[at.block]->answer(q, at.offset) |= bit(at.offset % word_bits);
    }
    void clear(question q, const page_type* p) noexcept {
        const place at = place_of(p->order - 1);
        blocks_[at.block]->answer(q, at.offset) &= ~bit(at.offset % word_bits);
    }

    /// Sees to it that the page can note what comes and goes when; false where the allocator gives null. Throws what
    /// the allocator throws.
    [[nodiscard]] bool prepare_moments(page_type* p) {
        if (p->moments == nullptr) p->moments = filled<std::uint64_t>(moments_per_page);
        return p->moments != nullptr;
    }

    void swap(slot_blocks& other) noexcept {
        for (unsigned i = 0; i < most_blocks; ++i) std::swap(blocks_[i], other.blocks_[i]);
        std::swap(blocks_made_, other.blocks_made_);
        std::swap(first_bits_, other.first_bits_);
        std::swap(pages_, other.pages_);
        std::swap(made_, other.made_);
        std::swap(most_slots_, other.most_slots_);
    }
    /// (An allocator that cannot be assigned does not propagate, so that nobody asks for this in earnest.)
    void swap_allocator(slot_blocks& other) noexcept {
        if constexpr (std::is_swappable_v<Allocator>) std::swap(allocator_, other.allocator_);
    }

    /// Pages of the blocks up to the last one that has an element in it.
    [[nodiscard]] std::size_t pages_in_use() const noexcept {
        std::size_t pages = pages_;
        for (unsigned i = blocks_made_; i-- > 0;) {
            const std::size_t before = pages - blocks_[i]->count;
            if (before < made_ && blocks_[i]->next(block_type::occupied, 0) != nullptr) return pages;
            pages = before;
        }
        return 0;
    }
    /// Gives all blocks from this page on, which is the first of one, back to the allocator. Nothing is in them.
    void give_back_from(std::size_t kept) noexcept {
        for (std::size_t i = kept; i < made_; ++i) {
            const place at = place_of(i);
            page_type* const p = blocks_[at.block]->page(at.offset);
            subset_chain<page_type, Allocator>::release(allocator_, p);
            if (blocks_[at.block]->moments == nullptr) give_back(p->moments, moments_per_page);
        }
        if (made_ > kept) made_ = kept;
        while (pages_ > kept) {
            block_type* const last = blocks_[--blocks_made_];
            blocks_[blocks_made_] = nullptr;
            pages_ -= last->count;
            if (!inside_) release_block(last);
        }
        if (pages_ == 0 && !is_fixed()) first_bits_ = 0;
    }
    /// Gives everything back. Nothing may live in any page.
    void release() noexcept { give_back_from(0); }

  private:
    friend struct validation;

    static constexpr unsigned most_blocks = 32;
    static constexpr unsigned fixed_bits = 63;
    static constexpr unsigned moments_per_page = 2 * page_type::slots();

    struct place {
        unsigned block;
        unsigned offset;
    };
    // Every block but the first holds as many pages as all before it.
    [[nodiscard]] place place_of(std::size_t number) const noexcept {
        const auto width = static_cast<unsigned>(std::bit_width(std::uint64_t{number} >> first_bits_));
        return {width, static_cast<unsigned>(width == 0 ? number : number - block_pages(width))};
    }
    [[nodiscard]] std::size_t block_pages(unsigned block) const noexcept {
        return std::size_t{1} << (block == 0 ? first_bits_ : first_bits_ + block - 1);
    }

    [[nodiscard]] bool add_block() {
        const std::size_t pages = block_pages(blocks_made_);
        block_type* const made = new_block(pages, false);
        if (made == nullptr) return false;
        blocks_[blocks_made_++] = made;
        pages_ += pages;
        return true;
    }

    [[nodiscard]] block_type* new_block(std::size_t pages, bool with_moments) {
        struct guard {
            slot_blocks& home;
            block_type* block;
            ~guard() {
                if (block != nullptr) home.release_block(block);
            }
        } g{*this, filled<block_type>(1)};
        if (g.block == nullptr) return nullptr;
        block_type& b = *g.block;
        b.count = pages;
        b.answers = filled<word>(block_type::questions * block_type::words_for(pages));
        if (b.answers == nullptr) return nullptr;
        b.generations = raw<std::uint32_t>(pages * page_type::slots());
        if (b.generations == nullptr) return nullptr;
        if (with_moments) b.moments = raw<std::uint64_t>(pages * moments_per_page);
        if (with_moments && b.moments == nullptr) return nullptr;
        b.pages = raw<slot_page_space<T>>(pages);
        if (b.pages == nullptr) return nullptr;
        g.block = nullptr;
        return &b;
    }
    void release_block(block_type* b) noexcept {
        give_back(b->pages, b->count);
        give_back(b->moments, b->count * moments_per_page);
        give_back(b->generations, b->count * page_type::slots());
        give_back(b->answers, block_type::questions * block_type::words_for(b->count));
        give_back(b, 1);
    }

    template <class U> [[nodiscard]] U* raw(std::size_t n) { return allocate<U>(allocator_, n); }
    template <class U> [[nodiscard]] U* filled(std::size_t n) {
        U* const array = raw<U>(n);
        for (std::size_t i = 0; i < n && array != nullptr; ++i) ::new (static_cast<void*>(array + i)) U{};
        return array;
    }
    template <class U> void give_back(U* array, std::size_t n) noexcept { deallocate(allocator_, array, n); }

    [[no_unique_address]] Allocator allocator_;
    block_type* blocks_[most_blocks] = {};
    unsigned blocks_made_ = 0;
    unsigned first_bits_ = 0;
    /// Pages there is memory for, and pages made.
    std::size_t pages_ = 0;
    std::size_t made_ = 0;
    std::size_t most_slots_ = std::numeric_limits<std::uint32_t>::max();
    bool inside_ = false;
};

} // namespace throng::core
