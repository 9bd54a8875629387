#pragma once

#include <throng/core/requirements.hpp>
#include <throng/entity/any_entity.hpp>
#include <throng/entity/detail/layers_walk.hpp>
#include <throng/entity/layer.hpp>
#include <throng/shared_handles.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace throng {

/// How many layers an enumeration stands for: the value of its enumerator `count`. Specialise it for enumerations
/// without one. Their values are 0, 1, 2, ...
template <class Enum> inline constexpr std::size_t layer_count = [] {
    constexpr bool has_count = requires { Enum::count; };
    static_assert(has_count,
                  "throng: layers need an enumeration with an enumerator `count`, or throng::layer_count of it");
    if constexpr (has_count) return static_cast<std::size_t>(Enum::count);
    else return std::size_t{1};
}();

/// The layers of a game, by an enumeration or by number: background, enemies, bullets, effects, display. They are
/// updated and drawn in the order of their numbers, or in two orders of the game's own. All of them together are an
/// entity again.
///
/// ```cpp
/// enum class on { background, enemies, bullets, display, count };
/// throng::layers<on, throng::any_entity<screen>> world;
/// world.add(on::bullets, bullet{x, y});
/// world[on::enemies].time_scale(0.5);
/// world.update(throng::time_step{1.0 / 60});
/// world.draw(screen);
/// ```
///
/// Each layer is an `entity_list`, with all of its promises. Handles are good for all layers. Neither copied nor moved.
///
/// **A number beyond the last layer**, or a negative one, stands for no layer. `find` returns null for it, `[]` a layer
/// that is never updated or drawn and to which nothing can be added: so `add` and `emplace` return an empty handle,
/// `push_back`, `emplace_back` and `move` null, `add_range` 0, and nothing has changed. The audit build reports it,
/// with the place.
///
/// A walk of all layers goes through them in the order of updates, and while it is open nothing in any layer moves.
/// There is no frozen view of all of them together, since each layer counts its moments for itself: freeze the layers
/// that are meant, `world[on::enemies].freeze()`, one after the other.
template <class Enum, class E = any_entity<>, std::size_t Count = layer_count<Enum>,
          class Allocator = std::allocator<E>>
class layers {
    static_assert(Count > 0);
    using caller = core::caller;

  public:
    using value_type = E;
    using layer_type = layer<E, Allocator>;
    using handle_type = typename layer_type::handle_type;
    using size_type = std::size_t;
    using walk_type = core::layers_walk<layer_type, E, Count>;
    using const_walk_type = core::layers_walk<const layer_type, const E, Count>;
    using iterator = core::walking_iterator<walk_type>;
    using const_iterator = core::walking_iterator<const_walk_type>;
    /// Entities have separate addresses, which no layer changes.
    using stays_in_place = void;

    /// Which layer is meant: its enumerator or its number.
    class index {
      public:
        template <class L>
            requires(std::is_same_v<L, Enum> || std::integral<L>)
        constexpr index(L l, caller where = {}) noexcept // NOLINT(google-explicit-constructor): either is written so
            : number_(static_cast<size_type>(l)), where_(where) {}
        /// The number of the layer.
        [[nodiscard]] constexpr size_type number() const noexcept { return number_; }
        /// Where it was written, in the audit build.
        [[nodiscard]] constexpr caller where() const noexcept { return where_; }

      private:
        size_type number_;
        THRONG_NO_UNIQUE_ADDRESS caller where_;
    };

    layers()
        requires std::is_default_constructible_v<Allocator>
        : layers(Allocator()) {}
    explicit layers(const Allocator& allocator) : layers(allocator, std::make_index_sequence<Count>{}) {}
    layers(const layers&) = delete;
    layers& operator=(const layers&) = delete;
    /// All expire, layer by layer, in the order of their numbers.
    ~layers() {
        for (layer_type& l : layers_) l.expire_all();
    }

    [[nodiscard]] Allocator get_allocator() const noexcept { return layers_[0].get_allocator(); }

    // --- the layers --------------------------------------------------------------------------------------------------

    /// How many layers there are, and each of them.
    [[nodiscard]] static constexpr size_type count() noexcept { return Count; }
    [[nodiscard]] layer_type& operator[](index l) { return *at(*this, l); }
    [[nodiscard]] const layer_type& operator[](index l) const { return *at(*this, l); }
    /// Null if there is no such layer.
    [[nodiscard]] layer_type* find(std::size_t l) noexcept { return l < Count ? &layers_[l] : nullptr; }
    [[nodiscard]] const layer_type* find(std::size_t l) const noexcept { return l < Count ? &layers_[l] : nullptr; }
    /// Calls f(layer) for each, in the order of their numbers.
    template <class F> void each_layer(F f) {
        for (layer_type& l : layers_) f(l);
    }
    template <class F> void each_layer(F f) const {
        for (const layer_type& l : layers_) f(l);
    }

