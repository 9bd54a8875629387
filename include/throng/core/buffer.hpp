#pragma once

#include <throng/core/callback.hpp>
#include <throng/core/cursor.hpp>
#include <throng/core/sequence.hpp>
#include <throng/core/view.hpp>

#include <type_traits>
#include <utility>

namespace throng::core {

/// A sequence whose last elements wait: they lie where they will always lie, but no walk sees them until they are
/// committed, which moves nothing. It counts those that are committed; all after them wait.
template <class T, class Allocator> class buffer : public sequence<T, Allocator> {
    using base = sequence<T, Allocator>;

  public:
    using page_type = typename base::page_type;
    using walker_type = typename base::walker_type;
    using base::base;

    ~buffer() {
        expired_.reset();
        adds_go_to(nullptr);
    }

    [[nodiscard]] std::size_t committed() const noexcept { return committed_; }
    [[nodiscard]] std::size_t waiting() const noexcept {
        return base::size() > committed_ ? base::size() - committed_ : 0;
    }

    /// Where the waiting begin: the limit of every walk.
    [[nodiscard]] position gate() const noexcept {
        // (Who is being made will wait, in a place before the end.)
        if (waiting() == 0) return adding_ == nullptr ? this->end_position() : gate_;
        // Elements may have been packed since the last walk was opened, but not while one is open.
        if (unsure_ && adding_ == nullptr && !has_open_walk()) find_gate();
        return gate_;
    }
    /// The gate for a walk that is about to be opened: while it is open, the gate stays known.
    [[nodiscard]] position gate_for_walk() noexcept {
        const position at = gate();
        unsure_ = true;
        return at;
    }

    [[nodiscard]] bool is_waiting(const T* x) const noexcept { return base::contains(x) && lies_beyond_gate(x); }
    [[nodiscard]] bool is_committed(const T* x) const noexcept { return base::contains(x) && !lies_beyond_gate(x); }

    /// The first and the last of the committed.
    [[nodiscard]] T* first_committed() const noexcept { return committed_ == 0 ? nullptr : this->first(); }
    [[nodiscard]] T* last_committed() const noexcept {
        if (committed_ == 0) return nullptr;
        if (waiting() == 0) return this->last();
        const position end = gate();
        for (page_type* p = this->page_from(position{end.order, 0}); p != nullptr; p = p->previous) {
            for (unsigned i = page_type::words; i-- > 0;) {
                const unsigned seen = p->order < end.order        ? word_bits
                                      : end.slot <= i * word_bits ? 0
                                                                  : end.slot - i * word_bits;
                if (const word w = p->live[i] & below(seen); any(w)) return p->slot(i * word_bits + highest(w));
            }
        }
        return nullptr;
    }

    /// Calls add(), which adds one element.
    template <class Add> auto add(Add add) {
        (void)gate();
        if (adding_ == nullptr && waiting() == 0) gate_ = this->end_position();
        const adding a(*this);
        return add();
    }

    /// How many were waiting.
    std::size_t commit() noexcept {
        const std::size_t n = waiting();
        committed_ = base::size();
        gate_ = this->end_position();
        ++commits_;
        return n;
    }

    /// Removes what is there, committed or waiting; false where the allocator gives null.
    bool remove(T* x) {
        struct removing {
            buffer* home;
            std::uint64_t commits;
            bool waited;
            bool done = false;
            /// Tells where the element is, should contents be exchanged by a hook.
            walker_type node{};

            ~removing() {
                if (node.home != nullptr) home = static_cast<buffer*>(node.home);
                // What a hook refused to let go is back, among the committed if there has been a commit since.
                if (!done && (!waited || commits != home->commits_)) ++home->committed_;
                if (node.home == nullptr) return;
                home->unsure_ = true;
                home->close(node);
            }
        };
        removing r{this, commits_, lies_beyond_gate(x)};
        if (!r.waited) --committed_;
        if (this->has_remove_hook()) {
            r.node.holds = true;
            this->link(r.node);
        }
        return r.done = this->remove_at(page_type::of(x), page_type::of(x)->index_of(x));
    }
    /// The same as of any sequence, if nobody waits.
    bool clear_at_once() noexcept {
        if (waiting() != 0 || !base::clear_at_once()) return false;
        committed_ = 0;
        return true;
    }
    /// The self-pruning walk is about to let go of a committed element, or has got it back.
    void loses_one() noexcept { --committed_; }
    void regains_one() noexcept { ++committed_; }

    void swap(buffer& other) noexcept {
        (void)gate();
        (void)other.gate();
        std::swap(committed_, other.committed_);
        std::swap(gate_, other.gate_);
        std::swap(commits_, other.commits_);
        std::swap(adding_, other.adding_);
        for (buffer* b : {this, &other}) {
            b->adds_go_to(b);
            b->unsure_ = true;
        }
        base::swap(other);
    }
    /// The same as of any sequence; who waited there waits here.
    void replace_all_by(buffer& other) {
        base::replace_all_by(other, [this, &other] {
            committed_ = std::exchange(other.committed_, 0);
            ++commits_;
            if (waiting() != 0) find_gate();
            else gate_ = this->end_position();
        });
    }
    /// Also: who waits stands behind who does not.
    [[nodiscard]] bool is_whole() const noexcept {
        if (!validation::is_whole(static_cast<const base&>(*this)) || committed_ > base::size()) return false;
        if (waiting() == 0 || adding_ != nullptr || (unsure_ && has_open_walk())) return true;
        std::size_t behind = 0;
        this->for_each_slot(gate(), [&behind](const page_type*, unsigned) { ++behind; });
        return behind == waiting();
    }

    /// All are about to be put in another order: who waits is told by where the gate is before that. (Nobody but who
    /// has just been added, last of all, can be on his way: others' hooks would keep the sort off.)
    void prepare_to_sort() noexcept {
        if (adding_ != nullptr && std::exchange(adding_->commits, commits_) != commits_) count_again();
        (void)gate_for_walk();
    }
    /// Everything may lie elsewhere now.
    void forget_gate() noexcept { unsure_ = true; }

    // --- what walks drop ---------------------------------------------------------------------------------------------

    template <class F> void drop_if(F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) expired_.reset();
        else
            expired_.set(this->allocator(),
                         [f = std::move(f)](question& q) { q.answer = static_cast<bool>(f(*q.element)); });
    }
    void take_predicate(buffer& other) noexcept { expired_.take(other.expired_); }
    [[nodiscard]] bool has_predicate() const noexcept { return static_cast<bool>(expired_); }
    [[nodiscard]] bool is_expired(const T& x) {
        question q{&x, false};
        expired_.call(q);
        return q.answer;
    }

