#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/walk.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>
#if defined(THRONG_AUDIT) && THRONG_AUDIT
#include <mutex>
#include <optional>
#include <set>
#endif

/// A ring of links that stand in the objects themselves, and walks that are links of the same ring. So what removes an
/// object need not know the walks: a walk stays where it was, between the neighbours.
namespace throng::core {

class chain;

/// An item of the ring: an object's link, the place of an open walk, or the two ends in one. All bytes of an object's
/// link are zero while it is in no chain.
struct link {
    link* next = nullptr;
    link* previous = nullptr;
    /// Null while it is in no chain.
    chain* home = nullptr;
    /// The chain counts what is linked: the how many-th this was. 0 for what is not an object's.
    std::uint64_t serial = 0;
};

/// Ties x in between two neighbours. (Not inline: g++ 12 would warn of the address of a local, which the walk's
/// destructor takes back.)
THRONG_NOINLINE inline void tie(link& x, link& previous, link& next) noexcept {
    x.previous = &previous;
    x.next = &next;
    previous.next = &x;
    next.previous = &x;
}
inline void untie(link& x) noexcept {
    x.previous->next = x.next;
    x.next->previous = x.previous;
}
template <bool Backward> [[nodiscard]] link* onward(const link& x) noexcept { return Backward ? x.previous : x.next; }

/// Where an open walk is: right before the object that it stands on, seen in its own direction, with nothing but other
/// walks on the same object between. Once that object has been removed, it is in the gap.
struct walk_place : link {
    /// The link of the object that it came to last. It is not to be read before it is found in the ring again.
    const link* at = nullptr;
    /// That link's serial number, which distinguishes a link that was removed and inserted again from one that has
    /// stayed. 0 while the walk has not begun, or is to begin anew.
    std::uint64_t at_serial = 0;
    bool backward = false;
    /// How often the chain had forgotten its objects when the walk was tied in. It is in the ring no more when that has
    /// changed: its neighbours may be gone.
    std::uint32_t forgotten = 0;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    /// Set when the caller has opened it.
    std::optional<opening> opened;
    /// See walk_registry.
    std::uintptr_t mark = 0;
#endif

    [[nodiscard]] bool stands_on(const link& x) const noexcept { return at == &x && at_serial == x.serial; }
};

#if defined(THRONG_AUDIT) && THRONG_AUDIT
/// All existing chains: they distinguish a link from bytes that no chain has written. (Never destroyed: static lists
/// are destroyed after it would be.)
class all_chains {
  public:
    static void add(const chain& c) {
        all_chains& all = the_ones();
        const std::lock_guard lock(all.mutex_);
        all.chains_.insert(&c);
    }
    static void remove(const chain& c) {
        all_chains& all = the_ones();
        const std::lock_guard lock(all.mutex_);
        all.chains_.erase(&c);
    }
    [[nodiscard]] static bool has(const chain* c) {
        all_chains& all = the_ones();
        const std::lock_guard lock(all.mutex_);
        return all.chains_.contains(c);
    }

