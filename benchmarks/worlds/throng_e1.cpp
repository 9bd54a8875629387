#include "../worlds.hpp"

#include <throng/world/world.hpp>

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(world_.create(nth_position(i), nth_velocity(i), tag{}));
    }

    void untag_in_walk() {
        world_.query<position, const velocity>(throng::all_of<tag>)
            .each(
                [this](throng::entity e, position&, const velocity&) { untagged_ += world_.remove<tag>(e) ? 1U : 0U; });
    }
    void untag_all() { untagged_ += world_.remove<tag>(world_.query<position, const velocity>()); }
    void tag_each() {
        for (const throng::entity e : all_) world_.add<tag>(e);
    }

    void show(digest& d) const {
        world_.query<position, velocity>().each([&](throng::entity e, const position& p, const velocity& v) {
            d.add(hash_of(p, v) + (world_.has<tag>(e) ? 1U : 0U));
        });
        d.add(untagged_);
    }

  private:
    throng::world world_;
    std::vector<throng::entity> all_;
    std::uint64_t untagged_ = 0;
};

} // namespace

entrants throng_e1() { return untagging<crowd>("throng::world", kind::ours); }

} // namespace bench
