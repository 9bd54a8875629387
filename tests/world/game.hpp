#pragma once

/// A world and the plainest model of one are given the same edits, from inside of walks nested three deep. What the
/// contract says is computed by the model, and nowhere else. Random numbers decide, or fuzzing's bytes.

#include "support/tracked.hpp"

#include <throng/world/world.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace world_game {

using throng::entity;

struct plain {
    int value;
};
struct owned : support::tracked {
    using support::tracked::tracked;
};
struct mark {};
struct rare : support::tracked {
    using support::tracked::tracked;
};
struct stolen : std::exception {};

} // namespace world_game

template <> struct throng::component<world_game::rare> {
    static constexpr bool sparse = true;
};

namespace world_game {

constexpr unsigned components = 4;
enum component : unsigned { is_plain, is_owned, is_mark, is_rare };

/// A sequence of numbers that decides everything, so that a failure can be made smaller.
class choices {
  public:
    explicit choices(std::vector<std::uint32_t> numbers) : numbers_(std::move(numbers)) {}
    [[nodiscard]] bool over() const { return at_ >= numbers_.size(); }
    /// Once all is decided, the answers are those after which nothing more happens.
    std::uint32_t below(std::uint32_t n) { return over() ? n - 1 : numbers_[at_++] % n; }

  private:
    std::vector<std::uint32_t> numbers_;
    std::size_t at_ = 0;
};

/// What a game and its model disagree about first, if anything.
class disagreement {
  protected:
    void fail(const std::string& what) {
        if (failure_.empty()) failure_ = what;
    }
    void expect(bool right, const char* what) {
        if (!right) fail(what);
    }

    std::string failure_;
};

struct terms {
    unsigned all = 0;
    unsigned none = 0;
    unsigned any = 0;
};

struct being {
    entity e;
    bool alive = true;
    std::array<std::optional<int>, components> has{};
    std::array<int, components> last{};
    std::array<int, components> spells{};

    [[nodiscard]] bool matches(const terms& t) const {
        if (!alive) return false;
        unsigned mask = 0;
        for (unsigned c = 0; c < components; ++c) mask |= has[c] ? 1U << c : 0U;
        return (mask & t.all) == t.all && (mask & t.none) == 0 && (t.any == 0 || (mask & t.any) != 0);
    }
};

struct model_walk {
    terms of;
    bool live;
    bool backward;
    std::map<std::uint32_t, std::size_t> pass;
    std::map<std::uint32_t, std::size_t> later;
    std::optional<std::uint32_t> stands_on;
};

class game : disagreement {
  public:
    explicit game(choices c) : choices_(std::move(c)) {}

    std::string play() {
        while (!choices_.over() && failure_.empty()) {
            act(0);
            if (choices_.below(64) == 0) compare();
            if (choices_.below(16) == 0) world_.trim();
        }
        compare();
        world_.clear();
        if (failure_.empty() && ledger_.objects() != 0) fail("values are left after clear()");
        if (!ledger_.errors().empty()) fail(ledger_.errors());
        return failure_;
    }
    [[nodiscard]] std::size_t edits() const { return edits_; }

  private:
    // The model's side

