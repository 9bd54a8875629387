#pragma once

#include <throng/core/bits.hpp>
#include <throng/core/store.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace throng::core {

/// The source of a cursor: all elements of a store. (Parts of a store, such as subsets, have the same functions.)
template <class Store> class all_of {
  public:
    using store_type = Store;
    using value_type = typename Store::value_type;
    using page_type = typename Store::page_type;
    using walker_type = typename Store::walker_type;
    /// Whether newcomers may be in a list beside the pages.
    static constexpr bool lists_newcomers = Store::reuses;
    /// The same for walks that may not edit, and for those that visit every element whatever it says of itself.
    using of_const = all_of;
    using quiet = all_of;
    /// How a range-for walks.
    using loop_policy = live_t;
    /// Whether `passes_over(store, element)` is asked before an element is visited.
    static constexpr bool asks = false;

    void limit_to_residents(walker_type& w, const Store& s) const noexcept {
        w.limit = s.end_position();
        w.moment = s.now();
    }
    [[nodiscard]] word shown(const Store& s, const page_type* p, unsigned i, const walker_type& w) const noexcept {
        return s.shown(p, i, w);
    }
    [[nodiscard]] bool shows(const Store& s, spot<page_type> at, const walker_type& w) const noexcept {
        return s.shows(at, w);
    }
    /// The first page that has a position at or after the given one.
    [[nodiscard]] page_type* page_from(const Store& s, position at) const noexcept { return s.pages().page_from(at); }
    [[nodiscard]] page_type* last_page(const Store& s) const noexcept { return s.pages().tail; }
    [[nodiscard]] page_type* after(const Store&, const page_type* p) const noexcept { return p->next; }
    [[nodiscard]] position end(const Store& s) const noexcept { return s.end_position(); }
    [[nodiscard]] const newcomer_list<value_type>& newcomers(const Store& s) const noexcept {
        return s.placement().newcomers();
    }
    [[nodiscard]] arrival<value_type>& arrival_of(value_type* x) const noexcept {
        return Store::placement_type::arrival_of(x);
    }
    /// Removes an element for a walk.
    bool remove(Store& s, value_type* x) const { return s.remove_own(x); }
    [[nodiscard]] bool contains(const Store&, const value_type* x) const noexcept {
        return spot<page_type>::of(x).is_live();
    }
    /// How many elements there are, and whether one that is in the store is one of them.
    [[nodiscard]] std::size_t size(const Store& s) const noexcept { return s.size(); }
    [[nodiscard]] bool has(const Store&, const value_type*) const noexcept { return true; }
    /// A walk begins, moves elsewhere, or ends.
    void opens() const noexcept {}
    void goes_on_elsewhere() const noexcept {}
    void closes() const noexcept {}
};

