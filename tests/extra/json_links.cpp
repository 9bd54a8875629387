// Relations as a hand writes them in JSON: by their names, with an id, an array of ids, or an object of values.

#include "support/numbers.hpp"

#include <throng/extra/json.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using throng::entity;
using throng::json_result;
using throng::read_json;
using throng::related;
using throng::relation;
using throng::world;

struct body {
    int hp = 1;
};
struct sees {};
struct docked_to {};
struct drives {};
struct likes {
    int how = 0;
    std::vector<int> why;
};
/// A component of the program takes precedence over a relation of that name.
struct follows {};
struct of_that_name {
    int leader = 0;
};

} // namespace

template <> struct throng::component<body> {
    static constexpr const char* name = "body";
};
template <> struct throng::component<sees> {
    static constexpr const char* name = "sees";
};
template <> struct throng::component<docked_to> {
    static constexpr const char* name = "docked_to";
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
};
template <> struct throng::component<drives> {
    static constexpr const char* name = "drives";
    static constexpr bool one_source = true;
};
template <> struct throng::component<likes> {
    static constexpr const char* name = "likes";
};
template <> struct throng::component<follows> {
    static constexpr const char* name = "follows";
};
template <> struct throng::component<of_that_name> {
    static constexpr const char* name = "follows";
};

namespace {

constexpr auto all = throng::components<body, related<sees>, related<docked_to>, related<drives>, related<likes>,
                                        throng::kin, throng::entity_name>;

template <class... Cs> std::string written(const world& w, throng::components_t<Cs...> those) {
    std::ostringstream to;
    throng::write_json(w, to, those);
    return to.str();
}
[[nodiscard]] entity at(const world& w, std::size_t n) {
    for (const entity e : w) {
        if (n-- == 0) return e;
    }
    return {};
}
template <class R> [[nodiscard]] std::vector<entity> targets(const world& w, entity e) {
    std::vector<entity> those;
    world& its = const_cast<world&>(w); // NOLINT(cppcoreguidelines-pro-type-const-cast): a relation wants it
    auto walk = relation<R>(its).targets(e);
    while (const entity t = walk.next()) those.push_back(t);
    return those;
}
void expect_refused(std::string_view text, std::string_view error, std::string_view pointer, std::size_t column) {
    world w;
    const entity stays = w.create(body{7});
    const std::string before = written(w, all);
    const json_result r = read_json(w, text, all);
    EXPECT_FALSE(r) << text;
    EXPECT_EQ(r.error.substr(0, error.size()), error) << text;
    EXPECT_EQ(r.pointer, pointer) << text;
    EXPECT_EQ(r.line, 1U) << text;
    EXPECT_EQ(r.column, column) << text;
    EXPECT_TRUE(w.alive(stays) && w.validate());
    EXPECT_EQ(written(w, all), before);
}

} // namespace

TEST(json_links, are_an_id_an_array_or_an_object) {
    world w;
    const json_result r = read_json(w, R"({"entities": [
        {"id": "0:65537", "body": {"hp": 3}, "likes": {"2:65537": {"how": 3, "why": [1, 2]}, "1:65537": {}}},
        {"id": "1:65537", "docked_to": "0:65537", "likes": ["0:65537", "2:65537"], "sees": ["1:65537"]},
        {"id": "2:65537", "likes": "1:65537", "sees": {"0:65537": true, "1:65537": true}, "drives": []},
        {"id": "7:65537", "children": [{"docked_to": "7:65537", "name": "boat", "sees": {}}]}
    ]})",
                                    all);
    ASSERT_TRUE(r) << r.error << " at " << r.pointer;
    EXPECT_TRUE(w.validate());
    EXPECT_TRUE(r.unknown.empty());
    EXPECT_EQ(r.missing, (std::vector<std::string>{"/entities/0/likes/1:65537/how", "/entities/0/likes/1:65537/why"}));
    ASSERT_EQ(w.size(), 5U);
    const std::vector<entity> e{at(w, 0), at(w, 1), at(w, 2), at(w, 3), at(w, 4)};
    relation<likes> liking(w);
    EXPECT_EQ(targets<likes>(w, e[0]), (std::vector<entity>{e[2], e[1]}));
    EXPECT_EQ(liking.value(e[0], e[2])->how, 3);
    EXPECT_EQ(liking.value(e[0], e[2])->why, (std::vector<int>{1, 2}));
    EXPECT_EQ(liking.value(e[0], e[1])->how, 0);
    EXPECT_EQ(targets<likes>(w, e[1]), (std::vector<entity>{e[0], e[2]}));
    EXPECT_EQ(targets<likes>(w, e[2]), (std::vector<entity>{e[1]}));
    EXPECT_EQ(liking.count_sources(e[1]), 2U);
    EXPECT_EQ(targets<sees>(w, e[2]), (std::vector<entity>{e[0], e[1]}));
    EXPECT_EQ(targets<sees>(w, e[1]), (std::vector<entity>{e[1]})) << "itself";
    EXPECT_EQ(targets<docked_to>(w, e[1]), (std::vector<entity>{e[0]}));
    EXPECT_EQ(relation<docked_to>(w).count_sources(e[4]), 1U) << "from the child, without an id";
    EXPECT_EQ(relation<drives>(w).count_targets(e[2]), 0U);
    // They are relations like others.
    w.destroy(e[1]);
    EXPECT_FALSE(relation<docked_to>(w).source_of(e[0]));
    EXPECT_EQ(targets<likes>(w, e[0]), (std::vector<entity>{e[2]}));
    EXPECT_TRUE(w.validate());
    world again;
    ASSERT_TRUE(read_json(again, written(w, all), all));
    EXPECT_EQ(throng::hash(again, all), throng::hash(w, all));
}

