// needs POSIX
// `throng info` and `throng convert` of worlds, whose components the program does not know.

#include "process.hpp"
#include "scratch_folder.hpp"
#include "world/saved_game.hpp"
#include "world/world_file.hpp"

#include <throng/entity/tree.hpp>
#include <throng/extra/json.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/world/naming.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <iterator>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace saved_game;
using namespace throng::tool;

bool contains(const std::string& text, std::string_view what) { return text.find(what) != std::string::npos; }

std::string saved(const world& w) {
    throng::byte_writer<> to;
    throng::save(w, to, all);
    return {reinterpret_cast<const char*>(to.bytes().data()), to.bytes().size()};
}
throng::restored restore_text(world& w, const std::string& bytes) {
    return throng::restore(w, std::as_bytes(std::span(bytes)), all);
}
world some_world() {
    world w;
    std::vector<entity> known;
    numbers r(4);
    live_on(w, known, r, 4000);
    w.set_singleton(name{"of the world"});
    w.set_singleton(story{true, mood::afraid, "long ago, and too long for the string", {{1, 2}}, {7, 8, 9}, known[1]});
    return w;
}
/// What is thrown instead.
template <class F> std::string complaint(F f) {
    try {
        f();
    } catch (const std::runtime_error& e) {
        return e.what();
    }
    return "none";
}

} // namespace

TEST(worlds, a_saved_world_becomes_text_and_is_read_by_its_game) {
    const scratch_folder folder;
    world a = some_world();
    const std::string save = folder.file("a.save", saved(a));
    const converted text = convert_world(save, "a.json", {});
    EXPECT_EQ(text.remarks, "");
    std::ostringstream by_game;
    throng::write_json(a, by_game, all);
    EXPECT_EQ(text.bytes, by_game.str()) << "the program knows no components, and writes the same";
    world b;
    ASSERT_TRUE(throng::read_json(b, text.bytes, all));
    EXPECT_EQ(hash(a, all), hash(b, all));
}

TEST(worlds, a_text_becomes_a_saved_world_by_the_types_of_another) {
    const scratch_folder folder;
    world a = some_world();
    const std::string save = folder.file("a.save", saved(a));
    const std::string text = folder.file("a.json", convert_world(save, "a.json", {}).bytes);
    world other;
    (void)other.create(mark{});
    const std::string types = folder.file("types.save", saved(other));
    const converted again = convert_world(text, "b.save", types);
    EXPECT_EQ(again.remarks, "");
    world b;
    const auto result = restore_text(b, again.bytes);
    ASSERT_TRUE(result) << result.error;
    EXPECT_EQ(hash(a, all), hash(b, all));
    EXPECT_EQ(b.singleton<story>()->path[0].y, 2);
    std::vector<entity> known, known_too;
    for (const entity e : a) known.push_back(e);
    for (const entity e : b) known_too.push_back(e);
    numbers r(9);
    numbers same = r;
    live_on(a, known, r, 1000);
    live_on(b, known_too, same, 1000);
    EXPECT_EQ(hash(a, all), hash(b, all));
}

TEST(worlds, a_saved_world_is_saved_again_as_this_version_does) {
    const scratch_folder folder;
    const std::string bytes = saved(some_world());
    EXPECT_TRUE(convert_world(folder.file("a.save", bytes), "b.save", {}).bytes == bytes);
    const std::string old = std::string(THRONG_OLD_SAVES) + "/2.save";
    EXPECT_TRUE(contains(describe_world(old), "saved world, version 2, 6443 bytes"));
    const std::string now = folder.file("now.save", convert_world(old, "now.save", {}).bytes);
    EXPECT_TRUE(contains(describe_world(now), "saved world, version 3"));
}

