// What throng/trace.hpp writes, read by the program's parser.

#include "replay/contestant.hpp"
#include "scratch_folder.hpp"
#include "trace/parse.hpp"

#include <throng/trace.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace throng::tool;
using throng::trace_recorder;

trace read_back(const trace_recorder& recorder) {
    const scratch_folder folder;
    const std::string file = (folder.path() / "game.trace").string();
    EXPECT_TRUE(recorder.write(file));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
    return read_trace(file);
}

struct thing {
    trace_recorder::id recorded;
    bool dead = false;
};

/// A game that prunes its array after each tic, or puts the last in the place of the dead.
class game {
  public:
    enum class manner { in_order, last_fills_gap };

    game(std::uint32_t seed, manner how) : dice_(seed), how_(how) {
        for (int i = 0; i < 30; ++i) add(trace_recorder::none);
    }

    trace_recorder recorder;
    std::size_t added = 0, removed = 0, visits = 0;
    std::vector<std::size_t> live;

    void tic() {
        if (roll(4) == 0) add(trace_recorder::none);
        recorder.begin_tic();
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (all_[i].dead) continue;
            ++visits;
            const trace_recorder::id self = all_[i].recorded;
            if (all_.size() < 100 && roll(10) == 0) add(self);
            if (roll(10) == 0) remove(i, self);
            if (roll(10) == 0) remove(static_cast<std::size_t>(roll(static_cast<int>(all_.size()))), self);
        }
        const auto alive =
            static_cast<std::size_t>(std::count_if(all_.begin(), all_.end(), [](auto& a) { return !a.dead; }));
        live.push_back(alive);
        if (roll(4) == 0 && !all_.empty()) remove(0, trace_recorder::none);
        if (how_ == manner::in_order) std::erase_if(all_, [](const thing& t) { return t.dead; });
        else prune_by_swapping();
        recorder.end_tic();
    }

  private:
    int roll(int below) { return static_cast<int>(dice_() % static_cast<unsigned>(below)); }

    void add(trace_recorder::id by) {
        all_.push_back({recorder.add(by, static_cast<std::uint8_t>(roll(50)))});
        ++added;
    }

    /// The recorder is told of the same death again and again.
    void remove(std::size_t i, trace_recorder::id by) {
        recorder.remove(all_[i].recorded, by);
        removed += !all_[i].dead;
        all_[i].dead = true;
    }

    void prune_by_swapping() {
        for (std::size_t i = 0; i < all_.size();) {
            if (!all_[i].dead) {
                ++i;
                continue;
            }
            all_[i] = all_.back();
            all_.pop_back();
        }
    }

    std::mt19937 dice_;
    manner how_;
    std::vector<thing> all_;
};

TEST(recorder, tells_a_game_in_order_as_it_was) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        game g(seed, game::manner::in_order);
        for (int i = 0; i < 100; ++i) g.tic();
        const trace t = read_back(g.recorder);
        EXPECT_FALSE(t.contradiction) << t.contradiction->figure << " in line " << t.contradiction->line;
        ASSERT_EQ(t.passes.size(), 100u);
        EXPECT_EQ(t.adds(), g.added);
        EXPECT_EQ(t.counts.marks, g.removed);
        EXPECT_EQ(t.counts.visits, g.visits);
        for (std::size_t p = 0; p < 100; ++p) EXPECT_EQ(t.passes[p].expected.live, g.live[p]) << p;
        EXPECT_GT(t.counts.marks_of_self, 0u);
        EXPECT_GT(t.counts.marks_of_earlier, 0u);
        EXPECT_GT(t.counts.newcomers_visited, 0u);
        EXPECT_EQ(t.spawns[0].born, -1);
    }
}

