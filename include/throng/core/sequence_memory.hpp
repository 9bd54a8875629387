#pragma once

/// What a sequence takes memory for, pages and what follows elements about: the rest of sequence.hpp, which includes
/// it.
#include <throng/core/sequence.hpp>

namespace throng::core {

template <class T, class Allocator> bool sequence<T, Allocator>::reserve(std::size_t count) {
    const std::size_t room = tail_ == nullptr ? 0 : page_type::slots() - used_of_tail();
    if (count <= room) return true;
    return supply_.reserve(allocator_, (count - room - 1) / page_type::slots() + 1) &&
           (table_ == nullptr || supply_.equip_with_handles(allocator_)) && (!subsets_.any() || equip_free_pages());
}

template <class T, class Allocator> bool sequence<T, Allocator>::append_page() {
    if (tail_ != nullptr && tail_->is_vacant() && may_release(tail_)) release(tail_);
    struct guard {
        sequence& home;
        page_type* p;
        ~guard() {
            if (p != nullptr) home.supply_.give_back(p);
        }
    } g{*this, supply_.take(allocator_)};
    if (g.p == nullptr || (table_ != nullptr && !supply_.equip(allocator_, g.p->handles))) return false;
    if (subsets_.any()) [[unlikely]] {
        if (!subsets_.equip(allocator_, g.p)) return false;
        subsets_.begin_page(g.p);
    }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    log_.own(g.p);
#endif
    this->append(std::exchange(g.p, nullptr));
    return true;
}

template <class T, class Allocator> bool sequence<T, Allocator>::prepare_handles() {
    if (table_ != nullptr) return true;
    for (page_type* p = head_; p != nullptr; p = p->next) {
        if (!supply_.equip(allocator_, p->handles)) return false;
    }
    table_ = allocate_object<table_type>(allocator_);
    if (table_ == nullptr) return false;
    start_generations_at(first_generation_);
    look_around();
    disturb();
    return true;
}

template <class T, class Allocator> void sequence<T, Allocator>::drop_table() noexcept {
    table_->release(allocator_);
    table_->~table_type();
    deallocate(allocator_, std::exchange(table_, nullptr), 1);
}

} // namespace throng::core
