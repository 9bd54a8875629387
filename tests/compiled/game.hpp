#pragma once

#include <throng/extra/json.hpp>
#include <throng/list.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

#include <string>

/// A small game in two files: both use the world, the schedule and JSON, so that both refer to the same templates.
struct position {
    float x = 0;
    float y = 0;
};
struct sheep {
    std::string name;
    int hunger = 0;
};
struct asleep {};
struct drop {
    int height = 0;
};

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<sheep> {
    static constexpr const char* name = "sheep";
};
template <> struct throng::component<asleep> {
    static constexpr const char* name = "asleep";
};

inline constexpr auto all_components = throng::components<position, sheep, asleep>;

/// In rules.cpp.
void add_rules(throng::world& w, throng::schedule& systems, int& woken);
std::string text_of(const throng::world& w);
std::string text_of(const throng::list<drop>& rain);
throng::json_result read(throng::world& w, const std::string& text);
throng::json_result read(throng::list<drop>& rain, const std::string& text);
