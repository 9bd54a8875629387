#include "scale.hpp"

#include "../trace/statistics.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace throng::tool {

namespace {

/// One copy: which of the trace's entities live in it, and by what names.
class layer {
  public:
    layer(const trace& from, trace& to, std::uint32_t begins)
        : from_(from),
          to_(to),
          begins_(begins),
          names_(from.spawns.size(), none),
          last_turn_(from.spawns.size(), none) {}

    bool plays(std::uint32_t pass) const { return pass >= begins_ && pass - begins_ < from_.passes.size(); }
    const pass& of(std::uint32_t pass) const { return from_.passes[pass - begins_]; }

    /// Makes the edits that come before the first turn.
    void begin_pass(std::uint32_t now) {
        taken_ = 0;
        for (std::uint32_t i = of(now).edits_before; i < of(now).edits_first; ++i) make(from_.edits[i], now);
    }

    /// The actor of the next turn in the pass, by its name here; none if all turns have been taken.
    std::uint32_t next_actor(std::uint32_t now) const {
        const std::uint32_t i = of(now).first_turn + taken_;
        return i < of(now).last_turn ? names_[from_.turns[i].actor] : none;
    }
    void take_turn(std::uint32_t now) {
        const turn& was = from_.turns[of(now).first_turn + taken_++];
        turn is{names_[was.actor], now, edits(), edits(), none};
        for (std::uint32_t k = was.first; k < was.last; ++k) make(from_.edits[k], now);
        is.last = edits();
        const auto here = static_cast<std::uint32_t>(to_.turns.size());
        std::uint32_t& last = last_turn_[was.actor];
        (last == none ? to_.spawns[is.actor].first_turn : to_.turns[last].next) = here;
        last = here;
        to_.turns.push_back(is);
    }

  private:
    void make(const edit& e, std::uint32_t now) {
        const auto tic = static_cast<std::int32_t>(now);
        switch (e.what) {
        case edit::action::add: {
            const spawn& was = from_.spawns[e.id];
            names_[e.id] = to_.adds();
            to_.spawns.push_back({was.what, was.x, was.y, tic, -1, false, none});
            to_.edits.push_back({names_[e.id], e.line, edit::action::add});
            live_.push_back(e.id);
            break;
        }
        case edit::action::remove:
            remove(e.id, e.line, tic);
            break;
        case edit::action::load:
            for (const std::uint32_t id : std::exchange(live_, {}))
                if (!to_.spawns[names_[id]].dead) remove(id, e.line, tic);
            break;
        }
    }

    void remove(std::uint32_t id, std::uint32_t line, std::int32_t tic) {
        spawn& removed = to_.spawns[names_[id]];
        removed.dead = true;
        removed.died = tic;
        to_.edits.push_back({names_[id], line, edit::action::remove});
        ++to_.counts.marks;
    }

    std::uint32_t edits() const { return static_cast<std::uint32_t>(to_.edits.size()); }

    const trace& from_;
    trace& to_;
    std::uint32_t begins_;
    /// By the trace's ids: the ids here, and the turn taken last.
    std::vector<std::uint32_t> names_;
    std::vector<std::uint32_t> last_turn_;
    /// All added since the last load.
    std::vector<std::uint32_t> live_;
    /// Turns of the present pass.
    std::uint32_t taken_ = 0;
};

/// All turns of a pass, in the order of one list that holds the entities of all copies: so names rise along the list,
/// as they do in a recorded game.
void take_turns(std::vector<layer>& layers, std::uint32_t now) {
    for (;;) {
        layer* next = nullptr;
        std::uint32_t first = none;
        for (layer& l : layers) {
            const std::uint32_t actor = l.plays(now) ? l.next_actor(now) : none;
            if (actor >= first) continue;
            first = actor;
            next = &l;
        }
        if (next == nullptr) break;
        next->take_turn(now);
    }
}

} // namespace

trace scaled(const trace& t, std::uint32_t times, std::uint64_t most_visits) {
    trace out;
    out.file = t.file;
    out.name = t.name;
    out.levels = t.levels;
    if (t.passes.empty() || times == 0) return out;

    const auto passes = static_cast<std::uint32_t>(t.passes.size());
    const std::uint64_t each = std::max<std::uint64_t>(t.counts.visits / passes, 1);
    const auto expected = static_cast<std::uint32_t>(std::min<std::uint64_t>(passes, most_visits / each / times + 1));
    const std::uint32_t spread =
        std::clamp<std::uint32_t>(expected / 10, 1, static_cast<std::uint32_t>(tics_per_second));
    std::vector<layer> layers;
    layers.reserve(times);
    for (std::uint32_t i = 0; i < times; ++i) layers.emplace_back(t, out, i % spread);

    for (std::uint32_t now = 0; now < passes && out.counts.visits < most_visits; ++now) {
        pass p;
        p.tic = now;
        p.edits_before = static_cast<std::uint32_t>(out.edits.size());
        for (layer& l : layers)
            if (l.plays(now)) l.begin_pass(now);
        p.edits_first = static_cast<std::uint32_t>(out.edits.size());
        p.first_turn = static_cast<std::uint32_t>(out.turns.size());
        take_turns(layers, now);
        for (const layer& l : layers)
            if (l.plays(now)) {
                p.expected.live += l.of(now).expected.live;
                p.expected.visited += l.of(now).expected.visited;
            }
        p.edits_last = static_cast<std::uint32_t>(out.edits.size());
        p.last_turn = static_cast<std::uint32_t>(out.turns.size());
        out.counts.live_sum += p.expected.live;
        out.counts.visits += p.expected.visited;
        out.counts.peak_live = std::max(out.counts.peak_live, p.expected.live);
        out.passes.push_back(p);
    }
    return out;
}

} // namespace throng::tool
