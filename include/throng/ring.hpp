#pragma once

#include <throng/core/collection_face.hpp>
#include <throng/fwd.hpp>

#include <initializer_list>
#include <utility>

namespace throng {

/// The newest elements, in insertion order: at most its maximum capacity, which is set at construction. If it is full,
/// adding drops the oldest.
///
/// | | `throng::ring<T>` | `throng::list<T>` with a maximum | an array and an index |
/// |---|---|---|---|
/// | adding where it is full | drops the oldest | is refused | overwrites the oldest |
/// | the oldest, while a walk is positioned at it | is kept until the walk advances | the same | overwritten |
///
/// The oldest is dropped, and `on_remove` called for it, only once the new element exists and `on_add` has been called:
/// a failed addition drops nothing, and in `on_add` there may be one element more. If `on_remove` throws, the exception
/// is passed on, and the new element stays. An `on_remove` that adds drops the next one, so it must not always add.
/// Otherwise a ring behaves like a `list`, with the same contract: docs/contract.md. Copying, moving, swapping and
/// assigning a ring include its maximum capacity.
template <class T, class Allocator> class ring
    : public core::collection_face<ring<T, Allocator>, core::store<T, core::in_order, Allocator>> {
    using store_type = core::store<T, core::in_order, Allocator>;
    using face = core::collection_face<ring, store_type>;
    using caller = core::caller;
    using traits = std::allocator_traits<Allocator>;
    friend face;

  public:
    using typename face::size_type;

    /// An empty ring for `most` elements. Allocates nothing.
    explicit ring(size_type most, const Allocator& allocator = Allocator(), caller where = {}) noexcept
        : face(allocator, where), most_(most) {}
    /// The last elements of a range, in its order. O(n).
    template <core::range_of<T> R>
    ring(size_type most, R&& elements, const Allocator& allocator = Allocator(), caller where = {})
        : ring(most, allocator, where) {
        this->add_range(std::forward<R>(elements), where);
    }
    ring(size_type most, std::initializer_list<T> elements, const Allocator& allocator = Allocator(), caller where = {})
        : ring(most, allocator, where) {
        this->add_range(elements, where);
    }
    /// As of a list.
    ring(const ring& other, caller where = {})
        : ring(other, traits::select_on_container_copy_construction(other.get_allocator()), where) {}
    ring(const ring& other, const Allocator& allocator, caller where = {}) : ring(other.most_, allocator, where) {
        this->copy_from(other, where);
    }
    ring(ring&& other, caller where = {}) noexcept : ring(other.most_, other.get_allocator(), where) {
        this->take_over(other);
    }
    ring(ring&& other, const Allocator& allocator, caller where = {}) : ring(other.most_, allocator, where) {
        this->take_over_into(other);
    }
    ring& operator=(const ring& other) {
        this->assign_copy(other);
        most_ = other.most_;
        return *this;
    }
    ring& operator=(ring&& other) { // NOLINT(performance-noexcept-move-constructor): as of a list
        this->assign_move(other);
        most_ = other.most_;
        return *this;
    }
    ring& operator=(std::initializer_list<T> elements) {
        this->assign_list(elements);
        return *this;
    }
    void swap(ring& other, caller where = {}) noexcept {
        if (face::swap_contents(other, where)) std::swap(most_, other.most_);
    }

    /// How many elements there are at most.
    [[nodiscard]] size_type max_capacity() const noexcept { return most_; }

  private:
    using spot = typename store_type::place_type;
    static constexpr bool makes_way = true;

    /// Takes an addition back for which, under a frozen view, there is no memory to remove the oldest.
    struct undo {
        store_type& elements;
        spot newcomer;
        bool armed = true;
        ~undo() {
            if (armed && newcomer.is_live()) elements.drop(newcomer);
        }
    };
    T* make_way(T* x) {
        store_type& elements = this->elements_;
        if (elements.size() <= most_) return x;
        core::standing_on<store_type> newcomer(elements, x);              // it is kept, and nothing moves
        while (newcomer.home() == &elements && elements.size() > most_) { // a hook may exchange the contents
            undo guard{elements, spot::of(x)};
            const spot oldest = spot::of(elements.first());
            if (elements.is_frozen() && !elements.pages().memory.make_side(oldest.p->removed_at)) break;
            guard.armed = false;
            (void)elements.remove_own(oldest.get());
        }
        return newcomer.home() == nullptr ? nullptr : newcomer.part();
    }

    size_type most_;
};

namespace pmr {
template <class T> using ring = throng::ring<T, std::pmr::polymorphic_allocator<T>>;
}

} // namespace throng
