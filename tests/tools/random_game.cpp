#include "random_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <vector>

namespace {

struct thing {
    int id;
    bool mobj;
    bool marked = false;
    int x = 0;
    int y = 0;
};

class engine {
  public:
    engine(std::uint32_t seed, const game_plan& plan) : plan_(plan), dice_(seed) {}

    std::string play() {
        write("# a made-up game\n");
        load();
        for (int tic = 0; tic < plan_.tics; ++tic) {
            if (tic > 0 && chance(plan_.loading)) load();
            write("T {}\n", tic);
            outside();
            pass();
            if (tic % 35 == 0) positions();
            outside();
        }
        write("Z {} {}\n", plan_.tics, next_id_);
        return out_;
    }

  private:
    template <class... Args> void write(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    }

    int roll(int below) { return static_cast<int>(dice_() % static_cast<unsigned>(below)); }
    bool chance(int percent) { return roll(100) < percent; }

    void load() {
        write("L {} {} {}\n", 1 + roll(4), 1 + roll(32), roll(5));
        list_.clear();
        for (int i = 0; i < plan_.setup; ++i) add(-1);
    }

    void add(int by) {
        thing t{next_id_++, chance(80)};
        if (t.mobj) {
            t.x = roll(1000) - 500;
            t.y = roll(2) == 0 ? -2147483647 - 1 : 2147483647;
            write("A {} m{} {} {} {}\n", t.id, roll(140), by, t.x, t.y);
        } else {
            constexpr const char* kinds[] = {"ceiling", "door", "floor", "plat", "flicker", "flash", "strobe", "glow"};
            write("A {} {} {}\n", t.id, kinds[roll(8)], by);
        }
        list_.push_back(t);
    }

    void mark(thing& t, int by) {
        if (t.marked) return;
        t.marked = true;
        write("M {} {}\n", t.id, by);
    }

    void outside() {
        if (chance(30)) add(-1);
        if (chance(15) && !list_.empty())
            mark(list_[static_cast<std::size_t>(roll(static_cast<int>(list_.size())))], -1);
    }

    void pass() {
        write("P\n");
        std::vector<int> visited;
        for (std::size_t i = 0; i < list_.size();) {
            if (list_[i].marked) {
                write("U {}\n", list_[i].id);
                list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(i));
                continue;
            }
            const int id = list_[i].id;
            visited.push_back(id);
            for (int turns = roll(3); turns > 0; --turns) {
                if (list_.size() < 200 && chance(plan_.adding)) add(id);
                if (chance(plan_.marking)) mark(list_[i], id);
                if (chance(plan_.marking))
                    mark(list_[static_cast<std::size_t>(roll(static_cast<int>(list_.size())))], id);
            }
            ++i;
        }
        std::vector<int> live;
        for (const thing& t : list_)
            if (!t.marked) live.push_back(t.id);
        write("H {} {:016x} {} {} {:016x}\n", live.size(), hash(live), list_.size(), visited.size(), hash(visited));
    }

    void positions() {
        for (thing& t : list_) {
            if (!t.mobj || t.marked || !chance(50)) continue;
            t.x += 1 + roll(9);
            write("X {} {} {}\n", t.id, t.x, t.y);
        }
    }

    static std::uint64_t hash(const std::vector<int>& ids) {
        std::uint64_t h = 0xcbf29ce484222325u;
        for (const int id : ids)
            for (int shift = 0; shift < 32; shift += 8)
                h = (h ^ (static_cast<std::uint64_t>(id) >> shift & 255)) * 0x100000001b3u;
        return h;
    }

    game_plan plan_;
    std::mt19937 dice_;
    std::vector<thing> list_;
    int next_id_ = 0;
    std::string out_;
};

} // namespace

std::string random_game(std::uint32_t seed, const game_plan& plan) { return engine(seed, plan).play(); }

const char* const small_game = R"(# a small game
L 1 1 3
A 0 m0 -1 65536 -131072
A 1 m31 -1 0 0
A 2 door -1
T 0
P
A 3 m37 1 5 -5
M 1 1
M 0 1
H 2 06cd822b3b579854 4 4 30d77e22c5da0365
X 3 6 -5
M 2 -1
T 1
A 4 m37 -1 7 7
P
U 0
U 1
U 2
M 4 3
U 4
H 1 ed202287f403d086 1 1 ed202287f403d086
Z 2 5
)";
