#include "../worlds.hpp"

#include <flecs.h>
#include <optional>
#include <string>

/// Compiled once a workload, with WORKLOAD as its number.
namespace bench {

#if WORKLOAD == 1 // E1: a component is removed and added

namespace {

template <int Systems> class crowd {
  public:
    explicit crowd(std::size_t n) {
        if constexpr (Systems > 1) make_systems(std::make_integer_sequence<int, Systems - 1>{});
        for (std::size_t i = 0; i < n; ++i)
            all_.push_back(world_.entity().add<tag>().insert([i](position& p, velocity& v) {
                p = nth_position(i);
                v = nth_velocity(i);
            }));
    }

    void untag_in_walk() {
        world_.defer_begin();
        query_.each([this](flecs::entity e, position&, const velocity&) {
            e.remove<tag>();
            ++untagged_;
        });
        world_.defer_end();
    }
    void untag_all() {
        untagged_ += static_cast<std::uint64_t>(query_.count());
        world_.remove_all<tag>();
    }
    void tag_each() {
        for (const flecs::entity e : all_) e.add<tag>();
    }

    void show(digest& d) const {
        for (const flecs::entity e : all_)
            d.add(hash_of(e.get<position>(), e.get<velocity>()) + (e.has<tag>() ? 1U : 0U));
        d.add(untagged_);
    }

  private:
    template <int... I> void make_systems(std::integer_sequence<int, I...>) {
        (systems_.push_back(world_.query_builder<position, const velocity>()
                                .template with<tag>()
                                .template without<mark<I>>()
                                .cached()
                                .build()),
         ...);
    }

    flecs::world world_;
    flecs::query<position, const velocity> query_ =
        world_.query_builder<position, const velocity>().with<tag>().cached().build();
    std::vector<flecs::query<position, const velocity>> systems_;
    std::vector<flecs::entity> all_;
    std::uint64_t untagged_ = 0;
};

} // namespace

entrants flecs_e1() {
    entrants all = untagging<crowd<1>>("flecs", kind::peer);
    for (const entrant& e : untagging<crowd<many_systems>>("flecs, 33 queries", kind::peer)) all.push_back(e);
    return all;
}

#endif

#if WORKLOAD == 2 // E2: walks

namespace {

template <layout Layout> class flecs_crowd {
  public:
    explicit flecs_crowd(std::size_t n) {
        std::vector<flecs::entity> all;
        for (std::size_t i = 0; i < n; ++i) {
            if (Layout == layout::all || (Layout == layout::half && i % 2 != 0)) {
                world_.entity().insert([i](position& p, velocity& v) {
                    p = nth_position(i);
                    v = nth_velocity(i);
                });
                continue;
            }
            const flecs::entity e = world_.entity();
            if constexpr (Layout == layout::tags) mark_one(e, i, std::make_integer_sequence<int, many_tags>{});
            e.set<position>(nth_position(i));
            all.push_back(e);
        }
        if constexpr (Layout == layout::late)
            for (std::size_t i = 0; i < n; ++i)
                if (moves_late(i)) all[i].set<velocity>(nth_velocity(i));
    }

    void move_all() {
        movers_.run([](flecs::iter& it) {
            while (it.next()) {
                const auto p = it.field<position>(0);
                const auto v = it.field<const velocity>(1);
                position* const ps = &p[0];
                const velocity* const vs = &v[0];
                for (std::size_t i = 0; i < it.count(); ++i) move(ps[i], vs[i]);
            }
        });
    }
    void sink_all() {
        all_.run([](flecs::iter& it) {
            while (it.next()) {
                const auto p = it.field<position>(0);
                position* const ps = &p[0];
                for (std::size_t i = 0; i < it.count(); ++i) sink(ps[i]);
            }
        });
    }

    void show(digest& d) const {
        all_.each([&](flecs::entity e, const position& p) {
            const velocity* const v = e.try_get<velocity>();
            d.add(v != nullptr ? hash_of(p, *v) : hash_of(p));
        });
    }

  private:
    template <int... I> void mark_one(flecs::entity e, std::size_t i, std::integer_sequence<int, I...>) {
        const auto which = static_cast<int>(i % many_tags);
        ((which == I ? static_cast<void>(e.add<mark<I>>()) : void()), ...);
    }

    flecs::world world_;
    flecs::query<position, const velocity> movers_ = world_.query_builder<position, const velocity>().cached().build();
    flecs::query<position> all_ = world_.query_builder<position>().cached().build();
};

} // namespace

entrants flecs_e2() { return moving<flecs_crowd>("flecs", kind::peer); }

#endif

#if WORKLOAD == 3 // E3: entities are created and destroyed

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n)
        : all_(n),
          order_(shuffled(n)),
          at_random_(n),
          positions_(n, {1, 1}),
          velocities_(n, {1, 1}),
          lives_(n, {1, 1}) {}

    void fresh() {
        world_.emplace();
        (void)world_->component<position>();
        (void)world_->component<velocity>();
        (void)world_->component<life>();
    }
    void create_each() {
        std::size_t i = 0;
        for (flecs::entity_t& e : all_) {
            e = world_->entity().insert([i](position& p, velocity& v, life& l) {
                p = nth_position(i);
                v = {1, 1};
                l = {1, 1};
            });
            ++i;
        }
    }
    void create_all() {
        ecs_bulk_desc_t those{};
        those.count = static_cast<std::int32_t>(all_.size());
        those.ids[0] = world_->id<position>();
        those.ids[1] = world_->id<velocity>();
        those.ids[2] = world_->id<life>();
        void* values[] = {positions_.data(), velocities_.data(), lives_.data()};
        those.data = static_cast<void**>(values);
        const flecs::entity_t* const made = ecs_bulk_init(*world_, &those);
        std::copy(made, made + all_.size(), all_.begin());
    }

    void refill() {
        fresh();
        create_each();
        at_random_ = in_order(all_, order_);
    }
    void destroy_in_order() {
        for (const flecs::entity_t e : all_) ecs_delete(*world_, e);
    }
    void destroy_at_random() {
        for (const flecs::entity_t e : at_random_) ecs_delete(*world_, e);
    }
    void destroy_all() { world_->delete_with<position>(); }

    void show(digest& d) const {
        if (!world_) return;
        world_->each([&](position& p, velocity& v, life& l) { d.add(hash_of(p, v, l)); });
    }

  private:
    std::optional<flecs::world> world_;
    std::vector<flecs::entity_t> all_;
    std::vector<std::uint32_t> order_;
    std::vector<flecs::entity_t> at_random_;
    std::vector<position> positions_;
    std::vector<velocity> velocities_;
    std::vector<life> lives_;
};

} // namespace

