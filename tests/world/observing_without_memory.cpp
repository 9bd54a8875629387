// needs exceptions
// An observer whose world is rolled back while there is no memory for the observer's members.

#include "support/allocation.hpp"

#include <throng/world/observer.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <new>
#include <vector>

namespace {

struct position {
    int x = 0;
};
using allocator = support::logged_allocator<std::byte>;

} // namespace

TEST(observer, finds_its_members_later_where_there_was_no_memory) {
    int stale = 0;
    for (std::size_t n = 1;; ++n) {
        support::allocation_log log;
        throng::basic_world<allocator> w{allocator(log)};
        std::vector<throng::entity> all;
        for (int i = 0; i < 2000; ++i) all.push_back(w.create(position{i}));
        throng::basic_snapshot<allocator> then(w);
        w.clear();
        int joined = 0;
        throng::basic_observer<allocator> o(
            w.query<position>(), [&](throng::entity) { ++joined; }, [](throng::entity) {});
        log.fail_in = n;
        bool done = false;
        try {
            done = then.roll_back();
        } catch (const std::bad_alloc&) {
        }
        log.fail_in = 0;
        if (!done) continue;
        if (!o.contains(all[0])) ++stale;
        w.create(position{});
        for (const throng::entity e : all) ASSERT_TRUE(o.contains(e)) << n;
        if (!log.failed) break;
    }
    EXPECT_GT(stale, 0);
}