  private:
    struct question {
        const T* element;
        bool answer;
    };

    [[nodiscard]] bool lies_beyond_gate(const T* x) const noexcept {
        if (waiting() == 0) return false;
        const page_type* const p = page_type::of(x);
        const position g = gate();
        return p->order > g.order || (p->order == g.order && p->index_of(x) >= g.slot);
    }
    [[nodiscard]] bool has_open_walk() const noexcept {
        for (const walker_type* w = this->walkers().first(); w != nullptr; w = w->next) {
            if (w->extent != 0 || w->epoch != 0) return true;
        }
        return false;
    }
    /// Goes along with the contents to which an element is being added.
    struct adding {
        buffer* home;
        adding* outer;
        std::uint64_t commits;

        explicit adding(buffer& b) noexcept : home(&b), outer(std::exchange(b.adding_, this)), commits(b.commits_) {}
        adding(const adding&) = delete;
        adding& operator=(const adding&) = delete;
        ~adding() {
            if (home == nullptr) return;
            home->adding_ = outer;
            if (commits != home->commits_) home->count_again();
        }
    };
    /// The element that is being added or a hook has committed meanwhile. If that hook has thrown, the element is gone
    /// again; and where it was the element's constructor, the element stands before those who do not wait any more.
    void count_again() noexcept {
        recount();
        if (waiting() != 0) find_gate();
    }
    void adds_go_to(buffer* home) noexcept {
        for (adding* a = adding_; a != nullptr; a = a->outer) a->home = home;
    }

