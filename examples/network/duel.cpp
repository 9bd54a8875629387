#include "duel.hpp"

#include <algorithm>
#include <cstddef>

namespace network {

namespace {

constexpr std::int32_t field = 8192;
constexpr std::int32_t fastest = 64;
constexpr std::size_t rocks = 24;

std::int32_t around(std::int32_t at) { return (at + field) % field; }

bool is_near(const body& a, const body& b, std::int32_t distance) {
    const std::int64_t x = a.x - b.x;
    const std::int64_t y = a.y - b.y;
    return x * x + y * y < std::int64_t{distance} * distance;
}

} // namespace

duel::duel(std::uint64_t seed) {
    world.set_singleton(dice{seed});
    world.create(body{.x = field / 4, .y = field / 2}, ship{.player = 0, .nose_x = 1});
    world.create(body{.x = 3 * field / 4, .y = field / 2}, ship{.player = 1, .nose_x = -1});
    add_rocks();
}

void duel::step(const presses& pressed) {
    steer(pressed);
    move();
    hit();
    add_rocks();
}

void duel::cheat(int player) {
    world.query<ship>().each([&](ship& s) { s.score += s.player == player ? 1 : 0; });
}

void duel::steer(const presses& pressed) {
    for (auto [e, b, s] : world.query<body, ship>()) {
        const unsigned p = pressed[static_cast<std::size_t>(s.player)];
        const std::int32_t x = ((p & right) != 0 ? 1 : 0) - ((p & left) != 0 ? 1 : 0);
        const std::int32_t y = ((p & down) != 0 ? 1 : 0) - ((p & up) != 0 ? 1 : 0);
        b.speed_x = std::clamp(b.speed_x + 4 * x, -fastest, fastest);
        b.speed_y = std::clamp(b.speed_y + 4 * y, -fastest, fastest);
        if (x != 0 || y != 0) {
            s.nose_x = x;
            s.nose_y = y;
        }
        if (s.safe > 0) --s.safe;
        if (s.reload > 0) --s.reload;
        if ((p & fire) == 0 || s.reload != 0) continue;
        s.reload = 6;
        world.create(body{.x = b.x, .y = b.y, .speed_x = 120 * s.nose_x, .speed_y = 120 * s.nose_y}, bullet{e, 60});
    }
}

void duel::move() {
    world.query<body>().each([](body& b) {
        b.x = around(b.x + b.speed_x);
        b.y = around(b.y + b.speed_y);
    });
}

void duel::hit() {
    dice& chance = *world.singleton<dice>();
    for (auto [e, at, shot] : world.query<const body, bullet>()) {
        bool is_spent = --shot.left <= 0;
        for (auto [r, there, its] : world.query<const body, rock>()) {
            if (is_spent || !is_near(at, there, 60 * its.size)) continue;
            is_spent = true;
            if (ship* const s = world.try_get<ship>(shot.shooter)) ++s->score;
            // It breaks in two.
            if (--its.size > 0) world.create(body{there.x, there.y, -chance.roll(40), chance.roll(40)}, rock{its.size});
            else world.destroy(r);
        }
        for (auto [other, there, its] : world.query<body, ship>()) {
            if (is_spent || other == shot.shooter || its.safe != 0 || !is_near(at, there, 160)) continue;
            is_spent = true;
            its.safe = 90;
            if (ship* const s = world.try_get<ship>(shot.shooter)) s->score += 10;
            there = body{.x = chance.roll(field), .y = chance.roll(field)};
        }
        if (is_spent) world.destroy(e);
    }
}

void duel::add_rocks() {
    dice& chance = *world.singleton<dice>();
    std::size_t n = 0;
    world.query<const rock>().each([&](const rock&) { ++n; });
    for (; n < rocks; ++n) {
        const body b{chance.roll(field), 0, chance.roll(41) - 20, chance.roll(41) - 20};
        world.create(b, rock{1 + chance.roll(4)});
    }
}

} // namespace network
