#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/marks.hpp>
#include <throng/core/page.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// Where a collection's pages come from: blocks of up to 2 MiB, taken from the collection's allocator, from which pages
/// are handed out one after the other; pages that come back are reused soonest first. Blocks go back to the allocator
/// by `trim()` and with the collection.
///
/// Growth takes a block an eighth the size of what there is, so that memory follows need closely and nothing is copied.
template <class T, class Allocator> class page_supply {
    struct block {
        block* next;
        page_space<T>* pages;
        std::size_t count;
        /// Pages from here on were never handed out.
        std::size_t fresh;
    };

  public:
    using page_type = page<T>;

    page_supply() = default;
    page_supply(page_supply&& other) noexcept { swap(other); }
    page_supply& operator=(page_supply&&) = delete;

    void swap(page_supply& other) noexcept {
        std::swap(blocks_, other.blocks_);
        std::swap(free_, other.free_);
        std::swap(pages_, other.pages_);
        std::swap(used_, other.used_);
    }

    /// Takes over all that another holds, whose memory comes from the same place.
    void absorb(page_supply& other) noexcept {
        // (Only the newest block may have fresh pages.)
        if (blocks_ != nullptr) retire_fresh(blocks_);
        if (other.blocks_ != nullptr) other.retire_fresh(other.blocks_);
        append(blocks_, std::exchange(other.blocks_, nullptr));
        append(free_, std::exchange(other.free_, nullptr));
        pages_ += std::exchange(other.pages_, 0);
        used_ += std::exchange(other.used_, 0);
    }

    /// Pages held, in use or not.
    [[nodiscard]] std::size_t pages() const noexcept { return pages_; }
    /// Pages handed out.
    [[nodiscard]] std::size_t used() const noexcept { return used_; }

    // Where the allocator throws, or gives null, nothing has changed.

    /// A page with an empty header; null where the allocator gives null. O(1). Throws what the allocator throws.
    [[nodiscard]] page_type* take(const Allocator& allocator) {
        if (free_ != nullptr) {
            page_type* p = std::exchange(free_, free_->next);
            ++used_;
            p->next = nullptr;
            return p;
        }
        if ((blocks_ == nullptr || blocks_->fresh == blocks_->count) && !add_block(allocator, next_block_pages()))
            return nullptr;
        ++used_;
        return ::new (static_cast<void*>(blocks_->pages + blocks_->fresh++)) page_type;
    }

    /// Takes back a page in which nothing lives. The page's side arrays stay with it for its next use.
    void give_back(page_type* p) noexcept {
        p->order = 0;
        p->previous = nullptr;
        p->next = free_;
        free_ = p;
        --used_;
    }

    /// Holds at least `count` pages more than are in use; false where the allocator gives null. Throws what the
    /// allocator throws. (What has been got up to there stays.)
    [[nodiscard]] bool reserve(const Allocator& allocator, std::size_t count) {
        const std::size_t spare = pages_ - used_;
        if (count <= spare) return true;
        std::size_t missing = count - spare;
        // What is left of the newest block goes to the free pages first: only the newest block hands out fresh ones.
        while (missing > 0) {
            const std::size_t step = missing < most_block_pages ? missing : most_block_pages;
            if (!add_block(allocator, step)) return false;
            missing -= step;
        }
        return true;
    }

    /// Gives every page that is not in use room for handles; false where the allocator gives null. Throws what the
    /// allocator throws.
    [[nodiscard]] bool equip_with_handles(const Allocator& allocator) {
        return for_each_free([&](page_type* p) { return equip(allocator, p->handles); });
    }

    /// Calls f(page) for every page that is not in use, as long as it is true; whether it was to the end.
    template <class F> [[nodiscard]] bool for_each_free(F f) {
        if (blocks_ != nullptr) retire_fresh(blocks_);
        for (page_type* p = free_; p != nullptr; p = p->next) {
            if (!f(p)) return false;
        }
        return true;
    }

    /// Gives blocks of which no page is in use back to the allocator. O(pages × blocks).
    void trim(const Allocator& allocator) noexcept {
        for (block** link = &blocks_; *link != nullptr;) {
            block* b = *link;
            std::size_t unused = b->count - b->fresh;
            for (page_type* p = free_; p != nullptr; p = p->next) unused += holds(*b, p) ? 1U : 0U;
            if (unused != b->count) {
                link = &b->next;
                continue;
            }
            for (page_type** p = &free_; *p != nullptr;) {
                if (holds(*b, *p)) *p = (*p)->next;
                else p = &(*p)->next;
            }
            *link = b->next;
            release_block(allocator, b);
        }
        // Only the newest block may have fresh pages.
        if (blocks_ != nullptr) retire_fresh(blocks_->next);
    }

    /// Gives everything back. Nothing may live in any page.
    void release(const Allocator& allocator) noexcept {
        while (blocks_ != nullptr) release_block(allocator, std::exchange(blocks_, blocks_->next));
        free_ = nullptr;
        used_ = 0;
    }

    /// Sees to it that there is a side array, with an entry for every slot of a page, all zero; false where the
    /// allocator gives null. Throws what the allocator throws.
    template <class U> [[nodiscard]] static bool equip(const Allocator& allocator, U*& array) {
        if (array != nullptr) return true;
        U* const made = allocate<U>(allocator, page_type::slots());
        if (made == nullptr) return false;
        for (unsigned i = 0; i < page_type::slots(); ++i) ::new (static_cast<void*>(made + i)) U{};
        array = made;
        return true;
    }

  private:
    static constexpr std::size_t most_block_pages =
        page_type::bytes >= (std::size_t{1} << 21) ? 1 : (std::size_t{1} << 21) / page_type::bytes;

    [[nodiscard]] std::size_t next_block_pages() const noexcept {
        const std::size_t wanted = pages_ / 8;
        if (wanted == 0) return 1;
        return wanted < most_block_pages ? wanted : most_block_pages;
    }

    template <class Node> static void append(Node*& first, Node* rest) noexcept {
        Node** end = &first;
        while (*end != nullptr) end = &(*end)->next;
        *end = rest;
    }

    [[nodiscard]] static bool holds(const block& b, const page_type* p) noexcept {
        const auto at = reinterpret_cast<std::uintptr_t>(p);
        const auto first = reinterpret_cast<std::uintptr_t>(b.pages);
        return at >= first && at < first + b.count * page_type::bytes;
    }

    [[nodiscard]] bool add_block(const Allocator& allocator, std::size_t count) {
        if (blocks_ != nullptr) retire_fresh(blocks_);
        struct guard {
            const Allocator& allocator;
            block* held;
            ~guard() { deallocate(allocator, held, 1); }
        } holder{allocator, allocate<block>(allocator, 1)};
        if (holder.held == nullptr) return false;
        auto* const pages = allocate<page_space<T>>(allocator, count);
        if (pages == nullptr) return false;
        blocks_ = ::new (static_cast<void*>(std::exchange(holder.held, nullptr))) block{blocks_, pages, count, 0};
        pages_ += count;
        return true;
    }

    /// (The last first, so that they are handed out in the order they lie in.)
    void retire_fresh(block* b) noexcept {
        if (b == nullptr) return;
        for (std::size_t i = b->count; i-- > b->fresh;) {
            auto* p = ::new (static_cast<void*>(b->pages + i)) page_type;
            p->next = free_;
            free_ = p;
        }
        b->fresh = b->count;
    }

    void release_block(const Allocator& allocator, block* b) noexcept {
        for (std::size_t i = 0; i < b->fresh; ++i) {
            auto* p = std::launder(reinterpret_cast<page_type*>(b->pages + i));
            deallocate(allocator, p->handles, page_type::slots());
            deallocate(allocator, p->removed_at, page_type::slots());
            subset_chain<page_type, Allocator>::release(allocator, p);
        }
        pages_ -= b->count;
        deallocate(allocator, b->pages, b->count);
        deallocate(allocator, b, 1);
    }

    block* blocks_ = nullptr;
    page_type* free_ = nullptr;
    std::size_t pages_ = 0;
    std::size_t used_ = 0;
};

} // namespace throng::core
