// A running program, shown and changed over HTTP.
// needs POSIX

#include "extra/http_client.hpp"

#include <throng/entity/tree.hpp>
#include <throng/extra/inspector.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/world/family.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>
#include <throng/world/schedule.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace testing_http;
using throng::entity;

struct position {
    float x = 0;
    float y = 0;
};
enum class mood : std::uint8_t { calm, angry };
struct health {
    int left = 100;
    int most = 100;
};
struct guard {
    std::string name = {};
    mood how = mood::calm;
    position post = {};
    std::vector<int> scars = {};
    int pair[2] = {1, 2};
    entity relieved_by = {};
};
struct frozen {};
struct docked_to {};
struct likes {
    int how_much = 0;
};
struct secret {
    std::unique_ptr<int> n;
};
struct bulk {
    std::vector<int> all;
};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<health> {
    static constexpr const char* name = "health";
    static constexpr auto fields = throng::fields(
        field("left", &health::left).unit("points").range(0, 100).doc("of life"), field("most", &health::most));
};
template <> struct throng::component<guard> {
    static constexpr const char* name = "guard";
};
template <> struct throng::component<frozen> {
    static constexpr const char* name = "frozen";
};
template <> struct throng::component<docked_to> {
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
    static constexpr const char* name = "docked_to";
};

namespace {

class Inspector : public ::testing::Test {
  protected:
    Inspector() {
        throng::describe(world, throng::components<position, health, guard, bulk>);
        (void)world.component<frozen>();
        anna = world.create(position{1, 2}, health{}, guard{"Anna", mood::angry, {3, 4}, {7, 8}, {5, 6}, {}});
        ben = world.create(position{5, 6}, health{50, 100});
        cliff = world.create(position{7, 8}, frozen{});
    }
    answer get(const std::string& path) { return ask(inspect, "GET", "/api/v1/" + path); }
    answer edit(std::string_view method, entity e, const std::string& name, std::string_view body) {
        return ask(inspect, method, "/api/v1/entities/" + id(e) + "/components/" + name, body);
    }
    static std::string id(entity e) { return std::to_string(e.index()) + ":" + std::to_string(e.generation()); }

    throng::world world;
    // (On a busy machine the usual budget is over before a page is full.)
    throng::inspector inspect{world, {.port = 0, .name = "the test", .budget = std::chrono::seconds(5)}};
    entity anna;
    entity ben;
    entity cliff;
};

TEST_F(Inspector, SaysWhatItIsAbout) {
    ASSERT_TRUE(inspect) << inspect.error();
    const answer a = get("");
    EXPECT_EQ(a.status, 200);
    EXPECT_EQ(a.value()["name"], "the test");
    EXPECT_EQ(a.value()["entities"], 3);
    EXPECT_EQ(a.value()["api"], 1);
    EXPECT_NE(a.head.find("Content-Type: application/json"), std::string::npos);
    EXPECT_EQ(inspect.url(), "http://127.0.0.1:" + std::to_string(inspect.port()) + "/");
}

TEST_F(Inspector, ListsEntitiesPageByPage) {
    for (int i = 0; i < 2000; ++i) (void)world.create(position{});
    std::size_t seen = 0;
    std::string path = "entities?limit=500";
    for (int n = 0; n < 100 && !path.empty(); ++n) {
        const json j = get(path).value();
        EXPECT_EQ(j["count"], 2003);
        seen += j["entities"].size();
        path = j.contains("next") ? "entities?limit=500&from=" + j["next"].dump() : "";
    }
    EXPECT_EQ(seen, 2003U);
    EXPECT_EQ(get("entities?limit=1001").status, 400);
    EXPECT_EQ(get("entities?from=x").status, 400);
}

TEST_F(Inspector, FindsEntitiesByTypedQueries) {
    const auto found = [&](const std::string& query) {
        std::string names;
        const json j = get("entities?query=" + query).value();
        EXPECT_EQ(j["count"], j["entities"].size());
        for (const json& e : j["entities"]) names += e["id"] == id(anna) ? 'a' : e["id"] == id(ben) ? 'b' : 'c';
        return names;
    };
    EXPECT_EQ(found(""), "abc");
    EXPECT_EQ(found("position"), "abc");
    EXPECT_EQ(found("position,+!frozen"), "ab");
    EXPECT_EQ(found("position+!frozen+!guard"), "b");
    EXPECT_EQ(found("guard%7Cfrozen"), "ac");
    EXPECT_EQ(found("%22health%22,!+guard"), "b");
    EXPECT_EQ(found("guard,frozen"), "");
}

TEST_F(Inspector, PointsAtWhatIsWrongInAQuery) {
    const answer a = get("entities?query=position,+!frozn");
    EXPECT_EQ(a.status, 400);
    EXPECT_NE(a.head.find("application/problem+json"), std::string::npos);
    EXPECT_EQ(a.value()["detail"], "there is no component 'frozn'; is 'frozen' meant?");
    EXPECT_EQ(a.value()["at"], 11);
    EXPECT_EQ(a.value()["length"], 5);
    EXPECT_EQ(a.value()["marked"], "position, !frozn\n           ^~~~~");
    const auto marked = [&](const std::string& query) {
        const json j = get("entities?query=" + query).value();
        return j.value("marked", "none") + ": " + j.value("detail", "none");
    };
    EXPECT_EQ(marked("position,"), "position,\n        ^: a component is wanted after the comma");
    EXPECT_EQ(marked("position,,health"), "position,,health\n         ^: a component is wanted here");
    EXPECT_EQ(marked("health%7C"), "health|\n       ^: a component is wanted here");
    EXPECT_EQ(marked("!health%7Cguard"),
              "!health|guard\n^~~~~~~: of several of which one is enough, none can be excluded");
    EXPECT_EQ(marked("%22health"), "\"health\n^~~~~~~: this quotation has no end");
    EXPECT_EQ(marked("%C3%A4%C3%B6"), "\u00e4\u00f6\n^~: there is no component '\u00e4\u00f6'");
    EXPECT_EQ(get("entities?query=%FF").value()["query"], "?");
    EXPECT_EQ(get("entities?query=" + std::string(1025, 'a')).status, 400);
}

TEST_F(Inspector, ShowsAnEntityWithItsValues) {
    const answer a = get("entities/" + id(anna));
    EXPECT_EQ(a.status, 200);
    json all = a.value();
    all.erase("story"); // (of the audit build)
    EXPECT_EQ(all, json::parse(R"({"id": ")" + id(anna) + R"(", "components": {"position": {"x": 1, "y": 2},
        "health": {"left": 100, "most": 100}, "guard": {"name": "Anna", "how": "angry", "post": {"x": 3, "y": 4},
        "scars": [7, 8], "pair": [5, 6], "relieved_by": null}}})"));
    EXPECT_EQ(get("entities/" + id(anna) + "/components/position").value(), json::parse(R"({"x": 1, "y": 2})"));
    EXPECT_EQ(get("entities/" + id(cliff) + "/components/frozen").value(), true);
    EXPECT_EQ(get("entities/" + id(ben) + "/components/guard").status, 404);
    EXPECT_EQ(get("entities/" + id(ben) + "/components/nothing").status, 404);
    world.destroy(ben);
    EXPECT_EQ(get("entities/" + id(ben)).status, 404);
    EXPECT_EQ(get("entities/xyz").status, 404);
}

