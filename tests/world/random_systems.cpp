// needs exceptions
// Systems and a plain model of them are given the same edits, from inside of runs nested three deep: where a run begins
// and ends, where an entity is told of as joined or left, where it is visited, and in edits that were recorded.

#include "world/played.hpp"

#include <throng/world/schedule.hpp>

#include <algorithm>
#include <limits>

namespace {

using throng::entity;
using throng::recorder;
using throng::system_step;
using world_game::choices;
using world_game::mark;
using world_game::owned;
using world_game::plain;
using world_game::stolen;

constexpr unsigned systems = 5;
using system_type = throng::basic_system<throng::world::allocator_type>;

enum : unsigned { has_plain = 1, has_owned = 2, has_mark = 4 };

struct terms {
    unsigned all;
    unsigned none;
    unsigned any;
    bool parallel;
};
constexpr std::array<terms, systems> asks_for{{{has_owned, has_mark, 0, false},
                                               {has_owned | has_plain, 0, 0, false},
                                               {has_plain, has_mark, 0, true},
                                               {has_owned, 0, 0, true},
                                               {has_plain, 0, has_owned | has_mark, false}}};

/// What a system knows of a being.
struct knowledge {
    /// It matched when the system looked last.
    bool member = false;
    /// It has lost since what it needs, or got what it must not have, if only for a while.
    bool wavered = false;
    /// Of what the system has found out, and has not told.
    bool joined = false;
    bool left = false;
    /// It left, and is kept until the system has told of all.
    bool kept = false;
    /// What has been told comes to that.
    bool is_told_of = false;
};

struct being {
    entity e;
    bool alive = true;
    unsigned has = 0;
    int plain_value = 0;
    int owned_value = 0;
    int owned_spells = 0;
    std::array<knowledge, systems> known{};

    [[nodiscard]] bool matches(unsigned system) const {
        const terms& t = asks_for[system];
        return alive && (has & t.all) == t.all && (has & t.none) == 0 && (t.any == 0 || (has & t.any) != 0);
    }
};

class game : world_game::disagreement {
    using by_index = std::map<std::uint32_t, std::size_t>;
    enum class walk { ahead, open, over };

    /// A run of a system in a run of the schedule.
    struct run_of_system {
        unsigned system;
        bool is_telling = false;
        std::int64_t last_left = -1;
        std::int64_t last_joined = -1;
        walk state = walk::ahead;
        by_index pass{};
    };

  public:
    explicit game(choices c) : choices_(std::move(c)) {
        make<0, owned>(world_.query<owned>(throng::none_of<mark>));
        make<1, owned, const plain>(world_.query<owned, const plain>());
        make<2, const plain>(world_.query<const plain>(throng::none_of<mark>));
        make<3, const owned>(world_.query<const owned>()).interval(0.5, 2);
        make<4, const plain>(world_.query<const plain>(throng::any_of<mark, owned>)).order(-1);
    }

    std::string play() {
        while (!choices_.over() && failure_.empty()) act();
        for (const bool is_end : {false, true}) {
            for (unsigned s = 0; s < systems; ++s) activate(s, true);
            if (is_end) clear();
            run();
            for (const being& b : beings_) {
                for (unsigned s = 0; s < systems; ++s)
                    expect(b.known[s].is_told_of == b.matches(s), "what was told does not come to what matches");
            }
        }
        expect(ledger_.objects() == 0, "values are left of those of which all have been told");
        if (!ledger_.errors().empty()) fail(ledger_.errors());
        return failure_;
    }
    [[nodiscard]] std::size_t edits() const { return edits_; }

  private:
    // Edits

