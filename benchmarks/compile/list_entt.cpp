/// What EnTT has in the place of list.cpp: a storage of one component.
#include <cstdio>
#include <entt/entt.hpp>

namespace {

struct bullet {
    float x = 0;
    float speed = 1;
    int left = 3;
};

} // namespace

int main() {
    entt::registry bullets;
    for (int i = 0; i < 10; ++i) bullets.emplace<bullet>(bullets.create(), static_cast<float>(i), 1.0F, i);
    for (int frame = 0; frame < 5; ++frame) {
        for (auto [e, b] : bullets.view<bullet>().each()) {
            b.x += b.speed;
            if (b.left-- == 0) bullets.destroy(e);
            else if (b.left == 5) bullets.emplace<bullet>(bullets.create(), b.x, -1.0F, 2);
        }
    }
    float sum = 0;
    bullets.view<const bullet>().each([&sum](const bullet& b) { sum += b.x; });
    std::printf("%zu bullets, %g\n", bullets.view<bullet>().size(), static_cast<double>(sum));
}