#if defined(THRONG_AUDIT) && THRONG_AUDIT
TEST_F(Inspector, TellsTheStoryOfAnEntity) {
    const auto story = [&](entity e) { return get("entities/" + id(e)).value().value("story", ""); };
    EXPECT_NE(story(ben).find("added at "), std::string::npos) << story(ben);
    world.query<position>().each([&](entity e, position&) {
        if (e == ben) world.destroy(e);
    });
    EXPECT_EQ(get("entities/" + id(ben)).status, 404);
    EXPECT_NE(story(ben).find("removed at "), std::string::npos) << story(ben);
    EXPECT_NE(story(ben).find("in the walk opened at "), std::string::npos) << story(ben);
}
#endif

TEST_F(Inspector, LeavesOutWhatIsTooLarge) {
    world.add<bulk>(anna)->all.assign(100000, 5);
    const json j = get("entities/" + id(anna)).value();
    EXPECT_EQ(j["omitted"], json::parse(R"(["bulk"])"));
    EXPECT_FALSE(j["components"].contains("bulk"));
    EXPECT_EQ(get("entities/" + id(anna) + "/components/bulk").status, 404);
}

TEST_F(Inspector, ShowsFamilies) {
    throng::family family(world);
    family.adopt(anna, ben);
    family.adopt(anna, cliff);
    EXPECT_EQ(get("entities/" + id(anna)).value()["children"], json({id(ben), id(cliff)}));
    EXPECT_EQ(get("entities/" + id(ben)).value()["parent"], id(anna));
    const json j = get("entities?limit=1&parent=" + id(anna)).value();
    EXPECT_EQ(j["entities"][0]["id"], id(ben));
    EXPECT_EQ(j["next"], 1);
    EXPECT_EQ(get("entities?from=1&parent=" + id(anna)).value()["entities"][0]["id"], id(cliff));
    EXPECT_EQ(get("entities?roots=1").value()["entities"].size(), 1U);
    EXPECT_EQ(get("entities?roots=1").value()["entities"][0]["has_children"], true);
    EXPECT_EQ(edit("PATCH", ben, "throng::kin", R"({"parent": null})").status, 409);
    EXPECT_EQ(edit("DELETE", ben, "throng::kin", "").status, 409);
}

TEST_F(Inspector, ShowsRelations) {
    throng::relation<docked_to> docking(world);
    throng::relation<likes> liking(world);
    inspect.add("docking", docking);
    inspect.add("liking", liking);
    EXPECT_EQ(
        get("relations").value()["relations"][0],
        json::parse(
            R"({"name": "docking", "exclusive": true, "one_source": false, "symmetric": false, "acyclic": true})"));
    EXPECT_EQ(get("entities?roots=1&relation=docking").value()["entities"].size(), 0U);
    ASSERT_TRUE(docking.relate(ben, anna));
    ASSERT_TRUE(docking.relate(cliff, anna));
    ASSERT_TRUE(liking.relate(anna, ben, {3}));
    ASSERT_TRUE(liking.relate(ben, anna, {4}));

    const json top = get("entities?roots=1&relation=docking").value()["entities"];
    ASSERT_EQ(top.size(), 1U);
    EXPECT_EQ(top[0]["id"], id(anna));
    EXPECT_EQ(top[0]["has_children"], true);
    const json below = get("entities?limit=1&relation=docking&parent=" + id(anna)).value();
    EXPECT_EQ(below["entities"][0]["id"], id(ben));
    EXPECT_FALSE(below["entities"][0].contains("has_children"));
    EXPECT_EQ(get("entities?from=1&relation=docking&parent=" + id(anna)).value()["entities"][0]["id"], id(cliff));
    EXPECT_FALSE(get("entities?from=1&relation=docking&parent=" + id(anna)).value().contains("next"));
    // (All that is liked, where a circle has no top.)
    EXPECT_EQ(get("entities?roots=1&relation=liking").value()["entities"].size(), 2U);
    EXPECT_EQ(get("entities/" + id(anna)).value()["relations"],
              json({{"docking", {{"targets", json::array()}, {"sources", {id(ben), id(cliff)}}}},
                    {"liking", {{"targets", {id(ben)}}, {"sources", {id(ben)}}}}}));
    EXPECT_EQ(get("entities?relation=nothing").status, 400);
    // The component of one without a name of its own has that of its type.
    EXPECT_EQ(get("entities?query=throng::related:likes").value()["count"], 2);

    // Only the relation itself edits it.
    throng::describe(world, throng::components<throng::related<docked_to>>);
    EXPECT_EQ(edit("PATCH", ben, "throng::related:docked_to", R"({"gone_targets": 7})").status, 409);
    EXPECT_EQ(edit("DELETE", ben, "throng::related:docked_to", "").status, 409);
    EXPECT_EQ(docking.target_of(ben), anna);

    EXPECT_TRUE(inspect.remove("docking"));
    EXPECT_FALSE(inspect.remove("docking"));
    EXPECT_FALSE(get("entities/" + id(cliff)).value().contains("relations"));
    world.destroy(ben);
    EXPECT_FALSE(get("entities/" + id(anna)).value().contains("relations"));
}

