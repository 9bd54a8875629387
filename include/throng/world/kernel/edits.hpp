#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/compiler.hpp>
#include <throng/world/kernel/calls.hpp>
#include <throng/world/kernel/newborn.hpp>
#include <throng/world/kernel/storage.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace throng::core {

/// The edits of a world. Each has a fast path, if there is nothing to notify, and a complete one, which also destroys
/// values, calls hooks, notifies walks, and undoes additions when a hook throws.
template <class Allocator> class edits : calls<Allocator> {
  public:
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using span_type = edited_span<Allocator>;
    using calls<Allocator>::tell_keepers_came;
    using calls<Allocator>::was_rewritten;
    using typename calls<Allocator>::keeping;
    using typename calls<Allocator>::observers_of_sets;
    using page_type = entity_page<Allocator>;
    using standing = typename storage_type::standing;
    using newborn = core::newborn<Allocator>;

    // --- entities ----------------------------------------------------------------------------------------------------

    /// Whether a function or an observer is to be called when an entity comes with these.
    [[nodiscard]] static bool are_hooked(column_type* const* columns, std::size_t n) noexcept {
        bool hooked = false;
        for (std::size_t i = 0; i < n; ++i) hooked = hooked || (columns[i]->special & column_type::hooked_on_add) != 0;
        return hooked;
    }
    /// Calls all followers of the columns of an entity that has just been created. An exception undoes the creation.
    THRONG_ONCE static void tell_born(storage_type& s, entity e, column_type** columns, std::size_t n) {
        {
            telling_of_arrival t(s, e, columns, n, true, s.edits.kept.size());
            {
                const keeping now(s.edits);
                for (std::size_t i = 0; i < n; ++i) {
                    if (column_type* const c = columns[i]; c != nullptr) tell_keepers_came(s, *c, span_type::one(c, e));
                }
            }
            t.tell();
        }
        if (!s.births_are_told() || !s.is_alive(e)) return;
        standing here(s, e.index());
        here.is_cradle();
        struct undo {
            storage_type& s;
            entity e;
            bool done = false;
            ~undo() {
                if (!done && s.is_alive(e)) take_back(s, e);
            }
        } u{s, e};
        hooked h{e};
        if (s.entities_as_such.on_add) s.entities_as_such.on_add.call(h);
        if (s.is_alive(e)) tell_observers_came(s, as_such, span_type::one(nullptr, e));
        u.done = true;
    }

    /// False if the handle is stale.
    static bool destroy(storage_type& s, entity e) {
        if (!s.is_alive(e)) return false;
        if (audited) s.journal_death(e);
        page_type& p = s.entities.page_of(e);
        const unsigned slot = e.index() % page_slots;
        if (p.special || s.deaths_are_told()) [[unlikely]]
            return destroy_with_care(s, p, slot), true;
        bool kept = s.watches.keep(e.index());
        for (auto* w = s.walks.first(); w != nullptr; w = w->next) {
            if (w->is_view) return destroy_with_care(s, p, slot), true;
            if (w->stands_on(e.index())) {
                kept = true;
                w->stop(let_go_of);
            }
            w->lose(e.index());
        }
        const word others = ~bit(slot % word_bits);
        for (const attached_column<Allocator>& c : p.columns) c.present[slot / word_bits] &= others;
        s.entities.make_stale(p, slot);
        if (!kept) s.entities.give_up(p, slot);
        return true;
    }
    [[nodiscard]] static bool destroys_plainly(const storage_type& s, const page_type& p) noexcept {
        return !p.special && !s.deaths_are_told() && !s.walks.any();
    }
    /// All those of a word of a page, which destroys plainly.
    static void destroy_word(storage_type& s, page_type& p, unsigned w, word those) noexcept {
        for (word rest = those; audited && any(rest); rest = without_lowest(rest))
            s.journal_death(s.entities.entity_at(p, w * word_bits + lowest(rest)));
        for (const attached_column<Allocator>& c : p.columns) c.present[w] &= ~those;
        const word* const kept = s.watches.kept().page(p.number);
        s.entities.end_word(p, w, those, kept == nullptr ? word{} : kept[w]);
    }

    // --- components --------------------------------------------------------------------------------------------------

    /// Whether a removal notifies only systems, and keepers of an addition, and destroys nothing.
    [[nodiscard]] static bool removes_plainly(const storage_type& s, const column_type& c) noexcept {
        return (c.special & column_type::special_on_removal) == 0 && (s.walks.removals() & c.mark) == 0;
    }
    [[nodiscard]] static bool adds_plainly(const storage_type& s, const column_type& c) noexcept {
        return (c.special & column_type::special_on_addition) == 0 && (s.walks.additions() & c.mark) == 0;
    }
    /// Gives an entity that is alive a component, made by `make(address)`, which may throw and make any edit: its
    /// address, also if it has one. Null if it died meanwhile, or if its last value is being destroyed.
    template <class T, class Make> THRONG_NOINLINE static T* add(storage_type& s, entity e, Make& make) {
        THRONG_EXPECTS(s.is_alive(e));
        column_type& c = s.template column_of<T>();
        page_type& p = s.entities.page_of(e);
        const unsigned slot = e.index() % page_slots;
        std::byte* const b = s.entities.attach(c, p);
        const bool has = c.has(e.index());
        if constexpr (is_sparse<T>()) {
            if (!has) c.equip_cell(s.allocator(), b, slot);
        }
        T* const x = column_type::template value_of<T>(b, slot);
        if (has) return x;
        if (!plain<T> || !adds_plainly(s, c)) return add_with_care(s, c, p, slot, x, make);
        make(x);
        c.present(p.number)[slot / word_bits] |= bit(slot % word_bits);
        if ((c.special & column_type::noted_on_addition) != 0) [[unlikely]]
            return came_plainly(s, c, e) ? x : nullptr;
        return x;
    }
    /// The same of a component that has no C++ type here: a copy, or made as its description says. Null if that is
    /// impossible.
    THRONG_ONCE static void* add_erased(storage_type& s, column_type& c, entity e, const void* from) {
        THRONG_EXPECTS(s.is_alive(e));
        if (from == nullptr ? !c.type.can_be_made() : !c.type.can_be_copied()) return nullptr;
        page_type& p = s.entities.page_of(e);
        const unsigned slot = e.index() % page_slots;
        std::byte* const b = s.entities.attach(c, p);
        if (c.has(e.index())) return c.value(p.number, slot);
        c.equip_cell(s.allocator(), b, slot);
        return add_with_care(s, c, p, slot, c.value(p.number, slot), made_by_description{c.type, from});
    }
    /// Takes an entity that is alive out of the queries that do not ask for what is disabled, or brings it back. False
    /// if it was so already.
    THRONG_ONCE static bool set_disabled(storage_type& s, entity e, bool out) {
        THRONG_EXPECTS(s.is_alive(e));
        column_type& c = s.template column_of<disabled>();
        const std::uint32_t index = e.index();
        if (c.has(index) == out) return false;
        if (out) (void)s.entities.attach(c, s.entities.page_of(e));
        const standing here(s, index);
        s.walks.before_change(index);
        const word its = bit(index % word_bits);
        const std::uint32_t page = index / page_slots;
        const unsigned w = index / word_bits % page_words;
        if (out) c.present(page)[w] |= its;
        else c.present(page)[w] &= ~its;
        if (out) c.note_gained(page, w, its);
        else c.note_lost(page, w, its);
        s.walks.after_change(index);
        const span_type those = span_type::one(&c, e);
        observers_of_sets sets(s);
        if (out) tell_keepers_came(s, c, those);
        else tell_keepers_going(s, c, those);
        auto& function = out ? c.audience.on_add : c.audience.on_remove;
        if (function) call(function, c, e);
        if (s.is_alive(e)) {
            if (out) tell_observers_came(s, c.mark, those);
            else tell_observers_going(s, c.mark, &c, e, false);
        }
        sets.call();
        return true;
    }
    /// A value was set: all who follow that are called.
    static void was_set(storage_type& s, column_type& c, std::uint32_t index, const void* before = nullptr) {
        THRONG_EXPECTS(s.entities.is_alive(index) && c.has(index));
        if ((c.special & column_type::hooked_on_set) == 0) return;
        const standing here(s, index);
        const entity e = s.entity_at(index);
        observers_of_sets sets(s);
        tell_keepers_written(s, c, e);
        if (c.audience.on_set) {
            call(c.audience.on_set, c, e, before);
            wrote(s, c, e);
        }
        sets.call();
    }
    /// False if it has none.
    static bool remove(storage_type& s, column_type& c, std::uint32_t index) {
        return remove(s, c, (s.careful_removals() & c.mark) != 0, c.parts.word_of(index), index);
    }
    /// The same; or if the handle is stale.
    static bool remove(storage_type& s, std::uint32_t type, entity e) {
        const known_type<Allocator>& its = s.components.type_of(type);
        if (its.number != type || !s.entities.is_present(e)) return false;
        return remove(s, *its.of, its.is_marked_in(s.careful_removals()), its.parts.word_of(e.index()), e.index());
    }

    /// A copy of a value of a column, apart from all pages.
    class copied_value : pinned {
      public:
        copied_value(const Allocator& allocator, column_type& c, const void* from) : memory_(allocator, c) {
            c.type.copy_value(memory_.at, from);
        }
        ~copied_value() {
            if (memory_.of.type.destroy != nullptr) memory_.of.type.destroy(memory_.at);
        }
        [[nodiscard]] const void* value() const noexcept { return memory_.at; }

      private:
        struct memory : pinned {
            const Allocator& allocator;
            column_type& of;
            void* at;
            memory(const Allocator& a, column_type& c) : allocator(a), of(c), at(c.take_cell(a)) {}
            ~memory() { of.release_cell(allocator, at); }
        } memory_;
    };

  private:
    using busy_value = typename storage_type::edits_type::busy_value;
    using calls<Allocator>::call;
    using calls<Allocator>::wrote;
    using calls<Allocator>::as_such;
    using calls<Allocator>::tell_observers_came;
    using calls<Allocator>::tell_observers_going;
    using calls<Allocator>::tell_keepers_going;
    using calls<Allocator>::tell_keepers_written;
    using typename calls<Allocator>::telling_of_departure;
    using typename calls<Allocator>::telling_of_death;

    template <class F> static void each_present(const page_type& p, unsigned slot, F f) {
        for (const attached_column<Allocator>& c : p.columns) {
            if (has_bit(c.present[slot / word_bits], slot % word_bits)) f(*c.of);
        }
    }
    /// The value is there still, but its entity has it no more.
    static void haunt(column_type& c, std::uint32_t index) noexcept {
        THRONG_EXPECTS(c.has(index));
        const word its = bit(index % word_bits);
        const std::uint32_t page = index / page_slots;
        const unsigned w = index / word_bits % page_words;
        c.parts.word_of(index) &= ~its;
        if (c.leaves_ghosts()) c.ghosts(page, w) |= its;
        c.note_lost(page, w, its);
    }

    /// Exists during the calls of hooks for an addition, one after the other. An exception undoes the addition.
    struct telling_of_arrival : entity_arrival<Allocator>, pinned {
        storage_type& s;
        typename column_type::notes before{};
        bool done = false;
        observers_of_sets sets;
        standing here;

        /// (Inlined, it makes g++ 12 warn of an address that its destructor takes back.)
        THRONG_NOINLINE telling_of_arrival(storage_type& home, entity which, column_type** its, std::size_t n,
                                           bool birth, std::size_t kept) noexcept
            : entity_arrival<Allocator>{which, its, n, home.edits.arrivals},
              s(home),
              sets(home, kept),
              here(home, which.index()) {
            this->is_birth = birth;
            s.edits.arrivals = this;
        }
        ~telling_of_arrival() {
            if (!done) undo();
            s.edits.arrivals = this->outer;
        }
        THRONG_ONCE void tell() {
            std::uint64_t marks = 0;
            for (std::size_t i = 0; i != this->count; ++i) {
                if (this->columns[i] != nullptr && this->columns[i]->audience.observers_of_additions != 0)
                    marks |= this->columns[i]->mark;
            }
            while (this->told != this->count) {
                column_type* const c = this->columns[this->told++];
                if (c == nullptr || !c->audience.on_add || !s.is_alive(this->e) || !c->has(this->e.index())) continue;
                call(c->audience.on_add, *c, this->e);
                wrote(s, *c, this->e);
            }
            ++this->told; // (All functions have been called.)
            if (marks != 0 && s.is_alive(this->e))
                tell_observers_came(s, marks, span_type::one(this->count == 1 ? this->columns[0] : nullptr, this->e));
            sets.call();
            done = true;
        }
        /// Calls the removal hooks for the additions for which hooks have been called, except for the one that has
        /// thrown.
        THRONG_ONCE void undo() noexcept {
            if (!s.is_alive(this->e)) return;
            --this->told;
            column_type* const c = this->is_birth ? nullptr : this->columns[0];
            if (this->is_birth) take_back(s, this->e);
            else if (c != nullptr && c->has(this->e.index())) take_back(s, *c, this->e, before);
        }
    };

    THRONG_NOINLINE static void destroy_with_care(storage_type& s, page_type& p, unsigned slot) {
        const std::uint32_t index = p.number * page_slots + slot;
        constexpr unsigned followed = column_type::hooked_on_remove | column_type::kept_on_remove;
        bool told = s.deaths_are_told() || !s.edits.kept.empty();
        each_present(p, slot, [&](column_type& c) { told = told || (c.special & followed) != 0; });
        s.walks.before_death(index);
        if (!told) {
            end(s, p, slot);
            s.walks.after_death(index);
            s.let_go(index);
            return;
        }
        const standing here(s, index);
        telling_of_departure t(s, s.entity_at(index), true);
        each_present(p, slot, [&](column_type& c) { t.add(c); });
        end(s, p, slot);
        s.walks.after_death(index);
        telling_of_death last(s, t.e, s.edits.is_being_born(t.e));
        t.tell();
        last.tell();
    }
    /// Its handle is stale, and it has nothing more.
    static void end(storage_type& s, page_type& p, unsigned slot) noexcept {
        each_present(p, slot, [&](column_type& c) { haunt(c, p.number * page_slots + slot); });
        s.entities.make_stale(p, slot);
    }

    static bool remove(storage_type& s, column_type& c, bool careful, word& there, std::uint32_t index) {
        if (!has_bit(there, index % word_bits)) return false;
        if (careful) [[unlikely]] {
            if (!removes_plainly(s, c)) return remove_with_care(s, c, index), true;
            c.note_lost(index / page_slots, index / word_bits % page_words, bit(index % word_bits));
        }
        there &= ~bit(index % word_bits);
        s.walks.removed(index);
        return true;
    }
    THRONG_NOINLINE static void remove_with_care(storage_type& s, column_type& c, std::uint32_t index) {
        s.walks.before_edit(c, index);
        if ((c.special & (column_type::hooked_on_remove | column_type::kept_on_remove)) == 0) {
            haunt(c, index);
            s.walks.after_edit(c, index);
            s.let_go(index);
            return;
        }
        const standing here(s, index);
        telling_of_departure t(s, s.entity_at(index), false);
        t.add(c);
        haunt(c, index);
        s.walks.after_edit(c, index);
        t.tell();
    }

    template <class T, class Make> THRONG_NOINLINE static T*
    add_with_care(storage_type& s, column_type& c, page_type& p, unsigned slot, T* x, const Make& make) {
        const std::uint32_t index = p.number * page_slots + slot;
        const unsigned w = slot / word_bits;
        const word its_bit = bit(slot % word_bits);
        const entity e = s.entity_at(index);
        if (s.edits.is_busy(c, index) || (c.is_upkept && s.edits.departure_of(&c, e) != nullptr)) return nullptr;
        s.walks.before_edit(c, index);
        const standing here(s, index);
        struct undo {
            storage_type& s;
            const column_type& c;
            std::uint32_t index;
            T* made = nullptr;
            ~undo() {
                if (made == nullptr || c.type.destroy == nullptr) return;
                const busy_value busy(s.edits, c, index);
                c.type.destroy(made);
            }
        } u{s, c, index};
        {
            // While a ghost makes way, and while the new value is made, nothing else can be put there.
            const busy_value busy(s.edits, c, index);
            const bool is_haunted = c.leaves_ghosts() && any(c.ghosts(p.number, w) & its_bit);
            const auto make_way = [&] {
                c.ghosts(p.number, w) &= ~its_bit;
                c.type.destroy(x);
            };
            // It may be made of the very value that makes way: so it is made elsewhere first, if it can move.
            if constexpr (std::is_void_v<T>) {
                if (is_haunted && make.from != nullptr) {
                    const copied_value made(s.allocator(), c, make.from);
                    make_way();
                    if (!s.is_alive(e)) return nullptr;
                    c.type.copy_value(x, made.value());
                    u.made = x;
                } else if (is_haunted) {
                    make_way();
                }
            } else if constexpr (std::is_move_constructible_v<T>) {
                if (is_haunted) {
                    draft<T> made(make);
                    make_way();
                    if (!s.is_alive(e)) return nullptr;
                    u.made = ::new (static_cast<void*>(x)) T(std::move(made.value()));
                }
            } else if (is_haunted) {
                make_way();
            }
            if (u.made == nullptr) {
                if (!s.is_alive(e)) return nullptr;
                make(x);
                u.made = x;
            }
        }
        if (!s.is_alive(e)) return nullptr;
        // (Once more, where making the value may have been an edit, which asked the same of others.)
        if constexpr (std::is_void_v<T> || !plain<T>) s.walks.before_edit(c, index);
        u.made = nullptr;
        c.parts.word_of(index) |= its_bit;
        const typename column_type::notes before = c.noted(index);
        c.note_gained(p.number, w, its_bit);
        s.walks.after_edit(c, index);
        (void)s.edits.goes_untold(c, e);
        if ((c.special & (column_type::hooked_on_add | column_type::kept_on_add)) == 0) return x;
        column_type* its[] = {&c};
        telling_of_arrival t(s, e, its, 1, false, s.edits.kept.size());
        t.before = before;
        tell_keepers_came(s, c, span_type::one(&c, e));
        t.tell();
        return s.is_alive(e) && c.has(index) ? x : nullptr;
    }
    /// An addition that only keepers, observers of their sets and systems follow; false if it no longer exists then.
    THRONG_ONCE static bool came_plainly(storage_type& s, column_type& c, entity e) {
        const std::uint32_t index = e.index();
        const typename column_type::notes before = c.noted(index);
        c.note_gained(index / page_slots, index / word_bits % page_words, bit(index % word_bits));
        const std::size_t kept = s.edits.kept.size();
        tell_keepers_came(s, c, span_type::one(&c, e));
        if (s.edits.kept.size() == kept) return true;
        column_type* its[] = {&c};
        telling_of_arrival t(s, e, its, 1, false, kept);
        t.before = before;
        t.tell();
        return s.is_alive(e) && c.has(index);
    }
    /// Makes a value that has no C++ type here: a copy, unless there is nothing to copy.
    struct made_by_description {
        const component_type& type;
        const void* from;
        void operator()(void* at) const { type.make_value(at, from); }
    };
    /// A value that is made elsewhere first.
    template <class T> class draft : pinned {
      public:
        template <class Make> explicit draft(const Make& make) { make(reinterpret_cast<T*>(bytes_)); }
        ~draft() { value().~T(); }
        [[nodiscard]] T& value() noexcept { return *std::launder(reinterpret_cast<T*>(bytes_)); }

      private:
        alignas(T) std::byte bytes_[sizeof(T)];
    };

    /// Undoes an addition; no function of the user's is called, but keepers and observers have been.
    THRONG_ONCE static void take_back(storage_type& s, column_type& c, entity e,
                                      typename column_type::notes before) noexcept {
        const std::uint32_t index = e.index();
        haunt(c, index);
        c.undo_notes(index, before);
        s.walks.page_changed(index / page_slots);
        const span_type those = span_type::one(&c, e);
        observers_of_sets sets(s);
        tell_keepers_going(s, c, those);
        (void)attempt([&] { tell_observers_going(s, c.mark, &c, e, false); });
        s.let_go(index);
    }
    /// Undoes the creation of an entity at which an operation is positioned. (Without memory for the list of the hooks,
    /// none is called.)
    THRONG_ONCE static void take_back(storage_type& s, entity e) noexcept {
        page_type& p = s.entities.page_of(e);
        const unsigned slot = e.index() % page_slots;
        telling_of_departure t(s, e, true);
        const bool listed = attempt([&] { each_present(p, slot, [&](column_type& c) { t.add(c); }); });
        end(s, p, slot);
        s.walks.page_changed(p.number);
        if (listed) (void)attempt([&] { t.tell(); });
        else s.lose_track();
        (void)attempt([&] { telling_of_death(s, e, true).tell(); });
    }
};

} // namespace throng::core