    void edit(std::size_t id, unsigned has, bool alive) {
        ++edits_;
        being& b = beings_[id];
        const unsigned lost = b.has & ~has;
        const unsigned gained = has & ~b.has;
        for (unsigned s = 0; s < systems; ++s) {
            const terms& t = asks_for[s];
            knowledge& k = b.known[s];
            if (k.member && ((lost & (t.all | t.any)) != 0 || (gained & t.none) != 0)) k.wavered = true;
        }
        b.owned_spells += (gained & has_owned) != 0 ? 1 : 0;
        b.has = has;
        b.alive = alive;
        for (run_of_system& r : runs_)
            if (!b.matches(r.system)) std::erase_if(r.pass, [&](const auto& p) { return p.second == id; });
        if (!alive) living_.erase(b.e.index());
    }
    void create() {
        const unsigned has = choices_.below(8);
        const int v = ++value_;
        const entity e = has == has_plain                 ? world_.create(plain{v})
                         : has == (has_plain | has_owned) ? world_.create(plain{v}, owned(v))
                                                          : world_.create();
        if (const auto old = newest_.find(e.index()); old != newest_.end()) {
            expect(!living_.contains(e.index()), "an index was given twice");
            for (const knowledge& k : beings_[old->second].known)
                expect(!k.member && !k.left && !k.kept, "an index was given before all had been told");
        }
        const std::size_t id = beings_.size();
        beings_.push_back({.e = e});
        living_[e.index()] = newest_[e.index()] = id;
        if (has == has_plain || has == (has_plain | has_owned)) {
            beings_[id].plain_value = beings_[id].owned_value = v;
            edit(id, has, true);
        } else {
            for (const unsigned c : {has_plain, has_owned, has_mark})
                if ((has & c) != 0) add(id, c);
        }
    }
    void add(std::size_t id, unsigned component) {
        being& b = beings_[id];
        const int v = ++value_;
        const bool is_new = b.alive && (b.has & component) == 0;
        if (component == has_plain) world_.add<plain>(b.e, v);
        if (component == has_owned) world_.add<owned>(b.e, v);
        if (component == has_mark) world_.add<mark>(b.e);
        if (!is_new) return;
        if (component == has_plain) b.plain_value = v;
        if (component == has_owned) b.owned_value = v;
        edit(id, b.has | component, true);
    }
    void remove(std::size_t id, unsigned component) {
        const being& b = beings_[id];
        if (component == has_plain) world_.remove<plain>(b.e);
        if (component == has_owned) world_.remove<owned>(b.e);
        if (component == has_mark) world_.remove<mark>(b.e);
        if (b.alive) edit(id, b.has & ~component, true);
    }
    void destroy(std::size_t id) {
        expect(world_.destroy(beings_[id].e) == beings_[id].alive, "destroy() answers wrong");
        if (beings_[id].alive) edit(id, 0, false);
    }
    void clear() {
        world_.clear();
        while (!living_.empty()) edit(living_.begin()->second, 0, false);
    }
    void activate(unsigned s, bool yes) {
        systems_[s]->active(yes);
        is_active_[s] = yes;
    }
    [[nodiscard]] std::size_t any_being() {
        if (living_.empty() || choices_.below(16) == 0)
            return choices_.below(static_cast<std::uint32_t>(beings_.size()));
        const auto at = living_.lower_bound(choices_.below(living_.rbegin()->first + 1));
        return at->second;
    }
    void act() {
        act_by_lot();
        expect(world_.validate(), "the world is not whole");
    }
    void act_by_lot() {
        const auto kind = choices_.below(32);
        if (kind < 6 || beings_.empty()) return create();
        if (kind < 11) return destroy(any_being());
        if (kind < 17) return add(any_being(), 1U << choices_.below(3));
        if (kind < 24) return remove(any_being(), 1U << choices_.below(3));
        if (kind == 24) return activate(choices_.below(systems), choices_.below(3) != 0);
        if (kind == 25 && choices_.below(32) == 0) return clear();
        if (kind == 26 && choices_.below(64) == 0) {
            for (auto n = choices_.below(1200); n != 0; --n) create();
            return;
        }
        if (kind == 27 && choices_.below(4) == 0) return world_.trim();
        if (kind < 31 && depth_ < 3) run();
    }
    /// In a callback: perhaps there is something to do, and perhaps it ends badly.
    void act_within(std::size_t here) {
        if (!failure_.empty() || choices_.below(12) != 0) return;
        struct guard {
            unsigned& depth;
            ~guard() { --depth; }
        } const g{++depth_};
        for (auto n = choices_.below(4); n != 0; --n) {
            if (here == no_being || choices_.below(3) != 0) act();
            else if (choices_.below(2) == 0) destroy(here);
            else remove(here, 1U << choices_.below(3));
        }
        if (choices_.below(24) == 0) throw stolen{};
    }

