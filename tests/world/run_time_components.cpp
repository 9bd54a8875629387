// Components that no C++ type stands for: what editors and scripts describe when the program runs.

#include "support/tracked.hpp"

#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
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

/// Something that is made and destroyed, but never copied; all else is as it is by default.
component_type type_of_socket() {
    component_type type;
    type.name = "socket";
    type.size = sizeof(support::tracked);
    type.alignment = alignof(support::tracked);
    type.construct = [](void* to) { ::new (to) support::tracked(7); };
    type.destroy = [](void* value) noexcept { static_cast<support::tracked*>(value)->~tracked(); };
    return type;
}

component_type type_of_text() {
    component_type type = throng::core::describe<std::string>();
    type.name = "text";
    return type;
}

/// Made from a number, and in no other way.
struct ticket {
    explicit ticket(int n) : owned(std::make_unique<int>(n)) {}
    std::unique_ptr<int> owned;
};

std::size_t known_to(const world& w) {
    std::size_t n = 0;
    w.each_component([&](world::component_type) { ++n; });
    return n;
}

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};

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

TEST(run_time_components, are_all_zero_where_nothing_makes_them) {
    world w;
    const auto script = w.define({.name = "script", .size = 4, .alignment = 4});
    const std::uint32_t noise = 0xa5a5a5a5U;
    const entity e = w.create();
    *static_cast<std::uint32_t*>(w.add(e, script, &noise)) = noise;
    EXPECT_TRUE(w.remove(e, script));
    const auto* const again = static_cast<const std::uint32_t*>(w.add(e, script)); // in the same place
    ASSERT_NE(again, nullptr);
    EXPECT_EQ(*again, 0U);
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
            // What loses it while a walk stands on it keeps it to the end of the visit.
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

// A script that is loaded again says the same again.
TEST(run_time_components, are_defined_once_however_often_it_is_said) {
    support::ledger ledger;
    world w;
    const auto script = w.define(type_of_tracked("script", 16, false));
    const auto socket = w.define(type_of_socket());
    const entity e = w.create();
    w.add(e, script);
    const std::string same = "script";
    EXPECT_EQ(w.define(type_of_tracked(same.c_str(), 16, false)), script);
    EXPECT_EQ(w.define(type_of_socket()), socket);
    EXPECT_EQ(known_to(w), 2U);
    // Something else by that name is nothing.
    EXPECT_FALSE(w.define(type_of_tracked("script", 32, false)));
    EXPECT_FALSE(w.define(type_of_tracked("script", 16, true)));
    EXPECT_FALSE(w.define({.name = "socket"}));
    EXPECT_EQ(known_to(w), 2U);
    EXPECT_EQ(w.find("script"), script);
    EXPECT_TRUE(w.has(e, script));
    // Types have names, too.
    const auto its = w.component<position>();
    EXPECT_EQ(w.define(throng::core::describe<position>()), its);
    EXPECT_FALSE(w.define({.name = "position", .size = 4, .alignment = 4}));
    // What has none is told apart by nothing.
    EXPECT_NE(w.define({.size = 4, .alignment = 4}), w.define({.size = 4, .alignment = 4}));
    EXPECT_FALSE(w.find(""));
}

TEST(run_time_components, that_cannot_be_copied_never_are) {
    support::ledger ledger;
    {
        world w;
        const auto socket = w.define(type_of_socket());
        const entity e = w.create(position{1, 2});
        const support::tracked other(9);
        EXPECT_EQ(w.add(e, socket, &other), nullptr);
        EXPECT_FALSE(w.has(e, socket));
        ASSERT_NE(w.add(e, socket), nullptr);
        const entity twin = w.clone(e);
        EXPECT_TRUE(w.has<position>(twin));
        EXPECT_FALSE(w.has(twin, socket));
        const throng::snapshot then(w);
        EXPECT_TRUE(then.roll_back());
        EXPECT_FALSE(w.has(e, socket));
        EXPECT_EQ(w.get<position>(e).x, 1);
        EXPECT_TRUE(w.validate());
    }
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}

// A program that gives them functions need not say that bytes are not enough.
TEST(run_time_components, with_a_destructor_are_copied_by_their_copy) {
    support::ledger ledger;
    {
        world w;
        component_type type = type_of_tracked("script", 16, false);
        type.trivially_copyable = true;
        const auto script = w.define(type);
        const entity e = w.create();
        const support::tracked three(3);
        w.add(e, script, &three);
        const throng::snapshot then(w);
        w.remove(e, script);
        EXPECT_TRUE(then.roll_back());
        EXPECT_TRUE(then.roll_back());
        EXPECT_EQ(static_cast<const support::tracked*>(w.get(e, script))->id(), 3);
    }
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}

TEST(run_time_components, that_cannot_be_made_of_nothing_are_not) {
    world w;
    const auto of_type = w.component<ticket>();
    component_type type = type_of_text();
    type.construct = nullptr;
    const auto text = w.define(type);
    const entity e = w.create();
    EXPECT_EQ(w.add(e, of_type), nullptr);
    EXPECT_EQ(w.add(e, text), nullptr);
    EXPECT_FALSE(w.has(e, of_type) || w.has(e, text));
    EXPECT_EQ(w.add(w.query<>(), text), 0U);
    const std::string value = "made of another";
    EXPECT_EQ(*static_cast<const std::string*>(w.add(e, text, &value)), value);
    EXPECT_EQ(*w.add<ticket>(e, 5)->owned, 5);
    EXPECT_TRUE(w.validate());
}

TEST(run_time_components, are_given_to_all_that_match) {
    support::ledger ledger;
    {
        world w;
        const auto script = w.define(type_of_tracked("script", 16, false));
        const auto asleep = w.define({.name = "asleep"});
        std::vector<entity> all;
        for (int i = 0; i < 3000; ++i) all.push_back(i % 3 == 0 ? w.create() : w.create(position{}));
        const support::tracked three(3);
        w.add(all[1], script);
        EXPECT_EQ(w.add(w.query<position>(), script, &three), 1999U);
        EXPECT_EQ(static_cast<const support::tracked*>(w.get(all[1], script))->id(), 7);
        EXPECT_EQ(static_cast<const support::tracked*>(w.get(all[2], script))->id(), 3);
        EXPECT_FALSE(w.has(all[0], script));
        EXPECT_EQ(w.add(w.query<>(script.absent()), asleep), 1000U);
        EXPECT_EQ(w.query<>(asleep.present(), script.absent()).count(), 1000U);
        EXPECT_TRUE(w.validate());
    }
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}

TEST(run_time_components, have_hooks_like_others) {
    support::ledger ledger;
    {
        world w;
        const auto script = w.define(type_of_tracked("script", 16, false));
        const auto asleep = w.define({.name = "asleep"});
        std::vector<std::string> told;
        const auto note = [&](const char* what) {
            return [&told, &w, script, what](entity e, void* value) {
                told.push_back(what + std::to_string(static_cast<const support::tracked*>(value)->id()) +
                               (w.has(e, script) ? "" : " gone"));
            };
        };
        w.on_add(script, note("add "));
        w.on_remove(script, note("remove "));
        const support::tracked three(3);
        const entity e = w.create(position{});
        w.add(e, script, &three);
        w.remove(e, script);
        w.add(w.query<>(), script);
        w.destroy(e);
        EXPECT_EQ(told, (std::vector<std::string>{"add 3", "remove 3 gone", "add 7", "remove 7"}))
            << "the dying can be read";
        told.clear();
        w.on_add(script, nullptr);
        w.on_remove(script, nullptr);
        w.destroy(w.clone(w.create()));
        w.add(w.create(), script);
        EXPECT_TRUE(told.empty());
        // A tag has no value. In a hook every edit is legal.
        w.on_add(asleep, [&](entity x, void*) {
            told.push_back("asleep");
            w.remove(x, asleep);
        });
        w.add(w.query<>(), asleep);
        EXPECT_EQ(told.size(), w.size());
        EXPECT_EQ(w.query<>(asleep.present()).count(), 0U);
    }
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}

// Hooks of a type are told of it, however it comes.
TEST(run_time_components, of_types_are_told_to_the_hooks_of_the_type) {
    world w;
    float sum = 0;
    int gone = 0;
    w.on_add<position>([&](entity, const position& p) { sum += p.x; });
    w.on_remove<position>([&](entity, const position&) { ++gone; });
    const auto its = w.component<position>();
    const entity e = w.create();
    const position here{2, 3};
    w.add(e, its, &here);
    EXPECT_EQ(sum, 2);
    w.remove(e, its);
    EXPECT_EQ(gone, 1);
}

TEST(run_time_components, are_in_snapshots_and_not_in_what_is_saved) {
    support::ledger ledger;
    {
        world w;
        const auto script = w.define(type_of_tracked("script", 16, true));
        const auto mana = w.define({.name = "mana", .size = 4, .alignment = 4});
        const auto asleep = w.define({.name = "asleep"});
        const entity e = w.create(position{1, 2});
        const support::tracked three(3);
        const auto give = [&] {
            w.add(e, script, &three);
            *static_cast<int*>(w.add(e, mana)) = 40;
            w.add(e, asleep);
        };
        give();
        throng::byte_writer bytes;
        throng::save(w, bytes, throng::components<position>);
        const throng::snapshot then(w);
        w.destroy(e);
        EXPECT_TRUE(then.roll_back());
        EXPECT_EQ(static_cast<const support::tracked*>(w.get(e, script))->id(), 3);
        EXPECT_EQ(*static_cast<const int*>(w.get(e, mana)), 40);
        EXPECT_TRUE(w.has(e, asleep));

        EXPECT_TRUE(throng::restore(w, bytes.bytes(), throng::components<position>));
        EXPECT_EQ(w.get<position>(e).y, 2);
        EXPECT_FALSE(w.has(e, script) || w.has(e, mana) || w.has(e, asleep));
        EXPECT_EQ(w.find("script"), script) << "what has it is not saved; that it is defined stays";
        give();
        EXPECT_EQ(*static_cast<const int*>(w.get(e, mana)), 40);
        EXPECT_TRUE(w.validate());
    }
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}

#if defined(__cpp_exceptions)
TEST(run_time_components, are_singletons_like_types) {
    support::ledger ledger;
    world w;
    const auto words = w.define(type_of_text());
    const auto amount = w.define({.name = "amount", .size = 4, .alignment = 4});
    const auto socket = w.define(type_of_socket());
    const auto flag = w.define({.name = "flag"});
    EXPECT_EQ(w.singleton(words), nullptr);
    const std::string said = "too long for the string itself";
    EXPECT_EQ(*static_cast<std::string*>(w.set_singleton(words, &said)), said);
    EXPECT_EQ(*static_cast<int*>(w.set_singleton(amount)), 0);
    ASSERT_NE(w.set_singleton(socket), nullptr);
    const throng::snapshot then(w);
    *static_cast<int*>(w.singleton(amount)) = 5;
    *static_cast<std::string*>(w.singleton(words)) = "other";
    EXPECT_TRUE(w.remove_singleton(words));
    EXPECT_FALSE(w.remove_singleton(words));
    ASSERT_TRUE(then.roll_back());
    EXPECT_EQ(*static_cast<std::string*>(w.singleton(words)), said);
    EXPECT_EQ(*static_cast<int*>(w.singleton(amount)), 0);
    EXPECT_NE(w.singleton(socket), nullptr) << "what cannot be copied stays";
    // Not of a tag, of what cannot be copied, and of a type, which has its own.
    EXPECT_EQ(w.set_singleton(flag), nullptr);
    const support::tracked original(3);
    EXPECT_EQ(w.set_singleton(socket, &original), nullptr);
    w.set_singleton(position{1, 2});
    EXPECT_EQ(w.set_singleton(w.component<position>()), nullptr);
    EXPECT_EQ(w.singleton(w.component<position>()), nullptr);
    EXPECT_EQ(w.singleton<position>()->y, 2);
}

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
