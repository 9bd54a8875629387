#pragma once

#include <throng/world/world.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace throng {

/// Creates an entity with a known handle: for programs that load worlds themselves, or receive them from elsewhere.
/// Returns an empty handle and has no effect if an entity lives at that index, or one has lived there with that
/// generation or a later one, so that stale handles stay stale. (1,024 indices share the upper half of their
/// generations: it can be another one only while nothing lives on them, and never a lower one.)
///
///     throng::create_at(world, throng::entity::of_number(number), position{1, 2});
///
/// Takes memory for the indices below. O(components), and O(index) for the first so high. Throws what the allocator, a
/// copy or `on_add` throws; nothing has been created then.
template <class Allocator, class... Cs> entity create_at(basic_world<Allocator>& w, entity wanted, Cs&&... values) {
    if constexpr (core::require_more<std::decay_t<Cs>...>) {
        return [&]<class... Rs>(core::types<Rs...>) {
            return create_at(w, wanted, core::made_by_default<Rs>()..., std::forward<Cs>(values)...);
        }(core::required_by<std::decay_t<Cs>...>());
    }
    using edits = core::edits<Allocator>;
    core::require_components<Cs...>();
    auto& s = w.storage();
    [[maybe_unused]] const auto inside = s.entered({});
    auto* const p = s.entities.page_for(s.entities.kinds.template of<std::decay_t<Cs>...>(), wanted);
    if (p == nullptr) return {};
    core::column<Allocator>* columns[] = {&s.template column_of<std::decay_t<Cs>>()..., nullptr};
    constexpr std::size_t n = sizeof...(Cs);
    for (std::size_t i = 0; i < n; ++i) (void)s.entities.attach(*columns[i], *p);
    const unsigned slot = wanted.index() % core::page_slots;
    s.entities.take_slot(*p, wanted);
    {
        typename edits::newborn cradle(s, *p, slot, columns);
        for (std::size_t i = 0; i < n; ++i)
            columns[i]->equip_cell(s.allocator(), columns[i]->parts.values(p->number), slot);
        std::size_t i = 0;
        ((core::place_value(columns[i]->template value_at<std::decay_t<Cs>>(wanted.index()), std::forward<Cs>(values)),
          cradle.has(i), ++i),
         ...);
        s.walks.expect(p->number);
        cradle.is_whole();
    }
    return core::typed_edits<Allocator>::born(s, *p, slot, columns, n, {});
}

} // namespace throng
