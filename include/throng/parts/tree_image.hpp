#pragma once

#include <throng/fwd.hpp>
#include <throng/parts/store_image.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng::core {

/// The saved state of a tree: its nodes, and the place of each.
template <class Tree> class imaged_tree {
    using nodes_type = typename Tree::nodes_type;
    using node = typename nodes_type::node;
    using store_type = typename nodes_type::slots_type;
    using image_type = store_image<store_type>;
    /// By handles: where nodes are in memory may be another place then.
    struct link {
        handle<node> n;
        handle<node> parent;
        handle<node> next;
    };

  public:
    imaged_tree(const Tree& t, const imaged_tree* earlier)
        : image_(t.get_allocator()), placed_(t.nodes_.placed_), moved_(t.nodes_.moved_), expired_(t.expired_) {
        auto& slots = t.nodes_.storage();
        whole_ = image_.take(slots, earlier == nullptr ? nullptr : &earlier->image_);
        const auto of = [&slots](node* n) { return n == nullptr ? handle<node>() : slots.handle_of(n); };
        links_.reserve(slots.size());
        slots.for_each_slot(first_position, [&](auto* p, unsigned s) {
            node* const n = p->slot(s);
            links_.push_back({of(n), of(n->parent), of(node::there(n->next))});
        });
    }

    [[nodiscard]] std::size_t size() const noexcept { return image_.size(); }
    [[nodiscard]] std::size_t memory() const noexcept { return image_.memory() + links_.capacity() * sizeof(link); }
    /// See store_image.
    class rolling {
      public:
        rolling(const imaged_tree& image, Tree& t) noexcept
            : image_(image), tree_(t), slots_(image.image_, t.nodes_.storage()) {}
        [[nodiscard]] bool prepare() {
            [[maybe_unused]] const auto inside = tree_.nodes_.storage().entered({});
            return image_.whole_ && slots_.prepare();
        }
        void commit() noexcept {
            [[maybe_unused]] const auto inside = tree_.nodes_.storage().entered({});
            slots_.commit();
            image_.link_again(tree_.nodes_);
            tree_.expired_ = image_.expired_;
        }

      private:
        const imaged_tree& image_;
        Tree& tree_;
        typename image_type::rolling slots_;
    };

  private:
    friend struct saved_collections;
    explicit imaged_tree(const typename Tree::allocator_type& allocator) : image_(allocator) {}

    void link_again(nodes_type& nodes) const noexcept {
        auto& slots = nodes.storage();
        nodes.row_ = {};
        for (const link& l : links_) {
            node& n = *slots.find(l.n);
            n.parent = slots.find(l.parent);
            n.next = slots.find(l.next);
            n.first = n.last = n.previous = nullptr;
        }
        for (const link& l : links_) {
            node* const n = slots.find(l.n);
            if (n->next != nullptr) n->next->previous = n;
            else (n->parent != nullptr ? n->parent->last : nodes.row_.last) = n;
        }
        for (const link& l : links_) {
            node* const n = slots.find(l.n);
            if (n->previous == nullptr) (n->parent != nullptr ? n->parent->first : nodes.row_.first) = n;
        }
        nodes.placed_ = placed_;
        nodes.moved_ = moved_;
    }

    image_type image_;
    std::vector<link> links_;
    std::uint64_t placed_ = 0;
    std::uint64_t moved_ = 0;
    bool expired_ = false;
    bool whole_ = false;
};

} // namespace throng::core
