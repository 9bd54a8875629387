#pragma once

#include <throng/core/audit.hpp>
#include <throng/world/kernel/kind_index.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// The pages of a world, the kinds that they belong to, and the entities on them: an entity's index is its address.
template <class Allocator> class entity_index : pinned {
  public:
    using column_type = column<Allocator>;
    using page_type = entity_page<Allocator>;
    using kind_type = kind<Allocator>;

    entity_index(const Allocator& allocator, column_set<Allocator>& columns) noexcept
        : kinds(allocator, columns), allocator_(allocator), columns_(columns) {}
    ~entity_index() { release(); }

    kind_index<Allocator> kinds;

    [[nodiscard]] std::uint32_t page_count() const noexcept { return static_cast<std::uint32_t>(pages_.size()); }
    [[nodiscard]] page_type& page(std::uint32_t n) const noexcept { return *pages_[n]; }
    [[nodiscard]] page_type& page_of(entity e) const noexcept { return *pages_[e.index() / page_slots]; }
    [[nodiscard]] const row<page_type*>& pages() const noexcept { return pages_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    /// The page for the next entity of a kind: perhaps one that has emptied, unless a walk may be looking at it. Throws
    /// what the allocator throws.
    [[nodiscard]] page_type& page_for(kind_type& k, bool walked) {
        if (k.lowest == nullptr) {
            const std::uint32_t n = k.lowest_page();
            k.lowest = n != kind_type::none ? pages_[n] : &more_room(k, walked);
        }
        return *k.lowest;
    }

    /// Whether the handle is that of the slot's present life, or of its next one. Only the living have components:
    /// a search for one need not ask more.
    [[nodiscard]] bool is_present(entity e) const noexcept { return is_present(pages_.begin(), e); }
    /// The same where the pages have been read before.
    [[nodiscard]] bool is_present(const page_type* const* pages, entity e) const noexcept {
        const std::uint32_t p = e.index() / page_slots;
        return p < pages_.size() && pages[p]->generation(e.index() % page_slots) == e.generation();
    }
    [[nodiscard]] bool is_alive(entity e) const noexcept { return is_present(e) && is_alive(e.index()); }

    [[nodiscard]] entity entity_at(std::uint32_t index) const noexcept {
        return {index, pages_[index / page_slots]->generation(index % page_slots)};
    }
    [[nodiscard]] bool is_alive(std::uint32_t index) const noexcept {
        return pages_[index / page_slots]->is_alive(index % page_slots);
    }
    /// The entity that lives there, or lived there last if the slot has not been reused since.
    [[nodiscard]] THRONG_FLAT entity last_entity_at(std::uint32_t index) const noexcept {
        return {index, pages_[index / page_slots]->generation_of_last(index % page_slots)};
    }
    [[nodiscard]] static entity last_entity_at(const page_type& p, unsigned slot) noexcept {
        return {p.number * page_slots + slot, p.generation_of_last(slot)};
    }
    [[nodiscard]] THRONG_ALWAYS_INLINE static entity entity_at(const page_type& p, unsigned slot) noexcept {
        return {p.number * page_slots + slot, p.generation(slot)};
    }

    [[nodiscard]] THRONG_FLAT static entity entity_with(std::uint32_t index, std::uint32_t generation) noexcept {
        return {index, generation};
    }

    /// A slot of the page is taken, though nothing lives there yet: until `settle` or `give_up`.
    [[nodiscard]] unsigned take_slot(page_type& p) noexcept {
        if (p.used == 0) not_vacant(p);
        const unsigned s = p.take_lowest();
        if (p.is_full()) p.of->is_full(p.number);
        return s;
    }
    /// Whether the entity has been destroyed, and nothing has lived in its slot since. Something may still be looking
    /// at what was there: the slot is taken then.
    [[nodiscard]] bool is_last(entity e) const noexcept {
        if (!page_type::is_generation(e.generation()) || e.index() / page_slots >= pages_.size()) return false;
        const page_type& p = page_of(e);
        const unsigned s = e.index() % page_slots;
        return !p.is_alive(s) && !has_bit(p.used_up[s / word_bits], s % word_bits) && last_entity_at(p, s) == e;
    }
    /// The page where an entity of a kind can have this handle; null if another one lives there or lived there later,
    /// or if its page has other generations. Pages up to there are made. Throws what the allocator throws.
    [[nodiscard]] THRONG_ONCE page_type* page_for(kind_type& k, entity wanted) {
        if (!page_type::is_generation(wanted.generation())) return nullptr;
        if (wanted.index() / page_slots >= pages_.size() && wanted.generation() < first_generation_) return nullptr;
        while (wanted.index() / page_slots >= pages_.size()) add_page(k);
        page_type& p = page_of(wanted);
        const unsigned s = wanted.index() % page_slots;
        const std::uint32_t upper = wanted.generation() & page_type::last_upper;
        const bool begins = p.used == 0 && upper > p.upper;
        if (!begins && (upper != p.upper || any(p.taken[s / word_bits] & bit(s % word_bits)) ||
                        static_cast<std::uint16_t>(wanted.generation()) < p.generations[s]))
            return nullptr;
        if (p.of == nullptr) give_kind(p, k);
        if (begins) begin_anew(p, upper | page_type::first_generation);
        return &p;
    }
    /// The page of an entity that comes back where it lived last, with the components of a kind. Until
    /// `turn_back` the slot has the generation of the next one, and can be given up. Throws what the allocator throws.
    [[nodiscard]] THRONG_ONCE page_type& page_for_last(kind_type& k, entity e) {
        THRONG_EXPECTS(is_last(e));
        page_type& p = page_of(e);
        if (p.of == nullptr) give_kind(p, k);
        for (column_type* const c : k.columns) (void)attach(*c, p);
        return p;
    }
    /// The same, of a slot that is free.
    void take_slot(page_type& p, entity wanted) noexcept {
        const unsigned s = wanted.index() % page_slots;
        p.generations[s] = static_cast<std::uint16_t>(wanted.generation());
        take_slot(p, s);
    }
    void take_slot(page_type& p, unsigned s) noexcept {
        THRONG_EXPECTS(!has_bit(p.taken[s / word_bits], s % word_bits));
        if (p.used == 0) not_vacant(p);
        p.taken[s / word_bits] |= bit(s % word_bits);
        ++p.used;
        p.use_word(s / word_bits);
        p.find_first_free();
        if (p.is_full()) p.of->is_full(p.number);
    }
    /// An entity lives there now, in a slot that was taken.
    void settle(page_type& p, unsigned s) noexcept {
        THRONG_EXPECTS(has_bit(p.taken[s / word_bits], s % word_bits) && !p.is_alive(s));
        p.alive[s / word_bits] |= bit(s % word_bits);
        ++size_;
    }
    /// The next one to live there is the one that lived there last.
    void turn_back(page_type& p, entity e) noexcept {
        THRONG_EXPECTS(is_last(e));
        p.generations[e.index() % page_slots] = static_cast<std::uint16_t>(e.generation());
    }
    void settle_word(page_type& p, unsigned w, word those) noexcept {
        p.alive[w] |= those;
        size_ += count(those);
    }
    /// As many of the free slots of the page's first word that has any, at most `n`, which are taken now.
    [[nodiscard]] word take_slots(page_type& p, std::size_t n) noexcept {
        THRONG_EXPECTS(!p.is_full());
        if (p.used == 0) not_vacant(p);
        word& taken = p.taken[p.first_free];
        word those = ~taken;
        if (n < count(those)) those &= below(nth_bit(those, n));
        const unsigned many = count(those);
        taken |= those;
        p.used += many;
        p.use_word(p.first_free);
        p.find_first_free();
        if (p.is_full()) p.of->is_full(p.number);
        return those;
    }
    /// The handle of what lives there goes stale. Its slot is taken still.
    void make_stale(page_type& p, unsigned s) noexcept {
        THRONG_EXPECTS(p.is_alive(s));
        ++p.generations[s];
        p.alive[s / word_bits] &= ~bit(s % word_bits);
        --size_;
    }
    /// All those of a word of a page go, and their slots but for the kept ones may be given away again.
    void end_word(page_type& p, unsigned w, word those, word kept) noexcept {
        THRONG_EXPECTS(!any(those & ~p.alive[w]));
        p.alive[w] &= ~those;
        const word leave = those & ~kept;
        word one_by_one = any(~those) || !p.renew_word(w) ? those : word{};
        for (word& rest = one_by_one; any(rest); rest = without_lowest(rest)) {
            const unsigned s = lowest(rest);
            if (++p.generations[w * word_bits + s] == 0 && any(leave & bit(s))) [[unlikely]] {
                p.used_up[w] |= bit(s);
                ++p.resting;
            }
        }
        p.taken[w] &= ~leave | p.used_up[w];
        p.used -= count(leave);
        size_ -= count(those);
        if (w < p.first_free && any(~p.taken[w])) {
            if (p.is_full()) p.of->has_room(p.number);
            p.first_free = w;
        }
        if (p.used == 0 && any(leave)) page_emptied(p);
    }
    /// The slot, which is taken and in which nothing lives, may be given to another entity.
    void give_up(page_type& p, unsigned s) noexcept {
        THRONG_EXPECTS(has_bit(p.taken[s / word_bits], s % word_bits) && !p.is_alive(s));
        const unsigned w = s / word_bits;
        --p.used;
        if (p.behind) [[unlikely]]
            catch_up(p, s);
        if (p.generations[s] == 0) [[unlikely]] {
            p.used_up[w] |= bit(s % word_bits);
            ++p.resting;
        } else {
            p.taken[w] &= ~bit(s % word_bits);
            if (w < p.first_free) {
                if (p.is_full()) p.of->has_room(p.number);
                p.first_free = w;
            }
        }
        if (p.used == 0) page_emptied(p);
    }

    /// The block of a column on a page, created if it does not exist. Throws what the allocator throws, and has no
    /// effect then.
    std::byte* attach(column_type& c, page_type& p) {
        std::byte* const there = c.parts.values(p.number);
        if (there != nullptr) [[likely]]
            return there;
        return attach_new(c, p);
    }

    /// Something of the column's `special` has changed.
    THRONG_ONCE void update_special(const column_type& c) noexcept {
        columns_.update_special();
        for (page_type* const p : pages_) {
            if (c.is_on(p->number)) p->update_special();
        }
    }

    /// Room for `n` entities more of a kind.
    THRONG_ONCE void reserve(kind_type& k, std::size_t n) {
        std::size_t room = 0;
        for (const page_type* const p : pages_) {
            if (p->of == &k) room += page_slots - p->used - p->resting;
        }
        if (room >= n) return;
        const std::size_t pages = (n - room + page_slots - 1) / page_slots;
        for (column_type* const c : k.columns) c->reserve(allocator_, pages);
        for (std::size_t i = 0; i < pages; ++i) add_page(k);
    }
    /// Gives memory back that no entity needs. No walk is open.
    THRONG_ONCE void trim() noexcept {
        for (page_type* const p : pages_) {
            if (p->used != 0) continue;
            for (const attached_column<Allocator>& c : p->columns) c.of->strip(allocator_, p->number);
            p->columns.release(allocator_);
            p->special = false;
            if (p->of != nullptr) p->of->is_full(p->number);
            p->of = nullptr;
            if (p->is_for_any_kind()) set_vacant(*p);
        }
        columns_.trim();
    }
    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t n = pages_.bytes() + kinds.bytes() + vacant_.bytes() + pages_.size() * sizeof(page_type);
        for (const page_type* const p : pages_) n += p->columns.bytes();
        return n;
    }

    /// Entities created from now on have this generation or a higher one. O(pages).
    void start_generations_at(std::uint32_t generation) noexcept {
        // (In its lower half 0 says that a slot is used up.)
        first_generation_ = static_cast<std::uint16_t>(generation) == 0 ? generation + 1 : generation;
        for (page_type* const p : pages_) catch_up(*p);
    }
    /// The generation that new pages begin with.
    [[nodiscard]] std::uint32_t first_generation() const noexcept { return first_generation_; }
    /// The same; what pages there are keep to what they have.
    void begin_generations_at(std::uint32_t generation) noexcept { first_generation_ = generation; }
    /// No entity that has been here had this generation or a higher one. O(pages).
    [[nodiscard]] std::uint32_t unused_generation() const noexcept {
        std::uint32_t highest = first_generation_ - 1;
        for (const page_type* const p : pages_) {
            const std::uint32_t its = p->highest_generation();
            highest = its < highest ? highest : its;
        }
        return highest == ~std::uint32_t{0} ? highest : highest + 1;
    }

    [[nodiscard]] THRONG_ONCE page_type& append_page() {
        const auto n = static_cast<std::uint32_t>(pages_.size());
        pages_.reserve(allocator_, n + 1);
        columns_.cover(n + 1);
        vacant_.extend(allocator_, n / word_bits + 1);
        auto* const p = make_object<page_type>(allocator_, n, first_generation_);
        pages_.push(allocator_, p);
        return *p;
    }
    /// Works out what follows from the entities, generations and kinds of pages that have been filled by themselves.
    /// Throws what the allocator throws.
    void complete() {
        kinds.cover(pages_.size(), kinds.all().size());
        for (page_type* const p : pages_) {
            for (unsigned w = 0; w < page_words; ++w) p->taken[w] = p->alive[w] | p->used_up[w];
        }
        count_all();
    }
    /// Works out what follows from the slots, generations and kinds of all pages, which have been written. The kinds
    /// cover the pages.
    THRONG_ONCE void count_all() noexcept {
        kinds.forget_room();
        for (word& w : vacant_) w = word{};
        first_vacant_ = size_ = 0;
        for (page_type* const p : pages_) {
            p->used = p->resting = p->first_free = p->used_words = 0;
            p->behind = false;
            for (unsigned w = 0; w < page_words; ++w) {
                const word in_use = p->taken[w] & ~p->used_up[w];
                if (any(in_use)) p->use_word(w);
                p->used += count(in_use);
                p->resting += count(p->used_up[w]);
                size_ += count(p->alive[w]);
                for (word rest = first_generation_ == page_type::lowest_generation ? word{} : in_use; any(rest);
                     rest = without_lowest(rest))
                    p->behind = p->behind || p->generation(w * word_bits + lowest(rest)) < first_generation_;
            }
            p->update_special();
            p->find_first_free();
            if (p->of != nullptr && !p->is_full()) p->of->has_room(p->number);
            if (p->is_for_any_kind()) set_vacant(*p);
        }
    }
    /// The pages from that number on go, with their blocks; nothing on them has a value. `count_all` comes next.
    void drop_pages(std::uint32_t first) noexcept {
        for (std::size_t n = first; n < pages_.size(); ++n) {
            page_type* const p = pages_[n];
            for (const attached_column<Allocator>& c : p->columns) c.of->strip(allocator_, p->number);
            p->columns.release(allocator_);
            give_back_object(allocator_, p);
        }
        pages_.shorten(first);
    }
    /// Exchanges all entities with those of another index; its columns have the numbers that these have.
    THRONG_ONCE void swap(entity_index& other) noexcept {
        pages_.swap(other.pages_);
        vacant_.swap(other.vacant_);
        first_vacant_ = other.first_vacant_ = 0;
        std::swap(size_, other.size_);
        std::swap(first_generation_, other.first_generation_);
        kinds.swap(other.kinds);
        find_columns();
        other.find_columns();
    }
    void release() noexcept {
        for (page_type* const p : pages_) {
            p->columns.release(allocator_);
            give_back_object(allocator_, p);
        }
        kinds.release();
        pages_.release(allocator_);
        vacant_.release(allocator_);
        size_ = 0;
    }

  private:
    template <class> friend class world_validation;

    THRONG_NOINLINE std::byte* attach_new(column_type& c, page_type& p) {
        p.columns.reserve(allocator_, p.columns.size() + 1);
        std::byte* const b = c.equip(allocator_, p.number);
        p.columns.push(allocator_, {c.present(p.number), &c});
        p.update_special();
        return b;
    }
    /// A page with room for a kind that has none.
    THRONG_NOINLINE page_type& more_room(kind_type& k, bool walked) {
        if (!walked) {
            for (std::size_t i = first_vacant_; i < vacant_.size(); ++i) {
                if (!any(vacant_[i]) && i == first_vacant_) ++first_vacant_;
                for (word rest = vacant_[i]; any(rest); rest = without_lowest(rest)) {
                    page_type& p = *pages_[i * word_bits + lowest(rest)];
                    if (p.of == &k) continue;
                    change_kind(p, k);
                    return p;
                }
            }
        }
        // Pages of a kind that has many come side by side, and their values lie in one piece: at each jump
        // between pieces a walk waits for memory, while the processor finds out where it goes on.
        std::size_t its = 0;
        for (const page_type* const p : pages_) its += p->of == &k ? 1U : 0U;
        const std::size_t first = pages_.size();
        const std::size_t n = its / pages_for_one_more + 1;
        if (n > 1) {
            for (column_type* const c : k.columns) c->reserve(allocator_, n);
        }
        for (std::size_t i = 0; i < n; ++i) add_page(k);
        return *pages_[first];
    }
    void add_page(kind_type& k) {
        k.roomy.extend(allocator_, pages_.size() / word_bits + 1);
        page_type& p = append_page();
        set_vacant(p);
        change_kind(p, k);
        not_vacant(p);
    }
    /// The page is empty. Throws what the allocator throws; it is of no kind then.
    THRONG_ONCE void change_kind(page_type& p, kind_type& k) {
        k.roomy.extend(allocator_, p.number / word_bits + 1);
        if (p.of != nullptr) p.of->is_full(p.number);
        p.of = nullptr;
        for (std::size_t i = 0; i < p.columns.size();) {
            column_type* const c = p.columns[i].of;
            bool stays = false;
            for (const column_type* const own : k.columns) stays = stays || own == c;
            if (stays) {
                ++i;
                continue;
            }
            c->strip(allocator_, p.number);
            p.columns[i] = p.columns[p.columns.size() - 1];
            p.columns.pop();
        }
        for (column_type* const c : k.columns) (void)attach(*c, p);
        p.update_special();
        p.of = &k;
        k.has_room(p.number);
    }
    /// The page is of none yet. Throws what the allocator throws.
    void give_kind(page_type& p, kind_type& k) {
        k.roomy.extend(allocator_, p.number / word_bits + 1);
        for (column_type* const c : k.columns) (void)attach(*c, p);
        p.of = &k;
        if (!p.is_full()) k.has_room(p.number);
    }
    void set_vacant(const page_type& p) noexcept {
        vacant_[p.number / word_bits] |= bit(p.number % word_bits);
        if (p.number / word_bits < first_vacant_) first_vacant_ = p.number / word_bits;
    }
    void not_vacant(const page_type& p) noexcept { vacant_[p.number / word_bits] &= ~bit(p.number % word_bits); }
    /// Nothing is on the page. All of its slots are free, and begin with a higher generation.
    THRONG_ONCE static void begin_anew(page_type& p, std::uint32_t generation) noexcept {
        p.begin_with(generation);
        p.resting = 0;
        p.first_free = 0;
        for (unsigned w = 0; w < page_words; ++w) p.taken[w] = p.used_up[w] = word{};
        if (p.of != nullptr) p.of->has_room(p.number);
    }
    THRONG_ONCE void page_emptied(page_type& p) noexcept {
        // (A slot at rest when the page's generations are used up rests permanently.)
        if (p.resting != 0 && p.upper != page_type::last_upper) {
            const std::uint32_t next = (p.upper + (1U << 16U)) | page_type::first_generation;
            begin_anew(p, next < first_generation_ ? first_generation_ : next);
        }
        p.behind = false;
        p.used_words = 0;
        p.update_special();
        if (p.is_for_any_kind()) set_vacant(p);
    }
    /// A slot whose generation is too low goes on to the world's first one, or, where its page's upper half is too low
    /// for that, is used up until the page is empty.
    THRONG_ONCE void catch_up(page_type& p, unsigned s) noexcept {
        if (p.generations[s] == 0 || p.generation(s) >= first_generation_) return;
        const bool can = p.upper == (first_generation_ & page_type::last_upper);
        p.generations[s] = can ? static_cast<std::uint16_t>(first_generation_) : std::uint16_t{0};
    }
    /// The same for all free slots; those in use follow when they are given up.
    THRONG_ONCE void catch_up(page_type& p) noexcept {
        for (unsigned s = 0; s < page_slots; ++s) {
            const word its = bit(s % word_bits);
            if (any(p.taken[s / word_bits] & its)) {
                p.behind = p.behind || (!any(p.used_up[s / word_bits] & its) && p.generation(s) < first_generation_);
                continue;
            }
            catch_up(p, s);
            if (p.generations[s] != 0) continue;
            p.used_up[s / word_bits] |= its;
            p.taken[s / word_bits] |= its;
            ++p.resting;
        }
        p.find_first_free();
        if (p.is_full() && p.of != nullptr) p.of->is_full(p.number);
        if (p.used == 0) page_emptied(p);
        else p.update_special();
    }
    /// Pages refer to the columns of this index's own set, as kinds do.
    void find_columns() noexcept {
        for (page_type* const p : pages_) {
            for (attached_column<Allocator>& a : p->columns) a.of = &columns_[a.of->number];
            p->update_special();
        }
    }

    /// A kind that needs room gets one page more for so many that it has.
    static constexpr std::size_t pages_for_one_more = 16;

    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    column_set<Allocator>& columns_;
    row<page_type*> pages_;
    std::size_t size_ = 0;
    /// Pages that are for any kind, a bit each.
    row<word> vacant_;
    std::size_t first_vacant_ = 0;
    std::uint32_t first_generation_ = page_type::lowest_generation;
};

} // namespace throng::core
