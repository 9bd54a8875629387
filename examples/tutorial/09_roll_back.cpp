// Chapter 9. Two players, one of them far away: the input of the other is guessed, and a wrong guess is undone.
#include <throng/world/rollback.hpp>

#include <cstdio>

namespace {

struct position {
    int x = 0;
};
struct raider {};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<raider> {
    static constexpr const char* name = "raider";
};

namespace {

/// The input of one turn: where the other player shoots.
struct input {
    int shot = 0;
};

class siege {
  public:
    siege() {
        for (int x = 20; x < 26; x += 2) world_.create(position{x}, raider{});
        (void)frames_.save(0);
    }

    /// Plays one turn, and keeps the state after it.
    void play(unsigned turn, const input& in) {
        frames_.advance(in);
        (void)frames_.save(turn + 1);
    }
    /// Goes back to the state before a turn.
    void go_back_to(unsigned turn) { (void)frames_.load(turn); }

    void print(const char* when) {
        std::printf("%-12s", when);
        for (auto [e, p] : world_.query<const position>()) std::printf(" %d", p.x);
        std::puts("");
    }

  private:
    void step(const input& in) {
        for (auto [e, p] : world_.query<position>(throng::all_of<raider>)) {
            p.x -= 2;
            if (p.x == in.shot) world_.destroy(e);
        }
    }

    throng::world world_;
    throng::rollback<input> frames_{world_, 16, [this](const input& in) { step(in); },
                                    throng::components<position, raider>};
};

} // namespace

int main() {
    siege game;
    game.print("start");
    game.play(0, {}); // nothing has arrived: the guess is that the other player does not shoot
    game.play(1, {});
    game.print("guessed");

    // The input of turn 0 arrives: the other player did shoot, at 20.
    game.go_back_to(0);
    game.play(0, {20});
    game.play(1, {});
    game.print("corrected");
}