TEST_F(Inspector, KnowsNamesAndPaths) {
    throng::family family(world);
    throng::naming names(world);
    ASSERT_TRUE(names.set(anna, "Castle"));
    ASSERT_TRUE(names.set(ben, "gate"));
    ASSERT_TRUE(family.adopt(anna, ben));
    ASSERT_TRUE(names.set(cliff, "gate"));
    const auto found = [&](const std::string& parameters) {
        std::vector<std::string> those;
        const json all = get("entities?" + parameters).value();
        for (const json& e : all["entities"]) those.push_back(e["path"]);
        return those;
    };
    using texts = std::vector<std::string>;
    EXPECT_EQ(found("name=GATE"), (texts{"Castle/gate", "gate"}));
    EXPECT_EQ(found("name=astl"), texts{"Castle"});
    EXPECT_EQ(found("name=tle/g"), texts{"Castle/gate"});
    EXPECT_EQ(found("name=gate&query=frozen"), texts{"gate"});
    EXPECT_EQ(found("name=gate&roots=1"), texts{"gate"});
    EXPECT_EQ(found("name=tower"), texts{});
    EXPECT_EQ(get("entities?name=gate&parent=" + id(anna)).status, 400);

    // Wherever an entity is asked for, its path will do.
    const json by_path = get("entities/Castle%2Fgate").value();
    EXPECT_EQ(by_path["id"], id(ben));
    EXPECT_EQ(by_path["name"], "gate");
    EXPECT_EQ(by_path["components"].count("throng::name"), 0U);
    EXPECT_EQ(get("entities/Castle%2Fgate/components/health").value()["left"], 50);
    EXPECT_EQ(get("entities?parent=Castle").value()["entities"][0]["id"], id(ben));
    for (const char* path : {"Castle%2Fdoor", "Castle%2F", "%2Fgate", "castle", "Castle%2Fgate%2Fgate"})
        EXPECT_EQ(get(std::string("entities/") + path).status, 404) << path;

    const auto rename = [&](const std::string& which, const char* body) {
        return ask(inspect, "PATCH", "/api/v1/entities/" + which, body);
    };
    EXPECT_EQ(rename("gate", R"({"name": "Castle"})").status, 409);
    EXPECT_EQ(rename("gate", R"({"name": "a/b"})").status, 422);
    EXPECT_EQ(rename("gate", R"({"name": 7})").status, 422);
    EXPECT_EQ(rename("gate", "{}").status, 422);
    EXPECT_EQ(names.of(cliff), "gate");
    EXPECT_EQ(rename("gate", R"({"name": "rock"})").value()["path"], "rock");
    EXPECT_EQ(names.find("rock"), cliff);
    EXPECT_EQ(rename("rock", R"({"name": ""})").value().count("name"), 0U);
    EXPECT_EQ(names.of(cliff), "");
    EXPECT_EQ(rename(id(cliff), R"({"name": ""})").status, 200);
    // Names are different among siblings only as long as nothing else writes them.
    EXPECT_EQ(edit("DELETE", ben, "throng::name", "").status, 409);
    EXPECT_EQ(edit("PUT", cliff, "throng::name", "").status, 409);
    EXPECT_EQ(get("components/throng::name").value()["editable"], false);
}

TEST_F(Inspector, SetsFields) {
    int told = 0;
    world.on_set<health>([&](entity e, health& h) { told += e == ben && h.left == 7 ? 1 : 100; });
    const answer a = edit("PATCH", ben, "health", R"({"left": 7})");
    EXPECT_EQ(a.status, 200);
    EXPECT_EQ(a.value(), json::parse(R"({"left": 7, "most": 100})"));
    EXPECT_EQ(world.get<health>(ben).left, 7);
    EXPECT_EQ(told, 1);
    EXPECT_EQ(edit("PATCH", anna, "guard",
                   R"({"post": {"y": 9}, "how": "calm", "scars": [1], "name": "Ada", "pair": [3, 4]})")
                  .status,
              200);
    const guard& g = world.get<guard>(anna);
    EXPECT_EQ(g.name, "Ada");
    EXPECT_EQ(g.post.x, 3);
    EXPECT_EQ(g.post.y, 9);
    EXPECT_EQ(g.how, mood::calm);
    EXPECT_EQ(g.scars, std::vector<int>{1});
    EXPECT_EQ(g.pair[1], 4);
}

TEST_F(Inspector, RefusesWholly) {
    const auto refused = [&](entity e, const std::string& name, std::string_view body) {
        const answer a = edit("PATCH", e, name, body);
        EXPECT_EQ(a.status, 422) << a.body;
        return a.value().value("pointer", "none") + ": " + a.value().value("detail", "none");
    };
    EXPECT_EQ(refused(ben, "health", R"({"most": 5, "left": 101})"), "/left: it has to be from 0 to 100");
    EXPECT_EQ(refused(ben, "health", R"({"left": -1})"), "/left: it has to be from 0 to 100");
    EXPECT_EQ(refused(ben, "health", R"({"left": 1.5})"), "/left: a whole number is wanted");
    EXPECT_EQ(refused(ben, "health", R"({"most": 5, "right": 1})"), "/right: there is no such field");
    EXPECT_EQ(refused(ben, "health", R"([1])"), ": an object is wanted");
    EXPECT_EQ(refused(anna, "guard", R"({"name": "Z", "post": {"x": "a"}})"), "/post/x: a number is wanted");
    EXPECT_EQ(refused(anna, "guard", R"({"name": "Z", "pair": [1]})"), "/pair: an array of 2 is wanted");
    EXPECT_EQ(refused(anna, "guard", R"({"name": "Z", "scars": [1, {}]})"), "/scars/1: no object is wanted");
    EXPECT_EQ(refused(anna, "guard", R"({"name": "Z", "how": "happy"})"), "/how: it has no value of that name");
    EXPECT_EQ(world.get<health>(ben).most, 100);
    EXPECT_EQ(world.get<health>(ben).left, 50);
    EXPECT_EQ(world.get<guard>(anna).name, "Anna");
    EXPECT_EQ(edit("PATCH", ben, "health", "{\"left\": ").status, 400);
    EXPECT_EQ(edit("PATCH", ben, "health", std::string(100, '[')).status, 400);
    EXPECT_EQ(edit("PATCH", ben, "guard", "{}").status, 404);
    EXPECT_EQ(edit("PATCH", ben, "health", "").status, 400);
}

