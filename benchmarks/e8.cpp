#include "workloads.hpp"
#include "worlds.hpp"

#include <vector>

namespace bench {

std::vector<workload> e8() {
    const auto row = [](const char* name, const char* title) {
        return workload{.name = name,
                        .title = title,
                        .warm_up = 1,
                        .sizes = {1'000, 100'000},
                        .entries = {},
                        .criteria = {},
                        .prepared = true,
                        .unit = "ns an instance",
                        .why_behind = "Instances are families: each part knows its parent and its neighbours, and goes "
                                      "with them."};
    };
    return with_entrants({row("E8-each", "a ship with four turrets is instantiated, one by one"),
                          row("E8-all", "a ship with four turrets is instantiated, all at once")},
                         {throng_e8(), entt_e8(), flecs_e8()});
}

} // namespace bench
