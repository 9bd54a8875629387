#include "harness.hpp"
#include "workloads.hpp"

#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

/// The three remedies that the dustArtemis journal weighs, and throng: each entity in turn stops to be of interest to
/// each of the systems, which keep it in a bag of their own. In the bags the last takes the place of what goes.
namespace bench {

namespace {

using number = std::uint32_t;

/// What all of them have: how often something has left a system.
template <int Systems> class remedy : public contestant {
  public:
    explicit remedy(std::size_t n) : n_(static_cast<number>(n)) {}
    void show(digest& d) const final { d.add(left_); }

  protected:
    number n_;
    std::uint64_t left_ = 0;
};

/// Each system looks through its bag.
template <int Systems> class linear_search final : public remedy<Systems> {
  public:
    using remedy<Systems>::remedy;
    void prepare() override {
        for (auto& bag : bags_) {
            bag.clear();
            for (number i = 0; i < this->n_; ++i) bag.push_back(i);
        }
    }
    void frame() override {
        for (number e = 0; e < this->n_; ++e)
            for (auto& bag : bags_) {
                std::size_t i = 0;
                while (bag[i] != e) ++i;
                bag[i] = bag.back();
                bag.pop_back();
                ++this->left_;
            }
    }

  private:
    std::vector<std::vector<number>> bags_ = std::vector<std::vector<number>>(Systems);
};

/// "System knows best": a map from entities to places for each system.
template <int Systems> class hash_maps final : public remedy<Systems> {
    struct system {
        std::vector<number> bag;
        std::unordered_map<number, std::size_t> places;
    };

  public:
    using remedy<Systems>::remedy;
    void prepare() override {
        for (system& s : systems_) {
            s.bag.clear();
            s.places.clear();
            for (number i = 0; i < this->n_; ++i) {
                s.places[i] = s.bag.size();
                s.bag.push_back(i);
            }
        }
    }
    void frame() override {
        for (number e = 0; e < this->n_; ++e)
            for (system& s : systems_) {
                const auto at = s.places.find(e);
                const std::size_t i = at->second;
                s.places.erase(at);
                s.bag[i] = s.bag.back();
                s.bag.pop_back();
                if (i < s.bag.size()) s.places[s.bag[i]] = i;
                ++this->left_;
            }
    }

  private:
    std::vector<system> systems_ = std::vector<system>(Systems);
};

/// "Entity knows best": pairs of system and place at each entity.
template <int Systems> class pairs final : public remedy<Systems> {
    struct place {
        int system;
        std::size_t index;
    };

  public:
    explicit pairs(std::size_t n) : remedy<Systems>(n), places_(n) {}
    void prepare() override {
        for (auto& its : places_) its.clear();
        for (int s = 0; s < Systems; ++s) {
            auto& bag = bags_[static_cast<std::size_t>(s)];
            bag.clear();
            for (number i = 0; i < this->n_; ++i) {
                places_[i].push_back({s, bag.size()});
                bag.push_back(i);
            }
        }
    }
    void frame() override {
        for (number e = 0; e < this->n_; ++e)
            for (int s = 0; s < Systems; ++s) {
                place& its = place_of(e, s);
                const std::size_t i = its.index;
                its = places_[e].back();
                places_[e].pop_back();
                auto& bag = bags_[static_cast<std::size_t>(s)];
                bag[i] = bag.back();
                bag.pop_back();
                if (i < bag.size()) place_of(bag[i], s).index = i;
                ++this->left_;
            }
    }

  private:
    place& place_of(number e, int s) {
        std::size_t k = 0;
        while (places_[e][k].system != s) ++k;
        return places_[e][k];
    }

    std::vector<std::vector<place>> places_;
    std::vector<std::vector<number>> bags_ = std::vector<std::vector<number>>(Systems);
};

struct position {
    float x, y;
};
struct tag {};

/// Systems that match; or are told, too, when they run.
template <int Systems, bool Told> class ours final : public remedy<Systems> {
  public:
    explicit ours(std::size_t n) : remedy<Systems>(n) {
        for (int s = 0; s < Systems; ++s) {
            auto& added =
                systems_.add("system", world_.query<const position>(throng::all_of<tag>), [](const position&) {});
            if constexpr (Told) added.on_left([this](const position&) { ++this->left_; });
        }
        for (std::size_t i = 0; i < n; ++i) all_.push_back(world_.create(position{0, 0}, tag{}));
        systems_.run(0);
    }
    void prepare() override {
        for (const throng::entity e : all_) world_.add<tag>(e);
        if constexpr (Told) systems_.run(0);
    }
    void frame() override {
        for (const throng::entity e : all_)
            if (world_.remove<tag>(e) && !Told) this->left_ += Systems;
        if constexpr (Told) systems_.run(0);
    }

  private:
    throng::world world_;
    throng::schedule systems_{world_};
    std::vector<throng::entity> all_;
};

template <class C> entry enters(const char* name, kind k, std::size_t n_to = 200'000) {
    return {name, k, false, [](std::size_t n) -> std::unique_ptr<contestant> { return std::make_unique<C>(n); }, n_to};
}

template <int Systems> workload of_systems(const char* name, const char* title, std::size_t searched) {
    return {.name = name,
            .title = title,
            .warm_up = 1,
            .sizes = {30, 300, 3'000, 30'000, 200'000},
            .entries = {enters<ours<Systems, false>>("throng::world", kind::ours),
                        enters<ours<Systems, true>>("throng::world, told", kind::ours),
                        enters<linear_search<Systems>>("linear search", kind::baseline, searched),
                        enters<hash_maps<Systems>>("a hash map a system", kind::baseline),
                        enters<pairs<Systems>>("pairs an entity", kind::baseline)},
            .criteria = {},
            .prepared = true,
            .unit = "ns an entity",
            .why_behind = "A run of a system that is told has a fixed cost, which few entities share."};
}

} // namespace

std::vector<workload> dust() {
    return {of_systems<1>("dust-1", "each entity ceases to be of interest to one system", 30'000),
            of_systems<33>("dust-33", "each entity ceases to be of interest to 33 systems", 3'000)};
}

} // namespace bench
