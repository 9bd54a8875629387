#include "articles/articles.hpp"

#include "workloads.hpp"

#include <utility>
#include <vector>

namespace bench {

std::vector<workload> articles() {
    std::vector<workload> all = article_classes();
    for (workload& w : std::vector{article_layers(), article_rounds(), article_hooks(), article_tree()})
        all.push_back(std::move(w));
    for (workload& w : article_small()) all.push_back(std::move(w));
    return all;
}

} // namespace bench