    /// The order in which layers are updated, or drawn: each layer once. False, and nothing changes, if it is not (the
    /// audit build reports it). A change in the middle of an update counts from the next.
    bool update_order(std::span<const Enum, Count> order, caller where = {}) {
        return set_order(update_order_, order, where);
    }
    bool draw_order(std::span<const Enum, Count> order, caller where = {}) {
        return set_order(draw_order_, order, where);
    }
    bool update_order(const Enum (&order)[Count], caller where = {}) { return set_order(update_order_, order, where); }
    bool draw_order(const Enum (&order)[Count], caller where = {}) { return set_order(draw_order_, order, where); }
    /// The number of the layer that is updated, or drawn, as number i.
    [[nodiscard]] std::size_t updated_at(std::size_t i) const noexcept { return update_order_[i]; }
    [[nodiscard]] std::size_t drawn_at(std::size_t i) const noexcept { return draw_order_[i]; }

    // --- as an entity ------------------------------------------------------------------------------------------------

    /// Updates the layers in their order, with their new entities. An entity that moves on to a layer whose turn is
    /// still to come is one there, and updated a second time.
    template <core::step_for<E> Step> void update(Step&& step, caller where = {}) { update(live, step, where); }
    template <core::step_for<E> Step> void update(live_t, Step&& step, caller where = {}) {
        const numbers order = update_order_;
        for (std::size_t i = 0; i < Count && !expired_; ++i) layers_[order[i]].update(step, where);
    }
    /// The same for the entities present at its beginning: those added to a layer meanwhile, or moved to another, wait
    /// for the next update. Nothing is updated twice. Meanwhile nothing moves in memory; packing follows.
    template <core::step_for<E> Step> void update(residents_t, Step&& step, caller where = {}) {
        const numbers order = update_order_;
        {
            auto w = opened<walk_type>(*this, order, residents, where);
            for (std::size_t i = 0; i < Count && !expired_; ++i) layers_[order[i]].update_on(w.part(i), step, where);
        }
        for (layer_type& l : layers_) l.shrink_if_due();
    }
    /// Draws the layers in their order.
    template <class Canvas> void draw(Canvas& canvas, caller where = {}) {
        const numbers order = draw_order_;
        for (const std::size_t l : order.of) layers_[l].draw(canvas, where);
    }
    template <class Canvas> void draw(Canvas& canvas, caller where = {}) const {
        const numbers order = draw_order_;
        for (const std::size_t l : order.of) layers_[l].draw(canvas, where);
    }
    [[nodiscard]] bool expired() const noexcept { return expired_; }
    /// Calls it of each layer as well.
    void expire() noexcept {
        expired_ = true;
        for (layer_type& l : layers_) l.expire();
    }
    void on_expire() { clear(); }

    // --- the entities ------------------------------------------------------------------------------------------------

    /// As the functions of the layer's list.
    template <class T = E> handle_type add(index l, T&& entity, caller where = {}) {
        return (*this)[l].add(std::forward<T>(entity), where);
    }
    template <class T = E> E* push_back(index l, T&& entity, caller where = {}) {
        return (*this)[l].push_back(std::forward<T>(entity), where);
    }
    template <class... Args> handle_type emplace(index l, Args&&... args) {
        return (*this)[l].emplace(std::forward<Args>(args)...);
    }
    template <class... Args> E* emplace_back(index l, Args&&... args) {
        return (*this)[l].emplace_back(std::forward<Args>(args)...);
    }
    template <core::range_of<E> R> size_type add_range(index l, R&& entities) {
        return (*this)[l].add_range(std::forward<R>(entities));
    }
    /// The layer that an entity is in; null if it is in none. O(layers × log size).
    [[nodiscard]] layer_type* layer_of(core::element_ref<E> entity) noexcept {
        for (layer_type& l : layers_) {
            if (l.holds(entity)) return &l;
        }
        return nullptr;
    }
    /// Moves an entity to the end of another layer, also in its own update: where it is then. As
    /// `entity_list::transfer`: it does not expire, its handle stays good, and null means that nothing happened. It
    /// must be in `from`.
    E* move(core::element_ref<E> entity, index from, index to, caller where = {}) {
        return (*this)[from].transfer(entity, (*this)[to], where);
    }
    /// The same from whichever layer it is in. O(layers × log size).
    E* move(core::element_ref<E> entity, index to, caller where = {}) {
        layer_type* const from = layer_of(entity);
        return from == nullptr ? nullptr : from->transfer(entity, (*this)[to], where);
    }
    /// Whether an entity is in one of these. O(layers × log size).
    [[nodiscard]] bool contains(core::element_ref<E> entity) const noexcept {
        for (const layer_type& l : layers_) {
            if (l.holds(entity)) return true;
        }
        return false;
    }
    /// Removes an entity from its layer, at once, and calls its `on_expire`. False if it is in none. O(layers × log
    /// size).
    bool remove(core::element_ref<E> entity, caller where = {}) {
        layer_type* const from = layer_of(entity);
        return from != nullptr && from->remove(entity, where);
    }
    bool remove(handle_type h, caller where = {}) {
        E* const e = get(h);
        return e != nullptr && remove(*e, where);
    }
    /// The entity of a handle, in whichever layer it is; null if it has been removed. O(1).
    [[nodiscard]] E* get(handle_type h) noexcept { return handles_.get(h); }
    [[nodiscard]] const E* get(handle_type h) const noexcept { return handles_.get(h); }
    /// Calls f(E&) for the entity of a handle, and keeps it as a walk does. False if it has been removed.
    template <class F> bool visit(handle_type h, F f, caller where = {}) {
        E* const e = get(h);
        return e != nullptr && layer_of(*e)->visit(h, std::move(f), where);
    }
    /// As the functions of the layer's list.
    bool remove(index l, core::element_ref<E> entity, caller where = {}) { return (*this)[l].remove(entity, where); }
    bool remove(index l, handle_type h, caller where = {}) { return (*this)[l].remove(h, where); }
    [[nodiscard]] E* get(index l, handle_type h, caller where = {}) { return (*this)[l].get(h, where); }
    [[nodiscard]] const E* get(index l, handle_type h, caller where = {}) const { return (*this)[l].get(h, where); }

