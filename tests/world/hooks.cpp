// Hooks of a world: they are told in pairs, whatever they do, and can read the dying.

#include "support/tracked.hpp"

#include <throng/listeners.hpp>
#include <throng/world/members.hpp>
#include <throng/world/save.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::world;

struct position {
    int x = 0;
};
struct named {
    std::string text = "a text that is too long for the string itself";
};
struct tag {};
template <int N> struct part {
    int v = N;
};
struct rare {
    std::string text = "another text that is too long for the string itself";
};

} // namespace

template <> struct throng::component<rare> {
    static constexpr bool sparse = true;
};

TEST(dying, are_readable_in_every_hook_and_refuse_what_is_added) {
    world w;
    const auto script = w.define({.name = "script", .size = 4, .alignment = 4});
    std::vector<std::string> told;
    const auto look = [&](entity e, const char* what) {
        told.emplace_back(what);
        EXPECT_FALSE(w.alive(e));
        EXPECT_FALSE(w.contains(e));
        EXPECT_TRUE((w.has<position, named, tag, rare>(e)));
        EXPECT_FALSE(w.has<part<0>>(e));
        EXPECT_EQ(w.try_get<part<0>>(e), nullptr);
        ASSERT_NE(w.try_get<position>(e), nullptr);
        EXPECT_EQ(w.get<position>(e).x, 7);
        ASSERT_NE(w.try_get<named>(e), nullptr);
        EXPECT_EQ(w.get<named>(e).text, named().text);
        ASSERT_NE(w.try_get<rare>(e), nullptr);
        EXPECT_EQ(w.get<rare>(e).text, rare().text);
        EXPECT_NE(w.try_get<tag>(e), nullptr);
        EXPECT_TRUE(w.has(e, script));
        EXPECT_NE(w.get(e, script), nullptr);
        // It is nowhere to be met, and nothing can be done to it any more.
        EXPECT_EQ(w.count<position>(), 0U);
        EXPECT_FALSE((w.query<const position, const named>().contains(e)));
        EXPECT_FALSE(w.destroy(e));
        EXPECT_FALSE(w.remove<named>(e));
        EXPECT_FALSE(w.remove(e, script));
        EXPECT_EQ(w.add<part<0>>(e), nullptr);
        EXPECT_EQ(w.add<position>(e), nullptr);
        EXPECT_EQ(w.set(e, position{8}), nullptr);
        EXPECT_EQ(w.add(e, script), nullptr);
        EXPECT_FALSE(w.patch<position>(e, [](position& p) { p.x = 8; }));
        EXPECT_FALSE(w.clone(e));
        throng::subset some(w);
        EXPECT_FALSE(some.join(e));
        EXPECT_TRUE(w.validate());
        // All other edits are legal.
        const entity other = w.create(position{1}, named{});
        EXPECT_NE(other.index(), e.index());
        EXPECT_TRUE(w.remove<position>(other));
        w.destroy(other);
    };
    w.on_remove<position>([&](entity e, const position& p) {
        if (p.x == 7) look(e, "position");
    });
    w.on_remove<tag>([&](entity e, tag&) { look(e, "tag"); });
    w.on_remove<rare>([&](entity e, const rare&) { look(e, "rare"); });
    w.on_remove(script, [&](entity e, void*) { look(e, "script"); });
    for (int way = 0; way < 4; ++way) {
        told.clear();
        const entity e = w.create(named{}, position{7}, tag{}, rare{});
        w.add(e, script);
        if (way == 0) w.destroy(e);
        if (way == 1) w.destroy(std::vector<entity>{e, e});
        if (way == 2) w.destroy(w.query<named>());
        if (way == 3) {
            w.query<position>().each([&](entity x, position& p) {
                w.destroy(x);
                EXPECT_EQ(p.x, 7);
                EXPECT_EQ(w.try_get<position>(x), nullptr) << "the hooks have been told";
            });
        }
        std::sort(told.begin(), told.end());
        EXPECT_EQ(told, (std::vector<std::string>{"position", "rare", "script", "tag"})) << way << ": each once";
        EXPECT_FALSE(w.has<position>(e));
        EXPECT_EQ(w.try_get<named>(e), nullptr);
        EXPECT_TRUE(w.empty());
        EXPECT_TRUE(w.validate());
    }
}

