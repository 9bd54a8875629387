#pragma once

#include <throng/core/face.hpp>
#include <throng/core/requirements.hpp>
#include <throng/core/store.hpp>
#include <throng/fwd.hpp>

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

namespace throng::core {

/// A store that is given away to another one, page by page. Elements stay where they are.
template <class Store> class splicing {
  public:
    /// Moves all elements of a store to the end of another one, if no hook, subset or index has to be notified:
    /// otherwise, or if their allocators differ, false, without effect. Handles of a common table stay valid. O(pages).
    /// Throws what the allocator throws; nothing has changed then.
    [[nodiscard]] static bool splice(Store& to, Store& from) {
        // Packed or counted elements are handled one by one, and so are those in the audit build's journal.
        if constexpr (audited || !Store::relocatable || !Store::gives_handles || Store::reuses || Store::is_counted) {
            return false;
        } else {
            if (!is_quiet(to) || !is_quiet(from) || to.on_add_ || from.on_remove_) return false;
            // (A few elements are not worth a separate page.)
            if (from.size_ <= Store::page_type::slots() || to.size_ + from.size_ > to.most_) return false;
            // (Pages that are there are used first: what is taken and cleared again and again holds no more each time.)
            const auto& memory = to.pages_.memory;
            if (memory.pages() - memory.used() >= from.pages_.memory.used()) return false;
            if (!(to.allocator() == from.allocator()) || !prepare(to, from)) return false;
            to.pages_.absorb(from.pages_);
            to.size_ += std::exchange(from.size_, 0U);
            to.placement_.refilled(to);
            from.placement_.refilled(from);
            return true;
        }
    }

  private:
    /// Whether there are only elements, and nothing that stands on them or looks after them.
    [[nodiscard]] static bool is_quiet(const Store& s) noexcept {
        return !s.is_walked() && !s.is_watched() && !s.subsets_.any() && !s.pages_.memory.is_fixed();
    }
    /// All that needs memory.
    [[nodiscard]] static bool prepare(Store& to, Store& from) {
        if (from.handles_.in_use()) {
            // Handles of a separate table become stale, each by itself.
            if (!to.handles_.is_shared_with(from.handles_) || !to.begin_handles()) return false;
        } else if (to.handles_.in_use()) {
            for (auto* p = from.pages_.head; p != nullptr; p = p->next) {
                if (!to.handles_.page_comes(to.pages_, p)) return false;
            }
        }
        return to.pages_.memory.make_room_for(from.pages_.memory);
    }
};

/// The functions of a collection of mutable elements, beside its walks: adding, finding, removing, handles.
template <class Derived, class Store, class Source = all_of<Store>> class collection_face
    : public walked_face<Derived, Store, typename Store::value_type, Source> {
    using base = walked_face<Derived, Store, typename Store::value_type, Source>;
    using T = typename Store::value_type;
    using Allocator = typename Store::allocator_type;
    using typename base::traits;

  public:
    using typename base::const_iterator;
    using typename base::handle_type;
    using typename base::iterator;
    using typename base::size_type;

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Adds an element and gives its handle: an empty one if the collection is full (`max_capacity`). O(1): nothing is
    /// ever moved to make room. Throws what the allocator, the element's constructor or `on_add` throws; nothing has
    /// been added then. Addresses, handles and walks stay valid; live walks will come to the new element. (Without
    /// exceptions, where the allocator gives null, nothing is added.)
    handle_type add(const T& element, caller where = {}) {
        return added(where, [&] { return elements_.emplace(element); });
    }
    handle_type add(T&& element, caller where = {}) {
        return added(where, [&] { return elements_.emplace(std::move(element)); });
    }
    template <class... Args> handle_type emplace(Args&&... args) {
        return added({}, [&] { return elements_.emplace(std::forward<Args>(args)...); });
    }

    /// The same without a handle, for elements that need none: null if the collection is full, or if `on_add` removed
    /// the element at once.
    T* push_back(const T& element, caller where = {}) {
        return added(where, [&] { return elements_.emplace_back(element); });
    }
    T* push_back(T&& element, caller where = {}) {
        return added(where, [&] { return elements_.emplace_back(std::move(element)); });
    }
    template <class... Args> T* emplace_back(Args&&... args) {
        return added({}, [&] { return elements_.emplace_back(std::forward<Args>(args)...); });
    }

    /// The same of an object that must not be lost: it keeps its value unless it is added, also where an exception is
    /// thrown (where its move does not throw, or it can be copied). `inbox` uses it; `outcome` is right even then.
    T* offer(T& object, offered& outcome, caller where = {}) {
        return added(where, [&] { return elements_.take_in([](const T&) { return true; }, object, outcome); });
    }

    /// Adds the elements of a range in its order, as many as there is room for; how many. Adding a collection to itself
    /// doubles it. Elements that can only be moved are moved out of what is given away, `add_range(std::move(v))`, and
    /// another collection of this kind that is given away is taken (`take`).
    template <class R>
        requires range_of<R, T> || given_range_of<R, T>
    size_type add_range(R&& elements, caller where = {}) {
        if constexpr (std::is_same_v<R, Derived> && std::is_move_constructible_v<T>) return take(elements, where);
        else if constexpr (std::is_base_of_v<collection_face, std::remove_cvref_t<R>>)
            return add_all_of(elements.walk(residents, where), where, [](auto& x) -> auto& { return x; });
        else if constexpr (given_range_of<R, T>)
            return add_all_of(elements, where, [](T& x) -> T&& { return std::move(x); });
        else
            return add_all_of(std::forward<R>(elements), where,
                              [](auto&& x) -> auto&& { return std::forward<decltype(x)>(x); });
    }
    /// Moves an element of another collection of this kind to the end of this one; returns its new address, null if
    /// `on_add` has removed it. Walks of the other one treat it as removed, walks of this one as added. Its handle
    /// stays valid if both collections have `shared_handles`, and is stale otherwise. Hooks are called, `on_add` here
    /// before `on_remove` there; in between it is in both, and has been moved from there. Null, without effect, if it
    /// has been removed, if it is being taken already, if there is no room, or if both are the same. O(1) and O(open
    /// walks). If `on_add` throws, the element is given back, provided that its move does not throw.
    T* take(Derived& other, element_ref<T> element, caller where = {}) {
        static_assert(std::is_move_constructible_v<T>, "throng: take moves elements: they have to be movable");
        if (std::addressof(other) == std::addressof(derived()) || !other.contains(element, where)) return nullptr;
        T* const x = element.get();
        if (elements_.is_full() || other.elements_.walkers().is_leaving(x)) return nullptr;
        [[maybe_unused]] const auto inside_other = other.elements_.entered(where);
        standing_on<Store> there(other.elements_, x);
        there.node().is_leaving = true;
        transit<Store> way{there.node()};
        T* const y = added(where, [&] { return elements_.take_over(way); });
        if (!way.has_come) return nullptr;
        const auto leave = [&there] {
            if (there.home() != nullptr) (void)there.home()->remove_own(there.element());
        };
        if (y == nullptr) { // the hook has removed it at once
            leave();
            return nullptr;
        }
        standing_on<Store> here(*way.arrived, y);
        leave();
        return here.home() == nullptr ? nullptr : here.part();
    }
    T* take(Derived& other, handle_type h, caller where = {}) {
        T* const x = other.get(h, where);
        return x == nullptr ? nullptr : take(other, *x, where);
    }
    /// Moves all elements of another collection of this kind to the end of this one, one after the other, as many as
    /// there is room for; how many. The rest stays, and so do elements added there meanwhile. O(n). After an exception
    /// the elements moved so far are here, and the others there. A list takes more than a page's elements in O(pages),
    /// and they stay where they are in memory, unless one of the two is walked, has a subset, an index or a hook, or
    /// the other one has handles that are not shared.
    size_type take(Derived& other, caller where = {}) {
        if (std::addressof(other) == std::addressof(derived())) return 0;
        if constexpr (!Derived::makes_way) {
            const size_type all = other.size();
            if (splicing<Store>::splice(elements_, other.elements_)) return all;
        }
        size_type n = 0;
        auto w = other.walk(residents, where);
        while (T* const x = w.next()) {
            if (elements_.is_full()) break;
            if (!w.stands_in(other.elements_)) continue; // a hook has exchanged the contents
            (void)take(other, *x, where);
            n += w.is_current_there() ? 0U : 1U;
        }
        return n;
    }

    // --- finding -----------------------------------------------------------------------------------------------------

    /// The element of a handle; null if the handle is empty or stale. O(1).
    [[nodiscard]] T* get(handle_type h, caller where = {}) {
        elements_.check_own(h, where);
        return found(h);
    }
    [[nodiscard]] const T* get(handle_type h, caller where = {}) const {
        elements_.check_own(h, where);
        return found(h);
    }
    [[nodiscard]] bool contains(handle_type h, caller where = {}) const { return get(h, where) != nullptr; }
    /// Whether it is an element of this collection. O(1). (A reference to a removed element is valid only until its
    /// place is reused; keep a handle for longer.)
    [[nodiscard]] bool contains(element_ref<T> element, caller where = {}) const {
        return elements_.check_own(element.get(), where) && Source().contains(elements_, element.get());
    }
    /// The handle of an element, made now if it has none yet; an empty one if it is not an element of this collection,
    /// or has been removed. O(1), but the first handle of all may cost O(pages). Throws what the allocator throws.
    [[nodiscard]] handle_type handle_of(element_ref<T> element, caller where = {}) {
        if (!elements_.check_own(element.get(), where)) return {};
        [[maybe_unused]] const auto inside = elements_.entered(where);
        return elements_.handle_of(element.get());
    }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes an element at once: no walk visits it any more, its handles are stale. False if it was removed before,
    /// or is not of this collection. It is destroyed now, or, if walks visit it or frozen views show it, when the last
    /// of those has moved on. O(1) and O(open walks). Throws what `on_remove` throws, after the removal, and under a
    /// frozen view what the allocator throws, without effect.
    bool remove(element_ref<T> element, caller where = {}) {
        if (!elements_.check_own(element.get(), where)) return false;
        [[maybe_unused]] const auto inside = elements_.entered(where);
        return elements_.remove_own(element.get());
    }
    bool remove(handle_type h, caller where = {}) {
        elements_.check_own(h, where);
        [[maybe_unused]] const auto inside = elements_.entered(where);
        return elements_.remove(h);
    }
    /// Removes the element at which an iterator is positioned; returns false if a swap has moved it to another
    /// collection.
    bool remove(const iterator& at, caller where = {}) { return at.stands_in(elements_) && remove(*at, where); }
    bool remove(const const_iterator& at, caller where = {}) { return at.stands_in(elements_) && remove(*at, where); }

    // --- walking -----------------------------------------------------------------------------------------------------

    using base::walk;
    /// An open walk over the elements of a range of handles, in its order; elements removed by their turn are skipped.
    /// The range has to outlive the walk.
    template <range_of<handle_type> R> [[nodiscard]] auto walk(R& handles, caller where = {}) {
        return handle_walk<Source, T, decltype(std::begin(handles)), decltype(std::end(handles))>(
            &elements_, std::begin(handles), std::end(handles), where);
    }

    using base::each;
    template <range_of<handle_type> R, class F> void each(R&& handles, F f, caller where = {}) {
        require_visit<F, T>();
        auto w = walk(handles, where);
        while (T* const x = w.next()) {
            if (!lives_on(f, *x)) (void)w.remove_current();
        }
    }
    /// The same as `each`; f returns nothing, or whether the element stays.
    template <class F> void update(F f, caller where = {}) {
        update(typename Source::loop_policy(), std::move(f), where);
    }
    template <class F> void update(live_t policy, F f, caller where = {}) {
        require_update<F, T>();
        this->template visit_each<T>(f, where, policy);
    }
    template <class F> void update(residents_t policy, F f, caller where = {}) {
        require_update<F, T>();
        this->template visit_each<T>(f, where, policy);
    }
    /// Calls f(T&) for the element of a handle, and keeps it meanwhile as a walk does: f may remove it and continue to
    /// use it. Returns false if the handle is stale.
    template <class F> bool visit(handle_type h, F f, caller where = {}) {
        require_visit<F, T>();
        T* const x = get(h, where);
        if (x == nullptr) return false;
        standing_on<Store> here(elements_, x);
        elements_.opened(here.node(), where);
        (void)f(*x);
        return true;
    }

  protected:
    using base::elements_;

    /// A collection in which adding drops others says true, and has `T* make_way(T* newcomer)`: it is called after an
    /// addition by a function of this class and its `on_add`, and returns the address of the new element then, null if
    /// it has been removed. (Copies and moves of whole collections do not call it.)
    static constexpr bool makes_way = false;

    explicit collection_face(const Allocator& allocator, caller where = {}) noexcept : base(allocator, where) {}

    /// Adds what is in another one as `as` makes it of that one's elements.
    template <class Other, class As> void add_each_of(Other& other, As as) {
        for (auto& x : other.walk(residents)) add_one_of(other, x, as);
    }
    /// (One that is being taken has been moved from: it goes elsewhere.)
    template <class Other, class X, class As> void add_one_of(Other& other, X& x, As& as) {
        if (!other.elements_.walkers().is_leaving(std::addressof(x))) (void)elements_.emplace_back(as(x));
    }
    void copy_from(const Derived& other, caller where) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        (void)elements_.reserve(other.elements_.size());
        derived().add_each_of(other, [](auto& x) -> auto& { return x; });
    }
    void take_over_into(Derived& other) {
        if (this->takes_contents_of(other, false)) return this->take_over(other);
        elements_.take_hooks(other.elements_);
        if (!this->is_fixed()) elements_.most(other.elements_.most());
        const typename base::replacing quietly(elements_);
        move_from(other);
    }
    void move_from(Derived& other) {
        if constexpr (std::is_move_constructible_v<T>) {
            (void)elements_.reserve(other.elements_.size()); // before anything moves
            derived().add_each_of(other, [](T& x) -> T&& { return std::move(x); });
            remove_all(other.elements_);
        }
    }
    /// The present elements are dropped without hooks, and subsets are empty; then add() is called.
    template <class Add> void assign(const Allocator& allocator, Add add) {
        [[maybe_unused]] const auto inside = elements_.entered({});
        const typename base::replacing quietly(elements_);
        remove_all(elements_);
        this->take_allocator(allocator);
        add();
    }
    void assign_list(std::initializer_list<T> elements) {
        assign(this->get_allocator(), [&] { (void)this->add_range(elements); });
    }
    void assign_copy(const Derived& other) {
        if (std::addressof(other) == this) return;
        assign(traits::propagate_on_container_copy_assignment::value ? other.get_allocator() : this->get_allocator(),
               [&] { copy_from(other, {}); });
    }
    /// The present elements are dropped without hooks; then the others are taken over, or moved one by one.
    void assign_move(Derived& other) {
        if (std::addressof(other) == this) return;
        [[maybe_unused]] const auto inside = elements_.entered({});
        [[maybe_unused]] const auto inside_other = other.elements_.entered({});
        constexpr bool with_allocator = traits::propagate_on_container_move_assignment::value;
        const typename base::replacing quietly(elements_);
        remove_all(elements_);
        if (this->takes_contents_of(other, with_allocator)) this->take_contents(other, with_allocator);
        else move_from(other);
    }

