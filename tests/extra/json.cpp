// Worlds as text.

#include "world/saved_game.hpp"

#include <throng/extra/json.hpp>
#include <throng/world/family.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/prefabs.hpp>
#include <throng/world/relation.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace saved_game;
using throng::json_result;
using throng::read_json;

struct inner {
    double x = 0;
    bool on = false;
};
enum class kind : std::int8_t { rock = 1, tree };
struct everything {
    std::int64_t least = std::numeric_limits<std::int64_t>::min();
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    float real = 0.1F;
    double special = 0;
    kind what = kind::tree;
    std::string text;
    std::array<inner, 2> pair;
    std::vector<std::vector<int>> table;
    entity goal;
};
struct docked {};
class ticket {
  public:
    ticket() noexcept = default;
    explicit ticket(int n) noexcept : number_(n) {}
    [[nodiscard]] int number() const noexcept { return number_; }

  private:
    int number_ = 0;
};

} // namespace

template <> struct throng::component<everything> {
    static constexpr const char* name = "everything";
    static constexpr field_renamed renamed[] = {{"sort", "what"}};
};
template <> struct throng::component<docked> {
    static constexpr const char* name = "docked";
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
};
template <> struct throng::component<ticket> {
    static constexpr const char* name = "ticket";
};

namespace {

constexpr auto some = components<everything, ticket, mark, position>;

template <class... Cs> std::string written(const world& w, throng::components_t<Cs...> those) {
    std::ostringstream to;
    throng::write_json(w, to, those);
    return to.str();
}

/// Column 0: any.
void expect_refused(std::string_view text, std::string_view error, std::string_view pointer, std::size_t line,
                    std::size_t column) {
    world w;
    const entity stays = w.create(position{1, 2});
    const auto before = hash(w, some);
    const json_result r = read_json(w, text, some);
    EXPECT_FALSE(r) << text;
    EXPECT_NE(r.error.find(error), std::string::npos) << text << "\n" << r.error;
    EXPECT_EQ(r.pointer, pointer) << text;
    EXPECT_EQ(r.line, line) << text << "\n" << r.error;
    EXPECT_EQ(r.column, column == 0 ? r.column : column) << text << "\n" << r.error;
    EXPECT_TRUE(w.alive(stays) && w.validate()) << text;
    EXPECT_EQ(hash(w, some), before) << text;
}

} // namespace

TEST(json, a_world_comes_back_with_its_future) {
    for (const int edits : {0, 1, 100, 20'000}) {
        world a;
        std::vector<entity> known;
        numbers r(static_cast<std::uint64_t>(edits));
        live_on(a, known, r, edits);
        a.set_singleton(position{1, 2});
        a.set_singleton(name{"of the world"});
        const std::string text = written(a, all);
        world b;
        (void)b.create(name{"to be forgotten"});
        b.set_singleton(rare{3});
        const json_result result = read_json(b, text, all);
        ASSERT_TRUE(result) << result.error << " at " << result.pointer << " line " << result.line;
        EXPECT_TRUE(result.unknown.empty() && result.missing.empty());
        EXPECT_TRUE(b.validate());
        EXPECT_EQ(hash(a, all), hash(b, all));
        EXPECT_TRUE(written(b, all) == text);
        EXPECT_EQ(b.singleton<name>()->text, "of the world");
        EXPECT_EQ(b.singleton<rare>(), nullptr) << "there was none";
        for (const entity e : known) ASSERT_EQ(a.alive(e), b.alive(e));
        auto known_too = known;
        numbers same = r;
        live_on(a, known, r, 3000);
        live_on(b, known_too, same, 3000);
        EXPECT_EQ(known, known_too) << "later creations get the same handles";
        EXPECT_EQ(hash(a, all), hash(b, all));
    }
}

TEST(json, where_generations_begin_comes_along) {
    std::vector<entity> known;
    world a = with_late_generations(known);
    const std::string text = written(a, all);
    world b;
    const json_result result = read_json(b, text, all);
    ASSERT_TRUE(result) << result.error << " at " << result.pointer << " line " << result.line;
    EXPECT_TRUE(b.validate());
    EXPECT_TRUE(written(b, all) == text);
    auto known_too = known;
    numbers r(7);
    numbers same = r;
    live_on(a, known, r, 3000);
    live_on(b, known_too, same, 3000);
    EXPECT_EQ(known, known_too);
    EXPECT_EQ(hash(a, all), hash(b, all));
}

TEST(json, values_of_every_sort_come_back) {
    world a;
    const entity other = a.create(mark{});
    const std::string texts[] = {"",
                                 "plain",
                                 "\"quoted\"\\ \n\t\x01 /",
                                 "gr\xc3\xbc\xc3\x9f \xf0\x9f\x90\x9d",
                                 "no \xff utf-8",
                                 std::string("with a \0 in it", 14),
                                 "\xed\xa0\x80",
                                 "\xc0\x80"};
    const double specials[] = {0,
                               -0.0,
                               std::numeric_limits<double>::infinity(),
                               -std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN(),
                               -std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::denorm_min(),
                               std::numeric_limits<double>::max(),
                               1e22,
                               1152921504606846976.0};
    std::vector<entity> those;
    for (const std::string& text : texts) {
        for (const double special : specials) {
            everything x;
            x.text = text;
            x.special = special;
            x.real = static_cast<float>(special / 3e300) + (std::isnan(special) ? 0.F : 33554432.F);
            x.what = special < 0 ? static_cast<kind>(77) : kind::rock;
            x.pair[1] = {special, true};
            x.table = {{1, 2}, {}, {3}};
            x.goal = other;
            those.push_back(a.create(std::move(x), ticket(7)));
        }
    }
    const std::string text = written(a, some);
    world b;
    const json_result result = read_json(b, text, some);
    ASSERT_TRUE(result) << result.error << " at " << result.pointer << " line " << result.line;
    EXPECT_EQ(hash(a, some), hash(b, some));
    EXPECT_EQ(b.get<everything>(those[3]).pair[1].x, -std::numeric_limits<double>::infinity());
    EXPECT_EQ(b.get<everything>(those[3]).table[2][0], 3);
    EXPECT_EQ(b.get<everything>(those[3]).goal, other);
    EXPECT_EQ(b.get<everything>(those[3]).most, std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(b.get<ticket>(those[3]).number(), 7);
    EXPECT_TRUE(nlohmann::json::accept(text)) << "whatever stands in texts";
}

TEST(json, what_is_written_by_hand_is_short) {
    world w;
    const json_result result = read_json(w, R"({
        // A comment, and the singletons may come first.
        "singletons": {"position": {"x": 5, "y": 6}},
        "entities": [
            {"position": {"x": 1, "y": 2.5}, "mark": true},
            {"mark": true, "everything": {"sort": "rock", "real": 1e-3, "colour": "red"}, "sound": [1, {"a": 2}]},
            {"id": "3:65540", "position": {"y": -1}},
            {}
        ],
        "made with": "an editor"
    })",
                                         some);
    ASSERT_TRUE(result) << result.error << " at " << result.pointer << " line " << result.line;
    EXPECT_TRUE(w.validate());
    ASSERT_EQ(w.size(), 4U);
    EXPECT_EQ(w.singleton<position>()->y, 6);
    std::vector<entity> those;
    for (const entity e : w) those.push_back(e);
    EXPECT_EQ(those[0].index(), 0U);
    EXPECT_EQ(w.get<position>(those[0]).y, 2.5F);
    EXPECT_TRUE(w.has<mark>(those[0]) && w.has<mark>(those[1]));
    EXPECT_EQ(w.get<everything>(those[1]).what, kind::rock);
    EXPECT_EQ(w.get<everything>(those[1]).real, 1e-3F);
    EXPECT_EQ(those[2].index(), 2U) << "the lowest that is free";
    EXPECT_TRUE(w.alive(entity::of_number(std::uint64_t{65540} << 32U | 3)));
    EXPECT_EQ(result.unknown,
              (std::vector<std::string>{"/entities/1/everything/colour", "/entities/1/sound", "/made with"}));
    ASSERT_EQ(result.missing.size(), 8U);
    EXPECT_EQ(result.missing[0], "/entities/1/everything/least");
    EXPECT_EQ(result.missing[7], "/entities/2/position/x");
    // New entities find a page for their kind.
    EXPECT_EQ(w.create(position{}, mark{}).index(), 4U);
}