TEST(dying, within_the_dying_are_told_apart) {
    world w;
    const entity first = w.create(position{1}, named{});
    const entity second = w.create(position{2}, tag{});
    int told = 0;
    w.on_remove<position>([&](entity e, const position& p) {
        ++told;
        if (p.x == 1) {
            EXPECT_TRUE(w.has<tag>(second));
            w.destroy(second);
            EXPECT_FALSE(w.has<tag>(second)) << "that one is over";
            EXPECT_TRUE((w.has<position, named>(e)));
        } else {
            EXPECT_TRUE((w.has<position, named>(first)));
            EXPECT_TRUE((w.has<position, tag>(e)));
            EXPECT_FALSE(w.has<named>(e));
            EXPECT_FALSE(w.has<tag>(first));
        }
    });
    w.destroy(first);
    EXPECT_EQ(told, 2);
    EXPECT_TRUE(w.empty());
}

TEST(hooks, of_a_component_alone_are_told_that_it_has_gone) {
    world w;
    const entity e = w.create(position{1}, named{});
    w.on_remove<position>([&](entity x, const position& p) {
        EXPECT_TRUE(w.alive(x));
        EXPECT_FALSE(w.has<position>(x));
        EXPECT_EQ(w.try_get<position>(x), nullptr);
        EXPECT_TRUE(w.has<named>(x));
        EXPECT_EQ(p.x, 1);
        EXPECT_NE(w.add<position>(x, 2), nullptr);
    });
    EXPECT_TRUE(w.remove<position>(e));
    EXPECT_EQ(w.get<position>(e).x, 2);
}

TEST(hooks, add_and_set_have_no_address_of_what_a_hook_took) {
    world w;
    const entity e = w.create();
    w.on_add<named>([&](entity x, named&) { w.remove<named>(x); });
    w.on_add<tag>([&](entity x, tag&) { w.remove<tag>(x); });
    w.on_add<position>([&](entity x, position&) { w.destroy(x); });
    EXPECT_EQ(w.add<named>(e), nullptr);
    EXPECT_EQ(w.set(e, named{}), nullptr);
    EXPECT_EQ(w.add<tag>(e), nullptr);
    EXPECT_EQ(w.add(e, w.component<named>()), nullptr);
    EXPECT_EQ(w.add(w.query<>(), named{}), 0U);
    EXPECT_EQ(w.add(e, position{}), nullptr);
    EXPECT_EQ(w.set(w.create(), position{}), nullptr);
    EXPECT_TRUE(w.empty());
    // One that it gave back is there.
    bool again = false;
    w.on_add<named>([&](entity x, named&) {
        if (std::exchange(again, !again)) return;
        w.remove<named>(x);
        w.add<named>(x);
    });
    const entity other = w.create();
    const named* const given = w.add<named>(other);
    EXPECT_NE(given, nullptr);
    EXPECT_EQ(given, w.try_get<named>(other));
}

TEST(hooks, patch_stands_on_its_value) {
    support::ledger elements;
    {
        world w;
        const entity e = w.create(support::tracked(1));
        int set = 0;
        w.on_set<support::tracked>([&](entity, const support::tracked&) { ++set; });
        EXPECT_TRUE(w.patch<support::tracked>(e, [&](support::tracked& x) {
            w.destroy(e);
            const entity next = w.create(support::tracked(2));
            EXPECT_NE(next.index(), e.index());
            EXPECT_EQ(x.id(), 1);
            EXPECT_FALSE(w.patch<support::tracked>(e, [](support::tracked&) { FAIL(); }));
        }));
        EXPECT_EQ(set, 0) << "it is not there any more";
        EXPECT_EQ(elements.live(), 1);
        const entity other = w.create(support::tracked(3));
        w.patch<support::tracked>(other, [&](support::tracked& x) {
            w.remove<support::tracked>(other);
            EXPECT_EQ(x.id(), 3);
        });
        EXPECT_EQ(set, 0);
        EXPECT_FALSE(w.has<support::tracked>(other));
        EXPECT_TRUE(w.validate());
    }
    EXPECT_EQ(elements.objects(), 0);
    EXPECT_EQ(elements.errors(), "");
}

namespace {

/// A world whose hooks interfere by lot, beside a plain count of what they were told.
class interfered_world {
  public:
    explicit interfered_world(std::uint32_t seed) : random_(seed) {
        listen<0>();
        listen<1>();
        listen<2>();
    }
    void play(int edits) {
        for (int i = 0; i < edits; ++i) {
            edit();
            is_calm_ = true;
            while (w_.size() > 60) w_.destroy(*w_.begin());
            is_calm_ = false;
            std::erase_if(all_, [&](entity e) { return !w_.alive(e); });
            check<0>();
            check<1>();
            check<2>();
            ASSERT_TRUE(w_.validate());
        }
        is_calm_ = true;
        w_.clear();
        for (const auto& [key, n] : told_) EXPECT_EQ(n, 0);
    }
    [[nodiscard]] std::size_t interferences() const { return interferences_; }

