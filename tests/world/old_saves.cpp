// Worlds that earlier versions have saved are read by this one. Each version of the bytes has a file in the folder
// saves/, named after it: run with THRONG_WRITE_SAVE=FILE, this test writes what it would be.
// needs files

#include <throng/world/family.hpp>
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
