// The grids of the plane and of space against a model that knows nothing of cells but their width: random edits, made
// from inside of queries nested three deep.

#include "entity/grid/dimensions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Real, unsigned Dimensions> struct object {
    explicit object(int number) : id(number) {}
    int id;
    typename tested::words<Real, Dimensions>::hook hook;
};

using place = tested::place<double>;
template <class Real> tested::place<Real> rounded(place p) {
    return {static_cast<Real>(p.x), static_cast<Real>(p.y), static_cast<Real>(p.z)};
}

/// A region, by its definition.
template <class Real, unsigned Dimensions> struct region {
    bool round = false;
    tested::place<Real> low{}, high{};
    Real radius = 0;

    [[nodiscard]] bool covers(place of) const {
        const auto p = rounded<Real>(of);
        if (round) return tested::square_of_distance<Dimensions>(low, p) <= radius * radius;
        return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y &&
               (Dimensions == 2 || (low.z <= p.z && p.z <= high.z));
    }
};

/// What is known of an object that was there when a query was opened.
struct resident {
    int id;
    bool there = true;   ///< has never been removed
    bool inside = false; ///< has been in the region all the time
    bool visited = false;
};

struct model;

/// A query that is open: what it must visit, and what it may.
struct expectation {
    explicit expectation(model& m);
    expectation(const expectation&) = delete;
    expectation& operator=(const expectation&) = delete;
    virtual ~expectation();
    virtual void moved(int id) = 0;
    virtual void removed(int id) = 0;
    model& home;
};

/// The objects that are in the grid, by number, and where.
struct model {
    std::vector<std::pair<int, place>> all;
    std::vector<expectation*> open;

    [[nodiscard]] const place* find(int id) const {
        const auto at = std::lower_bound(all.begin(), all.end(), id, [](const auto& a, int b) { return a.first < b; });
        return at != all.end() && at->first == id ? &at->second : nullptr;
    }
    void insert(int id, place p) {
        const auto at = std::lower_bound(all.begin(), all.end(), id, [](const auto& a, int b) { return a.first < b; });
        all.insert(at, {id, p});
    }
    void move(int id, place p) {
        *const_cast<place*>(find(id)) = p;
        for (expectation* e : open) e->moved(id);
    }
    void remove(int id) {
        std::erase_if(all, [id](const auto& a) { return a.first == id; });
        for (expectation* e : open) e->removed(id);
    }
};

expectation::expectation(model& m) : home(m) { m.open.push_back(this); }
expectation::~expectation() { std::erase(home.open, this); }

template <class Real, unsigned Dimensions> struct region_expectation : expectation {
    using region_type = region<Real, Dimensions>;
    region_expectation(model& m, region_type r) : expectation(m), where(r) {
        for (const auto& [id, p] : m.all) residents.push_back({id, true, r.covers(p)});
    }
    resident* find(int id) {
        const auto at =
            std::lower_bound(residents.begin(), residents.end(), id, [](const resident& a, int b) { return a.id < b; });
        return at != residents.end() && at->id == id ? &*at : nullptr;
    }
    void moved(int id) override {
        resident* const r = find(id);
        if (r != nullptr && !where.covers(*home.find(id))) r->inside = false;
    }
    void removed(int id) override {
        if (resident* const r = find(id)) r->there = false;
    }
    /// Why an object may not be visited now; null if it may.
    const char* visit(int id) {
        resident* const r = find(id);
        if (r == nullptr) return "is a newcomer";
        if (!r->there) return "has been removed";
        if (r->visited) return "is visited twice";
        if (!where.covers(*home.find(id))) return "is not in the region";
        r->visited = true;
        return nullptr;
    }
    /// What had to be visited and was not.
    [[nodiscard]] std::vector<int> missed() const {
        std::vector<int> ids;
        for (const resident& r : residents) {
            if (r.there && r.inside && !r.visited) ids.push_back(r.id);
        }
        return ids;
    }

    region_type where;
    std::vector<resident> residents;
};

