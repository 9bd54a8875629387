#pragma once

/// How gaps are filled and segments become one when the last walk has ended: the rest of dense.hpp, which includes it.
#include <throng/core/dense.hpp>

namespace throng::core {

template <class T, class Allocator> void dense<T, Allocator>::settle_now(T** follow) noexcept {
    if constexpr (relocatable) {
        // The elements' moves and destructors may make edits: again until there is nothing to do.
        dense* d = this;
        while (d != nullptr && !d->is_walked() && (d->size_ != d->end_ || d->body_.next != nullptr)) {
            const holding hold(*d);
            if (d->fill_gaps(hold, follow)) d->merge_segments(hold, follow);
            d = hold.home();
        }
    } else {
        drop_last_gaps();
    }
}

template <class T, class Allocator> bool dense<T, Allocator>::fill_gaps(const holding& hold, T** follow) noexcept {
    if constexpr (plain) {
        if (table_ == nullptr && follow == nullptr && body_.next == nullptr) {
            fill_gaps_simply();
            return true;
        }
    }
    for (;;) {
        drop_last_gaps();
        if (size_ == end_) break;
        relocate(end_ - 1, lowest_gap(), follow);
        if constexpr (!plain) {
            if (!hold.is_alone(*this)) return false;
        }
    }
    gaps_from_ = nowhere;
    return true;
}

template <class T, class Allocator> void dense<T, Allocator>::fill_gaps_simply() noexcept {
    word* const gaps = body_.gaps;
    for (std::size_t i = gaps_from_ / word_bits; size_ != end_;) {
        --end_;
        word& last = gaps[end_ / word_bits];
        const word mask = bit(end_ % word_bits);
        if (any(last & mask)) {
            last &= ~mask;
            continue;
        }
        while (!any(gaps[i])) ++i;
        copy_bytes<sizeof(T)>(body_.elements + i * word_bits + lowest(gaps[i]), body_.elements + end_);
        gaps[i] = without_lowest(gaps[i]);
    }
    gaps_from_ = nowhere;
}

template <class T, class Allocator> void dense<T, Allocator>::merge_segments(const holding& hold, T** follow) noexcept {
    while (body_.next != nullptr) {
        segment_type* s = &body_;
        while (s->next->next != nullptr) s = s->next;
        segment_type* const d = s->next;
        if (s->end > end_) s->end = d->first = end_ > s->first ? end_ : s->first;
        if (plain && s->handles == nullptr && follow == nullptr) {
            if (s->end != s->first)
                std::memcpy(static_cast<void*>(d->at(s->first)), static_cast<const void*>(s->at(s->first)),
                            (s->end - s->first) * sizeof(T));
            s->end = d->first = s->first;
        }
        while (s->end != s->first) {
            const std::size_t i = s->end - 1;
            T* const x = s->at(i);
            const bool lives = !s->is_gap(i);
            if (lives) move_element(*s, x, *d, d->at(i), i, i, follow);
            else d->set_gap(i);
            s->end = d->first = i;
            if constexpr (!plain) {
                if (lives) x->~T();
                if (!hold.is_alone(*this)) return;
            }
        }
        deallocate_all_of(*s);
        *s = *d;
        deallocate(allocator_, d, 1);
    }
}

template <class T, class Allocator> auto dense<T, Allocator>::sweep() noexcept -> dense* {
    dense* home = this;
    std::size_t slot = 0;
    while (home != nullptr && (slot = home->unkept_ghost_from(slot)) != nowhere) {
        dense* const before = std::exchange(home, home->bury(slot));
        if (home != before) slot = 0;
    }
    return home;
}

template <class T, class Allocator>
std::size_t dense<T, Allocator>::unkept_ghost_from(std::size_t from) const noexcept {
    if (ghosts_ == 0) return nowhere;
    for (const segment_type* s = &body_; s != nullptr; s = s->next) {
        for (std::size_t i = from <= s->origin ? 0 : (from - s->origin) / word_bits; i < s->words(); ++i) {
            for (word g = s->ghosts[i]; any(g); g = without_lowest(g)) {
                const std::size_t slot = s->origin + i * word_bits + lowest(g);
                if (!is_kept(slot)) return slot;
            }
        }
    }
    return nowhere;
}

template <class T, class Allocator> void dense<T, Allocator>::destroy_all() noexcept {
    if constexpr (!std::is_trivially_destructible_v<T>) {
        const holding hold(*this);
        for (std::size_t i = 0; i < end_; ++i) {
            const segment_type& s = segment_of(i);
            if (!s.is_gap(i)) --size_;
            else if (!s.is_ghost(i)) continue;
            s.set_gap(i);
            s.clear_ghost(i);
            std::allocator_traits<Allocator>::destroy(allocator_, s.at(i));
        }
    }
}

} // namespace throng::core
