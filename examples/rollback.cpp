/// Two players, each with a world. The input of one reaches the other four frames later: until then the game plays on
/// with a guess, and where the guess was wrong, it goes back and plays the frames again.

#include <throng/world/rollback.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

struct position {
    int x = 0;
};
struct player {
    int number = 0;
    int score = 0;
};
struct coin {};

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<player> {
    static constexpr const char* name = "player";
};
template <> struct throng::component<coin> {
    static constexpr const char* name = "coin";
};

namespace {

/// How far each of the two moves in a frame.
using moves = std::array<int, 2>;

class game {
  public:
    game() {
        world_.create(position{10}, player{0});
        world_.create(position{20}, player{1});
        for (int x = 0; x < 30; x += 4) world_.create(position{x}, coin{});
        (void)frames_.save(0);
    }

    /// Plays one frame with the input of both, known or guessed.
    void play(unsigned frame, const moves& pressed) {
        played_.resize(frame);
        played_.push_back(pressed);
        frames_.advance(pressed);
        (void)frames_.save(frame + 1);
    }
    /// The input of the other player for a frame has arrived. If the guess was wrong, goes back and plays up to the
    /// present again.
    void learn(unsigned frame, int other, int pressed) {
        const auto them = static_cast<std::size_t>(other);
        if (played_[frame][them] == pressed) return;
        ++mistakes;
        std::vector<moves> again(played_.begin() + static_cast<std::ptrdiff_t>(frame), played_.end());
        (void)frames_.load(frame);
        for (moves& m : again) {
            m[them] = pressed;
            play(frame++, m);
        }
    }
    /// The guess: the other player repeats its last input.
    [[nodiscard]] int last(int other) const {
        return played_.empty() ? 0 : played_.back()[static_cast<std::size_t>(other)];
    }
    [[nodiscard]] std::uint64_t hash(unsigned frame) { return frames_.hash(frame); }
    [[nodiscard]] int score(int number) {
        for (const auto& [e, p] : world_.query<const player>()) {
            if (p.number == number) return p.score;
        }
        return 0;
    }

    int mistakes = 0;

  private:
    void step(const moves& pressed) {
        for (auto [e, at, p] : world_.query<position, player>()) {
            at.x += pressed[static_cast<std::size_t>(p.number)];
            for (auto [c, lies] : world_.query<const position>(throng::all_of<coin>)) {
                if (lies.x != at.x) continue;
                ++p.score;
                world_.destroy(c);
            }
        }
    }

    throng::world world_;
    throng::rollback<moves> frames_{world_, 16, [this](const moves& m) { step(m); },
                                    throng::components<position, player, coin>};
    std::vector<moves> played_;
};

/// The input of a player in a frame: it turns round now and then.
int pressed_by(int number, unsigned frame) { return (frame / (number == 0 ? 7U : 5U)) % 2 == 0 ? 1 : -1; }

} // namespace

int main() {
    constexpr unsigned frames = 60;
    constexpr unsigned delay = 4;
    game first;
    game second;
    for (unsigned f = 0; f < frames + delay; ++f) {
        if (f >= delay) {
            first.learn(f - delay, 1, pressed_by(1, f - delay));
            second.learn(f - delay, 0, pressed_by(0, f - delay));
        }
        if (f >= frames) continue;
        first.play(f, {pressed_by(0, f), first.last(1)});
        second.play(f, {second.last(0), pressed_by(1, f)});
    }
    std::printf("%d and %d wrong guesses\n", first.mistakes, second.mistakes);
    std::printf("%d to %d, and %d to %d\n", first.score(0), first.score(1), second.score(0), second.score(1));
    std::puts(first.hash(frames) == second.hash(frames) ? "the same world" : "two worlds");
}
