#pragma once

#include "stage.hpp"

#include <throng/pool.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::tool {

/// throng::pool, with a handle to every entity beside it. It keeps the order of its slots, not that of the game.
class pool_stage {
  public:
    static constexpr agreement agrees{.order = visiting_order::in_rounds};

    explicit pool_stage(const trace& t) : handles_(t.spawns.size()) {}

    void add(const entity& e) { handles_[e.id] = pool_.add(e); }
    void remove(const entity* at) { pool_.remove(*at); }
    bool remove(std::uint32_t id) { return pool_.remove(handles_[id]); }
    void clear() { pool_.clear(); }
    std::size_t size() const { return pool_.size(); }

    template <class F> void walk(F&& f) {
        for (entity& e : pool_) f(e, &e);
    }

    template <class F> void each(F&& f) { pool_.each(f); }

  protected:
    const auto& collection() const { return pool_; }
    /// Null if it is not there.
    entity* find(std::uint32_t id) { return pool_.get(handles_[id]); }

  private:
    throng::pool<entity> pool_;
    std::vector<throng::handle<entity>> handles_;
};

static_assert(stage<pool_stage>);

} // namespace throng::tool
