// Components that are out of use for a while: compared with a plain model, with hooks that edit.
#include "support/numbers.hpp"

#include <throng/world/aside.hpp>
#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/value_order.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace {

using throng::aside;
using throng::entity;
using throng::world;

struct shield {
    int strength = 1;
};
struct label {
    std::string text;
};
struct burning {};

} // namespace

template <> struct throng::component<shield> {
    static constexpr const char* name = "shield";
};
template <> struct throng::component<label> {
    static constexpr const char* name = "label";
    static constexpr bool sparse = true;
};

namespace {

TEST(set_aside, keeps_the_value_out_of_queries) {
    world w;
    throng::value_order order(w, &shield::strength);
    std::string told;
    w.on_add<shield>([&](entity, shield& s) { told += '+' + std::to_string(s.strength); });
    w.on_remove<shield>([&](entity, shield& s) { told += '-' + std::to_string(s.strength); });
    const entity e = w.create(shield{5}, label{"a text of a length that is not short"}, burning{});
    EXPECT_TRUE(throng::set_aside<shield>(w, e));
    EXPECT_TRUE(throng::set_aside<label>(w, e));
    EXPECT_TRUE(throng::set_aside<burning>(w, e));
    EXPECT_FALSE(throng::set_aside<shield>(w, e));
    EXPECT_EQ(told, "+5-5");
    EXPECT_FALSE((w.has_any<shield, label, burning>(e)));
    EXPECT_EQ(order.size(), 0U);
    EXPECT_EQ(w.get<aside<shield>>(e).value.strength, 5);
    EXPECT_TRUE(throng::bring_back<shield>(w, e));
    EXPECT_TRUE(throng::bring_back<label>(w, e));
    EXPECT_TRUE(throng::bring_back<burning>(w, e));
    EXPECT_FALSE(throng::bring_back<burning>(w, e));
    EXPECT_EQ(told, "+5-5+5");
    EXPECT_EQ(w.get<label>(e).text, "a text of a length that is not short");
    EXPECT_EQ(order.first(), e);
    EXPECT_FALSE((w.has_any<aside<shield>, aside<label>, aside<burning>>(e)));
    w.destroy(e);
    EXPECT_FALSE(throng::set_aside<shield>(w, e) || throng::bring_back<shield>(w, e));
    EXPECT_TRUE(w.validate());
}
TEST(set_aside, is_saved) {
    constexpr auto state = throng::components<shield, aside<shield>, aside<label>>;
    world w;
    const entity e = w.create(shield{5}, label{"text"});
    throng::set_aside<shield>(w, e);
    throng::set_aside<label>(w, e);
    throng::byte_writer<> bytes;
    throng::save(w, bytes, state);
    world again;
    ASSERT_TRUE(throng::restore(again, bytes.bytes(), state));
    EXPECT_EQ(throng::hash(again, state), throng::hash(w, state));
    EXPECT_TRUE(throng::bring_back<shield>(again, e) && throng::bring_back<label>(again, e));
    EXPECT_EQ(again.get<label>(e).text, "text");
}
TEST(set_aside, agrees_with_a_plain_model_in_random_games) {
    struct row {
        entity e;
        std::optional<std::string> now;
        std::optional<std::string> away;
    };
    for (unsigned seed = 1; seed <= 40; ++seed) {
        world w;
        support::numbers dice(seed);
        std::vector<row> all;
        for (int i = 0; i < 10; ++i) all.push_back({w.create(), {}, {}});
        // Hooks edit other entities.
        bool meddles = false;
        const auto other = [&](entity e) -> row& {
            row& r = all[dice.below(all.size())];
            return r.e == e ? all[(static_cast<std::size_t>(&r - all.data()) + 1) % all.size()] : r;
        };
        const auto set = [&](row& r) {
            const std::string text = "a text that has memory, number " + std::to_string(dice.below(100U));
            w.set(r.e, label{text});
            if (w.alive(r.e)) r.now = text;
        };
        const auto meddle = [&](entity e) {
            if (meddles || dice.below(3U) != 0) return;
            meddles = true;
            row& r = other(e);
            if (dice.below(2U) == 0) set(r);
            else if (w.remove<label>(r.e)) r.now.reset();
            meddles = false;
        };
        w.on_add<label>([&](entity e, label&) { meddle(e); });
        w.on_remove<label>([&](entity e, label&) { meddle(e); });
        w.on_add<aside<label>>([&](entity e, aside<label>&) { meddle(e); });
        w.on_remove<aside<label>>([&](entity e, aside<label>&) { meddle(e); });
        for (int i = 0; i < 300; ++i) {
            row& r = all[dice.below(all.size())];
            switch (dice.below(4U)) {
            case 0:
                set(r);
                break;
            case 1:
                if (w.remove<label>(r.e)) r.now.reset();
                break;
            case 2: {
                const bool had = r.now.has_value();
                if (had) r.away = r.now;
                r.now.reset();
                ASSERT_EQ(throng::set_aside<label>(w, r.e), had);
                break;
            }
            default: {
                const bool can = !r.now.has_value() && r.away.has_value();
                if (can) r.now = r.away;
                if (can) r.away.reset();
                ASSERT_EQ(throng::bring_back<label>(w, r.e), can);
            }
            }
            for (const row& its : all) {
                const label* const now = w.try_get<label>(its.e);
                const aside<label>* const away = w.try_get<aside<label>>(its.e);
                ASSERT_EQ(now == nullptr ? std::optional<std::string>() : now->text, its.now);
                ASSERT_EQ(away == nullptr ? std::optional<std::string>() : away->value.text, its.away);
            }
        }
        EXPECT_TRUE(w.validate());
    }
}
TEST(set_aside, may_be_undone_and_its_entity_destroyed_in_hooks) {
    for (int how = 0; how < 3; ++how) {
        for (int when = 0; when < 4; ++when) {
            world w;
            const entity e = w.create(label{"a text of a length that is not short"});
            const auto meddle = [&](int now) {
                if (now != when) return;
                if (how == 0) w.destroy(e);
                if (how == 1) w.remove<label>(e);
                if (how == 2) w.remove<aside<label>>(e);
            };
            w.on_add<aside<label>>([&](entity, aside<label>&) { meddle(0); });
            w.on_remove<label>([&](entity, label&) { meddle(1); });
            w.on_add<label>([&](entity, label&) { meddle(2); });
            w.on_remove<aside<label>>([&](entity, aside<label>&) { meddle(3); });
            const bool away = throng::set_aside<label>(w, e);
            EXPECT_EQ(away, w.alive(e) && w.has<aside<label>>(e) && !w.has<label>(e)) << how << when;
            const bool back = throng::bring_back<label>(w, e);
            EXPECT_EQ(back, w.alive(e) && w.has<label>(e) && away) << how << when;
            EXPECT_EQ(w.alive(e), how != 0);
            EXPECT_TRUE(w.validate());
        }
    }
}

} // namespace
