#pragma once

#include <throng/core/compiler.hpp>

#include <concepts>
#include <type_traits>

namespace throng {

/// The step of an update: the game time that passes in it. A game that passes more data uses another type, preferably
/// also with a member `seconds`, or a plain floating-point number.
struct time_step {
    double seconds = 0;
};

/// A step of which the library knows the game time: a floating-point number of seconds, or an object with a member
/// `seconds` that is one.
template <class S>
concept timed_step = std::floating_point<S> ||
                     requires(const S& s) { requires std::floating_point<std::remove_cvref_t<decltype(s.seconds)>>; };

/// An argument for the updates of entities: a floating-point number of seconds, or an object of any class, such as the
/// state of the whole game. It is passed by reference, and entities may modify it if it is not const. An object without
/// `seconds` takes no game time: layers do not scale it, and lists do not shrink by it. (A function is not a step.)
template <class S>
concept game_step = std::floating_point<S> || (std::is_class_v<S> && !requires { &S::operator(); });

/// The game time of a step, in seconds; 0 if it has none.
template <game_step S> [[nodiscard]] constexpr double seconds_of(const S& step) noexcept {
    if constexpr (std::floating_point<S>) return static_cast<double>(step);
    else if constexpr (timed_step<S>) return static_cast<double>(step.seconds);
    else return 0;
}

/// The same step where time passes `factor` times as fast.
template <timed_step S>
    requires std::copy_constructible<S>
[[nodiscard]] constexpr S scaled(const S& step, double factor) {
    if constexpr (std::floating_point<S>) {
        return static_cast<S>(static_cast<double>(step) * factor);
    } else {
        S changed(step);
        changed.seconds = static_cast<std::remove_cvref_t<decltype(step.seconds)>>(seconds_of(step) * factor);
        return changed;
    }
}

namespace core {
/// How a loop over entities receives its step: a plain number is passed as a separate copy, so that a compiler knows
/// that no entity modifies it.
template <class S> inline constexpr bool is_only_a_number =
    std::floating_point<std::remove_const_t<S>> || std::same_as<std::remove_const_t<S>, time_step>;
template <class S> using handed_step = std::conditional_t<is_only_a_number<S>, const std::remove_const_t<S>, S&>;

/// Calls f(step) with the step where time passes `factor` times as fast: a copy, or, where entities change it or it
/// cannot be copied, the step itself, in which `seconds` are scaled meanwhile.
template <bool Copied, class Step, class F> void with_scaled(Step& step, double factor, F f) {
    using type = std::remove_const_t<Step>;
    if constexpr (!timed_step<type>) {
        f(step);
    } else if constexpr (Copied || std::is_const_v<Step>) {
        static_assert(std::copy_constructible<type>,
                      "throng: a layer scales the time of its step: a const one must be copyable");
        const type here = scaled(step, factor);
        f(here);
    } else {
        struct scaling {
            Step& step;
            decltype(step.seconds) before;
            ~scaling() { step.seconds = before; }
        } const s{step, step.seconds};
        step.seconds = static_cast<decltype(step.seconds)>(seconds_of(step) * factor);
        f(step);
    }
}

/// Whether a time scale can be used: finite and not negative. (Comparisons with NaN are false.)
[[nodiscard]] constexpr bool is_time_scale(double x) noexcept { return x >= 0 && x < 1e300; }
} // namespace core

} // namespace throng
