#pragma once

#include "harness.hpp"

#include <vector>

namespace bench {

workload l1();
workload l1_wait();
workload l2();
workload l3();
workload l3_small();
workload l4();
workload l4_pointers();
workload l4_walk();
workload grid();
std::vector<workload> grid_queries();
std::vector<workload> box_queries();
std::vector<workload> grid_torus();
std::vector<workload> grid_of_world();
workload particles();
workload mixed();
workload mixed_at_random();
workload frame();
workload stall();
workload scaling();
workload replay();
std::vector<workload> dust();
std::vector<workload> e1();
std::vector<workload> e2();
std::vector<workload> e3();
std::vector<workload> e4();
std::vector<workload> e5();
std::vector<workload> e6();
std::vector<workload> e7();
std::vector<workload> e8();
std::vector<workload> r1();
workload r2();
std::vector<workload> editing();
std::vector<workload> odds();
workload arena();
std::vector<workload> s1();
std::vector<workload> articles();
std::vector<workload> small_worlds();

/// Every workload of the command, in the order in which they run.
inline std::vector<workload> all_workloads() {
    std::vector<workload> all = {l1(),          l1_wait(), l2(),    l3(),        l3_small(), l4(),
                                 l4_pointers(), l4_walk(), grid(),  particles(), mixed(),    mixed_at_random(),
                                 replay(),      frame(),   stall(), scaling()};
    for (const std::vector<workload>& more :
         {grid_queries(), box_queries(), grid_torus(), grid_of_world(), articles(), dust(), small_worlds(), e1(), e2(),
          e3(), e4(), e5(), e6(), e7(), e8(), s1(), r1(), editing(), odds()})
        all.insert(all.end(), more.begin(), more.end());
    all.push_back(r2());
    all.push_back(arena());
    return all;
}

} // namespace bench
