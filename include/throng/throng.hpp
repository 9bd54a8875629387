#pragma once

/// All of throng, if compile time does not matter. (Several threads are in throng/on_threads.hpp and
/// throng/world/parallel.hpp, which need oneTBB.)
#include <throng/collections.hpp>
#include <throng/inbox.hpp>
#include <throng/index_by.hpp>
#include <throng/ordered_by.hpp>
#include <throng/parallel_each.hpp>
#include <throng/shared_handles.hpp>
#include <throng/snapshot_of.hpp>
#include <throng/world/changes.hpp>
#include <throng/world/create_at.hpp>
#include <throng/world/entity_ref.hpp>
#include <throng/world/events.hpp>
#include <throng/world/family.hpp>
#include <throng/world/joins.hpp>
#include <throng/world/members.hpp>
#include <throng/world/merge.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/observer.hpp>
#include <throng/world/prefabs.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/replica.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>
#include <throng/world/save_collection.hpp>
#include <throng/world/save_schedule.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/timers.hpp>
#include <throng/world/value_order.hpp>
#include <throng/world/world.hpp>
#include <throng/world/world_index.hpp>