/// An open walk: an object on the caller's stack, positioned at one element at a time. It goes along a run of
/// neighbours, or from set bit to set bit of one word, while its node says that this is ahead; then it looks again.
/// Elements added to reused slots meanwhile are visited after those in the pages.
template <class Source, bool Backward = false> class store_cursor {
    static_assert(!Backward || !Source::lists_newcomers, "what reuses slots has no order to be walked backward");

  public:
    using store_type = typename Source::store_type;
    using value_type = typename store_type::value_type;
    using page_type = typename store_type::page_type;
    using walker_type = typename store_type::walker_type;
    using place_type = spot<page_type>;
    static constexpr bool asks = requires { requires Source::asks; };

    store_cursor(store_type* home, live_t, Source source = Source()) noexcept : source_(source) {
        node_.limit = last_position;
        node_.moment = walker_type::never;
        open(home);
    }
    store_cursor(store_type* home, residents_t, Source source = Source()) noexcept : source_(source) {
        if (home != nullptr) source_.limit_to_residents(node_, *home);
        open(home);
    }
    /// Of what stands between two positions.
    store_cursor(store_type* home, position first, position limit) noexcept : passed_(first) {
        node_.limit = limit;
        node_.moment = walker_type::never;
        open(home);
    }
    /// A walk of a frozen view.
    explicit store_cursor(const walker_type& view) noexcept {
        node_.epoch = view.epoch;
        node_.limit = view.limit;
        node_.moment = view.moment;
        open(view.home);
    }
    store_cursor(store_cursor&& other) noexcept : store_cursor(other, other.node_.home) {
        other.source_.goes_on_elsewhere();
        if (other.node_.home != nullptr) other.node_.home->unlink(other.node_);
        other.node_.stop();
        other.node_.at = address{};
    }
    store_cursor& operator=(store_cursor&& other) noexcept {
        if (this != &other) {
            this->~store_cursor();
            ::new (static_cast<void*>(this)) store_cursor(std::move(other));
        }
        return *this;
    }
    ~store_cursor() {
        source_.closes();
        if (node_.home != nullptr) node_.home->close(node_);
    }
    /// A second walk of the same, which stands where this one stands and goes on from there on its own.
    [[nodiscard]] store_cursor fork() const noexcept {
        store_cursor c(*this, node_.home);
        c.source_.opens();
        return c;
    }

    /// The element at which the walk is positioned; null before the first and after the last.
    [[nodiscard]] THRONG_FLAT value_type* current() const noexcept { return node_.element(); }
    [[nodiscard]] THRONG_FLAT store_type* home() const noexcept { return node_.home; }
    [[nodiscard]] THRONG_FLAT walker_type& node() noexcept { return node_; }

    /// Whether the element that the walk stands on is still there; and removes it.
    [[nodiscard]] bool is_current_there() const noexcept {
        return current() != nullptr && node_.home != nullptr && source_.contains(*node_.home, current());
    }
    bool remove_current() {
        return current() != nullptr && node_.home != nullptr && source_.remove(*node_.home, current());
    }

    /// Removes an element that was there when a walk of residents was opened, wherever the walk stands. False if it has
    /// been removed since, also where a newcomer has its slot.
    bool remove_resident(value_type* x) {
        store_type* const home = node_.home;
        return home != nullptr && home->owns(x) && source_.shows(*home, place_type::of(x), node_) &&
               source_.remove(*home, x);
    }

    /// Moves on to the next element; null at the end. A live walk at its end goes on when something has been added.
    THRONG_FLAT value_type* next() noexcept(!asks) {
        value_type* x = go_on();
        if constexpr (asks) {
            while (x != nullptr && is_passed_over(*x)) x = go_on();
        }
        return x;
    }
    /// Moves on to the next run of neighbours, at most what one word holds; of length 0 at the end. The walk stands on
    /// all of it.
    [[nodiscard]] std::pair<value_type*, std::size_t> next_run() noexcept {
        value_type* const x = step();
        if (x == nullptr) return {nullptr, 0};
        node_.run_last = address{};
        rest_ = word{};
        std::size_t length = 1;
        if (page_ != nullptr) {
            const unsigned s = page_->index_of(x);
            const word w = source_.shown(*node_.home, page_, s / word_bits, node_) >> s % word_bits;
            length = leading_run(w);
        }
        node_.extent = length * sizeof(value_type);
        return {x, length};
    }

    /// Calls f for each element that is still ahead. f may return whether the element stays.
    template <class F> void each(F& f) {
        while (value_type* x = step()) {
            word rest = rest_;
            rest_ = word{};
            if (node_.at < node_.run_last) {
                // Without gaps it is a plain loop over neighbours. (Nothing else is in it, so that if the body edits
                // nothing, only the body is left of it.)
                for (;; ++x) {
                    node_.at = address_of(x);
                    visit(f, *x);
                    if (!(x < run_last())) break;
                }
                continue;
            }
            value_type* const first = origin();
            for (;;) {
                visit(f, *x);
                if (!any(rest & node_.mask)) break;
                x = first + pick(rest);
                prefetch_visit<sizeof(value_type)>(x);
                rest = without(rest);
                node_.at = address_of(x);
            }
        }
    }

  private:
    /// (What the next call asks for is written last, and no element lies at null: so g++ keeps it in registers.)
    THRONG_FLAT value_type* go_on() noexcept {
        value_type* x = nullptr;
        if (node_.at < node_.run_last) {
            x = current() + 1;
            if (x == nullptr) unreachable();
        } else if (const word rest = rest_; any(rest & node_.mask)) [[likely]] {
            x = origin() + pick(rest);
            if (x == nullptr) unreachable();
            prefetch_visit<sizeof(value_type)>(x);
            rest_ = without(rest);
        } else {
            return step();
        }
        node_.at = address_of(x);
        return x;
    }
    /// (The walk's store may be destroyed: then it has no next element either.)
    [[nodiscard]] bool is_passed_over(value_type& x) {
        return node_.home == nullptr || source_.passes_over(*node_.home, std::addressof(x));
    }
    enum class stage : unsigned char { in_pages, in_list, over };

    store_cursor(const store_cursor& other, store_type* home) noexcept
        : source_(other.source_), page_(other.page_), rest_(other.rest_), passed_(other.passed_), stage_(other.stage_) {
        node_.stand_as(other.node_);
        if (home != nullptr) home->link(node_);
    }
    void open(store_type* home) noexcept {
        if (home == nullptr) return;
        if constexpr (Source::lists_newcomers) {
            if (&source_.newcomers(*home) != own_newcomers(*home)) node_.newcomers = &source_.newcomers(*home);
        }
        source_.opens();
        home->link(node_);
    }
    [[nodiscard]] static const newcomer_list<value_type>* own_newcomers(const store_type& s) noexcept {
        if constexpr (store_type::reuses) return &s.placement().newcomers();
        else return nullptr;
    }

    [[nodiscard]] THRONG_FLAT static unsigned pick(word w) noexcept { return Backward ? highest(w) : lowest(w); }
    [[nodiscard]] THRONG_FLAT static word without(word w) noexcept {
        return Backward ? w & ~bit(highest(w)) : without_lowest(w);
    }
    [[nodiscard]] THRONG_FLAT value_type* origin() const noexcept {
        return reinterpret_cast<value_type*>(static_cast<std::uintptr_t>(node_.origin));
    }
    [[nodiscard]] THRONG_FLAT value_type* run_last() const noexcept {
        return reinterpret_cast<value_type*>(static_cast<std::uintptr_t>(node_.run_last));
    }
    template <class F> THRONG_FLAT void visit(F& f, value_type& x) {
        if constexpr (asks) {
            if (is_passed_over(x)) return;
        }
        if constexpr (std::is_same_v<std::invoke_result_t<F&, value_type&>, bool>) {
            if (!f(x) && node_.home != nullptr) (void)source_.remove(*node_.home, std::addressof(x));
        } else {
            (void)f(x);
        }
    }

    THRONG_NOINLINE value_type* step() noexcept;
    value_type* advance() noexcept;
    THRONG_ALWAYS_INLINE inline value_type* step_in_pages() noexcept;
    THRONG_ALWAYS_INLINE inline value_type* step_in_list() noexcept;
    THRONG_ALWAYS_INLINE inline value_type* stand_in(page_type* p, unsigned i, word w) noexcept;
    /// Leaves the walk without a position.
    void stand_nowhere() noexcept {
        page_ = nullptr;
        rest_ = word{};
        node_.stop();
        node_.at = address{};
        node_.extent = sizeof(value_type);
    }

    walker_type node_;
    THRONG_NO_UNIQUE_ADDRESS Source source_;
    page_type* page_ = nullptr;
    /// The bits of the word still to be visited, if it is not a run.
    word rest_{};
    /// At the end of the pages: what stands before has been passed.
    position passed_ = first_position;
    stage stage_ = stage::in_pages;
};

