/// Grids with periods, boxes, and grids that follow a world, which are edited while they are searched, against models
/// that look at everything in whole numbers. The first byte chooses the game, the others what happens.

#include "entity/grid/dimensions.hpp"
#include "entity/grid/torus.hpp"
#include "fuzzing/choices.hpp"

#include <throng/spatial/box_grid.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/world.hpp>
#include <throng/world/world_grid.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using fuzz::choices;
using fuzz::insist;
using tested::number;
using tested::spot;
using tested::torus;

constexpr std::size_t most = 40;

/// What a query has to visit, by the numbers of objects: those that were there when it was opened, and whether they
/// have been in the region all the time.
class expected {
  public:
    void add(number id, bool is_inside) { those_[id] = {is_inside, false}; }
    void has_gone(number id) { those_.erase(id); }
    void is_now(number id, bool is_inside) {
        if (const auto at = those_.find(id); at != those_.end()) at->second.is_inside &= is_inside;
    }
    void visit(number id, bool is_inside) {
        const auto at = those_.find(id);
        insist(at != those_.end(), "a query visits what is new, or has gone");
        insist(!std::exchange(at->second.is_visited, true), "a query visits an object twice");
        insist(is_inside, "a query visits what is not in its region");
    }
    void end() const {
        for (const auto& [id, k] : those_) insist(k.is_visited || !k.is_inside, "a query has not visited an object");
    }

  private:
    struct known {
        bool is_inside;
        bool is_visited;
    };
    std::map<number, known> those_;
};

template <unsigned Dimensions> spot any_spot(choices& c, number from, number to) {
    spot s;
    for (unsigned i = 0; i < Dimensions; ++i) s.of[i] = from + c.below(to - from + 1);
    return s;
}

// ------------------------------------------------------------------------------------------------------------- a torus

