#pragma once

#include <throng/world/description.hpp>

#include <cstddef>

/// Entities in values that are described.
namespace throng::core {

/// Whether values of the type may have entities in them.
[[nodiscard]] inline bool has_entities(const description& d) noexcept {
    if (d.kind == value_kind::entity) return true;
    if (d.element != nullptr) return has_entities(*d.element);
    for (const field_description& f : d.fields) {
        if (has_entities(*f.type)) return true;
    }
    return false;
}
/// Puts f(entity) in the place of each entity in a value.
template <class F> void map_entities(const description& d, void* value, F f) {
    switch (d.kind) {
    case value_kind::entity:
        *static_cast<entity*>(value) = f(*static_cast<const entity*>(value));
        break;
    case value_kind::structure:
        for (const field_description& field : d.fields)
            map_entities(*field.type, static_cast<std::byte*>(value) + field.offset, f);
        break;
    case value_kind::array:
    case value_kind::list: {
        if (!has_entities(*d.element)) break;
        const bool is_list = d.kind == value_kind::list;
        auto* const first = static_cast<std::byte*>(is_list ? const_cast<void*>(d.list->first(value)) : value);
        const std::size_t n = is_list ? d.list->size(value) : d.count;
        for (std::size_t i = 0; i < n; ++i) map_entities(*d.element, first + i * d.element->size, f);
        break;
    }
    default:
        break;
    }
}
/// Calls f(entity) for each entity in a value.
template <class F> void each_entity(const description& d, const void* value, F f) {
    map_entities(d, const_cast<void*>(value), [&f](entity e) {
        f(e);
        return e;
    });
}

} // namespace throng::core
