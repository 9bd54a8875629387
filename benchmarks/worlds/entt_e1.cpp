#include "../worlds.hpp"

#include <entt/entt.hpp>

namespace bench {

namespace {

/// Who is alive beside the registry: EnTT's groups are what its systems keep.
enum class groups { none, one, many };

template <groups Groups> class crowd {
  public:
    explicit crowd(std::size_t n) {
        if constexpr (Groups != groups::none) (void)registry_.group<position, velocity, tag>();
        if constexpr (Groups == groups::many) group_up(std::make_integer_sequence<int, many_systems - 1>{});
        for (std::size_t i = 0; i < n; ++i) {
            const entt::entity e = registry_.create();
            registry_.emplace<position>(e, nth_position(i));
            registry_.emplace<velocity>(e, nth_velocity(i));
            registry_.emplace<tag>(e);
            all_.push_back(e);
        }
    }

    void untag_in_walk() {
        auto& tagged = registry_.storage<tag>();
        const auto untag = [&](entt::entity e) { untagged_ += tagged.remove(e) ? 1U : 0U; };
        if constexpr (Groups == groups::none) {
            auto view = registry_.view<position, const velocity, tag>();
            view.template use<tag>();
            for (const entt::entity e : view) untag(e);
        } else {
            for (const entt::entity e : registry_.group<position, velocity, tag>()) untag(e);
        }
    }
    void untag_all() {
        untagged_ += registry_.storage<tag>().size();
        registry_.clear<tag>();
    }
    void tag_each() {
        auto& tagged = registry_.storage<tag>();
        for (const entt::entity e : all_)
            if (!tagged.contains(e)) tagged.emplace(e);
    }

    void show(digest& d) const {
        for (const auto [e, p, v] : registry_.view<const position, const velocity>().each())
            d.add(hash_of(p, v) + (registry_.all_of<tag>(e) ? 1U : 0U));
        d.add(untagged_);
    }

  private:
    template <int... I> void group_up(std::integer_sequence<int, I...>) {
        ((void)registry_.group<>(entt::get<position, velocity, tag>, entt::exclude<mark<I>>), ...);
    }

    entt::registry registry_;
    std::vector<entt::entity> all_;
    std::uint64_t untagged_ = 0;
};

} // namespace

entrants entt_e1() {
    entrants all = untagging<crowd<groups::none>>("EnTT", kind::peer);
    for (const entrant& e : untagging<crowd<groups::one>>("EnTT, owning group", kind::peer)) all.push_back(e);
    for (const entrant& e : untagging<crowd<groups::many>>("EnTT, 33 groups", kind::peer)) all.push_back(e);
    return all;
}

} // namespace bench
