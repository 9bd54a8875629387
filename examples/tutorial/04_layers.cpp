// Chapter 4. Raiders, arrows and smoke update themselves, in layers that are updated and drawn in order, each with a
// clock.
#include <throng/entity/layers.hpp>

#include <cstdio>

namespace {

/// The drawing surface: one line of text.
struct screen {
    char line[41] = "........................................";
    void put(double x, char c) {
        if (x >= 0 && x < 40) line[static_cast<int>(x)] = c;
    }
};

/// Anything with some of `update`, `draw`, `expired` and `on_expire` is an entity: there is no base class.
struct raider {
    double x;
    void update(throng::time_step t) { x -= 2 * t.seconds; }
    void draw(screen& s) const { s.put(x, 'R'); }
    [[nodiscard]] bool expired() const { return x < 0; }
};
struct arrow {
    double x;
    void update(throng::time_step t) { x += 6 * t.seconds; }
    void draw(screen& s) const { s.put(x, '-'); }
    [[nodiscard]] bool expired() const { return x >= 40; }
};
struct smoke {
    double x;
    double seconds_left = 2;
    void update(throng::time_step t) { seconds_left -= t.seconds; }
    void draw(screen& s) const { s.put(x, '~'); }
    [[nodiscard]] bool expired() const { return seconds_left <= 0; }
};

enum class on { ground, air, smoke, count };

} // namespace

int main() {
    throng::layers<on, throng::any_entity<screen>> world;
    for (int i = 0; i < 3; ++i) world.add(on::ground, raider{30.0 + 3 * i});
    world.add(on::smoke, smoke{33});

    for (int second = 1; second <= 6; ++second) {
        world.add(on::air, arrow{0});
        if (second == 4) world[on::air].time_scale(0.5); // slow motion for arrows only
        world.update(throng::time_step{1});
        screen s;
        world.draw(s);
        std::printf("%d %s %zu entities\n", second, s.line, world.size());
    }
}
