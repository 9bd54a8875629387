#pragma once

#include "stage.hpp"

#include <throng/linked_list.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::tool {

/// throng::linked_list of entities that stand in a vector beside it, in the order of their ids.
class linked_list_stage {
    struct node : entity, throng::list_hook<> {};

  public:
    static constexpr agreement agrees = in_all;

    explicit linked_list_stage(const trace& t) : nodes_(t.spawns.size()) {}

    void add(const entity& e) {
        node& n = nodes_[e.id];
        static_cast<entity&>(n) = e;
        list_.push_back(n);
    }
    void remove(const node* at) { list_.remove(*at); }
    bool remove(std::uint32_t id) { return list_.remove(nodes_[id]); }
    void clear() { list_.clear(); }
    std::size_t size() const { return list_.size(); }

    template <class F> void walk(F&& f) {
        for (node& n : list_) f(n, &n);
    }

    template <class F> void each(F&& f) { list_.each(f); }

  private:
    std::vector<node> nodes_;
    throng::linked_list<node> list_;
};

static_assert(stage<linked_list_stage>);

} // namespace throng::tool