TEST_F(Inspector, GivesAndTakesComponents) {
    std::string told;
    world.on_add<health>([&](entity, health& h) { told += "+" + std::to_string(h.left); });
    world.on_remove<health>([&](entity, health&) { told += "-"; });
    world.on_set<health>([&](entity, health&) { told += "="; });
    EXPECT_EQ(edit("PUT", cliff, "health", R"({"left": 3})").status, 200);
    EXPECT_EQ(edit("PUT", cliff, "health", R"({"left": 4})").status, 200);
    EXPECT_EQ(edit("DELETE", cliff, "health", "").status, 204);
    EXPECT_EQ(edit("DELETE", cliff, "health", "").status, 404);
    EXPECT_EQ(edit("PUT", cliff, "health", R"({"left": 400})").status, 422);
    EXPECT_EQ(told, "+3=-");
    EXPECT_FALSE(world.has<health>(cliff));
    EXPECT_EQ(edit("PUT", ben, "frozen", "").status, 200);
    EXPECT_EQ(edit("PUT", ben, "frozen", "5").status, 422);
    EXPECT_TRUE(world.has<frozen>(ben));
    EXPECT_EQ(edit("DELETE", ben, "frozen", "").status, 204);
}

TEST_F(Inspector, CreatesAndDestroys) {
    const answer a = ask(inspect, "POST", "/api/v1/entities", R"({"position": {"x": 9}, "frozen": true})");
    EXPECT_EQ(a.status, 201);
    const entity made = world.query<position>(throng::all_of<frozen>).walk(throng::residents).next();
    EXPECT_EQ(made, cliff);
    EXPECT_EQ(world.size(), 4U);
    EXPECT_NE(a.head.find("Location: /api/v1/entities/" + a.value()["id"].get<std::string>()), std::string::npos);
    EXPECT_EQ(ask(inspect, "POST", "/api/v1/entities", R"({"position": {"x": 9}, "nothing": true})").status, 404);
    EXPECT_EQ(ask(inspect, "POST", "/api/v1/entities", R"({"position": {"x": 9}, "frozen": 1})").status, 422);
    EXPECT_EQ(world.size(), 4U);
    EXPECT_EQ(ask(inspect, "DELETE", "/api/v1/entities/" + id(ben)).status, 204);
    EXPECT_FALSE(world.alive(ben));
    EXPECT_EQ(ask(inspect, "DELETE", "/api/v1/entities/" + id(ben)).status, 404);
}

#if defined(__cpp_exceptions)
TEST_F(Inspector, SaysThatAHookHasThrown) {
    world.on_set<health>([](entity, health&) { throw std::runtime_error("no"); });
    EXPECT_EQ(edit("PATCH", ben, "health", R"({"left": 7})").status, 500);
    world.on_add<frozen>([](entity, frozen&) { throw std::runtime_error("no"); });
    EXPECT_EQ(ask(inspect, "POST", "/api/v1/entities", R"({"position": {}, "frozen": true})").status, 500);
    EXPECT_EQ(world.size(), 3U);
    EXPECT_TRUE(world.validate());
}
#endif

TEST_F(Inspector, TellsOfComponents) {
    (void)world.create(secret{});
    const json j = get("components").value();
    std::string names;
    std::size_t bytes = j["subsets_bytes"].get<std::size_t>() + j["entities_bytes"].get<std::size_t>();
    for (const json& c : j["components"]) {
        names += c["name"].get<std::string>() + " ";
        bytes += c["bytes"].get<std::size_t>();
    }
    EXPECT_NE(names.find("position health guard bulk frozen secret "), std::string::npos) << names;
    // It has no name of its own; its number is good, too.
    EXPECT_EQ(get("entities?query=secret").value()["count"], 1);
    const std::string number = "%23" + std::to_string(world.component<secret>().column()->number);
    EXPECT_EQ(get("components/" + number).value(), get("components/secret").value());
    EXPECT_EQ(get("components/%23999").status, 404);
    EXPECT_LE(bytes, j["bytes"].get<std::size_t>());
    const json h = get("components/health").value();
    EXPECT_EQ(h["count"], 2);
    EXPECT_EQ(h["editable"], true);
    EXPECT_EQ(
        h["type"]["fields"][0],
        json::parse(R"({"name": "left", "type": {"kind": "integer", "bits": 32}, "unit": "points", "doc": "of life",
                              "least": 0, "most": 100})"));
    EXPECT_EQ(get("components/guard").value()["type"]["fields"][1]["type"]["names"], json({"calm", "angry"}));
    EXPECT_EQ(get("components/frozen").value()["tag"], true);
    EXPECT_EQ(get("components/none").status, 404);
}

