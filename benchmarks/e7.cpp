#include "workloads.hpp"
#include "worlds.hpp"

#include <vector>

namespace bench {

std::vector<workload> e7() {
    const auto row = [](const char* name, const char* title, bool prepared = false) {
        return workload{.name = name,
                        .title = title,
                        .warm_up = 3,
                        .sizes = {10'000, 1'000'000},
                        .entries = {},
                        .criteria = {},
                        .prepared = prepared,
                        .why_behind =
                            "Both ends of a relation know of it, by handles: so either may go at any moment."};
    };
    return with_entrants({row("E7-relate", "each is related to one of a hundredth of them, and unrelated again"),
                          row("E7-walk", "the sources of each target are walked, and looked up"),
                          row("E7-end", "a target is destroyed to which all others are related", true)},
                         {throng_e7(), limit_e7(), flecs_e7()});
}

} // namespace bench
