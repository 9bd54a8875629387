#pragma once

#include <throng/world/follow/value_follower.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace throng {

namespace core {

/// Entities by a hash of the key that each has. Those of equal keys are in one chain.
template <class Key, class Hash, class Equal> class key_table {
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    using chains = std::unordered_map<Key, std::uint32_t, Hash, Equal>;
    /// Of one index: the entity that is here, its chain, and its neighbours there.
    struct place {
        entity e;
        typename chains::value_type* chain = nullptr;
        std::uint32_t next = none;
        std::uint32_t previous = none;
    };

  public:
    key_table(Hash hash, Equal equal) : chains_(0, std::move(hash), std::move(equal)) {}
    key_table(const key_table&) = delete;
    key_table& operator=(const key_table&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool contains(entity e) const noexcept {
        return e.index() < places_.size() && places_[e.index()].e == e;
    }
    /// Enters an entity, or gives it another key. O(1), amortized. Throws what the allocator, the hash or the
    /// comparison throws: an entity that has been here may not be here then.
    void set(entity e, Key key) {
        if (e.index() >= places_.size()) places_.resize(std::size_t{e.index()} + 1);
        place& at = places_[e.index()];
        if (at.e == e && chains_.key_eq()(at.chain->first, key)) return;
        if (at.e) (void)remove(at.e);
        auto& chain = *chains_.try_emplace(std::move(key), none).first;
        if (chain.second != none) places_[chain.second].previous = e.index();
        at = {e, &chain, std::exchange(chain.second, e.index()), none};
        ++size_;
    }
    bool remove(entity e) {
        if (!e || e.index() >= places_.size() || places_[e.index()].e != e) return false;
        const place its = std::exchange(places_[e.index()], place{});
        (its.previous == none ? its.chain->second : places_[its.previous].next) = its.next;
        if (its.next != none) places_[its.next].previous = its.previous;
        --size_;
        if (its.chain->second == none) chains_.erase(chains_.find(its.chain->first));
        return true;
    }
    void clear() noexcept {
        places_.clear();
        chains_.clear();
        size_ = 0;
    }
    /// Calls f(entity) for each of a key, the one that was entered last first.
    template <class F> void each_of(const Key& key, F f) const {
        const auto chain = chains_.find(key);
        for (std::uint32_t i = chain == chains_.end() ? none : chain->second; i != none; i = places_[i].next)
            f(places_[i].e);
    }

  private:
    chains chains_;
    std::vector<place> places_;
    std::size_t size_ = 0;
};

} // namespace core

/// Finds the entities that have a component by a value of it: by a network number, by their tile.
///
///     throng::world_index by_tile(world, &place::tile);
///     for (throng::entity e : by_tile.all(tile)) ...
///
/// The key is a member of the component, or the result of a function: `throng::world_index<place, decltype(f)>`. Any
/// number of entities may have equal keys. The function, the hash and the comparison must not edit the world.
///
/// The index is up to date in every hook, and after every roll-back and restoring. Values written by walks, or through
/// an address, keep their key until `world.modified<T>(e)`, or until `refresh()`, which looks at all. If the function,
/// the hash or the comparison throws, or there is no memory, during an edit, the edit stands, and the index is made
/// anew when it is next asked.
///
/// Each edit of the component costs O(1), amortized. An index remains valid when its world is moved, and is neither
/// copied nor moved. Memory comes from the standard allocator.
template <class T, class Key, class Hash = std::hash<core::key_of<T, Key>>, class Equal = std::equal_to<>,
          class Allocator = core::standard_allocator>
class world_index : core::value_follower<T, Key, core::key_table<core::key_of<T, Key>, Hash, Equal>, Allocator> {
    using base = core::value_follower<T, Key, core::key_table<core::key_of<T, Key>, Hash, Equal>, Allocator>;

  public:
    using key_type = core::key_of<T, Key>;

    /// O(n). Throws what the allocator, the function, the hash or the comparison throws.
    world_index(basic_world<Allocator>& w, Key key, Hash hash = {}, Equal equal = {})
        : base(w, std::move(key), std::move(hash), std::move(equal)) {}

    /// How many entities have the component.
    [[nodiscard]] std::size_t size() { return this->keys().size(); }
    /// The entity of that key: of several, the one of the lowest index; an empty handle if there is none. O(those of
    /// the key).
    [[nodiscard]] entity find(const key_type& key) {
        entity found;
        this->keys().each_of(key, [&found](entity e) {
            if (!found || e.index() < found.index()) found = e;
        });
        return found;
    }
    [[nodiscard]] bool contains(const key_type& key) { return static_cast<bool>(find(key)); }
    [[nodiscard]] std::size_t count(const key_type& key) {
        std::size_t n = 0;
        this->keys().each_of(key, [&n](entity) { ++n; });
        return n;
    }
    /// All of that key, in the order of their indices: those of this moment. O(n log n) of those.
    [[nodiscard]] std::vector<entity> all(const key_type& key) {
        std::vector<entity> those;
        this->keys().each_of(key, [&those](entity e) { those.push_back(e); });
        std::ranges::sort(those);
        return those;
    }
    /// Enters all values anew, whatever has been written to them. O(n).
    using base::refresh;
};

template <class Allocator, class T, class V> world_index(basic_world<Allocator>&, V T::*)
    -> world_index<T, V T::*, std::hash<std::remove_cv_t<V>>, std::equal_to<>, Allocator>;

} // namespace throng
