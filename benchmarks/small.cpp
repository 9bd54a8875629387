#include "small/small.hpp"

#include "workloads.hpp"

#include <utility>
#include <vector>

namespace bench {

namespace {

workload row(const char* name, const char* title, const char* unit, double share, const char* why_behind) {
    return {.name = name,
            .title = title,
            .warm_up = 5,
            .sizes = {1'000},
            .entries = {},
            .share = share,
            .unit = unit,
            .why_behind = why_behind};
}

} // namespace

std::vector<workload> small_worlds() {
    const char* const query = "A query looks up its columns when it is made, and reads the words of each page; by "
                              "hand there is nothing to look up.";
    const char* const system =
        "A schedule asks each system whether it is due, and notes which one runs; a system of a query "
        "opens a walk.";
    constexpr auto of_ten = static_cast<double>(small::systems);
    return with_entrants(
        {
            row("small-five", "a query over five entities: position += velocity", "ns a query", 1, query),
            row("small-none", "a query that finds none of five entities", "ns a query", 1, query),
            row("small-system", "one of ten systems without a query, which count their runs", "ns a system", of_ten,
                system),
            row("small-system-five", "one of ten systems over five entities: position += velocity", "ns a system",
                of_ten, system),
            row("small-frame", "a frame of a game: a ship, eight rocks, six shots, and seven systems", "ns a frame", 1,
                "Seven queries and one for each shot, most of them over fewer than ten entities: see small-five."),
        },
        {small_by_throng(), small_by_hand(), small_by_entt()});
}

} // namespace bench
