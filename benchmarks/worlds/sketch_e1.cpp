#include "sketch.hpp"

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(world_.create(nth_position(i), nth_velocity(i), tag{}));
    }

    void untag_in_walk() {
        world_.each<position, velocity>(
            [this](sketch::entity e, position&, const velocity&) { untagged_ += world_.remove<tag>(e) ? 1U : 0U; },
            std::type_identity<tag>{});
    }
    void untag_all() { untagged_ += world_.remove_all<tag, position, velocity>(); }
    void tag_each() {
        for (const sketch::entity e : all_) world_.add(e, tag{});
    }

    void show(digest& d) const {
        for (const sketch::entity e : all_)
            d.add(hash_of(world_.get<position>(e), world_.get<velocity>(e)) + (world_.has<tag>(e) ? 1U : 0U));
        d.add(untagged_);
    }

  private:
    sketch::world<position, velocity, tag> world_;
    std::vector<sketch::entity> all_;
    std::uint64_t untagged_ = 0;
};

} // namespace

entrants sketch_e1() { return untagging<crowd>("sketch", kind::baseline); }

} // namespace bench
