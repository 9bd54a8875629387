#include "walk_model.hpp"

#include <fmt/format.h>

namespace throng::tool {

void walk_model::add(std::uint32_t id) {
    places_[id] = size();
    all_.push_back({id});
}

void walk_model::remove(std::uint32_t id, bool told) {
    const std::uint32_t place = places_[id];
    const bool there = place != none && all_[place].there;
    if (there) all_[place].there = false;
    if (there != told) differ("removals of", id, "", there, told);
}

void walk_model::remove_visited() {
    if (visited_ != none) all_[visited_].there = false;
}

void walk_model::clear() {
    for (member& m : all_) m.there = false;
}

void walk_model::begin_walk() {
    for (const member& m : all_) places_[m.id] = none;
    std::erase_if(all_, [](const member& m) { return !m.there; });
    std::uint32_t place = 0;
    for (member& m : all_) {
        m.visited = false;
        places_[m.id] = place++;
    }
    residents_ = round_ = size();
    settled_ = 0;
    visited_ = none;
}

void walk_model::end_walk() {
    if (const member* const missed = owed_up_to(promised_.newcomers ? size() : residents_))
        differ("visits of", missed->id, "", 1, 0);
}

void walk_model::differ(std::string_view what, std::uint32_t id, std::string_view which, int expected, int found) {
    if (found_) return;
    found_ = difference{0, 0, fmt::format("{} {}{}", what, id, which), fmt::format("{}", expected),
                        fmt::format("{}", found)};
}

} // namespace throng::tool
