#pragma once

#include <throng/core/sequence.hpp>

namespace throng::core {

/// Moves the elements of a sequence that nobody walks into pages that have room for just these, and gives all others
/// back: where a block of memory is held for a few of its pages, `trim` cannot. Order, handles and subsets stay.
/// O(size). Throws what the allocator throws; nothing has changed then.
template <class T, class Allocator>
    requires(sequence<T, Allocator>::relocatable)
void rebuild(sequence<T, Allocator>& elements) {
    using sequence_type = sequence<T, Allocator>;
    using page_type = typename sequence_type::page_type;

    sequence_type made(elements.allocator());
    if (!made.reserve_like(elements)) return;
    const holding<sequence_type> hold(elements);
    elements.for_each_slot(first_position,
                           [&](page_type* p, unsigned s) { (void)made.emplace_back(std::move(*p->slot(s))); });
    if (elements.is_tracked()) {
        elements.subsets().leave_all_pages();
        page_type* to = made.head();
        unsigned d = 0;
        elements.for_each_slot(first_position, [&](page_type* p, unsigned s) {
            if (d == page_type::slots()) {
                to = to->next;
                d = 0;
            }
            elements.follow(p, s, to, d++);
        });
    }
    elements.exchange_pages(made);
}

} // namespace throng::core
