#pragma once

#include <throng/world/follow/watch.hpp>
#include <throng/world/recorder.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace throng {

/// One run of a system: how much time it covers, and how many there were before.
struct system_step {
    double seconds = 0;
    std::uint64_t run = 0;
};

/// The cost of a system so far: the number of its runs, the time of its functions, and the edits that they recorded,
/// without anything that ran beside it. The times are 0 where the schedule does not `measure` them. For a system on
/// several threads the times of its parts are added up: the sum may exceed the elapsed time.
struct system_statistics {
    std::uint64_t runs = 0;
    double last_seconds = 0;
    double total_seconds = 0;
};

namespace core {
/// The conditions under which a system runs, except for its place in the order.
struct system_timing {
    double interval = 0;
    double waited = 0;
    std::uint64_t runs = 0;
    unsigned most = 1;
    bool active = true;
};
template <class Allocator> class system_order;
} // namespace core

template <class Allocator> class basic_schedule;

/// A part of the game that runs once a tick, or once an interval, over the entities of a query: see `schedule`. The
/// functions that set something up give the system itself, so that they can be chained.
template <class Allocator> class basic_system : core::pinned {
  public:
    using world_type = basic_world<Allocator>;

    basic_system(const char* name, core::storage<Allocator>& home) noexcept
        : name_(name), home_(&home), number_(home.watches.next_number()) {}

    /// The name that it was made with.
    [[nodiscard]] const char* name() const noexcept { return name_; }
    /// A system that is not active does not run; it misses nothing of what joined and what left.
    [[nodiscard]] bool active() const noexcept { return active_; }
    basic_system& active(bool yes) noexcept {
        active_ = yes;
        return *this;
    }
    /// Those with lower numbers run first, equals in the order in which they were added.
    [[nodiscard]] int order() const noexcept { return order_; }
    basic_system& order(int n) noexcept {
        order_ = n;
        *sorted_ = false;
        return *this;
    }
    /// It runs before, or after, all systems of that name, whatever their numbers are, also those that are added later;
    /// the text must outlive the schedule. Systems that would have to run before themselves keep the schedule from
    /// running: see `schedule::cycle`. Throws what the allocator throws.
    basic_system& before(const char* name) { return tie(name, true); }
    basic_system& after(const char* name) { return tie(name, false); }
    /// It runs in those ticks in which f() says so, which is asked when its turn comes; in others it is as one that is
    /// not active. Null: in all. Throws what the allocator throws.
    template <class F> basic_system& run_if(F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) run_if_.reset();
        else run_if_.set(home_->allocator(), [f = std::move(f)](bool& runs) mutable { runs = f(); });
        return *this;
    }
    /// Runs whenever that many seconds have passed, with steps of just that length; 0 for every tick. Where several
    /// have passed in a tick, it runs as often, but at most `most` times: what is beyond that is forgotten.
    basic_system& interval(double seconds, unsigned most = 1) noexcept {
        interval_ = seconds;
        most_ = most;
        return *this;
    }
    /// Its function touches nothing but its query's components (as const as the query says) and the recorder: so it may
    /// run beside others, and on several threads.
    basic_system& parallel(bool yes = true) noexcept {
        parallel_ = yes;
        return *this;
    }
    [[nodiscard]] const system_statistics& statistics() const noexcept { return statistics_; }

    /// For roll-back: the system's number in the world, and the state to restore.
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
    [[nodiscard]] core::system_timing timing() const noexcept {
        return {interval_, waited_, statistics_.runs, most_, active_};
    }
    void set_timing(const core::system_timing& t) noexcept {
        interval_ = t.interval;
        waited_ = t.waited;
        statistics_.runs = t.runs;
        most_ = t.most;
        active_ = t.active;
    }

    /// For what saves: what it knows of entities that joined and left; null if it does not ask.
    [[nodiscard]] virtual core::watcher<Allocator>* watching() noexcept { return nullptr; }

  protected:
    friend class basic_schedule<Allocator>;
    friend class core::system_order<Allocator>;
    ~basic_system() {
        run_if_.reset();
        ties_.release(home_->allocator());
    }

    /// A system whose place is tied to those of a name.
    struct tie_to {
        const char* name;
        bool is_before;
    };
    basic_system& tie(const char* name, bool is_before) {
        ties_.push(home_->allocator(), {name, is_before});
        *sorted_ = false;
        return *this;
    }
    [[nodiscard]] bool is_tied() const noexcept { return !ties_.empty(); }
    [[nodiscard]] bool is_tied_to(const char* name, bool is_before) const noexcept {
        for (const tie_to& t : ties_) {
            if (t.is_before == is_before && core::same_text(t.name, name)) return true;
        }
        return false;
    }
    /// Whether it must run before the other one.
    [[nodiscard]] bool is_before(const basic_system& other) const noexcept {
        return is_tied_to(other.name_, true) || other.is_tied_to(name_, false);
    }
    [[nodiscard]] bool is_lower(const basic_system& other) const noexcept {
        return order_ != other.order_ ? order_ < other.order_ : number_ < other.number_;
    }
    /// Whether it runs in this tick.
    [[nodiscard]] bool wants_to_run() {
        bool yes = true;
        if (run_if_) run_if_.call(yes);
        return yes;
    }

    /// A part of the entities, what records edits meanwhile, and how long it took.
    struct part {
        basic_system* of;
        std::size_t turn;
        system_step step;
        std::uint32_t first_page;
        std::uint32_t last_page;
        basic_recorder<Allocator> edits;
        double seconds = 0;
        std::chrono::steady_clock::time_point begun = {};
        bool is_running = false;
    };

    /// All of it, here and now.
    virtual void run(system_step step) = 0;
    /// The same in three: `update` is called for some pages at a time, and the world is not edited meanwhile.
    virtual void begin(system_step step) = 0;
    virtual void update(part& p) = 0;
    virtual void end(system_step step) = 0;
    virtual void destroy(const Allocator& allocator) noexcept = 0;

    /// A column that it touches.
    struct access {
        const void* column = nullptr;
        bool written = false;
    };
    /// Whether one writes what the other touches.
    [[nodiscard]] bool disturbs(const basic_system& other) const noexcept {
        for (const access& mine : touched_) {
            for (const access& its : other.touched_) {
                if (mine.column == its.column && (mine.written || its.written)) return true;
            }
        }
        return false;
    }

    /// How many runs are due, and of what length, when so much time has passed.
    [[nodiscard]] unsigned due(double seconds, double& length) noexcept {
        length = seconds;
        if (interval_ <= 0) return 1;
        length = interval_;
        waited_ += seconds;
        unsigned n = 0;
        // (A sum of many small steps falls short of the interval by less than this.)
        const double enough = interval_ * (1 - 1e-9);
        while (waited_ >= enough && n < most_) {
            waited_ -= interval_;
            ++n;
        }
        if (waited_ >= enough) waited_ = 0;
        if (waited_ < 0) waited_ = 0;
        return n;
    }

    const char* name_;
    /// Where the entities are: the world may move.
    core::storage<Allocator>* home_;
    std::uint64_t number_;
    bool active_ = true;
    bool parallel_ = false;
    bool removed_ = false;
    int order_ = 0;
    double interval_ = 0;
    double waited_ = 0;
    unsigned most_ = 1;
    bool* sorted_ = nullptr;
    core::row<tie_to> ties_;
    core::callback<bool, Allocator> run_if_;
    system_statistics statistics_;
    std::span<const access> touched_;
};

