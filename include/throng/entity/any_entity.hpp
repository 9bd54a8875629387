#pragma once

#include <throng/core/requirements.hpp>
#include <throng/entity/entity.hpp>
#include <throng/fwd.hpp>

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace throng {

namespace core {

/// The functions and properties of the class of an any_entity's entity.
template <class Canvas, class Step> struct entity_table {
    using drawn_type = std::conditional_t<std::is_void_v<Canvas>, int, Canvas>;

    /// Of an any_entity: updates what has not expired; whether it lives on.
    bool (*advance)(void* holder, const Step& step);
    void (*draw)(void* e, drawn_type& canvas);
    bool (*expired)(void* e);
    void (*expire)(void* e);
    /// Null if the class has no `on_expire`.
    void (*on_expire)(void* e);
    /// Null if there is nothing to do.
    void (*destroy)(void* e) noexcept;
    /// The table of an entity after a call of `expire`, if its class has no `expire()`.
    const entity_table* when_expired;
    /// The same for all tables of one class.
    const void* type;
    bool inside;
    /// Whether the entity ends with its any_entity.
    bool owned;
};

} // namespace core

/// An entity of any class, so that one list can hold many. Entities of up to `Bytes` lie inside, and so in the list
/// itself, if their bytes may be copied to move them: if they are trivially copyable, or `trivially_relocatable` says
/// so. All others have separate memory, and keep their address when the list is packed: larger ones, those of more
/// than a pointer's alignment, those with members that must be moved one by one, and lists. So an any_entity is always
/// moved by copying its bytes. No RTTI; an entity's class may be move-only, or not even that if it is made in place.
///
/// Step is what `update` gets, const: `any_entity<screen, state>` is for classes with `update(const state&)`. A step
/// that entities change, as `update(state&)` does, is named as a reference: `any_entity<screen, state&>`. Canvas is
/// what `draw` gets; without one, nothing is drawn. An empty or moved-from any_entity has expired. A pointer stands for
/// what it points to (entity.hpp).
///
/// | | `any_entity` | `std::unique_ptr<base>` |
/// |---|---|---|
/// | the entity's class | any with the members of an entity, or some of them | derived from `base` |
/// | memory | inside, mostly | a piece for each |
/// | update, and whether it lives | one indirect call | two |
template <class Canvas, class Step, std::size_t Bytes> class any_entity {
    static_assert(Bytes >= sizeof(void*), "throng: an any_entity has at least room for a pointer");
    using table_type = core::entity_table<Canvas, Step>;
    using drawn_type = typename table_type::drawn_type;

    template <class E> struct type_of {
        static constexpr char mark = 0;
    };
    template <class E> static constexpr bool fits =
        sizeof(E) <= Bytes && alignof(E) <= alignof(void*) && core::may_be_moved<E> && trivially_relocatable<E>;

    template <class E, bool Expired> struct calls;

  public:
    using step_type = Step;

    /// No entity.
    any_entity() noexcept : table_(&empty_table) {}
    /// Takes the entity. Throws what its move or copy throws, and for a large one what `new` throws.
    template <class E>
        requires(!std::is_same_v<std::remove_cvref_t<E>, any_entity> && std::is_object_v<std::remove_cvref_t<E>>)
    any_entity(E&& e) // NOLINT(google-explicit-constructor, bugprone-forwarding-reference-overload): any entity is one
        : any_entity(std::in_place_type<std::remove_cvref_t<E>>, std::forward<E>(e)) {}
    /// Makes an entity of class E in place.
    template <class E, class... Args> explicit any_entity(std::in_place_type_t<E>, Args&&... args) {
        core::require_destructor<E>();
        core::entity_access<E>::require();
        if constexpr (fits<E>) {
            ::new (static_cast<void*>(bytes_)) E(std::forward<Args>(args)...);
        } else {
            E* const e = new E(std::forward<Args>(args)...);
            std::memcpy(bytes_, static_cast<const void*>(&e), sizeof(e));
        }
        table_ = &table_of<E, false>;
    }

    any_entity(any_entity&& other) noexcept { take(other); }
    any_entity& operator=(any_entity&& other) noexcept {
        if (this != &other) {
            // The old entity is destroyed last: `other` may be in it, and its destructor may also assign.
            any_entity in(std::move(other));
            const any_entity old(std::move(*this));
            take(in);
        }
        return *this;
    }
    any_entity(const any_entity&) = delete;
    any_entity& operator=(const any_entity&) = delete;
    ~any_entity() {
        if (table_->destroy != nullptr) table_->destroy(bytes_);
    }

    /// Destroys the entity, without telling it that it expires.
    void reset() noexcept {
        const any_entity old(std::move(*this)); // its destructor may assign
    }

    /// Whether there is an entity.
    [[nodiscard]] explicit operator bool() const noexcept { return table_->type != nullptr; }
    /// The entity, if it is of class E; null otherwise.
    template <class E> [[nodiscard]] E* as() noexcept {
        return table_->type == &type_of<E>::mark ? static_cast<E*>(object()) : nullptr;
    }
    template <class E> [[nodiscard]] const E* as() const noexcept {
        return table_->type == &type_of<E>::mark ? static_cast<const E*>(object()) : nullptr;
    }
    /// Whether an entity of class E is stored inside, without separate memory.
    template <class E> [[nodiscard]] static constexpr bool holds_inside() noexcept { return fits<E>; }

    /// Updates the entity, unless it has expired.
    void update(const Step& step) { (void)advance(step); }
    /// Updates the entity, unless it has expired; whether it lives on. One indirect call.
    bool advance(const Step& step) { return table_->advance(this, step); }
    /// Also where this is const, as in a list that is: no class is known here, so its `draw` need not be.
    void draw(drawn_type& canvas) const
        requires(!std::is_void_v<Canvas>)
    {
        table_->draw(bytes_, canvas);
    }
    [[nodiscard]] bool expired() const { return table_->expired(bytes_); }
    /// Also for classes without `expire()`: these are taken for expired from now on.
    void expire() {
        const table_type* const table = table_;
        if (table->when_expired != nullptr) table_ = table->when_expired;
        else table->expire(bytes_);
    }
    void on_expire() {
        if (table_->on_expire != nullptr) table_->on_expire(bytes_);
    }

  private:
    friend struct core::entity_access<any_entity>;

    [[nodiscard]] void* object() const noexcept {
        if (table_->inside) return bytes_;
        void* there = nullptr;
        std::memcpy(static_cast<void*>(&there), bytes_, sizeof(there));
        return there;
    }
    void take(any_entity& other) noexcept {
        table_ = std::exchange(other.table_, &empty_table);
        std::memcpy(bytes_, other.bytes_, Bytes);
    }

    /// The functions to which the tables of one class point.
    template <class E, bool Expired> struct calls {
        using access = core::entity_access<E>;
        [[nodiscard]] static E& at(void* e) noexcept {
            if constexpr (fits<E>) {
                return *static_cast<E*>(e);
            } else {
                E* there = nullptr;
                std::memcpy(static_cast<void*>(&there), e, sizeof(there));
                return *there;
            }
        }
        static bool advance(void* holder, const Step& step) {
            if constexpr (Expired) {
                return false;
            } else {
                auto& here = *static_cast<any_entity*>(holder);
                if (access::is_expired(at(here.bytes_))) return false;
                access::update(at(here.bytes_), step);
                // `expire` may have been called meanwhile without the entity's knowledge; or it may have moved
                // elsewhere, with its memory: nothing is left here to call.
                if (here.table_ != &table_of<E, false>) [[unlikely]]
                    return here.table_ != &table_of<E, true>;
                return !access::is_expired(at(here.bytes_));
            }
        }
        static void draw(void* e, drawn_type& canvas) {
            if constexpr (!Expired && !std::is_void_v<Canvas>) access::draw(at(e), canvas);
        }
        static bool expired(void* e) {
            if constexpr (Expired) return true;
            else return access::is_expired(at(e));
        }
        static void expire(void* e) { access::expire(at(e)); }
        static void on_expire(void* e) { access::tell_expired(at(e)); }
        static void destroy(void* e) noexcept {
            if constexpr (fits<E>) at(e).~E();
            else delete std::addressof(at(e));
        }
    };
    static bool empty_advances(void*, const Step&) { return false; }
    static void empty_draws(void*, drawn_type&) {}
    static bool empty_is_expired(void*) { return true; }
    static void empty_does(void*) {}

    static const table_type empty_table;
    template <class E, bool Expired> static const table_type table_of;

    const table_type* table_;
    /// (Mutable: `draw` and `expired` need not be const in a class, and are also called for a const any_entity.)
    alignas(void*) mutable std::byte bytes_[Bytes];
};

template <class Canvas, class Step, std::size_t Bytes>
constinit inline const core::entity_table<Canvas, Step> any_entity<Canvas, Step, Bytes>::empty_table = {
    &empty_advances, &empty_draws, &empty_is_expired, &empty_does, nullptr, nullptr, nullptr, nullptr, true, true};

template <class Canvas, class Step, std::size_t Bytes> template <class E, bool Expired>
constinit const core::entity_table<Canvas, Step> any_entity<Canvas, Step, Bytes>::table_of = [] {
    using to = calls<E, Expired>;
    table_type t{&to::advance, &to::draw, &to::expired,      &to::expire, nullptr,
                 nullptr,      nullptr,   &type_of<E>::mark, fits<E>,     true};
    t.owned = !std::is_pointer_v<E>;
    if constexpr (to::access::is_told) t.on_expire = &to::on_expire;
    if constexpr (!fits<E> || !std::is_trivially_destructible_v<E>) t.destroy = &to::destroy;
    if constexpr (!Expired && !to::access::can_expire) t.when_expired = &table_of<E, true>;
    return t;
}();

template <class Canvas, class Step, std::size_t Bytes>
inline constexpr bool trivially_relocatable<any_entity<Canvas, Step, Bytes>> = true;

namespace core {

template <class Canvas, class Step, std::size_t Bytes> struct entity_access<any_entity<Canvas, Step, Bytes>> {
    using entity = any_entity<Canvas, Step, Bytes>;

    static constexpr bool expires = true;
    static constexpr bool can_expire = true;
    static constexpr bool is_told = true;
    template <class S> static constexpr bool updates_by =
        std::copy_constructible<std::remove_const_t<S>> && std::is_convertible_v<S&, const Step&>;

    static consteval void require() {}

    [[nodiscard]] static bool is_expired(const entity& e) { return e.expired(); }
    template <class S> [[nodiscard]] static bool advance(entity& e, S& step) {
        require_convertible<S>();
        return e.advance(step);
    }
    template <class S> static void update(entity& e, S& step) {
        require_convertible<S>();
        e.update(step);
    }
    template <class C> static void draw(const entity& e, C& canvas) {
        if constexpr (!std::is_void_v<Canvas>) {
            static_assert(std::is_convertible_v<C&, Canvas&>,
                          "throng: an any_entity is drawn on the canvas that it names: "
                          "any_entity<Canvas, Step>");
            e.draw(canvas);
        }
    }
    static void expire(entity& e) { e.expire(); }
    static void tell_expired(entity& e) { e.on_expire(); }
    [[nodiscard]] static bool hears_of_end(const entity& e) noexcept { return e.table_->on_expire != nullptr; }
    [[nodiscard]] static bool is_owned(const entity& e) noexcept { return e.table_->owned; }

  private:
    template <class S> static consteval void require_convertible() {
        static_assert(std::is_convertible_v<S&, const Step&>,
                      "throng: an any_entity is updated by the step that it names: any_entity<Canvas, Step>");
    }
};

} // namespace core
} // namespace throng
