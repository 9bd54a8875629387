#pragma once

/// What a dense array takes memory for, segments and the table of handles: the rest of dense.hpp, which includes it.
#include <throng/core/dense.hpp>

namespace throng::core {

template <class T, class Allocator> void dense<T, Allocator>::add_segment(std::size_t first, std::size_t end) {
    struct draft {
        const dense& home;
        segment_type s{};
        bool done = false;
        ~draft() {
            if (!done) home.deallocate_all_of(s);
        }
    } d{*this};
    d.s.first = first;
    d.s.end = end;
    d.s.origin = relocatable ? 0 : first;
    d.s.places = end - d.s.origin;
    d.s.elements = allocate<T>(d.s.places);
    d.s.gaps = allocate_zeros<word>(2 * d.s.words());
    d.s.ghosts = d.s.gaps + d.s.words();
    if (table_ != nullptr) d.s.handles = allocate_zeros<std::uint32_t>(d.s.places);
    if (body_.elements == nullptr) {
        body_ = d.s;
    } else {
        last_segment().next = ::new (static_cast<void*>(allocate<segment_type>(1))) segment_type(d.s);
        tell_pruners(nullptr);
    }
    d.done = true;
}

template <class T, class Allocator> void dense<T, Allocator>::drop_segments() noexcept {
    deallocate_all_of(body_);
    for (segment_type* s = body_.next; s != nullptr;) {
        segment_type* const next = s->next;
        deallocate_all_of(*s);
        deallocate(s, 1);
        s = next;
    }
    body_ = segment_type{};
}

template <class T, class Allocator> void dense<T, Allocator>::shrink() noexcept {
    if (attempt([this] { add_segment(size_, size_); })) settle();
}

template <class T, class Allocator> void dense<T, Allocator>::prepare_handles() {
    if (table_ != nullptr) return;
    for (segment_type* s = &body_; s != nullptr; s = s->next) {
        if (s->handles == nullptr && s->places != 0) s->handles = allocate_zeros<std::uint32_t>(s->places);
    }
    table_ = ::new (static_cast<void*>(allocate<table_type>(1))) table_type;
    start_generations_at(first_generation_);
    disturb();
}

template <class T, class Allocator> void dense<T, Allocator>::drop_table() noexcept {
    table_->release(allocator_);
    table_->~table_type();
    deallocate(table_, 1);
    table_ = nullptr;
}

template <class T, class Allocator> void dense<T, Allocator>::prepare_views(segment_type& s) {
    if (s.removed_at == nullptr) s.removed_at = allocate_zeros<std::uint64_t>(s.places);
}

} // namespace throng::core