  private:
    [[nodiscard]] static all_chains& the_ones() {
        static all_chains& all = *new all_chains;
        return all;
    }
    audit_mutex mutex_;
    std::set<const chain*> chains_;
};
#endif

/// The ring of one list, and how many objects are in it. No function throws or allocates.
///
/// The invariant behind insertion: between one object and the next stand first the backward walks on the one, then
/// walks in gaps, then the forward walks on the other.
class chain {
  public:
    explicit chain([[maybe_unused]] caller where) noexcept
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        : log_(where)
#endif
    {
        mark_file<chain>();
        join_ends();
        ends_.home = this;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        all_chains::add(*this);
#endif
    }
    chain(const chain&) = delete;
    chain& operator=(const chain&) = delete;
    /// The objects are in no list then, and walks end.
    ~chain() {
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        all_chains::remove(*this);
#endif
        for (link* n = ends_.next; n != &ends_;) {
            link* const after = n->next;
            *n = link{};
            n = after;
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool contains(const link& x) const noexcept { return x.home == this; }
    /// Later ones have higher serial numbers.
    [[nodiscard]] std::uint64_t last_serial() const noexcept { return last_serial_; }

    /// The next object after a link that is in the ring; null at the end.
    template <bool Backward> [[nodiscard]] link* after(const link& x) const noexcept {
        link* const n = skip_walks<Backward>(onward<Backward>(x));
        return n == &ends_ ? nullptr : n;
    }
    template <bool Backward> [[nodiscard]] link* first() const noexcept { return after<Backward>(ends_); }

    /// Takes x out of whichever chain it is in. O(1), however many walks are open.
    static void remove(link& x, caller where = {}) noexcept {
        if (x.home == nullptr) return;
        check_link(x, where);
        [[maybe_unused]] const auto inside = x.home->entered(where);
        --x.home->size_;
        untie(x);
        x = link{};
    }
    /// An object has been moved: `to`, which is in no chain, replaces its old link, also for open walks. Walks
    /// positioned at it are its neighbours. O(1), and O(walks positioned at it). (Not inline, for the reason given at
    /// `tie`.)
    THRONG_NOINLINE static void follow(link& from, link& to) noexcept {
        if (from.home == nullptr) return;
        const chain& home = *from.home;
        to = from;
        to.previous->next = &to;
        to.next->previous = &to;
        for (link* n = to.previous; home.is_walk_on<false>(*n, from); n = n->previous)
            static_cast<walk_place*>(n)->at = &to;
        for (link* n = to.next; home.is_walk_on<true>(*n, from); n = n->next) static_cast<walk_place*>(n)->at = &to;
        from = link{};
    }
    void clear() noexcept {
        for (link* n = ends_.next; n != &ends_;) {
            link* const after = n->next;
            if (n->serial != 0) remove(*n);
            n = after;
        }
    }

    /// The chain is empty, and no object has been touched: their links say what they said. Walks find it out when they
    /// are asked for their next object. O(1).
    void forget() noexcept {
        join_ends();
        size_ = 0;
        ++forgotten_;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        last_forgotten_ = last_serial_;
#endif
    }

    // Each takes x out of where it was first, also if that is here.
    void push_back(link& x) noexcept {
        remove(x);
        put(x, *ends_.previous, ends_);
    }
    void push_front(link& x) noexcept {
        remove(x);
        put(x, ends_, *ends_.next);
    }
    /// Before or after an object of this chain, on the side of its neighbour of the walks that stand on it: they have
    /// been there.
    void insert_before(const link& at, link& x) noexcept {
        if (&at == &x) return;
        remove(x);
        link* n = at.previous;
        while (is_walk_on<false>(*n, at)) n = n->previous;
        put(x, *n, *n->next);
    }
    void insert_after(const link& at, link& x) noexcept {
        if (&at == &x) return;
        remove(x);
        link* n = at.next;
        while (is_walk_on<true>(*n, at)) n = n->next;
        put(x, *n->previous, *n);
    }

    /// Exchanges the objects, and walks go with them. O(n).
    void swap(chain& other) noexcept {
        std::swap(ends_.next, other.ends_.next);
        std::swap(ends_.previous, other.ends_.previous);
        std::swap(size_, other.size_);
        std::swap(last_serial_, other.last_serial_);
        std::swap(walks_, other.walks_);
        if (forgotten_ < other.forgotten_) forgotten_ = other.forgotten_;
        other.forgotten_ = forgotten_;
        for (chain* c : {this, &other}) c->settle_in(c == this ? other : *this);
        open_.swap(other.open_);
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        std::swap(last_forgotten_, other.last_forgotten_);
#endif
    }
    /// Appends all objects of another chain.
    void take_all(chain& other) noexcept {
        while (link* const x = other.first<false>()) push_back(*x);
    }

    [[nodiscard]] bool is_walked() const noexcept { return walks_ != 0; }

    // --- walks -------------------------------------------------------------------------------------------------------

    void open(walk_place& w) noexcept {
        w.home = this;
        begin(w);
        ++walks_;
        open_.add(w);
    }
    THRONG_NOINLINE static void close(walk_place& w) noexcept {
        if (w.home == nullptr) return;
        --w.home->walks_;
        w.home->open_.remove(w);
        if (w.forgotten == w.home->forgotten_) untie(w);
        w.home = nullptr;
    }
    /// Each open walk ends where it is.
    void end_walks() noexcept {
        for (link* n = ends_.next; n != &ends_;) {
            link* const after = n->next;
            if (n->serial == 0) close(*static_cast<walk_place*>(n));
            n = after;
        }
    }
    /// `to` takes the place of `from`.
    THRONG_NOINLINE static void move(walk_place& from, walk_place& to) noexcept {
        fork(from, to);
        close(from);
    }
    /// `to` stands where `from` stands.
    THRONG_NOINLINE static void fork(const walk_place& from, walk_place& to) noexcept {
        to = from;
        if (from.home == nullptr) return;
        if (from.forgotten == from.home->forgotten_) tie(to, const_cast<walk_place&>(from), *from.next);
        ++to.home->walks_;
        to.home->open_.add(to);
    }
    /// The object that a walk stands on; null if it has been removed.
    template <bool Backward> [[nodiscard]] link* standing(const walk_place& w) const noexcept {
        if (w.forgotten != forgotten_) return nullptr;
        link* const n = skip_walks<Backward>(onward<Backward>(w));
        return w.stands_on(*n) ? n : nullptr;
    }
    /// Moves a walk on to the next object that is not linked later than `limit`. At the end it stays where it is, and
    /// the result is null.
    template <bool Backward> link* step(walk_place& w, std::uint64_t limit) noexcept {
        if (w.forgotten != forgotten_) [[unlikely]]
            begin(w);
        link* n = onward<Backward>(ends_);
        if (w.at_serial != 0) {
            n = skip_walks<Backward>(onward<Backward>(w));
            if (w.stands_on(*n)) n = onward<Backward>(*n);
        }
        while (n != &ends_ && (n->serial == 0 || n->serial > limit)) n = onward<Backward>(*n);
        if (n == &ends_) return nullptr;
        untie(w);
        if constexpr (Backward) tie(w, *n, *n->next);
        else tie(w, *n->previous, *n);
        w.at = n;
        w.at_serial = n->serial;
        return n;
    }

    /// Whether links, counts and serial numbers say the same. O(n).
    [[nodiscard]] bool is_whole() const noexcept {
        std::size_t objects = 0;
        const link* x = &ends_;
        do {
            if (x->next == nullptr || x->next->previous != x || x->home != this) return false;
            if (x->serial != 0 && x != &ends_) ++objects;
            if (x->serial > last_serial_ || objects > size_) return false;
            x = x->next;
        } while (x != &ends_);
        return objects == size_;
    }

    // --- the audit build's checks; nothing in any other --------------------------------------------------------------

#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] audit::visit entered(caller where) {
        mark_file<chain>();
        log_.check_walks(open_, where);
        return audit::visit(log_, where, open_.innermost(), *this);
    }
    void opened(walk_place& w, caller where) {
        mark_file<chain>();
        log_.check_walks(open_, where, "second walk opened");
        const opening now{where};
        log_.check_walk(now, open_.innermost());
        w.opened = now;
        log_.check_walks(open_, where, "walk opened");
    }
    void check_unwalked(const char* what, caller where) {
        log_.check_walks(open_, where);
        log_.check_unwalked(what, where, open_.innermost());
    }
    void check_contains(const link& x, const char* what, caller where) const {
        if (!contains(x)) log_.fail(what, where, open_.innermost(), "asked");
    }
    /// A link that is not zero has been written by a chain that is still there, and still knows of it.
    static void check_link(const link& x, caller where) {
        if (x.home == nullptr) return;
        const bool is_home_there = all_chains::has(x.home);
        if (is_home_there && x.serial <= x.home->last_forgotten_)
            report("a hook is used whose list has forgotten it: forget() is for objects that no longer exist", where);
        if (!is_home_there || x.next->previous != &x || x.previous->next != &x)
            report("a hook holds bytes that no list has written: it begins by its constructor, or as zero bytes",
                   where);
    }
    void name(const char* text) noexcept { log_.name(text); }
#else
    struct [[maybe_unused]] nothing {};
    [[nodiscard]] nothing entered(caller) const noexcept {
        mark_file<chain>();
        return {};
    }
    void opened(walk_place&, caller) const noexcept { mark_file<chain>(); }
    void check_unwalked(const char*, caller) const noexcept {}
    void check_contains(const link&, const char*, caller) const noexcept {}
    static void check_link(const link&, caller) noexcept {}
    void name(const char*) noexcept {}
#endif

  private:
    void join_ends() noexcept { ends_.next = ends_.previous = &ends_; }
    /// A walk that is in no ring begins, with all that is there now before it.
    void begin(walk_place& w) noexcept {
        w.at = nullptr;
        w.forgotten = forgotten_;
        tie(w, ends_, *ends_.next);
    }
    /// n itself, or the first after it that is not a walk: an object or the ends.
    template <bool Backward> [[nodiscard]] link* skip_walks(link* n) const noexcept {
        while (n->serial == 0 && n != &ends_) n = onward<Backward>(*n);
        return n;
    }
    template <bool Backward> [[nodiscard]] bool is_walk_on(const link& n, const link& x) const noexcept {
        if (n.serial != 0 || &n == &ends_) return false;
        const auto& w = static_cast<const walk_place&>(n);
        return w.backward == Backward && w.stands_on(x);
    }
    void put(link& x, link& previous, link& next) noexcept {
        tie(x, previous, next);
        x.home = this;
        x.serial = ++last_serial_;
        ++size_;
    }
    /// The ring has been another's.
    void settle_in(const chain& from) noexcept {
        if (ends_.next == &from.ends_) ends_.next = ends_.previous = &ends_;
        ends_.next->previous = ends_.previous->next = &ends_;
        for (link* n = ends_.next; n != &ends_; n = n->next) {
            n->home = this;
            if (n->serial == 0) static_cast<walk_place*>(n)->forgotten = forgotten_;
        }
    }

    link ends_;
    std::size_t size_ = 0;
    std::uint64_t last_serial_ = 0;
    std::uint32_t forgotten_ = 0;
    std::uint32_t walks_ = 0;
    THRONG_NO_UNIQUE_ADDRESS walk_registry<walk_place> open_;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    std::uint64_t last_forgotten_ = 0;
    mutable audit log_;
#endif
};

/// An open walk of a chain. Access gives the object of a link; Element is its type, or const that.
template <class Access, class Element, bool Backward> class chain_walk {
  public:
    using element_type = Element;
    using iterator = walk_steps<chain_walk>;

    chain_walk(chain& home, live_t) noexcept : limit_(std::numeric_limits<std::uint64_t>::max()) { open(home); }
    chain_walk(chain& home, residents_t) noexcept : limit_(home.last_serial()) { open(home); }
    chain_walk(chain_walk&& other) noexcept : limit_(other.limit_), is_at_end_(other.is_at_end_) {
        chain::move(other.place_, place_);
    }
    chain_walk& operator=(chain_walk&& other) noexcept {
        if (this != &other) {
            chain::close(place_);
            chain::move(other.place_, place_);
            limit_ = other.limit_;
            is_at_end_ = other.is_at_end_;
        }
        return *this;
    }
    ~chain_walk() { chain::close(place_); }

    /// Moves on and gives the object; null at the end. A live walk at its end goes on when something comes after where
    /// it is.
    Element* next() noexcept {
        link* const n = place_.home == nullptr ? nullptr : place_.home->template step<Backward>(place_, limit_);
        is_at_end_ = n == nullptr;
        return is_at_end_ ? nullptr : Access::object(*n);
    }
    /// The object that the walk stands on; null before the first and after the last. If its owner moves it, this is
    /// where it is then. If it has been removed meanwhile this is still its address, for as long as its owner keeps it.
    [[nodiscard]] Element* current() const noexcept {
        return is_at_end_ ? nullptr : Access::object(const_cast<link&>(*place_.at));
    }
    /// Removes the object at which the walk is positioned; returns false if there is none, or if it has been removed or
    /// even destroyed already.
    bool remove(caller where = {}) const noexcept
        requires(!std::is_const_v<Element>)
    {
        if (is_at_end() || place_.home == nullptr) return false;
        [[maybe_unused]] const auto inside = place_.home->entered(where);
        link* const n = place_.home->template standing<Backward>(place_);
        if (n == nullptr) return false;
        chain::remove(*n);
        return true;
    }

    /// Whether the object that the walk stands on is still in the list.
    [[nodiscard]] bool is_current_there() const noexcept {
        return !is_at_end() && place_.home != nullptr && place_.home->template standing<Backward>(place_) != nullptr;
    }
    /// A second walk, which stands where this one stands and goes on from there.
    [[nodiscard]] chain_walk fork() const noexcept {
        chain_walk w(limit_, is_at_end_);
        chain::fork(place_, w.place_);
        return w;
    }

    /// Moves to the first object, if the walk has not begun yet.
    [[nodiscard]] iterator begin() noexcept {
        if (is_at_end()) (void)next();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    [[nodiscard]] bool is_at_end() const noexcept { return is_at_end_; }
    [[nodiscard]] walk_place& place() noexcept { return place_; }

  private:
    chain_walk(std::uint64_t limit, bool is_at_end) noexcept : limit_(limit), is_at_end_(is_at_end) {}

    void open(chain& home) noexcept {
        place_.backward = Backward;
        home.open(place_);
    }

    walk_place place_;
    std::uint64_t limit_;
    bool is_at_end_ = true;
};

} // namespace throng::core
