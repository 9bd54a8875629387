// Elements that are moved by copying their bytes, though they have something to destroy.

#include "support/numbers.hpp"
#include "support/tracked.hpp"

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace {

struct holder {
    std::unique_ptr<support::tracked> value;
    explicit holder(int id) : value(std::make_unique<support::tracked>(id)) {}
    [[nodiscard]] int id() const { return value->id(); }
};

} // namespace

template <> inline constexpr bool throng::trivially_relocatable<holder> = true;

namespace {

using ids = std::vector<int>;
using list = throng::list<holder>;

static_assert(!std::is_trivially_copyable_v<holder> && throng::trivially_relocatable<int>);

class relocation : public testing::Test {
  protected:
    void TearDown() override {
        all.clear();
        EXPECT_EQ(ledger.objects(), 0);
        EXPECT_EQ(ledger.errors(), "");
    }
    [[nodiscard]] ids held() const {
        ids found;
        for (const holder& x : all) found.push_back(x.id());
        return found;
    }
    unsigned roll(unsigned sides) { return random.below(sides); }
    /// Updates in which any element removes any other, in every way, against a vector.
    void play(unsigned rounds) {
        ids expected = held();

        for (unsigned round = 0; round < rounds; ++round) {
            ids seen;
            const ids before = expected;
            const auto gone = [&](int id) { std::erase(expected, id); };
            const auto visit = [&](holder& x) {
                const int id = x.id();
                seen.push_back(id);
                switch (roll(12)) {
                case 0:
                    gone(id);
                    return false;
                case 1:
                    gone(id);
                    EXPECT_TRUE(all.remove(x));
                    EXPECT_FALSE(all.remove(x));
                    EXPECT_EQ(x.id(), id);
                    return roll(2) == 0;
                case 2:
                    if (holder* const other = roll(2) == 0 ? all.first() : all.last(); other != nullptr) {
                        gone(other->id());
                        EXPECT_TRUE(all.remove(*other));
                    }
                    return true;
                case 3:
                    expected.push_back(next);
                    all.emplace_back(next++);
                    return true;
                default:
                    return true;
                }
            };
            all.update(throng::residents, visit);
            EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
            ASSERT_EQ(held(), expected) << "round " << round;
            while (expected.size() < 600) {
                expected.push_back(next);
                all.emplace_back(next++);
            }
            ASSERT_GE(ledger.live(), static_cast<int>(expected.size())); // and what is stood on or shown
        }
    }
    support::ledger ledger;
    list all;
    int next = 1'000'000;
    support::numbers random{1};
};

TEST_F(relocation, updates_and_packs) {
    for (int id = 0; id < 600; ++id) all.emplace_back(id);
    play(300);
}

TEST_F(relocation, handles_and_hooks_go_along) {
    std::vector<throng::handle<holder>> handles;
    for (int id = 0; id < 600; ++id) handles.push_back(all.emplace(id));
    int told = 0;
    all.on_remove([&](holder& x) {
        EXPECT_GE(x.id(), 0);
        ++told;
    });
    play(50);
    EXPECT_GT(told, 0);
    for (std::size_t id = 0; id < handles.size(); ++id) {
        if (const holder* const x = all.get(handles[id]); x != nullptr) {
            EXPECT_EQ(x->id(), static_cast<int>(id));
        }
    }
    all.on_remove(nullptr);
}

TEST_F(relocation, walks_keep_in_place_what_they_stand_on) {
    for (int id = 0; id < 600; ++id) all.emplace_back(id);
    for (holder& x : all.walk(throng::residents)) {
        const int id = x.id();
        if (id % 50 == 7) play(1);
        EXPECT_EQ(x.id(), id);
    }
    const auto view = all.freeze();
    const ids shown = held();
    play(3);
    ids frozen;
    for (const holder& x : view) frozen.push_back(x.id());
    EXPECT_EQ(frozen, shown);
}

#if defined(__cpp_exceptions)
TEST_F(relocation, a_throw_in_update_leaves_each_once) {
    for (int when = 0; when < 600; when += 37) {
        all.clear();
        for (int id = 0; id < 600; ++id) all.emplace_back(id);
        const auto body = [&](holder& x) {
            if (x.id() == when) throw 1;
            return x.id() % 3 != 0;
        };
        EXPECT_THROW(all.update(body), int);
        all.update([](holder& x) { return x.id() % 3 != 0; });
        EXPECT_EQ(all.size(), 400U);
        const ids left = held();
        EXPECT_TRUE(std::is_sorted(left.begin(), left.end()));
        EXPECT_EQ(ledger.live(), 400);
    }
}
#endif

} // namespace
