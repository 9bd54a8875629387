#pragma once

#include <throng/weak_list.hpp>

#include <utility>

namespace contract {

/// What the adapters of weak_list refer to: an element, and whether it has reported itself deleted.
template <class T> struct deletable_object {
    template <class... Args> explicit deletable_object(Args&&... args) : value(std::forward<Args>(args)...) {}
    T value;
    bool gone = false;
};

} // namespace contract

/// The suite's elements are any types, so it stands beside them. (The same for all adapters: programs play on several.)
template <class T>
    requires(sizeof(T) != 0)
struct throng::deletion<T> {
    [[nodiscard]] static bool of(const T& x) noexcept {
        return reinterpret_cast<const contract::deletable_object<T>*>(&x)->gone;
    }
};
