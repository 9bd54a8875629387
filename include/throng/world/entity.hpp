#pragma once

#include <throng/core/compiler.hpp>

#include <compare>
#include <coroutine> // std::hash is declared there, at the least cost
#include <cstddef>
#include <cstdint>

namespace throng {

namespace core {
template <class Allocator> class entity_index;
} // namespace core

/// Refers to an entity of a world without owning it: 8 bytes, freely copied, stored, compared and hashed. It goes stale
/// when the entity is destroyed, and a stale one never refers to a later entity. It is valid again if the entity itself
/// comes back: with the whole world (restore, snapshot, rollback), or by `merge_saved`.
class entity {
  public:
    /// Refers to nothing.
    constexpr entity() noexcept = default;

    /// False for one that refers to nothing. One that is true may still be stale: ask its world.
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return generation_ != 0; }

    /// Small: fit to index an array beside the world. Of two entities that are alive at the same time no two have the
    /// same index.
    [[nodiscard]] constexpr std::uint32_t index() const noexcept { return index_; }
    /// Counts the lives of the index; 0 for one that refers to nothing.
    [[nodiscard]] constexpr std::uint32_t generation() const noexcept { return generation_; }
    /// Both in one number, for logs, messages and save games.
    [[nodiscard]] constexpr std::uint64_t number() const noexcept { return std::uint64_t{generation_} << 32U | index_; }
    [[nodiscard]] static constexpr entity of_number(std::uint64_t number) noexcept {
        return {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32U)};
    }

    friend constexpr bool operator==(entity, entity) noexcept = default;
    friend constexpr auto operator<=>(entity, entity) noexcept = default;

  private:
    template <class> friend class core::entity_index;
    THRONG_FLAT constexpr entity(std::uint32_t index, std::uint32_t generation) noexcept
        : index_(index), generation_(generation) {}

    std::uint32_t index_ = 0;
    std::uint32_t generation_ = 0;
};

} // namespace throng

template <> struct std::hash<throng::entity> {
    [[nodiscard]] std::size_t operator()(throng::entity e) const noexcept {
        return static_cast<std::size_t>(e.number());
    }
};
