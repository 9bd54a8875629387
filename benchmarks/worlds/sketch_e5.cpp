#include "sketch.hpp"

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) world_.create(nth_position(i), nth_velocity(i), nth_life(i));
    }

    void churn() {
        world_.each<position, velocity, life>([this](sketch::entity e, position& p, const velocity& v, life& l) {
            move(p, v);
            if (grow_older(l)) {
                const newcomer n = offspring(l);
                world_.destroy(e);
                world_.create(n.position, n.velocity, n.life);
            }
        });
    }

    void show(digest& d) const {
        world_.each<position, velocity, life>(
            [&](sketch::entity, const position& p, const velocity& v, const life& l) { d.add(hash_of(p, v, l)); });
    }

  private:
    mutable sketch::world<position, velocity, life> world_;
};

} // namespace

entrants sketch_e5() { return {enters<crowd, &crowd::churn>("E5", "sketch", kind::baseline)}; }

} // namespace bench
