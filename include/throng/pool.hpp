#pragma once

#include <throng/core/collection_face.hpp>
#include <throng/core/reused_slots.hpp>
#include <throng/fwd.hpp>

#include <initializer_list>
#include <type_traits>
#include <utility>

namespace throng {

namespace core {
/// Bytes beside a slot in a fixed memory: its generation, when it was removed, and its place among the new elements.
template <class T> inline constexpr std::size_t slot_bytes =
    sizeof(std::uint32_t) + sizeof(std::uint64_t) + sizeof(arrival<T>);

/// Pages of a pool<T, N>: of the usual size, or smaller where N elements fit into one.
template <std::size_t N> struct lowest_free_of {
    template <class T> static constexpr std::size_t bytes() noexcept {
        const std::size_t few = page_bytes_for_few(sizeof(T), alignof(T), N, true);
        return N == 0 || few > bytes_of_page<T, true> ? bytes_of_page<T, true> : few;
    }
    template <class T> using placement = lowest_free_in<T, bytes<T>()>;
};

/// Where the elements of a pool<T, N> are, or nothing.
template <class T, std::size_t N> class pool_memory {
    using page_type = typename lowest_free_of<N>::template placement<T>::page_type;
    using space = page_space<T, page_type::bytes>;

  public:
    static constexpr std::size_t fixed_pages = (N + page_type::slots() - 1) / page_type::slots();
    [[nodiscard]] space* fixed_space() noexcept { return space_; }

  private:
    space space_[page_memory<page_type, std::allocator<T>>::units(fixed_pages, slot_bytes<T>)];
};
template <class T> class pool_memory<T, 0> {};
} // namespace core

/// How many elements a pool has room for, from its beginning to its end.
struct fixed_capacity {
    std::size_t elements;
};

/// A store of objects that never move, in slots that are reused, the lowest free one first. You can modify it
/// from anywhere, at any moment of any walk.
///
/// | | `throng::pool<T>` | `plf::colony<T>` (`std::hive`) | `std::vector<std::optional<T>>` |
/// |---|---|---|---|
/// | remove any element while walking | yes | all but where the walk is, or its end | yes |
/// | add while walking | yes; seen in the same walk, or not: the loop decides | may be seen or not | by hand; moves all |
/// | addresses | stay | stay | move when it grows |
/// | order of a walk | slots, lowest first; new elements after all earlier ones | blocks | slots |
/// | handles | generational, at no cost; the index is the slot's | no | no |
/// | fixed size | `pool<T, N>`, inside of the object, or `pool<T>(fixed_capacity{n})` | no | by hand |
/// | when it is full | an empty handle, and nothing changes | | |
/// | copy | no: handles would not fit | yes | yes |
/// | memory an element | half a byte and a generation; 36 bytes more where the size is fixed | 1 byte or so | 4 to 8 bytes |
///
/// `pool<T>` grows when needed: in pieces of doubling size, so that nothing is moved. With a fixed capacity nothing is
/// allocated after construction (but for hooks); `pool<T, N>` allocates nothing at all, and is neither copied nor
/// moved. Its pages are aligned to their size (usually 1 to 16 KiB, less for a small N), and so is the pool.
///
/// Handles have the slot's number, at most `capacity()` - 1, as their `index()`: fit for an array beside the pool. A
/// slot that has used up its generations, after 2,147,483,647 elements at the soonest, is used no more.
///
/// The contract in full: docs/contract.md. Not for use by two threads without a lock, not even to walk it: a walk is
/// known to its pool. Destroying a pool while a walk of it is open is an error of the caller's (the audit build reports
/// it; otherwise such walks end).
template <class T, std::size_t N, class Allocator> class pool
    : private core::pool_memory<T, N>,
      public core::collection_face<pool<T, N, Allocator>,
                                   core::store<T, core::lowest_free_of<N>::template placement, Allocator>> {
    using store_type = core::store<T, core::lowest_free_of<N>::template placement, Allocator>;
    using face = core::collection_face<pool, store_type>;
    using caller = core::caller;

  public:
    using typename face::handle_type;
    using typename face::size_type;

    /// An empty pool that grows; allocates nothing.
    pool(caller where = {}) noexcept
        requires(N == 0 && std::is_default_constructible_v<Allocator>)
        : pool(Allocator(), where) {}
    explicit pool(const Allocator& allocator, caller where = {}) noexcept
        requires(N == 0)
        : face(allocator, where) {}
    /// The same, with room for so many (`reserve`). Throws what the allocator throws.
    explicit pool(initial_capacity room, const Allocator& allocator = Allocator(), caller where = {})
        requires(N == 0)
        : pool(allocator, where) {
        (void)this->reserve(room.elements, where);
    }
    /// An empty pool that never grows. All it will ever need is allocated now, but for hooks. Throws what the allocator
    /// throws.
    explicit pool(fixed_capacity most, const Allocator& allocator = Allocator(), caller where = {})
        requires(N == 0)
        : face(allocator, where) {
        if (!fix(most.elements)) this->elements_.most(0);
    }
    /// An empty pool with room for N elements inside.
    pool(caller where = {}) noexcept
        requires(N != 0)
        : face(Allocator(), where) {
        this->elements_.pages().memory.fix(this->fixed_pages, this->fixed_space());
        (void)this->elements_.placement().fix(this->elements_, N);
        this->elements_.most(N);
    }

    /// The elements between two iterators, or of a range, in their order. O(n).
    template <class I, class S>
        requires(N == 0 && core::iterators_of<I, S, T>)
    pool(I begins, S ends, const Allocator& allocator = Allocator(), caller where = {})
        : pool(core::iterator_pair<I, S>{std::move(begins), std::move(ends)}, allocator, where) {}
    template <core::range_of<T> R>
        requires(N == 0 && !std::is_same_v<std::remove_cvref_t<R>, pool>)
    explicit pool(R&& elements, const Allocator& allocator = Allocator(), caller where = {}) : pool(allocator, where) {
        this->add_range(std::forward<R>(elements), where);
    }
    pool(std::initializer_list<T> elements, const Allocator& allocator = Allocator(), caller where = {})
        requires(N == 0)
        : pool(allocator, where) {
        this->add_range(elements, where);
    }

    pool(const pool&) = delete;
    pool& operator=(const pool&) = delete;
    /// Takes elements, handles, capacity and hooks over, and open walks go with the elements; nothing is moved in
    /// memory. O(1). `other` is an empty pool then that grows. Into another allocator's memory the elements are moved
    /// one by one.
    pool(pool&& other, caller where = {}) noexcept
        requires(N == 0)
        : pool(other.get_allocator(), where) {
        this->take_over(other);
    }
    pool(pool&& other, const Allocator& allocator, caller where = {})
        requires(N == 0)
        : pool(allocator, where) {
        this->take_over_into(other);
    }
    /// The present elements are dropped without hooks; hooks stay. The others keep their handles; handles of the
    /// dropped elements never refer to later additions, but one of them may equal a handle of the others.
    pool& operator=(pool&& other) // NOLINT(performance-noexcept-move-constructor): walks may need memory
        requires(N == 0)
    {
        this->assign_move(other);
        return *this;
    }

    /// The handle of an element of this pool; an empty one if it has been removed. O(1), allocates nothing.
    using face::handle_of;
    [[nodiscard]] handle_type handle_of(core::element_ref<T> element, caller where = {}) const {
        return this->elements_.check_own(element.get(), where) ? this->elements_.handle_of(element.get())
                                                               : handle_type{};
    }

    /// Whether there is no slot for one more: also where the removed are still kept in theirs.
    [[nodiscard]] bool full() const noexcept {
        return this->elements_.is_full() || !this->elements_.placement().has_room(this->elements_);
    }

    void swap(pool& other, caller where = {}) noexcept
        requires(N == 0)
    {
        face::swap(other, where);
    }

  private:
    bool fix(std::size_t most) {
        const std::size_t slots = store_type::page_type::slots();
        const bool done =
            most == 0 || (this->elements_.pages().memory.fix((most + slots - 1) / slots, core::slot_bytes<T>) &&
                          this->elements_.placement().fix(this->elements_, most));
        this->elements_.most(most);
        return done;
    }
};

template <std::input_iterator I, std::sentinel_for<I> S> pool(I, S) -> pool<std::iter_value_t<I>>;
template <std::input_iterator I, std::sentinel_for<I> S, core::allocator_like Allocator> pool(I, S, const Allocator&)
    -> pool<std::iter_value_t<I>, 0, Allocator>;
template <class R>
    requires core::range_of<R, core::element_of<R>>
explicit pool(R&&) -> pool<core::element_of<R>>;
template <class R, core::allocator_like Allocator>
    requires core::range_of<R, core::element_of<R>>
explicit pool(R&&, const Allocator&) -> pool<core::element_of<R>, 0, Allocator>;

namespace pmr {
template <class T> using pool = throng::pool<T, 0, std::pmr::polymorphic_allocator<T>>;
}

} // namespace throng
