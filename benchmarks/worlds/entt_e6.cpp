#include "../worlds.hpp"

#include <entt/entt.hpp>

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const entt::entity e = registry_.create();
            registry_.emplace<position>(e, nth_position(i));
            registry_.emplace<velocity>(e, nth_velocity(i));
            all_.push_back(e);
        }
        all_ = in_order(all_, shuffled(n));
    }

    void get_each() {
        std::uint64_t sum = 0;
        const auto& positions = registry_.storage<position>();
        for (const entt::entity e : all_) sum += bits_of(positions.get(e).x);
        sum_ += sum;
    }
    void get_checked() {
        std::uint64_t sum = 0;
        const auto& positions = registry_.storage<position>();
        for (const entt::entity e : all_)
            if (registry_.valid(e) && positions.contains(e)) sum += bits_of(positions.get(e).x);
        sum_ += sum;
    }

    void show(digest& d) const { d.add(sum_); }

  private:
    entt::registry registry_;
    std::vector<entt::entity> all_;
    std::uint64_t sum_ = 0;
};

} // namespace

entrants entt_e6() {
    return {enters<crowd, &crowd::get_each>("E6-get", "EnTT", kind::peer),
            enters<crowd, &crowd::get_checked>("E6-checked", "EnTT", kind::peer)};
}

} // namespace bench