TEST(json_links, that_cannot_be_are_refused_with_their_place) {
    constexpr const char* wanted = "an entity is wanted, as \"0:65537\", an array of these, or an object";
    constexpr const char* unknown = "no entity of the text has this id";
    expect_refused(R"({"entities": [{"likes": "5:65537"}]})", unknown, "/entities/0/likes", 33);
    expect_refused(R"({"entities": [{"id": "0:65537", "likes": ["0:65537", "5:65537"]}]})", unknown,
                   "/entities/0/likes/1", 62);
    expect_refused(R"({"entities": [{"likes": {"5:65537": {}}}]})", unknown, "/entities/0/likes/5:65537", 37);
    expect_refused(R"({"entities": [{"children": [{"likes": "5:65537"}]}]})", unknown, "/entities/0/children/0/likes",
                   47);
    expect_refused(R"({"entities": [{"likes": "Argo"}]})", wanted, "/entities/0/likes", 30);
    expect_refused(R"({"entities": [{"likes": null}]})", wanted, "/entities/0/likes", 28);
    expect_refused(R"({"entities": [{"likes": true}]})", wanted, "/entities/0/likes", 28);
    expect_refused(R"({"entities": [{"likes": [7]}]})", wanted, "/entities/0/likes/0", 26);
    expect_refused(R"({"entities": [{"likes": [[]]}]})", wanted, "/entities/0/likes/0", 26);
    expect_refused(R"({"entities": [{"likes": {"Argo": {}}}]})", wanted, "/entities/0/likes/Argo", 34);
    expect_refused(R"({"entities": [{"id": "0:65537", "likes": {"0:65537": {"how": "x"}}}]})", "a number is wanted",
                   "/entities/0/likes/0:65537/how", 64);
    expect_refused(R"({"entities": [{"id": "0:65537", "likes": {"0:65537": true}}]})", "an object is wanted",
                   "/entities/0/likes/0:65537", 57);
    expect_refused(R"({"entities": [{"id": "0:65537", "sees": {"0:65537": {}}}]})", "true is wanted",
                   "/entities/0/sees/0:65537", 53);
    expect_refused(R"({"entities": [{"id": "0:65537", "sees": {"0:65537": false}}]})", "true is wanted",
                   "/entities/0/sees/0:65537", 57);
    expect_refused(R"({"entities": [{"id": "0:65537", "sees": [], "sees": []}]})", "the entity has it twice",
                   "/entities/0/sees", 53);
    expect_refused(R"({"entities": [{"id": "0:65537", "sees": [], "throng::related:sees": {}}]})",
                   "the entity has it twice", "/entities/0/throng::related:sees", 69);
    // Against the rules of the relation.
    expect_refused(R"({"entities": [{"id": "0:65537", "sees": ["0:65537", "0:65537"]}]})",
                   "it is related twice to the same entity", "/entities/0/sees", 15);
    expect_refused(R"({"entities": [{"id": "0:65537"}, {"id": "1:65537"}, {"docked_to": ["0:65537", "1:65537"]}]})",
                   "it has more than one target of an exclusive relation", "/entities/2/docked_to", 53);
    expect_refused(R"({"entities": [{"id": "0:65537", "docked_to": "0:65537"}]})",
                   "it is in a cycle of a relation without cycles", "/entities/0/docked_to", 15);
    expect_refused(R"({"entities": [{"id": "0:65537"}, {"drives": "0:65537"}, {"drives": ["0:65537"]}]})",
                   "it has more than one source of a relation with one source", "/entities/0/drives", 15);
}

