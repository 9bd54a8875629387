// needs exceptions
// A world and what is rolled back with it are saved and loaded together or not at all: whichever call of the user's
// code, or of the allocator, fails.

#include "support/allocation.hpp"

#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/world/rollback.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>

namespace {

/// Which call of the user's code throws.
int throws_in = 0;
bool has_thrown = false;
void may_throw() {
    if (throws_in == 0 || --throws_in != 0) return;
    has_thrown = true;
    throw 1;
}

/// A value whose copies may throw.
struct fragile {
    int n = 0;
    fragile() = default;
    explicit fragile(int i) : n(i) {}
    fragile(const fragile& other) : n(other.n) { may_throw(); }
    fragile(fragile&& other) noexcept = default;
    fragile& operator=(const fragile& other) {
        may_throw();
        n = other.n;
        return *this;
    }
    fragile& operator=(fragile&&) noexcept = default;
    ~fragile() = default;
    bool operator==(const fragile&) const = default;
};
struct position {
    int x = 0;
};

/// An object that saves and loads itself.
struct level {
    int number = 0;
    bool refuses = false;
    int loads = 0;
    [[nodiscard]] fragile save() const { return fragile(number); }
    bool load(const fragile& then) {
        ++loads;
        const fragile copy(then);
        if (refuses) return false;
        number = copy.n;
        return true;
    }
};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct std::hash<fragile> {
    std::size_t operator()(const fragile& f) const noexcept { return static_cast<std::size_t>(f.n); }
};

namespace {

using allocator = support::logged_allocator<std::byte>;
template <class T> using allocator_for = support::logged_allocator<T>;

/// All that is rolled back together.
struct game {
    explicit game(support::allocation_log& log) : world(allocator(log)) {}
    void include_all() {
        frames.include(numbers);
        frames.include(first);
        frames.include(texts);
        frames.include(set);
        frames.include(second);
        frames.include(systems);
    }
    /// Something happens to each of them.
    void play(int n) {
        for (int i = 0; i < 40; ++i) {
            world.create(position{n + i}, fragile(n));
            numbers.push_back(n * i);
            texts.push_back(fragile(n * i));
            set.add(fragile(n * 100 + i));
        }
        {
            const throng::entity oldest = *world.begin();
            world.destroy(oldest);
        }
        numbers.remove(*numbers.first());
        texts.remove(*texts.begin());
        first.number += n;
        second.number -= n;
        systems.run(0.3);
    }
    /// All that can be seen of them.
    [[nodiscard]] std::string state() {
        std::string all;
        const auto put = [&all](auto i) { all += std::to_string(i) + ' '; };
        for (const throng::entity e : world) {
            put(e.number());
            if (const position* const p = world.try_get<position>(e)) put(p->x);
            if (const fragile* const f = world.try_get<fragile>(e)) put(f->n);
        }
        for (const int i : numbers) put(i);
        for (const fragile& f : texts) put(f.n);
        for (const fragile& f : set) put(f.n);
        put(first.number);
        put(second.number);
        systems.each([&](const auto& s) { put(s.timing().waited); });
        return all;
    }
    [[nodiscard]] bool is_whole() const {
        return world.validate() && numbers.validate() && texts.validate() && set.validate();
    }

