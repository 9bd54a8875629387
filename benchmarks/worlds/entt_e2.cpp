#include "../worlds.hpp"

#include <entt/entt.hpp>

namespace bench {

namespace {

enum class by { view, group };

template <layout Layout, by By> class entt_crowd {
  public:
    explicit entt_crowd(std::size_t n) {
        if constexpr (By == by::group) (void)registry_.group<position, velocity>();
        std::vector<entt::entity> all;
        for (std::size_t i = 0; i < n; ++i) {
            const entt::entity e = registry_.create();
            all.push_back(e);
            registry_.emplace<position>(e, nth_position(i));
            if constexpr (Layout == layout::tags) {
                mark_one(e, i, std::make_integer_sequence<int, many_tags>{});
            } else if (Layout == layout::all || (Layout == layout::half && i % 2 != 0)) {
                registry_.emplace<velocity>(e, nth_velocity(i));
            }
        }
        if constexpr (Layout == layout::late)
            for (std::size_t i = 0; i < n; ++i)
                if (moves_late(i)) registry_.emplace<velocity>(all[i], nth_velocity(i));
    }

    void move_all() {
        const auto f = [](position& p, const velocity& v) { move(p, v); };
        if constexpr (By == by::group) registry_.group<position, velocity>().each(f);
        else registry_.view<position, const velocity>().each(f);
    }
    void sink_all() {
        registry_.view<position>().each([](position& p) { sink(p); });
    }

    void show(digest& d) const {
        for (const auto [e, p] : registry_.view<const position>().each()) {
            const velocity* const v = registry_.try_get<velocity>(e);
            d.add(v != nullptr ? hash_of(p, *v) : hash_of(p));
        }
    }

  private:
    template <int... I> void mark_one(entt::entity e, std::size_t i, std::integer_sequence<int, I...>) {
        const auto which = static_cast<int>(i % many_tags);
        ((which == I ? registry_.emplace<mark<I>>(e) : void()), ...);
    }

    entt::registry registry_;
};
template <layout Layout> using viewed = entt_crowd<Layout, by::view>;
template <layout Layout> using grouped = entt_crowd<Layout, by::group>;

} // namespace

entrants entt_e2() {
    entrants all = moving<viewed>("EnTT view", kind::peer);
    for (const entrant& e : moving<grouped>("EnTT group", kind::peer))
        if (e.workload != "E2-tags") all.push_back(e);
    return all;
}

} // namespace bench
