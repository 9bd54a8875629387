// Neighbours across the border of a world without edges: each pair once, the nearest, those along a shot. (Agents.jl
// #652, #561, Mesa's ContinuousSpace)
#include <throng/pool.hpp>
#include <throng/spatial/grid.hpp>

#include <cstdio>

struct fish {
    char name;
    throng::grid_hook<> place{};
};

int main() {
    throng::pool<fish> all;
    throng::grid<fish, &fish::place> sea(5, {100, 100}); // 100 times 100, around
    const auto add = [&](char name, float x, float y) { sea.insert(*all.emplace_back(name), x, y); };
    add('a', 1, 50);
    add('b', 99, 50);
    add('c', 50, 99.5F);
    add('d', 50, 0);
    add('e', 0, 0);
    add('f', 99, 99);
    add('g', 40, 40);

    sea.each_pair(3, [](fish& one, fish& other) {
        const bool in_order = one.name < other.name;
        std::printf("%c and %c\n", in_order ? one.name : other.name, in_order ? other.name : one.name);
    });
    std::printf("around the corner:");
    for (const fish& f : sea.in_circle(100, 100, 3)) std::printf(" %c", f.name);
    std::printf("\nnearest to 98, 1:");
    sea.each_nearest(98, 1, 2, [](fish& f, float far) { std::printf(" %c(%.1f)", f.name, static_cast<double>(far)); });
    std::printf("\na shot to the right:");
    sea.each_along({90, 50}, {110, 50}, 1,
                   [](fish& f, float way) { std::printf(" %c(%.0f)", f.name, static_cast<double>(way)); });
    // It swims on, and comes back at the other side.
    for (fish& f : sea) {
        const auto at = sea.position(f);
        sea.move(f, at.x + 2, at.y);
    }
    std::printf("\nb is at %.0f\n",
                static_cast<double>(sea.nearest(1, 50)->name == 'b' ? sea.position(*sea.nearest(1, 50)).x : -1));
}
