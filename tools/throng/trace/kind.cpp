#include "kind.hpp"

#include "fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace throng::tool {

namespace {

constexpr std::array<std::string_view, 8> sectors{"ceiling", "door",  "floor",  "plat",
                                                  "flicker", "flash", "strobe", "glow"};

template <std::size_t N> bool any(const std::array<std::uint16_t, N>& codes, std::uint16_t code) {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

} // namespace

std::optional<kind> parse_kind(std::string_view text) {
    if (text.starts_with('m')) {
        const auto type = decimal<std::uint16_t>(text.substr(1));
        if (!type || *type >= kind::first_sector) return std::nullopt;
        return kind{*type};
    }
    const auto found = std::find(sectors.begin(), sectors.end(), text);
    if (found == sectors.end()) return std::nullopt;
    return kind{static_cast<std::uint16_t>(kind::first_sector + (found - sectors.begin()))};
}

std::string spelling(kind k) {
    if (k.is_mobj()) return fmt::format("m{}", k.code);
    return std::string(sectors[static_cast<std::size_t>(k.code - kind::first_sector) % sectors.size()]);
}

role role_of(kind k) {
    constexpr std::array<std::uint16_t, 8> effects{4, 7, 29, 37, 38, 39, 40, 42};
    constexpr std::array<std::uint16_t, 10> missiles{6, 9, 16, 28, 31, 32, 33, 34, 35, 36};
    constexpr std::array<std::uint16_t, 4> things{26, 27, 30, 41};
    if (!k.is_mobj()) return role::sector;
    if (k.code == 0) return role::player;
    if (any(effects, k.code)) return role::effect;
    if (any(missiles, k.code)) return role::missile;
    if (any(things, k.code) || k.code >= 43) return role::scenery;
    return role::monster;
}

std::string_view name_of(role r) {
    constexpr std::array<std::string_view, roles> names{
        "players, dead or alive", "monsters, dead or alive", "missiles",
        "smoke and blood",        "items and scenery",       "doors and lights"};
    return names[static_cast<std::size_t>(r)];
}

} // namespace throng::tool
