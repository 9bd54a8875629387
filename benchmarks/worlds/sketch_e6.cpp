#include "sketch.hpp"

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
        for (const sketch::entity e : all_) sum += bits_of(world_.get<position>(e).x);
        sum_ += sum;
    }
    void get_checked() {
        std::uint64_t sum = 0;
        for (const sketch::entity e : all_)
            if (world_.has<position>(e)) sum += bits_of(world_.get<position>(e).x);
        sum_ += sum;
    }

    void show(digest& d) const { d.add(sum_); }

  private:
    sketch::world<position, velocity> world_;
    std::vector<sketch::entity> all_;
    std::uint64_t sum_ = 0;
};

} // namespace

entrants sketch_e6() {
    return {enters<crowd, &crowd::get_each>("E6-get", "sketch", kind::baseline),
            enters<crowd, &crowd::get_checked>("E6-checked", "sketch", kind::baseline)};
}

} // namespace bench
