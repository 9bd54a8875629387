#include "models.hpp"
#include "play.hpp"

#include <cmath>
#include <tuple>

namespace {

struct position {
    double x = 0;
    double y = 0;
};
enum class stage : std::uint8_t { susceptible, infected, recovered };
struct health {
    stage now = stage::susceptible;
    std::uint16_t steps_ill = 0;
};
/// The agent has been near an ill one.
struct exposure {
    std::uint64_t by = 0;
};

struct people {
    using state = throng::components_t<position, health>;
    using shown = throng::components_t<position, health>;
    using events = throng::components_t<exposure>;
};

constexpr double reach = 1;
constexpr double stride = 0.2;
constexpr double area_of_agent = 0.4;
constexpr std::uint32_t steps_of_illness = 30;

/// Random decisions, each with a separate stream of numbers.
enum stream : std::uint64_t { walking, infecting, living };

/// A step at random; the ill may infect those around, and may die; some have a child.
void live(throng::mpi::agent<throng::mpi::divided<people>>& one, const throng::mpi::space& land, position& at,
          health& its) {
    if (its.now == stage::infected) {
        throng::mpi::dice infects = one.chance(infecting);
        one.near(reach, [&](const auto& other) {
            if (other.template get<health>().now != stage::susceptible) return;
            if (infects.below(100) < 3) one.send(other, exposure{one.number()});
        });
    }
    throng::mpi::dice lives = one.chance(living);
    if (its.now == stage::infected && ++its.steps_ill >= steps_of_illness) {
        its = {stage::recovered, 0};
        if (lives.below(100) < 10) one.die();
    }
    if (lives.below(5000) == 0) one.spawn(at, health{});
    throng::mpi::dice walks = one.chance(walking);
    const double x = (walks.unit() * 2 - 1) * stride;
    const double y = (walks.unit() * 2 - 1) * stride;
    const throng::mpi::point next = land.back(at.x + x, at.y + y);
    at = {next.x, next.y};
}

struct stages {
    template <class Divided> static std::vector<std::uint64_t> count(Divided& all) {
        std::vector<std::uint64_t> sums(3);
        all.world().template query<const health>().each(
            [&](const health& h) { ++sums[static_cast<std::size_t>(h.now)]; });
        return sums;
    }
    static void print(std::uint64_t step, const std::vector<std::uint64_t>& sums) {
        std::printf("step %" PRIu64 ": %" PRIu64 " susceptible, %" PRIu64 " infected, %" PRIu64 " recovered\n", step,
                    sums[0], sums[1], sums[2]);
    }
};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<health> {
    static constexpr const char* name = "health";
};
template <> struct throng::component<exposure> {
    static constexpr const char* name = "exposure";
};

int models::epidemic(throng::mpi::communicator& ranks, const options& o) {
    const double side = std::max(4.0, std::sqrt(static_cast<double>(o.agents) * area_of_agent));
    player<people> all(ranks, {.width = side, .height = side, .margin = reach, .wraps = false, .seed = o.seed}, o);
    return all.play(
        [&](std::uint64_t, throng::mpi::dice& chance) {
            const position at{chance.unit() * side, chance.unit() * side};
            // It begins in a corner of the land.
            const bool ill = at.x < 2 && at.y < 2;
            return std::tuple(at, health{ill ? stage::infected : stage::susceptible});
        },
        [](auto& agents, const auto& executor) {
            agents.template each<position, health>(
                [&](auto& one, position& at, health& its) { live(one, agents.space(), at, its); }, executor);
            agents.advance([](auto& one, const exposure&, const throng::mpi::address&) {
                health& its = *one.template try_get<health>();
                if (its.now == stage::susceptible) its = {stage::infected, 0};
            });
        },
        [](auto& agents, throng::entity one) {
            switch (agents.world().template get<health>(one).now) {
            case stage::susceptible:
                return picture::colour{30, 80, 170};
            case stage::infected:
                return picture::colour{255, 90, 20};
            default:
                return picture::colour{70, 150, 60};
            }
        },
        stages());
}
