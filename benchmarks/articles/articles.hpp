#pragma once

#include "../harness.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// What the articles that throng grew from (docs/from-the-articles.md) do with their lists, as small workloads.
namespace bench {

// The articles' classes, written in C++, beside the collections that take their place. (benchmarks/debug/articles.cpp
// runs these without optimisation, too.)
workload article_read_write();
workload article_bullets();
workload article_buffered();
workload article_deletable();
workload article_locking();
workload article_entities();

workload article_layers();
workload article_rounds();
workload article_hooks();
workload article_tree();
std::vector<workload> article_small();

/// Those of the articles' classes.
inline std::vector<workload> article_classes() {
    return {article_read_write(), article_bullets(), article_buffered(),
            article_deletable(),  article_locking(), article_entities()};
}

/// A contestant that is made of N.
template <class Contestant> entry article_entry(std::string name, kind k, bool keeps_order = true) {
    return {std::move(name), k, keeps_order, [](std::size_t n) { return std::make_unique<Contestant>(n); }};
}

} // namespace bench
