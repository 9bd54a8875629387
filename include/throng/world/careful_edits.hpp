#pragma once

#include <throng/core/attempt.hpp>
#include <throng/world/keeping.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace throng::core {

/// Edits with all that may have to be done: values to be destroyed, hooks and walks to be told, and additions undone
/// when a hook throws.
template <class Allocator> class careful_edits : public world_keeping<Allocator> {
    using base = world_keeping<Allocator>;

  public:
    using column_type = column<Allocator>;
    using page_type = entity_page<Allocator>;
    using base::attach;
    using base::entity_at;
    using base::is_alive;
    using base::let_go;
    using base::page_changed;
    using typename base::standing;

    /// Of the innermost branch that goes (see family.hpp): the one that is destroyed just now, and the top.
    struct branch_turn {
        entity turn;
        entity top;
    };
    [[nodiscard]] branch_turn& branch() noexcept { return branch_; }

    /// Whether nobody but systems has to be told of a removal, and nothing is to be destroyed.
    [[nodiscard]] bool removes_plainly(const column_type& c) const noexcept {
        return (c.special & column_type::special_on_removal) == 0 && (this->walked_removals_ & c.mark) == 0;
    }
    [[nodiscard]] bool adds_plainly(const column_type& c) const noexcept {
        return (c.special & column_type::special_on_addition) == 0 && walks_ == nullptr;
    }
    /// Tells the hook of a value that was set.
    void was_set(column_type& c, std::uint32_t index) {
        if (!c.on_set) return;
        standing here(*this, index);
        hooked h{entity_at(index), c.value(index)};
        c.on_set.call(h);
    }

    /// An entity whose values are being made, one after the other; unless it is whole in the end, those that have been
    /// made are destroyed, and there was nothing.
    class newborn {
      public:
        newborn(careful_edits& home, page_type& p, unsigned slot, column_type* const* columns) noexcept
            : home_(home), page_(p), slot_(slot), columns_(columns), here_(home, p.number * page_slots + slot) {
            here_.lets_go = false;
        }
        newborn(const newborn&) = delete;
        newborn& operator=(const newborn&) = delete;
        ~newborn() {
            if (whole_) return;
            for (std::size_t i = 0; i < made_; ++i) {
                const column_type& c = *columns_[i];
                if (c.type.destroy != nullptr) c.type.destroy(c.value(page_.number, slot_));
            }
            home_.give_up(page_, slot_);
        }
        /// The i-th of the columns has its value.
        void has(std::size_t i) noexcept { made_ = i + 1; }
        void is_whole() noexcept { whole_ = true; }

      private:
        careful_edits& home_;
        page_type& page_;
        unsigned slot_;
        column_type* const* columns_;
        std::size_t made_ = 0;
        bool whole_ = false;
        standing here_;
    };
    /// Tells the hooks of an entity that has just been born. What throws undoes it.
    void tell_born(entity e, column_type** columns, std::size_t n) {
        arrival a(*this, e, columns, n, true);
        a.tell();
    }

    /// A copy of a value of a column, apart from all pages.
    class copied_value {
      public:
        copied_value(const Allocator& allocator, column_type& c, const void* from) : memory_(allocator, c) {
            c.type.copy_value(memory_.at, from);
        }
        copied_value(const copied_value&) = delete;
        copied_value& operator=(const copied_value&) = delete;
        ~copied_value() {
            if (memory_.of.type.destroy != nullptr) memory_.of.type.destroy(memory_.at);
        }
        [[nodiscard]] const void* value() const noexcept { return memory_.at; }

      private:
        struct memory {
            const Allocator& allocator;
            column_type& of;
            void* at;
            memory(const Allocator& a, column_type& c) : allocator(a), of(c), at(c.take_cell(a)) {}
            memory(const memory&) = delete;
            memory& operator=(const memory&) = delete;
            ~memory() { of.release_cell(allocator, at); }
        } memory_;
    };
    /// Gives an entity that is alive a component that has no C++ type here. Null if it cannot be made, or copied from
    /// there.
    void* add_erased(column_type& c, entity e, const void* from) {
        if (from == nullptr ? !c.type.can_be_made() : !c.type.can_be_copied()) return nullptr;
        page_type& p = *pages_[e.index() / page_slots];
        const unsigned s = e.index() % page_slots;
        std::byte* const b = attach(c, p);
        if (c.has(e.index())) return c.value(p.number, s);
        c.equip_cell(allocator_, b, s);
        return add_with_care_at(c, p, s, c.value(p.number, s), made_by_description{c.type, from});
    }

  protected:
    using base::after_death;
    using base::after_edit;
    using base::allocator_;
    using base::before_death;
    using base::before_edit;
    using base::is_busy;
    using base::make_stale;
    using base::pages_;
    using base::walks_;
    using typename base::being_made;

    using base::base;

    [[gnu::noinline]] void destroy_with_care(page_type& p, unsigned s) {
        const std::uint32_t index = p.number * page_slots + s;
        bool told = false;
        each_present(p, s, [&](column_type& c) { told = told || (c.special & column_type::hooked_on_remove) != 0; });
        before_death(index);
        if (told) return destroy_and_tell(p, s);
        each_present(p, s, [&](column_type& c) { haunt(c, index); });
        make_stale(p, s);
        after_death(index);
        let_go(index);
    }
    [[gnu::noinline]] void remove_with_care(column_type& c, std::uint32_t index) {
        before_edit(c, index);
        if ((c.special & column_type::hooked_on_remove) == 0) {
            haunt(c, index);
            after_edit(c, index);
            let_go(index);
            return;
        }
        standing here(*this, index);
        farewell f(*this, entity_at(index), false);
        f.add(c);
        haunt(c, index);
        after_edit(c, index);
        f.tell();
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

    template <class T, class Make>
    [[gnu::noinline]] T* add_with_care(column_type& c, std::byte* b, page_type& p, unsigned s, Make& make) {
        if constexpr (is_sparse<T>()) c.equip_cell(allocator_, b, s);
        return add_with_care_at(c, p, s, column_type::template value_of<T>(b, s), make);
    }
    template <class T, class Make>
    T* add_with_care_at(column_type& c, page_type& p, unsigned s, T* x, const Make& make) {
        const std::uint32_t index = p.number * page_slots + s;
        const entity e = entity_at(index);
        if (is_busy(c, index) || (c.rule != nullptr && this->is_departing(c, e))) return nullptr;
        before_edit(c, index);
        standing here(*this, index);
        struct undo {
            careful_edits& home;
            const column_type& c;
            std::uint32_t index;
            T* made = nullptr;
            ~undo() {
                if (made == nullptr || c.type.destroy == nullptr) return;
                const being_made busy(home, c, index);
                c.type.destroy(made);
            }
        } u{*this, c, index};
        {
            // While a ghost makes way, and while the new value is made, nothing else can be put there.
            const being_made busy(*this, c, index);
            const bool is_haunted = c.leaves_ghosts() && any(c.ghosts(p.number, s / word_bits) & bit(s % word_bits));
            const auto make_way = [&] {
                c.ghosts(p.number, s / word_bits) &= ~bit(s % word_bits);
                c.type.destroy(x);
            };
            if constexpr (!std::is_void_v<T> && std::is_move_constructible_v<T>) {
                if (is_haunted) {
                    // It may be made of the very value that makes way.
                    draft<T> made(make);
                    make_way();
                    if (!is_alive(e)) return nullptr;
                    u.made = ::new (static_cast<void*>(x)) T(std::move(made.value()));
                }
            } else if constexpr (std::is_void_v<T>) {
                if (is_haunted && make.from != nullptr) {
                    const copied_value made(allocator_, c, make.from);
                    make_way();
                    if (!is_alive(e)) return nullptr;
                    c.type.copy_value(x, made.value());
                    u.made = x;
                } else if (is_haunted) {
                    make_way();
                }
            } else if (is_haunted) {
                make_way();
            }
            if (u.made == nullptr) {
                if (!is_alive(e)) return nullptr;
                make(x);
                u.made = x;
            }
        }
        if (!is_alive(e)) return nullptr;
        // (Once more, where making the value may have been an edit, which asked the same of others.)
        if constexpr (std::is_void_v<T> || !plain<T>) before_edit(c, index);
        u.made = nullptr;
        c.parts.word_of(index) |= bit(s % word_bits);
        const typename column_type::notes before = c.noted(index);
        c.note_gained(p.number, s / word_bits, bit(s % word_bits));
        after_edit(c, index);
        (void)goes_untold(c, e);
        if (!c.on_add) return x;
        column_type* its[] = {&c};
        arrival a(*this, e, its, 1, false);
        a.before = before;
        a.tell();
        return is_alive(e) && c.has(index) ? x : nullptr;
    }

  private:
    template <class F> static void each_present(const page_type& p, unsigned s, F f) {
        for (const attached_column<Allocator>& c : p.columns) {
            if (any(c.present[s / word_bits] & bit(s % word_bits))) f(*c.of);
        }
    }

    /// What comes, an entity or one component, while its hooks are told of it one after the other. What throws undoes
    /// it.
    struct arrival {
        careful_edits& home;
        entity e;
        /// Null for one that has gone since.
        column_type** columns;
        std::size_t count;
        bool is_birth;
        typename column_type::notes before{};
        std::size_t told = 0;
        bool done = false;
        arrival* outer;
        standing here;

        arrival(careful_edits& s, entity who, column_type** its, std::size_t n, bool birth) noexcept
            : home(s), e(who), columns(its), count(n), is_birth(birth), outer(s.arrivals_), here(s, who.index()) {
            s.arrivals_ = this;
        }
        arrival(const arrival&) = delete;
        arrival& operator=(const arrival&) = delete;
        ~arrival() {
            if (!done) undo();
            home.arrivals_ = outer;
        }
        void tell() {
            while (told != count) {
                column_type* const c = columns[told++];
                if (c == nullptr || !c->on_add || !home.is_alive(e) || !c->has(e.index())) continue;
                hooked h{e, c->value(e.index())};
                c->on_add.call(h);
            }
            done = true;
        }
        /// Hooks are told of what they were told of: but for the one that has thrown.
        void undo() noexcept {
            if (!home.is_alive(e)) return;
            --told;
            if (is_birth) home.take_back(e);
            else if (columns[0] != nullptr && columns[0]->has(e.index())) home.take_back(*columns[0], e, before);
        }
    };
    /// The component goes, or has gone and another one comes: whether its hook has not been told yet that it came.
    [[nodiscard]] bool goes_untold(const column_type& c, entity e) noexcept {
        for (arrival* a = arrivals_; a != nullptr; a = a->outer) {
            for (std::size_t i = 0; i != a->count && a->e == e; ++i) {
                if (a->columns[i] != &c) continue;
                a->columns[i] = nullptr;
                return i >= a->told && c.on_add;
            }
        }
        return false;
    }

    /// What goes, an entity or one component, while hooks are told of it. All of them are told, whatever throws: the
    /// first exception goes on.
    struct farewell : departure {
        careful_edits& home;
        std::size_t next;
        bool is_under_way = false;

        farewell(careful_edits& s, entity who, bool whole) noexcept
            : departure{who, whole, s.departed_.size(), s.departed_.size(), s.departures_}, home(s), next(this->first) {
            s.departures_ = this;
        }
        farewell(const farewell&) = delete;
        farewell& operator=(const farewell&) = delete;
        ~farewell() {
            while (is_under_way) (void)attempt([this] { go_on(); });
            home.departed_.shorten(this->first);
            home.departures_ = this->outer;
        }
        void add(column_type& c) {
            home.departed_.push(home.allocator_, {&c, false});
            ++this->last;
        }
        [[nodiscard]] column_type& column_at(std::size_t i) const noexcept { return *home.departed_[i].of; }
        void tell() {
            is_under_way = true;
            for (std::size_t i = this->first; i != this->last; ++i) {
                column_type& c = column_at(i);
                home.departed_[i].silent = home.goes_untold(c, this->e);
                if (c.rule != nullptr) c.rule->detach(&home, this->e, c.value(this->e.index()));
            }
            go_on();
        }
        void go_on() {
            while (next != this->last) {
                const typename base::departed_value its = home.departed_[next++];
                if (its.silent || !its.of->on_remove) continue;
                hooked h{this->e, its.of->value(this->e.index())};
                its.of->on_remove.call(h);
            }
            is_under_way = false;
            for (std::size_t i = this->first; i != this->last; ++i) {
                column_type& c = column_at(i);
                if (c.rule != nullptr) c.rule->finish(&home, this->e, c.value(this->e.index()));
            }
        }
    };
    void destroy_and_tell(page_type& p, unsigned s) {
        const std::uint32_t index = p.number * page_slots + s;
        standing here(*this, index);
        farewell f(*this, entity_at(index), true);
        each_present(p, s, [&](column_type& c) { f.add(c); });
        for (std::size_t i = f.first; i != f.last; ++i) haunt(f.column_at(i), index);
        make_stale(p, s);
        after_death(index);
        f.tell();
    }
    /// Makes a value that has no C++ type here: a copy, unless there is nothing to copy.
    struct made_by_description {
        const component_type& type;
        const void* from;
        void operator()(void* at) const {
            if (from != nullptr) type.copy_value(at, from);
            else if (type.construct != nullptr) type.construct(at);
            else std::memset(at, 0, type.size);
        }
    };
    /// A value that is made somewhere else first.
    template <class T> class draft {
      public:
        template <class Make> explicit draft(const Make& make) { make(reinterpret_cast<T*>(bytes_)); }
        draft(const draft&) = delete;
        draft& operator=(const draft&) = delete;
        ~draft() { value().~T(); }
        [[nodiscard]] T& value() noexcept { return *std::launder(reinterpret_cast<T*>(bytes_)); }

      private:
        alignas(T) std::byte bytes_[sizeof(T)];
    };
    /// Undoes an addition; nobody is told.
    void take_back(column_type& c, entity e, typename column_type::notes before) noexcept {
        const std::uint32_t index = e.index();
        haunt(c, index);
        c.undo_notes(index, before);
        page_changed(index / page_slots);
        let_go(index);
    }
    /// Undoes the birth of an entity, on which somebody stands. (Where there is no memory for the list of those who are
    /// to be told, nobody is.)
    void take_back(entity e) noexcept {
        page_type& p = *pages_[e.index() / page_slots];
        const unsigned s = e.index() % page_slots;
        farewell f(*this, e, true);
        const bool listed = attempt([&] { each_present(p, s, [&](column_type& c) { f.add(c); }); });
        each_present(p, s, [&](column_type& c) { haunt(c, e.index()); });
        make_stale(p, s);
        page_changed(p.number);
        if (listed) (void)attempt([&] { f.tell(); });
    }

    arrival* arrivals_ = nullptr;
    branch_turn branch_;
};

} // namespace throng::core
