#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/bitmap.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace throng::core {

template <class T, class Allocator> class handle_table;
template <class Home> class membership;
template <class T, class Allocator> class unique_index;
class chain;

/// Whether a storage is whole: what its parts say of each other is compared, every bit, link and count of it. O(n). It
/// changes nothing, calls no code of the element's, and is right at any moment at which the collection may be edited.
/// What `validate()` of the collections asks, tests and fuzzing after each step, and the audit build after edits.
struct validation {
    // --- a store (store.hpp) -----------------------------------------------------------------------------------------

    template <class Store>
        requires requires { typename Store::placement_type; }
    [[nodiscard]] static bool is_whole(const Store& s) noexcept {
        using page_type = typename Store::page_type;
        std::size_t pages = 0;
        std::size_t living = 0;
        std::size_t ghosts = 0;
        std::size_t with_handle = 0;
        std::size_t free = 0;
        const page_type* before = nullptr;
        for (page_type* p = s.pages_.head; p != nullptr; p = p->next) {
            if (p->previous != before || p->order <= (before == nullptr ? 0 : before->order)) return false;
            if (!s.pages_.memory.owns(p)) return false;
            const unsigned end = p->next == nullptr ? s.pages_.tail_end : page_type::slots();
            if (!has_only(p->live, end) || !has_only(p->ghosts, end) || meet(p->live, p->ghosts)) return false;
            living += population(p->live);
            ghosts += population(p->ghosts);
            if constexpr (Store::reuses) {
                if (!has_only(p->free, end) || meet(p->live, p->free) || meet(p->ghosts, p->free)) return false;
                if (p->order != pages + 1 || s.placement_.page_at(pages) != p) return false;
                free += population(p->free);
                if (population(p->young) != 0 && (p->arrivals == nullptr || !s.is_walked())) return false;
            }
            if constexpr (!Store::numbered) {
                for (unsigned i = 0; s.handles_.in_use() && i < page_type::slots(); ++i) {
                    const std::uint32_t entry = p->handles[i];
                    if (entry == 0 || !p->is_live(i)) continue;
                    if (!leads_to(*s.handles_.table(), entry - 1, p->slot(i))) return false;
                    ++with_handle;
                }
            }
            before = p;
            ++pages;
        }
        if (s.pages_.tail != before || (before != nullptr && before->order > s.pages_.last_order)) return false;
        if (living != s.size_ || ghosts != s.ghosts_ || pages != s.pages_.memory.used()) return false;
        if (s.pages_.memory.used() > s.pages_.memory.pages()) return false;
        if (ghosts != 0 && !s.is_walked()) return false;
        if constexpr (requires { s.placement_.gaps_; }) {
            if (free != s.placement_.gaps_) return false;
            if (Store::relocatable && !s.is_walked() && (free != 0 || s.pages_.places() != living)) return false;
        }
        if constexpr (!Store::numbered) {
            const bool alone = s.handles_.in_use() && !s.handles_.is_shared();
            if (alone && !is_whole(*s.handles_.table(), with_handle)) return false;
            if (!Store::gives_handles && with_handle != living) return false;
        }
        if constexpr (Store::is_counted) {
            std::size_t waiting = 0;
            s.for_each_slot(s.placement_.gate(), [&waiting](const page_type*, unsigned) { ++waiting; });
            if (waiting != s.placement_.waiting()) return false;
        }
        const bool adds = s.most_ != Store::no_limit || s.on_add_ || s.subsets_.any();
        const bool removes = s.on_remove_ || s.handles_.in_use() || s.is_frozen();
        if ((s.adds_plainly_ && adds) || (s.removes_plainly_ && removes)) return false;
        return is_ring_whole(s) && are_subsets_whole(s);
    }

    // --- a ring of objects (chain.hpp) -------------------------------------------------------------------------------

    template <class Chain>
        requires std::is_same_v<Chain, chain>
    [[nodiscard]] static bool is_whole(const Chain& c) noexcept {
        std::size_t objects = 0;
        const auto* x = &c.ends_;
        do {
            if (x->next == nullptr || x->next->previous != x || x->home != &c) return false;
            if (x->serial != 0 && x != &c.ends_) ++objects;
            if (x->serial > c.last_serial_ || objects > c.size_) return false;
            x = x->next;
        } while (x != &c.ends_);
        return objects == c.size_;
    }

    // --- handles and indices -----------------------------------------------------------------------------------------

