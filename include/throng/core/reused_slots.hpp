#pragma once

#include <throng/core/placement.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

/// The placements that use slots again.
namespace throng::core {

/// Which slots of numbered pages are free, to be used again, and what came to such slots while something was walked.
template <class T, std::size_t Bytes = bytes_of_page<T, true>> class used_slots {
  public:
    using page_type = page<T, true, Bytes>;
    using place_type = spot<page_type>;
    static constexpr auto arrival_of = [](T* x) -> arrival<T>& {
        return page_type::of(x)->arrivals[page_type::of(x)->index_of(x)];
    };

    [[nodiscard]] const newcomer_list<T>& newcomers() const noexcept { return newcomers_; }
    /// How many pages there are, and page number n, counted from 0.
    [[nodiscard]] THRONG_FLAT std::size_t page_count() const noexcept { return count_; }
    [[nodiscard]] THRONG_FLAT page_type* page_at(std::size_t n) const noexcept { return all_[n]; }

    template <class Memory> void release(Memory& memory) noexcept {
        if (room_ == 1) return;
        memory.deallocate(std::exchange(all_, &only_), room_);
        memory.deallocate(std::exchange(roomy_, &only_roomy_), words_for(room_));
        room_ = 1;
    }

    /// Room for so many pages more.
    template <class S> [[nodiscard]] bool reserve(S& s, std::size_t pages) {
        return count_ + pages <= room_ || make_room(s.pages().memory, count_ + pages);
    }

  protected:
    /// A page at the end of the chain; null without memory.
    template <class S> [[nodiscard]] page_type* append(S& s) {
        if (count_ == room_ && !make_room(s.pages().memory, room_ == 1 ? 8 : 2 * room_)) return nullptr;
        page_type* const p = s.append_page();
        if (p == nullptr) return nullptr;
        for (word& w : p->free) w = word{};
        for (word& w : p->young) w = word{};
        all_[count_] = p;
        if (count_ % word_bits == 0) roomy_[count_ / word_bits] = word{};
        ++count_;
        return p;
    }
    template <class Memory> [[nodiscard]] bool make_room(Memory& memory, std::size_t room) {
        page_type** const all = memory.template allocate<page_type*>(room);
        if (all == nullptr) return false;
        struct guard {
            Memory& memory;
            page_type** held;
            std::size_t room;
            ~guard() {
                if (held != nullptr) memory.deallocate(held, room);
            }
        } g{memory, all, room};
        word* const roomy = memory.template allocate<word>(words_for(room));
        if (roomy == nullptr) return false;
        g.held = nullptr;
        for (std::size_t i = 0; i < count_; ++i) all[i] = all_[i];
        for (std::size_t i = 0; i < words_for(room); ++i) roomy[i] = i < words_for(room_) ? roomy_[i] : word{};
        release(memory);
        all_ = all;
        roomy_ = roomy;
        room_ = room;
        return true;
    }
    /// So many pages, for which there is memory.
    template <class S> void make_pages(S& s, std::size_t pages) noexcept {
        while (count_ > pages) release_last(s);
        while (count_ < pages) (void)static_cast<typename S::placement_type&>(*this).append(s);
    }
    /// The pages have been filled anew: of so many slots those are free in which nothing lives, but for retired ones.
    template <class S> void find_free(S& s, std::size_t slots) noexcept {
        for (std::size_t n = 0; n < count_; ++n) {
            page_type* const p = all_[n];
            for (unsigned i = 0; i < page_type::words; ++i) p->free[i] = word{};
            for (unsigned i = 0; i < page_type::slots() && n * page_type::slots() + i < slots; ++i) {
                if (!p->is_live(i) && !s.is_retired({p, i})) set_free({p, i});
            }
        }
    }
    /// The last page goes.
    template <class S> void release_last(S& s) noexcept {
        --count_;
        roomy_[count_ / word_bits] &= ~bit(count_ % word_bits);
        lowest_ = {};
        s.release_page(s.pages().tail);
    }
    void set_free(place_type at) noexcept {
        word& free = at.p->free[at.s / word_bits];
        if (!any(free)) list_roomy(at.p);
        free |= bit(at.s % word_bits);
    }
    /// Slots come free in words of the page that have had none.
    void list_roomy(const page_type* p) noexcept {
        const auto n = static_cast<std::size_t>(p->order - 1);
        roomy_[n / word_bits] |= bit(n % word_bits);
        if (n / word_bits < from_) from_ = n / word_bits;
        lowest_ = {};
    }
    /// The lowest free slot on which nothing stands; none if there is none. O(pages / 64) after the last of a page.
    template <class Ring> [[nodiscard]] place_type lowest_free_slot(const Ring& ring) noexcept {
        for (std::size_t i = from_; i * word_bits < count_; ++i) {
            for (word w = roomy_[i]; any(w); w = without_lowest(w)) {
                page_type* const p = all_[i * word_bits + lowest(w)];
                word all{};
                for (unsigned k = 0; k < page_type::words; ++k) {
                    all |= p->free[k];
                    for (word f = p->free[k]; any(f); f = without_lowest(f)) {
                        const place_type at{p, k * word_bits + lowest(f)};
                        if (!ring.any()) {
                            lowest_ = {p, k * word_bits};
                            return at;
                        }
                        // (An element without a destructor leaves a slot that is free at once.)
                        if (!ring.stands_on(at.get())) return at;
                    }
                }
                if (!any(all)) roomy_[i] &= ~bit(lowest(w));
            }
            if (i == from_ && !any(roomy_[i])) ++from_;
        }
        return {};
    }
    /// Takes the lowest free slot where that is found at once: nothing is open, and its word is known. None elsewhere.
    template <class Ring> [[nodiscard]] THRONG_ALWAYS_INLINE place_type take_first(const Ring& ring) noexcept {
        if (ring.any() || lowest_.p == nullptr) return {};
        word& free = lowest_.p->free[lowest_.s / word_bits];
        if (!any(free)) return {};
        const place_type at{lowest_.p, lowest_.s + lowest(free)};
        free = without_lowest(free);
        return at;
    }
    /// A free slot is taken by what is a newcomer to open walks. All that needs memory comes first; false without.
    template <class S> [[nodiscard]] bool take(S& s, place_type at) {
        if (s.walkers().any()) {
            if (!s.pages().memory.make_side(at.p->arrivals)) return false;
            newcomers_.add(at.get(), arrival_of);
            page_type::set(at.p->young, at.s);
        }
        page_type::clear(at.p->free, at.s);
        return true;
    }
    template <class S> void forget_newcomer(S& s, place_type at) noexcept {
        if (!page_type::has(at.p->young, at.s)) return;
        page_type::clear(at.p->young, at.s);
        newcomers_.remove(at.get(), arrival_of);
        s.walkers().leaves_list(static_cast<const newcomer_list<T>*>(nullptr), at.get(), arrival_of(at.get()));
    }
    /// Nothing is walked any more: nothing is young. (Where many are, page by page: the way from one to the next waits
    /// for memory at each.)
    void grow_up() noexcept {
        if (newcomers_.count() > count_) {
            for (std::size_t n = 0; n < count_; ++n) {
                for (word& w : all_[n]->young) w = word{};
            }
        } else {
            for (T* x = newcomers_.first(); x != nullptr; x = arrival_of(x).next)
                page_type::clear(page_type::of(x)->young, page_type::of(x)->index_of(x));
        }
        newcomers_.forget();
    }
    void swap(used_slots& other) noexcept {
        std::swap(only_, other.only_);
        std::swap(only_roomy_, other.only_roomy_);
        std::swap(all_, other.all_);
        std::swap(roomy_, other.roomy_);
        std::swap(count_, other.count_);
        std::swap(room_, other.room_);
        std::swap(from_, other.from_);
        std::swap(lowest_, other.lowest_);
        std::swap(newcomers_, other.newcomers_);
        for (used_slots* u : {this, &other}) {
            if (u->room_ == 1) u->all_ = &u->only_, u->roomy_ = &u->only_roomy_;
        }
    }

  private:
    friend struct validation;
    [[nodiscard]] static constexpr std::size_t words_for(std::size_t pages) noexcept {
        return (pages + word_bits - 1) / word_bits;
    }

    /// A table of one page, which needs no memory.
    page_type* only_ = nullptr;
    word only_roomy_{};
    page_type** all_ = &only_;
    /// Pages that may have a free slot, and the first word of them that is not empty.
    word* roomy_ = &only_roomy_;
    std::size_t count_ = 0;
    std::size_t room_ = 1;
    std::size_t from_ = 0;
    /// The first slot of the first word with a free slot; null if that has to be searched.
    place_type lowest_{};
    newcomer_list<T> newcomers_;
};

/// No gaps while nothing is open: the last element fills the place of the one removed. While a walk is open, new
/// elements are placed behind the last one, or, once there are somewhat more gaps than elements, into the gaps. If
/// elements cannot be moved, the next new element fills the gap.
template <class T> class packed : public used_slots<T> {
    using base = used_slots<T>;

  public:
    using typename base::page_type;
    using typename base::place_type;
    static constexpr bool reuses = true;
    static constexpr bool moves = true;

    template <class S> [[nodiscard]] THRONG_ALWAYS_INLINE place_type place(S& s) {
        auto& c = s.pages();
        if (gaps_ >= gaps_to_leave(s) || c.tail_end == page_type::slots()) [[unlikely]]
            return place_elsewhere(s);
        return {c.tail, c.tail_end++};
    }
    template <class S> void unplace(S& s, place_type at) noexcept { gap(s, at); }
    template <class S> void gap(S& s, place_type at) noexcept {
        [[maybe_unused]] auto& c = s.pages();
        if constexpr (S::relocatable) {
            // (A moved element must not be young: the last walk may have ended a moment ago, and elements that it kept
            // are destroyed now.)
            if (this->newcomers().first() != nullptr && !s.is_walked()) [[unlikely]]
                this->grow_up();
            if (gaps_ == 0 && !s.is_walked()) {
                // The one removed is the only gap.
                const typename S::busy working(s);
                const place_type last{c.tail, c.tail_end - 1};
                if (last.p != at.p || last.s != at.s) s.move(last, at);
                take_from_end(s, last);
                return drop_empty_tail(s);
            }
        }
        this->forget_newcomer(s, at);
        ++gaps_;
        this->set_free(at);
        if (!s.is_walked()) fill(s);
    }
    template <class S> void left(S&, page_type*) noexcept {}
    [[nodiscard]] bool waits() const noexcept { return gaps_ != 0; }
    template <class S> void idle(S& s, bool) noexcept {
        this->grow_up();
        if (gaps_ != 0) fill(s);
    }
    template <class S> void trim(S& s) noexcept { idle(s, true); }
    template <class S> void cleared(S& s) noexcept {
        gaps_ = 0;
        while (s.pages().tail != nullptr) this->release_last(s);
    }
    template <class S> void start_over(S& s, std::size_t pages) noexcept { this->make_pages(s, pages); }
    template <class S> void refilled(S& s) noexcept {
        gaps_ = s.pages().places() - s.size();
        this->find_free(s, s.pages().places());
    }
    void swap(packed& other) noexcept {
        base::swap(other);
        std::swap(gaps_, other.gaps_);
    }

  private:
    friend struct validation;

    /// From so many gaps on, what comes goes into them. (Where elements move, only what is walked has gaps. How many
    /// share a page does not count: walks are the same on every platform.)
    template <class S> [[nodiscard]] static std::size_t gaps_to_leave(const S& s) noexcept {
        constexpr std::size_t few = 16;
        return S::relocatable || s.is_walked() ? s.size() + few : 1;
    }
    template <class S> [[nodiscard]] THRONG_NOINLINE place_type place_elsewhere(S& s) {
        auto& c = s.pages();
        if (gaps_ >= gaps_to_leave(s)) {
            if (const place_type at = this->lowest_free_slot(s.walkers()); at.p != nullptr) {
                if (!this->take(s, at)) return {};
                --gaps_;
                return at;
            }
        }
        if (c.tail_end == page_type::slots() && this->append(s) == nullptr) return {};
        return {c.tail, c.tail_end++};
    }
    /// The last slot has nothing in it any more. (What was moved from it may have added in its destructor.)
    template <class S> void take_from_end(S& s, place_type last) noexcept {
        auto& c = s.pages();
        if (c.tail == last.p && c.tail_end == last.s + 1) {
            --c.tail_end;
        } else {
            ++gaps_;
            this->set_free(last);
        }
    }
    template <class S> void drop_empty_tail(S& s) noexcept {
        if (s.pages().tail_end == 0) this->release_last(s);
    }
    template <class S> THRONG_NOINLINE void fill(S& s) noexcept {
        auto& c = s.pages();
        if constexpr (S::by_bytes) {
            if (!s.is_tracked()) return fill_with_bytes(s);
        }
        const typename S::busy working(s);
        if constexpr (S::relocatable) {
            while (gaps_ != 0 && !s.walkers().any()) {
                const place_type last{c.tail, c.tail_end - 1};
                --gaps_;
                if (last.is_live()) {
                    const place_type to = this->lowest_free_slot(s.walkers());
                    page_type::clear(to.p->free, to.s);
                    s.move(last, to);
                } else {
                    page_type::clear(last.p->free, last.s);
                }
                take_from_end(s, last);
                drop_empty_tail(s);
            }
        } else {
            while (gaps_ != 0 && !place_type{c.tail, c.tail_end - 1}.is_live()) {
                page_type::clear(c.tail->free, --c.tail_end);
                --gaps_;
                drop_empty_tail(s);
            }
        }
    }

    /// The same if nothing is notified of it, and no user code runs meanwhile.
    template <class S> void fill_with_bytes(S& s) noexcept {
        auto& c = s.pages();
        while (gaps_ != 0) {
            const place_type first = this->lowest_free_slot(s.walkers());
            word& free = first.p->free[first.s / word_bits];
            word& live = first.p->live[first.s / word_bits];
            T* const elements = first.p->slot(first.s / word_bits * word_bits);
            while (any(free)) {
                const place_type last{c.tail, --c.tail_end};
                --gaps_;
                if (last.is_live()) {
                    const unsigned i = lowest(free);
                    copy_bytes<sizeof(T)>(elements + i, last.get());
                    last.p->clear_live(last.s);
                    free = without_lowest(free);
                    live |= bit(i);
                } else {
                    page_type::clear(last.p->free, last.s);
                }
                drop_empty_tail(s);
                if (gaps_ == 0) return;
            }
        }
    }

    std::size_t gaps_ = 0;
};

/// Nothing moves: a new element takes the lowest free slot. Pages are numbered, and so are slots: those are their
/// handles.
template <class T, std::size_t Bytes> class lowest_free_in : public used_slots<T, Bytes> {
    using base = used_slots<T, Bytes>;

  public:
    using typename base::page_type;
    using typename base::place_type;
    static constexpr bool reuses = true;
    static constexpr bool moves = false;
    /// Handles have 32 bits for the slot.
    static constexpr std::size_t most_slots = std::numeric_limits<std::uint32_t>::max();

    template <class S> [[nodiscard]] THRONG_ALWAYS_INLINE place_type place(S& s) {
        const place_type at = this->take_first(s.walkers());
        return at.p != nullptr ? at : place_elsewhere(s);
    }
    template <class S> [[nodiscard]] THRONG_NOINLINE place_type place_elsewhere(S& s) {
        place_type at = this->lowest_free_slot(s.walkers());
        if (at.p == nullptr) {
            if (slots_ == most_slots_ || append(s) == nullptr) return {};
            at = this->lowest_free_slot(s.walkers());
        }
        return this->take(s, at) ? at : place_type{};
    }
    template <class S> void unplace(S& s, place_type at) noexcept { gap(s, at); }
    template <class S> void gap(S& s, place_type at) noexcept {
        this->forget_newcomer(s, at);
        if (!s.is_retired(at)) this->set_free(at);
        // The next element added here, in the same walk, is young.
        if (s.walkers().any() && at.p->arrivals != nullptr) prefetch(at.p->arrivals + at.s);
    }
    template <class S> void left(S&, page_type*) noexcept {}
    [[nodiscard]] bool waits() const noexcept { return this->newcomers().first() != nullptr; }
    template <class S> void idle(S&, bool) noexcept { this->grow_up(); }
    /// Pages at the end in which nothing is left go.
    template <class S> void trim(S& s) noexcept {
        idle(s, true);
        if (s.pages().memory.is_fixed()) return;
        for (page_type* p = s.pages().tail; p != nullptr && p->is_vacant() && !s.has_retired(p); p = s.pages().tail) {
            slots_ -= page_type::slots();
            this->release_last(s);
        }
    }
    /// All that lives in a page goes.
    void emptied(page_type* p) noexcept {
        for (unsigned i = 0; i < page_type::words; ++i) p->free[i] |= p->live[i];
        this->list_roomy(p);
    }
    /// (Pages stay where they are.)
    template <class S> void start_over(S& s, std::size_t pages) noexcept {
        const std::size_t before = s.pages().memory.used();
        if (pages < before) slots_ = pages * page_type::slots();
        this->make_pages(s, pages);
    }
    template <class S> void refilled(S& s) noexcept { this->find_free(s, slots_); }
    /// There will never be more slots than this: all their pages come now. False without memory.
    template <class S> [[nodiscard]] bool fix(S& s, std::size_t slots) {
        most_slots_ = slots;
        const std::size_t pages = (slots + page_type::slots() - 1) / page_type::slots();
        if (!this->reserve(s, pages)) return false;
        while (slots_ < slots) {
            page_type* const p = append(s);
            if (p == nullptr || !s.pages().memory.make_side(p->arrivals) || !s.pages().memory.make_side(p->removed_at))
                return false;
        }
        return true;
    }
    [[nodiscard]] std::size_t most() const noexcept { return most_slots_; }
    /// Whether there is a slot for one more.
    template <class S> [[nodiscard]] bool has_room(const S& s) noexcept {
        return slots_ < most_slots_ || this->lowest_free_slot(s.walkers()).p != nullptr;
    }
    void swap(lowest_free_in& other) noexcept {
        base::swap(other);
        std::swap(slots_, other.slots_);
        std::swap(most_slots_, other.most_slots_);
    }

    /// Slots that a page of a fixed capacity has.
    [[nodiscard]] unsigned end_of(const page_type* p) const noexcept {
        const std::size_t first = static_cast<std::size_t>(p->order - 1) * page_type::slots();
        const std::size_t left = most_slots_ - first;
        return left < page_type::slots() ? static_cast<unsigned>(left) : page_type::slots();
    }
    template <class S> [[nodiscard]] page_type* append(S& s) {
        page_type* const p = base::append(s);
        if (p == nullptr) return nullptr;
        s.pages().tail_end = page_type::slots();
        const unsigned end = end_of(p);
        for (unsigned i = 0; i < page_type::words; ++i)
            p->free[i] = end <= i * word_bits ? word{} : below(end - i * word_bits);
        slots_ += end;
        this->list_roomy(p);
        return p;
    }

  private:
    friend struct validation;

    std::size_t slots_ = 0;
    std::size_t most_slots_ = most_slots;
};
template <class T> using lowest_free = lowest_free_in<T, bytes_of_page<T, true>>;

} // namespace throng::core
