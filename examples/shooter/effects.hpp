#pragma once

#include "dice.hpp"
#include "step.hpp"

#include <throng/bag.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/pool.hpp>

#include <cstddef>

namespace shooter {

/// A spark, a puff of smoke.
struct particle {
    vec at;
    vec speed;
    float left;
    float life;
    color light;

    void update(const step& s);
    void draw(canvas& c) const;
    [[nodiscard]] bool expired() const { return left <= 0; }
};
/// There are never more than a fixed number: when the pool is full, the next one is not made.
using particles = throng::entity_pool<particle>;
inline constexpr std::size_t most_particles = 3000;
/// Many of them in all directions.
void burst(particles& those, dice& random, vec at, int count, float speed, color light);

/// A piece of what has been shot, turning as it falls.
struct fragment {
    vec at;
    vec speed;
    float angle;
    float spin;
    float size;
    float left;
    color body;

    void update(const step& s);
    void draw(canvas& c) const;
    [[nodiscard]] bool expired() const { return left <= 0; }
};
/// The order in which they are drawn does not matter: a bag.
using debris = throng::entity_bag<fragment>;
void scatter(debris& those, dice& random, vec at, int count, color body);

} // namespace shooter
