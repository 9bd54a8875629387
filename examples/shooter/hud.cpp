#include "hud.hpp"

#include "game.hpp"

#include <cstdio>
#include <string>

namespace shooter {

namespace {

constexpr const char* layer_names[] = {"BACKGROUND", "ENEMIES", "SHIP", "BULLETS", "EFFECTS", "HUD"};

/// Columns of fixed width, as in a table.
template <class... Values> std::string row(const char* format, Values... values) {
    char text[80];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

class table {
  public:
    table(canvas& c, int x, int y) : canvas_(c), x_(x), y_(y) {}
    void add(const std::string& line, color c = {170, 190, 220}) {
        canvas_.text(x_, y_, line, c);
        y_ += 13;
    }

  private:
    canvas& canvas_;
    int x_;
    int y_;
};

void draw_debug(canvas& c, const game& world, const hud& display) {
    constexpr color title{255, 220, 120};
    c.shade(6, 44, 318, 254);
    table t(c, 12, 50);
    t.add("COLLECTION             LIVE  ROOM", title);
    const auto count = [&t](const char* name, std::size_t live, std::size_t room) {
        t.add(row("%-22s%5zu %5zu", name, live, room));
    };
    count("ENTITY_LIST<STAR>", world.stars.size(), world.stars.capacity());
    count("ENTITY_LIST<ENEMY>", world.enemies.size(), world.enemies.capacity());
    count("TREE<BOSS_PART>", world.boss.size(), world.boss.capacity());
    count("ENTITY_LIST<SHOT>", world.shots.size(), world.shots.capacity());
    count("ENTITY_LIST<MISSILE>", world.missiles.size(), world.missiles.capacity());
    count("ENTITY_LIST<BULLET>", world.bullets.size(), world.bullets.capacity());
    count("ENTITY_BAG<FRAGMENT>", world.pieces.size(), world.pieces.capacity());
    count("ENTITY_POOL<PARTICLE>", world.sparks.size(), world.sparks.capacity());
    t.add(row("%-22s%5zu %5zu", "GRID<TARGET>, BLOCKS", world.targets.size(), world.targets.blocks()));
    t.add("");
    t.add("LAYER        THINGS  SCALE   TIME", title);
    world.layers.each_layer([&](const auto& l) {
        t.add(row("%-13s%6zu  %5.2f %6.1f%s", layer_names[l.index()], l.size(), l.time_scale(), l.time(),
                  l.enabled() ? "" : " OFF"));
    });
    if (display.frame_ms > 0) t.add(row("UPDATE %5.2f MS  FRAME %5.2f MS", display.update_ms, display.frame_ms));
}

} // namespace

void hud::draw(canvas& c) const {
    if (world == nullptr) return;
    const ship& s = world->ship;
    c.text(10, 10, row("SCORE %06llu", static_cast<unsigned long long>(world->score)), color{230, 240, 255}, 3);
    c.text(c.width() - 160, 10, row("WAVE %d", world->coming.number()), color{230, 240, 255}, 3);
    for (int i = 0; i < 5; ++i)
        c.box(10 + 16 * i, c.height() - 16, 13, 7, i < s.shields ? color{80, 200, 255} : color{40, 50, 70});
    if (world->layers[on::bullets].time_scale() < 1)
        c.text(c.width() / 2 - 65, 30, "BULLET TIME", color{200, 120, 255}, 3);
    if (is_paused) c.text(c.width() / 2 - 70, c.height() / 2, "PAUSE", color{255, 255, 255}, 7);
    if (debug) draw_debug(c, *world, *this);
}

} // namespace shooter
