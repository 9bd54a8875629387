#include "../worlds.hpp"

#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

namespace bench {

namespace {

/// Who is alive beside the world: systems that match, and whether they want to hear of who joined and who left.
enum class systems { none, alive, told };

template <systems Systems> class throng_crowd {
  public:
    explicit throng_crowd(std::size_t n) {
        if constexpr (Systems != systems::none) make_systems(std::make_integer_sequence<int, many_systems>{});
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

    /// Systems run before each frame, and hear of who joined and who left, as they would.
    void prepare_tagged() {
        tag_each();
        schedule_.run(step_seconds);
    }
    void prepare_untagged() {
        untag_all();
        schedule_.run(step_seconds);
    }

    void show(digest& d) const {
        world_.query<position, velocity>().each([&](throng::entity e, const position& p, const velocity& v) {
            d.add(hash_of(p, v) + (world_.has<tag>(e) ? 1U : 0U));
        });
        d.add(untagged_);
    }

  private:
    template <int... I> void make_systems(std::integer_sequence<int, I...>) { (make_system<I>(), ...); }
    template <int I> void make_system() {
        auto& system = schedule_.add(
            "system", world_.query<const position, const velocity>(throng::all_of<tag>, throng::none_of<mark<I>>),
            [](const position&, const velocity&) {});
        if constexpr (Systems == systems::told) {
            system.on_joined([this](throng::entity, const position&, const velocity&) { ++heard_; });
            system.on_left([this](throng::entity, const position&, const velocity&) { ++heard_; });
        }
    }

    throng::world world_;
    throng::schedule schedule_{world_};
    std::uint64_t heard_ = 0;
    std::vector<throng::entity> all_;
    std::uint64_t untagged_ = 0;
};

/// 200,000 leave a system, which runs then.
template <bool ToldOfEach> class left_crowd {
  public:
    explicit left_crowd(std::size_t n) {
        auto& system = systems_.add("system", world_.query<const position, const velocity>(throng::all_of<tag>),
                                    [](const position&, const velocity&) {});
        system.on_joined([](const position&, const velocity&) {});
        if constexpr (ToldOfEach)
            system.on_left([this](throng::entity, const position& p, const velocity& v) { told_ += hash_of(p, v); });
        for (std::size_t i = 0; i < n; ++i) world_.create(nth_position(i), nth_velocity(i), tag{});
    }
    void leave() {
        world_.add<tag>(world_.query<const position>());
        systems_.run(step_seconds);
        world_.remove_all<tag>();
    }
    void find_out() { systems_.run(step_seconds); }

    void show(digest& d) const {
        world_.query<position, velocity>().each([&](throng::entity e, const position& p, const velocity& v) {
            d.add(hash_of(p, v) + (world_.has<tag>(e) ? 1U : 0U));
        });
    }

  private:
    throng::world world_;
    throng::schedule systems_{world_};
    std::uint64_t told_ = 0;
};

template <systems Systems> entrants among_systems(const char* name) {
    using crowd = throng_crowd<Systems>;
    return {enters<crowd, &crowd::untag_in_walk, &crowd::prepare_tagged>("E1-walk", name, kind::ours),
            enters<crowd, &crowd::untag_all, &crowd::prepare_tagged>("E1-bulk", name, kind::ours),
            enters<crowd, &crowd::tag_each, &crowd::prepare_untagged>("E1-add", name, kind::ours)};
}

} // namespace

entrants throng_e1() {
    entrants all = untagging<throng_crowd<systems::none>>("throng::world", kind::ours);
    for (const entrant& e : among_systems<systems::alive>("throng::world, 33 systems")) all.push_back(e);
    for (const entrant& e : among_systems<systems::told>("throng::world, 33 systems told")) all.push_back(e);
    using quiet = left_crowd<false>;
    using told = left_crowd<true>;
    all.push_back(enters<quiet, &quiet::find_out, &quiet::leave>("E1-left", "throng::world", kind::ours));
    all.push_back(enters<told, &told::find_out, &told::leave>("E1-left", "throng::world, a call for each", kind::ours));
    return all;
}

} // namespace bench