  private:
    struct refusal {};
    static constexpr int deepest = 4;

    template <int N> void listen() {
        w_.on_add<part<N>>([this](entity e, part<N>&) {
            all_.push_back(e);
            int& its = told_of(N, e);
            EXPECT_EQ(its, 0) << "told twice that it came";
            const int mine = its = ++tellings_;
            interfere([this, e, mine] {
                if (told_of(N, e) == mine) told_of(N, e) = 0;
            });
        });
        w_.on_remove<part<N>>([this](entity e, part<N>&) {
            EXPECT_NE(told_of(N, e), 0) << "told of what it was never told that it came";
            told_of(N, e) = 0;
            interfere([] {});
        });
    }
    /// Which telling said that it came; 0 if it has gone since.
    [[nodiscard]] int& told_of(int n, entity e) { return told_[std::pair(n, e)]; }
    /// (A hook that refuses an addition is not told that it goes.)
    template <class Refused> void interfere(Refused refused) {
        if (is_calm_ || depth_ == deepest || roll(3) != 0) return;
        ++interferences_;
        edit();
#if defined(__cpp_exceptions)
        if (roll(4) == 0) {
            refused();
            throw refusal{};
        }
#else
        (void)refused;
#endif
    }
    template <int N> void check() {
        std::map<entity, int> there;
        w_.query<const part<N>>().each([&](entity e, const part<N>&) { there[e] = 1; });
        for (const auto& [key, n] : told_) {
            if (key.first != N || n == 0) continue;
            EXPECT_EQ(there.erase(key.second), 1U) << "of one that has gone nothing was told";
        }
        EXPECT_TRUE(there.empty()) << "of one that is there nothing was told";
    }

    void edit() {
        ++depth_;
#if defined(__cpp_exceptions)
        try {
            edit_by_lot();
        } catch (const refusal&) {
        }
#else
        edit_by_lot();
#endif
        --depth_;
    }
    void edit_by_lot() {
        switch (roll(16)) {
        case 0:
            return came(w_.create(part<0>{}, part<1>{}));
        case 1:
            return came(w_.create(part<2>{}, part<1>{}, part<0>{}));
        case 2:
            return came(w_.create(part<1>{}, part<2>{}));
        case 3:
            return came(w_.clone(some_entity()));
        case 4: {
            entity handles[3];
            w_.create(std::span(handles), part<0>{}, part<2>{});
            for (const entity e : handles) came(e);
            return;
        }
        case 5:
            return w_.create_many(roll(3), part<1>{}, part<0>{});
        case 6:
        case 7:
            return void(w_.add<part<0>>(some_entity()));
        case 8:
            return void(w_.add<part<1>>(some_entity()));
        case 9:
            return void(w_.set(some_entity(), part<2>{}));
        case 10:
            return void(w_.remove<part<0>>(some_entity()));
        case 11:
            return void(w_.remove<part<1>>(some_entity()));
        case 12:
            return void(w_.destroy(some_entity()));
        case 13:
            return void(w_.remove<part<2>>(w_.query<const part<0>>()));
        case 14:
            return void(w_.add<part<1>>(w_.query<const part<2>>()));
        default:
            return void(w_.destroy(w_.query<const part<0>>(throng::all_of<part<1>, part<2>>)));
        }
    }
    void came(entity e) { all_.push_back(e); }
    /// Often the one that hooks were told of last.
    [[nodiscard]] entity some_entity() {
        if (all_.empty()) return {};
        return roll(2) == 0 ? all_.back() : all_[roll(static_cast<unsigned>(all_.size()))];
    }
    [[nodiscard]] unsigned roll(unsigned n) { return static_cast<unsigned>(random_() % n); }

    std::mt19937 random_;
    std::vector<entity> all_;
    std::map<std::pair<int, entity>, int> told_;
    int tellings_ = 0;
    int depth_ = 0;
    bool is_calm_ = false;
    std::size_t interferences_ = 0;
    world w_;
};

} // namespace

TEST(hooks, are_told_in_pairs_whatever_they_do) {
    std::size_t interferences = 0;
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        interfered_world played(seed);
        played.play(100);
        interferences += played.interferences();
        if (HasFailure()) return;
    }
    EXPECT_GT(interferences, 1000U);
}

#if defined(__cpp_exceptions)

