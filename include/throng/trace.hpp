#pragma once

#include <throng/core/compiler.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace throng {

/// Records the additions and removals of a game, in the format that `throng info`, `replay` and `compare` read. A tic
/// is recorded as a walk in insertion order, whatever the game's order is; an edit is recorded after the walk if its
/// maker is not in that walk, or comes before the element it removes exists. Everything stays in memory until `write`.
/// `end_tic` is O(live).
class trace_recorder {
  public:
    /// The number of an entity in the recording.
    using id = std::uint32_t;
    /// Stands for no entity.
    static constexpr id none = 0xffff'ffff;

    /// The walk begins, and ends with `end_tic`. Edits meanwhile that no entity makes are recorded after it.
    void begin_tic() { tell_rest(); }
    /// An entity appears, made by what is being visited, if any is. The answer stands for it here; `kind` is yours.
    id add(id by = none, std::uint8_t kind = 43) {
        edits_.push_back({static_cast<id>(number_.size()), by < number_.size() ? by : none, kind, edits_.size()});
        number_.push_back(none);
        removed_.push_back(false);
        return edits_.back().what;
    }
    /// An entity disappears; none does twice.
    void remove(id what, id by = none) {
        if (what < number_.size()) edits_.push_back({what, by < number_.size() ? by : none, -1, edits_.size()});
    }
    void end_tic() {
        line("T %u\nP\n", tics_++);
        const auto turn = [this](const edit& e) {
            return std::tuple(e.by == none ? e.by : number_[e.by], e.by, e.nth);
        };
        std::ranges::sort(edits_, {}, turn);
        auto next = edits_.begin();
        std::size_t linked = 0, alive = 0;
        unsigned long long visited = 0xcbf29ce484222325, survived = visited;
        for (std::size_t i = 0; i < list_.size();) { // it grows on the way
            const id here = list_[i++], number = number_[here];
            if (removed_[here]) line("U %u\n", number);
            if (removed_[here]) continue;
            hash(visited, number);
            for (; next != edits_.end() && std::get<0>(turn(*next)) <= number; ++next)
                if (next->by == here) tell(*next, number);
            list_[linked++] = here;
        }
        list_.resize(linked);
        for (const id each : list_)
            if (!removed_[each]) ++alive, hash(survived, number_[each]);
        line("H %zu %016llx %zu %zu %016llx\n", alive, survived, linked, linked, visited);
        tell_rest();
    }
    /// Writes the tics so far, beside the file and then over it. False, with errno, if that fails: the old file is
    /// unchanged.
    bool write(const std::string& file) const {
        const std::string part = file + ".part";
        std::FILE* const out = std::fopen(part.c_str(), "wb");
        const bool good = out && std::fprintf(out, "L 0 0 0\n%sZ %u %u\n", text_.c_str(), tics_, told_) > 0;
        if (!out || std::fclose(out) != 0 || !good) return false;
        if (std::rename(part.c_str(), file.c_str()) == 0) return true;
        // Windows gives no file the name of another.
        return errno == EEXIST && std::remove(file.c_str()) == 0 && std::rename(part.c_str(), file.c_str()) == 0;
    }

  private:
    struct edit {
        id what, by;
        int kind; // a removal: -1
        std::size_t nth;
    };
    static void hash(unsigned long long& value, id of) {
        for (int byte = 0; byte < 4; ++byte, of >>= 8) value = (value ^ (of & 0xff)) * 0x100000001b3;
    }
    void line(const char* format, auto... values) {
        char buffer[128];
        text_.append(buffer, static_cast<std::size_t>(std::snprintf(buffer, sizeof buffer, format, values...)));
    }
    void tell(edit& e, id by) {
        if (e.what == none || (e.kind < 0 && number_[e.what] == none)) return;
        const id what = std::exchange(e.what, none);
        if (e.kind >= 0) list_.push_back(what), number_[what] = told_++;
        if (e.kind >= 0) line("A %u m%d %d 0 0\n", number_[what], e.kind, static_cast<int>(by));
        else if (!removed_[what]) removed_[what] = true, line("M %u %d\n", number_[what], static_cast<int>(by));
    }
    void tell_rest() {
        for (const bool adding : {true, false})
            for (edit& e : edits_)
                if ((e.kind >= 0) == adding) tell(e, none);
        edits_.clear();
    }

    std::string text_;
    std::vector<id> number_, list_;
    std::vector<bool> removed_;
    std::vector<edit> edits_;
    id tics_ = 0, told_ = 0;
};

} // namespace throng
