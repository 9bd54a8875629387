#pragma once

#include <throng/core/allocator.hpp>

#include <bit>
#include <compare>
#include <coroutine> // std::hash is declared there, at the least cost
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#if defined(THRONG_AUDIT) && THRONG_AUDIT
#include <atomic>
#endif

namespace throng {

namespace core {
template <class T, class Allocator> class handle_table;
template <class Page> class slot_handles;
template <class Store> class saved_image;
} // namespace core

/// Refers to an element of a collection of T without owning it: 8 bytes in every build, freely copied, stored and
/// compared. It becomes stale when the element is removed, and never refers to an element that is added later, whatever
/// is assigned to its collection or swapped with it. It survives moves of the element inside its collection, and stays
/// with the contents when they are moved or swapped.
///
/// Each collection counts for itself. So where contents are moved or swapped into a collection, and bring their handles
/// along, a handle of what was there before may equal one of theirs. Roll-back of a snapshot is the other exception: it
/// undoes the counting, too, since equal futures need equal handles.
template <class T> class handle {
  public:
    /// The size of a handle, in every build: for structs that are shared with C.
    static constexpr std::size_t bytes = 8;

    /// An empty handle: it refers to nothing. All of its bytes are zero.
    constexpr handle() noexcept = default;

    /// False for an empty handle. A handle that is not empty may still be stale: ask its collection.
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return generation_ != 0; }

    /// Small and dense: fit to index an array beside the collection. Of two elements that are there at the same time no
    /// two have the same index.
    [[nodiscard]] THRONG_FLAT constexpr std::uint32_t index() const noexcept { return index_; }
    /// Counts the uses of the index; 0 in an empty handle.
    [[nodiscard]] THRONG_FLAT constexpr std::uint32_t generation() const noexcept { return generation_; }

    friend constexpr bool operator==(handle, handle) noexcept = default;
    friend constexpr auto operator<=>(handle, handle) noexcept = default;

  private:
    template <class, class> friend class core::handle_table;
    template <class> friend class core::slot_handles;
    template <class> friend class core::saved_image;
    constexpr handle(std::uint32_t index, std::uint32_t generation) noexcept : index_(index), generation_(generation) {}

    std::uint32_t index_ = 0;
    std::uint32_t generation_ = 0;
};

