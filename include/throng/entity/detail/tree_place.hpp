#pragma once

#include <throng/core/compiler.hpp>
#include <throng/core/reused_slots.hpp>
#include <throng/core/walks.hpp>
#include <throng/entity/detail/tree_node.hpp>
#include <throng/entity/detail/tree_queue.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng {

/// In which order a walk goes through a tree.
enum class tree_order : std::uint8_t {
    /// Each node before its children.
    pre,
    /// Each node after its children.
    post,
    /// All of one depth before any of the next. Such a walk keeps a list of the nodes with children to come.
    level,
};

namespace core {

template <class T, class Allocator> class tree_nodes;

/// Where an open walk of a tree is: on a node, which it keeps alive, and whose place it knows; or, once that node has
/// been removed or moved away, in the gap that it left: among the children of a node, right after one of them. Each
/// removal or move of a node notifies all places (`left`, `moves`), so walks stay valid under any edit.
template <class T, class Allocator> class tree_place {
    using node = tree_node<T>;
    using nodes_type = tree_nodes<T, Allocator>;
    using slots_type = store<node, lowest_free, Allocator>;
    /// A node with children to come, of a walk by level, and when it came to wait, as the tree counts.
    struct waiting {
        handle<node> its;
        std::uint64_t since;
    };
    /// A branch that has been moved: `placed` of its top, and whether this walk had it ahead.
    struct moved_branch {
        std::uint64_t placed;
        bool was_ahead;
    };

  public:
    static constexpr std::uint64_t no_limit = node::being_told - 1;

    /// Of the branch of a node, or of everything, if that is null; of what had been placed by then.
    tree_place(nodes_type& home, node* root, tree_order order, std::uint64_t limit) noexcept
        : home_(&home),
          root_(root),
          limit_(limit),
          queue_(home.storage().allocator()),
          moved_(home.storage().allocator()),
          order_(order) {
        link();
        // A walk of a branch by level begins with a separate row: the root alone.
        begin();
    }
    tree_place(tree_place&& other) noexcept
        : home_(other.home_),
          root_(other.root_),
          parent_(other.parent_),
          before_(other.before_),
          limit_(other.limit_),
          queue_(std::move(other.queue_)),
          moved_(std::move(other.moved_)),
          order_(other.order_),
          state_(other.state_),
          skips_(other.skips_),
          starts_(other.starts_),
          notes_(other.notes_) {
        if (home_ == nullptr) return;
        link();
        node_.at = other.node_.at;
        node_.is_opened_as(other.node_);
        other.close();
    }
    tree_place& operator=(tree_place&& other) noexcept {
        if (this != &other) {
            close();
            this->~tree_place();
            ::new (static_cast<void*>(this)) tree_place(std::move(other));
        }
        return *this;
    }
    ~tree_place() { close(); }
    /// A second one that stands where this one stands. A walk by level needs memory: it throws what the allocator
    /// throws.
    [[nodiscard]] tree_place fork() const { return tree_place(*this); }

    [[nodiscard]] node* current() const noexcept {
        return reinterpret_cast<node*>(static_cast<std::uintptr_t>(node_.at));
    }
    [[nodiscard]] nodes_type* home() const noexcept { return home_; }
    /// Whether the node stood on is still in its place.
    [[nodiscard]] bool is_there() const noexcept { return state_ == state::on; }
    [[nodiscard]] auto& node_of_walk() noexcept { return node_; }

    /// Moves on; null at the end. Throws what the allocator throws, if it is by level; then it has not moved.
    node* next() {
        // To the first child or the next sibling, where nothing is to be considered.
        if (state_ == state::on && order_ == tree_order::pre && !skips_ && !starts_ && moved_.empty()) [[likely]] {
            const node* const from = current();
            node* const n = from->first != nullptr ? from->first : from == root_ ? nullptr : from->next;
            if (n != nullptr && n->placed <= limit_) [[likely]] {
                node_.at = address_of(n);
                return n;
            }
        }
        return search();
    }
    /// The branch of the node stood on is passed over; not in post-order, where it has been walked already.
    void skip_branch() noexcept { skips_ = state_ == state::on; }
    /// The children of the node stood on come next, and then the node again.
    void descend_again() noexcept {
        parent_ = current();
        before_ = nullptr;
        state_ = state::gap;
    }

    // --- what the tree tells -----------------------------------------------------------------------------------------

    /// A node without children is about to leave its place permanently.
    void left(node* n) noexcept {
        if (n == root_) return finish();
        if (state_ == state::on && current() == n) return stand_in_gap(n);
        if (state_ != state::gap) return;
        if (before_ == n) before_ = n->previous;
        if (parent_ == n) leave_row(n);
    }
    /// From now on it comes to what is moved within its branch again, for a walk that removes all it comes to.
    void see_moved_again() noexcept { notes_ = false; }
    /// Memory for what `moves` notes; false where the allocator gives null. Throws what the allocator throws.
    [[nodiscard]] bool prepare_to_note() { return !notes_ || is_by_level() || moved_.prepare(); }
    /// A node is about to be moved with its branch, and will have been placed then. A walk that has passed it does not
    /// visit it again, and one that has it ahead visits it if its new place is also ahead.
    void moves(node* b, std::uint64_t placed) noexcept {
        if (notes_ && !is_by_level() && b != root_ && is_within(b)) {
            const bool ahead = has_ahead(b);
            if (ahead != (placed <= limit_)) moved_.push({placed, ahead});
        }
        leave_branch(b);
    }
    void leave_branch(node* b) noexcept {
        if (state_ == state::gap && before_ == b) before_ = b->previous;
        if (state_ == state::on && current() == b && b != root_) return stand_in_gap(b);
        const node* up = state_ == state::on ? current() : state_ == state::gap ? parent_ : nullptr;
        for (; up != nullptr && up != root_; up = up->parent) {
            if (up == b) return leave_row(b);
        }
    }
    /// There is nothing more for this walk.
    void finish() noexcept {
        state_ = state::over;
        root_ = nullptr;
        queue_.clear();
    }
    /// The tree is destroyed, or its contents have been replaced.
    void abandon() noexcept {
        if (node_.home != nullptr) node_.home->unlink(node_);
        home_ = nullptr;
        state_ = state::over;
    }

    tree_place* next_place = nullptr;
    tree_place* previous_place = nullptr;

  private:
    enum class state : std::uint8_t {
        /// On the node, in its place.
        on,
        /// Among the children of `parent_`, right after `before_`, or before all of them.
        gap,
        /// By level: between two rows.
        between,
        /// The branch is removed.
        over,
    };

    THRONG_NOINLINE void link() noexcept {
        home_->open(*this);
        home_->storage().link(node_);
    }
    void begin() noexcept {
        // Before the first: in front of all that have no parent. A branch begins with its root.
        state_ = root_ == nullptr ? state::gap : state::between;
        starts_ = root_ != nullptr;
    }
    void close() noexcept {
        state_ = state::over;
        if (home_ == nullptr) return;
        std::exchange(home_, nullptr)->close(*this);
        if (node_.home != nullptr) node_.home->close(node_);
    }
    void stand_in_gap(node* n) noexcept {
        parent_ = n->parent;
        before_ = n->previous;
        state_ = state::gap;
        skips_ = false;
    }
    /// The node goes that has the walk among its children.
    void leave_row(node* n) noexcept {
        if (n == root_) return;
        if (is_by_level()) state_ = state::between;
        else stand_in_gap(n);
        skips_ = false;
    }

    THRONG_NOINLINE node* search();
    [[nodiscard]] bool is_by_level() const noexcept { return order_ == tree_order::level; }
    [[nodiscard]] bool sees(const node* n) const noexcept {
        return moved_.empty() ? n->placed <= limit_ : sees_moved(n);
    }
    [[nodiscard]] THRONG_NOINLINE bool sees_moved(const node* n) const noexcept {
        std::size_t first = 0;
        for (std::size_t end = moved_.size(); first < end;) {
            const std::size_t middle = first + (end - first) / 2;
            if (moved_[middle].placed == n->placed) return moved_[middle].was_ahead;
            if (moved_[middle].placed < n->placed) first = middle + 1;
            else end = middle;
        }
        return n->placed <= limit_;
    }
    /// n, or the first sibling after it that this walk sees.
    [[nodiscard]] node* seen_from(node* n) const noexcept {
        while (n != nullptr && !sees(n)) n = n->next;
        return n;
    }
    [[nodiscard]] node* first_of(const node* parent) const noexcept {
        return seen_from(parent == nullptr ? home_->row().first : parent->first);
    }
    /// The root of the branch; null during the notification of its removal.
    [[nodiscard]] node* start() const noexcept { return root_->is_being_told() ? nullptr : root_; }
    /// Null for null.
    [[nodiscard]] node* deepest(node* n) const noexcept {
        for (node* child = n; child != nullptr; child = first_of(child)) n = child;
        return n;
    }
    /// The next node in the row that the walk is in, if it is in one.
    [[nodiscard]] node* follower() const noexcept {
        if (state_ == state::on) return current() == root_ ? nullptr : seen_from(current()->next);
        return before_ != nullptr ? seen_from(before_->next) : first_of(parent_);
    }
    [[nodiscard]] node* row_parent() const noexcept { return state_ == state::on ? current()->parent : parent_; }

    [[nodiscard]] static std::size_t depth_of(const node* n) noexcept {
        std::size_t depth = 0;
        for (; n != nullptr; n = n->parent) ++depth;
        return depth;
    }
    [[nodiscard]] bool is_within(const node* n) const noexcept {
        return state_ != state::over && (root_ == nullptr || nodes_type::is_in_branch(n, root_));
    }
    /// Whether a node within is still to be visited, not by level. A branch that the walk is in has been passed.
    /// O(depth + siblings).
    [[nodiscard]] bool has_ahead(const node* n) const noexcept {
        for (const node* up = n; up != root_; up = up->parent) {
            if (!sees(up)) return false;
        }
        if (starts_) return true;
        // Where the ways to both part, n is below one sibling, and this walk on or below another, or right behind it.
        const node* its = state_ == state::on ? current() : before_;
        const node* row = state_ == state::on ? current()->parent : parent_;
        const std::size_t depth = depth_of(row) + 1;
        const std::size_t depth_of_n = depth_of(n);
        for (std::size_t d = depth_of_n; d > depth; --d) n = n->parent;
        if (depth_of_n > depth && state_ == state::on && n == its) return order_ == tree_order::pre;
        for (std::size_t d = depth; d > depth_of_n; --d) {
            its = row;
            row = row->parent;
        }
        while (n->parent != row) {
            n = n->parent;
            its = row;
            row = row->parent;
        }
        const bool is_in_front = its == nullptr;
        if (its == n) return false;
        while (its != nullptr && its != n) its = its->next;
        return its != nullptr || is_in_front;
    }

    /// Where the walk goes from where it is; null for the end.
    [[nodiscard]] node* target() noexcept {
        switch (order_) {
        case tree_order::pre:
            return target_pre();
        case tree_order::post:
            return target_post();
        default:
            return target_level();
        }
    }
    [[nodiscard]] node* target_pre() noexcept {
        if (starts_) return start();
        if (state_ == state::on && !skips_) {
            if (node* const child = first_of(current()); child != nullptr) return child;
        }
        if (node* const n = follower(); n != nullptr) return n;
        if (state_ == state::on && current() == root_) return nullptr;
        for (node* up = row_parent(); up != nullptr && up != root_; up = up->parent) {
            if (node* const n = seen_from(up->next); n != nullptr) return n;
        }
        return nullptr;
    }
    [[nodiscard]] node* target_post() noexcept {
        if (starts_) return deepest(start());
        if (state_ == state::on && current() == root_) return nullptr;
        if (node* const n = follower(); n != nullptr) return deepest(n);
        node* up = row_parent();
        while (up != nullptr && up->is_being_told()) {
            if (up == root_) return nullptr;
            if (node* const n = seen_from(up->next); n != nullptr) return deepest(n);
            up = up->parent;
        }
        return up;
    }
    [[nodiscard]] node* target_level() noexcept {
        if (starts_) return start();
        if (state_ != state::between) {
            if (node* const n = follower(); n != nullptr) return n;
        }
        while (!queue_.empty()) {
            const waiting next = queue_.pop();
            const node* const parent = home_->storage().find(next.its);
            if (parent == nullptr || has_moved(parent, next.since)) continue;
            if (node* const n = first_of(parent); n != nullptr) return n;
        }
        return nullptr;
    }
    /// Whether the node, or one that it is under, has been moved since then. O(depth) if anything has been.
    [[nodiscard]] bool has_moved(const node* n, std::uint64_t since) const noexcept {
        if (home_->last_move() <= since) return false;
        for (; n != nullptr && n != root_; n = n->parent) {
            if (n->placed > since) return true;
        }
        return false;
    }

    /// After the last: what is added at the end of the outermost row is still ahead.
    void stand_at_end() noexcept {
        parent_ = root_;
        before_ = root_ != nullptr ? root_->last : home_->row().last;
        // A walk that shows a root last has nothing more ahead.
        if (root_ != nullptr && order_ != tree_order::pre) finish();
        else state_ = state::gap;
    }

    tree_place(const tree_place& other)
        : home_(other.home_),
          root_(other.root_),
          parent_(other.parent_),
          before_(other.before_),
          limit_(other.limit_),
          queue_(other.queue_),
          moved_(other.moved_),
          order_(other.order_),
          state_(other.state_),
          skips_(other.skips_),
          starts_(other.starts_),
          notes_(other.notes_) {
        node_.extent = sizeof(node);
        if (home_ == nullptr) return;
        link();
        node_.at = other.node_.at;
        node_.is_opened_as(other.node_);
    }

    typename slots_type::walker_type node_;
    nodes_type* home_;
    node* root_;
    node* parent_ = nullptr;
    node* before_ = nullptr;
    std::uint64_t limit_;
    tree_queue<waiting, Allocator> queue_;
    /// Those of which `placed` does not tell whether this walk sees them, in the order of `placed`.
    tree_queue<moved_branch, Allocator> moved_;
    tree_order order_;
    state state_ = state::gap;
    bool skips_ = false;
    /// A walk of a branch has not come to its root yet.
    bool starts_ = false;
    bool notes_ = true;
};

template <class T, class Allocator> auto tree_place<T, Allocator>::search() -> node* {
    if (home_ == nullptr) return nullptr;
    if (is_by_level() && !queue_.prepare()) return nullptr;
    for (;;) {
        // A removed node is kept for this walk; it is released once the walk is positioned elsewhere.
        node* const behind = state_ == state::on ? nullptr : current();
        if (is_by_level() && state_ == state::on && !skips_)
            queue_.push({home_->storage().handle_of(current()), home_->last_placed()});
        node* const n = state_ == state::over ? nullptr : target();
        skips_ = starts_ = false;
        node_.at = n == nullptr ? address{} : address_of(n);
        if (n != nullptr) state_ = state::on;
        else if (state_ != state::over) stand_at_end();
        if (behind == nullptr) return n;
        home_->storage().leave(behind);
        // The destructor may have made edits: the reached node may be removed, or newcomers may have been added.
        if (home_ == nullptr) return nullptr;
        if (n != nullptr && state_ == state::on) return n;
    }
}

} // namespace core
} // namespace throng
