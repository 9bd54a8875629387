#pragma once

#include <throng/world/keeping.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace throng::core {

/// Edits with all that may have to be done: values to be destroyed, hooks and walks to be told, and all of it undone
/// when somebody throws.
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
    void tell_born(entity e, column_type* const* columns, std::size_t n) {
        birth b(*this, e);
        for (std::size_t i = 0; i < n; ++i) b.tell(*columns[i]);
        b.done = true;
    }

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
    using base::shows_again;
    using base::walks_;
    using typename base::being_made;

    using base::base;

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
    void unhaunt(column_type& c, std::uint32_t index, typename column_type::notes before) noexcept {
        const word its = bit(index % word_bits);
        c.parts.word_of(index) |= its;
        c.undo_notes(index, before);
        if (c.leaves_ghosts()) c.ghosts(index / page_slots, index / word_bits % page_words) &= ~its;
    }
    /// The hooks are told when all of it has happened; what throws undoes it.
    void destroy_and_tell(page_type& p, unsigned s) {
        const std::uint32_t index = p.number * page_slots + s;
        standing here(*this, index);
        struct value {
            column_type* of;
            typename column_type::notes before;
        };
        struct undo {
            careful_edits& home;
            page_type& p;
            unsigned s;
            std::uint16_t generation;
            row<value> had;
            bool done = true;
            ~undo() {
                if (!done) {
                    p.generations[s] = generation;
                    home.settle(p, s);
                    for (const value& v : had) home.unhaunt(*v.of, p.number * page_slots + s, v.before);
                    home.shows_again(p.number * page_slots + s);
                }
                had.release(home.allocator_);
            }
        } u{*this, p, s, p.generations[s], {}};
        const entity e = entity_at(index);
        for (const attached_column<Allocator>& c : p.columns) {
            if (any(c.present[s / word_bits] & bit(s % word_bits))) u.had.push(allocator_, {c.of, c.of->noted(index)});
        }
        u.done = false;
        for (const value& v : u.had) haunt(*v.of, index);
        make_stale(p, s);
        after_death(index);
        for (std::size_t i = 0; i < u.had.size(); ++i) {
            column_type* const c = u.had[i].of;
            if (!c->on_remove) continue;
            hooked h{e, c->value(index)};
            c->on_remove.call(h);
        }
        u.done = true;
    }

    [[gnu::noinline]] void remove_with_care(column_type& c, std::uint32_t index) {
        before_edit(c, index);
        const typename column_type::notes before = c.noted(index);
        haunt(c, index);
        after_edit(c, index);
        if (!c.on_remove) {
            let_go(index);
            return;
        }
        standing here(*this, index);
        struct undo {
            careful_edits& home;
            column_type& c;
            entity e;
            typename column_type::notes before;
            bool done = false;
            ~undo() {
                if (done || !home.is_alive(e) || c.has(e.index())) return;
                home.unhaunt(c, e.index(), before);
                home.shows_again(e.index());
            }
        } u{*this, c, entity_at(index), before};
        hooked h{u.e, c.value(index)};
        c.on_remove.call(h);
        u.done = true;
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
                    const described_draft made(allocator_, c, make);
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
        if (c.on_add) tell_added(c, e, before);
        return x;
    }

  private:
    /// What throws undoes the addition, and so what has been noted of it since `before`.
    void tell_added(column_type& c, entity e, typename column_type::notes before) {
        struct undo {
            careful_edits& home;
            column_type& c;
            entity e;
            typename column_type::notes before;
            bool done = false;
            ~undo() {
                if (done || !home.is_alive(e) || !c.has(e.index())) return;
                home.take_back(c, e.index());
                c.undo_notes(e.index(), before);
            }
        } u{*this, c, e, before};
        standing here(*this, e.index());
        hooked h{e, c.value(e.index())};
        c.on_add.call(h);
        u.done = true;
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
    /// The same without a C++ type. It can be copied only, not moved, to its place.
    class described_draft {
      public:
        described_draft(const Allocator& allocator, column_type& c, const made_by_description& make)
            : memory_(allocator, c) {
            make(memory_.at);
        }
        described_draft(const described_draft&) = delete;
        described_draft& operator=(const described_draft&) = delete;
        ~described_draft() { memory_.of.type.destroy(memory_.at); }
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
    /// Undoes an addition; nobody is told.
    void take_back(column_type& c, std::uint32_t index) noexcept {
        const unsigned s = index % page_slots;
        c.parts.word_of(index) &= ~bit(s % word_bits);
        if (c.leaves_ghosts()) c.ghosts(index / page_slots, s / word_bits) |= bit(s % word_bits);
        page_changed(index / page_slots);
        let_go(index);
    }
    /// Undoes the birth of an entity, on which somebody stands; nobody is told.
    void take_back(entity e) noexcept {
        if (!is_alive(e)) return;
        page_type& p = *pages_[e.index() / page_slots];
        const unsigned s = e.index() % page_slots;
        for (const attached_column<Allocator>& c : p.columns) {
            if (any(c.present[s / word_bits] & bit(s % word_bits))) haunt(*c.of, e.index());
        }
        make_stale(p, s);
        page_changed(p.number);
    }

    struct birth {
        careful_edits& home;
        entity e;
        bool done = false;
        birth(careful_edits& s, entity born) noexcept : home(s), e(born), here(s, born.index()) {}
        birth(const birth&) = delete;
        birth& operator=(const birth&) = delete;
        ~birth() {
            if (!done) home.take_back(e);
        }
        void tell(column_type& c) {
            if (!c.on_add || !home.is_alive(e) || !c.has(e.index())) return;
            hooked h{e, c.value(e.index())};
            c.on_add.call(h);
        }
        standing here;
    };
};

} // namespace throng::core