    // Runs

    /// Asked to run things side by side, it looks what is there to be visited.
    struct executor {
        game& home;
        template <class F> void for_each(std::size_t n, const F& f) const {
            home.end_telling();
            for (std::size_t r = home.first_run_; r < home.runs_.size(); ++r) {
                run_of_system& its = home.runs_[r];
                if (its.state != walk::ahead) continue;
                if (home.is_active_[its.system]) home.begin_walk(its);
                else its.state = walk::over;
            }
            throng::in_sequence{}.for_each(n, f);
            home.end_walks();
        }
    };
    void run() {
        const std::size_t outer = std::exchange(first_run_, runs_.size());
        try {
            schedule_.run(1, executor{*this});
            end_telling();
            for (std::size_t r = first_run_; r < runs_.size(); ++r)
                expect(asks_for[runs_[r].system].parallel && !is_active_[runs_[r].system], "a run had no end");
        } catch (const stolen&) {
            for (std::size_t r = first_run_; r < runs_.size(); ++r) forget_left(runs_[r]);
        }
        runs_.resize(first_run_, {0});
        first_run_ = outer;
    }

    template <unsigned S, class... Cs, class Query> system_type& make(const Query& q) {
        auto& s = schedule_.add("system", q, [this](recorder& edits, entity e, Cs&... values) {
            const std::size_t id = visited(S, e);
            const auto look = [&, spells = beings_[id].owned_spells] { (check(id, spells, values), ...); };
            look();
            if (asks_for[S].parallel || choices_.below(8) == 0) {
                if (choices_.below(8) == 0)
                    edits.record([this, id](throng::world&) {
                        end_walks();
                        act_within(id);
                    });
            } else {
                act_within(id);
                look();
            }
        });
        s.on_begin([this](system_step) { begin(S); });
        s.on_left([this](entity e, Cs&... values) { told(S, true, e, values...); });
        s.on_joined([this](entity e, Cs&... values) { told(S, false, e, values...); });
        s.on_end([this](system_step) { end(S); });
        s.parallel(asks_for[S].parallel);
        systems_[S] = &s;
        return s;
    }
    void check(std::size_t id, int spells, const plain& x) {
        static_cast<void>(spells);
        expect(x.value == beings_[id].plain_value, "a plain value was not kept");
    }
    void check(std::size_t id, int spells, const owned& x) {
        if (beings_[id].owned_spells == spells)
            expect(x.id() == beings_[id].owned_value, "an owned value was not kept");
    }

