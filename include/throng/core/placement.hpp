#pragma once

#include <throng/core/bits.hpp>
#include <throng/core/memory.hpp>
#include <throng/core/walk.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

/// A placement decides for a store where a new element is placed (`place`, and `unplace` if it was not constructed),
/// how a gap is filled (`gap`), what is done when a walk has left a page (`left`) and when no walk is open any more
/// (`idle`, if it `waits`), and which memory can be released (`trim`).
namespace throng::core {

/// Elements stand in the order of their adding. No slot is used twice while its page is in the chain; gaps are closed
/// between walks.
template <class T> class in_order {
  public:
    using page_type = page<T>;
    using place_type = spot<page_type>;
    static constexpr bool reuses = false;
    static constexpr bool moves = true;

    template <class S> [[nodiscard]] place_type place(S& s) {
        auto& c = s.pages();
        if (c.tail_end == page_type::slots()) [[unlikely]] {
            if (c.tail != nullptr && may_release(s, c.tail)) release(s, c.tail);
            if (s.append_page() == nullptr) return {};
        }
        return {c.tail, c.tail_end++};
    }
    template <class S> void unplace(S& s, place_type at) noexcept {
        auto& c = s.pages();
        // (A walk may have been opened since that takes what comes there for a resident, or have ended behind it.)
        if (at.p == c.tail && at.s + 1 == c.tail_end && !s.walkers().any()) --c.tail_end;
        stray_ = true;
    }
    template <class S> void gap(S& s, place_type at) noexcept {
        if (!any(at.p->live[at.s / word_bits])) [[unlikely]]
            left(s, at.p);
    }
    template <class S> THRONG_NOINLINE void left(S& s, page_type* p) noexcept {
        if (p == s.pages().tail || p->order == 0 || !p->is_vacant()) return;
        if (may_release(s, p)) release(s, p);
        else stray_ = true;
    }
    [[nodiscard]] bool waits() const noexcept { return false; }
    template <class S> void idle(S& s, bool walk_closed) noexcept {
        if (!walk_closed) return;
        release_strays(s);
        const std::size_t holes = s.pages().places() - s.size();
        const std::size_t borne = s.size() / borne_part;
        if (holes <= borne) return;
        // The longer a stretch, the more holes there are, and never more than a quarter of the elements: so where as
        // many die in each frame, each frame packs as much, and none pays for others.
        const std::size_t most = s.size() / 4;
        const std::size_t wanted = holes - borne < most ? holes - borne : most;
        if (pack_from_ == nullptr) pack_from_ = s.pages().head;
        pack_from_ = pack(s, pack_from_, wanted + page_type::slots());
    }
    /// Closes every gap.
    template <class S> void pack_fully(S& s) noexcept {
        release_strays(s);
        pack_from_ = nullptr;
        (void)pack(s, s.pages().head, std::numeric_limits<std::size_t>::max());
    }
    /// A page has thinned out to a quarter: if its neighbours have, too, their elements move together. Never more than
    /// a page holds. (For a program that edits much and seldom walks.)
    template <class S> void pack_around(S& s, page_type* p) noexcept {
        const page_type* const tail = s.pages().tail;
        if (p->order == 0 || p == tail || p->population() > page_type::slots() / 4) return;
        std::size_t n = p->population();
        std::size_t pages = 1;
        const auto joins = [&](const page_type* q) {
            const std::size_t more = q->population();
            if (more > page_type::slots() / 2 || n + more > page_type::slots()) return false;
            n += more;
            ++pages;
            return true;
        };
        page_type* first = p;
        while (first->previous != nullptr && joins(first->previous)) first = first->previous;
        page_type* last = p;
        while (last->next != nullptr && last->next != tail && joins(last->next)) last = last->next;
        if (pages > 1) (void)pack(s, first, n);
    }
    template <class S> void trim(S& s) noexcept {
        pack_fully(s);
        if (page_type* const p = s.pages().tail; p != nullptr && p->is_vacant()) release(s, p);
    }
    /// All elements have been removed at once, while no walk was open.
    template <class S> void cleared(S& s) noexcept {
        while (s.pages().tail != nullptr) release(s, s.pages().tail);
    }
    template <class S> void release(S& s, page_type* p) noexcept {
        if (p == pack_from_) pack_from_ = p->next;
        s.release_page(p);
    }
    /// Nothing is there, and is made anew: in so many pages, for which there is memory.
    template <class S> void start_over(S& s, std::size_t pages) noexcept {
        cleared(s);
        for (std::size_t i = 0; i < pages; ++i) (void)s.append_page();
    }
    /// The pages have been filled anew.
    template <class S> void refilled(S&) noexcept {
        stray_ = true;
        pack_from_ = nullptr;
    }
    /// All elements have been moved to other pages.
    template <class S> void start_again(S&) noexcept { pack_from_ = nullptr; }
    /// How many elements are sorted, and where they end: all.
    template <class S> [[nodiscard]] std::size_t sorted(const S& s) const noexcept { return s.size(); }
    template <class S> [[nodiscard]] position end_of_sorted(const S& s) const noexcept { return s.end_position(); }
    void swap(in_order& other) noexcept {
        std::swap(stray_, other.stray_);
        std::swap(pack_from_, other.pack_from_);
    }

  private:
    friend struct validation;
    /// Gaps of one in so many elements are left alone.
    static constexpr std::size_t borne_part = 16;

    template <class S> [[nodiscard]] static bool may_release(S& s, const page_type* p) noexcept {
        return p->is_vacant() && !s.is_busy() && !s.walkers().stands_in(p, page_type::bytes);
    }
    template <class S> void release_strays(S& s) noexcept {
        if (!stray_) return;
        stray_ = false;
        for (page_type* p = s.pages().head; p != nullptr;) left(s, std::exchange(p, p->next));
    }
    /// Moves about so many elements together from a page on; where to go on, or null at the end, or where something has
    /// been opened meanwhile. (Whole stretches, so that pages that come free lie together, and their order lasts.)
    template <class S> page_type* pack(S& s, page_type* const first, std::size_t enough) noexcept {
        if constexpr (S::relocatable) {
            const typename S::busy working(s);
            page_type* from = first;
            page_type* to = first;
            unsigned d = 0;
            for (std::size_t done = 0; from != nullptr && done < enough; from = from->next) {
                if (S::by_bytes && !s.is_tracked()) {
                    done += pack_bytes(from, to, d);
                    continue;
                }
                for (unsigned i = 0; i < page_type::words; ++i) {
                    unsigned seen = 0;
                    for (word w = from->live[i]; any(w); w = from->live[i] & ~below(seen), ++done) {
                        seen = lowest(w) + 1;
                        const unsigned x = i * word_bits + lowest(w);
                        if (d == page_type::slots()) to = to->next, d = 0;
                        if (to != from || d != x) s.move({from, x}, {to, d});
                        ++d;
                        if (s.walkers().any()) return stray_ = true, nullptr;
                    }
                }
            }
            for (page_type* p = from != nullptr ? from->previous : s.pages().tail; p != to;) {
                page_type* const q = std::exchange(p, p->previous);
                if (q->is_vacant()) release(s, q);
            }
            if (to == s.pages().tail && to != nullptr) s.pages().tail_end = d;
            return from == nullptr ? nullptr : to;
        }
        return nullptr;
    }
    /// One page of plain bytes into slot d of page `to` and on; how many elements.
    static std::size_t pack_bytes(page_type* from, page_type*& to, unsigned& d) noexcept {
        std::size_t done = 0;
        T* y = to->slot(d);
        const T* end = to->slot(page_type::slots());
        for (unsigned i = 0; i < page_type::words; ++i) {
            T* const origin = from->slot(i * word_bits);
            for (word w = from->live[i]; any(w); w = without_lowest(w), ++done) {
                if (y == end) {
                    to->fill(page_type::slots());
                    to = to->next;
                    y = to->slot(0);
                    end = to->slot(page_type::slots());
                }
                copy_bytes<sizeof(T)>(y++, origin + lowest(w));
            }
        }
        d = static_cast<unsigned>(y - to->slot(0));
        if (from != to) from->fill(0);
        to->fill(d);
        return done;
    }

    /// A vacant page may stand in the chain.
    bool stray_ = false;
    /// Where packing goes on; null for the beginning.
    page_type* pack_from_ = nullptr;
};

} // namespace throng::core
