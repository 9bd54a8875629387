#pragma once

#include <throng/core/page_supply.hpp>
#include <throng/core/walk.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace throng::core {

/// Pages in the order of their elements, and the supply that they come from. The chain grows at its end, and pages may
/// leave it anywhere; it knows nothing of who walks, or of what follows elements about.
///
/// Slots are handed out in rising order and never twice within the life of a page in the chain, so position order is
/// adding order.
template <class T, class Allocator> class page_chain {
  public:
    using page_type = page<T>;

    page_chain() = default;
    page_chain(const page_chain&) = delete;
    page_chain& operator=(const page_chain&) = delete;

    [[nodiscard]] page_type* head() const noexcept { return head_; }
    [[nodiscard]] page_type* tail() const noexcept { return tail_; }
    [[nodiscard]] std::size_t pages_used() const noexcept { return supply_.used(); }
    [[nodiscard]] std::size_t capacity() const noexcept { return supply_.pages() * page_type::slots(); }
    /// Slots up to the end position, gaps included: what a walk of everything passes over.
    [[nodiscard]] std::size_t places() const noexcept {
        return tail_ == nullptr ? 0 : (supply_.used() - 1) * page_type::slots() + used_of_tail();
    }

    /// The position that the next element will get, or a smaller one with no element between.
    [[nodiscard]] position end_position() const noexcept {
        return tail_ == nullptr ? first_position : position{tail_->order, used_of_tail()};
    }
    /// Slots of the last page from `end` on are free: the next element comes there.
    void move_end(unsigned end) noexcept { tail_end_ = end; }

    /// The first page that has a position at or after the given one; null if there is none.
    [[nodiscard]] page_type* page_from(position at) const noexcept {
        if (at == first_position) return head_;
        page_type* found = nullptr;
        for (page_type* p = tail_; p != nullptr && p->order >= at.order; p = p->previous) found = p;
        return found;
    }
    /// The first and the last element that is live; null if there is none.
    [[nodiscard]] T* first() const noexcept {
        for (page_type* p = head_; p != nullptr; p = p->next) {
            for (unsigned i = 0; i < page_type::words; ++i) {
                if (any(p->live[i])) return p->slot(i * word_bits + lowest(p->live[i]));
            }
        }
        return nullptr;
    }
    [[nodiscard]] T* last() const noexcept {
        for (page_type* p = tail_; p != nullptr; p = p->previous) {
            for (unsigned i = page_type::words; i-- > 0;) {
                if (any(p->live[i])) return p->slot(i * word_bits + highest(p->live[i]));
            }
        }
        return nullptr;
    }
    /// Calls f(page, slot) for each live element from a position on. For code that makes no edits.
    template <class F> void for_each_slot(position from, F f) const {
        for (page_type* p = page_from(from); p != nullptr; p = p->next) {
            for (unsigned i = 0; i < page_type::words; ++i) {
                for (word w = p->live[i]; any(w); w = without_lowest(w)) {
                    const unsigned s = i * word_bits + lowest(w);
                    if (p->order > from.order || s >= from.slot) f(p, s);
                }
            }
        }
    }

  protected:
    ~page_chain() = default;

    void swap(page_chain& other) noexcept {
        supply_.swap(other.supply_);
        std::swap(head_, other.head_);
        std::swap(tail_, other.tail_);
        std::swap(tail_end_, other.tail_end_);
        std::swap(last_order_, other.last_order_);
    }

    /// A page from the supply comes to the end.
    void append(page_type* p) noexcept {
        p->order = ++last_order_;
        p->previous = tail_;
        p->next = nullptr;
        (tail_ != nullptr ? tail_->next : head_) = p;
        tail_ = p;
        tail_end_ = 0;
    }
    /// A page in which nobody is left goes back to the supply.
    void release(page_type* p) noexcept {
        (p->previous != nullptr ? p->previous->next : head_) = p->next;
        (p->next != nullptr ? p->next->previous : tail_) = p->previous;
        if (p->next == nullptr) tail_end_ = none_left;
        supply_.give_back(p);
    }
    [[nodiscard]] unsigned used_of_tail() const noexcept {
        return tail_end_ < page_type::slots() ? tail_end_ : page_type::slots();
    }

    /// The end of a last page that is not there, or that is full.
    static constexpr unsigned none_left = std::numeric_limits<unsigned>::max();

    page_supply<T, Allocator> supply_;
    page_type* head_ = nullptr;
    page_type* tail_ = nullptr;
    /// Slots of the last page up to here have been handed out.
    unsigned tail_end_ = none_left;
    std::uint64_t last_order_ = 0;
};

} // namespace throng::core
