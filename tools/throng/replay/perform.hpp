#pragma once

#include "stage.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::tool {

/// Plays a trace on a stage. Every edit inside a pass is made from inside the visit of the entity that made it in the
/// game; which turn is due stands in the entity itself, so that all stages pay the same for knowing it.
///
/// A collection with other rules may have lost an actor before its turn comes, leave it for the next pass, or meet it
/// before those it names exist. Such edits are made at the end of the pass.
template <stage S> class performance {
  public:
    explicit performance(const trace& t) : trace_(t), stage_(t) {
        if constexpr (S::agrees != in_all) done_.resize(t.turns.size());
    }

    /// Calls `visit(entity&)` for each visit, and `after(index of the pass, edits made in it, stage)` after each pass,
    /// which goes on if that answers true.
    template <class Visit, class After> void run(Visit&& visit, After&& after) {
        for (std::uint32_t p = 0; p < trace_.passes.size(); ++p) {
            const pass& now = trace_.passes[p];
            for (std::uint32_t i = now.edits_before; i < now.edits_first; ++i) make_outside(trace_.edits[i]);
            made_ = 0;
            stage_.walk([&](entity& e, auto where) {
                visit(e);
                if constexpr (S::agrees == in_all) {
                    if (e.next_pass == p) [[unlikely]]
                        take_turn(e, where);
                } else {
                    if (e.next_pass <= p) [[unlikely]]
                        take_late_turn(e, where, p);
                }
            });
            if constexpr (S::agrees != in_all) {
                if (made_ != now.edits_last - now.edits_first || !missed_.empty()) [[unlikely]]
                    make_rest(now);
            }
            if constexpr (moving_stage<S>) {
                if (trace_.moved) follow_moves(p);
            }
            if (!after(p, made_, stage_)) return;
        }
    }

  private:
    void make_outside(const edit& e) {
        switch (e.what) {
        case edit::action::add:
            stage_.add(make_entity(trace_, e.id));
            break;
        case edit::action::remove:
            stage_.remove(e.id);
            break;
        case edit::action::load:
            stage_.clear();
            break;
        }
    }

    /// `actor` may be dead after the first edit.
    template <class Where> void take_turn(entity& actor, Where where) {
        const turn& now = trace_.turns[actor.next_turn];
        const std::uint32_t self = actor.id;
        actor.next_turn = now.next;
        actor.next_pass = now.next == none ? none : trace_.turns[now.next].pass;
        for (std::uint32_t i = now.first; i < now.last; ++i) {
            const edit& e = trace_.edits[i];
            ++made_;
            if (e.what == edit::action::add) stage_.add(make_entity(trace_, e.id));
            else if (e.id == self) stage_.remove(where);
            else if (!stage_.remove(e.id)) missed(e.id);
        }
    }

    template <class Where> void take_late_turn(entity& actor, Where where, std::uint32_t p) {
        while (actor.next_pass < p) {
            actor.next_turn = trace_.turns[actor.next_turn].next;
            actor.next_pass = actor.next_turn == none ? none : trace_.turns[actor.next_turn].pass;
        }
        if (actor.next_pass == p) {
            done_[actor.next_turn] = true;
            take_turn(actor, where);
        }
    }

    void follow_moves(std::uint32_t p)
        requires moving_stage<S>
    {
        for (const move& m : trace_.moved->of_tic(p)) stage_.move(m.id, m.x, m.y);
    }

    void missed(std::uint32_t id) {
        --made_;
        if constexpr (S::agrees != in_all) missed_.push_back(id);
    }

    void make_rest(const pass& now) {
        for (std::uint32_t i = now.first_turn; i < now.last_turn; ++i) {
            if (done_[i]) continue;
            for (std::uint32_t k = trace_.turns[i].first; k < trace_.turns[i].last; ++k) {
                const edit& e = trace_.edits[k];
                ++made_;
                if (e.what == edit::action::add) stage_.add(make_entity(trace_, e.id));
                else if (!stage_.remove(e.id)) missed(e.id);
            }
        }
        for (const std::uint32_t id : missed_) made_ += stage_.remove(id);
        missed_.clear();
    }

    const trace& trace_;
    S stage_;
    std::uint32_t made_ = 0;
    /// Where not all agrees: the turns taken in their visit, and what could not be removed when it was to be.
    std::vector<char> done_;
    std::vector<std::uint32_t> missed_;
};

} // namespace throng::tool
