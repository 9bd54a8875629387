#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/kernel/type_numbers.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

namespace throng {

class entity;

/// The properties of a component type in a world that do not follow from the type. Specialise it to change the
/// defaults; each member is optional:
///
///     template <> struct throng::component<wound> {
///         static constexpr bool sparse = true;          // rare: values one by one instead of in pages of 1024
///         static constexpr const char* name = "wound";  // for save games, editors and scripts
///         static void save(const wound&, auto& writer);
///         static wound restore(auto& reader);
///         static constexpr auto with = throng::components<place>; // comes along
///     };
///
/// `create`, `create_many`, `create_at`, `add` and `set` also add the components in `with`, and those that they
/// require, unless the entity has them: made by their default constructors, the required ones first, so also their
/// hooks, and before those that are given. If the component cannot be added because something throws, they are taken
/// back. Copies (`clone`, instances, snapshots, saves, JSON, messages) bring nothing along,
/// and a required component may be removed: throng/world/required.hpp adds what is missing.
///
/// throng/world/description.hpp describes the fields of a component.
///
/// Components of more than 4096 bytes are sparse unless this says that they are not.
template <class T> struct component {};

/// A disabled entity matches no query that does not ask for it, by `with_disabled` or by naming this component. Only
/// `world::disable` and `enable` add and remove it; list it among the components to save it.
struct disabled {};
template <> struct component<disabled> {
    static constexpr const char* name = "throng::disabled";
};

/// A list of components: those that are described, saved, restored or hashed.
template <class... Cs> struct components_t {};
template <class... Cs> inline constexpr components_t<Cs...> components{};

struct description;

namespace core {

[[nodiscard]] inline bool same_text(const char* a, const char* b) noexcept {
    while (*a != 0 && *a == *b) {
        ++a;
        ++b;
    }
    return *a == *b;
}

/// The name of a component that is called after another type, which has one.
template <const std::string_view& Prefix, class T> struct named_after {
    static constexpr std::string_view own = component<T>::name;
    static constexpr auto text = joined<Prefix.size() + own.size()>(Prefix, own);
    static constexpr const char* name = text.data();
};

/// A component as the world itself sees it.
struct component_type {
    const char* name = "";
    /// A name for tools, used where there is no other: that of the C++ type. It is no part of what the component is.
    const char* shown = "";
    /// A multiple of the alignment, as sizeof is; 0 for a tag, which has no values.
    std::size_t size = 0;
    std::size_t alignment = 1;
    /// Each may be null: `destroy` if there is nothing to be done, `construct` and `copy` if zeros and the same bytes
    /// will do; where there is something to be destroyed, or bytes are said not to do, that is impossible then.
    void (*construct)(void* to) = nullptr;
    void (*copy)(void* to, const void* from) = nullptr;
    void (*destroy)(void* value) noexcept = nullptr;
    /// Whether bytes may be copied instead of calling `copy`. Never where there is something to be destroyed.
    bool trivially_copyable = true;
    bool sparse = false;
    /// The description of its values; null if they are not described. It must outlive the world.
    const throng::description* made_of = nullptr;

    [[nodiscard]] bool is_bytes() const noexcept { return trivially_copyable && destroy == nullptr; }
    [[nodiscard]] bool can_be_made() const noexcept { return size == 0 || construct != nullptr || is_bytes(); }
    [[nodiscard]] bool can_be_copied() const noexcept { return size == 0 || copy != nullptr || is_bytes(); }
    friend bool operator==(const component_type& a, const component_type& b) noexcept {
        return same_text(a.name, b.name) && a.size == b.size && a.alignment == b.alignment &&
               a.construct == b.construct && a.copy == b.copy && a.destroy == b.destroy &&
               a.trivially_copyable == b.trivially_copyable && a.sparse == b.sparse;
    }
    void copy_value(void* to, const void* from) const {
        if (copy != nullptr) copy(to, from);
        else std::memcpy(to, from, size);
    }
    /// A copy, or, of nothing, made by `construct`, or else all zero.
    void make_value(void* to, const void* from) const {
        if (from != nullptr) copy_value(to, from);
        else if (construct != nullptr) construct(to);
        else std::memset(to, 0, size);
    }
};

/// Types whose objects are indistinguishable are tags: they have no storage, and one object for all entities.
template <class T>
concept tag = std::is_empty_v<T> && std::is_trivially_destructible_v<T> && std::is_trivially_copyable_v<T>;

/// Types with values that may be copied as bytes, by any code. (A type with deleted copying is also trivially
/// copyable.)
template <class T>
concept plain = std::is_trivially_copyable_v<T> && std::is_copy_constructible_v<T>;

template <class T> [[nodiscard]] constexpr bool is_sparse() noexcept {
    if constexpr (requires { component<T>::sparse; }) return component<T>::sparse && !tag<T>;
    else return sizeof(T) > 4096;
}
template <class T> [[nodiscard]] constexpr const char* name_of_component() noexcept {
    if constexpr (requires { component<T>::name; }) return component<T>::name;
    else return "";
}
template <class T> [[nodiscard]] constexpr const char* shown_name_of_component() noexcept {
    if constexpr (requires { component<T>::shown; }) return component<T>::shown;
    else return name_of_type<T>().data();
}

/// The one object that stands for a tag wherever a reference is wanted.
template <class T> struct tag_object {
    alignas(T) inline static unsigned char memory[sizeof(T)] = {};
    [[nodiscard]] static T* get() noexcept { return std::launder(reinterpret_cast<T*>(memory)); }
};

template <class T> [[nodiscard]] constexpr component_type describe() noexcept {
    static_assert(std::is_object_v<T> && std::is_same_v<T, std::remove_cv_t<T>> && !std::is_array_v<T>,
                  "throng: a component is an object of a class, an enumeration or a built-in type");
    static_assert(
        !std::is_same_v<T, entity>,
        "throng: a handle is no component: give it a struct of its own, or use throng::relation; a query gives "
        "the entity of each row without being asked");
    component_type t;
    t.name = name_of_component<T>();
    t.shown = shown_name_of_component<T>();
    t.size = tag<T> ? 0 : sizeof(T);
    t.alignment = alignof(T);
    if constexpr (std::is_default_constructible_v<T>) t.construct = [](void* to) { ::new (to) T(); };
    if constexpr (std::is_copy_constructible_v<T>)
        t.copy = [](void* to, const void* from) { ::new (to) T(*static_cast<const T*>(from)); };
    if constexpr (!std::is_trivially_destructible_v<T>)
        t.destroy = [](void* value) noexcept { static_cast<T*>(value)->~T(); };
    t.trivially_copyable = plain<T>;
    t.sparse = is_sparse<T>();
    return t;
}

struct component_family {
    using description = component_type;
    template <class T> static constexpr description (*describe)() = &core::describe<T>;
};

template <class T> [[nodiscard]] std::uint32_t component_number() noexcept {
    return type_numbers<component_family>::of<std::remove_cv_t<T>>();
}
/// Where there may be none: of what has no number there is no column.
template <class T> [[nodiscard]] std::uint32_t known_component_number() noexcept {
    return type_numbers<component_family>::known<std::remove_cv_t<T>>();
}

template <class... Ts> struct types {};

template <class T, class Value> void place_value(T* at, Value&& value) {
    if constexpr (!tag<T>) ::new (static_cast<void*>(at)) T(std::forward<Value>(value));
}

} // namespace core
} // namespace throng
