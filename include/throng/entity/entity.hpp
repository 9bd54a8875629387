#pragma once

#include <throng/entity/time_step.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

/// An entity is an object of any class with some of these members, each of which may be missing.
///
/// | member | when it is called |
/// |---|---|
/// | `update(step)` | at each step of the game until it has expired. A step is of any class, by value, const or mutable |
/// | `draw(canvas)` | whenever a frame is drawn; not once the entity has expired. The canvas is the game's own |
/// | `expired()` | returns whether the entity is ready to be removed: because of `expire()`, or by itself |
/// | `expire()` | tells it to expire; must bear to be called any number of times |
/// | `on_expire()` | once, when it is removed as expired or its list is cleared or destroyed; may make any edit |
///
/// A pointer to such an object, raw or owning, is also an entity: calls are passed to the object, and a null pointer
/// does nothing. The collection does not own the object of a `T*`. It must exist as long as the pointer is used, and
/// its `on_expire` is called only if an update or `prune` removes the pointer because the object has expired: removing
/// the pointer in another way does not end the object.
///
/// A class that has none of these members is no entity, and does not compile where one is asked for. Neither does a
/// member that has one of these names but cannot be called in this way, nor one whose name is almost right: an
/// `update(int)` or an `isExpired()` would silently never be called.
namespace throng {

template <class E, class Step>
concept updatable = requires(E& e, Step& step) { e.update(step); };
template <class E, class Canvas>
concept drawable = requires(E& e, Canvas& canvas) { e.draw(canvas); };
template <class E>
concept expirable = requires(E& e) { static_cast<bool>(e.expired()); };

namespace core {

// has_name_NAME<E>(): whether a class has a member of that name, whatever it is. A second base with the same name makes
// it ambiguous; a final class is asked for its address.
template <class E, class Named> struct either : E, Named {};
template <class E>
concept inheritable = std::is_class_v<E> && !std::is_final_v<E>;

// NOLINTBEGIN(readability-identifier-naming): other people's names
#define THRONG_MEMBER_NAMED(NAME)                                                                                      \
    struct named_##NAME {                                                                                              \
        int NAME;                                                                                                      \
    };                                                                                                                 \
    template <class E> [[nodiscard]] consteval bool has_name_##NAME() noexcept {                                       \
        if constexpr (inheritable<E>) return !requires { &either<E, named_##NAME>::NAME; };                            \
        else return requires { &E::NAME; };                                                                            \
    }
THRONG_MEMBER_NAMED(update)
THRONG_MEMBER_NAMED(draw)
THRONG_MEMBER_NAMED(expired)
THRONG_MEMBER_NAMED(expire)
THRONG_MEMBER_NAMED(on_expire)
THRONG_MEMBER_NAMED(Update)
THRONG_MEMBER_NAMED(Draw)
THRONG_MEMBER_NAMED(isExpired)
THRONG_MEMBER_NAMED(IsExpired)
THRONG_MEMBER_NAMED(is_expired)
THRONG_MEMBER_NAMED(hasExpired)
THRONG_MEMBER_NAMED(has_expired)
THRONG_MEMBER_NAMED(Expired)
THRONG_MEMBER_NAMED(Expire)
THRONG_MEMBER_NAMED(onExpire)
THRONG_MEMBER_NAMED(OnExpire)
THRONG_MEMBER_NAMED(on_expired)
THRONG_MEMBER_NAMED(onExpired)
THRONG_MEMBER_NAMED(OnExpired)
#undef THRONG_MEMBER_NAMED
// NOLINTEND(readability-identifier-naming)

template <class E> [[nodiscard]] consteval bool has_entity_name() noexcept {
    return has_name_update<E>() || has_name_draw<E>() || has_name_expired<E>() || has_name_expire<E>() ||
           has_name_on_expire<E>();
}

/// No member of E is one of an entity but for its spelling or its parameters. (`expire` is not called for const
/// objects.)
template <class E> consteval bool require_entity_names() {
#define THRONG_NO_NEAR_MISS(WRONG, RIGHT)                                                                              \
    constexpr bool no_##WRONG = has_name_##RIGHT<E>() || !has_name_##WRONG<E>();                                       \
    static_assert(no_##WRONG, "throng: the entity has " #WRONG "(); entities have " #RIGHT "()")
    THRONG_NO_NEAR_MISS(Update, update);
    THRONG_NO_NEAR_MISS(Draw, draw);
    THRONG_NO_NEAR_MISS(isExpired, expired);
    THRONG_NO_NEAR_MISS(IsExpired, expired);
    THRONG_NO_NEAR_MISS(is_expired, expired);
    THRONG_NO_NEAR_MISS(hasExpired, expired);
    THRONG_NO_NEAR_MISS(has_expired, expired);
    THRONG_NO_NEAR_MISS(Expired, expired);
    THRONG_NO_NEAR_MISS(Expire, expire);
    THRONG_NO_NEAR_MISS(onExpire, on_expire);
    THRONG_NO_NEAR_MISS(OnExpire, on_expire);
    THRONG_NO_NEAR_MISS(on_expired, on_expire);
    THRONG_NO_NEAR_MISS(onExpired, on_expire);
    THRONG_NO_NEAR_MISS(OnExpired, on_expire);
#undef THRONG_NO_NEAR_MISS
    static_assert(expirable<E> || !has_name_expired<E>(),
                  "throng: expired() must be callable without arguments, as a bool");
    static_assert(
        requires(E& e) { e.expire(); } || !has_name_expire<E>() || std::is_const_v<E>,
        "throng: expire() must be callable without arguments");
    static_assert(
        requires(E& e) { e.on_expire(); } || !has_name_on_expire<E>() || std::is_const_v<E>,
        "throng: on_expire() must be callable without arguments");
    return true;
}
/// E is asked for something as an entity, so it has at least one member of an entity.
template <class E> consteval void require_entity() {
    static_assert(has_entity_name<E>(), "throng: an entity has at least one of update(step), draw(canvas), expired(), "
                                        "expire() and on_expire(), or is a pointer to one that has");
}
template <class Step> consteval void require_step() {
    static_assert(game_step<std::remove_const_t<Step>>,
                  "throng: update takes a step, a floating-point number of seconds or an object of a class, or a "
                  "function f(E&)");
}
/// The argument of an update: if it is not callable with an entity, it is a step.
template <class S, class E>
concept step_for = !std::is_invocable_v<S&, E&>;

/// A pointer to an entity, owning or not: `T*`, std::unique_ptr, std::shared_ptr and what is written like them.
template <class P>
concept entity_pointer = (std::is_pointer_v<P> && std::is_object_v<std::remove_pointer_t<P>>) || requires(const P& p) {
    typename P::element_type;
    requires std::is_same_v<decltype(*p), typename P::element_type&>;
    static_cast<bool>(p);
    requires !has_entity_name<P>();
};

template <class P> using pointee_of = std::remove_reference_t<decltype(*std::declval<const P&>())>;

template <class E, class Step, class Canvas>
concept entity_itself = updatable<E, Step> || drawable<E, Canvas> || expirable<E> || requires(E& e) { e.expire(); } ||
                        requires(E& e) { e.on_expire(); };

} // namespace core

/// An entity for such a step and such a canvas: it, or what it points to, has at least one of the members above.
template <class E, class Step = time_step, class Canvas = void>
concept entity_for =
    std::destructible<E> && (core::entity_itself<E, Step, Canvas> ||
                             (core::entity_pointer<E> && core::entity_itself<core::pointee_of<E>, Step, Canvas>));

namespace core {

/// The parameter of E's update, where that is one function; else void.
template <class C, class R, class S> S parameter_of(R (C::*)(S));
template <class C, class R, class S> S parameter_of(R (C::*)(S) const);
template <class C, class R, class S> S parameter_of(R (C::*)(S) noexcept);
template <class C, class R, class S> S parameter_of(R (C::*)(S) const noexcept);
template <class E> struct step_named {
    using type = void;
};
template <class E>
    requires requires { parameter_of(&E::update); }
struct step_named<E> {
    using type = std::remove_cvref_t<decltype(parameter_of(&E::update))>;
};
/// Whether E is known to be updated by objects that have no time.
template <class E> inline constexpr bool takes_timeless_step = [] {
    using step = typename step_named<E>::type;
    if constexpr (std::is_void_v<step>) return false;
    else return game_step<step> && !timed_step<step>;
}();

/// How lists speak to their entities. `any_entity` has a shorter way, and specialises it.
template <class E> struct entity_access {
    static_assert(require_entity_names<E>());
    static constexpr bool expires = expirable<E>;
    static constexpr bool can_expire = requires(E& e) { e.expire(); };
    static constexpr bool is_told = requires(E& e) { e.on_expire(); };
    /// Whether a step that is copied does.
    template <class Step> static constexpr bool updates_by =
        std::copy_constructible<std::remove_const_t<Step>> && updatable<E, Step>;

    /// Asked of each class that is used as an entity.
    static consteval void require() { require_entity<E>(); }

    [[nodiscard]] THRONG_FLAT static bool is_expired(E& e) {
        if constexpr (expires) return static_cast<bool>(e.expired());
        else return false;
    }
    /// Updates what has not expired. Whether it lives on.
    template <class Step> [[nodiscard]] THRONG_FLAT static bool advance(E& e, Step& step) {
        if (is_expired(e)) return false;
        update(e, step);
        return !is_expired(e);
    }
    template <class Step> THRONG_FLAT static void update(E& e, Step& step) {
        require();
        constexpr bool can = updatable<E, Step>;
        constexpr bool changes = !can && updatable<E, std::remove_const_t<Step>>;
        static_assert(!changes, "throng: update() changes its step, which is const here: pass a mutable one; an "
                                "any_entity that hands on a mutable step is any_entity<Canvas, Step&>");
        static_assert(can || changes || !has_name_update<E>(),
                      "throng: update() must be callable with the step of this update");
        if constexpr (can) e.update(step);
    }
    /// For an entity or a const one.
    template <class Entity, class Canvas> THRONG_FLAT static void draw(Entity& e, Canvas& canvas) {
        require();
        constexpr bool can = requires { e.draw(canvas); };
        static_assert(can || !has_name_draw<E>(), "throng: draw() must be callable with this canvas; on a const "
                                                  "entity if the list is const");
        if constexpr (can) {
            if (!is_expired(const_cast<E&>(e))) e.draw(canvas);
        }
    }
    static void expire(E& e) {
        if constexpr (can_expire) e.expire();
    }
    static void tell_expired(E& e) {
        if constexpr (is_told) e.on_expire();
    }
    [[nodiscard]] THRONG_FLAT static bool hears_of_end(const E&) noexcept { return is_told; }
    /// Whether the entity ends with its element, for whatever reason that is removed.
    [[nodiscard]] static bool is_owned(const E&) noexcept { return true; }
};

template <entity_pointer P> struct entity_access<P> {
    using pointee = pointee_of<P>;
    static_assert(
        requires { sizeof(pointee); }, "throng: the class that pointers to entities point to must be complete "
                                       "here: include its definition");
    using access = entity_access<pointee>;

    static constexpr bool expires = access::expires;
    static constexpr bool can_expire = access::can_expire;
    static constexpr bool is_told = access::is_told;
    template <class Step> static constexpr bool updates_by = access::template updates_by<Step>;

    static consteval void require() { access::require(); }

    [[nodiscard]] THRONG_FLAT static bool is_expired(const P& p) { return p && access::is_expired(*p); }
    template <class Step> [[nodiscard]] THRONG_FLAT static bool advance(const P& p, Step& step) {
        if (is_expired(p)) return false;
        update(p, step);
        return !is_expired(p);
    }
    template <class Step> THRONG_FLAT static void update(const P& p, Step& step) {
        if (p) access::update(*p, step);
    }
    template <class Canvas> static void draw(const P& p, Canvas& canvas) {
        if (p) access::draw(*p, canvas);
    }
    static void expire(const P& p) {
        if (p) access::expire(*p);
    }
    static void tell_expired(const P& p) {
        if (p) access::tell_expired(*p);
    }
    [[nodiscard]] static bool hears_of_end(const P&) noexcept { return is_told; }
    [[nodiscard]] static bool is_owned(const P&) noexcept { return !std::is_pointer_v<P>; }
};

} // namespace core
} // namespace throng
