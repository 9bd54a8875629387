#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/bitmap.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace throng::core {

template <class T, class Allocator> class sequence;
template <class T, class Allocator> class dense;
template <class T, class Allocator> class slots;
template <class T, class Allocator> class handle_table;
template <class T, class Allocator> class slot_blocks;
template <class Home> class membership;
template <class Allocator> struct indexing;
class chain;

/// Whether a storage is whole: what its parts say of each other is compared, every bit, link and count of it. O(n). It
/// changes nothing, calls no code of the element's, and is right at any moment at which the collection may be edited.
/// What `validate()` of the collections asks, tests and fuzzing after each step, and the audit build after edits.
struct validation {
    // --- pages in a chain (sequence.hpp) -----------------------------------------------------------------------------

    template <class T, class Allocator> [[nodiscard]] static bool is_whole(const sequence<T, Allocator>& s) noexcept {
        using page_type = typename sequence<T, Allocator>::page_type;
        s.bring_up_to_date();
        std::size_t pages = 0;
        std::size_t living = 0;
        std::size_t ghosts = 0;
        std::size_t with_handle = 0;
        const page_type* before = nullptr;
        bool resumes_packing = s.pack_from_ == nullptr;
        for (page_type* p = s.head_; p != nullptr; p = p->next) {
            if (p->previous != before || p->order <= (before == nullptr ? 0 : before->order)) return false;
            if (p == s.pack_from_) resumes_packing = true;
            const unsigned end = p->next == nullptr ? s.used_of_tail() : page_type::slots();
            if (!has_only(p->live, end) || !has_only(p->ghosts, end) || meet(p->live, p->ghosts)) return false;
            living += population(p->live);
            ghosts += population(p->ghosts);
            if (s.table_ != nullptr && !are_handles_whole(s, p, with_handle)) return false;
            before = p;
            ++pages;
        }
        if (s.tail_ != before || !resumes_packing) return false;
        if (before != nullptr && before->order > s.last_order_) return false;
        if (living != s.size_ || ghosts != s.ghosts_ || pages != s.supply_.used()) return false;
        if (s.supply_.used() > s.supply_.pages()) return false;
        if (ghosts != 0 && !s.walkers_.any()) return false;
        if (s.table_ != nullptr && !is_whole(*s.table_, with_handle)) return false;
        return are_walkers_whole(s) && are_subsets_whole(s) && knows_its_ways(s);
    }

    // --- one array (dense.hpp) ---------------------------------------------------------------------------------------

    template <class T, class Allocator> [[nodiscard]] static bool is_whole(const dense<T, Allocator>& d) noexcept {
        std::size_t living = 0;
        std::size_t ghosts = 0;
        std::size_t with_handle = 0;
        std::size_t end = 0;
        for (const auto* s = &d.body_; s != nullptr; s = s->next) {
            if (s->first != end || s->end < s->first || s->origin > s->first) return false;
            if (s->end - s->origin > s->places) return false;
            if ((s->elements == nullptr) != (s->places == 0)) return false;
            end = s->end;
            const std::size_t used = d.end_ < s->end ? d.end_ : s->end;
            for (std::size_t i = s->first; i < used; ++i) {
                const std::uint32_t entry = s->handles == nullptr ? 0 : s->handles[i - s->origin];
                if (s->is_gap(i)) {
                    if (i < d.gaps_from_) return false;
                    if (s->is_ghost(i)) ++ghosts;
                    else if (entry != 0) return false;
                    continue;
                }
                if (s->is_ghost(i)) return false;
                ++living;
                if (entry == 0) continue;
                ++with_handle;
                if (d.table_ == nullptr || !leads_to(*d.table_, entry - 1, s->at(i))) return false;
            }
        }
        if (d.end_ > end || living != d.size_ || ghosts != d.ghosts_) return false;
        if (!d.is_walked()) {
            if (ghosts != 0) return false;
            if (d.relocatable && (d.size_ != d.end_ || d.body_.next != nullptr)) return false;
        }
        if (d.table_ != nullptr && !is_whole(*d.table_, with_handle)) return false;
        return are_walkers_whole(d);
    }

    // --- slots that are used again (slots.hpp) -----------------------------------------------------------------------

