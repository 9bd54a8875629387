#pragma once

/// How other elements take the place of all that is there: the rest of sequence.hpp, which includes it.
#include <throng/core/sequence.hpp>

namespace throng::core {

template <class T, class Allocator> template <class F>
void sequence<T, Allocator>::replace_all_by(sequence& other, F arrived) {
    bring_up_to_date();
    if (!prepare_to_replace(other)) return;
    // (Memory comes along: without this it would grow with each assignment.)
    give_unused_pages_back();
    holding hold(*this);
    let_go_of_all();
    take_pages(other);
    arrived();
    (void)sweep();
    if (sequence* const home = hold.home(); home != nullptr) home->close(hold.node());
}

template <class T, class Allocator> bool sequence<T, Allocator>::prepare_to_replace(sequence& other) {
    if constexpr (finds_elements) {
        if (!prepare_handles() || !other.prepare_handles() || !table_->promise_in(*other.table_, allocator_))
            return false;
    }
    if (!prepare_removal([](const T&) { return true; })) return false;
    for (page_type* p = other.head_; p != nullptr; p = p->next) {
        if (table_ != nullptr && !supply_.equip(allocator_, p->handles)) return false;
        if (subsets_.any() && !subsets_.equip(allocator_, p)) return false;
    }
    return true;
}

template <class T, class Allocator> void sequence<T, Allocator>::let_go_of_all() noexcept {
    // First: what a self-pruning walk has still to tell of its visit is of those who go.
    disturb();
    for (page_type* p = head_; p != nullptr; p = p->next) {
        for (unsigned i = 0; i < page_type::words; ++i) {
            const word those = std::exchange(p->live[i], word{});
            for (word rest = those; any(rest); rest = without_lowest(rest)) {
                const unsigned s = i * word_bits + lowest(rest);
                if (p->removed_at != nullptr) p->removed_at[s] = epoch_;
                if constexpr (finds_elements) p->handles[s] = 0;
                else if (p->handles != nullptr) drop_handle(p, s);
            }
            if (std::is_trivially_destructible_v<T> && !is_frozen()) continue;
            p->ghosts[i] |= those;
            ghosts_ += count(those);
        }
    }
    size_ = 0;
    stray_ = true;
}

template <class T, class Allocator> void sequence<T, Allocator>::take_pages(sequence& other) noexcept {
    other.subsets_.leave_all_pages();
    for (page_type* p = other.head_; p != nullptr; p = p->next) {
        p->order = ++last_order_;
        subsets_.begin_page(p);
        for (unsigned s = 0; !finds_elements && p->handles != nullptr && s < page_type::slots(); ++s) p->handles[s] = 0;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        log_.own(p);
#endif
    }
    if constexpr (finds_elements) table_->exchange(*other.table_);
    if (other.head_ != nullptr) {
        other.head_->previous = tail_;
        (tail_ != nullptr ? tail_->next : head_) = other.head_;
        tail_ = other.tail_;
        tail_end_ = other.tail_end_;
    }
    size_ = other.size_;
    supply_.absorb(other.supply_);
    other.head_ = other.tail_ = other.pack_from_ = nullptr;
    other.tail_end_ = none_left;
    other.size_ = 0;
}

template <class T, class Allocator> void sequence<T, Allocator>::swap(sequence& other) noexcept {
    abandon_pruning();
    other.abandon_pruning();
    start_above_both(*this, other);
    pages_type::swap(other);
    std::swap(table_, other.table_);
    std::swap(size_, other.size_);
    std::swap(being_made_, other.being_made_);
    walkers_.swap(other.walkers_);
    std::swap(pack_from_, other.pack_from_);
    std::swap(stray_, other.stray_);
    std::swap(ghosts_, other.ghosts_);
    std::swap(epoch_, other.epoch_);
    std::swap(subsets_, other.subsets_);
    subsets_.rehome(this);
    other.subsets_.rehome(&other);
    look_around();
    other.look_around();
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    log_.swap_contents(other.log_);
#endif
    walkers_.settle_in(*this);
    other.walkers_.settle_in(other);
    // (Nothing is packed here: a swap leaves every element where it is.)
    sort_if_idle();
    other.sort_if_idle();
}

template <class T, class Allocator> bool sequence<T, Allocator>::take_elements(sequence& other, bool with_allocator) {
    if (subsets_.any()) {
        for (page_type* p = other.head_; p != nullptr; p = p->next) {
            if (!subsets_.equip(other.allocator_, p)) return false;
        }
        subsets_.leave_all_pages();
    }
    if (with_allocator) swap_allocator(other);
    swap(other);
    std::swap(subsets_, other.subsets_);
    subsets_.rehome(this);
    look_around();
    other.look_around();
    return true;
}

template <class T, class Allocator> void sequence<T, Allocator>::exchange_pages(sequence& other) noexcept {
    pack_from_ = other.pack_from_ = nullptr;
    pages_type::swap(other);
    std::swap(size_, other.size_);
    std::swap(ghosts_, other.ghosts_);
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    log_.swap_pages(other.log_);
#endif
}

template <class T, class Allocator> bool sequence<T, Allocator>::reserve_like(const sequence& other) {
    return reserve(other.size()) && (!other.has_handles() || supply_.equip_with_handles(allocator_)) &&
           (!other.subsets_.any() ||
            supply_.for_each_free([&](page_type* p) { return other.subsets_.equip(allocator_, p); }));
}

} // namespace throng::core
