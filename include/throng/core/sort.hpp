#pragma once

#include <throng/core/requirements.hpp>
#include <throng/core/sequence.hpp>

namespace throng::core {

struct less {
    template <class A, class B> [[nodiscard]] constexpr bool operator()(const A& a, const B& b) const { return a < b; }
};

/// Scratch memory for n pointers, from the sequence's allocator.
template <class T, class Allocator> class pointer_array {

  public:
    pointer_array(const Allocator& allocator, std::size_t n)
        : allocator_(allocator), n_(n), first_(allocate<T*>(allocator, n)) {}
    pointer_array(const pointer_array&) = delete;
    pointer_array& operator=(const pointer_array&) = delete;
    ~pointer_array() { deallocate(allocator_, first_, n_); }
    /// Null where the allocator gives null.
    [[nodiscard]] T** data() noexcept { return first_; }

  private:
    Allocator allocator_;
    std::size_t n_;
    T** first_;
};

/// Stable merge sort of pointers, bottom up; the result lies in `from` or in `to`: which one is returned. (The standard
/// one would bring in <algorithm>, which costs more compile time than all of throng.)
template <class T, class Compare> T** merge_sort(T** from, T** to, std::size_t n, Compare& compare) {
    for (std::size_t width = 1; width < n; width *= 2) {
        for (std::size_t left = 0; left < n; left += 2 * width) {
            std::size_t i = left;
            const std::size_t middle = left + width < n ? left + width : n;
            std::size_t j = middle;
            const std::size_t end = middle + width < n ? middle + width : n;
            for (std::size_t k = left; k < end; ++k) {
                const bool take_right =
                    i == middle || (j < end && compare(std::as_const(*from[j]), std::as_const(*from[i])));
                to[k] = take_right ? from[j++] : from[i++];
            }
        }
        std::swap(from, to);
    }
    return from;
}

/// Sorts a sequence that nobody walks: first pointers to its elements, under a frozen view, so that the comparison may
/// make any edit; then the elements are moved, or copied where a move may throw, into new pages in that order. What
/// came in meanwhile follows after. Where the allocator gives null nothing happens. False, and nothing has changed, if
/// the comparison or a copy has begun to walk and has not ended. Throws what the allocator, the comparison or a copy
/// throws; nothing has changed then.
template <class T, class Allocator, class Compare>
[[nodiscard]] bool sort(sequence<T, Allocator>& elements, Compare compare) {
    using sequence_type = sequence<T, Allocator>;
    using page_type = typename sequence_type::page_type;
    require_comparison<Compare, T>();
    static_assert(sequence_type::relocatable || std::is_copy_constructible_v<T>,
                  "throng: to be sorted, T must be nothrow movable or copyable");

    struct view {
        sequence_type& home;
        walker<sequence_type> node;
        explicit view(sequence_type& elements) : home(elements) {
            node.epoch = elements.next_epoch();
            node.limit = elements.end_position();
            elements.link(node);
        }
        view(const view&) = delete;
        view& operator=(const view&) = delete;
        ~view() {
            if (node.home != nullptr) node.home->close(node);
        }
    } frozen(elements);

    const std::size_t n = elements.size();
    if (n < 2) return true;
    pointer_array<T, Allocator> a(elements.allocator(), n);
    pointer_array<T, Allocator> b(elements.allocator(), n);
    if (a.data() == nullptr || b.data() == nullptr) return true;
    const position newcomers = elements.end_position();
    std::size_t filled = 0;
    elements.for_each_slot(first_position, [&](page_type* p, unsigned s) { a.data()[filled++] = p->slot(s); });
    T** const sorted = merge_sort(a.data(), b.data(), n, compare);
    // Exchanged for other contents by the comparison: those are as they were.
    const auto are_elsewhere = [&] { return frozen.node.home != &elements; };
    if (are_elsewhere()) return true;
    if (!elements.is_last_walk(frozen.node)) return false;

    // Calls f(page, slot) in the new order.
    const auto in_order = [&](auto f) {
        for (std::size_t i = 0; i < n; ++i) {
            if (elements.contains(sorted[i]))
                f(page_type::of(sorted[i]), page_type::of(sorted[i])->index_of(sorted[i]));
        }
        elements.for_each_slot(newcomers, f);
    };
    sequence_type result(elements.allocator());
    const T* const sought = elements.sought();
    T* found = nullptr;
    const auto copy = [&] {
        if (!result.reserve_like(elements)) return false;
        in_order([&](page_type* p, unsigned s) {
            T* const y = result.emplace_back(std::move_if_noexcept(*p->slot(s)));
            if (p->slot(s) == sought) found = y;
        });
        return true;
    };
    if constexpr (sequence_type::relocatable) {
        if (!copy()) return true;
    } else {
        // The copies may have made any edit, too.
        for (;;) {
            const position end = elements.end_position();
            const std::size_t size = elements.size();
            if (!copy()) return true;
            if (are_elsewhere()) return true;
            if (!elements.is_last_walk(frozen.node)) return false;
            if (elements.end_position() == end && elements.size() == size) break;
            sequence_type outdated(elements.allocator());
            result.swap(outdated);
            found = nullptr;
        }
    }
    elements.found(found);
    if (elements.is_tracked()) {
        elements.subsets().leave_all_pages();
        page_type* to = result.head();
        unsigned d = 0;
        in_order([&](page_type* p, unsigned s) {
            if (d == page_type::slots()) {
                to = to->next;
                d = 0;
            }
            elements.follow(p, s, to, d);
            ++d;
        });
    }
    elements.exchange_pages(result);
    return true;
}

} // namespace throng::core
