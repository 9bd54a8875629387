#include "../worlds.hpp"

#include <flecs.h>
#include <optional>

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n)
        : all_(n),
          order_(shuffled(n)),
          at_random_(n),
          positions_(n, {1, 1}),
          velocities_(n, {1, 1}),
          lives_(n, {1, 1}) {}

    void fresh() {
        world_.emplace();
        (void)world_->component<position>();
        (void)world_->component<velocity>();
        (void)world_->component<life>();
    }
    void create_each() {
        std::size_t i = 0;
        for (flecs::entity_t& e : all_) {
            e = world_->entity().insert([i](position& p, velocity& v, life& l) {
                p = nth_position(i);
                v = {1, 1};
                l = {1, 1};
            });
            ++i;
        }
    }
    void create_all() {
        ecs_bulk_desc_t those{};
        those.count = static_cast<std::int32_t>(all_.size());
        those.ids[0] = world_->id<position>();
        those.ids[1] = world_->id<velocity>();
        those.ids[2] = world_->id<life>();
        void* values[] = {positions_.data(), velocities_.data(), lives_.data()};
        those.data = static_cast<void**>(values);
        const flecs::entity_t* const made = ecs_bulk_init(*world_, &those);
        std::copy(made, made + all_.size(), all_.begin());
    }

    void refill() {
        fresh();
        create_each();
        at_random_ = in_order(all_, order_);
    }
    void destroy_in_order() {
        for (const flecs::entity_t e : all_) ecs_delete(*world_, e);
    }
    void destroy_at_random() {
        for (const flecs::entity_t e : at_random_) ecs_delete(*world_, e);
    }
    void destroy_all() { world_->delete_with<position>(); }

    void show(digest& d) const {
        if (!world_) return;
        world_->each([&](position& p, velocity& v, life& l) { d.add(hash_of(p, v, l)); });
    }

  private:
    std::optional<flecs::world> world_;
    std::vector<flecs::entity_t> all_;
    std::vector<std::uint32_t> order_;
    std::vector<flecs::entity_t> at_random_;
    std::vector<position> positions_;
    std::vector<velocity> velocities_;
    std::vector<life> lives_;
};

} // namespace

entrants flecs_e3() { return coming_and_going<crowd>("flecs", kind::peer); }

} // namespace bench
