#pragma once

#include <throng/core/audit.hpp>
#include <throng/world/kernel/storage.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace throng::core {

/// All that a world holds, apart from it: to be filled piece by piece, and put into the world's place at once.
template <class Allocator> class world_contents : pinned {
  public:
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using page_type = entity_page<Allocator>;
    using kind_type = kind<Allocator>;

    /// Nothing, with the columns of the world.
    explicit world_contents(storage_type& home)
        : home_(home), components_(home.allocator()), entities_(home.allocator(), components_) {
        components_.match(home.components);
    }
    ~world_contents() {
        components_.destroy_values();
        singles_.release(home_.allocator());
        replaced_.release(home_.allocator());
    }

    [[nodiscard]] storage_type& home() const noexcept { return home_; }
    [[nodiscard]] column_type& column_numbered(std::uint32_t n) const noexcept { return components_[n]; }

    [[nodiscard]] std::uint32_t page_count() const noexcept { return entities_.page_count(); }
    [[nodiscard]] entity entity_at(std::uint32_t index) const noexcept { return entities_.entity_at(index); }
    [[nodiscard]] bool is_alive(entity e) const noexcept { return entities_.is_alive(e); }

    /// See entity_index. Before the first page.
    void begin_generations_at(std::uint32_t generation) noexcept {
        THRONG_EXPECTS(entities_.page_count() == 0);
        entities_.begin_generations_at(generation);
    }
    /// The pages follow one another. Nothing lives on it yet.
    page_type& add_page() { return entities_.append_page(); }
    /// The kind with the columns that have the numbers of these, which are exchanged for those, and put in order.
    THRONG_ONCE kind_type& kind_of(row<column_type*>& columns) {
        for (column_type*& c : columns) c = &components_[c->number];
        return entities_.kinds.of_columns(columns);
    }
    [[nodiscard]] const row<kind_type*>& kinds() const noexcept { return entities_.kinds.all(); }
    std::byte* attach(page_type& p, std::uint32_t number) { return entities_.attach(components_[number], p); }
    void equip_cell(std::uint32_t number, std::byte* b, unsigned slot) {
        components_[number].equip_cell(home_.allocator(), b, slot);
    }
    /// Of the singletons of that number the world's will be the one here, which `set_single` gives, or none.
    void replace_single(std::uint32_t n) {
        for (const std::uint32_t known : replaced_) {
            if (known == n) return;
        }
        singles_.cover(home_.allocator(), n);
        replaced_.push(home_.allocator(), n);
    }
    template <class Make> void* set_single(std::uint32_t n, const single_type& type, Make make) {
        return singles_.set(home_.allocator(), n, type, make);
    }
    /// New entities of the page's kind find their columns there.
    THRONG_ONCE void attach_missing(page_type& p) {
        if (p.of == nullptr) return;
        for (column_type* const c : p.of->columns) (void)entities_.attach(*c, p);
    }

    /// The same as the world, or another one, holds: what cannot be copied is left out. Throws what the allocator or a
    /// copy throws.
    void copy_home() { copy(home_.entities, home_.components, home_.singles()); }
    void copy_other(const world_contents& other) { copy(other.entities_, other.components_, other.singles_); }

    /// Puts it in the place of what the world holds, which is here then, to be destroyed. No walk is open. Throws what
    /// the allocator throws; nothing has changed then.
    THRONG_ONCE void exchange() {
        // (Copies of values may have been edits.)
        components_.match(home_.components);
        entities_.complete();
        // Components added later can also be looked up on these pages.
        home_.components.cover(entities_.page_count());
        singles_.match(home_.allocator(), home_.singles());
        home_.singles().match(home_.allocator(), singles_);
        home_.components.swap_values(components_);
        home_.entities.swap(entities_);
        if (has_singles_) home_.singles().swap_copies(singles_);
        for (const std::uint32_t n : replaced_) home_.singles().swap(singles_, n);
        home_.replaced();
    }

  private:
    void copy(const entity_index<Allocator>& entities, const column_set<Allocator>& components,
              const single_values<Allocator>& singles) {
        for (const kind_type* const k : entities.kinds.all()) {
            kind_type& to = entities_.kinds.add();
            for (const column_type* const c : k->columns) to.columns.push(home_.allocator(), &components_[c->number]);
        }
        begin_generations_at(entities.first_generation());
        for (const page_type* const p : entities.pages()) {
            page_type& to = add_page();
            static_cast<page_state&>(to) = *p;
            // (A destroyed but kept entity has also used its slot up, if it was the last that could live there.)
            for (unsigned s = 0; s < page_slots; ++s) {
                if (to.generations[s] == 0) to.used_up[s / word_bits] |= bit(s % word_bits);
            }
            to.of = p->of == nullptr ? nullptr : kinds()[p->of->number];
            for (const attached_column<Allocator>& a : p->columns) {
                const std::uint32_t n = a.of->number;
                // (A destroyed subset has no members any more, nor does the next one that has its column get them.)
                if (components[n].lending == components_[n].lending) copy_values(components[n], p->number, to, n);
            }
            attach_missing(to);
        }
        singles_.copy(home_.allocator(), singles);
        has_singles_ = true;
    }
    THRONG_ONCE void copy_values(const column_type& from, std::uint32_t page, page_type& to, std::uint32_t n) {
        const component_type& type = from.type;
        if (!type.can_be_copied()) return;
        std::byte* const b = attach(to, n);
        const word* const source = from.present(page);
        word* const there = components_[n].present(page);
        if (type.is_bytes() && !type.sparse) {
            for (unsigned w = 0; w < page_words; ++w) there[w] = source[w];
            if (type.size == 0) return;
            std::memcpy(b, from.parts.values(page), type.size * page_slots);
            return;
        }
        for (unsigned w = 0; w < page_words; ++w) {
            for (word rest = source[w]; any(rest); rest = without_lowest(rest)) {
                const unsigned s = w * word_bits + lowest(rest);
                equip_cell(n, b, s);
                type.copy_value(components_[n].value(page, s), from.value(page, s));
                there[w] |= bit(s % word_bits);
            }
        }
    }

    storage_type& home_;
    column_set<Allocator> components_;
    entity_index<Allocator> entities_;
    /// Where all of them are part of it, or some, the others of the world stay.
    single_values<Allocator> singles_;
    bool has_singles_ = false;
    row<std::uint32_t> replaced_;
};

} // namespace throng::core
