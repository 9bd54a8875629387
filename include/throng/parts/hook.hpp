#pragma once

#include <throng/core/compiler.hpp>

#include <cstddef>
#include <type_traits>

/// The template parameter of intrusive collections: it selects the object's hook that they use.
namespace throng {

/// Names the hook that is a base class: `list_hook<Tag>` to a linked_list, `grid_hook<Tag>` to a grid.
template <class Tag> struct base_hook_type {
    /// Which of several base classes it is.
    using tag = Tag;
};
template <class Tag = void> inline constexpr base_hook_type<Tag> base_hook{};

namespace core {

/// From an object to its hook and back. Hook names it: a pointer to a member, or `base_hook<Tag>` for the base class
/// BaseHook.
template <class T, auto Hook, class BaseHook> struct hook_place {
    [[nodiscard]] static BaseHook& hook_of(T& object) noexcept {
        static_assert(
            std::is_base_of_v<BaseHook, T>,
            "throng: the objects have no hook of this tag (and, for a grid, this Real) as a base class: derive "
            "them from list_hook<Tag> or grid_hook<Tag, Real>, or name a member");
        return static_cast<BaseHook&>(object);
    }
    [[nodiscard]] static T* object_of(BaseHook& hook) noexcept { return static_cast<T*>(&hook); }
};
template <class T, auto Hook, class BaseHook>
    requires std::is_member_object_pointer_v<decltype(Hook)>
struct hook_place<T, Hook, BaseHook> {
    using member = std::remove_reference_t<decltype(static_cast<T*>(nullptr)->*Hook)>;

    [[nodiscard]] static member& hook_of(T& object) noexcept { return object.*Hook; }
    [[nodiscard]] static T* object_of(member& hook) noexcept {
        return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(&hook) - offset());
    }

  private:
    /// Where in a T the hook is. Compilers make a constant of it.
    [[nodiscard]] static std::ptrdiff_t offset() noexcept {
        alignas(T) std::byte space[sizeof(T)];
        return reinterpret_cast<std::byte*>(&(reinterpret_cast<T*>(space)->*Hook)) - space;
    }
};

/// The tag of a hook that is a base class; void for one that is a member.
template <class Hook> struct hook_tag {
    using type = void;
};
template <class Tag> struct hook_tag<base_hook_type<Tag>> {
    using type = Tag;
};

} // namespace core
} // namespace throng
