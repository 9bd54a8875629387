#pragma once

/// What a dense array takes memory for, segments and the table of handles: the rest of dense.hpp, which includes it.
#include <throng/core/dense.hpp>

namespace throng::core {

template <class T, class Allocator> bool dense<T, Allocator>::add_segment(std::size_t first, std::size_t end) {
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
    d.s.elements = allocate<T>(allocator_, d.s.places);
    if (d.s.elements == nullptr) return false;
    d.s.gaps = allocate_zeros<word>(2 * d.s.words());
    if (d.s.gaps == nullptr) return false;
    d.s.ghosts = d.s.gaps + d.s.words();
    if (table_ != nullptr) {
        d.s.handles = allocate_zeros<std::uint32_t>(d.s.places);
        if (d.s.handles == nullptr) return false;
    }
    if (body_.elements == nullptr) {
        body_ = d.s;
    } else {
        segment_type* const made = allocate_object<segment_type>(allocator_, d.s);
        if (made == nullptr) return false;
        last_segment().next = made;
        tell_pruners(nullptr);
    }
    d.done = true;
    return true;
}

template <class T, class Allocator> void dense<T, Allocator>::drop_segments() noexcept {
    deallocate_all_of(body_);
    for (segment_type* s = body_.next; s != nullptr;) {
        segment_type* const next = s->next;
        deallocate_all_of(*s);
        deallocate(allocator_, s, 1);
        s = next;
    }
    body_ = segment_type{};
}

template <class T, class Allocator> void dense<T, Allocator>::shrink() noexcept {
    bool made = false;
    if (attempt([&] { made = add_segment(size_, size_); }) && made) settle();
}

template <class T, class Allocator> bool dense<T, Allocator>::prepare_handles() {
    if (table_ != nullptr) return true;
    for (segment_type* s = &body_; s != nullptr; s = s->next) {
        if (s->handles != nullptr || s->places == 0) continue;
        s->handles = allocate_zeros<std::uint32_t>(s->places);
        if (s->handles == nullptr) return false;
    }
    table_ = allocate_object<table_type>(allocator_);
    if (table_ == nullptr) return false;
    start_generations_at(first_generation_);
    disturb();
    return true;
}

template <class T, class Allocator> void dense<T, Allocator>::drop_table() noexcept {
    table_->release(allocator_);
    table_->~table_type();
    deallocate(allocator_, std::exchange(table_, nullptr), 1);
}

template <class T, class Allocator> bool dense<T, Allocator>::prepare_views(segment_type& s) {
    if (s.removed_at == nullptr) s.removed_at = allocate_zeros<std::uint64_t>(s.places);
    return s.removed_at != nullptr;
}

} // namespace throng::core