TEST(worlds, are_described) {
    const scratch_folder folder;
    world w;
    (void)w.create(position{}, mark{});
    (void)w.create(position{}, name{"a"}, rare{});
    w.set_singleton(rare{});
    w.set_singleton(story{});
    const std::string save = folder.file("a.save", saved(w));
    const std::string text = folder.file("a.json", convert_world(save, "a.json", {}).bytes);
    EXPECT_EQ(describe_world(save).substr(save.size()),
              "\n"
              "  form                         saved world, version 3, " +
                  std::to_string(std::filesystem::file_size(save)) +
                  " bytes\n"
                  "  entities                     2, on 2 pages\n"
                  "  story                        singleton: {told: bool, how: enum(calm, angry, afraid), text: text, "
                  "path: {x: float, y: float}[], pages: int16[3], of: entity}\n"
                  "  position                     2 entities: {x: float, y: float}\n"
                  "  name                         1 entity: bytes of its own\n"
                  "  mark                         1 entity: tag\n"
                  "  rare                         1 entity, singleton: {n: uint64}\n");
    EXPECT_EQ(describe_world(text).substr(text.size()),
              "\n"
              "  form                         JSON\n"
              "  entities                     2, on 2 pages\n"
              "  mark                         1 entity: tag\n"
              "  name                         1 entity: text\n"
              "  position                     2 entities: {x: number, y: number}\n"
              "  rare                         1 entity, singleton: {n: number}\n"
              "  story                        singleton: {how: text, of: null, pages: array, path: array, "
              "text: text, told: bool}\n");
}

TEST(worlds, names_and_families_are_kept) {
    const scratch_folder folder;
    constexpr auto those = components<position, throng::kin, throng::entity_name>;
    world a;
    ASSERT_TRUE(throng::read_json(a, R"({"entities": [
        {"name": "castle", "children": [{"name": "gate"}, {"position": {"x": 1, "y": 2}}]}, {"name": "gate"}]})",
                                  those));
    throng::byte_writer<> to;
    throng::save(a, to, those);
    const std::string bytes(reinterpret_cast<const char*>(to.bytes().data()), to.bytes().size());
    const std::string save = folder.file("a.save", bytes);
    const converted text = convert_world(save, "a.json", {});
    std::ostringstream by_game;
    throng::write_json(a, by_game, those);
    EXPECT_EQ(text.bytes, by_game.str());
    EXPECT_TRUE(contains(text.bytes, R"("name":"castle")"));
    const std::string json = folder.file("a.json", R"({"entities": [{"name": "b", "children": [{"name": "c"}]}]})");
    EXPECT_TRUE(contains(describe_world(json), "entities                     2, on 0 pages"));
    EXPECT_TRUE(contains(describe_world(json), "name                         2 entities: text"));
    world b;
    const std::string again = convert_world(json, "b.save", save).bytes;
    ASSERT_TRUE(throng::restore(b, std::as_bytes(std::span(again)), those));
    EXPECT_TRUE(throng::naming(b).find("b/c"));
}

TEST(worlds, what_cannot_be_read_is_told_with_file_and_place) {
    const scratch_folder folder;
    const std::string good = saved(some_world());
    const std::string types = folder.file("types.save", good);
    const auto of_save = [&](std::string bytes) {
        const std::string file = folder.file("bad.save", bytes);
        const std::string told = complaint([&] { (void)convert_world(file, "x.json", {}); });
        EXPECT_EQ(told.rfind(file + ": ", 0), 0U) << told;
        return told.substr(file.size() + 2);
    };
    std::string flipped = good;
    flipped[flipped.size() / 2] ^= 1;
    EXPECT_EQ(of_save(flipped), "byte " + std::to_string(good.size() - 8) + ": damaged: the check sum is wrong");
    EXPECT_EQ(of_save(good.substr(0, 20)), "byte 20: too short for a saved world");
    std::string later = good;
    later[13] = '9';
    EXPECT_TRUE(contains(of_save(later), "of a version that is not known"));

    const auto of_text = [&](const std::string& text) {
        const std::string file = folder.file("bad.json", text);
        const std::string told = complaint([&] { (void)convert_world(file, "x.save", types); });
        EXPECT_EQ(told.rfind(file + ":", 0), 0U) << told;
        return told.substr(file.size() + 1);
    };
    EXPECT_EQ(of_text("{\"entities\": [\n{\"position\": {\"x\": \"one\"}}]}"),
              "2:24: /entities/0/position/x: a number is wanted");
    EXPECT_EQ(of_text("{\"entities\": [\n{\"position\": {\"z\": 1}}]}"),
              " /entities/0/position/z: there is no such component or field in " + types);
    EXPECT_TRUE(contains(of_text("{\"entities\": [\n"), ": /entities/0: "));
    EXPECT_TRUE(contains(of_text(""), "1: expected a world or collection, saved or in JSON, found nothing"));
    const std::string broken = folder.file("broken.json", "{\"entities\": 7,\n ]");
    EXPECT_TRUE(contains(complaint([&] { (void)describe_world(broken); }), "broken.json:2:2: "));
    const std::string array = folder.file("array.json", "[]");
    EXPECT_TRUE(contains(complaint([&] { (void)describe_world(array); }), "array.json:1:1: an object is wanted"));
}

