#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng::tool {

/// What a game may ask of a collection beyond being changed while it is walked, which all of them can.
enum class need : std::uint8_t { order, stable_addresses, handles, contains, snapshot, same_walk, owns, several };
inline constexpr std::size_t needs = 8;

std::string_view name_of(need n);
/// What it means, as the rest of a sentence that begins with "it".
std::string_view meaning_of(need n);

/// Names with commas between them. Throws std::invalid_argument, which names what is not one and those there are.
std::vector<need> parse_needs(std::string_view text);

/// What a collection is good for, by the name it has among the contestants.
struct abilities {
    std::string_view name;
    std::vector<need> has;
    /// What one gives up by taking it.
    std::string_view gives_up;

    bool fits(need n) const;
};

/// Of each collection that is compared.
std::span<const abilities> all_abilities();

} // namespace throng::tool
