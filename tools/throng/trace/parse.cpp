#include "parse.hpp"

#include "fields.hpp"
#include "game_list.hpp"
#include "line_reader.hpp"
#include "malformed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace throng::tool {

namespace {

class parser {
  public:
    parser(std::unique_ptr<byte_source> source, const std::string& file, const limits& bounds)
        : lines_(std::move(source), file, bounds), bounds_(bounds) {
        trace_.file = file;
        trace_.name = stem_of(file);
    }

    trace parse() {
        try {
            while (lines_.next(line_)) take_line();
            if (phase_ != phase::done)
                lines_.fail("a line 'Z tics ids' at the end", "the end of the file (is it cut off?)");
        } catch (const malformed&) {
            // What the lines claim was wrong before their form was: that is the first flaw of this trace.
            if (!trace_.contradiction) throw;
        }
        trace_.counts.levels = static_cast<std::uint32_t>(trace_.levels.size());
        return std::move(trace_);
    }

  private:
    static constexpr const char* unlinked_here = "unlinked at this moment";

    enum class phase { none, setup, before, pass, after, done };

    [[noreturn]] void fail(std::string expected) const { lines_.fail(std::move(expected), in_quotes(line_)); }

    template <class Number> Number number(std::string_view field, std::string_view what) const {
        const auto value = decimal<Number>(field);
        if (!value) lines_.fail(fmt::format("{}", what), in_quotes(field));
        return *value;
    }

    void take_line() {
        const fields f(line_);
        if (f.count() == 0 || f[0].size() != 1)
            fail(f.count() == 0 ? "up to six fields with one space between them"
                                : "a line that begins with one of L T P A M U H X Z");
        if (phase_ == phase::done) fail("nothing after the line Z");
        switch (f[0][0]) {
        case 'L':
            return load(f);
        case 'T':
            return tic(f);
        case 'P':
            return pass_begin(f);
        case 'A':
            return add(f);
        case 'M':
            return mark(f);
        case 'U':
            return unlink(f);
        case 'H':
            return pass_end(f);
        case 'X':
            return position(f);
        case 'Z':
            return end(f);
        default:
            fail("a line that begins with one of L T P A M U H X Z");
        }
    }

    void load(const fields& f) {
        if (f.count() != 4) fail("'L episode map skill'");
        if (phase_ == phase::pass) fail("no level load inside a pass");
        trace_.levels.push_back({number<std::int32_t>(f[1], "the episode's number"),
                                 number<std::int32_t>(f[2], "the map's number"),
                                 number<std::int32_t>(f[3], "the skill's number"), next_tic_});
        list_.load();
        trace_.edits.push_back({none, line_number(), edit::action::load});
        phase_ = phase::setup;
    }

    void tic(const fields& f) {
        if (phase_ == phase::none) fail("a level load 'L episode map skill' first");
        if (phase_ == phase::before) fail("the pass 'P' of this tic");
        if (phase_ == phase::pass) fail("the line H that ends the pass");
        if (f.count() != 2 || number<std::uint32_t>(f[1], "the tic's number") != next_tic_)
            fail(fmt::format("'T {}'", next_tic_));
        ++next_tic_;
        adds_in_tic_ = marks_in_tic_ = 0;
        phase_ = phase::before;
    }

    void pass_begin(const fields& f) {
        if (f.count() != 1) fail("'P' alone");
        if (phase_ != phase::before)
            fail(phase_ == phase::pass ? "the line H that ends the pass" : fmt::format("'T {}' first", next_tic_));
        list_.begin_pass();
        last_resident_ = list_.next_id();
        current_ = {};
        current_.tic = next_tic_ - 1;
        current_.edits_before = trace_.passes.empty() ? 0 : trace_.passes.back().edits_last;
        current_.edits_first = edits();
        current_.first_turn = turns();
        phase_ = phase::pass;
    }

