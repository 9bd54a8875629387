/// The smallest program with an inspector: a meadow to be looked at, and changed, from outside.
/// With a port as its argument (27750, or 0 for any) it runs until it is interrupted; without one, for a moment.

#include <throng/extra/inspector.hpp>
#include <throng/list.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/schedule.hpp>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

namespace {

struct position {
    float x = 0;
    float y = 0;
};
struct sheep {
    std::string name;
    int hunger = 0;
};
struct wolf {};
/// A wolf hunts a sheep.
struct hunts {};
struct drop {
    float height = 0;
};

} // namespace

template <> struct throng::component<sheep> {
    static constexpr const char* name = "sheep";
    static constexpr auto fields =
        throng::fields(field("name", &sheep::name), field("hunger", &sheep::hunger).range(0, 10).unit("meals"));
};
template <> struct throng::component<hunts> {
    static constexpr const char* name = "hunts";
    static constexpr bool exclusive = true;
};

int main(int argc, char** argv) {
    std::uint16_t port = 0;
    const std::string_view wanted = argc > 1 ? argv[1] : "0";
    const char* const end = wanted.data() + wanted.size();
    if (argc > 2 || std::from_chars(wanted.data(), end, port).ptr != end || wanted.empty()) {
        std::fprintf(stderr, "inspected: expected a port, from 0 to 65535, found '%s'\n", argv[argc - 1]);
        return 2;
    }
    const bool stays = argc > 1;

    throng::world world;
    throng::describe(world, throng::components<position, sheep, wolf>);
    const throng::entity dolly = world.create(position{1, 2}, sheep{"Dolly", 3});
    world.create(position{3, 4}, sheep{"Flossy", 7});
    const throng::entity grey = world.create(position{8, 8}, wolf{});
    throng::relation<hunts> hunting(world);
    hunting.relate(grey, dolly);
    throng::list<drop> rain;
    for (int i = 0; i < 30; ++i) rain.push_back({5});

    throng::schedule systems(world);
    systems.add("walking", world.query<position>(throng::all_of<wolf>),
                [](throng::system_step t, position& p) { p.x += static_cast<float>(t.seconds); });
    systems.add("raining", [&rain](throng::system_step t) {
        for (drop& d : rain) d.height = d.height > 0 ? d.height - static_cast<float>(t.seconds) : 5;
    });

    throng::inspector inspect(world, {.port = port, .name = "a meadow"});
    if (!inspect) {
        std::fprintf(stderr, "inspected: %s\n", inspect.error().c_str());
        return 1;
    }
    inspect.add("rain", rain);
    inspect.add("hunts", hunting);
    inspect.add("systems", systems);
    if (stays) {
        std::printf("%s\n", inspect.url().c_str());
        std::fflush(stdout);
    }

    for (int frame = 0; stays || frame < 60; ++frame) {
        if (inspect.poll()) systems.run(1 / 60.);
        if (stays) std::this_thread::sleep_for(std::chrono::milliseconds(16));
    }
    std::printf("%s is at %g, %g\n", world.get<sheep>(dolly).name.c_str(),
                static_cast<double>(world.get<position>(dolly).x), static_cast<double>(world.get<position>(dolly).y));
}
