#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/bits.hpp>
#include <throng/core/page.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

/// The subsets of collections. Each subset has a number, and each page a row of marks, one for each number: so an
/// element's address leads to its bit in any subset in O(1), and where an element is moved or its slot is used again,
/// its bits in all subsets are found side by side.
namespace throng::core {

/// The elements of a page that joined a subset during a walk of it, and when.
template <class Page> struct late_members {
    word young[Page::words] = {};
    arrival<typename Page::value_type> arrivals[std::size_t{Page::words} * word_bits] = {};
};

/// The members of one subset in one page.
template <class Page> struct mark {
    /// The members, but for those that are late. Bits of elements that have died since stay, until their slot is used
    /// again: to be read with the page's `live`.
    word members[Page::words] = {};
    /// Next in the subset's chain of pages; the page itself at the chain's end; null if the page is in none.
    Page* next = nullptr;
    /// Null until an element joins while the subset is walked.
    late_members<Page>* late = nullptr;

    /// All members.
    [[nodiscard]] word all(unsigned i) const noexcept {
        return late == nullptr ? members[i] : members[i] | late->young[i];
    }
    void drop(unsigned i, word those) noexcept {
        members[i] &= ~those;
        if (late != nullptr) late->young[i] &= ~those;
    }
    void clear() noexcept {
        for (unsigned i = 0; i < Page::words; ++i) drop(i, ~word{});
    }
};

/// A page's row of marks; they lie behind it.
template <class Page> struct marks {
    std::size_t count = 0;
    mark<Page>* first = nullptr;

    [[nodiscard]] mark<Page>* begin() noexcept { return first; }
    [[nodiscard]] mark<Page>* end() noexcept { return first + count; }
};

/// One subset, as its master knows it: the pages in which it has, or had, members.
template <class Page> struct subset_node {
    /// The collection; null once that is destroyed.
    void* home = nullptr;
    std::size_t number = 0;
    /// How many subsets the collection had had before: no two of it have the same.
    std::uint64_t made = 0;
    subset_node* next = nullptr;
    /// The chain of pages, and its end.
    Page* first = nullptr;
    Page* last = nullptr;
    /// Whether that follows the order of the pages.
    bool in_order = true;
    /// The elements that have joined during a walk of the subset, in the order of joining.
    newcomer_list<typename Page::value_type> late{};

    [[nodiscard]] mark<Page>* mark_of(const Page* p) const noexcept {
        return p->subsets == nullptr || number >= p->subsets->count ? nullptr : p->subsets->begin() + number;
    }
    /// The same where the page is known to have marks for all subsets.
    [[nodiscard]] mark<Page>& mark_on(const Page* p) const noexcept { return p->subsets->begin()[number]; }
    /// Members of a word leave; walks that have passed them in the list keep their place.
    template <class Ring> void drop(Page* p, unsigned i, word those, Ring& ring) noexcept {
        mark<Page>* const m = mark_of(p);
        if (m == nullptr) return;
        for (word w = m->late == nullptr ? word{} : m->late->young[i] & those; any(w); w = without_lowest(w)) {
            auto* const x = p->slot(i * word_bits + lowest(w));
            late.remove(x, at());
            ring.leaves_list(&late, x, at()(x));
        }
        m->drop(i, those);
    }
    /// The place of a late member in the list.
    [[nodiscard]] auto at() const noexcept {
        return [this](typename Page::value_type* x) -> arrival<typename Page::value_type>& {
            return mark_on(Page::of(x)).late->arrivals[Page::of(x)->index_of(x)];
        };
    }
    [[nodiscard]] Page* after(const Page* p) const noexcept {
        Page* const n = mark_on(p).next;
        return n == p ? nullptr : n;
    }
    /// The page, which has marks, is in the chain from now on.
    void chain(Page* p) noexcept {
        mark<Page>& m = mark_on(p);
        if (m.next != nullptr) return;
        m.next = p;
        if (last != nullptr) {
            if (last->order > p->order) in_order = false;
            mark_on(last).next = p;
        } else {
            first = p;
        }
        last = p;
    }
    /// Takes pages out of the chain: those for which `goes` is true.
    template <class F> void unchain_if(F goes) noexcept {
        Page* p = std::exchange(first, nullptr);
        last = nullptr;
        while (p != nullptr) {
            Page* const n = after(p);
            mark_on(p).next = nullptr;
            if (!goes(p)) chain(p);
            p = n;
        }
    }
    /// Merge sort of the chain by the order of the pages.
    void put_in_order() noexcept {
        if (in_order) return;
        in_order = true;
        if (first == nullptr) return;
        const auto next_of = [this](Page* p) -> Page*& { return mark_on(p).next; };
        next_of(last) = nullptr;
        for (std::size_t width = 1;; width *= 2) {
            Page* rest = first;
            Page* sorted = nullptr;
            Page** end = &sorted;
            std::size_t merges = 0;
            while (rest != nullptr) {
                ++merges;
                Page* a = rest;
                std::size_t in_a = 0;
                while (in_a < width && rest != nullptr) {
                    rest = next_of(rest);
                    ++in_a;
                }
                Page* b = rest;
                std::size_t in_b = 0;
                while (in_b < width && rest != nullptr) {
                    rest = next_of(rest);
                    ++in_b;
                }
                while (in_a != 0 || in_b != 0) {
                    const bool from_b = in_a == 0 || (in_b != 0 && b->order < a->order);
                    Page*& x = from_b ? b : a;
                    --(from_b ? in_b : in_a);
                    *end = x;
                    last = x;
                    end = &next_of(x);
                    x = *end;
                }
                *end = nullptr;
            }
            first = sorted;
            if (merges <= 1) break;
        }
        next_of(last) = last;
    }
};

/// All subsets of a collection.
template <class Page, class Allocator> class subset_chain {
    using marks_type = marks<Page>;
    using node_type = subset_node<Page>;

  public:
    [[nodiscard]] bool any() const noexcept { return first_ != nullptr; }

    void enter(node_type& s, void* home) noexcept {
        s.home = home;
        s.made = made_++;
        s.next = std::exchange(first_, &s);
    }
    template <class F> void for_each(F f) const {
        for (node_type* s = first_; s != nullptr; s = s->next) f(*s);
    }
    /// The lowest number that no subset has.
    [[nodiscard]] std::size_t free_number() const noexcept {
        std::size_t n = 0;
        for (const node_type* s = first_; s != nullptr;) {
            if (s->number != n) {
                s = s->next;
                continue;
            }
            ++n;
            s = first_;
        }
        return n;
    }
    void quit(node_type& s) noexcept {
        for (Page* p = s.first; p != nullptr;) {
            mark<Page>& m = s.mark_on(p);
            Page* const n = m.next == p ? nullptr : m.next;
            m.clear();
            m.next = nullptr;
            p = n;
        }
        s.first = s.last = nullptr;
        node_type** link = &first_;
        while (*link != &s) link = &(*link)->next;
        *link = s.next;
        s.home = nullptr;
    }
    /// The subset's node lies elsewhere now.
    void moved(node_type& from, node_type& to) noexcept {
        for (node_type** link = &first_; *link != nullptr; link = &(*link)->next) {
            if (*link == &from) *link = &to;
        }
    }
    void rehome(void* home) noexcept {
        for (node_type* s = first_; s != nullptr; s = s->next) s->home = home;
    }
    /// The collection is destroyed; its pages will be released.
    void dissolve() noexcept {
        for (node_type* s = first_; s != nullptr; s = s->next) {
            s->home = nullptr;
            s->first = s->last = nullptr;
        }
        first_ = nullptr;
    }

    /// Ensures that the page has a mark for the number, and for every number in use; returns false if the allocator
    /// gives null. Throws what the allocator throws.
    [[nodiscard]] bool equip(const Allocator& allocator, Page* p, std::size_t number = 0) const {
        std::size_t count = number + 1;
        for (const node_type* s = first_; s != nullptr; s = s->next) count = s->number < count ? count : s->number + 1;
        marks_type* const old = p->subsets;
        if (old != nullptr && old->count >= count) return true;
        word* const memory = allocate<word>(allocator, words_for(count));
        if (memory == nullptr) return false;
        auto* const made = ::new (static_cast<void*>(memory)) marks_type{count};
        for (std::size_t i = 0; i < count; ++i) {
            auto* const m = ::new (static_cast<void*>(reinterpret_cast<mark<Page>*>(made + 1) + i)) mark<Page>;
            if (i == 0) made->first = m;
            if (old != nullptr && i < old->count) *m = old->begin()[i];
        }
        p->subsets = made;
        if (old != nullptr) release_row(allocator, old);
        return true;
    }
    /// Ensures that the mark can record when elements join; returns false if the allocator gives null. Throws what the
    /// allocator throws.
    [[nodiscard]] static bool prepare_for_late(const Allocator& allocator, mark<Page>& m) {
        if (m.late == nullptr) m.late = allocate_object<late_members<Page>>(allocator);
        return m.late != nullptr;
    }
    /// Gives the memory of a page's marks back.
    static void release(const Allocator& allocator, Page* p) noexcept {
        if (p->subsets == nullptr) return;
        for (mark<Page>& m : *p->subsets) deallocate(allocator, m.late, 1);
        release_row(allocator, p->subsets);
        p->subsets = nullptr;
    }

    /// An element comes into a slot: it is in no subset.
    template <class Ring> void forget(Page* p, unsigned s, Ring& ring) noexcept {
        for (node_type* n = first_; n != nullptr; n = n->next) n->drop(p, s / word_bits, bit(s % word_bits), ring);
    }
    /// A page goes: what has died there leaves the lists of what has joined late.
    template <class Ring> void page_goes(Page* p, Ring& ring) noexcept {
        for (node_type* n = first_; n != nullptr; n = n->next) {
            for (unsigned i = 0; i < Page::words; ++i) n->drop(p, i, ~word{}, ring);
        }
    }
    /// An element has been moved from slot to slot, and is in all of its subsets still. No walk is open, so none is
    /// late.
    void follow(Page* from, unsigned s, Page* to, unsigned d) noexcept {
        for (node_type* n = first_; n != nullptr; n = n->next) {
            word& left = n->mark_on(from).members[s / word_bits];
            word& entered = n->mark_on(to).members[d / word_bits];
            const bool is_member = core::any(left & bit(s % word_bits));
            left &= ~bit(s % word_bits);
            entered &= ~bit(d % word_bits);
            if (!is_member) continue;
            entered |= bit(d % word_bits);
            n->chain(to);
        }
    }
    /// A page of which nothing is known, perhaps used before, stands elsewhere in the order now.
    void begin_page(Page* p) noexcept {
        for (node_type* n = first_; n != nullptr; n = n->next) {
            mark<Page>& m = n->mark_on(p);
            m.clear();
            if (m.next != nullptr) n->in_order = false;
        }
    }
    /// Before pages that are not in use are given back.
    void leave_unused_pages() noexcept {
        for (node_type* n = first_; n != nullptr; n = n->next)
            n->unchain_if([](const Page* p) { return p->order == 0; });
    }
    /// Before all elements are moved to other pages.
    void leave_all_pages() noexcept {
        for (node_type* n = first_; n != nullptr; n = n->next) n->unchain_if([](const Page*) { return true; });
    }

  private:
    friend struct validation;

    static_assert(alignof(mark<Page>) <= alignof(word) && sizeof(marks_type) % alignof(mark<Page>) == 0);

    [[nodiscard]] static constexpr std::size_t words_for(std::size_t count) noexcept {
        return (sizeof(marks_type) + count * sizeof(mark<Page>) + sizeof(word) - 1) / sizeof(word);
    }
    static void release_row(const Allocator& allocator, marks_type* row) noexcept {
        const std::size_t words = words_for(row->count);
        deallocate(allocator, reinterpret_cast<word*>(row), words);
    }

    node_type* first_ = nullptr;
    std::uint64_t made_ = 0;
};

} // namespace throng::core
