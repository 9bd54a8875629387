#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/attempt.hpp>
#include <throng/core/callback.hpp>
#include <throng/core/checked.hpp>
#include <throng/core/handle.hpp>
#include <throng/core/relocate.hpp>
#include <throng/core/segment.hpp>
#include <throng/core/validation.hpp>
#include <throng/core/walker_chain.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace throng::core {

/// Elements without an order, which lie in one array without gaps whenever nobody walks.
///
/// The slots 0 … end-1 are numbered through over one or more segments. While nobody walks there is one segment and no
/// gap (where elements may be moved at all): removing fills the gap with the last element at once, and growing moves
/// all into a segment of twice the size. While anybody walks nothing is moved and no slot is used again: removing
/// leaves a gap, adding goes to the end, and where there is no room left a larger segment is put behind, with the
/// newcomers already where they are going to stay in it. When the last walk closes, the last elements fill the gaps, as
/// many moves as there are gaps, and the earlier segments move into the last one.
///
/// Everything follows from the slots' numbers, and these from the edits alone: the order of walks does not depend on
/// the memory.
///
/// Where elements may not be moved, gaps are filled by newcomers instead, lowest first, between walks.
///
/// Walks of it are in dense_cursor.hpp and dense_update.hpp. The other promises are those of sequence.hpp.
template <class T, class Allocator> class dense : public checked<dense<T, Allocator>> {
    using checked_type = checked<dense>;
    using holding = core::holding<dense>;

  public:
    using segment_type = segment<T>;
    using table_type = handle_table<T, Allocator>;
    using element_type = T;
    using walker_type = walker<dense>;

    static constexpr bool relocatable = may_be_moved<T>;
    static constexpr bool plain = std::is_trivially_copyable_v<T>;
    static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

    explicit dense(const Allocator& allocator, caller where = {}) noexcept
        : checked_type(where), allocator_(allocator) {}
    dense(const dense&) = delete;
    dense& operator=(const dense&) = delete;

    ~dense() {
        most_ = 0; // what a destructor of an element would still add is refused
        walkers_.disturb();
        while (walkers_.any()) unlink(*walkers_.first());
        on_remove_.reset();
        on_add_.reset();
        destroy_all();
        if (table_ != nullptr) drop_table();
        drop_segments();
    }

    // --- what is there -----------------------------------------------------------------------------------------------

    [[nodiscard]] const Allocator& allocator() const noexcept { return allocator_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return last_segment().end; }
    [[nodiscard]] std::size_t most() const noexcept { return most_; }
    void most(std::size_t n) noexcept { most_ = n; }
    /// Whether there is no room for one more: who is just being made has his place already.
    [[nodiscard]] bool is_full() const noexcept { return size_ + being_made_ >= most_; }

    /// One past the last slot.
    [[nodiscard]] std::size_t end() const noexcept { return end_; }
    [[nodiscard]] position end_position() const noexcept { return {end_, 0}; }
    /// No gaps, and all in one segment.
    [[nodiscard]] bool is_dense() const noexcept { return size_ == end_ && !in_segments(); }
    /// Not all in one segment.
    [[nodiscard]] bool in_segments() const noexcept { return end_ > body_.end; }
    /// The first element of the array; the array goes on to the end while it is dense.
    [[nodiscard]] T* elements() const noexcept { return body_.elements; }

    /// The slot of an element, living or removed; `nowhere` for an address that is not of this collection.
    [[nodiscard]] std::size_t slot_of(const T* x) const noexcept {
        for (const segment_type* s = &body_; s != nullptr; s = s->next) {
            if (!s->holds(x)) continue;
            const std::size_t slot = s->origin + static_cast<std::size_t>(x - s->elements);
            return slot >= s->first && slot < s->end && slot < end_ ? slot : nowhere;
        }
        return nowhere;
    }
    [[nodiscard]] segment_type& segment_of(std::size_t slot) noexcept {
        segment_type* s = &body_;
        while (slot >= s->end) s = s->next;
        return *s;
    }
    [[nodiscard]] const segment_type& segment_of(std::size_t slot) const noexcept {
        return const_cast<dense*>(this)->segment_of(slot);
    }
    [[nodiscard]] T* at(std::size_t slot) const noexcept { return segment_of(slot).at(slot); }
    [[nodiscard]] bool is_gap(std::size_t slot) const noexcept { return segment_of(slot).is_gap(slot); }
    [[nodiscard]] bool is_live(std::size_t slot) const noexcept { return slot < end_ && !is_gap(slot); }
    [[nodiscard]] bool contains(const T* x) const noexcept {
        const std::size_t slot = slot_of(x);
        return slot != nowhere && is_live(slot);
    }

    /// Something is in the chain of walkers, or a walk of this collection stands elsewhere still.
    [[nodiscard]] bool is_walked() const noexcept { return walkers_.any() || walkers_.away() != 0; }
    [[nodiscard]] bool is_only_walk(const walker_type& w) const noexcept {
        return walkers_.is_only(w) && walkers_.away() == 0;
    }

    // --- handles -----------------------------------------------------------------------------------------------------

    [[nodiscard]] T* find(handle<T> h) const noexcept { return table_ == nullptr ? nullptr : table_->find(h); }
    [[nodiscard]] bool has_handles() const noexcept { return table_ != nullptr; }

    /// The element's handle, made now if it has none. O(1), but for the first handle of all: that is O(capacity).
    /// Throws what the allocator throws; nothing has changed then.
    [[nodiscard]] handle<T> handle_of(T* element) {
        const std::size_t slot = slot_of(element);
        if (slot == nowhere || !is_live(slot) || !prepare_handles()) return {};
        std::uint32_t& entry = handle_entry(slot);
        if (entry != 0) return table_->of(entry - 1);
        const handle<T> h = table_->issue(allocator_, element);
        if (h) entry = h.index() + 1;
        return h;
    }

    /// What `start_above_both` asks of a storage.
    [[nodiscard]] std::uint32_t unused_generation() const noexcept {
        return table_ == nullptr ? first_generation_ : table_->unused_generation();
    }
    void start_generations_at(std::uint32_t generation) noexcept {
        first_generation_ = generation;
        if (table_ != nullptr) table_->start_generations_at(generation);
    }

    /// The table of handles (for tests of the last generations). Throws what the allocator throws.
    [[nodiscard]] table_type& table() {
        (void)prepare_handles();
        return *table_;
    }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Makes an element; null when the array is full, or when `on_add` removed it again. O(1), amortised where it has
    /// to grow. Throws what the allocator, the constructor or the hook throws; nothing has been added then.
    template <class... Args> T* emplace_back(Args&&... args) {
        if constexpr (plain && relocatable && sizeof...(Args) == 1 &&
                      (std::is_same_v<std::remove_cvref_t<Args>, T> && ...)) {
            if (end_ < body_.end && !is_full() && !on_add_) [[likely]] {
                T* const x = body_.elements + end_;
                std::allocator_traits<Allocator>::construct(allocator_, x, std::forward<Args>(args)...);
                ++end_;
                ++size_;
                return x;
            }
        }
        if (is_full()) return nullptr;
        return make<true>(nullptr, std::forward<Args>(args)...);
    }

    /// The same, and gives the element a handle. A handle that is empty: nothing was added.
    template <class... Args> handle<T> emplace(Args&&... args) {
        handle<T> h{};
        if (is_full()) return h;
        (void)make<true>(&h, std::forward<Args>(args)...);
        return h;
    }

    /// Room for `count` elements more without an allocation; false where the allocator gives null. Throws what the
    /// allocator throws.
    [[nodiscard]] bool reserve(std::size_t count) {
        const std::size_t free = relocatable || is_walked() ? capacity() - end_ : capacity() - size_;
        if (count <= free) return true;
        if (!add_segment(capacity() + (count - free))) return false;
        settle();
        return true;
    }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes a living element. O(open walks). Throws what `on_remove` throws and, under a frozen view, what the
    /// allocator throws; nothing has been removed then, nor where it is false: the allocator gave null.
    bool remove(std::size_t slot) {
        if (walkers_.views() != 0 && !prepare_views(segment_of(slot))) [[unlikely]]
            return false;
        if (on_remove_) [[unlikely]]
            remove_and_tell(slot);
        else drop(slot);
        return true;
    }
    /// The same by address; false if it is gone already.
    bool remove(const T* x) {
        if constexpr (plain && relocatable) {
            if (table_ == nullptr && walkers_.views() == 0 && !on_remove_ && body_.holds(x)) [[likely]]
                return remove_simply(x);
        }
        const std::size_t slot = slot_of(x);
        return slot != nowhere && !is_gap(slot) && remove(slot);
    }

    /// Removes everything that is there now, one after the other.
    template <class Cursor> void clear() {
        if constexpr (std::is_trivially_destructible_v<T>) {
            if (is_dense() && !is_walked() && !on_remove_) {
                for (std::size_t i = 0; i != end_ && table_ != nullptr; ++i) drop_handle(body_, i);
                size_ = end_ = 0;
                return;
            }
        }
        Cursor c(this, end_position());
        while (T* x = c.next()) (void)remove(x);
    }

    /// Other elements take the place of all that is there, while walks are open: what they stand on is kept. Hooks are
    /// not told, and the maximum does not count. If it ends unfinished, nothing has happened.
    class replacing;

    // --- hooks -------------------------------------------------------------------------------------------------------

    template <class F> void on_add(F f) { set_hook(on_add_, std::move(f)); }
    template <class F> void on_remove(F f) { set_hook(on_remove_, std::move(f)); }
    [[nodiscard]] bool has_remove_hook() const noexcept { return static_cast<bool>(on_remove_); }
    /// Hooks go where the collection itself goes, when it is moved.
    void take_hooks(dense& other) noexcept {
        on_add_.take(other.on_add_);
        on_remove_.take(other.on_remove_);
    }

    // --- walks -------------------------------------------------------------------------------------------------------

    // (Not inline, for the reason given in sequence.hpp.)
    [[gnu::noinline]] void link(walker_type& w) noexcept { walkers_.insert(w, *this); }
    void unlink(walker_type& w) noexcept { walkers_.erase(w); }
    /// Closes a walk: what only it kept is destroyed, and if it was the last, all gaps are filled.
    void close(walker_type& w) noexcept {
        T* const x = reinterpret_cast<T*>(static_cast<std::uintptr_t>(w.at));
        const std::size_t length = w.at == address{} ? 0 : w.extent / sizeof(T);
        const bool view = w.epoch != 0;
        // (A walk that stands elsewhere is its owner's until all that it kept is destroyed, which may call its owner.)
        dense* const owner = w.owner != this ? w.owner : nullptr;
        if (owner != nullptr) [[unlikely]]
            owner->walkers_.add_away();
        unlink(w);
        dense* home = this;
        if (ghosts_ != 0) [[unlikely]]
            home = view ? sweep() : leave(x, length);
        if (home != nullptr) home->settle();
        if (owner != nullptr) [[unlikely]] {
            owner->walkers_.drop_away();
            owner->settle();
        }
    }
    /// A walk that stands elsewhere comes home.
    void take_home(walker_type& w) noexcept {
        walkers_.add_away();
        w.home->close(w);
        walkers_.drop_away();
        link(w);
    }
    /// The n-th frozen view is being taken.
    [[nodiscard]] std::uint64_t next_epoch() noexcept { return ++epoch_; }

    /// A walk has moved on from `length` elements from x on: what is removed of them and nobody else keeps is
    /// destroyed. Where the contents are afterwards; null if they are gone.
    dense* leave(const T* x, std::size_t length = 1) noexcept {
        if (ghosts_ == 0 || length == 0) [[likely]]
            return this;
        const std::size_t first = slot_of(x);
        dense* home = this;
        for (std::size_t i = first; i < first + length && home != nullptr; ++i) {
            if (home->segment_of(i).is_ghost(i) && !home->is_kept(i)) home = home->bury(i);
        }
        return home;
    }
    /// Neighbours that a walk comes to next.
    struct run {
        T* first = nullptr;
        std::size_t length = 0;
    };
    /// The first run at or after a slot and before the limit, of what a walk sees: the living, or what the frozen view
    /// of the epoch shows. Of length 0 at the end.
    [[nodiscard]] run find_run(std::size_t slot, std::size_t limit, std::uint64_t epoch) const noexcept {
        const std::size_t stop = limit < end_ ? limit : end_;
        const segment_type* s = &body_;
        while (slot < stop) {
            while (slot >= s->end) s = s->next;
            const std::size_t last = (stop < s->end ? stop : s->end) - s->origin;
            std::size_t place = slot - s->origin;
            std::size_t i = place / word_bits;
            word here = shown(*s, i, epoch) & ~below(static_cast<unsigned>(place % word_bits));
            while (!any(here) && ++i * word_bits < last) here = shown(*s, i, epoch);
            place = i * word_bits + lowest(here);
            if (place >= last) {
                slot = s->origin + last;
                continue;
            }
            std::size_t length = leading_run(here >> lowest(here));
            while ((place + length) % word_bits == 0 && place + length < last && length < longest_run) {
                const unsigned more = leading_run(shown(*s, ++i, epoch));
                length += more;
                if (more == 0) break;
            }
            return {s->elements + place, length < last - place ? length : last - place};
        }
        return {};
    }

    // --- all at once -------------------------------------------------------------------------------------------------

    /// Exchanges the contents. Elements stay where they are; open walks notice and go on as cursor.hpp says. O(1) but
    /// for the number of open walks. Hooks stay where they are.
    void swap(dense& other) noexcept;
    /// (An allocator that cannot be assigned does not propagate, so that nobody asks for this in earnest.)
    void swap_allocator(dense& other) noexcept {
        if constexpr (std::is_swappable_v<Allocator>) std::swap(allocator_, other.allocator_);
    }

    /// Gives memory that no element needs back to the allocator, if nobody walks.
    void trim() noexcept;

    // --- moving elements ---------------------------------------------------------------------------------------------

    /// A self-pruning walk, the only one open: slot i is the only gap, and the last element fills it. Where the walk is
    /// for residents, which end at `limit`, and there are newcomers behind them, the last resident fills it, and the
    /// last newcomer that one's place.
    void fill(std::size_t i, std::size_t& limit, const walker_type& walk) noexcept
        requires relocatable
    {
        if (limit < end_) {
            --limit;
            if (i != limit) relocate(limit, i, nullptr);
            i = limit;
        }
        // The moved element's destructor may have made edits.
        if (!is_only_walk(walk)) return;
        if (i != end_ - 1 && is_gap(i) && !is_gap(end_ - 1)) relocate(end_ - 1, i, nullptr);
        if (!is_only_walk(walk)) return;
        drop_last_gaps();
        if (limit != nowhere && limit > end_) limit = end_;
    }
    /// The same where nothing is left to be done for the element in place x: it has not even been removed yet. Who came
    /// last before `stop` takes its place, and the last newcomer behind `stop` that one's. (A newcomer that has only
    /// just been written, in pieces, would be waited for in the visit of its new place.)
    void take_last(T* x, T* stop) noexcept
        requires plain
    {
        --size_;
        T* const last = body_.elements + --end_;
        copy_bytes<sizeof(T)>(x, stop - 1);
        if (stop - 1 != last) copy_bytes<sizeof(T)>(stop - 1, last);
    }
    /// Undoes the removal of an element of which nothing else is left to be done.
    void restore(const T* x) noexcept
        requires plain
    {
        body_.clear_gap(static_cast<std::size_t>(x - body_.elements));
        ++size_;
    }

    // --- what the audit build's checks ask ---------------------------------------------------------------------------

    [[nodiscard]] walker_chain<dense>& walkers() noexcept { return walkers_; }
    [[nodiscard]] const walker_chain<dense>& walkers() const noexcept { return walkers_; }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] bool is_own(const T* element) const noexcept {
        for (const segment_type* s = &body_; s != nullptr; s = s->next) {
            if (s->holds(element)) return true;
        }
        return false;
    }
    [[nodiscard]] bool is_own(handle<T> h) const { return table_ != nullptr && table_->is_own(h); }
    [[nodiscard]] std::uint32_t table_number() const noexcept { return table_ == nullptr ? 0 : table_->number(); }
    [[nodiscard]] handle<T> handle_in_journal(const T* x) const noexcept {
        const std::uint32_t entry = table_ == nullptr ? 0 : handle_entry(slot_of(x));
        return entry == 0 ? handle<T>{} : table_->of(entry - 1);
    }
    template <class F> void for_each_living(F f) const {
        for (std::size_t i = 0; i < end_; ++i) {
            if (is_live(i)) f(at(i));
        }
    }
