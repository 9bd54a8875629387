/// Of 4 ranks: plays the meadow on 1, 2, 3 and 4 of them, and on 1 and 2 threads each, and compares the states; saves,
/// and goes on on other numbers of ranks; restores what is damaged. Status 0 if all is well. The argument is a folder.

#include "meadow.hpp"

#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

using namespace meadow;

bool all_well = true;

/// (Among the ranks that play.)
void expect(bool holds, const std::string& what) {
    if (holds) return;
    all_well = false;
    std::fprintf(stderr, "%s\n", what.c_str());
}

std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
void write(const std::string& file, const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; }

/// Calls f(ranks) on the first n of all.
template <class F> void on_ranks(int n, F f) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm some = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank < n ? 0 : MPI_UNDEFINED, rank, &some);
    if (some != MPI_COMM_NULL) {
        throng::mpi::communicator ranks(some);
        MPI_Comm_free(&some);
        f(ranks);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

struct outcome {
    std::uint64_t state = 0;
    std::uint64_t agents = 0;
};

constexpr int steps = 24;
constexpr int saved_at = 10;

/// Saved in mid-run, if a file is named.
outcome play(throng::mpi::communicator& ranks, const throng::mpi::plan& p, unsigned threads, const std::string& file) {
    divided d(ranks, p);
    populate(d);
    const throng::on_threads executor(threads);
    for (int n = 0; n < steps; ++n) {
        if (n == saved_at && !file.empty()) {
            const std::string error = throng::mpi::save(d, file);
            expect(error.empty(), error);
        }
        step(d, executor);
    }
    const throng::mpi::statistics c = d.costs();
    const std::uint64_t sums[] = {ranks.sum(c.agents), ranks.sum(c.agents_sent), ranks.sum(c.ghosts_sent),
                                  ranks.sum(c.events_sent), ranks.sum(c.divisions)};
    expect(sums[3] > 1000, "hardly any events");
    if (ranks.size() > 1)
        expect(sums[1] > 100 && sums[2] > 1000 && sums[4] != 0, "hardly anything crosses the borders, or none moves");
    expect(d.world().validate(), "the world is not whole");
    return {d.hash(), sums[0]};
}

outcome go_on(throng::mpi::communicator& ranks, const throng::mpi::plan& p, const std::string& file) {
    divided d(ranks, p);
    const std::string error = throng::mpi::restore(d, file);
    expect(error.empty(), error);
    expect(d.step() == saved_at, "a save of another step");
    const throng::on_threads executor(1);
    for (int n = saved_at; n < steps; ++n) step(d, executor);
    const std::uint64_t agents_now = d.size();
    return {d.hash(), agents_now};
}

std::string described(const outcome& o) {
    char text[80];
    std::snprintf(text, sizeof(text), "%" PRIu64 " agents, state %016" PRIx64, o.agents, o.state);
    return text;
}
void expect_same(const outcome& a, const outcome& b, const std::string& what) {
    expect(a.state == b.state && a.agents == b.agents, what + ": " + described(b) + " instead of " + described(a));
}

/// On the same file all ranks say the same, and nothing changes.
void expect_refused(divided& d, const std::string& file, const std::string& why) {
    const std::uint64_t before = d.hash();
    const std::string error = throng::mpi::restore(d, file);
    expect(error.find(file + ": cannot be restored: ") == 0 && error.find(why) != std::string::npos,
           "'" + error + "' says nothing of '" + why + "'");
    expect(d.hash() == before && d.world().validate(), "refused, and changed");
}

void try_damaged(throng::mpi::communicator& ranks, const std::string& folder) {
    const std::string whole = bytes_of(folder + "/wraps.4.save");
    const std::string file = folder + "/damaged.save";
    divided d(ranks, plan_of());
    populate(d);
    const auto damaged = [&](std::string bytes, const std::string& why) {
        ranks.barrier();
        if (ranks.rank() == 0) write(file, bytes);
        ranks.barrier();
        expect_refused(d, file, why);
    };
    damaged("", "no save of a divided world");
    damaged(whole.substr(0, 20), "no save of a divided world");
    damaged(whole.substr(0, 60), "cut off");
    damaged(whole.substr(0, whole.size() - 1), "cut off");
    damaged(whole + "x", "longer than it says");
    for (const std::size_t at : {std::size_t{0}, std::size_t{16}, std::size_t{30}, std::size_t{200}, std::size_t{700},
                                 whole.size() / 2, whole.size() - 1}) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 4);
        damaged(bytes, "");
    }
    expect_refused(d, folder + "/none.save", "");
    expect_refused(d, folder, "it is a folder");
    divided other(ranks, plan_of(25));
    populate(other);
    expect_refused(other, folder + "/wraps.4.save", "of another space");
    throng::mpi::plan p;
    expect(throng::mpi::read_plan(ranks, folder + "/wraps.4.save", p).empty() && p.width == 24 && p.seed == 7,
           "the plan of a save is another one");
    const std::string error = throng::mpi::save(d, folder + "/none/at.all");
    expect(error.find(folder + "/none/at.all: cannot be written: ") == 0, "saved into nowhere: '" + error + "'");
}

} // namespace

int main(int count, char** words) {
    const throng::mpi::session mpi(count, words);
    const std::string folder = count > 1 ? words[1] : ".";
    for (const bool wraps : {true, false}) {
        const throng::mpi::plan p = plan_of(24, wraps);
        outcome first;
        std::string first_save;
        for (const int n : {1, 2, 3, 4}) {
            on_ranks(n, [&](throng::mpi::communicator& ranks) {
                const std::string name = (wraps ? "wraps." : "ends.") + std::to_string(n) + ".save";
                const outcome o = play(ranks, p, 1, folder + "/" + name);
                if (n == 1) first = o;
                // (Only the first rank has played alone.)
                if (ranks.rank() == 0) {
                    expect_same(first, o, std::to_string(n) + " ranks");
                    const std::string saved = bytes_of(folder + "/" + name);
                    if (n == 1) first_save = saved;
                    expect(!saved.empty() && saved == first_save, std::to_string(n) + " ranks save another file");
                }
            });
        }
        for (const int n : {1, 3}) {
            on_ranks(n, [&](throng::mpi::communicator& ranks) {
                const outcome o = play(ranks, p, 2, "");
                if (ranks.rank() == 0) expect_same(first, o, std::to_string(n) + " ranks of 2 threads");
            });
        }
        for (const int n : {1, 3}) {
            on_ranks(n, [&](throng::mpi::communicator& ranks) {
                const outcome o = go_on(ranks, p, folder + (wraps ? "/wraps.4.save" : "/ends.4.save"));
                if (ranks.rank() == 0) expect_same(first, o, "restored on " + std::to_string(n) + " ranks");
            });
        }
        throng::mpi::communicator all;
        if (all.rank() == 0) std::printf("%s\n", described(first).c_str());
    }
    for (const int n : {1, 3}) on_ranks(n, [&](throng::mpi::communicator& ranks) { try_damaged(ranks, folder); });
    return all_well ? 0 : 1;
}
