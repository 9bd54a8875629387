#include "../worlds.hpp"

#include <flecs.h>

namespace bench {

namespace {

template <int Systems> class crowd {
  public:
    explicit crowd(std::size_t n) {
        if constexpr (Systems > 1) make_systems(std::make_integer_sequence<int, Systems - 1>{});
        for (std::size_t i = 0; i < n; ++i)
            all_.push_back(world_.entity().add<tag>().insert([i](position& p, velocity& v) {
                p = nth_position(i);
                v = nth_velocity(i);
            }));
    }

    void untag_in_walk() {
        world_.defer_begin();
        query_.each([this](flecs::entity e, position&, const velocity&) {
            e.remove<tag>();
            ++untagged_;
        });
        world_.defer_end();
    }
    void untag_all() {
        untagged_ += static_cast<std::uint64_t>(query_.count());
        world_.remove_all<tag>();
    }
    void tag_each() {
        for (const flecs::entity e : all_) e.add<tag>();
    }

    void show(digest& d) const {
        for (const flecs::entity e : all_)
            d.add(hash_of(e.get<position>(), e.get<velocity>()) + (e.has<tag>() ? 1U : 0U));
        d.add(untagged_);
    }

  private:
    template <int... I> void make_systems(std::integer_sequence<int, I...>) {
        (systems_.push_back(world_.query_builder<position, const velocity>()
                                .template with<tag>()
                                .template without<mark<I>>()
                                .cached()
                                .build()),
         ...);
    }

    flecs::world world_;
    flecs::query<position, const velocity> query_ =
        world_.query_builder<position, const velocity>().with<tag>().cached().build();
    std::vector<flecs::query<position, const velocity>> systems_;
    std::vector<flecs::entity> all_;
    std::uint64_t untagged_ = 0;
};

} // namespace

entrants flecs_e1() {
    entrants all = untagging<crowd<1>>("flecs", kind::peer);
    for (const entrant& e : untagging<crowd<many_systems>>("flecs, 33 queries", kind::peer)) all.push_back(e);
    return all;
}

} // namespace bench
