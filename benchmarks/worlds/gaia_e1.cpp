#include "../worlds.hpp"

#include <gaia.h>

namespace bench {

namespace {

class gaia_tagged {
  public:
    explicit gaia_tagged(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const gaia::ecs::Entity e = world_.add();
            world_.build(e).add<position>().add<velocity>().add<tag>();
            world_.acc_mut(e).set<position>(nth_position(i)).set<velocity>(nth_velocity(i));
            all_.push_back(e);
        }
    }

    void untag_in_walk() {
        gaia::ecs::CommandBufferST later(world_);
        query_.each([&](gaia::ecs::Entity e, position&, const velocity&) {
            later.del<tag>(e);
            ++untagged_;
        });
        later.commit();
    }
    void untag_all() {
        for (const gaia::ecs::Entity e : all_) {
            if (!world_.has<tag>(e)) continue;
            world_.del<tag>(e);
            ++untagged_;
        }
    }
    void tag_each() {
        for (const gaia::ecs::Entity e : all_)
            if (!world_.has<tag>(e)) world_.add<tag>(e);
    }

    void show(digest& d) const {
        for (const gaia::ecs::Entity e : all_)
            d.add(hash_of(world_.get<position>(e), world_.get<velocity>(e)) + (world_.has<tag>(e) ? 1U : 0U));
        d.add(untagged_);
    }

  private:
    gaia::ecs::World world_;
    gaia::ecs::Query query_ = world_.query().all<position&>().all<velocity>().all<tag>();
    std::vector<gaia::ecs::Entity> all_;
    std::uint64_t untagged_ = 0;
};

} // namespace

entrants gaia_e1() { return untagging<gaia_tagged>("gaia-ecs", kind::peer); }

} // namespace bench
