#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/audit.hpp>
#include <throng/world/entity_page.hpp>
#include <throng/world/walker.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// Who wants to be told of entities that come to match its query, and of those that match no more.
template <class Allocator> struct watcher {
    watcher* next = nullptr;
    /// Who matched when it was last told.
    some_entities members;
    /// Of those, who may have matched no more for a while since.
    some_entities wavered;
    /// Whom it is just being told of.
    some_entities joined;
    some_entities left;
    /// A column has something to tell of a page.
    void (*note)(watcher& self, const column<Allocator>& c, std::uint32_t page, const block_sides& what) = nullptr;
};

template <class Allocator> class world_contents;

/// Entities and their components: an entity's index is its address. Everything that changes a world comes through here,
/// and tells those who walk.
template <class Allocator> class storage {
    using memory = line_memory<Allocator>;

  public:
    using allocator_type = Allocator;
    using column_type = column<Allocator>;
    using page_type = entity_page<Allocator>;
    using kind_type = kind<Allocator>;

#if defined(THRONG_AUDIT) && THRONG_AUDIT
    explicit storage(const Allocator& allocator, caller where = {}) : allocator_(allocator), log_(where) {}
#else
    explicit storage(const Allocator& allocator, caller = {}) noexcept : allocator_(allocator) {}
#endif
    storage(const storage&) = delete;
    storage& operator=(const storage&) = delete;
    ~storage() {
        for (world_walker* w = walks_; w != nullptr;) {
            world_walker* const next = w->next;
            abandon(*w);
            w = next;
        }
        walks_ = nullptr;
        discard();
    }

    [[nodiscard]] const Allocator& allocator() const noexcept { return allocator_; }

    // --- columns -----------------------------------------------------------------------------------------------------

    /// The column of a type, which is made when it is needed for the first time. Throws what the allocator throws.
    template <class T> [[nodiscard]] column_type& column_of() {
        const std::uint32_t n = component_number<T>();
        column_type* const c = by_type_.at(n);
        return c != nullptr ? *c : make_typed_column(describe<std::remove_cv_t<T>>(), n);
    }
    /// The same, null if it has not been needed yet.
    template <class T> [[nodiscard]] column_type* find_column() const noexcept {
        return by_type_.at(known_component_number<T>());
    }
    /// The same; it has been needed.
    template <class T> [[nodiscard]] const column_type& known_column() const noexcept {
        return *by_type_[known_component_number<T>()];
    }
    column_type& make_column(const component_type& type) {
        columns_.reserve(allocator_, columns_.size() + 1);
        auto* const c = ::new (memory::take(allocator_, sizeof(column_type)))
            column_type(type, static_cast<std::uint32_t>(columns_.size()));
        columns_.push(allocator_, c);
        struct guard {
            storage& s;
            bool done = false;
            ~guard() {
                if (!done) s.discard_last_column();
            }
        } g{*this};
        c->cover(allocator_, pages_.size());
        g.done = true;
        update_special(*c);
        return *c;
    }
    [[nodiscard]] const row<column_type*>& columns() const noexcept { return columns_; }
    /// A column of bits for one subset, until it is given back.
    [[nodiscard]] column_type& borrow_column() {
        if (spare_.empty()) {
            spare_.reserve(allocator_, ++lent_);
            return make_column({});
        }
        column_type& c = *spare_[spare_.size() - 1];
        spare_.pop();
        return c;
    }
    /// Nobody has it any more.
    void give_column_back(column_type& c) noexcept { spare_.push(allocator_, &c); }

    /// Something of the column's `special` has changed.
    void update_special(const column_type& c) noexcept {
        special_additions_ = special_removals_ = 0;
        for (const column_type* const one : columns_) {
            if ((one->special & column_type::noted_on_addition) != 0) special_additions_ |= one->mark;
            if ((one->special & column_type::noted_on_removal) != 0) special_removals_ |= one->mark;
        }
        update_care();
        for (page_type* const p : pages_) {
            if (c.is_on(p->number)) p->update_special();
        }
    }

    // --- pages and kinds ---------------------------------------------------------------------------------------------

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
            storage& s;
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
        const std::uint32_t n = k.lowest_page();
        return n != kind_type::none ? *pages_[n] : add_page(k);
    }

    // --- entities ----------------------------------------------------------------------------------------------------

    /// Whether the handle is that of the slot's present life, or of its next one. Only the living have components: who
    /// looks for one need not ask more.
    [[nodiscard]] bool is_present(entity e) const noexcept {
        const std::uint32_t p = e.index() / page_slots;
        return p < pages_.size() && pages_[p]->generation(e.index() % page_slots) == e.generation();
    }
    [[nodiscard]] bool is_alive(entity e) const noexcept { return is_present(e) && is_alive(e.index()); }
    [[nodiscard]] entity entity_at(std::uint32_t index) const noexcept {
        return {index, pages_[index / page_slots]->generation(index % page_slots)};
    }
    [[nodiscard]] bool is_alive(std::uint32_t index) const noexcept {
        return pages_[index / page_slots]->is_alive(index % page_slots);
    }
    /// Who lived there last; the slot has not been given away since.
    [[nodiscard]] entity last_entity_at(std::uint32_t index) const noexcept {
        const page_type& p = *pages_[index / page_slots];
        const std::uint16_t next = p.generations[index % page_slots];
        return {index, p.upper | static_cast<std::uint16_t>(next - 1)};
    }
    [[nodiscard]] static entity entity_at(const page_type& p, unsigned slot) noexcept {
        return {p.number * page_slots + slot, p.generation(slot)};
    }

    [[nodiscard]] static entity entity_with(std::uint32_t index, std::uint32_t generation) noexcept {
        return {index, generation};
    }

    /// A slot of the page is taken by nobody yet: until `settle` or `give_up`.
    [[nodiscard]] unsigned take_slot(page_type& p) noexcept {
        if (p.used == 0) vacant_[p.number / word_bits] &= ~bit(p.number % word_bits);
        const unsigned s = p.take_lowest();
        if (p.is_full()) p.of->is_full(p.number);
        return s;
    }
    /// Somebody lives there now.
    void settle(page_type& p, unsigned s) noexcept {
        p.alive[s / word_bits] |= bit(s % word_bits);
        ++size_;
    }
    /// Before somebody is born, with all of his components, at a place: walks must know that he is new. Throws what the
    /// allocator throws.
    void expect(std::uint32_t page) {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->matches != nullptr) w->late.equip(allocator_, page);
        }
    }
    void born(std::uint32_t index) noexcept {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->matches != nullptr) w->late.set(index);
        }
    }
    /// The slot may be given to somebody else.
    void give_up(page_type& p, unsigned s) noexcept {
        const unsigned w = s / word_bits;
        --p.used;
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

    /// False if the handle is stale.
    bool destroy(entity e) {
        if (!is_alive(e)) return false;
        page_type& p = *pages_[e.index() / page_slots];
        const unsigned s = e.index() % page_slots;
        if (p.special) [[unlikely]]
            return destroy_with_care(p, s), true;
        bool kept = watchers_ != nullptr && kept_.has(e.index());
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->is_view) return destroy_with_care(p, s), true;
            if (w->stands_on(e.index())) {
                kept = true;
                w->changed |= let_go_of;
            }
            if (w->must_look_again_at(e.index())) w->changed |= look_again;
        }
        const word m = ~bit(s % word_bits);
        for (const attached_column<Allocator>& c : p.columns) c.present[s / word_bits] &= m;
        make_stale(p, s);
        if (!kept) give_up(p, s);
        return true;
    }
    /// All those of a word of a page; nobody needs care.
    void destroy_word(page_type& p, unsigned w, word those) noexcept {
        for (const attached_column<Allocator>& c : p.columns) c.present[w] &= ~those;
        p.alive[w] &= ~those;
        const word* const kept = kept_.page(p.number);
        const word leave = kept == nullptr ? those : those & ~kept[w];
        for (word rest = those; any(rest); rest = without_lowest(rest)) {
            const unsigned s = lowest(rest);
            std::uint16_t& g = p.generations[w * word_bits + s];
            g = g == page_type::last_generation ? std::uint16_t{0} : static_cast<std::uint16_t>(g + 1);
            if (g == 0 && any(leave & bit(s))) [[unlikely]] {
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
    [[nodiscard]] bool destroys_plainly(const page_type& p) const noexcept { return !p.special && walks_ == nullptr; }

    /// As many of the free slots of the page's first word that has any, at most `n`, which are taken now.
    [[nodiscard]] word take_slots(page_type& p, std::size_t n) noexcept {
        if (p.used == 0) vacant_[p.number / word_bits] &= ~bit(p.number % word_bits);
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
    void settle_word(page_type& p, unsigned w, word those) noexcept {
        p.alive[w] |= those;
        size_ += count(those);
        if (walks_ == nullptr) return;
        for (word rest = those; any(rest); rest = without_lowest(rest))
            born(p.number * page_slots + w * word_bits + lowest(rest));
    }
    void equip_cell(column_type& c, page_type& p, unsigned slot) {
        c.equip_cell(allocator_, c.parts.values(p.number), slot);
    }

    // --- components --------------------------------------------------------------------------------------------------

    /// The block of a column on a page, made if it is not there. Throws what the allocator throws; nothing has changed
    /// then.
    std::byte* attach(column_type& c, page_type& p) {
        std::byte* const there = c.parts.values(p.number);
        if (there != nullptr) [[likely]]
            return there;
        return attach_new(c, p);
    }

    /// A quick answer whether nobody has to be told of an addition: if it is false, `add` knows better.
    [[nodiscard]] bool adds_simply(const column_type& c) const noexcept { return (careful_additions_ & c.mark) == 0; }
    /// Makes a value: `make(address)` does so, and may throw and make any edit. The entity is alive and has none. Null
    /// if it died meanwhile, or if this is asked for while its last value is being destroyed.
    template <class T, class Make> T* add(column_type& c, std::byte* b, page_type& p, unsigned s, Make& make) {
        if constexpr (!plain<T>) return add_with_care<T>(c, b, p, s, make);
        if (!adds_plainly(c)) [[unlikely]]
            return add_with_care<T>(c, b, p, s, make);
        if constexpr (is_sparse<T>()) c.equip_cell(allocator_, b, s);
        T* const x = column_type::template value_of<T>(b, s);
        make(x);
        c.present(p.number)[s / word_bits] |= bit(s % word_bits);
        c.note_gained(p.number, s / word_bits, bit(s % word_bits));
        return x;
    }

    /// False if it has none.
    bool remove(column_type& c, std::uint32_t index) {
        word& there = c.parts.word_of(index);
        if (!has_bit(there, index % word_bits)) return false;
        if ((careful_removals_ & c.mark) != 0) [[unlikely]]
            return remove_noted(c, index), true;
        there &= ~bit(index % word_bits);
        removed(index);
        return true;
    }
    /// Whether nobody but systems has to be told of a removal, and nothing is to be destroyed.
    [[nodiscard]] bool removes_plainly(const column_type& c) const noexcept {
        if ((c.special & column_type::special_on_removal) != 0) return false;
        for (const world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->is_view || (w->shuns & c.mark) != 0) return false;
        }
        return true;
    }
    [[nodiscard]] bool adds_plainly(const column_type& c) const noexcept {
        return (c.special & column_type::special_on_addition) == 0 && walks_ == nullptr;
    }
    /// Edits of many at once have been made on a page: walks that have read it must look again.
    void page_changed(std::uint32_t page) noexcept {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->at != nowhere && number(w->at) / page_slots == page) w->changed |= look_again;
        }
    }

    /// Tells the hook of a value that was set.
    void was_set(column_type& c, std::uint32_t index) {
        if (!c.on_set) return;
        standing here(*this, index);
        hooked h{entity_at(index), c.value(index)};
        c.on_set.call(allocator_, h);
    }

    // --- walks -------------------------------------------------------------------------------------------------------

    [[gnu::noinline]] void link(world_walker& w) noexcept {
        w.home = this;
        w.previous = nullptr;
        w.next = walks_;
        if (walks_ != nullptr) walks_->previous = &w;
        walks_ = &w;
        careful_additions_ = ~std::uint64_t{0};
        careful_removals_ |= w.is_view ? ~std::uint64_t{0} : w.shuns;
    }
    void unlink(world_walker& w) noexcept {
        (w.previous != nullptr ? w.previous->next : walks_) = w.next;
        if (w.next != nullptr) w.next->previous = w.previous;
        w.home = nullptr;
        update_care();
    }
    /// The node has moved.
    void relink(world_walker& from, world_walker& to) noexcept {
        to.take(from);
        link(to);
        unlink(from);
    }
    /// The walk is over.
    void close(world_walker& w) noexcept {
        const word changed = w.changed;
        const std::uint32_t from = number(w.at);
        const std::uint32_t to = w.on_run ? number(w.run_end) : from + 1;
        unlink(w);
        w.late.release(allocator_);
        if (any(changed & let_go_of) && from != number(nowhere)) {
            for (std::uint32_t i = from; i != to; ++i) let_go(i);
        }
        if (w.is_view && w.gone.any()) {
            for (std::uint32_t p = 0; p < w.gone.page_count(); ++p) {
                const word* const those = w.gone.page(p);
                for (unsigned i = 0; those != nullptr && i < page_words; ++i) {
                    for (word rest = those[i]; any(rest); rest = without_lowest(rest))
                        let_go(p * page_slots + i * word_bits + lowest(rest));
                }
            }
        }
        w.gone.release(allocator_);
    }
    [[nodiscard]] bool is_walked() const noexcept { return walks_ != nullptr; }
    [[nodiscard]] world_walker* walks() const noexcept { return walks_; }

    /// Nobody who looked at the index does so any more, perhaps: what is dead is destroyed, and what was destroyed may
    /// be used again.
    void let_go(std::uint32_t index) noexcept {
        if (is_held(index)) return;
        page_type& p = *pages_[index / page_slots];
        const unsigned s = index % page_slots;
        const bool dead = any(p.limbo(s / word_bits) & bit(s % word_bits));
        if (watchers_ != nullptr && kept_.has(index)) return;
        if (p.special) destroy_ghosts(p, s);
        if (dead) give_up(p, s);
    }

    // --- all of it ---------------------------------------------------------------------------------------------------

    /// Room for `n` entities more of a kind.
    void reserve(kind_type& k, std::size_t n) {
        std::size_t room = 0;
        for (const page_type* const p : pages_) {
            if (p->of == &k) room += page_slots - p->used - p->resting;
        }
        if (room >= n) return;
        const std::size_t pages = (n - room + page_slots - 1) / page_slots;
        for (column_type* const c : k.columns) c->reserve(allocator_, pages);
        for (std::size_t i = 0; i < pages; ++i) (void)add_page(k);
    }
    /// Gives memory back that no entity needs, unless somebody walks.
    void shrink() noexcept {
        if (walks_ != nullptr) return;
        for (page_type* const p : pages_) {
            if (p->used != 0) continue;
            for (const attached_column<Allocator>& c : p->columns) c.of->strip(allocator_, p->number);
            p->columns.release(allocator_);
            p->special = false;
            if (p->of != nullptr) p->of->is_full(p->number);
            p->of = nullptr;
        }
        for (column_type* const c : columns_) c->trim(allocator_);
    }
    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t n = pages_.bytes() + columns_.bytes() + by_type_.bytes() + by_spawn_.bytes() + kinds_.bytes() +
                        vacant_.bytes() + pages_.size() * sizeof(page_type);
        for (const page_type* const p : pages_) n += p->columns.bytes();
        for (const column_type* const c : columns_) n += c->bytes();
        for (const kind_type* const k : kinds_) n += sizeof(kind_type) + k->roomy.bytes() + k->columns.bytes();
        return n;
    }

    // --- systems that are told who joined and who left ---------------------------------------------------------------

    void link(watcher<Allocator>& w) {
        w.next = watchers_;
        watchers_ = &w;
    }
    void unlink(watcher<Allocator>& w) noexcept {
        watcher<Allocator>** at = &watchers_;
        while (*at != &w) at = &(*at)->next;
        *at = w.next;
        release_kept(w.members);
        release_kept(w.left);
    }
    /// One watcher more for the column, who must know who has lost it, or else who has got it.
    void watch(column_type& c, bool losses) {
        if ((c.special & column_type::watched) == 0) {
            for (const page_type* const p : pages_) {
                if (c.is_on(p->number)) c.equip_sides(allocator_, p->number);
            }
        }
        ++(losses ? c.loss_watchers : c.gain_watchers);
        c.special |= losses ? column_type::losses_watched : column_type::gains_watched;
        update_special(c);
    }
    void unwatch(column_type& c, bool losses) noexcept {
        if (--(losses ? c.loss_watchers : c.gain_watchers) != 0) return;
        c.special &= ~(losses ? column_type::losses_watched : column_type::gains_watched);
        update_special(c);
    }
    /// What columns have noted goes to all watchers. Throws what the allocator throws; nothing is lost then.
    void tell_watchers() {
        for (column_type* const c : columns_) {
            if (!c->told) continue;
            for (std::uint32_t p = 0; p < c->sides.size(); ++p) {
                block_sides* const s = c->sides[p];
                if (s == nullptr || !s->told) continue;
                for (watcher<Allocator>* w = watchers_; w != nullptr; w = w->next) {
                    if (w->members.page(p) != nullptr) w->note(*w, *c, p, *s);
                }
                for (unsigned i = 0; i < page_words; ++i) s->lost[i] = s->gained[i] = word{};
                s->told = false;
            }
            c->told = false;
        }
    }
    /// Keeps the entities' indices and values, until `release_kept`.
    [[nodiscard]] some_entities& kept() noexcept { return kept_; }
    /// Those of whom no watcher has to be told any more are let go.
    void release_kept(const some_entities& those) noexcept {
        for (std::uint32_t p = 0; p < those.page_count(); ++p) {
            const word* const bits_of_page = those.page(p);
            for (unsigned i = 0; bits_of_page != nullptr && i < page_words; ++i) {
                word rest = bits_of_page[i];
                for (const watcher<Allocator>* w = watchers_; w != nullptr && any(rest); w = w->next) {
                    if (const word* const m = w->members.page(p); m != nullptr) rest &= ~m[i];
                    if (const word* const l = w->left.page(p); l != nullptr) rest &= ~l[i];
                }
                if (!any(rest)) continue;
                if (word* const k = kept_.words(p); k != nullptr) k[i] &= ~rest;
                // The living who lost nothing that must be destroyed have nothing to be let go of.
                if (!pages_[p]->special) rest &= pages_[p]->limbo(i);
                for (; any(rest); rest = without_lowest(rest)) let_go(p * page_slots + i * word_bits + lowest(rest));
            }
        }
    }

    /// Stands on an entity while a hook is told of it.
    class standing {
      public:
        standing(storage& home, std::uint32_t index) noexcept : index_(index) {
            node_.at = place{index};
            node_.end = place{index + 1};
            home.link(node_);
        }
        standing(const standing&) = delete;
        standing& operator=(const standing&) = delete;
        ~standing() {
            if (node_.home == nullptr) return;
            auto& home = *static_cast<storage*>(node_.home);
            home.unlink(node_);
            if (lets_go) home.let_go(index_);
        }
        bool lets_go = true;

      private:
        world_walker node_;
        std::uint32_t index_;
    };

    /// An entity whose values are being made, one after the other; unless it is whole in the end, those that have been
    /// made are destroyed, and there was nothing.
    class newborn {
      public:
        newborn(storage& home, page_type& p, unsigned slot, column_type* const* columns) noexcept
            : home_(home), page_(p), slot_(slot), columns_(columns), here_(home, p.number * page_slots + slot) {
            here_.lets_go = false;
        }
        newborn(const newborn&) = delete;
        newborn& operator=(const newborn&) = delete;
        ~newborn() {
            if (whole_) return;
            const word its = bit(slot_ % word_bits);
            for (std::size_t i = 0; i < made_; ++i) destroy(*columns_[i]);
            for (std::size_t i = 0; columns_ == nullptr && i < page_.columns.size(); ++i) {
                word& there = page_.columns[i].present[slot_ / word_bits];
                if (!any(there & its)) continue;
                there &= ~its;
                destroy(*page_.columns[i].of);
            }
            home_.give_up(page_, slot_);
        }
        /// The i-th of the columns has its value.
        void has(std::size_t i) noexcept { made_ = i + 1; }
        void has(column_type& c) noexcept { c.present(page_.number)[slot_ / word_bits] |= bit(slot_ % word_bits); }
        void is_whole() noexcept { whole_ = true; }
        void settle() noexcept {
            whole_ = true;
            home_.settle(page_, slot_);
        }

      private:
        void destroy(column_type& c) noexcept {
            if (c.type.destroy != nullptr) c.type.destroy(c.value(page_.number, slot_));
        }

        storage& home_;
        page_type& page_;
        unsigned slot_;
        column_type* const* columns_;
        std::size_t made_ = 0;
        bool whole_ = false;
        standing here_;
    };
    /// Tells the hooks of an entity that has just been born. What throws undoes it.
    void tell_born(entity e, column_type* const* columns, std::size_t n) {
        birth b(*this, e);
        for (std::size_t i = 0; i < n; ++i) b.tell(*columns[i]);
        b.done = true;
    }
    void tell_born(entity e) {
        birth b(*this, e);
        const page_type& p = *pages_[e.index() / page_slots];
        for (std::size_t i = 0; i < p.columns.size(); ++i) b.tell(*p.columns[i].of);
        b.done = true;
    }

    /// Gives an entity that is alive a component that has no C++ type here.
    void* add_erased(column_type& c, entity e, const void* from) {
        page_type& p = *pages_[e.index() / page_slots];
        const unsigned s = e.index() % page_slots;
        std::byte* const b = attach(c, p);
        if (c.has(e.index())) return c.value(p.number, s);
        c.equip_cell(allocator_, b, s);
        const auto make = [&](void* at) {
            if (from != nullptr && c.type.copy != nullptr) c.type.copy(at, from);
            else if (from != nullptr) std::memcpy(at, from, c.type.size);
            else if (c.type.construct != nullptr) c.type.construct(at);
            else std::memset(at, 0, c.type.size);
        };
        return add_with_care_at(c, p, s, c.value(p.number, s), make);
    }

    // --- single values -----------------------------------------------------------------------------------------------

    [[nodiscard]] void* single(std::uint32_t n) const noexcept { return singles_.at(n).object; }
    template <class Make> void* set_single(std::uint32_t n, std::size_t bytes, void (*end)(void*) noexcept, Make make) {
        singles_.extend(allocator_, n + 1);
        struct guard {
            const Allocator& allocator;
            void* held;
            std::size_t bytes;
            ~guard() {
                if (held != nullptr) memory::give_back(allocator, held, bytes);
            }
        } g{allocator_, memory::take(allocator_, bytes), bytes};
        make(g.held);
        void* const at = std::exchange(g.held, nullptr);
        const single_value old = std::exchange(singles_[n], single_value{at, bytes, end});
        discard_single(old);
        return at;
    }
    bool remove_single(std::uint32_t n) noexcept {
        if (singles_.at(n).object == nullptr) return false;
        const single_value old = std::exchange(singles_[n], single_value{});
        discard_single(old);
        return true;
    }

    // The audit build.
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[noreturn]] void complain(const char* what, caller where) const { log_.fail(what, where, nullptr); }
    void check_unwalked(const char* what, caller where) const {
        for (const world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->is_walk) log_.fail(what, where, &w->opened);
        }
    }
    void name(const char* text) noexcept { log_.name(text); }
