// Chapter 10. The running game can be viewed and edited from a browser. Start it with the argument "serve".
#include <throng/extra/inspector.hpp>
#include <throng/list.hpp>
#include <throng/world/schedule.hpp>

#include <chrono>
#include <cstdio>
#include <string_view>
#include <thread>

namespace {

struct position {
    float x = 0;
};
struct health {
    int left = 2;
};
struct arrow {
    float x = 0;
};

} // namespace

template <> struct throng::component<health> {
    static constexpr const char* name = "health";
    // Listed by hand, with a range that the page shows as a slider.
    static constexpr auto fields = throng::fields(field("left", &health::left).range(0, 5));
};

int main(int argc, char** argv) {
    const bool serve = argc > 1 && std::string_view(argv[1]) == "serve";
    throng::world world;
    throng::describe(world, throng::components<position, health>);
    for (int i = 0; i < 3; ++i) world.create(position{20.0F + 3 * static_cast<float>(i)}, health{});
    throng::list<arrow> arrows{{1}, {4}};

    throng::schedule systems(world);
    systems.add("march", world.query<position>(), [](throng::system_step t, position& p) {
        p.x -= static_cast<float>(t.seconds);
        if (p.x < 0) p.x = 30;
    });

    throng::inspector inspect(world, {.port = 0, .name = "the siege"});
    if (!inspect) return std::printf("%s\n", inspect.error().c_str()), 1;
    inspect.add("arrows", arrows);
    inspect.add("systems", systems);
    if (serve) std::printf("open %s\n", inspect.url().c_str()), std::fflush(stdout);

    for (int frame = 0; serve || frame < 60; ++frame) {
        if (inspect.poll()) systems.run(1 / 60.); // false while the page has paused the game
        if (serve) std::this_thread::sleep_for(std::chrono::milliseconds(16));
    }
    for (auto [e, p] : world.query<const position>()) std::printf("%.1f\n", static_cast<double>(p.x));
}