entrants flecs_e3() { return coming_and_going<crowd>("flecs", kind::peer); }

#endif

#if WORKLOAD == 4 // E4: a component is added and removed

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

#endif

#if WORKLOAD == 5 // E5: churn

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) add({nth_position(i), nth_velocity(i), nth_life(i)});
    }

    /// Edits from inside the walk are queued.
    void churn() {
        world_.defer_begin();
        query_.each([this](flecs::entity e, position& p, const velocity& v, life& l) {
            move(p, v);
            if (grow_older(l)) {
                e.destruct();
                add(offspring(l));
            }
        });
        world_.defer_end();
    }
    /// Collected while it walks, made in bulk afterwards.
    void churn_by_hand() {
        dead_.clear();
        positions_.clear();
        velocities_.clear();
        lives_.clear();
        query_.run([this](flecs::iter& it) {
            while (it.next()) {
                const auto p = it.field<position>(0);
                const auto v = it.field<const velocity>(1);
                const auto l = it.field<life>(2);
                position* const ps = &p[0];
                const velocity* const vs = &v[0];
                life* const ls = &l[0];
                for (std::size_t i = 0; i < it.count(); ++i) {
                    move(ps[i], vs[i]);
                    if (grow_older(ls[i])) {
                        dead_.push_back(it.c_ptr()->entities[i]);
                        const newcomer n = offspring(ls[i]);
                        positions_.push_back(n.position);
                        velocities_.push_back(n.velocity);
                        lives_.push_back(n.life);
                    }
                }
            }
        });
        for (const flecs::entity_t e : dead_) ecs_delete(world_, e);
        if (positions_.empty()) return;
        ecs_bulk_desc_t those{};
        those.count = static_cast<std::int32_t>(positions_.size());
        those.ids[0] = world_.id<position>();
        those.ids[1] = world_.id<velocity>();
        those.ids[2] = world_.id<life>();
        void* values[] = {positions_.data(), velocities_.data(), lives_.data()};
        those.data = static_cast<void**>(values);
        ecs_bulk_init(world_, &those);
    }

    void show(digest& d) const {
        world_.each([&](const position& p, const velocity& v, const life& l) { d.add(hash_of(p, v, l)); });
    }

  private:
    void add(const newcomer& n) {
        world_.entity().insert([&](position& p, velocity& v, life& l) {
            p = n.position;
            v = n.velocity;
            l = n.life;
        });
    }

    flecs::world world_;
    flecs::query<position, const velocity, life> query_ =
        world_.query_builder<position, const velocity, life>().cached().build();
    std::vector<flecs::entity_t> dead_;
    std::vector<position> positions_;
    std::vector<velocity> velocities_;
    std::vector<life> lives_;
};

} // namespace

