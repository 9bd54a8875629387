// Worlds that earlier versions have saved are read by this one. Each version of the bytes has a file in the folder
// saves/, named after it: run with THRONG_WRITE_SAVE=FILE, this test writes what it would be.
// needs files

#include <throng/world/family.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

using throng::entity;
using throng::world;

struct position {
    float x = 0;
    double y = 0;
};
enum class mood : std::uint8_t { calm, angry = 7 };
struct story {
    bool told = false;
    mood how = mood::calm;
    std::string text;
    std::vector<position> path;
    std::int16_t pages[3] = {};
    entity of;
};
struct note {
    std::string text;
};
struct mark {};
struct rare {
    std::uint64_t n = 0;
};
struct likes {
    int how_much = 0;
};
struct docked_to {};
struct allied_with {};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<story> {
    static constexpr const char* name = "story";
};
template <> struct throng::component<note> {
    static constexpr const char* name = "note";
    static void save(const note& n, auto& to) { to.put_text(n.text.data(), n.text.size()); }
    static note restore(auto& from) {
        const auto text = from.get_text();
        return {std::string(text.data(), text.size())};
    }
};
template <> struct throng::component<mark> {
    static constexpr const char* name = "mark";
};
template <> struct throng::component<rare> {
    static constexpr const char* name = "rare";
    static constexpr bool sparse = true;
};
template <> struct throng::component<likes> {
    static constexpr const char* name = "likes";
};
template <> struct throng::component<docked_to> {
    static constexpr const char* name = "docked_to";
    static constexpr bool exclusive = true;
};
template <> struct throng::component<allied_with> {
    static constexpr const char* name = "allied_with";
    static constexpr bool symmetric = true;
};

namespace {

constexpr auto all = throng::components<position, story, note, mark, rare, throng::kin>;

/// What each file holds.
void fill(world& w) {
    throng::family family(w);
    const entity first = w.create(position{1.5F, -2});
    w.destroy(w.create(position{}));
    const entity told = w.create(position{3, 4}, mark{});
    w.add<story>(told, story{true, mood::angry, "once upon a time", {{1, 2}, {3, 4}}, {1, -2, 3}, first});
    w.add<note>(told, "by hand");
    w.add<rare>(first, std::uint64_t{1} << 40U);
    family.adopt(first, told);
    w.set_singleton(rare{12});
}

std::vector<std::byte> saved(const world& w) {
    throng::byte_writer<> to;
    throng::save(w, to, all);
    return {to.bytes().begin(), to.bytes().end()};
}
std::vector<std::byte> read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
    return {bytes, bytes + text.size()};
}

} // namespace

TEST(old_saves, are_read) {
    std::size_t files = 0;
    for (const auto& file : std::filesystem::directory_iterator(THRONG_OLD_SAVES)) {
        if (!file.is_regular_file()) continue;
        const auto name = file.path().filename().string();
        const auto bytes = read_file(file.path());
        world expected;
        fill(expected);
        ASSERT_FALSE(bytes.empty()) << name;
        world w;
        const auto result = restore(w, bytes, all);
        ASSERT_TRUE(result) << name << ": " << result.error << " at " << result.position;
        EXPECT_TRUE(w.validate()) << name;
        EXPECT_EQ(hash(w, all), hash(expected, all)) << name;
        const entity told = w.query<>(throng::all_of<story>).first();
        EXPECT_EQ(w.get<story>(told).path[1].y, 4) << name;
        EXPECT_EQ(w.get<note>(told).text, "by hand") << name;
        EXPECT_EQ(throng::family(w).parent_of(told), w.get<story>(told).of) << name;
        EXPECT_EQ(w.create(position{}), expected.create(position{})) << name;
        ++files;
    }
    EXPECT_GE(files, 2U);
}

TEST(old_saves, that_of_this_version_is_kept) {
    world w;
    fill(w);
    const auto bytes = saved(w);
    if (const char* const path = std::getenv("THRONG_WRITE_SAVE"))
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    EXPECT_EQ(read_file(std::filesystem::path(THRONG_OLD_SAVES) / "3.save"), bytes);
}

