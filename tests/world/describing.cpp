// What components are made of, as data.

#include <throng/world/description.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace {

using throng::description_of;
using throng::entity;
using throng::value_kind;

struct position {
    float x = 0;
    float y = 0;
};
enum class mood : std::uint8_t { calm, angry = 7, afraid };
enum class altitude : std::int16_t { below = -1, level, above = 100 };
enum loose { one, two };
struct everything {
    bool on = false;
    std::int8_t small = 0;
    std::uint64_t large = 0;
    double real = 0;
    mood how = mood::calm;
    std::string said;
    entity goal;
    position where;
    int table[2][3] = {};
    std::array<position, 2> corners;
    std::vector<std::string> words;
};
class engine {
  public:
    explicit engine(int power = 1, unsigned gear = 1) noexcept : power_(power), gear_(gear) {}
    [[nodiscard]] int power() const noexcept { return power_; }
    [[nodiscard]] unsigned gear() const noexcept { return gear_; }

  private:
    friend throng::component<engine>;
    int power_;
    unsigned gear_;
};
struct base {
    int inherited = 0;
};
struct derived : base {
    int own = 0;
};
struct tag {};
struct many {
    int m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22,
        m23, m24;
};
struct too_many {
    many most;
    int m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21, m22, m23,
        m24, m25;
};
class ticket {
  public:
    explicit ticket(int n) noexcept : number_(n) {}
    [[nodiscard]] int number() const noexcept { return number_; }

  private:
    int number_;
};
struct with_a_pointer {
    int n = 0;
    int* where = nullptr;
};
struct with_a_reference {
    int& n;
};
struct with_a_constant {
    const int n = 0;
};
struct padded_by_hand {
    char a;
    double b;
};
template <class T> struct pair_of {
    T first;
    T second;
};

std::vector<std::string> names_of_fields(const throng::description& d) {
    std::vector<std::string> names;
    for (const auto& f : d.fields) names.emplace_back(f.name);
    return names;
}

} // namespace

template <> struct throng::component<altitude> {
    static constexpr throng::enumerator names[] = {named("below", altitude::below), named("level", altitude::level),
                                                   named("above", altitude::above)};
};
template <> struct throng::component<engine> {
    static constexpr const char* name = "engine";
    static constexpr auto fields = throng::fields(
        field("power", &engine::power_).unit("kW").range(0, 900).doc("at the wheels"), field("gear", &engine::gear_));
};
template <> struct throng::component<derived> {
    static constexpr auto fields = throng::fields(field("own", &derived::own), field("inherited", &derived::inherited));
};

// What the compiler cannot tell is not described, and no error.
static_assert(throng::described<position> && throng::structured<position>);
static_assert(throng::described<many> && !throng::described<too_many>);
static_assert(throng::described<ticket> && !throng::structured<ticket>);
static_assert(!throng::described<base*> && !throng::described<with_a_pointer> && !throng::described<with_a_reference>);
static_assert(!throng::described<with_a_constant>);
static_assert(!throng::described<std::unique_ptr<int>> && !throng::described<std::optional<int>>);
static_assert(!throng::described<std::vector<bool>> && !throng::described<long double>);
static_assert(!throng::described<std::vector<ticket>>, "its elements cannot be made empty");
static_assert(throng::described<tag> && !throng::structured<tag>);

