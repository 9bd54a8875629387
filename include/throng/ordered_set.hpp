#pragma once

#include <throng/core/face.hpp>
#include <throng/fwd.hpp>
#include <throng/parts/unique_index.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace throng {

/// Unique elements in insertion order, which you can modify from anywhere, at any moment of
/// any walk. To add, to remove and to ask takes O(1).
///
/// | | `throng::ordered_set<T>` | `std::unordered_set<T>` | `std::list` beside `std::unordered_map` |
/// |---|---|---|---|
/// | order of a walk | of adding | none | of adding |
/// | remove any element while walking | yes | all but the current one | all but the current one |
/// | add while walking | yes; seen in the same walk, or not: the loop decides | no (rehash) | yes, seen |
/// | what was there at one moment | `freeze()`, copies nothing | a copy | a copy |
/// | growth | a few entries at a time | all at once | all at once |
/// | addresses | stay while a walk is open; packing happens between walks | stay | stay |
/// | a walk reads | arrays | a node an element | a node an element |
/// | removing by position, buckets, node handles | no | yes | by hand |
///
/// Elements are keys: walks show them const. The results of `Hash` and `Equal` for an element must not change while it
/// is in the set; equal elements have equal hashes. By default it is std::hash, which <functional> or the header of T
/// brings along, except for numbers, enumerations and pointers, which need none. A poor hash (of integers, say the
/// number itself) is good enough: it is mixed well; equal hashes of different elements cost a comparison each. If both
/// have `is_transparent`, other types than T can be looked up and removed.
///
/// Hash and comparison may add and remove themselves; an addition or a search begins anew after such an edit, and so
/// never ends where every call makes one.
///
/// The contract in full: docs/contract.md. Not for use by two threads without a lock, not even to walk it. Destroying a
/// set while a walk of it is open is an error of the caller's (the audit build reports it; otherwise such walks end).
template <class T, class Hash, class Equal, class Allocator> class ordered_set
    : public core::walked_face<ordered_set<T, Hash, Equal, Allocator>,
                               core::store<T, core::in_order, Allocator, core::unique_index<T, Allocator>>, const T> {
    using index_type = core::unique_index<T, Allocator>;
    using location = typename index_type::location;
    using store_type = core::store<T, core::in_order, Allocator, index_type>;
    using page_type = typename store_type::page_type;
    using face = core::walked_face<ordered_set, store_type, const T>;
    using caller = core::caller;
    using traits = std::allocator_traits<Allocator>;

  public:
    using key_type = T;
    using hasher = Hash;
    using key_equal = Equal;
    using typename face::iterator;
    using typename face::size_type;

    /// An empty set. Allocates nothing.
    ordered_set(caller where = {})
        requires std::is_default_constructible_v<Allocator>
        : ordered_set(Allocator(), where) {}
    explicit ordered_set(const Allocator& allocator, caller where = {})
        : ordered_set(Hash(), Equal(), allocator, where) {}
    explicit ordered_set(Hash hash, Equal equal = Equal(), const Allocator& allocator = Allocator(), caller where = {})
        : face(allocator, where), hash_(std::move(hash)), equal_(std::move(equal)) {}
    ordered_set(std::initializer_list<T> elements, const Allocator& allocator = Allocator(), caller where = {})
        : ordered_set(allocator, where) {
        add_all(elements, where);
    }
    /// The elements of a range, in its order, each once. O(n).
    template <core::range_of<T> R>
        requires(!std::is_base_of_v<ordered_set, std::remove_cvref_t<R>>)
    explicit ordered_set(R&& elements, const Allocator& allocator = Allocator(), caller where = {})
        : ordered_set(allocator, where) {
        add_all(std::forward<R>(elements), where);
    }
    /// The elements between two iterators, in their order, each once. O(n).
    template <class I, class S>
        requires core::iterators_of<I, S, T>
    ordered_set(I begins, S ends, const Allocator& allocator = Allocator(), caller where = {})
        : ordered_set(core::iterator_pair<I, S>{std::move(begins), std::move(ends)}, allocator, where) {}
    /// Copies the elements in order, the hash and the comparison: not the hooks or the maximum capacity. O(n). Throws
    /// what the allocator or a copy throws; nothing leaks.
    ordered_set(const ordered_set& other, caller where = {})
        : ordered_set(other, traits::select_on_container_copy_construction(other.get_allocator()), where) {}
    ordered_set(const ordered_set& other, const Allocator& allocator, caller where = {})
        : ordered_set(other.hash_, other.equal_, allocator, where) {
        add_all(other, where);
    }
    /// Takes elements, hooks and maximum capacity over, and open walks go with the elements; nothing is moved in
    /// memory. O(1). Into another allocator's memory the elements are moved one by one, copied where a move may throw.
    /// O(n).
    ordered_set(ordered_set&& other, caller where = {})
        : ordered_set(other.hash_, other.equal_, other.get_allocator(), where) {
        this->take_over(other);
    }
    ordered_set(ordered_set&& other, const Allocator& allocator, caller where = {})
        : ordered_set(other.hash_, other.equal_, allocator, where) {
        if (this->takes_contents_of(other, false)) {
            this->take_over(other);
            return;
        }
        this->elements_.take_hooks(other.elements_);
        this->elements_.most(other.elements_.most());
        const typename face::replacing quietly(this->elements_);
        move_from(other);
    }
    /// Replaces the present elements by the others, with their hash and comparison: hooks are not called, and the
    /// maximum capacity is ignored. Elements visited by open walks are kept, and live walks visit the new ones.
    ordered_set& operator=(const ordered_set& other) {
        if (this != &other)
            assign(other.walk(residents), other,
                   traits::propagate_on_container_copy_assignment::value ? other.get_allocator()
                                                                         : this->get_allocator());
        return *this;
    }
    ordered_set& operator=(ordered_set&& other) { // NOLINT(performance-noexcept-move-constructor): walks need memory
        if (this == &other) return *this;
        [[maybe_unused]] const auto inside = this->elements_.entered({});
        [[maybe_unused]] const auto inside_other = other.elements_.entered({});
        constexpr bool with_allocator = traits::propagate_on_container_move_assignment::value;
        const typename face::replacing quietly(this->elements_);
        core::remove_all(this->elements_);
        take_functions(other);
        if (this->takes_contents_of(other, with_allocator)) this->take_contents(other, with_allocator);
        else move_from(other);
        return *this;
    }
    ordered_set& operator=(std::initializer_list<T> elements) {
        assign(elements, *this, this->get_allocator());
        return *this;
    }

    [[nodiscard]] hasher hash_function() const { return hash_; }
    [[nodiscard]] key_equal key_eq() const { return equal_; }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Adds at the end; false if an equal element is there already, which stays where it is, or if the set is full
    /// (`max_capacity`). O(1): nothing is ever moved to make room. Throws what the hash, the comparison, a copy, the
    /// allocator or `on_add` throws; nothing has been added then. Addresses and walks stay valid; live walks will come
    /// to the new element.
    bool add(const T& element, caller where = {}) { return inserted(element, where).is_new; }
    bool add(T&& element, caller where = {}) { return inserted(std::move(element), where).is_new; }
    /// The same for an element made of the arguments. (One that cannot be moved is made before it is looked for.)
    template <class... Args> bool emplace(Args&&... args) { return made(std::forward<Args>(args)...).is_new; }

    /// The same, with the element's address as the answer: null if it was not added, or if `on_add` removed it at once.
    const T* push_back(const T& element, caller where = {}) { return inserted(element, where).element; }
    const T* push_back(T&& element, caller where = {}) { return inserted(std::move(element), where).element; }
    template <class... Args> const T* emplace_back(Args&&... args) { return made(std::forward<Args>(args)...).element; }

    /// The same of an object that must not be lost: it keeps its value unless it is added, as of a list.
    const T* offer(T& object, core::offered& outcome, caller where = {}) {
        outcome = core::offered::no_room;
        [[maybe_unused]] const auto inside = this->elements_.entered(where);
        const std::uint32_t tag = tag_of(object);
        if (located(object, tag).element != nullptr) {
            outcome = core::offered::refused;
            return nullptr;
        }
        return appended(tag, [&](auto enters) { return this->elements_.take_in(enters, object, outcome); }).element;
    }

    /// Adds the elements of a range, or of another set, in its order; how many of them were not there before.
    template <core::range_of<T> R> size_type add_all(R&& elements, caller where = {}) {
        size_type n = 0;
        for (auto&& x : residents_of(elements, where)) n += add(std::forward<decltype(x)>(x), where) ? 1U : 0U;
        return n;
    }
    size_type add_all(std::initializer_list<T> elements, caller where = {}) {
        size_type n = 0;
        for (const T& x : elements) n += add(x, where) ? 1U : 0U;
        return n;
    }
    /// The same under the name that lists have for it. Another set that is given away is taken, and elements that can
    /// only be moved are moved out of what is given away.
    template <class R>
        requires core::range_of<R, T> || core::given_range_of<R, T> || std::is_same_v<R, ordered_set>
    size_type add_range(R&& elements, caller where = {}) {
        if constexpr (std::is_same_v<R, ordered_set> && std::is_move_constructible_v<T>) {
            return take(elements, where);
        } else if constexpr (core::given_range_of<R, T>) {
            size_type n = 0;
            for (T& x : elements) n += add(std::move(x), where) ? 1U : 0U;
            return n;
        } else {
            return add_all(std::forward<R>(elements), where);
        }
    }
    /// Moves the elements of another set to the end of this one; how many. Those equal to an element here stay there,
    /// and so do those for which there is no room. Hooks are called, `on_remove` there before `on_add` here; moved
    /// elements are new here. O(n). Memory for all is allocated before anything moves. If `on_add` throws, the
    /// exception is passed on, and that element is in neither set.
    size_type take(ordered_set& other, caller where = {}) {
        size_type n = 0;
        if (this == std::addressof(other) || !reserve(this->size() + other.size(), where)) return n;
        for (const T& x : other.walk(residents, where)) {
            if (this->size() >= this->max_capacity() || contains(x) || !other.remove(x, where)) continue;
            n += add(const_cast<T&&>(x), where) ? 1U : 0U; // the walk stands on it
        }
        return n;
    }

    // --- finding -----------------------------------------------------------------------------------------------------

    /// Whether an equal element is there. O(1). Throws what the hash or the comparison throws.
    [[nodiscard]] bool contains(const T& key) const {
        if constexpr (compares_by_itself) {
            if (index() == nullptr) return false;
            const std::uint32_t tag = tag_of(key); // (the hash may make edits)
            return index() != nullptr && index()->has(tag, key);
        } else {
            return find(key) != nullptr;
        }
    }
    template <class K>
        requires core::transparent<Hash, Equal>
    [[nodiscard]] bool contains(const K& key) const {
        return find(key) != nullptr;
    }
    /// The element that is equal; null if there is none.
    [[nodiscard]] const T* find(const T& key) const { return located(key).element; }
    template <class K>
        requires core::transparent<Hash, Equal>
    [[nodiscard]] const T* find(const K& key) const {
        return located(key).element;
    }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes the equal element, at once: no walk visits it any more. False if there is none. It is destroyed now, or,
    /// if walks visit it or frozen views show it, when the last of those has moved on. O(1) and O(open walks). Throws
    /// what the hash or the comparison throws, and under a frozen view what the allocator throws, without effect. If
    /// `on_remove` throws, the exception is passed on after the removal.
    bool remove(const T& key, caller where = {}) { return removed(located(key), where); }
    template <class K>
        requires(core::transparent<Hash, Equal> && !std::is_convertible_v<const K&, const iterator&>)
    bool remove(const K& key, caller where = {}) {
        return removed(located(key), where);
    }
    /// The element of an iterator; false if it has been removed, or if a swap has moved it to another set.
    bool remove(const iterator& at, caller where = {}) {
        if (!at.stands_in(this->elements_)) return false;
        [[maybe_unused]] const auto inside = this->elements_.entered(where);
        return this->elements_.remove(std::addressof(*at));
    }
    /// Removes each element that is in a range, or in another set; how many there were.
    template <class R> size_type remove_all(const R& elements, caller where = {}) {
        size_type n = 0;
        for (const auto& x : residents_of(elements, where)) n += remove(x, where) ? 1U : 0U;
        return n;
    }
    size_type remove_all(std::initializer_list<T> elements, caller where = {}) {
        size_type n = 0;
        for (const T& x : elements) n += remove(x, where) ? 1U : 0U;
        return n;
    }

    using face::walk;
    template <core::range_of<handle<T>> R> void walk(R&, caller = {}) const {
        core::require_walk_of_handles<core::handles_of::set, R>();
    }

    // --- room, hooks, all at once ------------------------------------------------------------------------------------

    /// Gives the elements and the index room in advance. Moves nothing. O(pages to be made, and n). Throws
    /// std::length_error for more than there can be, before anything is taken, and what the allocator throws; without
    /// exceptions it is false then. (The index has some room to spare for what the hash does not spread evenly; where
    /// that is not enough, adding may allocate.)
    bool reserve(size_type n, caller where = {}) {
        [[maybe_unused]] const auto inside = this->elements_.entered(where);
        if (!core::is_possible_length(n, core::most_in_memory<T>)) return false;
        return n <= this->size() ||
               (has_index() && index()->reserve(this->get_allocator(), n) && this->elements_.reserve(n - this->size()));
    }
    /// Gives memory that is not needed back, all of it if nothing is there; closes gaps first if no walk is open. O(n).
    void trim(caller where = {}) noexcept {
        face::trim(where);
        if (index() != nullptr) index()->shrink(this->get_allocator());
    }
    /// As of a list, with f(const T&).
    template <class F> void on_add(F f) { face::on_add(hook(std::move(f))); }
    template <class F> void on_remove(F f) { face::on_remove(hook(std::move(f))); }

    /// As of a list; hash and comparison go with the elements.
    void swap(ordered_set& other, caller where = {}) {
        if (!this->swap_contents(other, where)) return;
        std::swap(hash_, other.hash_);
        std::swap(equal_, other.equal_);
    }
    /// Element by element, in order.
    [[nodiscard]] friend bool operator==(const ordered_set& a, const ordered_set& b) {
        return core::are_equal_in_order(a, b, a.equal_);
    }

    /// Buckets of the index, and further lines that do not fit into theirs; 64 bytes each.
    [[nodiscard]] std::pair<size_type, size_type> index_lines() const {
        return index() != nullptr ? index()->occupancy() : std::pair<size_type, size_type>{};
    }

  private:
    /// Whether a comparison is one instruction, and so calls no code of the user's.
    static constexpr bool compares_by_itself = std::is_scalar_v<T> && std::is_same_v<Equal, core::equal<T>>;
    /// No element has this tag.
    static constexpr std::uint32_t not_looked_for = 0;
    struct insertion {
        const T* element = nullptr;
        bool is_new = false;
    };

    /// Null until there was an element.
    [[nodiscard]] index_type* index() const noexcept { return this->elements_.handles().table(); }
    [[nodiscard]] bool has_index() { return index() != nullptr || this->elements_.begin_handles(); }
    template <class K> [[nodiscard]] std::uint32_t tag_of(const K& key) const {
        return index_type::tag_of(core::spread(static_cast<std::uint64_t>(hash_(key))));
    }
    template <class K> [[nodiscard]] THRONG_ALWAYS_INLINE location located(const K& key) const {
        return index() == nullptr ? location() : located(key, tag_of(key));
    }
    template <class K> [[nodiscard]] THRONG_ALWAYS_INLINE location located(const K& key, std::uint32_t tag) const {
        const auto is_it = [&](const T& x) { return static_cast<bool>(equal_(x, key)); };
        if constexpr (compares_by_itself) {
            return index() == nullptr ? location() : index()->find(tag, is_it);
        } else {
            const typename store_type::busy asking(this->elements_); // the index stays
            return index() == nullptr ? location() : index()->find(tag, is_it);
        }
    }

    template <class U> insertion inserted(U&& element, caller where) {
        [[maybe_unused]] const auto inside = this->elements_.entered(where);
        const std::uint32_t tag = tag_of(element);
        location place = located(element, tag);
        if (place.element != nullptr) return {};
        if constexpr (std::is_trivially_copyable_v<T>) {
            if (index() != nullptr && !this->elements_.has_add_hook()) [[likely]] {
                if (!index()->find_place(tag, place, this->elements_.allocator())) return {};
                T* const x = this->elements_.emplace_back(std::forward<U>(element));
                if (x != nullptr) index()->add(tag, x, place);
                return {x, x != nullptr};
            }
        }
        return appended(tag, [&](auto enters) { return this->elements_.emplace_if(enters, std::forward<U>(element)); });
    }
    template <class... Args> insertion made(Args&&... args) {
        core::require_construction<T, Allocator, Args...>();
        [[maybe_unused]] const auto inside = this->elements_.entered({});
        if constexpr (std::is_move_constructible_v<T>) return inserted(T(std::forward<Args>(args)...), {});
        else
            return appended(not_looked_for, [&](auto enters) {
                return this->elements_.emplace_if(enters, std::forward<Args>(args)...);
            });
    }
    /// Where code of the user's may make edits meanwhile, or for the first element of all. The tag is that of an
    /// element that has been looked for, and was not there. make(enters) makes the element where enters(x) is true.
    template <class Make> THRONG_NOINLINE insertion appended(std::uint32_t tag, Make make) {
        insertion result;
        if (!has_index() || !index()->make_room(this->elements_.allocator())) return result;
        const std::uint64_t before = index()->changes();
        const auto enters = [&](T& x) {
            const bool looks = tag == not_looked_for || index() == nullptr || index()->changes() != before;
            if (looks) {
                tag = tag_of(x);
                if (located(x, tag).element != nullptr) return false;
                if (!has_index() || !index()->make_room(this->elements_.allocator())) return false;
            }
            index()->enter(tag, std::addressof(x));
            return result.is_new = true;
        };
        result.element = make(enters);
        return result;
    }

    bool removed(const location& found, caller where) {
        constexpr std::uint32_t interval = 32;
        [[maybe_unused]] const auto inside = this->elements_.entered(where);
        T* const x = found.element;
        if (x == nullptr) return false;
        store_type& s = this->elements_;
        const bool looks = core::spread(index()->changes()) % interval == 0 && !s.is_walked();
        if (!s.is_frozen()) index()->forget(found); // (under a view the removal may fail)
        if (!looks) return s.remove_own(x);
        // Now and then the set looks whether pages have thinned out, in no rhythm that a program's own could fall in
        // with: it may be edited for long without a walk.
        page_type* const p = page_type::of(x);
        core::standing_on<store_type> here(s, x); // the page stays
        (void)s.remove_own(x);
        store_type* const home = here.home();
        if (home == nullptr) return true;
        {
            const typename store_type::busy working(*home); // also while the element is destroyed
            (void)here.part();
        }
        home->placement().left(*home, p);
        if (!home->is_walked()) home->placement().pack_around(*home, p);
        return true;
    }

    template <class F> static auto hook(F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) {
            return nullptr;
        } else {
            core::require_hook<F, const T>();
            return [f = std::move(f)](T& x) mutable { (void)f(std::as_const(x)); };
        }
    }
    /// Of what can be walked so (a set added to itself has an end), and else the range itself.
    template <class R> [[nodiscard]] static decltype(auto) residents_of(R& elements, [[maybe_unused]] caller where) {
        if constexpr (requires { elements.walk(residents); }) return core::residents_of(elements, where);
        else return (elements);
    }

    void take_functions(const ordered_set& other) {
        Hash hash(other.hash_);
        Equal equal(other.equal_);
        std::swap(hash_, hash);
        std::swap(equal_, equal);
    }
    void move_from(ordered_set& other) {
        if constexpr (std::is_move_constructible_v<T>) {
            (void)reserve(other.size()); // before anything moves
            for (const T& x : other.walk(residents)) (void)add(std::move_if_noexcept(const_cast<T&>(x)));
            core::remove_all(other.elements_);
        }
    }
    template <class R> void assign(R&& elements, const ordered_set& as, const Allocator& allocator) {
        [[maybe_unused]] const auto inside = this->elements_.entered({});
        const typename face::replacing quietly(this->elements_);
        core::remove_all(this->elements_);
        this->take_allocator(allocator);
        if (&as != this) take_functions(as);
        for (const T& x : elements) (void)add(x);
    }

    THRONG_NO_UNIQUE_ADDRESS Hash hash_;
    THRONG_NO_UNIQUE_ADDRESS Equal equal_;
};

template <std::input_iterator I, std::sentinel_for<I> S> ordered_set(I, S) -> ordered_set<std::iter_value_t<I>>;
template <class R>
    requires core::range_of<R, core::element_of<R>>
explicit ordered_set(R&&) -> ordered_set<core::element_of<R>>;

namespace pmr {
template <class T, class Hash = core::hash<T>, class Equal = core::equal<T>> using ordered_set =
    throng::ordered_set<T, Hash, Equal, std::pmr::polymorphic_allocator<T>>;
}

} // namespace throng
