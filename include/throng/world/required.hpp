#pragma once

#include <throng/world/world.hpp>

#include <cstddef>

namespace throng {

/// Adds the components that the listed ones require (`component<T>::with`) to all entities, also disabled ones, that
/// lack them: for text written by hand, the saves of an earlier version of a game, and entities from which they have
/// been removed. Returns how many components were added. They are made by their default constructors, the required ones
/// first. A word at a time where there is nothing to tell. Throws what the allocator, a constructor or `on_add` throws;
/// those before that have been added.
///
///     throng::read_json(world, text, state);
///     throng::add_required(world, state);
template <class Allocator, class... Cs> std::size_t add_required(basic_world<Allocator>& w, components_t<Cs...>) {
    std::size_t n = 0;
    [[maybe_unused]] const auto add_for = [&]<class C, class... Rs>(core::types<C>, core::types<Rs...>) {
        ((n += w.add(w.template query<>(all_of<C>, none_of<Rs>, with_disabled), core::made_by_default<Rs>())), ...);
    };
    (add_for(core::types<Cs>(), core::required_by<Cs>()), ...);
    return n;
}

} // namespace throng
