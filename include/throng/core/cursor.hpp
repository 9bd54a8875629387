#pragma once

#include <throng/core/prefetch.hpp>
#include <throng/core/sequence.hpp>

namespace throng::core {

/// An open walk of a sequence: an object on the caller's stack that stands on one element at a time. It reads a word of
/// 64 slots at once, or, where there are no gaps, goes along a run of neighbours. Whoever removes something ahead of it
/// cuts the run short, or makes it look at the word again. (What is added stands behind all that it has read.)
///
/// When the contents of its collection are exchanged under it, a live walk goes on with what the collection holds now
/// (all of it newcomers), a walk of residents ends, and a walk of a frozen view goes on with what the view shows.
template <class Sequence> class cursor {
  public:
    using page_type = typename Sequence::page_type;
    using walker_type = typename Sequence::walker_type;
    using value_type = std::remove_pointer_t<decltype(std::declval<page_type&>().slot(0))>;

    /// A walk of what stands before `limit`; of everything, newcomers too, with `last_position`. With an epoch: a walk
    /// of the frozen view of that number.
    cursor(Sequence* home, position limit, std::uint64_t epoch = 0) noexcept : owner_(home), limit_(limit) {
        node_.extent = sizeof(value_type);
        node_.epoch = epoch;
        node_.limit = limit;
        if (epoch == 0) node_.owner = home;
        if (home != nullptr) home->link(node_);
    }
    cursor(cursor&& other) noexcept
        : owner_(other.owner_),
          limit_(other.limit_),
          passed_(other.passed_),
          page_(other.page_),
          rest_(other.rest_),
          origin_(other.origin_),
          index_(other.index_),
          ahead_(other.ahead_) {
        node_.extent = other.node_.extent;
        node_.epoch = other.node_.epoch;
        node_.limit = other.node_.limit;
        node_.run_last = other.node_.run_last;
        node_.seen = other.node_.seen;
        node_.is_opened_as(other.node_);
        if (other.node_.home == nullptr) return;
        Sequence& home = *other.node_.home;
        home.link(node_);
        node_.at = other.node_.at;
        node_.owner = std::exchange(other.node_.owner, nullptr);
        home.unlink(other.node_);
        other.page_ = nullptr;
        other.stop();
    }
    cursor& operator=(cursor&& other) noexcept {
        if (this != &other) {
            this->~cursor();
            ::new (static_cast<void*>(this)) cursor(std::move(other));
        }
        return *this;
    }
    ~cursor() {
        if (node_.home != nullptr) node_.home->close(node_);
    }

    /// Moves on to the next element; null at the end. A live walk at its end goes on when something has been added.
    /// (What the next call asks for is written last, and no element lies at null: so g++ keeps it in registers.)
    [[gnu::always_inline]] value_type* next() noexcept {
        value_type* x = current();
        if (node_.at < node_.run_last) {
            ++x;
            if (x == nullptr) __builtin_unreachable();
        } else if (word rest = rest_; any(rest) && (node_.seen == undisturbed || has_only_left())) [[likely]] {
            x = origin_ + lowest(rest);
            if (x == nullptr) __builtin_unreachable();
            prefetch_visit<sizeof(value_type)>(x);
            rest_ = without_lowest(rest);
        } else {
            x = leave_word();
        }
        node_.at = address_of(x);
        return x;
    }

    /// Moves on to the next run of neighbours, at most what one word holds; of length 0 at the end. The walk stands on
    /// all of it.
    [[nodiscard]] std::pair<value_type*, std::size_t> next_run() noexcept {
        // The long way, which lets go of all of the last run.
        value_type* const x = move_on();
        if (x == nullptr) return {nullptr, 0};
        const unsigned first = page_->index_of(x) - index() * word_bits;
        const word rest = rest_ & visible(page_, index());
        const unsigned run = 1 + leading_run(word{bits(rest) >> first >> 1});
        rest_ = rest & ~below(first + run);
        node_.extent = run * sizeof(value_type);
        return {x, run};
    }

    /// What the walk stands on; null before the first and after the last.
    [[nodiscard]] value_type* current() const noexcept {
        return reinterpret_cast<value_type*>(static_cast<std::uintptr_t>(node_.at));
    }
    [[nodiscard]] Sequence* home() const noexcept { return node_.home; }
    /// True if nothing has gone from around the element stood on since the walk came to it, so that it is there.
    [[nodiscard]] bool is_undisturbed() const noexcept { return node_.seen == undisturbed; }
    [[nodiscard]] walker_type& node() noexcept { return node_; }

    /// A second walk of the same, which stands where this one stands and goes on from there on its own.
    [[nodiscard]] cursor fork() const noexcept {
        cursor c(nullptr, limit_, node_.epoch);
        c.owner_ = owner_;
        c.passed_ = passed_;
        c.page_ = page_;
        c.origin_ = origin_;
        c.index_ = index_;
        c.node_.limit = node_.limit;
        c.node_.extent = node_.extent;
        c.node_.is_opened_as(node_);
        c.node_.owner = node_.owner;
        c.node_.disturb();
        if (node_.home == nullptr) return c;
        // (After a swap both stand in another's pages than their owner's.)
        node_.home->link(c.node_);
        c.node_.at = node_.at;
        return c;
    }
    /// What lies before a position counts as passed (for a walk that stands on nothing).
    void pass(position at) noexcept { passed_ = at; }
    /// Where it ends: at once where the contents have been exchanged, unless it is live.
    [[nodiscard]] position limit() const noexcept { return limit_; }
    /// Moves the limit. A walk that has ended at the old one goes on from there.
    void extend(position limit) noexcept {
        if (passed_.order > limit_.order || (passed_.order == limit_.order && passed_.slot > limit_.slot))
            passed_ = limit_;
        limit_ = limit;
    }

    /// Visits everything that is still before the walk.
    template <class F> void each(F& f) {
        while (move_on() != nullptr) {
            do visit_stretch(f);
            while (goes_on_in_next_word());
        }
    }

  private:
    /// Nothing more is known of what is ahead.
    void stop() noexcept {
        rest_ = word{};
        node_.run_last = address{};
    }
    [[nodiscard]] unsigned index() const noexcept {
        if constexpr (page_type::words == 1) return 0;
        else return index_;
    }

    /// Where the run of neighbours ends that begins with what the walk stands on, if there is nothing else in the rest
    /// of its word; 0 where there are gaps. The run is as good as passed then: the walk's word is the last of it.
    [[nodiscard]] unsigned run_from_here(word rest) noexcept {
        // What was let go of on the way here may have made edits: what is left of the word is not what it was.
        if (node_.seen != undisturbed) return 0;
        const page_type* const p = page_;
        const unsigned base = index() * word_bits;
        const unsigned s = p->index_of(current());
        const word after = rest >> (s - base) >> 1;
        const unsigned run = leading_run(after);
        if (run < word_bits && any(after >> run)) return 0;
        const bool shows_the_living = node_.epoch == 0 && p->order < limit_.order;
        const unsigned end = shows_the_living ? p->run_end(s) : s + 1 + run;
        if constexpr (page_type::words > 1) index_ = (end - 1) / word_bits;
        return end;
    }

    /// Visits what the walk stands on and what follows in its word, and where there are no gaps in its page, until an
    /// edit disturbs that.
    template <class F> void visit_stretch(F& f) {
        value_type* x = current();
        word rest = std::exchange(rest_, word{});
        if (const unsigned run_end = run_from_here(rest); run_end != 0) {
            // What has no gaps is a plain loop over neighbours. (Nothing else is in it, so that where the body edits
            // nothing, nothing but the body is left of it.)
            node_.run_last = address_of(page_->slot(run_end - 1));
            for (;; ++x) {
                node_.at = address_of(x);
                f(*x);
                if (!(x < node_.template last_of_run<value_type>())) return;
            }
        }
        // Elsewhere the loop goes from set bit to set bit.
        value_type* const origin = origin_;
        for (;;) {
            f(*x);
            if (node_.seen != undisturbed && !has_only_left()) [[unlikely]]
                return;
            if (!any(rest)) return;
            x = origin + lowest(rest);
            prefetch_visit<sizeof(value_type)>(x);
            rest = without_lowest(rest);
            node_.at = address_of(x);
        }
    }

    /// The short way to the next stretch, where all of the last has been visited and nothing is to be seen to on
    /// leaving it. False: the long way is to be taken.
    bool goes_on_in_next_word() noexcept {
        page_type* p = page_;
        if (node_.home != owner_ || node_.home->has_ghosts() || p->order >= limit_.order) return false;
        const unsigned s = p->index_of(current());
        unsigned i = s / word_bits;
        if (!any(p->live[i])) return false;
        word w = p->live[i] & above(s % word_bits);
        while (!any(w)) {
            if (++i == page_type::words) {
                p = p->next;
                i = 0;
                if (p == nullptr || p->order >= limit_.order) return false;
            }
            w = p->live[i];
            if (p != page_ && !any(w)) return false;
        }
        stand_in(p, i, w);
        return true;
    }

    void stand_in(page_type* p, unsigned i, word w) noexcept {
        if (p->next != nullptr)
            ahead_ = reinterpret_cast<std::uintptr_t>(p->next) - reinterpret_cast<std::uintptr_t>(p);
        page_ = p;
        index_ = i;
        origin_ = p->slot(i * word_bits);
        node_.seen = undisturbed;
        node_.run_last = address{};
        rest_ = w;
        prefetch_next_page(origin_);
        node_.extent = sizeof(value_type);
        (void)take();
    }

    /// Something was removed from the page: was it the element stood on, and nothing else? If nothing is to be done to
    /// destroy it, the walk can go on at once.
    bool has_only_left() noexcept {
        if constexpr (std::is_trivially_destructible_v<value_type>) {
            if (node_.seen != removed_itself || node_.home->has_ghosts()) return false;
            node_.seen = undisturbed;
            return true;
        }
        return false;
    }

    /// Fetches the same place in the next page ahead: where that is, unless it lies beside this one, the processor's
    /// own prefetchers do not see.
    [[gnu::always_inline]] void prefetch_next_page(const value_type* x) const noexcept {
        if (ahead_ == page_type::bytes) return;
        const value_type* const end = x + (page_type::slots() < 8 ? page_type::slots() : 8);
        for (; x != end; ++x) prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(x) + ahead_));
    }

    value_type* take() noexcept {
        value_type* const x = origin_ + lowest(rest_);
        rest_ = without_lowest(rest_);
        node_.at = address_of(x);
        return x;
    }

    /// The bits of a word that this walk sees.
    [[nodiscard]] word visible(page_type* p, unsigned i) noexcept {
        word w = node_.home->shown(p, i, node_.epoch);
        if (p->order < limit_.order) [[likely]]
            return w;
        if (p->order > limit_.order) return word{};
        return limit_.slot <= i * word_bits ? word{} : w & below(limit_.slot - i * word_bits);
    }

    [[gnu::noinline]] value_type* leave_word() noexcept {
        if (page_ == nullptr || !goes_on_in_next_word()) (void)move_on();
        value_type* const x = current();
        if (x == nullptr) return nullptr;
        if (const unsigned run_end = run_from_here(rest_); run_end != 0) {
            rest_ = word{};
            node_.run_last = address_of(page_->slot(run_end - 1));
        }
        return x;
    }
    [[gnu::noinline]] value_type* move_on() noexcept;
    void step() noexcept;
    void change_home() noexcept;

    walker_type node_;
    Sequence* owner_;
    position limit_;
    /// After the end: everything before this position has been passed.
    position passed_ = first_position;
    page_type* page_ = nullptr;
    /// What is still to be visited of the word, where that is not a run of neighbours.
    word rest_{};
    /// The first slot of the word, and which of the page it is.
    value_type* origin_ = nullptr;
    unsigned index_ = 0;
    /// From a place in this page to the same in the next, in bytes.
    std::uintptr_t ahead_ = page_type::bytes;
};

