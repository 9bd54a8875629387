#pragma once

/// The names of the collections and of the classes of a world, with their default arguments, for headers that only
/// mention them. Handles, `throng::handle<T>` and `throng::entity`, are complete: a class can hold them.
#include <throng/core/allocator.hpp>
#include <throng/core/handle.hpp>
#include <throng/world/entity.hpp>

#include <cstddef>

namespace throng {

struct time_step;
/// How many elements a collection has room for at first: `throng::list<T> all(throng::initial_capacity{1000})`.
struct initial_capacity {
    std::size_t elements;
};

namespace core {
template <class T> struct hash;
template <class T> struct equal;
struct timer;
} // namespace core

template <class T, class Allocator = std::allocator<T>> class list;
template <class T, class Allocator = std::allocator<T>> class bag;
template <class T, std::size_t N = 0, class Allocator = std::allocator<T>> class pool;
template <class T, class Allocator = std::allocator<T>> class buffered_list;
/// A buffered list whose order is not relied on. (It keeps order nevertheless: committing moves nothing, so giving up
/// order would gain nothing.)
template <class T, class Allocator = std::allocator<T>> using buffered_bag = buffered_list<T, Allocator>;
template <class T, class Allocator = std::allocator<T>> class ring;
template <class T, class Allocator> class shared_handles;
template <class T, class Hash = core::hash<T>, class Equal = core::equal<T>, class Allocator = std::allocator<T>>
class ordered_set;
template <class T, class Master = void, class Allocator = std::allocator<T*>> class weak_list;
template <class T, auto Hook> class linked_list;
template <class... Args> class listener;
template <class... Args> class listeners;
template <class Master> class subset;
template <class C> class snapshot_of;

template <class Canvas = void, class Step = time_step, std::size_t Bytes = 56> class any_entity;
template <class E, class Allocator = std::allocator<E>, template <class, class> class Of = list> class entity_list;
/// A pool that grows, by two parameters, as other collections have them.
template <class T, class Allocator> using growing_pool = pool<T, 0, Allocator>;
/// Entities without an order, packed tightly; and entities that never move.
template <class E, class Allocator = std::allocator<E>> using entity_bag = entity_list<E, Allocator, bag>;
template <class E, class Allocator = std::allocator<E>> using entity_pool = entity_list<E, Allocator, growing_pool>;
template <class T, class Allocator = std::allocator<T>> class tree;
template <class T, auto Hook, class Real, class Allocator> class grid;
template <class T, auto Hook, class Real, class Allocator> class space_grid;

template <class Allocator = core::standard_allocator> class basic_world;
using world = basic_world<>;
template <class Allocator> class basic_entity_ref;
using entity_ref = basic_entity_ref<core::standard_allocator>;
template <class Allocator> class basic_family;
using family = basic_family<core::standard_allocator>;
template <class Allocator> class basic_naming;
using naming = basic_naming<core::standard_allocator>;
template <class R, class Allocator> class basic_relation;
template <class R> using relation = basic_relation<R, core::standard_allocator>;
template <class Allocator> class basic_edit_history;
using edit_history = basic_edit_history<core::standard_allocator>;
template <class Allocator> class basic_prefabs;
using prefabs = basic_prefabs<core::standard_allocator>;
template <class Allocator> class basic_linked_prefabs;
using linked_prefabs = basic_linked_prefabs<core::standard_allocator>;
template <class Allocator> class basic_observer;
using observer = basic_observer<core::standard_allocator>;
template <class E, class Allocator = core::standard_allocator> class events;
template <class Allocator = core::standard_allocator> class basic_schedule;
using schedule = basic_schedule<>;
template <class Allocator = core::standard_allocator> class basic_recorder;
using recorder = basic_recorder<>;
template <class Allocator = core::standard_allocator> class basic_snapshot;
using snapshot = basic_snapshot<>;
template <class Input, class Allocator = core::standard_allocator> class basic_rollback;
template <class Input> using rollback = basic_rollback<Input>;

class timers;
template <class Allocator> class basic_world_timers;
using world_timers = basic_world_timers<core::standard_allocator>;
/// A timer of either, to be kept and cancelled.
using timer_handle = handle<core::timer>;

} // namespace throng
