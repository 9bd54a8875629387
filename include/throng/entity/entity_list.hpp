#pragma once

#include <throng/core/callback.hpp>
#include <throng/core/requirements.hpp>
#include <throng/entity/detail/entity_walk.hpp>
#include <throng/entity/detail/shrinking.hpp>
#include <throng/entity/detail/updated_entity.hpp>
#include <throng/entity/entity.hpp>
#include <throng/fwd.hpp>
#include <throng/list.hpp>

#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace throng {

/// Entities that live, draw and expire: a `list` that updates and draws its entities, removes expired ones as it
/// updates them, and calls `on_expire` of each, once. It is itself an entity, so lists nest, also inside an
/// `any_entity`.
///
/// | | `throng::entity_list<E>` | `std::vector<std::unique_ptr<base>>` and `erase_if` |
/// |---|---|---|
/// | removal of the expired | while they are updated, in the same pass | a second pass |
/// | add, remove, clear, update again from inside of `update` | yes | no |
/// | an `update` that throws | every entity is there, once, in order; none expires twice | by hand |
/// | classes | one by value, or any by `any_entity` | one hierarchy, a piece of memory each |
/// | handles, walks, freeze, sort | as `throng::list` | no |
///
/// E is a class with some of the members of an entity (entity.hpp). It keeps the contract of a `throng::list`:
/// docs/contract.md. In addition:
///
/// - `expire()` on an entity only marks it. Walks still visit it until the list's next `update` or `prune` removes it,
/// but it is not updated or drawn any more. `remove` acts at once.
/// - `on_expire()` is called exactly once for each entity: when it is pruned, removed or cleared, or when the list is
/// destroyed. `on_expired` is called afterwards. By then the entity is not in the list, but can still be read. If
/// `on_remove`, `on_expire` or `on_expired` throws, the entity is removed nevertheless, the ones after it are called,
/// and the first exception is passed to the caller.
/// - A list inside another list keeps its address for as long as it is there.
///
/// `entity_bag<E>` and `entity_pool<E>` are the same of a `bag`, and of a `pool`: order and places in memory are as
/// there, and without an order there are no `first`, `last`, `nth` and `sort`.
template <class E, class Allocator, template <class, class> class Of> class entity_list : private Of<E, Allocator> {
    using base = Of<E, Allocator>;
    using store_type = std::remove_cvref_t<decltype(std::declval<base&>().storage())>;
    using page_type = typename store_type::page_type;
    static constexpr bool can_be_copied = std::copy_constructible<E> && std::is_copy_constructible_v<base>;
    template <class P> static constexpr bool is_policy = std::is_empty_v<P> && requires(base& b, P p) { b.walk(p); };
    using standing = core::standing_on<store_type>;
    using access = core::entity_access<E>;
    using traits = std::allocator_traits<Allocator>;
    using caller = core::caller;

  public:
    using value_type = E;
    using allocator_type = Allocator;
    using typename base::const_iterator;
    using typename base::const_reference;
    using typename base::const_walk_type;
    using typename base::difference_type;
    using typename base::frozen_type;
    using typename base::handle_type;
    using typename base::iterator;
    using typename base::reference;
    using typename base::size_type;
    using walk_type = core::entity_walk<entity_list, typename base::walk_type>;
    /// Other collections do not move it by themselves: its walks refer to it by its address.
    using stays_in_place = void;

    /// An empty list. Allocates nothing.
    entity_list(caller where = {}) noexcept(std::is_nothrow_default_constructible_v<Allocator>)
        requires std::is_default_constructible_v<Allocator>
        : base(where) {}
    explicit entity_list(const Allocator& allocator, caller where = {}) noexcept : base(allocator, where) {}
    explicit entity_list(initial_capacity room, const Allocator& allocator = Allocator(), caller where = {})
        : base(room, allocator, where) {}
    explicit entity_list(shared_handles<E, Allocator>& handles, caller where = {}) noexcept : base(handles, where) {}
    entity_list(std::initializer_list<E> entities, const Allocator& allocator = Allocator())
        : base(entities, allocator) {}
    /// The entities of a range, in its order. O(n).
    template <core::range_of<E> R>
        requires(!std::is_same_v<std::remove_cvref_t<R>, entity_list>)
    explicit entity_list(R&& entities, const Allocator& allocator = Allocator())
        : base(std::forward<R>(entities), allocator) {}
    /// The entities between two iterators, in their order. O(n).
    template <class I, class S>
        requires core::iterators_of<I, S, E>
    entity_list(I begins, S ends, const Allocator& allocator = Allocator())
        : base(std::move(begins), std::move(ends), allocator) {}

    /// Copies the entities in order: not hooks, handles, shrinking or maximum capacity. O(n). Throws what the allocator
    /// or a copy throws.
    entity_list(const entity_list& other)
        requires can_be_copied
        : base(other), concerns_(other.concerns_ & has_expired) {}
    entity_list(const entity_list& other, const Allocator& allocator)
        requires can_be_copied
        : base(other, allocator), concerns_(other.concerns_ & has_expired) {}
    /// Takes over everything, nothing is moved in memory. O(1). `other` must not be walked.
    entity_list(entity_list&& other, caller where = {}) noexcept
        : base(std::move(static_cast<base&>(other)), where),
          on_updated_(std::move(other.on_updated_)),
          on_expired_(std::move(other.on_expired_)),
          shrinking_(other.shrinking_),
          concerns_(other.concerns_) {
        other.concerns_ &= has_expired;
        ++other.swaps_;
    }
    /// The same with another allocator. If it differs from `other`'s, the entities are moved one by one, without their
    /// handles, and `other` is empty; none of them expires. O(1), or O(n). Throws what the allocator or a move throws.
    entity_list(entity_list&& other, const Allocator& allocator, caller where = {})
        : base(std::move(static_cast<base&>(other)), allocator, where),
          on_updated_(std::move(other.on_updated_)),
          on_expired_(std::move(other.on_expired_)),
          shrinking_(other.shrinking_),
          concerns_(other.concerns_) {
        other.concerns_ &= has_expired;
        ++other.swaps_;
    }
    /// The present entities expire. Open walks visit the new ones. Hooks stay, and so do subsets, which are then empty.
    /// Entities that an `on_expire` adds meanwhile stay: the new ones are then added behind them, without their
    /// handles, as many as there is room for.
    entity_list& operator=(const entity_list& other)
        requires can_be_copied
    {
        if (this != std::addressof(other)) {
            constexpr bool goes_along = traits::propagate_on_container_copy_assignment::value;
            const made copy{entity_list(other)};
            replace_by_copy(copy.all, goes_along ? other.get_allocator() : get_allocator());
            concern(has_expired, copy.all.expired());
        }
        return *this;
    }
    /// The same. `other` must not be in one of those that expire.
    entity_list& operator=(entity_list&& other) { // NOLINT(performance-noexcept-move-constructor): entities expire
        if (this != std::addressof(other)) {
            const bool over = other.expired();
            replace_by(other);
            concern(has_expired, over);
        }
        return *this;
    }
    entity_list& operator=(std::initializer_list<E> entities) {
        const made in{entity_list(entities, get_allocator())};
        replace_by_copy(in.all, get_allocator());
        return *this;
    }
    /// The present entities expire; exceptions are lost.
    ~entity_list() {
        expire_all();
        on_updated_.reset();
        on_expired_.reset();
    }

    using base::get_allocator;

    // --- as an entity ------------------------------------------------------------------------------------------------

    /// The self-pruning update: each entity in turn is updated unless it has expired, and removed if it has expired by
    /// then. New entities are updated in the same pass. Any edit is legal meanwhile, as in `throng::list::update`, also
    /// another `update`. An entity whose `update` throws stays, and the exception is passed on; entities that were
    /// updated before remain updated. A list that has expired updates nothing. A step that is a number, or a
    /// `time_step`, is read once, at the beginning: a change of the variable that it came from is for the next update.
    template <core::step_for<E> Step> void update(Step&& step, caller where = {}) { update_all(live, step, where); }
    template <core::step_for<E> Step> void update(live_t policy, Step&& step, caller where = {}) {
        update_all(policy, step, where);
    }
    /// The same, but new entities wait for the next update.
    template <core::step_for<E> Step> void update(residents_t policy, Step&& step, caller where = {}) {
        update_all(policy, step, where);
    }
    /// The self-pruning walk: f(E&) may return whether the entity lives on, or nothing. The entities themselves are not
    /// updated, or asked whether they have expired.
    template <class F>
        requires std::is_invocable_v<F&, E&>
    void update(F f, caller where = {}) {
        update(live, std::move(f), where);
    }
    template <class F>
        requires std::is_invocable_v<F&, E&>
    void update(live_t policy, F f, caller where = {}) {
        base::update(policy, pruned_by(f), where);
    }
    template <class F>
        requires std::is_invocable_v<F&, E&>
    void update(residents_t policy, F f, caller where = {}) {
        base::update(policy, pruned_by(f), where);
    }
    /// Removes those that have expired, without updating any of them. O(n).
    void prune(caller where = {});

    /// Draws the entities that have not expired, in order.
    template <class Canvas> void draw(Canvas& canvas, caller where = {}) {
        base::each(residents, [&canvas](E& e) { access::draw(e, canvas); }, where);
    }
    template <class Canvas> void draw(Canvas& canvas, caller where = {}) const {
        base::each(residents, [&canvas](const E& e) { access::draw(e, canvas); }, where);
    }

    /// Whether `expire` has been called: then the list that contains it removes it.
    [[nodiscard]] bool expired() const noexcept { return (concerns_ & has_expired) != 0; }
    /// Marks the list. A running update of it updates nothing further.
    void expire() noexcept { concern(has_expired, true); }
    /// All entities expire.
    void on_expire() { clear(); }

    // --- adding ------------------------------------------------------------------------------------------------------

    using base::add;
    using base::emplace;
    using base::emplace_back;
    using base::offer;
    using base::push_back;

    /// Adds the entities of a range, an array or another list, in its order, as many as there is room for; how many.
    /// Adding a list to itself doubles it.
    template <class R>
        requires core::range_of<R, E> || core::given_range_of<R, E>
    size_type add_range(R&& entities) {
        if constexpr (std::is_same_v<std::remove_cvref_t<R>, entity_list>)
            return base::add_range(static_cast<const base&>(entities));
        else return base::add_range(std::forward<R>(entities));
    }
    /// Moves all entities of another list to the end of this one, as many as there is room for; how many. They do not
    /// expire, and the rest stays. O(n), or O(pages): as `take` of a list.
    size_type take(entity_list& other, caller where = {});
    /// Moves an entity to the end of another list, or of this one; returns its new address. It does not expire; its
    /// handle is stale, unless both lists have `shared_handles`. Null, without effect, if it is not here, or if there
    /// is no room. An entity may move itself in its visit: it continues at its old address, with its moved-from
    /// members. If `on_add` of the other list throws, the move is undone, provided that a move of E cannot throw; if
    /// `on_remove` of this one throws, it has been moved nevertheless.
    E* transfer(core::element_ref<E> entity, entity_list& to, caller where = {});

    // --- finding -----------------------------------------------------------------------------------------------------

    using base::contains;
    using base::empty;
    using base::get;
    using base::handle_of;
    using base::is_walked;
    using base::size;

    /// As of the collection below, where that keeps an order.
    using base::first;
    using base::keeps_order;
    using base::last;
    using base::nth;
    /// Sorts as the collection below does. O(n log n); throws what `compare` throws.
    template <class Compare = core::less>
        requires keeps_order
    void sort(Compare compare = {}, caller where = {}) {
        base::sort(std::move(compare), where);
    }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Whether an entity, which may be in another list, is in this one. O(1).
    [[nodiscard]] bool holds(core::element_ref<E> entity) const noexcept {
        return this->elements_.contains(entity.get());
    }

    /// Removes an entity at once, also during walks and updates, and calls its `on_expire`. False if it was removed
    /// before. O(1), and O(open walks).
    bool remove(core::element_ref<E> entity, caller where = {}) {
        return storage().check_own(entity.get(), where) && remove_and_tell(entity.get(), false, where);
    }
    bool remove(handle_type h, caller where = {}) {
        E* const e = get(h, where);
        return e != nullptr && remove_and_tell(e, false, where);
    }
    /// The entity of an iterator; false if a swap has moved it to another list.
    bool remove(const iterator& at, caller where = {}) { return at.stands_in(storage()) && remove(*at, where); }
    bool remove(const const_iterator& at, caller where = {}) { return at.stands_in(storage()) && remove(*at, where); }
    /// Removes each resident for which `pred` is true; how many. O(n).
    template <class Predicate> size_type remove_if(Predicate pred, caller where = {});
    /// Removes the present entities, one after the other, and calls `on_expire` of each. O(n).
    void clear(caller where = {});

    // --- room --------------------------------------------------------------------------------------------------------

    using base::capacity;
    using base::max_capacity;
    using base::reserve;
    using base::trim;

    /// Free places in the memory held.
    [[nodiscard]] size_type available() const noexcept {
        const size_type most = capacity() < max_capacity() ? capacity() : max_capacity();
        return most > size() ? most - size() : 0;
    }
    /// Releases memory automatically: when less than `used` of the capacity (0.25 for a quarter) has been in use for
    /// `seconds` of the game time of `update`. 0 turns it off. False, without effect, unless `used` is between 0 and 1
    /// and the time is not negative.
    bool auto_shrink(double used, double seconds, caller where = {});

    // --- walking -----------------------------------------------------------------------------------------------------

    using base::begin;
    using base::each;
    using base::end;
    using base::freeze;
    using base::runs;

    /// An open walk: with `live` also of new entities, with `residents` of the present ones, with `backward` of those
    /// from the last to the first, if there is an order.
    template <class Policy>
        requires is_policy<Policy>
    [[nodiscard]] auto walk(Policy policy, caller where = {}) {
        return core::entity_walk(*this, base::walk(policy, where));
    }
    template <class Policy>
        requires is_policy<Policy>
    [[nodiscard]] auto walk(Policy policy, caller where = {}) const {
        return base::walk(policy, where);
    }
    /// The same over a range of handles.
    template <core::range_of<handle_type> R> [[nodiscard]] auto walk(R& handles, caller where = {}) {
        return base::walk(handles, where);
    }
    using base::visit;

    /// Exchanges the entities, whatever walks are open. Hooks, shrinking and maximum capacities stay. O(1).
    void swap(entity_list& other, caller where = {}) noexcept {
        base::swap(other, where);
        ++swaps_;
        ++other.swaps_;
    }
    friend void swap(entity_list& a, entity_list& b) noexcept { a.swap(b); }
    [[nodiscard]] friend bool operator==(const entity_list& a, const entity_list& b)
        requires keeps_order
    {
        return static_cast<const base&>(a) == static_cast<const base&>(b);
    }
    [[nodiscard]] friend auto operator<=>(const entity_list& a, const entity_list& b)
        requires(keeps_order && std::three_way_comparable<E>)
    {
        return static_cast<const base&>(a) <=> static_cast<const base&>(b);
    }

    // --- hooks -------------------------------------------------------------------------------------------------------

    /// f(E&) is called for each added entity, and (`on_remove`) for each removed one, before its `on_expire()`, also if
    /// it is moved to another list. If `on_add` throws, the operation is undone; if `on_remove` throws, the entity is
    /// removed nevertheless, or has been moved.
    using base::on_add;
    using base::on_remove;
    /// f(E&), f(E&, double seconds) or f(E&, double seconds, index) is called for each entity that an update has
    /// updated, and that stays. `seconds` is the game time of a step of any type, `seconds_of(step)`. A function with a
    /// class, f(E&, const state&) or f(E&, state&, index), gets the step itself, in updates by that class. The index
    /// counts the calls of the update.
    template <class F> void on_updated(F f);
    /// f(E&) is called for each expired entity, after its `on_expire()`. These hooks may make any edit; null removes
    /// them.
    template <class F> void on_expired(F f);

    // --- looking in --------------------------------------------------------------------------------------------------

    using base::name;
    using base::storage;
    using base::validate;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    using base::story;
#endif

    /// Undoes `expire()`: a list outside of other lists can be used again.
    void revive() noexcept { concern(has_expired, false); }

  protected:
    /// An update of what is still before an open walk.
    template <class Step> void update_on(walk_type& w, Step& step, caller where);
    /// Releases memory as `auto_shrink` says, if it had to wait for the end of a walk.
    void shrink_if_due() noexcept { shrink(0); }
    /// The end of the list: calls `on_expire` of each entity, but not `on_remove`, as a destroyed list does not.
    void expire_all() noexcept;

  private:
    template <class, class> friend class core::entity_walk;

    /// An entity on its way to another list. The moved-from object here does not expire, unless the entity is moved
    /// back after its removal.
    struct leaving;

    /// Whether anything has to be called at an end.
    [[nodiscard]] bool is_end_told() const noexcept { return access::is_told || (concerns_ & tells_ends) != 0; }
    [[nodiscard]] bool is_leaving(const E& e) const noexcept {
        return storage().walkers().is_leaving(std::addressof(e));
    }
    /// `expired`: it is removed because it has expired. Only then entities that the list only points to end.
    void tell_end(E& e, bool expired) {
        core::call_both(
            [&] {
                if (expired || access::is_owned(e)) access::tell_expired(e);
            },
            [&] {
                if (concerns_ & tells_ends) on_expired_.call(e);
            });
    }
    /// Removes a present entity, which something keeps, and calls its `on_expire`, also if `on_remove` throws. False
    /// without memory.
    bool end(E& e, bool expired) {
        const bool ends = !is_leaving(e);
        bool is_removed = false;
        core::call_both([&] { is_removed = storage().remove(std::addressof(e)); },
                        [&] {
                            if (ends && !store_type::place_type::of(std::addressof(e)).is_live()) tell_end(e, expired);
                        });
        return is_removed;
    }
    /// Removes an entity and calls its `on_expire`. A walk of the caller's that visits it keeps it meanwhile.
    bool remove_and_tell(E* e, bool expired, caller where);
    /// The same for an entity visited by an update, unless the contents have been exchanged. Whether to remove it.
    [[nodiscard]] bool is_left_after_end(E& e, bool expired, unsigned swaps);
    template <class F> [[nodiscard]] auto pruned_by(F& f) {
        return [this, &f](E& e) -> bool {
            const unsigned swaps = swaps_;
            return core::lives_on(f, e) || is_left_after_end(e, false, swaps);
        };
    }
    template <class Policy, class Step> void update_all(Policy policy, Step& step, caller where) {
        core::require_step<Step>();
        if (expired()) return;
        // A plain number is read once, so that all entities get the same one, whichever way they are visited.
        core::handed_step<Step> same_step = step;
        base::update(policy, visitor<std::remove_reference_t<core::handed_step<Step>>>{*this, same_step}, where);
        shrink(seconds_of(same_step));
    }
    /// The visits of an update.
    template <class Step> struct visitor {
        entity_list& all;
        Step& step;
        std::size_t told = 0;

        THRONG_FLAT bool operator()(E& e) {
            if (all.concerns_ != 0) [[unlikely]]
                return all.advance_and_tell(e, step, told);
            const unsigned swaps = all.swaps_;
            const bool lives = access::advance(e, step);
            if (all.concerns_ == 0 && (lives || !access::hears_of_end(e))) [[likely]]
                return lives;
            // It ends and is notified, or this visit has been the one to ask for it.
            return all.tell_after_visit(e, lives, swaps, step, told);
        }
    };
    /// The update of one entity, if anything has to be called. Whether to remove it.
    template <class Step> [[nodiscard]] bool advance_and_tell(E& e, Step& step, std::size_t& told);
    /// (Not inline: g++ would not inline the visits themselves then, at almost twice the time.)
    template <class Step> [[nodiscard]] THRONG_NOINLINE bool tell_after_visit(E& e, bool lives, unsigned swaps,
                                                                              Step& step, std::size_t& told) {
        if (!lives) return is_left_after_end(e, true, swaps);
        if (concerns_ & tells_updates) [[unlikely]]
            tell_updated(e, step, told);
        return true;
    }
    template <class Step> void tell_updated(E& e, Step& step, std::size_t& told);
    /// After an update of so much game time.
    void shrink(double seconds) noexcept;
    /// The present entities expire; then the others are added, behind those that an end has added meanwhile.
    void replace_by(entity_list& other);
    /// The same where subsets of this list stay with it.
    void replace_by_copy(const entity_list& other, const Allocator& allocator);
    /// Entities that have not been visible yet: the rest of them is destroyed without any call.
    struct made {
        entity_list all;
        ~made() { all.base::clear(); }
    };

    core::callback<core::updated_entity<E>, Allocator> on_updated_;
    core::callback<E, Allocator> on_expired_;
    core::shrinking shrinking_;
    /// How often the contents have been exchanged: what an update has visited may be elsewhere then.
    unsigned swaps_ = 0;
    enum : unsigned { has_expired = 1, tells_updates = 2, tells_ends = 4 };
    void concern(unsigned what, bool is) noexcept { concerns_ = is ? concerns_ | what : concerns_ & ~what; }
    unsigned concerns_ = 0;
};

template <std::input_iterator I, std::sentinel_for<I> S> entity_list(I, S) -> entity_list<std::iter_value_t<I>>;
template <std::input_iterator I, std::sentinel_for<I> S, core::allocator_like Allocator>
entity_list(I, S, const Allocator&) -> entity_list<std::iter_value_t<I>, Allocator>;
template <class R>
    requires core::range_of<R, core::element_of<R>>
explicit entity_list(R&&) -> entity_list<core::element_of<R>>;
template <class R, core::allocator_like Allocator>
    requires core::range_of<R, core::element_of<R>>
explicit entity_list(R&&, const Allocator&) -> entity_list<core::element_of<R>, Allocator>;

} // namespace throng

#include <throng/entity/detail/entity_list_edits.hpp> // IWYU pragma: export
