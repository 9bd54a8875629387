#include "workloads.hpp"
#include "worlds.hpp"

#include <vector>

namespace bench {

std::vector<workload> e6() {
    const auto row = [](const char* name, const char* title) {
        return workload{.name = name,
                        .title = title,
                        .warm_up = 3,
                        .sizes = {10'000, 1'000'000},
                        .entries = {},
                        .criteria = {{"against EnTT", {"throng::world"}, {"EnTT"}, 0.5, 0, 1'000'000}},
                        .why_behind = "The generation is made of a page's half and a slot's, which takes less memory; "
                                      "they and the component's bit stand in three lines."};
    };
    return with_entrants({row("E6-get", "positions by handle, in random order"),
                          row("E6-checked", "the same; whether it is alive and has one is asked")},
                         {throng_e6(), sketch_e6(), limit_e6(), entt_e6(), flecs_e6(), gaia_e6()});
}

} // namespace bench
