#include "../worlds.hpp"

#include <gaia.h>
#include <optional>

/// Compiled once a workload, with WORKLOAD as its number.
namespace bench {

#if WORKLOAD == 1 // E1: a component is removed and added

namespace {

class gaia_tagged {
  public:
    explicit gaia_tagged(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const gaia::ecs::Entity e = world_.add();
            world_.build(e).add<position>().add<velocity>().add<tag>();
            world_.acc_mut(e).set<position>(nth_position(i)).set<velocity>(nth_velocity(i));
            all_.push_back(e);
        }
    }

    void untag_in_walk() {
        gaia::ecs::CommandBufferST later(world_);
        query_.each([&](gaia::ecs::Entity e, position&, const velocity&) {
            later.del<tag>(e);
            ++untagged_;
        });
        later.commit();
    }
    void untag_all() {
        for (const gaia::ecs::Entity e : all_) {
            if (!world_.has<tag>(e)) continue;
            world_.del<tag>(e);
            ++untagged_;
        }
    }
    void tag_each() {
        for (const gaia::ecs::Entity e : all_)
            if (!world_.has<tag>(e)) world_.add<tag>(e);
    }

    void show(digest& d) const {
        for (const gaia::ecs::Entity e : all_)
            d.add(hash_of(world_.get<position>(e), world_.get<velocity>(e)) + (world_.has<tag>(e) ? 1U : 0U));
        d.add(untagged_);
    }

  private:
    gaia::ecs::World world_;
    gaia::ecs::Query query_ = world_.query().all<position&>().all<velocity>().all<tag>();
    std::vector<gaia::ecs::Entity> all_;
    std::uint64_t untagged_ = 0;
};

} // namespace

entrants gaia_e1() { return untagging<gaia_tagged>("gaia-ecs", kind::peer); }

#endif

#if WORKLOAD == 2 // E2: walks

namespace {

template <layout Layout> class gaia_movers {
  public:
    explicit gaia_movers(std::size_t n) {
        std::vector<gaia::ecs::Entity> all;
        for (std::size_t i = 0; i < n; ++i) {
            const gaia::ecs::Entity e = world_.add();
            if constexpr (Layout == layout::tags) mark_one(e, i, std::make_integer_sequence<int, many_tags>{});
            world_.add<position>(e, nth_position(i));
            if (Layout == layout::all || (Layout == layout::half && i % 2 != 0))
                world_.add<velocity>(e, nth_velocity(i));
            all.push_back(e);
        }
        if constexpr (Layout == layout::late)
            for (std::size_t i = 0; i < n; ++i)
                if (moves_late(i)) world_.add<velocity>(all[i], nth_velocity(i));
    }

    void move_all() {
        movers_.each([](gaia::ecs::Iter& it) {
            auto p = it.view_mut<position>();
            auto v = it.view<velocity>();
            const auto n = it.size();
            for (decltype(it.size()) i = 0; i < n; ++i) move(p[i], v[i]);
        });
    }
    void sink_all() {
        all_.each([](gaia::ecs::Iter& it) {
            auto p = it.view_mut<position>();
            const auto n = it.size();
            for (decltype(it.size()) i = 0; i < n; ++i) sink(p[i]);
        });
    }

    void show(digest& d) const {
        const_cast<gaia::ecs::Query&>(all_).each([&](gaia::ecs::Entity e, const position& p) {
            d.add(world_.has<velocity>(e) ? hash_of(p, world_.get<velocity>(e)) : hash_of(p));
        });
    }

  private:
    template <int... I> void mark_one(gaia::ecs::Entity e, std::size_t i, std::integer_sequence<int, I...>) {
        const auto which = static_cast<int>(i % many_tags);
        ((which == I ? world_.add<mark<I>>(e) : void()), ...);
    }

    gaia::ecs::World world_;
    gaia::ecs::Query movers_ = world_.query().all<position&>().all<velocity>();
    gaia::ecs::Query all_ = world_.query().all<position&>();
};

} // namespace

entrants gaia_e2() { return moving<gaia_movers>("gaia-ecs", kind::peer); }

#endif

#if WORKLOAD == 3 // E3: entities are created and destroyed

namespace {

class gaia_population {
  public:
    explicit gaia_population(std::size_t n) : all_(n), order_(shuffled(n)), at_random_(n) {}

    void fresh() { world_.emplace(); }
    void create_each() {
        std::size_t i = 0;
        for (gaia::ecs::Entity& e : all_) {
            e = world_->add();
            world_->build(e).add<position>().add<velocity>().add<life>();
            world_->acc_mut(e).set<position>(nth_position(i)).set<velocity>({1, 1}).set<life>({1, 1});
            ++i;
        }
    }
    void create_all() {
        const gaia::ecs::Entity model = world_->add();
        world_->build(model).add<position>().add<velocity>().add<life>();
        world_->acc_mut(model).set<position>({1, 1}).set<velocity>({1, 1}).set<life>({1, 1});
        all_[0] = model;
        std::size_t i = 1;
        world_->copy_n(model, static_cast<std::uint32_t>(all_.size() - 1), [&](gaia::ecs::Entity e) { all_[i++] = e; });
    }

    void refill() {
        fresh();
        create_each();
        at_random_ = in_order(all_, order_);
    }
    void destroy_in_order() {
        for (const gaia::ecs::Entity e : all_) world_->del(e);
    }
    void destroy_at_random() {
        for (const gaia::ecs::Entity e : at_random_) world_->del(e);
    }

