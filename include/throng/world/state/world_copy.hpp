#pragma once

#include <throng/world/kernel/storage.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/state/frame_log.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace throng::core {

/// Whether values of it are copied one by one: bytes will not do, or do not stand side by side.
[[nodiscard]] inline bool is_of_objects(const component_type& t) noexcept {
    return t.size != 0 && (!t.is_bytes() || t.sparse || t.alignment > sizeof(memory_line));
}

/// The values of a world in one frame that cannot be compared as bytes: they are copied one by one.
template <class Allocator> class object_copies : pinned {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;

  public:
    explicit object_copies(const Allocator& allocator) noexcept : allocator_(allocator) {}
    ~object_copies() {
        for (column_type* const c : columns_) {
            if (c != nullptr) discard_column(c);
        }
        columns_.release(allocator_);
        singles_.release(allocator_);
    }

    /// Copies the present values of the world. Throws what the allocator or a copy throws.
    void take(const storage_type& s) {
        columns_.extend(allocator_, s.columns().size());
        for (const column_type* const c : s.columns()) {
            if (is_of_objects(c->type)) columns_[c->number] = copy_column(*c, s.page_count(), c->special);
        }
        s.singles().each([&](std::uint32_t n, void* object, const single_type& type) {
            if (!type.is_bytes && type.copy != nullptr)
                (void)singles_.set(allocator_, n, type, [&](void* to) { type.copy(to, object); });
        });
    }
    /// The column with the number; null if it is none of objects, or was not known then.
    [[nodiscard]] column_type* column_numbered(std::uint32_t n) const noexcept { return columns_.at(n); }
    [[nodiscard]] const single_values<Allocator>& singles() const noexcept { return singles_; }
    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t n = columns_.bytes();
        for (const column_type* const c : columns_) n += c == nullptr ? 0 : c->bytes();
        singles_.each([&](std::uint32_t, void*, const single_type& type) { n += type.bytes; });
        return n;
    }

    /// A separate column with the same values on the same pages; null if they cannot be copied.
    [[nodiscard]] column_type* copy_column(const column_type& from, std::uint32_t pages, unsigned special) const {
        struct guard {
            const object_copies& all;
            column_type* made;
            ~guard() {
                if (made != nullptr) all.discard_column(made);
            }
        } g{*this, make_object<column_type>(allocator_, from.type, from.number)};
        column_type& to = *g.made;
        to.special = special;
        to.cover(allocator_, pages < from.parts.size() ? from.parts.size() : pages);
        for (std::uint32_t p = 0; p < pages; ++p) {
            if (!from.is_on(p)) continue;
            std::byte* const b = to.equip(allocator_, p);
            for (unsigned w = 0; from.type.can_be_copied() && w < page_words; ++w) {
                copy_values(from, to, p, b, from.present(p)[w], to.present(p)[w], w);
                if (from.leaves_ghosts()) copy_values(from, to, p, b, from.ghosts(p, w), to.ghosts(p, w), w);
            }
        }
        return std::exchange(g.made, nullptr);
    }
    void discard_column(column_type* c) const noexcept {
        c->destroy_values();
        c->release(allocator_);
        discard_object(allocator_, c);
    }

  private:
    void copy_values(const column_type& from, column_type& to, std::uint32_t page, std::byte* b, word those,
                     word& there, unsigned w) const {
        for (; any(those); those = without_lowest(those)) {
            const unsigned s = w * word_bits + lowest(those);
            to.equip_cell(allocator_, b, s);
            from.type.copy_value(to.value(page, s), from.value(page, s));
            there |= bit(s % word_bits);
        }
    }

    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    row<column_type*> columns_;
    single_values<Allocator> singles_;
};

// The parts of a copy of a world. All are numbers at fixed addresses, so that a log can lead from one state to another.

struct copied_page : page_state {
    /// Its kind's number and 1, or 0.
    std::uint64_t of = 0;
};
/// A column on a page.
struct copied_part {
    /// Its place among the columns of the page, from 1 on; 0 where it is not on the page, and the rest means nothing.
    std::uint64_t place;
    word present[page_words];
    word lost[page_words];
    word gained[page_words];
    std::uint64_t told;
    /// Null where they are copied one by one.
    std::byte* values;
};
struct copied_column {
    row<copied_part*> parts;
    std::uint64_t lending;
    std::uint64_t told;
};
struct copied_number {
    std::uint64_t value;
};
struct copied_kind {
    std::uint64_t count;
    row<copied_number*> columns;
};
struct copied_watch {
    static constexpr unsigned sets = 5;
    struct page {
        word of[sets][page_words];
    };
    std::uint64_t number;
    std::uint64_t there;
    std::uint64_t joined_count;
    std::uint64_t left_count;
    row<page*> pages;
};
struct copied_system {
    std::uint64_t number;
    std::uint64_t there;
    system_timing timing;
};
struct copied_single {
    std::uint64_t there;
    single_type type;
    /// Null where it is copied as an object.
    std::byte* value;
};

