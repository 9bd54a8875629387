#include "workloads.hpp"
#include "worlds.hpp"

#include <string>
#include <vector>

namespace bench {

std::vector<workload> e3() {
    const auto row = [](const char* name, const char* title, double bound) {
        return workload{.name = name,
                        .title = title,
                        .warm_up = 1,
                        .sizes = {1'000'000},
                        .entries = {},
                        .criteria = {{"against EnTT", {"throng::world"}, {"EnTT"}, bound, 0, 1'000'000}},
                        .prepared = true,
                        .why_behind = edits_with_a_contract};
    };
    return with_entrants(
        {
            row("E3-create", "a new world gets entities with three components, one by one", 0.5),
            row("E3-create-bulk", "a new world gets entities with three components, all at once", 0.5),
            row("E3-destroy", "all are destroyed in the order in which they were made", 0.25),
            row("E3-destroy-random", "all are destroyed in random order", 0.25),
            row("E3-destroy-bulk", "all are destroyed at once", 0.25),
        },
        {throng_e3(), sketch_e3(), limit_e3(), entt_e3(), flecs_e3(), gaia_e3()});
}

} // namespace bench
