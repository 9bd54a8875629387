#include "sketch.hpp"

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(world_.create(nth_position(i)));
    }

    void add_and_remove() {
        for (const sketch::entity e : all_) world_.add(e, velocity{1, 2});
        for (const sketch::entity e : all_) removed_ += world_.remove<velocity>(e) ? 1U : 0U;
    }

    void show(digest& d) const {
        for (const sketch::entity e : all_)
            if (!world_.has<velocity>(e)) d.add(hash_of(world_.get<position>(e)));
        d.add(removed_);
    }

  private:
    sketch::world<position, velocity> world_;
    std::vector<sketch::entity> all_;
    std::uint64_t removed_ = 0;
};

} // namespace

entrants sketch_e4() { return {enters<crowd, &crowd::add_and_remove>("E4", "sketch", kind::baseline)}; }

} // namespace bench
