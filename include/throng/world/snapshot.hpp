#pragma once

#include <throng/fwd.hpp>
#include <throng/world/kernel/contents.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <cstdint>

namespace throng {

/// The state of a world at one moment, in memory: to rewind. It is a copy of the pages in use; components that cannot
/// be copied are left out. The world can be rolled back to it any number of times: entities, handles, free slots, and
/// so the indices of later creations, are restored.
///
/// A copy of a component must not edit the world while a snapshot is made or rolled back to. Entities that had died by
/// then, and were kept for a walk or for `on_left`, are not part of it: their indices are free.
///
/// Singletons are part of it, at other addresses when the world has been rolled back; those that cannot be copied stay
/// as they are.
///
/// Rolling back calls no hooks. Systems call `on_joined` for everything at their next run, and `on_left` for nothing.
/// The snapshot stays valid when its world is moved. (`save` and `restore` do the same with bytes; a `rollback` keeps
/// many states, with numbers.)
template <class Allocator> class basic_snapshot {
  public:
    /// O(pages in use). A copy of a component must not edit the world. Throws what the allocator or a copy throws.
    explicit basic_snapshot(const basic_world<Allocator>& w) : home_(w.storage()), contents_(*home_) {
        contents_.copy_home();
    }

    /// O(pages in use). False, without effect, if a walk of the world is open, during `on_joined` and `on_left` of a
    /// system, or if the world has been destroyed. Throws what the allocator or a copy throws, without effect.
    bool roll_back() const {
        if (home_->is_over() || home_->is_being_looked_at()) return false;
        core::world_contents<Allocator> again(*home_);
        again.copy_other(contents_);
        again.exchange();
        return true;
    }

  private:
    core::storage_share<Allocator> home_;
    core::world_contents<Allocator> contents_;
};

} // namespace throng
