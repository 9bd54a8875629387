#pragma once

#include "contestant.hpp"

#include <set>
#include <string_view>

namespace playground {

/// What a script asks for, whoever plays it: which elements there are, and what each walk has visited. It says where a
/// contestant breaks the contract's rules 1 to 4.
class judge {
  public:
    void added(int element) { here_.insert(element); }
    void removed(int element) { here_.erase(element), other_.erase(element); }
    void cleared() { here_.clear(); }
    void swapped() {
        here_.swap(other_);
        for (walk& w : walks_) w.is_here = !w.is_here;
    }
    void opened(policy p) { walks_.push_back({p, true, here_, {}}); }

    /// A walk has come to an element, or to its end: what is wrong with that, if anything is.
    std::vector<std::string> visited(std::size_t number, int element) {
        walk& w = walks_[number];
        const std::string name = std::to_string(element);
        std::vector<std::string> wrong;
        if (element == 0) {
            if (w.p == policy::live) {
                const std::set<int>& home = w.is_here ? here_ : other_;
                w.due.insert(home.begin(), home.end());
            }
            for (const int due : w.due) {
                if ((w.p == policy::frozen || is_there(due)) && !w.seen.contains(due))
                    wrong.push_back(std::to_string(due) + " has been skipped");
            }
            return wrong;
        }
        if (w.p != policy::frozen && !is_there(element)) wrong.push_back(name + " is visited after its removal");
        if (w.p != policy::live && !w.due.contains(element)) wrong.push_back(name + " came later, and is visited");
        if (!w.seen.insert(element).second) wrong.push_back(name + " is visited again");
        return wrong;
    }

  private:
    struct walk {
        policy p;
        bool is_here;
        std::set<int> due;
        std::set<int> seen;
    };
    [[nodiscard]] bool is_there(int element) const { return here_.contains(element) || other_.contains(element); }

    std::set<int> here_;
    std::set<int> other_;
    std::vector<walk> walks_;
};

/// Plays a script and writes what is there after each command as JSON: an array of {"command", "said", "wrong", …}.
class player {
  public:
    explicit player(contestant& c) : contestant_(c) {}

    std::string play(std::string_view script) {
        std::string json = "[";
        step(json, "");
        for (std::size_t at = 0; at < script.size() && steps_ < most_steps;) {
            std::size_t end = script.find(';', at);
            if (end == std::string_view::npos) end = script.size();
            if (const std::string_view command = trimmed(script.substr(at, end - at)); !command.empty()) {
                json += ',';
                step(json, command);
            }
            at = end + 1;
        }
        return json + ']';
    }

  private:
    static constexpr unsigned most_steps = 300;
    static constexpr int most_elements = 300;
    static constexpr std::size_t most_walks = 26;

    struct open_walk {
        bool is_open = true;
        bool at_end = false;
        int current = 0;
    };

    [[nodiscard]] static std::string_view trimmed(std::string_view s) {
        while (!s.empty() && s.front() <= ' ') s.remove_prefix(1);
        while (!s.empty() && s.back() <= ' ') s.remove_suffix(1);
        return s;
    }
    /// The text of a command is shown as it came; what could end a JSON string is left out.
    [[nodiscard]] static std::string quoted(std::string_view s) {
        std::string out = "\"";
        for (const char c : s) {
            if (c >= ' ' && c != '"' && c != '\\') out += c;
        }
        return out + '"';
    }
    static void write(std::string& json, const char* name, const std::vector<std::string>& lines) {
        json += name;
        for (std::size_t i = 0; i < lines.size(); ++i) json += (i == 0 ? "" : ",") + quoted(lines[i]);
        json += "],";
    }

