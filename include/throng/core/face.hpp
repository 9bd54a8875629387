#pragma once

#include <throng/core/requirements.hpp>
#include <throng/core/sorting.hpp>
#include <throng/core/walks.hpp>
#include <throng/fwd.hpp>

#include <compare>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>

namespace throng::core {

/// Element by element, in order.
struct equals {
    template <class T> [[nodiscard]] bool operator()(const T& a, const T& b) const { return static_cast<bool>(a == b); }
};
template <class C, class Equal = equals>
[[nodiscard]] bool are_equal_in_order(const C& a, const C& b, const Equal& equal = {}) {
    if (a.size() != b.size()) return false;
    const auto u = a.freeze();
    const auto v = b.freeze();
    auto i = u.begin();
    auto j = v.begin();
    for (; i != u.end() && j != v.end(); ++i, ++j) {
        if (!equal(*i, *j)) return false;
    }
    return true;
}
template <class C> [[nodiscard]] auto compared_in_order(const C& a, const C& b) {
    using result = std::compare_three_way_result_t<typename C::value_type>;
    const auto u = a.freeze();
    const auto v = b.freeze();
    auto i = u.begin();
    auto j = v.begin();
    for (; i != u.end() && j != v.end(); ++i, ++j) {
        if (const result r = *i <=> *j; r != 0) return r;
    }
    return static_cast<result>((i != u.end()) <=> (j != v.end()));
}

/// The functions of every collection that owns its elements in a store: construction, memory, hooks, look-up.
///
/// An operation that throws has no effect; but if `on_remove` throws, the element is removed, and the exception is
/// passed on. `clear`, `remove_if`, `add_range`, `update` and assignment are sequences of single operations: those
/// before an exception remain done.
template <class Derived, class Store> class store_face {
  public:
    store_face(const store_face&) = delete;
    store_face& operator=(const store_face&) = delete;

    using value_type = typename Store::value_type;
    using allocator_type = typename Store::allocator_type;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using handle_type = handle<value_type>;

    [[nodiscard]] allocator_type get_allocator() const noexcept { return elements_.allocator(); }

    // --- room --------------------------------------------------------------------------------------------------------

    /// Elements that have room in the memory held.
    [[nodiscard]] size_type capacity() const noexcept { return elements_.capacity(); }
    /// Guarantees that the collection can grow to `n` elements, and all of them join its subsets, without an allocation
    /// (except for new elements and late members while a walk is open). Moves nothing. Throws what the allocator
    /// throws, and std::length_error for an impossible size; without exceptions it then returns false, without effect.
    bool reserve(size_type n, caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        return n <= elements_.size() || elements_.reserve(n - elements_.size());
    }
    /// Gives memory that is not needed back, all of it if nothing is there; closes gaps first if no walk is open. O(n).
    void trim(caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        elements_.trim();
    }
    /// The collection refuses to grow beyond this; present elements stay.
    [[nodiscard]] size_type max_capacity() const noexcept { return elements_.most(); }
    void max_capacity(size_type n) noexcept { elements_.most(n); }

    // --- hooks -------------------------------------------------------------------------------------------------------

    /// f(T&) is called for each added element, or f(T&, index) with the number of elements before it, and f(T&) for
    /// each removed one, which is still readable, and whose handle `handle_of` still returns. Both may make any edit.
    /// One each; null removes it. Without a hook nothing is paid. If `on_add` throws, the addition is undone; if
    /// `on_remove` throws, the element is removed nevertheless.
    template <class F> void on_add(F f) { elements_.on_add(told_of_added<value_type>(std::move(f))); }
    template <class F> void on_remove(F f) { elements_.on_remove(std::move(f)); }

    // --- looking in --------------------------------------------------------------------------------------------------

    /// The name that the audit build's messages use. The text must outlive the collection.
    void name(const char* text) noexcept { elements_.name(text); }
    /// Whether the collection is whole: what its parts say of each other is compared, every bit, link and count. O(n).
    /// Always true, but for an error of the caller's that went before, or of the library's: for tests. (The audit build
    /// asks after edits.)
    [[nodiscard]] bool validate() const noexcept { return validation::is_whole(elements_); }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    /// The audit build's journal of the element of a handle: what added it, what removed it, where, in which walk.
    [[nodiscard]] std::string story(handle_type h) const { return elements_.story(h); }
#endif
    /// The store: for classes built on it, such as subsets.
    [[nodiscard]] Store& storage() noexcept { return elements_; }
    [[nodiscard]] const Store& storage() const noexcept { return elements_; }

  protected:
    using traits = std::allocator_traits<allocator_type>;
    static constexpr bool is_default_constructible = std::is_default_constructible_v<allocator_type>;

    explicit store_face(const allocator_type& allocator, caller where = {}) noexcept : elements_(allocator, where) {}
    /// Handles are in a table of several collections' from now on: nothing is here yet.
    void share(shared_handles<value_type, allocator_type>& handles) noexcept {
        elements_.handles().share(handles.table());
    }
    ~store_face() { elements_.check_unwalked("a collection that is walked is destroyed", {}); }

    /// Hooks are not called, and the maximum capacity is ignored, while others replace the present elements.
    class replacing {
      public:
        explicit replacing(Store& s) noexcept : s_(s), hooks_(s.allocator()), most_(s.most()) {
            hooks_.take_hooks(s);
            s.most(std::numeric_limits<std::size_t>::max());
        }
        replacing(const replacing&) = delete;
        replacing& operator=(const replacing&) = delete;
        ~replacing() {
            s_.take_hooks(hooks_);
            s_.most(most_);
        }

      private:
        Store& s_;
        Store hooks_;
        std::size_t most_;
    };
    /// Everything goes over, nothing is moved in memory. Nothing does in the middle of an operation, which is an error
    /// of the caller's.
    void take_over(store_face& other) noexcept {
        if (!elements_.may_swap(other.elements_, {})) return;
        elements_.take_hooks(other.elements_);
        if (!other.is_fixed()) elements_.most(other.elements_.most());
        elements_.swap(other.elements_);
    }
    /// The same of the contents alone; the present ones are dropped.
    void take_contents(store_face& other, bool with_allocator) noexcept {
        if (with_allocator) elements_.swap_allocator(other.elements_);
        elements_.swap(other.elements_);
        elements_.journal_loss(other.elements_);
    }
    /// Contents can go over as they are: the memory comes from the same place, or the place goes along, and no walk
    /// stands on what has been here.
    [[nodiscard]] bool takes_contents_of(const store_face& other, bool with_allocator) const noexcept {
        if (!std::is_move_constructible_v<value_type>) return elements_.may_swap(other.elements_, {});
        return !elements_.is_walked() && !other.elements_.is_busy() &&
               (with_allocator || get_allocator() == other.get_allocator());
    }
    /// Another allocator takes the place of this one's, if it differs: then nothing is here.
    void take_allocator(const allocator_type& allocator) {
        if (elements_.is_walked() || get_allocator() == allocator) return;
        Store fresh(allocator);
        elements_.swap_allocator(fresh);
        elements_.swap(fresh);
        elements_.exchange_subsets(fresh);
        elements_.journal_loss(fresh);
    }
    [[nodiscard]] bool is_fixed() const noexcept { return elements_.pages().memory.is_fixed(); }
    /// False, without effect, in the middle of an operation, which is an error of the caller's.
    bool swap_contents(store_face& other, caller where) noexcept {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        [[maybe_unused]] const auto inside_other = other.elements_.entered(where);
        if (!elements_.may_swap(other.elements_, where)) return false;
        if constexpr (traits::propagate_on_container_swap::value) elements_.swap_allocator(other.elements_);
        elements_.swap(other.elements_);
        return true;
    }
    template <class Walk, class... Args> [[nodiscard]] Walk opened(caller where, Args&&... args) const {
        Walk w(std::in_place, &elements_, std::forward<Args>(args)...);
        elements_.opened(w.node(), where);
        return w;
    }

    mutable Store elements_;
};

/// The functions of collections with walks: size, walks, and loops. Element is the type that walks show, and Source the
/// part of the store that is walked.
template <class Derived, class Store, class Element, class Source = all_of<Store>> class walked_face
    : public store_face<Derived, Store> {
    using base = store_face<Derived, Store>;
    using T = typename Store::value_type;
    using of_const = typename Source::of_const;
    using loop_policy = typename Source::loop_policy;

  public:
    /// Whether elements have an order, and so a first one and a last one: not in a bag or a pool.
    static constexpr bool keeps_order = !Store::reuses;
    static_assert((require_element<T>(), true));

    using typename base::difference_type;
    using typename base::size_type;
    using reference = Element&;
    using const_reference = const T&;
    using iterator = open_iterator<Source, Element>;
    using const_iterator = open_iterator<of_const, const T>;
    using walk_type = open_walk<Source, Element, false, true>;
    using const_walk_type = open_walk<of_const, const T>;
    using frozen_type = store_view<Store, const T>;

    [[nodiscard]] size_type size() const noexcept { return Source().size(elements_); }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// Whether a walk, an iterator or a frozen view of it is open, or one of its functions is under way: then nothing
    /// is moved in memory, and what is removed may be kept for a while. Any edit is legal nevertheless.
    [[nodiscard]] bool is_walked() const noexcept { return elements_.is_walked(); }

    /// The first element in the order, and the last; null if there is none. O(1), or O(removed) after many removals.
    /// For collections that keep an order, as is the following one.
    [[nodiscard]] Element* first() noexcept
        requires keeps_order
    {
        return elements_.first();
    }
    [[nodiscard]] const T* first() const noexcept
        requires keeps_order
    {
        return elements_.first();
    }
    [[nodiscard]] Element* last() noexcept
        requires keeps_order
    {
        return elements_.last();
    }
    [[nodiscard]] const T* last() const noexcept
        requires keeps_order
    {
        return elements_.last();
    }
    /// The element that comes as number `index` in the order, counted from 0; null if there are not so many. O(size /
    /// 64).
    [[nodiscard]] Element* nth(size_type index) noexcept
        requires keeps_order
    {
        return find_nth(index);
    }
    [[nodiscard]] const T* nth(size_type index) const noexcept
        requires keeps_order
    {
        return find_nth(index);
    }
    void first(no_order = {}) const
        requires(!keeps_order)
    THRONG_DELETED(THRONG_NO_ORDER);
    void last(no_order = {}) const
        requires(!keeps_order)
    THRONG_DELETED(THRONG_NO_ORDER);
    void nth(size_type, no_order = {}) const
        requires(!keeps_order)
    THRONG_DELETED(THRONG_NO_ORDER);

    /// Removes each resident for which `pred` is true; how many. O(n).
    template <class Predicate> size_type remove_if(Predicate pred, caller where = {}) {
        require_predicate<Predicate, T>();
        size_type n = 0;
        auto w = this->template opened<open_walk<typename Source::quiet, T>>(where, residents);
        while (T* const x = w.next()) {
            if (pred(std::as_const(*x)) && w.remove(where)) ++n;
        }
        return n;
    }
    /// Removes all that is there now, one after the other. O(n); O(pages) where there is nothing to do for an element.
    void clear(caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        remove_all<Store, typename Source::quiet>(elements_);
    }

    // --- walking -----------------------------------------------------------------------------------------------------

    /// A live walk, for a range-for or an algorithm: move-only, single pass.
    [[nodiscard]] iterator begin(caller where = {}) { return started<iterator>(where); }
    [[nodiscard]] const_iterator begin(caller where = {}) const { return started<const_iterator>(where); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// An open walk: with `live` also of new elements, with `residents` of the present ones.
    [[nodiscard]] walk_type walk(live_t policy, caller where = {}) {
        return this->template opened<walk_type>(where, policy);
    }
    [[nodiscard]] walk_type walk(residents_t policy, caller where = {}) {
        return this->template opened<walk_type>(where, policy);
    }
    [[nodiscard]] const_walk_type walk(live_t policy, caller where = {}) const {
        return this->template opened<const_walk_type>(where, policy);
    }
    [[nodiscard]] const_walk_type walk(residents_t policy, caller where = {}) const {
        return this->template opened<const_walk_type>(where, policy);
    }
    /// An open walk of the present elements, from the last to the first.
    [[nodiscard]] auto walk(backward_t, caller where = {})
        requires keeps_order
    {
        return this->template opened<open_walk<Source, Element, true, true>>(where, residents);
    }
    [[nodiscard]] auto walk(backward_t, caller where = {}) const
        requires keeps_order
    {
        return this->template opened<open_walk<of_const, const T, true>>(where, residents);
    }

    /// A view of the present elements, which stays unchanged while the collection changes. O(1), copies nothing. While
    /// it exists, nothing moves, and its elements are kept.
    [[nodiscard]] frozen_type freeze(caller where = {}) const {
        frozen_type view(elements_, Source().end(elements_), size());
        elements_.opened(view.node(), where);
        return view;
    }

    /// Calls f(T&) for each, as a live walk does, or as the policy says; the fastest walk. f may return whether the
    /// element stays: false removes it.
    template <class F> void each(F f, caller where = {}) { visit_each<Element>(f, where, loop_policy()); }
    template <class F> void each(F f, caller where = {}) const { visit_each_const(f, where, loop_policy()); }
    template <class F> void each(live_t policy, F f, caller where = {}) { visit_each<Element>(f, where, policy); }
    template <class F> void each(live_t policy, F f, caller where = {}) const { visit_each_const(f, where, policy); }
    template <class F> void each(residents_t policy, F f, caller where = {}) { visit_each<Element>(f, where, policy); }
    template <class F> void each(residents_t policy, F f, caller where = {}) const {
        visit_each_const(f, where, policy);
    }
    template <class F> void each(backward_t, F f, caller where = {})
        requires keeps_order
    {
        visit_each<Element, true>(f, where, residents);
    }
    template <class F> void each(backward_t, F f, caller where = {}) const
        requires keeps_order
    {
        visit_each_const<true>(f, where, residents);
    }

    /// The residents as spans of neighbours, at most 64 of them, for loops that vectorise and may make edits. A run's
    /// elements are kept until the loop goes on to the next run, even if they are removed.
    [[nodiscard]] auto runs(caller where = {}) {
        return this->template opened<open_runs<Source, Element>>(where, residents);
    }
    [[nodiscard]] auto runs(caller where = {}) const {
        return this->template opened<open_runs<of_const, const T>>(where, residents);
    }

    // --- all at once -------------------------------------------------------------------------------------------------

    /// Exchanges the contents, at once, whatever is open: no element changes its address, and walks, views, handles and
    /// subsets go with the elements. Hooks and maximum capacities stay where they are. O(open walks). Also in hooks,
    /// but not in constructors and destructors of elements: there it has no effect (the audit build reports it).
    void swap(Derived& other, caller where = {}) noexcept { this->swap_contents(other, where); }
    friend void swap(Derived& a, Derived& b, caller where = {}) noexcept
        requires requires { a.swap(b); }
    {
        a.swap(b, where);
    }

  protected:
    using base::base;
    using base::elements_;
    ~walked_face() { require_destructor<T>(); }

    template <class Visited, bool Backward = false, class F, class Policy>
    void visit_each(F& f, caller where, Policy policy) {
        require_visit<F, Visited>();
        if (Source().size(elements_) == 0) return;
        store_cursor<Source, Backward> c(&elements_, policy);
        elements_.opened(c.node(), where);
        if constexpr (std::is_const_v<Visited>) {
            const auto visit = [&f](const T& x) THRONG_ALWAYS_INLINE_LAMBDA { return f(x); };
            c.each(visit);
        } else {
            c.each(f);
        }
    }

  private:
    [[nodiscard]] T* find_nth(size_type index) const noexcept {
        if (index >= size()) return nullptr;
        for (auto* p = elements_.pages().head; p != nullptr; p = p->next) {
            for (unsigned i = 0; i < p->words; ++i) {
                const unsigned n = count(p->live[i]);
                if (index < n) return p->slot(i * word_bits + nth_bit(p->live[i], index));
                index -= n;
            }
        }
        return nullptr;
    }
    template <bool Backward = false, class F, class Policy>
    void visit_each_const(F& f, caller where, Policy policy) const {
        require_visit<F, const T>();
        if (of_const().size(elements_) == 0) return;
        store_cursor<of_const, Backward> c(&elements_, policy);
        elements_.opened(c.node(), where);
        const auto visit = [&f](const T& x) THRONG_ALWAYS_INLINE_LAMBDA { (void)f(x); };
        c.each(visit);
    }
    template <class Iterator> [[nodiscard]] Iterator started(caller where) const {
        const bool any = Source().size(elements_) != 0;
        Iterator i(std::in_place, any ? &elements_ : nullptr, loop_policy());
        if (!any) return i;
        elements_.opened(i.node(), where);
        i.start();
        return i;
    }
};

} // namespace throng::core