TEST_F(Inspector, DrawsThePagesOfCollections) {
    throng::list<health> all;
    for (int i = 0; i < 1000; ++i) all.push_back({i, 0});
    inspect.add("all", all);
    throng::pool<std::unique_ptr<int>> others;
    others.emplace();
    inspect.add("others", others);
    json j = get("collections").value()["collections"];
    ASSERT_EQ(j.size(), 2U);
    EXPECT_EQ(j[0]["name"], "all");
    EXPECT_EQ(j[0]["size"], 1000);
    EXPECT_EQ(j[1]["size"], 1);
    {
        auto walk = all.walk(throng::residents);
        walk.next();
        const auto view = all.freeze();
        all.remove(*all.first());
        j = get("collections/all/pages").value();
        EXPECT_EQ(j["pages"][0]["slots"].get<std::string>().substr(0, 3), "g##");
        EXPECT_EQ(j["open"].size(), 2U);
        EXPECT_EQ(j["open"][0]["kind"], "view");
        EXPECT_EQ(j["open"][1]["kind"], "walk");
        EXPECT_EQ(j["open"][1]["page"], 0);
        EXPECT_EQ(j["open"][1]["slot"], 0);
    }
    std::string slots;
    for (const json& page : j["pages"]) slots += page["slots"].get<std::string>();
    EXPECT_EQ(std::count(slots.begin(), slots.end(), '#'), 999);
    EXPECT_EQ(get("collections/all/pages?from=1").value()["pages"][0]["number"], 1);
    j = get("collections/all/pages/1").value();
    EXPECT_EQ(j["elements"][0]["value"]["most"], 0);
    EXPECT_EQ(j["type"]["kind"], "structure");
    EXPECT_EQ(get("collections/all/pages/99").status, 404);
    const std::string slot = j["elements"][0]["slot"].dump();
    const auto change = [&](const std::string& path, std::string_view body) {
        return ask(inspect, "PATCH", "/api/v1/collections/" + path, body);
    };
    EXPECT_EQ(change("all/pages/1/" + slot, R"({"most": 5})").status, 409);
    EXPECT_EQ(ask(inspect, "PATCH", "/api/v1/time", R"({"paused": true})").status, 200);
    EXPECT_EQ(change("all/pages/1/" + slot, R"({"most": 5})").value()["most"], 5);
    EXPECT_EQ(change("all/pages/1/" + slot, R"({"most": 6, "left": 101})").value()["pointer"], "/left");
    int most = 0;
    all.each([&](const health& h) { most += h.most; });
    EXPECT_EQ(most, 5);
    EXPECT_EQ(change("all/pages/1/9999", "{}").status, 404);
    EXPECT_EQ(change("others/pages/0/0", "{}").status, 409);
    EXPECT_EQ(get("collections/others/pages/0").status, 404);
    EXPECT_EQ(get("collections/none").status, 404);
    EXPECT_TRUE(inspect.remove("all"));
    EXPECT_FALSE(inspect.remove("all"));
    EXPECT_EQ(get("collections/all").status, 404);
}

TEST_F(Inspector, EditsNoElementThatIsKnownByWhatItSays) {
    throng::ordered_set<int> all{5, 6};
    throng::tree<health> tree;
    tree.add(health{7, 8});
    inspect.add("all", all);
    inspect.add("tree", tree);
    EXPECT_EQ(ask(inspect, "PATCH", "/api/v1/time", R"({"paused": true})").status, 200);
    json j = get("collections/all/pages/0").value();
    EXPECT_EQ(j["elements"][1]["value"], 6);
    EXPECT_EQ(j["editable"], false);
    EXPECT_EQ(ask(inspect, "PATCH", "/api/v1/collections/all/pages/0/1", "7").status, 409);
    j = get("collections/tree/pages/0").value();
    EXPECT_EQ(j["elements"][0]["value"], json::parse(R"({"left": 7, "most": 8})"));
    EXPECT_EQ(ask(inspect, "PATCH", "/api/v1/collections/tree/pages/0/0", R"({"left": 9})").value()["left"], 9);
    tree.each([](const health& h) { EXPECT_EQ(h.left, 9); });
}

TEST_F(Inspector, ShowsSystemsAndTheirTimes) {
    throng::schedule systems(world);
    int runs = 0;
    systems.add("sleeping", [] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); });
    systems.add("counting", [&] { ++runs; });
    inspect.add("main", systems);
    for (int i = 0; i < 400; ++i) {
        ASSERT_TRUE(inspect.poll());
        if (i > 396) systems.find("sleeping")->active(true);
        else systems.find("sleeping")->active(false);
        systems.run(1);
    }
    json j = get("systems").value()["systems"];
    ASSERT_EQ(j.size(), 2U);
    EXPECT_EQ(j[0]["schedule"], "main");
    EXPECT_EQ(j[0]["name"], "sleeping");
    EXPECT_GE(j[0]["last_us"], 2000);
    EXPECT_EQ(j[1]["runs"], 400);
    j = get("frames").value();
    EXPECT_EQ(j["systems"], json({"main/sleeping", "main/counting"}));
    EXPECT_EQ(j["frames"].size(), 300U);
    const json last = get("frames?after=399").value()["frames"][0];
    EXPECT_EQ(last["number"], 400);
    EXPECT_EQ(last["systems"][0][0], 0);
    EXPECT_GE(last["systems"][0][1], 2000);
    EXPECT_GE(last["us"], last["systems"][0][1]);

    EXPECT_EQ(ask(inspect, "PATCH", "/api/v1/systems/main/counting", R"({"active": false})").value()["active"], false);
    systems.run(1);
    EXPECT_EQ(runs, 400);
    EXPECT_EQ(ask(inspect, "PATCH", "/api/v1/systems/main/counting", R"({"active": 1})").status, 422);
    EXPECT_EQ(ask(inspect, "PATCH", "/api/v1/systems/main/counting", R"({"order": 1})").status, 422);
    EXPECT_EQ(get("systems/main/none").status, 404);
    EXPECT_EQ(get("systems/none/counting").status, 404);
    EXPECT_TRUE(inspect.remove("main"));
    EXPECT_EQ(get("systems").value()["systems"].size(), 0U);
}

