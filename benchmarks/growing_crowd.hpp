#pragma once

#include "harness.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// What `stall` is about: crowds that have to grow while a game waits for their frame.
namespace bench {

struct thing {
    std::uint64_t serial = 0;
    std::uint64_t age = 0;
    std::uint64_t state[6]{};

    /// Lives on; true if this was its last frame, which is so for one in a hundred.
    bool step() {
        ++age;
        state[0] += serial ^ age;
        return ((serial * 0x9e3779b97f4a7c15U >> 20) + age) % 100 == 0;
    }
    std::uint64_t hash() const { return serial * 31 + age + state[0]; }
};

inline thing nth_thing(std::uint64_t serial) {
    thing t;
    t.serial = serial;
    return t;
}

class growing_crowd {
  public:
    growing_crowd() = default;
    growing_crowd(const growing_crowd&) = delete;
    growing_crowd& operator=(const growing_crowd&) = delete;
    virtual ~growing_crowd() = default;

    /// Before all else: makes room for what is kept of so many serials, whose growing would not be the collection's.
    virtual void expect(std::uint64_t /*serials*/) {}
    /// Adds the things from `first` on, before `last`.
    virtual void add(std::uint64_t first, std::uint64_t last) = 0;
    /// Plays a frame. A crowd that is walked steps each, and those whose last frame it was go; one that is not lets go
    /// of those with the serials `leaving`.
    virtual void play(std::span<const std::uint64_t> leaving) = 0;
    virtual std::size_t size() const = 0;
    virtual void show(digest& d) const = 0;
};

struct growing_entry {
    std::string name;
    bench::kind kind;
    bool keeps_order;
    std::unique_ptr<growing_crowd> (*make)();
};

template <class Crowd> growing_entry grows(std::string name, kind k, bool keeps_order) {
    return {std::move(name), k, keeps_order,
            []() -> std::unique_ptr<growing_crowd> { return std::make_unique<Crowd>(); }};
}

/// EnTT's crowds, walked and not; none where it is missing.
std::vector<growing_entry> growing_entt();
std::vector<growing_entry> churning_entt();

} // namespace bench
