#include "../worlds.hpp"

#include <throng/world/world.hpp>

#include <optional>
#include <span>

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) : all_(n), order_(shuffled(n)), at_random_(n) {}

    void fresh() { world_.emplace(); }
    void create_each() {
        std::size_t i = 0;
        for (throng::entity& e : all_) {
            e = world_->create(nth_position(i), velocity{1, 1}, life{1, 1});
            ++i;
        }
    }
    void create_all() { world_->create(std::span(all_), position{1, 1}, velocity{1, 1}, life{1, 1}); }

    void refill() {
        fresh();
        create_each();
        at_random_ = in_order(all_, order_);
    }
    void destroy_in_order() {
        for (const throng::entity e : all_) world_->destroy(e);
    }
    void destroy_at_random() {
        for (const throng::entity e : at_random_) world_->destroy(e);
    }
    void destroy_all() { world_->destroy(world_->query<position>()); }

    void show(digest& d) const {
        if (!world_) return;
        world_->query<position, velocity, life>().each(
            [&](const position& p, const velocity& v, const life& l) { d.add(hash_of(p, v, l)); });
    }

  private:
    std::optional<throng::world> world_;
    std::vector<throng::entity> all_;
    std::vector<std::uint32_t> order_;
    std::vector<throng::entity> at_random_;
};

} // namespace

entrants throng_e3() { return coming_and_going<crowd>("throng::world", kind::ours); }

} // namespace bench
