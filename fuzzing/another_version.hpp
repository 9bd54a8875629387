/// What fuzz targets of worlds in files share: the same game's components as a later version has them, and a life for
/// what was read.
#pragma once

#include "world/saved_game.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace another_version {

using namespace saved_game;

struct place {
    double y = 0;
    float z = 9;
    float x = 0;
};
struct title {
    std::string text;
};
enum class temper : std::int16_t { angry = -7, calm = 300 };
struct tale {
    std::string words = "none";
    temper how = temper::calm;
    std::vector<place> path;
    std::int32_t pages[4] = {5, 5, 5, 5};
};
struct seldom {
    std::uint8_t n = 0;
};

} // namespace another_version

template <> struct throng::component<another_version::place> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<another_version::title> {
    static constexpr const char* name = "name";
    static another_version::title restore(throng::byte_reader& from) {
        const auto text = from.get_text();
        return {std::string(text.data(), text.size())};
    }
};
template <> struct throng::component<another_version::tale> {
    static constexpr const char* name = "tale";
    static constexpr const char* formerly[] = {"story"};
    static constexpr throng::field_renamed renamed[] = {{"text", "words"}};
};
template <> struct throng::component<another_version::seldom> {
    static constexpr const char* name = "rare";
};

namespace another_version {

inline constexpr auto later = throng::components<mark, seldom, tale, title, place>;

inline void insist(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

inline void live_on_from(world& w, std::uint64_t seed, int edits) {
    std::vector<entity> known;
    for (const entity e : w) known.push_back(e);
    insist(known.size() == w.size(), "a world of another size than it says");
    insist(w.validate(), "the world is not whole");
    numbers r(seed);
    live_on(w, known, r, edits);
}

/// A component that the world has needed only after it was restored.
struct late {
    std::size_t place = 0;
};
inline void give_late(world& w) {
    std::size_t n = 0;
    for (const entity e : w) w.add<late>(e, n++);
    insist(w.validate() && w.count<late>() == n, "an entity lacks the component that was added late");
    n = 0;
    w.query<const late>().each([&](const late& l) { insist(l.place == n++, "what came late is in another place"); });
    w.remove_all<late>();
}

} // namespace another_version
