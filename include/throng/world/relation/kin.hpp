#pragma once

#include <throng/world/kernel/storage.hpp>

namespace throng {

/// Parent and children of an entity. A component of those that have a parent or children; `family` alone writes it.
struct kin {
    /// The entity that it belongs to. A clone's copy belongs to the original, and counts as none.
    entity self;
    entity parent;
    entity first_child;
    entity last_child;
    entity next;
    entity previous;
};

template <> struct component<kin> {
    static constexpr const char* name = "throng::kin";
};

/// An entity in a disabled branch: itself its top, or below one. A component of those; `family` alone writes it. List
/// it with `disabled` and `kin` to save and roll back which branches are disabled.
struct branch_disabled {
    /// Its branch has been disabled, and not only one in which it is.
    bool by_itself = false;
    /// It was disabled before.
    bool was_disabled = false;
};

template <> struct component<branch_disabled> {
    static constexpr const char* name = "throng::branch_disabled";
};

namespace core {

/// Null if it has none that belongs to it. An entity that is just being destroyed still has it.
template <class Allocator> [[nodiscard]] kin* kin_of(const storage<Allocator>& home, entity e) noexcept {
    kin* k = home.template find_value<kin>(e);
    if (k == nullptr) {
        const column<Allocator>* const c = home.template find_column<kin>();
        if (c != nullptr && home.edits.departure_of(c, e) != nullptr) k = c->template value_at<kin>(e.index());
    }
    return k != nullptr && k->self == e ? k : nullptr;
}
template <class Allocator> [[nodiscard]] entity parent_of(const storage<Allocator>& home, entity e) noexcept {
    const kin* const k = kin_of(home, e);
    return k == nullptr ? entity{} : k->parent;
}
/// Calls f(child) for each child, in order. It must not change the family.
template <class Allocator, class F> void each_child(const storage<Allocator>& home, entity parent, F f) {
    const kin* k = kin_of(home, parent);
    for (entity c = k == nullptr ? entity{} : k->first_child; c; c = k == nullptr ? entity{} : k->next) {
        f(c);
        k = kin_of(home, c);
    }
}

} // namespace core
} // namespace throng
