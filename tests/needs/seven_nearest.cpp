// Each bird looks at its seven nearest neighbours, in a crowd too. (bevy-spatial-boids #2, ezEngine #1333)
#include <throng/pool.hpp>
#include <throng/spatial/grid.hpp>

#include <cstdio>

struct bird {
    float x, y;
    throng::grid_hook<> place{};
};

int main() {
    throng::pool<bird> all;
    throng::grid<bird, &bird::place> near(5);
    unsigned dice = 3;
    const auto below = [&](float most) {
        dice = dice * 1664525U + 1013904223U;
        return most * static_cast<float>(dice >> 8U) / 16777216.0F;
    };
    for (int i = 0; i < 3000; ++i) {
        const float size = i < 1500 ? 100.0F : 4.0F; // half of them are a crowd in the middle
        const float x = 50 + below(size) - size / 2;
        const float y = 50 + below(size) - size / 2;
        near.insert(*all.emplace_back(x, y), x, y);
    }
    const auto distance = [](const bird& a, const bird& b) {
        return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
    };
    int found = 0;
    int wrong = 0;
    for (const bird& me : all) {
        float last = 0;
        near.each_nearest(
            me.x, me.y, 7,
            [&](bird& b, float) {
                ++found;
                if (distance(me, b) < last) ++wrong; // they come in the order of their distance
                last = distance(me, b);
            },
            1000, [&](const bird& b) { return &b != &me; });
        int nearer = 0;
        for (const bird& b : all) nearer += &b != &me && distance(me, b) < last ? 1 : 0;
        if (nearer > 6) ++wrong;
    }
    std::printf("%d found, %d wrong\n", found, wrong);
}