    template <class Edit> void edit(std::size_t id, Edit f) {
        ++edits_;
        if (edits_ % 8 == 0) expect(world_.validate(), "the world is not whole");
        std::vector<bool> before;
        for (const model_walk* w : walks_) before.push_back(beings_[id].matches(w->of));
        f(beings_[id]);
        const std::uint32_t i = beings_[id].e.index();
        for (std::size_t k = 0; k < walks_.size(); ++k) {
            model_walk& w = *walks_[k];
            const bool now = beings_[id].matches(w.of);
            if (before[k] && !now) {
                if (w.pass.contains(i) && w.pass[i] == id) w.pass.erase(i);
                if (w.later.contains(i) && w.later[i] == id) w.later.erase(i);
            }
            if (!before[k] && now && w.live) w.later[i] = id;
        }
    }
    void now_has(std::size_t id, unsigned c, int value) {
        edit(id, [&](being& b) {
            b.has[c] = b.last[c] = c == is_mark ? 0 : value;
            ++b.spells[c];
        });
    }
    void lost(std::size_t id, unsigned c) {
        edit(id, [&](being& b) { b.has[c].reset(); });
    }
    void died(std::size_t id) {
        edit(id, [&](being& b) { b.alive = false; });
        by_index_.erase(beings_[id].e.index());
    }
    void came(entity e, std::initializer_list<std::pair<unsigned, int>> with) {
        expect(static_cast<bool>(e) && world_.alive(e), "a new entity is not alive");
        expect(!by_index_.contains(e.index()), "an index was given twice");
        for (const model_walk* w : walks_)
            expect(w->stands_on != e.index(), "an index was given that a walk stands on");
        for (const auto& v : views_)
            for (const std::size_t id : *v)
                expect(beings_[id].e.index() != e.index() || beings_[id].alive, "an index was given that a view shows");
        const std::size_t id = beings_.size();
        beings_.push_back({e, false, {}, {}, {}});
        by_index_[e.index()] = id;
        edit(id, [&](being& b) {
            b.alive = true;
            for (const auto& [c, v] : with) {
                b.has[c] = b.last[c] = c == is_mark ? 0 : v;
                ++b.spells[c];
            }
        });
    }
    [[nodiscard]] std::vector<std::size_t> matching(const terms& t) const {
        std::vector<std::size_t> those;
        for (const auto& [i, id] : by_index_)
            if (beings_[id].matches(t)) those.push_back(id);
        return those;
    }
    /// An entity, mostly alive.
    std::optional<std::size_t> any_being() {
        if (beings_.empty()) return {};
        if (choices_.below(8) == 0) return choices_.below(static_cast<std::uint32_t>(beings_.size()));
        if (by_index_.empty()) return {};
        const auto at = by_index_.lower_bound(choices_.below(by_index_.rbegin()->first + 1));
        return at == by_index_.end() ? by_index_.begin()->second : at->second;
    }

    // Acts

    void act(unsigned depth) {
        const auto kind = choices_.below(32);
        const int v = ++value_;
        if (kind < 6) {
            switch (choices_.below(6)) {
            case 0:
                return came(world_.create(), {});
            case 1:
                return came(world_.create(plain{v}), {{is_plain, v}});
            case 2:
                return came(world_.create(plain{v}, owned(v)), {{is_plain, v}, {is_owned, v}});
            case 3:
                return came(world_.create(mark{}, plain{v}), {{is_mark, 0}, {is_plain, v}});
            case 4:
                return came(world_.create(owned(v), rare(v), mark{}), {{is_owned, v}, {is_rare, v}, {is_mark, 0}});
            default:
                return came(world_.create(plain{v}, mark{}, owned(v)), {{is_plain, v}, {is_owned, v}, {is_mark, 0}});
            }
        }
        if (kind < 10) return destroy(any_being());
        if (kind < 15) return add(any_being(), choices_.below(components), v);
        if (kind < 20) return remove(any_being(), choices_.below(components));
        if (kind < 22) return set(any_being(), v);
        if (kind < 24) return look(any_being());
        if (kind == 24) return copy(any_being());
        if (kind == 25) return in_bulk(v);
        if (kind == 26 && choices_.below(8) == 0) {
            static constexpr std::array<std::uint32_t, 3> most{3, 70, 1100};
            std::vector<entity> born(choices_.below(most[choices_.below(3)]));
            if (choices_.below(2) == 0) world_.create(std::span<entity>(born), plain{v}, mark{});
            else world_.create(std::span<entity>(born), plain{v}, owned(v));
            return came_together(born, v);
        }
        if (kind == 27 && choices_.below(32) == 0) {
            world_.clear();
            for (const std::size_t id : matching({})) died(id);
            return;
        }
        if (kind == 28 && depth < 3) return freeze(depth);
        if (depth < 3) walk(depth);
    }
    void came_together(const std::vector<entity>& born, int v) {
        for (const entity e : born) {
            if (world_.has<mark>(e)) came(e, {{is_plain, v}, {is_mark, 0}});
            else came(e, {{is_plain, v}, {is_owned, v}});
        }
    }
    void destroy(std::optional<std::size_t> id) {
        if (!id) return;
        const bool was = beings_[*id].alive;
        expect(world_.destroy(beings_[*id].e) == was, "destroy() answers wrong");
        if (was) died(*id);
        expect(!world_.alive(beings_[*id].e), "alive after destroy()");
    }
    void add(std::optional<std::size_t> id, unsigned c, int v) {
        if (!id) return;
        being& b = beings_[*id];
        const bool was_there = b.alive && b.has[c];
        bool done = false;
        switch (c) {
        case is_plain:
            done = world_.add<plain>(b.e, v) != nullptr;
            break;
        case is_owned:
            done = world_.add<owned>(b.e, v) != nullptr;
            break;
        case is_mark:
            done = world_.add<mark>(b.e) != nullptr;
            break;
        default:
            done = world_.add(b.e, rare(v)) != nullptr;
            break;
        }
        expect(done == b.alive, "add() answers wrong");
        if (b.alive && !was_there) now_has(*id, c, v);
    }
    void remove(std::optional<std::size_t> id, unsigned c) {
        if (!id) return;
        const being& b = beings_[*id];
        const bool was_there = b.alive && b.has[c];
        bool done = false;
        switch (c) {
        case is_plain:
            done = world_.remove<plain>(b.e);
            break;
        case is_owned:
            done = world_.remove<owned>(b.e);
            break;
        case is_mark:
            done = world_.remove<mark>(b.e);
            break;
        default:
            done = world_.remove<rare>(b.e);
            break;
        }
        expect(done == was_there, "remove() answers wrong");
        if (was_there) lost(*id, c);
    }
    void set(std::optional<std::size_t> id, int v) {
        if (!id) return;
        being& b = beings_[*id];
        const bool done = world_.set(b.e, plain{v}) != nullptr;
        expect(done == b.alive, "set() answers wrong");
        if (!b.alive) return;
        if (b.has[is_plain]) b.has[is_plain] = b.last[is_plain] = v;
        else now_has(*id, is_plain, v);
    }
    void look(std::optional<std::size_t> id) {
        if (!id) return;
        const being& b = beings_[*id];
        expect(world_.alive(b.e) == b.alive, "alive() answers wrong");
        const auto same = [&](const auto* x, unsigned c, auto value) {
            if (!b.alive || !b.has[c]) return x == nullptr;
            return x != nullptr && value(*x) == *b.has[c];
        };
        expect(same(world_.try_get<plain>(b.e), is_plain, [](const plain& x) { return x.value; }),
               "a plain value is wrong");
        expect(same(world_.try_get<owned>(b.e), is_owned, [](const owned& x) { return x.id(); }),
               "an owned value is wrong");
        expect(same(world_.try_get<rare>(b.e), is_rare, [](const rare& x) { return x.id(); }), "a rare value is wrong");
        expect(same(world_.try_get<mark>(b.e), is_mark, [](const mark&) { return 0; }), "a mark is wrong");
    }
    void copy(std::optional<std::size_t> id) {
        if (!id) return;
        const entity e = world_.clone(beings_[*id].e);
        expect(static_cast<bool>(e) == beings_[*id].alive, "clone() answers wrong");
        if (!e) return;
        came(e, {});
        for (unsigned c = 0; c < components; ++c)
            if (const auto v = beings_[*id].has[c]) now_has_from_birth(c, *v);
    }
    /// (The model's newest is complete only now; walks have seen it late either way.)
    void now_has_from_birth(unsigned c, int v) { now_has(beings_.size() - 1, c, v); }

