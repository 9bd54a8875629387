#include "../worlds.hpp"

#include <entt/entt.hpp>

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) add(nth_position(i), nth_velocity(i), nth_life(i));
    }

    void churn() {
        for (auto [e, p, v, l] : registry_.view<position, const velocity, life>().each()) {
            move(p, v);
            if (grow_older(l)) {
                const newcomer n = offspring(l);
                registry_.destroy(e);
                add(n.position, n.velocity, n.life);
            }
        }
    }

    void show(digest& d) const {
        for (const auto [e, p, v, l] : registry_.view<const position, const velocity, const life>().each())
            d.add(hash_of(p, v, l));
    }

  private:
    void add(const position& p, const velocity& v, const life& l) {
        const entt::entity e = registry_.create();
        positions_.emplace(e, p);
        velocities_.emplace(e, v);
        lives_.emplace(e, l);
    }

    entt::registry registry_;
    entt::storage_for_t<position>& positions_ = registry_.storage<position>();
    entt::storage_for_t<velocity>& velocities_ = registry_.storage<velocity>();
    entt::storage_for_t<life>& lives_ = registry_.storage<life>();
};

} // namespace

entrants entt_e5() { return {enters<crowd, &crowd::churn>("E5", "EnTT", kind::peer)}; }

} // namespace bench
