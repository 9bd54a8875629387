#pragma once

#include <throng/core/bits.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace throng {

/// The page size of collections that have few elements of this class, for a program in which any object may have a
/// list. Specialise it for a class with a number above 0: the first page of each of its collections has exactly that
/// many elements, in one piece of memory. Larger collections take more such pages, and are walked more slowly than with
/// pages of the usual size. The default 0 means about 256 elements.
///
///     template <> inline constexpr std::size_t throng::elements_per_page<missile*> = 4;
///
/// Of a `weak_list` of objects of class T it is what the list holds that is named: `T*`, or `handle<T>` where it is
/// made over a collection. A specialisation comes before the first collection of that class, and is the same in the
/// whole program.
template <class T> inline constexpr std::size_t elements_per_page = 0;

} // namespace throng

/// A page: a fixed number of slots in one piece of memory, behind a header with one bit a slot. Pages are aligned to
/// their size, so that an element's address alone gives its page and its slot.
namespace throng::core {

/// Bytes of a page for elements of the given size: about 256 slots, because a walk pays for each change of page
/// what some ten elements cost; but never so few that the header weighs, nor so many that an almost empty page of large
/// elements does.
[[nodiscard]] constexpr std::size_t page_bytes_for(std::size_t size, std::size_t alignment) noexcept {
    constexpr std::size_t least = 1024;
    constexpr std::size_t usual_most = 16384;
    constexpr std::size_t usual_slots = 256;
    constexpr std::size_t least_slots = 8;
    std::size_t bytes = std::bit_ceil(size * usual_slots);
    if (bytes < least) bytes = least;
    if (bytes > usual_most) bytes = usual_most;
    const std::size_t room_for_few = std::bit_ceil(size * (least_slots + 1));
    if (bytes < room_for_few) bytes = room_for_few;
    if (bytes < 4 * alignment) bytes = 4 * alignment;
    return bytes;
}

/// Bytes of a page with room for so many elements, and no more than it needs.
[[nodiscard]] constexpr std::size_t page_bytes_for_few(std::size_t size, std::size_t alignment, std::size_t elements,
                                                       bool reuses) noexcept {
    // (A pointer between words takes as much as a word, also where it is smaller.)
    const std::size_t pointers = (reuses ? 7 : 6) * sizeof(std::uint64_t);
    std::size_t bytes = std::bit_ceil(4 * alignment);
    for (;; bytes *= 2) {
        const std::size_t words = (bytes / size + word_bits - 1) / word_bits;
        const std::size_t before = pointers + (reuses ? 4 : 2) * words * sizeof(word);
        const std::size_t even = alignment > 64 ? alignment : size % 64 == 0 ? 64 : size & (~size + 1);
        if ((before + even - 1) / even * even + elements * size <= bytes) return bytes;
    }
}

/// Bytes of a page for elements of this class.
template <class T, bool Reuses> inline constexpr std::size_t bytes_of_page =
    elements_per_page<T> == 0 ? page_bytes_for(sizeof(T), alignof(T))
                              : page_bytes_for_few(sizeof(T), alignof(T), elements_per_page<T>, Reuses);

/// Place of a slot in a sequence of pages. Slots are handed out in rising order, so a position also tells which of two
/// elements came first.
struct position {
    std::uint64_t order = 0;
    unsigned slot = 0;