    void in_bulk(int v) {
        const terms t = some_terms();
        const auto those = matching(t);
        with_query(t, [&](auto q) {
            std::size_t n = 0;
            switch (choices_.below(6)) {
            case 0:
                for (const std::size_t id : those)
                    if (!beings_[id].has[is_mark]) {
                        now_has(id, is_mark, 0);
                        ++n;
                    }
                expect(world_.add<mark>(q) == n, "add() of all answers wrong");
                break;
            case 1:
                for (const std::size_t id : those)
                    if (!beings_[id].has[is_plain]) {
                        now_has(id, is_plain, v);
                        ++n;
                    }
                expect(world_.add(q, plain{v}) == n, "add() of all with a value answers wrong");
                break;
            case 2:
            case 3: {
                const unsigned c = choices_.below(2) == 0 ? is_mark : is_owned;
                for (const std::size_t id : those)
                    if (beings_[id].has[c]) {
                        lost(id, c);
                        ++n;
                    }
                expect((c == is_mark ? world_.remove<mark>(q) : world_.remove<owned>(q)) == n,
                       "remove() of all answers wrong");
                break;
            }
            case 4:
                if (choices_.below(8) != 0) break;
                for (const std::size_t id : those) died(id);
                expect(world_.destroy(q) == those.size(), "destroy() of all answers wrong");
                break;
            default:
                expect(q.count() == those.size(), "count() answers wrong");
                expect(q.first() == (those.empty() ? entity{} : beings_[those.front()].e), "first() answers wrong");
            }
        });
    }