    void step(std::string& json, std::string_view command) {
        ++steps_;
        contestant_.told.clear();
        wrong_.clear();
        visits_.clear();
        if (!command.empty()) perform(command);
        json += "{\"command\":" + quoted(command) + ',';
        write(json, "\"visits\":[", visits_);
        write(json, "\"told\":[", contestant_.told);
        write(json, "\"wrong\":[", wrong_);
        contestant_.draw(json);
        json += '}';
    }

    void perform(std::string_view command) {
        const std::size_t space = command.find(' ');
        const std::string_view verb = command.substr(0, space);
        const std::string_view what = space == std::string_view::npos ? "" : trimmed(command.substr(space));
        if (verb == "add") add(what);
        else if (verb == "remove") remove(what);
        else if (verb == "clear") judge_.cleared(), contestant_.clear();
        else if (verb == "sort") contestant_.sort();
        else if (verb == "swap") judge_.swapped(), contestant_.swap();
        else if (verb == "walk") open(what);
        else if (verb == "next") next(walk_named(what));
        else if (verb == "finish") finish(walk_named(what));
        else if (verb == "break") close(walk_named(what));
        else contestant_.told.emplace_back("not a command");
    }
    [[nodiscard]] static int number(std::string_view s) {
        int n = 0;
        for (const char c : s) {
            if (c < '0' || c > '9' || n > most_elements) return 0;
            n = 10 * n + c - '0';
        }
        return n;
    }
    void add(std::string_view what) {
        for (int n = what.empty() ? 1 : number(what); n > 0 && elements_ < most_elements; --n) {
            judge_.added(++elements_);
            contestant_.add(elements_);
        }
    }
    void remove(std::string_view what) {
        const std::size_t inner = walk_named("");
        const int element = what == "this" ? (inner < walks_.size() ? walks_[inner].current : 0) : number(what);
        if (element < 1 || element > elements_) {
            contestant_.told.emplace_back("there is no such element");
            return;
        }
        judge_.removed(element);
        contestant_.remove(element);
    }
    void open(std::string_view what) {
        if (walks_.size() == most_walks) {
            contestant_.told.emplace_back("there are no more letters for walks");
            return;
        }
        const policy p = what == "residents" ? policy::residents : what == "frozen" ? policy::frozen : policy::live;
        judge_.opened(p);
        contestant_.open(p);
        walks_.emplace_back();
    }
    /// The walk of a letter, a for the first; without one the innermost that is open. The number of walks if there is
    /// none.
    [[nodiscard]] std::size_t walk_named(std::string_view name) const {
        std::size_t walk = walks_.size();
        if (name.empty()) {
            while (walk > 0 && !walks_[walk - 1].is_open) --walk;
            return walk == 0 ? walks_.size() : walk - 1;
        }
        walk = static_cast<std::size_t>(name.front() - 'a');
        return name.size() == 1 && walk < walks_.size() && walks_[walk].is_open ? walk : walks_.size();
    }
    bool next(std::size_t walk) {
        if (walk == walks_.size()) {
            contestant_.told.emplace_back("no such walk is open");
            return false;
        }
        const int element = contestant_.next(walk);
        walks_[walk].current = element;
        for (const std::string& w : judge_.visited(walk, element)) wrong_.push_back(w);
        if (element == 0) {
            contestant_.told.emplace_back("the walk has come to its end");
            close(walk);
            return false;
        }
        visits_.push_back(std::string(1, static_cast<char>('a' + walk)) + " visits " + std::to_string(element));
        return true;
    }
    void finish(std::size_t walk) {
        for (int i = 0; i < 2 * most_elements && next(walk); ++i) {
        }
    }
    void close(std::size_t walk) {
        if (walk == walks_.size()) return;
        walks_[walk].is_open = false;
        walks_[walk].current = 0;
        contestant_.close(walk);
    }

    contestant& contestant_;
    judge judge_;
    std::vector<open_walk> walks_;
    std::vector<std::string> wrong_;
    std::vector<std::string> visits_;
    int elements_ = 0;
    unsigned steps_ = 0;
};

} // namespace playground
