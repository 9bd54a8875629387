#include "texts/texts.hpp"

#include "workloads.hpp"

#include <utility>
#include <vector>

namespace bench {

std::vector<workload> texts() {
    std::vector<workload> all = {text_layers(), text_rounds(), text_hooks(), text_tree()};
    for (workload& w : text_small()) all.push_back(std::move(w));
    return all;
}

} // namespace bench
