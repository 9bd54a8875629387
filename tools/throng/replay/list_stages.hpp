#pragma once

#include "stage.hpp"

#include <throng/list.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::tool {

/// throng::list, with a handle to every entity beside it, as a game has that lets entities name each other.
class list_stage {
  public:
    static constexpr agreement agrees = in_all;

    explicit list_stage(const trace& t) : handles_(t.spawns.size()) {}

    void add(const entity& e) { handles_[e.id] = list_.add(e); }
    void remove(const entity* at) { list_.remove(*at); }
    bool remove(std::uint32_t id) { return list_.remove(handles_[id]); }
    void clear() { list_.clear(); }
    std::size_t size() const { return list_.size(); }

    template <class F> void walk(F&& f) {
        for (entity& e : list_) f(e, &e);
    }

    template <class F> void each(F&& f) { list_.each(f); }

  protected:
    const auto& collection() const { return list_; }
    /// Null if it is not there.
    entity* find(std::uint32_t id) { return list_.get(handles_[id]); }

    throng::list<entity> list_;

  private:
    std::vector<throng::handle<entity>> handles_;
};

static_assert(stage<list_stage>);

} // namespace throng::tool
