#pragma once

#include "stage.hpp"

#include <throng/entity/entity_list.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::tool {

/// The step that the entities are updated with: what the replay does at each visit.
template <class F> struct acting {
    double seconds;
    F* act;
};

/// The game's entity, as one that acts when it is updated.
struct actor : entity {
    explicit actor(const entity& e) : entity(e) {}
    template <class F> void update(const acting<F>& step) { (*step.act)(static_cast<entity&>(*this), this); }
};

/// throng::entity_list, with a handle to every entity beside it; a pass of the game is an update of the list.
class entity_list_stage {
  public:
    static constexpr agreement agrees = in_all;

    explicit entity_list_stage(const trace& t) : handles_(t.spawns.size()) {}

    void add(const entity& e) { handles_[e.id] = list_.emplace(e); }
    void remove(const actor* at) { list_.remove(*at); }
    bool remove(std::uint32_t id) { return list_.remove(handles_[id]); }
    void clear() { list_.clear(); }
    std::size_t size() const { return list_.size(); }

    template <class F> void walk(F&& f) {
        constexpr double tic = 1.0 / 35;
        list_.update(acting<std::remove_reference_t<F>>{tic, &f});
    }

    template <class F> void each(F&& f) {
        list_.each([&f](const actor& a) { f(a); });
    }

  private:
    throng::entity_list<actor> list_;
    std::vector<throng::handle<actor>> handles_;
};

static_assert(stage<entity_list_stage>);

} // namespace throng::tool
