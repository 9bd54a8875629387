#pragma once

#include <throng/core/dense_cursor.hpp>

namespace throng::core {

/// The self-pruning walk of a dense array: while it is the only one open, the last element takes the place of the one
/// that dies, and is visited there next. The visit tells by its result, if it has one, whether the element lives on.
///
/// As soon as anything else happens (another element is removed, somebody else walks, the array overflows), nothing is
/// moved any more: the rest is visited where it stands, and the gaps are filled when the walk closes.
template <class T, class Allocator> class dense_update {
    using home_type = dense<T, Allocator>;
    using walker_type = typename home_type::walker_type;

  public:
    dense_update(home_type& home, position limit) noexcept
        : owner_(home), limit_(limit == last_position ? home_type::nowhere : static_cast<std::size_t>(limit.order)) {
        node_.extent = sizeof(T);
        node_.holds = true;
        node_.owner = &home;
        home.link(node_);
    }
    dense_update(const dense_update&) = delete;
    dense_update& operator=(const dense_update&) = delete;
    ~dense_update() {
        if (node_.home != nullptr) node_.home->close(node_);
    }
    [[nodiscard]] walker_type& node() noexcept { return node_; }

    /// False if the contents have been exchanged meanwhile: the walk is over then, and who goes on begins anew. (What
    /// is visited is called in one place only, for compilers to inline it there.)
    template <class F> bool run(F& f) {
        bool moves = home_type::relocatable && may_move();
        bool simple = dies_simply();
        T* const base = owner_.elements();
        T* x = base;
        T* stop = base;
        node_.seen = undisturbed;
        for (;;) {
            // Newcomers only make the array longer, so its end is looked for where the walk comes to it or one dies.
            if (moves) {
                stop = base + (limit_ < owner_.end() ? limit_ : owner_.end());
            } else {
                const auto neighbours = owner_.find_run(next_, limit_, 0);
                x = neighbours.first;
                stop = x + neighbours.length;
            }
            if (x == stop) break;
            node_.run_last = address_of(stop - 1);
            bool lives = true;
            do {
                node_.at = address_of(x);
                lives = lives_on(f, *x);
                if (!lives) [[unlikely]]
                    break;
            } while (address_of(x++) < node_.run_last);
            T* const visited = reinterpret_cast<T*>(static_cast<std::uintptr_t>(node_.at));
            if (moves) {
                if (lives && node_.seen == undisturbed) continue;
                if (simple && take_away(visited, stop)) {
                    x = visited;
                    continue;
                }
                moves = after_edit(visited, lives);
            } else {
                leave_in_place(visited, lives);
            }
            if (node_.home != &owner_) return false;
            if (moves) {
                simple = dies_simply();
                x = base + next_;
            }
        }
        node_.at = address{};
        return true;
    }

  private:
    [[nodiscard]] bool may_move() const noexcept { return owner_.is_only_walk(node_) && owner_.is_dense(); }
    [[nodiscard]] bool dies_simply() const noexcept {
        return home_type::plain && !owner_.has_handles() && !owner_.has_remove_hook();
    }
    /// Fills the place of the element visited, if nothing has happened but that it is to go, or has gone. The array
    /// ended at `stop` before.
    bool take_away([[maybe_unused]] T* x, [[maybe_unused]] T* stop) noexcept {
        if constexpr (home_type::plain) {
            if (node_.seen != undisturbed) {
                if (node_.seen != removed_itself) return false;
                owner_.restore(x);
                node_.seen = undisturbed;
            }
            owner_.take_last(x, stop);
            if (limit_ != home_type::nowhere) --limit_;
            return true;
        }
        return false;
    }
    /// The visit of x has changed something, or x is to go. `next_` becomes the slot to go on with; false if the array
    /// is to be left as it is from now on.
    [[gnu::noinline]] bool after_edit(T* x, bool lives) {
        if (node_.home != &owner_) return false;
        const std::size_t slot = owner_.slot_of(x);
        next_ = slot + 1;
        if (!lives && owner_.is_live(slot)) owner_.remove(slot);
        if (node_.home != &owner_) return false;
        const bool stays = owner_.is_live(slot);
        node_.at = address{};
        if (!stays) (void)owner_.leave(x);
        if (node_.home != &owner_) return false;
        node_.seen = undisturbed;
        if (stays) return may_move();
        if (!owner_.is_only_walk(node_) || owner_.size() + 1 != owner_.end() || owner_.in_segments()) return false;
        next_ = slot;
        if constexpr (home_type::relocatable) owner_.fill(slot, limit_, node_);
        return node_.home == &owner_ && may_move();
    }

    /// Where nothing is moved: x stays where it was, or leaves a gap there. `next_` becomes the slot to go on with.
    [[gnu::noinline]] void leave_in_place(T* x, bool lives) {
        if (node_.home != &owner_) return;
        next_ = owner_.slot_of(x) + 1;
        if (!lives) (void)owner_.remove(x);
        if (node_.home != &owner_) return;
        node_.at = address{};
        (void)owner_.leave(x);
    }

    walker_type node_;
    home_type& owner_;
    /// The first slot that the walk leaves out.
    std::size_t limit_;
    /// The slot to go on with after an edit, and wherever nothing is moved.
    std::size_t next_ = 0;
};

} // namespace throng::core
