#pragma once

#include <throng/world/contents.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <cstdint>

namespace throng {

/// A world as it was at one moment, in memory: for games that rewind. It is a copy of the pages in use; what cannot be
/// copied is left out. The world can be rolled back to it any number of times: entities, handles, free slots and so the
/// indices of later creations are as if nothing had happened since.
///
/// A copy of a component must not edit the world while a snapshot is made or rolled back to. Who had died by then, and
/// was kept for a walk or for systems that were to be told of it, counts as gone: his index is free.
///
/// Rolling back calls no hooks. Systems are told of everybody as having joined at their next run, and of nobody as
/// having left. Single values are not part of it. The snapshot must go before its world.
template <class Allocator = std::allocator<std::byte>> class basic_snapshot {
  public:
    /// O(pages in use). Throws what the allocator or a copy throws.
    explicit basic_snapshot(const basic_world<Allocator>& w) : contents_(w.storage()) { contents_.copy_home(); }

    /// O(pages in use). False, and nothing has changed, if a walk of the world is open, or if a system is just told who
    /// joined or left. Throws what the allocator or a copy throws; nothing has changed then.
    bool roll_back() const {
        if (contents_.home().is_being_looked_at()) return false;
        core::world_contents<Allocator> again(contents_.home());
        again.copy_other(contents_);
        again.exchange();
        return true;
    }

  private:
    core::world_contents<Allocator> contents_;
};

using snapshot = basic_snapshot<>;

} // namespace throng
