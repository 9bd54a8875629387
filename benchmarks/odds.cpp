#include "workloads.hpp"
#include "worlds.hpp"

#include <throng/dice.hpp>
#include <throng/list.hpp>
#include <throng/pick.hpp>
#include <throng/pool.hpp>
#include <throng/weighted_by.hpp>
#include <throng/world/pick.hpp>
#include <throng/world/world_weights.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// Random elements: each equally likely, or by weights that change. The contestants draw other numbers; so they are
/// compared by what they hold, and by whether they have picked as often as the odds say.
namespace bench {

namespace {

struct ticket {
    std::uint32_t number = 0;
    std::uint32_t weight = 0;
};

/// From 1 to 20.
[[nodiscard]] std::uint32_t nth_weight(std::size_t i) { return 1 + static_cast<std::uint32_t>(mix(i) % 20U); }

constexpr std::size_t classes = 8;
/// What has been picked, by classes of numbers. Weights are exchanged within a class, so that its odds stay.
class tally {
  public:
    explicit tally(std::size_t n) : picks_(n / 10) {
        for (std::size_t i = 0; i < n; ++i) add(nth_ticket(i));
    }
    [[nodiscard]] static ticket nth_ticket(std::size_t i) { return {static_cast<std::uint32_t>(i), nth_weight(i)}; }

  protected:
    void picked(std::uint32_t number) { ++picked_[number % classes]; }
    [[nodiscard]] std::size_t picks() const { return picks_; }
    /// How often each class has been picked is at most six standard deviations from what is to be expected.
    void show(digest& d, bool weighted) const {
        double all = 0;
        double total = 0;
        for (std::size_t c = 0; c < classes; ++c) {
            all += static_cast<double>(picked_[c]);
            total += weighted ? weights_[c] : members_[c];
        }
        d.add(static_cast<std::uint64_t>(all));
        for (std::size_t c = 0; c < classes; ++c) {
            const double odds = (weighted ? weights_[c] : members_[c]) / total;
            const double far = std::abs(static_cast<double>(picked_[c]) - all * odds);
            d.add(far <= 6 * std::sqrt(all * odds * (1 - odds)) + 1 ? 1 : 2 + c);
        }
    }

    throng::dice dice_{2026};

  private:
    void add(const ticket& t) {
        weights_[t.number % classes] += t.weight;
        members_[t.number % classes] += 1;
    }

    std::size_t picks_;
    double weights_[classes] = {};
    double members_[classes] = {};
    std::uint64_t picked_[classes] = {};
};

// ----------------------------------------------------------------------------------------------- each equally likely

template <class Collection> class of_collection : public tally {
  public:
    explicit of_collection(std::size_t n) : tally(n) {
        all_.reserve(n);
        for (std::size_t i = 0; i < n; ++i) all_.push_back(nth_ticket(i));
    }
    void draw() {
        for (std::size_t i = 0; i < picks(); ++i) picked(throng::pick(all_, dice_)->number);
    }
    void show(digest& d) const { tally::show(d, false); }

  private:
    Collection all_;
};
class of_query : public tally {
  public:
    explicit of_query(std::size_t n) : tally(n) {
        for (std::size_t i = 0; i < n; ++i) world_.create(nth_ticket(i));
    }
    void draw() {
        for (std::size_t i = 0; i < picks(); ++i)
            picked(world_.get<ticket>(throng::pick(world_.query<const ticket>(), dice_)).number);
    }
    void show(digest& d) const { tally::show(d, false); }

  private:
    throng::world world_;
};
class of_vector : public tally {
  public:
    explicit of_vector(std::size_t n) : tally(n) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(nth_ticket(i));
    }
    void draw() {
        for (std::size_t i = 0; i < picks(); ++i) {
            std::uniform_int_distribution<std::size_t> any(0, all_.size() - 1);
            picked(all_[any(dice_)].number);
        }
    }
    void show(digest& d) const { tally::show(d, false); }