/// A system with a query.
template <class Allocator, class Matcher, class F> class query_system final : public basic_system<Allocator> {
    using base = basic_system<Allocator>;
    using storage_type = typename Matcher::storage_type;
    using recorder_type = basic_recorder<Allocator>;
    using part = typename base::part;
    template <class Signature> using callback = core::callback<Signature, Allocator>;

  public:
    query_system(const char* name, storage_type& home, const query<Matcher>& q, F f)
        : base(name, home), query_(q), f_(std::move(f)) {
        touch(typename Matcher::value_types{}, typename Matcher::optional_types{});
    }

    /// f(step) is called before, and after, the entities are visited.
    template <class G> query_system& on_begin(G f) {
        begin_.set(this->home_->allocator(), [f = std::move(f)](system_step& s) mutable { f(std::as_const(s)); });
        return *this;
    }
    template <class G> query_system& on_end(G f) {
        end_.set(this->home_->allocator(), [f = std::move(f)](system_step& s) mutable { f(std::as_const(s)); });
        return *this;
    }
    /// f(components...) or f(entity, components...) is called, at the beginning of a run, for each entity that has
    /// begun to match since the last one, and still does; at first for all that match. Any edit is legal, and so is a
    /// run of the schedule, which makes the remaining calls. If f throws, the others are called for next time.
    template <class G> query_system& on_joined(G f) {
        joined_.set(this->home_->allocator(), [f = std::move(f)](watch_type& w) mutable { w.each_joined(f); });
        watch();
        return *this;
    }
    /// The same for entities that have ceased to match, also dead ones, with their last values, which are kept until
    /// the schedule has made all calls. One that left and returned gets both calls, `on_left` first; so does one that
    /// lost one of the components of an any_of and has it again. No call is made for an entity whose value was replaced
    /// by one that could not be made.
    template <class G> query_system& on_left(G f) {
        left_.set(this->home_->allocator(), [f = std::move(f)](watch_type& w) mutable { w.each_left(f); });
        watch();
        return *this;
    }
    /// How many joined and left at the last run, and are members; if it has been asked for one of the two.
    [[nodiscard]] std::size_t joined() const noexcept { return watch_ == nullptr ? 0 : watch_->joined_count; }
    [[nodiscard]] std::size_t left() const noexcept { return watch_ == nullptr ? 0 : watch_->left_count; }
    [[nodiscard]] const query<Matcher>& members() const noexcept { return query_; }
    [[nodiscard]] core::watcher<Allocator>* watching() noexcept override {
        return watch_ == nullptr ? nullptr : &watch_->known();
    }

    /// As of every system; so that calls can be chained.
    query_system& active(bool yes) noexcept { return base::active(yes), *this; }
    query_system& order(int n) noexcept { return base::order(n), *this; }
    query_system& before(const char* name) { return base::before(name), *this; }
    query_system& after(const char* name) { return base::after(name), *this; }
    template <class G> query_system& run_if(G f) { return base::run_if(std::move(f)), *this; }
    query_system& interval(double seconds, unsigned most = 1) noexcept { return base::interval(seconds, most), *this; }
    query_system& parallel(bool yes = true) noexcept { return base::parallel(yes), *this; }
    using base::active;
    using base::order;

  private:
    using watch_type = core::query_watch<Matcher>;

    void watch() {
        if (watch_ != nullptr) return;
        watch_ = core::make_object<watch_type>(this->home_->allocator(), query_.terms());
    }
    void begin(system_step step) override {
        if (begin_) begin_.call(step);
        if (watch_ == nullptr) return;
        const typename watch_type::telling t(*watch_);
        watch_->look();
        if (left_) left_.call(*watch_);
        else watch_->skip_left();
        if (joined_) joined_.call(*watch_);
        else watch_->skip_joined();
    }
    void end(system_step step) override {
        if (end_) end_.call(step);
    }

    /// Calls g with a function that takes the components, optionally after the entity. The system's function may take
    /// the step, then the recorder, then the entity, then the components: each of the first three is optional.
    template <class G, class... Args>
    static void bound(F& f, system_step step, recorder_type& edits, G g, core::types<Args...>) {
        if constexpr (std::is_invocable_v<F&, system_step, recorder_type&, entity, Args...>) {
            g([&](entity e, Args... args) { f(step, edits, e, args...); });
        } else if constexpr (std::is_invocable_v<F&, system_step, recorder_type&, Args...>) {
            g([&](Args... args) { f(step, edits, args...); });
        } else if constexpr (std::is_invocable_v<F&, recorder_type&, entity, Args...>) {
            g([&](entity e, Args... args) { f(edits, e, args...); });
        } else if constexpr (std::is_invocable_v<F&, recorder_type&, Args...>) {
            g([&](Args... args) { f(edits, args...); });
        } else if constexpr (std::is_invocable_v<F&, system_step, entity, Args...>) {
            g([&f, step](entity e, Args... args) { f(step, e, args...); });
        } else if constexpr (std::is_invocable_v<F&, system_step, Args...>) {
            g([&f, step](Args... args) { f(step, args...); });
        } else if constexpr (std::is_invocable_v<F&, entity, Args...>) {
            g([&f](entity e, Args... args) { f(e, args...); });
        } else {
            static_assert(std::is_invocable_v<F&, Args...>,
                          "throng: the function must take the query's components, by reference, perhaps after the "
                          "step, a recorder and the entity");
            g([&f](Args... args) { f(args...); });
        }
    }
    template <class... Args> [[nodiscard]] static constexpr bool records(core::types<Args...>) noexcept {
        return std::is_invocable_v<F&, system_step, recorder_type&, entity, Args...> ||
               std::is_invocable_v<F&, system_step, recorder_type&, Args...> ||
               std::is_invocable_v<F&, recorder_type&, entity, Args...> ||
               std::is_invocable_v<F&, recorder_type&, Args...>;
    }
    void run(system_step step) override {
        begin(step);
        recorder_type edits(this->home_->allocator());
        bound(f_, step, edits, [&](auto visit) { query_.each(visit); }, typename Matcher::arguments{});
        if constexpr (records(typename Matcher::arguments{})) edits.apply(this->home_->owner());
        end(step);
    }
    void update(part& p) override {
        bound(f_, p.step, p.edits, [&](auto visit) { visit_pages(p, visit); }, typename Matcher::arguments{});
    }
    template <class Visit> void visit_pages(const part& p, Visit& visit) const {
        using namespace core;
        constexpr bool with_entity = wants_entity<Visit, typename Matcher::arguments>::value;
        const Matcher& m = query_.terms();
        typename Matcher::page_view v;
        for (std::uint32_t n = p.first_page; n < p.last_page; ++n) {
            if (!v.enter(m, n)) continue;
            m.note_writing(n);
            const auto& entities = m.home().page(n);
            Matcher::with_access(v, [&](auto... values) {
                const auto go = [&](std::size_t s) {
                    if constexpr (with_entity)
                        visit(entity_index<Allocator>::entity_at(entities, static_cast<unsigned>(s)), values(s)...);
                    else visit(values(s)...);
                };
                for (unsigned w = 0; w < page_words; ++w) {
                    word rest = v.match(w);
                    if (!core::any(~rest)) {
                        for (unsigned s = w * word_bits; s < (w + 1) * word_bits; ++s) go(s);
                        continue;
                    }
                    for (; core::any(rest); rest = without_lowest(rest)) go(w * word_bits + lowest(rest));
                }
            });
        }
    }

    /// (What it touches is compared by columns, which are all made for that.)
    template <class... Vs, class... Os> void touch(core::types<Vs...>, core::types<Os...>) {
        const Matcher& m = query_.terms();
        m.make_columns();
        unsigned i = 0;
        unsigned n = 0;
        ((columns_[n++] = {m.all(i++), !std::is_const_v<Vs>}), ...);
        i = 0;
        ((columns_[n++] = {m.optional_one(i++), !std::is_const_v<Os>}), ...);
        this->touched_ = {columns_, n};
    }
    void destroy(const Allocator& allocator) noexcept override {
        const Allocator a = allocator;
        if (watch_ != nullptr) core::discard_object(a, watch_);
        begin_.reset();
        end_.reset();
        joined_.reset();
        left_.reset();
        this->~query_system();
        core::give_back_object(a, this);
    }
    ~query_system() = default;
    friend class basic_schedule<Allocator>;

    query<Matcher> query_;
    F f_;
    typename base::access columns_[Matcher::argument_count + 1] = {};
    watch_type* watch_ = nullptr;
    callback<system_step> begin_;
    callback<system_step> end_;
    callback<watch_type> joined_;
    callback<watch_type> left_;
};

/// A system without entities: f(step).
template <class Allocator, class F> class function_system final : public basic_system<Allocator> {
    static_assert(
        std::is_invocable_v<F&, system_step> || std::is_invocable_v<F&>,
        "throng: a system without a query is f(step) or f(): for components, add(name, world.query<...>(), f)");
    using base = basic_system<Allocator>;
    using part = typename base::part;

  public:
    function_system(const char* name, core::storage<Allocator>& home, F f) : base(name, home), f_(std::move(f)) {}

  private:
    void run(system_step step) override {
        if constexpr (std::is_invocable_v<F&, system_step>) f_(step);
        else f_();
    }
    void begin(system_step) override {}
    void update(part& p) override { run(p.step); }
    void end(system_step) override {}
    void destroy(const Allocator& allocator) noexcept override {
        const Allocator a = allocator;
        this->~function_system();
        core::give_back_object(a, this);
    }
    ~function_system() = default;

    F f_;
};

} // namespace throng
