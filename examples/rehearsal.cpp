/// Tests a user's entities: a game of homing missiles with a planted mistake. The test kit plays random games, finds
/// one that shows the mistake, and shortens it.

#include <throng/list.hpp>
#include <throng/testing.hpp>

#include <cstdio>

namespace {

struct missile {
    int number;
    int fuel;
    throng::handle<missile> target;
};

struct play {
    static constexpr bool in_order = true;
    int launched = 0;
    bool hit_itself = false;

    missile born(throng::testing::choices& chance) { return {launched++, 1 + chance.below(3), {}}; }

    void act(missile& m, throng::list<missile>& all, throng::testing::choices& chance) {
        // The mistake: the first missile may aim at itself.
        if (chance.once_in(4)) m.target = all.handle_of(*all.first());
        if (missile* const hit = all.get(m.target)) {
            hit_itself = hit_itself || hit == &m;
            all.remove(*hit);
        }
        if (--m.fuel == 0) all.remove(m);
    }

    /// Checked after each step.
    [[nodiscard]] bool holds(const throng::list<missile>&) const { return !hit_itself; }
    static int id(const missile& m) { return m.number; }
};

} // namespace

int main() {
    const auto found = throng::testing::rehearse<throng::list<missile>, play>();
    std::printf("after %zu games: %s\n%s", found.games, found.failure.c_str(), found.story.c_str());
}