#endif

  private:
    friend struct validation;

    /// Neighbours that a walk takes at once, at most: what it costs to look for them again is bounded.
    static constexpr std::size_t longest_run = 512;

    /// An element is being constructed in a slot that is a gap still. `result` is where it has come to lie in the end:
    /// null if it is gone already.
    struct making {
        holding hold;
        std::size_t slot;
        T* place;
        T*& result;
        static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
        std::uint32_t index = none;
        bool done = false;

        making(dense& home, std::size_t i, T*& made) noexcept : hold(home), slot(i), place(home.at(i)), result(made) {
            home.open_gap(slot);
            if (slot == home.end_) ++home.end_;
            ++home.being_made_;
        }
        making(const making&) = delete;
        making& operator=(const making&) = delete;
        ~making() {
            dense* const home = hold.home();
            if (home == nullptr) return;
            if (!done) {
                --home->being_made_;
                if (index != none) {
                    home->table_->invalidate(index);
                    home->table_->recycle(index);
                }
                home->tell_pruners(nullptr);
            }
            home->unlink(hold.node());
            home->settle(&result);
        }
        void finish(bool told) {
            dense* const home = hold.home();
            if (home == nullptr) return;
            const segment_type& s = home->segment_of(slot);
            s.clear_gap(slot);
            --home->being_made_;
            ++home->size_;
            if (index != none) s.handles[slot - s.origin] = index + 1;
            done = true;
            if (told && home->on_add_) [[unlikely]]
                home->tell_of_add(slot);
            if (hold.home() != nullptr && hold.home()->is_live(slot)) result = place;
        }
    };

    template <bool Told, class... Args> [[gnu::noinline]] T* make(handle<T>* h, Args&&... args) {
        // All that can fail for want of memory comes first.
        if (h != nullptr && !prepare_handles()) return nullptr;
        const std::size_t slot = free_slot();
        if (slot == nowhere) return nullptr;
        handle<T> issued{};
        if (h != nullptr) {
            issued = issue(slot);
            if (!issued) return nullptr;
        }
        T* made = nullptr;
        {
            making m(*this, slot, made);
            if (h != nullptr) m.index = issued.index();
            std::allocator_traits<Allocator>::construct(allocator_, m.place, std::forward<Args>(args)...);
            m.finish(Told);
        }
        if (h != nullptr) *h = issued;
        return made;
    }

    /// A handle for who is to be made in a slot. Throws what the allocator throws; the segment that has perhaps been
    /// made for him is settled in then, as by `reserve`.
    [[nodiscard]] handle<T> issue(std::size_t slot) {
        struct guard {
            dense* home;
            ~guard() {
                if (home != nullptr) home->settle();
            }
        } g{this};
        const handle<T> h = table_->issue(allocator_, at(slot));
        if (h) g.home = nullptr;
        return h;
    }
    /// A slot for a newcomer; `nowhere` where the allocator gives null. Throws what the allocator throws.
    [[nodiscard]] std::size_t free_slot() {
        if constexpr (!relocatable) {
            if (!is_walked() && size_ != end_) return lowest_gap();
        }
        const std::size_t held = capacity();
        return end_ != held || add_segment(held == 0 ? first_segment : 2 * held) ? end_ : nowhere;
    }

    template <class F, class Hook> void set_hook(Hook& hook, F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) hook.reset();
        else hook.set(allocator_, std::move(f));
        disturb();
    }

    // --- memory ------------------------------------------------------------------------------------------------------

    /// About a kilobyte, but neither so few that a little growth moves much, nor more than a word.
    static constexpr std::size_t first_segment =
        1024 / sizeof(T) < 4 ? 4 : (1024 / sizeof(T) > word_bits ? word_bits : 1024 / sizeof(T));

    template <class U> [[nodiscard]] U* allocate_zeros(std::size_t n) const {
        U* const memory = allocate<U>(allocator_, n);
        if (memory != nullptr) std::memset(static_cast<void*>(memory), 0, n * sizeof(U));
        return memory;
    }
    void deallocate_all_of(const segment_type& s) const noexcept {
        deallocate(allocator_, s.removed_at, s.places);
        deallocate(allocator_, s.handles, s.places);
        deallocate(allocator_, s.gaps, 2 * s.words());
        deallocate(allocator_, s.elements, s.places);
    }

    [[nodiscard]] segment_type& last_segment() noexcept {
        segment_type* s = &body_;
        while (s->next != nullptr) s = s->next;
        return *s;
    }
    [[nodiscard]] const segment_type& last_segment() const noexcept { return const_cast<dense*>(this)->last_segment(); }

    /// A segment for the slots up to `end`, behind all others: with places for all slots before, too, so that they can
    /// move in later. False where the allocator gives null. Throws what the allocator throws. Nothing has changed then.
    [[nodiscard, gnu::noinline]] bool add_segment(std::size_t end) { return add_segment(capacity(), end); }
    [[nodiscard]] bool add_segment(std::size_t first, std::size_t end);
    void drop_segments() noexcept;
    /// All into a segment with just enough places.
    void shrink() noexcept;

    [[nodiscard]] std::uint32_t& handle_entry(std::size_t slot) const noexcept {
        const segment_type& s = segment_of(slot);
        return s.handles[slot - s.origin];
    }
    /// Once there is a table, every segment has room for handles, so that moving never needs memory.
    [[nodiscard, gnu::noinline]] bool prepare_handles();
    void drop_table() noexcept;
    [[nodiscard, gnu::noinline]] bool prepare_views(segment_type& s);

    // --- removing ----------------------------------------------------------------------------------------------------

    void open_gap(std::size_t slot) noexcept {
        segment_of(slot).set_gap(slot);
        if (slot < gaps_from_) gaps_from_ = slot;
    }
    /// Nothing is to be done for the element but to take it off. (It is not even made a ghost where walks stand on it:
    /// its place is not used again before they have gone, and there is nothing to destroy.)
    bool remove_simply(const T* x) noexcept {
        const auto slot = static_cast<std::size_t>(x - body_.elements);
        if (slot >= end_ || body_.is_gap(slot)) return false;
        --size_;
        if (!is_walked()) {
            copy_bytes<sizeof(T)>(body_.elements + slot, body_.elements + --end_);
            return true;
        }
        body_.set_gap(slot);
        if (slot < gaps_from_) gaps_from_ = slot;
        for (walker_type* w = walkers_.first(); w != nullptr; w = w->next) {
            if (w->holds) w->tell_pruner(x);
            else if (w->at < address_of(x) && address_of(x) <= w->run_last) w->cut_run(address_of(x));
        }
        return true;
    }
    void drop_handle(const segment_type& s, std::size_t slot) noexcept {
        if (s.handles == nullptr || s.handles[slot - s.origin] == 0) return;
        this->journal_remove(s.at(slot));
        const std::uint32_t index = std::exchange(s.handles[slot - s.origin], 0U) - 1;
        table_->invalidate(index);
        table_->recycle(index);
    }
    /// The element has gone from the living; it is destroyed now, unless somebody keeps it.
    void drop(std::size_t slot) noexcept {
        const segment_type& s = segment_of(slot);
        --size_;
        drop_handle(s, slot);
        if constexpr (plain && relocatable) {
            if (!is_walked()) {
                if (slot != end_ - 1) relocate(end_ - 1, slot, nullptr);
                --end_;
                segment_of(end_).clear_gap(end_);
                return;
            }
        }
        open_gap(slot);
        if (walkers_.any()) {
            if (s.removed_at != nullptr) s.removed_at[slot - s.origin] = epoch_;
            tell_walks(s.at(slot));
            if (is_kept(slot)) {
                s.set_ghost(slot);
                ++ghosts_;
                return;
            }
        }
        dense* const home = destroy(slot);
        if (home != nullptr) home->settle();
    }

    /// The same with a hook to tell, which finds the element gone but readable, and may do anything; if it throws, the
    /// element is back.
    [[gnu::noinline]] void remove_and_tell(std::size_t slot);
    /// If the hook throws, the element has not been added.
    [[gnu::noinline]] void tell_of_add(std::size_t slot);

    /// Self-pruning walks are told of what is being removed, or, with null, that something is not what it was.
    void tell_pruners(const T* x) noexcept {
        for (walker_type* w = walkers_.first(); w != nullptr; w = w->next) {
            if (w->holds) w->tell_pruner(x);
        }
    }
    /// All are told of what is being removed: who stands on it is to see to it when he moves on.
    void tell_walks(const T* x) noexcept {
        for (walker_type* w = walkers_.first(); w != nullptr; w = w->next) {
            if (w->holds) w->tell_pruner(x);
            else if (w->at <= address_of(x) && address_of(x) <= w->run_last) w->cut_run(address_of(x));
        }
    }

    [[nodiscard]] bool is_kept(std::size_t slot) const noexcept {
        const segment_type& s = segment_of(slot);
        const std::uint64_t removed = s.removed_at != nullptr ? s.removed_at[slot - s.origin] : 0;
        return walkers_.keeps(s.at(slot), [slot, removed](const walker_type& view) {
            return view.epoch <= removed && slot < view.limit.order;
        });
    }
    /// What slot bits a walk sees in a word of a segment, whatever slots there are.
    [[nodiscard]] static word shown(const segment_type& s, std::size_t i, std::uint64_t epoch) noexcept {
        word w = ~s.gaps[i];
        if (epoch == 0 || !any(s.ghosts[i]) || s.removed_at == nullptr) return w;
        for (word g = s.ghosts[i]; any(g); g = without_lowest(g)) {
            if (s.removed_at[i * word_bits + lowest(g)] >= epoch) w |= bit(lowest(g));
        }
        return w;
    }

    /// Where the contents are afterwards; null if they are gone.
    dense* destroy(std::size_t slot) noexcept {
        if constexpr (!std::is_trivially_destructible_v<T>) {
            const holding hold(*this);
            std::allocator_traits<Allocator>::destroy(allocator_, at(slot));
            return hold.home();
        }
        return this;
    }
    dense* bury(std::size_t slot) noexcept {
        segment_of(slot).clear_ghost(slot);
        --ghosts_;
        return destroy(slot);
    }
    /// A frozen view has gone: what only it kept is destroyed.
    [[gnu::noinline]] dense* sweep() noexcept;
    /// The first from a slot on that nobody keeps any more.
    [[nodiscard]] std::size_t unkept_ghost_from(std::size_t from) const noexcept;
    void destroy_all() noexcept;

    // --- between walks -----------------------------------------------------------------------------------------------

    /// What waited for the last walk to end. `follow` points to an element that may be moved.
    void settle(T** follow = nullptr) noexcept {
        if (!is_walked() && (size_ != end_ || (relocatable && body_.next != nullptr))) [[unlikely]]
            settle_now(follow);
    }
    [[gnu::noinline]] void settle_now(T** follow) noexcept;
    void drop_last_gaps() noexcept {
        while (end_ != 0) {
            const segment_type& s = segment_of(end_ - 1);
            if (!s.is_gap(end_ - 1)) return;
            s.clear_gap(--end_);
        }
    }
    /// There is one, not before gaps_from_.
    [[nodiscard]] std::size_t lowest_gap() noexcept {
        for (std::size_t i = gaps_from_;;) {
            const segment_type& s = segment_of(i);
            const std::size_t place = i - s.origin;
            const unsigned b = static_cast<unsigned>(place % word_bits);
            const word here = *s.gaps_of(i) & ~below(b);
            i += any(here) ? lowest(here) - b : word_bits - b;
            gaps_from_ = i < s.end ? i : s.end;
            if (any(here) && i < s.end) return i;
            i = gaps_from_;
        }
    }
    /// False if somebody has begun to walk meanwhile.
    bool fill_gaps(const holding& hold, T** follow) noexcept;
    void fill_gaps_simply() noexcept;
    /// Moves an element into a gap and leaves one. All is as it will be before the element's destructor runs.
    void relocate(std::size_t from, std::size_t to, T** follow) noexcept {
        const segment_type& s = segment_of(from);
        const segment_type& d = segment_of(to);
        T* const x = s.at(from);
        T* const y = d.at(to);
        move_element(s, x, d, y, from, to, follow);
        d.clear_gap(to);
        s.set_gap(from);
        if constexpr (!plain) x->~T();
    }
    void move_element(const segment_type& s, T* x, const segment_type& d, T* y, std::size_t from, std::size_t to,
                      T** follow) noexcept {
        if constexpr (plain) copy_bytes<sizeof(T)>(y, x);
        else ::new (static_cast<void*>(y)) T(std::move(*x));
        if (s.handles != nullptr && s.handles[from - s.origin] != 0) {
            const std::uint32_t entry = std::exchange(s.handles[from - s.origin], 0U);
            d.handles[to - d.origin] = entry;
            table_->moved(entry - 1, y);
        }
        if (follow != nullptr && *follow == x) *follow = y;
    }
    /// The last segment has a place for each slot: the others move in, from the back to the front, so that at each
    /// moment every slot is in one segment. Stops if somebody has begun to walk meanwhile.
    void merge_segments(const holding& hold, T** follow) noexcept;

    /// Makes every open walk look again: what it took for granted may have changed.
    void disturb() noexcept { walkers_.disturb(); }

    [[no_unique_address]] Allocator allocator_;
    /// The first segment; others follow it only while walks are open, or where elements may not be moved.
    segment_type body_;
    // Not side by side: compilers would read and write the two counts as one, and wait for what was written to each.
    std::size_t end_ = 0;
    std::size_t most_ = std::numeric_limits<std::size_t>::max();
    /// Elements that are under construction.
    std::size_t being_made_ = 0;
    std::size_t size_ = 0;
    /// No gap stands before this slot.
    std::size_t gaps_from_ = nowhere;
    walker_chain<dense> walkers_;
    table_type* table_ = nullptr;
    /// Where the generations of the next table begin.
    std::uint32_t first_generation_ = 1;
    std::size_t ghosts_ = 0;
    std::uint64_t epoch_ = 0;
    callback<T, Allocator> on_add_;
    callback<T, Allocator> on_remove_;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    using checked_type::log_;
#endif
};

} // namespace throng::core

#include <throng/core/dense_closing.hpp>
#include <throng/core/dense_hooks.hpp>
#include <throng/core/dense_memory.hpp>
#include <throng/core/dense_replacing.hpp>