  private:
    std::vector<ticket> all_;
};

// --------------------------------------------------------------------------------------------------------- by weights

/// Two of a class, whose weights are exchanged before the next is picked.
class lots : public tally {
  public:
    explicit lots(std::size_t n) : tally(n), n_(n) {}
    void show(digest& d) const { tally::show(d, true); }

  protected:
    template <class F> void exchange(F f) {
        const std::size_t one = mix(turn_) % n_;
        const std::size_t step = classes * (1 + turn_ % 5);
        ++turn_;
        const std::size_t other = one + step < n_ ? one + step : one % classes;
        if (one != other) f(one, other);
    }
    [[nodiscard]] static std::uint64_t hash_of(const ticket& t) { return mix(std::bit_cast<std::uint64_t>(t)); }

    std::size_t n_;

  private:
    std::uint64_t turn_ = 0;
};

class by_weighted : public lots {
  public:
    explicit by_weighted(std::size_t n) : lots(n) {
        all_.reserve(n);
        for (std::size_t i = 0; i < n; ++i) elements_.push_back(all_.add(nth_ticket(i)));
    }
    void draw() {
        for (std::size_t i = 0; i < picks(); ++i) picked(chances_.pick(dice_)->number);
    }
    void change_and_draw() {
        for (std::size_t i = 0; i < picks(); ++i) {
            exchange([this](std::size_t one, std::size_t other) {
                ticket& a = *all_.get(elements_[one]);
                ticket& b = *all_.get(elements_[other]);
                const std::uint32_t weight = a.weight;
                chances_.modify(a, [&](ticket& t) { t.weight = b.weight; });
                chances_.modify(b, [&](ticket& t) { t.weight = weight; });
            });
            picked(chances_.pick(dice_)->number);
        }
    }
    void show(digest& d) const {
        lots::show(d);
        for (const ticket& t : all_) d.add(hash_of(t));
    }

  private:
    throng::pool<ticket> all_;
    std::vector<throng::handle<ticket>> elements_;
    throng::weighted_by<throng::pool<ticket>, std::uint32_t ticket::*> chances_{all_, &ticket::weight};
};

class by_world_weights : public lots {
  public:
    explicit by_world_weights(std::size_t n) : lots(n) {
        for (std::size_t i = 0; i < n; ++i) entities_.push_back(world_.create(nth_ticket(i)));
    }
    void draw() {
        for (std::size_t i = 0; i < picks(); ++i) picked(world_.get<ticket>(chances_.pick(dice_)).number);
    }
    void change_and_draw() {
        for (std::size_t i = 0; i < picks(); ++i) {
            exchange([this](std::size_t one, std::size_t other) {
                std::swap(world_.get<ticket>(entities_[one]).weight, world_.get<ticket>(entities_[other]).weight);
                world_.modified<ticket>(entities_[one]);
                world_.modified<ticket>(entities_[other]);
            });
            picked(world_.get<ticket>(chances_.pick(dice_)).number);
        }
    }
    void show(digest& d) const {
        lots::show(d);
        world_.query<const ticket>().each([&d](const ticket& t) { d.add(hash_of(t)); });
    }

  private:
    throng::world world_;
    std::vector<throng::entity> entities_;
    throng::world_weights<ticket, std::uint32_t ticket::*> chances_{world_, &ticket::weight};
};

class vector_of_lots : public lots {
  public:
    explicit vector_of_lots(std::size_t n) : lots(n) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(nth_ticket(i));
    }
    void show(digest& d) const {
        lots::show(d);
        for (const ticket& t : all_) d.add(hash_of(t));
    }

  protected:
    std::vector<ticket> all_;
};
/// The standard library's, made anew after a change.
class by_distribution : public vector_of_lots {
  public:
    explicit by_distribution(std::size_t n) : vector_of_lots(n), weights_(n) { make(); }
    void draw() {
        for (std::size_t i = 0; i < picks(); ++i) picked(all_[chances_(dice_)].number);
    }
    void change_and_draw() {
        for (std::size_t i = 0; i < picks(); ++i) {
            exchange([this](std::size_t one, std::size_t other) { std::swap(all_[one].weight, all_[other].weight); });
            make();
            picked(all_[chances_(dice_)].number);
        }
    }