TEST(recorder, tells_a_game_in_another_order_as_a_walk_in_this_one) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        game g(seed, game::manner::last_fills_gap);
        for (int i = 0; i < 100; ++i) g.tic();
        const trace t = read_back(g.recorder);
        EXPECT_FALSE(t.contradiction) << t.contradiction->figure << " in line " << t.contradiction->line;
        EXPECT_EQ(t.adds(), g.added);
        EXPECT_EQ(t.counts.marks, g.removed);
        // What comes after the walk is in the next tic's figures.
        EXPECT_GE(t.passes.back().expected.live, g.live.back());
        // Of most it is still told what made them.
        EXPECT_GT(t.counts.marks_of_self, t.counts.marks / 4);
    }
}

TEST(recorder, is_replayed_by_every_collection) {
    game g(1, game::manner::last_fills_gap);
    for (int i = 0; i < 50; ++i) g.tic();
    const trace t = read_back(g.recorder);
    for (const contestant& c : contestants()) {
        const verdict v = c.check(t);
        EXPECT_FALSE(v.found) << c.name << ": " << v.found->figure;
        EXPECT_EQ(v.checks, 50u);
    }
}

TEST(recorder, edits_that_are_out_of_turn_come_after_the_walk) {
    trace_recorder r;
    const auto a = r.add(), b = r.add();
    r.begin_tic();
    const auto child = r.add(b);
    r.remove(child, a);
    r.remove(a, b);
    r.remove(a, a);
    r.remove(77, a);
    r.remove(b, 77);
    r.end_tic();
    const trace t = read_back(r);
    EXPECT_FALSE(t.contradiction);
    EXPECT_EQ(t.adds(), 3u);
    EXPECT_EQ(t.counts.marks, 3u);
    // b came before its child, and a fell in its own turn; the child and b fell afterwards.
    EXPECT_EQ(t.counts.marks_of_self, 1u);
    EXPECT_EQ(t.counts.marks_outside, 2u);
    EXPECT_EQ(t.passes[0].expected.live, 2u);
    EXPECT_EQ(t.passes[0].expected.visited, 3u);
}

TEST(recorder, an_empty_game_is_a_game) {
    trace_recorder r;
    EXPECT_EQ(read_back(r).passes.size(), 0u);
    r.begin_tic();
    r.end_tic();
    EXPECT_EQ(read_back(r).passes.size(), 1u);
}

TEST(recorder, may_write_more_than_once) {
    trace_recorder r;
    const auto a = r.add();
    r.begin_tic();
    r.end_tic();
    r.remove(a);
    EXPECT_EQ(read_back(r).counts.marks, 0u);
    r.begin_tic();
    EXPECT_EQ(read_back(r).counts.marks, 1u);
    r.end_tic();
    EXPECT_EQ(read_back(r).passes.size(), 2u);
}

TEST(recorder, says_that_it_cannot_write) {
    trace_recorder r;
    errno = 0;
    EXPECT_FALSE(r.write("/no/such/folder/game.trace"));
    EXPECT_EQ(errno, ENOENT);
    const scratch_folder folder;
    std::filesystem::create_directory(folder.path() / "taken");
    folder.file("taken/x", "");
    EXPECT_FALSE(r.write((folder.path() / "taken").string()));
    EXPECT_TRUE(std::filesystem::is_directory(folder.path() / "taken"));
}

TEST(recorder, writes_over_what_it_wrote) {
    const scratch_folder folder;
    const std::string file = folder.file("game.trace", "old");
    trace_recorder r;
    (void)r.add();
    EXPECT_TRUE(r.write(file));
    EXPECT_EQ(bytes_of(file), "L 0 0 0\nZ 0 0\n");
    r.begin_tic();
    r.end_tic();
    EXPECT_TRUE(r.write(file));
    EXPECT_EQ(read_trace(file).passes.size(), 1U);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(recorder, a_full_disk_leaves_the_old_file) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
    const scratch_folder folder;
    const std::string file = folder.file("game.trace", "old");
    std::filesystem::create_symlink("/dev/full", file + ".part");
    const trace_recorder r;
    EXPECT_FALSE(r.write(file));
    EXPECT_EQ(bytes_of(file), "old");
}

} // namespace
