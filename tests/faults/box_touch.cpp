// Boxes that touch at their corners: each_pair finds all of them, as each_in_rectangle does.
#include <throng/spatial/box_grid.hpp>

#include <cstdio>

struct box {
    float half;
    throng::grid_hook<> hook;
};
constexpr auto reach = [](const box& b) { return throng::grid_point<float>{b.half, b.half}; };

int main() {
    int touching = 0;
    int paired = 0;
    int found = 0;
    for (int i = 1; i <= 400; ++i) {
        const float half = static_cast<float>(i) / 8; // exact numbers
        throng::box_grid<box, &box::hook, decltype(reach)> map(4.0F, reach);
        box a{half, {}};
        box b{half, {}};
        map.insert(a, 0, 0);
        map.insert(b, 2 * half, 2 * half); // corners touch
        ++touching;
        map.each_pair([&](box&, box&) { ++paired; });
        map.each_in_rectangle(-half, -half, half, half, [&](box& x) { found += &x == &b; });
    }
    std::printf("%d touch, each_in_rectangle finds %d, each_pair %d\n", touching, found, paired);
}
