/// A level written by hand as JSON is read, played, and written.

#include <throng/extra/json.hpp>

#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

namespace {

struct position {
    float x = 0;
    float y = 0;
};
enum class temper { calm, hungry };
struct wolf {
    temper now = temper::calm;
    int strength = 3;
};
struct sheep {
    std::string name;
    throng::entity mother;
};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<wolf> {
    static constexpr const char* name = "wolf";
};
template <> struct throng::component<sheep> {
    static constexpr const char* name = "sheep";
};

namespace {

constexpr auto all = throng::components<position, wolf, sheep>;

constexpr std::string_view level = R"({
    // Omitted fields keep their defaults.
    "entities": [
        {"id": "0:65537", "position": {"x": 1.5, "y": -2}, "sheep": {"name": "Dolly"}},
        {"position": {"x": 3}, "sheep": {"name": "Molly", "mother": "0:65537", "wool": true}},
        {"position": {"x": 100, "y": 100}, "wolf": {"now": "hungry"}}
    ]
})";

void load(throng::world& world, std::string_view text) {
    const throng::json_result r = throng::read_json(world, text, all);
    if (!r) {
        std::printf("line %zu, column %zu: %s: %s\n", r.line, r.column, r.pointer.c_str(), r.error.c_str());
        return;
    }
    std::printf("%zu entities\n", world.size());
    for (const std::string& pointer : r.unknown) std::printf("unknown: %s\n", pointer.c_str());
    for (const std::string& pointer : r.missing) std::printf("missing: %s\n", pointer.c_str());
}

} // namespace

int main() {
    throng::world world;
    load(world, level);
    world.query<wolf, const position>().each([](throng::entity, wolf& w, const position&) { w.strength += 1; });
    std::fflush(stdout);
    throng::write_json(world, std::cout, all);
    std::cout.flush();

    // Errors are reported with their position, and leave the world unchanged.
    load(world, R"({"entities": [
        {"position": {"x": 1, "y": "two"}}
    ]})");
    load(world, R"({"entities": [
        {"position": {"x": 1, "y": 2}
    ]})");
    std::printf("still %zu\n", world.size());
}