TEST(hooks, are_all_told_where_one_throws) {
    world w;
    std::vector<int> told;
    const auto tell = [&](auto which, int throws) {
        using component = decltype(which);
        w.on_remove<component>([&told, throws](entity, const component& x) {
            told.push_back(x.v);
            if (throws != 0) throw throws;
        });
    };
    tell(part<0>(), 0), tell(part<1>(), 10), tell(part<2>(), 20);
    const entity e = w.create(part<0>{}, part<1>{}, part<2>{});
    try {
        w.destroy(e);
        FAIL();
    } catch (int x) {
        EXPECT_EQ(x, 10) << "the first exception goes on";
    }
    EXPECT_EQ(told, (std::vector<int>{0, 1, 2}));
    EXPECT_FALSE(w.alive(e));
    EXPECT_FALSE(w.has<part<0>>(e));
    EXPECT_TRUE(w.validate());
}

TEST(hooks, are_told_that_what_another_refuses_goes) {
    world w;
    std::string told;
    bool view_is_taken = false;
    w.on_add<part<0>>([&](entity e, part<0>&) {
        told += "+0";
        w.add<part<2>>(e);
    });
    w.on_add<part<2>>([&](entity, part<2>&) { told += "+2"; });
    w.on_add<part<1>>([&](entity e, part<1>&) {
        told += "+1";
        view_is_taken = w.query<const part<0>>().freeze().contains(e);
        throw 1;
    });
    w.on_remove<part<0>>([&](entity e, part<0>&) {
        told += "-0";
        EXPECT_FALSE(w.alive(e));
        EXPECT_TRUE((w.has<part<0>, part<1>, part<2>>(e)));
        throw 2;
    });
    w.on_remove<part<1>>([&](entity, part<1>&) { told += "-1"; });
    w.on_remove<part<2>>([&](entity, part<2>&) { told += "-2"; });
    EXPECT_THROW(w.create(part<0>{}, part<1>{}), int);
    EXPECT_TRUE(told == "+0+2+1-0-2" || told == "+0+2+1-2-0") << told;
    EXPECT_TRUE(view_is_taken);
    EXPECT_TRUE(w.empty());
    EXPECT_TRUE(w.validate());
}

#endif

namespace {

struct net_id {
    int value = 0;
};
struct text {
    std::string s;
};

// cases/needs/found_by_network_id: an index by value goes along with what is set.
TEST(hooks, on_set_is_told_the_value_before) {
    throng::world w;
    std::map<int, throng::entity> by_id;
    w.on_add<net_id>([&](throng::entity e, net_id& n) { by_id[n.value] = e; });
    w.on_remove<net_id>([&](throng::entity, net_id& n) { by_id.erase(n.value); });
    w.on_set<net_id>([&](throng::entity e, net_id& now, const net_id& before) {
        by_id.erase(before.value);
        by_id[now.value] = e;
    });
    for (int i = 0; i < 100; ++i) w.create(net_id{1000 + i});
    const throng::entity e = by_id.at(1042);
    w.set(e, net_id{7});
    EXPECT_EQ(by_id.at(7), e);
    EXPECT_EQ(by_id.count(1042), 0U);
    w.patch<net_id>(e, [](net_id& n) { ++n.value; });
    EXPECT_EQ(by_id.at(8), e);
    EXPECT_EQ(by_id.size(), 100U);
    w.destroy(e);
    EXPECT_EQ(by_id.size(), 99U);
}

TEST(hooks, the_value_before_is_a_copy_whatever_becomes_of_the_component) {
    throng::world w;
    std::string heard;
    w.on_set<text>([&](throng::entity e, text& now, const text& before) {
        heard = before.s + "; " + now.s;
        w.destroy(e);
        heard += "; " + before.s;
    });
    const throng::entity e = w.create(text{"a text that is long enough for the heap"});
    w.set(e, text{"short"});
    EXPECT_FALSE(w.alive(e));
    EXPECT_EQ(heard, "a text that is long enough for the heap; short; a text that is long enough for the heap");
    // One that does not ask takes its place, and several do.
    w.on_set<text>([&](throng::entity, text& now) { heard = now.s; });
    const throng::entity f = w.create(text{"x"});
    w.set(f, text{"y"});
    EXPECT_EQ(heard, "y");
    throng::listeners<throng::entity, text&, const text&> all;
    w.on_set<text>(std::ref(all));
    const throng::listener a(all, [&](throng::entity, text&, const text& before) { heard = before.s; });
    const throng::listener b(all, [&](throng::entity, text& now, const text&) { heard += now.s; });
    w.set(f, text{"z"});
    EXPECT_EQ(heard, "yz");
}

} // namespace
