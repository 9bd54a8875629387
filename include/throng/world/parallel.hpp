#pragma once

/// Systems and queries on several threads: see throng/on_threads.hpp, which says what that needs.
#include <throng/on_threads.hpp>
#include <throng/world/schedule.hpp>

#include <utility>

namespace throng {

/// Visits the entities of a query on several threads: f(components...), perhaps after a recorder and the entity,
/// touches nothing but the components, and makes edits through the recorder. They are made when all have been visited,
/// in the order of the entities visited.
template <class Allocator, class Matcher, class F, class Executor>
void each_on(const Executor& executor, basic_world<Allocator>& w, const query<Matcher>& q, F f) {
    basic_schedule<Allocator> one(w);
    one.add("", q, std::move(f)).parallel();
    one.run(0, executor);
}

} // namespace throng
