#pragma once

#include <throng/core/compiler.hpp>
#include <throng/fwd.hpp>
#include <throng/parts/in_sequence.hpp>
#include <throng/world/schedule/system.hpp>
#include <throng/world/schedule/system_order.hpp>
#include <throng/world/schedule/trace_events.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace throng {

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
/// what they record is applied when all of them are done, in the order of systems and of indices. So the result is
/// the same for any number of threads, even without threads.
///
/// `throng::save` and `restore` (save_schedule.hpp) keep what its systems have waited for and been called with, beside
/// the world; `rollback::include` keeps it in frames.
///
/// The schedule stays valid when its world is moved; when that is destroyed, nothing runs any more. A run in which a
/// system throws ends, and recorded edits are dropped. The schedule stays valid, and `failed` names the system.
template <class Allocator> class basic_schedule : core::pinned {
    using system_type = basic_system<Allocator>;
    using part = typename system_type::part;

  public:
    using world_type = basic_world<Allocator>;

    explicit basic_schedule(world_type& w) noexcept : home_(w.storage()) {}
    ~basic_schedule() {
        const Allocator a = home_->allocator();
        // (The destructors of a system's captures may add some.)
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
    /// Whether it is being run, or iterated over by `each`.
    [[nodiscard]] bool is_running() const noexcept { return running_ != 0; }
    /// The world's storage, for the headers built on it.
    [[nodiscard]] core::storage<Allocator>& home() const noexcept { return *home_; }
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

    /// For what keeps and rolls back: the same in any order, and of a schedule that f does not edit.
    template <class F> void each_unordered(F f) const {
        for (system_type* const s : systems_) {
            if (!s->removed_) f(*s);
        }
    }

    /// The names of systems that would have to run before themselves, as "a before b before a"; empty if there are
    /// none. O(systems × systems). Throws what the allocator throws.
    [[nodiscard]] std::string cycle() const {
        return core::system_order<Allocator>(home_->allocator()).cycle(systems_);
    }
    /// In which system the last run ended because something threw; null if none did. (In a run within a run, that of
    /// the inner one goes on to the outer one.)
    [[nodiscard]] const char* failed() const noexcept { return failed_; }
    /// From now on the time that each system takes is measured, for its `statistics`; false ends that. (That reads the
    /// clock twice a run of a system, which is more than a small system takes. A traced schedule measures anyway, and
    /// so does one that an inspector shows.)
    void measure(bool yes = true) noexcept { measures_ = yes; }
    [[nodiscard]] bool measures() const noexcept { return measures_ || trace_ != nullptr; }
    /// From now on each run of a system, and each tick, is noted there; null ends that. It must live as long.
    void trace(trace_events* to) noexcept { trace_ = to; }

    /// A tick: each active system runs that is due. False, and none has run, where systems would have to run before
    /// themselves: see `cycle`. Throws what a system throws, and what the allocator throws.
    bool run(double seconds) { return run(seconds, in_sequence{}); }
    template <class Executor> THRONG_ONCE bool run(double seconds, const Executor& executor) {
        if (home_->is_over()) return false;
        const in_use here(*this);
        if (goes_round_) return false;
        if (running_ == 1) failed_ = nullptr;
        const noted tick(*this, "tick");
        const std::size_t n = systems_.size();
        for (std::size_t i = 0; i < n;) {
            if (!systems_[i]->parallel_) {
                run_alone(*systems_[i++], seconds);
                continue;
            }
            // Neighbours that can run side by side.
            std::size_t end = i + 1;
            while (end < n && goes_with(i, end)) ++end;
            run_group(i, end, seconds, executor);
            i = end;
        }
        return true;
    }

  private:
    static constexpr std::uint32_t pages_of_part = 4;

    /// While something goes through the row: no system changes its place.
    class in_use : core::pinned {
      public:
        explicit in_use(basic_schedule& s) : home_(s) {
            if (home_.running_ == 0) home_.sort();
            ++home_.running_;
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
    THRONG_ONCE void sort() {
        if (sorted_) return;
        sorted_ = core::system_order<Allocator>(home_->allocator()).sort(systems_);
        goes_round_ = !sorted_;
    }
    /// Destroying a system's captured objects may add and remove systems: by then the system is no longer in the row,
    /// and one before it may have been removed.
    THRONG_ONCE void forget_removed() noexcept {
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
    /// Whether it can run beside all from a parallel one up to it.
    [[nodiscard]] THRONG_ONCE bool goes_with(std::size_t first, std::size_t other) const noexcept {
        if (!systems_[other]->parallel_) return false;
        for (std::size_t i = first; i < other; ++i) {
            const system_type& one = *systems_[i];
            if (one.disturbs(*systems_[other]) || one.is_before(*systems_[other])) return false;
        }
        return true;
    }

    using clock = std::chrono::steady_clock;
    /// The time since it was made; 0 where nothing asks for times.
    class stopwatch {
      public:
        explicit stopwatch(const basic_schedule& home) noexcept : runs_(home.measures()) {
            if (runs_) begun_ = clock::now();
        }
        [[nodiscard]] clock::time_point begun() const noexcept { return begun_; }
        [[nodiscard]] double seconds() const noexcept {
            return runs_ ? std::chrono::duration<double>(clock::now() - begun_).count() : 0;
        }

      private:
        bool runs_;
        clock::time_point begun_{};
    };
    static void count_run(system_type& s, double seconds) noexcept {
        s.statistics_.last_seconds = seconds;
        s.statistics_.total_seconds += seconds;
        ++s.statistics_.runs;
    }
    /// While code of a system runs: if that throws, it is the one that failed.
    class guarded : core::pinned {
      public:
        guarded(basic_schedule& home, const char* name) noexcept : home_(home), name_(name) {}
        ~guarded() {
            if (!done_ && home_.failed_ == nullptr) home_.failed_ = name_;
        }
        void done() noexcept { done_ = true; }

      private:
        basic_schedule& home_;
        const char* name_;
        bool done_ = false;
    };
    /// While something runs that is noted in the end, if that is asked for.
    class noted : core::pinned {
      public:
        noted(basic_schedule& home, const char* name) noexcept : home_(home), name_(name), to_(home.trace_) {
            if (to_ != nullptr) begun_ = clock::now();
        }
        ~noted() {
            if (to_ == nullptr || to_ != home_.trace_) return;
            (void)core::attempt([this] { to_->add(name_, begun_, clock::now()); });
        }

      private:
        basic_schedule& home_;
        const char* name_;
        trace_events* to_;
        clock::time_point begun_{};
    };
    [[nodiscard]] static bool runs(const system_type& s) noexcept { return s.active_ && !s.removed_; }
    [[nodiscard]] THRONG_ONCE bool is_willing(system_type& s) {
        if (!s.run_if_) return true;
        guarded here(*this, s.name_);
        const bool yes = s.wants_to_run();
        here.done();
        return yes;
    }
    /// The results of the parts that ran in parallel: the first unfinished one has failed, and traced parts are shown
    /// in as many lanes as ran at once.
    class parts_noted : core::pinned {
      public:
        parts_noted(basic_schedule& home, std::size_t first) noexcept : home_(home), first_(first) {}
        ~parts_noted() {
            for (std::size_t i = first_; i < home_.parts_.size(); ++i) {
                const part& p = *home_.parts_[i];
                if (p.is_running && home_.failed_ == nullptr) home_.failed_ = p.of->name_;
            }
            if (home_.trace_ != nullptr) (void)core::attempt([this] { trace(); });
        }

      private:
        THRONG_ONCE void trace() {
            const Allocator a = home_.home_->allocator();
            core::local_row<clock::time_point, Allocator> ends(a);
            core::local_row<const part*, Allocator> those(a);
            for (std::size_t i = first_; i < home_.parts_.size(); ++i) those.push(home_.parts_[i]);
            std::sort(those.begin(), those.end(), [](const part* x, const part* y) { return x->begun < y->begun; });
            for (const part* const p : those) {
                const auto end =
                    p->begun + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(p->seconds));
                unsigned lane = 0;
                while (lane < ends.size() && ends[lane] > p->begun) ++lane;
                if (lane == ends.size()) ends.push(end);
                ends[lane] = end;
                home_.trace_->add(p->of->name_, p->begun, end, lane);
            }
        }
        basic_schedule& home_;
        std::size_t first_;
    };

    THRONG_ONCE void run_alone(system_type& s, double seconds) {
        if (!runs(s) || !is_willing(s)) return;
        double length = 0;
        for (unsigned n = s.due(seconds, length); n != 0 && runs(s); --n) {
            const stopwatch watch(*this);
            const system_step step{length, s.statistics_.runs};
            const noted traced(*this, s.name_);
            guarded here(*this, s.name_);
            s.run(step);
            here.done();
            count_run(s, watch.seconds());
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
        THRONG_ONCE void add(system_type& s, std::size_t turn, system_step step, std::uint32_t from, std::uint32_t to) {
            const Allocator a = home.home_->allocator();
            home.parts_.reserve(a, home.parts_.size() + 1);
            home.parts_.push(a,
                             core::make_object<part>(a, &s, turn, step, from, to, basic_recorder<Allocator>(a), 0.0));
        }
    };
    template <class Executor>
    THRONG_ONCE void run_group(std::size_t from, std::size_t to, double seconds, const Executor& executor) {
        const turns_of_run turns(*this, to - from);
        const auto is_due = [&](std::size_t i) { return turns[i - from].due != 0 && runs(*systems_[i]); };
        const auto step = [&](std::size_t i) {
            return system_step{turns[i - from].length, systems_[i]->statistics_.runs};
        };
        // Systems that are behind run again, until none is.
        bool first = true;
        for (bool more = true; more; first = false) {
            more = false;
            parts_of_run parts(*this);
            for (std::size_t i = from; i < to; ++i) {
                system_type& s = *systems_[i];
                if (first && runs(s) && is_willing(s)) turns[i - from].due = s.due(seconds, turns[i - from].length);
                turns[i - from].took = 0;
                if (!is_due(i)) continue;
                const stopwatch watch(*this);
                guarded here(*this, s.name_);
                s.begin(step(i));
                here.done();
                turns[i - from].took = watch.seconds();
            }
            const std::uint32_t pages = home_->page_count();
            for (std::size_t i = from; i < to; ++i) {
                if (!is_due(i)) continue;
                for (std::uint32_t p = 0; p < pages; p += pages_of_part)
                    parts.add(*systems_[i], i - from, step(i), p,
                              p + pages_of_part < pages ? p + pages_of_part : pages);
            }
            {
                const parts_noted here(*this, parts.first);
                executor.for_each(parts_.size() - parts.first, [&](std::size_t i) {
                    part& p = *parts_[parts.first + i];
                    const stopwatch watch(*this);
                    p.begun = watch.begun();
                    p.is_running = true;
                    p.of->update(p);
                    p.is_running = false;
                    p.seconds = watch.seconds();
                });
            }
            for (std::size_t i = parts.first; i < parts_.size(); ++i) {
                part& p = *parts_[i];
                const stopwatch watch(*this);
                guarded here(*this, p.of->name_);
                p.edits.apply(home_->owner());
                here.done();
                turns[p.turn].took += p.seconds + watch.seconds();
            }
            for (std::size_t i = from; i < to; ++i) {
                if (!is_due(i)) continue;
                const stopwatch watch(*this);
                guarded here(*this, systems_[i]->name_);
                systems_[i]->end(step(i));
                here.done();
                count_run(*systems_[i], turns[i - from].took + watch.seconds());
                more = --turns[i - from].due != 0 || more;
            }
        }
    }

    core::storage_share<Allocator> home_;
    core::row<system_type*> systems_;
    core::row<turn> turns_;
    core::row<part*> parts_;
    unsigned running_ = 0;
    const char* failed_ = nullptr;
    trace_events* trace_ = nullptr;
    bool measures_ = false;
    bool sorted_ = true;
    bool goes_round_ = false;
};

} // namespace throng

/// As THRONG_WORLD_INSTANCES.
// NOLINTBEGIN(bugprone-macro-parentheses): it is put before declarations
#define THRONG_SCHEDULE_INSTANCES(EXTERN)                                                                              \
    EXTERN class throng::core::system_order<throng::core::standard_allocator>;                                         \
    EXTERN class throng::basic_system<throng::core::standard_allocator>;                                               \
    EXTERN class throng::basic_recorder<throng::core::standard_allocator>;                                             \
    EXTERN class throng::basic_schedule<throng::core::standard_allocator>;                                             \
    EXTERN bool throng::basic_schedule<throng::core::standard_allocator>::run(double, const throng::in_sequence&);     \
    EXTERN void throng::basic_schedule<throng::core::standard_allocator>::run_group(std::size_t, std::size_t, double,  \
                                                                                    const throng::in_sequence&);
// NOLINTEND(bugprone-macro-parentheses)
#if defined(THRONG_COMPILED) && THRONG_COMPILED
THRONG_SCHEDULE_INSTANCES(extern template)
#endif
