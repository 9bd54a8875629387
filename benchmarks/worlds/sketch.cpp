#include "sketch.hpp"

#include <optional>

/// Compiled once a workload, with WORKLOAD as its number.
namespace bench {

#if WORKLOAD == 1 // E1: a component is removed and added

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(world_.create(nth_position(i), nth_velocity(i), tag{}));
    }

    void untag_in_walk() {
        world_.each<position, velocity>(
            [this](sketch::entity e, position&, const velocity&) { untagged_ += world_.remove<tag>(e) ? 1U : 0U; },
            std::type_identity<tag>{});
    }
    void untag_all() { untagged_ += world_.remove_all<tag, position, velocity>(); }
    void tag_each() {
        for (const sketch::entity e : all_) world_.add(e, tag{});
    }

    void show(digest& d) const {
        for (const sketch::entity e : all_)
            d.add(hash_of(world_.get<position>(e), world_.get<velocity>(e)) + (world_.has<tag>(e) ? 1U : 0U));
        d.add(untagged_);
    }

  private:
    sketch::world<position, velocity, tag> world_;
    std::vector<sketch::entity> all_;
    std::uint64_t untagged_ = 0;
};

} // namespace

entrants sketch_e1() { return untagging<crowd>("sketch", kind::baseline); }

#endif

#if WORKLOAD == 2 // E2: walks

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

#endif

#if WORKLOAD == 3 // E3: entities are created and destroyed

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) : all_(n), order_(shuffled(n)), at_random_(n) {}

    void fresh() { world_.emplace(); }
    void create_each() {
        std::size_t i = 0;
        for (sketch::entity& e : all_) {
            e = world_->create(nth_position(i), velocity{1, 1}, life{1, 1});
            ++i;
        }
    }

    void refill() {
        fresh();
        create_each();
        at_random_ = in_order(all_, order_);
    }
    void destroy_in_order() {
        for (const sketch::entity e : all_) world_->destroy(e);
    }
    void destroy_at_random() {
        for (const sketch::entity e : at_random_) world_->destroy(e);
    }
    void destroy_all() { world_->destroy_all<position>(); }

    void show(digest& d) const {
        if (!world_) return;
        for (const sketch::entity e : all_)
            if (world_->alive(e))
                d.add(hash_of(world_->get<position>(e), world_->get<velocity>(e), world_->get<life>(e)));
    }

  private:
    std::optional<sketch::world<position, velocity, life>> world_;
    std::vector<sketch::entity> all_;
    std::vector<std::uint32_t> order_;
    std::vector<sketch::entity> at_random_;
};

} // namespace

entrants sketch_e3() {
    const auto k = kind::baseline;
    return {enters<crowd, &crowd::create_each, &crowd::fresh>("E3-create", "sketch", k),
            enters<crowd, &crowd::destroy_in_order, &crowd::refill>("E3-destroy", "sketch", k),
            enters<crowd, &crowd::destroy_at_random, &crowd::refill>("E3-destroy-random", "sketch", k),
            enters<crowd, &crowd::destroy_all, &crowd::refill>("E3-destroy-bulk", "sketch", k)};
}

#endif

#if WORKLOAD == 4 // E4: a component is added and removed

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(world_.create(nth_position(i)));
    }

    void add_and_remove() {
        for (const sketch::entity e : all_) world_.add(e, velocity{1, 2});
        for (const sketch::entity e : all_) removed_ += world_.remove<velocity>(e) ? 1U : 0U;
    }

    void show(digest& d) const {
        for (const sketch::entity e : all_)
            if (!world_.has<velocity>(e)) d.add(hash_of(world_.get<position>(e)));
        d.add(removed_);
    }

  private:
    sketch::world<position, velocity> world_;
    std::vector<sketch::entity> all_;
    std::uint64_t removed_ = 0;
};

} // namespace

entrants sketch_e4() { return {enters<crowd, &crowd::add_and_remove>("E4", "sketch", kind::baseline)}; }

#endif

#if WORKLOAD == 5 // E5: churn

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) world_.create(nth_position(i), nth_velocity(i), nth_life(i));
    }

    void churn() {
        world_.each<position, velocity, life>([this](sketch::entity e, position& p, const velocity& v, life& l) {
            move(p, v);
            if (grow_older(l)) {
                const newcomer n = offspring(l);
                world_.destroy(e);
                world_.create(n.position, n.velocity, n.life);
            }
        });
    }

    void show(digest& d) const {
        world_.each<position, velocity, life>(
            [&](sketch::entity, const position& p, const velocity& v, const life& l) { d.add(hash_of(p, v, l)); });
    }

  private:
    mutable sketch::world<position, velocity, life> world_;
};

} // namespace

entrants sketch_e5() { return {enters<crowd, &crowd::churn>("E5", "sketch", kind::baseline)}; }

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
        for (const sketch::entity e : all_) sum += bits_of(world_.get<position>(e).x);
        sum_ += sum;
    }
    void get_checked() {
        std::uint64_t sum = 0;
        for (const sketch::entity e : all_)
            if (world_.has<position>(e)) sum += bits_of(world_.get<position>(e).x);
        sum_ += sum;
    }

    void show(digest& d) const { d.add(sum_); }

  private:
    sketch::world<position, velocity> world_;
    std::vector<sketch::entity> all_;
    std::uint64_t sum_ = 0;
};

} // namespace

entrants sketch_e6() {
    return {enters<crowd, &crowd::get_each>("E6-get", "sketch", kind::baseline),
            enters<crowd, &crowd::get_checked>("E6-checked", "sketch", kind::baseline)};
}

#endif

} // namespace bench
