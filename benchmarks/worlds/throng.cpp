#include "../worlds.hpp"

#include <throng/extra/json.hpp>
#include <throng/world/family.hpp>
#include <throng/world/prefabs.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

/// Compiled once a workload, with WORKLOAD as its number.
namespace bench {

#if WORKLOAD == 1 // E1: a component is removed and added

namespace {

/// What is alive beside the world: systems that match, and whether they are told which entities joined and left.
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

    /// Systems run before each frame, and are told which entities joined and left.
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

#endif

#if WORKLOAD == 2 // E2: walks

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

#endif

#if WORKLOAD == 3 // E3: entities are created and destroyed

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) : all_(n), order_(shuffled(n)), at_random_(n) {}

    void fresh() { world_.emplace(); }
    void create_each() {
        std::size_t i = 0;
        for (throng::entity& e : all_) {
            e = world_->create(nth_position(i), velocity{1, 1}, life{1, 1});
            ++i;
        }
    }
    void create_all() { world_->create(std::span(all_), position{1, 1}, velocity{1, 1}, life{1, 1}); }

    void refill() {
        fresh();
        create_each();
        at_random_ = in_order(all_, order_);
    }
    void destroy_in_order() {
        for (const throng::entity e : all_) world_->destroy(e);
    }
    void destroy_at_random() {
        for (const throng::entity e : at_random_) world_->destroy(e);
    }
    void destroy_all() { world_->destroy(world_->query<position>()); }

    void show(digest& d) const {
        if (!world_) return;
        world_->query<position, velocity, life>().each(
            [&](const position& p, const velocity& v, const life& l) { d.add(hash_of(p, v, l)); });
    }

  private:
    std::optional<throng::world> world_;
    std::vector<throng::entity> all_;
    std::vector<std::uint32_t> order_;
    std::vector<throng::entity> at_random_;
};

} // namespace

entrants throng_e3() { return coming_and_going<crowd>("throng::world", kind::ours); }

#endif

#if WORKLOAD == 4 // E4: a component is added and removed

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

#endif

#if WORKLOAD == 5 // E5: churn

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) world_.create(nth_position(i), nth_velocity(i), nth_life(i));
    }

    void churn() {
        world_.query<position, const velocity, life>().each(
            [this](throng::entity e, position& p, const velocity& v, life& l) {
                move(p, v);
                if (grow_older(l)) {
                    world_.destroy(e);
                    const newcomer n = offspring(l);
                    world_.create(n.position, n.velocity, n.life);
                }
            });
    }

    void show(digest& d) const {
        world_.query<position, velocity, life>().each(
            [&](const position& p, const velocity& v, const life& l) { d.add(hash_of(p, v, l)); });
    }

  private:
    throng::world world_;
};

} // namespace

entrants throng_e5() { return {enters<crowd, &crowd::churn>("E5", "throng::world", kind::ours)}; }

#endif

#if WORKLOAD == 6 // E6: components are looked up

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(world_.create(nth_position(i), nth_velocity(i)));
        all_ = in_order(all_, shuffled(n));
    }

    void get_each() {
        std::uint64_t sum = 0;
        for (const throng::entity e : all_) sum += bits_of(world_.get<position>(e).x);
        sum_ += sum;
    }
    void get_checked() {
        std::uint64_t sum = 0;
        for (const throng::entity e : all_)
            if (const position* const p = world_.try_get<position>(e)) sum += bits_of(p->x);
        sum_ += sum;
    }

    void show(digest& d) const { d.add(sum_); }

  private:
    throng::world world_;
    std::vector<throng::entity> all_;
    std::uint64_t sum_ = 0;
};

} // namespace

entrants throng_e6() {
    return {enters<crowd, &crowd::get_each>("E6-get", "throng::world", kind::ours),
            enters<crowd, &crowd::get_checked>("E6-checked", "throng::world", kind::ours)};
}

#endif

#if WORKLOAD == 7 // E7: entities are related

namespace {

struct docked_to {};

class crowd {
  public:
    explicit crowd(std::size_t n) : order_(shuffled(n)) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(world_.create(nth_position(i)));
    }

    void relate_and_unrelate() {
        for (const std::uint32_t i : order_) related_ += docking_.relate(all_[i], target(i)) ? 1U : 0U;
        for (const std::uint32_t i : order_) related_ += docking_.unrelate(all_[i], target(i)) ? 1U : 0U;
    }
    void relate() {
        for (const std::uint32_t i : order_) docking_.relate(all_[i], target(i));
    }
    void walk() {
        std::uint64_t sum = 0;
        for (std::size_t t = 0; t < all_.size() / 100; ++t)
            for (const throng::entity e : docking_.sources(all_[t])) sum += bits_of(world_.get<position>(e).x);
        sum_ += sum;
    }
    void relate_to_one() {
        station_ = world_.create(position{});
        for (const throng::entity e : all_) docking_.relate(e, station_);
    }
    void end() { related_ += world_.destroy(station_) ? 1U : 0U; }

