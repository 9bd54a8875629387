#pragma once

#include <throng/world/family.hpp>
#include <throng/world/relation/references.hpp>
#include <throng/world/relation/related.hpp>
#include <throng/world/save.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

namespace throng {

/// One reference between two entities: the other one, and the name of the component in which the handle is. The other
/// one is an empty handle for a singleton.
struct reference {
    entity other;
    std::string_view component;
    friend bool operator==(const reference&, const reference&) = default;
};

namespace core {

/// The references in described components.
template <class Allocator> class reference_search {
    using storage_type = storage<Allocator>;
    /// Calls f(entity) for each that a value of an entity refers to.
    template <class F> using visit = void (*)(const storage_type&, const description&, const void*, entity, F&);

  public:
    explicit reference_search(const storage_type& home) noexcept : home_(home) {}

    /// Calls f(holder, other, component's name) for each reference in the components.
    template <class... Cs, class F> void each(components_t<Cs...> those, F f) const {
        each_component(those, [&](const saved_component<Allocator>& c, auto visiting) {
            each_holder(*c.of, [&](entity holder) { visiting(holder, [&](entity e) { f(holder, e, c.name); }); });
        });
        for (const auto& c : saved_components<Allocator>(home_, those)) {
            const void* const its = c.single == 0 || !has_entities(*c.its) ? nullptr : home_.singles().get(c.single);
            const auto found = [&](entity e) { f(entity{}, e, c.name); };
            if (its != nullptr) each_in<void>(home_, *c.its, its, {}, found);
        }
    }
    /// The same for those of one entity.
    template <class... Cs, class F> void each_of(entity holder, components_t<Cs...> those, F f) const {
        each_component(those, [&](const saved_component<Allocator>& c, auto visiting) {
            if (c.of->has(holder.index())) visiting(holder, [&](entity e) { f(holder, e, c.name); });
        });
    }

  private:
    template <class... Cs, class F> void each_component(components_t<Cs...> those, F f) const {
        std::size_t n = 0;
        for (const auto& c : saved_components<Allocator>(home_, those)) {
            const std::size_t number = n++;
            if (c.of == nullptr || !has_entities(*c.its)) continue;
            f(c, [&](entity holder, auto g) {
                using function = decltype(g);
                // (Those of run time come after the listed ones.)
                constexpr visit<function> of_types[] = {&each_in<Cs, function>..., &each_in<void, function>};
                const std::size_t i = number < sizeof...(Cs) ? number : sizeof...(Cs);
                of_types[i](home_, *c.its, c.of->value(holder.index()), holder, g);
            });
        }
    }
    template <class F> void each_holder(const column<Allocator>& c, F f) const {
        for (std::uint32_t p = 0; p < home_.page_count(); ++p) {
            for (unsigned w = 0; w < page_words; ++w) {
                for (word rest = c.present(p)[w]; any(rest); rest = without_lowest(rest))
                    f(home_.entity_at(p * page_slots + w * word_bits + lowest(rest)));
            }
        }
    }
    /// (Of a family, parent and children; of a relation, targets. A clone's copy of either belongs to the original.)
    template <class C, class F>
    static void each_in(const storage_type& home, const description& d, const void* value, entity holder, F& f) {
        if constexpr (std::is_same_v<C, kin>) {
            const kin& its = *static_cast<const kin*>(value);
            if (its.self != holder) return;
            if (its.parent) f(its.parent);
            each_child(home, holder, f);
        } else if constexpr (is_related<C>) {
            const C& its = *static_cast<const C*>(value);
            if (its.self != holder) return;
            for (const auto& link : its.targets) {
                if (link.other) f(link.other);
            }
        } else {
            each_entity(d, value, [&f](entity e) {
                if (e) f(e);
            });
        }
    }

    const storage_type& home_;
};

} // namespace core

/// Where is it? The components that hold a handle of an entity, in the order of the list, then of their entities'
/// indices, then singletons: of a family its parent and its children, of a relation its sources, and of other described
/// components those with a field that holds the handle, as often as it does. A handle of an entity that is destroyed is
/// found like any other: so this finds who has forgotten to let go. The components are named as for `save`, with
/// `throng::kin` and `throng::related<R>`; those of run time that are described are always among them. O(values of
/// components that can hold handles). Throws what the allocator throws.
///
///     for (const throng::reference& r : throng::references_to(world, e, state))
///         std::printf("%s of %u\n", std::string(r.component).c_str(), r.other.index());
template <class Allocator, class... Cs> [[nodiscard]] std::vector<reference>
references_to(const basic_world<Allocator>& w, entity e, components_t<Cs...> those) {
    std::vector<reference> found;
    core::reference_search<Allocator>(w.storage()).each(those, [&](entity holder, entity other, std::string_view name) {
        if (other == e) found.push_back({holder, name});
    });
    return found;
}

/// What does it refer to? The entities whose handles are in the components of an entity, also destroyed ones, in the
/// order of the list: parent and children, targets of relations, and the fields of other described components. Empty if
/// the entity is destroyed. O(its components). Throws what the allocator throws.
template <class Allocator, class... Cs> [[nodiscard]] std::vector<reference>
references_of(const basic_world<Allocator>& w, entity e, components_t<Cs...> those) {
    std::vector<reference> found;
    if (!w.alive(e)) return found;
    core::reference_search<Allocator>(w.storage()).each_of(e, those, [&](entity, entity other, std::string_view name) {
        found.push_back({other, name});
    });
    return found;
}

/// The references to entities that are destroyed: `other` is the one that holds them. As `references_to`.
template <class Allocator, class... Cs>
[[nodiscard]] std::vector<reference> stale_references(const basic_world<Allocator>& w, components_t<Cs...> those) {
    std::vector<reference> found;
    core::reference_search<Allocator>(w.storage()).each(those, [&](entity holder, entity other, std::string_view name) {
        if (!w.alive(other)) found.push_back({holder, name});
    });
    return found;
}

} // namespace throng
