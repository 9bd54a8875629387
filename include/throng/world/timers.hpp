#pragma once

#include <throng/core/callback.hpp>
#include <throng/fwd.hpp>
#include <throng/list.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace throng {

/// How fast time passes for an entity whose timers are `world_timers`: 1 where it has none. 0 stops it, as does what is
/// less, or no finite number.
struct time_rate {
    double rate = 1;
};
template <> struct component<time_rate> {
    static constexpr const char* name = "throng::time_rate";
};

namespace core {

/// A function to be called at a time. It may belong to an entity.
struct timer : pinned {
    double left;
    double period;
    std::uint64_t number;
    /// The first step in which it is called.
    std::uint64_t step;
    entity of;
    callback<entity, standard_allocator> f;

    timer(double seconds, double every, std::uint64_t n, std::uint64_t first, entity e) noexcept
        : left(seconds), period(every), number(n), step(first), of(e) {}
    timer(timer&& other) noexcept
        : left(other.left),
          period(other.period),
          number(other.number),
          step(other.step),
          of(other.of),
          f(std::move(other.f)) {}
    ~timer() { f.reset(); }
};

/// Timers in no order: each advance goes from one that is due to the next.
class timer_list {
  public:
    using handle_type = timer_handle;

    /// Removes it; false if it has been removed. O(1).
    bool cancel(handle_type h) { return all_.remove(h); }
    /// Whether it will be called yet.
    [[nodiscard]] bool contains(handle_type h) const { return all_.contains(h); }
    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
    void clear() { all_.clear(); }

  protected:
    template <class F> handle_type add(double seconds, double every, entity e, F f) {
        // (One without time would be called again and again by the step that is being made.)
        timer its(seconds > 0 ? seconds : 0, every > tolerance ? every : 0, ++last_,
                  seconds > tolerance ? 0 : steps_ + 1, e);
        its.f.set(standard_allocator(), [f = std::move(f)](entity& of) mutable {
            if constexpr (std::is_invocable_v<F&, entity>) f(of);
            else f();
        });
        return all_.add(std::move(its));
    }
    /// `rate_of(entity)` is how fast its time passes; below 0 if its timers go.
    template <class Rate> void advance_by(double seconds, Rate rate_of) {
        if (!(seconds > 0)) return;
        const std::uint64_t step = ++steps_;
        for (;;) {
            const timer* next = nullptr;
            double soonest = seconds + tolerance;
            all_.each([&](timer& t) {
                const double rate = rate_of(t.of);
                if (rate < 0) {
                    all_.remove(t);
                } else if (t.step > step) {
                    return;
                } else if (const double in = t.left > 0 ? t.left / rate : 0;
                           rate > 0 &&
                           (in < soonest || (next != nullptr && in <= soonest && t.number < next->number))) {
                    soonest = in;
                    next = &t;
                }
            });
            const double passes = next == nullptr || soonest > seconds ? seconds : soonest;
            all_.each([&](timer& t) { t.left -= passes * rate_of(t.of); });
            seconds -= passes;
            if (next == nullptr) return;
            // (It stands on it: what is cancelled by its own function goes when that has returned.)
            const handle_type h = all_.handle_of(const_cast<timer&>(*next));
            all_.visit(h, [&](timer& t) {
                if (t.period > 0) t.left += t.period;
                else all_.remove(h);
                entity e = t.of;
                t.f.call(e);
            });
        }
    }

  private:
    /// A sum of many small steps falls short of a time by less than this.
    static constexpr double tolerance = 1e-9;

    list<timer> all_;
    std::uint64_t last_ = 0;
    /// How many have been begun.
    std::uint64_t steps_ = 0;
};

} // namespace core

/// Functions that are called after a time: once, or periodically. `advance` lets time pass: by a layer's step, a
/// world's, or any other clock.
///
///     throng::timers timers;
///     timers.after(2, [&] { door.close(); });
///     throng::timer_handle h = timers.every(0.5, [&] { blink(); });
///     timers.advance(step.seconds);
///     timers.cancel(h);
///
/// They are called in the order of their times, and at the same moment in the order of their adding; one that is called
/// every so often is called as often as is due. One that is added without time, or with less than a nanosecond, is
/// called by the next `advance`: where it is added by a function that is being called, not by the same one. Any edit is
/// legal in them, also to advance. If one throws, the exception is passed on, and the rest of the time is lost.
/// Functions are not state: timers are in no snapshot or save.
class timers : public core::timer_list {
  public:
    /// f() is called once. O(1). Throws what the allocator throws.
    template <class F> handle_type after(double seconds, F f) { return add(seconds, 0, {}, std::move(f)); }
    /// f() is called every so many seconds, which must be more than a nanosecond: else once.
    template <class F> handle_type every(double seconds, F f) { return add(seconds, seconds, {}, std::move(f)); }
    /// Time passes. O(timers), and again for each that is due.
    void advance(double seconds) {
        advance_by(seconds, [](entity) { return 1.0; });
    }
};

/// Timers of entities of a world: f(entity) or f() is called while its entity lives, by the entity's own clock (see
/// `time_rate`). For a stale entity nothing is added, and the returned handle is empty.
template <class Allocator> class basic_world_timers : public core::timer_list {
  public:
    using world_type = basic_world<Allocator>;

    explicit basic_world_timers(world_type& w) noexcept : home_(w.storage()) {}

    /// f is called once. O(1). Throws what the allocator throws.
    template <class F> handle_type after(entity e, double seconds, F f) { return added(e, seconds, 0, std::move(f)); }
    /// f is called every so many seconds, which must be more than a nanosecond: else once. O(1). Throws what the
    /// allocator throws.
    template <class F> handle_type every(entity e, double seconds, F f) {
        return added(e, seconds, seconds, std::move(f));
    }
    /// Time passes in the world.
    void advance(double seconds) {
        advance_by(seconds, [this](entity e) {
            if (!home_->is_alive(e)) return -1.0;
            const time_rate* const its = home_->template find_value<time_rate>(e);
            if (its == nullptr) return 1.0;
            return its->rate > 0 && its->rate <= std::numeric_limits<double>::max() ? its->rate : 0.0;
        });
    }

  private:
    template <class F> handle_type added(entity e, double seconds, double period, F f) {
        return home_->is_alive(e) ? add(seconds, period, e, std::move(f)) : handle_type{};
    }

    /// Where the entities are: the world may move.
    core::storage_share<Allocator> home_;
};

} // namespace throng
