#include "../worlds.hpp"

#include <flecs.h>

namespace bench {

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const flecs::entity e = world_.entity();
            e.set<position>(nth_position(i));
            all_.push_back(e);
        }
    }

    void add_and_remove() {
        for (const flecs::entity e : all_) e.set<velocity>({1, 2});
        for (const flecs::entity e : all_) {
            e.remove<velocity>();
            ++removed_;
        }
    }

    void show(digest& d) const {
        world_.each([&](flecs::entity e, const position& p) {
            if (!e.has<velocity>()) d.add(hash_of(p));
        });
        d.add(removed_);
    }

  private:
    flecs::world world_;
    std::vector<flecs::entity> all_;
    std::uint64_t removed_ = 0;
};

} // namespace

entrants flecs_e4() { return {enters<crowd, &crowd::add_and_remove>("E4", "flecs", kind::peer)}; }

} // namespace bench
