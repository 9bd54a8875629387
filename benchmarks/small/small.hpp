#pragma once

#include "../worlds.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

/// Small worlds: what a query and a system cost where there is next to nothing to visit, and a frame of a game of
/// fifteen entities. N is how often that is done; each file (small/) is a library, or written by hand.
namespace bench {

namespace small {

constexpr std::size_t entities = 5;
/// Of a schedule.
constexpr std::size_t systems = 10;

/// What none has.
struct asleep {
    std::uint32_t ticks;
};
inline void doze(asleep& a) { --a.ticks; }

// The game: a ship shoots at rocks. Whatever happens in it follows from the numbers of shots and rocks, so the order in
// which a library visits them makes no difference.

constexpr std::size_t rocks = 8;
constexpr std::size_t shots = 6;
constexpr float field = 100;
constexpr float reach = 6;

/// Counts its shots.
struct ship {
    std::uint32_t fired;
};
struct rock {
    std::uint32_t id;
    std::int32_t health;
    std::uint32_t lives;
};
struct fuse {
    std::uint32_t id;
    std::int32_t ticks;
};

inline position somewhere(std::uint64_t i) {
    return {static_cast<float>(mix(i) % 100), static_cast<float>(mix(i) / 100 % 100)};
}
inline velocity some_speed(std::uint64_t i, float fastest) {
    const auto unit = [i](unsigned shift) { return static_cast<float>((mix(i + 3) >> shift) & 0xffU) / 128 - 1; };
    return {unit(0) * fastest, unit(8) * fastest};
}
constexpr position ship_place{50, 50};
constexpr velocity ship_speed{3, 2};
inline rock nth_rock(std::uint32_t i) { return {i, 3, 0}; }
inline position place_of(const rock& r) { return somewhere(r.id * 1'000 + r.lives); }
inline velocity speed_of_rock(std::uint32_t i) { return some_speed(i, 8); }
inline fuse nth_fuse(std::uint32_t i) { return {i, static_cast<std::int32_t>(30 + mix(i) % 30)}; }
inline velocity speed_of_shot(std::uint32_t i) { return some_speed(i + 100, 60); }

inline float wrapped(float x) { return x < 0 ? x + field : x >= field ? x - field : x; }
inline void fly(position& p, const velocity& v) {
    move(p, v);
    p = {wrapped(p.x), wrapped(p.y)};
}
/// True at the end of the shot.
inline bool burn(fuse& f) { return --f.ticks <= 0; }
/// A shot hits each rock that is near, and is spent.
inline void hit(const position& shot, fuse& f, const position& p, rock& r) {
    const float dx = p.x - shot.x;
    const float dy = p.y - shot.y;
    if (dx * dx + dy * dy > reach * reach) return;
    --r.health;
    f.ticks = 0;
}
/// A rock that has been destroyed begins elsewhere.
inline void mend(position& p, rock& r) {
    if (r.health > 0) return;
    r.health = 3;
    ++r.lives;
    p = place_of(r);
}

/// What is drawn, in whatever order.
struct picture {
    std::uint64_t light = 0;
    void dot(const position& p) { light += bits_of(p.x) ^ (bits_of(p.y) << 7U); }
};

inline std::uint64_t hash_of(const position& p, const rock& r) {
    return mix(bench::hash_of(p) + r.id + (static_cast<std::uint64_t>(r.health) << 20U) +
               (std::uint64_t{r.lives} << 32U));
}
inline std::uint64_t hash_of(const position& p, const fuse& f) {
    return mix(bench::hash_of(p) + f.id + (static_cast<std::uint64_t>(f.ticks) << 32U));
}

} // namespace small

/// A world that a frame does something with N times. The compiler may not join two of them.
template <class World, auto Do> class repeated final : public contestant {
  public:
    explicit repeated(std::size_t n) : n_(n) {}
    void frame() override {
        for (std::size_t i = 0; i < n_; ++i) {
            (world_.*Do)();
            std::atomic_signal_fence(std::memory_order_seq_cst);
        }
    }
    void show(digest& d) const override { world_.show(d); }

  private:
    std::size_t n_;
    World world_;
};
template <class World, auto Do> entrant repeats(std::string_view workload, std::string name, kind k) {
    return {workload, {std::move(name), k, false, [](std::size_t n) -> std::unique_ptr<contestant> {
                           return std::make_unique<repeated<World, Do>>(n);
                       }}};
}

entrants small_by_throng();
entrants small_by_hand();
/// None where EnTT is not installed.
entrants small_by_entt();

} // namespace bench
