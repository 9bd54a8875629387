#pragma once

#include <throng/core/compiler.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace throng::core {

/// Handles with equal keys are in the order in which they were entered, or in that of their indices.
enum class order_of_equals : unsigned char { arrival, index };

/// Handles in the order of a key that each has.
template <class Handle, class Key, class Compare, order_of_equals Equals = order_of_equals::arrival> class key_order {
    struct place {
        Key key;
        std::uint64_t number;
        Handle h;
    };
    struct before {
        using is_transparent = void;
        Compare less;
        [[nodiscard]] bool operator()(const place& a, const place& b) const {
            if (less(a.key, b.key)) return true;
            return !less(b.key, a.key) && a.number < b.number;
        }
        [[nodiscard]] bool operator()(const place& a, const Key& key) const { return less(a.key, key); }
        [[nodiscard]] bool operator()(const Key& key, const place& b) const { return less(key, b.key); }
    };
    using order_type = std::set<place, before>;
    using iterator = typename order_type::iterator;

  public:
    explicit key_order(Compare compare) : order_(before{std::move(compare)}) {}
    key_order(const key_order&) = delete;
    key_order& operator=(const key_order&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return order_.size(); }
    [[nodiscard]] bool contains(Handle h) const noexcept {
        return h.index() < places_.size() && places_[h.index()] != order_.end() && places_[h.index()]->h == h;
    }

    /// Enters a handle, or gives it the place of another key. O(log n). If the comparison throws, a handle that has
    /// been here is here no more.
    void set(Handle h, Key key) {
        if (h.index() >= places_.size()) places_.resize(std::size_t{h.index()} + 1, order_.end());
        iterator& at = places_[h.index()];
        if (at == order_.end()) {
            const std::uint64_t number = Equals == order_of_equals::index ? h.index() : come_++;
            at = order_.insert(place{std::move(key), number, h}).first;
            return;
        }
        auto node = order_.extract(std::exchange(at, order_.end()));
        node.value().key = std::move(key);
        at = order_.insert(std::move(node)).position;
    }
    /// False if it is not here. O(1).
    bool remove(Handle h) noexcept {
        if (h.index() >= places_.size()) return false;
        iterator& at = places_[h.index()];
        if (at == order_.end() || at->h != h) return false;
        order_.erase(std::exchange(at, order_.end()));
        return true;
    }
    void clear() noexcept {
        order_.clear();
        places_.clear();
    }

    /// Calls f(handle) from the least key to the greatest, or backward, until it is true.
    template <class F> void find_first(F f) const { find_in(order_.begin(), order_.end(), f); }
    template <class F> void find_last(F f) const { find_in(order_.rbegin(), order_.rend(), f); }

    /// All of them, from the least key to the greatest; backward; those whose keys are not less than `low`, and less
    /// than `high`.
    [[nodiscard]] std::vector<Handle> all() const { return handles_in(order_.begin(), order_.end()); }
    [[nodiscard]] std::vector<Handle> all_backward() const { return handles_in(order_.rbegin(), order_.rend()); }
    [[nodiscard]] std::vector<Handle> between(const Key& low, const Key& high) const {
        if (!order_.key_comp().less(low, high)) return {};
        return handles_in(order_.lower_bound(low), order_.lower_bound(high));
    }

  private:
    template <class I, class F> static void find_in(I from, I to, F& f) {
        while (from != to && !f(from->h)) ++from;
    }
    template <class I> [[nodiscard]] static std::vector<Handle> handles_in(I from, I to) {
        std::vector<Handle> those;
        for (; from != to; ++from) those.push_back(from->h);
        return those;
    }

    order_type order_;
    /// By the indices of handles; the end for none.
    std::vector<iterator> places_;
    std::uint64_t come_ = 0;
};

} // namespace throng::core