    /// The gate is before as many of the last elements as wait.
    void find_gate() const noexcept {
        std::size_t n = waiting();
        page_type* p = this->tail();
        for (; p->population() < n; p = p->previous) n -= p->population();
        unsigned i = page_type::words - 1;
        for (; count(p->live[i]) < n; --i) n -= count(p->live[i]);
        word w = p->live[i];
        for (std::size_t before = count(w) - n; before != 0; --before) w = without_lowest(w);
        gate_ = position{p->order, i * word_bits + lowest(w)};
        unsure_ = this->is_walked();
    }
    void recount() noexcept {
        committed_ = base::size();
        this->for_each_slot(gate_, [this](page_type*, unsigned) { --committed_; });
    }

    std::size_t committed_ = 0;
    /// Exact while somebody waits and `unsure_` is not set.
    mutable position gate_ = first_position;
    mutable bool unsure_ = false;
    /// Elements that are being added just now.
    adding* adding_ = nullptr;
    std::uint64_t commits_ = 0;
    callback<question, Allocator> expired_;
};

/// An open walk of what is committed, which drops what has expired before it comes to it. A live walk goes on to what
/// is committed meanwhile.
template <class T, class Allocator> class buffer_cursor {
    using home_type = buffer<T, Allocator>;
    using cursor_type = cursor<sequence<T, Allocator>>;

  public:
    buffer_cursor(home_type& home, position limit, bool goes_on) noexcept
        : owner_(&home), goes_on_(goes_on), cursor_(&home, limit) {}

    /// What lies before a position counts as passed (for a walk that has not begun).
    void pass(position at) noexcept { cursor_.pass(at); }

    /// Moves on to the next element that has not expired; null at the end. What has expired is removed if `drops`, else
    /// passed over. Throws what the predicate or the removal throws; the walk stands on the element in question then.
    template <bool Drops> [[gnu::always_inline]] T* next() {
        T* const x = cursor_.next();
        if (x != nullptr && !owner_->has_predicate()) [[likely]]
            return x;
        return first_to_visit<Drops>(x);
    }
    /// Visits everything that is still before the walk.
    template <bool Drops, class F> void each(F& f) {
        const auto visit = [this, &f](T& x) {
            if (!owner_->has_predicate() || !drop<Drops>(x)) f(x);
        };
        (void)keep_up();
        do {
            cursor_.each(visit);
        } while (keep_up());
    }

    [[nodiscard]] T* current() const noexcept { return cursor_.current(); }
    [[nodiscard]] home_type* home() const noexcept { return static_cast<home_type*>(cursor_.home()); }
    [[nodiscard]] auto& node() noexcept { return cursor_.node(); }
    [[nodiscard]] buffer_cursor fork() const noexcept { return buffer_cursor(*this, cursor_.fork()); }

  private:
    buffer_cursor(const buffer_cursor& other, cursor_type&& at) noexcept
        : owner_(other.owner_), goes_on_(other.goes_on_), cursor_(std::move(at)) {}

    /// The element or, if that is none or has expired, the next one.
    template <bool Drops> [[gnu::noinline]] T* first_to_visit(T* x) {
        for (;; x = cursor_.next()) {
            if (x == nullptr) {
                if (!keep_up()) return nullptr;
            } else if (!owner_->has_predicate() || !drop<Drops>(*x)) {
                return x;
            }
        }
    }
    /// True if the element is not to be visited.
    template <bool Drops> bool drop(T& x) {
        home_type* const h = home();
        if (h == nullptr) return true;
        const bool expired = owner_->is_expired(x);
        if (home() != h || !h->is_committed(&x)) return true;
        if (!expired) return false;
        if constexpr (Drops) h->remove(&x);
        return true;
    }

    /// At the end: true if there may be more now than there was. What has been committed meanwhile lies behind the
    /// limit, and so does all that is there where the contents have been exchanged.
    bool keep_up() noexcept {
        if (!goes_on_ || home() == nullptr) return false;
        const position g = owner_->gate();
        if (g == cursor_.limit()) return false;
        cursor_.extend(g);
        return true;
    }

    home_type* owner_;
    bool goes_on_;
    cursor_type cursor_;
};

