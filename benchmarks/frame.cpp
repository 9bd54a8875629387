#include "allocation_count.hpp"
#include "frame/game.hpp"
#include "timer.hpp"
#include "workloads.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// A whole frame of a game of the shooter's kind (examples/shooter): update and drawing of all there is. The game comes
/// to the same state in each round, so a frame's time is its least over all rounds: what the machine does to a frame it
/// does not do again at the same frame; what the collections do to it, they do every time.
namespace bench {

namespace {

/// Until as many end as come: bullets live for six seconds at most, but enemies have to be shot first.
constexpr std::size_t warm_up = 900;

struct seen {
    explicit seen(std::size_t frames) : ns(frames, 1e300) {}

    std::vector<double> ns;
    std::size_t bytes = 0;
    std::uint64_t allocations = 0;
    digest end{};
};

void play(const entry& e, seen& s, std::size_t n, std::size_t unseen) {
    const std::size_t before = live_bytes();
    const std::unique_ptr<contestant> game = e.make(n);
    for (std::size_t i = 0; i < unseen; ++i) game->frame();
    const std::uint64_t allocated = allocation_count();
    for (double& least : s.ns) least = std::min(least, ns_of([&] { game->frame(); }));
    s.allocations = allocation_count() - allocated;
    s.bytes = live_bytes() - before;
    s.end = {};
    game->show(s.end);
}

std::vector<record> whole_frames(std::size_t n, const options& o) {
    std::vector<entry> contestants = {frame_by_throng(), frame_by_vectors()};
    for (entry& e : frames_by_entt()) contestants.push_back(std::move(e));

    const bool quick = o.rounds < 10;
    const std::size_t count = quick ? 200 : 2'000;
    const std::size_t rounds = quick ? 2 : 3;
    std::vector<seen> all(contestants.size(), seen(count));
    for (std::size_t round = 0; round < rounds; ++round)
        for (std::size_t c = 0; c < contestants.size(); ++c) {
            o.tell(static_cast<double>(round * contestants.size() + c) /
                   static_cast<double>(rounds * contestants.size()));
            play(contestants[c], all[c], n, std::min(o.most_warm_up, warm_up));
        }
    for (std::size_t c = 0; c < contestants.size(); ++c)
        if (!all[c].end.same_set(all[0].end) ||
            (contestants[c].keeps_order && contestants[0].keeps_order && !all[c].end.same_order(all[0].end)))
            throw mismatch{"frame: " + contestants[c].name + ": not the same game at the end as " +
                           contestants[0].name};

    struct part {
        const char* name;
        double quantile;
    };
    std::vector<record> records;
    for (const part& p :
         {part{"frame: median", 0.5}, part{"frame: 99.9th percentile", 0.999}, part{"frame: longest", 1.0}})
        for (std::size_t c = 0; c < contestants.size(); ++c) {
            std::vector<double> sorted = all[c].ns;
            std::sort(sorted.begin(), sorted.end());
            records.push_back(
                {.workload = p.name,
                 .n = n,
                 .contestant = contestants[c].name,
                 .kind = contestants[c].kind,
                 .keeps_order = contestants[c].keeps_order,
                 .ns_median = sorted[static_cast<std::size_t>(p.quantile * static_cast<double>(count - 1))],
                 .ns_min = sorted.front(),
                 .spread = 0,
                 .allocations = static_cast<double>(all[c].allocations) / static_cast<double>(count),
                 .bytes = all[c].bytes,
                 .check = all[c].end.sum()});
        }
    return records;
}

} // namespace

workload frame() {
    return {.name = "frame",
            .title = "a whole frame of a shooter with N bullets: all move, hit, burst, are replaced, and are drawn",
            .warm_up = 0,
            .sizes = {5'000, 50'000},
            .entries = {},
            .unit = "ns a frame",
            .measure = &whole_frames,
            .why_behind =
                "A shot asks the grid, whose query may be edited from within: it is opened and closed for each shot, "
                "where cells by hand are only read. That, with what follows from it, is a fifth of the frame."};
}

} // namespace bench
