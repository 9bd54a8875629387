#include <throng/extra/mpi.hpp>

#include <cstdint>
#include <cstdio>
#include <tuple>

// The components of an agent, and what agents tell each other. All of them have names.
struct position {
    double x = 0;
    double y = 0;
};
struct memory {
    /// The number of the agent from which it heard the rumour; 0 if it has not.
    std::uint64_t heard_from = 0;
};
struct rumour {};

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<memory> {
    static constexpr const char* name = "memory";
};
template <> struct throng::component<rumour> {
    static constexpr const char* name = "rumour";
};

struct village {
    using state = throng::components_t<position, memory>;
    using shown = throng::components_t<position>;
    using events = throng::components_t<rumour>;
};

int main(int count, char** words) {
    const throng::mpi::session mpi(count, words);
    throng::mpi::communicator ranks;

    // A place of 60 by 60, in which an agent sees as far as 1.5.
    throng::mpi::divided<village> people(ranks, {.width = 60, .height = 60, .margin = 1.5, .seed = 4});
    people.populate(2000, [](std::uint64_t number, throng::mpi::dice& chance) {
        return std::tuple(position{chance.unit() * 60, chance.unit() * 60}, memory{number == 1 ? 1U : 0U});
    });

    for (int step = 1; step <= 60; ++step) {
        people.each<position, const memory>([&](auto& one, position& at, const memory& m) {
            // It talks to one of those around, in the order in which they are everywhere ...
            bool talks = m.heard_from != 0;
            one.near(1.5, [&](const auto& other) {
                if (!talks) return;
                talks = false;
                one.send(other, rumour{});
            });
            // ... and goes on, by its own random numbers.
            throng::mpi::dice chance = one.chance();
            const double x = chance.unit() - 0.5;
            const double y = chance.unit() - 0.5;
            const throng::mpi::point next = people.space().back(at.x + x, at.y + y);
            at = {next.x, next.y};
        });
        people.advance([](auto& one, const rumour&, const throng::mpi::address& from) {
            memory& m = *one.template try_get<memory>();
            if (m.heard_from == 0) m.heard_from = from.number;
        });
        if (step % 20 != 0) continue;

        std::uint64_t know = 0;
        people.world().query<const memory>().each([&](const memory& m) { know += m.heard_from != 0 ? 1U : 0U; });
        know = ranks.sum(know);
        if (ranks.rank() == 0) std::printf("%d steps: %d of 2000 know it\n", step, static_cast<int>(know));
    }
    const std::uint64_t state = people.hash();
    if (ranks.rank() == 0) std::printf("state %016llx\n", static_cast<unsigned long long>(state));
}
