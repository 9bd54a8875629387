#pragma once

#include <throng/world/storage.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace throng::core {

/// All that a world holds, apart from it: to be filled piece by piece, and put into the world's place at once.
template <class Allocator> class world_contents {
    using memory = line_memory<Allocator>;

  public:
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using page_type = entity_page<Allocator>;
    using kind_type = kind<Allocator>;

    explicit world_contents(storage_type& home) : home_(home) {
        const guard g{*this};
        for (const column_type* const c : home.columns_) {
            columns_.reserve(home.allocator_, columns_.size() + 1);
            auto* const made =
                ::new (memory::take(home.allocator_, sizeof(column_type))) column_type(c->type, c->number);
            made->special = c->special;
            made->lending = c->lending;
            columns_.push(home.allocator_, made);
        }
        g.done();
    }
    world_contents(const world_contents&) = delete;
    world_contents& operator=(const world_contents&) = delete;
    ~world_contents() { release(); }

    [[nodiscard]] storage_type& home() const noexcept { return home_; }
    [[nodiscard]] column_type& column_numbered(std::uint32_t n) const noexcept { return *columns_[n]; }

    /// The pages follow one another. Nobody lives on it yet.
    page_type& add_page() {
        pages_.reserve(home_.allocator_, pages_.size() + 1);
        for (column_type* const c : columns_) c->cover(home_.allocator_, pages_.size() + 1);
        auto* const p = ::new (memory::take(home_.allocator_, sizeof(page_type)))
            page_type(static_cast<std::uint32_t>(pages_.size()));
        pages_.push(home_.allocator_, p);
        return *p;
    }
    kind_type& add_kind() {
        kinds_.reserve(home_.allocator_, kinds_.size() + 1);
        auto* const k = ::new (memory::take(home_.allocator_, sizeof(kind_type))) kind_type;
        k->number = static_cast<std::uint32_t>(kinds_.size());
        kinds_.push(home_.allocator_, k);
        return *k;
    }
    /// The kind that has these columns, the first if there are several; made if there is none. They are put in their
    /// order.
    kind_type& kind_of(row<column_type*>& columns) {
        for (std::size_t i = 1; i < columns.size(); ++i) {
            for (std::size_t j = i; j > 0 && columns[j]->number < columns[j - 1]->number; --j)
                std::swap(columns[j], columns[j - 1]);
        }
        for (kind_type* const k : kinds_) {
            if (k->is_of(columns)) return *k;
        }
        kind_type& made = add_kind();
        for (const column_type* const c : columns) add_column(made, c->number);
        return made;
    }
    void add_column(kind_type& k, std::uint32_t number) { k.columns.push(home_.allocator_, home_.columns_[number]); }
    [[nodiscard]] const row<kind_type*>& kinds() const noexcept { return kinds_; }
    std::byte* attach(page_type& p, std::uint32_t number) {
        p.columns.reserve(home_.allocator_, p.columns.size() + 1);
        std::byte* const b = columns_[number]->equip(home_.allocator_, p.number);
        p.columns.push(home_.allocator_, {columns_[number]->present(p.number), home_.columns_[number]});
        return b;
    }
    void equip_cell(std::uint32_t number, std::byte* b, unsigned slot) {
        columns_[number]->equip_cell(home_.allocator_, b, slot);
    }

    /// Of the singletons of that number the world's will be the one here, which `set_single` gives, or none.
    void replace_single(std::uint32_t n) {
        singles_.cover(home_.allocator_, n);
        replaced_.push(home_.allocator_, n);
    }
    template <class Make> void* set_single(std::uint32_t n, const single_type& type, Make make) {
        return singles_.set(home_.allocator_, n, type, make);
    }

    /// The same as another one holds: what cannot be copied is left out. Throws what the allocator or a copy throws.
    void copy(const row<page_type*>& pages, const row<kind_type*>& kinds, const row<column_type*>& columns) {
        for (const kind_type* const k : kinds) {
            kind_type& to = add_kind();
            for (const column_type* const c : k->columns) add_column(to, c->number);
        }
        for (const page_type* const p : pages) {
            page_type& to = add_page();
            for (unsigned w = 0; w < page_words; ++w) {
                to.alive[w] = p->alive[w];
                to.used_up[w] = p->used_up[w];
            }
            std::memcpy(to.generations, p->generations, sizeof(to.generations));
            // (Who is dead but kept has used its slot up, too, if it was the last that could live there.)
            for (unsigned s = 0; s < page_slots; ++s) {
                if (to.generations[s] == 0) to.used_up[s / word_bits] |= bit(s % word_bits);
            }
            to.upper = p->upper;
            to.of = p->of == nullptr ? nullptr : kinds_[p->of->number];
            for (const attached_column<Allocator>& a : p->columns) {
                const std::uint32_t n = a.of->number;
                // (A subset that is gone has no members any more, nor is whoever has its column now given them.)
                if (n >= columns_.size() || columns[n]->lending != columns_[n]->lending) continue;
                copy_values(*columns[n], p->number, to, n);
            }
            attach_missing(to);
        }
    }
    void copy_home() {
        copy(home_.pages_, home_.kinds_, home_.columns_);
        copy_singles(home_.singles_);
    }
    void copy_other(const world_contents& other) {
        copy(other.pages_, other.kinds_, other.columns_);
        copy_singles(other.singles_);
    }

    /// Puts it in the place of what the world holds, which is here then, to be destroyed. Nobody may walk. Throws what
    /// the allocator throws; nothing has changed then.
    void exchange() {
        const std::size_t words = pages_.size() / word_bits + 1;
        for (kind_type* const k : kinds_) k->roomy.extend(home_.allocator_, words);
        // Components that come later can be asked of these pages, too.
        home_.cover(pages_.size());
        singles_.match(home_.allocator_, home_.singles_);
        home_.singles_.match(home_.allocator_, singles_);
        row<word> vacant;
        vacant.extend(home_.allocator_, words);
        std::size_t n = 0;
        for (page_type* const p : pages_) {
            for (unsigned w = 0; w < page_words; ++w) {
                p->taken[w] = p->alive[w] | p->used_up[w];
                p->used += count(p->alive[w]);
                p->resting += count(p->used_up[w]);
            }
            n += p->used;
            p->find_first_free();
            p->update_special();
            if (p->of != nullptr && !p->is_full()) p->of->has_room(p->number);
            if (p->is_for_any_kind()) vacant[p->number / word_bits] |= bit(p->number % word_bits);
        }
        for (std::size_t i = 0; i < columns_.size(); ++i) home_.columns_[i]->swap_values(*columns_[i]);
        home_.update_types();
        if (has_singles_) home_.singles_.swap_copies(singles_);
        for (const std::uint32_t single : replaced_) home_.singles_.swap(singles_, single);
        home_.pages_.swap(pages_);
        home_.kinds_.swap(kinds_);
        home_.by_spawn_.shorten(0);
        home_.vacant_.swap(vacant);
        vacant.release(home_.allocator_);
        home_.first_vacant_ = 0;
        home_.size_ = n;
        home_.kept_.clear();
        for (watcher<Allocator>* w = home_.watchers_; w != nullptr; w = w->next) {
            w->each_set([](some_entities& s) { s.clear(); });
        }
    }

    /// New entities of the page's kind find their columns there.
    void attach_missing(page_type& p) {
        if (p.of == nullptr) return;
        for (const column_type* const c : p.of->columns) {
            if (!columns_[c->number]->is_on(p.number)) (void)attach(p, c->number);
        }
    }

  private:
    struct guard {
        world_contents& c;
        mutable bool whole = false;
        void done() const noexcept { whole = true; }
        ~guard() {
            if (!whole) c.release();
        }
    };

    void copy_singles(const single_values<Allocator>& from) {
        singles_.copy(home_.allocator_, from);
        has_singles_ = true;
    }
    void copy_values(const column_type& from, std::uint32_t page, page_type& to, std::uint32_t n) {
        const component_type& type = from.type;
        if (!type.can_be_copied()) return;
        std::byte* const b = attach(to, n);
        const word* const source = from.present(page);
        word* const there = columns_[n]->present(page);
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
                type.copy_value(columns_[n]->value(page, s), from.value(page, s));
                there[w] |= bit(s % word_bits);
            }
        }
    }
    void release() noexcept {
        const Allocator a = home_.allocator_;
        for (column_type* const c : columns_) {
            c->destroy_values();
            c->release(a);
            c->~column_type();
            memory::give_back(a, c, sizeof(column_type));
        }
        for (page_type* const p : pages_) {
            p->columns.release(a);
            memory::give_back(a, p, sizeof(page_type));
        }
        for (kind_type* const k : kinds_) {
            k->columns.release(a);
            k->roomy.release(a);
            memory::give_back(a, k, sizeof(kind_type));
        }
        columns_.release(a);
        pages_.release(a);
        kinds_.release(a);
        singles_.release(a);
        replaced_.release(a);
    }

    storage_type& home_;
    row<column_type*> columns_;
    row<page_type*> pages_;
    row<kind_type*> kinds_;
    /// Where all of them are part of it, or some, the others of the world stay.
    single_values<Allocator> singles_;
    bool has_singles_ = false;
    row<std::uint32_t> replaced_;
};

} // namespace throng::core