    void show(digest& d) const {
        if (!world_) return;
        for (const gaia::ecs::Entity e : all_)
            if (world_->valid(e))
                d.add(hash_of(world_->get<position>(e), world_->get<velocity>(e), world_->get<life>(e)));
    }

  private:
    std::optional<gaia::ecs::World> world_;
    std::vector<gaia::ecs::Entity> all_;
    std::vector<std::uint32_t> order_;
    std::vector<gaia::ecs::Entity> at_random_;
};

} // namespace

entrants gaia_e3() {
    const auto k = kind::peer;
    using crowd = gaia_population;
    return {enters<crowd, &crowd::create_each, &crowd::fresh>("E3-create", "gaia-ecs", k),
            enters<crowd, &crowd::create_all, &crowd::fresh>("E3-create-bulk", "gaia-ecs", k),
            enters<crowd, &crowd::destroy_in_order, &crowd::refill>("E3-destroy", "gaia-ecs", k),
            enters<crowd, &crowd::destroy_at_random, &crowd::refill>("E3-destroy-random", "gaia-ecs", k)};
}

#endif

#if WORKLOAD == 4 // E4: a component is added and removed

namespace {

class gaia_changers {
  public:
    explicit gaia_changers(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const gaia::ecs::Entity e = world_.add();
            world_.add<position>(e, nth_position(i));
            all_.push_back(e);
        }
    }

    void add_and_remove() {
        for (const gaia::ecs::Entity e : all_) world_.add<velocity>(e, {1, 2});
        for (const gaia::ecs::Entity e : all_) {
            world_.del<velocity>(e);
            ++removed_;
        }
    }

    void show(digest& d) const {
        for (const gaia::ecs::Entity e : all_)
            if (!world_.has<velocity>(e)) d.add(hash_of(world_.get<position>(e)));
        d.add(removed_);
    }

  private:
    gaia::ecs::World world_;
    std::vector<gaia::ecs::Entity> all_;
    std::uint64_t removed_ = 0;
};

} // namespace

entrants gaia_e4() { return {enters<gaia_changers, &gaia_changers::add_and_remove>("E4", "gaia-ecs", kind::peer)}; }

#endif

#if WORKLOAD == 5 // E5: churn

namespace {

class gaia_churners {
  public:
    explicit gaia_churners(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) add({nth_position(i), nth_velocity(i), nth_life(i)});
    }

    /// What dies and what comes is collected in the walk, and done after it.
    void churn() {
        dead_.clear();
        born_.clear();
        query_.each([this](gaia::ecs::Iter& it) {
            auto e = it.view<gaia::ecs::Entity>();
            auto p = it.view_mut<position>();
            auto v = it.view<velocity>();
            auto l = it.view_mut<life>();
            const auto n = it.size();
            for (decltype(it.size()) i = 0; i < n; ++i) {
                move(p[i], v[i]);
                if (grow_older(l[i])) {
                    dead_.push_back(e[i]);
                    born_.push_back(offspring(l[i]));
                }
            }
        });
        for (const gaia::ecs::Entity e : dead_) world_.del(e);
        for (const newcomer& n : born_) add(n);
    }

    void show(digest& d) const {
        const_cast<gaia::ecs::Query&>(query_).each(
            [&](const position& p, const velocity& v, const life& l) { d.add(hash_of(p, v, l)); });
    }

  private:
    void add(const newcomer& n) {
        const gaia::ecs::Entity e = world_.add();
        world_.build(e).add<position>().add<velocity>().add<life>();
        world_.acc_mut(e).set<position>(n.position).set<velocity>(n.velocity).set<life>(n.life);
    }

    gaia::ecs::World world_;
    gaia::ecs::Query query_ = world_.query().all<position&>().all<velocity>().all<life&>();
    std::vector<gaia::ecs::Entity> dead_;
    std::vector<newcomer> born_;
};

} // namespace

entrants gaia_e5() { return {enters<gaia_churners, &gaia_churners::churn>("E5", "gaia-ecs, by hand", kind::peer)}; }

#endif

#if WORKLOAD == 6 // E6: components are looked up

namespace {

class gaia_known {
  public:
    explicit gaia_known(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const gaia::ecs::Entity e = world_.add();
            world_.add<position>(e, nth_position(i));
            world_.add<velocity>(e, nth_velocity(i));
            all_.push_back(e);
        }
        all_ = in_order(all_, shuffled(n));
    }

    void get_each() {
        std::uint64_t sum = 0;
        for (const gaia::ecs::Entity e : all_) sum += bits_of(world_.get<position>(e).x);
        sum_ += sum;
    }
    void get_checked() {
        std::uint64_t sum = 0;
        for (const gaia::ecs::Entity e : all_)
            if (world_.valid(e) && world_.has<position>(e)) sum += bits_of(world_.get<position>(e).x);
        sum_ += sum;
    }

    void show(digest& d) const { d.add(sum_); }

  private:
    gaia::ecs::World world_;
    std::vector<gaia::ecs::Entity> all_;
    std::uint64_t sum_ = 0;
};

} // namespace

entrants gaia_e6() {
    return {enters<gaia_known, &gaia_known::get_each>("E6-get", "gaia-ecs", kind::peer),
            enters<gaia_known, &gaia_known::get_checked>("E6-checked", "gaia-ecs", kind::peer)};
}

#endif

} // namespace bench
