#include "colony.hpp"
#include "crowds.hpp"
#include "peers.hpp"
#include "workloads.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bench {

namespace {

template <class Crowd> entry churns(std::string name, kind k, bool keeps_order) {
    return {std::move(name), k, keeps_order, &churning<Crowd>};
}
/// One of those whose every removal takes O(n).
template <class Crowd> entry churns_slowly(std::string name, bool keeps_order) {
    return {std::move(name), kind::baseline, keeps_order, &churning<Crowd>, 10'000};
}

} // namespace

workload l1() {
    const std::vector<std::string> branch_free = {"compaction, branch-free", "compaction, jump-free"};
    const std::vector<std::string> nothing_moves = {"throng::list range-for", "throng::list each"};
    const std::vector<std::string> branchy = {"compaction, branchy"};
    workload w = {
        .name = "L1",
        .title = "each moves, one in ten dies and appends a newcomer from inside the visit",
        .warm_up = 100,
        .sizes = {1'000, 10'000, 100'000, 1'000'000},
        .entries =
            {
                churns<list_by_range_for>("throng::list range-for", kind::ours, true),
                churns<list_by_each>("throng::list each", kind::ours, true),
                churns<list_by_update>("throng::list update", kind::ours, true),
                churns<list_by_update_bool>("throng::list update(bool)", kind::ours, true),
                churns<list_by_handle>("throng::list by handle", kind::ours, true),
                churns<pool_by_range_for>("throng::pool range-for", kind::ours, false),
                churns<pool_by_each>("throng::pool each", kind::ours, false),
                churns<bag_by_range_for>("throng::bag range-for", kind::ours, false),
                churns<bag_by_each>("throng::bag each", kind::ours, false),
                churns<bag_by_update>("throng::bag update", kind::ours, false),
                churns<bag_by_update_bool>("throng::bag update(bool)", kind::ours, false),
                churns<branchy_compaction>("compaction, branchy", kind::baseline, true),
                churns<move_first_compaction>("compaction, move first", kind::baseline, true),
                churns<branch_free_compaction>("compaction, branch-free", kind::baseline, true),
                churns<jump_free_compaction>("compaction, jump-free", kind::baseline, true),
                churns<compaction_in_blocks>("compaction, in blocks", kind::baseline, true),
                churns<two_lists>("two lists", kind::baseline, true),
                churns<erase_if_afterwards>("std::erase_if afterwards", kind::baseline, true),
                churns_slowly<index_correction>("std::vector, index correction", true),
                churns_slowly<backwards_iteration>("std::vector, backwards iteration", false),
                churns_slowly<linear_search>("std::vector, linear search", true),
                churns<list_and_map>("std::list, std::unordered_map", kind::baseline, true),
                churns<swap_and_pop>("swap and pop", kind::baseline, false),
                churns<std_list_crowd>("std::list", kind::peer, true),
                churns<intrusive_list_crowd>("boost::intrusive::list", kind::peer, true),
                churns<colony_crowd>("plf::colony", kind::peer, false),
            },
        .criteria =
            {
                {"update(bool) against the best branch-free",
                 {"throng::list update(bool)"},
                 branch_free,
                 1.15,
                 0,
                 1'000'000},
                {"update against branchy", {"throng::list update"}, branchy, 0.75, 0, 100'000},
                {"update against branchy", {"throng::list update"}, branchy, 0.90, 1'000'000, 1'000'000},
                {"nothing moves, against branchy", nothing_moves, branchy, 0.65, 0, 100'000},
                {"nothing moves, against erase_if and colony",
                 nothing_moves,
                 {"std::erase_if afterwards", "plf::colony"},
                 1.0,
                 0,
                 100'000},
                {"nothing moves, against branchy", nothing_moves, branchy, 1.10, 1'000'000, 1'000'000},
                {"pool against plf::colony",
                 {"throng::pool range-for", "throng::pool each"},
                 {"plf::colony"},
                 1.0,
                 0,
                 1'000'000},
                {"bag: update(bool) against swap and pop",
                 {"throng::bag update(bool)"},
                 {"swap and pop"},
                 1.20,
                 0,
                 1'000'000},
                {"range-for against each", {"throng::list range-for"}, {"throng::list each"}, 1.30, 0, 1'000'000},
            },
        .why_behind = "The loops by hand that are faster let an element remove only itself, let no other walk be open, "
                      "and have one array that an add writes to without a check. Here each visit also stores where the "
                      "walk stands, each removal tells the walks, and an update keeps its element in memory, where "
                      "other code may read it: the jump that cannot be predicted waits a little longer for it.",
    };
    for (entry& e : churning_hive()) w.entries.push_back(std::move(e));
    for (entry& e : churning_hub()) w.entries.push_back(std::move(e));
    return w;
}

workload l1_wait() {
    workload w = {
        .name = "L1-wait",
        .title = "the same, but newcomers wait for the next frame",
        .warm_up = 100,
        .sizes = {1'000, 10'000, 100'000},
        .entries =
            {
                churns<list_waiting>("throng::list update", kind::ours, true),
                churns<bag_waiting>("throng::bag update", kind::ours, false),
                churns<pool_waiting>("throng::pool update", kind::ours, false),
                churns<waiting_array>("compaction, branch-free", kind::baseline, true),
                churns<waiting_colony>("plf::colony", kind::peer, false),
            },
        .criteria = {},
        .why_behind =
            "As in L1. Colonies need a second container for the newcomers, and no walk may be open but this one.",
    };
    for (entry& e : waiting_hive()) w.entries.push_back(std::move(e));
    for (entry& e : waiting_hub()) w.entries.push_back(std::move(e));
    return w;
}

} // namespace bench
