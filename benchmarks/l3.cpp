#include "subsets.hpp"
#include "workloads.hpp"

#include <string>
#include <utility>
#include <vector>

namespace bench {

namespace {

workload l3(std::string name, std::string title, std::size_t most_bytes) {
    const auto hunts = [most_bytes](std::string who, kind k, hunt_factory* make) -> entry {
        return {std::move(who), k, true, [make, most_bytes](std::size_t n) { return make(n, most_bytes); }};
    };
    const std::vector<std::string> ours = {"throng::pool, subsets", "throng::list, subsets"};
    return {.name = std::move(name),
            .title = std::move(title),
            .warm_up = 1,
            .sizes = {4'000},
            .entries = {hunts("throng::pool, subsets", kind::ours, hunting_pool_and_subsets),
                        hunts("throng::list, subsets", kind::ours, hunting_list_and_subsets),
                        hunts("throng::pool, weak_lists", kind::ours, hunting_pool_and_weak_lists),
                        hunts("throng::weak_list by address", kind::ours, hunting_weak_lists_by_address),
                        hunts("throng::pool, linked_lists", kind::ours, hunting_linked_lists),
                        hunts("std::list, stored nodes", kind::baseline, hunting_stored_nodes),
                        hunts("tombstone array", kind::baseline, hunting_tombstones),
                        hunts("boost::intrusive::list, auto_unlink", kind::peer, hunting_auto_unlink)},
            .criteria = {{"against lists with stored nodes", ours, {"std::list, stored nodes"}, 1 / 5.0, 0, 4'000},
                         {"against the tombstone array", ours, {"tombstone array"}, 1 / 1.5, 0, 4'000}},
            .prepared = true,
            .share = 10,
            .unit = "ns a turn"};
}

} // namespace

workload l3() {
    return l3("L3",
              "each, with up to 10,000 bytes of its own, looks for the nearest in a tenth or two of all; one in ten "
              "deletes it, one in ten makes a newcomer",
              10'000);
}

workload l3_small() { return l3("L3-small", "the same without those bytes", 0); }

} // namespace bench
