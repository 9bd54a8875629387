#pragma once

#include <throng/extra/mpi.hpp>
#include <throng/world/parallel.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <tuple>

/// A world that does all that a divided one can: agents move, see each other, bite, answer bites, send events to those
/// of which they know but the number, are born and die, and have components of every sort, not all of them the same.
namespace meadow {

struct position {
    double x = 0;
    double y = 0;
};
struct velocity {
    float x = 0;
    float y = 0;
};
struct energy {
    std::int32_t left = 5;
    bool fed = false;
};
struct name {
    std::string text;
};
struct marked {};
struct bite {
    std::int32_t much = 1;
};
struct answer {
    std::int32_t much = 0;
    std::string words;
};

struct model {
    using state = throng::components_t<position, velocity, energy, name, marked>;
    using shown = throng::components_t<position, velocity>;
    using events = throng::components_t<bite, answer>;
};
using divided = throng::mpi::divided<model>;

inline constexpr std::uint64_t agents = 1500;

[[nodiscard]] inline throng::mpi::plan plan_of(double side = 24, bool wraps = true) {
    return {
        .width = side, .height = side, .margin = 1, .wraps = wraps, .seed = 7, .tile_cells = 4, .rebalance_every = 4};
}

} // namespace meadow

template <> struct throng::component<meadow::position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<meadow::velocity> {
    static constexpr const char* name = "velocity";
};
template <> struct throng::component<meadow::energy> {
    static constexpr const char* name = "energy";
};
template <> struct throng::component<meadow::name> {
    static constexpr const char* name = "name";
};
template <> struct throng::component<meadow::marked> {
    static constexpr const char* name = "marked";
};
template <> struct throng::component<meadow::bite> {
    static constexpr const char* name = "bite";
};
template <> struct throng::component<meadow::answer> {
    static constexpr const char* name = "answer";
};

namespace meadow {

/// All of them in one corner, so that tiles have to go to other ranks.
inline void populate(divided& d) {
    d.populate(agents, [&](std::uint64_t, throng::mpi::dice& chance) {
        const double side = d.space().made_of().width / 2;
        const double x = chance.unit() * side;
        const double y = chance.unit() * side;
        return std::tuple(position{x, y}, velocity{0.5F, static_cast<float>(chance.unit() - 0.5)}, energy{});
    });
}

inline void walk(divided& d, throng::mpi::agent<divided>& one, position& at, velocity& v, energy& e) {
    throng::mpi::dice chance = one.chance();
    double x = 0;
    double y = 0;
    unsigned others = 0;
    bool hungry = !e.fed;
    one.near(1, [&](const auto& other) {
        x +=
            static_cast<double>(other.template get<velocity>().x) - 0.01 * other.way.x / (other.distance_squared + 0.1);
        y +=
            static_cast<double>(other.template get<velocity>().y) - 0.01 * other.way.y / (other.distance_squared + 0.1);
        ++others;
        if (!hungry || chance.below(50) != 0) return;
        hungry = false;
        one.send(other, bite{1 + static_cast<std::int32_t>(chance.below(2))});
    });
    e.fed = false;
    if (others != 0)
        v = {static_cast<float>(0.5 * static_cast<double>(v.x) + 0.5 * x / others),
             static_cast<float>(0.5 * static_cast<double>(v.y) + 0.5 * y / others)};
    if (chance.below(100) == 0) one.send(throng::mpi::address{1 + chance.below(agents)}, answer{1, "hello"});
    const throng::mpi::point next =
        d.space().back(at.x + 0.4 * static_cast<double>(v.x), at.y + 0.4 * static_cast<double>(v.y));
    at = {next.x, next.y};
    if (e.left <= 8) return;
    e.left -= 4;
    one.spawn(at, velocity{-v.y, v.x}, energy{3, true});
    if (one.number() % 2 == 0) one.spawn(at, velocity{v.y, -v.x}, name{"twin of " + std::to_string(one.number())});
}

struct hear {
    void operator()(throng::mpi::agent<divided>& one, const bite& b, const throng::mpi::address& from) const {
        energy* const e = one.try_get<energy>();
        if (e == nullptr) return one.send(from, answer{0, "I am made of nothing"});
        e->left -= b.much;
        if (e->left > 0) return;
        one.die();
        one.send(from, answer{2, one.try_get<marked>() != nullptr ? "you have marked me" : ""});
    }
    void operator()(throng::mpi::agent<divided>& one, const answer& a, const throng::mpi::address&) const {
        if (energy* const e = one.try_get<energy>()) {
            e->left += a.much;
            e->fed = true;
        }
        if (name* const n = one.try_get<name>()) n->text += a.words;
    }
};

/// Edits of the world itself are the same on all ranks where they depend on the agent alone.
inline void mark(divided& d) {
    d.world().query<const throng::mpi::identity>().each([&](throng::entity e, const throng::mpi::identity& self) {
        if (self.number % 16 != d.step() % 16) return;
        if (d.world().has<marked>(e)) d.world().remove<marked>(e);
        else d.world().add<marked>(e);
    });
}

inline void step(divided& d, const throng::on_threads& executor) {
    d.each<position, velocity, energy>([&](auto& one, position& at, velocity& v, energy& e) { walk(d, one, at, v, e); },
                                       executor);
    mark(d);
    d.advance(hear());
}

} // namespace meadow
