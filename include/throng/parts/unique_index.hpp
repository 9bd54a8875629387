#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/compiler.hpp>
#include <throng/core/handle.hpp>
#include <throng/core/page.hpp>
#include <throng/parts/hash.hpp>
#include <throng/parts/index_line.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace throng::core {

/// Finds the elements of a store by their hashes. It replaces the table of handles of other stores: each move or
/// removal of an element notifies it, and the slots' entries in the pages hold the hashes.
///
/// A hash table of addresses, by linear hashing: the elements of one hash are in one bucket, a bucket is one cache
/// line, and when the table grows it grows by one bucket: one bucket of the old table moves, as two, into the one of
/// twice the size, until none is left. So no growth ever stalls, nothing is copied but the few entries of that one
/// bucket, and no user code is called. Entries that do not fit into a bucket are stored in further lines chained to it.
template <class T, class Allocator> class unique_index {
    using page_type = page<T>;
    using line = index_line<T>;
    static constexpr unsigned entries = line::entries;
    static constexpr unsigned not_a_print = line::not_a_print;

  public:
    /// Entries of buckets are kept to this average: fewer where the table is small, and lies in the cache anyway.
    static constexpr std::size_t usual_load = 3;
    static constexpr std::size_t small_load = 2;
    static constexpr std::uint32_t small = 8191;

    /// The result of a search and its location: valid until the table changes.
    class location {
      public:
        T* element = nullptr;

      private:
        friend unique_index;
        line* bucket_ = nullptr;
        line* at_ = nullptr;
        unsigned i_ = 0;
        /// 0: nowhere.
        std::uint64_t changes_ = 0;
    };

    unique_index() = default;
    unique_index(const unique_index&) = delete;
    unique_index& operator=(const unique_index&) = delete;

    /// The tag that represents a hash; never 0.
    [[nodiscard]] static constexpr std::uint32_t tag_of(std::uint32_t hash) noexcept { return hash | 0x80000000U; }

    /// The element with this tag for which `is_it` is true; null if there is none. `is_it` may throw, and edit: then
    /// all that is there by now is asked about again, so it must not edit each time.
    template <class IsIt> [[nodiscard]] THRONG_ALWAYS_INLINE location find(std::uint32_t tag, IsIt is_it) const {
        for (;;) {
            location found;
            found.bucket_ = bucket_of(tag);
            found.changes_ = changes_;
            if (look_through(found, print_of(tag), is_it)) [[likely]]
                return found;
        }
    }

    /// Whether an element with this tag is equal to the one given, for what is compared by one instruction. (Often the
    /// answer is as likely to be yes as no. So where no entry has the print, nothing jumps: the one given is compared
    /// with itself.)
    [[nodiscard]] bool has(std::uint32_t tag, const T& key) const noexcept {
        const std::uint64_t print = print_of(tag);
        for (const line* l = bucket_of(tag);; l = l->more()) {
            std::uint64_t m = l->with(print);
            bool found = false;
            do {
                const T* const x =
                    chosen<const T>(m != 0, l->places[line::first_of(m | line::last_place)].element, &key);
                found = static_cast<bool>(static_cast<unsigned>(m != 0) & static_cast<unsigned>(*x == key));
                m &= m - 1;
            } while (m != 0 && !found);
            if (l->more() == nullptr) [[likely]]
                return found;
            if (found) return true;
        }
    }

    // Each of these is false where the allocator gives null, and throws what the allocator throws.

    /// Room for one entry more.
    [[nodiscard]] bool make_room(const Allocator& allocator) {
        while (size_ >= limit_) [[unlikely]] {
            if (!split(allocator)) return false;
        }
        return unused_ != 0 || add_further(allocator);
    }
    /// The same for entries up to n in all. (Where hashes are spread evenly, as good ones are.)
    [[nodiscard]] bool reserve(const Allocator& allocator, std::size_t n) {
        while (n > limit_) {
            if (!split(allocator)) return false;
        }
        return add_further_up_to(buckets() / 8 + 1, allocator);
    }
    /// Turns what a search for an equal one has found, which is nothing, into a place for the new one; makes room if
    /// there is none.
    [[nodiscard]] bool find_place(std::uint32_t tag, location& near, const Allocator& allocator) {
        const std::uint64_t free = near.bucket_->free_places();
        if (free == 0 || size_ >= limit_) [[unlikely]]
            return new_place(tag, near, allocator);
        near.at_ = near.bucket_;
        near.i_ = line::first_of(free);
        return true;
    }
    /// In such a place, if nothing has changed since.
    void add(std::uint32_t tag, T* element, const location& place) noexcept {
        note(tag, element);
        place.at_->put(place.i_, print_of(tag), element);
        ++size_;
        ++changes_;
    }
    /// The same where the place is not known: there is room for one entry.
    void enter(std::uint32_t tag, T* element) noexcept {
        note(tag, element);
        insert(tag, element, bucket_of(tag));
    }
    /// Forgets an element that has just been found, and goes at once.
    void forget(const location& found) noexcept {
        erase(found);
        note(0, found.element);
    }
    /// Removes all elements; their slots' entries are meaningless from then on. Returns false and has no effect if they
    /// are so few that removing them one by one is faster.
    bool clear_at_once() noexcept {
        constexpr std::size_t worth_an_element = 4;
        if (buckets() > worth_an_element * size_) return false;
        for (std::size_t b = 0; b < buckets(); ++b) {
            line* const first = bucket(b);
            for (line* l = first->more(); l != nullptr;) {
                line* const further = l->more();
                give_back(l);
                l = further;
            }
            first->prints = 0;
        }
        size_ = 0;
        ++changes_;
        return true;
    }
    /// Whether nothing has changed since the search.
    [[nodiscard]] bool is_current(const location& found) const noexcept { return found.changes_ == changes_; }
    [[nodiscard]] std::uint64_t changes() const noexcept { return changes_; }

    /// Gives memory back that a much smaller table does not need, if there is memory to make one of.
    void shrink(const Allocator& allocator) noexcept {
        if (limit_ == 0 || size_ * 2 > limit_) return;
        (void)attempt([&] {
            struct draft {
                const Allocator& allocator;
                unique_index table{};
                explicit draft(const Allocator& a) noexcept : allocator(a) {}
                draft(const draft&) = delete;
                draft& operator=(const draft&) = delete;
                ~draft() { table.release(allocator); }
            } d(allocator);
            unique_index& fresh = d.table;
            for (std::size_t b = 0; b < buckets(); ++b) {
                for (const line* l = bucket(b); l != nullptr; l = l->more()) {
                    for (unsigned i = 0; i < entries; ++i) {
                        if (!l->is_entry(i)) continue;
                        if (!fresh.make_room(allocator)) return;
                        const std::uint32_t tag = hash_at(l->places[i].element);
                        fresh.insert(tag, l->places[i].element, fresh.bucket_of(tag));
                    }
                }
            }
            swap(fresh);
        });
    }

    /// Lines in use, and lines among them that do not have a bucket's first entries (for measurements).
    [[nodiscard]] std::pair<std::size_t, std::size_t> occupancy() const noexcept {
        return {buckets(), further_made_ - unused_};
    }

    // --- what a store asks of its table ------------------------------------------------------------------------------

    /// (It gives out no handles.)
    [[nodiscard]] handle<T> of(std::uint32_t) const noexcept { return {}; }
    void moved(std::uint32_t index, const T* from, T* to) noexcept {
        const location e = entry_of(index + 1, from);
        if (e.at_ != nullptr) e.at_->places[e.i_].element = to;
    }
    void drop(std::uint32_t& of_slot, const T* element) noexcept {
        if (const std::uint32_t tag = std::exchange(of_slot, 0U); tag != 0) erase(entry_of(tag, element));
    }
    void start_generations_at(std::uint32_t) noexcept {}
    [[nodiscard]] std::uint32_t unused_generation() const noexcept { return 1; }
    void release(const Allocator& allocator) noexcept {
        if (tables_[current] != &nothing) deallocate(allocator, tables_[current], std::size_t{masks_[current]} + 1);
        deallocate(allocator, tables_[outgoing], std::size_t{masks_[outgoing]} + 1);
        for (unsigned c = 0; further_[c] != nullptr; ++c) deallocate(allocator, further_[c], further_size(c));
    }
    [[nodiscard]] bool leads_to(std::uint32_t index, const T* x) const noexcept {
        return find(index + 1, [x](const T& found) { return std::addressof(found) == x; }).element == x;
    }
    /// Whether so many elements are found, each in the bucket of its hash, and the counts are correct. O(lines).
    [[nodiscard]] bool is_whole(std::size_t used) const noexcept {
        std::size_t found = 0;
        std::size_t further = 0;
        for (std::size_t b = 0; b < buckets(); ++b) {
            for (const line* l = bucket(b); l != nullptr; l = l->more()) {
                for (unsigned i = 0; i < entries; ++i) {
                    // Only the last line of a bucket has room.
                    const bool tells = l->more() != nullptr && i == entries - 1;
                    if (!tells && !l->is_entry(i) && (l->more() != nullptr || l->print_at(i) != 0)) return false;
                    if (!l->is_entry(i)) continue;
                    const std::uint32_t tag = hash_at(l->places[i].element);
                    if (bucket_of(tag) != bucket(b) || print_of(tag) != l->print_at(i)) return false;
                    ++found;
                }
                if (l->more() != nullptr && ++further > further_made_) return false;
            }
        }
        if (found != size_ || found != used) return false;
        std::size_t unused = fresh_left_;
        for (const line* l = free_; l != nullptr; l = l->places[0].more) {
            if (++unused > unused_) return false;
        }
        return unused == unused_ && further + unused == further_made_;
    }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] bool is_own(handle<T>) const noexcept { return true; }
    [[nodiscard]] std::uint32_t number() const noexcept { return 0; }
