#include "colony.hpp"
#include "crowds.hpp"
#include "peers.hpp"
#include "workloads.hpp"

#include <memory>
#include <string>
#include <utility>

namespace bench {

namespace {

/// Iteration over what a hundred frames of L1 have left.
template <class Crowd, auto Drift> entry after_churn(std::string name, kind k, bool keeps_order) {
    return {std::move(name), k, keeps_order, &drifting<Crowd, Drift>};
}

} // namespace

workload l2() {
    workload w = {
        .name = "L2",
        .title = "iteration alone after 100 frames of L1",
        .warm_up = 3,
        .sizes = {1'000, 10'000, 100'000, 1'000'000},
        .entries =
            {
                after_churn<list_by_range_for, &list_crowd::drift_range_for>("throng::list range-for after range-for",
                                                                             kind::ours, true),
                after_churn<list_by_each, &list_crowd::drift_each>("throng::list each after each", kind::ours, true),
                after_churn<list_by_update, &list_crowd::drift_range_for>("throng::list range-for after update",
                                                                          kind::ours, true),
                after_churn<list_by_update, &list_crowd::drift_each>("throng::list each after update", kind::ours,
                                                                     true),
                after_churn<pool_by_range_for, &pool_crowd::drift_range_for>("throng::pool range-for", kind::ours,
                                                                             false),
                after_churn<pool_by_each, &pool_crowd::drift_each>("throng::pool each", kind::ours, false),
                after_churn<bag_by_range_for, &bag_crowd::drift_range_for>("throng::bag range-for", kind::ours, false),
                after_churn<bag_by_each, &bag_crowd::drift_each>("throng::bag each", kind::ours, false),
                after_churn<bag_by_update_bool, &bag_crowd::drift_span>("throng::bag span", kind::ours, false),
                after_churn<branch_free_compaction, &array_crowd::drift>("array after compaction", kind::baseline,
                                                                         true),
                after_churn<erase_if_afterwards, &vector_crowd::drift>("std::vector after erase_if", kind::baseline,
                                                                       true),
                after_churn<swap_and_pop, &array_crowd::drift>("array after swap and pop", kind::baseline, false),
                after_churn<std_list_crowd, &std_list_crowd::drift>("std::list", kind::peer, true),
                after_churn<intrusive_list_crowd, &intrusive_list_crowd::drift>("boost::intrusive::list", kind::peer,
                                                                                true),
                after_churn<colony_crowd, &colony_crowd::drift>("plf::colony", kind::peer, false),
            },
        .criteria =
            {
                {"each, dense after update, against std::vector",
                 {"throng::list each after update"},
                 {"std::vector after erase_if"},
                 1.10,
                 0,
                 1'000'000},
                {"range-for, dense after update, against std::vector",
                 {"throng::list range-for after update"},
                 {"std::vector after erase_if"},
                 1.10,
                 0,
                 1'000'000},
                {"pool against plf::colony",
                 {"throng::pool range-for", "throng::pool each"},
                 {"plf::colony"},
                 1.0,
                 0,
                 1'000'000},
                {"bag: each and span against std::vector",
                 {"throng::bag each", "throng::bag span"},
                 {"std::vector after erase_if"},
                 1.10,
                 0,
                 1'000'000},
                {"thinned by each, against plf::colony",
                 {"throng::list each after each"},
                 {"plf::colony"},
                 1.0,
                 0,
                 1'000'000},
            },
        .why_behind =
            "each() and range-for go from page to page, at most 256 elements at a time, and store where they stand at "
            "each; a range-for also reads from memory at each how far it may go, where an edit could have changed it. "
            "Where a page has gaps, the next element is looked up in its word of bits.",
    };
    for (entry& e : drifting_hive()) w.entries.push_back(std::move(e));
    for (entry& e : drifting_hub()) w.entries.push_back(std::move(e));
    return w;
}

} // namespace bench
