#include "workloads.hpp"
#include "worlds.hpp"

#include <string>
#include <vector>

namespace bench {

std::vector<workload> e1() {
    const std::vector<std::string> ours = {"throng::world", "throng::world, 33 systems"};
    const std::vector<std::string> told = {"throng::world, 33 systems told"};
    const std::vector<std::string> entt = {"EnTT"};
    const std::vector<std::string> grouped = {"EnTT, 33 groups"};
    const auto row = [](const char* name, const char* title, std::vector<criterion> criteria) {
        return workload{.name = name,
                        .title = title,
                        .warm_up = 3,
                        .sizes = {200'000},
                        .entries = {},
                        .criteria = std::move(criteria),
                        .prepared = true,
                        .why_behind = "Each change asks the handle, the hooks, the open walks and the systems: the "
                                      "sketch and the bitset ask nothing."};
    };
    return with_entrants(
        {
            row("E1-walk", "position, velocity and tag: the tag is removed from each, inside a walk",
                {{"against EnTT", ours, entt, 0.35, 0, 1'000'000},
                 {"systems told, against EnTT's groups", told, grouped, 0.35, 0, 1'000'000}}),
            row("E1-bulk", "the tag is removed from all at once",
                {{"against EnTT", ours, entt, 0.05, 0, 1'000'000},
                 {"systems told, against EnTT's groups", told, grouped, 0.05, 0, 1'000'000}}),
            row("E1-add", "the tag is given to each, one by one",
                {{"33 systems against one", {ours[1], told[0]}, {ours[0]}, 1.1, 0, 1'000'000}}),
            row("E1-left", "a system finds out that all have left it", {}),
        },
        {throng_e1(), sketch_e1(), limit_e1(), entt_e1(), flecs_e1(), gaia_e1()});
}

} // namespace bench