    friend constexpr bool operator==(position, position) = default;
};

inline constexpr position first_position{0, 0};
inline constexpr position last_position{std::numeric_limits<std::uint64_t>::max(), 0};

[[nodiscard]] constexpr bool operator<(position a, position b) noexcept {
    return a.order < b.order || (a.order == b.order && a.slot < b.slot);
}

template <class Page> struct marks;

/// Words that hold one bit for each slot of a page.
template <class T, std::size_t Bytes> inline constexpr unsigned words_of_page =
    static_cast<unsigned>((Bytes / sizeof(T) + word_bits - 1) / word_bits);

/// The place of an element among those that came while something was walked: see `newcomer_list`.
template <class T> struct arrival {
    T* next = nullptr;
    T* previous = nullptr;
    std::uint64_t came = 0;
};

/// An element added to a reused slot while a walk is open is not in the order of the pages: it is young, and in this
/// list, in order of insertion. When no walk is open any more, no element is young. `at(x)` gives an element's place in
/// the list.
template <class T> class newcomer_list {
  public:
    [[nodiscard]] T* first() const noexcept { return first_; }
    /// This moment: what comes from now on came later.
    [[nodiscard]] std::uint64_t now() const noexcept { return now_; }
    /// How many have come since it was empty.
    [[nodiscard]] std::uint64_t count() const noexcept { return now_ - empty_at_; }

    template <class At> void add(T* x, At at) noexcept {
        at(x) = {nullptr, last_, ++now_};
        (last_ != nullptr ? at(last_).next : first_) = x;
        last_ = x;
    }
    template <class At> void remove(T* x, At at) noexcept {
        const arrival<T>& its = at(x);
        (its.previous != nullptr ? at(its.previous).next : first_) = its.next;
        (its.next != nullptr ? at(its.next).previous : last_) = its.previous;
    }
    void forget() noexcept {
        first_ = last_ = nullptr;
        empty_at_ = now_;
    }

  private:
    T* first_ = nullptr;
    T* last_ = nullptr;
    std::uint64_t now_ = 0;
    std::uint64_t empty_at_ = 0;
};

/// The additional data of a page whose slots are reused.
template <class T, bool Reuses, std::size_t Bytes> struct reused_slots {};
template <class T, std::size_t Bytes> struct reused_slots<T, true, Bytes> {
    /// One entry a slot. Null until an element comes to the page while something is walked.
    arrival<T>* arrivals = nullptr;
    /// A new element may go here.
    word free[words_of_page<T, Bytes>] = {};
    /// The element came to a used slot while something was open, and something still is.
    word young[words_of_page<T, Bytes>] = {};
};

template <class T, bool Reuses = false, std::size_t Bytes = bytes_of_page<T, Reuses>> struct page
    : reused_slots<T, Reuses, Bytes> {
    using value_type = T;
    static constexpr std::size_t bytes = Bytes;
    static constexpr unsigned words = words_of_page<T, Bytes>;

    // (The data that edits and handles read is side by side: the headers of all pages fall on the same few sets of a
    // cache, so that each line of a header is mostly one to wait for.)

    /// One entry a slot: index + 1 in the table of handles, 0 for none. Null until a handle into the page is asked for.
    std::uint32_t* handles = nullptr;
    /// Slots whose elements are there.
    word live[words] = {};
    /// One entry a slot: how many frozen views had been taken when its element was removed. Null until an element of
    /// the page is removed under a frozen view.
    std::uint64_t* removed_at = nullptr;
    /// Rises along the sequence and is never used twice; 0 while the page is not in use.
    std::uint64_t order = 0;
    page* next = nullptr;
    page* previous = nullptr;
    /// The marks of subsets for the slots; null while there are no subsets.
    marks<page>* subsets = nullptr;
    /// Slots with elements that are removed, but not destroyed yet: a walk is positioned at them or a frozen view shows
    /// them.
    word ghosts[words] = {};

    /// Elements lie as even as their size allows, up to a line of the cache.
    [[nodiscard]] static consteval std::size_t first_offset() noexcept {
        constexpr std::size_t line = 64;
        std::size_t alignment = sizeof(T) & (~sizeof(T) + 1);
        if (alignment > line) alignment = line;
        if (alignment < alignof(T)) alignment = alignof(T);
        return (sizeof(page) + alignment - 1) / alignment * alignment;
    }
    /// (Not consteval: then it could not be called through a pointer to a page.)
    [[nodiscard]] THRONG_FLAT static constexpr unsigned slots() noexcept {
        constexpr auto n = static_cast<unsigned>((bytes - first_offset()) / sizeof(T));
        return n;
    }

    [[nodiscard]] THRONG_FLAT static page* of(const T* element) noexcept {
        return core::launder(reinterpret_cast<page*>(reinterpret_cast<std::uintptr_t>(element) & ~(bytes - 1)));
    }
    [[nodiscard]] THRONG_FLAT unsigned index_of(const T* element) const noexcept {
        const auto offset = reinterpret_cast<std::uintptr_t>(element) - reinterpret_cast<std::uintptr_t>(this);
        return static_cast<unsigned>((offset - first_offset()) / sizeof(T));
    }
    [[nodiscard]] THRONG_FLAT T* slot(unsigned i) noexcept {
        return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(this) + first_offset()) + i;
    }

    [[nodiscard]] THRONG_FLAT bool is_live(unsigned i) const noexcept {
        return any(live[i / word_bits] & bit(i % word_bits));
    }
    [[nodiscard]] bool is_ghost(unsigned i) const noexcept { return any(ghosts[i / word_bits] & bit(i % word_bits)); }
    void set_live(unsigned i) noexcept { live[i / word_bits] |= bit(i % word_bits); }
    void clear_live(unsigned i) noexcept { live[i / word_bits] &= ~bit(i % word_bits); }
    void set_ghost(unsigned i) noexcept { ghosts[i / word_bits] |= bit(i % word_bits); }
    void clear_ghost(unsigned i) noexcept { ghosts[i / word_bits] &= ~bit(i % word_bits); }

    /// The slots before `end` live, and no others.
    void fill(unsigned end) noexcept {
        for (unsigned i = 0; i < words; ++i) live[i] = end <= i * word_bits ? word{} : below(end - i * word_bits);
    }
    [[nodiscard]] static bool has(const word (&w)[words], unsigned i) noexcept {
        return any(w[i / word_bits] & bit(i % word_bits));
    }
    static void set(word (&w)[words], unsigned i) noexcept { w[i / word_bits] |= bit(i % word_bits); }
    static void clear(word (&w)[words], unsigned i) noexcept { w[i / word_bits] &= ~bit(i % word_bits); }
    [[nodiscard]] unsigned population() const noexcept {
        unsigned n = 0;
        for (const word w : live) n += count(w);
        return n;
    }
    /// No element lives here, and none that was removed is still kept.
    [[nodiscard]] bool is_vacant() const noexcept {
        word all{};
        for (unsigned i = 0; i < words; ++i) all |= live[i] | ghosts[i];
        return !any(all);
    }
};

/// The memory of one page, as allocators are asked for it.
template <class T, std::size_t Bytes = bytes_of_page<T, false>> struct alignas(Bytes) page_space {
    std::byte bytes[Bytes];
};

/// A slot and its page.
template <class Page> struct spot {
    using value_type = typename Page::value_type;

    Page* p = nullptr;
    unsigned s = 0;

    [[nodiscard]] THRONG_FLAT static spot of(const value_type* x) noexcept {
        Page* const p = Page::of(x);
        return {p, p->index_of(x)};
    }
    [[nodiscard]] value_type* get() const noexcept { return p->slot(s); }
    [[nodiscard]] position where() const noexcept { return {p->order, s}; }
    [[nodiscard]] THRONG_FLAT bool is_live() const noexcept { return p->is_live(s); }
    [[nodiscard]] bool is_ghost() const noexcept { return p->is_ghost(s); }
};

} // namespace throng::core