TEST(worlds, what_is_not_said_is_zero_and_told) {
    const scratch_folder folder;
    const std::string types = folder.file("types.save", saved(some_world()));
    const std::string text = folder.file("a.json", R"({"entities": [{"position": {"x": 5}, "mark": true}]})");
    const converted made = convert_world(text, "a.save", types);
    EXPECT_EQ(made.remarks, text + ": /entities/0/position/y: nothing is said of it: it is zero or empty\n");
    world w;
    ASSERT_TRUE(restore_text(w, made.bytes));
    EXPECT_EQ(w.get<position>(*w.begin()).x, 5);
    EXPECT_EQ(w.get<position>(*w.begin()).y, 0);
}

TEST(worlds, the_program_converts_files) {
    const scratch_folder folder;
    const std::string bytes = saved(some_world());
    folder.file("a.save", bytes);
    const ended there = run_throng({"convert", "a.save", "a.json"}, folder.path());
    EXPECT_EQ(there.status, 0) << there.err;
    EXPECT_EQ(there.out + there.err, "");
    const ended back = run_throng({"convert", "a.json", "b.save", "--types", "a.save"}, folder.path());
    EXPECT_EQ(back.status, 0) << back.err;
    world a, b;
    ASSERT_TRUE(restore_text(a, bytes));
    ASSERT_TRUE(restore_text(b, bytes_of(folder.path() / "b.save")));
    EXPECT_EQ(hash(a, all), hash(b, all));
    const ended told = run_throng({"info", "a.save", "a.json"}, folder.path());
    EXPECT_EQ(told.status, 0) << told.err;
    EXPECT_TRUE(contains(told.out, "a.save\n  form                         saved world")) << told.out;
    EXPECT_TRUE(contains(told.out, "\n\na.json\n  form                         JSON")) << told.out;
}

namespace {

struct crate {
    int weight = 0;
    std::string label;
    throng::handle<crate> below;
};
throng::list<crate> some_crates() {
    throng::list<crate> crates;
    const auto first = crates.add({1, "first", {}});
    crates.add({2, "second", first});
    crates.remove(crates.add({3, "removed", {}}));
    return crates;
}
template <class C> std::string saved_collection(const C& c) {
    throng::byte_writer<> to;
    throng::save(c, to);
    return {reinterpret_cast<const char*>(to.bytes().data()), to.bytes().size()};
}

} // namespace

TEST(worlds, saved_collections_become_text_and_come_back) {
    const scratch_folder folder;
    const auto path = [&](const char* name) { return (folder.path() / name).string(); };
    const throng::list<crate> crates = some_crates();
    const std::string bytes = saved_collection(crates);
    (void)folder.file("crates.save", bytes);
    EXPECT_TRUE(is_world(path("crates.save")));
    const std::string text = convert_world(path("crates.save"), "x.json", "").bytes;
    std::ostringstream wanted;
    ASSERT_TRUE(throng::write_json(crates, wanted));
    EXPECT_EQ(text, wanted.str());
    (void)folder.file("crates.json", text);
    EXPECT_EQ(convert_world(path("crates.json"), "x.save", path("crates.save")).bytes, bytes);
    EXPECT_EQ(convert_world(path("crates.json"), "x.json", path("crates.save")).bytes, text);
    EXPECT_EQ(convert_world(path("crates.save"), "x.save", "").bytes, bytes);

    const std::string told = describe_world(path("crates.save"));
    EXPECT_TRUE(contains(told, "saved collection, version 1, " + std::to_string(bytes.size()) + " bytes")) << told;
    EXPECT_TRUE(contains(told, "elements in a row (list, bag, entity_list, ...)")) << told;
    EXPECT_TRUE(contains(told, "2: {weight: int32, label: text, below: ")) << told;
    const std::string told_of_text = describe_world(path("crates.json"));
    EXPECT_TRUE(contains(told_of_text, "collection, row")) << told_of_text;
    EXPECT_TRUE(contains(told_of_text, "2: {")) << told_of_text;
    EXPECT_TRUE(contains(told_of_text, "weight: number")) << told_of_text;

    throng::tree<int> tree;
    tree.add_child(tree.add(1), 2);
    throng::pool<double> pool;
    pool.add(1.5);
    throng::ordered_set<int> set;
    set.add(7);
    const auto round = [&](const std::string& its, std::string_view kind) {
        (void)folder.file("its.save", its);
        (void)folder.file("its.json", convert_world(path("its.save"), "x.json", "").bytes);
        EXPECT_EQ(convert_world(path("its.json"), "x.save", path("its.save")).bytes, its) << kind;
        EXPECT_TRUE(contains(describe_world(path("its.save")), kind));
    };
    round(saved_collection(tree), "nodes of a tree");
    round(saved_collection(pool), "elements in slots (pool)");
    round(saved_collection(set), "values without handles");
}

