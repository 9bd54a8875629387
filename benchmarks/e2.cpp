#include "workloads.hpp"
#include "worlds.hpp"

#include <string>
#include <vector>

namespace bench {

std::vector<workload> e2() {
    const std::vector<std::string> ours = {"throng::world"};
    const std::vector<std::string> flecs = {"flecs"};
    const std::vector<criterion> from_birth = {
        {"against flecs", ours, flecs, 1.05, 0, 10'000},
        {"against flecs", ours, flecs, 1.15, 1'000'000, 1'000'000},
    };
    const auto row = [](const char* name, const char* title, double share, std::vector<criterion> criteria) {
        return workload{.name = name,
                        .title = title,
                        .warm_up = 10,
                        .sizes = {10'000, 1'000'000},
                        .entries = {},
                        .criteria = std::move(criteria),
                        .share = share,
                        .why_behind = "At 1,000,000 memory is waited for: values lie in blocks of 8 KiB where others "
                                      "have one long array. After birth no entity is moved to others with "
                                      "the same components."};
    };
    return with_entrants(
        {
            row("E2-half", "position += velocity: every other one has a velocity from birth (ns for each that has)",
                0.5, from_birth),
            row("E2-all", "position += velocity: all have one", 1, from_birth),
            row("E2-late", "position += velocity: half got one after birth, at random (ns for each that has)", 0.5,
                {{"against EnTT's view", ours, {"EnTT view"}, 0.5, 0, 1'000'000},
                 {"against the indexed join", ours, {"indexed join"}, 1.3, 0, 1'000'000}}),
            row("E2-tags", "26 tags, one each; position alone is written", 1, {}),
        },
        {throng_e2(), sketch_e2(), limit_e2(), entt_e2(), flecs_e2(), gaia_e2()});
}

} // namespace bench
