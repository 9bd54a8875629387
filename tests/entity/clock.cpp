// Steps of the same length, whatever passes outside.

#include <throng/entity/clock.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

TEST(clock, takes_the_steps_that_are_due) {
    throng::clock c(0.5);
    EXPECT_EQ(c.advance(0.4), 0U);
    EXPECT_NEAR(c.interpolation(), 0.8, 1e-9);
    EXPECT_EQ(c.advance(0.2), 1U);
    EXPECT_NEAR(c.interpolation(), 0.2, 1e-9);
    EXPECT_EQ(c.advance(1.4), 3U);
    EXPECT_EQ(c.steps(), 4U);
    EXPECT_EQ(c.time(), 2.0);
    EXPECT_EQ(c.step().seconds, 0.5);
    EXPECT_EQ(c.dropped(), 0.0);
}

TEST(clock, runs_a_body_for_each_step) {
    throng::clock c(0.25, 100);
    int n = 0;
    double sum = 0;
    EXPECT_EQ(c.run(10, [&](throng::time_step s) { ++n, sum += s.seconds; }), 40U);
    EXPECT_EQ(n, 40);
    EXPECT_EQ(sum, 10.0);
}

/// A step may not come a frame late because sums of tenths are not exact.
TEST(clock, rounding_delays_no_step) {
    throng::clock c(0.1, 1000);
    unsigned n = 0;
    for (int i = 0; i < 1000; ++i) {
        n += c.advance(0.1);
        EXPECT_EQ(n, static_cast<unsigned>(i) + 1);
    }
    throng::clock fine(1.0 / 60);
    unsigned m = 0;
    for (int i = 0; i < 60 * 60; ++i) m += fine.advance(1.0 / 180) + fine.advance(1.0 / 90);
    EXPECT_EQ(m, 3600U);
}

TEST(clock, catching_up_is_bounded) {
    throng::clock c(0.1, 4);
    EXPECT_EQ(c.advance(10), 4U);
    EXPECT_NEAR(c.dropped(), 9.6, 1e-9);
    EXPECT_LT(c.interpolation(), 1);
    EXPECT_EQ(c.advance(0.1), 1U) << "what was dropped does not come back";
    EXPECT_EQ(c.advance(std::numeric_limits<double>::infinity()), 4U);
    EXPECT_GE(c.interpolation(), 0);
    EXPECT_LT(c.interpolation(), 1);
    EXPECT_EQ(c.advance(0.05), 0U);
    EXPECT_EQ(c.advance(0.05), 1U);
    throng::clock least(0.1, 0);
    EXPECT_EQ(least.advance(1), 1U);
}

TEST(clock, time_that_does_not_pass_is_nothing) {
    throng::clock c(0.1);
    EXPECT_EQ(c.advance(0), 0U);
    EXPECT_EQ(c.advance(-5), 0U);
    EXPECT_EQ(c.advance(std::nan("")), 0U);
    EXPECT_EQ(c.interpolation(), 0);
    EXPECT_EQ(c.advance(0.1), 1U);
    EXPECT_EQ(c.advance(0.05), 0U);
    c.drop_pending();
    EXPECT_EQ(c.interpolation(), 0);
}

TEST(clock, its_time_can_be_scaled_and_stopped) {
    throng::clock c(0.1, 100);
    EXPECT_TRUE(c.time_scale(0.5));
    EXPECT_EQ(c.advance(1), 5U);
    EXPECT_EQ(c.step().seconds, 0.1) << "steps keep their length";
    EXPECT_TRUE(c.time_scale(0));
    EXPECT_EQ(c.advance(1000), 0U);
    EXPECT_TRUE(c.time_scale(2));
    EXPECT_EQ(c.advance(1), 20U);
}

TEST(clock, goes_on_after_an_endless_stop) {
    throng::clock c(0.1, 100);
    c.time_scale(0);
    EXPECT_EQ(c.advance(std::numeric_limits<double>::infinity()), 0U);
    EXPECT_EQ(c.interpolation(), 0);
    c.time_scale(1);
    EXPECT_EQ(c.advance(1.0), 10U);
    EXPECT_EQ(c.time(), 1);
}

#if !defined(THRONG_AUDIT) || !THRONG_AUDIT
TEST(clock, nonsense_is_refused) {
    throng::clock c(0.1, 100);
    for (const double x : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        EXPECT_FALSE(c.time_scale(x));
        EXPECT_EQ(c.time_scale(), 1);
    }
    for (const double x : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
        EXPECT_EQ(throng::clock(x).step().seconds, 1.0 / 60);
}
#else
TEST(clock, nonsense_is_refused) {
    throng::clock c(0.1);
    EXPECT_DEATH_IF_SUPPORTED((void)c.time_scale(-1), "clock.cpp");
    EXPECT_DEATH_IF_SUPPORTED(throng::clock(0.0), "above 0");
}
#endif

} // namespace