    void show(digest& d) const {
        for (const throng::entity e : all_) d.add(docking_.count_sources(e));
        d.add(related_ + sum_);
    }

  private:
    [[nodiscard]] throng::entity target(std::uint32_t i) const { return all_[i % (all_.size() / 100)]; }

    throng::world world_;
    throng::relation<docked_to> docking_{world_};
    std::vector<throng::entity> all_;
    std::vector<std::uint32_t> order_;
    throng::entity station_;
    std::uint64_t related_ = 0;
    std::uint64_t sum_ = 0;
};

} // namespace

entrants throng_e7() {
    return {enters<crowd, &crowd::relate_and_unrelate>("E7-relate", "throng::world", kind::ours),
            enters<crowd, &crowd::walk, &crowd::relate>("E7-walk", "throng::world", kind::ours),
            enters<crowd, &crowd::end, &crowd::relate_to_one>("E7-end", "throng::world", kind::ours)};
}

#endif

#if WORKLOAD == 8 // E8: instances of a pattern

namespace {

// (Not inside of the crowd: clang asks too early whether it can be made.)
struct scene {
    throng::world world;
    throng::family family{world};
    throng::prefabs prefabs{world};
};

class crowd {
  public:
    explicit crowd(std::size_t n) : tops_(n) {}

    void fresh() {
        scene_.reset();
        scene_.emplace();
        throng::world& patterns = scene_->prefabs.patterns();
        ship_ = patterns.create(nth_position(1), nth_velocity(1), nth_life(1));
        for (std::size_t i = 0; i < turrets; ++i)
            scene_->prefabs.family().adopt(ship_, patterns.create(nth_position(2 + i), nth_life(2 + i)));
    }
    void instantiate_each() {
        for (throng::entity& e : tops_) e = scene_->prefabs.instantiate(ship_);
    }
    void instantiate_all() { scene_->prefabs.instantiate(ship_, std::span(tops_)); }

    void show(digest& d) const {
        if (!scene_) return;
        for (const throng::entity e : tops_) {
            d.add(hash_of(scene_->world.get<position>(e), scene_->world.get<velocity>(e), scene_->world.get<life>(e)));
            scene_->family.each_child(e, [&](throng::entity child) {
                d.add(hash_of(scene_->world.get<position>(child)) + scene_->world.get<life>(child).dice);
            });
        }
    }

  private:
    std::optional<scene> scene_;
    throng::entity ship_;
    std::vector<throng::entity> tops_;
};

} // namespace

entrants throng_e8() { return instantiating<crowd>("throng::prefabs", kind::ours); }

#endif

#if WORKLOAD == 9 // S1: a world is written and read

} // namespace bench

template <> struct throng::component<bench::position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<bench::velocity> {
    static constexpr const char* name = "velocity";
};
template <> struct throng::component<bench::life> {
    static constexpr const char* name = "life";
};
template <> struct throng::component<bench::health> {
    static constexpr const char* name = "health";
};
template <> struct throng::component<bench::heading> {
    static constexpr const char* name = "heading";
};

namespace bench {

namespace {

constexpr auto saved = throng::components<position, velocity, life, health, heading>;

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i)
            world_.create(nth_position(i), nth_velocity(i), nth_life(i), nth_health(i), nth_heading(i));
    }

    void fresh() { read_.emplace(); }

    void show(digest& d) const {
        (read_ ? *read_ : world_)
            .query<position, velocity, life, health, heading>()
            .each([&](const position& p, const velocity& v, const life& l, const health& h, const heading& a) {
                d.add(hash_of(p, v, l) + hash_of(h, a));
            });
    }

  protected:
    throng::world world_;
    std::optional<throng::world> read_;
};

class in_bytes : public crowd {
  public:
    explicit in_bytes(std::size_t n) : crowd(n) {
        forget_bytes();
        write_bytes();
    }

    void forget_bytes() { bytes_.emplace(); }
    void write_bytes() { throng::save(world_, *bytes_, saved); }
    void read_bytes() { (void)throng::restore(*read_, bytes_->bytes(), saved); }

  private:
    std::optional<throng::byte_writer<>> bytes_;
};

class in_json : public crowd {
  public:
    explicit in_json(std::size_t n) : crowd(n) { write_json(); }

    void forget_json() { json_ = {}; }
    void write_json() {
        std::ostringstream to;
        throng::write_json(world_, to, saved);
        json_ = std::move(to).str();
    }
    void read_json() { (void)throng::read_json(*read_, json_, saved); }

  private:
    std::string json_;
};

} // namespace

entrants throng_s1() {
    entrants all = saving<in_bytes>("throng::world", kind::ours);
    for (const entrant& e : writing_json<in_json>("throng::world", kind::ours)) all.push_back(e);
    return all;
}

#endif

} // namespace bench
