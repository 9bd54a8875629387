#pragma once

#include <throng/core/relocate.hpp>
#include <throng/core/visits.hpp>
#include <throng/entity/time_step.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

/// What an entity is: an object of any class with some of these members, each of which may be missing.
///
/// | member | when it is called |
/// |---|---|
/// | `update(step)` | whenever the game goes on by a step; not once the entity has expired |
/// | `draw(canvas)` | whenever a frame is drawn; not once the entity has expired. The canvas is the game's own |
/// | `expired()` | returns whether the entity is ready to be removed: because of `expire()`, or of its own accord |
/// | `expire()` | tells it to expire; must bear to be called any number of times |
/// | `on_expire()` | exactly once, when it is removed because it has expired, or because its list is cleared or
/// | | destroyed. It is in no list any more, but may make any edit |
///
/// A member that has one of these names, but cannot be called in this way, is an error of compilation: otherwise an
/// `update(int)` would silently never be called.
namespace throng {

template <class E, class Step>
concept updatable = requires(E& e, const Step& step) { e.update(step); };
template <class E, class Canvas>
concept drawable = requires(E& e, Canvas& canvas) { e.draw(canvas); };
template <class E>
concept expirable = requires(E& e) { static_cast<bool>(e.expired()); };

/// An entity for such a step and such a canvas: it has at least one of the members above.
template <class E, class Step = time_step, class Canvas = void>
concept entity_for = std::destructible<E> && (updatable<E, Step> || drawable<E, Canvas> || expirable<E> ||
                                              requires(E& e) { e.expire(); } || requires(E& e) { e.on_expire(); });

namespace core {

// Whether a class has a member of a name, whatever it is: a second base with the same name makes it ambiguous.
struct named_update {
    int update;
};
struct named_draw {
    int draw;
};
struct named_expired {
    int expired;
};
struct named_expire {
    int expire;
};
struct named_on_expire {
    int on_expire;
};
template <class E, class Named> struct either : E, Named {};
template <class E>
concept inheritable = std::is_class_v<E> && !std::is_final_v<E>;

template <class E> [[nodiscard]] constexpr bool has_name_update() noexcept {
    if constexpr (inheritable<E>) return !requires { &either<E, named_update>::update; };
    else return false;
}
template <class E> [[nodiscard]] constexpr bool has_name_draw() noexcept {
    if constexpr (inheritable<E>) return !requires { &either<E, named_draw>::draw; };
    else return false;
}
template <class E> [[nodiscard]] constexpr bool has_name_expired() noexcept {
    if constexpr (inheritable<E>) return !requires { &either<E, named_expired>::expired; };
    else return false;
}
template <class E> [[nodiscard]] constexpr bool has_name_expire() noexcept {
    if constexpr (inheritable<E>) return !requires { &either<E, named_expire>::expire; };
    else return false;
}
template <class E> [[nodiscard]] constexpr bool has_name_on_expire() noexcept {
    if constexpr (inheritable<E>) return !requires { &either<E, named_on_expire>::on_expire; };
    else return false;
}

/// How lists speak to their entities. `any_entity` has a shorter way, and specialises it.
template <class E> struct entity_access {
    static constexpr bool expires = expirable<E>;
    static constexpr bool can_expire = requires(E& e) { e.expire(); };
    static constexpr bool is_told = requires(E& e) { e.on_expire(); };
    /// Whether a row of visits spares calls: it pays then where nobody has to be moved, too.
    static constexpr bool spares_calls = false;
    static_assert(expires || !has_name_expired<E>(), "throng: expired() must be callable without arguments, as a bool");
    static_assert(can_expire || !has_name_expire<E>(), "throng: expire() must be callable without arguments");
    static_assert(is_told || !has_name_on_expire<E>(), "throng: on_expire() must be callable without arguments");

    [[nodiscard]] static bool is_expired(E& e) {
        if constexpr (expires) return static_cast<bool>(e.expired());
        else return false;
    }
    /// Updates what has not expired. Whether it lives on.
    template <class Step> [[nodiscard]] static bool advance(E& e, const Step& step) {
        if (is_expired(e)) return false;
        update(e, step);
        return !is_expired(e);
    }
    template <class Step> static void update(E& e, const Step& step) {
        constexpr bool can = updatable<E, Step>;
        static_assert(can || !has_name_update<E>(), "throng: update() must be callable with the step of this update");
        if constexpr (can) e.update(step);
    }
    /// A row of visits, to its end, or to where something happens: whether who is there then lives on. (Nothing comes
    /// between moving an entity and its update, neither std::launder nor another write: so g++ computes with what it
    /// has just moved, and need not read it back. 3.4 ns a particle, 2.8 so.)
    template <class Step> [[nodiscard]] static bool advance_row(visits& row, const Step& step) {
        // (All that the loop needs is in locals of its own: what entities write could change the rest.)
        const handed_step<Step> same_step = step;
        address& at = row.at;
        const word& seen = row.seen;
        const std::byte* const end = row.end;
        const std::byte* from = row.old_place();
        for (std::byte* place = row.place;; from += sizeof(E)) {
            E& e = *reinterpret_cast<E*>(place);
            at = address_of(std::addressof(e));
            move_ahead<sizeof(E)>(place, from);
            if (!advance(e, same_step)) return row.stop_at(place), false;
            if (seen != undisturbed) return row.stop_at(place), true;
            place += sizeof(E);
            if (place == end) return row.stop_at(place), true;
        }
    }
    /// For an entity or a const one.
    template <class Entity, class Canvas> static void draw(Entity& e, Canvas& canvas) {
        constexpr bool can = requires { e.draw(canvas); };
        static_assert(can || !has_name_draw<E>(), "throng: draw() must be callable with this canvas; on a const "
                                                  "entity if the list is const");
        if constexpr (can) {
            if (!is_expired(const_cast<E&>(e))) e.draw(canvas);
        }
    }
    static void tell_expired(E& e) {
        if constexpr (is_told) e.on_expire();
    }
    [[nodiscard]] static bool hears_of_end(const E&) noexcept { return is_told; }
    [[nodiscard]] static bool has_destructor(const E&) noexcept { return !std::is_trivially_destructible_v<E>; }
};

} // namespace core
} // namespace throng
