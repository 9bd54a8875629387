#pragma once

#include "../harness.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// What the texts that throng grew from (docs/from-the-articles.md) do with their lists, as small workloads.
namespace bench {

workload text_layers();
workload text_rounds();
workload text_hooks();
workload text_tree();
std::vector<workload> text_small();

/// A contestant that is made of N.
template <class Contestant> entry text_entry(std::string name, kind k, bool keeps_order = true) {
    return {std::move(name), k, keeps_order, [](std::size_t n) { return std::make_unique<Contestant>(n); }};
}

} // namespace bench
