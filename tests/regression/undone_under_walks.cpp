// An addition that throws, and so has not happened, while a walk is led on by what it calls: the walk passed over the
// next element then.
// needs exceptions

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace {

struct refusal {};

struct made {
    int value;
    explicit made(int x) : value(x) {}
    explicit made(const std::function<void()>& meanwhile) : value(0) {
        meanwhile();
        throw refusal{};
    }
};
/// The walk had passed the place, which was the next one's then.
TEST(undone_under_walks, an_addition) {
    throng::list<made> l;
    l.emplace_back(1);
    auto w = l.walk(throng::live);
    const auto to_the_end = [&w] {
        while (w.next() != nullptr) {
        }
    };
    EXPECT_THROW(l.emplace_back(to_the_end), refusal);
    EXPECT_THROW((void)l.emplace(to_the_end), refusal);
    l.emplace_back(2);
    ASSERT_NE(w.next(), nullptr);
    EXPECT_EQ(w.current()->value, 2);
    EXPECT_EQ(w.next(), nullptr);
    EXPECT_TRUE(l.validate());
}

} // namespace
