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
            all_.push_back(e);
        }
    }

    void add_and_remove() {
        auto& velocities = registry_.storage<velocity>();
        for (const entt::entity e : all_) velocities.emplace(e, velocity{1, 2});
        for (const entt::entity e : all_) removed_ += velocities.remove(e) ? 1U : 0U;
    }
    void add_and_remove_all() {
        registry_.insert<velocity>(all_.begin(), all_.end(), {1, 2});
        removed_ += registry_.remove<velocity>(all_.begin(), all_.end());
    }

    void show(digest& d) const {
        for (const auto [e, p] : registry_.view<const position>(entt::exclude<velocity>).each()) d.add(hash_of(p));
        d.add(removed_);
    }

  private:
    entt::registry registry_;
    std::vector<entt::entity> all_;
    std::uint64_t removed_ = 0;
};

} // namespace

entrants entt_e4() {
    return {enters<crowd, &crowd::add_and_remove>("E4", "EnTT", kind::peer),
            enters<crowd, &crowd::add_and_remove_all>("E4", "EnTT, in bulk", kind::peer)};
}

} // namespace bench
