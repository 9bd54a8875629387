/// A patched game reads the saves of its first version: a save contains the description of its components.

#include <throng/world/save.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace first {

enum class weather : std::uint8_t { sun, rain, snow };
struct health {
    std::int16_t hp = 100;
    bool poisoned = false;
};
struct bag {
    std::vector<std::string> things;
    std::int32_t gold = 0;
};

} // namespace first

namespace second {

enum class weather : std::uint8_t { sun, fog, rain }; // fog is new, snow is removed
struct health {
    std::int64_t left = 100; // wider, and renamed from hp
    std::int64_t most = 100; // new; poisoned is removed
};
struct bag {
    std::vector<std::string> things;
    std::int8_t gold = 0; // narrower: larger values are refused
};
struct shield {
    int strength = 3;
};

} // namespace second

template <> struct throng::component<first::health> {
    static constexpr const char* name = "health";
};
template <> struct throng::component<first::bag> {
    static constexpr const char* name = "bag";
};
template <> struct throng::component<first::weather> {
    static constexpr const char* name = "weather";
};

template <> struct throng::component<second::health> {
    static constexpr const char* name = "health";
    static constexpr throng::field_renamed renamed[] = {{"hp", "left"}};
};
template <> struct throng::component<second::bag> {
    static constexpr const char* name = "inventory";
    static constexpr const char* formerly[] = {"bag"};
};
template <> struct throng::component<second::weather> {
    static constexpr const char* name = "weather";
};
template <> struct throng::component<second::shield> {
    static constexpr const char* name = "shield";
};

namespace {

constexpr auto in_first = throng::components<first::health, first::bag, first::weather>;
constexpr auto in_second = throng::components<second::health, second::shield, second::weather, second::bag>;

void load(throng::world& world, std::span<const std::byte> bytes) {
    const throng::restored r = throng::restore(world, bytes, in_second);
    if (r) {
        std::printf("restored\n");
    } else {
        std::printf("refused: %s", r.error);
        if (!r.field().empty()) std::printf(", %s", std::string(r.field()).c_str());
        if (!r.component.empty()) std::printf(" of %s", std::string(r.component).c_str());
        if (r.entity) std::printf(" of entity %u", r.entity.index());
        std::printf("\n");
    }
}

} // namespace

int main() {
    throng::world old;
    const throng::entity hero = old.create(first::health{70, true}, first::bag{{"rope", "lamp"}, 12});
    old.set_singleton(first::weather::rain); // a singleton is saved where its type is listed
    throng::byte_writer<> saved;
    throng::save(old, saved, in_first);

    throng::world world;
    load(world, saved.bytes());
    const auto& health = world.get<second::health>(hero);
    const auto& bag = world.get<second::bag>(hero);
    std::printf("%d of %d, %d gold, %s and %s\n", static_cast<int>(health.left), static_cast<int>(health.most),
                static_cast<int>(bag.gold), bag.things[0].c_str(), bag.things[1].c_str());
    std::printf("it rains: %s\n", *world.singleton<second::weather>() == second::weather::rain ? "yes" : "no");

    // A save that cannot be read is refused, with the place, and leaves the world unchanged.
    const throng::entity rich = old.create(first::bag{{}, 1'000'000});
    saved.clear();
    throng::save(old, saved, in_first);
    load(world, saved.bytes());
    old.destroy(rich);
    old.set_singleton(first::weather::snow);
    saved.clear();
    throng::save(old, saved, in_first);
    load(world, saved.bytes());
    std::printf("%d left\n", static_cast<int>(world.get<second::health>(hero).left));
}
