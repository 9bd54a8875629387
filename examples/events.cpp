// Events whose handlers post further events: new events wait for the next round, and the number of rounds is bounded.
#include <throng/buffered_list.hpp>

#include <cstdio>

namespace {

struct event {
    const char* what;
    int strength;
    bool cancelled = false;
};

class event_system {
  public:
    event_system() {
        events_.auto_remove([](const event& e) { return e.cancelled; });
    }

    void post(const char* what, int strength) { events_.push_back({what, strength}); }

    /// Handles the posted events, then the events these have posted, and so on, for at most `most_rounds` rounds.
    void handle_all(int most_rounds) {
        for (int round = 1; round <= most_rounds && events_.commit() != 0; ++round) {
            std::printf("round %d: %zu events\n", round, events_.size());
            for (event& e : events_) handle(e);
            events_.clear();
        }
        std::printf("left for the next frame: %zu\n", events_.pending());
    }

  private:
    void handle(const event& e) {
        std::printf("  %s, %d\n", e.what, e.strength);
        if (e.strength < 2) return;
        post("splinter", e.strength / 2);
        post("smoke", 1);
        // Two of a kind are enough: cancelled events are removed before they are visited.
        int alike = 0;
        for (event& other : events_)
            if (other.what == e.what && ++alike > 2) other.cancelled = true;
    }

    throng::buffered_list<event> events_;
};

} // namespace

int main() {
    event_system events;
    events.post("blast", 8);
    events.post("blast", 4);
    events.post("blast", 2);
    events.handle_all(3);
}
