#include "workloads.hpp"
#include "worlds.hpp"

#include <vector>

namespace bench {

std::vector<workload> s1() {
    const auto row = [](const char* name, const char* title) {
        return workload{.name = name,
                        .title = title,
                        .warm_up = 1,
                        .sizes = {1'000'000},
                        .entries = {},
                        .criteria = {},
                        .prepared = true,
                        .why_behind = "A save carries descriptions of its components and a sum, and is read only if "
                                      "all of it is good."};
    };
    return with_entrants({row("S1-save", "a world of entities with five components is written as bytes"),
                          row("S1-load", "it is read from bytes into a new world"),
                          row("S1-json-write", "it is written as JSON"),
                          row("S1-json-read", "it is read from JSON into a new world")},
                         {throng_s1(), entt_s1(), flecs_s1()});
}

} // namespace bench
