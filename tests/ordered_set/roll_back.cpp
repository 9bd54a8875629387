// needs exceptions
// A set that is rolled back: all or nothing, whatever throws, and no hook is called.
#include <throng/ordered_set.hpp>
#include <throng/snapshot_of.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace {

int fuse = -1;
void burn() {
    if (fuse >= 0 && fuse-- == 0) throw fuse;
}

struct word {
    int n;
    explicit word(int k) : n(k) {}
    word(const word& o) : n(o.n) { burn(); }
    word& operator=(const word&) = default;
    bool operator==(const word& o) const { return burn(), n == o.n; }
};
struct hash_of_word {
    std::size_t operator()(const word& w) const { return burn(), static_cast<std::size_t>(w.n % 7); }
};
using words = throng::ordered_set<word, hash_of_word>;

std::vector<int> numbers_in(const words& s) {
    std::vector<int> all;
    for (const word& w : s) all.push_back(w.n);
    return all;
}

TEST(rolled_back_set, has_all_or_nothing_whatever_throws) {
    words s;
    for (int i = 0; i < 20; ++i) s.add(word(i));
    for (int i = 0; i < 20; i += 3) s.remove(word(i));
    const std::vector<int> then = numbers_in(s);
    const throng::snapshot_of before(s);
    int calls = 0;
    s.on_add([&](const word&) { ++calls; });
    s.on_remove([&](const word&) { ++calls; });
    s.max_capacity(15);
    bool done = false;
    for (int moment = 0; !done; ++moment) {
        ASSERT_LT(moment, 10'000);
        s.add(word(100 + moment));
        s.remove(word(1));
        const std::vector<int> now = numbers_in(s);
        calls = 0;
        fuse = moment;
        try {
            done = before.roll_back(s);
        } catch (int) {
        }
        done = done && fuse >= 0; // all went without the fuse
        fuse = -1;
        const std::vector<int> after = numbers_in(s);
        ASSERT_TRUE(after == then || (after == now && !done)) << "moment " << moment;
        EXPECT_EQ(calls, 0);
        EXPECT_EQ(s.max_capacity(), 15U);
        ASSERT_TRUE(s.validate());
        for (const int n : after) EXPECT_TRUE(s.contains(word(n)));
    }
    calls = 0;
    s.add(word(500));
    EXPECT_EQ(calls, 1);
}

TEST(rolled_back_set, is_refused_while_it_is_walked) {
    words s;
    s.add(word(1));
    const throng::snapshot_of before(s);
    s.add(word(2));
    for ([[maybe_unused]] const word& w : s) EXPECT_FALSE(before.roll_back(s));
    EXPECT_EQ(numbers_in(s), (std::vector<int>{1, 2}));
    EXPECT_TRUE(before.roll_back(s));
    EXPECT_EQ(numbers_in(s), std::vector<int>{1});
}

} // namespace