// The saves of relations, in the folder saves/relations. In the first of them, both sides of each link are saved.

namespace {

constexpr auto of_relations =
    throng::components<throng::related<likes>, throng::related<docked_to>, throng::related<allied_with>>;

struct relations {
    explicit relations(world& w) : liking(w), docking(w), allies(w) {}
    throng::relation<likes> liking;
    throng::relation<docked_to> docking;
    throng::relation<allied_with> allies;
};
/// Links in another order than that of their entities, some of which have ended.
std::vector<entity> relate(world& w) {
    relations r(w);
    std::vector<entity> e;
    for (int i = 0; i < 12; ++i) e.push_back(w.create());
    for (const std::size_t source : {7U, 2U, 9U, 4U, 1U, 11U, 3U})
        r.liking.relate(e[source], e[0], {static_cast<int>(source)});
    for (const std::size_t target : {8U, 5U, 6U, 3U}) r.liking.relate(e[4], e[target], {static_cast<int>(target)});
    r.liking.unrelate(e[9], e[0]);
    r.liking.unrelate(e[3], e[0]);
    r.liking.unrelate(e[4], e[5]);
    for (const std::size_t source : {6U, 5U, 10U, 2U}) r.docking.relate(e[source], e[8]);
    r.docking.relate(e[5], e[1]);
    w.destroy(e[10]);
    for (const std::size_t other : {9U, 3U, 6U, 1U}) r.allies.relate(e[other], e[7]);
    r.allies.relate(e[3], e[1]);
    r.allies.unrelate(e[7], e[3]);
    return e;
}
template <class Walk> std::vector<entity> seen(Walk those) {
    std::vector<entity> shown;
    while (const entity e = those.next()) shown.push_back(e);
    return shown;
}

} // namespace

TEST(old_saves, of_relations_are_read) {
    std::size_t files = 0;
    for (const auto& file : std::filesystem::directory_iterator(std::string(THRONG_OLD_SAVES) + "/relations")) {
        const auto name = file.path().filename().string();
        world expected;
        const std::vector<entity> e = relate(expected);
        const relations before(expected);
        world w;
        const auto result = restore(w, read_file(file.path()), of_relations);
        ASSERT_TRUE(result) << name << ": " << result.error << " at " << result.position;
        const relations r(w);
        EXPECT_EQ(seen(r.liking.sources(e[0])), (std::vector<entity>{e[7], e[2], e[4], e[1], e[11]})) << name;
        EXPECT_EQ(seen(r.docking.sources(e[8])), (std::vector<entity>{e[6], e[2]})) << name;
        EXPECT_EQ(seen(r.allies.targets(e[7])), (std::vector<entity>{e[9], e[6], e[1]})) << name;
        for (const entity one : e) {
            EXPECT_EQ(seen(r.liking.targets(one)), seen(before.liking.targets(one))) << name;
            EXPECT_EQ(seen(r.liking.sources(one)), seen(before.liking.sources(one))) << name;
            EXPECT_EQ(seen(r.docking.targets(one)), seen(before.docking.targets(one))) << name;
            EXPECT_EQ(seen(r.docking.sources(one)), seen(before.docking.sources(one))) << name;
            EXPECT_EQ(seen(r.allies.targets(one)), seen(before.allies.targets(one))) << name;
        }
        EXPECT_EQ(r.liking.value(e[4], e[6])->how_much, 6) << name;
        ++files;
    }
    EXPECT_GE(files, 2U);
}
TEST(old_saves, that_of_relations_of_this_version_is_kept) {
    world w;
    relate(w);
    throng::byte_writer<> to;
    throng::save(w, to, of_relations);
    if (const char* const path = std::getenv("THRONG_WRITE_RELATIONS"))
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(to.bytes().data()), static_cast<std::streamsize>(to.bytes().size()));
    const std::vector<std::byte> bytes{to.bytes().begin(), to.bytes().end()};
    EXPECT_EQ(read_file(std::filesystem::path(THRONG_OLD_SAVES) / "relations/targets.save"), bytes);
}
