#include "workloads.hpp"
#include "worlds.hpp"

#include <vector>

namespace bench {

std::vector<workload> e4() {
    return with_entrants({{.name = "E4",
                           .title = "each is given a velocity, then it is taken from each",
                           .warm_up = 3,
                           .sizes = {100'000},
                           .entries = {},
                           .criteria = {{"against EnTT", {"throng::world"}, {"EnTT"}, 0.5, 0, 1'000'000}},
                           .why_behind = edits_with_a_contract}},
                         {throng_e4(), sketch_e4(), entt_e4(), flecs_e4(), gaia_e4()});
}

} // namespace bench