template <class Real, unsigned Dimensions> class torus_game {
    using words = tested::words<Real, Dimensions>;
    struct object {
        number id = 0;
        spot at{};
        typename words::hook hook{};
    };
    using grid_type = typename words::template grid<object, &object::hook>;
    using at_type = tested::place<Real>;

  public:
    explicit torus_game(choices& c) : c_(c) {
        for (unsigned i = 0; i < Dimensions; ++i) around_.periods[i] = c_.below(4) == 0 ? 0 : 4 + c_.below(40);
        constexpr double widths[] = {4, 1, 3.7, 64, 0.5, 2.5};
        const auto period = [this](unsigned i) {
            return around_.periods[i] == 0 ? std::numeric_limits<Real>::infinity()
                                           : static_cast<Real>(around_.periods[i]);
        };
        const auto width = static_cast<Real>(widths[c_.below(6)]);
        if constexpr (Dimensions == 2) grid_.emplace(width, typename grid_type::point{period(0), period(1)});
        else grid_.emplace(width, typename grid_type::point{period(0), period(1), period(2)});
    }
    void play() {
        while (!c_.over()) {
            step();
            insist(grid_->validate(), "the grid is not whole");
            insist(grid_->size() == all_.size(), "the grid has another number of objects");
        }
    }

  private:
    static at_type placed(spot s) {
        return {static_cast<Real>(s.of[0]), static_cast<Real>(s.of[1]), static_cast<Real>(s.of[2])};
    }
    spot somewhere() { return any_spot<Dimensions>(c_, -60, 60); }
    std::size_t any() { return static_cast<std::size_t>(c_.below(static_cast<unsigned>(all_.size()))); }

    /// Tells the open queries.
    template <class F> void tell(F f) {
        for (const auto& q : open_) f(*q.first, q.second);
    }
    void has_moved(const object& o) {
        tell([&](expected& e, auto& is_inside) { e.is_now(o.id, is_inside(o)); });
    }
    void edit() {
        if (all_.empty() || (all_.size() < most && c_.below(3) == 0)) {
            auto o = std::make_unique<object>();
            o->id = next_++;
            o->at = somewhere();
            insist(words::insert(*grid_, *o, placed(o->at)), "an object is refused");
            all_.push_back(std::move(o));
            return;
        }
        const std::size_t i = any();
        object& o = *all_[i];
        switch (c_.below(4)) {
        case 0:
            tell([&](expected& e, auto&) { e.has_gone(o.id); });
            if (c_.one_in(2)) grid_->remove(o);
            std::swap(all_[i], all_.back());
            all_.pop_back();
            break;
        case 1: // It counts as new then.
            tell([&](expected& e, auto&) { e.has_gone(o.id); });
            insist(grid_->remove(o), "an object is not there");
            o.at = somewhere();
            insist(words::insert(*grid_, o, placed(o.at)), "an object is refused");
            break;
        default:
            for (unsigned d = 0; d < Dimensions; ++d) o.at.of[d] += c_.below(17) - 8;
            insist(words::move(*grid_, o, placed(o.at)), "an object does not move");
            const auto its = words::position(*grid_, o);
            insist(its.x == static_cast<Real>(around_.wrapped(o.at.of[0], 0)) &&
                       its.y == static_cast<Real>(around_.wrapped(o.at.of[1], 1)),
                   "an object is elsewhere");
            has_moved(o);
        }
    }
    void edits() {
        for (int n = c_.below(4); n > 1; --n) edit();
    }
    template <class Inside, class Walk> void search(Inside is_inside, Walk walk) {
        expected e;
        for (const auto& o : all_) e.add(o->id, is_inside(*o));
        open_.push_back({&e, is_inside});
        walk([&](object& o) {
            e.visit(o.id, is_inside(o));
            edits();
            if (open_.size() < 3 && c_.one_in(16)) query();
        });
        open_.pop_back();
        e.end();
    }
    void query() {
        const spot a = somewhere();
        const number far = c_.below(40);
        if (c_.below(2) == 0) {
            search([this, a, far](const object& o) { return around_.square(a, o.at) <= far * far; },
                   [&](auto f) {
                       for (object& o : words::in_sphere(*grid_, placed(a), static_cast<Real>(far))) f(o);
                   });
            return;
        }
        spot b = a;
        for (unsigned i = 0; i < Dimensions; ++i) b.of[i] += c_.below(60);
        search([this, a, b](const object& o) { return around_.is_between(a, o.at, b); },
               [&](auto f) {
                   for (object& o : words::in_box(*grid_, placed(a), placed(b))) f(o);
               });
    }
    void pairs() {
        const number far = c_.below(24);
        std::map<std::pair<number, number>, int> must;
        for (const auto& x : all_) {
            for (const auto& y : all_) {
                if (x->id < y->id && around_.square(x->at, y->at) <= far * far) must[{x->id, y->id}] = 1;
            }
        }
        grid_->each_pair(static_cast<Real>(far), [&](object& x, object& y) {
            const auto at = must.find(std::minmax(x.id, y.id));
            insist(at != must.end(), "two that are not near are a pair");
            must.erase(at);
        });
        insist(must.empty(), "two that are near are no pair");
    }
    void nearest() {
        const spot a = somewhere();
        std::vector<number> squares;
        for (const auto& o : all_) squares.push_back(around_.square(a, o->at));
        std::sort(squares.begin(), squares.end());
        squares.resize(std::min<std::size_t>(squares.size(), c_.below(12U)));
        std::vector<number> found;
        words::each_nearest(
            *grid_, placed(a), squares.size(), [&](object& o) { found.push_back(around_.square(a, o.at)); },
            std::numeric_limits<Real>::infinity());
        insist(found == squares, "the nearest are others");
        // Edited, they are still those, in their order, but for those that have gone.
        expected e;
        for (const auto& o : all_) e.add(o->id, false);
        open_.push_back({&e, [](const object&) { return false; }});
        double last = 0;
        words::each_nearest(
            *grid_, placed(a), 10,
            [&](object& o, Real distance) {
                e.visit(o.id, true);
                insist(static_cast<double>(distance) >= last, "the nearest are in another order");
                last = static_cast<double>(distance);
                edits();
            },
            static_cast<Real>(c_.below(100)));
        open_.pop_back();
    }
    void along() {
        if (ways_++ == (Dimensions == 2 ? 20 : 2)) return;
        const spot a = any_spot<Dimensions>(c_, -12, 12);
        spot b = a;
        for (unsigned i = 0; i < Dimensions; ++i) b.of[i] += c_.below(25) - 12;
        const number width = c_.below(6);
        number shortest = 1000;
        for (unsigned i = 0; i < Dimensions; ++i) {
            if (around_.periods[i] != 0) shortest = std::min(shortest, around_.periods[i]);
        }
        const double reach = std::min(static_cast<double>(width), static_cast<double>(shortest) / 2);
        std::map<number, double> far;
        for (const auto& o : all_) {
            spot in = o->at;
            for (unsigned i = 0; i < Dimensions; ++i) in.of[i] = around_.wrapped(in.of[i], i);
            if (const double its = around_.along(a, b, in, reach); its >= 0) far[o->id] = its;
        }
        double last = 0;
        words::each_along(*grid_, placed(a), placed(b), static_cast<Real>(width), [&](object& o, Real distance) {
            const auto at = far.find(o.id);
            insist(at != far.end(), "the way does not come near an object, or twice");
            insist(std::abs(at->second - static_cast<double>(distance)) < 1e-3, "an object is elsewhere along the way");
            insist(static_cast<double>(distance) >= last, "the way has another order");
            last = static_cast<double>(distance);
            far.erase(at);
        });
        insist(far.empty(), "an object along the way is not visited");
    }
    void step() {
        switch (c_.below(12)) {
        case 0:
            return pairs();
        case 1:
            return nearest();
        case 2:
            return along();
        case 3:
        case 4:
        case 5:
            return query();
        default:
            return edit();
        }
    }

    choices& c_;
    torus<Dimensions> around_;
    std::optional<grid_type> grid_;
    std::vector<std::unique_ptr<object>> all_;
    std::vector<std::pair<expected*, std::function<bool(const object&)>>> open_;
    number next_ = 0;
    int ways_ = 0;
};