/// All pairs within a distance: a pair of residents is looked at again when one of them has moved.
template <class Real, unsigned Dimensions> struct pairs_expectation : expectation {
    pairs_expectation(model& m, Real d) : expectation(m), distance(d) {
        for (const auto& each : m.all) residents.push_back({each.first});
        for (std::size_t i = 0; i < m.all.size(); ++i) {
            for (std::size_t j = i + 1; j < m.all.size(); ++j) {
                if (near(m.all[i].second, m.all[j].second)) must.insert({m.all[i].first, m.all[j].first});
            }
        }
    }
    [[nodiscard]] bool near(place a, place b) const {
        return tested::square_of_distance<Dimensions>(rounded<Real>(a), rounded<Real>(b)) <= distance * distance;
    }
    bool is_resident(int id) const {
        return std::any_of(residents.begin(), residents.end(), [id](auto& r) { return r.id == id && r.there; });
    }
    void moved(int id) override {
        std::erase_if(must, [&](auto& p) {
            return (p.first == id || p.second == id) && !near(*home.find(p.first), *home.find(p.second));
        });
    }
    void removed(int id) override {
        for (resident& r : residents) {
            if (r.id == id) r.there = false;
        }
        std::erase_if(must, [id](auto& p) { return p.first == id || p.second == id; });
    }
    const char* visit(int a, int b) {
        if (a == b) return "is a pair of one";
        if (a > b) std::swap(a, b);
        if (!is_resident(a) || !is_resident(b)) return "is a newcomer, or removed";
        if (!near(*home.find(a), *home.find(b))) return "is too far apart";
        if (!seen.insert({a, b}).second) return "is visited twice";
        return nullptr;
    }
    [[nodiscard]] std::vector<std::pair<int, int>> missed() const {
        std::vector<std::pair<int, int>> out;
        std::set_difference(must.begin(), must.end(), seen.begin(), seen.end(), std::back_inserter(out));
        return out;
    }

    Real distance;
    std::vector<resident> residents;
    std::set<std::pair<int, int>> must, seen;
};