  private:
    [[nodiscard]] Derived& derived() noexcept { return static_cast<Derived&>(*this); }
    [[nodiscard]] T* found(handle_type h) const noexcept {
        T* const x = elements_.find(h);
        return x != nullptr && Source().has(elements_, x) ? x : nullptr;
    }
    template <class Add> auto added(caller where, Add add) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        auto result = add();
        if constexpr (audited || Derived::makes_way) {
            constexpr bool by_handle = std::is_same_v<decltype(result), handle_type>;
            T* x = nullptr;
            if constexpr (by_handle) x = elements_.find(result);
            else x = result;
            const bool is_here = x != nullptr && elements_.owns(x); // a hook may exchange the contents
            if (is_here) elements_.journal_add(x, where);
            if constexpr (Derived::makes_way) {
                if (is_here) x = derived().make_way(x);
                if constexpr (!by_handle) result = x;
                else if (x == nullptr) result = handle_type{};
            }
        }
        return result;
    }
    /// Adds `as(element)` for the elements of a range.
    template <class R, class As> size_type add_all_of(R&& elements, caller where, As as) {
        size_type n = 0;
        for (auto&& x : elements) {
            if (elements_.is_full()) break;
            (void)added(where, [&] { return elements_.emplace_back(as(std::forward<decltype(x)>(x))); });
            ++n;
        }
        return n;
    }
};

} // namespace throng::core