#endif

  private:
    /// A table of this size does not grow: there are no more bits in a tag.
    static constexpr std::uint32_t most = (std::uint32_t{1} << 30U) - 1;
    static constexpr std::uint32_t least = 3;
    /// Which of the two tables.
    static constexpr unsigned outgoing = 0;
    static constexpr unsigned current = 1;

    void swap(unique_index& other) noexcept {
        std::swap(tables_, other.tables_);
        std::swap(masks_, other.masks_);
        std::swap(split_, other.split_);
        std::swap(size_, other.size_);
        std::swap(limit_, other.limit_);
        std::swap(further_, other.further_);
        std::swap(fresh_, other.fresh_);
        std::swap(fresh_left_, other.fresh_left_);
        std::swap(free_, other.free_);
        std::swap(unused_, other.unused_);
        std::swap(further_made_, other.further_made_);
        ++changes_;
    }

    /// For packing and growing, which call no hash.
    static void note(std::uint32_t tag, const T* element) noexcept {
        page_type* const p = page_type::of(element);
        p->handles[p->index_of(element)] = tag;
    }
    [[nodiscard]] static std::uint32_t hash_at(const T* element) noexcept {
        const page_type* const p = page_type::of(element);
        return p->handles[p->index_of(element)];
    }
    /// Of other bits than those that tell the bucket, where there are enough. Its highest bit is the one that each tag
    /// has.
    [[nodiscard]] static std::uint64_t print_of(std::uint32_t tag) noexcept { return tag >> 24U; }
    [[nodiscard]] line* bucket_of(std::uint32_t tag) const noexcept {
        // (No jump: no processor could foresee which of the two it is.)
        const unsigned which = (tag & masks_[outgoing]) < split_ ? current : outgoing;
        return tables_[which] + (tag & masks_[which]);
    }
    [[nodiscard]] std::size_t buckets() const noexcept {
        return tables_[current] == &nothing ? 0 : std::size_t{masks_[outgoing]} + 1 + split_;
    }
    /// For going through all of them.
    [[nodiscard]] line* bucket(std::size_t n) const noexcept {
        if (n < split_) return tables_[current] + n;
        if (n <= masks_[outgoing]) return tables_[outgoing] + n;
        return tables_[current] + n;
    }

    /// False if a question has changed the table.
    template <class IsIt>
    THRONG_ALWAYS_INLINE bool look_through(location& found, std::uint64_t print, IsIt& is_it) const {
        for (line* l = found.bucket_;; l = l->more()) {
            for (std::uint64_t m = l->with(print); m != 0; m &= m - 1) {
                const unsigned i = line::first_of(m);
                const bool is = is_it(std::as_const(*l->places[i].element));
                if (!is_current(found)) [[unlikely]]
                    return false;
                if (!is) continue;
                found.element = l->places[i].element;
                found.at_ = l;
                found.i_ = i;
                return true;
            }
            if (l->more() == nullptr) [[likely]]
                return true;
        }
    }
    [[nodiscard]] location entry_of(std::uint32_t tag, const T* element) const noexcept {
        return find(tag, [element](const T& x) { return std::addressof(x) == element; });
    }

    /// There is room: a free line, should one be needed.
    void insert(std::uint32_t tag, T* element, line* bucket) noexcept {
        append(bucket, print_of(tag), element);
        ++size_;
        ++changes_;
    }
    void append(line* l, std::uint64_t print, T* element) noexcept {
        const std::uint64_t free = free_place(l);
        l->put(line::first_of(free), print, element);
    }
    /// Goes on to a line of the bucket that is not full: the free places there.
    std::uint64_t free_place(line*& l) noexcept {
        std::uint64_t free = l->free_places();
        while (free == 0) [[unlikely]] {
            l = l->more() == nullptr ? chain(l) : l->more();
            free = l->free_places();
        }
        return free;
    }
    /// The long way to a place.
    [[nodiscard]] THRONG_NOINLINE bool new_place(std::uint32_t tag, location& place, const Allocator& allocator) {
        if (!make_room(allocator)) return false;
        place = {};
        place.at_ = place.bucket_ = bucket_of(tag);
        place.i_ = line::first_of(free_place(place.at_));
        return true;
    }
    /// A further line after a full one, which gives it its last entry.
    THRONG_NOINLINE line* chain(line* l) noexcept {
        line* fresh = free_;
        if (fresh != nullptr) free_ = fresh->places[0].more;
        else fresh = next_fresh();
        --unused_;
        fresh->prints = 0;
        fresh->put(0, l->print_at(entries - 1), l->places[entries - 1].element);
        l->clear(entries - 1);
        l->go_on_with(fresh);
        return fresh;
    }

    void erase(const location& e) noexcept {
        if (e.at_ == nullptr) return;
        e.at_->clear(e.i_);
        --size_;
        ++changes_;
        if (e.bucket_->more() != nullptr) [[unlikely]]
            draw_together(e.bucket_, e.at_, e.i_);
    }
    /// An entry of the bucket's last line fills the gap in `at`; if that was its only one, the line is free.
    THRONG_NOINLINE void draw_together(line* bucket, line* at, unsigned gap) noexcept {
        line* before = nullptr;
        line* last = bucket;
        while (line* const further = last->more()) {
            before = last;
            last = further;
        }
        for (unsigned i = 0; last != at && i < entries; ++i) {
            if (!last->is_entry(i)) continue;
            at->put(gap, last->print_at(i), last->places[i].element);
            last->clear(i);
            break;
        }
        if (!last->is_empty()) return;
        before->end_here();
        give_back(last);
    }
    void give_back(line* l) noexcept {
        l->places[0].more = std::exchange(free_, l);
        ++unused_;
    }

    /// Lines come in pieces of doubling size.
    [[nodiscard]] static constexpr std::size_t further_size(unsigned piece) noexcept { return std::size_t{4} << piece; }
    [[nodiscard]] THRONG_NOINLINE bool add_further(const Allocator& allocator) {
        unsigned c = 0;
        while (further_[c] != nullptr) ++c;
        line* const piece = allocate<line>(allocator, further_size(c));
        if (piece == nullptr) return false;
        for (; fresh_left_ != 0; --unused_) give_back(next_fresh());
        further_[c] = fresh_ = piece;
        fresh_left_ = further_size(c);
        unused_ += fresh_left_;
        further_made_ += fresh_left_;
        return true;
    }
    [[nodiscard]] bool add_further_up_to(std::size_t n, const Allocator& allocator) {
        while (unused_ < n) {
            if (!add_further(allocator)) return false;
        }
        return true;
    }
    [[nodiscard]] line* next_fresh() noexcept {
        --fresh_left_;
        return ::new (static_cast<void*>(fresh_++)) line;
    }

    /// One bucket more: the next one of the old table becomes two.
    [[nodiscard]] THRONG_NOINLINE bool split(const Allocator& allocator) {
        if (split_ > masks_[outgoing]) {
            if (masks_[current] == most) {
                limit_ = std::numeric_limits<std::size_t>::max();
                return true;
            }
            if (tables_[current] == &nothing) return begin(allocator);
            line* const larger = allocate<line>(allocator, 2 * (std::size_t{masks_[current]} + 1));
            if (larger == nullptr) return false;
            tables_[outgoing] = std::exchange(tables_[current], larger);
            masks_[outgoing] = masks_[current];
            masks_[current] = 2 * masks_[current] + 1;
            split_ = 0;
        }
        line* source = tables_[outgoing] + split_;
        line* const first = ::new (static_cast<void*>(tables_[current] + split_)) line;
        line* const second = ::new (static_cast<void*>(tables_[current] + split_ + masks_[outgoing] + 1)) line;
        // The further lines of the old bucket are free as soon as they are read: there are always enough.
        for (bool further = false; source != nullptr;) {
            const line entries_here = *source;
            if (further) give_back(source);
            source = entries_here.more();
            further = true;
            for (unsigned i = 0; i < entries; ++i) {
                if (!entries_here.is_entry(i)) continue;
                T* const x = entries_here.places[i].element;
                append((hash_at(x) & masks_[current]) > masks_[outgoing] ? second : first, entries_here.print_at(i), x);
            }
        }
        limit_ += masks_[current] > small ? usual_load : small_load;
        ++changes_;
        if (++split_ > masks_[outgoing])
            deallocate(allocator, std::exchange(tables_[outgoing], nullptr), std::size_t{masks_[outgoing]} + 1);
        return true;
    }
    [[nodiscard]] bool begin(const Allocator& allocator) {
        line* const first = allocate<line>(allocator, least + 1);
        if (first == nullptr) return false;
        tables_[current] = first;
        for (std::uint32_t b = 0; b <= least; ++b) ::new (static_cast<void*>(tables_[current] + b)) line;
        masks_[current] = least;
        masks_[outgoing] = least / 2;
        split_ = masks_[outgoing] + 1;
        limit_ = (least + 1) * small_load;
        ++changes_;
        return true;
    }

    /// The line that is searched while there is no table yet.
    inline static line nothing{};

    /// The old table and the new one, of 2^n lines. While the new one takes over from the old one, which has half its
    /// size, only the buckets before `split_` are in it and their partners in the upper half; else all are. And the
    /// bits of a tag that tell the bucket in either.
    line* tables_[2] = {nullptr, &nothing};
    std::uint32_t masks_[2] = {0, 0};
    std::uint32_t split_ = 1;
    /// Rises with each change.
    std::uint64_t changes_ = 1;
    std::size_t size_ = 0;
    /// The size that makes the table grow.
    std::size_t limit_ = 0;
    /// Further lines: the pieces they come in, what of the last one has not been used yet, those that are free again,
    /// how many of both.
    line* further_[28] = {};
    line* fresh_ = nullptr;
    std::size_t fresh_left_ = 0;
    line* free_ = nullptr;
    std::size_t unused_ = 0;
    std::size_t further_made_ = 0;
};

} // namespace throng::core
