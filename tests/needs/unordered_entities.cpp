// "Back-Copying List", "EntityContainer": entities without order, or in places that never change, with a step, a
// canvas, expire and on_expire, hooks, and a maximum.
#include <throng/bag.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/pool.hpp>

#include <cstdio>

struct screen {
    int drawn = 0;
};
static int ends = 0;
struct spark {
    int life;
    void update(double /*seconds*/) { --life; }
    void draw(screen& s) const { ++s.drawn; }
    [[nodiscard]] bool expired() const { return life <= 0; }
    void on_expire() { ++ends; }
};

template <class C> void play(const char* name) {
    ends = 0;
    C sparks;
    sparks.max_capacity(100);
    sparks.auto_shrink(0.5, 1.0);
    int expired = 0;
    int updated = 0;
    sparks.on_expired([&](spark&) { ++expired; });
    sparks.on_updated([&](spark&) { ++updated; });
    for (int i = 0; i < 150; ++i) sparks.add({1 + i % 5});
    screen s;
    for (int frame = 0; frame < 3; ++frame) {
        sparks.update(0.1);
        sparks.draw(s);
    }
    std::printf("%s: %zu left, %d drawn, %d updates, %d and %d ends", name, sparks.size(), s.drawn, updated, expired,
                ends);
    sparks.expire();
    const bool is_expired = sparks.expired(); // as an entity among others
    sparks.on_expire();
    std::printf("; %s: %zu left, %d ends\n", is_expired ? "expired" : "not expired", sparks.size(), ends);
}

int main() {
    play<throng::entity_list<spark>>("entity_list");
    play<throng::entity_bag<spark>>("entity_bag");
    play<throng::entity_pool<spark>>("entity_pool");
}
