#pragma once

#include "perform.hpp"
#include "stage.hpp"

#include <throng/linked_list.hpp>
#include <throng/spatial/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace throng::tool {

class linked_list_stage;
class weak_list_stage;
class ordered_set_stage;
class grid_stage;

/// Bytes the heap has handed out; 0 where the platform does not tell.
inline std::size_t heap_bytes() {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

/// What a stage holds for each entity of the trace, the dead and the unborn too, because it is a replay: handles by id,
/// or all the objects. And how many bytes of that a game would have for each entity that lives: nothing of handles,
/// which are in its entities, and the object where the collection does not hold it.
template <class S> struct ledger {
    static constexpr std::size_t each = sizeof(throng::handle<entity>);
    static constexpr std::size_t live = 0;
};
template <std::size_t Bytes> struct objects_elsewhere {
    static constexpr std::size_t each = Bytes;
    static constexpr std::size_t live = Bytes;
};
template <> struct ledger<linked_list_stage> : objects_elsewhere<sizeof(entity) + sizeof(throng::list_hook<>)> {};
template <> struct ledger<weak_list_stage> : objects_elsewhere<sizeof(entity)> {};
template <> struct ledger<ordered_set_stage> : objects_elsewhere<sizeof(entity)> {};
template <> struct ledger<grid_stage> : objects_elsewhere<sizeof(entity) + sizeof(throng::grid_hook<void, double>)> {};

/// Bytes of heap that the collection and its objects take after the pass with the most live entities. 0 where the
/// platform does not tell.
template <stage S> std::size_t memory_on(const trace& t) {
    if (t.passes.empty()) return 0;
    const auto fullest = std::max_element(t.passes.begin(), t.passes.end(), [](const pass& a, const pass& b) {
        return a.expected.live < b.expected.live;
    });
    const auto wanted = static_cast<std::uint32_t>(fullest - t.passes.begin());
    const std::size_t before = heap_bytes();
    std::size_t bytes = 0;
    performance<S> play(t);
    play.run([](entity&) {},
             [&](std::uint32_t p, std::uint32_t, auto&) {
                 if (p < wanted) return true;
                 bytes = heap_bytes() - before;
                 return false;
             });
    const std::size_t beside = t.spawns.size() * ledger<S>::each + (S::agrees == in_all ? 0 : t.turns.size());
    if (bytes < beside) return 0;
    return bytes - beside + fullest->expected.live * ledger<S>::live;
}

} // namespace throng::tool
