#include "queries.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace throng::tool {

void where_all_are::follow(std::uint32_t p) {
    for (; followed_ < trace_.passes[p].edits_last; ++followed_) {
        const edit& e = trace_.edits[followed_];
        switch (e.what) {
        case edit::action::add:
            // Ids ascend.
            all_.push_back({e.id, double(trace_.spawns[e.id].x), double(trace_.spawns[e.id].y)});
            break;
        case edit::action::remove:
            std::erase_if(all_, [&](const located& l) { return l.id == e.id; });
            break;
        case edit::action::load:
            all_.clear();
            break;
        }
    }
    if (!trace_.moved) return;
    for (const move& m : trace_.moved->of_tic(p)) {
        if (located* const l = find(m.id)) *l = {m.id, double(m.x), double(m.y)};
    }
}

located* where_all_are::find(std::uint32_t id) {
    const auto at = std::lower_bound(all_.begin(), all_.end(), id, [](auto& l, std::uint32_t i) { return l.id < i; });
    return at != all_.end() && at->id == id ? &*at : nullptr;
}

std::vector<std::uint32_t> where_all_are::in_rectangle(double x0, double y0, double x1, double y1) const {
    std::vector<std::uint32_t> ids;
    for (const located& l : all_)
        if (l.x >= x0 && l.x <= x1 && l.y >= y0 && l.y <= y1) ids.push_back(l.id);
    return ids;
}

std::vector<std::uint32_t> where_all_are::in_circle(double x, double y, double radius) const {
    std::vector<std::uint32_t> ids;
    for (const located& l : all_)
        if ((l.x - x) * (l.x - x) + (l.y - y) * (l.y - y) <= radius * radius) ids.push_back(l.id);
    return ids;
}

double where_all_are::nearest_square(double x, double y, std::uint32_t but) const {
    double nearest = 1e60;
    for (const located& l : all_)
        if (l.id != but) nearest = std::min(nearest, (l.x - x) * (l.x - x) + (l.y - y) * (l.y - y));
    return nearest;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> where_all_are::pairs(double distance) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
    for (std::size_t i = 0; i < all_.size(); ++i) {
        for (std::size_t j = i + 1; j < all_.size(); ++j) {
            const double dx = all_[j].x - all_[i].x;
            const double dy = all_[j].y - all_[i].y;
            if (dx * dx + dy * dy <= distance * distance) out.emplace_back(all_[i].id, all_[j].id);
        }
    }
    return out;
}

std::optional<difference> compare_ids(const pass& said, const char* query, std::vector<std::uint32_t> found,
                                      const std::vector<std::uint32_t>& expected) {
    std::sort(found.begin(), found.end());
    if (found == expected) return {};
    return difference{said.line, said.tic, query, fmt::format("{} entities, by a look at all", expected.size()),
                      fmt::format("{}", found.size())};
}

std::optional<difference> compare_pairs(const pass& said, std::vector<std::pair<std::uint32_t, std::uint32_t>> found,
                                        const std::vector<std::pair<std::uint32_t, std::uint32_t>>& expected) {
    std::sort(found.begin(), found.end());
    if (found == expected) return {};
    return difference{said.line, said.tic, "pairs", fmt::format("{}, by a look at all", expected.size()),
                      fmt::format("{}", found.size())};
}

} // namespace throng::tool