TEST(json, what_is_wrong_is_told_with_its_place) {
    expect_refused("", "", "", 1, 0);
    expect_refused("[]", "an object is wanted", "", 1, 1);
    expect_refused("{\"entities\": [\n{\"position\": {\"x\": 1,, }}]}", "", "/entities/0/position/x", 2, 22);
    expect_refused("{\"entities\": [\n{\"position\": {\"x\": \"one\"}}]}", "a number is wanted",
                   "/entities/0/position/x", 2, 24);
    expect_refused("{\"entities\": [\n{}, {\"position\": {\"x\": 1e999}}]}", "number overflow",
                   "/entities/1/position/x", 2, 29);
    expect_refused("{\"entities\": [\n{}, {\"position\": {\"x\": 1e99}}]}", "a number does not fit",
                   "/entities/1/position/x", 2, 27);
    expect_refused(R"({"entities": [{"ticket": 7}]})", "bytes are wanted", "/entities/0/ticket", 1, 26);
    expect_refused(R"({"entities": [{"ticket": "hex:0700"}]})", "bytes are wanted", "/entities/0/ticket", 1, 35);
    expect_refused(R"({"entities": [{"everything": {"what": "house"}}]})", "it has no value of that name",
                   "/entities/0/everything/what", 1, 45);
    expect_refused(R"({"entities": [{"everything": {"what": 128}}]})", "a number does not fit",
                   "/entities/0/everything/what", 1, 41);
    expect_refused(R"({"entities": [{"everything": {"least": 1.5}}]})", "a whole number is wanted",
                   "/entities/0/everything/least", 1, 42);
    expect_refused(R"({"entities": [{"everything": {"pair": [{}, {"on": 1}]}}]})", "true or false is wanted",
                   "/entities/0/everything/pair/1/on", 1, 51);
    expect_refused(R"({"entities": [{"everything": {"pair": [{}, {}, {}]}}]})", "there is not so much room",
                   "/entities/0/everything/pair/2", 1, 48);
    expect_refused(R"({"entities": [{"everything": {"table": {}}}]})", "an array is wanted",
                   "/entities/0/everything/table", 1, 40);
    expect_refused(R"({"entities": [{"everything": []}]})", "an object is wanted", "/entities/0/everything", 1, 30);
    expect_refused(R"({"entities": [{"everything": {"goal": "7"}}]})", "an entity is wanted",
                   "/entities/0/everything/goal", 1, 41);
    expect_refused(R"({"entities": [{"id": "0:65537"}, {"id": "0:65537"}]})", "two entities of that index",
                   "/entities/1/id", 1, 49);
    expect_refused(R"({"entities": [{}, {"id": "0:65537"}]})", "put those with ids first", "/entities/1/id", 1, 34);
    expect_refused(R"({"entities": [{"mark": true, "id": "0:65537"}]})", "the id has to come first", "/entities/0/id",
                   1, 44);
    expect_refused(R"({"entities": [{"id": "0:65537"}, {"id": "1:131073"}]})", "no entity of its page",
                   "/entities/1/id", 1, 50);
    expect_refused(R"({"entities": [{"id": "4294967295:65537"}]})", "its page is not among the pages", "/entities/0/id",
                   1, 39);
    expect_refused(R"({"entities": [{"mark": true, "mark": true}]})", "the entity has it twice", "/entities/0/mark", 1,
                   41);
    expect_refused(R"({"entities": {}})", "an array is wanted", "/entities", 1, 14);
    expect_refused(R"({"entities": [3]})", "an object is wanted", "/entities/0", 1, 15);
    expect_refused(R"({"throng": 2})", "a version that is not known", "/throng", 1, 12);
    expect_refused(R"({"pages": [{"upper": 0}]})", "a number from 1 to 65535", "/pages/0/upper", 1, 22);
    expect_refused(R"({"pages": [{"begun with": 65536}]})", "a generation is wanted", "/pages/0/begun with", 1, 31);
    expect_refused(R"({"first generation": 1})", "a generation is wanted", "/first generation", 1, 22);
    expect_refused(R"({"entities": [{}], "first generation": 65537})", "before the pages", "/first generation", 1, 44);
    expect_refused(R"({"pages": [{"free": {"1024": 1}}]})", "the number of a slot", "/pages/0/free/1024", 1, 30);
    expect_refused(R"({"pages": [{"free": {"5": 0}}], "entities": [{"id": "5:65537"}]})", "used up", "/entities/0/id",
                   1, 61);
    expect_refused(R"({"entities": [{}], "pages": []})", "the pages have to come before", "/pages", 1, 29);
    expect_refused(R"({"singletons": {"position": [1]}})", "an object is wanted", "/singletons/position", 1, 29);
}

