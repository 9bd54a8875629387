#pragma once

#include <throng/core/cursor.hpp>

namespace throng::core {

/// The self-pruning walk: while it is the only one open, it moves each element into its final place just before it
/// visits it, so that the sequence is dense behind it. (Moved first and visited in its new place an element costs
/// almost half of what it costs the other way round: a copy made right after the visit reads what is still being
/// stored.) The visit tells by its result, if it has one, whether the element lives on.
template <class T, class Allocator> class update_walk {
    using home_type = sequence<T, Allocator>;
    using page_type = typename home_type::page_type;
    using walker_type = typename home_type::walker_type;

  public:
    update_walk(home_type& home, position limit) noexcept : owner_(home), limit_(limit) {
        node_.extent = sizeof(T);
        node_.holds = true;
        home.link(node_);
    }
    update_walk(const update_walk&) = delete;
    update_walk& operator=(const update_walk&) = delete;
    ~update_walk() {
        if (node_.home == nullptr) return;
        if (!finished_) node_.home->look_for_strays();
        node_.home->close(node_);
    }
    [[nodiscard]] walker_type& node() noexcept { return node_; }

    /// False if the contents have been exchanged meanwhile: the rest is for an ordinary walk.
    template <class F> bool run(F& f) {
        constexpr bool judges = std::is_same_v<std::invoke_result_t<F&, T&>, bool>;
        from_ = to_ = owner_.head();
        while (from_ != nullptr && from_->order <= limit_.order) {
            if (!packing_ && may_pack()) start_packing();
            for (unsigned i = 0; i < page_type::words; ++i) {
                if constexpr (judges && home_type::plain && !audited) {
                    if (packing_ && !owner_.has_handles() && !owner_.has_remove_hook()) {
                        if (!visit_word_without_branches(f, i)) return false;
                        continue;
                    }
                }
                if (!visit_word(f, i, visible(i))) return false;
            }
            page_type* const left = from_;
            from_ = left->next;
            if (packing_ && left != to_ && from_ != nullptr && left->is_vacant()) owner_.release(left);
        }
        finish();
        return true;
    }

  private:
    [[nodiscard]] bool may_pack() const noexcept { return home_type::relocatable && owner_.is_only_walk(node_); }
    void start_packing() noexcept {
        packing_ = true;
        to_ = from_;
        slot_ = 0;
    }

    [[nodiscard]] word visible(unsigned i) const noexcept {
        const word w = from_->live[i];
        if (from_->order < limit_.order) [[likely]] return w;
        if (from_->order > limit_.order) return word{};
        return limit_.slot <= i * word_bits ? word{} : w & below(limit_.slot - i * word_bits);
    }

    /// Visits what `todo` says of a word. False if the contents have been exchanged.
    template <class F> bool visit_word(F& f, unsigned i, word todo) {
        while (any(todo)) {
            const unsigned s = i * word_bits + lowest(todo);
            todo = without_lowest(todo);
            T* x = from_->slot(s);
            if constexpr (home_type::relocatable) {
                if (packing_) {
                    make_room();
                    if (to_ != from_ || slot_ != s) {
                        owner_.relocate(from_, s, to_, slot_);
                        x = to_->slot(slot_);
                        if constexpr (!home_type::plain) {
                            // The destructor of what was moved from may have made edits.
                            todo = todo & from_->live[i];
                            if (!to_->is_live(slot_)) continue;
                        }
                    }
                } else {
                    to_ = from_;
                    slot_ = s;
                }
            } else {
                to_ = from_;
                slot_ = s;
            }
            node_.at = address_of(x);
            node_.seen = from_->live[i];
            const word there = to_->live[slot_ / word_bits];
            bool lives = true;
            if constexpr (std::is_same_v<std::invoke_result_t<F&, T&>, bool>) lives = f(*x);
            else f(*x);
            if (from_->live[i] != node_.seen || to_->live[slot_ / word_bits] != there || !lives ||
                owner_.walkers() != &node_) [[unlikely]] {
                if (!after_edit(x, lives)) return false;
                todo = visible(i) & above(s % word_bits);
            } else if (packing_) {
                ++slot_;
            }
        }
        return true;
    }

    /// The same where elements are plain bytes and the visit judges: an element is copied to its place whether it is
    /// there already or not, and its place counts as taken by the result of the visit.
    template <class F> bool visit_word_without_branches(F& f, unsigned i) {
        page_type* const from = from_;
        word todo = visible(i);
        // Of the word: what this walk does not visit stays as it is.
        const word beyond = from->live[i] & ~todo;
        while (any(todo)) {
            make_room();
            page_type* const to = to_;
            const unsigned j = slot_ / word_bits;
            const bool same = to == from && j == i;
            // What stands before the next place in its word is final.
            word final_bits = to->live[j] & below(slot_ % word_bits);
            const unsigned end = j + 1 == page_type::words ? page_type::slots() : (j + 1) * word_bits;
            while (any(todo) && slot_ != end) {
                const unsigned s = lowest(todo);
                todo = without_lowest(todo);
                T* const y = to->slot(slot_);
                std::memmove(static_cast<void*>(y), static_cast<const void*>(from->slot(i * word_bits + s)), sizeof(T));
                const word here = bit(slot_ % word_bits);
                const word left = todo | beyond;
                const word there = final_bits | here | (same ? left : word{});
                if (!same) from->live[i] = left;
                to->live[j] = there;
                node_.at = address_of(y);
                node_.seen = same ? there : left;
                const bool lives = f(*y);
                if (to->live[j] != there || from->live[i] != node_.seen || owner_.walkers() != &node_) [[unlikely]] {
                    if (!after_edit(y, lives)) return false;
                    return visit_word(f, i, visible(i) & above(s));
                }
                final_bits |= word{std::uint64_t{lives} << (slot_ % word_bits)};
                slot_ += lives ? 1U : 0U;
                owner_.forget(lives ? 0U : 1U);
            }
            to->live[j] = final_bits | (same ? todo | beyond : word{});
        }
        return true;
    }

    /// The place of the next element, in the page after if this one is full.
    void make_room() noexcept {
        if (slot_ == page_type::slots()) [[unlikely]] {
            to_ = to_->next;
            slot_ = 0;
        }
    }

    /// The visit of x has changed something, or x is to go. False if the contents have been exchanged.
    bool after_edit(T* x, bool lives) {
        if (node_.home != &owner_) return false;
        page_type* const p = page_type::of(x);
        const unsigned s = p->index_of(x);
        if (!lives && p->is_live(s)) owner_.remove_at(p, s);
        const bool stays = p->is_live(s);
        node_.at = address{};
        if (!stays) owner_.leave(x);
        if (node_.home != &owner_) return false;
        if (packing_ && stays) ++slot_;
        // From the moment that somebody else walks, everything stays where it is.
        if (packing_ && !may_pack()) packing_ = false;
        return true;
    }

    void finish() noexcept {
        finished_ = true;
        if (to_ == nullptr) return;
        if (!packing_ || !may_pack()) return;
        owner_.release_after(to_);
        if (owner_.tail() == to_ && !has_any_from(to_, slot_)) owner_.move_end(slot_);
    }
    [[nodiscard]] static bool has_any_from(const page_type* p, unsigned slot) noexcept {
        for (unsigned i = slot / word_bits; i < page_type::words; ++i) {
            const word w = p->live[i] | p->ghosts[i];
            if (any(i == slot / word_bits ? w & ~below(slot % word_bits) : w)) return true;
        }
        return false;
    }

    walker_type node_;
    home_type& owner_;
    position limit_;
    page_type* from_ = nullptr;
    /// Where the next element goes, if packing.
    page_type* to_ = nullptr;
    unsigned slot_ = 0;
    bool packing_ = false;
    bool finished_ = false;
};

} // namespace throng::core
