#include "harness.hpp"
#include "timer.hpp"
#include "workloads.hpp"

#include <throng/world/replica.hpp>
#include <throng/world/save.hpp>

#if defined(THRONG_BENCH_ZSTD)
#include <zstd.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// What a client that sees a tenth of a world costs: in each frame a tenth of what it sees has moved. Beside it, all
/// that it sees, saved and compressed in each frame.
namespace bench {

namespace {

struct shown_place {
    float x = 0;
    float y = 0;
    float direction = 0;
};
struct shown_health {
    std::int32_t left = 100;
    std::int32_t most = 100;
};

} // namespace
} // namespace bench

template <> struct throng::component<bench::shown_place> {
    static constexpr const char* name = "place";
    static constexpr auto fields =
        throng::fields(throng::field("x", &bench::shown_place::x).range(0, 1000).step(0.01),
                       throng::field("y", &bench::shown_place::y).range(0, 1000).step(0.01),
                       throng::field("direction", &bench::shown_place::direction).range(0, 6.3).step(0.001));
};
template <> struct throng::component<bench::shown_health> {
    static constexpr const char* name = "health";
};

namespace bench {

namespace {

constexpr auto shown = throng::components<shown_place, shown_health>;
/// Acknowledgements come back so many frames later.
constexpr std::size_t way_back = 6;

class server {
  public:
    explicit server(std::size_t n) : all_(n) {
        world.create(std::span(all_), shown_place{500, 500, 1}, shown_health{});
        for (const throng::entity e : all_) world.get<shown_place>(e).x = lot(1000);
        visible.assign(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(n / 10));
    }
    void play() {
        for (std::size_t i = 0; i < visible.size() / 10; ++i) {
            auto& p =
                world.get<shown_place>(visible[static_cast<std::size_t>(lot(static_cast<float>(visible.size())))]);
            p.x = lot(1000);
            p.y = lot(1000);
        }
    }

    throng::world world;
    std::vector<throng::entity> visible;

  private:
    float lot(float below) {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<float>(state_ >> 40U) / static_cast<float>(1U << 24U) * below;
    }

    std::vector<throng::entity> all_;
    std::uint64_t state_ = 1;
};

struct cost_of_frames {
    std::vector<double> ns;
    std::size_t bytes = 0;

    [[nodiscard]] record as_record(std::string contestant, bench::kind kind, std::size_t n) {
        std::sort(ns.begin(), ns.end());
        return {.workload = "R2: a frame",
                .n = n,
                .contestant = std::move(contestant),
                .kind = kind,
                .keeps_order = true,
                .ns_median = ns[ns.size() / 2],
                .ns_min = ns.front(),
                .spread = 0,
                .allocations = 0,
                .bytes = bytes / ns.size(),
                .check = 0};
    }
};

cost_of_frames replicated(std::size_t n, std::size_t frames) {
    server s(n);
    throng::replica_encoder encoder(s.world, shown, 1200);
    throng::world client;
    throng::replica_decoder decoder(client, shown);
    std::deque<std::vector<std::byte>> back;
    cost_of_frames cost;
    std::vector<std::vector<std::byte>> sent;
    for (std::size_t f = 0; f < frames + 60; ++f) {
        s.play();
        sent.clear();
        const double ns = ns_of([&] {
            if (back.size() == way_back) (void)encoder.acknowledge(back.front());
            (void)encoder.frame_of(s.visible,
                                   [&](std::span<const std::byte> m) { sent.emplace_back(m.begin(), m.end()); });
        });
        if (back.size() == way_back) back.pop_front();
        for (const auto& m : sent) {
            if (!decoder.receive(m)) throw mismatch{"R2: a message was refused"};
        }
        const auto a = decoder.acknowledgement();
        back.emplace_back(a.begin(), a.end());
        // (The first frames tell all of it.)
        if (f < 60) continue;
        cost.ns.push_back(ns);
        for (const auto& m : sent) cost.bytes += m.size();
    }
    return cost;
}

cost_of_frames saved(std::size_t n, std::size_t frames, [[maybe_unused]] bool packed) {
    server s(n);
    throng::world part;
    cost_of_frames cost;
    throng::byte_writer<> to;
    for (std::size_t f = 0; f < frames; ++f) {
        s.play();
        part.clear();
        for (const throng::entity e : s.visible) part.create(s.world.get<shown_place>(e), s.world.get<shown_health>(e));
        std::size_t bytes = 0;
        cost.ns.push_back(ns_of([&] {
            to.clear();
            throng::save(part, to, shown);
            bytes = to.bytes().size();
#if defined(THRONG_BENCH_ZSTD)
            if (packed) {
                std::vector<char> out(ZSTD_compressBound(bytes));
                bytes = ZSTD_compress(out.data(), out.size(), to.bytes().data(), bytes, 3);
            }
#endif
        }));
        cost.bytes += bytes;
    }
    return cost;
}

std::vector<record> frames_of_a_client(std::size_t n, const options& o) {
    const std::size_t frames = o.rounds < 10 ? 100 : 1000;
    std::vector<record> all{replicated(n, frames).as_record("throng::replica_encoder", kind::ours, n),
                            saved(n, frames, false).as_record("throng::save of what is seen", kind::baseline, n)};
#if defined(THRONG_BENCH_ZSTD)
    all.push_back(saved(n, frames, true).as_record("the same, packed by zstd", kind::baseline, n));
#endif
    return all;
}

} // namespace

workload r2() {
    return {.name = "R2",
            .title = "one client sees a tenth of all, of which a tenth moves in each frame; the last column times N is "
                     "what is sent in a frame",
            .warm_up = 0,
            .sizes = {10'000},
            .entries = {},
            .unit = "ns a frame",
            .measure = &frames_of_a_client,
            .why_behind =
                "Each field of what is seen is compared with what the client has; a save writes it, and that is "
                "all."};
}

} // namespace bench
