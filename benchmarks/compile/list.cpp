/// The row `list` of `./bench compile`: a game with one collection, whose elements are added and removed while walked.
#include <throng/list.hpp>

#include <cstdio>

namespace {

struct bullet {
    float x = 0;
    float speed = 1;
    int left = 3;
};

} // namespace

int main() {
    throng::list<bullet> bullets;
    for (int i = 0; i < 10; ++i) bullets.push_back({static_cast<float>(i), 1.0F, i});
    for (int frame = 0; frame < 5; ++frame) {
        for (bullet& b : bullets) {
            b.x += b.speed;
            if (b.left-- == 0) bullets.remove(b);
            else if (b.left == 5) bullets.push_back({b.x, -1, 2});
        }
    }
    float sum = 0;
    bullets.each([&sum](const bullet& b) { sum += b.x; });
    std::printf("%zu bullets, %g\n", bullets.size(), static_cast<double>(sum));
}
