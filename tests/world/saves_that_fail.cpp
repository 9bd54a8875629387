// needs exceptions
// needs POSIX
// Reading and writing worlds where memory runs out, where the components' own code throws, and where it edits the world
// that is read into: at each call in turn.

#include "world/failing_game.hpp"

TEST(saves_that_fail, a_restore_that_throws_has_not_happened) {
    world from;
    fill(from, 6);
    throng::byte_writer<> bytes;
    throng::save(from, bytes, all);
    world w;
    std::uint64_t before = 0;
    with_each_failure(
        [&] {
            w.clear();
            fill(w, 3);
            before = hash(w, all);
        },
        [&] { ASSERT_TRUE(throng::restore(w, bytes.bytes(), all)); },
        [&] { return w.validate() && hash(w, all) == before; });
    EXPECT_EQ(hash(w, all), hash(from, all));
}

TEST(saves_that_fail, a_merge_that_throws_leaves_nothing) {
    world from;
    fill(from, 6);
    throng::byte_writer<> bytes;
    throng::save(from, bytes, all);
    world w;
    throng::entity_map map;
    with_each_failure(
        [&] {
            w.clear();
            fill(w, 3);
            map = {};
        },
        [&] { ASSERT_TRUE(throng::merge_saved(w, bytes.bytes(), all, &map)); },
        [&] { return w.validate() && w.size() == 3 && map.size() == 0; });
    EXPECT_EQ(w.size(), 9U);
    EXPECT_EQ(map.size(), 6U);
}

TEST(saves_that_fail, what_is_written_again_is_the_same) {
    world w;
    fill(w, 6);
    throng::byte_writer<> good;
    std::vector<entity> some;
    for (const entity e : w) {
        if (e.index() % 3 != 0) some.push_back(e);
    }
    throng::save_part(w, good, all, some);
    const auto before = hash(w, all);
    std::vector<std::byte> made;
    with_each_failure([] {},
                      [&] {
                          throng::byte_writer<> to;
                          throng::save_part(w, to, all, some);
                          made.assign(to.bytes().begin(), to.bytes().end());
                      },
                      [&] { return w.validate() && hash(w, all) == before; });
    EXPECT_TRUE(std::equal(made.begin(), made.end(), good.bytes().begin(), good.bytes().end()));
}

// A component's own code may edit the world while that is read: what was read takes the place of all of it.
TEST(saves_that_fail, what_edits_the_world_meanwhile_is_replaced) {
    world from;
    fill(from, 5);
    throng::byte_writer<> bytes;
    throng::save(from, bytes, all);
    const auto wanted = hash(from, all);
    const std::vector<std::function<void(world&)>> edits{
        [](world& w) { w.clear(); },
        [](world& w) { (void)w.create(position{5, 5}, own{1}); },
        [](world& w) {
            // (A component that the world has not known.)
            (void)w.create(late{1});
            for (const entity e : w) (void)w.set(e, late{2});
        },
        [](world& w) {
            for (const entity e : w) (void)w.destroy(e);
        },
        [](world& w) { w.set_singleton(late{3}), w.set_singleton(position{1, 1}); },
        [](world& w) {
            throng::byte_writer<> of_it;
            throng::save(w, of_it, components<position>);
            (void)throng::restore(w, of_it.bytes(), components<position>);
        }};
    for (std::size_t edit = 0; edit < edits.size(); ++edit) {
        for (int n = 1;; ++n) {
            world w;
            fill(w, 3);
            int calls = 0;
            touchy::meddler = [&] {
                if (++calls != n) return;
                const auto again = std::exchange(touchy::meddler, {});
                edits[edit](w);
                touchy::meddler = again;
            };
            const throng::restored r = throng::restore(w, bytes.bytes(), all);
            touchy::meddler = {};
            ASSERT_TRUE(r) << r.error;
            ASSERT_TRUE(w.validate()) << edit << " at " << n;
            ASSERT_EQ(hash(w, all), wanted) << edit << " at " << n;
            ASSERT_EQ(w.count<late>(), 0U) << edit << " at " << n;
            (void)w.create(position{}, late{});
            ASSERT_TRUE(w.validate());
            if (calls < n) break;
        }
    }
}

TEST(saves_that_fail, a_world_that_is_replaced_meanwhile_is_not_read) {
    world from;
    fill(from, 5);
    throng::byte_writer<> bytes;
    throng::save(from, bytes, all);
    for (int n = 1;; ++n) {
        world w;
        world other;
        fill(w, 3);
        int calls = 0;
        touchy::meddler = [&] {
            if (++calls != n) return;
            if (n % 2 == 0) other = std::move(w);
            else w = world();
        };
        const throng::restored r = throng::restore(w, bytes.bytes(), all);
        touchy::meddler = {};
        ASSERT_TRUE(w.validate() && other.validate());
        if (calls < n) break;
        ASSERT_EQ(std::string(r.error), "a component's own code has replaced the world");
        ASSERT_TRUE(w.empty());
        ASSERT_EQ(other.size(), n % 2 == 0 ? 3U : 0U);
    }
}
