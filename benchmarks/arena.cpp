#include "harness.hpp"
#include "workloads.hpp"
#include "worlds.hpp"

#include <throng/list.hpp>
#include <throng/world/changes.hpp>
#include <throng/world/events.hpp>
#include <throng/world/family.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/timers.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <string>
#include <utility>
#include <vector>

/// Frames that allocate nothing more, with what tests/needs/no_heap_after_the_start.cpp plays: in memory that has been
/// given, and on the heap.
namespace bench {

namespace {

struct where {
    float x = 0;
    float y = 0;
};
struct speed {
    float x = 1;
    float y = 0;
};
struct left {
    std::int32_t frames = 20;
};
struct gun {
    std::int32_t shots = 0;
};
struct hit {
    std::int32_t damage;
};

} // namespace
} // namespace bench

template <> struct throng::component<bench::where> {
    static constexpr const char* name = "where";
};
template <> struct throng::component<bench::speed> {
    static constexpr const char* name = "speed";
};
template <> struct throng::component<bench::left> {
    static constexpr const char* name = "left";
};
template <> struct throng::component<bench::gun> {
    static constexpr const char* name = "gun";
};

namespace bench {

namespace {

using throng::entity;

template <class Allocator> class small_game {
    template <class T> using allocator_of = typename std::allocator_traits<Allocator>::template rebind_alloc<T>;

  public:
    small_game(std::size_t guns, const Allocator& allocator) : world_(allocator), sparks_(allocator) {
        schedule_.add("move", world_.template query<where, const speed>(), [](where& p, const speed& v) {
            p.x += v.x;
            p.y += v.y;
        });
        schedule_.add("shoot", world_.template query<gun, const where>(), [this](gun& g, const where& p) {
            if (++g.shots % 3 == 0) world_.create(where(p), speed{2, 1}, left{});
        });
        schedule_.add("age", world_.template query<left>(), [this](entity e, left& l) {
            if (--l.frames == 0) world_.destroy(e);
        });
        for (std::size_t i = 0; i < guns; ++i) {
            guns_.push_back(world_.create(where{}, gun{}));
            timers_.every(guns_.back(), 0.1, [this] { ++told_; });
        }
    }
    /// With each fiftieth, five are taken back.
    void fifty_frames() {
        for (int i = 0; i < 50; ++i) play();
    }
    void play() {
        step();
        if (frame_ % 50 == 0 && frames_.load(frame_ - 5)) {
            for (frame_ -= 5; frame_ % 50 != 0;) step();
        }
        for (std::size_t i = 1; i < guns_.size(); ++i) {
            family_.adopt(guns_[0], guns_[i]);
            hits_.post(guns_[i], {1});
            sparks_.push_back(static_cast<int>(i));
        }
        timers_.advance(0.02);
        hits_.deliver();
        told_ += moved_.size();
        moved_.clear();
        names_.set(guns_[frame_ % guns_.size()], frame_ % 2 == 0 ? "left" : "right");
        for (std::size_t i = 1; i < guns_.size(); ++i) family_.leave(guns_[i]);
        sparks_.each([](int) { return false; });
    }
    void show(digest& d) const {
        d.add(told_);
        world_.template query<const where>().each([&d](const where& p) { d.add(mix(bits_of(p.x)) + bits_of(p.y)); });
    }

  private:
    void step() {
        frames_.save(frame_++);
        frames_.advance(0);
    }

    throng::basic_world<Allocator> world_;
    throng::basic_schedule<Allocator> schedule_{world_};
    throng::basic_family<Allocator> family_{world_};
    throng::basic_naming<Allocator> names_{world_};
    throng::basic_world_timers<Allocator> timers_{world_};
    throng::events<hit, Allocator> hits_{world_};
    throng::changes<where, Allocator> moved_{world_};
    throng::list<int, allocator_of<int>> sparks_;
    throng::basic_rollback<int, Allocator> frames_{world_, 16, [this](int) { schedule_.run(0.02); },
                                                   throng::components<where, speed, left, gun>};
    std::size_t told_ = 0;
    throng::listener<entity, hit&> listening_{hits_, [this](entity, hit&) { ++told_; }};
    std::vector<entity> guns_;
    std::uint64_t frame_ = 0;
};

class on_the_heap {
  public:
    explicit on_the_heap(std::size_t n) : game_(n, {}) {}
    void frame() { game_.fifty_frames(); }
    void show(digest& d) const { game_.show(d); }

  private:
    small_game<std::allocator<std::byte>> game_;
};
/// What is freed is used again by a pool over the arena.
class in_an_arena {
  public:
    explicit in_an_arena(std::size_t n) : game_(n, &memory_) {}
    void frame() { game_.fifty_frames(); }
    void show(digest& d) const { game_.show(d); }

  private:
    static constexpr std::size_t first_bytes = std::size_t{1} << 20U;
    std::pmr::monotonic_buffer_resource arena_{first_bytes};
    std::pmr::unsynchronized_pool_resource memory_{
        {.max_blocks_per_chunk = 0, .largest_required_pool_block = first_bytes}, &arena_};
    small_game<std::pmr::polymorphic_allocator<std::byte>> game_;
};

} // namespace

workload arena() {
    workload w{.name = "arena",
               .title = "a frame of N guns after the start: systems, a family, names, timers, events, roll-back",
               .warm_up = 20,
               .sizes = {20, 1'000},
               .entries = {},
               .share = 50,
               .unit = "ns a gun",
               .why_behind = "A pool of the standard library finds the block that it gives out again by its size."};
    return with_entrants(
        {std::move(w)},
        {{enters<in_an_arena, &in_an_arena::frame>("arena", "throng::pmr::world, in an arena", kind::ours),
          enters<on_the_heap, &on_the_heap::frame>("arena", "throng::world, on the heap", kind::baseline)}})[0];
}

} // namespace bench