/// The state of a world in one frame, except for values that are copied as objects. Its memory grows with the world,
/// and never moves.
template <class Allocator> class world_copy : pinned {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using schedule_type = basic_schedule<Allocator>;
    using memory = line_memory<Allocator>;

  public:
    explicit world_copy(const Allocator& allocator) noexcept : allocator_(allocator), log_memory_(allocator) {}
    ~world_copy() {
        each_column([&](std::uint32_t n, copied_column& c) {
            for (copied_part* const p : c.parts) {
                if (p == nullptr) continue;
                if (p->values != nullptr) memory::give_back(allocator_, p->values, bytes_of_values_[n]);
                give_back_object(allocator_, p);
            }
            c.parts.release(allocator_);
        });
        for (copied_kind* const k : kinds) release(k->columns);
        for (copied_watch* const w : watches) release(w->pages);
        for (copied_single* const s : singles) {
            if (s != nullptr && s->value != nullptr) memory::give_back(allocator_, s->value, s->type.bytes);
        }
        release(pages);
        release(columns);
        release(kinds);
        release(watches);
        release(systems);
        release(singles);
        bytes_of_values_.release(allocator_);
    }

    /// Becomes what the world is now; the log notes what was different. Throws what the allocator throws; the log leads
    /// back then.
    void update(const storage_type& s, const row<schedule_type*>& schedules, frame_log<Allocator>& log) {
        const updating u{*this, log};
        u.set(page_count, s.page_count());
        u.set(kind_count, s.kinds().size());
        for (const kind<Allocator>* const k : s.kinds()) update_kind(u, *k);
        u.set(size, s.size());
        u.set(first_generation, s.entities.first_generation());
        for (std::uint32_t n = 0; n < s.columns().size(); ++n) update_column(u, s.components[n]);
        for (std::uint32_t p = 0; p < s.page_count(); ++p) update_page(u, s.page(p));
        // (Column by column: that is three times as fast as page by page, where memory is read here and there.)
        for (const column_type* const c : s.columns()) update_values(u, *c, s.page_count());
        update_watches(u, s);
        update_systems(u, schedules);
        update_singles(u, s);
    }
    [[nodiscard]] log_memory<Allocator>& logs() noexcept { return log_memory_; }

    /// The column's part on a page; null if it has none there.
    [[nodiscard]] const copied_part* part(std::uint32_t column, std::uint32_t page) const noexcept {
        const copied_column* const c = columns.at(column);
        const copied_part* const p = c == nullptr || page >= page_count ? nullptr : c->parts.at(page);
        return p == nullptr || p->place == 0 ? nullptr : p;
    }
    /// Null if there is none of it, or if it is copied as an object.
    [[nodiscard]] const copied_single* single(std::uint32_t n) const noexcept {
        const copied_single* const s = singles.at(n);
        return s == nullptr || s->there == 0 ? nullptr : s;
    }
    /// Memory held, in bytes, with that of all logs.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_ + log_memory_.bytes() + sizeof(world_copy); }

    std::uint64_t page_count = 0;
    std::uint64_t kind_count = 0;
    std::uint64_t size = 0;
    /// The first generation of new pages.
    std::uint64_t first_generation = 0;
    row<copied_page*> pages;
    /// By number.
    row<copied_column*> columns;
    row<copied_kind*> kinds;
    row<copied_watch*> watches;
    row<copied_system*> systems;
    /// By number.
    row<copied_single*> singles;

  private:
    struct updating {
        world_copy& to;
        frame_log<Allocator>& log;
        void set(std::uint64_t& copy, std::uint64_t now) const { log.update(to.log_memory_, copy, now); }
        void set(void* copy, const void* now, std::size_t bytes) const { log.update(to.log_memory_, copy, now, bytes); }
        void set_words(word* copy, const word* now) const { set(copy, now == nullptr ? no_words : now, word_bytes); }
    };
    static constexpr std::size_t word_bytes = page_words * sizeof(word);

    template <class T> void give_back(T* x) noexcept {
        if (x != nullptr) give_back_object(allocator_, x);
    }
    template <class T> void release(row<T*>& those) noexcept {
        for (T* const x : those) give_back(x);
        those.release(allocator_);
    }
    template <class F> void each_column(F f) noexcept {
        for (std::uint32_t n = 0; n < columns.size(); ++n) {
            if (columns[n] != nullptr) f(n, *columns[n]);
        }
    }
    /// The object with the number in a row, created from zeros if it does not exist.
    template <class T> T& equip(row<T*>& those, std::size_t n) {
        if (T* const known = those.at(n)) return *known;
        // (All rows but those by number have no gaps, also if there is no memory.)
        those.reserve(allocator_, n + 1);
        T* const made = make_object<T>(allocator_);
        those.extend(allocator_, n + 1);
        bytes_ += sizeof(T);
        return *(those[n] = made);
    }
    [[nodiscard]] std::byte* make_bytes(std::size_t n) {
        void* const made = memory::take(allocator_, n);
        std::memset(made, 0, memory::lines(n) * sizeof(memory_line));
        bytes_ += n;
        return static_cast<std::byte*>(made);
    }

    void update_kind(const updating& u, const kind<Allocator>& k) {
        copied_kind& copy = equip(kinds, k.number);
        u.set(copy.count, k.columns.size());
        for (std::size_t i = 0; i < k.columns.size(); ++i) u.set(equip(copy.columns, i).value, k.columns[i]->number);
    }
    void update_column(const updating& u, const column_type& c) {
        copied_column& copy = equip(columns, c.number);
        bytes_of_values_.extend(allocator_, c.number + 1U);
        if (c.type.size != 0 && !is_of_objects(c.type)) bytes_of_values_[c.number] = c.type.size * page_slots;
        u.set(copy.lending, c.lending);
        u.set(copy.told, c.told ? 1 : 0);
        for (std::uint32_t p = 0; p < copy.parts.size(); ++p) {
            if (copy.parts[p] != nullptr && (p >= page_count || !c.is_on(p))) u.set(copy.parts[p]->place, 0);
        }
    }
    void update_page(const updating& u, const entity_page<Allocator>& p) {
        copied_page& copy = equip(pages, p.number);
        u.set(static_cast<page_state*>(&copy), static_cast<const page_state*>(&p), sizeof(page_state));
        u.set(copy.of, p.of == nullptr ? 0 : p.of->number + 1U);
        for (std::size_t i = 0; i < p.columns.size(); ++i) update_part(u, *p.columns[i].of, p.number, i + 1);
    }
    void update_part(const updating& u, const column_type& c, std::uint32_t page, std::size_t place) {
        copied_part& copy = equip(columns[c.number]->parts, page);
        u.set(copy.place, place);
        u.set_words(copy.present, c.present(page));
        if (const block_sides* const s = c.sides.at(page); s != nullptr) {
            u.set_words(copy.lost, s->lost);
            u.set_words(copy.gained, s->gained);
            u.set(copy.told, s->told ? 1 : 0);
        } else {
            u.set_words(copy.lost, nullptr);
            u.set_words(copy.gained, nullptr);
            u.set(copy.told, 0);
        }
    }
    void update_values(const updating& u, const column_type& c, std::uint32_t pages_now) {
        const std::size_t bytes = bytes_of_values_[c.number];
        for (std::uint32_t p = 0; bytes != 0 && p < pages_now; ++p) {
            if (!c.is_on(p)) continue;
            copied_part& copy = *columns[c.number]->parts[p];
            if (copy.values == nullptr) copy.values = make_bytes(bytes);
            next_update next;
            if (p + 1 < pages_now && c.is_on(p + 1))
                next = {columns[c.number]->parts[p + 1]->values, c.parts.values(p + 1)};
            u.log.update(log_memory_, copy.values, c.parts.values(p), bytes, next);
        }
    }
    void update_watches(const updating& u, const storage_type& s) {
        for (copied_watch* const w : watches) u.set(w->there, 0);
        for (const watcher<Allocator>* w = s.watches.first(); w != nullptr; w = w->next) {
            copied_watch& copy = of_number(watches, w->number);
            u.set(copy.there, 1);
            u.set(copy.joined_count, w->joined_count);
            u.set(copy.left_count, w->left_count);
            std::uint32_t pages_of_watch = static_cast<std::uint32_t>(copy.pages.size());
            w->each_set([&](const some_entities& those) {
                if (pages_of_watch < those.page_count()) pages_of_watch = those.page_count();
            });
            for (std::uint32_t p = 0; p < pages_of_watch; ++p) {
                copied_watch::page& its = equip(copy.pages, p);
                unsigned n = 0;
                w->each_set([&](const some_entities& those) { u.set_words(its.of[n++], those.page(p)); });
            }
        }
    }
    void update_systems(const updating& u, const row<schedule_type*>& schedules) {
        for (copied_system* const s : systems) u.set(s->there, 0);
        for (schedule_type* const s : schedules) {
            s->each_unordered([&](const basic_system<Allocator>& its) {
                copied_system& copy = of_number(systems, its.number());
                u.set(copy.there, 1);
                const system_timing timing = its.timing();
                u.set(&copy.timing, &timing, sizeof(timing));
            });
        }
    }
    void update_singles(const updating& u, const storage_type& s) {
        for (copied_single* const one : singles) {
            if (one != nullptr) u.set(one->there, 0);
        }
        s.singles().each([&](std::uint32_t n, const void* object, const single_type& type) {
            if (!type.is_bytes) return;
            copied_single& copy = equip(singles, n);
            copy.type = type;
            if (copy.value == nullptr) copy.value = make_bytes(type.bytes);
            u.set(copy.there, 1);
            u.set(copy.value, object, type.bytes);
        });
    }
    template <class T> T& of_number(row<T*>& those, std::uint64_t number) {
        for (T* const x : those) {
            if (x->number == number) return *x;
        }
        T& made = equip(those, those.size());
        made.number = number;
        return made;
    }

    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    log_memory<Allocator> log_memory_;
    /// Of a page of a column; 0 where there are none, or where they are copied one by one.
    row<std::size_t> bytes_of_values_;
    std::size_t bytes_ = 0;
};

} // namespace throng::core
