#pragma once

#include "harness.hpp"

#include <vector>

namespace bench {

workload l1();
workload l2();
workload l4();
workload l4_pointers();
workload l4_walk();
workload grid();
workload particles();
workload mixed();
workload mixed_at_random();

/// Every workload of the command, in the order in which they run.
inline std::vector<workload> all_workloads() {
    return {l1(), l2(), l4(), l4_pointers(), l4_walk(), grid(), particles(), mixed(), mixed_at_random()};
}

} // namespace bench
