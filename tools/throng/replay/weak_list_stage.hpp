#pragma once

#include "stage.hpp"

#include <throng/weak_list.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng::tool {

/// How an entity says that it has been removed.
inline bool deleted(const entity& e) { return e.removed; }

/// throng::weak_list beside the entities: it is never told what was removed, the entities report it themselves.
class weak_list_stage {
  public:
    static constexpr agreement agrees = in_all;

    explicit weak_list_stage(const trace& t) : entities_(t.spawns.size()) {
        for (entity& e : entities_) e.removed = true;
    }

    void add(const entity& e) { list_.add(entities_[e.id] = e); }
    void remove(entity* at) { at->removed = true; }
    bool remove(std::uint32_t id) { return !std::exchange(entities_[id].removed, true); }
    void clear() {
        list_.each([](entity& e) { e.removed = true; });
        list_.clear();
    }
    std::size_t size() const { return list_.size(); }

    template <class F> void walk(F&& f) {
        for (entity& e : list_) f(e, &e);
    }

    template <class F> void each(F&& f) { list_.each(f); }

  private:
    std::vector<entity> entities_;
    throng::weak_list<entity> list_;
};

static_assert(stage<weak_list_stage>);

} // namespace throng::tool
