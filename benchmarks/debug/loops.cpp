// Loops over 10,000 elements, which scripts/debug-builds compiles as debug builds do. The program prints a line for
// each loop: group, name, elements visited, nanoseconds an element. Under callgrind it dumps the instructions of each
// loop instead. All loops of a group do the same work; the program fails if their results differ.

#include "group.hpp"

#include <throng/bag.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>
#include <throng/weak_list.hpp>
#include <throng/world/world.hpp>

#ifdef WITH_ENTT
#include <entt/entity/registry.hpp>
#endif

#include <cstddef>
#include <cstdint>
#include <list>
#include <string_view>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t count = 10'000;

/// A game's object, with functions that a debug build calls.
struct bullet {
    float x = 0;
    float y = 0;
    float vx = 0;
    float vy = 0;
    int life = 1;
    bool dead = false;

    void step() {
        x += vx;
        y += vy;
    }
    void update(double seconds) {
        x += vx * static_cast<float>(seconds);
        y += vy * static_cast<float>(seconds);
    }
    [[nodiscard]] bool expired() const { return life <= 0; }
    [[nodiscard]] bool deleted() const { return dead; }
};

bullet number(std::size_t i) { return {0, 0, static_cast<float>(i % 7), static_cast<float>(i % 5), 1, false}; }

struct position {
    float x = 0;
    float y = 0;
};
struct velocity {
    float x = 0;
    float y = 0;
};
velocity speed(std::size_t i) { return {static_cast<float>(i % 7), static_cast<float>(i % 5)}; }

/// The sum of a loop's elements, which depends on their order.
class result {
  public:
    void add(float x, float y) { sum_ = sum_ * 31 + static_cast<std::uint64_t>(x) * 7 + static_cast<std::uint64_t>(y); }
    friend bool operator==(const result&, const result&) = default;

  private:
    std::uint64_t sum_ = 0;
};

using group = debug::group<result>;

/// Adds the elements of a collection that are not dead to a result.
template <class C> auto shown(C& c) {
    return [&c](result& r) {
        for (const bullet& b : c) {
            if (!b.dead) r.add(b.x, b.y);
        }
    };
}
template <class C> C filled() {
    C c;
    for (std::size_t i = 0; i < count; ++i) c.push_back(number(i));
    return c;
}
throng::pool<bullet> filled_pool() {
    throng::pool<bullet> c;
    for (std::size_t i = 0; i < count; ++i) c.add(number(i));
    return c;
}

void all_there() {
    group g("all are there", count);
    auto v = filled<std::vector<bullet>>();
    g.loop(
        "std::vector by index, dead flag",
        [&] {
            for (std::size_t i = 0; i < v.size(); ++i) {
                if (!v[i].dead) v[i].step();
            }
        },
        shown(v));
    auto v2 = filled<std::vector<bullet>>();
    g.loop(
        "std::vector range-for",
        [&] {
            for (bullet& b : v2) b.step();
        },
        shown(v2));
    auto s = filled<std::list<bullet>>();
    g.loop(
        "std::list range-for",
        [&] {
            for (bullet& b : s) b.step();
        },
        shown(s));
    auto l = filled<throng::list<bullet>>();
    g.loop(
        "list range-for",
        [&] {
            for (bullet& b : l) b.step();
        },
        shown(l));
    auto l2 = filled<throng::list<bullet>>();
    g.loop("list each", [&] { l2.each([](bullet& b) { b.step(); }); }, shown(l2));
    auto l3 = filled<throng::list<bullet>>();
    g.loop(
        "list update",
        [&] {
            l3.update([](bullet& b) {
                b.step();
                return !b.dead;
            });
        },
        shown(l3));
    auto p = filled_pool();
    g.loop(
        "pool range-for",
        [&] {
            for (bullet& b : p) b.step();
        },
        shown(p));
    auto p2 = filled_pool();
    g.loop("pool each", [&] { p2.each([](bullet& b) { b.step(); }); }, shown(p2));
    auto b1 = filled<throng::bag<bullet>>();
    g.loop(
        "bag range-for",
        [&] {
            for (bullet& b : b1) b.step();
        },
        shown(b1));
    auto b2 = filled<throng::bag<bullet>>();
    g.loop("bag each", [&] { b2.each([](bullet& b) { b.step(); }); }, shown(b2));
}