    void begin(unsigned s) {
        expect(is_active_[s], "a system ran that is not active");
        end_telling();
        runs_.push_back({s});
        act_within(no_being);
        for (const auto& [index, id] : newest_) look(beings_[id].known[s], beings_[id].matches(s));
        ++tellings_[s];
        runs_.back().is_telling = true;
    }
    static void look(knowledge& k, bool now) {
        if (k.member && (!now || k.wavered)) {
            k.kept = true;
            // (If it was not told that one joined, it is not told that it left.)
            if (!k.joined) k.left = true;
            k.joined = now;
        } else if (!k.member) {
            k.joined = now;
        }
        k.member = now;
        k.wavered = false;
    }
    /// What is told of next, in the order of indices.
    [[nodiscard]] std::size_t next_left(const run_of_system& r) const {
        for (auto at = newest_.lower_bound(static_cast<std::uint32_t>(r.last_left + 1)); at != newest_.end(); ++at)
            if (beings_[at->second].known[r.system].left) return at->second;
        return no_being;
    }
    [[nodiscard]] std::size_t next_joined(const run_of_system& r) const {
        for (auto at = newest_.lower_bound(static_cast<std::uint32_t>(r.last_joined + 1)); at != newest_.end(); ++at) {
            const being& b = beings_[at->second];
            if (b.known[r.system].joined && b.matches(r.system)) return at->second;
        }
        return no_being;
    }
    template <class... Values> void told(unsigned s, bool is_left, entity e, const Values&... values) {
        run_of_system& r = runs_.back();
        expect(r.system == s && r.is_telling, "a system is told outside of its run");
        if (!is_left) {
            expect(next_left(r) == no_being, "a system was not told of all that left");
            // (Those of which a run within could not tell are left to the next one.)
            r.last_left = std::numeric_limits<std::uint32_t>::max() - 1;
        }
        const std::size_t id = is_left ? next_left(r) : next_joined(r);
        if (id == no_being || beings_[id].e != e) return fail("a system is told of the wrong one");
        knowledge& k = beings_[id].known[s];
        (is_left ? r.last_left : r.last_joined) = e.index();
        (is_left ? k.left : k.joined) = false;
        expect(std::exchange(k.is_told_of, !is_left) == is_left, "a system is told the same twice");
        const auto look = [&, spells = beings_[id].owned_spells] { (check(id, spells, values), ...); };
        look();
        act_within(id);
        look();
    }
    void end_telling() {
        for (std::size_t i = first_run_; i < runs_.size(); ++i) {
            if (!runs_[i].is_telling) continue;
            expect(next_left(runs_[i]) == no_being, "a system was not told of all that left");
            expect(next_joined(runs_[i]) == no_being, "a system was not told of all that joined");
            forget_left(runs_[i]);
        }
    }
    void forget_left(run_of_system& r) {
        if (!std::exchange(r.is_telling, false) || --tellings_[r.system] != 0) return;
        for (const auto& [index, id] : newest_) {
            knowledge& k = beings_[id].known[r.system];
            k.kept = k.left;
        }
    }

    void begin_walk(run_of_system& r) {
        r.state = walk::open;
        for (const auto& [index, id] : living_)
            if (beings_[id].matches(r.system)) r.pass[index] = id;
    }
    void end_walks() {
        end_telling();
        for (std::size_t i = first_run_; i < runs_.size(); ++i) {
            run_of_system& r = runs_[i];
            if (r.state == walk::ahead) begin_walk(r);
            if (std::exchange(r.state, walk::over) == walk::open) expect(r.pass.empty(), "a system left one out");
            r.pass.clear();
        }
    }
    std::size_t visited(unsigned s, entity e) {
        end_telling();
        for (std::size_t i = first_run_; i < runs_.size(); ++i) {
            run_of_system& r = runs_[i];
            if (r.system != s || r.state == walk::over) continue;
            if (r.state == walk::ahead) begin_walk(r);
            if (r.pass.empty() || beings_[r.pass.begin()->second].e != e) break;
            const std::size_t id = r.pass.begin()->second;
            r.pass.erase(r.pass.begin());
            return id;
        }
        fail("a system visits the wrong one");
        return newest_[e.index()];
    }
    void end(unsigned s) {
        end_walks();
        act_within(no_being);
        const auto at = std::find_if(runs_.begin() + static_cast<std::ptrdiff_t>(first_run_), runs_.end(),
                                     [s](const run_of_system& r) { return r.system == s; });
        if (at == runs_.end()) return fail("a run ends that did not begin");
        runs_.erase(at);
    }

    static constexpr auto no_being = static_cast<std::size_t>(-1);

    support::ledger ledger_;
    throng::world world_;
    throng::schedule schedule_{world_};
    choices choices_;
    std::array<system_type*, systems> systems_{};
    std::array<bool, systems> is_active_{true, true, true, true, true};
    std::vector<being> beings_;
    /// What lives at an index, and what lived there last.
    by_index living_;
    by_index newest_;
    std::vector<run_of_system> runs_;
    /// The first of the innermost run of the schedule.
    std::size_t first_run_ = 0;
    std::array<unsigned, systems> tellings_{};
    std::size_t edits_ = 0;
    unsigned depth_ = 0;
    int value_ = 0;
};

} // namespace

// Rules 1, 2, 3, 5, 7, 8 of system.
TEST(random_systems, small_worlds) { world_game::play_many<game>(1, 300'000, 400); }
// Rules 1, 2, 3, 5, 7, 8 of system.
TEST(random_systems, large_worlds) { world_game::play_many<game>(1'000'000, 700'000, 6'000); }
