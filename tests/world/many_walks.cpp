// Many walks and frozen views are open at an entity that is destroyed: its values live until the last one leaves.

#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace {

struct held {
    static inline int living = 0;
    int number;
    explicit held(int n) : number(n) { ++living; }
    held(held&& other) noexcept : number(other.number) { ++living; }
    held& operator=(held&& other) noexcept {
        number = other.number;
        return *this;
    }
    ~held() { --living; }
};

using query = decltype(std::declval<throng::world&>().query<held>());
using walk = decltype(std::declval<query&>().walk(throng::live));
using residents_walk = decltype(std::declval<query&>().walk(throng::residents));
using view = decltype(std::declval<query&>().freeze());

/// A walk that stands on the first entity, or a view that shows it.
struct opened {
    std::optional<walk> live;
    std::optional<residents_walk> residents;
    std::optional<view> shows;
    bool leaves = false;
};

TEST(many_walks, keep_the_values_of_an_entity_until_the_last_one_leaves) {
    std::uint32_t state = 7;
    const auto dice = [&](std::uint32_t n) { return ((state = state * 1'664'525U + 1'013'904'223U) >> 16U) % n; };
    for (int round = 0; round < 60; ++round) {
        held::living = 0;
        throng::world w;
        const throng::entity first = w.create(held(1));
        for (int i = 2; i < 6; ++i) w.create(held(i));
        std::vector<std::unique_ptr<opened>> all;
        for (std::uint32_t n = 1 + dice(40); n != 0; --n) {
            auto o = std::make_unique<opened>();
            o->leaves = dice(2) == 0;
            switch (dice(3)) {
            case 0:
                o->live.emplace(w.query<held>().walk(throng::live));
                (void)o->live->next();
                break;
            case 1:
                o->residents.emplace(w.query<held>().walk(throng::residents));
                (void)o->residents->next();
                break;
            default:
                o->shows.emplace(w.query<held>().freeze());
            }
            all.push_back(std::move(o));
        }
        w.destroy(first);
        EXPECT_TRUE(w.validate());
        std::vector<std::unique_ptr<opened>> elsewhere;
        while (!all.empty()) {
            ASSERT_EQ(held::living, 5) << all.size() << " are left";
            const auto at = all.begin() + static_cast<std::ptrdiff_t>(dice(static_cast<std::uint32_t>(all.size())));
            std::unique_ptr<opened> o = std::move(*at);
            all.erase(at);
            if (o->leaves && o->live) (void)o->live->next();
            else if (o->leaves && o->residents) (void)o->residents->next();
            else o.reset();
            elsewhere.push_back(std::move(o));
            ASSERT_TRUE(w.validate());
        }
        EXPECT_EQ(held::living, 4);
        EXPECT_EQ(w.create(held(7)).index(), first.index()) << "its place is used again";
    }
}

/// The marks of what open walks ask for are right whichever of them are closed.
TEST(many_walks, of_different_queries_are_closed_in_any_order) {
    struct a {
        int n;
    };
    struct b {
        int n;
    };
    throng::world w;
    for (int i = 0; i < 10; ++i) w.create(a{i}, b{i}, held(i));
    std::uint32_t state = 3;
    const auto dice = [&](std::uint32_t n) { return ((state = state * 1'664'525U + 1'013'904'223U) >> 16U) % n; };
    using any_walk = std::variant<decltype(w.query<a>().walk(throng::live)), decltype(w.query<b>().walk(throng::live)),
                                  decltype(w.query<a, held>().walk(throng::live)),
                                  decltype(w.query<a>(throng::none_of<b>).walk(throng::live)), view>;
    std::vector<std::unique_ptr<any_walk>> all;
    for (int i = 0; i < 2000; ++i) {
        if (all.size() < 8 && dice(2) == 0) {
            switch (dice(5)) {
            case 0:
                all.push_back(std::make_unique<any_walk>(w.query<a>().walk(throng::live)));
                break;
            case 1:
                all.push_back(std::make_unique<any_walk>(w.query<b>().walk(throng::live)));
                break;
            case 2:
                all.push_back(std::make_unique<any_walk>(w.query<a, held>().walk(throng::live)));
                break;
            case 3:
                all.push_back(std::make_unique<any_walk>(w.query<a>(throng::none_of<b>).walk(throng::live)));
                break;
            default:
                all.push_back(std::make_unique<any_walk>(w.query<held>().freeze()));
            }
        } else if (!all.empty()) {
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(dice(static_cast<std::uint32_t>(all.size()))));
        }
        ASSERT_TRUE(w.validate()) << i;
    }
}

} // namespace