// --------------------------------------------------------------------------------------------------------------- boxes

struct box {
    number id = 0;
    number x = 0;
    number y = 0;
    number half = 0;
    throng::grid_hook<> hook{};
};
struct box_reach {
    throng::grid_point<float> operator()(const box& b) const {
        return {static_cast<float>(b.half), static_cast<float>(2 * b.half)};
    }
};
struct circle_reach {
    float operator()(const box& b) const { return static_cast<float>(b.half); }
};

template <class Reach> class box_game {
    static constexpr bool is_box = std::is_same_v<Reach, box_reach>;

  public:
    explicit box_game(choices& c) : c_(c), grid_(static_cast<float>(1 + c.below(9)), Reach()) {}
    void play() {
        while (!c_.over()) {
            step();
            insist(grid_.validate(), "the grid of boxes is not whole");
        }
    }

  private:
    /// How far the edge is from a point.
    [[nodiscard]] static double distance(const box& b, double x, double y) {
        const double dx = std::abs(x - static_cast<double>(b.x));
        const double dy = std::abs(y - static_cast<double>(b.y));
        const auto half = static_cast<double>(b.half);
        if (is_box) return std::hypot(std::max(dx - half, 0.0), std::max(dy - 2 * half, 0.0));
        return std::max(std::hypot(dx, dy) - half, 0.0);
    }
    [[nodiscard]] number anywhere() { return c_.below(121) - 60; }
    [[nodiscard]] static float as(number n) { return static_cast<float>(n); }
    void edit() {
        if (all_.empty() || (all_.size() < most && c_.below(3) == 0)) {
            auto b = std::make_unique<box>();
            b->id = next_++;
            b->x = anywhere(), b->y = anywhere();
            b->half = c_.below(6) == 0 ? c_.below(50) : c_.below(5);
            insist(grid_.insert(*b, as(b->x), as(b->y)), "a box is refused");
            all_.push_back(std::move(b));
            return;
        }
        const auto i = static_cast<std::size_t>(c_.below(static_cast<unsigned>(all_.size())));
        box& b = *all_[i];
        switch (c_.below(4)) {
        case 0:
            if (query_ != nullptr) query_->has_gone(b.id);
            std::swap(all_[i], all_.back());
            all_.pop_back();
            break;
        case 1: // (It may go to another size's grid, where it is new.)
            if (query_ != nullptr) query_->is_now(b.id, false);
            b.half = c_.below(5) == 0 ? c_.below(50) : c_.below(5);
            insist(grid_.resized(b), "a box is not there");
            break;
        default:
            b.x += c_.below(17) - 8, b.y += c_.below(17) - 8;
            insist(grid_.move(b, as(b.x), as(b.y)), "a box does not move");
            if (query_ != nullptr) query_->is_now(b.id, false);
        }
    }
    void edits() {
        for (int n = c_.below(4); n > 1; --n) edit();
    }
    template <class Inside, class Visit> void search(Inside is_inside, Visit visit) {
        expected e;
        for (const auto& b : all_) e.add(b->id, is_inside(*b));
        query_ = &e;
        visit([&](box& b) {
            e.visit(b.id, is_inside(b));
            edits();
        });
        query_ = nullptr;
        e.end();
    }
    void step() {
        const number x = anywhere();
        const number y = anywhere();
        switch (c_.below(12)) {
        case 0:
            return search([=](const box& b) { return distance(b, as(x), as(y)) == 0; },
                          [&](auto f) { grid_.each_at(as(x), as(y), f); });
        case 1: {
            const number far = c_.below(40);
            return search([=](const box& b) { return distance(b, as(x), as(y)) <= static_cast<double>(far) + 1e-9; },
                          [&](auto f) { grid_.each_in_circle(as(x), as(y), as(far), f); });
        }
        case 2:
            return pairs();
        case 3:
        case 4:
            return nearest(x, y);
        case 5:
        case 6:
            return along(x, y);
        default:
            return edit();
        }
    }
    void pairs() {
        std::map<std::pair<number, number>, int> must;
        for (const auto& a : all_) {
            for (const auto& b : all_) {
                const number dx = std::abs(a->x - b->x);
                const number dy = std::abs(a->y - b->y);
                const number both = a->half + b->half;
                if (a->id < b->id && (is_box ? dx <= both && dy <= 2 * both : dx * dx + dy * dy <= both * both))
                    must[{a->id, b->id}] = 1;
            }
        }
        grid_.each_pair([&](box& a, box& b) {
            insist(must.erase(std::minmax(a.id, b.id)) == 1,
                   "two boxes that do not touch are a pair, or are one twice");
        });
        insist(must.empty(), "two boxes that touch are no pair");
    }
    void nearest(number x, number y) {
        std::vector<double> far;
        for (const auto& b : all_) far.push_back(distance(*b, as(x), as(y)));
        std::sort(far.begin(), far.end());
        far.resize(std::min<std::size_t>(far.size(), c_.below(12U)));
        std::size_t n = 0;
        grid_.each_nearest(as(x), as(y), far.size(), [&](box& b, float distance_told) {
            insist(n < far.size() && std::abs(distance(b, as(x), as(y)) - far[n]) < 1e-3 &&
                       std::abs(static_cast<double>(distance_told) - far[n]) < 1e-3,
                   "the nearest boxes are others");
            ++n;
        });
        insist(n == far.size(), "there are too few nearest boxes");
        edited([&](auto f) { grid_.each_nearest(as(x), as(y), 10, f, as(c_.below(100))); });
    }
    /// Where a disc that moves along a way touches it first: the distance of a point from a box is a convex function of
    /// how far it is along the way. -1 for never; `doubtful` where it just touches.
    [[nodiscard]] static double touched(const box& b, double x0, double y0, double x1, double y1, double width,
                                        bool& doubtful) {
        const double length = std::hypot(x1 - x0, y1 - y0);
        const auto at = [&](double far) {
            const double part = length == 0 ? 0 : far / length;
            return distance(b, x0 + (x1 - x0) * part, y0 + (y1 - y0) * part);
        };
        double low = 0;
        double high = length;
        for (int i = 0; i < 100; ++i) {
            const double a = low + (high - low) / 3;
            const double b3 = high - (high - low) / 3;
            if (at(a) <= at(b3)) high = b3;
            else low = a;
        }
        doubtful = std::abs(at(low) - width) < 1e-4;
        if (at(low) > width) return -1;
        if (at(0) <= width) return 0;
        high = low;
        low = 0;
        for (int i = 0; i < 60; ++i) {
            const double middle = (low + high) / 2;
            if (at(middle) <= width) high = middle;
            else low = middle;
        }
        return high;
    }
    void along(number x, number y) {
        const number x1 = anywhere();
        const number y1 = anywhere();
        const number width = c_.below(2) == 0 ? 0 : c_.below(9);
        std::map<number, double> must;
        std::map<number, bool> doubtful;
        for (const auto& b : all_) {
            bool is_doubtful = false;
            const double far = touched(*b, as(x), as(y), as(x1), as(y1), as(width), is_doubtful);
            if (is_doubtful) doubtful[b->id] = true;
            else if (far >= 0) must[b->id] = far;
        }
        double last = 0;
        grid_.each_along({as(x), as(y)}, {as(x1), as(y1)}, as(width), [&](box& b, float told) {
            const auto far = static_cast<double>(told);
            insist(far >= last, "boxes along a way are in another order");
            last = far;
            if (doubtful.erase(b.id) == 1) return;
            const auto at = must.find(b.id);
            insist(at != must.end(), "the way does not touch a box, or twice");
            // (Where it is almost parallel to an edge, what is rounded is much of the way.)
            insist(std::abs(at->second - far) < 1e-2, "a box is touched elsewhere");
            must.erase(at);
        });
        insist(must.empty(), "a box that the way touches is not visited");
        edited([&](auto f) { grid_.each_along({as(x), as(y)}, {as(x1), as(y1)}, as(width), f); });
    }
    /// An ordered query that is edited: what was there, once, in order, and nothing that has gone.
    template <class Visit> void edited(Visit visit) {
        expected e;
        for (const auto& b : all_) e.add(b->id, false);
        query_ = &e;
        float last = 0;
        visit([&](box& b, float distance_told) {
            e.visit(b.id, true);
            insist(distance_told >= last, "an ordered query has another order when it is edited");
            last = distance_told;
            edits();
        });
        query_ = nullptr;
    }

    choices& c_;
    throng::box_grid<box, &box::hook, Reach> grid_;
    std::vector<std::unique_ptr<box>> all_;
    expected* query_ = nullptr;
    number next_ = 0;
};

