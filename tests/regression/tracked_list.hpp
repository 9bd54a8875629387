#pragma once

#include "support/tracked.hpp"

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace regression {

using support::tracked;

/// A list whose elements are counted.
class tracked_list : public testing::Test {
  protected:
    using list = throng::list<tracked>;

    void fill(int first, int last) {
        for (int id = first; id <= last; ++id) elements.push_back(tracked{id});
    }
    std::vector<int> ids() {
        std::vector<int> all;
        for (const tracked& x : elements) all.push_back(x.id());
        return all;
    }
    support::ledger ledger;
    list elements;
};

} // namespace regression