    /// All that is in any layer now expires, layer by layer, in the order of their numbers. The layers keep their
    /// settings.
    void clear(caller where = {}) {
        auto w = opened<walk_type>(*this, in_order(), residents, where);
        while (w.next() != nullptr) (void)w.remove(where);
    }
    /// Removes each resident for which `pred` is true; how many.
    template <class Predicate> size_type remove_if(Predicate pred, caller where = {}) {
        core::require_predicate<Predicate, E>();
        size_type n = 0;
        auto w = walk(residents, where);
        while (E* const e = w.next()) {
            if (pred(std::as_const(*e)) && w.remove(where)) ++n;
        }
        return n;
    }
    /// Removes what has expired, without an update.
    void prune(caller where = {}) {
        for (layer_type& l : layers_) l.prune(where);
    }
    /// Gives memory that is not needed back, layer by layer. O(n).
    void trim(caller where = {}) noexcept {
        for (layer_type& l : layers_) l.trim(where);
    }
    [[nodiscard]] size_type size() const noexcept {
        size_type n = 0;
        for (const layer_type& l : layers_) n += l.size();
        return n;
    }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// The entity that a walk visits first, and last, or as number `i`, counted from 0; null if there is none.
    /// O(layers), and for `nth` O(size / 64).
    [[nodiscard]] E* first() noexcept { return nth(0); }
    [[nodiscard]] const E* first() const noexcept { return nth(0); }
    [[nodiscard]] E* last() noexcept { return last_of(*this); }
    [[nodiscard]] const E* last() const noexcept { return last_of(*this); }
    [[nodiscard]] E* nth(size_type i) noexcept { return nth_of(*this, i); }
    [[nodiscard]] const E* nth(size_type i) const noexcept { return nth_of(*this, i); }
    /// Whether a walk of one of the layers is open. Any edit is legal nevertheless.
    [[nodiscard]] bool is_walked() const noexcept {
        for (const layer_type& l : layers_) {
            if (l.is_walked()) return true;
        }
        return false;
    }

    /// Whether everything is as it must be (for tests). O(n).
    [[nodiscard]] bool validate() const noexcept {
        for (const layer_type& l : layers_) {
            if (!l.validate()) return false;
        }
        return true;
    }

    // --- all settings at once ----------------------------------------------------------------------------------------

    /// The same of every layer; false if one of them refuses.
    void visible(bool v) noexcept {
        for (layer_type& l : layers_) l.visible(v);
    }
    void enabled(bool e) noexcept {
        for (layer_type& l : layers_) l.enabled(e);
    }
    bool time_scale(double scale, caller where = {}) {
        for (layer_type& l : layers_) {
            if (!l.time_scale(scale, where)) return false;
        }
        return true;
    }

    // --- walking -----------------------------------------------------------------------------------------------------

