#pragma once

/// How the gaps in a sequence are closed: the rest of sequence.hpp, which includes it.
#include <throng/core/sequence.hpp>

namespace throng::core {

template <class T, class Allocator>
std::size_t sequence<T, Allocator>::pack_bytes(page_type* from, page_type*& to, unsigned& d) noexcept {
    std::size_t done = 0;
    T* y = to->slot(d);
    const T* end = to->slot(page_type::slots());
    for (unsigned i = 0; i < page_type::words; ++i) {
        T* const first = from->slot(i * word_bits);
        for (word w = from->live[i]; any(w); w = without_lowest(w)) {
            if (y == end) {
                to->fill(page_type::slots());
                to = to->next;
                y = to->slot(0);
                end = to->slot(page_type::slots());
            }
            copy_bytes<sizeof(T)>(y, first + lowest(w));
            ++y;
            ++done;
        }
    }
    d = static_cast<unsigned>(y - to->slot(0));
    if (from != to) from->fill(0);
    to->fill(d);
    return done;
}

template <class T, class Allocator> auto sequence<T, Allocator>::pack_stretch(page_type* p, std::size_t enough) noexcept
    -> page_type* {
    const holding hold(*this);
    page_type* to = p;
    unsigned d = 0;
    std::size_t done = 0;
    page_type* from = p;
    const bool bytes_only = by_bytes && !is_tracked();
    for (; from != nullptr && done < enough; from = from->next) {
        if (bytes_only) {
            done += pack_bytes(from, to, d);
            continue;
        }
        for (unsigned i = 0; i < page_type::words; ++i) {
            unsigned seen = 0;
            for (word w = from->live[i]; any(w); w = from->live[i] & ~below(seen)) {
                const unsigned s = i * word_bits + lowest(w);
                seen = lowest(w) + 1;
                if (d == page_type::slots()) {
                    to = to->next;
                    d = 0;
                }
                if (to != from || d != s) relocate(from, s, to, d);
                ++d;
                ++done;
                if constexpr (!by_bytes) {
                    // The destructor of what was moved from may have begun to walk, or exchanged the contents.
                    if (hold.is_alone(*this)) continue;
                    if (hold.home() != nullptr) hold.home()->stray_ = true;
                    return nullptr;
                }
            }
        }
    }
    release_between(to, from != nullptr ? from->previous : tail_);
    if (to == tail_) tail_end_ = d;
    return from == nullptr ? nullptr : to;
}

template <class T, class Allocator> void sequence<T, Allocator>::pack_around(page_type* p) noexcept {
    if constexpr (relocatable) {
        if (is_walked() || p->order == 0 || p == tail_ || p->population() > page_type::slots() / 4) return;
        std::size_t n = p->population();
        std::size_t pages = 1;
        const auto joins = [&n, &pages](const page_type* q) {
            const std::size_t more = q->population();
            if (more > page_type::slots() / 2 || n + more > page_type::slots()) return false;
            n += more;
            ++pages;
            return true;
        };
        page_type* first = p;
        while (first->previous != nullptr && joins(first->previous)) first = first->previous;
        page_type* last = p;
        while (last->next != nullptr && last->next != tail_ && joins(last->next)) last = last->next;
        if (pages > 1) (void)pack_stretch(first, n);
    }
}

template <class T, class Allocator> void sequence<T, Allocator>::pack_some(std::size_t holes) noexcept {
    if constexpr (relocatable) {
        if (pack_from_ == nullptr) pack_from_ = head_;
        const std::size_t wanted = holes - size_ / borne_part;
        const std::size_t most = size_ / 4;
        pack_from_ = pack_stretch(pack_from_, (wanted < most ? wanted : most) + page_type::slots());
    }
}

template <class T, class Allocator> void sequence<T, Allocator>::pack_fully() noexcept {
    if constexpr (relocatable) {
        if (head_ != nullptr) (void)pack_stretch(head_, std::numeric_limits<std::size_t>::max());
    }
}

} // namespace throng::core