/// Goes to the next visible element, and lets go of the one stood on.
template <class Source, bool Backward> auto store_cursor<Source, Backward>::step() noexcept -> value_type* {
    for (;;) {
        if (node_.home == nullptr) return nullptr;
        value_type* const left = current();
        const std::size_t length = node_.extent / sizeof(value_type);
        page_type* const left_page = left == nullptr ? nullptr : page_type::of(left);
        const bool destroys = left != nullptr && node_.home->has_ghosts();
        value_type* const x = advance();
        if (left == nullptr || (!destroys && page_ == left_page)) return x;
        node_.home->leave(left, length);
        if (!destroys) return x;
        // The destructor may have made edits: the walk's element may be removed, or newcomers may have been added.
        if (node_.home == nullptr) return nullptr;
        if (x != nullptr && source_.shows(*node_.home, place_type::of(x), node_)) return x;
    }
}

template <class Source, bool Backward> auto store_cursor<Source, Backward>::advance() noexcept -> value_type* {
    if constexpr (!Source::lists_newcomers) {
        return stage_ == stage::over ? nullptr : step_in_pages();
    } else {
        for (;;) {
            const bool was_in_list = stage_ == stage::in_list;
            if (!was_in_list) {
                if (value_type* const x = step_in_pages(); x != nullptr) return x;
                if (source_.newcomers(*node_.home).first() == nullptr) return nullptr;
            }
            stage_ = stage::in_list;
            if (value_type* const x = step_in_list(); x != nullptr) return x;
            stage_ = stage::in_pages;
            // (Some may have come behind the last page while the walk was in the list.)
            if (!was_in_list) return nullptr;
        }
    }
}

