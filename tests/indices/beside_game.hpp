#pragma once

#include <throng/index_by.hpp>
#include <throng/listeners.hpp>
#include <throng/ordered_by.hpp>
#include <throng/parallel_each.hpp>
#include <throng/parts/in_sequence.hpp>
#include <throng/shared_handles.hpp>
#include <throng/snapshot_of.hpp>
#include <throng/testing.hpp>
#include <throng/world/save_collection.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Random games with all that stands beside a collection: snapshots and saves, indices by value, listeners, visits on
/// threads, and elements that move to another collection and keep their handles. After each edit everything is compared
/// with a vector.
namespace beside {

struct unit {
    std::int32_t id = 0;
    std::int32_t team = 0;
};
struct row {
    std::int32_t id;
    std::int32_t team;
    throng::handle<unit> h;
    /// How often it has come: what has left and come back is a newcomer.
    int arrivals = 1;
};
using rows = std::vector<row>;

/// What a game is played on: whether its walks keep an order, whether it sorts, and whether it is one of two homes that
/// share their handles (and so has no snapshots).
template <class C, bool InOrder, bool Shared = false> struct kind {
    using collection = C;
    static constexpr bool in_order = InOrder;
    static constexpr bool shared = Shared;
};

template <class Kind> class game {
    using C = typename Kind::collection;
    static constexpr int teams = 4;
    static constexpr std::size_t most = 400;

  public:
    explicit game(std::span<const std::uint8_t> bytes) : chance_(bytes) {
        all_.on_add([this](unit& x) { came_(x); });
        all_.on_remove([this](unit& x) { went_(x); });
    }
    ~game() {
        all_.on_add(nullptr);
        all_.on_remove(nullptr);
    }
    game(const game&) = delete;
    game& operator=(const game&) = delete;

    /// Empty, or what was wrong.
    std::string play() {
        while (chance_.any_left() && failure_.empty()) {
            story_ += '\n';
            step(0);
            compare();
        }
        return failure_.empty() ? "" : failure_ + " after" + story_;
    }

  private:
    struct then {
        throng::snapshot_of<C> its;
        rows all;
    };

    void fail(const char* what) {
        if (failure_.empty()) failure_ = what;
    }
    void insist(bool right, const char* what) {
        if (!right) fail(what);
    }

    void step(int depth) {
        switch (chance_.below(15)) {
        case 0:
        case 1:
            return add(next_id_++);
        case 2:
            return add_many();
        case 3:
            return add_again();
        case 4:
            return remove();
        case 5:
            return modify();
        case 6:
            return walk(depth);
        case 7:
            return walk_team(depth);
        case 8:
            return walk_in_order(depth);
        case 9:
            return keep();
        case 10:
            return go_back(depth);
        case 11:
            return save(depth);
        case 12:
            return depth == 0 ? sort() : void();
        case 13:
            return listen();
        default:
            return Kind::shared ? cross() : depth == 0 ? visit_in_parts() : void();
        }
    }

    // --- edits -------------------------------------------------------------------------------------------------------

    void add(std::int32_t id) {
        if (all_.size() >= most) return;
        const auto team = static_cast<std::int32_t>(chance_.below(teams));
        story_ += " add " + std::to_string(id);
        const auto h = all_.add({id, team});
        insist(static_cast<bool>(h), "nothing is added");
        model_.push_back({id, team, h});
        handles_.push_back(h);
        ++added_;
    }
    void add_many() {
        for (int n = chance_.below(60); n != 0; --n) add(next_id_++);
    }
    /// The unique index refuses it.
    void add_again() {
        if (model_.empty()) return;
        const row& r = any();
        story_ += " again " + std::to_string(r.id);
        insist(!all_.add({r.id, 0}), "two have the same id");
    }
    void remove() {
        if (model_.empty()) return;
        const row r = any();
        story_ += " remove " + std::to_string(r.id);
        erase(r.id);
        ++removed_;
        insist(all_.remove(r.h), "what is there is not removed");
    }
    void modify() {
        if (model_.empty()) return;
        row& r = any();
        const auto team = static_cast<std::int32_t>(chance_.below(teams));
        story_ += " modify " + std::to_string(r.id);
        r.team = team;
        insist(by_team_.modify(r.h, [team](unit& x) { x.team = team; }), "what is there is not modified");
        insist(by_order_.refresh(r.h), "what is there has no place in the order");
    }
    void sort() {
        const auto less = [](const auto& a, const auto& b) { return a.team < b.team; };
        if constexpr (requires { all_.sort(less); }) {
            story_ += " sort";
            all_.sort(less);
            // (With libstdc++ 12, std::stable_sort makes clang warn.)
            rows sorted;
            for (std::int32_t team = 0; team < teams; ++team) {
                for (const row& r : model_) {
                    if (r.team == team) sorted.push_back(r);
                }
            }
            model_ = std::move(sorted);
        }
    }
    /// Into the other home and back: the handle stays.
    void cross() {
        if constexpr (Kind::shared) {
            if (!model_.empty() && chance_.below(2) == 0) {
                const row r = any();
                story_ += " leave " + std::to_string(r.id);
                insist(other_.take(all_, r.h) != nullptr, "what is there does not move");
                erase(r.id);
                ++removed_;
                away_.push_back(r);
            } else if (!away_.empty()) {
                const row r = away_.back();
                story_ += " return " + std::to_string(r.id);
                insist(all_.take(other_, r.h) != nullptr, "what is away does not come back");
                away_.pop_back();
                model_.push_back(r);
                ++model_.back().arrivals;
                ++added_;
            }
        }
    }
    void visit_in_parts() {
        if constexpr (requires { all_.runs(); }) {
            const int rest = chance_.below(5);
            story_ += " in parts";
            throng::parallel_each(throng::in_sequence(), all_, [rest](unit& x) { return x.id % 5 != rest; });
            removed_ +=
                static_cast<std::size_t>(std::erase_if(model_, [rest](const row& r) { return r.id % 5 == rest; }));
        }
    }

    // --- walks -------------------------------------------------------------------------------------------------------

    /// Some edits in the middle of a visit.
    void act(int depth) {
        if (depth < 3 && chance_.once_in(6)) step(depth + 1);
    }
    void walk(int depth) {
        story_ += " walk(";
        std::vector<std::pair<std::int32_t, int>> seen;
        for (unit& x : all_) {
            const row* const r = row_of(x.id);
            insist(r != nullptr, "one is visited that has gone");
            if (r == nullptr || seen.size() > 4 * most) break;
            const std::pair its(r->id, r->arrivals);
            insist(std::find(seen.begin(), seen.end(), its) == seen.end(), "one is visited twice");
            seen.push_back(its);
            act(depth);
        }
        story_ += ')';
    }
    void walk_team(int depth) {
        const auto team = static_cast<std::int32_t>(chance_.below(teams));
        story_ += " team(";
        rows those;
        for (const row& r : model_) {
            if (r.team == team) those.push_back(r);
        }
        visit(by_team_.walk(team), those, depth);
    }
    void walk_in_order(int depth) {
        story_ += " in order(";
        std::int32_t last = 0;
        const rows those = model_;
        visit(by_order_.walk(throng::residents), those, depth, [&](const row& r) {
            insist(r.team >= last, "one comes out of order");
            last = r.team;
        });
    }
    /// Each of those exactly once, but for what goes before its turn.
    template <class Walk, class F = void (*)(const row&)>
    void visit(Walk w, rows those, int depth, F also = [](const row&) {}) {
        while (unit* const x = w.next()) {
            const auto its = std::find_if(those.begin(), those.end(), [x](const row& r) { return r.id == x->id; });
            insist(its != those.end(), "a walk of an index visits what it should not");
            insist(row_of(x->id) != nullptr, "a walk of an index visits what has gone");
            if (!failure_.empty()) break;
            also(*its);
            those.erase(its);
            act(depth);
        }
        story_ += ')';
        for (const row& r : those) {
            const row* const now = row_of(r.id);
            insist(now == nullptr || now->arrivals != r.arrivals, "a walk of an index has not visited one");
        }
    }

    // --- going back --------------------------------------------------------------------------------------------------

    void keep() {
        if constexpr (!Kind::shared) {
            story_ += " keep";
            if (kept_.size() == 3) kept_.erase(kept_.begin());
            if (kept_.empty() || chance_.below(2) == 0) kept_.push_back({throng::snapshot_of(all_), model_});
            else kept_.push_back({throng::snapshot_of(all_, kept_.back().its), model_});
        }
    }
    void go_back(int depth) {
        if (kept_.empty()) return;
        const then& t = kept_[static_cast<std::size_t>(chance_.below(static_cast<int>(kept_.size())))];
        story_ += " back";
        insist(t.its.roll_back(all_) == (depth == 0), "rolled back in a walk, or not at all");
        if (depth == 0) model_ = t.all;
    }
    void save(int depth) {
        if constexpr (!Kind::shared) {
            story_ += " save";
            throng::byte_writer<> to;
            insist(throng::save(all_, to), "it is not saved");
            if (depth == 0 && chance_.below(2) == 0) {
                insist(static_cast<bool>(throng::restore(all_, to.bytes())), "it is not restored");
                return;
            }
            C twin;
            insist(static_cast<bool>(throng::restore(twin, to.bytes())), "another one is not restored");
            insist(twin.validate() && twin.size() == model_.size(), "another one is not the same");
            for (const row& r : model_) {
                const unit* const x = twin.get(r.h);
                insist(x != nullptr && x->id == r.id && x->team == r.team, "in another one a handle finds another");
            }
        }
    }

    // --- listeners ---------------------------------------------------------------------------------------------------

    void listen() {
        story_ += " listen";
        if (heard_.size() == 4) {
            heard_.erase(heard_.begin() + chance_.below(4));
            return;
        }
        auto& h = *heard_.emplace_back(std::make_unique<hearing>());
        h.first_added = added_;
        h.first_removed = removed_;
        h.came = throng::listener(came_, [&h](unit&) { ++h.added; }, chance_.below(3));
        h.went = throng::listener(went_, [&h](unit&) { ++h.removed; }, chance_.below(3));
    }

    // --- what is compared --------------------------------------------------------------------------------------------

    void compare() {
        insist(all_.validate(), "it is not whole");
        insist(all_.size() == model_.size(), "it has another size");
        std::vector<std::int32_t> held;
        for (const unit& x : std::as_const(all_)) held.push_back(x.id);
        std::vector<std::int32_t> expected;
        for (const row& r : model_) expected.push_back(r.id);
        if (!Kind::in_order) {
            std::sort(held.begin(), held.end());
            std::sort(expected.begin(), expected.end());
        }
        insist(held == expected, "other elements are there, or in another order");
        for (const auto h : handles_) {
            const auto its = std::find_if(model_.begin(), model_.end(), [h](const row& r) { return r.h == h; });
            const unit* const x = all_.get(h);
            insist((x != nullptr) == (its != model_.end()), "a handle is good, or stale, that should not be");
            if (x != nullptr && its != model_.end()) insist(x->id == its->id, "a handle finds another");
        }
        if (handles_.size() > 300) handles_.erase(handles_.begin(), handles_.begin() + 100);
        std::size_t sizes[teams] = {};
        for (const row& r : model_) {
            ++sizes[r.team];
            const unit* const x = by_id_.find(r.id);
            insist(x != nullptr && x->team == r.team, "an index does not find one");
        }
        for (int team = 0; team < teams; ++team)
            insist(by_team_.count(team) == sizes[team], "an index counts another number");
        insist(by_order_.size() == model_.size(), "the order has another size");
        std::int32_t last = 0;
        by_order_.each([&](const unit& x) {
            insist(x.team >= last, "the order is another");
            last = x.team;
        });
        for (const auto& h : heard_) {
            insist(h->added == added_ - h->first_added, "a listener was not told of each that came");
            insist(h->removed == removed_ - h->first_removed, "a listener was not told of each that went");
        }
        if constexpr (Kind::shared) {
            insist(other_.validate() && other_.size() == away_.size(), "the other home has another size");
            for (const row& r : away_) {
                const unit* const x = shared_.get(r.h);
                insist(x != nullptr && x->id == r.id && other_.get(r.h) == x && all_.get(r.h) == nullptr,
                       "a handle does not follow");
            }
        }
    }

    [[nodiscard]] row& any() {
        return model_[static_cast<std::size_t>(chance_.below(static_cast<int>(model_.size())))];
    }
    [[nodiscard]] row* row_of(std::int32_t id) {
        const auto its = std::find_if(model_.begin(), model_.end(), [id](const row& r) { return r.id == id; });
        return its == model_.end() ? nullptr : &*its;
    }
    void erase(std::int32_t id) {
        std::erase_if(model_, [id](const row& r) { return r.id == id; });
    }
    [[nodiscard]] static C made([[maybe_unused]] throng::shared_handles<unit>& shared) {
        if constexpr (Kind::shared) return C(shared);
        else return C();
    }

    struct hearing {
        throng::listener<unit&> came;
        throng::listener<unit&> went;
        std::size_t added = 0;
        std::size_t removed = 0;
        std::size_t first_added = 0;
        std::size_t first_removed = 0;
    };

    throng::testing::choices chance_;
    throng::shared_handles<unit> shared_;
    C all_ = made(shared_);
    C other_ = made(shared_);
    throng::index_by<C, std::int32_t unit::*, true> by_id_{all_, &unit::id, throng::unique};
    throng::index_by<C, std::int32_t unit::*> by_team_{all_, &unit::team};
    throng::ordered_by<C, std::int32_t unit::*> by_order_{all_, &unit::team};
    throng::listeners<unit&> came_;
    throng::listeners<unit&> went_;
    std::vector<std::unique_ptr<hearing>> heard_;
    std::vector<then> kept_;
    rows model_;
    rows away_;
    std::vector<throng::handle<unit>> handles_;
    std::int32_t next_id_ = 0;
    std::size_t added_ = 0;
    std::size_t removed_ = 0;
    std::string failure_;
    std::string story_;
};

} // namespace beside
