#include "../worlds.hpp"

#include <throng/world/world.hpp>

#include <type_traits>

namespace bench {

namespace {

template <layout Layout> class throng_crowd {
  public:
    explicit throng_crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            if constexpr (Layout == layout::tags) {
                create_marked(i, std::make_integer_sequence<int, many_tags>{});
            } else if (Layout == layout::all || (Layout == layout::half && i % 2 != 0)) {
                world_.create(nth_position(i), nth_velocity(i));
            } else {
                world_.create(nth_position(i));
            }
        }
        if constexpr (Layout == layout::late) {
            std::size_t i = 0;
            for (const throng::entity e : world_) {
                if (moves_late(i)) world_.add(e, nth_velocity(i));
                ++i;
            }
        }
    }

    void move_all() {
        world_.query<position, const velocity>().each([](position& p, const velocity& v) { move(p, v); });
    }
    void sink_all() {
        world_.query<position>().each([](position& p) { sink(p); });
    }

    void show(digest& d) const {
        world_.query<position>(throng::optional<velocity>).each([&](const position& p, const velocity* v) {
            d.add(v != nullptr ? hash_of(p, *v) : hash_of(p));
        });
    }

  private:
    template <int... I> void create_marked(std::size_t i, std::integer_sequence<int, I...>) {
        const auto which = static_cast<int>(i % many_tags);
        ((which == I ? static_cast<void>(world_.create(nth_position(i), mark<I>{})) : void()), ...);
    }

    throng::world world_;
};

} // namespace

entrants throng_e2() { return moving<throng_crowd>("throng::world", kind::ours); }

} // namespace bench
