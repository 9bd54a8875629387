#pragma once

#include <throng/core/cursor.hpp>
#include <throng/core/newcomers.hpp>
#include <throng/core/prefetch.hpp>

namespace throng::core {

/// An open walk of a collection in which newcomers may stand anywhere, in pages it has walked and in those it has not.
/// It makes a pass over what was there when it began; a live walk then makes a pass over what has come since, and so
/// on, until nothing has.
///
/// What a pass shows can only become less while it lasts. So a word is read once, and where nobody of it is young it is
/// good until the walk is told that something has been removed from the page.
template <class Home> class pass_cursor {
  public:
    using page_type = typename Home::page_type;
    using walker_type = typename Home::walker_type;
    using value_type = typename Home::value_type;

    /// A walk of what came until a moment, or of everything, newcomers too, with `last_position`. With an epoch: a walk
    /// of the frozen view of that number.
    pass_cursor(Home* home, position limit, std::uint64_t epoch = 0) noexcept : owner_(home) {
        node_.extent = sizeof(value_type);
        node_.epoch = epoch;
        if (home == nullptr) return;
        home->link(node_);
        live_ = epoch == 0 && limit == last_position;
        if (epoch != 0) pass_.until = epoch;
        else pass_.until = live_ ? home->tick() : limit.order;
    }
    pass_cursor(pass_cursor&& other) noexcept
        : owner_(other.owner_),
          pass_(other.pass_),
          page_(other.page_),
          rest_(other.rest_),
          others_(other.others_),
          origin_(other.origin_),
          index_(other.index_),
          live_(other.live_),
          over_(other.over_) {
        node_.extent = other.node_.extent;
        node_.epoch = other.node_.epoch;
        node_.run_last = other.node_.run_last;
        node_.seen = other.node_.seen;
        node_.is_opened_as(other.node_);
        if (other.node_.home == nullptr) return;
        Home::link_beside(node_, other.node_, owner_);
        node_.at = other.node_.at;
        Home::unlink(other.node_, owner_);
        other.page_ = nullptr;
        other.look_again();
    }
    pass_cursor& operator=(pass_cursor&& other) noexcept {
        if (this != &other) {
            this->~pass_cursor();
            ::new (static_cast<void*>(this)) pass_cursor(std::move(other));
        }
        return *this;
    }
    ~pass_cursor() {
        if (node_.home != nullptr) Home::close(node_, owner_);
    }

    /// Moves on to the next element; null at the end. A live walk at its end goes on when something has been added.
    /// (What the next call asks for is written last, and no element lies at null: so g++ keeps it in registers.)
    [[gnu::always_inline]] value_type* next() noexcept {
        value_type* x = current();
        if (node_.at < node_.run_last && node_.seen == undisturbed) {
            ++x;
            if (x == nullptr) __builtin_unreachable();
        } else if (const word rest = rest_; any(rest) && node_.seen == undisturbed) [[likely]] {
            x = origin_ + lowest(rest);
            if (x == nullptr) __builtin_unreachable();
            prefetch_visit<sizeof(value_type)>(x);
            rest_ = without_lowest(rest);
        } else {
            x = next_after_change();
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
        const word rest = home()->shown(page_, index(), pass_, node_.epoch) & above(first);
        const unsigned run = 1 + leading_run(rest >> first >> 1);
        look_again();
        node_.extent = run * sizeof(value_type);
        return {x, run};
    }

    /// What the walk stands on; null before the first and after the last.
    [[nodiscard]] value_type* current() const noexcept {
        return reinterpret_cast<value_type*>(static_cast<std::uintptr_t>(node_.at));
    }
    /// Where the elements are now; null once they are gone.
    [[nodiscard]] Home* home() const noexcept { return Home::of(node_, owner_); }
    [[nodiscard]] walker_type& node() noexcept { return node_; }

    /// A second walk of the same, which stands where this one stands and goes on from there on its own: it looks at its
    /// word anew.
    [[nodiscard]] pass_cursor fork() const noexcept {
        pass_cursor c(nullptr, last_position, node_.epoch);
        c.owner_ = owner_;
        c.pass_ = pass_;
        c.page_ = page_;
        c.live_ = live_;
        c.over_ = over_;
        c.node_.extent = node_.extent;
        c.node_.is_opened_as(node_);
        if (node_.home != nullptr) {
            Home::link_beside(c.node_, node_, owner_);
            c.node_.at = node_.at;
        }
        c.look_again();
        return c;
    }

    /// Visits everything that is still before the walk.
    template <class F> void each(F& f) {
        while (value_type* const x = next()) {
            const word here = bit(page_->index_of(x) % word_bits);
            if (any(others_) || !any(owner_->steady(page_, index()) & here)) {
                f(*x);
                continue;
            }
            word rest = here | left_of_word();
            while (any(rest) && each_of_word(f, rest)) rest = next_word();
        }
    }

  private:
    static constexpr unsigned least_run = 8;

    [[nodiscard]] unsigned index() const noexcept {
        if constexpr (page_type::words == 1) return 0;
        else return index_;
    }
    [[nodiscard]] unsigned bit_of(const value_type* x) const noexcept { return page_->index_of(x) % word_bits; }

    /// What is known of the word is no good any more.
    void look_again() noexcept {
        rest_ = others_ = word{};
        node_.disturb();
    }
    /// Takes what is left of the word, where the steady part of it tells.
    [[nodiscard]] word left_of_word() noexcept {
        word left = std::exchange(rest_, word{});
        if (node_.at < node_.run_last)
            left = ~below(bit_of(current()) + 1) & below(bit_of(node_.template last_of_run<value_type>()) + 1);
        node_.run_last = address{};
        return left;
    }
    /// Where no gap is in what is left of the word, it is a run of neighbours.
    void begin_run() noexcept {
        value_type* const x = current();
        const word behind = rest_ >> bit_of(x) >> 1;
        const unsigned run = leading_run(behind);
        if (any(behind >> run)) return;
        node_.run_last = address_of(x + run);
        rest_ = word{};
    }

    /// Visits what is left of a word. False if the word has changed under the loop: what is left then is up to `next`.
    template <class F> bool each_of_word(F& f, word rest) {
        page_type* const p = page_;
        value_type* const slots = origin_;
        const unsigned first = lowest(rest);
        // A run without gaps is a plain loop over neighbours; elsewhere the loop goes from set bit to set bit.
        const unsigned run = leading_run(rest >> first);
        if (run >= least_run) {
            if (!each_of_run(f, p, slots + first, run)) return false;
            rest &= ~below(first + run);
            if (!any(rest)) return true;
        }
        do {
            value_type* const x = slots + lowest(rest);
            prefetch_visit<sizeof(value_type)>(x);
            node_.at = address_of(x);
            f(*x);
            if (node_.seen != undisturbed && !has_only_left(p, x)) [[unlikely]]
                return false;
            rest = without_lowest(rest);
        } while (any(rest));
        return true;
    }
    /// Moves on to the next word from one that is as the walk has seen it, and of which nothing is left: so there is
    /// nothing to let go of. Empty, and nothing has happened, where that takes more than looking at words.
    word next_word() noexcept {
        if (pass_.after != 0 || node_.epoch != 0) return {};
        page_type* p = page_;
        unsigned i = index();
        for (;;) {
            while (++i < page_type::words) {
                const word shown = owner_->shown(p, i, pass_, 0);
                if (!any(shown)) continue;
                if (any(shown & ~owner_->steady(p, i))) return {};
                stand_in(p, i);
                return shown;
            }
            p = owner_->next_page(p, true);
            if (p == nullptr) return {};
            i = ~0U;
        }
    }

    /// False if the word has changed under the loop.
    template <class F> bool each_of_run(F& f, page_type* p, value_type* x, unsigned length) {
        value_type* const last = x + (length - 1);
        for (;;) {
            node_.at = address_of(x);
            f(*x);
            if (node_.seen != undisturbed && !has_only_left(p, x)) [[unlikely]]
                return false;
            if (x == last) return true;
            ++x;
        }
    }

    void stand_in(page_type* p, unsigned i) noexcept {
        page_ = p;
        index_ = i;
        origin_ = p->slot(i * word_bits);
        node_.seen = undisturbed;
        node_.run_last = address{};
    }

    /// Something was removed from the page: was it the element stood on, and nothing else? If nobody else keeps it and
    /// nothing is to be done to destroy it, the walk can go on at once.
    bool has_only_left(page_type* p, const value_type* x) noexcept {
        if constexpr (std::is_trivially_destructible_v<value_type>) {
            if (node_.seen != removed_itself || node_.extent != sizeof(value_type)) return false;
            // (The walk of a view goes where the contents go, and may survive the collection that it began in.)
            Home* const home = this->home();
            const unsigned s = p->index_of(x);
            if (home->is_there(p, s) || !home->let_go(node_, p, s)) return false;
            node_.seen = undisturbed;
            return true;
        }
        return false;
    }

    value_type* take() noexcept {
        value_type* const x = origin_ + lowest(rest_);
        rest_ = without_lowest(rest_);
        node_.at = address_of(x);
        return x;
    }

    /// `next` where the word has changed, or has come to its end.
    [[gnu::noinline]] value_type* next_after_change() noexcept {
        if (page_ != nullptr && (node_.seen == undisturbed || has_only_left(page_, current()))) {
            if (node_.at < node_.run_last) return current() + 1;
            if (any(rest_)) return take();
            if (!any(others_)) {
                rest_ = next_word();
                if (any(rest_)) {
                    value_type* const x = take();
                    begin_run();
                    return x;
                }
            }
        }
        if (any(others_)) {
            if (value_type* const x = take_other(); x != nullptr) return x;
        }
        return move_on();
    }

    /// The next of the others; null if there is none, or if something is to be seen to first.
    value_type* take_other() noexcept {
        page_type* const p = page_;
        const unsigned s = p->index_of(current());
        if (node_.seen == disturbed) return nullptr; // the contents may have been exchanged, or be gone
        const Home& home = *this->home();
        if (node_.epoch == 0 && !home.is_there(p, s)) {
            if constexpr (std::is_trivially_destructible_v<value_type>) {
                if (!this->home()->let_go(node_, p, s)) return nullptr;
            } else {
                return nullptr;
            }
        }
        while (any(others_)) {
            const unsigned n = index() * word_bits + lowest(others_);
            others_ = without_lowest(others_);
            if (home.shows(p, n, pass_, node_.epoch)) return p->slot(n);
        }
        return nullptr;
    }

    [[gnu::noinline]] value_type* move_on() noexcept;
    void step() noexcept;
    void change_home() noexcept;

    walker_type node_;
    Home* owner_;
    pass pass_;
    page_type* page_ = nullptr;
    /// What is still to be visited of the word, if the steady part of the word tells and it is no run of neighbours.
    word rest_{};
    /// The same where young ones are among it, or such as only a view shows: to be looked up one by one.
    word others_{};
    /// The first slot of the word.
    value_type* origin_ = nullptr;
    unsigned index_ = 0;
    bool live_ = false;
    /// The pass has come to its end.
    bool over_ = false;
};

/// Goes to the next element shown after the one stood on, or to the end. No code of the user's runs.
template <class Home> void pass_cursor<Home>::step() noexcept {
    Home& home = *this->home();
    page_type* p = page_;
    unsigned i = 0;
    word w{};
    if (p != nullptr) {
        const unsigned s = p->index_of(current()) + static_cast<unsigned>(node_.extent / sizeof(value_type)) - 1;
        i = s / word_bits;
        w = home.shown(p, i, pass_, node_.epoch) & above(s % word_bits);
    }
    for (;;) {
        if (p == nullptr) {
            if (over_) {
                if (!live_ || !home.any_after(pass_.until)) break;
                pass_ = {pass_.until, home.tick()};
            }
            over_ = false;
            p = home.next_page(nullptr, pass_.after == 0);
            i = 0;
            if (p != nullptr) w = home.shown(p, 0, pass_, node_.epoch);
        }
        while (p != nullptr) {
            while (!any(w) && ++i < page_type::words) w = home.shown(p, i, pass_, node_.epoch);
            if (any(w)) {
                stand_in(p, i);
                node_.extent = sizeof(value_type);
                rest_ = w;
                others_ = word{};
                (void)take();
                if (any(w & ~home.steady(p, i))) others_ = std::exchange(rest_, word{});
                else begin_run();
                return;
            }
            p = home.next_page(p, pass_.after == 0);
            i = 0;
            if (p != nullptr) w = home.shown(p, 0, pass_, node_.epoch);
        }
        over_ = true;
    }
    page_ = nullptr;
    look_again();
    node_.at = address{};
}

template <class Home> auto pass_cursor<Home>::move_on() noexcept -> value_type* {
    if (node_.home == nullptr) return nullptr;
    if (home() != owner_ && node_.epoch == 0) change_home();
    value_type* left = current();
    std::size_t length = node_.extent / sizeof(value_type);
    for (;;) {
        if (node_.home == nullptr) return nullptr;
        step();
        if (left != nullptr) home()->leave(left, length);
        // What was just destroyed may have made edits: the element stood on may be gone, or newcomers be there.
        if (node_.home == nullptr) return nullptr;
        // Or the contents may have been exchanged, also where there was nothing more of the old ones.
        value_type* const x = current();
        if (home() != owner_ && node_.epoch == 0) change_home();
        else if (x != nullptr && (node_.epoch != 0 || home()->is_there(page_, page_->index_of(x)))) return x;
        else if (x == nullptr && left == nullptr) return nullptr;
        left = current();
        length = 1;
    }
}

template <class Home> void pass_cursor<Home>::change_home() noexcept {
    Home::close(node_, owner_);
    page_ = nullptr;
    look_again();
    owner_->link(node_);
    // A walk of residents is over. For a live one, all of it is new.
    over_ = !live_;
    if (live_) pass_ = {0, owner_->tick()};
}

} // namespace throng::core