void with_gaps() {
    group g("a tenth is removed", count - count / 10);
    auto v = filled<std::vector<bullet>>();
    for (std::size_t i = 0; i < count; i += 10) v[i].dead = true;
    g.loop(
        "std::vector by index, dead flag",
        [&] {
            for (std::size_t i = 0; i < v.size(); ++i) {
                if (!v[i].dead) v[i].step();
            }
        },
        shown(v));
    const auto thinned = [] {
        auto p = filled_pool();
        std::size_t i = 0;
        p.remove_if([&i](const bullet&) { return i++ % 10 == 0; });
        return p;
    };
    auto p = thinned();
    g.loop(
        "pool range-for",
        [&] {
            for (bullet& b : p) b.step();
        },
        shown(p));
    auto p2 = thinned();
    g.loop("pool each", [&] { p2.each([](bullet& b) { b.step(); }); }, shown(p2));
}

void subsets() {
    group g("every second is a member", count / 2);
    auto v = filled<std::vector<bullet>>();
    for (std::size_t i = 0; i < count; i += 2) v[i].dead = true;
    g.loop(
        "std::vector by index, flag",
        [&] {
            for (std::size_t i = 0; i < v.size(); ++i) {
                if (!v[i].dead) v[i].step();
            }
        },
        shown(v));
    auto p = filled_pool();
    auto p2 = filled_pool();
    const auto join = [](throng::subset<throng::pool<bullet>>& s, throng::pool<bullet>& all) {
        std::size_t i = 0;
        for (bullet& b : all) {
            if (i++ % 2 != 0) s.join(b);
        }
    };
    throng::subset<throng::pool<bullet>> s(p);
    join(s, p);
    g.loop(
        "subset range-for",
        [&] {
            for (bullet& b : s) b.step();
        },
        shown(s));
    throng::subset<throng::pool<bullet>> s2(p2);
    join(s2, p2);
    g.loop("subset each", [&] { s2.each([](bullet& b) { b.step(); }); }, shown(s2));
}

void links() {
    group g("links", count);
    auto v = filled<std::vector<bullet>>();
    std::vector<bullet*> to;
    for (bullet& b : v) to.push_back(&b);
    g.loop(
        "std::vector of addresses by index, dead flag",
        [&] {
            for (std::size_t i = 0; i < to.size(); ++i) {
                if (!to[i]->deleted()) to[i]->step();
            }
        },
        shown(v));
    auto v2 = filled<std::vector<bullet>>();
    throng::weak_list<bullet> w;
    for (bullet& b : v2) w.add(b);
    g.loop(
        "weak_list range-for",
        [&] {
            for (bullet& b : w) b.step();
        },
        shown(v2));
    auto v3 = filled<std::vector<bullet>>();
    throng::weak_list<bullet> w2;
    for (bullet& b : v3) w2.add(b);
    g.loop("weak_list each", [&] { w2.each([](bullet& b) { b.step(); }); }, shown(v3));
    auto p = filled_pool();
    throng::weak_list by_handle(p);
    for (bullet& b : p) by_handle.add(b);
    g.loop("weak_list of handles each", [&] { by_handle.each([](bullet& b) { b.step(); }); }, shown(p));
}

void entities() {
    group g("update, remove the expired", count);
    auto v = filled<std::vector<bullet>>();
    g.loop(
        "std::vector, compaction",
        [&] {
            std::size_t kept = 0;
            for (std::size_t i = 0; i < v.size(); ++i) {
                v[i].update(1.0);
                if (v[i].expired()) continue;
                if (kept != i) v[kept] = v[i];
                ++kept;
            }
            v.erase(v.begin() + static_cast<std::ptrdiff_t>(kept), v.end());
        },
        shown(v));
    throng::entity_list<bullet> e;
    for (std::size_t i = 0; i < count; ++i) e.push_back(number(i));
    g.loop("entity_list update", [&] { e.update(1.0); }, shown(e));
}

