#pragma once

#include <throng/world/system.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng {

/// Runs what can be run at once one after the other. What `throng/world/parallel.hpp` has in its place uses threads.
struct in_sequence {
    /// Calls f(0) … f(n-1), in this order.
    template <class F> void for_each(std::size_t n, const F& f) const {
        for (std::size_t i = 0; i < n; ++i) f(i);
    }
};

/// The systems of a world, in order.
///
///     throng::schedule systems(world);
///     systems.add("movement", world.query<position, const velocity>(),
///                 [](throng::system_step t, position& p, const velocity& v) { p.x += v.x * t.seconds; });
///     systems.add("sound", world.query<const noise>(), ...).interval(1 / 20.).on_left([](const noise& n) { ... });
///     systems.run(seconds);
///
/// A system keeps no list of its entities: that a component comes or goes costs the same whatever the number of
/// systems. Systems may be added, removed and changed while they run; a new one runs from the next tick on. Neighbours
/// in the order that are `parallel()` and do not disturb each other run side by side, a part of the entities at a time;
/// what they record is applied when all of them are done, in the order of systems and of indices. So what comes out is
/// the same for any number of threads, also for none.
///
/// The schedule goes along when its world is moved; when that is gone, nothing runs any more. A run in which something
/// throws is over: what was recorded is forgotten.
template <class Allocator = core::standard_allocator> class basic_schedule : core::pinned {
    using system_type = basic_system<Allocator>;
    using part = typename system_type::part;

  public:
    using world_type = basic_world<Allocator>;

    explicit basic_schedule(world_type& w) noexcept : home_(w.storage()) {}
    ~basic_schedule() {
        const Allocator a = home_->allocator();
        // (What a system holds may add some as it goes.)
        while (!systems_.empty()) {
            for (system_type* const s : systems_) s->removed_ = true;
            forget_removed();
        }
        systems_.release(a);
        turns_.release(a);
        parts_.release(a);
    }

    /// A system that calls f for the entities of a query: with the step, a recorder and the entity, as far as it takes
    /// them, in that order, and with the components. The name must outlive the schedule.
    template <class Matcher, class F> auto& add(const char* name, const query<Matcher>& q, F f) {
        return added<query_system<Allocator, Matcher, F>>(name, *home_, q, std::move(f));
    }
    /// One that calls f(step) or f().
    template <class F> auto& add(const char* name, F f) {
        return added<function_system<Allocator, F>>(name, *home_, std::move(f));
    }
    /// Now, or after the run, or the `each`, that it is in.
    void remove(system_type& s) noexcept {
        s.removed_ = true;
        if (running_ == 0) forget_removed();
    }
    [[nodiscard]] std::size_t size() const noexcept { return systems_.size(); }
    /// The one with the name; null if there is none.
    [[nodiscard]] system_type* find(const char* name) const noexcept {
        for (system_type* const s : systems_) {
            if (!s->removed_ && core::same_text(s->name(), name)) return s;
        }
        return nullptr;
    }
    /// Calls f(system) for each, in order; in a run, in the order of that run, and then those added since. Those
    /// removed meanwhile are destroyed afterwards.
    template <class F> void each(F f) {
        const in_use here(*this);
        for (std::size_t i = 0; i < systems_.size(); ++i) {
            if (!systems_[i]->removed_) f(*systems_[i]);
        }
    }

    /// A tick: each active system runs that is due.
    void run(double seconds) { run(seconds, in_sequence{}); }
    template <class Executor> void run(double seconds, const Executor& executor) {
        if (home_->is_over()) return;
        const in_use here(*this);
        const std::size_t n = systems_.size();
        for (std::size_t i = 0; i < n;) {
            // Neighbours that can run side by side.
            std::size_t end = i + 1;
            while (end < n && goes_with(i, end)) ++end;
            if (systems_[i]->parallel_) {
                run_group(i, end, seconds, executor);
            } else {
                run_alone(*systems_[i], seconds);
            }
            i = end;
        }
    }

  private:
    static constexpr std::uint32_t pages_of_part = 4;

    /// While something goes through the row: no system changes its place.
    class in_use : core::pinned {
      public:
        explicit in_use(basic_schedule& s) noexcept : home_(s) {
            if (home_.running_++ == 0) home_.sort();
        }
        ~in_use() {
            if (--home_.running_ == 0) home_.forget_removed();
        }

      private:
        basic_schedule& home_;
    };

    template <class System, class... Args> System& added(Args&&... args) {
        const Allocator a = home_->allocator();
        systems_.reserve(a, systems_.size() + 1);
        auto* const s = core::make_object<System>(a, std::forward<Args>(args)...);
        s->sorted_ = &sorted_;
        systems_.push(a, s);
        sorted_ = false;
        return *s;
    }
    /// Stable, and short where it is sorted already.
    void sort() noexcept {
        if (std::exchange(sorted_, true)) return;
        for (std::size_t i = 1; i < systems_.size(); ++i) {
            for (std::size_t j = i; j > 0 && systems_[j]->order() < systems_[j - 1]->order(); --j)
                std::swap(systems_[j], systems_[j - 1]);
        }
    }
    /// What a system holds may add and remove systems as it goes: by then it is in the row no more, and it may have
    /// removed one before it.
    void forget_removed() noexcept {
        ++running_;
        for (std::size_t i = 0; i < systems_.size();) {
            system_type* const s = systems_[i];
            if (!s->removed_) {
                ++i;
                continue;
            }
            for (std::size_t j = i + 1; j < systems_.size(); ++j) systems_[j - 1] = systems_[j];
            systems_.pop();
            s->destroy(home_->allocator());
            i = 0;
        }
        --running_;
    }
    [[nodiscard]] bool goes_with(std::size_t first, std::size_t other) const noexcept {
        if (!systems_[first]->parallel_ || !systems_[other]->parallel_) return false;
        for (std::size_t i = first; i < other; ++i) {
            if (systems_[i]->disturbs(*systems_[other])) return false;
        }
        return true;
    }

    using clock = std::chrono::steady_clock;
    [[nodiscard]] static double seconds_since(clock::time_point then) noexcept {
        return std::chrono::duration<double>(clock::now() - then).count();
    }
    static void count_run(system_type& s, double seconds) noexcept {
        s.statistics_.last_seconds = seconds;
        s.statistics_.total_seconds += seconds;
        ++s.statistics_.runs;
    }
    [[nodiscard]] static bool runs(const system_type& s) noexcept { return s.active_ && !s.removed_; }

    void run_alone(system_type& s, double seconds) {
        if (!runs(s)) return;
        double length = 0;
        for (unsigned n = s.due(seconds, length); n != 0 && runs(s); --n) {
            const clock::time_point begun = clock::now();
            const system_step step{length, s.statistics_.runs};
            s.begin(step);
            s.update(step);
            s.end(step);
            count_run(s, seconds_since(begun));
        }
    }
    /// How often a system is still to run in a run of several, how long its steps are, and how long the last one took.
    struct turn {
        unsigned due;
        double length;
        double took;
    };
    /// The turns of a run, which may have others within.
    struct turns_of_run : core::pinned {
        basic_schedule& home;
        std::size_t first;
        turns_of_run(basic_schedule& s, std::size_t n) : home(s), first(s.turns_.size()) {
            s.turns_.extend(s.home_->allocator(), first + n);
        }
        ~turns_of_run() { home.turns_.shorten(first); }
        [[nodiscard]] turn& operator[](std::size_t i) const noexcept { return home.turns_[first + i]; }
    };
    /// Parts of a run of several systems, which are given back whatever happens.
    struct parts_of_run : core::pinned {
        basic_schedule& home;
        std::size_t first;
        explicit parts_of_run(basic_schedule& s) noexcept : home(s), first(s.parts_.size()) {}
        ~parts_of_run() {
            while (home.parts_.size() != first) {
                part* const p = home.parts_[home.parts_.size() - 1];
                home.parts_.pop();
                core::discard_object(home.home_->allocator(), p);
            }
        }
        void add(system_type& s, std::size_t turn, system_step step, std::uint32_t from, std::uint32_t to) {
            const Allocator a = home.home_->allocator();
            home.parts_.reserve(a, home.parts_.size() + 1);
            home.parts_.push(a,
                             core::make_object<part>(a, &s, turn, step, from, to, basic_recorder<Allocator>(a), 0.0));
        }
    };
    template <class Executor>
    void run_group(std::size_t from, std::size_t to, double seconds, const Executor& executor) {
        const turns_of_run turns(*this, to - from);
        const auto is_due = [&](std::size_t i) { return turns[i - from].due != 0 && runs(*systems_[i]); };
        const auto step = [&](std::size_t i) {
            return system_step{turns[i - from].length, systems_[i]->statistics_.runs};
        };
        // Those that are behind run again, until none is.
        bool first = true;
        for (bool more = true; more; first = false) {
            more = false;
            parts_of_run parts(*this);
            for (std::size_t i = from; i < to; ++i) {
                system_type& s = *systems_[i];
                if (first && runs(s)) turns[i - from].due = s.due(seconds, turns[i - from].length);
                turns[i - from].took = 0;
                if (!is_due(i)) continue;
                const clock::time_point begun = clock::now();
                s.begin(step(i));
                turns[i - from].took = seconds_since(begun);
            }
            const std::uint32_t pages = home_->page_count();
            for (std::size_t i = from; i < to; ++i) {
                if (!is_due(i)) continue;
                for (std::uint32_t p = 0; p < pages; p += pages_of_part)
                    parts.add(*systems_[i], i - from, step(i), p,
                              p + pages_of_part < pages ? p + pages_of_part : pages);
            }
            executor.for_each(parts_.size() - parts.first, [&](std::size_t i) {
                part& p = *parts_[parts.first + i];
                const clock::time_point begun = clock::now();
                p.of->update(p);
                p.seconds = seconds_since(begun);
            });
            for (std::size_t i = parts.first; i < parts_.size(); ++i) {
                part& p = *parts_[i];
                const clock::time_point begun = clock::now();
                p.edits.apply(home_->owner());
                turns[p.turn].took += p.seconds + seconds_since(begun);
            }
            for (std::size_t i = from; i < to; ++i) {
                if (!is_due(i)) continue;
                const clock::time_point begun = clock::now();
                systems_[i]->end(step(i));
                count_run(*systems_[i], turns[i - from].took + seconds_since(begun));
                more = --turns[i - from].due != 0 || more;
            }
        }
    }

    core::storage_share<Allocator> home_;
    core::row<system_type*> systems_;
    core::row<turn> turns_;
    core::row<part*> parts_;
    unsigned running_ = 0;
    bool sorted_ = true;
};

using schedule = basic_schedule<>;

} // namespace throng
