#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/marks.hpp>
#include <throng/core/page.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// Where a store's pages and the arrays beside them come from: blocks of up to 2 MiB, taken from the allocator, from
/// which pages are handed out one after the other; pages that come back are used again soonest first. Growth takes a
/// block an eighth the size of the present memory, so that memory follows need closely and nothing is copied. Blocks go
/// back by `trim()` and with the store. A fixed memory is taken once, or given, and nothing beyond it.
///
/// Each function that needs memory throws what the allocator throws, or returns null or false if the allocator gives
/// null; in both cases it has no effect.
template <class Page, class Allocator> class page_memory {
    using value_type = typename Page::value_type;
    using space = page_space<value_type, Page::bytes>;
    struct block {
        space* pages;
        std::size_t count;
    };

  public:
    explicit page_memory(const Allocator& allocator) noexcept : allocator_(allocator) {}
    page_memory(const page_memory&) = delete;
    page_memory& operator=(const page_memory&) = delete;
    ~page_memory() { release(); }

    [[nodiscard]] const Allocator& allocator() const noexcept { return allocator_; }
    /// (An allocator that cannot be assigned does not propagate, so no program asks for this in earnest.)
    void swap_allocator(page_memory& other) noexcept {
        if constexpr (std::is_swappable_v<Allocator>) std::swap(allocator_, other.allocator_);
    }
    void swap(page_memory& other) noexcept {
        std::swap(only_, other.only_);
        std::swap(table_, other.table_);
        std::swap(block_count_, other.block_count_);
        std::swap(block_room_, other.block_room_);
        std::swap(free_, other.free_);
        std::swap(fresh_, other.fresh_);
        std::swap(fresh_end_, other.fresh_end_);
        std::swap(pages_, other.pages_);
        std::swap(used_, other.used_);
        std::swap(first_, other.first_);
        std::swap(bytes_, other.bytes_);
        std::swap(arena_, other.arena_);
        std::swap(arena_next_, other.arena_next_);
        std::swap(arena_units_, other.arena_units_);
    }

    /// Pages held, in use or not, and pages handed out.
    [[nodiscard]] std::size_t pages() const noexcept { return pages_; }
    [[nodiscard]] std::size_t used() const noexcept { return used_; }
    [[nodiscard]] static constexpr std::size_t most_pages() noexcept {
        return std::numeric_limits<std::size_t>::max() / 2 / Page::bytes;
    }

    /// Whether an address lies in a page of this memory: it need not be valid. O(1) for the block asked about last.
    [[nodiscard]] bool owns(const void* at) const noexcept {
        return reinterpret_cast<std::uintptr_t>(at) - first_ < bytes_ || is_in_another_block(at);
    }

    /// A page with an empty header. O(1).
    [[nodiscard]] Page* take() {
        if (free_ == nullptr && fresh_ == fresh_end_ && (is_fixed() || !add_block(next_block_pages()))) return nullptr;
        ++used_;
        if (free_ != nullptr) {
            Page* const p = std::exchange(free_, free_->next);
            p->next = nullptr;
            return p;
        }
        Page* const p = ::new (static_cast<void*>(fresh_++)) Page;
        first_ = 0;
        bytes_ = 0; // what is known of the block has changed
        return p;
    }
    /// Takes back a page in which nothing lives. The arrays beside it stay with it for its next use.
    void give_back(Page* p) noexcept {
        p->order = 0;
        p->previous = nullptr;
        p->next = free_;
        free_ = p;
        --used_;
    }
    /// Holds at least `count` pages more than are in use.
    bool reserve(std::size_t count) {
        while (count > pages_ - used_) {
            const std::size_t missing = count - (pages_ - used_);
            if (is_fixed() || !add_block(missing < most_block_pages ? missing : most_block_pages)) return false;
        }
        return true;
    }
    /// Calls f(page) for every page that is not in use, until it is false. Whether it never was.
    template <class F> bool for_each_free(F f) {
        retire_fresh();
        for (Page* p = free_; p != nullptr; p = p->next) {
            if (!f(p)) return false;
        }
        return true;
    }

    /// Gives blocks of which no page is in use back to the allocator. O(pages × blocks).
    void trim() noexcept {
        if (is_fixed()) return;
        retire_fresh();
        std::size_t kept = 0;
        for (std::size_t i = 0; i < block_count_; ++i) {
            const block b = blocks()[i];
            std::size_t unused = 0;
            for (Page* p = free_; p != nullptr; p = p->next) unused += holds(b, p) ? 1U : 0U;
            if (unused != b.count) {
                blocks()[kept++] = b;
                continue;
            }
            for (Page** p = &free_; *p != nullptr;) {
                if (holds(b, *p)) *p = (*p)->next;
                else p = &(*p)->next;
            }
            release_block(b);
        }
        block_count_ = kept;
        first_ = bytes_ = 0;
        if (kept == 0) give_blocks_back();
    }

    /// Has room for the blocks of another memory; false where the allocator gives null.
    bool make_room_for(const page_memory& other) {
        const std::size_t all = block_count_ + other.block_count_;
        while (all > 1 && all > block_room_) {
            if (!make_room_for_block()) return false;
        }
        return true;
    }
    /// Takes over all pages of another memory of equal allocator, for whose blocks there is room; neither is fixed.
    void absorb(page_memory& other) noexcept {
        retire_fresh();
        other.retire_fresh();
        for (std::size_t i = 0; i < other.block_count_; ++i) enter_block(other.blocks()[i]);
        Page** last = &free_;
        while (*last != nullptr) last = &(*last)->next;
        *last = std::exchange(other.free_, nullptr);
        pages_ += std::exchange(other.pages_, 0U);
        used_ += std::exchange(other.used_, 0U);
        other.block_count_ = 0;
        other.give_blocks_back();
    }

    // --- a fixed memory ----------------------------------------------------------------------------------------------

    [[nodiscard]] bool is_fixed() const noexcept { return arena_ != nullptr; }
    /// How many units of a page's size a fixed memory takes that has the pages, and arrays beside them of so many bytes
    /// a slot. (A page's three arrays are aligned, and two tables have an entry for it: less than eight words.)
    [[nodiscard]] static constexpr std::size_t units(std::size_t pages, std::size_t slot_bytes) noexcept {
        const std::size_t beside =
            pages * (Page::slots() * slot_bytes + 8 * sizeof(std::uint64_t)) + 8 * sizeof(std::uint64_t);
        return pages + (beside + Page::bytes - 1) / Page::bytes;
    }
    bool fix(std::size_t pages, std::size_t slot_bytes) {
        if (!is_possible_length(pages, most_pages() / (2 + slot_bytes))) return false;
        arena_units_ = units(pages, slot_bytes);
        space* const memory = allocate<space>(arena_units_);
        if (memory == nullptr) return arena_units_ = 0, false;
        fix(pages, memory);
        return true;
    }
    void fix(std::size_t pages, space* memory) noexcept {
        arena_ = memory;
        arena_next_ = memory[pages].bytes;
        only_ = {memory, pages};
        block_count_ = 1;
        pages_ = pages;
        fresh_ = memory;
        fresh_end_ = memory + pages;
    }

    // --- arrays ------------------------------------------------------------------------------------------------------

    template <class U> [[nodiscard]] U* allocate(std::size_t n) {
        if (is_fixed()) {
            const auto next = (reinterpret_cast<std::uintptr_t>(arena_next_) + alignof(U) - 1) & ~(alignof(U) - 1);
            U* const first = reinterpret_cast<U*>(next);
            arena_next_ = reinterpret_cast<std::byte*>(first + n);
            return first;
        }
        return core::allocate<U>(allocator_, n);
    }
    template <class U> void deallocate(U* first, std::size_t n) noexcept {
        if (!is_fixed()) core::deallocate(allocator_, first, n);
    }
    /// Ensures that there is an array with an entry for every slot of a page.
    template <class U> bool make_side(U*& array, U value = U{}) {
        if (array != nullptr) return true;
        U* const made = allocate<U>(Page::slots());
        if (made == nullptr) return false;
        for (unsigned i = 0; i < Page::slots(); ++i) ::new (static_cast<void*>(made + i)) U(value);
        array = made;
        return true;
    }

  private:
    static constexpr std::size_t most_block_pages =
        Page::bytes >= (std::size_t{1} << 21) ? 1 : (std::size_t{1} << 21) / Page::bytes;

    [[nodiscard]] std::size_t next_block_pages() const noexcept {
        const std::size_t wanted = pages_ / 8;
        return wanted == 0 ? 1 : wanted < most_block_pages ? wanted : most_block_pages;
    }
    [[nodiscard]] static bool holds(const block& b, const void* at) noexcept {
        return reinterpret_cast<std::uintptr_t>(at) - reinterpret_cast<std::uintptr_t>(b.pages) < b.count * Page::bytes;
    }
    /// Blocks in the order of their addresses: in a table, once there has been more than one.
    [[nodiscard]] block* blocks() noexcept { return table_ != nullptr ? table_ : &only_; }
    [[nodiscard]] const block* blocks() const noexcept { return table_ != nullptr ? table_ : &only_; }
    [[nodiscard]] std::size_t blocks_before(const void* at) const noexcept {
        // Without jumps: addresses that are asked about at random cannot be foreseen.
        const block* const all = blocks();
        std::size_t low = 0;
        for (std::size_t n = block_count_; n != 0; n /= 2) {
            const std::size_t half = n - n / 2;
            const bool begins_before =
                reinterpret_cast<std::uintptr_t>(all[low + half - 1].pages) <= reinterpret_cast<std::uintptr_t>(at);
            low += begins_before ? half : 0;
        }
        return low;
    }
    THRONG_NOINLINE bool is_in_another_block(const void* at) const noexcept {
        const std::size_t n = blocks_before(at);
        if (n == 0 || !holds(blocks()[n - 1], at)) return false;
        const block& b = blocks()[n - 1];
        const auto begin = reinterpret_cast<std::uintptr_t>(b.pages);
        const std::uintptr_t all = b.count * Page::bytes;
        first_ = begin;
        // (Of the newest block: fresh pages have no header yet.)
        const bool is_newest = reinterpret_cast<std::uintptr_t>(fresh_end_) == begin + all;
        bytes_ = is_newest ? reinterpret_cast<std::uintptr_t>(fresh_) - begin : all;
        return reinterpret_cast<std::uintptr_t>(at) - first_ < bytes_;
    }

    bool add_block(std::size_t count) {
        if (block_count_ != 0 && block_count_ >= block_room_ && !make_room_for_block()) return false;
        space* const memory = allocate<space>(count);
        if (memory == nullptr) return false;
        retire_fresh();
        enter_block({memory, count});
        fresh_ = memory;
        fresh_end_ = memory + count;
        pages_ += count;
        return true;
    }
    void enter_block(const block& b) noexcept {
        const auto at = reinterpret_cast<std::uintptr_t>(b.pages);
        block* const all = blocks();
        std::size_t i = block_count_++;
        for (; i > 0 && reinterpret_cast<std::uintptr_t>(all[i - 1].pages) > at; --i) all[i] = all[i - 1];
        all[i] = b;
    }
    bool make_room_for_block() {
        const std::size_t room = block_room_ == 0 ? 4 : 2 * block_room_;
        block* const made = allocate<block>(room);
        if (made == nullptr) return false;
        for (std::size_t i = 0; i < block_count_; ++i) ::new (static_cast<void*>(made + i)) block(blocks()[i]);
        deallocate(table_, block_room_);
        table_ = made;
        block_room_ = room;
        return true;
    }
    /// (The last first, so that they are handed out in the order they lie in.)
    void retire_fresh() noexcept {
        while (fresh_end_ != fresh_) {
            auto* const p = ::new (static_cast<void*>(--fresh_end_)) Page;
            p->next = free_;
            free_ = p;
        }
        fresh_ = fresh_end_ = nullptr;
        first_ = bytes_ = 0;
    }
    void release_block(const block& b) noexcept {
        for (std::size_t i = 0; i < b.count; ++i) {
            auto* const p = std::launder(reinterpret_cast<Page*>(b.pages + i));
            deallocate(p->handles, Page::slots());
            deallocate(p->removed_at, Page::slots());
            if constexpr (requires { p->arrivals; }) deallocate(p->arrivals, Page::slots());
            subset_chain<Page, Allocator>::release(allocator_, p);
        }
        pages_ -= b.count;
        deallocate(b.pages, b.count);
    }
    void give_blocks_back() noexcept {
        deallocate(std::exchange(table_, nullptr), block_room_);
        block_room_ = 0;
    }
    /// Gives everything back. Nothing lives in any page.
    void release() noexcept {
        retire_fresh();
        for (std::size_t i = 0; i < block_count_; ++i) release_block(blocks()[i]);
        block_count_ = 0;
        give_blocks_back();
        space* const memory = std::exchange(arena_, nullptr);
        if (arena_units_ != 0) deallocate(memory, arena_units_);
    }

    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    block only_{};
    block* table_ = nullptr;
    std::size_t block_count_ = 0;
    std::size_t block_room_ = 0;
    Page* free_ = nullptr;
    /// Pages of the newest block that were never handed out.
    space* fresh_ = nullptr;
    space* fresh_end_ = nullptr;
    std::size_t pages_ = 0;
    std::size_t used_ = 0;
    /// The block that was asked about last.
    mutable std::uintptr_t first_ = 0;
    mutable std::uintptr_t bytes_ = 0;
    /// Of a fixed memory: where it begins, where the next array goes, and its size, unless it was given.
    space* arena_ = nullptr;
    std::byte* arena_next_ = nullptr;
    std::size_t arena_units_ = 0;
};

