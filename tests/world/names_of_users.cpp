// A user's functions may have the names of the standard library's, and take a world.

#include <throng/world/recorder.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <iterator>
#include <utility>

namespace {

struct position {
    int x = 0;
};

template <class World, class Frames> int advance(World& w, Frames frames) {
    w.template query<position>().each([&](position& p) { p.x += frames; });
    return 1;
}
template <class A, class B> int distance(const A&, const B&) { return 2; }
template <class A> int size(const A&) { return 3; }
template <class A, class B> int exchange(A&, B) { return 4; }

} // namespace

/// (std::advance would be the better one for a literal.)
namespace other_user {
int advance(throng::world& w, unsigned long frames) { return static_cast<int>(w.size() + frames); }
int play(throng::world& w) { return advance(w, 3); }
} // namespace other_user

TEST(names_of_users, no_function_of_the_standard_library_is_meant) {
    throng::world w;
    const throng::entity e = w.create(position{});
    EXPECT_EQ(advance(w, 3), 1);
    EXPECT_EQ(w.get<position>(e).x, 3);
    EXPECT_EQ(other_user::play(w), 4);
    EXPECT_EQ(distance(w, w), 2);
    EXPECT_EQ(size(w), 3);
    EXPECT_EQ(exchange(w, 1), 4);

    throng::schedule systems(w);
    EXPECT_EQ(exchange(systems, 1), 4);
    throng::snapshot before(w);
    EXPECT_EQ(exchange(before, 1), 4);
    throng::recorder recorder;
    EXPECT_EQ(exchange(recorder, 1), 4);
    throng::rollback<int> frames(w, 1, [](int) {}, throng::components<>);
    EXPECT_EQ(exchange(frames, 1), 4);
}

// (Whose allocator is the standard library's own has said so.)
TEST(names_of_users, a_world_may_still_be_given_any_allocator) {
    throng::basic_world<std::allocator<std::byte>> w;
    const throng::entity e = w.create(position{});
    w.get<position>(e).x = 2;
    EXPECT_EQ(w.get<position>(e).x, 2);
}
