// What one version of a game has saved is read by the next, whose components are made of other fields.

#include "support/allocation.hpp"

#include <throng/world/save.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

using throng::components;
using throng::entity;
using throng::restored;
using throng::world;

/// One version of a component after the other has the same name.
enum class mood_then : std::uint8_t { calm, angry, gone };
enum class mood_now : std::int16_t { angry = 5, calm = 6 };
struct inner_then {
    float x = 0;
    std::int32_t dropped = 0;
};
struct inner_now {
    double x = 0;
    std::int32_t more = 9;
};
struct thing_then {
    char letter = 0;
    double weight = 0;
    std::int16_t count = 0;
    mood_then how = mood_then::calm;
    bool lit = false;
    inner_then where;
    std::string said;
    std::vector<inner_then> path;
    std::array<std::int8_t, 2> few{};
    entity goal;
};
struct thing_now {
    std::int64_t amount = 1;
    std::vector<inner_now> path;
    std::string spoken = "nothing";
    mood_now how = mood_now::angry;
    double weight = 0;
    std::array<std::int32_t, 3> few{7, 7, 7};
    std::string added = "new";
    entity goal;
    bool lit = false;
    inner_now where;
};
struct narrow {
    std::int8_t count = 0;
    float weight = 0;
};
struct only_text {
    std::string weight;
};
struct less_room {
    std::array<std::int8_t, 1> few{};
};
struct own_then {
    std::string text;
};
struct own_now {
    std::string text;
    bool was_own = false;
};
struct plain_number {
    std::uint32_t n = 0;
};
struct flag {};
struct mixed {
    char a = 0;
    double b = 0;
};

} // namespace

template <> struct throng::component<thing_then> {
    static constexpr const char* name = "thing";
};
template <> struct throng::component<thing_now> {
    static constexpr const char* name = "object";
    static constexpr const char* formerly[] = {"article", "thing"};
    static constexpr throng::field_renamed renamed[] = {{"said", "spoken"}, {"count", "amount"}};
};
template <> struct throng::component<narrow> {
    static constexpr const char* name = "thing";
};
template <> struct throng::component<only_text> {
    static constexpr const char* name = "thing";
};
template <> struct throng::component<less_room> {
    static constexpr const char* name = "thing";
};
template <> struct throng::component<own_then> {
    static constexpr const char* name = "own";
    static void save(const own_then& x, auto& to) { to.put_text(x.text.data(), x.text.size()); }
    static own_then restore(auto& from) {
        const auto text = from.get_text();
        return {std::string(text.data(), text.size())};
    }
};
/// Described now; it still reads what it wrote by itself.
template <> struct throng::component<own_now> {
    static constexpr const char* name = "own";
    static own_now restore(throng::byte_reader& from) {
        const auto text = from.get_text();
        return {std::string(text.data(), text.size()), true};
    }
};
template <> struct throng::component<plain_number> {
    static constexpr const char* name = "number";
};
template <> struct throng::component<flag> {
    static constexpr const char* name = "flag";
};
template <> struct throng::component<mixed> {
    static constexpr const char* name = "mixed";
};

namespace {

template <class... Cs> std::vector<std::byte> saved(const world& w) {
    throng::byte_writer<> to;
    throng::save(w, to, components<Cs...>);
    return {to.bytes().begin(), to.bytes().end()};
}

entity fill(world& w) {
    const entity other = w.create(plain_number{3});
    thing_then t;
    t.letter = 'q';
    t.weight = 2.5;
    t.count = -300;
    t.how = mood_then::angry;
    t.lit = true;
    t.where = {1.5F, 4};
    t.said = "hello";
    t.path = {{1, 1}, {2, 2}, {3, 3}};
    t.few = {-1, 2};
    t.goal = other;
    return w.create(t, flag{});
}

} // namespace

TEST(changed_saves, fields_that_are_added_removed_renamed_and_widened_are_read) {
    world then;
    const entity e = fill(then);
    const auto bytes = saved<thing_then, plain_number, flag>(then);
    world now;
    const auto result = restore(now, bytes, components<flag, thing_now, plain_number>);
    ASSERT_TRUE(result) << result.error << " in " << result.component << "." << result.field();
    EXPECT_TRUE(now.validate());
    ASSERT_EQ(now.size(), 2U);
    const thing_now& t = now.get<thing_now>(e);
    EXPECT_EQ(t.amount, -300);
    ASSERT_EQ(t.path.size(), 3U);
    EXPECT_EQ(t.path[2].x, 3);
    EXPECT_EQ(t.path[2].more, 9);
    EXPECT_EQ(t.spoken, "hello");
    EXPECT_EQ(t.how, mood_now::angry);
    EXPECT_EQ(t.weight, 2.5);
    EXPECT_EQ(t.few, (std::array<std::int32_t, 3>{-1, 2, 7}));
    EXPECT_EQ(t.added, "new");
    EXPECT_EQ(now.get<plain_number>(t.goal).n, 3U);
    EXPECT_TRUE(t.lit);
    EXPECT_EQ(t.where.x, 1.5);
    EXPECT_TRUE(now.has<flag>(e));
}

