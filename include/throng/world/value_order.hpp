#pragma once

#include <throng/core/walk.hpp>
#include <throng/parts/key_order.hpp>
#include <throng/world/joins.hpp>
#include <throng/world/query.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng {

/// The entities that have a component, in the order of a value of it: what is drawn by depth, turns by initiative. It
/// is kept through every edit, at O(log n) for each that is given, set, patched, modified or taken.
///
///     throng::value_order by_depth(world, &place::y);
///     by_depth.each(world.query<const place, const sprite>(), [](throng::entity e, const place& p, const sprite& s) {
///         draw(p, s);
///     });
///
/// The value is a member of the component, or what a function gives of it: `throng::value_order<place, decltype(f)>`.
/// Equal values stand in the order of their coming. Values that are written to by walks, or through an address, stand
/// where they stood until `world.modified<T>(e)`, or until `refresh()` looks at all.
///
/// A walk visits what was there when it began, in the order that it had then: each exactly once, whatever is created,
/// destroyed, given or set meanwhile, if it matches at its turn. It stands on the entity as a query does.
///
/// It goes along when its world is moved; restored and rolled back, values are entered anew, equal ones by their
/// indices. It is neither copied nor moved. Memory comes from the standard allocator.
template <class T, class Key, class Compare = std::less<>, class Allocator = core::standard_allocator> class value_order
    : core::pinned {
    using storage_type = core::storage<Allocator>;
    using column_type = core::column<Allocator>;
    using key_type = std::remove_cvref_t<std::invoke_result_t<const Key&, const T&>>;
    struct ear : core::component_listener {
        value_order* self = nullptr;
    };

  public:
    /// O(n log n). Throws what the allocator, the function or the comparison throws.
    value_order(basic_world<Allocator>& w, Key key, Compare compare = {})
        : home_(w.storage()),
          column_(home_->template column_of<T>()),
          key_(std::move(key)),
          order_(std::move(compare)) {
        refresh();
        come_.call = set_.call = [](core::component_listener& l, const core::hooked& h) {
            static_cast<ear&>(l).self->enter(h.e);
        };
        gone_.call = [](core::component_listener& l, const core::hooked& h) { static_cast<ear&>(l).self->leave(h.e); };
        come_.self = set_.self = gone_.self = this;
        column_.on_add.add(come_);
        column_.on_set.add(set_);
        column_.on_remove.add(gone_);
        home_->hooks_changed(&column_);
    }
    ~value_order() {
        if (home_->is_over()) return;
        column_.on_add.remove(come_);
        column_.on_set.remove(set_);
        column_.on_remove.remove(gone_);
        home_->hooks_changed(&column_);
    }

    /// How many have the component, and the one with the least and the greatest value; empty handles if there is none.
    [[nodiscard]] std::size_t size() {
        catch_up();
        return order_.size();
    }
    [[nodiscard]] entity first() {
        catch_up();
        entity found;
        order_.find_first([&found](entity e) { return found = e, true; });
        return found;
    }
    [[nodiscard]] entity last() {
        catch_up();
        entity found;
        order_.find_last([&found](entity e) { return found = e, true; });
        return found;
    }
    /// All of them, from the least to the greatest.
    [[nodiscard]] std::vector<entity> entities() {
        catch_up();
        return order_.all();
    }

    /// Calls f as `those.each(f)` would, for what matches, from the least value to the greatest, or backward. O(all
    /// that have the component). Throws what f and the allocator throw.
    template <class Matcher, class F> void each(const query<Matcher>& those, F f) {
        core::visit_in_order(those, entities(), f);
    }
    template <class Matcher, class F> void each(backward_t, const query<Matcher>& those, F f) {
        catch_up();
        core::visit_in_order(those, order_.all_backward(), f);
    }

    /// Enters all values anew, whatever has been written to them. O(n log n). Throws what the allocator, the function
    /// or the comparison throws.
    void refresh() {
        order_.clear();
        if (home_->is_over()) return;
        seen_ = 0;
        for (const auto& [e, value] : core::queried<storage_type, core::types<const T>>(*home_, with_disabled))
            order_.set(e, key_type(std::invoke(key_, value)));
        seen_ = 1 + home_->exchanges + home_->rewinds;
    }

  private:
    void catch_up() {
        if (home_->is_over() || seen_ != 1 + home_->exchanges + home_->rewinds) refresh();
    }
    void enter(entity e) {
        if (seen_ != 1 + home_->exchanges + home_->rewinds) return; // it is entered with all others
        const T* const value = home_->template find_value<T>(e);
        if (value == nullptr) return;
        const std::uint64_t seen = std::exchange(seen_, 0); // in case a comparison throws
        order_.set(e, key_type(std::invoke(key_, *value)));
        seen_ = seen;
    }
    void leave(entity e) noexcept { (void)order_.remove(e); }

    core::storage_share<Allocator> home_;
    column_type& column_;
    Key key_;
    core::key_order<entity, key_type, Compare> order_;
    /// One more than how often all had been exchanged or rolled back when values were entered; 0 if they are not.
    std::uint64_t seen_ = 0;
    ear come_;
    ear set_;
    ear gone_;
};

template <class Allocator, class T, class V> value_order(basic_world<Allocator>&, V T::*)
    -> value_order<T, V T::*, std::less<>, Allocator>;
template <class Allocator, class T, class V, class Compare> value_order(basic_world<Allocator>&, V T::*, Compare)
    -> value_order<T, V T::*, Compare, Allocator>;

} // namespace throng
