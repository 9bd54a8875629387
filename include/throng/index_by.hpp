#pragma once

#include <throng/parts/indexed.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace throng {

/// Says of an index that no two elements have the same value.
struct unique_t {
    explicit unique_t() = default;
};
inline constexpr unique_t unique{};

/// Finds the elements of a collection by a value: by network id, tile or team.
///
///     throng::pool<unit> units;
///     throng::index_by by_id(units, &unit::id, throng::unique);
///     throng::index_by by_tile(units, [](const unit& u) { return tile_of(u); });
///     by_tile.modify(*by_id.find(42), [](unit& u) { u.x += 1; });
///     for (unit& u : by_tile.walk(tile{3, 4})) ...
///
/// The value is a member, or the result of a function of `const T&`. Elements that are added, removed, or changed by
/// `modify` are found by their new value at once: O(1). If you change an element directly, it is found by its old value
/// until `refresh`. An element in several indices is modified by one, and refreshed in the others.
///
/// If values are unique, the collection refuses an element with the value of another one: `add` returns an empty
/// handle. (Of equal elements present when the index is made, or added by assignment, the first is found.)
///
/// A walk visits the elements that had the value when it began, each exactly once, whatever is added, removed or
/// modified meanwhile. Elements with one value stand in the order of the collection; of a pool or a bag, which have
/// none, in that of the indices of their handles. So two collections that are equal have equal indices, whatever their
/// past: also after a roll-back.
///
/// For collections that give handles. The index refers to the collection where it is; when that is assigned to,
/// swapped, sorted or rolled back, elements are entered anew. It may be destroyed at any time; if the collection is
/// destroyed first, it is empty from then on. If the function, the hash or the comparison throws, an addition is
/// undone, and a search passes the exception on; a removal calls none of them. Memory comes from the standard
/// allocator.
template <class Master, class Key, bool Unique = false,
          class Hash = std::hash<core::value_of<typename Master::value_type, Key>>, class Equal = std::equal_to<>>
class index_by final : public core::indexed<index_by<Master, Key, Unique, Hash, Equal>, Master> {
    using base = core::indexed<index_by, Master>;
    using caller = core::caller;
    using T = typename Master::value_type;
    friend base;

  public:
    using key_type = core::value_of<T, Key>;
    using typename base::handle_type;
    using typename base::size_type;

    /// O(n). Throws what the allocator or the function throws.
    explicit index_by(Master& master, Key key, Hash hash = {}, Equal equal = {})
        : base(master), key_(std::move(key)), chains_(0, std::move(hash), std::move(equal)) {
        this->catch_up();
    }
    index_by(Master& master, Key key, unique_t, Hash hash = {}, Equal equal = {})
        requires Unique
        : index_by(master, std::move(key), std::move(hash), std::move(equal)) {}

    /// The element that has the value, of several the first; null if there is none. O(1), and O(count log count) after
    /// the value of elements has changed.
    [[nodiscard]] T* find(const key_type& key) {
        const chain* const c = chain_of(key);
        for (std::uint32_t n = c == nullptr ? none : c->first; n != none; n = nodes_[n].next) {
            if (T* const x = this->found(nodes_[n].h)) return x;
        }
        return nullptr;
    }
    [[nodiscard]] bool contains(const key_type& key) { return find(key) != nullptr; }
    /// How many have it. O(1).
    [[nodiscard]] size_type count(const key_type& key) {
        const chain* const c = chain_of(key);
        return c == nullptr ? 0 : c->count;
    }

    /// An open walk of those that have the value now. O(count).
    [[nodiscard]] auto walk(const key_type& key, caller where = {}) {
        const chain* const c = chain_of(key);
        std::vector<handle_type> those;
        for (std::uint32_t n = c == nullptr ? none : c->first; n != none; n = nodes_[n].next)
            those.push_back(nodes_[n].h);
        return this->walk_of(std::move(those), where);
    }
    /// Calls f(T&) for each of them, as a walk does.
    template <class F> void each(const key_type& key, F f, caller where = {}) {
        core::require_visit<F, T>();
        auto w = walk(key, where);
        while (T* const x = w.next()) (void)f(*x);
    }