TEST(json, families_come_back) {
    world a;
    throng::family family(a);
    const entity parent = a.create(position{1, 1});
    for (int i = 0; i < 3; ++i) family.adopt(parent, a.create(position{0, static_cast<float>(i)}));
    constexpr auto those = components<position, throng::kin>;
    world b;
    const std::string text = written(a, those);
    ASSERT_TRUE(read_json(b, text, those));
    EXPECT_EQ(throng::family(b).count_children(parent), 3U);
    EXPECT_EQ(hash(a, those), hash(b, those));
    // In their order, also where it is by hand.
    family.sort_children(parent, [](throng::entity x, throng::entity y) { return y.index() < x.index(); });
    std::ostringstream branch;
    throng::write_json(a, branch, those, throng::branch(a, parent));
    world c;
    ASSERT_TRUE(read_json(c, branch.str(), those));
    std::vector<float> order;
    throng::family(c).each_child(*c.begin(), [&](throng::entity e) { order.push_back(c.get<position>(e).y); });
    EXPECT_EQ(order, (std::vector<float>{2, 1, 0}));
    b.destroy(parent);
    EXPECT_TRUE(b.empty());
}

TEST(json, names_and_children_are_written_by_hand) {
    constexpr auto those = components<position, throng::kin, throng::entity_name>;
    constexpr std::string_view castle = R"({"entities": [
        {"name": "castle", "position": {"x": 1, "y": 2}, "children": [
            {"name": "gate", "children": [{"name": "door"}, {"position": {"x": 3, "y": 4}}]},
            {"position": {"x": 5, "y": 6}, "name": "yard"}
        ]},
        {"name": "gate", "children": []}
    ]})";
    world a;
    const json_result result = read_json(a, castle, those);
    ASSERT_TRUE(result) << result.error << " at " << result.pointer;
    EXPECT_TRUE(result.unknown.empty() && result.missing.empty());
    EXPECT_TRUE(a.validate());
    const throng::naming names(a);
    const throng::family family(a);
    const entity gate = names.find("castle/gate");
    EXPECT_EQ(names.path_of(family.first_child_of(gate)), "castle/gate/door");
    EXPECT_EQ(a.get<position>(family.next_sibling_of(family.first_child_of(gate))).y, 4);
    EXPECT_EQ(names.of(family.next_sibling_of(gate)), "yard");
    EXPECT_EQ(a.get<position>(family.next_sibling_of(gate)).y, 6);
    EXPECT_EQ(family.count_children(names.find("gate")), 0U);
    EXPECT_EQ(a.size(), 6U);
    // What a world writes is the same again, and a clone has no name.
    const entity twin = a.clone(gate);
    const std::string text = written(a, those);
    EXPECT_NE(text.find(R"("name":"door")"), std::string::npos) << text;
    world b;
    ASSERT_TRUE(read_json(b, text, those));
    EXPECT_EQ(hash(a, those), hash(b, those));
    EXPECT_EQ(throng::naming(b).of(twin), "");
    EXPECT_EQ(throng::naming(b).find("castle/gate"), gate);
    EXPECT_TRUE(written(b, those) == text);
}

