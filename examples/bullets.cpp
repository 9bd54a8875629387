// A gun with at most eight bullets in the air. A pool never moves its elements, and the slot of a bullet indexes an
// array.
#include <throng/pool.hpp>

#include <cstdio>

namespace {

struct bullet {
    int x;
    int speed;
};

} // namespace

int main() {
    throng::pool<bullet, 8> bullets;
    char glyph[8] = {};
    int refused = 0;

    const auto fire = [&](int speed) {
        const throng::handle<bullet> shot = bullets.add({0, speed});
        if (shot) glyph[shot.index()] = static_cast<char>('0' + speed);
        else ++refused;
        return shot;
    };

    const throng::handle<bullet> first = fire(9);
    for (int frame = 0; frame < 12; ++frame) {
        fire(1 + frame % 5);
        char screen[] = "..............................";
        for (bullet& b : bullets) { // a new bullet flies in the frame in which it is fired
            b.x += b.speed;
            if (b.x == 12) fire(3); // the bullet splits
            if (b.x >= 30) bullets.remove(b);
            else screen[b.x] = glyph[bullets.handle_of(b).index()];
        }
        std::printf("%2d %s %zu\n", frame, screen, bullets.size());
    }
    std::printf("the first one %s, %d found no room\n", bullets.contains(first) ? "flies" : "is removed", refused);
}
