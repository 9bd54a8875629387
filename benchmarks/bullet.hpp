#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace bench {

/// What the workloads keep lists of: 64 bytes that move, grow older and die by their own dice.
///
/// Everything that happens to a bullet follows from the bullet alone, so whatever the order in which a contestant
/// visits its bullets, the same ones live.
struct bullet {
    float x, y, z, angle;
    float vx, vy, vz, spin;
    std::uint32_t dice;
    std::uint32_t age;
    std::uint64_t id;
    std::uint32_t kind;
    float energy;
    /// For a contestant that has to find a bullet again: its handle. Not part of the results that are compared.
    std::uint64_t self;

    /// One bullet in ten dies in a frame.
    static constexpr std::uint32_t deadly_roll = 0xffffffffU / 10;

    /// Moves only: what iteration alone costs.
    void drift() {
        constexpr float dt = 1.0F / 60;
        x += vx * dt;
        y += vy * dt;
        z += vz * dt;
        angle += spin * dt;
    }

    /// Moves, ages and rolls the dice. True if that was the end of it.
    [[nodiscard]] bool step() {
        drift();
        dice = dice * 747796405U + 2891336453U;
        ++age;
        return expired();
    }

    /// What the last step answered. A newcomer (age 0) survives its first step, so that a frame ends; & because
    /// the branch-free contestants want no jump here.
    [[nodiscard]] bool expired() const {
        return (static_cast<unsigned>(dice < deadly_roll) & static_cast<unsigned>(age > 1)) != 0;
    }

    /// The newcomer that takes the place of this one: thrown from where all come from, in a direction of its own.
    [[nodiscard]] bullet offspring() const {
        const std::uint32_t mixed = (dice ^ (dice >> 15)) * 0x2c1b3c6dU;
        const std::uint32_t roll = mixed ^ (mixed >> 13);
        const auto unit = [roll](unsigned shift) { return static_cast<float>((roll >> shift) & 0xffU) / 128 - 1; };
        return {.x = 0,
                .y = 0,
                .z = 0,
                .angle = 0,
                .vx = unit(0),
                .vy = unit(8),
                .vz = unit(16),
                .spin = unit(24),
                .dice = roll,
                .age = 0,
                .id = id + 0x9e3779b97f4a7c15U,
                .kind = kind,
                .energy = energy,
                .self = 0};
    }
};

static_assert(sizeof(bullet) == 64 && std::is_trivially_copyable_v<bullet>);

constexpr std::uint64_t mix(std::uint64_t v) {
    v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9U;
    v = (v ^ (v >> 27)) * 0x94d049bb133111ebU;
    return v ^ (v >> 31);
}

/// The i-th bullet of a fresh crowd, old enough to die.
inline bullet nth_bullet(std::size_t i) {
    const std::uint64_t noise = mix(i + 1);
    const auto unit = [noise](unsigned shift) { return static_cast<float>((noise >> shift) & 0xffU) / 128 - 1; };
    return {.x = unit(0),
            .y = unit(8),
            .z = unit(16),
            .angle = unit(24),
            .vx = unit(32),
            .vy = unit(40),
            .vz = unit(48),
            .spin = unit(56),
            .dice = static_cast<std::uint32_t>(mix(noise)),
            .age = 1,
            .id = i,
            .kind = static_cast<std::uint32_t>(i % 7),
            .energy = 1,
            .self = 0};
}

inline std::uint64_t hash_of(const bullet& b) {
    std::uint64_t h = mix(b.id);
    const auto add = [&h](auto part) { h = mix(h ^ std::bit_cast<std::uint32_t>(part)); };
    add(b.x), add(b.y), add(b.z), add(b.angle);
    add(b.vx), add(b.vy), add(b.vz), add(b.spin);
    add(b.dice), add(b.age), add(b.kind), add(b.energy);
    return h;
}

} // namespace bench
