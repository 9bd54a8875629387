#include "../worlds.hpp"

#include <throng/world/world.hpp>

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(world_.create(nth_position(i), nth_velocity(i)));
        all_ = in_order(all_, shuffled(n));
    }

    void get_each() {
        std::uint64_t sum = 0;
        for (const throng::entity e : all_) sum += bits_of(world_.get<position>(e).x);
        sum_ += sum;
    }
    void get_checked() {
        std::uint64_t sum = 0;
        for (const throng::entity e : all_)
            if (const position* const p = world_.try_get<position>(e)) sum += bits_of(p->x);
        sum_ += sum;
    }

    void show(digest& d) const { d.add(sum_); }

  private:
    throng::world world_;
    std::vector<throng::entity> all_;
    std::uint64_t sum_ = 0;
};

} // namespace

entrants throng_e6() {
    return {enters<crowd, &crowd::get_each>("E6-get", "throng::world", kind::ours),
            enters<crowd, &crowd::get_checked>("E6-checked", "throng::world", kind::ours)};
}

} // namespace bench
