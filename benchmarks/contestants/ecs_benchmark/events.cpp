// The suites of events, each of which the benchmark has for some of the libraries only: each entity with a position and
// a velocity causes an event, which a listener hears at once (Trigger) or later (Enqueue, Update); or the event is a
// component.

#include "ExtendedECSBenchmark.h"
#include "application.hpp"
#include "entity_factory.hpp"
#include "hero_monster_factory.hpp"

#include <throng/buffered_list.hpp>
#include <throng/listeners.hpp>

#include <cstddef>
#include <vector>

namespace {

using namespace ecs::benchmarks::base::components;

using extended =
    ecs::benchmarks::base::ExtendedECSBenchmark<"throng (event)", contestant::application, contestant::entity_factory,
                                                contestant::hero_monster_factory>;

struct event {
    throng::entity entity;
};

auto moving_of(throng::world& world) { return world.query<PositionComponent, VelocityComponent>(); }

/// Events that wait, and what hears of them.
class dispatcher {
  public:
    throng::listeners<event&> heard;

    void enqueue(event e) { waiting_.push_back(e); }
    void update() {
        waiting_.commit();
        waiting_.each([this](event& e) { heard(e); });
        waiting_.clear();
    }

  private:
    throng::buffered_list<event> waiting_;
};

class throng_suite final : public extended {
  public:
    throng_suite()
        : extended({.add_more_complex_system = ecs::benchmarks::base::add_more_complex_system_t::UseMoreComplexSystems,
                    .version = {}}) {}

    void BM_EnqueueAndUpdateEventsViaDispatcherWithMixedEntities(benchmark::State& state) {
        with_listener(state, [&](throng::world& world, dispatcher& events) {
            for (auto _ : state) {
                enqueue_all(world, events);
                events.update();
            }
        });
    }
    void BM_EnqueueEventsViaDispatcherWithMixedEntities(benchmark::State& state) {
        with_listener(state, [&](throng::world& world, dispatcher& events) {
            for (auto _ : state) enqueue_all(world, events);
        });
    }
    void BM_UpdateEventsViaDispatcherWithMixedEntities(benchmark::State& state) {
        with_listener(state, [&](throng::world& world, dispatcher& events) {
            enqueue_all(world, events);
            for (auto _ : state) events.update();
        });
    }
    void BM_TriggerAndUpdateEventsViaDispatcherWithMixedEntities(benchmark::State& state) {
        with_listener(state, [&](throng::world& world, dispatcher& events) {
            const auto moving = moving_of(world);
            for (auto _ : state) {
                moving.each([&](throng::entity e, PositionComponent&, VelocityComponent&) {
                    event its{e};
                    events.heard(its);
                });
            }
        });
    }

    void BM_PublishEventsViaComponentWithMixedEntities(benchmark::State& state) {
        BM_PublishEventsViaComponentWithMixedEntitiesCustom(
            state, moving_of, [](throng::world& world, const auto& moving) { publish(world, moving); });
    }
    void BM_PublishAndUpdateEventsViaComponentWithMixedEntities(benchmark::State& state) {
        // The benchmark calls the fourth function with the first query, before it calls the third one with the second:
        // those that have an event are looked for when none has one.
        BM_PublishAndUpdateEventsViaComponentWithMixedEntitiesCustom(
            state, moving_of,
            [](throng::world& world) {
                return world.query<PositionComponent, VelocityComponent>(throng::all_of<EmptyComponent>);
            },
            [](throng::world& world, const auto& eventful) { publish(world, eventful); },
            [](throng::world&, const auto& moving) {
                moving.each([](throng::entity e, PositionComponent& p, VelocityComponent& v) { dummy_each(e, p, v); });
            });
    }

  private:
    template <class F> void with_listener(benchmark::State& state, F f) {
        contestant::application app;
        throng::world& world = app.getEntities();
        std::vector<throng::entity> all;
        const auto counted = this->template createEntitiesWithMixedComponents<contestant::entity_factory>(
            world, static_cast<std::size_t>(state.range(0)), all);
        dispatcher events;
        const throng::listener<event&> listener(events.heard, [&world](const event& e) {
            dummy_each(world.get<PositionComponent>(e.entity), world.get<VelocityComponent>(e.entity));
        });
        f(world, events);
        this->setCounters(state, all, counted);
    }
    static void enqueue_all(throng::world& world, dispatcher& events) {
        moving_of(world).each([&](throng::entity e, PositionComponent&, VelocityComponent&) { events.enqueue({e}); });
    }
    template <class Query> static void publish(throng::world& world, const Query& those) {
        those.each([&world](throng::entity e, PositionComponent&, VelocityComponent&) {
            contestant::entity_factory::addComponentEmpty(world, e);
        });
    }
};

throng_suite suite;

void BM_EnqueueAndUpdateEventsViaDispatcherWithMixedEntities(benchmark::State& state) {
    suite.BM_EnqueueAndUpdateEventsViaDispatcherWithMixedEntities(state);
}
void BM_EnqueueEventsViaDispatcherWithMixedEntities(benchmark::State& state) {
    suite.BM_EnqueueEventsViaDispatcherWithMixedEntities(state);
}
void BM_UpdateEventsViaDispatcherWithMixedEntities(benchmark::State& state) {
    suite.BM_UpdateEventsViaDispatcherWithMixedEntities(state);
}
void BM_TriggerAndUpdateEventsViaDispatcherWithMixedEntities(benchmark::State& state) {
    suite.BM_TriggerAndUpdateEventsViaDispatcherWithMixedEntities(state);
}
void BM_PublishEventsViaComponentWithMixedEntities(benchmark::State& state) {
    suite.BM_PublishEventsViaComponentWithMixedEntities(state);
}
void BM_PublishAndUpdateEventsViaComponentWithMixedEntities(benchmark::State& state) {
    suite.BM_PublishAndUpdateEventsViaComponentWithMixedEntities(state);
}

} // namespace

BENCHMARK(BM_EnqueueAndUpdateEventsViaDispatcherWithMixedEntities)->Apply(ecs::benchmarks::base::BEDefaultArguments);
BENCHMARK(BM_EnqueueEventsViaDispatcherWithMixedEntities)->Apply(ecs::benchmarks::base::BEDefaultArguments);
BENCHMARK(BM_UpdateEventsViaDispatcherWithMixedEntities)->Apply(ecs::benchmarks::base::BEDefaultArguments);
BENCHMARK(BM_TriggerAndUpdateEventsViaDispatcherWithMixedEntities)->Apply(ecs::benchmarks::base::BEDefaultArguments);
BENCHMARK(BM_PublishEventsViaComponentWithMixedEntities)->Apply(ecs::benchmarks::base::BEDefaultArguments);
BENCHMARK(BM_PublishAndUpdateEventsViaComponentWithMixedEntities)->Apply(ecs::benchmarks::base::BEDefaultArguments);