    throng::basic_world<allocator> world;
    throng::list<int, allocator_for<int>> numbers;
    throng::pool<fragile, 0, allocator_for<fragile>> texts;
    throng::ordered_set<fragile, std::hash<fragile>, std::equal_to<fragile>, allocator_for<fragile>> set;
    level first;
    level second;
    throng::basic_schedule<allocator> systems{world};
    throng::basic_rollback<int, allocator> frames{world, 2, [this](int n) { play(n); }, throng::components<position>};
};

/// Two games that have come the same way, of which one is to be disturbed.
void set_up(game& g) {
    g.systems.add("slow", [] {}).interval(1);
    g.include_all();
    g.play(1);
    ASSERT_TRUE(g.frames.save(1));
    g.frames.advance(2);
    ASSERT_TRUE(g.frames.save(2));
    g.frames.advance(3);
}

/// Calls f(game) with the n-th call of something failing, for each n until none fails any more: the game must be as it
/// was where it did, and what follows from it must be what follows in a game that was never disturbed.
template <class F> void fail_everywhere(bool allocations, F f) {
    for (int n = 1;; ++n) {
        support::allocation_log log;
        game g(log);
        game undisturbed(log);
        set_up(g);
        set_up(undisturbed);
        const std::string before = g.state();
        ASSERT_EQ(before, undisturbed.state());
        has_thrown = log.failed = false;
        if (allocations) log.fail_in = static_cast<std::size_t>(n);
        else throws_in = n;
        bool refused = false;
        try {
            f(g);
        } catch (const std::bad_alloc&) {
            refused = true;
        } catch (int) {
            refused = true;
        }
        throws_in = 0;
        log.fail_in = 0;
        ASSERT_TRUE(g.is_whole());
        if (!has_thrown && !log.failed) {
            ASSERT_GT(n, 10);
            break;
        }
        // (A container of the standard library may do without memory that it does not get: then nothing is refused.)
        if (refused) {
            ASSERT_EQ(g.state(), before) << n;
            for (const std::uint64_t frame : {1U, 2U}) {
                ASSERT_TRUE(g.frames.contains(frame)) << n;
                ASSERT_TRUE(g.frames.load(frame));
                ASSERT_TRUE(undisturbed.frames.load(frame));
                ASSERT_EQ(g.state(), undisturbed.state()) << n;
            }
            ASSERT_EQ(g.frames.hash(1), undisturbed.frames.hash(1));
        }
    }
}

} // namespace

TEST(rolling_back_together, what_a_load_cannot_do_has_not_happened) {
    for (const bool allocations : {false, true})
        fail_everywhere(allocations, [](game& g) { ASSERT_TRUE(g.frames.load(1)); });
}

TEST(rolling_back_together, what_a_save_cannot_do_has_not_happened_and_no_frame_is_lost) {
    for (const bool allocations : {false, true}) {
        fail_everywhere(allocations, [](game& g) { ASSERT_TRUE(g.frames.save(3)); });
        fail_everywhere(allocations, [](game& g) { ASSERT_TRUE(g.frames.save(2)); });
        fail_everywhere(allocations, [](game& g) { ASSERT_TRUE(g.frames.save(0)); });
    }
}

TEST(rolling_back_together, an_object_that_refuses_leaves_all_as_they_are) {
    support::allocation_log log;
    game g(log);
    set_up(g);
    const std::string before = g.state();
    g.second.refuses = true;
    EXPECT_FALSE(g.frames.load(1));
    EXPECT_EQ(g.state(), before);
    g.second.refuses = false;
    EXPECT_TRUE(g.frames.load(1));
    EXPECT_NE(g.state(), before);
}

// Its load could not be undone if something else failed after it.
TEST(rolling_back_together, objects_load_themselves_after_everything_else_that_may_fail) {
    throng::world w;
    throng::list<fragile> copied;
    level own;
    throng::rollback<int> frames(w, 2, [](int) {}, throng::components<position>);
    frames.include(own);
    frames.include(copied);
    copied.push_back(fragile(1));
    own.number = 1;
    ASSERT_TRUE(frames.save(1));
    own.number = 2;
    copied.push_back(fragile(2));
    // The first copy that load makes is one of the list.
    throws_in = 1;
    EXPECT_THROW(frames.load(1), int);
    EXPECT_EQ(own.loads, 0);
    EXPECT_EQ(own.number, 2);
    EXPECT_EQ(copied.size(), 2U);
    EXPECT_TRUE(frames.load(1));
    EXPECT_EQ(own.number, 1);
    EXPECT_EQ(copied.size(), 1U);
}

TEST(rolling_back_together, a_collection_that_is_walked_refuses_for_all) {
    support::allocation_log log;
    game g(log);
    set_up(g);
    const std::string before = g.state();
    {
        auto walk = g.texts.walk(throng::live);
        EXPECT_FALSE(g.frames.load(1));
        EXPECT_FALSE(g.frames.save(2));
    }
    EXPECT_EQ(g.state(), before);
    EXPECT_TRUE(g.frames.load(2));
}

TEST(rolling_back_together, two_collections_in_two_steps) {
    throng::list<fragile> a;
    throng::ordered_set<fragile> b;
    for (int i = 0; i < 20; ++i) {
        a.push_back(fragile(i));
        b.add(fragile(i));
    }
    const throng::snapshot_of a_then(a);
    const throng::snapshot_of b_then(b);
    a.clear();
    b.clear();
    {
        throng::snapshot_of<decltype(a)>::rolling ra(a_then, a);
        ASSERT_TRUE(ra.prepare());
        EXPECT_TRUE(a.empty());
        EXPECT_TRUE(a.is_walked());
    }
    EXPECT_FALSE(a.is_walked());
    EXPECT_TRUE(a.empty());
    throng::snapshot_of<decltype(a)>::rolling ra(a_then, a);
    throng::snapshot_of<decltype(b)>::rolling rb(b_then, b);
    ASSERT_TRUE(ra.prepare() && rb.prepare());
    ra.commit();
    rb.commit();
    EXPECT_EQ(a.size(), 20U);
    EXPECT_EQ(b.size(), 20U);
    EXPECT_TRUE(a.validate() && b.validate());
}
