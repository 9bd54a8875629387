#include "../worlds.hpp"

#include <gaia.h>

namespace bench {

namespace {

template <layout Layout> class gaia_movers {
  public:
    explicit gaia_movers(std::size_t n) {
        std::vector<gaia::ecs::Entity> all;
        for (std::size_t i = 0; i < n; ++i) {
            const gaia::ecs::Entity e = world_.add();
            if constexpr (Layout == layout::tags) mark_one(e, i, std::make_integer_sequence<int, many_tags>{});
            world_.add<position>(e, nth_position(i));
            if (Layout == layout::all || (Layout == layout::half && i % 2 != 0))
                world_.add<velocity>(e, nth_velocity(i));
            all.push_back(e);
        }
        if constexpr (Layout == layout::late)
            for (std::size_t i = 0; i < n; ++i)
                if (moves_late(i)) world_.add<velocity>(all[i], nth_velocity(i));
    }

    void move_all() {
        movers_.each([](gaia::ecs::Iter& it) {
            auto p = it.view_mut<position>();
            auto v = it.view<velocity>();
            const auto n = it.size();
            for (decltype(it.size()) i = 0; i < n; ++i) move(p[i], v[i]);
        });
    }
    void sink_all() {
        all_.each([](gaia::ecs::Iter& it) {
            auto p = it.view_mut<position>();
            const auto n = it.size();
            for (decltype(it.size()) i = 0; i < n; ++i) sink(p[i]);
        });
    }

    void show(digest& d) const {
        const_cast<gaia::ecs::Query&>(all_).each([&](gaia::ecs::Entity e, const position& p) {
            d.add(world_.has<velocity>(e) ? hash_of(p, world_.get<velocity>(e)) : hash_of(p));
        });
    }

  private:
    template <int... I> void mark_one(gaia::ecs::Entity e, std::size_t i, std::integer_sequence<int, I...>) {
        const auto which = static_cast<int>(i % many_tags);
        ((which == I ? world_.add<mark<I>>(e) : void()), ...);
    }

    gaia::ecs::World world_;
    gaia::ecs::Query movers_ = world_.query().all<position&>().all<velocity>();
    gaia::ecs::Query all_ = world_.query().all<position&>();
};

} // namespace

entrants gaia_e2() { return moving<gaia_movers>("gaia-ecs", kind::peer); }

} // namespace bench
