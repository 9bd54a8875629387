#pragma once

#include <throng/parts/indexed.hpp>
#include <throng/parts/key_order.hpp>

#include <functional>
#include <utility>

namespace throng {

/// The elements of a collection in the order of a value: by time, by depth for drawing, by initiative for turns.
/// It is an index beside the collection, which keeps its own order.
///
///     throng::list<actor> actors;
///     throng::ordered_by turns(actors, &actor::time);
///     turns.modify(*turns.first(), [](actor& a) { a.time += a.pause; });
///     for (actor& a : turns.walk(throng::residents)) ...
///
/// The value is a member, or what a function gives of `const T&`. Elements with equal values stand in the order of the
/// collection; of a pool or a bag, which have none, in that of the indices of their handles. So two collections that
/// are equal have equal orders, whatever their past: also after a roll-back. Additions, removals and `modify` update
/// the order at once: O(log n). An element that you modify directly keeps its place until `refresh`.
///
/// | | `throng::ordered_by` | `std::priority_queue` of handles | sorting a list for each walk |
/// |---|---|---|---|
/// | what dies | has left | is found out when it comes up | has left |
/// | a value changes | O(log n) | a second entry | nothing, but the sort |
/// | walk in order, edits within | yes | no | yes |
/// | the first | O(1) | O(1) | O(n) |
///
/// A walk visits the elements present when it began, in their order at that time: each exactly once, whatever is added,
/// removed or modified meanwhile. It takes 8 bytes an element, so `first` is for those that want no more than that.
///
/// For collections that give handles. The index refers to the collection where it is; when that is assigned to,
/// swapped, sorted or rolled back, elements are entered anew. It may be destroyed at any time; if the collection is
/// destroyed first, the index is permanently empty. Memory comes from the standard allocator.
template <class Master, class Key, class Compare = std::less<>> class ordered_by final
    : public core::indexed<ordered_by<Master, Key, Compare>, Master> {
    using base = core::indexed<ordered_by, Master>;
    using caller = core::caller;
    using T = typename Master::value_type;
    friend base;

  public:
    using key_type = core::value_of<T, Key>;
    using typename base::handle_type;
    using typename base::size_type;

    /// O(n log n). Throws what the allocator, the function or the comparison throws.
    explicit ordered_by(Master& master, Key key, Compare compare = {})
        : base(master), key_(std::move(key)), order_(std::move(compare)) {
        this->catch_up();
    }

    /// The one with the least value, and with the greatest; null if there is none. O(1).
    [[nodiscard]] T* first() {
        this->catch_up();
        T* found = nullptr;
        order_.find_first([&](handle_type h) { return (found = this->found(h)) != nullptr; });
        return found;
    }
    [[nodiscard]] T* last() {
        this->catch_up();
        T* found = nullptr;
        order_.find_last([&](handle_type h) { return (found = this->found(h)) != nullptr; });
        return found;
    }

    /// An open walk of the present elements, from the least to the greatest, or backward. O(n) to begin with.
    [[nodiscard]] auto walk(residents_t, caller where = {}) {
        this->catch_up();
        return this->walk_of(order_.all(), where);
    }
    [[nodiscard]] auto walk(backward_t, caller where = {}) {
        this->catch_up();
        return this->walk_of(order_.all_backward(), where);
    }
    /// The same of those whose values are not less than `low`, and less than `high`. O(log n) and O(elements in the
    /// interval).
    [[nodiscard]] auto walk_between(const key_type& low, const key_type& high, caller where = {}) {
        this->catch_up();
        const typename base::asking a(*this);
        return this->walk_of(order_.between(low, high), where);
    }
    /// Calls f(T&) for each, as a walk does.
    template <class F> void each(F f, caller where = {}) {
        core::require_visit<F, T>();
        auto w = walk(residents, where);
        while (T* const x = w.next()) (void)f(*x);
    }

  private:
    static constexpr bool is_unique = false;

    bool enter(T& x, handle_type h) {
        order_.set(h, key_type(std::invoke(key_, std::as_const(x))));
        return true;
    }
    bool leave(handle_type h) noexcept { return order_.remove(h); }
    void forget() noexcept { order_.clear(); }

    Key key_;
    core::key_order<handle_type, key_type, Compare, core::order_of_equals_in<Master>> order_;
};

} // namespace throng
