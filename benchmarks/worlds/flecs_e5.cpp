#include "../worlds.hpp"

#include <flecs.h>

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) add({nth_position(i), nth_velocity(i), nth_life(i)});
    }

    /// Edits from inside the walk are queued.
    void churn() {
        world_.defer_begin();
        query_.each([this](flecs::entity e, position& p, const velocity& v, life& l) {
            move(p, v);
            if (grow_older(l)) {
                e.destruct();
                add(offspring(l));
            }
        });
        world_.defer_end();
    }
    /// Collected while it walks, made in bulk afterwards.
    void churn_by_hand() {
        dead_.clear();
        positions_.clear();
        velocities_.clear();
        lives_.clear();
        query_.run([this](flecs::iter& it) {
            while (it.next()) {
                const auto p = it.field<position>(0);
                const auto v = it.field<const velocity>(1);
                const auto l = it.field<life>(2);
                position* const ps = &p[0];
                const velocity* const vs = &v[0];
                life* const ls = &l[0];
                for (std::size_t i = 0; i < it.count(); ++i) {
                    move(ps[i], vs[i]);
                    if (grow_older(ls[i])) {
                        dead_.push_back(it.c_ptr()->entities[i]);
                        const newcomer n = offspring(ls[i]);
                        positions_.push_back(n.position);
                        velocities_.push_back(n.velocity);
                        lives_.push_back(n.life);
                    }
                }
            }
        });
        for (const flecs::entity_t e : dead_) ecs_delete(world_, e);
        if (positions_.empty()) return;
        ecs_bulk_desc_t those{};
        those.count = static_cast<std::int32_t>(positions_.size());
        those.ids[0] = world_.id<position>();
        those.ids[1] = world_.id<velocity>();
        those.ids[2] = world_.id<life>();
        void* values[] = {positions_.data(), velocities_.data(), lives_.data()};
        those.data = static_cast<void**>(values);
        ecs_bulk_init(world_, &those);
    }

    void show(digest& d) const {
        world_.each([&](const position& p, const velocity& v, const life& l) { d.add(hash_of(p, v, l)); });
    }

  private:
    void add(const newcomer& n) {
        world_.entity().insert([&](position& p, velocity& v, life& l) {
            p = n.position;
            v = n.velocity;
            l = n.life;
        });
    }

    flecs::world world_;
    flecs::query<position, const velocity, life> query_ =
        world_.query_builder<position, const velocity, life>().cached().build();
    std::vector<flecs::entity_t> dead_;
    std::vector<position> positions_;
    std::vector<velocity> velocities_;
    std::vector<life> lives_;
};

} // namespace

entrants flecs_e5() {
    return {enters<crowd, &crowd::churn>("E5", "flecs", kind::peer),
            enters<crowd, &crowd::churn_by_hand>("E5", "flecs, by hand", kind::peer)};
}

} // namespace bench
