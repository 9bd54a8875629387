// needs zstd
// The recordings of this repository: what their note says of them, and every collection against every tic.

#include "replay/contestant.hpp"
#include "trace/moves.hpp"
#include "trace/parse.hpp"
#include "trace/statistics.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace {

using namespace throng::tool;

/// From traces/README.md and the provenance of the recordings.
struct recording {
    const char* name;
    std::uint32_t tics, adds, marks, unlinks, peak_live, peak_linked, most_adds, most_marks, median_life, positions;
    std::size_t moves;
};

std::ostream& operator<<(std::ostream& out, const recording& r) { return out << r.name; }

class recorded : public testing::TestWithParam<recording> {};

TEST_P(recorded, game_is_followed_by_all) {
    const recording& r = GetParam();
    const std::string base = std::string(THRONG_TRACES) + "/" + r.name;
    trace t = read_trace(base + ".trace.zst");
    read_moves_beside(t);
    EXPECT_EQ(t.moved.has_value(), r.moves > 0);
    EXPECT_FALSE(t.contradiction);
    EXPECT_EQ(t.passes.size(), r.tics);
    EXPECT_EQ(t.adds(), r.adds);
    EXPECT_EQ(t.counts.marks, r.marks);
    EXPECT_EQ(t.counts.unlinks, r.unlinks);
    EXPECT_EQ(t.counts.peak_live, r.peak_live);
    EXPECT_EQ(t.counts.peak_linked, r.peak_linked);
    EXPECT_EQ(t.counts.most_adds_in_tic, r.most_adds);
    EXPECT_EQ(t.counts.most_marks_in_tic, r.most_marks);
    EXPECT_EQ(t.counts.positions, r.positions);
    EXPECT_EQ(median_life(t), r.median_life);
    EXPECT_EQ(t.counts.newcomers_visited, t.counts.adds_in_pass);
    for (const contestant& c : contestants()) {
        const verdict v = c.check(t);
        EXPECT_EQ(v.checks, r.tics) << c.name;
        EXPECT_EQ(v.queries > 0, r.moves > 0 && c.name == "grid") << c.name;
        EXPECT_FALSE(v.found) << c.name << ", line " << v.found->line << ": " << v.found->figure;
    }
    if (r.moves > 0) {
        const moves m = read_moves(base + ".moves.zst");
        EXPECT_EQ(m.tics(), r.tics);
        EXPECT_EQ(m.all.size(), r.moves);
    }
}

const recording all[] = {
    {"composite_map19", 20816, 17564, 17116, 17116, 511, 516, 20, 8, 16, 25790, 0},
    {"composite_map27", 20816, 6521, 5731, 5731, 845, 845, 40, 16, 14, 3139, 68832},
    {"freedm_demo1", 5204, 2580, 2504, 2504, 119, 119, 21, 12, 15, 961, 26620},
    {"freedm_demo3", 2799, 1112, 1037, 1037, 101, 101, 21, 10, 14, 335, 0},
    {"freedoom1_demo1", 1531, 512, 190, 190, 346, 346, 8, 4, 15, 429, 0},
    {"freedoom1_demo2", 2763, 764, 395, 395, 395, 395, 9, 5, 15, 429, 0},
    {"freedoom1_demo3", 1241, 257, 92, 92, 178, 178, 7, 5, 15, 215, 0},
    {"freedoom1_demo4", 6467, 1518, 900, 900, 681, 681, 9, 5, 15, 2760, 34655},
};

INSTANTIATE_TEST_SUITE_P(traces, recorded, testing::ValuesIn(all),
                         [](const auto& one) { return std::string(one.param.name); });

} // namespace
