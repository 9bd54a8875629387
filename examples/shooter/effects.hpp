#pragma once

#include "dice.hpp"
#include "step.hpp"

#include <throng/bag.hpp>
#include <throng/pool.hpp>

#include <cstddef>

namespace shooter {

/// A spark, a puff of smoke. There are never more than a fixed number: when the pool is full, the next one is not made.
struct particle {
    vec at;
    vec speed;
    float left;
    float life;
    color light;
};

class particles {
  public:
    static constexpr std::size_t most = 3000;
    using collection = throng::pool<particle>;

    void add(const particle& p) { all_.add(p); }
    /// Many of them in all directions.
    void burst(dice& random, vec at, int count, float speed, color light);
    void clear() { all_.clear(); }

    void update(const step& s);
    void draw(canvas& c) const;
    [[nodiscard]] const collection& all() const { return all_; }
    [[nodiscard]] collection& all() { return all_; }

  private:
    collection all_{throng::fixed_capacity{most}};
};

/// A piece of what has been shot, turning as it falls. The order in which they are drawn does not matter: a bag.
struct fragment {
    vec at;
    vec speed;
    float angle;
    float spin;
    float size;
    float left;
    color body;
};

class debris {
  public:
    using collection = throng::bag<fragment>;

    void scatter(dice& random, vec at, int count, color body);
    void clear() { all_.clear(); }

    void update(const step& s);
    void draw(canvas& c) const;
    [[nodiscard]] const collection& all() const { return all_; }
    [[nodiscard]] collection& all() { return all_; }

  private:
    collection all_;
};

} // namespace shooter
