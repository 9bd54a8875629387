// Where an entity is referred to: compared with what is known of each link, in random worlds.
#include "support/numbers.hpp"

#include <throng/world/family.hpp>
#include <throng/world/references.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::reference;
using throng::world;

struct aim {
    entity at;
    int strength = 0;
};
struct squad {
    std::vector<entity> members;
    std::array<entity, 2> leaders;
};
struct plain {
    int x = 0;
};
struct chosen {
    entity which;
};
struct likes {};
struct owes {
    int gold = 0;
};

} // namespace

template <> struct throng::component<aim> {
    static constexpr const char* name = "aim";
    static constexpr bool sparse = true;
};
template <> struct throng::component<squad> {
    static constexpr const char* name = "squad";
};
template <> struct throng::component<plain> {
    static constexpr const char* name = "plain";
};
template <> struct throng::component<chosen> {
    static constexpr const char* name = "chosen";
};
template <> struct throng::component<likes> {
    static constexpr const char* name = "likes";
    static constexpr bool symmetric = true;
};
template <> struct throng::component<owes> {
    static constexpr const char* name = "owes";
};

namespace {

constexpr auto state = throng::components<aim, squad, plain, chosen, throng::kin, throng::related<likes>,
                                          throng::related<owes>, throng::disabled>;

/// All references, each as holder, name and the other one.
struct known_reference {
    entity holder;
    std::string name;
    entity other;
    friend auto operator<=>(const known_reference&, const known_reference&) = default;
};

class game {
  public:
    explicit game(unsigned seed) : dice_(seed), family_(w), likes_(w), owes_(w) {}

    void step() {
        switch (dice_.below(12)) {
        default:
            all.push_back(w.create());
            break;
        case 3:
            w.destroy(one());
            break;
        case 4:
            w.add<aim>(one(), aim{one(), 1});
            break;
        case 5:
            w.add<squad>(one(), squad{{one(), entity{}, one()}, {one(), entity{}}});
            break;
        case 6:
            family_.adopt(one(), one());
            break;
        case 7:
            likes_.relate(one(), one());
            break;
        case 8:
            owes_.relate(one(), one(), {3});
            break;
        case 9:
            w.set_singleton(chosen{one()});
            break;
        case 10: {
            const entity e = one();
            if (w.enabled(e)) w.disable(e);
            else w.enable(e);
            break;
        }
        case 11:
            if (const entity e = w.clone(one())) all.push_back(e);
            break;
        }
    }
    /// By the public functions of each link.
    [[nodiscard]] std::vector<known_reference> known() {
        std::vector<known_reference> those;
        for (const entity e : w) {
            const auto put = [&](const char* name, entity other) {
                if (other) those.push_back({e, name, other});
            };
            if (const aim* const a = w.try_get<aim>(e)) put("aim", a->at);
            if (const squad* const s = w.try_get<squad>(e)) {
                for (const entity m : s->members) put("squad", m);
                for (const entity l : s->leaders) put("squad", l);
            }
            put("throng::kin", family_.parent_of(e));
            family_.each_child(e, [&](entity c) { put("throng::kin", c); });
            for (const entity t : likes_.targets(e)) put("throng::related:likes", t);
            for (const auto& [t, value] : owes_.targets(e)) put("throng::related:owes", t);
        }
        if (const chosen* const c = w.singleton<chosen>(); c != nullptr && c->which)
            those.push_back({entity{}, "chosen", c->which});
        std::sort(those.begin(), those.end());
        return those;
    }
    /// The same by what is tested: from either side.
    [[nodiscard]] std::vector<known_reference> found_to() {
        std::vector<known_reference> those;
        for (const entity e : all) {
            for (const reference& r : throng::references_to(w, e, state))
                those.push_back({r.other, std::string(r.component), e});
        }
        std::sort(those.begin(), those.end());
        return those;
    }
    [[nodiscard]] std::vector<known_reference> found_of() {
        std::vector<known_reference> those;
        for (const entity e : all) {
            for (const reference& r : throng::references_of(w, e, state))
                those.push_back({e, std::string(r.component), r.other});
        }
        if (const chosen* const c = w.singleton<chosen>(); c != nullptr && c->which)
            those.push_back({entity{}, "chosen", c->which});
        std::sort(those.begin(), those.end());
        return those;
    }
    world w;
    std::vector<entity> all;

  private:
    [[nodiscard]] entity one() { return all.empty() ? entity{} : all[dice_.below(static_cast<unsigned>(all.size()))]; }
    support::numbers dice_;
    throng::family family_;
    throng::relation<likes> likes_;
    throng::relation<owes> owes_;
};

TEST(references, are_those_of_each_link_from_both_sides) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        game g(seed);
        for (int i = 0; i < 150; ++i) {
            g.step();
            if (i % 5 != 0) continue;
            const auto known = g.known();
            ASSERT_EQ(g.found_to(), known) << "seed " << seed << ", step " << i;
            ASSERT_EQ(g.found_of(), known) << "seed " << seed << ", step " << i;
            const auto stale =
                std::count_if(known.begin(), known.end(), [&](const auto& r) { return !g.w.alive(r.other); });
            ASSERT_EQ(throng::stale_references(g.w, state).size(), static_cast<std::size_t>(stale));
        }
    }
}
TEST(references, stand_in_the_order_of_the_list_and_of_the_entities) {
    world w;
    const entity e = w.create();
    const entity b = w.create(aim{e, 1}, squad{{e, e}, {}});
    const entity c = w.create(aim{e, 2});
    w.set_singleton(chosen{e});
    w.destroy(e);
    EXPECT_EQ(throng::references_to(w, e, state),
              (std::vector<reference>{{b, "aim"}, {c, "aim"}, {b, "squad"}, {b, "squad"}, {entity{}, "chosen"}}));
    EXPECT_EQ(throng::references_of(w, b, state), (std::vector<reference>{{e, "aim"}, {e, "squad"}, {e, "squad"}}));
    EXPECT_TRUE(throng::references_of(w, e, state).empty());
    EXPECT_EQ(throng::stale_references(w, state).size(), 5U);
}
TEST(references, in_a_hook_are_those_of_that_moment) {
    world w;
    const entity e = w.create();
    w.create(aim{e, 1});
    int found = -1;
    w.on_remove<aim>([&](entity, aim&) { found = static_cast<int>(throng::references_to(w, e, state).size()); });
    w.query<aim>().each([&](entity holder, aim&) { w.destroy(holder); });
    EXPECT_EQ(found, 0);
}

} // namespace
