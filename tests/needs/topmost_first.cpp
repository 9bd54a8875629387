// What is drawn last lies on top and gets the click first; a widget that closes itself in its handler disturbs none of
// the others. (StardewUI #50, omegalib #125)
#include <throng/entity/layers.hpp>

#include <cstdio>

struct widget {
    int number;
    int left, right;
};
enum class on { game, windows, popups, count };

int main() {
    throng::layers<on, widget> screen;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) screen.add(static_cast<on>(i), widget{i * 10 + k, k * 4, k * 4 + 6});
    const auto click = [&](int x) {
        for (std::size_t i = screen.count(); i-- > 0;) {
            auto& layer = screen[screen.drawn_at(i)];
            for (widget& w : layer.walk(throng::backward)) {
                if (x < w.left || x >= w.right) continue;
                layer.remove(w); // closes itself, and goes on
                return w.number;
            }
        }
        return -1;
    };
    for (const int x : {5, 5, 5, 9, 9, 100}) std::printf("%d ", click(x));
    std::printf("\n%zu are left\n", screen.size());
}
