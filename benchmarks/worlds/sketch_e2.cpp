#include "sketch.hpp"

namespace bench {

namespace {

template <class Numbers> struct marked;
template <int... I> struct marked<std::integer_sequence<int, I...>> {
    using world = sketch::world<position, velocity, mark<I>...>;
};
using some_world = marked<std::make_integer_sequence<int, many_tags>>::world;

template <layout Layout> class sketch_crowd {
  public:
    explicit sketch_crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            if constexpr (Layout == layout::tags) create_marked(i, std::make_integer_sequence<int, many_tags>{});
            else if (Layout == layout::all || (Layout == layout::half && i % 2 != 0))
                all_.push_back(world_.create(nth_position(i), nth_velocity(i)));
            else all_.push_back(world_.create(nth_position(i)));
        }
        if constexpr (Layout == layout::late)
            for (std::size_t i = 0; i < n; ++i)
                if (moves_late(i)) world_.add(all_[i], nth_velocity(i));
    }

    void move_all() {
        world_.template run<position, velocity>([](position& p, const velocity& v) { move(p, v); });
    }
    void sink_all() {
        world_.template run<position>([](position& p) { sink(p); });
    }

    void show(digest& d) const {
        for (const sketch::entity e : all_) {
            const position& p = world_.template get<position>(e);
            d.add(world_.template has<velocity>(e) ? hash_of(p, world_.template get<velocity>(e)) : hash_of(p));
        }
    }

  private:
    template <int... I> void create_marked(std::size_t i, std::integer_sequence<int, I...>) {
        const auto which = static_cast<int>(i % many_tags);
        ((which == I ? all_.push_back(world_.create(nth_position(i), mark<I>{})) : void()), ...);
    }

    some_world world_;
    std::vector<sketch::entity> all_;
};

} // namespace

entrants sketch_e2() { return moving<sketch_crowd>("sketch", kind::baseline); }

} // namespace bench
