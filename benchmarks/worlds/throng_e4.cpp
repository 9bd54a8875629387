#include "../worlds.hpp"

#include <throng/world/world.hpp>

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(world_.create(nth_position(i)));
    }

    void add_and_remove() {
        for (const throng::entity e : all_) world_.add(e, velocity{1, 2});
        for (const throng::entity e : all_) removed_ += world_.remove<velocity>(e) ? 1U : 0U;
    }

    void show(digest& d) const {
        world_.query<position>(throng::none_of<velocity>).each([&](const position& p) { d.add(hash_of(p)); });
        d.add(removed_);
    }

  private:
    throng::world world_;
    std::vector<throng::entity> all_;
    std::uint64_t removed_ = 0;
};

} // namespace

entrants throng_e4() { return {enters<crowd, &crowd::add_and_remove>("E4", "throng::world", kind::ours)}; }

} // namespace bench
