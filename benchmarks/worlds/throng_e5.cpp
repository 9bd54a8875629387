#include "../worlds.hpp"

#include <throng/world/world.hpp>

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) world_.create(nth_position(i), nth_velocity(i), nth_life(i));
    }

    void churn() {
        world_.query<position, const velocity, life>().each(
            [this](throng::entity e, position& p, const velocity& v, life& l) {
                move(p, v);
                if (grow_older(l)) {
                    world_.destroy(e);
                    const newcomer n = offspring(l);
                    world_.create(n.position, n.velocity, n.life);
                }
            });
    }

    void show(digest& d) const {
        world_.query<position, velocity, life>().each(
            [&](const position& p, const velocity& v, const life& l) { d.add(hash_of(p, v, l)); });
    }

  private:
    throng::world world_;
};

} // namespace

entrants throng_e5() { return {enters<crowd, &crowd::churn>("E5", "throng::world", kind::ours)}; }

} // namespace bench