TEST(worlds, collections_that_cannot_be_read_are_named_with_the_place) {
    const scratch_folder folder;
    const auto path = [&](const char* name) { return (folder.path() / name).string(); };
    const std::string bytes = saved_collection(some_crates());
    (void)folder.file("good.save", bytes);
    std::string damaged = bytes;
    damaged[40] = static_cast<char>(damaged[40] ^ 1);
    (void)folder.file("bad.save", damaged);
    EXPECT_EQ(complaint([&] { (void)describe_world(path("bad.save")); }),
              path("bad.save") + ": byte " + std::to_string(bytes.size() - 8) + ": damaged: the check sum is wrong");
    const auto of_text = [&](const std::string& text) {
        (void)folder.file("a.json", text);
        return complaint([&] { (void)convert_world(path("a.json"), "x.save", path("good.save")); });
    };
    const std::string start = "{\"throng\": 1, \"collection\": \"row\",\n\"elements\": [";
    EXPECT_EQ(of_text(start + "{\"weight\": \"x\"}]}"),
              path("a.json") + ":2:27: /elements/0/weight: a number is wanted");
    EXPECT_EQ(of_text(start + "{\"height\": 2}]}"),
              path("a.json") + ": /elements/0/height: there is no such component or field in " + path("good.save"));
    EXPECT_TRUE(contains(of_text("{\"throng\": 1,\n\"entities\": []}"), "a.json:2:"));
    EXPECT_TRUE(
        contains(complaint([&] { (void)convert_world(path("a.json"), "x.save", ""); }), "expected --types SAVE"));
}

TEST(worlds, the_program_writes_nothing_where_something_is_wrong) {
    const scratch_folder folder;
    folder.file("a.save", saved(some_world()));
    folder.file("bad.save", "throng world 3\n");
    folder.file("a.json", "{\"entities\": [{\"position\": 1}]}");
    folder.file("there.json", "as it was");
    const auto refuses = [&](std::vector<std::string> words, std::string_view why) {
        words.insert(words.begin(), "convert");
        const ended e = run_throng(words, folder.path());
        EXPECT_EQ(e.status, 2) << why;
        EXPECT_EQ(e.out, "");
        EXPECT_TRUE(contains(e.err, why)) << e.err;
        EXPECT_EQ(bytes_of(folder.path() / "there.json"), "as it was");
        EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 4) << e.err;
    };
    refuses({"bad.save", "there.json"}, "throng: bad.save: byte 15: too short for a saved world");
    refuses({"a.json", "x.save", "--types", "a.save"},
            "throng: a.json:1:28: /entities/0/position: an object is wanted");
    refuses({"a.json", "x.save"}, "throng: a.json: JSON does not say what components are made of");
    refuses({"a.save", "x.save", "--types", "bad.save"}, "--types: a.save is saved");
    refuses({"a.json", "x.save", "--types", "there.json"}, "throng: there.json: ");
    refuses({"there.json", "x.json"},
            "throng: there.json:1: expected a world or collection, saved or in JSON, found 'as it was'");
    refuses({"a.json", "x.save", "--type", "a.save"}, "throng: ");
    refuses({"a.save", "x.txt"}, "throng: x.txt: expected a name that ends in .json or .save");
    refuses({"a.save", "a.save"}, "throng: a.save: is the input a.save, and will not be overwritten");
    refuses({"a.json", "a.save", "--types", "./a.save"}, "will not be overwritten");
    refuses({"a.save", "none/x.json"}, "throng: cannot write none/x.json");
    refuses({"none.save", "x.json"}, "throng: cannot open none.save: No such file or directory");
    refuses({"a.save"}, "TO is required");
    refuses({".", "x.json"}, "throng: cannot read .: Is a directory");
    EXPECT_EQ(run_throng({"info", "bad.save"}, folder.path()).status, 2);
    EXPECT_EQ(run_throng({"info", "there.json"}, folder.path()).status, 2);
}
