#pragma once

#include "kind.hpp"
#include "moves.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace throng::tool {

/// Marks an index that is not there.
inline constexpr std::uint32_t none = 0xffff'ffff;

/// An entity of the recording; ids are 0, 1, 2, ... in order of appearance.
struct spawn {
    kind what;
    /// 16.16 fixed point; 0 for sectors.
    std::int32_t x = 0;
    std::int32_t y = 0;
    /// The tics in which it was added and marked for removal; -1 before tic 0.
    std::int32_t born = -1;
    std::int32_t died = -1;
    bool dead = false;
    /// Index of the first turn it takes, `none` if it never edits anything.
    std::uint32_t first_turn = none;
};

/// One change of the game's list.
struct edit {
    enum class action : std::uint8_t { add, remove, load };

    std::uint32_t id = none;
    std::uint32_t line = 0;
    action what = action::add;
};

/// The edits one entity makes in one pass, while it is being visited.
struct turn {
    std::uint32_t actor = none;
    std::uint32_t pass = none;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    /// The same actor's next turn, `none` after its last.
    std::uint32_t next = none;
};

/// What an H line says about the list after a pass.
struct figures {
    std::uint32_t live = 0;
    std::uint64_t live_hash = 0;
    std::uint32_t linked = 0;
    std::uint32_t visited = 0;
    std::uint64_t visited_hash = 0;

    friend bool operator==(const figures&, const figures&) = default;
};

/// One walk over the list. Its edits stand in order: `[edits_before, edits_first)` outside, before the walk, then
/// `[edits_first, edits_last)` from inside, which are also the turns `[first_turn, last_turn)`.
struct pass {
    std::uint32_t tic = 0;
    std::uint32_t line = 0;
    std::uint32_t edits_before = 0;
    std::uint32_t edits_first = 0;
    std::uint32_t edits_last = 0;
    std::uint32_t first_turn = 0;
    std::uint32_t last_turn = 0;
    figures expected;
};

/// A figure that came out otherwise than the trace says.
struct difference {
    std::uint32_t line = 0;
    std::uint32_t tic = 0;
    std::string figure;
    std::string expected;
    std::string found;
};

/// Tallies of a trace, as its provenance note tells them.
struct tally {
    std::uint32_t levels = 0;
    std::uint32_t adds_in_setup = 0;
    std::uint32_t adds_before_pass = 0;
    std::uint32_t adds_in_pass = 0;
    std::uint32_t adds_after_pass = 0;
    std::uint32_t newcomers_visited = 0;
    std::uint32_t marks = 0;
    std::uint32_t marks_of_self = 0;
    std::uint32_t marks_of_earlier = 0;
    std::uint32_t marks_of_later = 0;
    std::uint32_t marks_outside = 0;
    std::uint32_t unlinks = 0;
    std::uint32_t unlinks_in_tic_of_mark = 0;
    std::uint32_t peak_live = 0;
    std::uint32_t peak_linked = 0;
    std::uint32_t most_awaiting_unlink = 0;
    std::uint32_t most_adds_in_tic = 0;
    std::uint32_t most_marks_in_tic = 0;
    std::uint32_t tics_without_edit = 0;
    std::uint32_t positions = 0;
    std::uint64_t live_sum = 0;
    std::uint64_t visits = 0;
};

/// A level the game loaded.
struct level {
    std::int32_t episode = 0;
    std::int32_t map = 0;
    std::int32_t skill = 0;
    /// The next tic when it was loaded.
    std::uint32_t tic = 0;
};

/// A recording that has been read and found to follow the rules of the format.
struct trace {
    std::string file;
    /// The file's name without folder and endings.
    std::string name;
    std::vector<level> levels;
    std::vector<spawn> spawns;
    std::vector<edit> edits;
    std::vector<turn> turns;
    std::vector<pass> passes;
    tally counts;
    /// The first H or U line that contradicts what the trace itself has done before.
    std::optional<difference> contradiction;
    /// Where its mobjs went, if there is a moves file beside it.
    std::optional<moves> moved;

    std::uint32_t adds() const noexcept { return static_cast<std::uint32_t>(spawns.size()); }
};

} // namespace throng::tool
