#pragma once

#include <throng/world/kernel/contents.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <cstdint>

namespace throng {

/// A world as it was at one moment, in memory: for games that rewind. It is a copy of the pages in use; what cannot be
/// copied is left out. The world can be rolled back to it any number of times: entities, handles, free slots and so the
/// indices of later creations are as if nothing had happened since.
///
/// A copy of a component must not edit the world while a snapshot is made or rolled back to. What had died by then, and
/// was kept for a walk or for systems that were to be told of it, counts as gone: its index is free.
///
/// Singletons are part of it, at other addresses when the world has been rolled back; those that cannot be copied stay
/// as they are.
///
/// Rolling back calls no hooks. Systems are told of everything as having joined at their next run, and of nothing as
/// having left. The snapshot goes along when its world is moved.
template <class Allocator = core::standard_allocator> class basic_snapshot {
  public:
    /// O(pages in use). A copy of a component must not edit the world. Throws what the allocator or a copy throws.
    explicit basic_snapshot(const basic_world<Allocator>& w) : home_(w.storage()), contents_(*home_) {
        contents_.copy_home();
    }

    /// O(pages in use). False, and nothing has changed, if a walk of the world is open, if a system is just told what
    /// joined or left, or if the world is gone. Throws what the allocator or a copy throws; nothing has changed then.
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

using snapshot = basic_snapshot<>;

} // namespace throng