  private:
    static constexpr bool is_unique = Unique;
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    /// Those with one value: none, until it is cleared away.
    struct chain {
        std::uint32_t first = none;
        std::uint32_t last = none;
        size_type count = 0;
        bool is_sorted = true;
    };
    using chains_type = std::unordered_map<key_type, chain, Hash, Equal>;
    /// An element's place, by the index of its handle.
    struct node {
        handle_type h{};
        std::uint32_t previous = none;
        std::uint32_t next = none;
        typename chains_type::value_type* in = nullptr;
        /// Of those with one value the one with the least is the first.
        std::uint64_t number = 0;
    };

    [[nodiscard]] chain* chain_of(const key_type& key) {
        this->catch_up();
        chain* c = nullptr;
        {
            const typename base::asking a(*this);
            const auto found = chains_.find(key);
            if (found != chains_.end() && found->second.count != 0) c = &found->second;
        }
        // (The hash may have destroyed the collection, and nothing is here then.)
        if (c == nullptr || !this->has_home()) return nullptr;
        if (!c->is_sorted) sort(*c);
        return c;
    }
    void sort(chain& c) {
        std::vector<std::uint32_t> those;
        for (std::uint32_t n = c.first; n != none; n = nodes_[n].next) those.push_back(n);
        std::sort(those.begin(), those.end(),
                  [this](std::uint32_t a, std::uint32_t b) { return nodes_[a].number < nodes_[b].number; });
        c.first = c.last = none;
        for (const std::uint32_t n : those) append(c, n);
        c.is_sorted = true;
    }
    void append(chain& c, std::uint32_t n) noexcept {
        nodes_[n].previous = c.last;
        nodes_[n].next = none;
        (c.last == none ? c.first : nodes_[c.last].next) = n;
        c.last = n;
    }
    /// Values that no element has any more, when they are as many as others. (`leave` calls no function of the user's.)
    void clear_away() {
        if (unused_ <= chains_.size() / 2 + 8) return;
        for (auto c = chains_.begin(); c != chains_.end();) {
            if (c->second.count != 0) {
                ++c;
                continue;
            }
            --unused_;
            c = chains_.erase(c);
        }
    }
    [[nodiscard]] bool has_place_for(const T& x) { return chain_of(std::invoke(key_, x)) == nullptr; }

    bool enter(T& x, handle_type h) {
        const std::uint32_t n = h.index();
        clear_away();
        const auto [place, is_new] = chains_.try_emplace(key_type(std::invoke(key_, std::as_const(x))));
        if (is_new) ++unused_;
        auto* const in = &*place;
        if (n >= nodes_.size()) nodes_.resize(std::size_t{n} + 1);
        node& its = nodes_[n];
        if (its.in == in) return true;
        chain& c = in->second;
        if (Unique && c.count != 0) return false;
        constexpr bool by_index = core::order_of_equals_in<Master> == core::order_of_equals::index;
        const std::uint64_t number = its.in != nullptr ? its.number : by_index ? n : come_++;
        if (its.in != nullptr) (void)leave(its.h);
        its = {h, none, none, in, number};
        if (c.last != none && nodes_[c.last].number > number) c.is_sorted = false;
        append(c, n);
        if (c.count++ == 0) --unused_;
        return true;
    }
    bool leave(handle_type h) noexcept {
        if (h.index() >= nodes_.size()) return false;
        node& its = nodes_[h.index()];
        if (its.in == nullptr || its.h != h) return false;
        chain& c = its.in->second;
        (its.previous == none ? c.first : nodes_[its.previous].next) = its.next;
        (its.next == none ? c.last : nodes_[its.next].previous) = its.previous;
        if (--c.count == 0) {
            c.is_sorted = true;
            ++unused_;
        }
        its.in = nullptr;
        return true;
    }
    void forget() noexcept {
        chains_.clear();
        nodes_.clear();
        unused_ = 0;
    }

    Key key_;
    chains_type chains_;
    std::vector<node> nodes_;
    /// How many chains are empty.
    size_type unused_ = 0;
    std::uint64_t come_ = 0;
};

template <class Master, class Key> index_by(Master&, Key) -> index_by<Master, Key, false>;
template <class Master, class Key> index_by(Master&, Key, unique_t) -> index_by<Master, Key, true>;

} // namespace throng
