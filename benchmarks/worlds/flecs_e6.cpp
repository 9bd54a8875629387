#include "../worlds.hpp"

#include <flecs.h>

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i)
            all_.push_back(world_.entity().insert([i](position& p, velocity& v) {
                p = nth_position(i);
                v = nth_velocity(i);
            }));
        all_ = in_order(all_, shuffled(n));
    }

    void get_each() {
        std::uint64_t sum = 0;
        for (const flecs::entity e : all_) sum += bits_of(e.get<position>().x);
        sum_ += sum;
    }
    void get_checked() {
        std::uint64_t sum = 0;
        for (const flecs::entity e : all_) {
            if (!e.is_alive()) continue;
            if (const position* const p = e.try_get<position>()) sum += bits_of(p->x);
        }
        sum_ += sum;
    }

    void show(digest& d) const { d.add(sum_); }

  private:
    flecs::world world_;
    std::vector<flecs::entity> all_;
    std::uint64_t sum_ = 0;
};

} // namespace

entrants flecs_e6() {
    return {enters<crowd, &crowd::get_each>("E6-get", "flecs", kind::peer),
            enters<crowd, &crowd::get_checked>("E6-checked", "flecs", kind::peer)};
}

} // namespace bench
