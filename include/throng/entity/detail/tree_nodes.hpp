#pragma once

#include <throng/core/callback.hpp>
#include <throng/core/reused_slots.hpp>
#include <throng/core/sorting.hpp>
#include <throng/core/walks.hpp>
#include <throng/entity/detail/tree_place.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

template <class Tree> class imaged_tree;

/// The nodes of a tree in their slots, the links between them, and the places of open walks. It knows no hooks and runs
/// no code of the user's but constructors and destructors. No function is recursive.
template <class T, class Allocator> class tree_nodes {
  public:
    using node = tree_node<T>;
    using slots_type = store<node, lowest_free, Allocator>;
    using place = tree_place<T, Allocator>;

    explicit tree_nodes(const Allocator& allocator, caller where = {}) noexcept : slots_(allocator, where) {}
    tree_nodes(const tree_nodes&) = delete;
    tree_nodes& operator=(const tree_nodes&) = delete;
    ~tree_nodes() {
        abandon_places();
        forget_sorts();
    }

    [[nodiscard]] slots_type& storage() noexcept { return slots_; }
    [[nodiscard]] const slots_type& storage() const noexcept { return slots_; }
    /// Those without a parent.
    [[nodiscard]] const tree_row<T>& row() const noexcept { return row_; }
    /// When something was put in its place last, and when something was moved.
    [[nodiscard]] std::uint64_t last_placed() const noexcept { return placed_; }
    [[nodiscard]] std::uint64_t last_move() const noexcept { return moved_; }

    /// Whether n is in the branch of `top`, which may be n itself. O(depth).
    [[nodiscard]] static bool is_in_branch(const node* n, const node* top) noexcept {
        for (; n != nullptr; n = n->parent) {
            if (n == top) return true;
        }
        return false;
    }

    /// Links a new node in as a child of `parent` (or as one without), before `next`, or at the end.
    void put(node* n, node* parent, node* next) noexcept {
        node*& first = parent != nullptr ? parent->first : row_.first;
        node*& last = parent != nullptr ? parent->last : row_.last;
        n->parent = parent;
        n->next = next;
        n->previous = next != nullptr ? next->previous : last;
        (n->previous != nullptr ? n->previous->next : first) = n;
        (next != nullptr ? next->previous : last) = n;
        n->placed = ++placed_;
    }
    /// Moves a node with its branch. The new parent and sibling must not be in the branch. False where the allocator
    /// gives null. Throws what the allocator throws; nothing has changed then. O(open walks × (depth + siblings)).
    [[nodiscard]] bool move(node* n, node* parent, node* next) {
        for (place* p = places_; p != nullptr; p = p->next_place) {
            if (!p->prepare_to_note()) return false;
        }
        for (place* p = places_; p != nullptr; p = p->next_place) p->moves(n, placed_ + 1);
        take_out(n);
        put(n, parent, next);
        moved_ = placed_;
        return true;
    }
    /// Removes a node that has no children. It is destroyed now, or when no walk is positioned at it any more. If
    /// `told`, notifies the listeners of the slots. Meanwhile no walk visits it; if that throws, it is removed
    /// nevertheless.
    void drop(node* n, bool told) {
        while (n->first != nullptr) orphan(n->first);
        if (!told) {
            take_away(n);
            return slots_.drop(slots_type::place_type::of(n));
        }
        const standing_on<slots_type> here(slots_, n); // its links are read when it has gone
        const removal r(*this, n);
        (void)slots_.remove_own(n);
    }

    /// Whether every link has its counterpart, and each node is in one row.
    [[nodiscard]] bool is_whole() const noexcept {
        if (!validation::is_whole(slots_)) return false;
        std::size_t n = 0;
        const node* parent = nullptr;
        for (const node* x = row_.first; x != nullptr;) {
            const node* const first = parent != nullptr ? parent->first : row_.first;
            const node* const last = parent != nullptr ? parent->last : row_.last;
            const bool told = x->is_being_told();
            if (x->parent != parent || slots_.contains(x) == told) return false;
            if (!told && (x->placed > placed_ || ++n > slots_.size())) return false;
            if ((x->previous != nullptr ? x->previous->next : first) != x) return false;
            if ((x->next != nullptr ? x->next->previous : last) != x) return false;
            if ((x->first == nullptr) != (x->last == nullptr)) return false;
            if (x->first != nullptr) {
                parent = x;
                x = x->first;
                continue;
            }
            while (x->next == nullptr && x->parent != nullptr) x = x->parent;
            parent = x->parent;
            x = x->next;
        }
        return n == slots_.size();
    }

    /// Puts the children of a node, or those without a parent, in the order of less(value, value), equals in the order
    /// that they had: now, or when nothing is open any more. Throws what `less` and the allocators throw; the order is
    /// as before then.
    template <class Less> void sort_row(node* parent, Less less) {
        if (!slots_.is_walked()) return sort_now(parent, less);
        struct memory {
            tree_nodes& home;
            waiting_sort* held;
            ~memory() {
                if (held != nullptr) home.forget(held);
            }
        } m{*this, allocate_object<waiting_sort>(slots_.allocator())};
        if (m.held == nullptr) return;
        m.held->is_top = parent == nullptr;
        if (parent != nullptr) m.held->parent = slots_.handle_of(parent);
        m.held->sort.set(slots_.allocator(), [this, less](node*& of) mutable { sort_now(of, less); });
        slots_.sort_when_idle([this](slots_type&) {
            sort_all();
            return true;
        });
        waiting_sort** end = &sorts_;
        while (*end != nullptr) end = &(*end)->next;
        *end = std::exchange(m.held, nullptr);
    }

    // Called by places.
    void open(place& p) noexcept {
        p.previous_place = nullptr;
        p.next_place = places_;
        if (places_ != nullptr) places_->previous_place = &p;
        places_ = &p;
    }
    void close(place& p) noexcept {
        (p.previous_place != nullptr ? p.previous_place->next_place : places_) = p.next_place;
        if (p.next_place != nullptr) p.next_place->previous_place = p.previous_place;
    }
    void abandon_places() noexcept {
        while (places_ != nullptr) {
            place& p = *places_;
            close(p);
            p.abandon();
        }
    }

    /// Moves each object of another tree to this one, which is empty, under the same parent. Throws what the allocator
    /// or a move throws.
    void move_all(tree_nodes& other) {
        (void)slots_.reserve(other.slots_.size()); // before anything moves
        node* parent = nullptr;
        for (node* from = other.row_.first; from != nullptr;) {
            node* const made = slots_.emplace_back(std::in_place, std::move(from->value));
            if (made == nullptr) return;
            put(made, parent, nullptr);
            if (from->first != nullptr) {
                parent = made;
                from = from->first;
                continue;
            }
            while (from->next == nullptr && from->parent != nullptr) {
                from = from->parent;
                parent = parent->parent;
            }
            from = from->next;
        }
    }
    /// Removes all nodes without notification.
    void discard() {
        row_ = {};
        remove_all(slots_);
    }
    /// Of two trees of which no walk is open.
    void swap(tree_nodes& other) noexcept {
        slots_.swap(other.slots_);
        std::swap(row_, other.row_);
        std::swap(placed_, other.placed_);
        std::swap(moved_, other.moved_);
    }

  private:
    template <class> friend class imaged_tree;

    /// The removal of a node, during its notification.
    struct removal {
        removal(tree_nodes& home, node* gone) noexcept : nodes(home), n(gone) { n->placed = node::being_told; }
        removal(const removal&) = delete;
        removal& operator=(const removal&) = delete;
        ~removal() {
            if (!n->is_orphan()) nodes.take_away(n);
        }
        tree_nodes& nodes;
        node* n;
    };

    /// A row to sort when no walk is open any more.
    struct waiting_sort {
        waiting_sort* next = nullptr;
        bool is_top = false;
        handle<node> parent{};
        callback<node*, Allocator> sort{};
    };
    template <class Less> void sort_now(node* parent, Less& less) {
        node*& first = parent != nullptr ? parent->first : row_.first;
        std::size_t n = 0;
        for (const node* x = first; x != nullptr; x = x->next) ++n;
        if (n < 2) return;
        pointer_array<node, Allocator> a(slots_.allocator(), n);
        pointer_array<node, Allocator> b(slots_.allocator(), n);
        if (a.data() == nullptr || b.data() == nullptr) return;
        n = 0;
        for (node* x = first; x != nullptr; x = x->next) a.data()[n++] = x;
        const auto in_order = [&less](const node& x, const node& y) {
            return static_cast<bool>(less(x.value, y.value));
        };
        node* const* const sorted = [&] {
            const typename slots_type::busy comparing(slots_);
            return merge_sort(a.data(), b.data(), n, in_order);
        }();
        node* before = nullptr;
        for (std::size_t i = 0; i < n; ++i) {
            sorted[i]->previous = before;
            (before != nullptr ? before->next : first) = sorted[i];
            before = sorted[i];
        }
        before->next = nullptr;
        (parent != nullptr ? parent->last : row_.last) = before;
    }
    /// An exception leaves its row unchanged: there is no caller to pass it to.
    void sort_all() noexcept {
        while (sorts_ != nullptr) {
            waiting_sort* const s = std::exchange(sorts_, sorts_->next);
            node* parent = s->is_top ? nullptr : slots_.find(s->parent);
            if (s->is_top || parent != nullptr) (void)attempt([&] { s->sort.call(parent); });
            forget(s);
        }
    }
    void forget(waiting_sort* s) noexcept {
        s->sort.reset();
        s->~waiting_sort();
        deallocate(slots_.allocator(), s, 1);
    }
    void forget_sorts() noexcept {
        while (sorts_ != nullptr) forget(std::exchange(sorts_, sorts_->next));
    }

    void take_away(node* n) noexcept {
        for (place* p = places_; p != nullptr; p = p->next_place) p->left(n);
        take_out(n);
    }
    /// The parent of a node is removed permanently during the notification of the node's removal.
    void orphan(node* n) noexcept {
        take_away(n);
        n->parent = n;
    }
    void take_out(node* n) noexcept {
        node*& first = n->parent != nullptr ? n->parent->first : row_.first;
        node*& last = n->parent != nullptr ? n->parent->last : row_.last;
        (n->previous != nullptr ? n->previous->next : first) = n->next;
        (n->next != nullptr ? n->next->previous : last) = n->previous;
    }

    slots_type slots_;
    tree_row<T> row_;
    place* places_ = nullptr;
    std::uint64_t placed_ = 0;
    std::uint64_t moved_ = 0;
    waiting_sort* sorts_ = nullptr;
};

} // namespace throng::core
