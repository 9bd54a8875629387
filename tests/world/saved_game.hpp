#pragma once

/// A world with components of every sort that can be saved, and a life for it.

#include "support/numbers.hpp"

#include <throng/world/save.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace saved_game {

using throng::components;
using throng::entity;
using throng::world;

struct position {
    float x = 0;
    float y = 0;
};
struct name {
    std::string text;
};
struct mark {};
struct rare {
    std::uint64_t n = 0;
};
enum class mood : std::uint8_t { calm, angry, afraid };
/// Of members of many sorts, with padding between them.
struct story {
    bool told = false;
    mood how = mood::calm;
    std::string text;
    std::vector<position> path;
    std::int16_t pages[3] = {};
    entity of;
};

} // namespace saved_game

template <> struct throng::component<saved_game::position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<saved_game::name> {
    static constexpr const char* name = "name";
    static void save(const saved_game::name& n, auto& to) { to.put_text(n.text.data(), n.text.size()); }
    static saved_game::name restore(auto& from) {
        const auto text = from.get_text();
        return {std::string(text.data(), text.size())};
    }
    static std::uint64_t hash(const saved_game::name& n) { return std::hash<std::string>{}(n.text); }
};
template <> struct throng::component<saved_game::story> {
    static constexpr const char* name = "story";
};
template <> struct throng::component<saved_game::mark> {
    static constexpr const char* name = "mark";
};
template <> struct throng::component<saved_game::rare> {
    static constexpr const char* name = "rare";
    static constexpr bool sparse = true;
};

namespace saved_game {

inline constexpr auto all = components<story, position, name, mark, rare>;

using support::numbers;

/// Some thousand edits; `all_of_them` are the entities, dead or alive.
inline void live_on(world& w, std::vector<entity>& all_of_them, numbers& r, int edits) {
    for (int i = 0; i < edits; ++i) {
        const auto x = static_cast<float>(r.below(1000));
        if (all_of_them.empty() || r.below(3) == 0) {
            switch (r.below(4)) {
            case 0:
                all_of_them.push_back(w.create(position{x, 0}));
                break;
            case 1:
                all_of_them.push_back(w.create(position{x, 1}, name{"a ship with a long name"}));
                break;
            case 2:
                all_of_them.push_back(w.create(mark{}, position{x, 2}));
                break;
            default:
                all_of_them.push_back(w.create());
            }
            continue;
        }
        const entity e = all_of_them[r.below(all_of_them.size())];
        switch (r.below(7)) {
        case 0:
        case 1:
            w.destroy(e);
            break;
        case 2:
            w.set(e, position{x, 3});
            break;
        case 3:
            w.add<name>(e, std::to_string(x));
            break;
        case 4:
            w.add<rare>(e, r.below(100U));
            break;
        case 5:
            w.set(e, story{x > 500, mood::angry, "once", {{x, 4}, {x, 5}}, {1, -2, 3}, all_of_them[0]});
            break;
        default:
            w.remove<mark>(e), w.remove<rare>(e);
        }
    }
}

/// A world that another one has taken the place of, so that its generations begin higher than those of a new world:
/// some entities are older, and a page has been lived on, the same number of times in each slot.
inline world with_late_generations(std::vector<entity>& known) {
    world w;
    for (int i = 0; i < 3; ++i) {
        w.create_many(2000, position{1, 2});
        w.clear();
    }
    world other;
    numbers r(5);
    live_on(other, known, r, 300);
    known.clear();
    w = std::move(other);
    for (const entity e : w) known.push_back(e);
    w.create_many(throng::core::page_slots, mark{});
    w.destroy(w.query<>(throng::all_of<mark>, throng::none_of<position>));
    live_on(w, known, r, 300);
    return w;
}

} // namespace saved_game
