#pragma once

#include "bullet.hpp"
#include "harness.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

/// The game of L3, the test of "On Collections": objects that are each in two of ten subsets of a master. In a round
/// each object takes its turn, in the order of birth, newcomers too: it looks for the nearest object of a subset of its
/// choice, which it deletes one time in ten, and one time in ten it makes a newcomer.
namespace bench {

constexpr std::size_t subset_count = 10;

/// What takes part. Everything an object does follows from its dice and the round.
struct participant {
    float x, y;
    std::uint32_t id;
    std::uint32_t dice;
    /// Only fills the memory between the objects, as what games keep in them does.
    std::unique_ptr<std::byte[]> state;

    participant(std::uint32_t number, std::uint64_t seed, std::size_t most_bytes)
        : x(static_cast<float>(mix(seed) & 0xffffU)),
          y(static_cast<float>(mix(seed) >> 16U & 0xffffU)),
          id(number),
          dice(static_cast<std::uint32_t>(mix(seed) >> 32U)),
          state(most_bytes == 0 ? nullptr : std::make_unique<std::byte[]>(1 + mix(~seed) % most_bytes)) {}

    /// The two subsets that it is in.
    [[nodiscard]] std::array<std::size_t, 2> subsets() const {
        const std::size_t first = dice % subset_count;
        return {first, (first + 1 + dice / subset_count % (subset_count - 1)) % subset_count};
    }
};

/// The least is the nearest, and of several such the one that was born first. (Of numbers that are not negative, the
/// bits are in order as the numbers are.)
class nearness {
  public:
    nearness(float x, float y) : x_(x), y_(y) {}
    [[nodiscard]] std::uint64_t of(const participant& p) const {
        const float dx = p.x - x_;
        const float dy = p.y - y_;
        return std::uint64_t{std::bit_cast<std::uint32_t>(dx * dx + dy * dy)} << 32U | p.id;
    }

  private:
    float x_, y_;
};

/// Keeps the nearest of those that it is shown.
template <class Element> class nearest_of {
  public:
    explicit nearest_of(nearness to) : to_(to) {}
    void look_at(Element& e, const participant& p) {
        const std::uint64_t here = to_.of(p);
        if (here >= least_) return;
        least_ = here;
        found_ = &e;
    }
    [[nodiscard]] Element* found() const { return found_; }

  private:
    nearness to_;
    std::uint64_t least_ = std::numeric_limits<std::uint64_t>::max();
    Element* found_ = nullptr;
};

/// A contestant of L3. A crowd has
///     add(participant&&)            a newcomer, last in the order and in its two subsets
///     each_turn(f)                  f(const participant&) for each in the order of birth, newcomers too
///     nearest(subset, nearness)     a pointer to the member; null if there is none
///     remove(*that)                 it is gone at once from the master and both subsets, whatever walks
///     visit_subset(subset, f)       f(const participant&)
template <class Crowd> class hunt : public contestant {
  public:
    hunt(std::size_t n, std::size_t most_bytes) : n_(n), most_bytes_(most_bytes) {}

    void prepare() final {
        crowd_.reset();
        crowd_ = std::make_unique<Crowd>();
        born_ = 0;
        ++game_;
        while (born_ < n_) add(game_ << 32U | born_);
    }
    void frame() final {
        for (unsigned round = 1; round <= 10; ++round)
            crowd_->each_turn([&](const participant& p) {
                const std::uint64_t roll = mix(std::uint64_t{p.dice} << 32U | (round << 24U ^ p.id));
                auto* const prey = crowd_->nearest(roll % subset_count, nearness(p.x, p.y));
                if (prey != nullptr && (roll >> 16U) % 10 == 0) crowd_->remove(*prey);
                if ((roll >> 32U) % 10 == 0) add(roll);
            });
    }
    void show(digest& d) const final {
        crowd_->each_turn([&](const participant& p) { d.add(mix(std::uint64_t{p.id} << 32U | p.dice)); });
        for (std::size_t s = 0; s < subset_count; ++s) {
            std::uint64_t members = 0;
            crowd_->visit_subset(s, [&](const participant& p) { members += mix(p.id); });
            d.add(mix(members + s));
        }
    }

  private:
    void add(std::uint64_t seed) { crowd_->add(participant(born_++, seed, most_bytes_)); }

    std::size_t n_;
    std::size_t most_bytes_;
    std::unique_ptr<Crowd> crowd_;
    std::uint64_t game_ = 0;
    std::uint32_t born_ = 0;
};

/// Each contestant is compiled in a file of its own (subsets/).
template <class Crowd> std::unique_ptr<contestant> hunting(std::size_t n, std::size_t most_bytes) {
    return std::make_unique<hunt<Crowd>>(n, most_bytes);
}

using hunt_factory = std::unique_ptr<contestant>(std::size_t n, std::size_t most_bytes);
hunt_factory hunting_stored_nodes;
hunt_factory hunting_auto_unlink;
hunt_factory hunting_tombstones;
hunt_factory hunting_pool_and_subsets;
hunt_factory hunting_list_and_subsets;
hunt_factory hunting_pool_and_weak_lists;
hunt_factory hunting_weak_lists_by_address;
hunt_factory hunting_linked_lists;

} // namespace bench