    terms some_terms() {
        static constexpr std::array<terms, 8> those{{{1U << is_plain, 0, 0},
                                                     {1U << is_owned, 0, 0},
                                                     {1U << is_plain | 1U << is_owned, 0, 0},
                                                     {1U << is_plain, 1U << is_mark, 0},
                                                     {1U << is_mark, 0, 0},
                                                     {0, 1U << is_owned, 0},
                                                     {1U << is_rare, 0, 0},
                                                     {0, 1U << is_plain, 1U << is_mark | 1U << is_owned}}};
        return those[choices_.below(8)];
    }
    template <class F> void with_query(const terms& t, F f) {
        using namespace throng;
        if (t.all == (1U << is_plain | 1U << is_owned)) return f(world_.query<plain, owned>());
        if (t.all == 1U << is_plain && t.none != 0) return f(world_.query<plain>(none_of<mark>));
        if (t.all == 1U << is_plain) return f(world_.query<plain>());
        if (t.all == 1U << is_owned) return f(world_.query<owned>());
        if (t.all == 1U << is_mark) return f(world_.query<>(all_of<mark>));
        if (t.all == 1U << is_rare) return f(world_.query<rare>());
        if (t.any != 0) return f(world_.query<>(any_of<mark, owned>, none_of<plain>));
        f(world_.query<>(none_of<owned>));
    }

    // Walks

    struct open_walk {
        game& g;
        model_walk m;
        open_walk(game& home, const terms& t, bool live, bool backward) : g(home), m{t, live, backward, {}, {}, {}} {
            for (const std::size_t id : g.matching(t)) m.pass[g.beings_[id].e.index()] = id;
            g.walks_.push_back(&m);
        }
        open_walk(const open_walk&) = delete;
        open_walk& operator=(const open_walk&) = delete;
        ~open_walk() { std::erase(g.walks_, &m); }

        std::optional<std::size_t> next() {
            m.stands_on.reset();
            if (m.pass.empty() && m.live) m.pass.swap(m.later);
            if (m.pass.empty()) return {};
            const auto at = m.backward ? std::prev(m.pass.end()) : m.pass.begin();
            const std::size_t id = at->second;
            m.stands_on = at->first;
            m.pass.erase(at);
            return id;
        }
    };

    void walk(unsigned depth) {
        const terms t = some_terms();
        const auto how = choices_.below(10);
        const bool live = how == 1 || how == 3;
        const bool backward = how >= 6;
        const bool may_throw = choices_.below(16) == 0;
        const auto activity = choices_.below(4) == 0 ? 2U : 40U;
        with_query(t, [&](auto q) {
            open_walk w(*this, t, live, backward);
            bool leave = false;
            unsigned visits = 0;
            const auto body = [&](entity e, auto&... values) {
                if (leave) return;
                const auto expected = w.next();
                if (!expected) return fail("a walk visits one more");
                if (beings_[*expected].e != e) return fail("a walk visits the wrong one");
                if (++visits > 20'000) {
                    leave = true;
                    return;
                }
                [[maybe_unused]] const auto spells = beings_[*expected].spells;
                if (choices_.below(activity) == 0) {
                    for (auto n = choices_.below(3) + 1; n != 0 && failure_.empty(); --n) {
                        if (choices_.below(3) == 0) {
                            if (choices_.below(2) == 0) destroy(*expected);
                            else remove(*expected, choices_.below(components));
                        } else {
                            act(depth + 1);
                        }
                    }
                    if (may_throw && choices_.below(8) == 0) throw stolen{};
                }
                (check_kept(beings_[*expected], spells, values), ...);
            };
            const auto visit = [&](entity e, auto&... values) { body(e, values...); };
            const auto is_left = [&] { return leave || !failure_.empty() || choices_.below(100) == 0; };
            const auto step_through = [&](auto walk) {
                while (const entity e = walk.next()) {
                    if (is_left()) return false;
                    with_values(walk.row(), [&](auto&... values) { body(e, values...); });
                }
                return true;
            };
            const auto loop_over = [&](auto&& range) {
                for (auto r : range) {
                    if (is_left()) return false;
                    with_row(r, body);
                }
                return true;
            };
            try {
                switch (how) {
                case 0:
                    q.each(visit);
                    break;
                case 1:
                    q.each(throng::live, visit);
                    break;
                case 2:
                    if (!step_through(q.walk(throng::residents))) return;
                    break;
                case 3:
                    if (!step_through(q.walk(throng::live))) return;
                    break;
                case 4:
                    if (!loop_over(q)) return;
                    break;
                case 6:
                    q.each(throng::backward, visit);
                    break;
                case 7:
                    if (!step_through(q.walk(throng::backward))) return;
                    break;
                case 8:
                    if (!loop_over(q.walk(throng::backward))) return;
                    break;
                default:
                    return each_without_entity(q, w, depth, activity);
                }
            } catch (const stolen&) {
                return;
            }
            if (!leave && w.next()) fail("a walk leaves one out");
        });
    }
    /// The body does not take the entity: forward, such walks stand on runs.
    template <class Query> void each_without_entity(const Query& q, open_walk& w, unsigned depth, unsigned activity) {
        unsigned visits = 0;
        const auto visit = [&](auto&... values) {
            const auto expected = w.next();
            if (!expected) return fail("a walk visits one more");
            [[maybe_unused]] const auto spells = beings_[*expected].spells;
            (check_kept(beings_[*expected], spells, values), ...);
            if (++visits < 20'000 && choices_.below(activity) == 0) {
                if (choices_.below(2) == 0) destroy(*expected);
                else act(depth + 1);
            }
            (check_kept(beings_[*expected], spells, values), ...);
        };
        if (w.m.backward) q.each(throng::backward, visit);
        else q.each(visit);
        if (w.next()) fail("a walk of neighbours leaves one out");
    }
    template <class F> static void with_values(entity, F f) { f(); }
    template <class Row, class F> static void with_values(const Row& r, F f) {
        std::apply([&](entity, auto&... values) { f(values...); }, r.as_tuple());
    }
    template <class F> static void with_row(entity e, F&& f) { f(e); }
    template <class Row, class F> static void with_row(const Row& r, F&& f) { std::apply(f, r.as_tuple()); }