namespace core {

/// Where the generations of a new table of handles begin: at 1. In the audit build each table has another beginning, so
/// that most handles of another table are recognised by their generation: there are 1,024 of them, 2^21 generations
/// apart.
[[nodiscard]] inline std::uint32_t new_first_generation() noexcept {
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    static std::atomic<std::uint32_t> tables{0};
    return 1 + ((tables++ % 1024U) << 21U);
#else
    return 1;
#endif
}
#if defined(THRONG_AUDIT) && THRONG_AUDIT
/// Which of the beginnings a generation belongs to.
[[nodiscard]] constexpr std::uint32_t table_number(std::uint32_t generation) noexcept {
    return (generation - 1) >> 21U;
}
#endif

/// The one indirection behind handles: an entry for each element that has one, found by index, with the element's
/// address and the generation. An entry is reused for later elements with a new generation, until its generations are
/// used up: then it is retired. Entries lie in chunks of doubling size, so growth copies nothing.
///
/// A table that takes the place of another one begins its generations above those of the other
/// (`start_generations_at`), so that no handle is given twice by the tables of one collection.
template <class T, class Allocator> class handle_table {
    struct entry {
        /// Null while the entry is free.
        T* element;
        std::uint32_t generation;
        /// The next free entry's index + 1.
        std::uint32_t next_free;
    };
    static constexpr unsigned first_chunk_bits = 4;
    static constexpr unsigned chunks = 32 - first_chunk_bits;

  public:
    static constexpr std::uint32_t last_generation = std::numeric_limits<std::uint32_t>::max();

    handle_table() = default;
    handle_table(handle_table&& other) noexcept { swap(other); }
    handle_table& operator=(handle_table&&) = delete;

    void swap(handle_table& other) noexcept {
        std::swap(chunks_, other.chunks_);
        std::swap(room_, other.room_);
        std::swap(issued_, other.issued_);
        std::swap(free_, other.free_);
        std::swap(first_generation_, other.first_generation_);
        std::swap(unused_generation_, other.unused_generation_);
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        std::swap(lowest_generation_, other.lowest_generation_);
        std::swap(most_issued_, other.most_issued_);
#endif
    }

    /// A new handle for the element; an empty one where the allocator gives null, or where all generations are used up.
    /// O(1), growth copies nothing. Throws what the allocator throws. Nothing has changed where there is no handle.
    [[nodiscard]] handle<T> issue(const Allocator& allocator, T* element) {
        if (first_generation_ == last_generation) [[unlikely]]
            return {};
        std::uint32_t index = issued_;
        entry* e = nullptr;
        if (free_ != 0) {
            index = free_ - 1;
            e = &at(index);
            free_ = e->next_free;
            if (e->generation < first_generation_) e->generation = first_generation_;
        } else {
            if (index == room_ && !make_room_for(allocator, index + 1)) return {};
            e = ::new (static_cast<void*>(&at(index))) entry{nullptr, first_generation_, 0};
            ++issued_;
        }
        e->element = element;
        if (e->generation >= unused_generation_) unused_generation_ = e->generation + 1;
        return {index, e->generation};
    }
    /// Whether the next handle needs no memory.
    [[nodiscard]] bool has_room() const noexcept {
        return (free_ != 0 || issued_ != room_) && first_generation_ != last_generation;
    }

    /// The element of a handle; null if the handle is empty or stale. O(1).
    [[nodiscard]] T* find(handle<T> h) const noexcept {
        if (h.index() >= issued_) return nullptr;
        const entry& e = at(h.index());
        return e.generation == h.generation() ? e.element : nullptr;
    }

    /// The handle of an entry in use.
    [[nodiscard]] handle<T> of(std::uint32_t index) const noexcept { return {index, at(index).generation}; }

    /// The entry's element lies elsewhere now.
    void moved(std::uint32_t index, const T*, T* element) noexcept { at(index).element = element; }

    /// The element of the slot with this entry, index + 1 or 0, goes: its handles are stale. The entry is used again,
    /// unless its generations are used up.
    void drop(std::uint32_t& of_slot, const T*) noexcept {
        if (of_slot == 0) return;
        const std::uint32_t index = std::exchange(of_slot, 0U) - 1;
        entry& e = at(index);
        e.element = nullptr;
        if (++e.generation != last_generation) e.next_free = std::exchange(free_, index + 1);
    }

    /// Handles that are issued from now on have this generation or a higher one.
    void start_generations_at(std::uint32_t generation) noexcept {
        first_generation_ = generation;
        if (unused_generation_ < generation) unused_generation_ = generation;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        if (issued_ == 0 && most_issued_ == 0) lowest_generation_ = generation;
#endif
    }
    /// How many entries there are.
    [[nodiscard]] std::uint32_t issued() const noexcept { return issued_; }
    /// Room for so many entries; false where the allocator gives null. Throws what the allocator throws.
    [[nodiscard]] bool make_room_for(const Allocator& allocator, std::uint32_t entries) {
        while (room_ < entries) {
            const unsigned next = place_of(static_cast<std::uint32_t>(room_)).chunk;
            chunks_[next] = allocate<entry>(allocator, chunk_size(next));
            if (chunks_[next] == nullptr) return false;
            room_ += chunk_size(next);
        }
        return true;
    }
    /// Becomes what another table is, for which there is room; `moved` tells then where its elements are here.
    void copy(const handle_table& other) noexcept {
        for (std::uint32_t i = 0; i < other.issued_; ++i) ::new (static_cast<void*>(&at(i))) entry(other.at(i));
        issued_ = other.issued_;
        free_ = other.free_;
        first_generation_ = other.first_generation_;
        unused_generation_ = other.unused_generation_;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        lowest_generation_ = other.lowest_generation_;
#endif
    }
    /// No handle that has been issued has this generation or a higher one.
    [[nodiscard]] std::uint32_t unused_generation() const noexcept { return unused_generation_; }

    void release(const Allocator& allocator) noexcept {
        for (unsigned i = 0; i < chunks && chunks_[i] != nullptr; ++i) {
            deallocate(allocator, chunks_[i], chunk_size(i));
            chunks_[i] = nullptr;
        }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        if (issued_ > most_issued_) most_issued_ = issued_;
#endif
        room_ = 0;
        issued_ = 0;
        free_ = 0;
    }

    /// Whether so many entries lead to elements, and all others are free or used up. O(entries).
    [[nodiscard]] bool is_whole(std::size_t used) const noexcept {
        std::size_t leading = 0;
        std::size_t others = 0;
        for (std::uint32_t i = 0; i < issued_; ++i) ++(at(i).element != nullptr ? leading : others);
        if (leading != used) return false;
        for (std::uint32_t i = free_; i != 0; i = at(i - 1).next_free) {
            if (i > issued_ || others-- == 0) return false;
            if (at(i - 1).element != nullptr || at(i - 1).generation == last_generation) return false;
        }
        return true;
    }
    [[nodiscard]] bool leads_to(std::uint32_t index, const T* x) const noexcept {
        return index < issued_ && at(index).element == x && at(index).generation != 0;
    }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    /// Whether this table can have made the handle.
    [[nodiscard]] bool is_own(handle<T> h) const noexcept {
        if (h.generation() < lowest_generation_) return false;
        return h.index() < issued_ ? h.generation() <= at(h.index()).generation : h.index() < most_issued_;
    }
    [[nodiscard]] std::uint32_t number() const noexcept { return table_number(lowest_generation_); }
#endif

  private:
    template <class> friend class saved_image;

    struct place {
        unsigned chunk;
        std::size_t offset;
    };
    // Chunk 0 holds 16 entries, every later one as many as all before it.
    [[nodiscard]] static constexpr place place_of(std::uint32_t index) noexcept {
        const unsigned width = static_cast<unsigned>(std::bit_width(index >> first_chunk_bits));
        return {width, width == 0 ? index : index - chunk_size(width)};
    }
    [[nodiscard]] static constexpr std::size_t chunk_size(unsigned chunk) noexcept {
        return std::size_t{1} << (chunk == 0 ? first_chunk_bits : first_chunk_bits + chunk - 1);
    }
    [[nodiscard]] entry& at(std::uint32_t index) const noexcept {
        const place where = place_of(index);
        return chunks_[where.chunk][where.offset];
    }

    entry* chunks_[chunks + 1] = {};
    /// Entries that the chunks have room for.
    std::uint64_t room_ = 0;
    std::uint32_t issued_ = 0;
    std::uint32_t free_ = 0;
    std::uint32_t first_generation_ = 1;
    std::uint32_t unused_generation_ = 1;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    std::uint32_t lowest_generation_ = first_generation_;
    /// How many entries there were before `release`.
    std::uint32_t most_issued_ = 0;
#endif
};

} // namespace core
} // namespace throng

template <class T> struct std::hash<throng::handle<T>> {
    [[nodiscard]] std::size_t operator()(throng::handle<T> h) const noexcept {
        const std::uint64_t both = (std::uint64_t{h.generation()} << 32U) | h.index();
        return static_cast<std::size_t>(both * 0x9e3779b97f4a7c15U >> (64U - 8U * sizeof(std::size_t)));
    }
};