TEST(changed_saves, components_that_are_added_removed_or_in_another_order_are_read) {
    world then;
    const entity e = fill(then);
    const auto bytes = saved<thing_then, plain_number, flag>(then);
    world less;
    ASSERT_TRUE(restore(less, bytes, components<flag>));
    EXPECT_TRUE(less.validate());
    EXPECT_EQ(less.size(), 2U);
    EXPECT_TRUE(less.has<flag>(e));
    EXPECT_EQ((less.count<thing_now>()), 0U);
    world more;
    ASSERT_TRUE(restore(more, bytes, components<mixed, flag, plain_number, own_then, thing_then>));
    EXPECT_TRUE(more.validate());
    EXPECT_EQ(more.get<thing_then>(e).said, "hello");
    EXPECT_EQ((saved<thing_then, plain_number, flag>(more)), bytes) << "and nothing is lost";
    world none;
    ASSERT_TRUE(restore(none, bytes, components<>));
    EXPECT_EQ(none.size(), 2U);
    EXPECT_TRUE(none.alive(e));
    // Where entities differed in what there is no more, they are alike now.
    (void)none.create();
    EXPECT_TRUE(none.validate());
}

TEST(changed_saves, what_cannot_be_read_names_component_field_and_entity) {
    world then;
    (void)then.create(thing_then{});
    thing_then large;
    large.count = 1000;
    const entity e = then.create(large);
    const auto bytes = saved<thing_then>(then);
    world now;
    const entity stays = now.create(plain_number{8});
    const auto before = hash(now, components<plain_number>);
    const auto refused = [&](auto those) {
        restored r = restore(now, bytes, those);
        EXPECT_FALSE(r);
        EXPECT_EQ(hash(now, components<plain_number>), before);
        EXPECT_TRUE(now.alive(stays) && now.validate());
        EXPECT_EQ(r.component, "thing");
        return r;
    };
    const restored too_large = refused(components<plain_number, narrow>);
    EXPECT_EQ(std::string_view(too_large.error), "a number does not fit");
    EXPECT_EQ(too_large.field(), "count");
    EXPECT_EQ(too_large.entity, e);
    const restored another = refused(components<plain_number, only_text>);
    EXPECT_EQ(std::string_view(another.error), "it is of another sort now");
    EXPECT_EQ(another.field(), "weight");
    EXPECT_FALSE(another.entity);
    EXPECT_EQ(refused(components<plain_number, less_room>).field(), "few");
    thing_then angry;
    angry.path.resize(2);
    angry.how = mood_then::gone;
    then.clear();
    const entity g = then.create(angry);
    const auto gone = restore(now, saved<thing_then>(then), components<thing_now>);
    EXPECT_EQ(std::string_view(gone.error), "an enumerator that no longer exists");
    EXPECT_EQ(gone.field(), "how");
    EXPECT_EQ(gone.entity, g);
    EXPECT_EQ(gone.component, "object");
    // The place is that of the value, and not the end of its component's values.
    const auto alone = gone.position;
    thing_then later;
    later.said = std::string(1000, 'x');
    (void)then.create(later);
    EXPECT_EQ(restore(now, saved<thing_then>(then), components<thing_now>).position, alone);
}

TEST(changed_saves, a_description_of_something_impossible_is_refused_and_no_more) {
    world then;
    (void)fill(then);
    const auto bytes = saved<thing_then>(then);
    int refused = 0;
    for (std::size_t at = 16; at + 16 < bytes.size(); ++at) {
        for (const std::uint64_t number : {std::uint64_t{0}, ~std::uint64_t{0}}) {
            auto damaged = bytes;
            throng::core::copy_number(damaged.data() + at, &number, 8);
            const std::uint64_t sum = throng::core::mix(0, damaged.data(), damaged.size() - 8);
            throng::core::copy_number(damaged.data() + damaged.size() - 8, &sum, 8);
            world now;
            if (!restore(now, damaged, components<thing_then>)) {
                ++refused;
                EXPECT_TRUE(now.empty());
            } else {
                EXPECT_TRUE(now.validate());
            }
        }
    }
    EXPECT_GT(refused, 0);
}