    using all_spells = std::array<int, components>;
    void check_kept(const being& b, const all_spells& s, const plain& x) {
        if (b.spells[is_plain] == s[is_plain]) expect(x.value == b.last[is_plain], "a plain value was not kept");
    }
    void check_kept(const being& b, const all_spells& s, const owned& x) {
        if (b.spells[is_owned] == s[is_owned]) expect(x.id() == b.last[is_owned], "an owned value was not kept");
    }
    void check_kept(const being& b, const all_spells& s, const rare& x) {
        if (b.spells[is_rare] == s[is_rare]) expect(x.id() == b.last[is_rare], "a rare value was not kept");
    }

    void freeze(unsigned depth) {
        if constexpr (requires { world_.query<plain>().freeze(); }) {
            const terms t = some_terms();
            with_query(t, [&](auto q) {
                auto shown = matching(t);
                const auto view = q.freeze();
                views_.push_back(&shown);
                for (auto n = choices_.below(6); n != 0 && failure_.empty(); --n) {
                    act(depth + 1);
                    std::size_t at = 0;
                    for (auto r : view) {
                        with_row(r, [&](entity e, auto&...) {
                            expect(at < shown.size() && beings_[shown[at]].e == e, "a frozen view has changed");
                            ++at;
                        });
                        if (choices_.below(200) == 0) act(depth + 1);
                        if (!failure_.empty()) break;
                    }
                    expect(at == shown.size(), "a frozen view has lost one");
                }
                std::erase(views_, &shown);
            });
        }
        (void)depth;
    }

    void compare() {
        expect(world_.validate(), "the world is not whole");
        expect(world_.size() == by_index_.size(), "size() is wrong");
        auto at = by_index_.begin();
        for (const entity e : world_) {
            expect(at != by_index_.end() && beings_[at->second].e == e, "the entities are wrong");
            if (!failure_.empty()) return;
            ++at;
        }
        for (const auto& [i, id] : by_index_) look(id);
        std::size_t values = 0;
        for (const auto& [i, id] : by_index_)
            values += (beings_[id].has[is_owned] ? 1U : 0U) + (beings_[id].has[is_rare] ? 1U : 0U);
        if (walks_.empty() && views_.empty())
            expect(static_cast<std::size_t>(ledger_.objects()) == values,
                   "values were not destroyed, or once too often");
        if (!ledger_.errors().empty()) fail(ledger_.errors());
    }

    support::ledger ledger_;
    throng::world world_;
    choices choices_;
    std::vector<being> beings_;
    std::map<std::uint32_t, std::size_t> by_index_;
    std::vector<model_walk*> walks_;
    std::vector<const std::vector<std::size_t>*> views_;
    std::size_t edits_ = 0;
    int value_ = 0;
};

} // namespace world_game
