#pragma once

#include <throng/entity/tree.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

/// The walks of a tree, and the addition and removal of nodes.
namespace throng {

/// An open walk of a tree: loop over it once with a range-for, or call `next()` until it is null.
template <class T, class Allocator> template <class Element> class tree<T, Allocator>::walk_of {
  public:
    using element_type = Element;
    using iterator = core::walk_steps<walk_of>;

    /// Moves on and gives the object; null at the end. A live walk at its end goes on when something is added behind
    /// all others. A walk by level needs memory for those with children to come: it throws what the allocator
    /// throws, and has not moved then.
    Element* next() { return value_of(place_.next()); }
    /// The object at which the walk is positioned; null before the first and after the last. It may have been removed
    /// meanwhile: it stays readable until the walk advances.
    [[nodiscard]] Element* current() const noexcept { return value_of(place_.current()); }
    /// Whether the walk's current object has not been removed.
    [[nodiscard]] bool is_current_there() const noexcept {
        return current() != nullptr && place_.home() != nullptr && place_.home()->storage().contains(place_.current());
    }
    /// A second walk, which stands where this one stands and goes on from there. Throws what the allocator throws, if
    /// it is by level.
    [[nodiscard]] walk_of fork() const { return walk_of(*tree_, place_.fork()); }
    /// The branch of the object stood on is passed over. (In post-order it has been walked already.)
    void skip_branch() noexcept { place_.skip_branch(); }
    /// Removes the object at which the walk is positioned, with its branch; returns false if there is none, or if it is
    /// removed already.
    bool remove(caller where = {})
        requires(!std::is_const_v<Element>)
    {
        return remove_current(false, where);
    }

    /// Moves to the first object, if the walk has not begun yet.
    [[nodiscard]] iterator begin() {
        if (is_at_end()) (void)next();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }
    [[nodiscard]] bool is_at_end() const noexcept { return current() == nullptr; }

  private:
    friend class tree;

    walk_of(tree& home, node* top, tree_order order, std::uint64_t limit) noexcept
        : tree_(&home), place_(home.nodes_, top, order, limit) {}
    walk_of(tree& home, place&& at) noexcept : tree_(&home), place_(std::move(at)) {}
    void finish() noexcept { place_.finish(); }
    bool remove_current(bool expired, caller where) {
        Element* const x = current();
        return x != nullptr && place_.home() != nullptr && tree_->remove_top(*x, expired, where);
    }
    [[nodiscard]] auto& node_of_walk() noexcept { return place_.node_of_walk(); }

    tree* tree_;
    place place_;
};

template <class T, class Allocator> template <class... Args>
auto tree<T, Allocator>::make(node* parent, node* next, caller where, Args&&... args) -> handle_type {
    core::require_construction<T, Allocator, Args...>();
    [[maybe_unused]] const auto inside = slots().entered(where);
    if (parent != nullptr && !is_here(parent->value, where)) return {};
    // The constructor may make any edit.
    const handle_type under = parent != nullptr ? slots().handle_of(parent) : handle_type{};
    const handle_type before = next != nullptr ? slots().handle_of(next) : handle_type{};
    node* const n = slots().emplace_back(std::in_place, std::forward<Args>(args)...);
    if (n == nullptr) return {};
    n->parent = parent;
    if (parent != nullptr && slots().find(under) == nullptr) {
        // It has not been added, nor is it linked: no hook is called.
        slots().drop(slots_type::place_type::of(n));
        return {};
    }
    if (next != nullptr && (slots().find(before) == nullptr || next->parent != parent)) next = nullptr;
    nodes_.put(n, parent, next);
    const handle_type made = slots().handle_of(n);
    slots().journal_add(n, where);
    if (on_add_) {
        struct telling {
            tree& home;
            handle_type made;
            // A hook may remove the object, and can still read it.
            core::standing_on<slots_type> hold;
            bool done = false;

            telling(tree& owner, handle_type h, const node* n) noexcept
                : home(owner), made(h), hold(owner.slots(), n) {}
            telling(const telling&) = delete;
            telling& operator=(const telling&) = delete;
            ~telling() {
                // (An exception leaves the rest of the branch, which the hook has added.)
                while (node* const n = done ? nullptr : home.slots().find(made))
                    (void)core::attempt([&] { (void)home.remove_branch(n, n); });
            }
        } t{*this, made, n};
        on_add_.call(n->value);
        t.done = true;
    }
    return made;
}

template <class T, class Allocator> template <class Predicate>
auto tree<T, Allocator>::remove_if(Predicate pred, caller where) -> size_type {
    core::require_predicate<Predicate, T>();
    size_type n = 0;
    auto w = walk(residents, where);
    while (T* const x = w.next()) {
        if (pred(std::as_const(*x)) && remove(*x, where)) ++n;
    }
    return n;
}

template <class T, class Allocator> bool tree<T, Allocator>::is_in_midst(const tree& other, caller where) const {
    for (const tree* t : {this, &other}) {
        if (!t->slots().is_in_midst()) continue;
        t->slots().report_midst("moved", where);
        return true;
    }
    return false;
}

template <class T, class Allocator>
bool tree<T, Allocator>::remove_branch(node* top, const node* untold, const node* expired) {
    // A walk like others, from the leaves to the top: so whatever is edited meanwhile, it knows its way.
    place w(nodes_, top, tree_order::post, place::no_limit);
    w.see_moved_again();
    while (node* const n = w.next()) {
        if (node::there(n->first) != nullptr) {
            w.descend_again();
            continue;
        }
        if (n == untold) {
            nodes_.drop(n, false);
            continue;
        }
        const core::standing_on<slots_type> here(slots(), n); // a function that it calls may end all walks
        core::call_both([&] { nodes_.drop(n, true); },
                        [&] {
                            if (n == expired || access::is_owned(n->value)) access::tell_expired(n->value);
                        });
    }
    return true;
}

namespace pmr {
template <class T> using tree = throng::tree<T, std::pmr::polymorphic_allocator<T>>;
}

} // namespace throng
