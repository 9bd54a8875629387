#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/bits.hpp>
#include <throng/world/kernel/column.hpp>
#include <throng/world/kernel/row.hpp>

#include <cstdint>
#if defined(THRONG_AUDIT) && THRONG_AUDIT
#include <optional>
#endif

namespace throng::core {

template <class Allocator> class storage;

/// The position of a walk. A distinct type for the same reason as words: see bits.hpp.
enum class place : std::uint32_t {};
inline constexpr place nowhere{~std::uint32_t{0}};
[[nodiscard]] THRONG_FLAT constexpr std::uint32_t number(place p) noexcept { return static_cast<std::uint32_t>(p); }

/// The values of a node's `changed` that a walk finds after a visit.
inline constexpr word unchanged{0};
/// An entity ahead in its page matches no more.
inline constexpr word look_again{1};
/// The walk's present entity has been destroyed or has lost a component: it must be released.
inline constexpr word let_go_of{2};

/// Some entities of a world: a bit each, in pages that are there only when needed.
class some_entities {
  public:
    [[nodiscard]] bool any() const noexcept { return used_; }
    /// Whether it holds memory.
    [[nodiscard]] bool is_equipped() const noexcept { return !pages_.empty(); }
    /// The page's words; null if none is set.
    [[nodiscard]] const word* page(std::uint32_t n) const noexcept { return pages_.at(n); }
    [[nodiscard]] std::uint32_t page_count() const noexcept { return static_cast<std::uint32_t>(pages_.size()); }
    [[nodiscard]] bool has(std::uint32_t index) const noexcept {
        const word* const p = page(index / page_slots);
        return p != nullptr && has_bit(p[index % page_slots / word_bits], index % word_bits);
    }
    /// Ensures that the page's words exist. Throws what the allocator throws.
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
    /// For code that writes words itself.
    void is_used() noexcept { used_ = true; }
    [[nodiscard]] word* words(std::uint32_t n) const noexcept { return pages_.at(n); }
    /// Calls f(page, word's number, word) for each word that has a bit.
    template <class F> void each_word(F f) const {
        for (std::uint32_t p = 0; p < page_count(); ++p) {
            word* const its = words(p);
            for (unsigned w = 0; its != nullptr && w < page_words; ++w) {
                if (core::any(its[w])) f(p, w, its[w]);
            }
        }
    }
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

/// The node of an open walk, a frozen view or an operation in progress, on the caller's stack.
template <class Allocator> struct world_walker {
    world_walker* next = nullptr;
    world_walker* previous = nullptr;
    /// Null once the world is destroyed.
    storage<Allocator>* home = nullptr;
    /// The index that the walk stands on, and the last one of what it has read ahead. A backward walk, which has read
    /// what is below `at`, has the index before `at` there: indices are a circle, so it looks again whatever else is
    /// lost.
    place at = nowhere;
    place last = nowhere;
    word changed = unchanged;
    /// It advances up to here without a check: neighbours, which all match. An edit of an entity ahead moves this back.
    place ahead{};
    /// It stands on a run of neighbours, up to here.
    bool on_run = false;
    place run_end = nowhere;
    bool is_view = false;
    /// A new entity is being made at the index, though nothing lives there yet; or followers are called of its birth.
    bool is_cradle = false;
    /// The marks of columns that may make entities match, and that may keep them from matching.
    std::uint64_t wants = 0;
    std::uint64_t shuns = 0;
    /// The marks of columns to which it gives write access.
    std::uint64_t writes = 0;
    /// Whether an entity matches; null for operations, which only stand somewhere.
    bool (*matches)(const world_walker&, std::uint32_t index) = nullptr;
    /// For an edit in progress: whether the entity matched before it.
    bool matched = false;
    /// The same of the other one, where an edit concerns two.
    bool matched_too = false;
    /// The entities that started to match since the walk began. A live walk shows it in its next pass.
    some_entities late;
    /// Of a live walk: what its present pass is for, after the first.
    some_entities turn;
    /// Of a frozen view: what it shows though it matches no more.
    some_entities gone;
    template <class F> void each_set(F f) {
        for (some_entities* s : {&late, &turn, &gone}) f(*s);
    }
    [[nodiscard]] bool is_equipped() const noexcept {
        return late.is_equipped() || turn.is_equipped() || gone.is_equipped();
    }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    /// Of what the caller has opened: walks and views. Operations are none.
    std::optional<opening> opened;
    /// See walk_registry.
    std::uintptr_t mark = 0;
#endif

    /// All but the place in the list.
    void take(world_walker& other) noexcept {
        at = std::exchange(other.at, nowhere);
        last = other.last;
        changed = std::exchange(other.changed, unchanged);
        ahead = std::exchange(other.ahead, place{});
        on_run = other.on_run;
        run_end = other.run_end;
        is_view = other.is_view;
        wants = other.wants;
        shuns = other.shuns;
        writes = other.writes;
        matches = other.matches;
        late.swap(other.late);
        turn.swap(other.turn);
        gone.swap(other.gone);
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        opened = other.opened;
#endif
    }
    void stand_on(std::uint32_t index, std::uint32_t length) noexcept {
        at = place{index};
        run_end = place{index + length};
        on_run = true;
    }
    [[nodiscard]] bool stands_on(std::uint32_t index) const noexcept {
        if (!on_run) return number(at) == index;
        return index - number(at) < number(run_end) - number(at);
    }
    /// The walk has to look before it moves on.
    void stop(word why) noexcept {
        changed |= why;
        ahead = place{};
    }
    /// Whether a column with the mark has a part in what matches.
    [[nodiscard]] bool asks_for(std::uint64_t column) const noexcept {
        return matches != nullptr && ((wants | shuns) & column) != 0;
    }
    /// Marks of the columns of which an addition may concern it: not those that a walk does not ask for.
    [[nodiscard]] std::uint64_t careful_additions() const noexcept {
        return is_view || matches == nullptr ? ~std::uint64_t{0} : wants | shuns;
    }
    /// An entity matches no more: the walk looks again if it has read that it does, and does not visit it just now, for
    /// all that is known.
    void lose(std::uint32_t index) noexcept {
        if (index == number(at) && !on_run) return;
        if (index - number(at) <= number(last) - number(at)) [[unlikely]]
            stop(look_again);
    }
    /// The same of a view too, which goes on to show what it has shown.
    void lose_or_keep(std::uint32_t index) noexcept {
        if (!is_view) lose(index);
        else if (!late.has(index)) gone.set(index);
    }
};

/// The open walks, frozen views and operations in progress of a world: whatever changes something tells them here.
template <class Allocator> class open_walks {
  public:
    using walker = world_walker<Allocator>;
    using column_type = column<Allocator>;

    explicit open_walks(const Allocator& allocator) noexcept : allocator_(allocator) {}

    [[nodiscard]] walker* first() const noexcept { return first_; }
    [[nodiscard]] bool any() const noexcept { return first_ != nullptr; }
    [[nodiscard]] walk_registry<walker>& opened() const noexcept { return open_; }
    /// Marks of the columns of which an addition or a removal may concern a walk.
    [[nodiscard]] std::uint64_t additions() const noexcept { return additions_; }
    [[nodiscard]] std::uint64_t removals() const noexcept { return removals_; }

    void link(walker& w) noexcept {
        w.previous = nullptr;
        w.next = first_;
        if (first_ != nullptr) first_->previous = &w;
        first_ = &w;
        open_.add(w);
        add_marks(w);
    }
    void unlink(walker& w) noexcept {
        open_.remove(w);
        (w.previous != nullptr ? w.previous->next : first_) = w.next;
        if (w.next != nullptr) w.next->previous = w.previous;
        w.home = nullptr;
        if (first_ == nullptr) additions_ = removals_ = 0;
        else if (const marks its(w), others(*first_); !others.cover(its)) [[unlikely]] mark_anew();
    }
    /// Ensures that the set has words for the page. Throws what the allocator throws.
    void equip(some_entities& s, std::uint32_t page) {
        if (!s.is_equipped()) [[unlikely]] {
            for (some_entities& its : spare_) {
                if (!s.is_equipped()) s.swap(its);
            }
        }
        (void)s.equip(allocator_, page);
    }
    /// A walk needs its sets no more. (A few are kept for others: else a loop that creates an entity would allocate
    /// each time.)
    void give_back(walker& w) noexcept {
        w.each_set([this](some_entities& s) {
            s.clear();
            for (some_entities& its : spare_) {
                if (s.is_equipped() && !its.is_equipped()) s.swap(its);
            }
            s.release(allocator_);
        });
    }
    void release() noexcept {
        for (some_entities& s : spare_) s.release(allocator_);
    }
    /// The world goes, the walks stay, and are over.
    void abandon_all() noexcept {
        while (first_ != nullptr) {
            walker& w = *std::exchange(first_, first_->next);
            open_.remove(w);
            w.home = nullptr;
            w.at = w.last = nowhere;
            w.stop(look_again);
            w.each_set([this](some_entities& s) { s.release(allocator_); });
        }
    }

    /// Before an entity is born on a page, with all of its components: walks must know that it is new. Throws what the
    /// allocator throws.
    void expect(std::uint32_t page) {
        for (walker* w = first_; w != nullptr; w = w->next) {
            if (w->matches != nullptr) equip(w->late, page);
        }
    }
    void born(std::uint32_t index) noexcept {
        for (walker* w = first_; w != nullptr; w = w->next) {
            if (w->matches != nullptr) w->late.set(index);
        }
    }
    /// Edits of many at once have been made on a page: walks that have read it must look again. (Also one that stands
    /// on nothing, since the destructor of what it has just left made them.)
    void page_changed(std::uint32_t page) noexcept {
        for (walker* w = first_; w != nullptr; w = w->next) {
            if (number(w->last) / page_slots == page) w->stop(look_again);
        }
    }
    /// An entity has lost something that no open walk shuns, and no view is there.
    void removed(std::uint32_t index) noexcept {
        for (walker* w = first_; w != nullptr; w = w->next) w->lose(index);
    }
    /// Before an edit that concerns a column of an entity. Throws what the allocator throws.
    template <bool walker::* Matched = &walker::matched> void before_edit(const column_type& c, std::uint32_t index) {
        for (walker* w = first_; w != nullptr; w = w->next) {
            if (!w->asks_for(c.mark)) continue;
            w->*Matched = w->matches(*w, index);
            if (!(w->*Matched)) equip(w->late, index / page_slots);
            else if (w->is_view) equip(w->gone, index / page_slots);
        }
    }
    template <bool walker::* Matched = &walker::matched>
    void after_edit(const column_type& c, std::uint32_t index) noexcept {
        for (walker* w = first_; w != nullptr; w = w->next) {
            if (!w->asks_for(c.mark)) continue;
            const bool matches = w->matches(*w, index);
            if (matches == w->*Matched) continue;
            if (matches) w->late.set(index);
            else w->lose_or_keep(index);
        }
    }
    /// Before an edit that concerns every query that an entity matches. Throws what the allocator throws.
    void before_change(std::uint32_t index) {
        for (walker* w = first_; w != nullptr; w = w->next) {
            if (w->matches == nullptr) continue;
            w->matched = w->matches(*w, index);
            if (!w->matched) equip(w->late, index / page_slots);
            else if (w->is_view) equip(w->gone, index / page_slots);
        }
    }
    void after_change(std::uint32_t index) noexcept {
        for (walker* w = first_; w != nullptr; w = w->next) {
            if (w->matches == nullptr) continue;
            const bool matches = w->matches(*w, index);
            if (matches && !w->matched) w->late.set(index);
            else if (!matches && w->matched) w->lose_or_keep(index);
        }
    }
    /// Throws what the allocator throws.
    void before_death(std::uint32_t index) {
        for (walker* w = first_; w != nullptr; w = w->next) {
            if (!w->is_view) continue;
            w->matched = w->matches(*w, index);
            if (w->matched) equip(w->gone, index / page_slots);
        }
    }
    void after_death(std::uint32_t index) noexcept {
        for (walker* w = first_; w != nullptr; w = w->next) {
            if (!w->is_view || w->matched) w->lose_or_keep(index);
        }
    }
    /// A walk that is positioned at the index, or a view that shows its former entity; null if there is none. O(open
    /// walks), O(1) if all are.
    [[nodiscard]] walker* holder(std::uint32_t index) const noexcept {
        walker* w = first_;
        while (w != nullptr && !w->stands_on(index) && !(w->is_view && w->gone.has(index))) w = w->next;
        return w;
    }

  private:
    /// Of the columns of which an edit may concern a walk.
    struct marks {
        std::uint64_t additions;
        std::uint64_t removals;
        explicit marks(const walker& w) noexcept
            : additions(w.careful_additions()), removals(w.is_view ? ~std::uint64_t{0} : w.shuns) {}
        [[nodiscard]] bool cover(const marks& others) const noexcept {
            return (others.additions & ~additions) == 0 && (others.removals & ~removals) == 0;
        }
    };
    void add_marks(const walker& w) noexcept {
        const marks its(w);
        additions_ |= its.additions;
        removals_ |= its.removals;
    }
    THRONG_NOINLINE void mark_anew() noexcept {
        additions_ = removals_ = 0;
        for (const walker* w = first_; w != nullptr; w = w->next) add_marks(*w);
    }

    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    walker* first_ = nullptr;
    some_entities spare_[4];
    THRONG_NO_UNIQUE_ADDRESS mutable walk_registry<walker> open_;
    std::uint64_t additions_ = 0;
    std::uint64_t removals_ = 0;
};

} // namespace throng::core