TEST(json, names_and_children_that_cannot_be_are_refused) {
    constexpr auto those = components<position, throng::kin, throng::entity_name>;
    const auto refused = [&](std::string_view text, std::string_view error, std::string_view pointer) {
        world w;
        const json_result r = read_json(w, text, those);
        EXPECT_NE(r.error.find(error), std::string::npos) << text << r.error;
        EXPECT_EQ(r.pointer, pointer) << text;
        EXPECT_TRUE(w.empty() && w.validate());
    };
    refused(R"({"entities": [{"name": "a"}, {"name": "b"}, {"name": "a"}]})", "two siblings that are called \"a\"",
            "/entities/2/name");
    refused(R"({"entities": [{"children": [{"name": "a"}, {"name": "a"}]}]})", "two siblings that are called \"a\"",
            "/entities/0/children/1/name");
    refused(R"({"entities": [{"name": ""}]})", "a name is not empty", "/entities/0/name");
    refused(R"({"entities": [{"name": "a/b"}]})", "no slash", "/entities/0/name");
    refused(R"({"entities": [{"name": 7}]})", "a text is wanted", "/entities/0/name");
    refused(R"({"entities": [{"name": ["a"]}]})", "a text is wanted", "/entities/0/name");
    refused(R"({"entities": [{"name": "a", "name": "b"}]})", "the entity has it twice", "/entities/0/name");
    refused(R"({"entities": [{"children": {}}]})", "an array is wanted", "/entities/0/children");
    refused(R"({"entities": [{"children": 1}]})", "an array is wanted", "/entities/0/children");
    refused(R"({"entities": [{"children": [1]}]})", "an object is wanted", "/entities/0/children/0");
    refused(R"({"entities": [{"children": [], "children": []}]})", "it has children twice", "/entities/0/children");
    refused(R"({"entities": [{"throng::kin": {}, "children": []}]})", "the entity has it twice",
            "/entities/0/children");
    refused(R"({"entities": [{"children": [{"throng::kin": {}}]}]})", "the entity has it twice",
            "/entities/0/children/0");
    refused(R"({"entities": [{"children": [], "throng::kin": {}}]})", "the entity has it twice",
            "/entities/0/throng::kin");
    refused(R"({"entities": [{"children": [{"position": {"x": true}}]}]})", "a number is wanted",
            "/entities/0/children/0/position/x");
    refused(R"({"entities": [{"children": [{}], "id": "0:65537"}]})", "the id has to come first", "/entities/0/id");
    refused(R"({"entities": [{"id": "0:65537", "throng::kin": {"self": "0:65537", "parent": "0:65537"}}]})",
            "its parent and children do not agree", "/entities/0/throng::kin");
    // Where they are not listed, nothing is known of them; and a component that is called so comes first.
    world w;
    const json_result r = read_json(w, R"({"entities": [{"name": "hex:00", "children": []}]})", components<name>);
    EXPECT_FALSE(r);
    EXPECT_EQ(r.pointer, "/entities/0/name");
    EXPECT_EQ(read_json(w, R"({"entities": [{"children": []}]})", some).unknown,
              std::vector<std::string>{"/entities/0/children"});
    world deep;
    std::string text = R"({"entities": [{"name": "a")";
    for (int i = 0; i < 20'000; ++i) text += R"(, "children": [{"name": "a")";
    for (int i = 0; i < 20'000; ++i) text += "}]";
    ASSERT_TRUE(read_json(deep, text + "}]}", those));
    EXPECT_EQ(deep.size(), 20'001U);
    EXPECT_TRUE(throng::naming(deep).find("a/a/a/a"));
}

TEST(json, prefabs_are_written_by_hand_and_levels_made_of_them) {
    constexpr auto of_patterns = components<position, mark, rare, throng::kin, throng::entity_name, throng::based_on>;
    constexpr auto of_levels = components<position, mark, rare, throng::kin, throng::entity_name>;
    world w;
    throng::prefabs prefabs(w);
    const json_result patterns = read_json(prefabs.patterns(), R"({"entities": [
        {"name": "heavy tank", "prefab": "tank", "rare": {"n": 3}, "children": [
            {"name": "turret", "prefab": "parts/long gun"}]},
        {"name": "tank", "rare": {"n": 1}, "mark": true, "children": [
            {"name": "turret", "position": {"x": 1, "y": 2}}, {"name": "track"}]},
        {"name": "parts", "children": [{"name": "long gun", "rare": {"n": 9}}]}
    ]})",
                                           of_patterns);
    ASSERT_TRUE(patterns) << patterns.error << patterns.pointer;
    EXPECT_TRUE(patterns.unknown.empty());
    EXPECT_TRUE(w.empty());
    constexpr std::string_view level = R"({"entities": [
        {"prefab": "tank", "name": "first", "position": {"x": 5, "y": 5}},
        {"name": "second", "prefab": "heavy tank", "children": [
            {"name": "turret", "position": {"x": 7, "y": 7}}, {"name": "pilot"}]},
        {"prefab": "parts/long gun", "rare": {"n": 10}}
    ]})";
    const json_result read = read_json(w, level, of_levels, prefabs);
    ASSERT_TRUE(read) << read.error << read.pointer;
    EXPECT_TRUE(read.unknown.empty());
    EXPECT_TRUE(w.validate());
    const throng::naming names(w);
    EXPECT_EQ(w.size(), 8U);
    EXPECT_EQ(w.get<rare>(names.find("first")).n, 1U);
    EXPECT_EQ(w.get<position>(names.find("first")).x, 5);
    EXPECT_TRUE(w.has<mark>(names.find("first")));
    EXPECT_EQ(w.get<position>(names.find("first/turret")).y, 2);
    EXPECT_EQ(w.get<rare>(names.find("second")).n, 3U);
    EXPECT_EQ(w.get<position>(names.find("second/turret")).x, 7);
    EXPECT_EQ(w.get<rare>(names.find("second/turret")).n, 9U);
    EXPECT_TRUE(names.find("second/pilot") && names.find("second/track"));
    // The patterns come back as a world does.
    std::ostringstream text;
    throng::write_json(prefabs.patterns(), text, of_patterns);
    world other;
    throng::prefabs again(other);
    ASSERT_TRUE(read_json(again.patterns(), text.str(), of_patterns));
    EXPECT_EQ(hash(again.patterns(), of_patterns), hash(prefabs.patterns(), of_patterns));
    std::istringstream stream{std::string(level)};
    ASSERT_TRUE(read_json(other, stream, of_levels, again));
    EXPECT_EQ(hash(w, of_levels), hash(other, of_levels));

    const auto refused = [&](world& to, auto those, std::string_view bad, std::string_view pointer, std::size_t column,
                             auto&... its) {
        const auto before = hash(to, those);
        const json_result r = read_json(to, bad, those, its...);
        EXPECT_EQ(r.error, "there is no prefab of that name, or it is a part of itself") << bad;
        EXPECT_EQ(r.pointer, pointer);
        EXPECT_EQ(r.column, column);
        EXPECT_EQ(hash(to, those), before);
    };
    refused(w, of_levels, R"({"entities": [{}, {"prefab": "plane"}]})", "/entities/1/prefab", 36, prefabs);
    refused(w, of_levels, R"({"entities": [{"prefab": "tank/gun"}]})", "/entities/0/prefab", 35, prefabs);
    refused(prefabs.patterns(), of_patterns, R"({"entities": [{"prefab": "tank"}, {"name": "plane"}]})",
            "/entities/0/prefab", 31);
    const entity tank = prefabs.names().find("tank");
    prefabs.patterns().add(prefabs.names().find("tank/turret"), throng::based_on{tank});
    refused(w, of_levels, R"({"entities": [{"prefab": "tank"}]})", "/entities/0/prefab", 31, prefabs);
    const json_result number = read_json(w, R"({"entities": [{"prefab": 7}]})", of_levels, prefabs);
    EXPECT_EQ(number.error, "a text is wanted");
    EXPECT_EQ(read_json(w, R"({"entities": [{"prefab": {}}]})", of_levels, prefabs).error, "a text is wanted");
    EXPECT_EQ(read_json(w, R"({"entities": [{"prefab": "tank"}]})", of_levels).unknown,
              std::vector<std::string>{"/entities/0/prefab"});
}

