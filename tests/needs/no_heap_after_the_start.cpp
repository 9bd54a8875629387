// needs exceptions
// A game in memory that is given once: after the start, nothing is allocated from the heap, and nothing more from that
// memory's source.
#include <throng/throng.hpp>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory_resource>
#include <new>

static std::size_t from_heap = 0;
void* operator new(std::size_t bytes) {
    ++from_heap;
    if (void* const p = std::malloc(bytes)) return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

struct position {
    float x = 0;
    float y = 0;
};
struct velocity {
    float x = 1;
    float y = 0;
};
struct life {
    int left = 20;
};
struct gun {
    int shots = 0;
};
struct hit {
    int damage;
};
template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<velocity> {
    static constexpr const char* name = "velocity";
};
template <> struct throng::component<life> {
    static constexpr const char* name = "life";
};
template <> struct throng::component<gun> {
    static constexpr const char* name = "gun";
};
constexpr auto state = throng::components<position, velocity, life, gun>;

/// Ends at its limit; counts the blocks that it gives.
class given : public std::pmr::memory_resource {
  public:
    std::size_t blocks = 0;

  private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
        ++blocks;
        return memory_.allocate(bytes, alignment);
    }
    void do_deallocate(void*, std::size_t, std::size_t) override {}
    [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

    alignas(64) static inline std::byte bytes_[64U << 20U];
    std::pmr::monotonic_buffer_resource memory_{bytes_, sizeof bytes_, std::pmr::null_memory_resource()};
};

int main() {
    using allocator = std::pmr::polymorphic_allocator<std::byte>;
    given source;
    std::pmr::unsynchronized_pool_resource memory({0, 1U << 20U}, &source);

    throng::pmr::world world(&memory);
    throng::basic_schedule<allocator> schedule(world);
    throng::basic_family<allocator> family(world);
    throng::basic_naming<allocator> names(world);
    throng::basic_world_timers<allocator> timers(world);
    throng::events<hit, allocator> hits(world);
    throng::changes<position, allocator> moved(world);
    throng::pmr::list<int> sparks(&memory);
    std::size_t told = 0;

    schedule.add("move", world.query<position, const velocity>(), [](position& p, const velocity& v) { p.x += v.x; });
    schedule.add("shoot", world.query<gun, const position>(), [&world](gun& g, const position& p) {
        if (++g.shots % 3 == 0) world.create(p, velocity{2, 1}, life{});
    });
    schedule.add("age", world.query<life>(), [&world](throng::entity e, life& l) {
        if (--l.left == 0) world.destroy(e);
    });
    throng::basic_rollback<int, allocator> frames(world, 16, [&](int) { schedule.run(0.02); }, state);
    throng::entity guns[20];
    for (throng::entity& g : guns) g = world.create(position{}, gun{});
    const throng::listener<throng::entity, hit&> listening(hits, [&told](throng::entity, hit&) { ++told; });

    for (const throng::entity g : guns) timers.every(g, 0.1, [&told] { ++told; });

    throng::byte_writer<allocator> saved(&memory);
    throng::byte_writer<> scratch;
    std::uint64_t frame = 0;
    const auto play = [&] {
        frames.save(frame++);
        frames.advance(0);
        if (frame % 50 == 0 && frames.load(frame - 5)) {
            for (frame -= 5; frame % 50 != 0;) frames.save(frame++), frames.advance(0);
        }
        for (std::size_t i = 1; i < 20; ++i) {
            family.adopt(guns[0], guns[i]);
            hits.post(guns[i], {1});
            sparks.push_back(static_cast<int>(i));
        }
        timers.advance(0.02);
        hits.deliver();
        saved.clear();
        throng::save(world, saved, state, scratch);
        told += moved.size();
        moved.clear();
        names.set(guns[frame % 20], frame % 2 == 0 ? "left" : "right");
        for (std::size_t i = 1; i < 20; ++i) family.leave(guns[i]);
        sparks.each([](int) { return false; });
    };
    for (int i = 0; i < 1000; ++i) play();
    const std::size_t blocks = source.blocks;
    from_heap = 0;
    for (int i = 0; i < 10'000; ++i) play();
    std::printf("in 10,000 frames: %zu allocations from the heap, %zu blocks more from the source\n", from_heap,
                source.blocks - blocks);
    std::printf("%s\n", told > 10'000 && world.validate() ? "all is well" : "something is wrong");
}