TEST_F(Inspector, PausesStepsAndRollsBack) {
    const auto frame = [&] {
        if (!inspect.poll()) return false;
        world.get<position>(ben).x += 1;
        (void)world.create(position{});
        return true;
    };
    const auto tell = [&](std::string_view method, const std::string& path, std::string_view body) {
        // (Of the turns that this takes, none is a frame.)
        return ask(inspect, method, "/api/v1/time" + path, body);
    };
    const auto x = [&] { return world.get<position>(ben).x; };
    EXPECT_TRUE(frame());
    EXPECT_EQ(tell("PATCH", "", R"({"paused": true})").value()["paused"], true);
    EXPECT_FALSE(frame());
    EXPECT_EQ(x(), 6);
    EXPECT_EQ(tell("PATCH", "", R"({"recording": true})").value()["recording"], true);
    EXPECT_EQ(tell("POST", "/roll-back", R"({"frames": 1})").status, 409);

    const auto before = throng::hash(world, throng::components<position, health, guard>);
    // (The request itself is answered in a poll, which begins the first of the frames.)
    EXPECT_EQ(tell("POST", "/step", R"({"frames": 5})").value()["paused"], true);
    int frames = 1;
    while (frame()) ++frames;
    EXPECT_EQ(frames, 5);
    EXPECT_EQ(get("time").value()["recorded"], 5);
    EXPECT_EQ(x(), 10);
    EXPECT_EQ(tell("POST", "/roll-back", R"({"frames": 6})").status, 409);
    {
        const auto walk = world.query<position>().walk(throng::residents);
        EXPECT_EQ(tell("POST", "/roll-back", R"({"frames": 4})").status, 409);
    }
    const json now = tell("POST", "/roll-back", R"({"frames": 4})").value();
    EXPECT_EQ(now["paused"], true);
    EXPECT_EQ(now["recorded"], 1);
    EXPECT_EQ(x(), 6);
    EXPECT_EQ(throng::hash(world, throng::components<position, health, guard>), before);
    EXPECT_EQ(tell("PATCH", "", R"({"recording": false})").value()["recorded"], 0);
    EXPECT_EQ(tell("POST", "/step", R"({"frames": 0})").status, 422);
    EXPECT_EQ(tell("PATCH", "", R"({"paused": 0})").status, 422);
    EXPECT_EQ(tell("PATCH", "", R"({"speed": 2})").status, 422);
    EXPECT_EQ(tell("PATCH", "", R"({"paused": false})").value()["paused"], false);
    EXPECT_TRUE(frame());
}

TEST_F(Inspector, RecordsAsMuchAsItMay) {
    throng::inspector few(world, {.port = 0, .history = 3});
    throng::inspector small(world, {.port = 0, .history_bytes = 2 * world.memory()});
    throng::inspector tiny(world, {.port = 0, .history_bytes = world.memory() - 1});
    throng::inspector none(world, {.port = 0, .history = 0});
    for (auto* const i : {&few, &small, &tiny}) {
        EXPECT_EQ(ask(*i, "PATCH", "/api/v1/time", R"({"recording": true})").status, 200);
        for (int n = 0; n < 200; ++n) {
            EXPECT_TRUE(i->poll());
            world.query<position>().each([](position& p) { p.x += 1; });
        }
    }
    EXPECT_EQ(ask(few, "GET", "/api/v1/time").value()["recorded"], 3);
    // What is recorded can be gone back to, however old it is.
    const json its = ask(small, "GET", "/api/v1/time").value();
    const std::size_t kept = its["recorded"];
    EXPECT_GT(kept, 1U);
    EXPECT_LT(kept, 201U);
    EXPECT_GT(its["recorded_bytes"], 0);
    EXPECT_LE(its["recorded_bytes"], 2 * world.memory());
    const float now = world.get<position>(anna).x;
    const std::string all = R"({"frames": )" + std::to_string(kept) + "}";
    EXPECT_EQ(ask(small, "POST", "/api/v1/time/roll-back", all).value()["recorded"], 0);
    EXPECT_LE(world.get<position>(anna).x, now - static_cast<float>(kept) + 3);
    EXPECT_EQ(ask(tiny, "GET", "/api/v1/time").value()["recorded"], 0);
    EXPECT_EQ(ask(tiny, "GET", "/api/v1/time").value()["recorded_bytes"], 0);
    EXPECT_EQ(ask(tiny, "GET", "/api/v1/time").value()["recording"], false);
    EXPECT_EQ(ask(none, "PATCH", "/api/v1/time", R"({"recording": true})").status, 409);
}

TEST_F(Inspector, RecordsWhatChanges) {
    throng::world crowd;
    throng::inspector of_crowd(crowd, {.port = 0});
    for (int n = 0; n < 20000; ++n) (void)crowd.create(position{});
    throng::schedule systems(crowd);
    int played = 0;
    systems.add("often", [&](throng::system_step) { ++played; }).interval(0.5);
    of_crowd.add("systems", systems);
    const auto tell = [&](std::string_view method, const std::string& path, std::string_view body) {
        return ask(of_crowd, method, "/api/v1/time" + path, body).value();
    };
    const auto frame = [&] {
        if (of_crowd.poll()) systems.run(0.2);
    };
    EXPECT_EQ(tell("PATCH", "", R"({"recording": true})")["recording"], true);
    EXPECT_EQ(tell("PATCH", "", R"({"paused": true})")["paused"], true);
    EXPECT_EQ(tell("POST", "/step", R"({"frames": 100})")["paused"], true);
    for (int n = 0; n < 100; ++n) frame();
    // A frame costs what changes in it, not another world.
    const json now = tell("GET", "", "");
    EXPECT_GE(now["recorded"], 100);
    EXPECT_LT(now["recorded_bytes"], 10 * crowd.memory());

    // The intervals of systems are part of what comes back: what is played again is played alike.
    (void)tell("POST", "/roll-back", R"({"frames": 50})");
    (void)tell("POST", "/step", R"({"frames": 21})");
    played = 0;
    for (int n = 0; n < 21; ++n) frame();
    const int first = std::exchange(played, 0);
    (void)tell("POST", "/roll-back", R"({"frames": 20})");
    (void)tell("POST", "/step", R"({"frames": 20})");
    for (int n = 0; n < 20; ++n) frame();
    EXPECT_GT(first, 0);
    EXPECT_NEAR(played, first, 1);
    // With another schedule, what was recorded is of other systems.
    EXPECT_TRUE(of_crowd.remove("systems"));
    EXPECT_EQ(tell("GET", "", "")["recorded"], 0);
}

