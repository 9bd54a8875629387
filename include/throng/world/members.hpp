#pragma once

#include <throng/core/compiler.hpp>
#include <throng/fwd.hpp>
#include <throng/world/query/typed_edits.hpp>

#include <cstddef>
#include <utility>

namespace throng {

/// Some of the entities of a world: a bit each, as for a component without values. One that is destroyed has left; a
/// new one is in none. It is a term of queries:
///
///     throng::subset seen(world);
///     seen.join(e);
///     world.query<position>(seen.present()).each(...);
///
/// When its world is moved, the subset follows it; when the world is destroyed, the subset is permanently empty.
template <class Allocator> class subset<basic_world<Allocator>> {
    using storage_type = core::storage<Allocator>;
    using column_type = core::column<Allocator>;

  public:
    using master_type = basic_world<Allocator>;
    using value_type = entity;
    using size_type = std::size_t;

    /// No entity of `w`. Throws what the allocator throws.
    explicit subset(master_type& w) : home_(w.storage()), column_(&home_->components.borrow()) {}
    subset(const subset&) = delete;
    subset& operator=(const subset&) = delete;
    subset(subset&& other) noexcept : home_(other.home_), column_(std::exchange(other.column_, nullptr)) {}
    subset& operator=(subset&& other) noexcept {
        std::swap(home_, other.home_);
        std::swap(column_, other.column_);
        return *this;
    }
    /// Where there is no memory to keep the members for a frozen view of them, the world keeps the bits to its end.
    ~subset() {
        if (column_ == nullptr || home_->is_over()) return;
        if (core::attempt([this] { clear(); })) home_->components.give_back(*column_);
    }

    /// False if the handle is stale, or in it already. O(1). Throws what the allocator throws.
    bool join(entity e, [[maybe_unused]] core::caller where = {}) {
        [[maybe_unused]] const auto inside = home_->entered(where);
        if (!home_->is_alive(e) || column_->has(e.index())) return false;
        return core::edits<Allocator>::add_erased(*home_, *column_, e, nullptr) != nullptr;
    }
    /// False if it is not in it. O(1).
    bool leave(entity e, [[maybe_unused]] core::caller where = {}) {
        [[maybe_unused]] const auto inside = home_->entered(where);
        return home_->is_alive(e) && core::edits<Allocator>::remove(*home_, *column_, e.index());
    }
    [[nodiscard]] bool contains(entity e) const noexcept { return home_->is_alive(e) && column_->has(e.index()); }
    /// O(pages).
    [[nodiscard]] size_type size() const noexcept { return members().count(); }
    [[nodiscard]] bool empty() const noexcept { return members().empty(); }
    void clear([[maybe_unused]] core::caller where = {}) {
        [[maybe_unused]] const auto inside = home_->entered(where);
        if (!home_->is_over()) (void)core::typed_edits<Allocator>::removed_from(*home_, *column_, members());
    }

    /// The members as terms of a query, and all others. `seen.present() | other.present() | any_of<tag>` is a term for
    /// what is in one of them.
    [[nodiscard]] auto present() const noexcept { return core::in_column<Allocator>{column()}; }
    [[nodiscard]] auto absent() const noexcept { return core::not_in_column<Allocator>{column()}; }

    /// Residents, in the order of indices: see `query`.
    [[nodiscard]] auto begin() const { return members().begin(); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }
    /// Calls f(entity) for each.
    template <class F> void each(F f) const { members().each(std::move(f)); }
    template <class Policy, class F> void each(Policy p, F f) const { members().each(p, std::move(f)); }

  private:
    [[nodiscard]] auto members() const noexcept {
        return core::queried<storage_type, core::types<>>(*home_, present(), with_disabled);
    }

    /// Null if the world is destroyed: a query of null matches nothing.
    [[nodiscard]] column_type* column() const noexcept { return home_->is_over() ? nullptr : column_; }

    /// Where the entities are: the world may move.
    core::storage_share<Allocator> home_;
    column_type* column_;
};
template <class Allocator> subset(basic_world<Allocator>&) -> subset<basic_world<Allocator>>;

/// The values of one component, as a collection with handles: for what refers to the elements of one, such as a
/// `weak_list<T, values_of<T>>`.
template <class T, class Allocator = core::standard_allocator> class values_of {
  public:
    using value_type = T;
    using handle_type = entity;

    explicit values_of(basic_world<Allocator>& w) noexcept : home_(w.storage()) {}

    /// Null if the entity does not have it, or if the handle is stale. O(1).
    [[nodiscard]] T* get(entity e) const noexcept { return home_->template find_value<T>(e); }
    [[nodiscard]] bool contains(entity e) const noexcept { return get(e) != nullptr; }
    /// The entity that has the value; an empty handle if none does. O(entities that have one).
    [[nodiscard]] entity handle_of(const T& value) const {
        for (const auto& [e, x] : those()) {
            if (std::addressof(x) == std::addressof(value)) return e;
        }
        return {};
    }
    [[nodiscard]] std::size_t size() const noexcept { return those().count(); }

  private:
    [[nodiscard]] auto those() const {
        return core::queried<core::storage<Allocator>, core::types<const T>>(*home_, with_disabled);
    }

    core::storage_share<Allocator> home_;
};

} // namespace throng