entrants flecs_e5() {
    return {enters<crowd, &crowd::churn>("E5", "flecs", kind::peer),
            enters<crowd, &crowd::churn_by_hand>("E5", "flecs, by hand", kind::peer)};
}

#endif

#if WORKLOAD == 6 // E6: components are looked up

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i)
            all_.push_back(world_.entity().insert([i](position& p, velocity& v) {
                p = nth_position(i);
                v = nth_velocity(i);
            }));
        all_ = in_order(all_, shuffled(n));
    }

    void get_each() {
        std::uint64_t sum = 0;
        for (const flecs::entity e : all_) sum += bits_of(e.get<position>().x);
        sum_ += sum;
    }
    void get_checked() {
        std::uint64_t sum = 0;
        for (const flecs::entity e : all_) {
            if (!e.is_alive()) continue;
            if (const position* const p = e.try_get<position>()) sum += bits_of(p->x);
        }
        sum_ += sum;
    }

    void show(digest& d) const { d.add(sum_); }

  private:
    flecs::world world_;
    std::vector<flecs::entity> all_;
    std::uint64_t sum_ = 0;
};

} // namespace

entrants flecs_e6() {
    return {enters<crowd, &crowd::get_each>("E6-get", "flecs", kind::peer),
            enters<crowd, &crowd::get_checked>("E6-checked", "flecs", kind::peer)};
}

#endif

#if WORKLOAD == 7 // E7: relations

namespace {

struct docked_to {};

class crowd {
  public:
    explicit crowd(std::size_t n) : order_(shuffled(n)) {
        for (std::size_t i = 0; i < n; ++i) {
            const flecs::entity e = world_.entity();
            e.set<position>(nth_position(i));
            all_.push_back(e);
        }
    }

    void relate_and_unrelate() {
        relate();
        for (const std::uint32_t i : order_) {
            all_[i].remove<docked_to>(target(i));
            related_ += 2;
        }
    }
    void relate() {
        for (const std::uint32_t i : order_) all_[i].add<docked_to>(target(i));
    }
    void walk() {
        std::uint64_t sum = 0;
        for (std::size_t t = 0; t < all_.size() / 100; ++t)
            world_.query_builder<const position>().with<docked_to>(all_[t]).build().each(
                [&](const position& p) { sum += bits_of(p.x); });
        sum_ += sum;
    }
    void relate_to_one() {
        station_ = world_.entity();
        station_.set<position>({});
        for (const flecs::entity e : all_) e.add<docked_to>(station_);
    }
    void end() {
        station_.destruct();
        ++related_;
    }

