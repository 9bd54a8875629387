#include "sketch.hpp"

#include <optional>

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) : all_(n), order_(shuffled(n)), at_random_(n) {}

    void fresh() { world_.emplace(); }
    void create_each() {
        std::size_t i = 0;
        for (sketch::entity& e : all_) {
            e = world_->create(nth_position(i), velocity{1, 1}, life{1, 1});
            ++i;
        }
    }

    void refill() {
        fresh();
        create_each();
        at_random_ = in_order(all_, order_);
    }
    void destroy_in_order() {
        for (const sketch::entity e : all_) world_->destroy(e);
    }
    void destroy_at_random() {
        for (const sketch::entity e : at_random_) world_->destroy(e);
    }
    void destroy_all() { world_->destroy_all<position>(); }

    void show(digest& d) const {
        if (!world_) return;
        for (const sketch::entity e : all_)
            if (world_->alive(e))
                d.add(hash_of(world_->get<position>(e), world_->get<velocity>(e), world_->get<life>(e)));
    }

  private:
    std::optional<sketch::world<position, velocity, life>> world_;
    std::vector<sketch::entity> all_;
    std::vector<std::uint32_t> order_;
    std::vector<sketch::entity> at_random_;
};

} // namespace

entrants sketch_e3() {
    const auto k = kind::baseline;
    return {enters<crowd, &crowd::create_each, &crowd::fresh>("E3-create", "sketch", k),
            enters<crowd, &crowd::destroy_in_order, &crowd::refill>("E3-destroy", "sketch", k),
            enters<crowd, &crowd::destroy_at_random, &crowd::refill>("E3-destroy-random", "sketch", k),
            enters<crowd, &crowd::destroy_all, &crowd::refill>("E3-destroy-bulk", "sketch", k)};
}

} // namespace bench
