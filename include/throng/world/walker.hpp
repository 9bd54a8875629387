#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/bitmap.hpp>
#include <throng/world/column.hpp>
#include <throng/world/row.hpp>

#include <cstdint>
#if defined(THRONG_AUDIT) && THRONG_AUDIT
#include <optional>
#endif

namespace throng::core {

/// Where a walk stands. A type of its own for the reason words are: see bitmap.hpp.
enum class place : std::uint32_t {};
inline constexpr place nowhere{~std::uint32_t{0}};
[[nodiscard]] constexpr std::uint32_t number(place p) noexcept { return static_cast<std::uint32_t>(p); }

/// What a walk finds in its node's `changed` after a visit.
inline constexpr word unchanged{0};
/// Somebody ahead in its page matches no more.
inline constexpr word look_again{1};
/// What it stands on has been destroyed or stripped: it must be let go.
inline constexpr word let_go_of{2};

/// Some entities of a world: a bit each, in pages that are there only when needed.
class some_entities {
  public:
    [[nodiscard]] bool any() const noexcept { return used_; }
    /// The page's words; null if none is set.
    [[nodiscard]] const word* page(std::uint32_t n) const noexcept { return pages_.at(n); }
    [[nodiscard]] std::uint32_t page_count() const noexcept { return static_cast<std::uint32_t>(pages_.size()); }
    [[nodiscard]] bool has(std::uint32_t index) const noexcept {
        const word* const p = page(index / page_slots);
        return p != nullptr && has_bit(p[index % page_slots / word_bits], index % word_bits);
    }
    /// Sees to it that the page's words are there. Throws what the allocator throws.
    template <class Allocator> word* equip(const Allocator& allocator, std::uint32_t n) {
        pages_.extend(allocator, n + 1);
        if (pages_[n] == nullptr) {
            auto* const m = static_cast<word*>(line_memory<Allocator>::take(allocator, page_words * sizeof(word)));
            for (unsigned i = 0; i < page_words; ++i) ::new (static_cast<void*>(m + i)) word{};
            pages_[n] = m;
        }
        return pages_[n];
    }
    void set(std::uint32_t index) noexcept {
        used_ = true;
        pages_[index / page_slots][index % page_slots / word_bits] |= bit(index % word_bits);
    }
    void unset(std::uint32_t index) noexcept {
        if (has(index)) pages_[index / page_slots][index % page_slots / word_bits] &= ~bit(index % word_bits);
    }
    /// No bit is set; the memory stays.
    void clear() noexcept {
        if (!std::exchange(used_, false)) return;
        for (word* const p : pages_) {
            for (unsigned i = 0; p != nullptr && i < page_words; ++i) p[i] = word{};
        }
    }
    /// For those who write words themselves.
    void is_used() noexcept { used_ = true; }
    [[nodiscard]] word* words(std::uint32_t n) const noexcept { return pages_.at(n); }
    template <class Allocator> void release(const Allocator& allocator) noexcept {
        for (word* const p : pages_) {
            if (p != nullptr) line_memory<Allocator>::give_back(allocator, p, page_words * sizeof(word));
        }
        pages_.release(allocator);
        used_ = false;
    }
    void swap(some_entities& other) noexcept {
        pages_.swap(other.pages_);
        std::swap(used_, other.used_);
    }

  private:
    row<word*> pages_;
    bool used_ = false;
};

/// What a world knows of each open walk, frozen view and operation in progress: a node on the caller's stack, in a
/// chain that begins in the world. Who changes something tells the chain.
struct world_walker {
    world_walker* next = nullptr;
    world_walker* previous = nullptr;
    /// The world's storage; null once that is gone.
    void* home = nullptr;
    /// The index that the walk stands on, and the first one behind what it has read ahead.
    place at = nowhere;
    place end = nowhere;
    word changed = unchanged;
    /// It stands on a run of neighbours, up to here.
    bool on_run = false;
    place run_end = nowhere;
    bool is_view = false;
    /// What may make entities match, and what may keep them from it: the marks of columns.
    std::uint64_t wants = 0;
    std::uint64_t shuns = 0;
    /// Whether an entity matches; null for operations, which only stand somewhere.
    bool (*matches)(const world_walker&, std::uint32_t index) = nullptr;
    /// For an edit in progress: whether the entity matched before it.
    bool matched = false;
    /// Who has come to match since the walk began. A live walk shows them in its next pass.
    some_entities late;
    /// Of a frozen view: whom it shows though they match no more.
    some_entities gone;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    /// Of what the caller has opened: walks and views. Operations are none.
    std::optional<opening> opened;
    /// See open_walks.
    std::uintptr_t mark = 0;
#endif

    /// All but the place in the chain.
    void take(world_walker& other) noexcept {
        at = std::exchange(other.at, nowhere);
        end = other.end;
        changed = std::exchange(other.changed, unchanged);
        on_run = other.on_run;
        run_end = other.run_end;
        is_view = other.is_view;
        wants = other.wants;
        shuns = other.shuns;
        matches = other.matches;
        late.swap(other.late);
        gone.swap(other.gone);
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        opened = other.opened;
#endif
    }
    [[nodiscard]] bool stands_on(std::uint32_t index) const noexcept {
        if (!on_run) return number(at) == index;
        return index - number(at) < number(run_end) - number(at);
    }
    /// Whether the walk has read what an entity is, and does not visit it just now, for all that is known.
    [[nodiscard]] bool must_look_again_at(std::uint32_t index) const noexcept {
        if (index == number(at) && !on_run) return false;
        return index - number(at) < number(end) - number(at);
    }
};

} // namespace throng::core
