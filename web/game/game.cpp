// The shooter for a page: the page calls `begin`, then `update` and `draw` for each frame, and shows what is in memory
// at `picture`. All of the game is in the memory of the module: a copy of that is a snapshot (assets/game.mjs).
#include "../../examples/shooter/game.hpp"

#include "../../examples/shooter/pilot.hpp"
#include "../playground/introspect.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace {

using namespace shooter;

constexpr int width = static_cast<int>(field_width);
constexpr int height = static_cast<int>(field_height);

std::unique_ptr<game> world;
bool is_slow = false;
canvas drawn(width, height);
/// As the page wants it: a byte each of red, green, blue and opacity.
std::vector<std::uint32_t> for_page(drawn.pixels().size());
/// A byte each slot: 0 for nothing, 1 for what is live, 2 for what is only kept; and 255 before each page.
std::vector<std::uint8_t> slots;

template <class Collection> void note_slots(Collection& c) {
    slots.clear();
    playground::each_slot(
        c, [](unsigned, unsigned) { slots.push_back(255); },
        [](unsigned, playground::slot is, const auto*) { slots.push_back(static_cast<std::uint8_t>(is)); });
}

} // namespace

extern "C" {

/// A new game, in which `bullets` are kept flying.
[[clang::export_name("begin")]] void begin(unsigned seed, unsigned bullets) {
    world.reset();
    world = std::make_unique<game>(seed, bullets);
}
/// From now on.
[[clang::export_name("stress")]] void stress(unsigned bullets) { world->stress = bullets; }
/// One frame: as these controls say, or as the pilot does.
[[clang::export_name("update")]] void update(float x, float y, bool fire, bool missiles, bool pilot_plays) {
    controls wanted{x, y, fire, missiles};
    if (pilot_plays) wanted = pilot(*world);
    // (The pilot slows them down when it likes to.)
    if (is_slow || !pilot_plays) world->bullet_time(is_slow);
    world->update(1.0 / 60, wanted);
}
/// The bullets, for as long as it is wanted.
[[clang::export_name("slow")]] void slow(bool wanted) { is_slow = wanted; }
[[clang::export_name("paused")]] void paused(bool p) { world->paused(world->display.is_paused = p); }
/// Numbers on the picture, and how long the frames take that the page measures.
[[clang::export_name("numbers")]] void numbers(bool on, double update_ms, double frame_ms) {
    world->display.debug = on;
    world->display.update_ms = update_ms;
    world->display.frame_ms = frame_ms;
}
/// Width times height pixels.
[[clang::export_name("draw")]] const std::uint32_t* draw() {
    world->draw(drawn);
    const std::uint32_t* from = drawn.pixels().data();
    for (std::uint32_t& to : for_page) {
        const std::uint32_t p = *from++;
        to = (p & 0xff00ff00U) | (p >> 16U & 0xffU) | (p & 0xffU) << 16U;
    }
    return for_page.data();
}
/// Where pictures are: two of them, which need not be kept in a snapshot.
[[clang::export_name("picture")]] const std::uint32_t* picture(bool of_page) {
    return of_page ? for_page.data() : drawn.pixels().data();
}
[[clang::export_name("hash")]] std::uint64_t hash() { return world->hash(); }
[[clang::export_name("frames")]] unsigned frames() { return static_cast<unsigned>(world->frames); }
[[clang::export_name("bullets")]] unsigned bullets() { return static_cast<unsigned>(world->bullets.size()); }
/// Where the ship is.
[[clang::export_name("ship_x")]] float ship_x() { return world->ship.at.x; }
[[clang::export_name("ship_y")]] float ship_y() { return world->ship.at.y; }
/// The pages of a list: 0 bullets, 1 shots, 2 enemies, 3 missiles. `slot_count` bytes.
[[clang::export_name("pages")]] const std::uint8_t* pages(int which) {
    if (which == 0) note_slots(world->bullets);
    else if (which == 1) note_slots(world->shots);
    else if (which == 2) note_slots(world->enemies);
    else note_slots(world->missiles);
    return slots.data();
}
[[clang::export_name("slot_count")]] unsigned slot_count() { return static_cast<unsigned>(slots.size()); }
}