/// Pages in the order of their elements, and the memory that they come from. The chain grows at its end; pages may
/// leave it anywhere. Slots of the last page are handed out in rising order.
template <class Page, class Allocator> class page_list {
  public:
    using value_type = typename Page::value_type;

    explicit page_list(const Allocator& allocator) noexcept : memory(allocator) {}
    void swap(page_list& other) noexcept {
        memory.swap(other.memory);
        std::swap(head, other.head);
        std::swap(tail, other.tail);
        std::swap(tail_end, other.tail_end);
        std::swap(last_order, other.last_order);
    }

    page_memory<Page, Allocator> memory;
    Page* head = nullptr;
    Page* tail = nullptr;
    /// The end of the slots of the last page that have been handed out; the page's end if there is no last page.
    unsigned tail_end = Page::slots();
    std::uint64_t last_order = 0;

    /// The position of the next element, or a smaller one with no element between.
    [[nodiscard]] position end() const noexcept {
        return tail == nullptr ? first_position : position{tail->order, tail_end};
    }
    /// Slots up to the end, gaps included.
    [[nodiscard]] std::size_t places() const noexcept {
        return tail == nullptr ? 0 : (memory.used() - 1) * Page::slots() + tail_end;
    }
    /// The first page that has a position at or after the given one; null if there is none.
    [[nodiscard]] Page* page_from(position at) const noexcept {
        if (at == first_position) return head;
        Page* found = nullptr;
        for (Page* p = tail; p != nullptr && p->order >= at.order; p = p->previous) found = p;
        return found;
    }
    /// A page from the memory comes to the end.
    void append(Page* p) noexcept {
        p->order = ++last_order;
        p->previous = tail;
        p->next = nullptr;
        (tail != nullptr ? tail->next : head) = p;
        tail = p;
        tail_end = 0;
    }
    /// All pages of another chain, with their memory, come to the end.
    void absorb(page_list& other) noexcept {
        if (other.head == nullptr) return;
        memory.absorb(other.memory);
        for (Page* p = other.head; p != nullptr; p = p->next) p->order = ++last_order;
        other.head->previous = tail;
        (tail != nullptr ? tail->next : head) = std::exchange(other.head, nullptr);
        tail = std::exchange(other.tail, nullptr);
        tail_end = std::exchange(other.tail_end, Page::slots());
    }
    /// A page in which nothing is left goes back to the memory.
    void release(Page* p) noexcept {
        (p->previous != nullptr ? p->previous->next : head) = p->next;
        (p->next != nullptr ? p->next->previous : tail) = p->previous;
        if (p->next == nullptr) tail_end = Page::slots();
        memory.give_back(p);
    }
    /// Calls f(page, slot) for each live element from a position on. For code that makes no edits.
    template <class F> void for_each_slot(position from, F f) const {
        for (Page* p = page_from(from); p != nullptr; p = p->next) {
            for (unsigned i = 0; i < Page::words; ++i) {
                for (word w = p->live[i]; any(w); w = without_lowest(w)) {
                    const unsigned s = i * word_bits + lowest(w);
                    if (p->order > from.order || s >= from.slot) f(p, s);
                }
            }
        }
    }
};

} // namespace throng::core
