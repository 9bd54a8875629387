/// The row `json` of `./bench compile`: the game of game.hpp, written as JSON and as a save, and read from both.
#include "game.hpp"

#include <throng/extra/json.hpp>
#include <throng/world/save.hpp>

#include <sstream>

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<velocity> {
    static constexpr const char* name = "velocity";
};
template <> struct throng::component<health> {
    static constexpr const char* name = "health";
};
template <> struct throng::component<weapon> {
    static constexpr const char* name = "weapon";
};
template <> struct throng::component<shot> {
    static constexpr const char* name = "shot";
};
template <> struct throng::component<frozen> {
    static constexpr const char* name = "frozen";
};
template <> struct throng::component<label> {
    static constexpr const char* name = "label";
};

int main() {
    constexpr auto those = throng::components<position, velocity, health, weapon, shot, frozen, label>;
    game g;
    g.run(300);
    std::ostringstream text;
    throng::write_json(g.w, text, those);
    throng::byte_writer bytes;
    throng::save(g.w, bytes, those);
    g.run(300);
    const throng::json_result read = throng::read_json(g.w, text.str(), those);
    if (!read) std::printf("%s\n", read.error.c_str());
    g.report();
    const bool restored = static_cast<bool>(throng::restore(g.w, bytes.bytes(), those));
    std::printf("%zu characters, %d\n", text.str().size(), static_cast<int>(restored));
    g.report();
}
