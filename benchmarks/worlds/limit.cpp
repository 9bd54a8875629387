#include "../worlds.hpp"

#include <bit>

/// What nothing can be much faster than: arrays and bitsets that know no more than the workload needs.
namespace bench {

namespace {

class bitset_of_tags {
  public:
    explicit bitset_of_tags(std::size_t n) : n_(n), tagged_((n + 63) / 64) { tag_each(); }

    void untag_in_walk() {
        for (std::uint64_t& w : tagged_) {
            for (std::uint64_t rest = w; rest != 0; rest &= rest - 1) {
                const std::uint64_t lowest = rest & (~rest + 1);
                w &= ~lowest;
                ++untagged_;
            }
        }
    }
    void untag_all() {
        for (std::uint64_t& w : tagged_) {
            untagged_ += static_cast<std::uint64_t>(std::popcount(w));
            w = 0;
        }
    }
    void tag_each() {
        for (std::size_t i = 0; i < n_; ++i) tagged_[i / 64] |= std::uint64_t{1} << (i % 64);
    }

    void show(digest& d) const {
        for (std::size_t i = 0; i < n_; ++i)
            d.add(hash_of(nth_position(i), nth_velocity(i)) + ((tagged_[i / 64] >> (i % 64)) & 1U));
        d.add(untagged_);
    }

  private:
    std::size_t n_;
    std::vector<std::uint64_t> tagged_;
    std::uint64_t untagged_ = 0;
};

template <layout Layout> class plain_arrays {
  public:
    explicit plain_arrays(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            if (Layout == layout::half && i % 2 == 0) {
                rest_.push_back(nth_position(i));
                continue;
            }
            positions_.push_back(nth_position(i));
            if constexpr (Layout == layout::late) {
                if (!moves_late(i)) continue;
                movers_.push_back(static_cast<std::uint32_t>(i));
            }
            if (Layout != layout::tags) velocities_.push_back(nth_velocity(i));
        }
    }

    void move_all() {
        if constexpr (Layout == layout::late) {
            for (std::size_t k = 0; k < movers_.size(); ++k) move(positions_[movers_[k]], velocities_[k]);
        } else {
            position* const p = positions_.data();
            const velocity* const v = velocities_.data();
            for (std::size_t i = 0; i < positions_.size(); ++i) move(p[i], v[i]);
        }
    }
    void sink_all() {
        for (position& p : positions_) sink(p);
    }

    void show(digest& d) const {
        for (const position& p : rest_) d.add(hash_of(p));
        std::size_t k = 0;
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            const bool has = Layout == layout::late ? k < movers_.size() && movers_[k] == i : Layout != layout::tags;
            d.add(has ? hash_of(positions_[i], velocities_[k]) : hash_of(positions_[i]));
            k += has ? 1U : 0U;
        }
    }

  private:
    std::vector<position> positions_;
    std::vector<velocity> velocities_;
    std::vector<position> rest_;
    std::vector<std::uint32_t> movers_;
};

class growing_arrays {
  public:
    explicit growing_arrays(std::size_t n) : n_(n) {}

    void fresh() {
        positions_ = {};
        velocities_ = {};
        lives_ = {};
    }
    void create_each() {
        for (std::size_t i = 0; i < n_; ++i) {
            positions_.push_back(nth_position(i));
            velocities_.push_back({1, 1});
            lives_.push_back({1, 1});
        }
    }
    void create_all() {
        positions_.resize(n_, {1, 1});
        velocities_.resize(n_, {1, 1});
        lives_.resize(n_, {1, 1});
    }

    void show(digest& d) const {
        for (std::size_t i = 0; i < positions_.size(); ++i) d.add(hash_of(positions_[i], velocities_[i], lives_[i]));
    }

  private:
    std::size_t n_;
    std::vector<position> positions_;
    std::vector<velocity> velocities_;
    std::vector<life> lives_;
};

/// The newcomer takes the place of the dead.
class replacing_arrays {
  public:
    explicit replacing_arrays(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            positions_.push_back(nth_position(i));
            velocities_.push_back(nth_velocity(i));
            lives_.push_back(nth_life(i));
        }
    }

    void churn() {
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            move(positions_[i], velocities_[i]);
            if (grow_older(lives_[i])) {
                const newcomer n = offspring(lives_[i]);
                positions_[i] = n.position;
                velocities_[i] = n.velocity;
                lives_[i] = n.life;
            }
        }
    }

    void show(digest& d) const {
        for (std::size_t i = 0; i < positions_.size(); ++i) d.add(hash_of(positions_[i], velocities_[i], lives_[i]));
    }

  private:
    std::vector<position> positions_;
    std::vector<velocity> velocities_;
    std::vector<life> lives_;
};