/// An open walk of a buffered list: loop over it once with a range-for, or call `next()` until it is null. It lives on
/// the caller's stack and may be left at any point. Element is T or const T.
template <class T, class Allocator, class Element> class buffer_walk {
    static constexpr bool drops = !std::is_const_v<Element>;

  public:
    class iterator {
      public:
        using iterator_concept = std::input_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;

        explicit iterator(buffer_walk& w) noexcept : walk_(&w) {}
        [[nodiscard]] Element& operator*() const noexcept { return *walk_->current(); }
        [[nodiscard]] Element* operator->() const noexcept { return walk_->current(); }
        iterator& operator++() {
            (void)walk_->next();
            return *this;
        }
        void operator++(int) { (void)walk_->next(); }
        friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept {
            return i.walk_->current() == nullptr;
        }

      private:
        buffer_walk* walk_;
    };

    buffer_walk(buffer<T, Allocator>& home, position limit, bool goes_on) noexcept : cursor_(home, limit, goes_on) {}

    /// What lies before a position counts as passed (for a walk that has not begun).
    void pass(position at) noexcept { cursor_.pass(at); }

    /// Moves on and gives the element; null at the end. A live walk at its end goes on when something is committed
    /// later. Throws what the predicate of `auto_remove` throws.
    [[gnu::always_inline]] Element* next() { return cursor_.template next<drops>(); }
    /// The element that the walk stands on; null before the first and after the last. It may have been removed
    /// meanwhile: it stays readable until the walk moves on.
    [[nodiscard]] Element* current() const noexcept { return cursor_.current(); }
    /// Removes the element that the walk stands on; false if there is none, or if it is gone already.
    bool remove(caller where = {})
        requires(!std::is_const_v<Element>)
    {
        if (home() == nullptr) return false;
        [[maybe_unused]] const auto inside = home()->entered(where);
        if (!is_current_there()) return false;
        cursor_.home()->remove(current());
        return true;
    }
    /// Whether the element that the walk stands on is still there.
    [[nodiscard]] bool is_current_there() const noexcept {
        return current() != nullptr && cursor_.home() != nullptr && cursor_.home()->contains(current());
    }
    /// A second walk, which stands where this one stands and goes on from there.
    [[nodiscard]] buffer_walk fork() const noexcept { return buffer_walk(cursor_.fork()); }

    /// Moves to the first element, if the walk has not begun yet.
    [[nodiscard]] iterator begin() {
        if (current() == nullptr) (void)next();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// In whose pages it stands: a swap may have taken them to another collection.
    [[nodiscard]] buffer<T, Allocator>* home() const noexcept { return cursor_.home(); }
    [[nodiscard]] auto& node() noexcept { return cursor_.node(); }

  private:
    explicit buffer_walk(buffer_cursor<T, Allocator>&& at) noexcept : cursor_(std::move(at)) {}

    buffer_cursor<T, Allocator> cursor_;
};

/// An iterator that is an open walk itself. Move-only, an input iterator.
template <class T, class Allocator, class Element> class buffer_iterator {
  public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;

    buffer_iterator(buffer<T, Allocator>& home, position limit, bool goes_on) noexcept : walk_(home, limit, goes_on) {}
    /// Moves to the first element.
    void start() { (void)walk_.next(); }

    [[nodiscard]] Element& operator*() const noexcept { return *walk_.current(); }
    [[nodiscard]] Element* operator->() const noexcept { return walk_.current(); }
    buffer_iterator& operator++() {
        (void)walk_.next();
        return *this;
    }
    void operator++(int) { (void)walk_.next(); }
    friend bool operator==(const buffer_iterator& i, std::default_sentinel_t) noexcept {
        return i.walk_.current() == nullptr;
    }

    /// Whether it stands on an element of these pages: a swap may have taken it to another collection with its own.
    [[nodiscard]] bool stands_in(const buffer<T, Allocator>& home) const noexcept {
        return walk_.current() != nullptr && walk_.home() == &home;
    }
    [[nodiscard]] auto& node() noexcept { return walk_.node(); }

  private:
    buffer_walk<T, Allocator, Element> walk_;
};

} // namespace throng::core
