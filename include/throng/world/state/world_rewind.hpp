#pragma once

#include <throng/world/state/world_copy.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace throng::core {

/// Restores a world to the state of a copy. All memory is allocated first: exceptions until then leave the world
/// unchanged. Values keep their addresses if they are compared as bytes and are on pages that exist now.
template <class Allocator> class world_rewind : pinned {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using page_type = entity_page<Allocator>;
    using kind_type = kind<Allocator>;
    using schedule_type = basic_schedule<Allocator>;
    using copy_type = world_copy<Allocator>;
    using objects_type = object_copies<Allocator>;

  public:
    world_rewind(storage_type& home, const copy_type& copy, const objects_type& objects)
        : home_(home),
          copy_(copy),
          objects_(objects),
          pages_(static_cast<std::uint32_t>(copy.page_count)),
          pages_before_(home.page_count()),
          again_(home.allocator()),
          kinds_(home.allocator()) {}
    ~world_rewind() {
        // (After `write` these are the columns that were replaced.)
        for (column_type* const c : again_) {
            if (c != nullptr) objects_.discard_column(c);
        }
        for (kind_type* const k : kinds_) home_.entities.kinds.discard(k);
        singles_.release(home_.allocator());
        if (!written_ && home_.page_count() > pages_before_) home_.entities.drop_pages(pages_before_);
    }

    /// Takes the memory. Throws what the allocator or a copy throws.
    void prepare() {
        const Allocator& a = home_.allocator();
        while (home_.page_count() < pages_) (void)home_.entities.append_page();
        prepare_kinds();
        again_.extend(a, home_.columns().size());
        for (column_type* const c : home_.columns()) prepare_column(*c);
        for (std::uint32_t p = 0; p < pages_; ++p) home_.page(p).columns.reserve(a, count_parts(p));
        for (watcher<Allocator>* w = home_.watches.first(); w != nullptr; w = w->next) {
            const copied_watch* const copy = find(copy_.watches, w->number);
            if (copy == nullptr) continue;
            for (std::uint32_t p = 0; p < copy->pages.size(); ++p) {
                w->each_set([&](some_entities& those) { (void)those.equip(a, p); });
                (void)home_.watches.kept().equip(a, p);
            }
        }
        prepare_singles();
    }
    /// Writes all of it.
    void write(const row<schedule_type*>& schedules) noexcept {
        written_ = true;
        for (column_type* const c : home_.columns()) write_objects(*c);
        for (std::uint32_t p = 0; p < home_.page_count(); ++p) strip(home_.page(p));
        home_.entities.drop_pages(pages_);
        home_.entities.kinds.replace(same_kinds_, kinds_);
        home_.entities.begin_generations_at(static_cast<std::uint32_t>(copy_.first_generation));
        for (std::uint32_t p = 0; p < pages_; ++p) write_page(home_.page(p));
        home_.entities.count_all();
        for (column_type* const c : home_.columns()) {
            const copied_column* const copy = column_in_copy(*c);
            c->told = copy != nullptr && copy->told != 0;
            write_values(*c);
        }
        home_.components.cover(pages_);
        write_singles();
        home_.replaced();
        write_watches();
        write_systems(schedules);
        let_go_of_unkept();
    }

  private:
    template <class T> [[nodiscard]] static const T* find(const row<T*>& those, std::uint64_t number) noexcept {
        for (const T* const x : those) {
            if (x->number == number && x->there != 0) return x;
        }
        return nullptr;
    }
    /// Null where it was not known, or was lent to another subset.
    [[nodiscard]] const copied_column* column_in_copy(const column_type& c) const noexcept {
        const copied_column* const copy = copy_.columns.at(c.number);
        return copy == nullptr || copy->lending != c.lending ? nullptr : copy;
    }
    [[nodiscard]] const copied_part* part_in_copy(const column_type& c, std::uint32_t page) const noexcept {
        return copy_.part(c.number, page);
    }
    [[nodiscard]] std::size_t count_parts(std::uint32_t page) const noexcept {
        std::size_t n = 0;
        for (const column_type* const c : home_.columns()) n += part_in_copy(*c, page) != nullptr ? 1U : 0U;
        return n;
    }

    /// Kinds are in the order in which they came: those of another future are at the end.
    void prepare_kinds() {
        const Allocator& a = home_.allocator();
        const auto count = static_cast<std::size_t>(copy_.kind_count);
        while (same_kinds_ < count && same_kinds_ < home_.kinds().size() && is_same_kind(same_kinds_)) ++same_kinds_;
        kinds_.reserve(a, count - same_kinds_);
        for (std::size_t n = same_kinds_; n < count; ++n) {
            auto* const made = make_object<kind_type>(a);
            kinds_.push(made);
            made->roomy.extend(a, pages_ / word_bits + 1);
            for (std::size_t i = 0; i < copy_.kinds[n]->count; ++i)
                made->columns.push(a, &home_.components[column_of_kind(n, i)]);
        }
        home_.entities.kinds.cover(pages_, count);
    }
    [[nodiscard]] std::size_t column_of_kind(std::size_t n, std::size_t i) const noexcept {
        return static_cast<std::size_t>(copy_.kinds[n]->columns[i]->value);
    }
    [[nodiscard]] bool is_same_kind(std::size_t n) const noexcept {
        const row<column_type*>& now = home_.kinds()[n]->columns;
        bool same = now.size() == copy_.kinds[n]->count;
        for (std::size_t i = 0; same && i < now.size(); ++i) same = now[i]->number == column_of_kind(n, i);
        return same;
    }
    void prepare_column(column_type& c) {
        const Allocator& a = home_.allocator();
        if (is_of_objects(c.type)) {
            if (const column_type* const kept = objects_.column_numbered(c.number); kept != nullptr) {
                again_[c.number] = objects_.copy_column(*kept, pages_, c.special);
            } else {
                again_[c.number] = make_object<column_type>(a, c.type, c.number);
                again_[c.number]->special = c.special;
            }
            again_[c.number]->cover(a, c.parts.size());
            return;
        }
        std::size_t missing = 0;
        for (std::uint32_t p = 0; p < pages_; ++p) {
            if (part_in_copy(c, p) == nullptr) continue;
            missing += c.is_on(p) ? 0U : 1U;
            c.parts.equip(a, p);
            if ((c.special & column_type::watched) != 0) c.equip_sides(a, p);
        }
        c.reserve(a, missing);
    }
    void prepare_singles() {
        const Allocator& a = home_.allocator();
        singles_.match(a, home_.singles());
        for (std::uint32_t n = 0; n < copy_.singles.size(); ++n) {
            const copied_single* const s = copy_.single(n);
            if (s == nullptr || home_.singles().get(n) != nullptr) continue;
            (void)singles_.set(a, n, s->type, [&](void* to) { std::memcpy(to, s->value, s->type.bytes); });
        }
        singles_.copy(a, objects_.singles());
        home_.singles().match(a, singles_);
    }

    /// The world's column has the values of the frame, and those of before go.
    void write_objects(column_type& c) noexcept {
        if (again_[c.number] != nullptr) c.swap_values(*again_[c.number]);
    }
    /// Columns leave pages where they were not.
    void strip(page_type& p) noexcept {
        for (const attached_column<Allocator>& a : p.columns) {
            column_type& c = *a.of;
            if (is_of_objects(c.type) || (p.number < pages_ && part_in_copy(c, p.number) != nullptr)) continue;
            for (unsigned w = 0; w < page_words; ++w) c.present(p.number)[w] = word{};
            c.strip(home_.allocator(), p.number);
        }
        p.columns.shorten(0);
    }
    void write_page(page_type& p) noexcept {
        const copied_page& copy = *copy_.pages[p.number];
        static_cast<page_state&>(p) = copy;
        p.of = copy.of == 0 ? nullptr : home_.kinds()[static_cast<std::size_t>(copy.of - 1)];
        // They come in the order in which they came then: there are few.
        std::size_t parts = count_parts(p.number);
        for (std::uint64_t place = 1; parts != 0; ++place) {
            for (column_type* const c : home_.columns()) {
                const copied_part* const its = part_in_copy(*c, p.number);
                if (its == nullptr || its->place != place) continue;
                write_part(*c, p, *its);
                --parts;
            }
        }
    }
    void write_part(column_type& c, page_type& p, const copied_part& copy) noexcept {
        const Allocator& a = home_.allocator();
        (void)c.equip(a, p.number);
        p.columns.push(a, {c.present(p.number), &c});
        const bool is_there = column_in_copy(c) != nullptr;
        if (!is_of_objects(c.type)) {
            word* const present = c.present(p.number);
            for (unsigned w = 0; w < page_words; ++w) present[w] = is_there ? copy.present[w] : word{};
        }
        block_sides* const sides = c.sides.at(p.number);
        if (sides == nullptr) return;
        const bool told = is_there && (c.special & column_type::watched) != 0;
        std::memcpy(sides->lost, told ? copy.lost : no_words, sizeof(sides->lost));
        std::memcpy(sides->gained, told ? copy.gained : no_words, sizeof(sides->gained));
        sides->told = told && copy.told != 0;
    }
    /// Equal values are not written: most are equal.
    void write_values(const column_type& c) noexcept {
        constexpr std::size_t piece = 512;
        for (std::uint32_t p = 0; p < pages_; ++p) {
            const copied_part* const copy = part_in_copy(c, p);
            if (copy == nullptr || copy->values == nullptr) continue;
            std::byte* const to = c.parts.values(p);
            for (std::size_t at = 0; at < c.type.size * page_slots; at += piece) {
                if (std::memcmp(to + at, copy->values + at, piece) != 0) std::memcpy(to + at, copy->values + at, piece);
            }
        }
    }
    void write_singles() noexcept {
        singles_.each([&](std::uint32_t n, void*, const single_type&) { home_.singles().swap(singles_, n); });
        home_.singles().each([&](std::uint32_t n, void* object, const single_type& type) {
            const copied_single* const s = copy_.single(n);
            if (s != nullptr) std::memcpy(object, s->value, s->type.bytes);
            // (Destroyed with the others that were replaced, since that may run code of the user's.)
            else if (type.can_be_copied() && objects_.singles().get(n) == nullptr) home_.singles().swap(singles_, n);
        });
    }
    void write_watches() noexcept {
        for (watcher<Allocator>* w = home_.watches.first(); w != nullptr; w = w->next) {
            const copied_watch* const copy = find(copy_.watches, w->number);
            w->joined_count = copy == nullptr ? 0 : static_cast<std::size_t>(copy->joined_count);
            w->left_count = copy == nullptr ? 0 : static_cast<std::size_t>(copy->left_count);
            for (std::uint32_t p = 0; copy != nullptr && p < copy->pages.size(); ++p) {
                unsigned n = 0;
                w->each_set([&](some_entities& those) {
                    const word* const from = copy->pages[p]->of[n++];
                    word* const to = those.words(p);
                    for (unsigned i = 0; i < page_words; ++i) {
                        to[i] = from[i];
                        if (any(from[i])) those.is_used();
                    }
                });
                word* const kept = home_.watches.kept().words(p);
                for (unsigned i = 0; i < page_words; ++i) kept[i] |= w->members.words(p)[i] | w->held.words(p)[i];
                home_.watches.kept().is_used();
            }
        }
    }
    void write_systems(const row<schedule_type*>& schedules) noexcept {
        for (schedule_type* const s : schedules) {
            s->each_unordered([&](basic_system<Allocator>& its) {
                const copied_system* const copy = find(copy_.systems, its.number());
                if (copy != nullptr) its.set_timing(copy->timing);
            });
        }
    }
    /// Releases entities kept for systems that no longer exist.
    void let_go_of_unkept() noexcept {
        for (std::uint32_t p = 0; p < pages_; ++p) {
            const page_type& page = home_.page(p);
            for (unsigned w = 0; w < page_words; ++w) {
                word those = page.limbo(w);
                for (const attached_column<Allocator>& a : page.columns) {
                    if (a.of->leaves_ghosts()) those |= a.of->ghosts(p, w);
                }
                for (; any(those); those = without_lowest(those))
                    home_.let_go(p * page_slots + w * word_bits + lowest(those));
            }
        }
    }

    storage_type& home_;
    const copy_type& copy_;
    const objects_type& objects_;
    std::uint32_t pages_;
    std::uint32_t pages_before_;
    bool written_ = false;
    local_row<column_type*, Allocator> again_;
    std::size_t same_kinds_ = 0;
    local_row<kind_type*, Allocator> kinds_;
    single_values<Allocator> singles_;
};

} // namespace throng::core
