#pragma once

#include "bullet.hpp"
#include "harness.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What E1 to E8 and S1 do with worlds of entities: the same components and the same work for all libraries. Each
/// library has a file (worlds/), which is compiled for each workload by itself: together they would be inlined
/// otherwise than in a game.
namespace bench {

struct position {
    float x, y;
};
struct velocity {
    float x, y;
};
struct tag {};
/// For sums of what is looked up: nothing is to be calculated there.
inline std::uint64_t bits_of(float x) noexcept { return std::bit_cast<std::uint32_t>(x); }
struct life {
    std::uint32_t dice;
    std::uint32_t parent;
};
/// For what is written and read, besides.
struct health {
    std::int32_t left;
    std::int32_t most;
};
struct heading {
    float angle;
    float turn;
};
/// Tags that tell apart systems, or entities: of no interest in themselves.
template <int> struct mark {};

/// Why an edit of a world costs more than one of the sketch.
inline constexpr const char* edits_with_a_contract =
    "The sketch promises less: its components are known when it is compiled, no hook is called for a change, no value "
    "is destroyed, and an entity that a walk stands on may be overwritten by a new one. Here an edit finds its columns "
    "while the "
    "program runs, and asks for walks, hooks, systems and what is to be destroyed.";

inline constexpr int many_systems = 33;
inline constexpr int many_tags = 26;
/// Of each ship in E8.
inline constexpr std::size_t turrets = 4;

constexpr float step_seconds = 1.0F / 64;

inline position nth_position(std::size_t i) { return {static_cast<float>(i), static_cast<float>(i % 251U)}; }
inline velocity nth_velocity(std::size_t i) {
    return {static_cast<float>(i % 7U) - 3, static_cast<float>(i % 11U) - 5};
}
inline life nth_life(std::size_t i) { return {static_cast<std::uint32_t>(mix(i + 1)), 0}; }
inline health nth_health(std::size_t i) {
    return {static_cast<std::int32_t>(i % 101U), static_cast<std::int32_t>(i % 103U) + 100};
}
inline heading nth_heading(std::size_t i) {
    return {static_cast<float>(i % 360U) / 64, static_cast<float>(i % 13U) / 8 - 0.75F};
}

inline void move(position& p, const velocity& v) {
    p.x += v.x * step_seconds;
    p.y += v.y * step_seconds;
}
inline void sink(position& p) { p.y -= step_seconds; }

/// True when it dies: one in ten.
inline bool grow_older(life& l) {
    l.dice = l.dice * 747796405U + 2891336453U;
    return l.dice < 0xffffffffU / 10;
}
struct newcomer {
    bench::position position;
    bench::velocity velocity;
    bench::life life;
};
/// What comes in the place of one that dies, when it has grown older.
inline newcomer offspring(const life& l) {
    const std::uint32_t mixed = (l.dice ^ (l.dice >> 15U)) * 0x2c1b3c6dU;
    const std::uint32_t roll = mixed ^ (mixed >> 13U);
    const auto unit = [roll](unsigned shift) { return static_cast<float>((roll >> shift) & 0xffU) / 128 - 1; };
    return {{0, 0}, {unit(0), unit(8)}, {roll, l.dice}};
}

inline std::uint64_t hash_of(const position& p) { return mix(std::bit_cast<std::uint64_t>(p) + 1); }
inline std::uint64_t hash_of(const position& p, const velocity& v) {
    return mix(hash_of(p) ^ std::bit_cast<std::uint64_t>(v));
}
inline std::uint64_t hash_of(const position& p, const velocity& v, const life& l) {
    return mix(hash_of(p, v) ^ std::bit_cast<std::uint64_t>(l));
}
inline std::uint64_t hash_of(const health& h, const heading& a) {
    return mix(mix(std::bit_cast<std::uint64_t>(h) + 1) ^ std::bit_cast<std::uint64_t>(a));
}

/// Indices 0 … n-1 in an order that no cache likes, the same for all.
inline std::vector<std::uint32_t> shuffled(std::size_t n) {
    std::vector<std::uint32_t> all(n);
    for (std::size_t i = 0; i < n; ++i) all[i] = static_cast<std::uint32_t>(i);
    for (std::size_t i = n; i > 1; --i) std::swap(all[i - 1], all[mix(i) % i]);
    return all;
}
template <class T> std::vector<T> in_order(const std::vector<T>& those, const std::vector<std::uint32_t>& order) {
    std::vector<T> all;
    all.reserve(order.size());
    for (const std::uint32_t i : order) all.push_back(those[i]);
    return all;
}

/// One library's contestant in one workload.
struct entrant {
    std::string_view workload;
    bench::entry entry;
};
using entrants = std::vector<entrant>;

/// A crowd, what is done to it, and what is done before that while no clock runs.
template <class Crowd, auto Frame, auto Prepare = nullptr> class scene final : public contestant {
  public:
    explicit scene(std::size_t n) : crowd_(n) {}
    void prepare() override {
        if constexpr (Prepare != nullptr) (crowd_.*Prepare)();
    }
    void frame() override { (crowd_.*Frame)(); }
    void show(digest& d) const override { crowd_.show(d); }

  private:
    Crowd crowd_;
};
template <class Crowd, auto Frame, auto Prepare = nullptr>
entrant enters(std::string_view workload, std::string name, kind k) {
    return {workload, {std::move(name), k, false, [](std::size_t n) -> std::unique_ptr<contestant> {
                           return std::make_unique<scene<Crowd, Frame, Prepare>>(n);
                       }}};
}

/// E1. A crowd has n entities with position, velocity and tag.
template <class Crowd> entrants untagging(const std::string& name, kind k) {
    return {
        enters<Crowd, &Crowd::untag_in_walk, &Crowd::tag_each>("E1-walk", name, k),
        enters<Crowd, &Crowd::untag_all, &Crowd::tag_each>("E1-bulk", name, k),
        enters<Crowd, &Crowd::tag_each, &Crowd::untag_all>("E1-add", name, k),
    };
}

/// E2. Which of the entities have a velocity.
enum class layout {
    /// Every other one, from birth.
    half,
    all,
    /// Half of them, at random, given one by one after birth.
    late,
    /// None; but each has one of many tags.
    tags,
};
inline bool moves_late(std::size_t i) { return (mix(i) & 1U) != 0; }
template <template <layout> class Crowd> entrants moving(const std::string& name, kind k) {
    return {
        enters<Crowd<layout::half>, &Crowd<layout::half>::move_all>("E2-half", name, k),
        enters<Crowd<layout::all>, &Crowd<layout::all>::move_all>("E2-all", name, k),
        enters<Crowd<layout::late>, &Crowd<layout::late>::move_all>("E2-late", name, k),
        enters<Crowd<layout::tags>, &Crowd<layout::tags>::sink_all>("E2-tags", name, k),
    };
}

/// E3. A crowd begins empty. It grows to n of position, velocity and life; fresh() begins anew in a new world.
template <class Crowd> entrants coming_and_going(const std::string& name, kind k) {
    return {
        enters<Crowd, &Crowd::create_each, &Crowd::fresh>("E3-create", name, k),
        enters<Crowd, &Crowd::create_all, &Crowd::fresh>("E3-create-bulk", name, k),
        enters<Crowd, &Crowd::destroy_in_order, &Crowd::refill>("E3-destroy", name, k),
        enters<Crowd, &Crowd::destroy_at_random, &Crowd::refill>("E3-destroy-random", name, k),
        enters<Crowd, &Crowd::destroy_all, &Crowd::refill>("E3-destroy-bulk", name, k),
    };
}

/// E8. fresh() begins anew: a new world, and a ship with four turrets as a pattern.
template <class Crowd> entrants instantiating(const std::string& name, kind k) {
    return {enters<Crowd, &Crowd::instantiate_each, &Crowd::fresh>("E8-each", name, k),
            enters<Crowd, &Crowd::instantiate_all, &Crowd::fresh>("E8-all", name, k)};
}

/// S1. A crowd has n entities with five components, and them as bytes. fresh() makes a new world to read into.
template <class Crowd> entrants saving(const std::string& name, kind k) {
    return {enters<Crowd, &Crowd::write_bytes, &Crowd::forget_bytes>("S1-save", name, k),
            enters<Crowd, &Crowd::read_bytes, &Crowd::fresh>("S1-load", name, k)};
}
/// The same with JSON.
template <class Crowd> entrants writing_json(const std::string& name, kind k) {
    return {enters<Crowd, &Crowd::write_json, &Crowd::forget_json>("S1-json-write", name, k),
            enters<Crowd, &Crowd::read_json, &Crowd::fresh>("S1-json-read", name, k)};
}

entrants throng_e1();
entrants throng_e2();
entrants throng_e3();
entrants throng_e4();
entrants throng_e5();
entrants throng_e6();
entrants throng_e7();
entrants throng_e8();
entrants throng_s1();
entrants sketch_e1();
entrants sketch_e2();
entrants sketch_e3();
entrants sketch_e4();
entrants sketch_e5();
entrants sketch_e6();
entrants limit_e1();
entrants limit_e2();
entrants limit_e3();
entrants limit_e5();
entrants limit_e6();
entrants limit_e7();
// Of a library that is not installed: none.
entrants entt_e1();
entrants entt_e2();
entrants entt_e3();
entrants entt_e4();
entrants entt_e5();
entrants entt_e6();
entrants entt_e8();
entrants entt_s1();
entrants flecs_e1();
entrants flecs_e2();
entrants flecs_e3();
entrants flecs_e4();
entrants flecs_e5();
entrants flecs_e6();
entrants flecs_e7();
entrants flecs_e8();
entrants flecs_s1();
entrants gaia_e1();
entrants gaia_e2();
entrants gaia_e3();
entrants gaia_e4();
entrants gaia_e5();
entrants gaia_e6();

/// Gives each workload its entrants.
inline std::vector<workload> with_entrants(std::vector<workload> workloads, std::initializer_list<entrants> libraries) {
    for (const entrants& library : libraries)
        for (const entrant& e : library)
            for (workload& w : workloads)
                if (w.name == e.workload) w.entries.push_back(e.entry);
    return workloads;
}

} // namespace bench
