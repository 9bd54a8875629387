#include "../worlds.hpp"

#include <gaia.h>

namespace bench {

namespace {

class gaia_churners {
  public:
    explicit gaia_churners(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) add({nth_position(i), nth_velocity(i), nth_life(i)});
    }

    /// What dies and what comes is collected in the walk, and done after it.
    void churn() {
        dead_.clear();
        born_.clear();
        query_.each([this](gaia::ecs::Iter& it) {
            auto e = it.view<gaia::ecs::Entity>();
            auto p = it.view_mut<position>();
            auto v = it.view<velocity>();
            auto l = it.view_mut<life>();
            const auto n = it.size();
            for (decltype(it.size()) i = 0; i < n; ++i) {
                move(p[i], v[i]);
                if (grow_older(l[i])) {
                    dead_.push_back(e[i]);
                    born_.push_back(offspring(l[i]));
                }
            }
        });
        for (const gaia::ecs::Entity e : dead_) world_.del(e);
        for (const newcomer& n : born_) add(n);
    }

    void show(digest& d) const {
        const_cast<gaia::ecs::Query&>(query_).each(
            [&](const position& p, const velocity& v, const life& l) { d.add(hash_of(p, v, l)); });
    }

  private:
    void add(const newcomer& n) {
        const gaia::ecs::Entity e = world_.add();
        world_.build(e).add<position>().add<velocity>().add<life>();
        world_.acc_mut(e).set<position>(n.position).set<velocity>(n.velocity).set<life>(n.life);
    }

    gaia::ecs::World world_;
    gaia::ecs::Query query_ = world_.query().all<position&>().all<velocity>().all<life&>();
    std::vector<gaia::ecs::Entity> dead_;
    std::vector<newcomer> born_;
};

} // namespace

entrants gaia_e5() { return {enters<gaia_churners, &gaia_churners::churn>("E5", "gaia-ecs, by hand", kind::peer)}; }

} // namespace bench