TEST(json, families_are_written_alone_and_merged) {
    constexpr auto those = components<position, everything, throng::kin, throng::entity_name>;
    constexpr std::string_view text = R"({
"throng": 1,
"entities": [
{"position":{"x":1,"y":2},"name":"castle","children":[
{"name":"gate","children":[
{"position":{"x":3,"y":4}},
{}]},
{"name":"yard"}]}]
}
)";
    world a;
    (void)a.create(position{7, 7});
    throng::entity_map map;
    const json_result merged = merge_json(a, text, those, &map);
    ASSERT_TRUE(merged) << merged.error << merged.pointer;
    EXPECT_EQ(map.size(), 5U);
    EXPECT_EQ(a.size(), 6U);
    EXPECT_TRUE(a.validate());
    const throng::naming names(a);
    const entity castle = names.find("castle");
    std::ostringstream to;
    throng::write_json(a, to, those, throng::branch(a, castle));
    EXPECT_EQ(to.str(), text);
    to.str({});
    throng::write_json(a, to, those, std::vector<entity>{});
    world empty;
    ASSERT_TRUE(read_json(empty, to.str(), those));
    EXPECT_TRUE(empty.empty());
    // One that is referred to has an id, and so have all then.
    everything x;
    x.goal = castle;
    a.add(names.find("castle/yard"), x);
    to.str({});
    throng::write_json(a, to, those, throng::branch(a, castle));
    EXPECT_NE(to.str().find(R"({"id":"0:65537","position":{"x":1,"y":2},"name":"castle")"), std::string::npos)
        << to.str();
    EXPECT_NE(to.str().find(R"("goal":"0:65537")"), std::string::npos) << to.str();
    const auto size = a.size();
    ASSERT_TRUE(merge_json(a, to.str(), those, &map));
    const entity again = map.find(entity::of_number(std::uint64_t{65537} << 32U));
    EXPECT_EQ(a.size(), size + 5);
    EXPECT_EQ(names.of(again), "") << "there is a castle";
    EXPECT_EQ(a.get<everything>(names.find(again, "yard")).goal, again);
    const json_result bad = merge_json(a, R"({"entities": [{"position": 1}]})", those);
    EXPECT_FALSE(bad);
    EXPECT_EQ(bad.pointer, "/entities/0/position");
    EXPECT_EQ(a.size(), size + 5);
    // A pattern, and one based on it, come to other patterns.
    constexpr auto of_patterns = components<position, everything, throng::kin, throng::entity_name, throng::based_on>;
    throng::prefabs prefabs(a);
    ASSERT_TRUE(merge_json(prefabs.patterns(), R"({"entities": [{"name": "tank", "position": {"x": 1, "y": 1}}]})",
                           of_patterns));
    ASSERT_TRUE(merge_json(
        prefabs.patterns(),
        R"({"entities": [{"name": "a", "prefab": "b"}, {"name": "b", "position": {"x": 2, "y": 2}}]})", of_patterns));
    EXPECT_EQ(a.get<position>(prefabs.instantiate(prefabs.names().find("a"))).x, 2);
    to.str({});
    throng::write_json(prefabs.patterns(), to, of_patterns,
                       throng::branch(prefabs.patterns(), prefabs.names().find("tank")));
    EXPECT_NE(to.str().find("{\"position\":{\"x\":1,\"y\":1},\"name\":\"tank\"}"), std::string::npos) << to.str();
    // However deep a family is.
    entity deep = a.create();
    throng::family family(a);
    const entity top = deep;
    for (int i = 0; i < 20'000; ++i) {
        const entity below = a.create();
        family.adopt(deep, below);
        deep = below;
    }
    to.str({});
    throng::write_json(a, to, those, throng::branch(a, top));
    world other;
    ASSERT_TRUE(read_json(other, to.str(), those));
    EXPECT_EQ(other.size(), 20'001U);
}

