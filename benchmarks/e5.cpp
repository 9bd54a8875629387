#include "workloads.hpp"
#include "worlds.hpp"

#include <vector>

namespace bench {

std::vector<workload> e5() {
    return with_entrants(
        {{.name = "E5",
          .title = "all move, one in ten dies inside the walk and makes one newcomer",
          .warm_up = 100,
          .sizes = {10'000, 100'000, 1'000'000},
          .entries = {},
          .criteria = {{"against EnTT", {"throng::world"}, {"EnTT"}, 0.5, 0, 1'000'000},
                       {"against flecs by hand", {"throng::world"}, {"flecs, by hand"}, 1.0, 0, 1'000'000}},
          .why_behind = edits_with_a_contract}},
        {throng_e5(), sketch_e5(), limit_e5(), entt_e5(), flecs_e5(), gaia_e5()});
}

} // namespace bench
