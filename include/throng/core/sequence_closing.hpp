#pragma once

/// What is to be done in a sequence when a walk ends, and what waits for the last one: the rest of sequence.hpp, which
/// includes it.
#include <throng/core/sequence.hpp>

namespace throng::core {

template <class T, class Allocator> void sequence<T, Allocator>::close(walker_type& w) noexcept {
    T* const x = reinterpret_cast<T*>(static_cast<std::uintptr_t>(w.at));
    const std::size_t length = w.extent / sizeof(T);
    const bool standing = w.at != address{};
    const bool view = w.epoch != 0;
    sequence* const owner = w.owner;
    unlink(w);
    sequence* home = this;
    if (ghosts_ != 0) {
        if (view) home = sweep();
        else if (standing) home = leave(x, length);
    } else if (standing) {
        release_if_vacant(page_type::of(x));
    }
    if (home != nullptr) home->settle();
    if (owner != nullptr && owner != this) owner->settle();
}

template <class T, class Allocator> T* sequence<T, Allocator>::part(walker_type& w) noexcept {
    T* x = reinterpret_cast<T*>(static_cast<std::uintptr_t>(w.at));
    const bool stays = page_type::of(x)->is_live(page_type::of(x)->index_of(x));
    unlink(w);
    if (!stays) {
        sequence* const home = leave(x);
        if (home == nullptr) return nullptr;
        home->stray_ = true;
        home->sort_if_idle();
        return nullptr;
    }
    stray_ = true;
    if (!is_walked() && pending_sort_) {
        sought_ = x;
        run_pending_sort();
        x = std::exchange(sought_, nullptr);
    }
    return x;
}

template <class T, class Allocator> auto sequence<T, Allocator>::sweep() noexcept -> sequence* {
    const holding hold(*this);
    sequence* home = this;
    for (page_type* p = head_; p != nullptr && home->ghosts_ != 0; p = p->next) {
        for (unsigned i = 0; i < page_type::words; ++i) {
            for (word g = p->ghosts[i]; any(g); g = without_lowest(g)) {
                const unsigned s = i * word_bits + lowest(g);
                if (!p->is_ghost(s) || home->is_kept(p, s)) continue;
                home = home->bury(p, s);
                if (home == nullptr) return nullptr;
            }
        }
    }
    home->stray_ = true;
    return home;
}

template <class T, class Allocator> void sequence<T, Allocator>::settle() noexcept {
    if (is_walked()) return;
    if (pending_sort_) [[unlikely]] {
        run_pending_sort();
        if (is_walked()) return;
    }
    if (stray_) release_strays();
    if (const std::size_t n = holes(); n > size_ / borne_part) pack_some(n);
}

template <class T, class Allocator> void sequence<T, Allocator>::release_strays() noexcept {
    stray_ = false;
    for (page_type* p = head_; p != nullptr;) {
        page_type* const after = p->next;
        if (p != tail_ && p->is_vacant()) release(p);
        p = after;
    }
}

template <class T, class Allocator> void sequence<T, Allocator>::forget_all() noexcept {
    bool all_dropped = table_ == nullptr;
    if constexpr (finds_elements) all_dropped = all_dropped || table_->clear_at_once();
    if (!all_dropped) for_each_slot(first_position, [this](page_type* p, unsigned s) { drop_handle(p, s); });
    for (page_type* p = tail_; p != nullptr;) {
        page_type* const before = p->previous;
        for (unsigned i = 0; i < page_type::words; ++i) p->live[i] = word{};
        pages_type::release(p);
        p = before;
    }
    pack_from_ = nullptr;
    size_ = 0;
}

template <class T, class Allocator> void sequence<T, Allocator>::destroy_all() noexcept {
    if constexpr (!std::is_trivially_destructible_v<T>) {
        const holding hold(*this);
        for (page_type* p = head_; p != nullptr; p = p->next) {
            for (unsigned i = 0; i < page_type::words; ++i) {
                while (any(p->live[i] | p->ghosts[i])) {
                    const unsigned s = i * word_bits + lowest(p->live[i] | p->ghosts[i]);
                    if (p->is_live(s)) --size_;
                    p->clear_live(s);
                    p->clear_ghost(s);
                    std::allocator_traits<Allocator>::destroy(allocator_, p->slot(s));
                }
            }
        }
    }
}

template <class T, class Allocator> void sequence<T, Allocator>::run_pending_sort() noexcept {
    const holding hold(*this);
    // What throws here leaves the order as it was: there is nobody to tell.
    callback<sorting, Allocator> sort(std::move(pending_sort_));
    sorting s{*this};
    (void)attempt([&] { sort.call(s); });
    if (!s.done && !pending_sort_) pending_sort_.take(sort);
    else sort.reset();
}

} // namespace throng::core
