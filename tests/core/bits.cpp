#include <throng/core/bits.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using namespace throng::core;

/// Words whose bits lie where mistakes do: at the ends, in the middle, everywhere, nowhere.
constexpr std::uint64_t samples[] = {
    0,
    1,
    2,
    3,
    0x8000000000000000U,
    0xc000000000000000U,
    0x00ff00ff00ff00ffU,
    0x5555555555555555U,
    0x123456789abcdef0U,
    ~std::uint64_t{0},
    ~std::uint64_t{1},
    0x7fffffffffffffffU,
};

TEST(bits, operators_are_those_of_numbers) {
    for (const std::uint64_t a : samples) {
        EXPECT_EQ(bits(~word{a}), ~a);
        EXPECT_EQ(any(word{a}), a != 0);
        for (const std::uint64_t b : samples) {
            EXPECT_EQ(bits(word{a} & word{b}), a & b);
            EXPECT_EQ(bits(word{a} | word{b}), a | b);
            word both{a};
            both &= word{b};
            EXPECT_EQ(bits(both), a & b);
            word either{a};
            either |= word{b};
            EXPECT_EQ(bits(either), a | b);
        }
        for (unsigned n = 0; n < word_bits; ++n) EXPECT_EQ(bits(word{a} >> n), a >> n);
    }
}

TEST(bits, counts_and_finds_bits_as_a_loop_does) {
    for (const std::uint64_t a : samples) {
        unsigned n = 0;
        unsigned low = word_bits;
        unsigned high = word_bits;
        unsigned run = 0;
        for (unsigned i = 0; i < word_bits; ++i) {
            const bool set = (a >> i & 1U) != 0;
            n += set ? 1U : 0U;
            if (set && low == word_bits) low = i;
            if (set) high = i;
            if (set && run == i) ++run;
        }
        EXPECT_EQ(count(word{a}), n);
        EXPECT_EQ(lowest(word{a}), low);
        if (a != 0) {
            EXPECT_EQ(highest(word{a}), high);
        }
        EXPECT_EQ(leading_run(word{a}), run);
        if (a != 0) {
            EXPECT_EQ(bits(without_lowest(word{a})), a & ~(std::uint64_t{1} << low));
        }
    }
    EXPECT_EQ(bits(without_lowest(word{})), 0U);
}

TEST(bits, masks) {
    for (unsigned i = 0; i <= word_bits; ++i) {
        for (unsigned b = 0; b < word_bits; ++b) {
            EXPECT_EQ(any(below(i) & bit(b)), b < i) << i << ", " << b;
            if (i < word_bits) {
                EXPECT_EQ(any(above(i) & bit(b)), b > i) << i << ", " << b;
            }
            if (i < word_bits) {
                EXPECT_EQ(any(bit(i) & bit(b)), b == i) << i << ", " << b;
            }
        }
    }
}

} // namespace
