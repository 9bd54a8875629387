#pragma once

#include <throng/world/description.hpp>
#include <throng/world/world.hpp>

#include <string_view>
#include <type_traits>

namespace throng {

/// A component that is out of use: its value is kept in this one, and no query for the component finds the entity. For
/// a shield that is switched off, or an effect that pauses; for whole entities there is `world::disable`.
///
///     throng::set_aside<shield>(world, e);  // hooks, systems and indexes see that it loses its shield
///     throng::bring_back<shield>(world, e); // with the value that it had
///
/// It is a component like others: `world.try_get<throng::aside<shield>>(e)` reads the value, and queries find those
/// whose shield is off. List it among the components to save it, which needs a `component<T>::name`.
template <class T> struct aside {
    T value{};
};

namespace core {
inline constexpr std::string_view before_aside = "throng::aside:";
} // namespace core

template <class T>
    requires requires { component<T>::name; }
struct component<aside<T>> : core::named_after<core::before_aside, T> {};

/// Takes a component out of use: adds `aside<T>` with a copy of it, then removes it, with all hooks of both. A
/// component that was set aside before is replaced. Returns whether it is aside then: false, without effect, if the
/// entity has none or is destroyed, and also if a hook has undone it. O(1). Throws what the allocator, the copy or a
/// hook throws: before the removal, without effect.
template <class T, class Allocator> bool set_aside(basic_world<Allocator>& w, entity e) {
    static_assert(std::is_copy_constructible_v<T> && std::is_move_assignable_v<aside<T>>,
                  "throng: a component that is set aside must be copyable and assignable");
    if (!w.alive(e) || !w.template has<T>(e)) return false;
    const typename core::storage<Allocator>::standing here(w.storage(), e.index()); // the copy may edit
    if (w.set(e, aside<T>{w.template get<T>(e)}) == nullptr) return false;
    (void)w.template remove<T>(e);
    return w.alive(e) && w.template has<aside<T>>(e) && !w.template has<T>(e);
}

/// Brings it back into use: adds the component with the value that was set aside, then removes `aside<T>`, with all
/// hooks of both. Returns whether it is back: false, without effect, if none was set aside, or if the entity has
/// another one now, and also if a hook has removed the component or the entity. O(1). Throws what the allocator, the
/// copy or a hook throws: before the component is there, without effect.
template <class T, class Allocator> bool bring_back(basic_world<Allocator>& w, entity e) {
    if (!w.alive(e) || w.template has<T>(e) || !w.template has<aside<T>>(e)) return false;
    const typename core::storage<Allocator>::standing here(w.storage(), e.index()); // the copy may edit
    if (w.template add<T>(e, w.template get<aside<T>>(e).value) == nullptr) return false;
    (void)w.template remove<aside<T>>(e);
    return w.alive(e) && w.template has<T>(e);
}

} // namespace throng