TEST(json_links, are_no_singletons_and_no_components_of_that_name) {
    world w;
    json_result r = read_json(w, R"({"singletons": {"sees": "0:65537"}, "entities": [{"id": "0:65537"}]})", all);
    ASSERT_TRUE(r) << r.error;
    EXPECT_EQ(r.unknown, std::vector<std::string>{"/singletons/sees"});
    r = read_json(w, R"({"entities": [{"follows": {"leader": 4}}]})",
                  throng::components<related<follows>, of_that_name>);
    ASSERT_TRUE(r) << r.error;
    EXPECT_EQ(w.get<of_that_name>(at(w, 0)).leader, 4);
    // Where the relation is not listed, it is not known.
    r = read_json(w, R"({"entities": [{"id": "0:65537", "sees": "0:65537"}]})", throng::components<body>);
    ASSERT_TRUE(r) << r.error;
    EXPECT_EQ(r.unknown, std::vector<std::string>{"/entities/0/sees"});
}

TEST(json_links, come_along_where_a_text_is_merged) {
    world w;
    const entity before = w.create(body{1});
    const json_result r = merge_json(
        w, R"({"entities": [{"id": "0:65537", "body": {}}, {"body": {"hp": 2}, "docked_to": "0:65537"}]})", all);
    ASSERT_TRUE(r) << r.error;
    ASSERT_EQ(w.size(), 3U);
    EXPECT_TRUE(w.alive(before));
    EXPECT_EQ(targets<docked_to>(w, at(w, 2)), std::vector<entity>{at(w, 1)});
}

TEST(json_links, are_those_of_a_world_whatever_its_links_are) {
    support::numbers dice(5);
    for (int game = 0; game < 50; ++game) {
        world w;
        relation<likes> liking(w);
        relation<sees> seeing(w);
        std::vector<entity> those;
        for (int i = 0; i < 12; ++i) those.push_back(w.create(body{i}));
        for (int i = 0; i < 20; ++i) {
            (void)liking.relate(those[dice.below(those.size())], those[dice.below(those.size())], {dice.below(9), {}});
            (void)seeing.relate(those[dice.below(those.size())], those[dice.below(those.size())]);
        }
        std::ostringstream text;
        const auto id = [](entity e) {
            return '"' + std::to_string(e.index()) + ':' + std::to_string(e.generation()) + '"';
        };
        text << R"({"entities": [)";
        for (const entity e : w) {
            text << (e == those[0] ? "" : ",\n") << R"({"id": )" << id(e) << R"(, "likes": {)";
            const char* between = "";
            for (const auto& [t, its] : liking.targets(e)) {
                text << between << id(t) << R"(: {"how": )" << its.how << R"(, "why": []})";
                between = ", ";
            }
            text << R"(}, "sees": [)";
            between = "";
            for (const entity t : seeing.targets(e)) {
                text << between << id(t);
                between = ", ";
            }
            text << "]}";
        }
        text << "]}";
        world read;
        const json_result r = read_json(read, text.str(), all);
        ASSERT_TRUE(r) << r.error << r.pointer << text.str();
        ASSERT_TRUE(r.missing.empty());
        relation<likes> its(read);
        relation<sees> too(read);
        for (const entity e : w) {
            EXPECT_EQ(targets<likes>(read, e), targets<likes>(w, e));
            EXPECT_EQ(targets<sees>(read, e), targets<sees>(w, e));
            EXPECT_EQ(its.count_sources(e), liking.count_sources(e));
            EXPECT_EQ(too.count_sources(e), seeing.count_sources(e));
            for (const entity t : targets<likes>(w, e)) EXPECT_EQ(its.value(e, t)->how, liking.value(e, t)->how);
            // The sources are in the order of their indices.
            std::vector<entity> sources;
            for (const entity s : too.sources(e)) sources.push_back(s);
            EXPECT_TRUE(std::ranges::is_sorted(sources, {}, &entity::index));
        }
        EXPECT_TRUE(read.validate());
    }
}

TEST(json_links, of_damaged_texts_do_no_harm) {
    const std::string text = R"({"entities": [{"id": "0:65537", "likes": {"1:65537": {"how": 3}}, "drives": "1:65537"},
        {"id": "1:65537", "docked_to": ["0:65537"], "sees": ["0:65537", "1:65537"]}]})";
    std::size_t taken = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (const char c : std::string_view("\"{}[],:05 ")) {
            std::string damaged = text;
            damaged[i] = c;
            world w;
            const json_result r = read_json(w, damaged, all);
            taken += r ? 1U : 0U;
            ASSERT_TRUE(w.validate()) << damaged;
            ASSERT_TRUE(r || w.empty()) << damaged;
            for (const entity e : w) relation<likes>(w).unrelate_all(e);
        }
    }
    EXPECT_GT(taken, 100U);
}
