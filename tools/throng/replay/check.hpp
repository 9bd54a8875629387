#pragma once

#include "../trace/fnv.hpp"
#include "contestant.hpp"
#include "perform.hpp"
#include "queries.hpp"
#include "walk_model.hpp"

#include <cstdint>
#include <string>
#include <type_traits>

namespace throng::tool {

/// The set of live ids as one number, kept up to date by adding and taking away.
class set_hash {
  public:
    void add(std::uint32_t id) noexcept { value_ += mixed(id); }
    void remove(std::uint32_t id) noexcept { value_ -= mixed(id); }
    friend bool operator==(set_hash, set_hash) = default;

    std::uint64_t value() const noexcept { return value_; }

  private:
    static std::uint64_t mixed(std::uint64_t x) noexcept {
        x = (x + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        return x ^ (x >> 31);
    }

    std::uint64_t value_ = 0;
};

/// The figures of one pass as a stage shows them.
struct shown {
    std::uint64_t size = 0;
    std::uint64_t live = 0;
    std::uint64_t visited = 0;
    std::uint64_t edits = 0;
    id_hash live_hash;
    id_hash visited_hash;
    set_hash live_set;
};

/// The first figure in which a stage differs from the trace, if there is one; `live_set` is the trace's.
std::optional<difference> compare(const pass& said, const shown& is, const agreement& agrees, const set_hash& live_set);
/// The same of the visits, where a model has them.
std::optional<difference> compare(const pass& said, const walk_model& model);

/// Follows the trace's edits to know the live set after a pass.
void follow(const trace& t, std::uint32_t first, std::uint32_t last, set_hash& live);

template <stage S> verdict check_on(const trace& t) {
    performance<std::conditional_t<S::agrees == in_all, S, watched<S>>> play(t);
    verdict result;
    shown now;
    set_hash live;
    std::uint32_t followed = 0;
    where_all_are known(t);
    play.run(
        [&](const entity& e) {
            if constexpr (S::agrees == in_all) {
                ++now.visited;
                now.visited_hash.add(e.id);
            }
        },
        [&](std::uint32_t p, std::uint32_t edits, auto& stage) {
            const pass& said = t.passes[p];
            now.edits = edits;
            now.size = stage.size();
            stage.each([&](const entity& e) {
                ++now.live;
                if constexpr (S::agrees.order == visiting_order::of_adding) now.live_hash.add(e.id);
                else now.live_set.add(e.id);
            });
            follow(t, followed, said.edits_last, live);
            followed = said.edits_last;
            ++result.checks;
            if constexpr (S::agrees != in_all) result.found = compare(said, stage.model());
            if (!result.found) result.found = compare(said, now, S::agrees, live);
            now = {};
            if constexpr (moving_stage<S>) {
                known.follow(p);
                if (!result.found && t.moved && said.tic % 35 == 0)
                    result.found = compare_queries(known, said, stage, result.queries);
            }
            return !result.found;
        });
    return result;
}

} // namespace throng::tool