TEST(describing, aggregates_say_nothing_and_are_described) {
    const auto& d = description_of<position>();
    EXPECT_EQ(d.kind, value_kind::structure);
    EXPECT_EQ(d.name, "position");
    EXPECT_EQ(d.size, sizeof(position));
    ASSERT_EQ(names_of_fields(d), (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(d.fields[1].offset, offsetof(position, y));
    EXPECT_EQ(d.fields[1].type, &description_of<float>());
    EXPECT_EQ(&d, &description_of<const position>());
    EXPECT_EQ(names_of_fields(description_of<many>()).back(), "m24");
    EXPECT_EQ(names_of_fields(description_of<pair_of<std::string>>()), (std::vector<std::string>{"first", "second"}));
    EXPECT_TRUE(description_of<tag>().fields.empty());
}

TEST(describing, members_of_every_sort) {
    const auto& d = description_of<everything>();
    EXPECT_EQ(names_of_fields(d), (std::vector<std::string>{"on", "small", "large", "real", "how", "said", "goal",
                                                            "where", "table", "corners", "words"}));
    const auto type = [&](std::string_view name) -> const throng::description& { return *d.find(name)->type; };
    EXPECT_EQ(type("on").kind, value_kind::boolean);
    EXPECT_EQ(type("small").kind, value_kind::integer);
    EXPECT_EQ(type("small").size, 1U);
    EXPECT_EQ(type("large").kind, value_kind::natural);
    EXPECT_EQ(type("large").size, 8U);
    EXPECT_EQ(type("real").kind, value_kind::real);
    EXPECT_EQ(type("said").kind, value_kind::text);
    EXPECT_EQ(type("goal").kind, value_kind::entity);
    EXPECT_EQ(&type("where"), &description_of<position>());
    EXPECT_EQ(type("table").kind, value_kind::array);
    EXPECT_EQ(type("table").count, 2U);
    EXPECT_EQ(type("table").element->count, 3U);
    EXPECT_EQ(type("corners").element, &description_of<position>());
    EXPECT_EQ(type("words").kind, value_kind::list);
    EXPECT_EQ(type("words").element->kind, value_kind::text);
    EXPECT_EQ(d.find("nothing"), nullptr);
    for (const auto& f : d.fields) EXPECT_LT(f.offset, sizeof(everything)) << f.name;
}

TEST(describing, enumerations_know_their_names) {
    const auto& d = description_of<mood>();
    EXPECT_EQ(d.kind, value_kind::enumeration);
    ASSERT_EQ(d.names.size(), 3U);
    EXPECT_EQ(d.names[0].name, "calm");
    EXPECT_EQ(d.names[1].name, "angry");
    EXPECT_EQ(d.names[1].value, 7);
    EXPECT_EQ(d.names[2].value, 8);
    const auto& listed = description_of<altitude>();
    EXPECT_TRUE(listed.is_signed);
    ASSERT_EQ(listed.names.size(), 3U);
    EXPECT_EQ(listed.names[0].value, -1);
    EXPECT_EQ(listed.names[2].name, "above");
    EXPECT_TRUE(description_of<loose>().names.empty()) << "its underlying type is not fixed";
}

TEST(describing, fields_that_are_listed_say_more) {
    const auto& d = description_of<engine>();
    EXPECT_EQ(d.name, "engine");
    ASSERT_EQ(names_of_fields(d), (std::vector<std::string>{"power", "gear"}));
    EXPECT_EQ(d.fields[0].unit, "kW");
    EXPECT_EQ(d.fields[0].doc, "at the wheels");
    EXPECT_EQ(d.fields[0].least, 0);
    EXPECT_EQ(d.fields[0].most, 900);
    EXPECT_EQ(d.fields[1].offset, sizeof(int));
    EXPECT_EQ(d.fields[1].most, std::numeric_limits<double>::infinity());
    derived x;
    x.inherited = 3;
    x.own = 4;
    std::vector<int> seen;
    throng::for_each_field(x, [&](const throng::field_description&, int& n) { seen.push_back(n++); });
    EXPECT_EQ(seen, (std::vector<int>{4, 3}));
    EXPECT_EQ(x.inherited, 4);
}

TEST(describing, each_field_of_a_value_is_visited) {
    everything x;
    x.said = "hello";
    std::string seen;
    throng::for_each_field(x, [&]<class M>(const throng::field_description& f, M& member) {
        EXPECT_EQ(reinterpret_cast<std::byte*>(std::addressof(member)),
                  reinterpret_cast<std::byte*>(std::addressof(x)) + f.offset);
        if constexpr (std::is_same_v<M, std::string>) seen += std::string(f.name) + "=" + member + ";";
        if constexpr (std::is_same_v<M, bool>) member = true;
    });
    EXPECT_EQ(seen, "said=hello;");
    EXPECT_TRUE(x.on);
    const engine e(5, 2);
    int sum = 0;
    throng::for_each_field(e, [&](const throng::field_description&, const auto& n) { sum += static_cast<int>(n); });
    EXPECT_EQ(sum, 7);
}

// What a type says is written out by what it is told: by code that does not know the type.
TEST(describing, values_are_visited_by_their_description_alone) {
    position p{1, 2};
    throng::for_each_field(description_of<position>(), &p, [](const throng::field_description& f, void* member) {
        if (f.name == "y") *static_cast<float*>(member) = 5;
    });
    EXPECT_EQ(p.y, 5);
    float sum = 0;
    const position& constant = p;
    throng::for_each_field(
        description_of<position>(), &constant,
        [&](const throng::field_description&, const void* member) { sum += *static_cast<const float*>(member); });
    EXPECT_EQ(sum, 6);
}

TEST(describing, components_of_run_time_are_described_by_data) {
    const throng::field_description fields[] = {
        {.name = "amount", .type = &description_of<std::int32_t>(), .offset = 0, .unit = "mana"},
        {.name = "regrows", .type = &description_of<bool>(), .offset = 4}};
    const auto d = throng::structure_of("mana", 8, fields);
    EXPECT_EQ(d.find("amount")->unit, "mana");
    EXPECT_FALSE(d.is_packed) << "3 bytes at its end are no field's";
    const auto pair = throng::array_of(description_of<float>(), 2);
    EXPECT_EQ(pair.size, 8U);
    EXPECT_TRUE(pair.is_packed);
    const throng::enumerator states[] = {{"idle", 0}, {"busy", 1}};
    EXPECT_EQ(throng::enumeration_of("state", 1, false, states).names[1].name, "busy");
}

TEST(describing, a_world_knows_the_descriptions_that_it_is_told) {
    throng::world w;
    const auto places = w.component<position>();
    EXPECT_EQ(places.description(), nullptr);
    throng::describe(w, throng::components<position, engine>);
    EXPECT_EQ(places.description(), &description_of<position>());
    EXPECT_EQ(w.find("engine").description(), &description_of<engine>());
    const throng::field_description amount[] = {{.name = "amount", .type = &description_of<int>()}};
    const auto purse = throng::structure_of("purse", sizeof(int), amount);
    const auto gold = w.define({.name = "purse", .size = 4, .alignment = 4, .made_of = &purse});
    EXPECT_EQ(gold.description(), &purse);
    EXPECT_EQ(w.define({.name = "purse", .size = 4, .alignment = 4}), gold) << "it is the same component";
}

TEST(describing, padding_is_known) {
    EXPECT_TRUE(description_of<position>().is_packed);
    EXPECT_TRUE(description_of<ticket>().is_packed);
    EXPECT_FALSE(description_of<padded_by_hand>().is_packed);
    EXPECT_FALSE(description_of<everything>().is_packed);
    EXPECT_FALSE(description_of<derived>().is_packed) << "in another order than in memory";
    EXPECT_TRUE(description_of<pair_of<bool>>().is_packed);
}
