#include "flocking.hpp"

#include "models.hpp"
#include "play.hpp"

#include <cmath>
#include <tuple>

namespace {

using namespace models::birds;

struct flock {
    using state = throng::components_t<position, heading>;
    using shown = throng::components_t<position, heading>;
    using events = throng::components_t<>;
};

struct alignment {
    /// How many fly, and whither: in parts of 2^20, since sums of whole numbers have no order.
    template <class Divided> static std::vector<std::uint64_t> count(Divided& birds) {
        std::vector<std::uint64_t> sums(3);
        birds.world().template query<const heading>().each([&](const heading& h) {
            ++sums[0];
            sums[1] += static_cast<std::uint64_t>(std::llround(h.x * 0x1p20));
            sums[2] += static_cast<std::uint64_t>(std::llround(h.y * 0x1p20));
        });
        return sums;
    }
    static void print(std::uint64_t step, const std::vector<std::uint64_t>& sums) {
        const auto mean = [&](std::size_t i) {
            return static_cast<double>(static_cast<std::int64_t>(sums[i])) * 0x1p-20 / static_cast<double>(sums[0]);
        };
        std::printf("step %" PRIu64 ": %" PRIu64 " birds, alignment %.3f\n", step, sums[0],
                    std::sqrt(mean(1) * mean(1) + mean(2) * mean(2)));
    }
};

} // namespace

template <> struct throng::component<models::birds::position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<models::birds::heading> {
    static constexpr const char* name = "heading";
};

int models::flocking(throng::mpi::communicator& ranks, const options& o) {
    const double side = side_for(o.agents);
    player<flock> all(ranks, {.width = side, .height = side, .margin = sight, .seed = o.seed}, o);
    return all.play(
        [&](std::uint64_t, throng::mpi::dice& chance) {
            const position at{chance.unit() * side, chance.unit() * side};
            return std::tuple(at, any_heading(chance));
        },
        [](auto& birds, const auto& executor) {
            birds.template each<position, heading>(
                [&](auto& bird, position& at, heading& ahead) {
                    surroundings around;
                    bird.near(sight, [&](const auto& other) {
                        around.add(other.way.x, other.way.y, other.distance_squared, other.template get<heading>());
                    });
                    ahead = around.turned(ahead);
                    const auto next = birds.space().back(at.x + speed * ahead.x, at.y + speed * ahead.y);
                    at = {next.x, next.y};
                },
                executor);
            birds.advance();
        },
        [](auto& birds, throng::entity bird) {
            const heading& h = birds.world().template get<heading>(bird);
            const auto part = [](double x) { return static_cast<std::uint32_t>(110 + 90 * x); };
            return picture::colour{part(h.x), part(h.y), part(-h.x)};
        },
        alignment());
}
