// Components that no C++ type stands for: what editors and scripts describe when the program runs.

#include "support/tracked.hpp"

#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <new>
#include <string>
#include <vector>

namespace {

using throng::entity;
using throng::world;
using throng::core::component_type;

struct position {
    float x = 0;
    float y = 0;
};

/// What an editor or a script says of a component of its own.
component_type type_of_tracked(const char* name, std::size_t alignment, bool sparse) {
    component_type type;
    type.name = name;
    type.size = type.alignment = alignment;
    type.construct = [](void* to) { ::new (to) support::tracked(7); };
    type.copy = [](void* to, const void* from) {
        const auto& other = *static_cast<const support::tracked*>(from);
        // (Asked before it begins: one that is made in the place of the other could not tell.)
        (void)other.id();
        ::new (to) support::tracked(other);
    };
    type.destroy = [](void* value) noexcept { static_cast<support::tracked*>(value)->~tracked(); };
    type.trivially_copyable = false;
    type.sparse = sparse;
    return type;
}

component_type type_of_text() {
    component_type type = throng::core::describe<std::string>();
    type.name = "text";
    return type;
}

} // namespace

TEST(run_time_components, are_given_taken_and_found) {
    world w;
    component_type type;
    type.name = "mana";
    type.size = sizeof(int);
    type.alignment = alignof(int);
    const auto mana = w.define(type);
    EXPECT_EQ(w.find("mana"), mana);
    EXPECT_FALSE(w.find("gold"));
    const entity e = w.create(position{});
    const int much = 7;
    *static_cast<int*>(w.add(e, mana)) += 1;
    EXPECT_EQ(*static_cast<int*>(w.get(e, mana)), 1);
    EXPECT_TRUE(w.has(e, mana));
    const entity other = w.create(position{});
    w.add(other, mana, &much);
    EXPECT_EQ(w.query<position>(mana.present()).count(), 2U);
    EXPECT_TRUE(w.remove(e, mana));
    EXPECT_FALSE(w.remove(e, mana));
    EXPECT_EQ(w.query<position>(mana.absent()).first(), e);
    EXPECT_EQ(*static_cast<int*>(w.get(w.clone(other), mana)), 7);
    *static_cast<position*>(w.get(e, w.component<position>())) = {3, 4};
    EXPECT_EQ(w.get<position>(e).x, 3);
}

TEST(run_time_components, with_functions_of_their_own) {
    for (const bool sparse : {false, true}) {
        support::ledger ledger;
        {
            world w;
            const auto script = w.define(type_of_tracked("script", 128, sparse));
            const auto asleep = w.define({.name = "asleep"});
            EXPECT_EQ(script.alignment(), 128U);
            EXPECT_EQ(asleep.size(), 0U);
            const auto id = [&](entity e) { return static_cast<const support::tracked*>(w.get(e, script))->id(); };
            std::vector<entity> all;
            for (int i = 0; i < 2000; ++i) {
                const entity e = w.create(position{});
                const support::tracked value(i);
                if (i % 2 == 0) w.add(e, script);
                else w.add(e, script, &value);
                if (i % 3 == 0) {
                    EXPECT_NE(w.add(e, asleep), nullptr);
                }
                EXPECT_EQ(id(e), i % 2 == 0 ? 7 : i);
                EXPECT_EQ(reinterpret_cast<std::uintptr_t>(w.get(e, script)) % 128, 0U);
                all.push_back(e);
            }
            EXPECT_EQ(ledger.live(), 2000);
            EXPECT_EQ(w.query<position>(script.present(), asleep.absent()).count(), 1333U);
            EXPECT_EQ(id(w.clone(all[5])), 5);
            EXPECT_EQ(w.remove(w.query<>(asleep.present()), script), 667U);
            EXPECT_EQ(ledger.live(), 2001 - 667);
            // Whoever loses it while a walk stands on it keeps it to the end of the visit.
            w.query<>(script.present()).each([&](entity e) {
                const auto* const value = static_cast<const support::tracked*>(w.get(e, script));
                const int before = value->id();
                w.destroy(e);
                EXPECT_EQ(value->id(), before);
            });
            EXPECT_EQ(ledger.live(), 0);
            w.add(all[0], script);
        }
        EXPECT_EQ(ledger.objects(), 0);
        EXPECT_EQ(ledger.errors(), "");
    }
}

// Rule 5 of world.
TEST(run_time_components, are_given_again_from_the_value_that_was_taken) {
    for (const std::size_t alignment : {16U, 128U, 4096U}) {
        for (const bool sparse : {false, true}) {
            support::ledger ledger;
            {
                world w;
                const auto script = w.define(type_of_tracked("script", alignment, sparse));
                const entity e = w.create(position{});
                const support::tracked seven(7);
                w.add(e, script, &seven);
                w.query<>(script.present()).each([&](entity x) {
                    const void* const value = w.get(x, script);
                    w.remove(x, script);
                    ASSERT_EQ(w.add(x, script, value), value);
                    EXPECT_EQ(static_cast<const support::tracked*>(value)->id(), 7);
                });
                EXPECT_TRUE(w.has(e, script));
                EXPECT_TRUE(w.validate());
                EXPECT_EQ(ledger.objects(), 2);
                // One that is made anew looks at no other.
                w.query<>(script.present()).each([&](entity x) {
                    w.remove(x, script);
                    w.add(x, script);
                });
                EXPECT_EQ(ledger.objects(), 2);
            }
            EXPECT_EQ(ledger.objects(), 0);
            EXPECT_EQ(ledger.errors(), "");
        }
    }
    world w;
    const auto text = w.define(type_of_text());
    for (const char* const said : {"short", "long enough to stand somewhere else than in the string itself"}) {
        const std::string value = said;
        const entity e = w.create();
        w.add(e, text, &value);
        w.query<>(text.present()).each([&](entity x) {
            const void* const its = w.get(x, text);
            w.remove(x, text);
            w.add(x, text, its);
        });
        EXPECT_EQ(*static_cast<const std::string*>(w.get(e, text)), said);
    }
}

#if defined(__cpp_exceptions)
TEST(run_time_components, that_are_taken_are_shown_until_what_comes_instead_is_there) {
    support::ledger ledger;
    {
        world w;
        const auto script = w.define(type_of_tracked("script", 16, false));
        const entity e = w.create();
        const support::tracked seven(7);
        w.add(e, script, &seven);
        const auto view = w.query<>(script.present()).freeze();
        const auto* const value = static_cast<const support::tracked*>(w.get(e, script));
        w.remove(e, script);
        ledger.fail_copy_in = 1;
        EXPECT_THROW(w.add(e, script, value), support::element_error);
        EXPECT_FALSE(w.has(e, script));
        EXPECT_EQ(value->id(), 7);
        EXPECT_EQ(w.add(e, script, value), value);
        EXPECT_EQ(value->id(), 7);
        EXPECT_TRUE(w.validate());
    }
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}
#endif