TEST(changed_saves, numbers_are_read_where_their_values_fit) {
    namespace core = throng::core;
    const auto convert = [](const auto& from, auto& to) {
        throng::byte_writer<> type;
        throng::byte_writer<> value;
        core::write_type(throng::description_of<std::remove_cvref_t<decltype(from)>>(), type);
        core::write_value(throng::description_of<std::remove_cvref_t<decltype(from)>>(), &from, value);
        core::saved_types<throng::world::allocator_type> types{{}};
        core::field_path path;
        throng::byte_reader described(type.bytes());
        std::uint32_t i = 0;
        EXPECT_EQ(types.parse(described, i), nullptr);
        if (const char* const error = types.aim(i, throng::description_of<std::remove_cvref_t<decltype(to)>>(), path))
            return std::string(error);
        throng::byte_reader bytes(value.bytes());
        const char* const error = types.read(i, bytes, &to, path);
        return std::string(error == nullptr ? "" : error);
    };
    std::int64_t i64 = 0;
    std::uint64_t u64 = 0;
    std::int8_t i8 = 0;
    float f = 0;
    double d = 0;
    bool b = false;
    EXPECT_EQ(convert(std::int8_t{-5}, i64), "");
    EXPECT_EQ(i64, -5);
    EXPECT_EQ(convert(std::int8_t{-5}, u64), "a number does not fit");
    EXPECT_EQ(convert(std::numeric_limits<std::uint64_t>::max(), i64), "a number does not fit");
    EXPECT_EQ(convert(std::numeric_limits<std::uint64_t>::max(), u64), "");
    EXPECT_EQ(u64, std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(convert(std::numeric_limits<std::int64_t>::min(), i64), "");
    EXPECT_EQ(i64, std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(convert(std::int32_t{-128}, i8), "");
    EXPECT_EQ(i8, -128);
    EXPECT_EQ(convert(std::int32_t{-129}, i8), "a number does not fit");
    EXPECT_EQ(convert(std::uint32_t{128}, i8), "a number does not fit");
    EXPECT_EQ(convert(std::int32_t{1 << 24}, f), "");
    EXPECT_EQ(f, 16777216.F);
    EXPECT_EQ(convert(std::int32_t{(1 << 24) + 1}, f), "a number does not fit");
    EXPECT_EQ(convert(std::int32_t{-7}, d), "");
    EXPECT_EQ(d, -7);
    EXPECT_EQ(convert(std::numeric_limits<std::int64_t>::min(), d), "a number does not fit");
    EXPECT_EQ(convert(0.5, f), "");
    EXPECT_EQ(f, 0.5F);
    EXPECT_EQ(convert(0.1, f), "a number does not fit");
    EXPECT_EQ(convert(1e300, f), "a number does not fit");
    EXPECT_EQ(convert(std::numeric_limits<double>::infinity(), f), "");
    EXPECT_TRUE(std::isinf(f));
    EXPECT_EQ(convert(std::nan(""), f), "");
    EXPECT_TRUE(std::isnan(f));
    EXPECT_EQ(convert(0.1F, d), "");
    EXPECT_EQ(d, static_cast<double>(0.1F));
    EXPECT_EQ(convert(1.0, i64), "a fraction cannot become a whole number");
    EXPECT_EQ(convert(true, i8), "");
    EXPECT_EQ(i8, 1);
    EXPECT_EQ(convert(1, b), "");
    EXPECT_TRUE(b);
    EXPECT_EQ(convert(2, b), "neither true nor false");
}

TEST(changed_saves, what_was_saved_by_functions_of_its_own_is_still_read) {
    world then;
    const entity e = then.create(own_then{"written by hand"}, flag{});
    const auto bytes = saved<own_then, flag>(then);
    world now;
    ASSERT_TRUE(restore(now, bytes, components<own_now, flag>));
    EXPECT_EQ(now.get<own_now>(e).text, "written by hand");
    EXPECT_TRUE(now.get<own_now>(e).was_own);
    const auto described = saved<own_now, flag>(now);
    world again;
    ASSERT_TRUE(restore(again, described, components<own_now>));
    EXPECT_EQ(again.get<own_now>(e).text, "written by hand");
    // A world that does not know it reads past it.
    ASSERT_TRUE(restore(again, bytes, components<flag>));
    EXPECT_TRUE(again.has<flag>(e));
}

TEST(changed_saves, padding_is_neither_saved_nor_hashed) {
    const auto make = [](world& w, int padding) {
        mixed* const m = w.add<mixed>(w.create());
        std::memset(static_cast<void*>(m), padding, sizeof *m);
        m->a = 'x';
        m->b = 1.5;
    };
    world a;
    world b;
    make(a, 0);
    make(b, 0xff);
    EXPECT_EQ(saved<mixed>(a), saved<mixed>(b));
    EXPECT_EQ(hash(a, components<mixed>), hash(b, components<mixed>));
    b.query<mixed>().each([](mixed& m) { m.b = 2; });
    EXPECT_NE(hash(a, components<mixed>), hash(b, components<mixed>));
}

TEST(changed_saves, components_of_run_time_are_saved_where_they_are_described) {
    const throng::field_description then[] = {{.name = "amount", .type = &throng::description_of<std::int16_t>()}};
    const throng::field_description now[] = {
        {.name = "spent", .type = &throng::description_of<float>(), .offset = 0},
        {.name = "amount", .type = &throng::description_of<std::int32_t>(), .offset = 4}};
    const auto mana_then = throng::structure_of("mana", 2, then);
    const auto mana_now = throng::structure_of("mana", 8, now);
    world a;
    const auto mana = a.define({.name = "mana", .size = 2, .alignment = 2, .made_of = &mana_then});
    (void)a.define({.name = "secret", .size = 2, .alignment = 2});
    const entity e = a.create(plain_number{5});
    const std::int16_t much = 77;
    a.add(e, mana, &much);
    a.set_singleton(mana, &much);
    const auto bytes = saved<plain_number>(a);
    const auto before = hash(a, components<plain_number>);
    world b;
    const auto its = b.define({.name = "mana", .size = 8, .alignment = 4, .made_of = &mana_now});
    ASSERT_TRUE(restore(b, bytes, components<plain_number>));
    const auto* const value = static_cast<const std::byte*>(b.get(e, its));
    ASSERT_NE(value, nullptr);
    EXPECT_EQ(*reinterpret_cast<const std::int32_t*>(value + 4), 77);
    EXPECT_EQ(*reinterpret_cast<const float*>(value), 0);
    EXPECT_EQ(*reinterpret_cast<const std::int32_t*>(static_cast<const std::byte*>(b.singleton(its)) + 4), 77);
    EXPECT_EQ(b.get<plain_number>(e).n, 5U);
    EXPECT_TRUE(b.validate());
    *static_cast<std::int16_t*>(a.get(e, mana)) = 78;
    EXPECT_NE(hash(a, components<plain_number>), before);
    // Types are saved only where they are listed.
    throng::describe(a, components<mixed>);
    (void)a.create(mixed{});
    EXPECT_TRUE(restore(b, saved<plain_number>(a), components<plain_number, mixed>));
    EXPECT_EQ(b.count<mixed>(), 0U);
}

TEST(changed_saves, bytes_are_the_same_on_every_machine) {
    world w;
    (void)w.create(plain_number{0x01020304});
    const auto bytes = saved<plain_number>(w);
    const auto value = std::vector<std::byte>(bytes.end() - 8 - 8 - 4, bytes.end() - 8 - 8);
    EXPECT_EQ(value, (std::vector<std::byte>{std::byte{4}, std::byte{3}, std::byte{2}, std::byte{1}}));
    EXPECT_EQ(hash(w, components<plain_number>), 4082509058370825814U);
}

#if defined(__cpp_exceptions)
TEST(changed_saves, a_restore_that_finds_no_memory_has_not_happened) {
    support::allocation_log log;
    using failing_world = throng::basic_world<support::logged_allocator<std::byte>>;
    world then;
    (void)fill(then);
    then.set_singleton(plain_number{4});
    const auto bytes = saved<thing_then, plain_number, flag>(then);
    constexpr auto those = components<thing_now, plain_number, flag>;
    {
        failing_world w;
        const entity e = w.create(plain_number{1});
        w.set_singleton(plain_number{2});
        std::size_t n = 0;
        do {
            log.failed = false;
            log.fail_in = ++n;
            try {
                EXPECT_TRUE(restore(w, bytes, those));
            } catch (const std::bad_alloc&) {
                log.fail_in = 0;
                ASSERT_TRUE(log.failed && w.validate() && w.alive(e)) << n;
                ASSERT_EQ(w.singleton<plain_number>()->n, 2U) << n;
            }
        } while (log.failed);
        log.fail_in = 0;
        EXPECT_GT(n, 20U);
        EXPECT_TRUE(w.validate());
        EXPECT_EQ(w.singleton<plain_number>()->n, 4U);
    }
    EXPECT_EQ(log.bytes, 0U);
}
#endif
