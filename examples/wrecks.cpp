// Planes that are shot are removed at once, and a frozen view keeps them readable to the end of the frame, for the
// score, the sound and the smoke.
#include <throng/list.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace {

struct plane {
    std::string name;
    int height;
};

} // namespace

int main() {
    throng::list<plane> planes;
    for (int i = 1; i <= 5; ++i) planes.push_back({"plane " + std::to_string(i), 100 * i});

    for (int frame = 1; frame <= 2; ++frame) {
        const auto as_it_began = planes.freeze(); // copies nothing
        std::vector<const plane*> shot;
        planes.on_remove([&](plane& p) { shot.push_back(&p); });

        for (plane& p : planes)
            if (p.height == 200 * frame) planes.remove(p);
        planes.push_back({"late", 10 * frame});

        std::printf("frame %d: %zu fly, %zu flew when it began;", frame, planes.size(), as_it_began.size());
        for (const plane* const p : shot) std::printf(" %s fell from %d", p->name.c_str(), p->height);
        std::puts("");
        planes.on_remove(nullptr);
    } // the view ends, and the removed planes are destroyed
    std::printf("%zu fly\n", planes.size());
}