    /// A live walk of all layers, in the order of updates. Newcomers are visited if they come to a layer that the walk
    /// is in, or has not come to yet.
    [[nodiscard]] iterator begin(caller where = {}) { return iterator(walk(live, where)); }
    [[nodiscard]] const_iterator begin(caller where = {}) const { return const_iterator(walk(live, where)); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// A walk of all layers, in the order of updates.
    [[nodiscard]] walk_type walk(live_t policy, caller where = {}) {
        return opened<walk_type>(*this, update_order_, policy, where);
    }
    [[nodiscard]] walk_type walk(residents_t policy, caller where = {}) {
        return opened<walk_type>(*this, update_order_, policy, where);
    }
    [[nodiscard]] const_walk_type walk(live_t policy, caller where = {}) const {
        return opened<const_walk_type>(*this, update_order_, policy, where);
    }
    [[nodiscard]] const_walk_type walk(residents_t policy, caller where = {}) const {
        return opened<const_walk_type>(*this, update_order_, policy, where);
    }
    template <core::range_of<handle_type> R> void walk(R&, caller = {}) const {
        core::require_walk_of_handles<core::handles_of::shared, R>();
    }
    /// Calls f(E&) for each, as a live walk does, or as the walk that is named.
    template <class F> void each(F f, caller where = {}) { visit_each(*this, live, f, where); }
    template <class F> void each(F f, caller where = {}) const { visit_each(*this, live, f, where); }
    template <class F> void each(live_t policy, F f, caller where = {}) { visit_each(*this, policy, f, where); }
    template <class F> void each(live_t policy, F f, caller where = {}) const { visit_each(*this, policy, f, where); }
    template <class F> void each(residents_t policy, F f, caller where = {}) { visit_each(*this, policy, f, where); }
    template <class F> void each(residents_t policy, F f, caller where = {}) const {
        visit_each(*this, policy, f, where);
    }

  private:
    template <class> friend class core::imaged_layers;

    struct numbers {
        std::size_t of[Count];
        [[nodiscard]] std::size_t& operator[](std::size_t i) noexcept { return of[i]; }
        [[nodiscard]] std::size_t operator[](std::size_t i) const noexcept { return of[i]; }
    };

    [[nodiscard]] static numbers in_order() noexcept {
        numbers n{};
        for (std::size_t i = 0; i < Count; ++i) n[i] = i;
        return n;
    }
    template <std::size_t... I> layers(const Allocator& allocator, std::index_sequence<I...>)
        : handles_(allocator), layers_{(static_cast<void>(I), layer_type(handles_))...}, no_layer_(handles_) {
        for (std::size_t i = 0; i < Count; ++i) layers_[i].index_ = update_order_[i] = draw_order_[i] = i;
        no_layer_.index_ = Count;
        no_layer_.max_capacity(0);
    }

    template <class Layers> [[nodiscard]] static auto* nth_of(Layers& all, size_type i) noexcept {
        for (const std::size_t l : all.update_order_.of) {
            const size_type n = all.layers_[l].size();
            if (i < n) return all.layers_[l].nth(i);
            i -= n;
        }
        return all.no_layer_.first();
    }
    template <class Layers> [[nodiscard]] static auto* last_of(Layers& all) noexcept {
        auto* last = all.no_layer_.first();
        for (const std::size_t l : all.update_order_.of) {
            if (auto* const x = all.layers_[l].last(); x != nullptr) last = x;
        }
        return last;
    }
    template <class Layers> [[nodiscard]] static auto* at(Layers& all, index l) {
        if (l.number() < Count) [[likely]]
            return &all.layers_[l.number()];
        (void)core::refused("there is no layer of that number", l.where());
        return &all.no_layer_;
    }
    bool set_order(numbers& order, std::span<const Enum, Count> wanted, caller where) {
        numbers made{};
        bool given[Count] = {};
        for (std::size_t i = 0; i < Count; ++i) {
            const auto l = static_cast<std::size_t>(wanted[i]);
            if (l >= Count || given[l]) return core::refused("an order of layers has each of them once", where);
            given[l] = true;
            made[i] = l;
        }
        order = made;
        return true;
    }
    template <class Walk, class Layers, class Policy>
    [[nodiscard]] static Walk opened(Layers& all, const numbers& order, Policy policy, caller where) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return Walk{all.layers_[order[I]].walk(policy, where)...};
        }(std::make_index_sequence<Count>{});
    }
    template <class Layers, class Policy, class F>
    static void visit_each(Layers& all, Policy policy, F& f, caller where) {
        auto w = all.walk(policy, where);
        core::require_visit<F, typename decltype(w)::element_type>();
        while (auto* const e = w.next()) f(*e);
    }

    shared_handles<E, Allocator> handles_;
    layer_type layers_[Count];
    /// The layer for numbers that no layer has.
    layer_type no_layer_;
    numbers update_order_{};
    numbers draw_order_{};
    bool expired_ = false;
};

namespace pmr {
template <class Enum, class E = any_entity<>, std::size_t Count = layer_count<Enum>> using layers =
    throng::layers<Enum, E, Count, std::pmr::polymorphic_allocator<E>>;
} // namespace pmr

} // namespace throng
