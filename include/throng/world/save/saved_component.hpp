#pragma once

#include <throng/world/description.hpp>
#include <throng/world/description/description_check.hpp>
#include <throng/world/kernel/column.hpp>
#include <throng/world/kernel/single_values.hpp>
#include <throng/world/kernel/storage.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>

namespace throng::core {

/// A component as saving sees it: known by name, its values by what they are made of.
template <class Allocator> struct saved_component {
    std::string_view name;
    /// Names that it had before.
    std::span<const char* const> formerly;
    const description* its = nullptr;
    /// Makes a value of what its own `save` wrote; null if it has no such function.
    void (*restore)(byte_reader& from, void* at) = nullptr;
    /// Null where its bytes will do.
    std::uint64_t (*hash)(const void* value) = nullptr;
    component_type type;
    /// Null where nothing in the world has had it yet.
    column<Allocator>* of = nullptr;
    /// Of that column. (Where a component's own code runs, the world may be replaced, and its columns with it.)
    std::uint32_t number = 0;
    /// As a singleton; 0 where it cannot be one.
    std::uint32_t single = 0;
    single_type as_single;

    [[nodiscard]] bool is_called(std::string_view text) const noexcept {
        for (const char* const n : formerly) {
            if (text == n) return true;
        }
        return text == name;
    }
};

inline constexpr description made_of_nothing{};

template <class Allocator, class C> [[nodiscard]] saved_component<Allocator> saved_component_of() noexcept {
    static_assert(requires { component<C>::name; }, "throng: to be saved, a component needs a component<T>::name");
    constexpr bool can_be_told = described<C>;
    static_assert(check_compiler<C>());
    static_assert(can_be_told || !plain<C> || std::is_aggregate_v<C>,
                  "throng: this class has padding, or numbers that nothing describes: list its fields in "
                  "component<T>::fields, or give component<T>::save and restore");
    static_assert(can_be_told || !plain<C> || !std::is_aggregate_v<C>,
                  "throng: a member of this component cannot be described (a pointer, a class with a base or more than "
                  "24 members, ...): list its fields in component<T>::fields, or give component<T>::save and restore");
    static_assert(can_be_told || plain<C>, "throng: to be saved, a component that is not trivially copyable needs "
                                           "fields that can be described, in component<T>::fields where they are "
                                           "private, or component<T>::save and restore");
    static_assert(check_members<C>());
    saved_component<Allocator> c;
    if constexpr (can_be_told) {
        c.name = component<C>::name;
        if constexpr (requires { component<C>::formerly; }) c.formerly = component<C>::formerly;
        if constexpr (tag<C>) c.its = &made_of_nothing;
        else c.its = &description_of<C>();
        c.type = describe<C>();
        if constexpr (restores_itself<C>)
            c.restore = [](byte_reader& from, void* at) { ::new (at) C(component<C>::restore(from)); };
        if constexpr (requires(const C& x) { component<C>::hash(x); })
            c.hash = [](const void* x) -> std::uint64_t { return component<C>::hash(*static_cast<const C*>(x)); };
        if constexpr (alignof(C) <= 64) {
            c.single = single_number<C>();
            c.as_single = describe_single<C>();
        }
    }
    return c;
}
/// The same of a component of run time that is described.
template <class Allocator>
[[nodiscard]] saved_component<Allocator> saved_component_of(column<Allocator>& its) noexcept {
    saved_component<Allocator> c;
    c.name = its.type.name;
    c.its = its.type.made_of;
    c.type = its.type;
    c.of = &its;
    if (its.type.size != 0 && its.type.alignment <= 64) {
        c.single = single_number(its.number);
        c.as_single = describe_single(its.type);
    }
    return c;
}

/// The listed components, and all described components of run time.
template <class Allocator> class saved_components {
    using storage_type = storage<Allocator>;

  public:
    template <class... Cs> saved_components(const storage_type& s, components_t<Cs...>) : all_(s.allocator()) {
        (add(saved_component_of<Allocator, Cs>(), s.template find_column<Cs>()), ...);
        for (column<Allocator>* const c : s.columns()) {
            if (c->type.made_of == nullptr || *c->type.name == 0 || s.components.is_of_type(*c)) continue;
            add(saved_component_of(*c), c);
        }
    }

    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(all_.size()); }
    [[nodiscard]] const saved_component<Allocator>& operator[](std::uint32_t n) const noexcept { return all_[n]; }
    [[nodiscard]] const saved_component<Allocator>* begin() const noexcept { return all_.begin(); }
    [[nodiscard]] const saved_component<Allocator>* end() const noexcept { return all_.end(); }
    /// Null if there is none of that name, nor one that had it before.
    [[nodiscard]] const saved_component<Allocator>* find(std::string_view name) const noexcept {
        const saved_component<Allocator>* former = nullptr;
        for (const auto& c : *this) {
            if (c.name == name) return &c;
            if (c.is_called(name)) former = &c;
        }
        return former;
    }

  private:
    void add(saved_component<Allocator> c, column<Allocator>* of) {
        c.of = of;
        if (of != nullptr) c.number = of->number;
        all_.push(c);
    }

    local_row<saved_component<Allocator>, Allocator> all_;
};

} // namespace throng::core