#else
    void complain(const char*, caller) const noexcept {}
    void check_unwalked(const char*, caller) const noexcept {}
    void name(const char*) noexcept {}
#endif

    /// For tests: what is born on pages made from now on begins with this generation, from 0x10001 on.
    void start_generations_at(std::uint32_t generation) noexcept { first_generation_ = generation; }

  protected:
    template <class> friend class world_contents;

    struct single_value {
        void* object = nullptr;
        std::size_t bytes = 0;
        void (*destroy)(void*) noexcept = nullptr;
    };
    void discard_single(const single_value& v) noexcept {
        if (v.object == nullptr) return;
        v.destroy(v.object);
        memory::give_back(allocator_, v.object, v.bytes);
    }

    struct birth {
        storage& home;
        entity e;
        bool done = false;
        birth(storage& s, entity born) noexcept : home(s), e(born), here(s, born.index()) {}
        birth(const birth&) = delete;
        birth& operator=(const birth&) = delete;
        ~birth() {
            if (!done) home.take_back(e);
        }
        void tell(column_type& c) {
            if (!c.on_add || !home.is_alive(e) || !c.has(e.index())) return;
            hooked h{e, c.value(e.index())};
            c.on_add.call(home.allocator_, h);
        }
        standing here;
    };

    /// A value is being made or destroyed: nothing can be put in its place meanwhile.
    struct being_made {
        storage& home;
        const column_type* of;
        std::uint32_t index;
        being_made* outer;
        being_made(storage& s, const column_type& c, std::uint32_t i) noexcept
            : home(s), of(&c), index(i), outer(s.busy_) {
            s.busy_ = this;
        }
        being_made(const being_made&) = delete;
        being_made& operator=(const being_made&) = delete;
        ~being_made() { home.busy_ = outer; }
    };

    [[nodiscard]] bool is_held(std::uint32_t index) const noexcept {
        for (const world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->stands_on(index) || (w->is_view && w->gone.has(index))) return true;
        }
        return false;
    }
    /// Walks or columns have changed, and so what edits must take care of.
    void update_care() noexcept {
        careful_additions_ = special_additions_;
        careful_removals_ = special_removals_;
        for (const world_walker* w = walks_; w != nullptr; w = w->next) {
            careful_additions_ = ~std::uint64_t{0};
            careful_removals_ |= w->is_view ? ~std::uint64_t{0} : w->shuns;
        }
    }
    void make_stale(page_type& p, unsigned s) noexcept {
        std::uint16_t& g = p.generations[s];
        g = g == page_type::last_generation ? std::uint16_t{0} : static_cast<std::uint16_t>(g + 1);
        p.alive[s / word_bits] &= ~bit(s % word_bits);
        --size_;
    }

    void discard_column(column_type* c) noexcept {
        c->release(allocator_);
        c->~column_type();
        memory::give_back(allocator_, c, sizeof(column_type));
    }
    void discard_last_column() noexcept {
        discard_column(columns_[columns_.size() - 1]);
        columns_.pop();
    }
    [[gnu::noinline]] column_type& make_typed_column(const component_type& type, std::uint32_t n) {
        by_type_.extend(allocator_, n + 1);
        column_type& c = make_column(type);
        by_type_[n] = &c;
        return c;
    }
    template <class... Cs> [[gnu::noinline]] kind_type& find_kind(std::uint32_t n) {
        struct guard {
            storage& s;
            row<column_type*> those;
            ~guard() { those.release(s.allocator_); }
        } g{*this, {}};
        (g.those.push(allocator_, &column_of<Cs>()), ...);
        kind_type& k = kind_of_columns(g.those);
        by_spawn_.extend(allocator_, n + 1);
        by_spawn_[n] = &k;
        return k;
    }

  public:
    /// The kind with these columns, which are put in order.
    [[nodiscard]] kind_type& kind_of_columns(row<column_type*>& those) {
        for (std::size_t i = 1; i < those.size(); ++i) {
            for (std::size_t j = i; j > 0 && those[j]->number < those[j - 1]->number; --j)
                std::swap(those[j], those[j - 1]);
        }
        return kind_with(those);
    }

  protected:
    [[gnu::noinline]] std::byte* attach_new(column_type& c, page_type& p) {
        p.columns.reserve(allocator_, p.columns.size() + 1);
        std::byte* const b = c.equip(allocator_, p.number);
        p.columns.push(allocator_, {c.present(p.number), &c});
        p.update_special();
        return b;
    }
    [[gnu::noinline]] page_type& add_page(kind_type& k) {
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
        const auto n = static_cast<std::uint32_t>(pages_.size());
        pages_.reserve(allocator_, n + 1);
        for (column_type* const c : columns_) c->cover(allocator_, n + 1);
        vacant_.extend(allocator_, n / word_bits + 1);
        k.roomy.extend(allocator_, n / word_bits + 1);
        auto* const p = ::new (memory::take(allocator_, sizeof(page_type))) page_type(n);
        if (first_generation_ != 0) {
            p->upper = first_generation_ & page_type::last_upper;
            for (std::uint16_t& g : p->generations) g = static_cast<std::uint16_t>(first_generation_);
        }
        pages_.push(allocator_, p);
        set_vacant(*p);
        change_kind(*p, k);
        return *p;
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
    void page_emptied(page_type& p) noexcept {
        if (p.resting != 0) {
            if (p.upper == page_type::last_upper) {
                // What is left of its generations may be used; what rests, rests for good.
                if (p.resting == page_slots) return;
            } else {
                p.upper += 1U << 16U;
                p.resting = 0;
                p.first_free = 0;
                for (unsigned w = 0; w < page_words; ++w) p.taken[w] = p.used_up[w] = word{};
                for (std::uint16_t& g : p.generations) g = page_type::first_generation;
                if (p.of != nullptr) p.of->has_room(p.number);
            }
        }
        set_vacant(p);
    }

    // --- with care: values to be destroyed, hooks to be told, walks to be told ---------------------------------------

    /// Before an edit that concerns a column of an entity: whom it will concern. Throws what the allocator throws.
    void before_edit(const column_type& c, std::uint32_t index) {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->matches == nullptr || ((w->wants | w->shuns) & c.mark) == 0) continue;
            w->matched = w->matches(*w, index);
            if (!w->matched) w->late.equip(allocator_, index / page_slots);
            else if (w->is_view) w->gone.equip(allocator_, index / page_slots);
        }
    }
    /// After it.
    void after_edit(const column_type& c, std::uint32_t index) noexcept {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->matches == nullptr || ((w->wants | w->shuns) & c.mark) == 0) continue;
            const bool matches = w->matches(*w, index);
            if (matches == w->matched) continue;
            if (matches) w->late.set(index);
            else if (w->is_view) show_still(*w, index);
            else if (w->must_look_again_at(index)) w->changed |= look_again;
        }
    }
    /// Throws what the allocator throws.
    void before_death(std::uint32_t index) {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (!w->is_view) continue;
            w->matched = w->matches(*w, index);
            if (w->matched) w->gone.equip(allocator_, index / page_slots);
        }
    }
    void after_death(std::uint32_t index) noexcept {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->is_view) {
                if (w->matched) show_still(*w, index);
            } else if (w->must_look_again_at(index)) {
                w->changed |= look_again;
            }
        }
    }
    static void show_still(world_walker& view, std::uint32_t index) noexcept {
        if (!view.late.has(index)) view.gone.set(index);
    }
    /// An edit has been undone.
    void shows_again(std::uint32_t index) noexcept {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->is_view && !w->late.has(index) && w->matches(*w, index)) w->gone.unset(index);
        }
    }
    /// Whoever stands on the index has something to let go of.
    void mark_standing(std::uint32_t index) noexcept {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->stands_on(index)) w->changed |= let_go_of;
        }
    }

    [[gnu::noinline]] void destroy_with_care(page_type& p, unsigned s) {
        const std::uint32_t index = p.number * page_slots + s;
        const unsigned w = s / word_bits;
        const word b = bit(s % word_bits);
        bool told = false;
        for (const attached_column<Allocator>& c : p.columns) told = told || (c.of->on_remove && any(c.present[w] & b));
        before_death(index);
        if (told) return destroy_and_tell(p, s);
        for (const attached_column<Allocator>& c : p.columns) {
            if (any(c.present[w] & b)) haunt(*c.of, index);
        }
        make_stale(p, s);
        after_death(index);
        mark_standing(index);
        let_go(index);
    }
    /// The value is there still, but its entity has it no more.
    void haunt(column_type& c, std::uint32_t index) noexcept {
        const word its = bit(index % word_bits);
        const std::uint32_t page = index / page_slots;
        const unsigned w = index / word_bits % page_words;
        c.parts.word_of(index) &= ~its;
        if (c.leaves_ghosts()) c.ghosts(page, w) |= its;
        c.note_lost(page, w, its);
    }
    void unhaunt(column_type& c, std::uint32_t index) noexcept {
        const word its = bit(index % word_bits);
        c.parts.word_of(index) |= its;
        if (c.leaves_ghosts()) c.ghosts(index / page_slots, index / word_bits % page_words) &= ~its;
    }
    /// The hooks are told when all of it has happened; what throws undoes it.
    void destroy_and_tell(page_type& p, unsigned s) {
        const std::uint32_t index = p.number * page_slots + s;
        standing here(*this, index);
        struct undo {
            storage& home;
            page_type& p;
            unsigned s;
            std::uint16_t generation;
            row<column_type*> had;
            bool done = true;
            ~undo() {
                if (!done) {
                    p.generations[s] = generation;
                    home.settle(p, s);
                    for (column_type* const c : had) home.unhaunt(*c, p.number * page_slots + s);
                    home.shows_again(p.number * page_slots + s);
                }
                had.release(home.allocator_);
            }
        } u{*this, p, s, p.generations[s], {}};
        const entity e = entity_at(index);
        for (const attached_column<Allocator>& c : p.columns) {
            if (any(c.present[s / word_bits] & bit(s % word_bits))) u.had.push(allocator_, c.of);
        }
        u.done = false;
        for (column_type* const c : u.had) haunt(*c, index);
        make_stale(p, s);
        after_death(index);
        for (std::size_t i = 0; i < u.had.size(); ++i) {
            column_type* const c = u.had[i];
            if (!c->on_remove) continue;
            hooked h{e, c->value(index)};
            c->on_remove.call(allocator_, h);
        }
        u.done = true;
        mark_standing(index);
    }

    /// Walks that have read that the entity matches must look again.
    void removed(std::uint32_t index) noexcept {
        for (world_walker* w = walks_; w != nullptr; w = w->next) {
            if (w->must_look_again_at(index)) [[unlikely]]
                w->changed |= look_again;
        }
    }
    [[gnu::noinline]] void remove_noted(column_type& c, std::uint32_t index) {
        if (!removes_plainly(c)) return remove_with_care(c, index);
        const word its = bit(index % word_bits);
        c.parts.word_of(index) &= ~its;
        c.note_lost(index / page_slots, index / word_bits % page_words, its);
        removed(index);
    }
    [[gnu::noinline]] void remove_with_care(column_type& c, std::uint32_t index) {
        before_edit(c, index);
        haunt(c, index);
        after_edit(c, index);
        if (!c.on_remove) {
            mark_standing(index);
            let_go(index);
            return;
        }
        standing here(*this, index);
        struct undo {
            storage& home;
            column_type& c;
            entity e;
            bool done = false;
            ~undo() {
                if (done || !home.is_alive(e) || c.has(e.index())) return;
                home.unhaunt(c, e.index());
                home.shows_again(e.index());
            }
        } u{*this, c, entity_at(index)};
        hooked h{u.e, c.value(index)};
        c.on_remove.call(allocator_, h);
        u.done = true;
        mark_standing(index);
    }

    template <class T, class Make>
    [[gnu::noinline]] T* add_with_care(column_type& c, std::byte* b, page_type& p, unsigned s, Make& make) {
        if constexpr (is_sparse<T>()) c.equip_cell(allocator_, b, s);
        return add_with_care_at(c, p, s, column_type::template value_of<T>(b, s), make);
    }
    template <class T, class Make>
    T* add_with_care_at(column_type& c, page_type& p, unsigned s, T* x, const Make& make) {
        const std::uint32_t index = p.number * page_slots + s;
        const entity e = entity_at(index);
        if (is_busy(c, index)) return nullptr;
        before_edit(c, index);
        standing here(*this, index);
        {
            // While a ghost makes way, and while the new value is made, nothing else can be put there.
            const being_made busy(*this, c, index);
            if (c.leaves_ghosts() && any(c.ghosts(p.number, s / word_bits) & bit(s % word_bits))) {
                c.ghosts(p.number, s / word_bits) &= ~bit(s % word_bits);
                if (c.type.destroy != nullptr) c.type.destroy(x);
            }
            if (!is_alive(e)) return nullptr;
            make(x);
        }
        if (!is_alive(e)) {
            if (c.type.destroy != nullptr) c.type.destroy(x);
            return nullptr;
        }
        c.parts.word_of(index) |= bit(s % word_bits);
        c.note_gained(p.number, s / word_bits, bit(s % word_bits));
        after_edit(c, index);
        if (c.on_add) tell_added(c, e);
        return x;
    }

  public:
    /// What throws undoes the addition.
    void tell_added(column_type& c, entity e) {
        struct undo {
            storage& home;
            column_type& c;
            entity e;
            bool done = false;
            ~undo() {
                if (done || !home.is_alive(e)) return;
                home.take_back(c, e.index());
            }
        } u{*this, c, e};
        standing here(*this, e.index());
        hooked h{e, c.value(e.index())};
        c.on_add.call(allocator_, h);
        u.done = true;
    }
    /// Removes what was just added, and tells nobody.
    void take_back(column_type& c, std::uint32_t index) noexcept {
        const unsigned s = index % page_slots;
        if (!c.has(index)) return;
        c.parts.word_of(index) &= ~bit(s % word_bits);
        if ((c.special & column_type::destroys) != 0) c.ghosts(index / page_slots, s / word_bits) |= bit(s % word_bits);
        page_changed(index / page_slots);
        mark_standing(index);
        let_go(index);
    }
    /// The same for an entity that was just born.
    void take_back(entity e) noexcept {
        if (!is_alive(e)) return;
        page_type& p = *pages_[e.index() / page_slots];
        const unsigned s = e.index() % page_slots;
        for (const attached_column<Allocator>& c : p.columns) {
            if (any(c.present[s / word_bits] & bit(s % word_bits))) haunt(*c.of, e.index());
        }
        make_stale(p, s);
        page_changed(p.number);
        mark_standing(e.index());
        let_go(e.index());
    }

  protected:
    [[nodiscard]] bool is_busy(const column_type& c, std::uint32_t index) const noexcept {
        for (const being_made* d = busy_; d != nullptr; d = d->outer) {
            if (d->of == &c && d->index == index) return true;
        }
        return false;
    }
    /// The page is kept meanwhile: a destructor may make any edit.
    void destroy_ghosts(page_type& p, unsigned s) noexcept {
        const unsigned w = s / word_bits;
        standing here(*this, p.number * page_slots + s);
        here.lets_go = false;
        for (std::size_t i = 0; i < p.columns.size(); ++i) {
            column_type& c = *p.columns[i].of;
            if (!c.leaves_ghosts() || !any(c.ghosts(p.number, w) & bit(s % word_bits))) continue;
            c.ghosts(p.number, w) &= ~bit(s % word_bits);
            if (c.type.destroy == nullptr) continue;
            const being_made busy(*this, c, p.number * page_slots + s);
            c.type.destroy(c.value(p.number, s));
        }
    }

    /// The world goes, the walk stays.
    void abandon(world_walker& w) noexcept {
        w.home = nullptr;
        w.at = w.end = nowhere;
        w.changed = look_again;
        w.late.release(allocator_);
        w.gone.release(allocator_);
    }
    /// Destroys every value and gives all memory back.
    void discard() noexcept {
        for (column_type* const c : columns_) c->destroy_values();
        for (const single_value& v : singles_) discard_single(v);
        singles_.release(allocator_);
        for (column_type* const c : columns_) discard_column(c);
        for (page_type* const p : pages_) {
            p->columns.release(allocator_);
            memory::give_back(allocator_, p, sizeof(page_type));
        }
        for (kind_type* const k : kinds_) {
            k->columns.release(allocator_);
            k->roomy.release(allocator_);
            memory::give_back(allocator_, k, sizeof(kind_type));
        }
        columns_.release(allocator_);
        by_type_.release(allocator_);
        by_spawn_.release(allocator_);
        kinds_.release(allocator_);
        pages_.release(allocator_);
        vacant_.release(allocator_);
        kept_.release(allocator_);
        spare_.release(allocator_);
        size_ = 0;
    }

    [[no_unique_address]] Allocator allocator_;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    audit log_;
#endif
    row<page_type*> pages_;
    row<column_type*> by_type_;
    world_walker* walks_ = nullptr;
    /// Marks of the columns of which an addition or a removal has more to do than to set a bit: because of the columns,
    /// and because of those and of open walks. (Columns may share a mark.)
    std::uint64_t special_additions_ = 0;
    std::uint64_t special_removals_ = 0;
    std::uint64_t careful_additions_ = 0;
    std::uint64_t careful_removals_ = 0;
    std::size_t size_ = 0;
    watcher<Allocator>* watchers_ = nullptr;
    /// Whose indices and values are kept because some watcher has not been told of their leaving.
    some_entities kept_;
    being_made* busy_ = nullptr;
    row<kind_type*> by_spawn_;
    row<column_type*> columns_;
    row<kind_type*> kinds_;
    /// Pages where nobody is, a bit each.
    row<word> vacant_;
    std::size_t first_vacant_ = 0;
    std::uint32_t first_generation_ = 0;
    row<single_value> singles_;
    /// Columns of subsets that are gone. There is room for all that were ever lent.
    row<column_type*> spare_;
    std::size_t lent_ = 0;
};

} // namespace throng::core
