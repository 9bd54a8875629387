#include "../worlds.hpp"

#include <gaia.h>
#include <optional>

namespace bench {

namespace {

class gaia_population {
  public:
    explicit gaia_population(std::size_t n) : all_(n), order_(shuffled(n)), at_random_(n) {}

    void fresh() { world_.emplace(); }
    void create_each() {
        std::size_t i = 0;
        for (gaia::ecs::Entity& e : all_) {
            e = world_->add();
            world_->build(e).add<position>().add<velocity>().add<life>();
            world_->acc_mut(e).set<position>(nth_position(i)).set<velocity>({1, 1}).set<life>({1, 1});
            ++i;
        }
    }
    void create_all() {
        const gaia::ecs::Entity model = world_->add();
        world_->build(model).add<position>().add<velocity>().add<life>();
        world_->acc_mut(model).set<position>({1, 1}).set<velocity>({1, 1}).set<life>({1, 1});
        all_[0] = model;
        std::size_t i = 1;
        world_->copy_n(model, static_cast<std::uint32_t>(all_.size() - 1), [&](gaia::ecs::Entity e) { all_[i++] = e; });
    }

    void refill() {
        fresh();
        create_each();
        at_random_ = in_order(all_, order_);
    }
    void destroy_in_order() {
        for (const gaia::ecs::Entity e : all_) world_->del(e);
    }
    void destroy_at_random() {
        for (const gaia::ecs::Entity e : at_random_) world_->del(e);
    }

    void show(digest& d) const {
        if (!world_) return;
        for (const gaia::ecs::Entity e : all_)
            if (world_->valid(e))
                d.add(hash_of(world_->get<position>(e), world_->get<velocity>(e), world_->get<life>(e)));
    }

  private:
    std::optional<gaia::ecs::World> world_;
    std::vector<gaia::ecs::Entity> all_;
    std::vector<std::uint32_t> order_;
    std::vector<gaia::ecs::Entity> at_random_;
};

} // namespace

entrants gaia_e3() {
    const auto k = kind::peer;
    using crowd = gaia_population;
    return {enters<crowd, &crowd::create_each, &crowd::fresh>("E3-create", "gaia-ecs", k),
            enters<crowd, &crowd::create_all, &crowd::fresh>("E3-create-bulk", "gaia-ecs", k),
            enters<crowd, &crowd::destroy_in_order, &crowd::refill>("E3-destroy", "gaia-ecs", k),
            enters<crowd, &crowd::destroy_at_random, &crowd::refill>("E3-destroy-random", "gaia-ecs", k)};
}

} // namespace bench
