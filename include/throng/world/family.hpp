#pragma once

#include <throng/world/world.hpp>

#include <cstddef>
#include <utility>

namespace throng {

/// Who is whose child. A component of those who have a parent or children; it is written by `family` alone.
struct kin {
    /// Whose it is. What a clone has is its original's, and counts as none.
    entity self;
    entity parent;
    entity first_child;
    entity last_child;
    entity next;
    entity previous;
};

template <> struct component<kin> {
    static constexpr const char* name = "throng::kin";
};

/// Parents and children among the entities of a world. Whoever is destroyed takes its branch along, and has left its
/// parent; so does whoever loses its `kin`. A clone has neither parent nor children. The children of one are in the
/// order in which they came to it. Any edit is legal while they are walked.
///
/// A branch goes from above to below, one after the other. Where one of them cannot be destroyed, since something
/// throws, those who went before are gone; it and the others are where they were, or under the one whose branch it is
/// if their parent is gone. (If that one is itself what cannot be destroyed, by a hook that is told later than this
/// one, its branch is gone, and it has left its parent.)
///
/// The links are a component like any other, which is why this is no `tree`: they go with their entity, and are saved
/// (list `kin` among the components), restored and rolled back with the world.
///
/// It takes the world's hook `on_remove<kin>`, and must go before the world.
template <class Allocator> class basic_family {
  public:
    using world_type = basic_world<Allocator>;

    explicit basic_family(world_type& w) : world_(w) {
        w.template on_remove<kin>([this](entity e, kin& k) { went(e, k); });
    }
    basic_family(const basic_family&) = delete;
    basic_family& operator=(const basic_family&) = delete;
    ~basic_family() {
        world_.template on_remove<kin>(nullptr);
        doomed_.release(world_.get_allocator());
    }

    /// Makes an entity the last child of another one, wherever it was before; false, and nothing changes, if one of the
    /// handles is stale, or if the parent is the child or of its branch. O(depth). Throws what the allocator throws;
    /// nothing has changed then.
    bool adopt(entity parent, entity child) {
        if (!world_.alive(parent) || !world_.alive(child) || parent == child) return false;
        // (Who is above has a kin: nothing has changed where there would be a cycle.)
        give_kin(parent);
        give_kin(child);
        kin* const p = of(parent);
        kin* const c = of(child);
        if (p == nullptr || c == nullptr || is_in_branch(child, parent)) return false;
        unlink(*c);
        put_under(parent, *p, *c, entity{});
        return true;
    }
    /// Takes an entity from its parent; false if it has none, or if the handle is stale. Its children stay with it.
    /// O(1).
    bool leave(entity child) noexcept {
        kin* const c = of(child);
        if (c == nullptr || !c->parent) return false;
        unlink(*c);
        return true;
    }

    /// An empty handle if it has none, or if the handle is stale. O(1).
    [[nodiscard]] entity parent_of(entity e) const noexcept { return link(e, &kin::parent); }
    [[nodiscard]] entity first_child_of(entity e) const noexcept { return link(e, &kin::first_child); }
    [[nodiscard]] entity next_of(entity e) const noexcept { return link(e, &kin::next); }
    [[nodiscard]] std::size_t children_of(entity e) const noexcept {
        std::size_t n = 0;
        for (entity c = first_child_of(e); c; c = next_of(c)) ++n;
        return n;
    }
    /// Calls f(child) for each child in order: for those who were its children at the beginning and are when their turn
    /// comes.
    template <class F> void each_child(entity parent, F f) const {
        core::row<entity> those;
        struct guard {
            core::row<entity>& those;
            const Allocator a;
            ~guard() { those.release(a); }
        } g{those, world_.get_allocator()};
        for (entity c = first_child_of(parent); c; c = next_of(c)) those.push(g.a, c);
        for (const entity e : those) {
            if (parent_of(e) == parent) f(e);
        }
    }
    /// Calls f(entity) for each of the branch below, parents before their children: those of the beginning who are
    /// alive when their turn comes.
    template <class F> void each_below(entity top, F f) const {
        core::row<entity> those;
        struct guard {
            core::row<entity>& those;
            const Allocator a;
            ~guard() { those.release(a); }
        } g{those, world_.get_allocator()};
        for (entity at = next_in_branch(top, top); at; at = next_in_branch(top, at)) those.push(g.a, at);
        for (const entity e : those) {
            if (world_.alive(e)) f(e);
        }
    }

  private:
    /// Null if it has none of its own.
    [[nodiscard]] kin* of(entity e) const noexcept {
        kin* const k = world_.template try_get<kin>(e);
        return k != nullptr && k->self == e ? k : nullptr;
    }
    /// Unless it has one. What the hook of `kin` does meanwhile is seen in `of`.
    void give_kin(entity e) {
        kin its;
        its.self = e;
        world_.template add<kin>(e, its);
        // (A clone had its original's.)
        if (kin* const k = world_.template try_get<kin>(e); k != nullptr && k->self != e) *k = its;
    }
    [[nodiscard]] entity link(entity e, entity kin::* which) const noexcept {
        const kin* const k = of(e);
        return k == nullptr ? entity{} : k->*which;
    }
    [[nodiscard]] bool is_in_branch(entity top, entity e) const noexcept {
        while (e && e != top) e = parent_of(e);
        return static_cast<bool>(e);
    }
    [[nodiscard]] entity next_in_branch(entity top, entity at) const noexcept {
        if (const entity down = first_child_of(at)) return down;
        for (; at && at != top; at = parent_of(at)) {
            if (const entity beside = next_of(at)) return beside;
        }
        return {};
    }
    void unlink(kin& c) noexcept {
        if (kin* const p = of(c.parent); p != nullptr) {
            (c.previous ? of(c.previous)->next : p->first_child) = c.next;
            (c.next ? of(c.next)->previous : p->last_child) = c.previous;
        }
        c.parent = c.next = c.previous = entity{};
    }
    /// Before one of the children, or as the last. It has no parent.
    void put_under(entity parent, kin& p, kin& c, entity before) noexcept {
        c.parent = parent;
        c.next = before;
        c.previous = before ? of(before)->previous : p.last_child;
        (c.previous ? of(c.previous)->next : p.first_child) = c.self;
        (c.next ? of(c.next)->previous : p.last_child) = c.self;
    }

    struct doomed {
        entity who;
        entity parent;
    };
    /// A branch goes. Where it is left by an exception, the world gives its top its kin back, and so those who are left
    /// come back under it.
    struct going {
        going(basic_family& f, entity e, kin& k) noexcept
            : home(f),
              top(e),
              its(k),
              parent(k.parent),
              before(k.next),
              was_alive(f.world_.alive(e)),
              first(f.doomed_.size()),
              outer(f.goes_) {}
        going(const going&) = delete;
        going& operator=(const going&) = delete;
        ~going() {
            home.goes_ = outer;
            // (It comes back unless it lost its kin only, and has died meanwhile.)
            if (!done && (!was_alive || home.world_.alive(top))) put_back();
            home.doomed_.shorten(first);
        }
        void put_back() noexcept {
            for (std::size_t i = first; i < home.doomed_.size(); ++i) put_back(home.doomed_[i]);
            put_back(at);
            kin* const p = home.of(parent);
            if (p == nullptr || its.parent || home.is_in_branch(top, parent)) return;
            home.put_under(parent, *p, its, home.parent_of(before) == parent ? before : entity{});
        }
        /// Unless a hook has found it a place.
        void put_back(doomed d) noexcept {
            kin* const c = home.of(d.who);
            if (c == nullptr || c->parent) return;
            kin* const p = home.of(d.parent);
            const entity under = p == nullptr ? top : d.parent;
            if (!home.is_in_branch(d.who, under)) home.put_under(under, p == nullptr ? its : *p, *c, entity{});
        }

        basic_family& home;
        entity top;
        kin& its;
        entity parent;
        entity before;
        bool was_alive;
        std::size_t first;
        entity outer;
        doomed at{};
        bool done = false;
    };

    /// It has no kin any more. Its branch goes one after the other, however deep it is.
    void went(entity e, kin& k) {
        if (k.self != e) return;
        // What may throw comes first.
        std::size_t n = 0;
        for (entity c = k.first_child; c; c = next_of(c)) ++n;
        doomed_.reserve(world_.get_allocator(), doomed_.size() + n);
        if (e == goes_) {
            leave_all(e, k);
            return;
        }
        going g(*this, e, k);
        leave_all(e, k);
        while (doomed_.size() != g.first) {
            g.at = doomed_[doomed_.size() - 1];
            doomed_.pop();
            goes_ = g.at.who;
            world_.destroy(g.at.who);
        }
        g.done = true;
    }
    /// It has neither parent nor children then, and they are doomed. There is room for them.
    void leave_all(entity e, kin& k) noexcept {
        unlink(k);
        for (entity c = std::exchange(k.first_child, entity{}); c;) {
            kin* const child = of(c);
            if (child == nullptr) break;
            const entity next = child->next;
            child->parent = child->next = child->previous = entity{};
            doomed_.push(world_.get_allocator(), {c, e});
            c = next;
        }
        k.last_child = entity{};
    }

    world_type& world_;
    core::row<doomed> doomed_;
    /// The one of a branch whose turn it is.
    entity goes_;
};

using family = basic_family<std::allocator<std::byte>>;

} // namespace throng
