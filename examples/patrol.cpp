// A thousand guards think, a hundred in each frame: the walk stays open from frame to frame. Guards are removed and
// added meanwhile, and each guard thinks once a round.
#include <throng/list.hpp>

#include <cstdio>
#include <optional>

namespace {

struct guard {
    int number;
    int thoughts = 0;
};

/// Continues where it stopped, and starts again at the end.
class thinking {
  public:
    explicit thinking(throng::list<guard>& all) : all_(&all) {}

    void think(int how_many) {
        for (int i = 0; i < how_many; ++i) {
            if (!round_) round_.emplace(all_->walk(throng::residents));
            guard* const g = round_->next();
            if (g == nullptr) {
                round_.reset(); // no walk is open: the list can close its gaps
                ++rounds_;
                return;
            }
            ++g->thoughts;
        }
    }
    [[nodiscard]] int rounds() const { return rounds_; }

  private:
    throng::list<guard>* all_;
    std::optional<throng::list<guard>::walk_type> round_;
    int rounds_ = 0;
};

} // namespace

int main() {
    throng::list<guard> guards;
    for (int i = 0; i < 1000; ++i) guards.push_back({i});
    thinking mind(guards);
    int frames = 0;
    while (mind.rounds() < 3) {
        ++frames;
        mind.think(100);
        if (frames == 5) guards.remove_if([](const guard& g) { return g.number % 4 == 0; });
        if (frames == 7) guards.push_back({1000}); // it thinks from the next round on
    }
    int unequal = 0;
    for (const guard& g : guards) unequal += g.number < 1000 && g.thoughts != 3 ? 1 : 0;
    std::printf("%d frames, %zu guards, %d that have not thought three times\n", frames, guards.size(), unequal);
    std::printf("the newcomer has thought %d times\n", guards.last()->thoughts);
}