    template <class T, class Allocator> [[nodiscard]] static bool is_whole(const slots<T, Allocator>& s) noexcept {
        using blocks_type = slot_blocks<T, Allocator>;
        using block_type = typename blocks_type::block_type;
        using page_type = typename blocks_type::page_type;
        const blocks_type& blocks = s.blocks_;
        if (blocks.made_ > blocks.pages_) return false;
        std::size_t living = 0;
        std::size_t ghosts = 0;
        for (std::size_t number = 0; number < blocks.made_; ++number) {
            const auto at = blocks.place_of(number);
            auto& block = *blocks.blocks_[at.block];
            const page_type* const p = block.page(at.offset);
            const auto listed = [&](typename blocks_type::question q) {
                return any(block.answer(q, at.offset) & bit(at.offset % word_bits));
            };
            if (p->order != number + 1) return false;
            if (!has_only(p->live, p->slots()) || !has_only(p->ghosts, p->slots()) || !has_only(p->free, p->slots()))
                return false;
            if (meet(p->live, p->ghosts) || meet(p->live, p->free) || meet(p->ghosts, p->free)) return false;
            living += population(p->live);
            ghosts += population(p->ghosts);
            // While the last of a page is being destroyed the page is still listed.
            if (listed(block_type::occupied) ? p->is_vacant() && !s.walkers_.any() : !p->is_vacant()) return false;
            if (p->listed_roomy != listed(block_type::roomy) || p->listed_young != listed(block_type::with_young) ||
                p->listed_occupied != listed(block_type::occupied))
                return false;
            if (p->has_room() && (!p->listed_roomy || s.lowest_ == nullptr || p->order < s.lowest_->order))
                return false;
            if (population(p->young) != 0 && (!p->listed_young || p->moments == nullptr || !s.walkers_.any()))
                return false;
            for (unsigned i = 0; i < p->slots(); ++i) {
                const bool is_free = page_type::has(p->free, i);
                if (p->generations[i] == 0 || (is_free && p->generations[i] == s.last_generation)) return false;
            }
        }
        if (living != s.size_ || ghosts != s.ghosts_) return false;
        if (ghosts != 0 && !s.walkers_.any()) return false;
        return are_walkers_whole(s) && are_subsets_whole(s);
    }

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
            if (s.handles_.in_use() && !is_whole(*s.handles_.table(), with_handle)) return false;
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
    [[nodiscard]] static bool is_whole(const handle_table<T, indexing<Allocator>>& t, std::size_t used) noexcept {
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
        return unused == t.unused_ && further + unused == t.further_made_ && t.promised_ <= t.unused_;
    }
    template <class T, class Allocator>
    [[nodiscard]] static bool leads_to(const handle_table<T, Allocator>& t, std::uint32_t index, const T* x) noexcept {
        return index < t.issued_ && t.at(index).element == x && t.at(index).generation != 0;
    }
    template <class T, class Allocator> [[nodiscard]] static bool
    leads_to(const handle_table<T, indexing<Allocator>>& t, std::uint32_t index, const T* x) noexcept {
        return t.find(index + 1, [x](const T& found) { return std::addressof(found) == x; }).element == x;
    }

    /// Every element has an entry in the table.
    template <class T, class Allocator> [[nodiscard]] static bool is_indexed(const sequence<T, Allocator>& s) noexcept {
        if (s.size_ == 0) return true;
        if (s.table_ == nullptr) return false;
        std::size_t with_entry = 0;
        for (auto* p = s.head_; p != nullptr; p = p->next) {
            for (unsigned i = 0; i < p->slots(); ++i) with_entry += p->is_live(i) && p->handles[i] != 0 ? 1U : 0U;
        }
        return with_entry == s.size_;
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

    template <class T, class Allocator, class Page>
    [[nodiscard]] static bool are_handles_whole(const sequence<T, Allocator>& s, Page* p, std::size_t& used) noexcept {
        if (p->handles == nullptr) return false;
        for (unsigned i = 0; i < Page::slots(); ++i) {
            if (p->handles[i] == 0) continue;
            // What is being told of its removal keeps its entry, which leads nowhere meanwhile; tags of those who are
            // gone mean nothing.
            if (p->is_ghost(i) || (sequence<T, Allocator>::finds_elements && !p->is_live(i))) continue;
            if (!p->is_live(i) || !leads_to(*s.table_, p->handles[i] - 1, p->slot(i))) return false;
            ++used;
        }
        return true;
    }

    /// An edit that asks for nothing more has nothing more to see to.
    template <class T, class Allocator>
    [[nodiscard]] static bool knows_its_ways(const sequence<T, Allocator>& s) noexcept {
        const bool adds = s.most_ != ~std::size_t{0} || s.on_add_ || s.subsets_.any();
        const bool removes =
            s.on_remove_ || s.table_ != nullptr || s.walkers_.views() != 0 || s.walkers_.holders() != 0;
        return (s.plain_end_ == 0 || !adds) && (!s.removes_plainly_ || !removes);
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
    /// The chain of walkers is linked both ways and knows where it is; views and those who hold are counted.
    template <class Storage> [[nodiscard]] static bool are_walkers_whole(const Storage& s) noexcept {
        std::size_t views = 0;
        std::size_t holds = 0;
        const typename Storage::walker_type* before = nullptr;
        for (const auto* w = s.walkers_.first(); w != nullptr; w = w->next) {
            if (w->previous != before || w->home != &s) return false;
            if (w->epoch != 0) ++views;
            if (w->holds) ++holds;
            before = w;
        }
        return views == s.walkers_.views() && holds == s.walkers_.holders();
    }

    template <class T, class Allocator>
    [[nodiscard]] static std::size_t pages_of(const sequence<T, Allocator>& s) noexcept {
        return s.supply_.pages();
    }
    template <class T, class Allocator>
    [[nodiscard]] static std::size_t pages_of(const slots<T, Allocator>& s) noexcept {
        return s.blocks_.made_;
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