/// Worlds: one component, or two.
template <class Make> void components(bool two, const char* name, Make make) {
    group g(name, count);
    std::vector<position> p(count);
    std::vector<velocity> v;
    for (std::size_t i = 0; i < count; ++i) v.push_back(speed(i));
    const auto show = [&p](result& r) {
        for (const position& a : p) r.add(a.x, a.y);
    };
    if (two) {
        g.loop(
            "two vectors by index",
            [&] {
                for (std::size_t i = 0; i < p.size(); ++i) {
                    p[i].x += v[i].x;
                    p[i].y += v[i].y;
                }
            },
            show);
    } else {
        g.loop(
            "std::vector by index",
            [&] {
                for (std::size_t i = 0; i < p.size(); ++i) {
                    p[i].x += 1;
                    p[i].y += 2;
                }
            },
            show);
    }
    make(g);
}

throng::world filled_world() {
    throng::world w;
    for (std::size_t i = 0; i < count; ++i) w.create(position{}, speed(i));
    return w;
}
auto shown_of(throng::world& w) {
    return [&w](result& r) { w.query<position>().each([&r](position& p) { r.add(p.x, p.y); }); };
}
#ifdef WITH_ENTT
void fill(entt::registry& r) {
    for (std::size_t i = 0; i < count; ++i) {
        const entt::entity e = r.create();
        r.emplace<position>(e);
        r.emplace<velocity>(e, speed(i));
    }
}
auto shown_of(entt::registry& w) {
    return [&w](result& r) {
        auto& s = w.storage<position>();
        for (auto i = s.rbegin(); i != s.rend(); ++i) r.add(i->x, i->y);
    };
}
#endif

void one_component(group& g) {
    throng::world w = filled_world();
    g.loop(
        "world range-for",
        [&] {
            for (auto [e, p] : w.query<position>()) {
                p.x += 1;
                p.y += 2;
            }
        },
        shown_of(w));
    throng::world w2 = filled_world();
    g.loop(
        "world each",
        [&] {
            w2.query<position>().each([](position& p) {
                p.x += 1;
                p.y += 2;
            });
        },
        shown_of(w2));
#ifdef WITH_ENTT
    entt::registry r;
    fill(r);
    g.loop(
        "EnTT range-for",
        [&] {
            for (auto [e, p] : r.view<position>().each()) {
                p.x += 1;
                p.y += 2;
            }
        },
        shown_of(r));
    entt::registry r2;
    fill(r2);
    g.loop(
        "EnTT each",
        [&] {
            r2.view<position>().each([](position& p) {
                p.x += 1;
                p.y += 2;
            });
        },
        shown_of(r2));
#endif
}

void two_components(group& g) {
    throng::world w = filled_world();
    g.loop(
        "world range-for",
        [&] {
            for (auto [e, p, v] : w.query<position, const velocity>()) {
                p.x += v.x;
                p.y += v.y;
            }
        },
        shown_of(w));
    throng::world w2 = filled_world();
    g.loop(
        "world each",
        [&] {
            w2.query<position, const velocity>().each([](position& p, const velocity& v) {
                p.x += v.x;
                p.y += v.y;
            });
        },
        shown_of(w2));
#ifdef WITH_ENTT
    entt::registry r;
    fill(r);
    g.loop(
        "EnTT range-for",
        [&] {
            for (auto [e, p, v] : r.view<position, const velocity>().each()) {
                p.x += v.x;
                p.y += v.y;
            }
        },
        shown_of(r));
    entt::registry r2;
    fill(r2);
    g.loop(
        "EnTT each",
        [&] {
            r2.view<position, const velocity>().each([](position& p, const velocity& v) {
                p.x += v.x;
                p.y += v.y;
            });
        },
        shown_of(r2));
#endif
}

} // namespace

int main() {
    all_there();
    with_gaps();
    subsets();
    links();
    entities();
    components(false, "one component", one_component);
    components(true, "two components", two_components);
}
