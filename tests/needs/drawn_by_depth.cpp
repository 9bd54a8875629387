// A query in the order of a component's value, while what is drawn destroys others. (bevy #1470, Arch #48, hecs #236)
#include <throng/world/value_order.hpp>
#include <throng/world/world.hpp>

#include <cstdio>

struct place {
    int x, y;
};
struct sprite {
    int number;
};

int main() {
    throng::world w;
    for (int i = 0; i < 1000; ++i) w.create(place{i, i * 37 % 101}, sprite{i});
    throng::value_order by_depth(w, &place::y);
    for (int frame = 0; frame < 3; ++frame) {
        int last = -1;
        int drawn = 0;
        bool in_order = true;
        const std::size_t there = w.size();
        std::size_t killed = 0;
        by_depth.each(w.query<const place, const sprite>(), [&](throng::entity e, const place& p, const sprite& s) {
            in_order = in_order && p.y >= last;
            last = p.y;
            ++drawn;
            if (s.number % 10 == frame) killed += w.destroy(e) ? 1U : 0U;
        });
        std::printf("%d of %zu drawn, %s, %zu killed\n", drawn, there, in_order ? "in order" : "out of order", killed);
    }
}
