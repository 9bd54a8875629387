// needs exceptions
// needs POSIX
// Reading JSON where memory runs out, where the components' own code throws, and where it edits the world that is read
// into: at each call in turn.

#include "world/failing_game.hpp"

#include <throng/extra/json.hpp>

#include <sstream>

namespace {
std::string written(const world& w) {
    std::ostringstream to;
    throng::write_json(w, to, all);
    return to.str();
}
} // namespace

TEST(json_that_fails, a_text_that_cannot_be_read_to_its_end_changes_nothing) {
    world from;
    fill(from, 6);
    const std::string text = written(from);
    world w;
    std::uint64_t before = 0;
    with_each_failure(
        [&] {
            w.clear();
            fill(w, 3);
            before = hash(w, all);
        },
        [&] { ASSERT_TRUE(throng::read_json(w, text, all)); }, [&] { return w.validate() && hash(w, all) == before; });
    EXPECT_EQ(hash(w, all), hash(from, all));
}

TEST(json_that_fails, what_edits_the_world_meanwhile_is_replaced) {
    world from;
    fill(from, 5);
    const std::string text = written(from);
    for (int edit = 0; edit < 4; ++edit) {
        for (int n = 1;; ++n) {
            world w;
            fill(w, 3);
            int calls = 0;
            touchy::meddler = [&] {
                if (++calls != n) return;
                const auto again = std::exchange(touchy::meddler, {});
                if (edit == 0) w.clear();
                if (edit == 1) (void)w.create(late{1});
                if (edit == 2) w.set_singleton(late{3});
                if (edit == 3) w = world();
                touchy::meddler = again;
            };
            const throng::json_result r = throng::read_json(w, text, all);
            touchy::meddler = {};
            ASSERT_TRUE(w.validate());
            if (calls < n) break;
            if (edit == 3) {
                ASSERT_EQ(r.error, "a component's own code has replaced the world");
                ASSERT_TRUE(w.empty());
            } else {
                ASSERT_TRUE(r) << r.error;
                ASSERT_EQ(hash(w, all), hash(from, all));
            }
        }
    }
}
