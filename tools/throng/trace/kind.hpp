#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace throng::tool {

/// What an entity is in the game: a mobj (a thing with a position) of a type number, or a moving sector or light.
struct kind {
    /// The type number of a mobj; from `first_sector` on, the sectors' movers in the order of their names.
    std::uint16_t code = 0;

    static constexpr std::uint16_t first_sector = 0xff00;

    constexpr bool is_mobj() const noexcept { return code < first_sector; }
    friend constexpr bool operator==(kind, kind) = default;
};

/// The kind of a trace's third field (`m33`, `door`); empty where it is none.
std::optional<kind> parse_kind(std::string_view text);

/// The field's spelling.
std::string spelling(kind k);

/// The kinds that a reader of pictures wants to tell apart.
enum class role : std::uint8_t { player, monster, missile, effect, scenery, sector };
inline constexpr std::size_t roles = 6;

role role_of(kind k);
std::string_view name_of(role r);

} // namespace throng::tool
