#pragma once

#include <throng/core/allocator.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// The pages of a collection by their addresses: it tells whether a reference from outside leads to one of them before
/// anything is read there. A hash table at most a quarter full, so that an answer costs one look at it.
template <class Page, class Allocator> class page_directory {
  public:
    page_directory() = default;
    page_directory(const page_directory&) = delete;
    page_directory& operator=(const page_directory&) = delete;
    ~page_directory() = default;

    void swap(page_directory& other) noexcept {
        std::swap(entries_, other.entries_);
        std::swap(shift_, other.shift_);
    }

    /// Whether an address lies in one of the pages. O(1).
    [[nodiscard]] bool holds(const void* address) const noexcept {
        if (entries_ == nullptr) [[unlikely]]
            return false;
        const std::uintptr_t page = reinterpret_cast<std::uintptr_t>(address) & ~std::uintptr_t{Page::bytes - 1};
        std::size_t i = place_of(page);
        while (entries_[i] != page && entries_[i] != 0) i = after(i);
        return entries_[i] != 0;
    }

    /// Sees to it that so many pages can be entered; false where the allocator gives null. Throws what the allocator
    /// throws. Nothing has changed then.
    [[nodiscard]] bool make_room(const Allocator& allocator, std::size_t pages) {
        if (sparseness * pages <= room()) return true;
        page_directory larger;
        larger.shift_ = 64U - static_cast<unsigned>(std::bit_width(sparseness * pages - 1));
        larger.entries_ = allocate<std::uintptr_t>(allocator, larger.length());
        if (larger.entries_ == nullptr) return false;
        for (std::size_t i = 0; i < larger.length(); ++i)
            ::new (static_cast<void*>(larger.entries_ + i)) std::uintptr_t{0};
        larger.enter_all_of(*this);
        swap(larger);
        larger.release(allocator);
        return true;
    }
    /// There is room for it.
    void enter(const Page* p) noexcept { enter(reinterpret_cast<std::uintptr_t>(p)); }
    void enter_all_of(const page_directory& other) noexcept {
        for (std::size_t i = 0; i < other.room(); ++i) {
            if (other.entries_[i] != 0) enter(other.entries_[i]);
        }
    }
    /// The room stays.
    void clear() noexcept {
        for (std::size_t i = 0; i < room(); ++i) entries_[i] = 0;
    }
    void release(const Allocator& allocator) noexcept {
        deallocate(allocator, std::exchange(entries_, nullptr), length());
    }

  private:
    static constexpr std::size_t sparseness = 4;

    // (Neighbours, as most pages are, are spread evenly by this factor.)
    [[nodiscard]] std::size_t place_of(std::uintptr_t page) const noexcept {
        return static_cast<std::size_t>(std::uint64_t{page / Page::bytes} * 0x9e3779b97f4a7c15U >> shift_);
    }
    [[nodiscard]] std::size_t after(std::size_t i) const noexcept { return (i + 1) & (length() - 1); }
    [[nodiscard]] std::size_t length() const noexcept { return std::size_t{1} << (64U - shift_); }
    [[nodiscard]] std::size_t room() const noexcept { return entries_ == nullptr ? 0 : length(); }

    void enter(std::uintptr_t page) noexcept {
        std::size_t i = place_of(page);
        while (entries_[i] != 0) i = after(i);
        entries_[i] = page;
    }

    /// 0 for none.
    std::uintptr_t* entries_ = nullptr;
    /// 64 less the bits of an index.
    unsigned shift_ = 63;
};

} // namespace throng::core