template <class Source, bool Backward> auto store_cursor<Source, Backward>::step_in_pages() noexcept -> value_type* {
    const store_type& home = *node_.home;
    page_type* p = page_;
    unsigned i = 0;
    word w{};
    if (p != nullptr) {
        const unsigned s = p->index_of(current()) + static_cast<unsigned>(node_.extent / sizeof(value_type)) - 1;
        i = s / word_bits;
        if (!Backward && !(position{p->order, s + 1} < source_.end(home))) {
            // (A few elements are not worth a search through their page.)
            p = nullptr;
        } else {
            w = source_.shown(home, p, i, node_) & (Backward ? below(s % word_bits) : above(s % word_bits));
        }
    } else if constexpr (Backward) {
        p = source_.last_page(home);
        i = page_type::words - 1;
        if (p != nullptr) w = source_.shown(home, p, i, node_);
    } else {
        p = source_.page_from(home, passed_);
        if (p != nullptr) {
            const bool same = p->order == passed_.order;
            i = same ? passed_.slot / word_bits : 0;
            if (i < page_type::words) w = source_.shown(home, p, i, node_);
            if (same) w &= ~below(passed_.slot % word_bits);
        }
    }
    while (p != nullptr) {
        if constexpr (Backward) {
            while (!any(w) && i-- > 0) w = source_.shown(home, p, i, node_);
        } else {
            while (!any(w) && ++i < page_type::words) w = source_.shown(home, p, i, node_);
        }
        if (any(w)) return stand_in(p, i, w);
        if (!Backward && p->order >= node_.limit.order) break;
        p = Backward ? p->previous : source_.after(home, p);
        i = Backward ? page_type::words - 1 : 0;
        if (p != nullptr) w = source_.shown(home, p, i, node_);
    }
    stand_nowhere();
    if constexpr (Backward) {
        stage_ = stage::over;
    } else {
        const position end = source_.end(home);
        const position seen = end < node_.limit ? end : node_.limit;
        if (passed_ < seen) passed_ = seen;
    }
    return nullptr;
}

template <class Source, bool Backward>
auto store_cursor<Source, Backward>::stand_in(page_type* p, unsigned i, word w) noexcept -> value_type* {
    page_type* const following = Backward ? p->previous : p->next;
    if (following != nullptr &&
        reinterpret_cast<std::byte*>(following) != reinterpret_cast<std::byte*>(p) + page_type::bytes) {
        // Where the next page lies elsewhere, the processor does not foresee it.
        for (unsigned k = 0; k < 8; ++k) prefetch(following->slot(i * word_bits + k));
    }
    page_ = p;
    const unsigned s = pick(w);
    value_type* const first = p->slot(i * word_bits);
    value_type* const x = first + s;
    node_.at = address_of(x);
    node_.extent = sizeof(value_type);
    node_.origin = address_of(first);
    node_.mask = ~word{};
    node_.run_last = address{};
    rest_ = without(w);
    if constexpr (!Backward) {
        unsigned run = leading_run(w >> s);
        if (run > 1 && !any(w & ~below(s + run))) {
            // Without gaps it is a run of neighbours, also over the ends of words.
            unsigned end = i * word_bits + s + run;
            while (end % word_bits == 0 && end / word_bits < page_type::words) {
                const unsigned more = leading_run(source_.shown(*node_.home, p, end / word_bits, node_));
                end += more;
                if (more < word_bits) break;
            }
            node_.run_last = address_of(p->slot(end - 1));
            rest_ = word{};
        }
    }
    return x;
}

/// The newcomers beside the pages, one by one.
template <class Source, bool Backward> auto store_cursor<Source, Backward>::step_in_list() noexcept -> value_type* {
    if constexpr (Source::lists_newcomers) {
        const store_type& home = *node_.home;
        node_.at = address{}; // nothing else is ahead: the walk has left the pages
        value_type* x =
            node_.passed == nullptr ? source_.newcomers(home).first() : source_.arrival_of(node_.passed).next;
        for (; x != nullptr; x = source_.arrival_of(x).next) {
            if (source_.arrival_of(x).came > node_.moment) return nullptr;
            node_.passed = x;
            if (!source_.shows(home, place_type::of(x), node_)) continue;
            node_.at = address_of(x);
            return x;
        }
    }
    return nullptr;
}

} // namespace throng::core