TEST(json, components_of_run_time_are_read_and_written) {
    const throng::field_description fields[] = {{.name = "amount", .type = &throng::description_of<std::int16_t>()}};
    const auto purse = throng::structure_of("purse", 2, fields);
    const auto define = [&](world& w) {
        return w.define({.name = "purse", .size = 2, .alignment = 2, .made_of = &purse});
    };
    world a;
    const std::int16_t much = -12;
    const entity e = a.create();
    a.add(e, define(a), &much);
    world b;
    const auto its = define(b);
    std::istringstream from(written(a, components<>));
    ASSERT_TRUE(read_json(b, from, components<>));
    EXPECT_EQ(*static_cast<const std::int16_t*>(b.get(e, its)), -12);
}

// A component without values is there or not: `true`, or nothing is said of it.
TEST(json, only_true_gives_a_tag) {
    for (const char* const other : {"false", "null", "0", "1", "{}", "[]", "\"true\""}) {
        world w;
        const std::string entity = std::string(R"({"entities": [{"mark": )") + other + "}]}";
        const json_result r = read_json(w, entity, some);
        EXPECT_EQ(r.pointer, "/entities/0/mark") << entity;
        EXPECT_EQ(r.error.substr(0, 14), "true is wanted") << entity;
        EXPECT_TRUE(w.empty());
        const json_result s = read_json(w, std::string(R"({"singletons": {"mark": )") + other + "}}", some);
        EXPECT_EQ(s.error.substr(0, 14), "true is wanted") << entity;
    }
}

TEST(json, the_same_twice_is_refused) {
    const auto refused = [](const char* text, const char* pointer, const char* error = "it is there twice") {
        expect_refused(text, error, pointer, 1, 0);
    };
    refused(R"({"entities": [{"position": {"x": 1, "x": 2}}]})", "/entities/0/position/x");
    refused(R"({"entities": [{"everything": {"what": "rock", "sort": "rock"}}]})", "/entities/0/everything/sort");
    refused(R"({"entities": [{"everything": {"pair": [{"x": 1, "on": true, "x": 2}]}}]})",
            "/entities/0/everything/pair/0/x");
    refused(R"({"entities": [], "entities": []})", "/entities");
    refused(R"({"throng": 1, "throng": 1})", "/throng");
    refused(R"({"first generation": 65537, "first generation": 65537})", "/first generation");
    refused(R"({"pages": [], "pages": []})", "/pages", "the pages have to come before the entities, and once");
    refused(R"({"pages": [{"upper": 1, "upper": 1}]})", "/pages/0/upper");
    refused(R"({"pages": [{"kind": [], "kind": null}]})", "/pages/0/kind");
    refused(R"({"pages": [{"kind": null, "kind": []}]})", "/pages/0/kind");
    refused(R"({"pages": [{"kind": ["mark", "mark"]}]})", "/pages/0/kind/1");
    refused(R"({"pages": [{"free": {"5": 2, "6": 2, "5": 3}}]})", "/pages/0/free/5");
    refused(R"({"singletons": {}, "singletons": {}})", "/singletons");
    refused(R"({"singletons": {"position": {}, "position": {}}})", "/singletons/position");
    // What is not known is read past, as often as it comes.
    world w;
    EXPECT_TRUE(read_json(w, R"({"a": 1, "a": 2, "entities": [{"b": 1, "b": 2}]})", some));
}

TEST(json, elements_that_an_array_lacks_are_named) {
    world w;
    const json_result r = read_json(
        w,
        R"({"entities": [{"everything": {"pair": [{"x": 1, "on": true}], "table": [[1]]}}, {"position": {"x": 1}}]})",
        some);
    ASSERT_TRUE(r) << r.error;
    const auto has = [&](const char* pointer) {
        return std::find(r.missing.begin(), r.missing.end(), pointer) != r.missing.end();
    };
    EXPECT_TRUE(has("/entities/0/everything/pair/1"));
    EXPECT_FALSE(has("/entities/0/everything/pair/0")) << "it is there";
    EXPECT_FALSE(has("/entities/0/everything/table/1")) << "a vector has as many as it has";
    EXPECT_TRUE(has("/entities/1/position/y"));
}

