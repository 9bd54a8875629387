#pragma once

#include "stage.hpp"

#include <throng/bag.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::tool {

/// throng::bag, with a handle to every entity beside it. It keeps no order.
class bag_stage {
  public:
    static constexpr agreement agrees{.order = visiting_order::in_rounds};

    explicit bag_stage(const trace& t) : handles_(t.spawns.size()) {}

    void add(const entity& e) { handles_[e.id] = bag_.add(e); }
    void remove(const entity* at) { bag_.remove(*at); }
    bool remove(std::uint32_t id) { return bag_.remove(handles_[id]); }
    void clear() { bag_.clear(); }
    std::size_t size() const { return bag_.size(); }

    template <class F> void walk(F&& f) {
        for (entity& e : bag_) f(e, &e);
    }

    template <class F> void each(F&& f) { bag_.each(f); }

  protected:
    const auto& collection() const { return bag_; }
    /// Null if it is not there.
    entity* find(std::uint32_t id) { return bag_.get(handles_[id]); }

    throng::bag<entity> bag_;

  private:
    std::vector<throng::handle<entity>> handles_;
};

static_assert(stage<bag_stage>);

} // namespace throng::tool
