#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/compiler.hpp>
#include <throng/core/requirements.hpp>
#include <throng/core/sorting.hpp>
#include <throng/fwd.hpp>
#include <throng/world/kernel/upkeep.hpp>
#include <throng/world/relation/kin.hpp>
#include <throng/world/relation/name_index.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <utility>

namespace throng {

namespace core {
template <class Allocator> class shown_families;
} // namespace core

/// Parents and children among the entities of a world. An entity that is destroyed, or loses its `kin`, leaves its
/// parent and takes its branch along. A clone has neither parent nor children. The children of one have an order: that
/// in which they were adopted, until `move_before`, `move_after` or `sort_children` changes it. Any edit is legal while
/// they are walked.
///
/// A branch is destroyed from top to bottom: each entity after all `on_remove` hooks have been called for the one
/// before. Until its turn, a hook can rescue a child, with its branch, by `adopt` or `leave`. In the hooks of an entity
/// that is destroyed or loses its `kin`, `parent_of` gives the parent that it had, and its children can be walked. (Of
/// one deeper in a branch, the children that no hook has rescued come under the top of the branch, until their turn.)
/// An exception of a hook is rethrown after the whole branch has been destroyed. A child that cannot be destroyed, for
/// lack of memory, only loses its parent.
///
/// The links are a component like any other, which is why this is no `tree`: they go with their entity, and are saved
/// (list `kin` among the components), restored and rolled back with the world.
///
/// The relation belongs to the world: all families of one world show and modify the same one. Once the first family
/// exists, branches are destroyed with their top as long as the world exists. When its world is moved, a family follows
/// it; when the world is destroyed, no entities are related any more.
template <class Allocator> class basic_family {
    using storage_type = core::storage<Allocator>;
    using column_type = core::column<Allocator>;

  public:
    using world_type = basic_world<Allocator>;

    /// Throws what the allocator throws.
    explicit basic_family(world_type& w) : home_(w.storage()) {
        column_type& c = home_->template column_of<kin>();
        core::removal_upkeep<Allocator>::template install<basic_family>(*home_, c, &leave_parent, &take_branch_along);
    }

    /// Makes an entity the last child of another one, wherever it was before; false, and nothing changes, if one of the
    /// handles is stale, if the parent is the child or of its branch, or if it has a child of that name (see
    /// naming.hpp; where a hook of `kin` has named it, the two may have got a `kin`). O(1); O(depth) if the child has
    /// children. Throws what the allocator throws; nothing has changed then.
    bool adopt(entity parent, entity child) { return adopted(parent, child, true); }
    /// Makes an entity the child directly before, or directly after, a sibling, wherever it was before. As `adopt` by
    /// the sibling's parent; also false, and nothing changes, if the sibling is the entity itself, has no parent, or
    /// has one that is being destroyed or loses its `kin`.
    bool move_before(entity child, entity sibling) { return adopted(parent_of(sibling), child, true, sibling); }
    bool move_after(entity child, entity sibling) { return adopted(parent_of(sibling), child, true, sibling, true); }
    /// Sorts the children by `bool compare(entity, entity)`, keeping the order of equals. The comparison may make any
    /// edit: children that leave meanwhile are left out, those that are adopted meanwhile are put at the end. (After
    /// one that contradicts itself, the order is unspecified.) False if the handle is stale. O(n log n). Throws what
    /// the comparison and the allocator throw; the order has not changed then.
    template <class Compare> bool sort_children(entity parent, Compare compare);
    /// Takes an entity from its parent; false if it has none, if the handle is stale, or if an entity without a parent
    /// has its name, or there is no memory to find out (see naming.hpp). Its children stay with it. O(1).
    bool leave(entity child) noexcept {
        bool is_free = false;
        return parent_of(child) && core::attempt([&] { is_free = names::is_free(*home_, {}, child); }) && is_free &&
               left(child);
    }

    /// Disables an entity with all that is below it (see `basic_world::disable`). Entities that are adopted into the
    /// branch later stay as they are until this is called again. False if the handle is stale, or it was so already.
    bool disable_branch(entity top) {
        if (!home_->is_alive(top)) return false;
        const branch_disabled* const its = home_->template find_value<branch_disabled>(top);
        const bool was = its != nullptr && its->by_itself;
        if (its == nullptr) (void)home_->owner().add(top, branch_disabled{true, !home_->owner().enabled(top)});
        else set_by_itself(top, true);
        settle_branch(top);
        return !was;
    }
    /// Takes that back, and also enables an entity that has left a disabled branch, with all that is below it. Entities
    /// that were disabled before their branch stay disabled, and so do branches in it that were disabled separately.
    /// False if the handle is stale, if it is in no disabled branch, or if it is still in one, whose top is above.
    ///
    /// Both call the hooks of `disabled`, parents before children, and these may make any edit: an entity is as its
    /// place says when its turn comes. O(branch). If a hook throws, or there is no memory, the others have their turn
    /// before the exception goes on; calling it again does what is left.
    bool enable_branch(entity top) {
        if (!home_->is_alive(top)) return false;
        const bool was = home_->template find_value<branch_disabled>(top) != nullptr;
        if (was) set_by_itself(top, false);
        settle_branch(top);
        return was && home_->template find_value<branch_disabled>(top) == nullptr;
    }

    /// An empty handle if it has none, or if the handle is stale (except in the hooks of an entity that is being
    /// destroyed or loses its `kin`). O(1).
    [[nodiscard]] entity parent_of(entity e) const noexcept { return link(e, &kin::parent); }
    [[nodiscard]] entity first_child_of(entity e) const noexcept { return link(e, &kin::first_child); }
    [[nodiscard]] entity last_child_of(entity e) const noexcept { return link(e, &kin::last_child); }
    [[nodiscard]] entity next_sibling_of(entity e) const noexcept { return link(e, &kin::next); }
    [[nodiscard]] entity previous_sibling_of(entity e) const noexcept { return link(e, &kin::previous); }
    /// How many children it has. O(children).
    [[nodiscard]] std::size_t count_children(entity e) const noexcept {
        std::size_t n = 0;
        for (entity c = first_child_of(e); c; c = next_sibling_of(c)) ++n;
        return n;
    }
    [[deprecated("throng: use next_sibling_of")]] [[nodiscard]] entity next_of(entity e) const noexcept {
        return next_sibling_of(e);
    }
    [[deprecated("throng: use count_children")]] [[nodiscard]] std::size_t children_of(entity e) const noexcept {
        return count_children(e);
    }
    /// Calls f(child) for each child in order: for those that were its children at the beginning and are when their
    /// turn comes.
    template <class F> void each_child(entity parent, F f) const {
        core::local_row<entity, Allocator> those(home_->allocator());
        for (entity c = first_child_of(parent); c; c = next_sibling_of(c)) those.push(c);
        for (const entity e : those) {
            if (parent_of(e) == parent) f(e);
        }
    }
    /// Calls f(entity) for each of the branch below, parents before their children: those of the beginning that are
    /// alive when their turn comes.
    template <class F> void each_below(entity top, F f) const {
        core::local_row<entity, Allocator> those(home_->allocator());
        for (entity at = next_in_branch(top, top); at; at = next_in_branch(top, at)) those.push(at);
        for (const entity e : those) {
            if (home_->is_alive(e)) f(e);
        }
    }

  private:
    using names = core::name_index<Allocator>;

    [[nodiscard]] static kin* of(const storage_type& home, entity e) noexcept { return core::kin_of(home, e); }
    /// Shows the families of a server, where siblings may have equal names.
    friend core::shown_families<Allocator>;

    /// As the last child, or beside a sibling.
    bool adopted(entity parent, entity child, bool minds_names, entity sibling = {}, bool behind = false) {
        const auto is_free = [&] { return !minds_names || names::is_free(*home_, parent, child); };
        if (!home_->is_alive(parent) || !home_->is_alive(child) || parent == child || !is_free()) return false;
        // (Entities above have a kin: a refused cycle has no effect.)
        give_kin(parent);
        give_kin(child);
        if (!is_alive(parent) || !is_alive(child) || is_above(child, parent) || !is_free()) return false;
        kin& p = *of(*home_, parent);
        kin& c = *of(*home_, child);
        if (sibling && (sibling == child || !is_placed(p, sibling))) return false;
        unlink(*home_, c);
        put(*home_, p, c, behind ? next_sibling_of(sibling) : sibling);
        was_moved(*home_, child);
        return true;
    }
    /// Whether it is alive, and one of its parent's children. (It may not be among them, if the parent's kin was
    /// removed and added again before there was a family.)
    [[nodiscard]] bool is_placed(const kin& p, entity e) const noexcept {
        if (!is_alive(e) || parent_of(e) != p.self) return false;
        const kin& k = *of(*home_, e);
        return (k.previous || p.first_child == e) && (k.next || p.last_child == e);
    }
    bool left(entity child) noexcept {
        if (!is_alive(child) || !of(*home_, child)->parent) return false;
        unlink(*home_, *of(*home_, child));
        was_moved(*home_, child);
        return true;
    }
    /// Whether it can have a parent and children: not if its kin is just going.
    [[nodiscard]] bool is_alive(entity e) const noexcept {
        const kin* const k = home_->is_alive(e) ? home_->template find_value<kin>(e) : nullptr;
        return k != nullptr && k->self == e;
    }
    /// Adds `kin` unless the entity has one. Afterwards check `is_alive`: the hook of `kin` may make any edit.
    void give_kin(entity e) {
        kin its;
        its.self = e;
        (void)core::typed_edits<Allocator>::template emplaced<kin>(*home_, {}, e, its);
        // (A clone had its original's.)
        if (kin* const k = home_->template find_value<kin>(e); k != nullptr && k->self != e) *k = its;
    }
    [[nodiscard]] entity link(entity e, entity kin::* which) const noexcept {
        const kin* const k = of(*home_, e);
        return k == nullptr ? entity{} : k->*which;
    }
    /// O(1) where the top has no children.
    [[nodiscard]] bool is_above(entity top, entity e) const noexcept {
        if (!first_child_of(top)) return false;
        while (is_alive(e) && e != top) e = parent_of(e);
        return e == top;
    }
    [[nodiscard]] entity next_in_branch(entity top, entity at) const noexcept {
        if (const entity down = first_child_of(at)) return down;
        for (; at && at != top; at = parent_of(at)) {
            if (const entity beside = next_sibling_of(at)) return beside;
        }
        return {};
    }
    /// Removes it from its parent's children. (It may not be among them, if the parent's kin was removed and added
    /// again.)
    static void unlink(const storage_type& home, kin& c) noexcept {
        detach(home, c);
        c.parent = entity{};
    }
    /// The same, but that it still says which its parent was.
    static void detach(const storage_type& home, kin& c) noexcept {
        kin* const p = of(home, c.parent);
        if (p != nullptr && p->first_child == c.self) p->first_child = c.next;
        if (p != nullptr && p->last_child == c.self) p->last_child = c.previous;
        if (kin* const before = of(home, c.previous); before != nullptr) before->next = c.next;
        if (kin* const after = of(home, c.next); after != nullptr) after->previous = c.previous;
        c.next = c.previous = entity{};
    }
    /// Makes an entity without a parent the child of another one before that one of its children, or the last.
    static void put(const storage_type& home, kin& p, kin& c, entity next) noexcept {
        THRONG_EXPECTS(!c.parent);
        c.parent = p.self;
        c.next = next;
        c.previous = std::exchange(next ? of(home, next)->previous : p.last_child, c.self);
        (c.previous ? of(home, c.previous)->next : p.first_child) = c.self;
    }

    void set_by_itself(entity top, bool now) {
        (void)home_->owner().template patch<branch_disabled>(top, [now](branch_disabled& b) { b.by_itself = now; });
    }
    /// Brings an entity, and then those below it, into the state that its place says.
    void settle_branch(entity top) {
        struct settling : core::pinned {
            basic_family& of;
            core::local_row<entity, Allocator> those;
            std::size_t next = 0;
            explicit settling(basic_family& f) : of(f), those(f.home_->allocator()) {}
            ~settling() {
                while (next != those.size()) (void)core::attempt([this] { go_on(); });
            }
            void go_on() {
                while (next != those.size()) of.settle(those[next++]);
            }
        } all(*this);
        for (entity at = top; at; at = next_in_branch(top, at)) all.those.push(at);
        all.go_on();
    }
    /// Whether it belongs to a disabled branch.
    [[nodiscard]] bool rests(entity e) const noexcept {
        const branch_disabled* const its = home_->template find_value<branch_disabled>(e);
        return (its != nullptr && its->by_itself) ||
               home_->template find_value<branch_disabled>(parent_of(e)) != nullptr;
    }
    void settle(entity e) {
        if (!home_->is_alive(e)) return;
        world_type& w = home_->owner();
        // (Each call may call hooks, after which another state may be the right one.)
        if (rests(e)) {
            if (!w.template has<branch_disabled>(e)) (void)w.add(e, branch_disabled{false, !w.enabled(e)});
            if (w.template has<branch_disabled>(e)) (void)w.disable(e);
        } else if (const auto* const its = home_->template find_value<branch_disabled>(e)) {
            const bool stays = its->was_disabled;
            core::call_both(
                [&] {
                    if (!stays) (void)w.enable(e);
                },
                [&] {
                    if (!rests(e)) (void)w.template remove<branch_disabled>(e);
                });
        }
    }

    /// It has another parent, or none.
    static void was_moved(storage_type& home, entity e) noexcept {
        core::edits<Allocator>::was_rewritten(home, home.template column_of<kin>(), e);
    }
    static void leave_parent(storage_type& home, entity e, void* value) noexcept {
        auto& k = *static_cast<kin*>(value);
        if (k.self == e) detach(home, k);
    }
    static void take_branch_along(storage_type& home, entity e, void* value) {
        auto& k = *static_cast<kin*>(value);
        if (k.self == e) end_branch(home, k);
    }

    /// One after the other, however deep the branch is.
    static void end_branch(storage_type& home, kin& k) {
        if (home.edits.branch.turn == k.self) return hand_up(home, k);
        struct end {
            storage_type& home;
            kin& k;
            typename storage_type::edits_type::branch_turn outer;
            ~end() {
                while (k.first_child) (void)core::attempt([this] { go_on(); });
                home.edits.branch = outer;
            }
            void go_on() {
                while (const entity c = k.first_child) {
                    home.edits.branch = {c, k.self};
                    struct progress {
                        end& e;
                        entity c;
                        // (Also where it has not been destroyed.)
                        ~progress() {
                            if (e.k.first_child == c) e.pass(c);
                        }
                    } p{*this, c};
                    if (!home.edits.is_spared(c)) (void)core::edits<Allocator>::destroy(home, c);
                }
            }
            void pass(entity c) noexcept {
                kin* const its = of(home, c);
                if (its == nullptr || its->parent != k.self) {
                    k.first_child = k.last_child = entity{};
                    return;
                }
                unlink(home, *its);
                was_moved(home, c);
            }
        } branch{home, k, home.edits.branch};
        branch.go_on();
    }
    /// It goes in its turn as one of a branch: its children are the next of that branch.
    static void hand_up(storage_type& home, kin& k) noexcept {
        kin* const top = of(home, home.edits.branch.top);
        if (top == nullptr || !k.first_child) return;
        for (kin* c = of(home, k.first_child); c != nullptr; c = of(home, c->next)) {
            c->parent = top->self;
            was_moved(home, c->self);
        }
        if (kin* const last = of(home, k.last_child); last != nullptr) last->next = top->first_child;
        if (kin* const first = of(home, top->first_child); first != nullptr) first->previous = k.last_child;
        else top->last_child = k.last_child;
        top->first_child = k.first_child;
        k.first_child = k.last_child = entity{};
    }

    /// Where the entities are: the world may move.
    core::storage_share<Allocator> home_;
};

template <class Allocator> template <class Compare>
bool basic_family<Allocator>::sort_children(entity parent, Compare compare) {
    core::require_comparison<Compare, entity>();
    if (!home_->is_alive(parent)) return false;
    core::local_row<entity, Allocator> those(home_->allocator());
    for (entity c = first_child_of(parent); c; c = next_sibling_of(c)) those.push(c);
    if (those.size() < 2) return true;
    core::pointer_array<entity, Allocator> a(home_->allocator(), those.size());
    core::pointer_array<entity, Allocator> b(home_->allocator(), those.size());
    if (a.data() == nullptr || b.data() == nullptr) return false;
    for (std::size_t i = 0; i < those.size(); ++i) a.data()[i] = &those[i];
    entity* const* const sorted = core::merge_sort(a.data(), b.data(), those.size(), compare);
    // (From the last to the first, each before all others.)
    for (std::size_t i = those.size(); i-- != 0 && is_alive(parent);) {
        kin* const c = is_alive(*sorted[i]) ? of(*home_, *sorted[i]) : nullptr;
        if (c == nullptr || c->parent != parent) continue;
        unlink(*home_, *c);
        put(*home_, *of(*home_, parent), *c, first_child_of(parent));
    }
    for (const entity e : those) {
        if (parent_of(e) == parent) was_moved(*home_, e);
    }
    return true;
}

} // namespace throng
