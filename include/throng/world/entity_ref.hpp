#pragma once

#include <throng/fwd.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace throng {

/// An entity and its world in one, so that `ship.add<burning>()` can be written.
///
///     const throng::entity_ref ship(world, world.create(position{1, 2}));
///     if (ship.has<fuel>()) ship.patch<position>([](position& p) { p.x += 1; });
///
/// All functions do what those of the world do. It is a copy of a handle, and does not keep the entity, which may be
/// destroyed (`alive`), and it must not outlive its world, nor be used while the world is somewhere else. Components
/// and relations keep plain `entity`s, which are half as large, and can be saved.
template <class Allocator> class basic_entity_ref {
  public:
    using world_type = basic_world<Allocator>;

    /// Of no entity.
    basic_entity_ref() = default;
    basic_entity_ref(world_type& w, entity e) noexcept : world_(&w), entity_(e) {}

    /// The handle, which is empty by default. Stays valid independently of this object.
    [[nodiscard]] entity handle() const noexcept { return entity_; }
    operator entity() const noexcept { return entity_; } // NOLINT(google-explicit-constructor): it is one
    /// The world. It must not be called on an object made by the default constructor.
    [[nodiscard]] world_type& world() const noexcept { return *world_; }
    /// Whether the entity exists. O(1).
    [[nodiscard]] bool alive() const noexcept { return world_ != nullptr && world_->alive(entity_); }
    [[nodiscard]] explicit operator bool() const noexcept { return alive(); }
    friend bool operator==(const basic_entity_ref& a, const basic_entity_ref& b) noexcept {
        return a.entity_ == b.entity_ && a.world_ == b.world_;
    }

    /// The functions of the world with this entity as the first argument: see `world` for effect, complexity, what they
    /// throw, and what stays valid.
    bool destroy(core::caller where = {}) const { return world_->destroy(entity_, where); }
    bool disable(core::caller where = {}) const { return world_->disable(entity_, where); }
    bool enable(core::caller where = {}) const { return world_->enable(entity_, where); }
    [[nodiscard]] bool enabled() const noexcept { return world_->enabled(entity_); }
    template <class T, class... Args> T* add(Args&&... args) const {
        return world_->template add<T>(entity_, std::forward<Args>(args)...);
    }
    template <std::nullptr_t = nullptr, class T> std::decay_t<T>* add(T&& value) const {
        return world_->add(entity_, std::forward<T>(value));
    }
    template <class T> T* set(T value, core::caller where = {}) const {
        return world_->template set<T>(entity_, std::move(value), where);
    }
    template <class T, class F> bool patch(F f) const { return world_->template patch<T>(entity_, std::move(f)); }
    template <class T> bool modified() const { return world_->template modified<T>(entity_); }
    template <class... Ts> bool remove() const { return world_->template remove<Ts...>(entity_); }
    template <class... Ts> [[nodiscard]] bool has() const noexcept { return world_->template has<Ts...>(entity_); }
    template <class... Ts> [[nodiscard]] bool has_any() const noexcept {
        return world_->template has_any<Ts...>(entity_);
    }
    template <class T> [[nodiscard]] T& get(core::caller where = {}) const noexcept {
        return world_->template get<T>(entity_, where);
    }
    template <class T> [[nodiscard]] T* try_get() const noexcept { return world_->template try_get<T>(entity_); }

    /// Calls f(component, value) for each component that it has, as the world knows them; a tag's value is an address
    /// at which there is nothing.
    template <class F> void each_component(F f) const {
        world_->each_component([&](typename world_type::component_type c) {
            if (world_->has(entity_, c)) f(c, world_->get(entity_, c));
        });
    }

  private:
    world_type* world_ = nullptr;
    entity entity_;
};

} // namespace throng