TEST_F(Inspector, HasAPage) {
    throng::inspector closed(world, {.port = 0, .token = "abc"});
    const answer a = ask(closed, "GET", "/");
    EXPECT_EQ(a.status, 200);
    EXPECT_NE(a.head.find("Content-Type: text/html; charset=utf-8"), std::string::npos);
    EXPECT_NE(a.head.find("default-src 'none'"), std::string::npos);
    EXPECT_TRUE(a.body.starts_with("<!DOCTYPE html>"));
    EXPECT_TRUE(a.body.ends_with("</html>\n"));
    // It is all that it needs.
    EXPECT_EQ(a.body.find("http://"), std::string::npos);
    EXPECT_EQ(a.body.find("https://"), std::string::npos);
    EXPECT_EQ(a.body.find(" src="), std::string::npos);
}

TEST_F(Inspector, GettingChangesNothing) {
    const auto hash = [&] { return throng::hash(world, throng::components<position, health, guard, frozen>); };
    const auto before = hash();
    const std::size_t bytes = world.memory();
    for (const char* path : {"", "entities", "entities?query=position&values=1", "components", "collections"})
        EXPECT_EQ(get(path).status, 200);
    EXPECT_EQ(get("entities/" + id(anna)).status, 200);
    for (const char* path : {"entities?query=nothing", "components/nothing", "entities/0:7", "nothing"})
        EXPECT_NE(get(path).status, 200);
    EXPECT_EQ(hash(), before);
    EXPECT_EQ(world.memory(), bytes);
}

TEST_F(Inspector, KeepsToHttp) {
    EXPECT_EQ(ask(inspect, "DELETE", "/api/v1/components").status, 405);
    EXPECT_NE(ask(inspect, "DELETE", "/api/v1/entities").head.find("Allow: GET, HEAD, POST"), std::string::npos);
    EXPECT_EQ(ask(inspect, "OPTIONS", "/api/v1/entities").status, 204);
    EXPECT_EQ(get("nothing").status, 404);
    EXPECT_EQ(get("").value()["api"], 1);
    client c(inspect.port());
    c.send("HEAD /api/v1 HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/v1 HTTP/1.1\r\nHost: localhost\r\nConnection: "
           "close\r\n\r\n");
    std::string text;
    for (int i = 0; i < 1000 && !c.is_closed(); ++i) {
        inspect.poll();
        text += c.receive();
    }
    EXPECT_TRUE(c.is_closed());
    EXPECT_EQ(text.find("HTTP/1.1 200 OK"), 0U);
    const std::size_t second = text.find("HTTP/1.1 200 OK", 5);
    ASSERT_NE(second, std::string::npos);
    EXPECT_EQ(text.substr(second - 4, 4), "\r\n\r\n");
    EXPECT_EQ(parse(text.substr(second)).value()["api"], 1);
}

TEST_F(Inspector, IsForItsOwnPageOnly) {
    EXPECT_EQ(ask(inspect, "GET", "/api/v1", {}, "Origin: http://elsewhere\r\n").status, 403);
    EXPECT_EQ(ask(inspect, "GET", "/api/v1", {}, "Origin: http://localhost\r\n").status, 200);
    EXPECT_EQ(ask(inspect, "POST", "/api/v1/entities", "{}", "Content-Type: text/plain\r\n").status, 415);
    client c(inspect.port());
    c.send("GET /api/v1 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n");
    EXPECT_EQ(fetch(inspect, c).status, 403);
    EXPECT_EQ(world.size(), 3U);
}

TEST_F(Inspector, LetsInWhoHasTheToken) {
    const throng::inspector open(world, {.port = 0, .address = "0.0.0.0"});
    EXPECT_FALSE(open);
    EXPECT_EQ(open.error(), "an inspector at 0.0.0.0, which others can reach, wants a token");
    throng::inspector closed(world, {.port = 0, .address = "0.0.0.0", .token = "abc"});
    ASSERT_TRUE(closed) << closed.error();
    EXPECT_EQ(ask(closed, "GET", "/api/v1").status, 401);
    EXPECT_EQ(ask(closed, "GET", "/api/v1", {}, "Authorization: Bearer abd\r\n").status, 401);
    EXPECT_EQ(ask(closed, "GET", "/api/v1", {}, "Authorization: Bearer abc\r\n").status, 200);
    EXPECT_TRUE(closed.url().ends_with("/#token=abc"));
}

TEST_F(Inspector, SaysWhyItCannotListen) {
    const throng::inspector second(world, {.port = inspect.port()});
    EXPECT_FALSE(second);
    EXPECT_TRUE(second.error().starts_with("port " + std::to_string(inspect.port()) + " of 127.0.0.1 cannot be had: "));
    const throng::inspector nowhere(world, {.address = "localhost"});
    EXPECT_EQ(nowhere.error(), "'localhost' is no address: one of numbers is wanted, as 127.0.0.1");
    throng::inspector six(world, {.port = 0, .address = "::1"});
    EXPECT_TRUE(!six || six.url().starts_with("http://[::1]:")) << six.url();
}

TEST_F(Inspector, GoesAlongWithItsWorld) {
    throng::world other = std::move(world);
    EXPECT_EQ(get("").value()["entities"], 3);
    {
        const throng::world gone = std::move(other);
    }
    EXPECT_EQ(get("").status, 503);
}

