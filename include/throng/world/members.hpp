#pragma once

#include <throng/subset.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <utility>

namespace throng {

/// Some of the entities of a world: a bit each, as for a component without values. Whoever is destroyed has left;
/// whoever is created is in none. It is a term of queries:
///
///     throng::subset seen(world);
///     seen.join(e);
///     world.query<position>(seen.present()).each(...);
///
/// It must go before its world.
template <class Allocator> class subset<basic_world<Allocator>> {
    using world_type = basic_world<Allocator>;

  public:
    using master_type = world_type;
    using value_type = entity;
    using size_type = std::size_t;

    /// Nobody of `w`. Throws what the allocator throws.
    explicit subset(world_type& w) : world_(&w), column_(&w.storage().borrow_column()) {}
    subset(const subset&) = delete;
    subset& operator=(const subset&) = delete;
    subset(subset&& other) noexcept : world_(other.world_), column_(std::exchange(other.column_, nullptr)) {}
    subset& operator=(subset&& other) noexcept {
        std::swap(world_, other.world_);
        std::swap(column_, other.column_);
        return *this;
    }
    ~subset() {
        if (column_ == nullptr) return;
        clear();
        world_->storage().give_column_back(*column_);
    }

    /// False if the handle is stale, or in it already. O(1). Throws what the allocator throws.
    bool join(entity e) {
        if (!world_->alive(e) || column_->has(e.index())) return false;
        return world_->add(e, member()) != nullptr;
    }
    /// False if it is not in it. O(1).
    bool leave(entity e) { return world_->remove(e, member()); }
    [[nodiscard]] bool contains(entity e) const noexcept { return world_->has(e, member()); }
    /// O(pages).
    [[nodiscard]] size_type size() const noexcept { return everybody().count(); }
    [[nodiscard]] bool empty() const noexcept { return everybody().empty(); }
    void clear() { (void)world_->remove(everybody(), member()); }

    /// The members as terms of a query, and all others. `seen.present() | other.present() | any_of<tag>` is a term for
    /// whoever is in one of them.
    [[nodiscard]] auto present() const noexcept { return member().present(); }
    [[nodiscard]] auto absent() const noexcept { return member().absent(); }

    /// Residents, in the order of indices: see `query`.
    [[nodiscard]] auto begin() const { return everybody().begin(); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }
    /// Calls f(entity) for each.
    template <class F> void each(F f) const { everybody().each(std::move(f)); }
    template <class Policy, class F> void each(Policy p, F f) const { everybody().each(p, std::move(f)); }

  private:
    [[nodiscard]] component_ref<Allocator> member() const noexcept { return component_ref<Allocator>(column_); }
    [[nodiscard]] auto everybody() const noexcept { return world_->template query<>(present()); }

    world_type* world_;
    core::column<Allocator>* column_;
};
template <class Allocator> subset(basic_world<Allocator>&) -> subset<basic_world<Allocator>>;

/// The values of one component, as a collection with handles: for what refers to the elements of one, such as a
/// `weak_list<T, values_of<T>>`.
template <class T, class Allocator = std::allocator<std::byte>> class values_of {
  public:
    using value_type = T;
    using handle_type = entity;

    explicit values_of(basic_world<Allocator>& w) noexcept : world_(&w) {}

    /// Null if the entity does not have it, or if the handle is stale. O(1).
    [[nodiscard]] T* get(entity e) const noexcept { return world_->template try_get<T>(e); }
    [[nodiscard]] bool contains(entity e) const noexcept { return get(e) != nullptr; }
    /// Whose value it is; an empty handle if it is nobody's. O(entities that have one).
    [[nodiscard]] entity handle_of(const T& value) const {
        for (const auto& [e, x] : world_->template query<const T>()) {
            if (&x == &value) return e;
        }
        return {};
    }
    [[nodiscard]] std::size_t size() const noexcept { return world_->template count<T>(); }

  private:
    basic_world<Allocator>* world_;
};

} // namespace throng
