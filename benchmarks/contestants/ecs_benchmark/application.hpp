#pragma once

#include "base/Application.h"
#include "base/FrameBuffer.h"

#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

namespace contestant {

/// The benchmark's game: a world, and a schedule with its systems.
class application {
  public:
    using EntityManager = throng::world;
    using TimeDelta = float;

    application() : application(ecs::benchmarks::base::add_more_complex_system_t::UseBasicSystems) {}
    explicit application(ecs::benchmarks::base::add_more_complex_system_t which);

    throng::world& getEntities() { return world_; }

    void init();
    void uninit() {}
    void update(TimeDelta seconds) { systems_.run(static_cast<double>(seconds)); }

  private:
    void add_basic_systems();
    void add_complex_systems();

    bool is_complex_;
    ecs::benchmarks::base::FrameBuffer frame_buffer_;
    throng::world world_;
    throng::schedule systems_{world_};
};

} // namespace contestant
