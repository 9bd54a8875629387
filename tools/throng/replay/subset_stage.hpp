#pragma once

#include "stage.hpp"

#include <throng/list.hpp>
#include <throng/subset.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::tool {

/// throng::subset of a throng::list: every entity joins when it is added, and leaves by being removed from the list.
class subset_stage {
  public:
    static constexpr agreement agrees = in_all;

    explicit subset_stage(const trace& t) : members_(list_), handles_(t.spawns.size()) {}

    void add(const entity& e) {
        handles_[e.id] = list_.add(e);
        members_.join(handles_[e.id]);
    }
    void remove(const entity* at) { list_.remove(*at); }
    bool remove(std::uint32_t id) { return list_.remove(handles_[id]); }
    void clear() { list_.clear(); }
    std::size_t size() const { return members_.size(); }

    template <class F> void walk(F&& f) {
        for (entity& e : members_) f(e, &e);
    }

    template <class F> void each(F&& f) { members_.each(f); }

  private:
    throng::list<entity> list_;
    throng::subset<throng::list<entity>> members_;
    std::vector<throng::handle<entity>> handles_;
};

static_assert(stage<subset_stage>);

} // namespace throng::tool
