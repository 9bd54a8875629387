#pragma once

#include "stage.hpp"

#include <throng/buffered_list.hpp>
#include <throng/ordered_set.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::tool {

/// throng::buffered_list: what is added during a pass waits for its end.
class buffered_list_stage {
  public:
    static constexpr agreement agrees{.newcomers = false};

    explicit buffered_list_stage(const trace& t) : handles_(t.spawns.size()) {}

    void add(const entity& e) {
        handles_[e.id] = list_.add(e);
        if (!walking_) list_.commit();
    }
    void remove(const entity* at) { list_.remove(*at); }
    bool remove(std::uint32_t id) { return list_.remove(handles_[id]); }
    void clear() {
        list_.clear();
        list_.take_all_back();
    }
    std::size_t size() const { return list_.size(); }

    template <class F> void walk(F&& f) {
        walking_ = true;
        for (entity& e : list_) f(e, &e);
        walking_ = false;
        list_.commit();
    }

    template <class F> void each(F&& f) { list_.each(f); }

  private:
    throng::buffered_list<entity> list_;
    std::vector<throng::handle<entity>> handles_;
    bool walking_ = false;
};

/// throng::ordered_set of pointers to entities that lie elsewhere.
class ordered_set_stage {
  public:
    static constexpr agreement agrees = in_all;

    explicit ordered_set_stage(const trace& t) : entities_(t.spawns.size()) {}

    void add(const entity& e) {
        entities_[e.id] = e;
        set_.add(&entities_[e.id]);
    }
    void remove(entity* at) { set_.remove(at); }
    bool remove(std::uint32_t id) { return set_.remove(&entities_[id]); }
    void clear() { set_.clear(); }
    std::size_t size() const { return set_.size(); }

    template <class F> void walk(F&& f) {
        for (entity* e : set_) f(*e, e);
    }

    template <class F> void each(F&& f) {
        set_.each([&f](const entity* e) { f(*e); });
    }

  private:
    /// By id.
    std::vector<entity> entities_;
    throng::ordered_set<entity*> set_;
};

static_assert(stage<buffered_list_stage> && stage<ordered_set_stage>);

} // namespace throng::tool
