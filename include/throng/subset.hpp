#pragma once

#include <throng/core/requirements.hpp>
#include <throng/parts/members.hpp>

#include <type_traits>
#include <utility>

namespace throng {

/// Some of the elements of a `list` or a `pool`, its master, in the master's order: enemies that can be seen, bullets
/// that are on fire. It owns nothing and copies nothing: membership is one bit. Elements removed from the master leave
/// all subsets; new elements are in none.
///
/// | | `throng::subset<Master>` | `std::vector<T*>` | `std::unordered_set<T*>` |
/// |---|---|---|---|
/// | join, leave, ask | O(1) | O(1), O(n), O(n) | O(1) |
/// | when an element dies | nothing is to be done | a search in each | a look-up in each |
/// | join, leave, destroy elements while walking | yes | no | no |
/// | join while walking | seen in the same walk, or not: the loop decides | no | no |
/// | order of a walk | the master's, also after it was sorted | of joining | none |
/// | the master moves its elements | is followed | dangles | dangles |
/// | and, or, minus of two | a word at a time | by hand | by hand |
/// | `size()` | O(pages that have members) | O(1) | O(1) |
/// | memory | 24 bytes per page of a list, or per page of a pool that has members | 8 bytes a member | about 40 |
///
/// A subset may be made and destroyed at any time; if the master is destroyed first, it is empty from then on. It stays
/// with the contents when those are moved or swapped to another list or pool. If copies are assigned to its master, it
/// stays, and is empty. If others' contents are moved to its master, it is empty from then on, and their subsets
/// replace it; if that master is walked, it is the other way round. Making one costs O(pages) of a list, O(1) of a
/// pool.
///
/// Walks of a subset are also open walks of the master: while one is open nothing moves, and the visited element is
/// kept, even if it leaves the subset or is removed. Members that join meanwhile are new to open walks. There are no
/// frozen views: those show removed elements, which have left every subset. Freeze the master, or copy the members into
/// another subset. Otherwise the contract of the master holds: docs/contract.md. Moving or destroying a subset that is
/// walked is an error of the caller's.
template <class Master> class subset {
    using home_type = std::remove_reference_t<decltype(std::declval<Master&>().storage())>;
    using members_type = core::membership<home_type>;
    using page_type = typename members_type::page_type;
    using members = core::members_of<home_type>;
    using caller = core::caller;

  public:
    using master_type = Master;
    using value_type = typename Master::value_type;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = value_type&;
    using const_reference = const value_type&;
    using handle_type = typename Master::handle_type;
    using iterator = core::open_iterator<members, value_type>;
    using const_iterator = core::open_iterator<members, const value_type>;
    using walk_type = core::open_walk<members, value_type>;
    using const_walk_type = core::open_walk<members, const value_type>;
    /// Whether members have an order: that of a master that has one.
    static constexpr bool keeps_order = Master::keeps_order;

    /// No element of `master`. Throws what the master's allocator throws.
    explicit subset(Master& master, caller where = {}) : members_(master.storage()) {
        [[maybe_unused]] const auto inside = master.storage().entered(where);
    }
    /// The same members. O(pages that have members). Throws what the allocator throws. `other`'s master must be there.
    subset(const subset& other) : members_(*other.members_.home()) { *this |= other; }
    /// `other` has no master then, and nothing can join.
    subset(subset&& other, caller where = {}) noexcept
        : members_(
              (other.members_.check_unwalked("a subset that is walked is moved", where), std::move(other.members_))) {}
    /// The same master, and the same members. Members of both do not leave meanwhile. If the master is another one,
    /// open walks move to it: live ones to all of its members, while those of residents end. Throws what the allocator
    /// throws; some may not have joined then.
    subset& operator=(const subset& other) {
        if (this == &other) return *this;
        if (members_.home() == other.members_.home()) {
            *this &= other;
            return *this |= other;
        }
        if (other.members_.home() == nullptr) {
            clear();
            return *this;
        }
        if (!members_.change(*other.members_.home())) return *this;
        return *this |= other;
    }
    ~subset() { members_.check_unwalked("a subset that is walked is destroyed", {}); }

    // --- members -----------------------------------------------------------------------------------------------------

    /// Makes the element a member. False if it is one already, or has been removed from the master. O(1). Throws what
    /// the master's allocator throws, without effect (after the master's `reserve`, only allocates while the subset is
    /// walked). Live walks of the subset will visit it.
    bool join(core::element_ref<value_type> element, caller where = {}) {
        return joined(find(element.get(), where), where);
    }
    bool join(handle_type h, caller where = {}) { return joined(find(h, where), where); }
    /// The element is no member any more; false if it was none. O(1). It stays in the master.
    bool leave(core::element_ref<value_type> element, caller where = {}) noexcept {
        return left(find(element.get(), where), where);
    }
    bool leave(handle_type h, caller where = {}) noexcept { return left(find(h, where), where); }
    /// Removes the member at which an iterator is positioned from the subset.
    bool leave(const iterator& at, caller where = {}) noexcept {
        return at != std::default_sentinel && leave(*at, where);
    }
    /// O(1).
    [[nodiscard]] bool contains(core::element_ref<value_type> element, caller where = {}) const noexcept {
        const value_type* const x = find(element.get(), where);
        return x != nullptr && members_.contains(x);
    }
    [[nodiscard]] bool contains(handle_type h, caller where = {}) const noexcept {
        const value_type* const x = find(h, where);
        return x != nullptr && members_.contains(x);
    }
    /// Each resident for which `pred` is true leaves; how many. O(members).
    template <class Predicate> size_type leave_if(Predicate pred, caller where = {}) {
        core::require_predicate<Predicate, value_type>();
        size_type n = 0;
        auto w = walk(residents, where);
        while (value_type* const x = w.next()) {
            if (pred(std::as_const(*x)) && w.remove(where)) ++n;
        }
        return n;
    }
    /// All leave. O(pages that have members).
    void clear(caller where = {}) noexcept {
        drop([](page_type*, unsigned, core::word w) { return w; }, where);
    }

    /// How many are members. O(pages that have members): counted by words.
    [[nodiscard]] size_type size() const noexcept {
        size_type n = 0;
        members_.for_each_word([&n](page_type*, unsigned, core::word w) { n += core::count(w); });
        return n;
    }
    /// O(pages that had members).
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// Whether a walk of it, or of its master, is open. Any edit is legal nevertheless.
    [[nodiscard]] bool is_walked() const noexcept { return members_.home() != nullptr && members_.home()->is_walked(); }

    /// The first member in the master's order, the last, and number `index`, counted from 0; null if there is none.
    /// O(pages that have members). For masters that keep an order.
    [[nodiscard]] value_type* first() noexcept
        requires keeps_order
    {
        return members_.nth(0);
    }
    [[nodiscard]] const value_type* first() const noexcept
        requires keeps_order
    {
        return members_.nth(0);
    }
    [[nodiscard]] value_type* last() noexcept
        requires keeps_order
    {
        return members_.last();
    }
    [[nodiscard]] const value_type* last() const noexcept
        requires keeps_order
    {
        return members_.last();
    }
    [[nodiscard]] value_type* nth(size_type index) noexcept
        requires keeps_order
    {
        return members_.nth(index);
    }
    [[nodiscard]] const value_type* nth(size_type index) const noexcept
        requires keeps_order
    {
        return members_.nth(index);
    }
    void first(core::no_order = {}) const
        requires(!keeps_order)
    THRONG_DELETED(THRONG_NO_ORDER);
    void last(core::no_order = {}) const
        requires(!keeps_order)
    THRONG_DELETED(THRONG_NO_ORDER);
    void nth(size_type, core::no_order = {}) const
        requires(!keeps_order)
    THRONG_DELETED(THRONG_NO_ORDER);

    // --- sets --------------------------------------------------------------------------------------------------------

    /// Removes members that are not in `other`. O(pages that have members). Here and below the subsets have the same
    /// master; otherwise nothing is in both.
    subset& operator&=(const subset& other) noexcept {
        const bool related = members_.home() == other.members_.home();
        drop([&](page_type* p, unsigned i, core::word w) { return related ? w & ~other.members_.members(p, i) : w; });
        return *this;
    }
    /// Removes members that are in `other`. O(pages in which this one has members).
    subset& operator-=(const subset& other) noexcept {
        if (members_.home() != other.members_.home()) return *this;
        drop([&](page_type* p, unsigned i, core::word w) { return w & other.members_.members(p, i); });
        return *this;
    }
    /// Adds the members of `other`. O(pages in which the other one has members). Throws what the allocator throws;
    /// members before that have joined.
    subset& operator|=(const subset& other) {
        if (members_.home() != other.members_.home() || members_.home() == nullptr) return *this;
        [[maybe_unused]] const auto inside = members_.entered({});
        other.members_.for_each_word([&](page_type* p, unsigned i, core::word w) {
            if (const core::word new_ones = w & ~members_.members(p, i); core::any(new_ones))
                (void)members_.add(p, i, new_ones);
        });
        return *this;
    }
    [[nodiscard]] friend subset operator&(const subset& a, const subset& b) {
        subset result(a);
        result &= b;
        return result;
    }
    [[nodiscard]] friend subset operator|(const subset& a, const subset& b) {
        subset result(a);
        result |= b;
        return result;
    }
    [[nodiscard]] friend subset operator-(const subset& a, const subset& b) {
        subset result(a);
        result -= b;
        return result;
    }

    // --- walking -----------------------------------------------------------------------------------------------------

    /// A live walk, for a range-for or an algorithm: move-only, single pass. It costs by the pages that have members,
    /// whatever the size of the master. First come those that are members now, in the master's order; then those that
    /// have joined since, in the master's order; and so on.
    [[nodiscard]] iterator begin(caller where = {}) { return started<iterator>(where); }
    [[nodiscard]] const_iterator begin(caller where = {}) const { return started<const_iterator>(where); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// An open walk: also visits members that join meanwhile. `remove()` of a walk removes the current member from the
    /// subset.
    [[nodiscard]] walk_type walk(live_t, caller where = {}) { return opened<walk_type>(live, where); }
    [[nodiscard]] const_walk_type walk(live_t, caller where = {}) const { return opened<const_walk_type>(live, where); }
    /// An open walk of those that are members now.
    [[nodiscard]] walk_type walk(residents_t, caller where = {}) { return opened<walk_type>(residents, where); }
    [[nodiscard]] const_walk_type walk(residents_t, caller where = {}) const {
        return opened<const_walk_type>(residents, where);
    }
    template <core::range_of<handle_type> R> void walk(R&, caller = {}) const {
        core::require_walk_of_handles<core::handles_of::subset, R>();
    }

    /// Calls f(T&) for each member, as a live walk does; the fastest walk.
    template <class F> void each(F f, caller where = {}) { visit_each<value_type>(live, f, where); }
    template <class F> void each(F f, caller where = {}) const { visit_each<const value_type>(live, f, where); }
    template <class F> void each(live_t, F f, caller where = {}) { visit_each<value_type>(live, f, where); }
    template <class F> void each(live_t, F f, caller where = {}) const { visit_each<const value_type>(live, f, where); }
    template <class F> void each(residents_t, F f, caller where = {}) { visit_each<value_type>(residents, f, where); }
    template <class F> void each(residents_t, F f, caller where = {}) const {
        visit_each<const value_type>(residents, f, where);
    }

    /// Whether the subset and its master are whole: what their parts say of each other is compared, every bit, link and
    /// count. O(size of the master). Always true, but for an error of the caller's that went before, or of the
    /// library's: for tests.
    [[nodiscard]] bool validate() const noexcept { return core::validation::is_whole(members_); }

  private:
    /// Null if there is no master any more, if a handle is stale, and for what is not the master's.
    [[nodiscard]] const value_type* find(const value_type* element, caller where) const noexcept {
        return members_.home() != nullptr && members_.home()->check_own(element, where) ? element : nullptr;
    }
    [[nodiscard]] const value_type* find(handle_type h, caller where) const noexcept {
        if (members_.home() == nullptr) return nullptr;
        members_.home()->check_own(h, where);
        return members_.home()->find(h);
    }
    bool joined(const value_type* x, caller where) {
        if (x == nullptr) return false;
        [[maybe_unused]] const auto inside = members_.entered(where);
        return members_.join(x);
    }
    bool left(const value_type* x, caller where) noexcept {
        if (x == nullptr) return false;
        [[maybe_unused]] const auto inside = members_.entered(where);
        return members_.leave(x);
    }
    /// The members that goes(page, word's index, members) gives of each word leave.
    template <class Goes> void drop(Goes goes, caller where = {}) noexcept {
        if (members_.home() == nullptr) return;
        [[maybe_unused]] const auto inside = members_.entered(where);
        members_.for_each_word([&](page_type* p, unsigned i, core::word w) { members_.drop(p, i, goes(p, i, w)); });
    }
    template <class Walk, class Policy> [[nodiscard]] Walk opened(Policy policy, caller where) const {
        Walk w(std::in_place, members_.home(), policy, members(members_));
        members_.opened(w.node(), where);
        return w;
    }
    template <class Iterator> [[nodiscard]] Iterator started(caller where) const {
        Iterator i = opened<Iterator>(live, where);
        i.start();
        return i;
    }
    template <class Visited, class Policy, class F> void visit_each(Policy policy, F& f, caller where) const {
        core::require_visit<F, Visited>();
        core::store_cursor<members> c(members_.home(), policy, members(members_));
        members_.opened(c.node(), where);
        const auto visit = [&f](Visited& x) { (void)f(x); };
        c.each(visit);
    }

    /// (A walk does not change the subset, so a const one also has them.)
    mutable members_type members_;
};

} // namespace throng