/// Goes to the next visible element after the one stood on, or to the end. No code of the user's runs.
template <class Sequence> void cursor<Sequence>::step() noexcept {
    Sequence& home = *node_.home;
    page_type* p = page_;
    unsigned i = 0;
    word w{};
    if (p != nullptr) {
        const unsigned s = p->index_of(current()) + static_cast<unsigned>(node_.extent / sizeof(value_type)) - 1;
        i = s / word_bits;
        w = visible(p, i) & above(s % word_bits);
    } else {
        p = home.page_from(passed_);
        if (p != nullptr) {
            i = p->order == passed_.order ? passed_.slot / word_bits : 0;
            if (i < page_type::words) {
                w = visible(p, i);
                if (p->order == passed_.order) w &= ~below(passed_.slot % word_bits);
            }
        }
    }
    while (p != nullptr) {
        while (!any(w) && ++i < page_type::words) w = visible(p, i);
        if (any(w)) {
            stand_in(p, i, w);
            return;
        }
        page_type* const n = p->next;
        if (n != nullptr) {
            if (n->order > limit_.order) break;
        }
        p = n;
        i = 0;
        if (p != nullptr) w = visible(p, 0);
    }
    page_ = nullptr;
    stop();
    node_.at = address{};
    passed_ = home.end_position();
}