TEST(json, references_name_ids_of_the_text) {
    const auto reads = [](const char* text) {
        world w;
        const json_result r = read_json(w, text, some);
        EXPECT_TRUE(w.validate());
        return r ? std::string("read") : r.error + " at " + r.pointer + ":" + std::to_string(r.line);
    };
    EXPECT_EQ(reads(R"({"entities": [{"id": "7:65540"}, {"everything": {"goal": "7:65540"}}]})"), "read");
    EXPECT_EQ(reads(R"({"entities": [{"everything": {"goal": "7:65540"}}, {"id": "7:65540"}]})"), "read")
        << "it may come later";
    EXPECT_EQ(reads(R"({"entities": [{"id": "7:65540", "everything": {"goal": "7:65540"}}]})"), "read");
    EXPECT_EQ(reads(R"({"entities": [{"everything": {"goal": null}}]})"), "read");
    // (The first entity without an id gets this handle.)
    EXPECT_EQ(reads("{\"entities\": [\n{\"everything\": {\"goal\": \"0:65537\"}}]}"),
              "no entity of the text has this id at /entities/0/everything/goal:2");
    EXPECT_EQ(reads(R"({"entities": [{"id": "7:65540"}, {"everything": {"goal": "7:65541"}}]})"),
              "no entity of the text has this id at /entities/1/everything/goal:1");
    EXPECT_EQ(reads(R"({"singletons": {"everything": {"goal": "1:65537"}}, "entities": [{}, {}]})"),
              "no entity of the text has this id at /singletons/everything/goal:1");
    // Where the pages are listed, a handle that is stale remains so, and no other entity gets it.
    EXPECT_EQ(reads(R"({"pages": [{"free": {"0": 2}}], "entities": [{"everything": {"goal": "0:65537"}}]})"), "read");
    EXPECT_EQ(reads(R"({"pages": [{}], "entities": [{"everything": {"goal": "0:65537"}}]})"),
              "no entity of the text has this id at /entities/0/everything/goal:1");
    world w;
    const json_result deep =
        read_json(w, R"({"entities": [{}, {"children": [{}, {"children": [{"everything": {"goal": "9:65537"}}]}]}]})",
                  components<everything, throng::kin>);
    EXPECT_EQ(deep.pointer, "/entities/1/children/1/children/0/everything/goal");
}

// Each pattern has two of the one before: a short text of them would take all memory.
TEST(json, patterns_that_double_are_bounded) {
    constexpr auto of_patterns = components<mark, throng::kin, throng::entity_name, throng::based_on>;
    constexpr auto of_levels = components<mark, throng::kin>;
    world w;
    throng::prefabs prefabs(w);
    std::string text = R"({"entities": [{"name": "p0", "mark": true})";
    for (int i = 1; i <= 60; ++i) {
        const std::string below = R"({"prefab": "p)" + std::to_string(i - 1) + "\"}";
        text += R"(,{"name": "p)" + std::to_string(i) + R"(", "children": [)" + below + "," + below + "]}";
    }
    ASSERT_TRUE(read_json(prefabs.patterns(), text + "]}", of_patterns));
    const auto pattern = [&](int i) { return prefabs.names().find("p" + std::to_string(i)); };
    const auto made_of = [](int i) { return R"({"prefab": "p)" + std::to_string(i) + "\"}"; };
    prefabs.max_parts(100);
    EXPECT_EQ(prefabs.count_parts(pattern(0)), 1U);
    EXPECT_EQ(prefabs.count_parts(pattern(5)), 63U);
    EXPECT_EQ(prefabs.count_parts(pattern(6)), 101U) << "more than that";
    EXPECT_EQ(prefabs.count_parts(pattern(60)), 101U);
    EXPECT_EQ(prefabs.count_parts({}), 0U);
    EXPECT_TRUE(prefabs.can_instantiate(pattern(5)) && !prefabs.can_instantiate(pattern(6)));
    EXPECT_TRUE(prefabs.instantiate(pattern(5)) && !prefabs.instantiate(pattern(6)));
    const entity e = w.create();
    EXPECT_FALSE(prefabs.instantiate_into(pattern(6), e));
    EXPECT_EQ(w.size(), 64U);
    const auto refused = [&](const std::string& entities, const char* pointer) {
        const json_result r = read_json(w, R"({"entities": [)" + entities + "]}", of_levels, prefabs);
        EXPECT_NE(r.error.find("max_parts"), std::string::npos) << r.error;
        EXPECT_EQ(r.pointer, pointer);
        EXPECT_EQ(w.size(), 64U) << "nothing has changed";
    };
    refused("{}," + made_of(6), "/entities/1/prefab");
    refused(made_of(60), "/entities/0/prefab");
    refused(made_of(5) + "," + made_of(4) + "," + made_of(3), "/entities/2/prefab");
    ASSERT_TRUE(read_json(w, R"({"entities": [)" + made_of(5) + "," + made_of(4) + "]}", of_levels, prefabs));
    EXPECT_EQ(w.size(), 94U);
    prefabs.max_parts(127);
    ASSERT_TRUE(read_json(w, R"({"entities": [)" + made_of(6) + "]}", of_levels, prefabs));
    EXPECT_EQ(w.size(), 127U);
}

