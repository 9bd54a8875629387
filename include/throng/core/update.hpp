#pragma once

#include <throng/core/cursor.hpp>
#include <throng/core/requirements.hpp>
#include <throng/core/visits.hpp>

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
        node_.owner = &home;
        home.link(node_);
    }
    update_walk(const update_walk&) = delete;
    update_walk& operator=(const update_walk&) = delete;
    ~update_walk() { close(); }
    /// Ends the walk, as its destructor would.
    void close() noexcept {
        if (node_.home == nullptr) return;
        if (!finished_) {
            owner_.abandon_pruning();
            node_.home->look_for_strays();
        }
        node_.home->close(node_);
    }
    [[nodiscard]] walker_type& node() noexcept { return node_; }

    /// False if the contents have been exchanged meanwhile: the rest is for an ordinary walk.
    template <class F> bool run(F& f) {
        from_ = to_ = owner_.head();
        while (from_ != nullptr && from_->order <= limit_.order) {
            if (!packing_ && may_pack()) start_packing();
            for (unsigned s = next_visible(0); s != none; s = next_visible(s)) {
                bool whole = true;
                if (packing_) make_room();
                if (stays(f, s)) whole = stay_run(f, s);
                else if constexpr (moves_bytes) whole = pack_run(f, s);
                else whole = move_one(f, s++);
                if (!whole) return false;
            }
            page_type* const left = from_;
            from_ = left->next;
            if (packing_ && left != to_ && from_ != nullptr && left->is_vacant()) {
                // What has been emptied is filled next, so that the order of the pages in memory lasts. Only when very
                // much has died, it goes back for the newcomers.
                if (emptied_ < owner_.pages_used() / 8 + 8) ++emptied_;
                else owner_.release(left);
            }
        }
        finish();
        return true;
    }

  private:
    static constexpr bool moves_bytes = home_type::by_bytes && !audited;

    [[nodiscard]] static std::uintptr_t distance(const T* from, const T* to) noexcept {
        return reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from);
    }
    /// (Where handles or subsets follow each element, a move costs more than the gap that it closes: those are left to
    /// the packing of the sequence.)
    [[nodiscard]] bool may_pack() const noexcept {
        return home_type::relocatable && owner_.is_only_walk(node_) && !owner_.is_tracked();
    }
    void start_packing() noexcept {
        packing_ = true;
        to_ = from_;
        slot_ = 0;
    }

    static constexpr unsigned none = page_type::words * word_bits;

    [[nodiscard]] word visible(unsigned i) const noexcept {
        const word w = from_->live[i];
        if (from_->order < limit_.order) [[likely]]
            return w;
        if (from_->order > limit_.order) return word{};
        return limit_.slot <= i * word_bits ? word{} : w & below(limit_.slot - i * word_bits);
    }
    /// The first slot from `s` on whose element is to be visited.
    [[nodiscard]] unsigned next_visible(unsigned s) const noexcept {
        if (s >= none) return none;
        unsigned i = s / word_bits;
        word w = visible(i) & ~below(s % word_bits);
        while (!any(w)) {
            if (++i == page_type::words) return none;
            w = visible(i);
        }
        return i * word_bits + lowest(w);
    }
    /// Where the run of neighbours that begins with `s` ends.
    [[nodiscard]] unsigned run_end(unsigned s) const noexcept {
        const unsigned end = from_->run_end(s);
        return from_->order == limit_.order && end > limit_.slot ? limit_.slot : end;
    }

    /// Whether what begins with slot s is visited where it stands: nothing is packed, or nobody before it has gone yet.
    template <class F> [[nodiscard]] bool stays([[maybe_unused]] const F& f, unsigned s) const noexcept {
        if (!packing_) return true;
        if constexpr (moves_bytes && visitor_of_rows<F>) {
            if (f.takes_rows_in_place()) return false;
        }
        return to_ == from_ && slot_ == s;
    }
    /// Visits a run of neighbours from slot s on, each where it stands, until the run is used up or something has been
    /// edited; s is then the first that has not been visited. False if the contents have been exchanged.
    template <class F> bool stay_run(F& f, unsigned& s) {
        T* x = from_->slot(s);
        T* const end = from_->slot(run_end(s));
        node_.seen = undisturbed;
        do {
            node_.at = address_of(x);
            const bool lives = lives_on(f, *x);
            if (!lives || node_.seen != undisturbed) [[unlikely]] {
                slot_ = from_->index_of(x);
                s = slot_ + 1;
                return after_edit(x, lives);
            }
        } while (++x != end);
        s = slot_ = from_->index_of(x);
        return true;
    }

    /// The same, each in its final place.
    ///
    /// The pages' words are brought up to date only when somebody looks (see `pruning`): from one visit to the next
    /// nothing is stored but the element and where the walk stands.
    template <class F> bool pack_run(F& f, unsigned& s) {
        page_type* const from = from_;
        const bool simple = owner_.forgets_simply();
        const T* x = from->slot(s);
        const T* const x_end = from->slot(run_end(s));
        pruning<T>& state = run_;
        node_.seen = undisturbed;
        do {
            make_room();
            T* y = to_->slot(slot_);
            const T* const y_end = to_->slot(page_type::slots());
            std::uintptr_t lag = distance(y, x);
            state = {from, to_, slot_, lag};
            owner_.start_pruning(state, node_);
            const auto old_place = [&lag](const T* place) {
                return reinterpret_cast<const T*>(reinterpret_cast<std::uintptr_t>(place) + lag);
            };
            // From y to its old place is the same way until one dies; so where the run ends is known till then.
            auto run_ends = reinterpret_cast<std::uintptr_t>(x_end) - lag;
            const auto room_ends = reinterpret_cast<std::uintptr_t>(y_end);
            auto end = run_ends < room_ends ? run_ends : room_ends;
            do {
                bool lives = true;
                if constexpr (visitor_of_rows<F>) {
                    if (f.takes_rows()) {
                        visits row{reinterpret_cast<std::byte*>(y), reinterpret_cast<const std::byte*>(end), lag,
                                   node_.at, node_.seen};
                        lives = f.visit_row(row);
                        y = reinterpret_cast<T*>(row.place);
                        if (row.is_over()) break;
                    } else {
                        lives = move_and_visit(f, y, old_place(y));
                    }
                } else {
                    lives = move_and_visit(f, y, old_place(y));
                }
                if (lives && node_.seen == undisturbed) [[likely]] {
                    ++y;
                    continue;
                }
                if (node_.seen == undisturbed && (simple || goes_silently(f, *y))) {
                    owner_.forget(1);
                } else if (std::is_trivially_destructible_v<T> && node_.seen == removed_itself) {
                    node_.seen = undisturbed;
                } else {
                    if (node_.home == nullptr) return false; // the sequence is gone
                    x = old_place(y) + 1;
                    if (node_.seen == undisturbed) state.publish(x, y + 1);
                    owner_.stop_pruning();
                    s = from->index_of(x);
                    slot_ = to_->index_of(y);
                    return after_edit(y, lives);
                }
                lag += sizeof(T);
                state.lag = lag;
                run_ends -= sizeof(T);
                if (run_ends < end) end = run_ends;
            } while (reinterpret_cast<std::uintptr_t>(y) != end);
            x = old_place(y);
            state.publish(x, y);
            slot_ = to_->index_of(y);
        } while (x != x_end);
        owner_.stop_pruning();
        s = from->index_of(x);
        return true;
    }

    template <class F> bool move_and_visit(F& f, T* y, const T* x) {
        move_ahead<sizeof(T)>(y, x);
        node_.at = address_of(y);
        return lives_on(f, *y);
    }
    /// Whether an element can go without anybody being told.
    template <class F> [[nodiscard]] bool goes_silently(const F& f, const T& x) const noexcept {
        if constexpr (visitor_of_rows<F>) return !owner_.has_remove_hook() && f.is_silent(x);
        else return false;
    }

    /// Visits one element in its final place.
    template <class F> bool move_one(F& f, unsigned s) {
        if constexpr (home_type::relocatable) {
            node_.seen = undisturbed;
            owner_.relocate(from_, s, to_, slot_);
            // The destructor of what was moved from may have made edits, or begun to walk.
            if (node_.seen != undisturbed) [[unlikely]] {
                if (node_.home != &owner_) return false;
                if (!may_pack()) packing_ = false;
                if (!to_->is_live(slot_)) return true;
                node_.seen = undisturbed;
            }
            T* const x = to_->slot(slot_);
            node_.at = address_of(x);
            const bool lives = lives_on(f, *x);
            if (!lives || node_.seen != undisturbed) return after_edit(x, lives);
            ++slot_;
        }
        return true;
    }

    /// The place of the next element, in the page after if this one is full.
    void make_room() noexcept {
        if (slot_ == page_type::slots()) [[unlikely]] {
            to_ = to_->next;
            slot_ = 0;
            if (emptied_ != 0) --emptied_;
        }
    }

    /// The visit of x has changed something, or x is to go. False if the contents have been exchanged.
    [[gnu::noinline]] bool after_edit(T* x, bool lives) {
        if (node_.home != &owner_) return false;
        page_type* const p = page_type::of(x);
        const unsigned s = p->index_of(x);
        if (!lives && p->is_live(s)) owner_.remove_at(p, s);
        if (node_.home != &owner_) return false; // on_remove has exchanged them
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
    /// What is being moved. (Not a local of the moving: where a visit throws, its destructor brings the words up to
    /// date.)
    pruning<T> run_{};
    /// Pages between the two that stand empty.
    std::size_t emptied_ = 0;
    bool packing_ = false;
    bool finished_ = false;
};

} // namespace throng::core
