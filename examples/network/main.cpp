// Games over ENet and a bad line, on throng's worlds: see docs/network.md.

#include "../progress.hpp"
#include "children.hpp"
#include "line.hpp"
#include "player.hpp"
#include "replication.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace network;

/// Runs the processes and the line, and returns their result.
std::vector<outcome> outcomes_of(children& all, line& between, double seconds, bool quiet) {
    const auto begun = std::chrono::steady_clock::now();
    examples::progress shown("playing", quiet);
    while (all.watch()) {
        between.carry(5);
        // (Frames are played at a fixed rate. What the line has delayed takes a little longer.)
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun;
        shown.show(std::min(passed.count() / seconds, 0.99));
    }
    return all.outcomes();
}

int rollback(const line_options& bad, const player_options& wanted, bool cheats, bool quiet) {
    endpoint first(1);
    endpoint second(1);
    line between(bad);
    const std::uint16_t to = between.link(second.port(), first.port());
    children players;
    for (int n = 0; n < 2; ++n) {
        players.start("player " + std::to_string(n), [&] {
            player_options o = wanted;
            o.number = n;
            if (cheats && n == 1) o.cheats = wanted.frames / 2;
            const player_result r = n == 0 ? play(first, std::nullopt, o) : play(second, to, o);
            return outcome{r.rolled_back, r.desyncs, r.state};
        });
    }
    const std::vector<outcome> came =
        outcomes_of(players, between, static_cast<double>(wanted.frames) / wanted.rate, quiet);
    if (came.empty()) return 1;
    const std::uint64_t desyncs = std::max(came[0][1], came[1][1]);
    std::printf("%" PRIu32 " frames, %" PRIu64 " rolled back, %" PRIu64 " desyncs, state %016" PRIx64 "\n",
                wanted.frames, came[0][0] + came[1][0], desyncs, came[0][2]);
    return desyncs == 0 && came[0][2] == came[1][2] ? 0 : 1;
}

int replicate(const line_options& bad, const crowd_options& wanted, bool cheats, bool quiet) {
    endpoint server(wanted.clients);
    line between(bad);
    std::vector<std::unique_ptr<endpoint>> clients;
    children processes;
    std::vector<std::uint16_t> to;
    for (std::size_t n = 0; n < wanted.clients; ++n) {
        clients.push_back(std::make_unique<endpoint>(1));
        to.push_back(between.link(clients.back()->port(), server.port()));
    }
    processes.start("server", [&] { return serve(server, wanted); });
    for (std::size_t n = 0; n < wanted.clients; ++n) {
        processes.start("client " + std::to_string(n), [&] {
            // One after the other, in the first half.
            const std::uint64_t frames = n * wanted.frames / (2 * wanted.clients);
            std::this_thread::sleep_for(std::chrono::milliseconds(1000 * frames / wanted.rate));
            return follow(*clients[n], to[n], wanted.rate, cheats && n == 0);
        });
    }
    const std::vector<outcome> came =
        outcomes_of(processes, between, static_cast<double>(wanted.frames) / wanted.rate, quiet);
    if (came.empty()) return 1;
    const auto [differences, bytes, frames, checks] = came[0];
    std::printf("%zu clients, %zu entities, %" PRIu64 " differences, %" PRIu64 " bytes a frame a client\n",
                wanted.clients, wanted.entities, differences, frames == 0 ? 0 : bytes / frames);
    return differences == 0 ? 0 : 1;
}

} // namespace

int main(int count, char** words) {
    CLI::App app("Games over ENet, by a bad line on the loopback.", "network");
    app.require_subcommand(1);
    line_options bad;
    player_options player;
    crowd_options crowd;
    bool cheats = false;
    bool quiet = false;
    const auto add_number = [](CLI::App* to, const char* name, auto& number, const char* what, int least, int most) {
        to->add_option(name, number, what)->type_name("N")->capture_default_str()->check(CLI::Range(least, most));
    };
    const auto add_line = [&](CLI::App* to) {
        add_number(to, "--loss", bad.loss, "Percentage of lost datagrams", 0, 80);
        add_number(to, "--delay", bad.delay, "Least delay of a datagram, in frames", 0, 100);
        add_number(to, "--noise", bad.noise, "Damaged datagrams added for each hundred", 0, 100);
        add_number(to, "--seed", bad.seed, "The seed of the game and of the line", 0, 1'000'000'000);
        to->add_flag("--cheat", cheats, "One process changes its world, which the others detect");
        to->add_flag("-q,--quiet", quiet, "Show no progress");
    };
    CLI::App* const playing = app.add_subcommand("rollback", "Two players, who predict each other's input");
    add_number(playing, "--frames", player.frames, "Frames to play", 1, 10'000'000);
    add_number(playing, "--rate", player.rate, "Frames a second", 1, 1000);
    add_line(playing);
    CLI::App* const showing = app.add_subcommand("replicate", "A server, and clients that see the entities near them");
    add_number(showing, "--clients", crowd.clients, "Clients", 1, 64);
    add_number(showing, "--entities", crowd.entities, "Entities", 1, 100'000);
    add_number(showing, "--frames", crowd.frames, "Frames to play", 1, 10'000'000);
    add_number(showing, "--rate", crowd.rate, "Frames a second", 1, 1000);
    add_line(showing);
    try {
        app.parse(count, words);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    }
    if (enet_initialize() != 0) {
        std::fputs("network: ENet cannot be initialised\n", stderr);
        return 1;
    }
    int status = 1;
    try {
        if (playing->parsed()) {
            bad.rate = player.rate;
            player.seed = bad.seed;
            status = rollback(bad, player, cheats, quiet);
        } else {
            bad.rate = crowd.rate;
            crowd.seed = bad.seed;
            status = replicate(bad, crowd, cheats, quiet);
        }
    } catch (const std::exception& e) {
        std::fprintf(stderr, "network: %s\n", e.what());
    }
    enet_deinitialize();
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    std::fputs("network: the standard output cannot be written\n", stderr);
    return 2;
}