template <class Sequence> auto cursor<Sequence>::move_on() noexcept -> value_type* {
    if (node_.home == nullptr) return nullptr;
    if (node_.home != owner_ && node_.epoch == 0) change_home();
    value_type* left = current();
    std::size_t length = node_.extent / sizeof(value_type);
    for (;;) {
        const bool destroys = left != nullptr && node_.home->has_ghosts();
        step();
        if (left != nullptr) node_.home->leave(left, length);
        if (!destroys) return current();
        // What was just destroyed may have made edits: the element stood on may be gone, or newcomers be there.
        if (node_.home == nullptr) return nullptr;
        // Or the contents may have been exchanged, also where there was nothing more of the old ones.
        value_type* const x = current();
        if (node_.home != owner_ && node_.epoch == 0) change_home();
        else if (x != nullptr && (node_.epoch != 0 || page_->is_live(page_->index_of(x)))) return x;
        else if (x == nullptr && left == nullptr) return nullptr;
        left = current();
        length = 1;
    }
}

template <class Sequence> void cursor<Sequence>::change_home() noexcept {
    node_.owner = nullptr; // so that the owner does not take itself for unwalked meanwhile
    node_.home->close(node_);
    page_ = nullptr;
    stop();
    passed_ = first_position;
    if (limit_ != last_position) limit_ = first_position;
    owner_->take_back(node_);
}

} // namespace throng::core