class indexed_array {
  public:
    explicit indexed_array(std::size_t n) : order_(shuffled(n)) {
        for (std::size_t i = 0; i < n; ++i) positions_.push_back(nth_position(i));
    }

    void get_each() {
        std::uint64_t sum = 0;
        for (const std::uint32_t i : order_) sum += bits_of(positions_[i].x);
        sum_ += sum;
    }

    void show(digest& d) const { d.add(sum_); }

  private:
    std::vector<position> positions_;
    std::vector<std::uint32_t> order_;
    std::uint64_t sum_ = 0;
};

/// Relations as numbers in arrays: nothing finds out that an end has gone.
class arrays_of_targets {
  public:
    explicit arrays_of_targets(std::size_t n) : target_(n, none), sources_(n), place_(n), order_(shuffled(n)) {
        for (std::size_t i = 0; i < n; ++i) positions_.push_back(nth_position(i));
    }

    void relate_and_unrelate() {
        for (const std::uint32_t i : order_) relate_to(i, target(i)), ++related_;
        for (const std::uint32_t i : order_) {
            std::vector<std::uint32_t>& those = sources_[target(i)];
            place_[those.back()] = place_[i];
            those[place_[i]] = those.back();
            those.pop_back();
            target_[i] = none;
            ++related_;
        }
    }
    void relate() {
        for (const std::uint32_t i : order_)
            if (target_[i] == none) relate_to(i, target(i));
    }
    void walk() {
        std::uint64_t sum = 0;
        for (std::size_t t = 0; t < target_.size() / 100; ++t)
            for (const std::uint32_t i : sources_[t]) sum += bits_of(positions_[i].x);
        sum_ += sum;
    }
    void relate_to_one() {
        for (std::uint32_t i = 0; i < target_.size(); ++i) station_.push_back(i), target_[i] = 0;
    }
    void end() {
        for (const std::uint32_t i : station_) target_[i] = none;
        station_.clear();
        ++related_;
    }

    void show(digest& d) const {
        for (const auto& those : sources_) d.add(those.size());
        d.add(related_ + sum_);
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    [[nodiscard]] std::uint32_t target(std::uint32_t i) const {
        return i % static_cast<std::uint32_t>(target_.size() / 100);
    }
    void relate_to(std::uint32_t i, std::uint32_t t) {
        target_[i] = t;
        place_[i] = static_cast<std::uint32_t>(sources_[t].size());
        sources_[t].push_back(i);
    }

    std::vector<std::uint32_t> target_;
    std::vector<std::vector<std::uint32_t>> sources_;
    std::vector<std::uint32_t> place_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> station_;
    std::vector<position> positions_;
    std::uint64_t related_ = 0;
    std::uint64_t sum_ = 0;
};

} // namespace

entrants limit_e1() { return untagging<bitset_of_tags>("one bitset", kind::limit); }

entrants limit_e2() {
    entrants all = moving<plain_arrays>("plain arrays", kind::limit);
    for (entrant& e : all)
        if (e.workload == "E2-late") e.entry.name = "indexed join";
    return all;
}

entrants limit_e3() {
    return {enters<growing_arrays, &growing_arrays::create_each, &growing_arrays::fresh>("E3-create", "plain arrays",
                                                                                         kind::limit),
            enters<growing_arrays, &growing_arrays::create_all, &growing_arrays::fresh>("E3-create-bulk",
                                                                                        "plain arrays", kind::limit)};
}

entrants limit_e5() {
    return {enters<replacing_arrays, &replacing_arrays::churn>("E5", "plain arrays, replaced in place", kind::limit)};
}

entrants limit_e6() { return {enters<indexed_array, &indexed_array::get_each>("E6-get", "plain array", kind::limit)}; }

entrants limit_e7() {
    using crowd = arrays_of_targets;
    return {enters<crowd, &crowd::relate_and_unrelate>("E7-relate", "arrays of numbers", kind::limit),
            enters<crowd, &crowd::walk, &crowd::relate>("E7-walk", "arrays of numbers", kind::limit),
            enters<crowd, &crowd::end, &crowd::relate_to_one>("E7-end", "arrays of numbers", kind::limit)};
}

} // namespace bench
