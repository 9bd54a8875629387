#pragma once

#include <throng/entity/detail/entity_walk.hpp>
#include <throng/entity/time_step.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace throng {

/// Divides real time into steps of the same length, so that a game behaves alike on every machine: collect the elapsed
/// time, take the steps that are due, draw between the last two.
///
/// ```cpp
/// throng::clock clock(1.0 / 60);
/// for (;;) {
///     clock.run(seconds_since_the_last_frame(), [&](throng::time_step step) { world.update(step); });
///     draw(world, clock.interpolation());
/// }
/// ```
///
/// If a frame has taken so long that more steps are due than `most_steps`, the rest is dropped: the game is slower then
/// for a moment, and does not fall further behind with every frame. Units are seconds. It reads no real clock, never
/// throws and never allocates.
class clock {
  public:
    /// Steps of that length, at most so many at once. A length that is not above 0, or no number, becomes a sixtieth of
    /// a second (the audit build reports it), and no steps at once become one.
    explicit clock(double step_seconds = 1.0 / 60, unsigned most_steps = 8, core::caller where = {})
        : length_(step_seconds), most_steps_(most_steps == 0 ? 1 : most_steps) {
        if (core::is_time_scale(step_seconds) && step_seconds > 0) return;
        (void)core::refused("the length of a clock's step must be above 0", where);
        length_ = 1.0 / 60;
    }

    /// The time that has passed; returns the number of steps that are due. Values not above 0 and NaN are ignored; so
    /// is all time while the clock is stopped, even an infinite one.
    unsigned advance(double real_seconds) noexcept {
        if (!(real_seconds > 0) || scale_ == 0) return 0;
        pending_ += real_seconds * scale_;
        // Rounding must not delay a step to the next frame.
        constexpr double almost = 1 - 1e-9;
        unsigned due = 0;
        while (due < most_steps_ && pending_ >= length_ * almost) {
            pending_ -= length_;
            ++due;
        }
        if (pending_ < 0) pending_ = 0;
        if (pending_ >= length_) {
            dropped_ += pending_;
            pending_ = 0;
        }
        steps_ += due;
        return due;
    }
    /// The same, and calls f(time_step) for each step due. f may change the time scale; what f throws goes on to the
    /// caller, and the steps that were due after it are lost.
    template <class F> unsigned run(double real_seconds, F f) {
        const unsigned due = advance(real_seconds);
        for (unsigned i = 0; i < due; ++i) f(step());
        return due;
    }

    /// One step, as long as every other.
    [[nodiscard]] time_step step() const noexcept { return {length_}; }
    /// How far the time outside is between the last step and the next: from 0 up to, not including, 1. For drawing
    /// things between where they were and where they are.
    [[nodiscard]] double interpolation() const noexcept { return pending_ / length_ < 1 ? pending_ / length_ : 0; }
    /// Steps since the beginning, and their game time.
    [[nodiscard]] std::uint64_t steps() const noexcept { return steps_; }
    [[nodiscard]] double time() const noexcept { return static_cast<double>(steps_) * length_; }
    /// Time that was due, but dropped, because a frame took too long.
    [[nodiscard]] double dropped() const noexcept { return dropped_; }

    /// How fast game time passes: 1 at first, 0 stops it. Steps keep their length; more or fewer of them come. False,
    /// and nothing changes, if that is negative or not a number (the audit build reports it).
    bool time_scale(double scale, core::caller where = {}) {
        if (!core::is_time_scale(scale)) return core::refused("a time scale is negative or not a number", where);
        scale_ = scale;
        return true;
    }
    [[nodiscard]] double time_scale() const noexcept { return scale_; }

    /// Forgets what has passed since the last step: after loading a level, say.
    void drop_pending() noexcept { pending_ = 0; }

  private:
    double length_;
    unsigned most_steps_;
    double scale_ = 1;
    /// The time since the last step.
    double pending_ = 0;
    double dropped_ = 0;
    std::uint64_t steps_ = 0;
};

} // namespace throng
