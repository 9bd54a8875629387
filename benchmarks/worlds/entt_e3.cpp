#include "../worlds.hpp"

#include <entt/entt.hpp>
#include <optional>

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) : all_(n), order_(shuffled(n)), at_random_(n) {}

    void fresh() { registry_.emplace(); }
    void create_each() {
        auto& positions = registry_->storage<position>();
        auto& velocities = registry_->storage<velocity>();
        auto& lives = registry_->storage<life>();
        std::size_t i = 0;
        for (entt::entity& e : all_) {
            e = registry_->create();
            positions.emplace(e, nth_position(i));
            velocities.emplace(e, velocity{1, 1});
            lives.emplace(e, life{1, 1});
            ++i;
        }
    }
    void create_all() {
        registry_->create(all_.begin(), all_.end());
        registry_->insert<position>(all_.begin(), all_.end(), {1, 1});
        registry_->insert<velocity>(all_.begin(), all_.end(), {1, 1});
        registry_->insert<life>(all_.begin(), all_.end(), {1, 1});
    }

    void refill() {
        fresh();
        create_each();
        at_random_ = in_order(all_, order_);
    }
    void destroy_in_order() {
        for (const entt::entity e : all_) registry_->destroy(e);
    }
    void destroy_at_random() {
        for (const entt::entity e : at_random_) registry_->destroy(e);
    }
    void destroy_all() { registry_->clear(); }

    void show(digest& d) const {
        if (!registry_) return;
        for (const auto [e, p, v, l] : registry_->view<const position, const velocity, const life>().each())
            d.add(hash_of(p, v, l));
    }

  private:
    std::optional<entt::registry> registry_;
    std::vector<entt::entity> all_;
    std::vector<std::uint32_t> order_;
    std::vector<entt::entity> at_random_;
};

} // namespace

entrants entt_e3() { return coming_and_going<crowd>("EnTT", kind::peer); }

} // namespace bench