    void add(const fields& f) {
        const bool complete = f.count() == 6 || f.count() == 4;
        if (!complete) fail("'A id kind by', with 'x y' behind it for a mobj");
        if (phase_ == phase::none) fail("a level load 'L episode map skill' first");
        const auto id = number<std::uint32_t>(f[1], "an id");
        if (id != list_.next_id()) lines_.fail(fmt::format("the next id, {}", list_.next_id()), in_quotes(f[1]));
        spawn born;
        const auto what = parse_kind(f[2]);
        if (!what)
            lines_.fail("a kind: m and a number, or ceiling, door, floor, plat, flicker, flash, strobe, glow",
                        in_quotes(f[2]));
        born.what = *what;
        if (what->is_mobj() != (f.count() == 6))
            fail(what->is_mobj() ? "a position 'x y' behind a mobj" : "no position behind a sector's kind");
        if (what->is_mobj()) {
            born.x = number<std::int32_t>(f[4], "a position as a signed 32-bit number");
            born.y = number<std::int32_t>(f[5], "a position as a signed 32-bit number");
        }
        begin_edit(f[3]);
        born.born = now();
        trace_.spawns.push_back(born);
        last_turn_.push_back(none);
        positions_.push_back({born.x, born.y});
        list_.add();
        push_edit(id, edit::action::add);

        tally& n = trace_.counts;
        ++adds_in_tic_;
        switch (phase_) {
        case phase::before:
            ++n.adds_before_pass;
            break;
        case phase::pass:
            ++n.adds_in_pass;
            break;
        case phase::after:
            ++n.adds_after_pass;
            break;
        default:
            ++n.adds_in_setup;
        }
        n.peak_live = std::max(n.peak_live, list_.live());
        n.peak_linked = std::max(n.peak_linked, list_.linked());
    }

    void mark(const fields& f) {
        if (f.count() != 3) fail("'M id by'");
        if (phase_ == phase::none) fail("a level load 'L episode map skill' first");
        const auto id = number<std::uint32_t>(f[1], "an id");
        begin_edit(f[2]);
        switch (list_.of(id)) {
        case game_list::state::gone:
            lines_.fail("the id of an entity in the list", in_quotes(f[1]));
        case game_list::state::marked:
            lines_.fail("the id of an entity that is not marked yet", in_quotes(f[1]));
        case game_list::state::live:
            break;
        }
        list_.mark(id);
        trace_.spawns[id].died = now();
        trace_.spawns[id].dead = true;
        push_edit(id, edit::action::remove);

        tally& n = trace_.counts;
        ++n.marks;
        ++marks_in_tic_;
        n.most_awaiting_unlink = std::max(n.most_awaiting_unlink, list_.marked());
        if (phase_ != phase::pass) ++n.marks_outside;
        else if (id == list_.standing()) ++n.marks_of_self;
        else ++(id < list_.standing() ? n.marks_of_earlier : n.marks_of_later);
    }

    void unlink(const fields& f) {
        if (f.count() != 2) fail("'U id'");
        if (phase_ != phase::pass) fail("no U outside a pass");
        const auto id = number<std::uint32_t>(f[1], "an id");
        if (list_.of(id) == game_list::state::gone) lines_.fail("the id of an entity in the list", in_quotes(f[1]));
        visit_until_marked();
        if (list_.ahead() != id) contradict(unlinked_here, fmt::format("{}", id), name_of_ahead());
        if (list_.ahead() != none) unlink_ahead();
    }

    /// What the rules unlink at a moment where the trace has no U line for it.
    void unlink_unsaid() {
        contradict(unlinked_here, "none", name_of_ahead());
        unlink_ahead();
    }

    void unlink_ahead() {
        trace_.counts.unlinks_in_tic_of_mark += trace_.spawns[list_.ahead()].died == now();
        ++trace_.counts.unlinks;
        list_.unlink();
    }

    std::string name_of_ahead() const {
        return list_.ahead() == none ? std::string("none") : fmt::format("{}", list_.ahead());
    }