    void show(digest& d) const {
        for (const flecs::entity e : all_)
            d.add(static_cast<std::uint64_t>(ecs_count_id(world_, ecs_pair(world_.id<docked_to>(), e))));
        d.add(related_ + sum_);
    }

  private:
    [[nodiscard]] flecs::entity target(std::uint32_t i) const { return all_[i % (all_.size() / 100)]; }

    flecs::world world_;
    std::vector<flecs::entity> all_;
    std::vector<std::uint32_t> order_;
    flecs::entity station_;
    std::uint64_t related_ = 0;
    std::uint64_t sum_ = 0;
};

} // namespace

entrants flecs_e7() {
    return {enters<crowd, &crowd::relate_and_unrelate>("E7-relate", "flecs", kind::peer),
            enters<crowd, &crowd::walk, &crowd::relate>("E7-walk", "flecs", kind::peer),
            enters<crowd, &crowd::end, &crowd::relate_to_one>("E7-end", "flecs", kind::peer)};
}

#endif

#if WORKLOAD == 8 // E8: instances of a pattern

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) : tops_(n) {}

    void fresh() {
        world_.emplace();
        ship_ = world_->prefab();
        ship_.set<position>(nth_position(1)).set<velocity>(nth_velocity(1)).set<life>(nth_life(1));
        for (std::size_t i = 0; i < turrets; ++i)
            world_->prefab().child_of(ship_).set<position>(nth_position(2 + i)).set<life>(nth_life(2 + i));
    }
    void instantiate_each() {
        for (flecs::entity_t& e : tops_) e = world_->entity().is_a(ship_);
    }
    void instantiate_all() {
        const flecs::entity_t* const made =
            ecs_bulk_new_w_id(*world_, ecs_pair(EcsIsA, ship_), static_cast<std::int32_t>(tops_.size()));
        std::copy(made, made + tops_.size(), tops_.begin());
    }

    void show(digest& d) const {
        if (!world_) return;
        for (const flecs::entity_t top : tops_) {
            const flecs::entity e(*world_, top);
            d.add(hash_of(e.get<position>(), e.get<velocity>(), e.get<life>()));
            e.children([&](flecs::entity child) { d.add(hash_of(child.get<position>()) + child.get<life>().dice); });
        }
    }

  private:
    std::optional<flecs::world> world_;
    flecs::entity ship_;
    std::vector<flecs::entity_t> tops_;
};

} // namespace

entrants flecs_e8() { return instantiating<crowd>("flecs prefab", kind::peer); }

#endif

#if WORKLOAD == 9 // S1: a world is written and read

namespace {

void describe(flecs::world& w) {
    w.component<position>("position").member<float>("x").member<float>("y");
    w.component<velocity>("velocity").member<float>("x").member<float>("y");
    w.component<life>("life").member<std::uint32_t>("dice").member<std::uint32_t>("parent");
    w.component<health>("health").member<std::int32_t>("left").member<std::int32_t>("most");
    w.component<heading>("heading").member<float>("angle").member<float>("turn");
}

class crowd {
  public:
    explicit crowd(std::size_t n) {
        describe(world_);
        for (std::size_t i = 0; i < n; ++i)
            world_.entity().insert([i](position& p, velocity& v, life& l, health& h, heading& a) {
                p = nth_position(i);
                v = nth_velocity(i);
                l = nth_life(i);
                h = nth_health(i);
                a = nth_heading(i);
            });
        write_json();
    }

    void forget_json() { json_ = {}; }
    void write_json() { json_ = world_.to_json().c_str(); }
    void fresh() {
        read_.emplace();
        describe(*read_);
    }
    void read_json() { (void)read_->from_json(json_.c_str()); }

    void show(digest& d) const {
        (read_ ? *read_ : world_)
            .each([&](const position& p, const velocity& v, const life& l, const health& h, const heading& a) {
                d.add(hash_of(p, v, l) + hash_of(h, a));
            });
    }

  private:
    flecs::world world_;
    std::optional<flecs::world> read_;
    std::string json_;
};

} // namespace

entrants flecs_s1() { return writing_json<crowd>("flecs", kind::peer); }

#endif

} // namespace bench
