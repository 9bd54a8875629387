// needs exceptions
// A roll-back that an object refuses, or in which a copy throws, changes none of the objects that are rolled back
// together.
#include <throng/list.hpp>
#include <throng/world/rollback.hpp>

#include <cstdio>

struct position {
    int x = 0;
};
template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};

/// Keeps its state, and loads none.
struct stubborn {
    [[nodiscard]] int save() const { return 0; }
    bool load(int) { return false; }
};
struct fragile {
    int n = 0;
    static inline bool breaks = false;
    explicit fragile(int i) : n(i) {}
    fragile(const fragile& other) : n(other.n) {
        if (breaks) throw 1;
    }
    fragile(fragile&&) noexcept = default;
    fragile& operator=(const fragile&) = default;
    fragile& operator=(fragile&&) noexcept = default;
};

int main() {
    {
        throng::world world;
        throng::list<int> bullets;
        stubborn level;
        const throng::entity ship = world.create(position{1});
        throng::rollback<int> game(world, 4, [](int) {}, throng::components<position>);
        game.include(bullets);
        game.include(level);
        (void)game.save(0);
        bullets.push_back(7);
        world.get<position>(ship).x = 2;
        const bool done = game.load(0);
        std::printf("loaded: %d, bullets: %zu, x: %d\n", done, bullets.size(), world.get<position>(ship).x);
    }
    {
        throng::world world;
        throng::list<int> bullets;
        throng::list<fragile> vases;
        vases.push_back(fragile(1));
        throng::rollback<int> game(world, 4, [](int) {}, throng::components<position>);
        game.include(bullets);
        game.include(vases);
        (void)game.save(0);
        bullets.push_back(7);
        fragile::breaks = true;
        try {
            (void)game.load(0);
        } catch (int) {
            std::printf("a copy has thrown; bullets: %zu\n", bullets.size());
        }
    }
}