  private:
    void make() {
        for (std::size_t i = 0; i < all_.size(); ++i) weights_[i] = all_[i].weight;
        chances_ = std::discrete_distribution<std::size_t>(weights_.begin(), weights_.end());
    }

    std::vector<double> weights_;
    std::discrete_distribution<std::size_t> chances_;
};
/// A Fenwick tree of sums by hand.
class by_sums : public vector_of_lots {
  public:
    explicit by_sums(std::size_t n) : vector_of_lots(n), sums_(n + 1) {
        for (std::size_t i = 0; i < n; ++i) change(i, all_[i].weight);
    }
    void draw() {
        for (std::size_t i = 0; i < picks(); ++i) picked(all_[drawn()].number);
    }
    void change_and_draw() {
        for (std::size_t i = 0; i < picks(); ++i) {
            exchange([this](std::size_t one, std::size_t other) {
                const std::uint64_t more = std::uint64_t{all_[other].weight} - all_[one].weight;
                change(one, more);
                change(other, 0 - more);
                std::swap(all_[one].weight, all_[other].weight);
            });
            picked(all_[drawn()].number);
        }
    }

  private:
    /// (A difference may be negative: the sums are right again by the end.)
    void change(std::size_t i, std::uint64_t more) {
        total_ += more;
        for (++i; i < sums_.size(); i += i & (0 - i)) sums_[i] += more;
    }
    [[nodiscard]] std::size_t drawn() {
        std::uint64_t at = throng::random_below(dice_, total_);
        std::size_t i = 0;
        for (std::size_t step = std::bit_floor(n_); step != 0; step /= 2) {
            if (i + step < sums_.size() && sums_[i + step] <= at) at -= sums_[i += step];
        }
        return i;
    }

    std::vector<std::uint64_t> sums_;
    std::uint64_t total_ = 0;
};

template <class Lots> entrants drawing(const std::string& name, kind k, std::size_t changing_to = 1'000'000) {
    entrants both = {enters<Lots, &Lots::draw>("odds", name, k),
                     enters<Lots, &Lots::change_and_draw>("odds-changing", name, k)};
    both[1].entry.n_to = changing_to;
    return both;
}
template <class Drawn> entrants picking(const std::string& name, kind k) {
    return {enters<Drawn, &Drawn::draw>("pick", name, k)};
}

} // namespace

std::vector<workload> odds() {
    const auto row = [](const char* name, const char* title, const char* why_behind) {
        return workload{.name = name,
                        .title = title,
                        .warm_up = 10,
                        .sizes = {1'000, 100'000},
                        .entries = {},
                        .share = 0.1,
                        .unit = "ns a pick",
                        .why_behind = why_behind};
    };
    const char* const weights =
        "The element is found by its handle, which is checked, and may be anywhere; by hand it is "
        "at an index, and can neither go nor come.";
    return with_entrants({row("pick", "one of N, each equally likely",
                              "A collection's n-th element is searched for page by page, since elements come and go, "
                              "and the numbers are "
                              "the same on every platform, for which one in two draws may be made again."),
                          row("odds", "one of N, by weights that stay", weights),
                          row("odds-changing", "two of N exchange their weights, and one is picked by them", weights)},
                         {picking<of_collection<throng::list<ticket>>>("throng::pick of a list", kind::ours),
                          picking<of_collection<throng::pool<ticket>>>("throng::pick of a pool", kind::ours),
                          picking<of_query>("throng::pick of a query", kind::ours),
                          picking<of_vector>("std::vector, uniform_int_distribution", kind::baseline),
                          drawing<by_weighted>("throng::weighted_by of a pool", kind::ours),
                          drawing<by_world_weights>("throng::world_weights", kind::ours),
                          drawing<by_distribution>("std::discrete_distribution, made anew", kind::baseline, 10'000),
                          drawing<by_sums>("a Fenwick tree by hand", kind::baseline)});
}

} // namespace bench