    void pass_end(const fields& f) {
        if (f.count() != 6) fail("'H live hash linked visited hash'");
        if (phase_ != phase::pass) fail("no H outside a pass");
        figures& said = current_.expected;
        said.live = number<std::uint32_t>(f[1], "the number of live entities");
        said.live_hash = hash(f[2]);
        said.linked = number<std::uint32_t>(f[3], "the number of linked entities");
        said.visited = number<std::uint32_t>(f[4], "the number of visited entities");
        said.visited_hash = hash(f[5]);
        for (visit_until_marked(); list_.ahead() != none; visit_until_marked()) unlink_unsaid();
        const figures is = list_.end_pass();
        current_.line = line_number();
        current_.edits_last = edits();
        current_.last_turn = turns();
        trace_.passes.push_back(current_);
        compare(said, is);

        tally& n = trace_.counts;
        n.live_sum += is.live;
        n.visits += is.visited;
        n.most_adds_in_tic = std::max(n.most_adds_in_tic, adds_in_tic_);
        n.most_marks_in_tic = std::max(n.most_marks_in_tic, marks_in_tic_);
        n.tics_without_edit += adds_in_tic_ == 0 && marks_in_tic_ == 0;
        phase_ = phase::after;
    }

    void position(const fields& f) {
        if (f.count() != 4) fail("'X id x y'");
        if (phase_ != phase::after || now() % 35 != 0) fail("X only after the line H of a tic divisible by 35");
        const auto id = number<std::uint32_t>(f[1], "an id");
        const std::pair at{number<std::int32_t>(f[2], "a position as a signed 32-bit number"),
                           number<std::int32_t>(f[3], "a position as a signed 32-bit number")};
        if (list_.of(id) != game_list::state::live || !trace_.spawns[id].what.is_mobj())
            lines_.fail("the id of a live mobj", in_quotes(f[1]));
        if (positions_[id] == at) fail("another position than the last one written");
        positions_[id] = at;
        ++trace_.counts.positions;
    }

    void end(const fields& f) {
        if (phase_ == phase::pass) fail("the line H that ends the pass");
        const std::string expected = fmt::format("'Z {} {}'", trace_.passes.size(), list_.next_id());
        if (f.count() != 3) fail(expected);
        if (number<std::uint64_t>(f[1], "the number of tics") != trace_.passes.size() ||
            number<std::uint64_t>(f[2], "the number of ids") != list_.next_id())
            fail(expected);
        phase_ = phase::done;
    }

    /// Finds what makes the edit. In a pass that moves the walk on to it: everything before it has been visited.
    void begin_edit(std::string_view by) {
        if (phase_ != phase::pass) {
            if (by != "-1") lines_.fail("'-1' as its author outside a pass", in_quotes(by));
            return;
        }
        const auto actor = number<std::uint32_t>(by, "the id of the entity being visited");
        if (!list_.stands_on(actor)) {
            const bool ahead = list_.standing() == none || actor > list_.standing();
            if (!ahead || list_.of(actor) != game_list::state::live)
                lines_.fail("the id of the entity being visited, or of a live one that this pass has yet to reach",
                            in_quotes(by));
            while (!list_.stands_on(actor)) {
                if (list_.of(list_.ahead()) == game_list::state::marked) unlink_unsaid();
                else visit();
            }
        }
        if (current_.first_turn == turns() || trace_.turns.back().actor != actor) {
            std::uint32_t& last = last_turn_[actor];
            (last == none ? trace_.spawns[actor].first_turn : trace_.turns[last].next) = turns();
            last = turns();
            trace_.turns.push_back({actor, static_cast<std::uint32_t>(trace_.passes.size()), edits(), edits(), none});
        }
    }

    void push_edit(std::uint32_t id, edit::action what) {
        trace_.edits.push_back({id, line_number(), what});
        if (phase_ == phase::pass) trace_.turns.back().last = edits();
    }

    void visit_until_marked() {
        while (list_.ahead() != none && list_.of(list_.ahead()) == game_list::state::live) visit();
    }

