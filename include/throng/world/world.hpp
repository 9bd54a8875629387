#pragma once

#include <throng/core/allocator.hpp>
#include <throng/fwd.hpp>
#include <throng/world/kernel/validation.hpp>
#include <throng/world/members.hpp>
#include <throng/world/query/frozen.hpp>
#include <throng/world/query/instances.hpp>
#include <throng/world/query/typed_edits.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

namespace throng {

/// Entities and their components, which you can modify from anywhere, at any moment of any walk.
///
///     throng::world world;
///     const throng::entity e = world.create(position{0, 0}, velocity{1, 0});
///     world.query<position, const velocity>().each([](position& p, const velocity& v) { p.x += v.x; });
///     world.add<burning>(e);
///
/// | | `throng::world` | EnTT | flecs |
/// |---|---|---|---|
/// | add or remove a component | sets a bit | moves values; notifies each group | moves the entity |
/// | … while walking | yes, at once | the current one; others are undefined | queued |
/// | addresses of values | stay | move | move |
/// | a stale handle | stays stale permanently | comes back after 4,095 lives | after 65,536 |
/// | order of a walk | of indices | of the smallest pool | of tables |
/// | a query | is cheap to create on the spot | the same; groups are registered | is registered, or slow |
/// | memory beside the values | 3 bytes an entity; pages of 1024 slots a kind | a sparse set a component | tables |
///
/// An entity's index is its address: its values stand in the pages of its components at that slot, and a bit says
/// whether it has one. New entities get indices from the pages of their kind (the components they are created with),
/// the lowest free first: entities created alike are stored side by side, and a walk over them is a loop over arrays.
///
/// The contract in full: docs/contract.md. Not for use by two threads without a lock, not even to walk it, except as
/// throng/world/parallel.hpp says. Destroying or moving a world while a walk of it is open is an error of the caller's
/// (the audit build reports it; otherwise such walks end).
///
/// An operation that throws has no effect. One on many entities is a sequence of single ones: the earlier ones stay.
template <class Allocator> class basic_world {
    using storage_type = core::storage<Allocator>;
    using column_type = typename storage_type::column_type;
    using edits = core::edits<Allocator>;
    using typed_edits = core::typed_edits<Allocator>;
    using caller = core::caller;

  public:
    using value_type = entity;
    using allocator_type = Allocator;
    using size_type = std::size_t;
    using handle_type = entity;
    using component_type = component_ref<Allocator>;

    basic_world(caller where = {})
        requires std::is_default_constructible_v<Allocator>
        : basic_world(Allocator(), where) {}
    explicit basic_world(const Allocator& allocator, [[maybe_unused]] caller where = {})
        : storage_(make_storage(allocator, where)) {
        storage_->belongs_to(*this);
    }
    basic_world(const basic_world&) = delete;
    basic_world& operator=(const basic_world&) = delete;
    /// Takes everything over: handles, queries, subsets, families, schedules and snapshots of `other` are of this world
    /// then, and hooks and singletons go along. `other` can only be destroyed or assigned to. O(1).
    basic_world(basic_world&& other, [[maybe_unused]] caller where = {}) noexcept
        : storage_(std::exchange(other.storage_, nullptr)) {
        if (storage_ == nullptr) return;
        other.first_generation_ = first_generation_ = storage_->unused_generation();
        storage_->check_unwalked("a world that is walked is moved", where);
        storage_->belongs_to(*this);
    }
    /// Move assignment; the previous content moves to `other`. Its handles are permanently stale: entities created
    /// later have higher generations than all that either world has assigned. (But one of them may equal a handle that
    /// has come along.)
    basic_world& operator=(basic_world&& other) noexcept {
        if (storage_ != nullptr) storage_->check_unwalked("a world that is walked is assigned to", {});
        if (other.storage_ != nullptr) other.storage_->check_unwalked("a world that is walked is moved", {});
        const std::uint32_t mine = unused_generation();
        const std::uint32_t theirs = other.unused_generation();
        std::swap(storage_, other.storage_);
        if (storage_ != nullptr) storage_->belongs_to(*this);
        if (other.storage_ != nullptr) other.storage_->belongs_to(other);
        start_generations_at(mine < theirs ? theirs : mine);
        other.start_generations_at(mine < theirs ? theirs : mine);
        return *this;
    }
    ~basic_world() {
        if (storage_ == nullptr) return;
        storage_->check_unwalked("a world that is walked is destroyed", {});
        storage_->end();
        core::storage_share<Allocator>::drop(storage_);
    }

    [[nodiscard]] allocator_type get_allocator() const noexcept { return storage_->allocator(); }

    // --- entities ----------------------------------------------------------------------------------------------------

    /// A new entity with these components. O(components). Throws what the allocator, a copy or `on_add` throws; nothing
    /// has been created then. Addresses, handles and walks stay valid; live walks will come to it.
    template <class... Cs>
        requires(... && !core::room_for_handles<Cs>)
    entity create(Cs&&... values) {
        core::require_components<Cs...>();
        return typed_edits::created(*storage_, std::forward<Cs>(values)...);
    }
    /// The same, its components being made by their default constructors.
    template <class C, class... Cs> entity create() { return create(C(), Cs()...); }
    /// As many new entities as there is room for in `handles`, a span or an array, each with copies of these
    /// components. The room must stay where it is meanwhile, whatever hooks do; the components may be the world's own.
    template <core::room_for_handles Handles, class... Cs> void create(Handles&& handles, const Cs&... values) {
        const std::span<entity> all(handles);
        typed_edits::create_all(*storage_, all.data(), all.size(), values...);
    }
    /// The same: `create<position, velocity>(handles)`, made by their default constructors.
    template <class C, class... Cs> void create(core::room_for_handles auto&& handles) {
        create(handles, C(), Cs()...);
    }
    /// `n` new entities, each with copies of these components, which may be the world's own.
    template <class... Cs> void create_many(size_type n, const Cs&... values) {
        typed_edits::create_all(*storage_, nullptr, n, values...);
    }

    /// A new entity with copies of all components of `source`, but for those that cannot be copied; an empty handle if
    /// that is stale. Throws what the allocator, a copy or `on_add` throws; nothing has been created then.
    entity clone(entity source, caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        if (!storage_->is_alive(source)) return {};
        return typed_edits::cloned(*storage_, source, where);
    }

    /// Destroys an entity, with its components, at once: its handle is stale, and walks skip it. A walk that is
    /// visiting it keeps its values until the walk advances. False if it is stale already. O(components of its page).
    /// Throws what the allocator throws, if there are hooks or frozen views; the call has no effect then. Throws what
    /// `on_remove` throws, after all hooks have been called; the entity is destroyed nevertheless.
    bool destroy(entity e, caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        return edits::destroy(*storage_, e);
    }
    /// Destroys each entity of a range of handles, which may lie in a component of one of them. Returns the number that
    /// were not stale. Throws what the allocator throws, and has no effect then.
    template <class Range>
        requires requires(const Range& r) { static_cast<entity>(*std::begin(r)); }
    size_type destroy(const Range& handles, caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        return typed_edits::destroyed_all(*storage_, handles);
    }
    /// All that match; how many.
    template <class Matcher> size_type destroy(const throng::query<Matcher>& those, caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        return typed_edits::destroyed_of(*storage_, those);
    }
    /// All entities there are now.
    void clear(caller where = {}) { (void)destroy(query<>(with_disabled), where); }

    /// Whether the entity has not been destroyed. O(1).
    [[nodiscard]] bool alive(entity e) const noexcept { return storage_->is_alive(e); }
    [[nodiscard]] bool contains(entity e) const noexcept { return storage_->is_alive(e); }
    [[nodiscard]] size_type size() const noexcept { return storage_->size(); }
    [[nodiscard]] bool empty() const noexcept { return storage_->size() == 0; }
    /// Whether a walk or a frozen view of a query is open. Any edit is legal nevertheless.
    [[nodiscard]] bool is_walked() const noexcept { return storage_->walks.any(); }

    /// Excludes an entity from all queries except those with `with_disabled`, at once. It stays alive, and its
    /// components keep their addresses. The component `disabled` is this state: a clone also has it. False if it is
    /// stale or disabled. O(1). Throws what the allocator throws; and has no effect then.
    bool disable(entity e, caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        return storage_->is_alive(e) && edits::set_disabled(*storage_, e, true);
    }
    /// Brings it back: for open walks it is new.
    bool enable(entity e, caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        return storage_->is_alive(e) && edits::set_disabled(*storage_, e, false);
    }
    /// Whether it is alive, and not disabled.
    [[nodiscard]] bool enabled(entity e) const noexcept { return storage_->is_alive(e) && !has<disabled>(e); }

    // --- components --------------------------------------------------------------------------------------------------

    /// Adds a component to an entity, constructed from `args`, and returns its address. If the entity has one already,
    /// it is left unchanged and its address returned. Null if the handle is stale, or if a hook has removed the
    /// component or the entity. O(1). Throws what the allocator, the component's constructor or `on_add` throws, and
    /// has no effect then. No other value changes its address.
    template <class T, class... Args> T* add(entity e, Args&&... args) {
        return typed_edits::template emplaced<T>(*storage_, {}, e, std::forward<Args>(args)...);
    }
    /// The same with a value; its type need not be named.
    template <std::nullptr_t = nullptr, class T>
        requires(!std::is_same_v<std::decay_t<T>, component_type>)
    std::decay_t<T>* add(entity e, T&& value, caller where = {}) {
        return typed_edits::template emplaced<std::decay_t<T>>(*storage_, where, e, std::forward<T>(value));
    }
    /// Gives all that match a copy of a component, which may be one of theirs, unless they have one; how many got one.
    /// A word at a time where there is nothing to tell.
    template <class T, class Matcher>
    size_type add(const throng::query<Matcher>& those, const T& value = T(), caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        return typed_edits::template added_to<T>(*storage_, those, value);
    }

    /// Adds a component to an entity, or assigns to the present one and calls `on_set`. Null if the handle is stale, or
    /// if a hook has removed the component or the entity.
    template <class T> T* set(entity e, T value, caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        return typed_edits::template assigned<T>(*storage_, where, e, std::move(value));
    }
    /// Calls f(T&) for an entity's component, then `on_set`; false if it has none. Any edit is legal in f: the value is
    /// kept until f returns.
    template <class T, class F> bool patch(entity e, F f) { return typed_edits::template patched<T>(*storage_, e, f); }
    /// Tells `on_set` of a component that has been written to; false if the entity has none.
    template <class T> bool modified(entity e) {
        return patch<T>(e, [](T&) {});
    }

    /// Removes components from an entity, one after the other; false if it has none of them, or if the handle is stale.
    /// A walk that is visiting it keeps the values until it moves on. O(1) each. Throws what the allocator throws,
    /// where there are hooks or frozen views; the component is still there then. Throws what `on_remove` throws; that
    /// component is removed then. Either way, the components listed after it remain.
    template <class T, class... More> bool remove(entity e, caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        bool had = edits::remove(*storage_, core::known_component_number<T>(), e);
        ((had = edits::remove(*storage_, core::known_component_number<More>(), e) || had), ...);
        return had;
    }
    /// From all that match; how many had it. A word at a time where there is nothing to tell.
    template <class T, std::nullptr_t = nullptr, class Matcher>
    size_type remove(const throng::query<Matcher>& those, caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        column_type* const c = storage_->template find_column<T>();
        return c == nullptr ? 0 : typed_edits::removed_from(*storage_, *c, those);
    }
    /// From all.
    template <class T> size_type remove_all(caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        column_type* const c = storage_->template find_column<T>();
        return c == nullptr ? 0 : typed_edits::removed_from(*storage_, *c, query<>(all_of<T>, with_disabled));
    }

    /// Whether the entity has all of these; in the hooks of an entity that is destroyed, whether it had them. False if
    /// the handle is stale. O(1).
    template <class... Ts> [[nodiscard]] bool has(entity e) const noexcept {
        if constexpr (sizeof...(Ts) == 0) return storage_->is_alive(e);
        else return (... && storage_->has(core::known_component_number<Ts>(), e));
    }
    template <class... Ts> [[nodiscard]] bool has_any(entity e) const noexcept { return (... || has<Ts>(e)); }

    /// The component of an entity that is alive and has it: unchecked, except in the audit build.
    template <class T> [[nodiscard]] T& get(entity e, [[maybe_unused]] caller where = {}) noexcept {
        return *value<T>(e, where);
    }
    template <class T> [[nodiscard]] const T& get(entity e, [[maybe_unused]] caller where = {}) const noexcept {
        return *value<T>(e, where);
    }
    /// The component; null if the entity has none, or if the handle is stale. In the hooks of an entity that is
    /// destroyed, what it had. O(1).
    template <class T> [[nodiscard]] T* try_get(entity e) noexcept {
        return storage_->template find_value<std::remove_const_t<T>>(e);
    }
    template <class T> [[nodiscard]] const T* try_get(entity e) const noexcept {
        return storage_->template find_value<std::remove_const_t<T>>(e);
    }

    /// How many entities have it. O(pages).
    template <class T> [[nodiscard]] size_type count() const noexcept {
        return query<>(all_of<T>, with_disabled).count();
    }

    // --- walking -----------------------------------------------------------------------------------------------------

    /// Selects the entities that have all of `Values`, to which it gives references, and that fulfil the terms. See
    /// `query`.
    template <class... Values, class... Terms> [[nodiscard]] auto query(const Terms&... terms) {
        return queried<Values...>(terms...);
    }
    /// A const world gives const values.
    template <class... Values, class... Terms> [[nodiscard]] auto query(const Terms&... terms) const {
        return queried<const Values...>(terms...);
    }
    /// Every entity, disabled or not, in the order of indices: residents. `for (entity e : world)`.
    [[nodiscard]] auto begin(caller where = {}) const { return query<>(with_disabled).begin(where); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }
    /// Calls f(entity) for each.
    template <class F> void each(F f, caller where = {}) const { query<>(with_disabled).each(std::move(f), where); }

    // --- hooks -------------------------------------------------------------------------------------------------------

    /// Sets the hook f(entity, T&), called for each component just added, removed (`has` is false, but T& can be read)
    /// or set, then also as f(entity, T& now, const T& before). Hooks may make any edit. There is one of each kind (for
    /// several: listeners.hpp); null removes it. Unset hooks cost nothing.
    ///
    /// A destroyed entity is not `alive`, and no component can be added to it; but until all its hooks have been
    /// called, `get`, `try_get` and `has` read all of its components, in whichever hook and order.
    ///
    /// Hooks are called in pairs, whatever edits they make: for each component for which `on_add` was called,
    /// `on_remove` is called once, when it is removed. For a component that another hook removes before its `on_add` is
    /// called, neither is called.
    ///
    /// If `on_add` throws, the addition or creation is undone: `on_remove` is called for each earlier `on_add`.
    /// Exceptions of `on_remove` are rethrown (the first one) after all hooks; the removal stands. If `on_set` throws,
    /// the value remains set.
    template <class T, class F> void on_add(F f) {
        hook(&column_of<T>(), &audience::on_add, core::told_of<T>(std::move(f)));
    }
    template <class T, class F> void on_remove(F f) {
        hook(&column_of<T>(), &audience::on_remove, core::told_of<T>(std::move(f)));
    }
    template <class T, class F> void on_set(F f) {
        column_of<T>().audience.on_set_compares = core::compares<F, T>;
        hook(&column_of<T>(), &audience::on_set, core::told_of<T, core::compares<F, T>>(std::move(f)));
    }

    /// Sets the hook f(entity), called for each created or destroyed entity, after the hooks of its components. As
    /// above: if `on_create` throws, the creation is undone.
    template <class F> void on_create(F f) { hook(nullptr, &audience::on_add, core::told_of_whole(std::move(f))); }
    template <class F> void on_destroy(F f) { hook(nullptr, &audience::on_remove, core::told_of_whole(std::move(f))); }

    // --- single values -----------------------------------------------------------------------------------------------

    /// One value of a type for the whole world: the clock, the level, the random numbers. Assigns to the one there is,
    /// so that its address stays, as `set` does; one that cannot be assigned to is replaced, at another address. It is
    /// part of snapshots, unless it cannot be copied, and of saves and hashes where its type is listed. Throws what the
    /// allocator or the move throws; nothing has changed then, but for what an assignment that throws has done.
    template <class T> T& set_singleton(T value) {
        static_assert(alignof(T) <= 64, "throng: a singleton is aligned to 64 bytes at most");
        return storage_->singles().put(storage_->allocator(), std::move(value));
    }
    /// Null if there is none.
    template <class T> [[nodiscard]] T* singleton() noexcept {
        return static_cast<T*>(storage_->singles().get(core::single_number<T>()));
    }
    template <class T> [[nodiscard]] const T* singleton() const noexcept {
        return static_cast<const T*>(storage_->singles().get(core::single_number<T>()));
    }
    template <class T> bool remove_singleton() noexcept {
        return storage_->singles().remove(storage_->allocator(), core::single_number<T>());
    }

    // --- components known at run time --------------------------------------------------------------------------------

    /// A component that no C++ type stands for. The name must outlive the world; one without a name is never found. The
    /// same description gives the same component again; another one under a known name gives one that is false, and has
    /// no effect. (A C++ type used later may have a known name: it is a separate component.) Throws what the allocator
    /// throws.
    ///
    /// Such a component is added, removed, cloned, queried, kept for walks positioned at its entity and shown in frozen
    /// views like any other, and is in snapshots if it can be copied. It has no `set`: write to the result of `get`. It
    /// is saved if its description lists its fields.
    component_type define(const core::component_type& type) {
        if (column_type* const known = storage_->components.named(type.name))
            return component_type(known->type == type ? known : nullptr);
        return component_type(&storage_->components.make(type));
    }
    /// The component of a type.
    template <class T> [[nodiscard]] component_type component() {
        return component_type(&storage_->template column_of<T>());
    }
    /// The component with the name, the first if there are several; one that is false if there is none yet. A component
    /// without a name is found by the compiler's (`component_ref::name`).
    [[nodiscard]] component_type find(const char* name) const noexcept {
        if (column_type* const known = storage_->components.named(name)) return component_type(known);
        return component_type(storage_->components.shown_as(name));
    }
    /// Calls f(component) for each that the world knows.
    template <class F> void each_component(F f) const {
        for (column_type* const c : storage_->columns()) f(component_type(c));
    }
    /// As `add<T>`: adds a copy of `value`, or if that is null the result of the component's `construct`, or else
    /// zeros. Null, without effect, if the value cannot be constructed or copied (see `core::component_type`). A tag's
    /// address is not null, but must not be dereferenced.
    void* add(entity e, component_type which, const void* value = nullptr, caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        if (!storage_->is_alive(e)) return nullptr;
        return edits::add_erased(*storage_, *which.column(), e, value);
    }
    /// Gives it to all that match, unless they have it; how many got it. (The first parameter is what no type is, so
    /// that `add<T>` never means this one.)
    template <std::nullptr_t = nullptr, class Matcher> size_type
    add(const throng::query<Matcher>& those, component_type which, const void* value = nullptr, caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        return typed_edits::added_to(*storage_, *which.column(), those, value);
    }
    bool remove(entity e, component_type which, caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        return storage_->is_alive(e) && edits::remove(*storage_, *which.column(), e.index());
    }
    template <class Matcher>
    size_type remove(const throng::query<Matcher>& those, component_type which, caller where = {}) {
        [[maybe_unused]] const auto inside = storage_->entered(where);
        return typed_edits::removed_from(*storage_, *which.column(), those);
    }
    [[nodiscard]] bool has(entity e, component_type which) const noexcept { return storage_->has(*which.column(), e); }
    /// Null if the entity does not have it, or if the handle is stale.
    [[nodiscard]] void* get(entity e, component_type which) const noexcept {
        return has(e, which) ? which.column()->value(e.index()) : nullptr;
    }
    /// One value for the whole world, as for a type; constructed as by `add`. Null, without effect, if the component is
    /// a tag or aligned to more than 64 bytes, or has a C++ type, by which its singleton is set. The address stays if
    /// bytes may be copied. Throws as above, and has no effect then.
    void* set_singleton(component_type which, const void* value = nullptr) {
        return storage_->set_single(*which.column(), value);
    }
    /// Null if there is none.
    [[nodiscard]] void* singleton(component_type which) const noexcept {
        return storage_->singles().get(core::single_number(which.column()->number));
    }
    bool remove_singleton(component_type which) noexcept {
        return storage_->singles().remove(storage_->allocator(), core::single_number(which.column()->number));
    }
    /// As `on_add<T>` and `on_remove<T>`, with f(entity, void*). A component with a C++ type has one hook of each kind,
    /// whether set by its type or here.
    template <class F> void on_add(component_type which, F f) {
        hook(which.column(), &audience::on_add, core::told_of<void>(std::move(f)));
    }
    template <class F> void on_remove(component_type which, F f) {
        hook(which.column(), &audience::on_remove, core::told_of<void>(std::move(f)));
    }

    // --- room --------------------------------------------------------------------------------------------------------

    /// Guarantees that `n` more entities with these components can be created without an allocation. O(pages). Throws
    /// std::length_error for more than handles can tell apart, before allocating anything, and what the allocator
    /// throws. Without exceptions, returns false for such a length.
    template <class... Cs> bool reserve(size_type n) {
        if (!core::is_possible_length(n, std::numeric_limits<std::uint32_t>::max() - storage_->entities.size()))
            return false;
        storage_->entities.reserve(storage_->entities.kinds.template of<Cs...>(), n);
        return true;
    }
    /// Gives memory that nothing needs back to the allocator; does nothing while a walk is open. O(pages).
    void trim() noexcept { storage_->trim(); }
    /// The memory that the world holds, in bytes.
    [[nodiscard]] size_type memory() const noexcept { return storage_->bytes() + sizeof(storage_type); }

    /// Whether the world is whole: every bit, link and count. O(pages × components). Always true, but for an error of
    /// the caller's that went before, or of the library's: for tests. (The audit build asks after edits.)
    [[nodiscard]] bool validate() const noexcept { return storage_->is_whole() && storage_->followers_agree(); }
    /// The name that the audit build's messages use. The text must outlive the world.
    void name(const char* text) noexcept { storage_->name(text); }
    /// The audit build's journal of an entity: where it was created and destroyed, in which walk.
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] std::string story(entity e) const { return storage_->story(e); }
#endif
    /// The world's storage, for the headers built on it.
    [[nodiscard]] storage_type& storage() const noexcept { return *storage_; }

