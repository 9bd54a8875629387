#include "../worlds.hpp"

#include <flecs.h>

namespace bench {

namespace {

template <layout Layout> class flecs_crowd {
  public:
    explicit flecs_crowd(std::size_t n) {
        std::vector<flecs::entity> all;
        for (std::size_t i = 0; i < n; ++i) {
            if (Layout == layout::all || (Layout == layout::half && i % 2 != 0)) {
                world_.entity().insert([i](position& p, velocity& v) {
                    p = nth_position(i);
                    v = nth_velocity(i);
                });
                continue;
            }
            const flecs::entity e = world_.entity();
            if constexpr (Layout == layout::tags) mark_one(e, i, std::make_integer_sequence<int, many_tags>{});
            e.set<position>(nth_position(i));
            all.push_back(e);
        }
        if constexpr (Layout == layout::late)
            for (std::size_t i = 0; i < n; ++i)
                if (moves_late(i)) all[i].set<velocity>(nth_velocity(i));
    }

    void move_all() {
        movers_.run([](flecs::iter& it) {
            while (it.next()) {
                const auto p = it.field<position>(0);
                const auto v = it.field<const velocity>(1);
                position* const ps = &p[0];
                const velocity* const vs = &v[0];
                for (std::size_t i = 0; i < it.count(); ++i) move(ps[i], vs[i]);
            }
        });
    }
    void sink_all() {
        all_.run([](flecs::iter& it) {
            while (it.next()) {
                const auto p = it.field<position>(0);
                position* const ps = &p[0];
                for (std::size_t i = 0; i < it.count(); ++i) sink(ps[i]);
            }
        });
    }

    void show(digest& d) const {
        all_.each([&](flecs::entity e, const position& p) {
            const velocity* const v = e.try_get<velocity>();
            d.add(v != nullptr ? hash_of(p, *v) : hash_of(p));
        });
    }

  private:
    template <int... I> void mark_one(flecs::entity e, std::size_t i, std::integer_sequence<int, I...>) {
        const auto which = static_cast<int>(i % many_tags);
        ((which == I ? static_cast<void>(e.add<mark<I>>()) : void()), ...);
    }

    flecs::world world_;
    flecs::query<position, const velocity> movers_ = world_.query_builder<position, const velocity>().cached().build();
    flecs::query<position> all_ = world_.query_builder<position>().cached().build();
};

} // namespace

entrants flecs_e2() { return moving<flecs_crowd>("flecs", kind::peer); }

} // namespace bench
