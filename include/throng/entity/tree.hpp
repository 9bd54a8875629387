#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/callback.hpp>
#include <throng/core/requirements.hpp>
#include <throng/core/sorting.hpp>
#include <throng/core/walk.hpp>
#include <throng/entity/detail/tree_nodes.hpp>
#include <throng/entity/entity.hpp>
#include <throng/fwd.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace throng {

/// A scene tree, or a forest: objects with an ordered row of children each, of any depth. It may be changed from
/// anywhere, at any moment of any walk.
///
/// | | `throng::tree<T>` | a tree of `std::unique_ptr` and `std::vector` of children |
/// |---|---|---|
/// | add, remove, move branches while walking | yes, whichever, in every order of walking | no |
/// | addresses, handles | stay for life; generational | stay; no |
/// | memory | slots in pages, used again | a piece a node, and one for its children |
/// | a depth of a million | walked and destroyed like any other | the stack overflows |
/// | removal of a branch | O(size of the branch) | the same, after O(siblings) |
///
/// The classes of entities (entity.hpp) are updated, drawn and expire, as in an `entity_list`: `update` removes expired
/// nodes with their branches.
///
/// The contract (docs/contract.md), in the form it has in a tree:
/// - A walk visits nodes in pre-order, post-order or by level, and children in their order. Removed nodes are not
/// visited any more; they stay readable for walks that are visiting them.
/// - A newcomer is visited by live walks if its place is still ahead: after the node visited, in the walk's order.
///   Walks of residents pass over it and its branch.
/// - A branch moved during a walk does not count as new: a walk that has passed it does not visit it again, and one
/// that has it ahead visits it at its new place if that is ahead. A walk inside it has passed it, and continues after
/// the place that it left; a walk of a branch stays in its branch, wherever that is moved. (By level it counts as new.)
/// - Nodes never move in memory. Walks may nest, and be left at any point. Hooks may make any edit. If `on_add` throws,
/// the addition is undone. If `on_remove` or `on_expire` throws, that node is removed; its `on_expire` is called also
/// after an `on_remove` that throws, and the first exception is passed on. Nodes of its branch that had not had their
/// turn remain.
/// - There are no frozen views (rule 4): a walk follows the links between nodes, which the first edit changes, so that
/// a view would have to copy them all. Keep handles instead: `get` tells which nodes exist. A walk keeps its node.
///
/// Not for use by two threads without a lock. Destroying or moving a tree while a walk of it is open is an error of the
/// caller's (the audit build reports it; otherwise such walks end). Nothing is recursive.
template <class T, class Allocator> class tree {
    using nodes_type = core::tree_nodes<T, Allocator>;
    using node = core::tree_node<T>;
    using place = core::tree_place<T, Allocator>;
    using access = core::entity_access<T>;
    using caller = core::caller;

    template <class Element> class walk_of;

  public:
    using value_type = T;
    using allocator_type = Allocator;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = T&;
    using const_reference = const T&;
    using handle_type = handle<node>;
    using walk_type = walk_of<T>;
    using const_walk_type = walk_of<const T>;
    using iterator = core::walking_iterator<walk_type>;
    using const_iterator = core::walking_iterator<const_walk_type>;

    /// An empty tree; allocates nothing.
    tree(caller where = {}) noexcept(std::is_nothrow_default_constructible_v<Allocator>)
        requires std::is_default_constructible_v<Allocator>
        : tree(Allocator(), where) {}
    explicit tree(const Allocator& allocator, caller where = {}) noexcept : nodes_(allocator, where) {}
    tree(const tree&) = delete;
    tree& operator=(const tree&) = delete;
    /// Takes over everything; no node moves. O(1). `other` must not be walked.
    tree(tree&& other, caller where = {}) noexcept : nodes_(other.get_allocator()), expired_(other.expired_) {
        take_over(other, where);
    }
    /// The same with another allocator. If it differs from `other`'s, the objects are moved one by one, each under its
    /// parent, without their handles, and `other` is empty; none of them expires. O(1), or O(n). Throws what the
    /// allocator or a move throws. (Immovable objects need an equal allocator.)
    tree(tree&& other, const Allocator& allocator, caller where = {}) : tree(allocator, where) {
        expired_ = other.expired_;
        if constexpr (std::is_move_constructible_v<T>) {
            if (get_allocator() != other.get_allocator()) {
                nodes_.move_all(other.nodes_);
                take_hooks(other);
                other.nodes_.discard();
                return;
            }
        }
        take_over(other, where);
    }
    /// The present objects end. Hooks stay. The allocators must be equal.
    tree& operator=(tree&& other) { // NOLINT(performance-noexcept-move-constructor): ends are told
        if (this == &other) return *this;
        other.slots().check_unwalked("a tree that is walked is moved", {});
        slots().check_unwalked("a tree that is walked is moved to", {});
        if (is_in_midst(other, {})) return *this;
        clear();
        nodes_.abandon_places();
        other.nodes_.abandon_places();
        nodes_.swap(other.nodes_);
        slots().journal_loss(other.slots());
        expired_ = other.expired_;
        return *this;
    }
    /// The present objects end; exceptions are lost. `on_remove` is not called.
    ~tree() {
        slots().check_unwalked("a tree that is walked is destroyed", {});
        on_remove(nullptr);
        slots().most(0); // what they still would add is refused
        if (!std::is_trivially_destructible_v<T> || access::is_told) {
            while (!empty()) (void)core::attempt([this] { clear(); });
        }
        on_add_.reset();
    }

    [[nodiscard]] allocator_type get_allocator() const noexcept { return slots().allocator(); }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Adds an object without a parent, after all others of these: its handle, or an empty one if the tree is full.
    /// O(1). Throws what the allocator, the constructor or `on_add` throws; nothing has been added then.
    template <class U = T> handle_type add(U&& value, caller where = {}) {
        return make(nullptr, nullptr, where, std::forward<U>(value));
    }
    template <class... Args> handle_type emplace(Args&&... args) {
        return make(nullptr, nullptr, {}, std::forward<Args>(args)...);
    }
    /// The same as the last child of `parent`: an empty handle also if that has been removed.
    template <class U = T> handle_type add_child(core::element_ref<T> parent, U&& value, caller where = {}) {
        return make(node::of(parent.get()), nullptr, where, std::forward<U>(value));
    }
    template <class U = T> handle_type add_child(handle_type parent, U&& value, caller where = {}) {
        node* const p = find(parent, where);
        return p == nullptr ? handle_type{} : make(p, nullptr, where, std::forward<U>(value));
    }
    template <class... Args> handle_type emplace_child(core::element_ref<T> parent, Args&&... args) {
        return make(node::of(parent.get()), nullptr, {}, std::forward<Args>(args)...);
    }
    template <class... Args> handle_type emplace_child(handle_type parent, Args&&... args) {
        node* const p = find(parent, {});
        return p == nullptr ? handle_type{} : make(p, nullptr, {}, std::forward<Args>(args)...);
    }
    /// The same beside a sibling.
    template <class U = T> handle_type insert_before(core::element_ref<T> sibling, U&& value, caller where = {}) {
        return make_beside(node::of(sibling.get()), false, where, std::forward<U>(value));
    }
    template <class U = T> handle_type insert_after(core::element_ref<T> sibling, U&& value, caller where = {}) {
        return make_beside(node::of(sibling.get()), true, where, std::forward<U>(value));
    }

    // --- moving ------------------------------------------------------------------------------------------------------

    /// Makes an object, with its branch, the last child of another. False, without effect, if one of them has been
    /// removed, or if the new parent is in the branch: a cycle. O(depth), and O(depth + siblings) for each open walk,
    /// which takes memory: throws what the allocator throws, without effect.
    bool reparent(core::element_ref<T> x, core::element_ref<T> parent, caller where = {}) {
        [[maybe_unused]] const auto inside = slots().entered(where);
        return is_here(x, where) && is_here(parent, where) &&
               relink(node::of(x.get()), node::of(parent.get()), nullptr);
    }
    /// The same for the last place among those without a parent.
    bool detach(core::element_ref<T> x, caller where = {}) {
        [[maybe_unused]] const auto inside = slots().entered(where);
        return is_here(x, where) && relink(node::of(x.get()), nullptr, nullptr);
    }
    /// The same for the place beside a sibling.
    bool move_before(core::element_ref<T> x, core::element_ref<T> sibling, caller where = {}) {
        [[maybe_unused]] const auto inside = slots().entered(where);
        if (!is_here(x, where) || !is_here(sibling, where) || x.get() == sibling.get()) return false;
        node* const s = node::of(sibling.get());
        return relink(node::of(x.get()), s->parent, s);
    }
    bool move_after(core::element_ref<T> x, core::element_ref<T> sibling, caller where = {}) {
        [[maybe_unused]] const auto inside = slots().entered(where);
        if (!is_here(x, where) || !is_here(sibling, where) || x.get() == sibling.get()) return false;
        node* const s = node::of(sibling.get());
        node* const next = s->next == node::of(x.get()) ? s->next->next : s->next;
        return relink(node::of(x.get()), s->parent, next);
    }

    /// Sorts the children of an object, keeping the order of equals; `sort` those without a parent. While walks are
    /// open it waits for the end of the last one, and sorts the children of that time: a walk visits each once,
    /// whatever is sorted meanwhile. False if the parent has been removed. O(n log n). Throws what the comparison,
    /// which must not edit, and the allocator throw, without effect. No object moves in memory. (After a comparison
    /// that contradicts itself, the order is unspecified.)
    template <class Compare = core::less>
    bool sort_children(core::element_ref<T> parent, Compare compare = {}, caller where = {}) {
        core::require_comparison<Compare, T>();
        [[maybe_unused]] const auto inside = slots().entered(where);
        if (!is_here(parent, where)) return false;
        nodes_.sort_row(node::of(parent.get()), std::move(compare));
        return true;
    }
    template <class Compare = core::less>
    bool sort_children(handle_type parent, Compare compare = {}, caller where = {}) {
        node* const n = find(parent, where);
        return n != nullptr && sort_children(n->value, std::move(compare), where);
    }
    template <class Compare = core::less> void sort(Compare compare = {}, caller where = {}) {
        core::require_comparison<Compare, T>();
        [[maybe_unused]] const auto inside = slots().entered(where);
        nodes_.sort_row(nullptr, std::move(compare));
    }

    // --- finding -----------------------------------------------------------------------------------------------------

    /// The object of a handle; null if the handle is empty or stale. O(1).
    [[nodiscard]] T* get(handle_type h, caller where = {}) { return value_of(find(h, where)); }
    [[nodiscard]] const T* get(handle_type h, caller where = {}) const { return value_of(find(h, where)); }
    [[nodiscard]] bool contains(handle_type h, caller where = {}) const { return find(h, where) != nullptr; }
    /// Whether the object, which is or was of this tree, is there. O(1).
    [[nodiscard]] bool contains(core::element_ref<T> x, caller where = {}) const { return is_here(x, where); }
    /// An empty one if the object has been removed. O(1).
    [[nodiscard]] handle_type handle_of(core::element_ref<T> x, caller where = {}) const {
        if (!slots().check_own(node::of(x.get()), where)) return {};
        return slots().handle_of(node::of(x.get()));
    }

    /// Null if there is none, and for a removed object. O(1).
    [[nodiscard]] T* parent_of(core::element_ref<T> x) const {
        return is_here(x, {}) ? value_of(node::of(x.get())->parent) : nullptr;
    }
    [[nodiscard]] T* first_child_of(core::element_ref<T> x) const {
        return is_here(x, {}) ? value_of(node::there(node::of(x.get())->first)) : nullptr;
    }
    [[nodiscard]] T* last_child_of(core::element_ref<T> x) const {
        return is_here(x, {}) ? value_of(node::there_before(node::of(x.get())->last)) : nullptr;
    }
    [[nodiscard]] T* next_sibling_of(core::element_ref<T> x) const {
        return is_here(x, {}) ? value_of(node::there(node::of(x.get())->next)) : nullptr;
    }
    [[nodiscard]] T* previous_sibling_of(core::element_ref<T> x) const {
        return is_here(x, {}) ? value_of(node::there_before(node::of(x.get())->previous)) : nullptr;
    }
    /// The first and the last of those without a parent.
    [[nodiscard]] T* first() noexcept { return value_of(node::there(nodes_.row().first)); }
    [[nodiscard]] const T* first() const noexcept { return value_of(node::there(nodes_.row().first)); }
    [[nodiscard]] T* last() noexcept { return value_of(node::there_before(nodes_.row().last)); }
    [[nodiscard]] const T* last() const noexcept { return value_of(node::there_before(nodes_.row().last)); }
    /// Whether x is in the branch of `top`, which may be x itself. O(depth).
    [[nodiscard]] bool is_in_branch(core::element_ref<T> x, core::element_ref<T> top) const {
        return is_here(x, {}) && is_here(top, {}) && nodes_type::is_in_branch(node::of(x.get()), node::of(top.get()));
    }
    /// 0 for those without a parent. O(depth).
    [[nodiscard]] size_type depth_of(core::element_ref<T> x) const {
        size_type n = 0;
        for (const node* up = is_here(x, {}) ? node::of(x.get())->parent : nullptr; up != nullptr; up = up->parent) ++n;
        return n;
    }

    [[nodiscard]] size_type size() const noexcept { return slots().size(); }
    [[nodiscard]] bool empty() const noexcept { return slots().size() == 0; }
    /// Whether a walk is open.
    [[nodiscard]] bool is_walked() const noexcept { return slots().is_walked(); }
    /// Elements that have room in the memory held.
    [[nodiscard]] size_type capacity() const noexcept { return slots().capacity(); }
    /// As `pool::reserve`.
    bool reserve(size_type n) {
        return core::is_possible_length(n, slots_type::placement_type::most_slots) &&
               (n <= size() || slots().reserve(n - size()));
    }
    /// As `pool::trim`.
    void trim(caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = slots().entered(where);
        slots().trim();
    }
    /// The tree refuses to grow beyond this.
    [[nodiscard]] size_type max_capacity() const noexcept { return slots().most(); }
    void max_capacity(size_type n) noexcept { slots().most(n); }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes an object with its branch, children first, and calls `on_expire` of each, once. False if it was removed
    /// before. Objects added to the branch meanwhile are also removed, those moved out of it stay. O(size of the branch
    /// × open walks).
    bool remove(core::element_ref<T> x, caller where = {}) { return remove_top(x, false, where); }
    bool remove(handle_type h, caller where = {}) {
        node* const n = find(h, where);
        return n != nullptr && remove(n->value, where);
    }
    /// Removes the object at which an iterator is positioned.
    bool remove(const iterator& at, caller where = {}) { return at != std::default_sentinel && remove(*at, where); }
    bool remove(const const_iterator& at, caller where = {}) {
        return at != std::default_sentinel && remove(*at, where);
    }
    /// Removes each resident for which `pred` is true, with its branch; how many times. O(n).
    template <class Predicate> size_type remove_if(Predicate pred, caller where = {});
    /// Removes all that is there now.
    void clear(caller where = {}) {
        auto w = walk(residents, where);
        while (T* const x = w.next()) (void)remove(*x, where);
    }

    // --- walking -----------------------------------------------------------------------------------------------------

    /// A live walk in pre-order, for a range-for or an algorithm.
    [[nodiscard]] iterator begin(caller where = {}) { return iterator(walk(live, where)); }
    [[nodiscard]] const_iterator begin(caller where = {}) const { return const_iterator(walk(live, where)); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// An open walk, live or of residents, of all there is or of a branch, in pre-order or another.
    template <core::walk_policy Policy> [[nodiscard]] walk_type walk(Policy policy, caller where = {}) {
        return opened<walk_type>(nullptr, tree_order::pre, policy, where);
    }
    template <core::walk_policy Policy> [[nodiscard]] const_walk_type walk(Policy policy, caller where = {}) const {
        return opened<const_walk_type>(nullptr, tree_order::pre, policy, where);
    }
    template <core::walk_policy Policy>
    [[nodiscard]] walk_type walk(tree_order order, Policy policy, caller where = {}) {
        return opened<walk_type>(nullptr, order, policy, where);
    }
    template <core::walk_policy Policy>
    [[nodiscard]] const_walk_type walk(tree_order order, Policy policy, caller where = {}) const {
        return opened<const_walk_type>(nullptr, order, policy, where);
    }
    template <core::walk_policy Policy>
    [[nodiscard]] walk_type walk_branch(core::element_ref<T> x, tree_order order, Policy policy, caller where = {}) {
        return opened<walk_type>(x.get(), order, policy, where);
    }
    template <core::walk_policy Policy> [[nodiscard]] const_walk_type
    walk_branch(core::element_ref<T> x, tree_order order, Policy policy, caller where = {}) const {
        return opened<const_walk_type>(x.get(), order, policy, where);
    }
    template <core::range_of<handle_type> R> void walk(R&, caller = {}) const {
        core::require_walk_of_handles<core::handles_of::shared, R>();
    }
    /// Calls f(T&) for each.
    template <class F> void each(F f, caller where = {}) { each(tree_order::pre, live, std::move(f), where); }
    template <class F> void each(F f, caller where = {}) const { each(tree_order::pre, live, std::move(f), where); }
    template <core::walk_policy Policy, class F> void each(tree_order order, Policy policy, F f, caller where = {}) {
        core::require_visit<F, T>();
        for (auto w = walk(order, policy, where); T* const x = w.next();) f(*x);
    }
    template <core::walk_policy Policy, class F>
    void each(tree_order order, Policy policy, F f, caller where = {}) const {
        core::require_visit<F, const T>();
        for (auto w = walk(order, policy, where); const T* const x = w.next();) f(*x);
    }

    /// Calls f(T&) for the node of a handle, and keeps it as a walk does: it may be removed meanwhile. False if it has
    /// been removed.
    template <class F> bool visit(handle_type h, F f, caller where = {}) {
        if (get(h, where) == nullptr) return false;
        f(*walk_branch(*get(h, where), tree_order::pre, residents, where).next());
        return true;
    }

    // --- as an entity ------------------------------------------------------------------------------------------------

    /// Updates each in pre-order, also new ones that are ahead. Expired objects, before or after their update, are
    /// removed with their branch, which is not updated any more. A tree that has expired updates nothing.
    template <core::step_for<T> Step> void update(Step&& step, caller where = {}) { update_all(live, step, where); }
    template <core::step_for<T> Step> void update(live_t policy, Step&& step, caller where = {}) {
        update_all(policy, step, where);
    }
    template <core::step_for<T> Step> void update(residents_t policy, Step&& step, caller where = {}) {
        update_all(policy, step, where);
    }
    /// The self-pruning walk in pre-order: f(T&) may return whether the object, and so its branch, lives on.
    template <class F>
        requires std::is_invocable_v<F&, T&>
    void update(F f, caller where = {}) {
        update(live, std::move(f), where);
    }
    template <class Policy, class F>
        requires std::is_invocable_v<F&, T&>
    void update(Policy policy, F f, caller where = {}) {
        auto w = walk(policy, where);
        while (T* const x = w.next()) {
            if (!core::lives_on(f, *x)) (void)w.remove(where);
        }
    }
    /// Removes the branches of those that have expired, without updating any of them.
    void prune(caller where = {}) {
        access::require();
        if constexpr (access::expires) {
            auto w = walk(residents, where);
            while (T* const x = w.next()) {
                if (access::is_expired(*x)) (void)w.remove_current(true, where);
            }
        }
    }
    /// Draws each in pre-order, but no branch of one that has expired.
    template <class Canvas> void draw(Canvas& canvas, caller where = {}) { draw_all(*this, canvas, where); }
    template <class Canvas> void draw(Canvas& canvas, caller where = {}) const { draw_all(*this, canvas, where); }
    [[nodiscard]] bool expired() const noexcept { return expired_; }
    void expire() noexcept { expired_ = true; }
    void on_expire() { clear(); }

    // --- hooks -------------------------------------------------------------------------------------------------------

    /// f(T&) is called for each added object, and for each removed one, before its `on_expire()`: it is not in the tree
    /// any more, but can be read. Both may make any edit. If `on_add` throws, the addition is undone; if `on_remove`
    /// throws, the object is removed nevertheless. One each; null removes it.
    template <class F> void on_add(F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) on_add_.reset();
        else on_add_.set(slots().allocator(), std::move(f));
    }
    template <class F> void on_remove(F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) slots().on_remove(nullptr);
        else {
            core::require_hook<F, T>();
            slots().on_remove([f = std::move(f)](node& n) mutable { f(n.value); });
        }
    }

    // --- looking in --------------------------------------------------------------------------------------------------

    /// The name that the audit build's messages use. The text must outlive the tree.
    void name(const char* text) noexcept { slots().name(text); }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] std::string story(handle_type h) const { return slots().story(h); }