  private:
    [[nodiscard]] static storage_type* make_storage(const Allocator& a, caller where) {
        return core::make_object<storage_type>(a, a, where);
    }

    [[nodiscard]] std::uint32_t unused_generation() const noexcept {
        return storage_ == nullptr ? first_generation_ : storage_->unused_generation();
    }
    void start_generations_at(std::uint32_t generation) noexcept {
        first_generation_ = generation;
        if (storage_ != nullptr) storage_->start_generations_at(generation);
    }
    template <class T> [[nodiscard]] T* value(entity e, [[maybe_unused]] caller where) const noexcept {
        if constexpr (core::audited) {
            if (!has<T>(e)) storage_->complain("get() of a component that the entity does not have", e, where);
        }
        return storage_->template value<std::remove_const_t<T>>(e);
    }
    template <class T> [[nodiscard]] column_type& column_of() { return storage_->template column_of<T>(); }
    using audience = core::audience<Allocator>;
    template <class F> void hook(column_type* of, typename audience::function_type audience::* which, F f) {
        storage_->set_function(of, which, std::move(f));
    }

    // Queries

    template <class... Values, class... Terms> [[nodiscard]] auto queried(const Terms&... terms) const {
        return core::queried<storage_type, core::types<Values...>>(*storage_, terms...);
    }

    storage_type* storage_;
    /// Where the generations of what comes here begin, while nothing is here.
    std::uint32_t first_generation_ = core::entity_page<Allocator>::lowest_generation;
};

namespace pmr {
using world = basic_world<std::pmr::polymorphic_allocator<std::byte>>;
}

} // namespace throng
