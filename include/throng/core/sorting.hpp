#pragma once

#include <throng/core/requirements.hpp>
#include <throng/core/walks.hpp>

#include <cstddef>
#include <utility>

namespace throng::core {

struct less {
    template <class A, class B>
        requires requires(const A& a, const B& b) { static_cast<bool>(a < b); }
    [[nodiscard]] constexpr bool operator()(const A& a, const B& b) const {
        return a < b;
    }
};

/// The elements of a store that nothing is open in go into new memory, one by one, in the order in which they are
/// taken; the old memory goes. All that can throw comes first: nothing has changed then.
template <class Store> class rearranging {
    using page_type = typename Store::page_type;
    using place_type = typename Store::place_type;
    using T = typename Store::value_type;

  public:
    explicit rearranging(Store& s) : s_(s), working_(s), old_(s.allocator()) {
        old_.swap(s.pages());
        s.pages().last_order = old_.last_order;
    }
    rearranging(const rearranging&) = delete;
    rearranging& operator=(const rearranging&) = delete;
    ~rearranging() {
        auto& made = done_ ? old_ : s_.pages();
        if (!done_) {
            for (page_type* p = made.head; copies_ != 0; p = p->next) {
                for (unsigned i = 0; copies_ != 0 && i < page_type::slots(); ++i, --copies_)
                    std::destroy_at(p->slot(i));
            }
            s_.pages().swap(old_);
        }
        for (page_type* p = old_.head; p != nullptr; p = p->next) p->order = 0;
        s_.subsets().leave_unused_pages();
        if (done_) s_.placement().start_again(s_);
    }

    /// Room for all of it; false without memory.
    [[nodiscard]] bool prepare() { return s_.reserve(s_.size()); }
    [[nodiscard]] const auto& old() const noexcept { return old_; }
    /// The next element is this one. Where a move may throw it is copied, and the old ones stay until `follow`.
    bool take(T* x) {
        auto& made = s_.pages();
        if (made.tail_end == page_type::slots() && s_.append_page() == nullptr) return false;
        const place_type to{made.tail, made.tail_end++};
        if constexpr (Store::relocatable) {
            s_.move(place_type::of(x), to);
        } else {
            struct guard {
                unsigned* end;
                ~guard() {
                    if (end != nullptr) --*end;
                }
            } g{&made.tail_end};
            std::construct_at(to.get(), std::as_const(*x));
            g.end = nullptr;
            ++copies_;
        }
        return true;
    }
    /// All have been taken: `in_order(f)` calls f for each once more.
    template <class F> void finish(F in_order) {
        done_ = true;
        if constexpr (!Store::relocatable) {
            place_type to{s_.pages().head, 0};
            in_order([&](T* x) {
                if (to.s == page_type::slots()) to = {to.p->next, 0};
                s_.moved(place_type::of(x), to);
                ++to.s;
                std::destroy_at(x);
                return true;
            });
        }
    }

  private:
    Store& s_;
    typename Store::busy working_;
    typename Store::pages_type old_;
    std::size_t copies_ = 0;
    bool done_ = false;
};

/// Moves the elements of a store that nothing is open in into memory that has room for just these, and gives all other
/// back: where a block is held for a few of its pages, `trim` cannot. O(size). Throws what the allocator throws;
/// nothing has changed then.
template <class Store>
    requires(Store::relocatable)
void rebuild(Store& s) {
    rearranging<Store> r(s);
    if (!r.prepare()) return;
    r.old().for_each_slot(first_position, [&r](auto* p, unsigned i) { (void)r.take(p->slot(i)); });
    r.finish([](auto) {});
}

/// Scratch memory for n pointers.
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

/// Sorts a store that nothing is open in, keeping the order of equals: first pointers to its elements, under a frozen
/// view, so that the comparison may make any edit; then the elements go into new memory in that order, and behind them
/// what came in meanwhile. False, and nothing has changed, if the comparison has begun a walk that is still open.
/// Throws what the allocator, the comparison or a copy throws; nothing has changed then.
template <class Store, class Compare> bool sort_store(Store& elements, Compare& compare) {
    using page_type = typename Store::page_type;
    using T = typename Store::value_type;
    using pointers = pointer_array<T, typename Store::allocator_type>;
    require_comparison<Compare, T>();
    static_assert(Store::relocatable || std::is_copy_constructible_v<T>,
                  "throng: to be sorted, T must be nothrow movable or copyable");

    const std::size_t n = elements.placement().sorted(elements);
    if (n < 2) return true;
    const typename Store::busy working(elements);
    pointers a(elements.allocator(), n);
    pointers b(elements.allocator(), n);
    if (a.data() == nullptr || b.data() == nullptr) return true;
    const position newcomers = elements.placement().end_of_sorted(elements);
    T** sorted = nullptr;
    {
        const store_view<Store, const T> frozen(elements);
        std::size_t filled = 0;
        elements.for_each_slot(first_position, [&](page_type* p, unsigned s) {
            if (filled < n) a.data()[filled++] = p->slot(s);
        });
        sorted = merge_sort(a.data(), b.data(), n, compare);
    }
    if (elements.walkers().any()) return false;

    rearranging<Store> r(elements);
    // (An element that was removed meanwhile has left an empty slot.)
    const auto in_order = [&](auto f) {
        bool all = true;
        for (std::size_t i = 0; i < n && all; ++i) {
            if (spot<page_type>::of(sorted[i]).is_live()) all = f(sorted[i]);
        }
        if (all) r.old().for_each_slot(newcomers, [&](page_type* p, unsigned s) { all = all && f(p->slot(s)); });
        return all;
    };
    if (r.prepare() && in_order([&r](T* x) { return r.take(x); })) {
        r.finish(in_order);
        elements.tell_all_changed(); // equal values of an index are in the order of the elements
    }
    return true;
}

} // namespace throng::core
