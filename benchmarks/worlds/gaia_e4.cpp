#include "../worlds.hpp"

#include <gaia.h>

namespace bench {

namespace {

class gaia_changers {
  public:
    explicit gaia_changers(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const gaia::ecs::Entity e = world_.add();
            world_.add<position>(e, nth_position(i));
            all_.push_back(e);
        }
    }

    void add_and_remove() {
        for (const gaia::ecs::Entity e : all_) world_.add<velocity>(e, {1, 2});
        for (const gaia::ecs::Entity e : all_) {
            world_.del<velocity>(e);
            ++removed_;
        }
    }

    void show(digest& d) const {
        for (const gaia::ecs::Entity e : all_)
            if (!world_.has<velocity>(e)) d.add(hash_of(world_.get<position>(e)));
        d.add(removed_);
    }

  private:
    gaia::ecs::World world_;
    std::vector<gaia::ecs::Entity> all_;
    std::uint64_t removed_ = 0;
};

} // namespace

entrants gaia_e4() { return {enters<gaia_changers, &gaia_changers::add_and_remove>("E4", "gaia-ecs", kind::peer)}; }

} // namespace bench
