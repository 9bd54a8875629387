#pragma once

#include "../trace/trace.hpp"
#include "stage.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace throng::tool {

/// What a walk has to visit, by what its collection promises and by the edits alone. It is told of every edit and every
/// visit at its moment, and remembers the first that breaks one of these rules:
///
/// - Nothing is visited twice in a walk, nor before it is added, nor once it is removed.
/// - What is there at the end of a walk has been visited: newcomers too, unless they wait; then they are not.
/// - Nothing is visited before what comes first by the order.
/// - A removal tells truly whether there was anything to be removed.
///
/// A frozen view owes a visit to all that was there at the beginning, wherever it is since.
class walk_model {
  public:
    walk_model(const agreement& promised, std::size_t ids) : promised_(promised), places_(ids, none) {}

    void add(std::uint32_t id);
    /// `told` is whether the collection says that it was there.
    void remove(std::uint32_t id, bool told);
    /// Removes the one that is being visited.
    void remove_visited();
    void clear();

    void begin_walk();
    void visit(std::uint32_t id) {
        visited_ = id < places_.size() ? places_[id] : none;
        if (visited_ == none) return differ("visits of", id, ", which is not there", 0, 1);
        member& m = all_[visited_];
        if (m.visited) return differ("visits of", id, "", 1, 2);
        m.visited = true;
        if (!m.there && promised_.removals) return differ("visits of", id, ", which has been removed", 0, 1);
        if (visited_ >= residents_ && !promised_.newcomers) return differ("visits of", id, ", a newcomer", 0, 1);
        if (const member* const missed = owed_before(visited_); missed != nullptr) [[unlikely]]
            differ("visits of", missed->id, " before that of " + std::to_string(id), 1, 0);
    }
    void end_walk();

    /// Without its line and tic.
    const std::optional<difference>& found() const noexcept { return found_; }

  private:
    struct member {
        std::uint32_t id;
        bool there = true;
        bool visited = false;
    };

    /// What should have come before the one in this place, and has not; null if there is none.
    const member* owed_before(std::uint32_t place) {
        if (promised_.order == visiting_order::of_adding) return owed_up_to(place);
        if (promised_.order == visiting_order::any || place < round_) return nullptr;
        const member* const missed = owed_up_to(round_);
        round_ = size();
        return missed;
    }
    const member* owed_up_to(std::uint32_t place) {
        for (; settled_ < place; ++settled_)
            if (const member& m = all_[settled_]; !m.visited && (m.there || !promised_.removals)) return &m;
        return nullptr;
    }
    std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(all_.size()); }
    void differ(std::string_view what, std::uint32_t id, std::string_view which, int expected, int found);

    const agreement promised_;
    /// In the order of adding. What is removed stays until the next walk begins.
    std::vector<member> all_;
    /// By id: where it is in `all_`.
    std::vector<std::uint32_t> places_;
    /// The place of the one being visited.
    std::uint32_t visited_ = none;
    /// Places from here on are those of newcomers.
    std::uint32_t residents_ = 0;
    /// Places from here on are those of the next round.
    std::uint32_t round_ = 0;
    /// Nothing before this place is owed a visit. Only saves time.
    std::uint32_t settled_ = 0;
    std::optional<difference> found_;
};

/// A stage whose model is told of all that happens on it.
template <stage S> class watched : public S {
  public:
    explicit watched(const trace& t) : S(t), model_(S::agrees, t.spawns.size()) {}

    const walk_model& model() const noexcept { return model_; }

    void add(const entity& e) {
        model_.add(e.id);
        S::add(e);
    }
    template <class Where> void remove(Where at) {
        model_.remove_visited();
        S::remove(at);
    }
    bool remove(std::uint32_t id) {
        const bool told = S::remove(id);
        model_.remove(id, told);
        return told;
    }
    void clear() {
        model_.clear();
        S::clear();
    }
    template <class F> void walk(F&& f) {
        model_.begin_walk();
        S::walk([&](entity& e, auto where) {
            model_.visit(e.id);
            f(e, where);
        });
        model_.end_walk();
    }

  private:
    walk_model model_;
};

} // namespace throng::tool
