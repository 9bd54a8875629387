// A scene graph: a part of the boss is removed with its children, and the tree may be modified while it is updated.

#include <throng/entity/tree.hpp>

#include <cstdio>

namespace {

struct part {
    const char* name;
    int health;

    void update(throng::time_step) { --health; }
    [[nodiscard]] bool expired() const { return health <= 0; }
    void on_expire() const { std::printf("  %s is gone\n", name); }
};

void show(const throng::tree<part>& scene) {
    for (const part& p : scene) std::printf("  %*s%s\n", static_cast<int>(2 * scene.depth_of(p)), "", p.name);
}

} // namespace

int main() {
    throng::tree<part> scene;
    const auto boss = scene.add(part{"boss", 9});
    const auto arm = scene.add_child(boss, part{"arm", 2});
    const auto gun = scene.add_child(arm, part{"gun", 8});
    scene.add_child(gun, part{"flash", 1});
    scene.insert_before(*scene.get(arm), part{"head", 5});
    show(scene);

    for (int frame = 1; frame <= 3; ++frame) {
        std::printf("frame %d\n", frame);
        // Move the gun before the arm that holds it is removed.
        if (frame == 2) scene.reparent(*scene.get(gun), *scene.get(boss));
        scene.update(throng::time_step{1});
    }
    show(scene);
    std::printf("a cycle: %s\n", scene.reparent(*scene.get(boss), *scene.get(gun)) ? "made" : "refused");
    scene.get(boss)->health = 1;
    scene.update(throng::time_step{1}); // removes the whole branch
    std::printf("%zu left\n", scene.size());
}
