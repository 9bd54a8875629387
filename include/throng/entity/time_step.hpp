#pragma once

#include <throng/core/compiler.hpp>

#include <concepts>
#include <type_traits>

namespace throng {

/// What an update is told: how much game time passes in it. A game that has more to tell uses a type of its own, with a
/// member `seconds` too, or a plain floating-point number.
struct time_step {
    double seconds = 0;
};

/// What can be handed to the updates of entities: a floating-point number of seconds, or an object with a member
/// `seconds` that is one.
template <class S>
concept game_step = std::copy_constructible<S> && (std::floating_point<S> || requires(const S& s) {
                        requires std::floating_point<std::remove_cvref_t<decltype(s.seconds)>>;
                    });

/// The game time of a step, in seconds.
template <game_step S> [[nodiscard]] constexpr double seconds_of(const S& step) noexcept {
    if constexpr (std::floating_point<S>) return static_cast<double>(step);
    else return static_cast<double>(step.seconds);
}

/// The same step where time passes `factor` times as fast.
template <game_step S> [[nodiscard]] constexpr S scaled(const S& step, double factor) {
    if constexpr (std::floating_point<S>) {
        return static_cast<S>(static_cast<double>(step) * factor);
    } else {
        S changed(step);
        changed.seconds = static_cast<std::remove_cvref_t<decltype(step.seconds)>>(seconds_of(step) * factor);
        return changed;
    }
}

namespace core {
/// How a loop over entities is handed its step: what is only a number as a copy of its own, of which a compiler knows
/// that no entity changes it.
template <class S> using handed_step =
    std::conditional_t<std::floating_point<S> || std::same_as<S, time_step>, S, const S&>;

/// Whether a time scale can be used: finite and not negative. (Comparisons with NaN are false.)
[[nodiscard]] constexpr bool is_time_scale(double x) noexcept { return x >= 0 && x < 1e300; }
} // namespace core

} // namespace throng
