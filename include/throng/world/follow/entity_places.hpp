#pragma once

#include <throng/core/requirements.hpp>
#include <throng/spatial/grid.hpp>
#include <throng/spatial/space_grid.hpp>
#include <throng/world/entity.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::core {

/// An entity in a grid.
template <class Real, unsigned Dimensions> struct placed_entity {
    entity e;
    std::conditional_t<Dimensions == 2, grid_hook<void, Real>, space_grid_hook<void, Real>> place;
};
template <class Real, unsigned Dimensions> using grid_of_entities =
    std::conditional_t<Dimensions == 2,
                       grid<placed_entity<Real, Dimensions>, &placed_entity<Real, Dimensions>::place, Real>,
                       space_grid<placed_entity<Real, Dimensions>, &placed_entity<Real, Dimensions>::place, Real>>;

/// Entities by their positions. In a cell they stand in the order of their indices, whatever their past.
template <class Real, unsigned Dimensions> class entity_places {
    using item = placed_entity<Real, Dimensions>;
    using space = grid_space<Real, Dimensions>;
    using access = grid_access<item, &item::place, space>;
    struct open_grid : grid_of_entities<Real, Dimensions> {
        using base = grid_of_entities<Real, Dimensions>;
        using base::base;
        using base::cells;
    };

  public:
    using point = typename open_grid::point;

    template <class... Args> explicit entity_places(Args&&... args) : grid_(std::forward<Args>(args)...) {}
    entity_places(const entity_places&) = delete;
    entity_places& operator=(const entity_places&) = delete;

    [[nodiscard]] auto& grid() noexcept { return grid_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool contains(entity e) const noexcept {
        return e.index() < items_.size() && items_[e.index()].e == e;
    }
    /// NaN if it is not here, or nowhere.
    [[nodiscard]] point position(entity e) const noexcept {
        return grid_.position(contains(e) ? items_[e.index()] : nothing_);
    }
    /// Enters an entity, or moves it. One whose position is NaN is here, but found by no query. O(1), amortized. Throws
    /// what the allocator throws.
    void set(entity e, point at) {
        if (e.index() >= items_.size())
            items_.resize(std::size_t{e.index()} + 1); // (the items take their places along)
        item& its = items_[e.index()];
        if (its.e != e) {
            if (its.e) (void)remove(its.e);
            its.e = e;
            ++size_;
        }
        auto& node = access::node_of(its);
        if (node.block == nullptr) {
            node.number = std::uint64_t{e.index()} + 1;
            node.numbered_by = &grid_.cells();
        }
        bool is_somewhere;
        if constexpr (Dimensions == 2) is_somewhere = grid_.insert(its, at.x, at.y);
        else is_somewhere = grid_.insert(its, at.x, at.y, at.z);
        if (!is_somewhere) (void)grid_.remove(its);
    }
    bool remove(entity e) noexcept {
        if (!e || !contains(e)) return false;
        item& its = items_[e.index()];
        (void)grid_.remove(its);
        its.e = entity{};
        --size_;
        return true;
    }
    void clear() noexcept {
        items_.clear(); // they leave the grid
        size_ = 0;
    }

  private:
    open_grid grid_;
    std::vector<item> items_;
    item nothing_{};
    std::size_t size_ = 0;
};

/// An open query of a grid of entities.
template <class Walk> class entities_near {
  public:
    using element_type = const entity;
    using iterator = walk_steps<entities_near>;

    explicit entities_near(Walk&& walk) noexcept : walk_(std::move(walk)) {}

    /// Moves on and gives the entity; null at the end.
    const entity* next() noexcept {
        const auto* const its = walk_.next();
        now_ = its == nullptr ? entity{} : its->e;
        return current();
    }
    [[nodiscard]] const entity* current() const noexcept { return now_ ? &now_ : nullptr; }
    /// Moves to the first entity, if the query has not begun yet.
    [[nodiscard]] iterator begin() noexcept {
        if (is_at_end()) (void)next();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }
    [[nodiscard]] bool is_at_end() const noexcept { return !now_; }

  private:
    Walk walk_;
    /// (Its item may lie elsewhere after an edit.)
    entity now_;
};
template <class Walk> entities_near(Walk&&) -> entities_near<Walk>;

/// A function that takes a component and gives its position: of members, or of functions.
template <class T, auto X, auto Y, auto Z> struct position_by {
    static constexpr unsigned dimensions = std::is_null_pointer_v<decltype(Z)> ? 2 : 3;
    using real = std::remove_cvref_t<std::invoke_result_t<decltype(X), const T&>>;
    static_assert(std::is_floating_point_v<real> &&
                      std::is_same_v<real, std::remove_cvref_t<std::invoke_result_t<decltype(Y), const T&>>>,
                  "throng: the coordinates of a world_grid are members, or functions, of one type: float or double");

    [[nodiscard]] auto operator()(const T& value) const {
        if constexpr (dimensions == 2) return grid_point<real>{std::invoke(X, value), std::invoke(Y, value)};
        else return space_point<real>{std::invoke(X, value), std::invoke(Y, value), std::invoke(Z, value)};
    }
};

} // namespace throng::core
