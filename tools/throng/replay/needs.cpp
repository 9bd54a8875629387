#include "needs.hpp"

#include "../trace/malformed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace throng::tool {

namespace {

struct wording {
    std::string_view name;
    std::string_view meaning;
};

constexpr std::array<wording, needs> words{{
    {"order", "iterates in insertion order"},
    {"stable-addresses", "never moves an object, not even between walks"},
    {"handles", "refers to an object by a handle that notices its removal"},
    {"contains", "finds an object in O(1)"},
    {"snapshot", "shows the objects of one moment (freeze)"},
    {"same-walk", "visits new objects in the loop that adds them"},
    {"owns", "holds the objects itself"},
    {"several", "lets an object be in several of them at once"},
}};

} // namespace

std::string_view name_of(need n) { return words[static_cast<std::size_t>(n)].name; }

std::string_view meaning_of(need n) { return words[static_cast<std::size_t>(n)].meaning; }

std::vector<need> parse_needs(std::string_view text) {
    std::vector<need> out;
    if (text.empty()) return out;
    for (;;) {
        const std::size_t comma = text.find(',');
        const std::string_view name = text.substr(0, comma);
        const auto found = std::find_if(words.begin(), words.end(), [&](const wording& w) { return w.name == name; });
        if (found == words.end()) {
            std::string known;
            for (const wording& w : words) known += fmt::format("{}{}", known.empty() ? "" : ", ", w.name);
            throw std::invalid_argument(fmt::format("--needs: expected some of {}, found {}", known, in_quotes(name)));
        }
        const auto n = static_cast<need>(found - words.begin());
        if (std::find(out.begin(), out.end(), n) == out.end()) out.push_back(n);
        if (comma == std::string_view::npos) return out;
        text.remove_prefix(comma + 1);
    }
}

bool abilities::fits(need n) const { return std::find(has.begin(), has.end(), n) != has.end(); }

std::span<const abilities> all_abilities() {
    using enum need;
    static const std::vector<abilities> all{
        {"list", {order, handles, contains, snapshot, same_walk, owns}, "objects are moved together between walks"},
        {"entity_list",
         {order, handles, contains, snapshot, same_walk, owns},
         "objects are moved together between walks; they have to be entities, which know how to update"},
        {"buffered_list",
         {order, handles, contains, snapshot, owns},
         "newcomers wait for commit(); objects are moved together between walks"},
        {"bag",
         {handles, contains, snapshot, same_walk, owns},
         "no order; the last objects move into the gaps between walks"},
        {"pool",
         {stable_addresses, handles, contains, snapshot, same_walk, owns},
         "no order but that of its slots; a gap stays a gap until the next object is added"},
        {"ordered_set",
         {order, stable_addresses, contains, snapshot, same_walk, several},
         "the objects lie elsewhere, and each is looked up by its hash to be added or removed"},
        {"linked_list",
         {order, stable_addresses, contains, same_walk, several},
         "a hook in each object; the objects lie elsewhere, and a walk jumps from one to the next"},
        {"weak_list",
         {order, stable_addresses, snapshot, same_walk, several},
         "the objects lie elsewhere and say themselves that they are gone; contains() is O(n)"},
        {"subset",
         {order, handles, contains, same_walk, several},
         "it is the price of a list and of membership in a subset of it; the list moves objects between walks"},
    };
    return all;
}

} // namespace throng::tool
