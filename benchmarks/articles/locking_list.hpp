#pragma once

#include <cstddef>
#include <iterator>
#include <list>
#include <unordered_map>

namespace bench {

/// The list and the map of LockingList: each key once, in the order of adding.
template <class Key, template <class...> class Map> class keyed_list {
  public:
    bool add(Key k) {
        const auto [at, fresh] = places_.try_emplace(k);
        if (!fresh) return false;
        order_.push_back(k);
        set(at, std::prev(order_.end()));
        return true;
    }
    bool remove(Key k) {
        const auto at = places_.find(k);
        if (at == places_.end()) return false;
        order_.erase(at->second);
        places_.erase(at);
        return true;
    }
    void clear() {
        order_.clear();
        places_.clear();
    }
    [[nodiscard]] bool contains(Key k) const { return places_.find(k) != places_.end(); }
    [[nodiscard]] std::size_t size() const { return order_.size(); }
    template <class F> void visit(F f) const {
        for (const Key& k : order_) f(k);
    }

  private:
    using place = typename std::list<Key>::iterator;
    template <class At> static void set(At at, place p) {
        if constexpr (requires { at.value() = p; }) at.value() = p;
        else at->second = p;
    }

    std::list<Key> order_;
    Map<Key, place> places_;
};

/// LockingList: while it is locked, additions and removals go to caches, which are lists of the same kind.
template <class Key> class locking_list {
    template <class K, class V> using map = std::unordered_map<K, V>;
    using keys = keyed_list<Key, map>;

  public:
    bool add(Key k) { return locked_ ? additions_.add(k) : main_.add(k); }
    bool remove(Key k) {
        if (!locked_) return main_.remove(k);
        removals_.add(k);
        return false;
    }
    /// Calls f of what was there at the beginning, and leaves it locked.
    template <class F> void each(F f) {
        locked_ = true;
        main_.visit(f);
    }
    void unlock() {
        if (!locked_) return;
        locked_ = false;
        additions_.visit([this](Key k) { main_.add(k); });
        additions_.clear();
        removals_.visit([this](Key k) { main_.remove(k); });
        removals_.clear();
    }
    [[nodiscard]] std::size_t size() const { return main_.size(); }
    template <class F> void visit(F f) const { main_.visit(f); }

  private:
    keys main_;
    keys additions_;
    keys removals_;
    bool locked_ = false;
};

} // namespace bench
