// Sparks in a bag. Their order does not matter, so the last one fills the gap of a removed one. Between walks they are
// in runs without gaps, which can be passed to a function that takes arrays.

#include <throng/bag.hpp>

#include <algorithm>
#include <cstdio>
#include <span>
#include <utility>

namespace {

struct spark {
    float height;
    float speed;
    int heat;
};

/// Takes an array, as a graphics library does.
float highest(std::span<const spark> some) {
    float top = 0;
    for (const spark& s : some) top = s.height > top ? s.height : top;
    return top;
}

} // namespace

int main() {
    throng::bag<spark> sparks;
    for (int i = 0; i < 10; ++i) sparks.push_back({0, static_cast<float>(4 + i), 3 + i % 5});

    for (int frame = 1; frame <= 8; ++frame) {
        // A new spark waits for the next frame.
        sparks.update(throng::residents, [&](spark& s) {
            s.height += s.speed;
            s.speed -= 2;
            if (--s.heat == 1) sparks.push_back({s.height, 3, 2}); // it bursts
            return s.heat > 0;
        });
        // Two sparks that meet go out: any spark may be removed inside any loop.
        for (const spark& a : sparks)
            for (const spark& b : sparks)
                if (&a != &b && sparks.contains(a) && a.height == b.height && a.speed == b.speed) {
                    sparks.remove(a);
                    sparks.remove(b);
                }
        float top = 0;
        for (const std::span<const spark> run : std::as_const(sparks).runs()) top = std::max(top, highest(run));
        std::printf("frame %d: %2zu sparks, the highest at %.0f\n", frame, sparks.size(), static_cast<double>(top));
    }
}
