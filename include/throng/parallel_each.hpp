#pragma once

#include <throng/core/requirements.hpp>
#include <throng/core/walks.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// Visits the present elements of a collection that has `runs()` on several threads: f(element), which returns nothing,
/// or whether the element stays. Rejected elements are removed when all have been visited, in the order of the
/// collection, on the calling thread: hooks are called then. Elements that hooks add stay. So the result is the same
/// for any number of threads.
///
///     #include <throng/on_threads.hpp>
///     throng::parallel_each(throng::on_threads(), sparks, [](spark& s) { return s.burn(); });
///
/// f is called at the same time for different elements. It touches its element and what nothing changes meanwhile; it
/// makes no edit, of this collection or of another (an `inbox` takes what it makes). The executor is `on_threads`,
/// `in_sequence`, or any object with `for_each(n, g)`, which calls g(0) … g(n-1) and comes back when all have returned.
///
/// Walks of the collection may be open. Addresses stay valid as in a walk. O(n). Throws what f throws; the others may
/// not have been visited then, and none is removed.
template <class Executor, class C, class F> void parallel_each(const Executor& executor, C& collection, F f) {
    using element = typename C::value_type;
    core::require_update<const F, element>();
    struct run {
        std::span<element> elements;
        std::uint64_t leaves = 0;
    };
    // Nothing changes its place while this is open.
    auto here = collection.walk(residents);
    std::vector<run> runs;
    for (const std::span<element> s : collection.runs()) runs.push_back({s});
    // Of parts that are too small, the executor's work would be the larger part.
    constexpr std::size_t part = 16;
    executor.for_each((runs.size() + part - 1) / part, [&](std::size_t p) {
        const F& visit = f;
        for (run& r : std::span(runs).subspan(p * part).first(std::min(part, runs.size() - p * part))) {
            for (std::size_t i = 0; i < r.elements.size(); ++i) {
                if (!core::lives_on(visit, r.elements[i])) r.leaves |= std::uint64_t{1} << i;
            }
        }
    });
    for (const run& r : runs) {
        // (A hook may have removed it, and added another one in its slot.)
        for (std::uint64_t left = r.leaves; left != 0; left &= left - 1)
            (void)here.remove_resident(r.elements[static_cast<std::size_t>(std::countr_zero(left))]);
    }
}

} // namespace throng