#endif
    /// Whether everything is as it must be (for tests). O(n).
    [[nodiscard]] bool validate() const noexcept { return nodes_.is_whole(); }
    /// The store of the nodes.
    [[nodiscard]] auto& storage() noexcept { return slots(); }

  private:
    template <class> friend class core::imaged_tree;
    using slots_type = typename nodes_type::slots_type;

    [[nodiscard]] slots_type& slots() const noexcept { return nodes_.storage(); }
    [[nodiscard]] static T* value_of(node* n) noexcept { return n == nullptr ? nullptr : std::addressof(n->value); }
    [[nodiscard]] node* find(handle_type h, caller where) const {
        slots().check_own(h, where);
        return slots().find(h);
    }
    [[nodiscard]] bool is_here(core::element_ref<T> x, caller where) const {
        return slots().check_own(node::of(x.get()), where) && slots().contains(node::of(x.get()));
    }

    template <class... Args> handle_type make(node* parent, node* next, caller where, Args&&... args);
    template <class U = T> handle_type make_beside(node* sibling, bool after, caller where, U&& value) {
        if (!is_here(sibling->value, where)) return {};
        return make(sibling->parent, after ? node::there(sibling->next) : sibling, where, std::forward<U>(value));
    }
    bool relink(node* x, node* to, node* next) { return !nodes_.is_in_branch(to, x) && nodes_.move(x, to, next); }
    /// `expired`: because it has expired.
    bool remove_top(core::element_ref<T> x, bool expired, caller where) {
        [[maybe_unused]] const auto inside = slots().entered(where);
        return is_here(x, where) && remove_branch(node::of(x.get()), nullptr, expired ? node::of(x.get()) : nullptr);
    }
    void take_hooks(tree& other) noexcept {
        on_add_.take(other.on_add_);
        slots().take_hooks(other.slots());
        slots().most(other.slots().most());
    }
    /// Whether one of them is in the middle of an operation, and so cannot be moved, which is an error of the caller's.
    [[nodiscard]] bool is_in_midst(const tree& other, caller where) const;
    void take_over(tree& other, caller where) noexcept {
        other.slots().check_unwalked("a tree that is walked is moved", where);
        if (is_in_midst(other, where)) return;
        other.nodes_.abandon_places();
        nodes_.swap(other.nodes_);
        take_hooks(other);
    }
    /// Calls `on_expire` of all in the branch but `untold`; of objects that the tree only points to, if they are
    /// `expired`.
    bool remove_branch(node* top, const node* untold, const node* expired = nullptr);

    template <class Walk, class Policy>
    [[nodiscard]] Walk opened(const T* top, tree_order order, Policy, caller where) const {
        const std::uint64_t limit = std::is_same_v<Policy, live_t> ? place::no_limit : nodes_.last_placed();
        Walk w(*const_cast<tree*>(this), top != nullptr ? node::of(top) : nullptr, order, limit);
        if (top != nullptr && !is_here(*top, where)) w.finish();
        slots().opened(w.node_of_walk(), where);
        return w;
    }
    template <class Policy, class Step> void update_all(Policy policy, Step& step, caller where) {
        core::require_step<Step>();
        if (expired_) return;
        auto w = walk(policy, where);
        while (T* const x = w.next()) {
            if (!access::advance(*x, step)) (void)w.remove_current(true, where);
            if (expired_) return;
        }
    }
    template <class Tree, class Canvas> static void draw_all(Tree& all, Canvas& canvas, caller where) {
        auto w = all.walk(residents, where);
        while (auto* const x = w.next()) {
            if (access::is_expired(const_cast<T&>(*x))) w.skip_branch();
            else access::draw(*x, canvas);
        }
    }

    mutable nodes_type nodes_;
    core::callback<T, Allocator> on_add_;
    bool expired_ = false;
};

} // namespace throng

#include <throng/entity/detail/tree_edits.hpp> // IWYU pragma: export