    void visit() {
        if (++visits_ > bounds_.visits)
            lines_.fail(fmt::format("at most {} visits in all passes together", bounds_.visits), "more");
        list_.visit();
        trace_.counts.newcomers_visited += list_.standing() >= last_resident_;
    }

    std::uint64_t hash(std::string_view field) const {
        const auto value = hash_value(field);
        if (!value) lines_.fail("a hash of 16 hexadecimal digits", in_quotes(field));
        return *value;
    }

    /// Notes the first place where the trace and the rules disagree.
    void contradict(const char* figure, std::string said, std::string is) {
        if (!trace_.contradiction)
            trace_.contradiction = difference{line_number(), current_.tic, figure, std::move(said), std::move(is)};
    }

    void compare(const figures& said, const figures& is);

    std::int32_t now() const { return static_cast<std::int32_t>(next_tic_) - 1; }
    std::uint32_t line_number() const { return static_cast<std::uint32_t>(lines_.number()); }
    std::uint32_t edits() const { return static_cast<std::uint32_t>(trace_.edits.size()); }
    std::uint32_t turns() const { return static_cast<std::uint32_t>(trace_.turns.size()); }

    line_reader lines_;
    limits bounds_;
    trace trace_;
    std::string_view line_;
    phase phase_ = phase::none;
    game_list list_;
    pass current_;
    std::vector<std::uint32_t> last_turn_;
    std::vector<std::pair<std::int32_t, std::int32_t>> positions_;
    std::uint32_t next_tic_ = 0;
    std::uint32_t last_resident_ = 0;
    std::uint32_t adds_in_tic_ = 0;
    std::uint32_t marks_in_tic_ = 0;
    std::uint64_t visits_ = 0;
};

void parser::compare(const figures& said, const figures& is) {
    const auto counts = [&](const char* figure, std::uint32_t a, std::uint32_t b) {
        if (a != b) contradict(figure, fmt::format("{}", a), fmt::format("{}", b));
    };
    const auto hashes = [&](const char* figure, std::uint64_t a, std::uint64_t b) {
        if (a != b) contradict(figure, fmt::format("{:016x}", a), fmt::format("{:016x}", b));
    };
    counts("live count", said.live, is.live);
    hashes("live hash", said.live_hash, is.live_hash);
    counts("linked count", said.linked, is.linked);
    counts("visited count", said.visited, is.visited);
    hashes("visited hash", said.visited_hash, is.visited_hash);
}

} // namespace

trace parse_trace(std::unique_ptr<byte_source> source, const std::string& file, const limits& bounds) {
    return parser(std::move(source), file, bounds).parse();
}

trace read_trace(const std::string& file, const limits& bounds) { return parse_trace(open_file(file), file, bounds); }

trace read_trace_bytes(std::string_view bytes, const std::string& file, const limits& bounds) {
    return parse_trace(open_bytes(bytes, file), file, bounds);
}

void require_fit(const moves& m, const trace& t) {
    if (m.tics() != t.passes.size())
        throw malformed(m.file, 0, fmt::format("the {} tics of {}", t.passes.size(), t.file),
                        fmt::format("{}", m.tics()));
    for (const move& each : m.all) {
        if (each.id >= t.spawns.size())
            throw malformed(m.file, 0, fmt::format("ids below {}, as in {}", t.spawns.size(), t.file),
                            fmt::format("{}", each.id));
    }
}

void read_moves_beside(trace& t, const limits& bounds) {
    for (const char* const ending : {".moves.zst", ".moves"}) {
        const std::string file = without_endings(t.file) + ending;
        std::error_code error;
        if (!std::filesystem::is_regular_file(file, error)) continue;
        t.moved = read_moves(file, bounds);
        require_fit(*t.moved, t);
        return;
    }
}

std::string stem_of(std::string_view file) {
    std::string name = std::filesystem::path(file).filename().string();
    for (const std::string_view ending : {".zst", ".trace", ".moves"})
        if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
    return name;
}

std::string without_endings(const std::string& file) {
    return std::filesystem::path(file).replace_filename(stem_of(file)).string();
}

} // namespace throng::tool
