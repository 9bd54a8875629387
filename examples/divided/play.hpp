#pragma once

#include "../progress.hpp"
#include "options.hpp"
#include "picture.hpp"

#include <throng/extra/mpi.hpp>
#include <throng/world/parallel.hpp>

#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace models {

/// Plays a model that is told from outside of it: `make` makes an agent, `step` is a step, `colour_of` says how an
/// agent looks, and `report` gives figures, whole numbers that are added up over the ranks, and prints them. The
/// program's exit status.
template <class Model> class player {
    using clock = std::chrono::steady_clock;

  public:
    /// A save is of the size that it has.
    player(throng::mpi::communicator& ranks, throng::mpi::plan plan, const options& o)
        : wrong_(o.restore.empty() ? std::string() : throng::mpi::read_plan(ranks, o.restore, plan)),
          agents_(ranks, plan),
          ranks_(ranks),
          wanted_(o),
          executor_(o.threads) {}

    template <class Make, class Step, class Colour, class Report>
    int play(Make make, Step step, Colour colour_of, Report report) {
        if (!agree(wrong_)) return 2;
        if (!wanted_.png.empty() && !agree(is_first() ? make_folder(wanted_.png) : std::string())) return 2;
        if (wanted_.restore.empty()) agents_.populate(wanted_.agents, make);
        else if (!agree(throng::mpi::restore(agents_, wanted_.restore))) return 2;
        const std::uint64_t all = agents_.size();
        if (is_first())
            std::printf("%s: %" PRIu64 " agents, seed %" PRIu64 ", from step %" PRIu64 " on\n", wanted_.model.c_str(),
                        all, agents_.seed(), agents_.step());
        const std::uint64_t begin = agents_.step();
        before_ = agents_.costs();
        const clock::time_point begun = clock::now();
        examples::progress shown(wanted_.model, wanted_.quiet || !is_first());
        for (std::uint64_t n = 1; n <= wanted_.steps; ++n) {
            step(agents_, executor_);
            shown.show(static_cast<double>(n) / static_cast<double>(wanted_.steps));
            agents_stepped_ += agents_.costs().agents;
            if (wanted_.save_every != 0 && n % wanted_.save_every == 0 && n != wanted_.steps && !save()) return 2;
            if (agents_.step() % wanted_.every == 0) shown.clear();
            if (agents_.step() % wanted_.every == 0 && !show(colour_of, report)) return 2;
        }
        shown.clear();
        const std::chrono::duration<double> took = clock::now() - begun;
        if (!wanted_.save.empty() && !save()) return 2;
        if ((begin + wanted_.steps) % wanted_.every != 0 && !show(colour_of, report)) return 2;
        if (wanted_.costs) print_costs(took.count());
        const std::uint64_t state = agents_.hash();
        if (is_first()) std::printf("state %016" PRIx64 "\n", state);
        return 0;
    }

  private:
    [[nodiscard]] bool is_first() const noexcept { return ranks_.rank() == 0; }
    /// Whether there is nothing wrong on any rank; the first one says it.
    bool agree(const std::string& wrong) {
        const std::string said = ranks_.first_said(wrong);
        if (!said.empty() && is_first()) std::fprintf(stderr, "%s: %s\n", wanted_.model.c_str(), said.c_str());
        return said.empty();
    }
    bool save() { return agree(throng::mpi::save(agents_, wanted_.save)); }

    template <class Colour, class Report> bool show(Colour colour_of, Report report) {
        std::vector<std::uint64_t> figures = report.count(agents_);
        ranks_.sum(figures);
        if (is_first()) {
            report.print(agents_.step(), figures);
            std::fflush(stdout);
        }
        if (wanted_.png.empty()) return true;
        picture drawn;
        const throng::mpi::plan& p = agents_.space().made_of();
        if (wanted_.borders && is_first())
            drawn.fill([&](double x, double y) { return colour_of_rank(agents_.rank_at(x * p.width, y * p.height)); });
        const auto& seen = agents_.seen();
        for (std::uint32_t n = 0; n < seen.size(); ++n) {
            if (!seen.here(n)) continue;
            drawn.add(seen[n].x() / p.width, seen[n].y() / p.height, colour_of(agents_, seen.here(n)));
        }
        ranks_.sum(drawn.pixels());
        char file[64];
        std::snprintf(file, sizeof(file), "/%s-%06" PRIu64 ".png", wanted_.model.c_str(), agents_.step());
        return agree(is_first() ? drawn.write(wanted_.png + file) : std::string());
    }

    [[nodiscard]] static picture::colour colour_of_rank(std::uint32_t rank) noexcept {
        constexpr picture::colour those[] = {{60, 0, 0}, {0, 45, 0}, {0, 0, 70}, {45, 40, 0}, {0, 45, 45}};
        return those[rank % 5];
    }

    /// Times: of all ranks together, and of the slowest.
    void print_costs(double seconds) {
        const throng::mpi::statistics c = agents_.costs();
        std::uint64_t sums[] = {agents_stepped_,
                                c.agents_sent - before_.agents_sent,
                                c.ghosts_sent - before_.ghosts_sent,
                                c.events_sent - before_.events_sent,
                                c.bytes_sent - before_.bytes_sent,
                                c.messages_sent - before_.messages_sent};
        ranks_.sum(sums);
        const auto micros = [](double s) { return static_cast<std::uint64_t>(s * 1e6); };
        const double slowest = static_cast<double>(ranks_.most(micros(seconds) + 1)) * 1e-6;
        if (!is_first()) return;
        const double n = wanted_.steps == 0 ? 1 : static_cast<double>(wanted_.steps);
        std::printf("%.3f s, %.0f agents a second; each step, on all ranks: %.1f agents and %.1f ghosts sent, %.1f "
                    "events, %.0f bytes, %.1f messages\n",
                    slowest, static_cast<double>(sums[0]) / slowest, static_cast<double>(sums[1]) / n,
                    static_cast<double>(sums[2]) / n, static_cast<double>(sums[3]) / n,
                    static_cast<double>(sums[4]) / n, static_cast<double>(sums[5]) / n);
    }

    std::string wrong_;
    throng::mpi::divided<Model> agents_;
    throng::mpi::communicator& ranks_;
    const options& wanted_;
    throng::on_threads executor_;
    /// The cost before the first step.
    throng::mpi::statistics before_;
    std::uint64_t agents_stepped_ = 0;
};

} // namespace models