template <class Real, unsigned Dimensions> class game {
    using words = tested::words<Real, Dimensions>;
    using object = ::object<Real, Dimensions>;
    using region = ::region<Real, Dimensions>;
    using expectation = region_expectation<Real, Dimensions>;
    using grid = typename words::template grid<object, &object::hook>;

  public:
    game(unsigned seed, double extent, std::size_t crowd) : random_(seed), extent_(extent), crowd_(crowd) {}

    /// Edits, and queries with edits in them, until so many have been made.
    void play(std::size_t edits) {
        while (edits_ < edits && !testing::Test::HasFailure()) {
            for (int i = roll(12); i >= 0; --i) edit();
            query(0);
            if (roll(8) == 0) look();
        }
        look();
        objects_.clear();
        EXPECT_TRUE(grid_.empty());
        grid_.trim();
        EXPECT_EQ(grid_.memory(), 0U);
    }
    [[nodiscard]] std::size_t edits() const { return edits_; }
    [[nodiscard]] std::size_t visits() const { return visits_; }

  private:
    int roll(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
    Real coordinate() {
        switch (roll(64)) {
        case 0:
            return static_cast<Real>(infinity);
        case 1:
            return -std::numeric_limits<Real>::max();
        case 2:
            return static_cast<Real>(extent_ * 1e9);
        case 3:
            // On the edge of a cell.
            return static_cast<Real>(static_cast<double>(width) * (roll(9) - 4));
        default:
            return static_cast<Real>(std::uniform_real_distribution<double>(-extent_, extent_)(random_));
        }
    }
    place near(place p) {
        std::uniform_real_distribution<double> step(-1.5 * double{width}, 1.5 * double{width});
        const auto stepped = [&](double v) { return static_cast<double>(static_cast<Real>(v + step(random_))); };
        const double x = stepped(p.x);
        const double y = stepped(p.y);
        return {x, y, Dimensions == 2 ? 0 : stepped(p.z)};
    }
    tested::place<Real> any_place() {
        const Real x = coordinate();
        const Real y = coordinate();
        return {x, y, Dimensions == 2 ? 0 : coordinate()};
    }
    place anywhere() {
        const auto p = any_place();
        return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
    }
    std::size_t any() { return static_cast<std::size_t>(roll(static_cast<int>(objects_.size()))); }

    void edit() {
        ++edits_;
        const int what = objects_.size() < crowd_ / 2 ? 0 : objects_.size() > crowd_ ? 3 : roll(16);
        if (what <= 1) {
            objects_.push_back(std::make_unique<object>(next_++));
            const place p = anywhere();
            EXPECT_TRUE(words::insert(grid_, *objects_.back(), rounded<Real>(p)));
            model_.insert(objects_.back()->id, p);
            return;
        }
        const std::size_t i = any();
        object& o = *objects_[i];
        const place* const now = model_.find(o.id);
        if (what == 2 || what == 3) {
            if (now != nullptr) model_.remove(o.id);
            if (roll(2) == 0) {
                EXPECT_EQ(grid_.remove(o), now != nullptr);
            }
            std::swap(objects_[i], objects_.back());
            objects_.pop_back();
        } else if (what == 4) {
            if (now != nullptr) model_.remove(o.id);
            EXPECT_EQ(grid_.remove(o), now != nullptr);
        } else if (what == 5) {
            // Packed by its collection: the same object, elsewhere.
            objects_[i] = std::make_unique<object>(std::move(o));
        } else if (now == nullptr) {
            EXPECT_FALSE(words::move(grid_, o, {}));
            const place p = anywhere();
            EXPECT_TRUE(words::insert(grid_, o, rounded<Real>(p)));
            model_.insert(o.id, p);
        } else {
            const place p = roll(4) == 0 ? anywhere() : near(*now);
            if (std::isnan(p.x) || std::isnan(p.y) || std::isnan(p.z)) {
                EXPECT_FALSE(words::move(grid_, o, rounded<Real>(p)));
                return;
            }
            if (roll(8) == 0) EXPECT_TRUE(words::insert(grid_, o, rounded<Real>(p)));
            else EXPECT_TRUE(words::move(grid_, o, rounded<Real>(p)));
            model_.move(o.id, p);
        }
    }

    /// What happens at a visit.
    void visit(int depth) {
        ++visits_;
        if (roll(512) == 0) {
            EXPECT_TRUE(grid_.validate());
        }
        for (int i = roll(6); i > 0; --i) edit();
        if (depth < 2 && roll(12) == 0) query(depth + 1);
    }
    void query(int depth) {
        switch (roll(5)) {
        case 0:
            return pairs(depth);
        case 1:
            return nearest(depth);
        default:
            return walk(depth);
        }
    }
    region any_region() {
        region r;
        r.round = roll(2) == 0;
        r.low = any_place();
        const int size = roll(10);
        const double reach = size == 0 ? 0 : size == 1 ? infinity : size < 7 ? 2.5 * double{width} : extent_;
        r.radius = static_cast<Real>(reach);
        r.high = {r.low.x + r.radius, r.low.y + r.radius, r.low.z + r.radius};
        return r;
    }
    void walk(int depth) {
        const region r = any_region();
        expectation expected(model_, r);
        auto q = r.round ? words::in_sphere(grid_, r.low, r.radius) : words::in_box(grid_, r.low, r.high);
        while (object* const o = q.next()) {
            if (const char* const wrong = expected.visit(o->id)) ADD_FAILURE() << o->id << ' ' << wrong;
            visit(depth);
            if (roll(64) == 0 || testing::Test::HasFailure()) return;
        }
        EXPECT_EQ(expected.missed(), std::vector<int>{});
    }
    void pairs(int depth) {
        const int size = roll(8);
        const Real d = size == 0 ? 0 : size < 5 ? width : size < 7 ? 3 * width : static_cast<Real>(extent_);
        pairs_expectation<Real, Dimensions> expected(model_, d);
        int left = 200;
        grid_.each_pair(d, [&](object& a, object& b) {
            if (const char* const wrong = expected.visit(a.id, b.id))
                ADD_FAILURE() << a.id << " and " << b.id << ' ' << wrong;
            if (--left > 0) visit(depth);
        });
        EXPECT_EQ(expected.missed(), (std::vector<std::pair<int, int>>{}));
    }
    void nearest(int depth) {
        region r = any_region();
        r.round = true;
        if (roll(2) == 0) r.radius = static_cast<Real>(infinity);
        expectation expected(model_, r);
        const bool edits = roll(2) == 0;
        const auto distance = [&](place p) {
            return std::hypot(std::hypot(p.x - double{r.low.x}, p.y - double{r.low.y}), p.z - double{r.low.z});
        };
        object* const found = words::nearest(grid_, r.low, r.radius, [&](const object&) {
            if (edits) visit(depth);
            return true;
        });
        if (found != nullptr) {
            const place* const at = model_.find(found->id);
            ASSERT_NE(at, nullptr);
            if (!edits) {
                EXPECT_TRUE(r.covers(*at));
                for (const auto& [id, p] : model_.all) {
                    if (!r.covers(p)) continue;
                    EXPECT_GE(distance(p) * (1 + 1e-12), distance(*at)) << id << ' ' << found->id;
                }
            }
        } else {
            EXPECT_EQ(expected.missed(), std::vector<int>{});
        }
    }
    void look() {
        EXPECT_TRUE(grid_.validate());
        std::vector<int> found;
        for (const object& o : std::as_const(grid_)) {
            found.push_back(o.id);
            const auto p = words::position(grid_, o);
            const place* const expected = model_.find(o.id);
            ASSERT_NE(expected, nullptr);
            EXPECT_EQ(static_cast<double>(p.x), expected->x);
            EXPECT_EQ(static_cast<double>(p.y), expected->y);
            EXPECT_EQ(static_cast<double>(p.z), expected->z);
        }
        std::sort(found.begin(), found.end());
        std::vector<int> expected;
        for (const auto& each : model_.all) expected.push_back(each.first);
        EXPECT_EQ(found, expected);
        EXPECT_EQ(grid_.size(), expected.size());
    }

    static constexpr Real width = 10;
    std::mt19937 random_;
    double extent_;
    std::size_t crowd_;
    std::size_t edits_ = 0;
    std::size_t visits_ = 0;
    int next_ = 0;
    grid grid_{width};
    model model_;
    std::vector<std::unique_ptr<object>> objects_;
};

template <unsigned Dimensions> void play_in_crowds() {
    for (unsigned seed = 0; seed < 40 && !testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        // From a crowd in a few cells to one that is spread over many blocks.
        const double extent = seed % 4 == 0 ? 15 : seed % 4 == 1 ? 80 : seed % 4 == 2 ? 400 : 5000;
        game<float, Dimensions> g(seed, extent, 20 + 20 * (seed % 5));
        g.play(10'000);
    }
}
template <unsigned Dimensions> void play_with_double() {
    for (unsigned seed = 100; seed < 110 && !testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        game<double, Dimensions> g(seed, seed % 2 == 0 ? 40 : 300, 60);
        g.play(10'000);
    }
}
template <unsigned Dimensions> void play_long(double extent) {
    game<float, Dimensions> g(7, extent, 200);
    g.play(1'000'000);
    EXPECT_GE(g.edits(), 1'000'000U);
    EXPECT_GE(g.visits(), 100'000U);
}

// Rules 1, 2, 3 of grid.
TEST(grid, random_edits_from_inside_of_nested_queries) { play_in_crowds<2>(); }
TEST(grid, random_edits_with_coordinates_of_double) { play_with_double<2>(); }
TEST(grid, a_million_edits_of_one_grid) { play_long<2>(300); }

TEST(space_grid, random_edits_from_inside_of_nested_queries) { play_in_crowds<3>(); }
TEST(space_grid, random_edits_with_coordinates_of_double) { play_with_double<3>(); }
TEST(space_grid, a_million_edits_of_one_grid) { play_long<3>(100); }

} // namespace
