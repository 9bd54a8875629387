#pragma once

#include <throng/world/entity_page.hpp>
#include <throng/world/walks.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// A removal of which hooks are told: a destroyed entity with all of its components, or one component of an entity that
/// lives on. The columns stand in the world's `departed` row.
struct departure {
    entity e;
    bool dies;
    std::size_t first;
    std::size_t last;
    departure* outer;
};

/// The pages of a world, whose they are, and who lives there: an entity's index is its address.
template <class Allocator> class world_pages : public world_walks<Allocator> {
    using base = world_walks<Allocator>;

  public:
    using column_type = column<Allocator>;
    using page_type = entity_page<Allocator>;
    using kind_type = kind<Allocator>;

    [[nodiscard]] std::uint32_t page_count() const noexcept { return static_cast<std::uint32_t>(pages_.size()); }
    [[nodiscard]] page_type& page(std::uint32_t n) const noexcept { return *pages_[n]; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    /// Those who are born with these components.
    template <class... Cs> [[nodiscard]] kind_type& kind_of() {
        const std::uint32_t n = type_numbers<spawn_family>::of<types<Cs...>>();
        kind_type* const k = by_spawn_.at(n);
        return k != nullptr ? *k : find_kind<Cs...>(n);
    }
    [[nodiscard]] kind_type& kind_with(const row<column_type*>& sorted) {
        for (kind_type* const k : kinds_) {
            if (k->is_of(sorted)) return *k;
        }
        kinds_.reserve(allocator_, kinds_.size() + 1);
        struct guard {
            world_pages& s;
            kind_type* k;
            ~guard() {
                if (k == nullptr) return;
                k->columns.release(s.allocator_);
                memory::give_back(s.allocator_, k, sizeof(kind_type));
            }
        } g{*this, ::new (memory::take(allocator_, sizeof(kind_type))) kind_type};
        for (column_type* const c : sorted) g.k->columns.push(allocator_, c);
        g.k->number = static_cast<std::uint32_t>(kinds_.size());
        kinds_.push(allocator_, g.k);
        return *std::exchange(g.k, nullptr);
    }
    [[nodiscard]] const row<kind_type*>& kinds() const noexcept { return kinds_; }

    /// The page for the next entity of a kind. Throws what the allocator throws.
    [[nodiscard]] page_type& page_for(kind_type& k) {
        if (k.lowest == nullptr) {
            const std::uint32_t n = k.lowest_page();
            k.lowest = n != kind_type::none ? pages_[n] : &more_room(k);
        }
        return *k.lowest;
    }

    /// The kind with these columns, which are put in order.
    [[nodiscard]] kind_type& kind_of_columns(row<column_type*>& those) {
        for (std::size_t i = 1; i < those.size(); ++i) {
            for (std::size_t j = i; j > 0 && those[j]->number < those[j - 1]->number; --j)
                std::swap(those[j], those[j - 1]);
        }
        return kind_with(those);
    }

    /// Whether the handle is that of the slot's present life, or of its next one. Only the living have components: who
    /// looks for one need not ask more.
    [[nodiscard]] bool is_present(entity e) const noexcept { return is_present(pages_.begin(), e); }
    [[nodiscard]] bool is_alive(entity e) const noexcept { return is_present(e) && is_alive(e.index()); }

    // In these all is read before anything is asked, so that a loop over entities reads it once. What is not near is
    // looked for in functions of their own, where it disturbs nobody; and so is what an entity had whose hooks are told
    // that it dies: its handle is stale already.

    /// Whether an entity has a component of the type. False if the handle is stale.
    [[nodiscard]] bool has(std::uint32_t type, entity e) const noexcept {
        const known_type<Allocator>& its = this->near_type(type);
        word* const* const present = its.parts.present;
        page_type* const* const pages = pages_.begin();
        if (its.number != type) [[unlikely]]
            return has_further(type, e);
        if (!is_present(pages, e)) [[unlikely]]
            return departures_ != nullptr && had_when_it_died(its.of, e);
        return has_bit(word_in(present, e.index()), e.index() % word_bits);
    }
    [[nodiscard]] bool has(const column_type& c, entity e) const noexcept {
        return is_present(e) ? c.has(e.index()) : had_when_it_died(&c, e);
    }
    /// The component of an entity; null if it has none, or if the handle is stale.
    template <class T> [[nodiscard]] T* find_value(entity e) const noexcept {
        const std::uint32_t type = known_component_number<T>();
        const known_type<Allocator>& its = this->near_type(type);
        word* const* const present = its.parts.present;
        std::byte* const* const values = its.parts.values;
        page_type* const* const pages = pages_.begin();
        if (its.number != type) [[unlikely]]
            return find_further_value<T>(type, e);
        // (As `has`, spelt out: so g++ makes one slot of both uses.)
        const std::uint32_t p = e.index() / page_slots;
        const unsigned s = e.index() % page_slots;
        if (p >= pages_.size() || pages[p]->generation(s) != e.generation()) [[unlikely]]
            return departures_ == nullptr ? nullptr : find_further_value<T>(type, e);
        if (!has_bit(present[p][s / word_bits], s % word_bits)) return nullptr;
        T* const x = column_type::template value_of<T>(values[p], s);
        if (x == nullptr) __builtin_unreachable();
        return x;
    }
    /// The same of one that has it.
    template <class T> [[nodiscard]] T* value(entity e) const noexcept {
        const std::uint32_t type = known_component_number<T>();
        const known_type<Allocator>& its = this->near_type(type);
        std::byte* const* const values = its.parts.values;
        if (its.number != type) [[unlikely]]
            return find_further_value<T>(type, e);
        return column_type::template value_of<T>(values[e.index() / page_slots], e.index() % page_slots);
    }
    /// Whether the component is just being taken from the entity, alone or with all others.
    [[nodiscard]] bool is_departing(const column_type& c, entity e) const noexcept {
        return departure_of(&c, e) != nullptr;
    }
    [[nodiscard]] entity entity_at(std::uint32_t index) const noexcept {
        return {index, pages_[index / page_slots]->generation(index % page_slots)};
    }
    [[nodiscard]] bool is_alive(std::uint32_t index) const noexcept {
        return pages_[index / page_slots]->is_alive(index % page_slots);
    }
    /// Who lives there, or lived there last where the slot has not been given away since.
    [[nodiscard]] entity last_entity_at(std::uint32_t index) const noexcept {
        return last_entity_at(*pages_[index / page_slots], index % page_slots);
    }
    [[nodiscard]] static entity last_entity_at(const page_type& p, unsigned slot) noexcept {
        if (p.is_alive(slot)) return entity_at(p, slot);
        const std::uint16_t next = p.generations[slot];
        return {p.number * page_slots + slot, p.upper | static_cast<std::uint16_t>(next - 1)};
    }
    [[nodiscard]] static entity entity_at(const page_type& p, unsigned slot) noexcept {
        return {p.number * page_slots + slot, p.generation(slot)};
    }

    [[nodiscard]] static entity entity_with(std::uint32_t index, std::uint32_t generation) noexcept {
        return {index, generation};
    }

    /// A slot of the page is taken by nobody yet: until `settle` or `give_up`.
    [[nodiscard]] unsigned take_slot(page_type& p) noexcept {
        if (p.used == 0) not_vacant(p);
        const unsigned s = p.take_lowest();
        if (p.is_full()) p.of->is_full(p.number);
        return s;
    }
    /// Somebody lives there now.
    void settle(page_type& p, unsigned s) noexcept {
        p.alive[s / word_bits] |= bit(s % word_bits);
        ++size_;
    }
    /// As many of the free slots of the page's first word that has any, at most `n`, which are taken now.
    [[nodiscard]] word take_slots(page_type& p, std::size_t n) noexcept {
        if (p.used == 0) not_vacant(p);
        word& taken = p.taken[p.first_free];
        word those = ~taken;
        unsigned many = count(those);
        for (; many > n; --many) those &= ~bit(highest(those));
        taken |= those;
        p.used += many;
        p.find_first_free();
        if (p.is_full()) p.of->is_full(p.number);
        return those;
    }
    /// The slot may be given to somebody else.
    void give_up(page_type& p, unsigned s) noexcept {
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

    /// The block of a column on a page, made if it is not there. Throws what the allocator throws; nothing has changed
    /// then.
    std::byte* attach(column_type& c, page_type& p) {
        std::byte* const there = c.parts.values(p.number);
        if (there != nullptr) [[likely]]
            return there;
        return attach_new(c, p);
    }

    void equip_cell(column_type& c, page_type& p, unsigned slot) {
        c.equip_cell(allocator_, c.parts.values(p.number), slot);
    }

    /// Something of the column's `special` has changed.
    void update_special(const column_type& c) noexcept {
        base::update_special();
        for (page_type* const p : pages_) {
            if (c.is_on(p->number)) p->update_special();
        }
    }

    /// Room for `n` entities more of a kind.
    void reserve(kind_type& k, std::size_t n) {
        std::size_t room = 0;
        for (const page_type* const p : pages_) {
            if (p->of == &k) room += page_slots - p->used - p->resting;
        }
        if (room >= n) return;
        const std::size_t pages = (n - room + page_slots - 1) / page_slots;
        for (column_type* const c : k.columns) c->reserve(allocator_, pages);
        for (std::size_t i = 0; i < pages; ++i) add_page(k);
    }
    /// Gives memory back that no entity needs, unless somebody walks.
    void trim() noexcept {
        if (walks_ != nullptr) return;
        for (page_type* const p : pages_) {
            if (p->used != 0) continue;
            for (const attached_column<Allocator>& c : p->columns) c.of->strip(allocator_, p->number);
            p->columns.release(allocator_);
            p->special = false;
            if (p->of != nullptr) p->of->is_full(p->number);
            p->of = nullptr;
            if (p->is_for_any_kind()) set_vacant(*p);
        }
        for (column_type* const c : columns_) c->trim(allocator_);
    }
    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t n = pages_.bytes() + columns_.bytes() + this->further_types_.bytes() + by_spawn_.bytes() +
                        kinds_.bytes() + vacant_.bytes() + departed_.bytes() + pages_.size() * sizeof(page_type);
        for (const page_type* const p : pages_) n += p->columns.bytes();
        for (const column_type* const c : columns_) n += c->bytes();
        for (const kind_type* const k : kinds_) n += sizeof(kind_type) + k->roomy.bytes() + k->columns.bytes();
        return n;
    }

    /// What is created from now on has this generation or a higher one. O(pages).
    void start_generations_at(std::uint32_t generation) noexcept {
        // (In its lower half 0 says that a slot is used up.)
        first_generation_ = static_cast<std::uint16_t>(generation) == 0 ? generation + 1 : generation;
        for (page_type* const p : pages_) catch_up(*p);
    }
    /// No entity that has been here had this generation or a higher one. O(pages).
    [[nodiscard]] std::uint32_t unused_generation() const noexcept {
        std::uint32_t highest = first_generation_ - 1;
        for (const page_type* const p : pages_) {
            const std::uint32_t its = p->highest_generation();
            highest = its < highest ? highest : its;
        }
        return highest == ~std::uint32_t{0} ? highest : highest + 1;
    }

  protected:
    using base::allocator_;
    using base::columns_;
    using base::walks_;
    using typename base::memory;

    using base::base;

    void make_stale(page_type& p, unsigned s) noexcept {
        std::uint16_t& g = p.generations[s];
        g = g == page_type::last_generation ? std::uint16_t{0} : static_cast<std::uint16_t>(g + 1);
        p.alive[s / word_bits] &= ~bit(s % word_bits);
        --size_;
    }

    [[nodiscard]] bool is_present(const page_type* const* pages, entity e) const noexcept {
        const std::uint32_t p = e.index() / page_slots;
        return p < pages_.size() && pages[p]->generation(e.index() % page_slots) == e.generation();
    }
    [[nodiscard, gnu::noinline]] bool has_further(std::uint32_t type, entity e) const noexcept {
        const column_type* const c = this->type_of(type).of;
        return c != nullptr && has(*c, e);
    }
    [[nodiscard]] const departure* departure_of(const column_type* c, entity e) const noexcept {
        for (const departure* d = departures_; d != nullptr; d = d->outer) {
            for (std::size_t i = d->first; i != d->last && d->e == e; ++i) {
                if (departed_[i].of == c) return d;
            }
        }
        return nullptr;
    }
    [[nodiscard, gnu::noinline]] bool had_when_it_died(const column_type* c, entity e) const noexcept {
        const departure* const d = departure_of(c, e);
        return d != nullptr && d->dies;
    }
    template <class T> [[nodiscard, gnu::noinline]] T* find_further_value(std::uint32_t type, entity e) const noexcept {
        return has_further(type, e) ? this->type_of(type).of->template value_at<T>(e.index()) : nullptr;
    }
    template <class... Cs> [[gnu::noinline]] kind_type& find_kind(std::uint32_t n) {
        struct guard {
            world_pages& s;
            row<column_type*> those;
            ~guard() { those.release(s.allocator_); }
        } g{*this, {}};
        (g.those.push(allocator_, &this->template column_of<Cs>()), ...);
        kind_type& k = kind_of_columns(g.those);
        by_spawn_.extend(allocator_, n + 1);
        by_spawn_[n] = &k;
        return k;
    }

    [[gnu::noinline]] std::byte* attach_new(column_type& c, page_type& p) {
        p.columns.reserve(allocator_, p.columns.size() + 1);
        std::byte* const b = c.equip(allocator_, p.number);
        p.columns.push(allocator_, {c.present(p.number), &c});
        p.update_special();
        return b;
    }
    /// A page with room for a kind that has none.
    [[gnu::noinline]] page_type& more_room(kind_type& k) {
        // A page that has emptied changes its kind, unless somebody may be looking at it.
        if (walks_ == nullptr) {
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
        const auto n = static_cast<std::uint32_t>(pages_.size());
        pages_.reserve(allocator_, n + 1);
        this->cover(n + 1);
        vacant_.extend(allocator_, n / word_bits + 1);
        k.roomy.extend(allocator_, n / word_bits + 1);
        auto* const p = ::new (memory::take(allocator_, sizeof(page_type))) page_type(n, first_generation_);
        pages_.push(allocator_, p);
        set_vacant(*p);
        change_kind(*p, k);
        not_vacant(*p);
    }
    /// The page is empty. Throws what the allocator throws; it is of no kind then.
    void change_kind(page_type& p, kind_type& k) {
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
    void set_vacant(const page_type& p) noexcept {
        vacant_[p.number / word_bits] |= bit(p.number % word_bits);
        if (p.number / word_bits < first_vacant_) first_vacant_ = p.number / word_bits;
    }
    void not_vacant(const page_type& p) noexcept { vacant_[p.number / word_bits] &= ~bit(p.number % word_bits); }
    void page_emptied(page_type& p) noexcept {
        // (What rests when the page's own generations are used up, rests for good.)
        if (p.resting != 0 && p.upper != page_type::last_upper) {
            const std::uint32_t next = (p.upper + (1U << 16U)) | page_type::first_generation;
            p.begin_with(next < first_generation_ ? first_generation_ : next);
            p.resting = 0;
            p.first_free = 0;
            for (unsigned w = 0; w < page_words; ++w) p.taken[w] = p.used_up[w] = word{};
            if (p.of != nullptr) p.of->has_room(p.number);
        }
        p.behind = false;
        p.update_special();
        if (p.is_for_any_kind()) set_vacant(p);
    }
    /// A slot whose generation is too low goes on to the world's first one, or, where its page's upper half is too low
    /// for that, is used up until the page is empty.
    void catch_up(page_type& p, unsigned s) noexcept {
        if (p.generations[s] == 0 || p.generation(s) >= first_generation_) return;
        const bool can = p.upper == (first_generation_ & page_type::last_upper);
        p.generations[s] = can ? static_cast<std::uint16_t>(first_generation_) : std::uint16_t{0};
    }
    /// The same for all free slots; those in use follow when they are given up.
    void catch_up(page_type& p) noexcept {
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
    void release_pages() noexcept {
        for (page_type* const p : pages_) {
            p->columns.release(allocator_);
            memory::give_back(allocator_, p, sizeof(page_type));
        }
        for (kind_type* const k : kinds_) {
            k->columns.release(allocator_);
            k->roomy.release(allocator_);
            memory::give_back(allocator_, k, sizeof(kind_type));
        }
        by_spawn_.release(allocator_);
        kinds_.release(allocator_);
        pages_.release(allocator_);
        vacant_.release(allocator_);
        departed_.release(allocator_);
    }

    /// A kind that needs room gets one page more for so many that it has.
    static constexpr std::size_t pages_for_one_more = 16;

    row<page_type*> pages_;
    std::size_t size_ = 0;
    row<kind_type*> by_spawn_;
    row<kind_type*> kinds_;
    /// Pages that are for any kind, a bit each.
    row<word> vacant_;
    std::size_t first_vacant_ = 0;
    std::uint32_t first_generation_ = page_type::lowest_generation;
    /// Removals of which hooks are told just now, the innermost first; and their components.
    departure* departures_ = nullptr;
    struct departed_value {
        column_type* of;
        /// Its hook has not been told that it came: so it is not told that it goes.
        bool silent;
    };
    row<departed_value> departed_;
};

} // namespace throng::core