TEST(json, relations_are_checked) {
    constexpr auto those = components<throng::related<docked>>;
    world a;
    throng::relation<docked> r(a);
    const entity first = a.create();
    const entity second = a.create();
    r.relate(first, second);
    std::string text = written(a, those);
    const auto edit = [&](std::string_view from, std::string_view with) {
        ASSERT_NE(text.find(from), text.npos) << from;
        text.replace(text.find(from), from.size(), with);
    };
    world b;
    throng::relation<docked> its(b);
    ASSERT_TRUE(read_json(b, text, those));
    EXPECT_EQ(its.top_of(first), second);
    EXPECT_EQ(text.find("sources"), text.npos);
    edit(R"("targets":[])", R"("targets":[{"other":"0:65537"}])");
    const json_result cycle = read_json(b, text, those);
    EXPECT_EQ(cycle.error, "it is in a cycle of a relation without cycles");
    EXPECT_EQ(cycle.pointer.substr(0, 10), "/entities/");
    EXPECT_EQ(cycle.pointer.substr(11), "/throng::related:docked");
    EXPECT_EQ(cycle.line, static_cast<unsigned>(cycle.pointer[10] - '0') + 7) << text;
    EXPECT_EQ(its.top_of(first), second) << "nothing has changed";
    EXPECT_FALSE(merge_json(b, text, those));
    EXPECT_EQ(b.size(), 2U);
}

// Text of an earlier version says both sides of each link: the place among the sources is their order.
TEST(json, of_relations_is_read_as_earlier_versions_wrote_it) {
    constexpr std::string_view text = R"({"entities": [
{"id":"0:65537","throng::related:docked":{"self":"0:65537","targets":[],"sources":[
    {"other":"2:65537","place":0},{"other":null,"place":0},{"other":"1:65537","place":1}],
    "gone_targets":0,"gone_sources":1}},
{"id":"1:65537","throng::related:docked":{"self":"1:65537","targets":[{"other":null,"place":0},
    {"other":"0:65537","place":2}],"sources":[],"gone_targets":1,"gone_sources":0}},
{"id":"2:65537","throng::related:docked":{"self":"2:65537","targets":[{"other":"0:65537","place":0}],"sources":[],
    "gone_targets":0,"gone_sources":0}}]})";
    world w;
    throng::relation<docked> r(w);
    const json_result result = read_json(w, text, components<throng::related<docked>>);
    ASSERT_TRUE(result) << result.error << " at " << result.pointer;
    auto sources = r.sources(r.target_of(r.source_of(*w.begin())));
    const entity first = sources.next();
    EXPECT_EQ(first.index(), 2U);
    EXPECT_EQ(sources.next().index(), 1U);
    EXPECT_EQ(r.top_of(first).index(), 0U);
}

// Memory is in proportion to the text.
TEST(json, pages_of_which_nothing_is_said_are_few) {
    world w;
    std::string text = R"({"pages": [{})";
    for (int i = 0; i < 1000; ++i) text += ",{}";
    ASSERT_TRUE(read_json(w, text + "]}", some)) << "a thousand may be there";
    for (int i = 0; i < 100'000; ++i) text += ",{}";
    const json_result r = read_json(w, text + "]}", some);
    EXPECT_EQ(r.error, "there are more pages than a text of this length can have");
    EXPECT_EQ(r.pointer.substr(0, 8), "/pages/1") << "not at the end of the text";
    EXPECT_LT(r.pointer.size(), 13U);
    // As many as a world has are read: it writes more of each.
    text = R"({"pages": [{"kind":["mark"],"upper":1,"free":{}})";
    for (int i = 0; i < 20'000; ++i)
        text += ",\n"
                R"({"kind":["mark"],"upper":1,"free":{}})";
    ASSERT_TRUE(read_json(w, text + "]}", some));
    EXPECT_GE(w.create(position{}).index(), 20'001 * 1024U);
}

TEST(json, is_refused_while_a_walk_is_open) {
    world w;
    (void)w.create(position{});
    w.query<position>().each(
        [&](position&) { EXPECT_EQ(read_json(w, "{}", some).error, "a walk of the world is open"); });
    EXPECT_EQ(w.size(), 1U);
    EXPECT_TRUE(read_json(w, "{}", some));
    EXPECT_TRUE(w.empty());
}

// Whatever the text, the world is whole, and as it was where it is refused.
TEST(json, damaged_texts_do_no_harm) {
    world a;
    std::vector<entity> known;
    numbers r(3);
    live_on(a, known, r, 60);
    const std::string good = written(a, all);
    for (int i = 0; i < 1000; ++i) {
        std::string text = good;
        const char* const pieces[] = {"\"", "{", "}", "[", "]", "0", "-1", ",", ":", "null", "1e5", "\"position\""};
        for (auto n = r.below(3) + 1; n != 0; --n) {
            const auto at = r.below(text.size());
            if (r.below(2) == 0) text.insert(at, pieces[r.below(std::size(pieces))]);
            else text.erase(at, r.below(20U));
        }
        world b;
        const json_result result = read_json(b, text, all);
        ASSERT_TRUE(b.validate()) << text;
        if (!result) {
            ASSERT_TRUE(b.empty());
            continue;
        }
        std::vector<entity> some_of_them;
        for (const entity e : b) some_of_them.push_back(e);
        live_on(b, some_of_them, r, 50);
    }
}