TEST_F(Inspector, AnswersByAThreadWhereThereIsNoLoop) {
    std::mutex mutex;
    throng::inspector by_itself(world, mutex, {.port = 0});
    ASSERT_TRUE(by_itself) << by_itself.error();
    client c(by_itself.port());
    std::string text;
    {
        const std::lock_guard lock(mutex);
        c.send("GET /api/v1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
        world.clear();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        EXPECT_EQ(c.receive(), "");
    }
    for (int i = 0; i < 10000 && !is_whole(text); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        text += c.receive();
    }
    EXPECT_EQ(parse(text).value()["entities"], 0);
}

// --- hostile clients -------------------------------------------------------------------------------------------------

class HostileClient : public Inspector {
  protected:
    HostileClient() {
        throng::inspector_settings s{.port = 0};
        s.patience = std::chrono::milliseconds(30);
        impatient = std::make_unique<throng::inspector>(world, s);
    }
    ~HostileClient() override {
        // Whatever was sent, others are served, and nothing has happened.
        EXPECT_EQ(ask(*impatient, "GET", "/api/v1").value()["entities"], 3);
        EXPECT_TRUE(world.validate());
    }
    std::unique_ptr<throng::inspector> impatient;
};

TEST_F(HostileClient, SendsHalfARequest) {
    const std::string request = "PATCH /api/v1/entities/0:1/components/health HTTP/1.1\r\nHost: localhost\r\n"
                                "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{\"left\":1}";
    for (std::size_t n = 0; n < request.size(); n += 7) {
        client c(impatient->port());
        c.send(request.substr(0, n));
        c.end();
        EXPECT_EQ(fetch(*impatient, c).status, 0);
        EXPECT_TRUE(c.is_closed()) << n;
    }
    client silent(impatient->port());
    silent.send("GET /");
    EXPECT_EQ(fetch(*impatient, silent).status, 0);
    EXPECT_TRUE(silent.is_closed());
}

TEST_F(HostileClient, SendsAByteAtATime) {
    const std::string request = "GET /api/v1 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    client c(inspect.port());
    for (const char byte : request) {
        EXPECT_EQ(c.send({&byte, 1}), 1U);
        inspect.poll();
    }
    EXPECT_EQ(fetch(inspect, c).status, 200);
}

TEST_F(HostileClient, SendsWhatIsTooLong) {
    const auto status = [&](const std::string& text) {
        client c(impatient->port());
        c.send(text);
        return fetch(*impatient, c).status;
    };
    const std::string begin = "POST /api/v1/entities HTTP/1.1\r\nHost: localhost\r\n";
    EXPECT_EQ(status(begin + "Content-Length: 65537\r\n\r\n"), 413);
    EXPECT_EQ(status(begin + "Content-Length: 1000000000000000000000000\r\n\r\n"), 413);
    EXPECT_EQ(status(begin + "Content-Length: -1\r\n\r\n"), 400);
    EXPECT_EQ(status(begin + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"), 400);
    EXPECT_EQ(status(begin + "Transfer-Encoding: chunked\r\n\r\nffffffff\r\n"), 501);
    EXPECT_EQ(status(begin + "X: " + std::string(20000, 'x')), 431);
    EXPECT_EQ(status("GET /" + std::string(20000, 'x')), 431);
    EXPECT_EQ(status("GET / HTTP/2.0\r\n\r\n"), 505);
    EXPECT_EQ(status("GET / HTTP/1.1\r\n\r\n"), 400);
    EXPECT_EQ(status("GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n"), 400);
    EXPECT_EQ(status("GET /\r\nHost: localhost\r\n\r\n"), 400);
    EXPECT_EQ(status("\x16\x03\x01"), 400);
}

TEST_F(HostileClient, SendsABodyWithoutEnd) {
    client c(impatient->port());
    c.send("POST /api/v1/entities HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n");
    const std::string much(65536, 'x');
    std::size_t sent = 0;
    std::string text;
    for (int i = 0; i < 100000 && !c.is_closed(); ++i) {
        sent += c.send(much);
        impatient->poll();
        text += c.receive();
    }
    EXPECT_TRUE(c.is_closed());
    EXPECT_EQ(parse(text).status, 413);
    EXPECT_LT(sent, std::size_t{32} << 20U);
}

TEST_F(HostileClient, NeverFetchesWhatItAskedFor) {
    world.get<guard>(anna).name.assign(60000, 'x');
    std::vector<client> all;
    for (int i = 0; i < 2; ++i) {
        all.emplace_back(impatient->port());
        for (int n = 0; n < 150; ++n)
            all.back().send("GET /api/v1/entities?values=1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    json now = json::object();
    for (int i = 0; i < 10000 && now.value("connections", 0) != 1; ++i) now = ask(*impatient, "GET", "/api/v1").value();
    EXPECT_EQ(now["connections"], 1);
    std::size_t fetched = 0;
    for (client& c : all) {
        fetched += c.receive().size();
        EXPECT_TRUE(c.is_closed());
    }
    EXPECT_LT(fetched, 2U * 150U * 60000U);
}

TEST_F(HostileClient, OpensTenThousandConnections) {
    for (int round = 0; round < 50; ++round) {
        std::vector<client> all;
        for (int i = 0; i < 200; ++i) {
            all.emplace_back(impatient->port());
            if (i % 3 == 0) all.back().send("GET / HT");
            if (i % 8 == 0) impatient->poll();
        }
    }
}

TEST_F(HostileClient, SendsBytesAtRandom) {
    std::mt19937 random(5);
    const std::string words[] = {"GET ", "PATCH ",   "/api/v1",       "/entities",           "?query=",
                                 "%",    "\"",       " HTTP/1.1\r\n", "Host: localhost\r\n", "Content-Length: 5\r\n",
                                 "\r\n", "\r\n\r\n", "{\"left\":"};
    for (int round = 0; round < 2000; ++round) {
        std::string text;
        for (auto n = random() % 30; n != 0; --n) {
            if (random() % 4 != 0) text += words[random() % std::size(words)];
            else text += static_cast<char>(random());
        }
        client c(impatient->port());
        c.send(text);
        c.end();
        const answer a = fetch(*impatient, c);
        EXPECT_TRUE(a.status != 0 || c.is_closed()) << text;
    }
}

} // namespace
