#pragma once

/// What a sequence takes memory for, pages and what follows elements about: the rest of sequence.hpp, which includes
/// it.
#include <throng/core/sequence.hpp>

namespace throng::core {

template <class T, class Allocator> void sequence<T, Allocator>::reserve(std::size_t count) {
    const std::size_t room = tail_ == nullptr ? 0 : page_type::slots() - used_of_tail();
    if (count <= room) return;
    supply_.reserve(allocator_, (count - room + page_type::slots() - 1) / page_type::slots());
    if (table_ != nullptr) supply_.equip_with_handles(allocator_);
    if (subsets_.any()) equip_free_pages();
}

template <class T, class Allocator> void sequence<T, Allocator>::append_page() {
    if (tail_ != nullptr && tail_->is_vacant() && may_release(tail_)) release(tail_);
    page_type* const p = supply_.take(allocator_);
    if (table_ != nullptr && p->handles == nullptr) {
        struct guard {
            sequence& home;
            page_type* p;
            ~guard() {
                if (p->handles == nullptr) home.supply_.give_back(p);
            }
        } g{*this, p};
        p->handles = supply_.template side_array<std::uint32_t>(allocator_);
    }
    if (subsets_.any()) [[unlikely]]
        begin_marks(p);
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    log_.own(p);
#endif
    this->append(p);
}

template <class T, class Allocator> void sequence<T, Allocator>::begin_marks(page_type* p) {
    struct guard {
        sequence& home;
        page_type* p;
        ~guard() {
            if (p != nullptr) home.supply_.give_back(p);
        }
    } g{*this, p};
    subsets_.equip(allocator_, p);
    subsets_.begin_page(p);
    g.p = nullptr;
}

template <class T, class Allocator> void sequence<T, Allocator>::prepare_handles() {
    if (table_ != nullptr) return;
    for (page_type* p = head_; p != nullptr; p = p->next) {
        if (p->handles == nullptr) p->handles = supply_.template side_array<std::uint32_t>(allocator_);
    }
    using traits = typename std::allocator_traits<Allocator>::template rebind_traits<table_type>;
    typename traits::allocator_type a(allocator_);
    table_ = ::new (static_cast<void*>(std::to_address(traits::allocate(a, 1)))) table_type;
    start_generations_at(first_generation_);
    look_around();
    disturb();
}

template <class T, class Allocator> void sequence<T, Allocator>::drop_table() noexcept {
    using traits = typename std::allocator_traits<Allocator>::template rebind_traits<table_type>;
    typename traits::allocator_type a(allocator_);
    table_->release(allocator_);
    table_->~table_type();
    traits::deallocate(a, std::pointer_traits<typename traits::pointer>::pointer_to(*table_), 1);
    table_ = nullptr;
}

} // namespace throng::core
