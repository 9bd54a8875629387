#include "../worlds.hpp"

#include <gaia.h>

namespace bench {

namespace {

class gaia_known {
  public:
    explicit gaia_known(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const gaia::ecs::Entity e = world_.add();
            world_.add<position>(e, nth_position(i));
            world_.add<velocity>(e, nth_velocity(i));
            all_.push_back(e);
        }
        all_ = in_order(all_, shuffled(n));
    }

    void get_each() {
        std::uint64_t sum = 0;
        for (const gaia::ecs::Entity e : all_) sum += bits_of(world_.get<position>(e).x);
        sum_ += sum;
    }
    void get_checked() {
        std::uint64_t sum = 0;
        for (const gaia::ecs::Entity e : all_)
            if (world_.valid(e) && world_.has<position>(e)) sum += bits_of(world_.get<position>(e).x);
        sum_ += sum;
    }

    void show(digest& d) const { d.add(sum_); }

  private:
    gaia::ecs::World world_;
    std::vector<gaia::ecs::Entity> all_;
    std::uint64_t sum_ = 0;
};

} // namespace

entrants gaia_e6() {
    return {enters<gaia_known, &gaia_known::get_each>("E6-get", "gaia-ecs", kind::peer),
            enters<gaia_known, &gaia_known::get_checked>("E6-checked", "gaia-ecs", kind::peer)};
}

} // namespace bench
