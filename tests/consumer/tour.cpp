// A little of everything, for those who have throng as a single header or as a module.
#include <cstdio>
#include <memory_resource>
#include <unordered_map>

#if defined(IMPORTS_THRONG)
import throng;
#else
#include <throng/collections.hpp>
#include <throng/throng.hpp>
#endif

namespace {

struct enemy {
    int health;
    int x;
};

struct spark {
    double left;
    void update(throng::time_step step) { left -= step.seconds; }
    [[nodiscard]] bool expired() const { return left <= 0; }
};

struct wound {
    int depth;
};
struct asleep {};

} // namespace

template <> struct throng::component<wound> {
    static constexpr const char* name = "wound";
};

int main() {
    throng::list<enemy> enemies{{30, 0}, {10, 1}, {20, 2}};
    std::unordered_map<throng::handle<enemy>, const char*> names;
    names[enemies.add({90, 3})] = "boss";
    for (enemy& e : enemies) {
        e.health -= 15;
        if (e.health > 0) continue;
        enemies.remove(e);
        enemies.push_back({40, e.x + 5});
    }
    for (const enemy& e : enemies) std::printf("%d at %d\n", e.health, e.x);
    for (const auto& [h, name] : names) std::printf("the %s is %s\n", name, enemies.contains(h) ? "here" : "gone");

    throng::bag<int> numbers{1, 2, 3, 4};
    numbers.each([&](int& n) {
        if (n % 2 == 0) numbers.remove(n);
    });
    throng::pmr::list<int> more{5, 6};
    throng::each_pair(numbers, more, [&](int a, int b) { std::printf("%d+%d ", a, b); });
    std::puts("");

    throng::entity_list<throng::any_entity<>> effects;
    for (int i = 1; i <= 3; ++i) effects.add(spark{i * 0.25});
    effects.update(throng::time_step{.seconds = 0.5});
    std::printf("%zu spark\n", effects.size());

    throng::world world;
    throng::subset near(world);
    for (int i = 0; i < 6; ++i) {
        const throng::entity e = world.create(wound{i});
        if (i % 2 == 0) near.join(e);
        if (i % 3 == 0) world.add<asleep>(e);
    }
    world.query<wound>(near.present() | throng::any_of<asleep>).each([&](throng::entity e, const wound& w) {
        if (w.depth == 2) world.destroy(e);
    });
    throng::byte_writer bytes;
    throng::save(world, bytes, throng::components<wound>);
    throng::world copy;
    const bool whole = static_cast<bool>(throng::restore(copy, bytes.bytes(), throng::components<wound>));
    std::printf("%s, %zu entities\n", whole ? "restored" : "damaged",
                copy.query<wound>(throng::none_of<asleep>).count());
}