    /// `used` entries lead to elements: all others are free, or their generations are used up.
    template <class T, class Allocator>
    [[nodiscard]] static bool is_whole(const handle_table<T, Allocator>& t, std::size_t used) noexcept {
        std::size_t leading = 0;
        std::size_t retired_or_kept = 0;
        for (std::uint32_t i = 0; i < t.issued_; ++i) {
            if (t.at(i).element != nullptr) ++leading;
            else ++retired_or_kept;
        }
        if (leading != used) return false;
        for (std::uint32_t i = t.free_; i != 0; i = t.at(i - 1).next_free) {
            if (i > t.issued_ || retired_or_kept-- == 0) return false;
            if (t.at(i - 1).element != nullptr || t.at(i - 1).generation == t.last_generation) return false;
        }
        return true;
    }
    template <class T, class Allocator>
    [[nodiscard]] static bool is_whole(const unique_index<T, Allocator>& t, std::size_t used) noexcept {
        std::size_t found = 0;
        std::size_t further = 0;
        for (std::size_t b = 0; b < t.buckets(); ++b) {
            for (const auto* l = t.bucket(b); l != nullptr; l = l->more()) {
                for (unsigned i = 0; i < t.entries; ++i) {
                    // Only the last line of a bucket has room, and each entry is in the bucket of its hash.
                    const bool tells = l->more() != nullptr && i == t.entries - 1;
                    if (!tells && !l->is_entry(i) && (l->more() != nullptr || l->print_at(i) != 0)) return false;
                    if (!l->is_entry(i)) continue;
                    const std::uint32_t tag = t.hash_at(l->places[i].element);
                    if (t.bucket_of(tag) != t.bucket(b) || t.print_of(tag) != l->print_at(i)) return false;
                    ++found;
                }
                if (l->more() != nullptr && ++further > t.further_made_) return false;
            }
        }
        if (found != t.size_ || found != used) return false;
        std::size_t unused = t.fresh_left_;
        for (const auto* l = t.free_; l != nullptr; l = l->places[0].more) {
            if (++unused > t.unused_) return false;
        }
        return unused == t.unused_ && further + unused == t.further_made_;
    }
    template <class T, class Allocator>
    [[nodiscard]] static bool leads_to(const handle_table<T, Allocator>& t, std::uint32_t index, const T* x) noexcept {
        return index < t.issued_ && t.at(index).element == x && t.at(index).generation != 0;
    }
    template <class T, class Allocator>
    [[nodiscard]] static bool leads_to(const unique_index<T, Allocator>& t, std::uint32_t index, const T* x) noexcept {
        return t.find(index + 1, [x](const T& found) { return std::addressof(found) == x; }).element == x;
    }

    // --- subsets -----------------------------------------------------------------------------------------------------

    template <class Home> [[nodiscard]] static bool is_whole(const membership<Home>& m) noexcept {
        return m.home() == nullptr || is_whole(*m.home());
    }

  private:
    template <std::size_t N> [[nodiscard]] static std::size_t population(const word (&bits)[N]) noexcept {
        std::size_t n = 0;
        for (const word w : bits) n += count(w);
        return n;
    }
    /// No bit from `end` on is set.
    template <std::size_t N> [[nodiscard]] static bool has_only(const word (&bits)[N], unsigned end) noexcept {
        for (unsigned i = 0; i < N; ++i) {
            if (any(end <= i * word_bits ? bits[i] : bits[i] & ~below(end - i * word_bits))) return false;
        }
        return true;
    }
    template <std::size_t N> [[nodiscard]] static bool meet(const word (&a)[N], const word (&b)[N]) noexcept {
        for (std::size_t i = 0; i < N; ++i) {
            if (any(a[i] & b[i])) return true;
        }
        return false;
    }

    template <class Store> [[nodiscard]] static bool is_ring_whole(const Store& s) noexcept {
        std::size_t views = 0;
        const typename Store::walker_type* before = nullptr;
        for (const auto* w = s.ring().first(); w != nullptr; w = w->next) {
            if (w->previous != before || w->home != &s) return false;
            if (w->epoch != 0) ++views;
            before = w;
        }
        return views == s.ring().views();
    }
    template <class Store>
        requires requires { typename Store::placement_type; }
    [[nodiscard]] static std::size_t pages_of(const Store& s) noexcept {
        return s.pages_.memory.pages();
    }

    template <class Storage> [[nodiscard]] static bool are_subsets_whole(const Storage& s) noexcept {
        for (const auto* n = s.subsets_.first_; n != nullptr; n = n->next) {
            if (n->home != &s) return false;
            const typename Storage::page_type* last = nullptr;
            std::uint64_t order = 0;
            std::size_t pages = 0;
            for (const auto* p = n->first; p != nullptr; p = n->after(p)) {
                const auto* const m = n->mark_of(p);
                if (m == nullptr || m->next == nullptr || ++pages > pages_of(s)) return false;
                // Pages that are not in use have no place in the order.
                if (n->in_order && p->order != 0 && p->order <= order) return false;
                if (p->order != 0) order = p->order;
                last = p;
            }
            if (n->last != last) return false;
        }
        return true;
    }
};

} // namespace throng::core