// ------------------------------------------------------------------------------------------------------- grids of
// worlds

struct place {
    float x = 0;
    float y = 0;
};
struct mark {};

class world_game {
    using entity = throng::entity;

  public:
    explicit world_game(choices& c) : c_(c) {
        for (number& p : around_.periods) p = c_.below(3) == 0 ? 0 : 6 + c_.below(40);
        const auto period = [this](int i) {
            return around_.periods[i] == 0 ? std::numeric_limits<float>::infinity()
                                           : static_cast<float>(around_.periods[i]);
        };
        grid_.emplace(world_, 4.0F, grid_type::point{period(0), period(1)});
        if (c_.below(2) == 0) {
            world_.on_add<place>([this](entity e, place&) { hook(e); });
            world_.on_remove<place>([this](entity e, const place&) { hook(e); });
        }
    }
    void play() {
        while (!c_.over()) {
            step();
            insist(world_.validate(), "the world is not whole");
        }
        std::size_t n = 0;
        world_.query<const place>(throng::with_disabled).each([&](const place&) { ++n; });
        insist(grid_->size() == n, "the grid of a world has another number of entities");
    }

  private:
    using grid_type = throng::world_grid<place, &place::x, &place::y>;

    spot spot_of(const place& p) const { return {{static_cast<number>(p.x), static_cast<number>(p.y), 0}}; }
    place somewhere() {
        const auto x = static_cast<float>(c_.below(121) - 60);
        return {x, static_cast<float>(c_.below(121) - 60)};
    }
    entity any() { return known_.empty() ? entity{} : known_[c_.below(static_cast<unsigned>(known_.size()))]; }
    /// In a hook the grid is up to date.
    void hook(entity) {
        if (is_in_hook_ || !c_.one_in(4)) return;
        is_in_hook_ = true;
        if (c_.below(2) == 0) search(0);
        else edit();
        is_in_hook_ = false;
    }
    void touch(entity e) { touched_[e.number()] = true; }
    void edit() {
        const entity e = any();
        switch (c_.below(9)) {
        case 0:
        case 1:
            if (known_.size() < 200) known_.push_back(world_.create(somewhere()));
            break;
        case 2:
            touch(e);
            world_.destroy(e);
            break;
        case 3:
            touch(e);
            world_.set(e, somewhere());
            break;
        case 4:
            touch(e);
            if (place* const p = world_.try_get<place>(e)) {
                *p = somewhere();
                world_.modified<place>(e);
            }
            break;
        case 5:
            touch(e);
            world_.remove<place>(e);
            break;
        case 6:
            (void)(c_.below(2) == 0 ? world_.disable(e) : world_.enable(e));
            break;
        case 7:
            if (!world_.has<mark>(e)) (void)world_.add<mark>(e);
            else world_.remove<mark>(e);
            break;
        default:
            if (world_.alive(e)) known_.push_back(world_.clone(e));
        }
    }
    void search(int depth) {
        const place a = somewhere();
        const number far = c_.below(40);
        const auto before = std::exchange(touched_, {});
        std::map<entity, bool> there;
        world_.query<const place>(throng::with_disabled).each([&](entity e, const place& p) {
            there[e] = around_.square(spot_of(a), spot_of(p)) <= far * far;
        });
        std::map<entity, bool> seen;
        entity last{};
        for (const entity e : grid_->in_circle({a.x, a.y}, static_cast<float>(far))) {
            insist(there.contains(e) && world_.has<place>(e), "a query of a world visits what is new, or has gone");
            insist(std::exchange(seen[e], true) == false, "a query of a world visits an entity twice");
            insist(around_.square(spot_of(a), spot_of(world_.get<place>(e))) <= far * far,
                   "a query of a world visits what is not near");
            last = e;
            if (depth < 2) {
                for (int n = c_.below(4); n > 1; --n) edit();
                if (c_.one_in(16)) search(depth + 1);
            }
        }
        for (const auto& [e, is_near] : there)
            insist(!is_near || seen.contains(e) || touched_.contains(e.number()),
                   "an entity that is near is not found");
        for (const auto& [n, is] : before) touched_[n] = is;
    }
    void step() {
        switch (c_.below(12)) {
        case 0: { // A system writes to all.
            const auto by = static_cast<float>(c_.below(9) - 4);
            world_.query<place>(throng::with_disabled).each([by](place& p) { p.x += by; });
            grid_->refresh();
            break;
        }
        case 1:
            before_.emplace(world_);
            break;
        case 2:
            if (before_) before_->roll_back();
            break;
        case 3:
        case 4:
        case 5:
            search(0);
            break;
        case 6: {
            const place a = somewhere();
            std::vector<number> squares;
            world_.query<const place>(throng::with_disabled).each([&](const place& p) {
                squares.push_back(around_.square(spot_of(a), spot_of(p)));
            });
            std::sort(squares.begin(), squares.end());
            squares.resize(std::min<std::size_t>(squares.size(), 5));
            std::vector<number> found;
            grid_->each_nearest({a.x, a.y}, squares.size(), [&](entity e) {
                found.push_back(around_.square(spot_of(a), spot_of(world_.get<place>(e))));
            });
            insist(found == squares, "the nearest of a world are others");
            break;
        }
        default:
            edit();
        }
    }

    choices& c_;
    torus<2> around_;
    throng::world world_;
    std::optional<grid_type> grid_;
    std::optional<throng::snapshot> before_;
    std::vector<entity> known_;
    /// What has been edited since the last query was opened.
    std::map<std::uint64_t, bool> touched_;
    bool is_in_hook_ = false;
};

template <class Game> void played(choices& c) { Game(c).play(); }
/// New ones at the end: a corpus counts on their order.
constexpr void (*games[])(choices&) = {
    played<torus_game<float, 2>>, played<torus_game<double, 2>>,
    played<torus_game<float, 3>>, played<torus_game<double, 3>>,
    played<box_game<box_reach>>,  played<box_game<circle_reach>>,
    played<world_game>,
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2 || size > 1500 || data[0] >= std::size(games)) return -1;
    choices c(data + 1, size - 1);
    games[data[0]](c);
    return 0;
}
