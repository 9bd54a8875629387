// A set ends while its elements' destructors still ask it.

#include <throng/ordered_set.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace {

struct asking;
using set_type = throng::ordered_set<asking, std::hash<asking>>;

std::function<void(int)> asked;

struct asking {
    int number;
    std::unique_ptr<int> alive = std::make_unique<int>(1);

    explicit asking(int n) : number(n) {}
    asking(asking&&) noexcept = default;
    asking& operator=(asking&&) noexcept = default;
    ~asking() {
        if (alive != nullptr && asked) asked(number);
    }
    friend bool operator==(const asking& a, const asking& b) { return *a.alive == *b.alive && a.number == b.number; }
};

} // namespace

template <> struct std::hash<asking> {
    std::size_t operator()(const asking& a) const noexcept { return static_cast<std::size_t>(a.number % 4); }
};

namespace {

TEST(an_ending_set, finds_what_is_still_there_and_nothing_else) {
    auto s = std::make_unique<set_type>();
    for (int i = 0; i < 40; ++i) s->push_back(asking(i));
    std::vector<int> gone;
    asked = [&, raw = s.get()](int dying) {
        const auto outer = std::exchange(asked, nullptr);
        gone.push_back(dying);
        for (int i = 0; i < 40; ++i) {
            const bool there = std::find(gone.begin(), gone.end(), i) == gone.end();
            const asking same(i);
            EXPECT_EQ(raw->find(same) != nullptr, there) << i << " while " << dying << " dies";
        }
        EXPECT_TRUE(raw->validate());
        asked = outer;
    };
    s.reset();
    asked = nullptr;
    EXPECT_EQ(gone.size(), 40U);
}

} // namespace
