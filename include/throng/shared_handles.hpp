#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/handle.hpp>

#include <memory>

namespace throng {

/// The handles of several collections of one kind: an element that moves from one to the other keeps its handle.
///
///     throng::shared_handles<guest> guests;
///     throng::list<guest> hall(guests);
///     throng::list<guest> attic(guests);
///     const auto h = hall.add({});
///     attic.take(hall, h);
///     guests.get(h);          // wherever it is
///
/// Each collection finds its elements only: `hall.get(h)` is null then. A list, bag, buffered_list or entity_list
/// constructed with it always shares it; if its contents are moved or swapped to another collection, their handles stay
/// here. `layers` share one among themselves. A pool's handles are its slots, and cannot be shared; collections that
/// share handles have no separate snapshots (all layers together have).
///
/// It costs nothing but what handles cost, and outlives the collections. They have an allocator that is equal to its.
template <class T, class Allocator = std::allocator<T>> class shared_handles {
  public:
    using table_type = core::handle_table<T, Allocator>;

    explicit shared_handles(const Allocator& allocator = Allocator()) noexcept : allocator_(allocator) {
        table_.start_generations_at(core::new_first_generation());
    }
    shared_handles(const shared_handles&) = delete;
    shared_handles& operator=(const shared_handles&) = delete;
    ~shared_handles() { table_.release(allocator_); }

    [[nodiscard]] const Allocator& get_allocator() const noexcept { return allocator_; }
    /// The element of a handle, in whichever collection it is; null if the handle is empty or stale. O(1).
    [[nodiscard]] T* get(handle<T> h) const noexcept { return table_.find(h); }
    [[nodiscard]] bool contains(handle<T> h) const noexcept { return get(h) != nullptr; }
    /// For collections.
    [[nodiscard]] table_type& table() noexcept { return table_; }
    [[nodiscard]] const table_type& table() const noexcept { return table_; }

  private:
    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    table_type table_;
};

namespace pmr {
template <class T> using shared_handles = throng::shared_handles<T, std::pmr::polymorphic_allocator<T>>;
}

} // namespace throng
