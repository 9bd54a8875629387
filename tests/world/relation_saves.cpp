// Relations that are declared in another way than when they were saved: they are as they are declared now, or refused.

#include <throng/world/merge.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using throng::components;
using throng::entity;
using throng::related;
using throng::world;

// One relation, at several times.
namespace plain {
struct r {};
} // namespace plain
namespace exclusive {
struct r {};
} // namespace exclusive
namespace acyclic {
struct r {};
} // namespace acyclic
namespace symmetric {
struct r {};
} // namespace symmetric
namespace couple {
struct r {};
} // namespace couple
namespace of_one {
struct r {};
} // namespace of_one

} // namespace

template <> struct throng::component<plain::r> {
    static constexpr const char* name = "r";
};
template <> struct throng::component<exclusive::r> {
    static constexpr const char* name = "r";
    static constexpr bool exclusive = true;
};
template <> struct throng::component<acyclic::r> {
    static constexpr const char* name = "r";
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
};
template <> struct throng::component<symmetric::r> {
    static constexpr const char* name = "r";
    static constexpr bool symmetric = true;
};
template <> struct throng::component<couple::r> {
    static constexpr const char* name = "r";
    static constexpr bool exclusive = true;
    static constexpr bool symmetric = true;
};
template <> struct throng::component<of_one::r> {
    static constexpr const char* name = "r";
    static constexpr bool one_source = true;
};

namespace {

struct link {
    std::size_t from;
    std::size_t to;
};
/// Six entities that were related so, when the relation was declared as R.
template <class R> world related_so(const std::vector<link>& links, std::vector<entity>& those) {
    world w;
    throng::relation<R> r(w);
    for (int i = 0; i < 6; ++i) those.push_back(w.create());
    for (const link& l : links) EXPECT_TRUE(r.relate(those[l.from], those[l.to]));
    return w;
}
/// "" where all is there again, and there are so many targets: else one for each link, or two if they are symmetric;
/// "lost" where it is not, or what is wrong, with the entity's number.
template <class Before, class Now> std::string restored(const std::vector<link>& links, std::size_t targets = 0) {
    std::vector<entity> those;
    const world old = related_so<Before>(links, those);
    throng::byte_writer<> saved;
    throng::save(old, saved, components<related<Before>>);
    const auto number = [&](entity e) {
        for (std::size_t i = 0; i < those.size(); ++i) {
            if (those[i] == e) return std::to_string(i);
        }
        return std::string("?");
    };
    world w;
    throng::relation<Now> r(w);
    const entity stays = w.create();
    const throng::restored result = throng::restore(w, saved.bytes(), components<related<Now>>);
    EXPECT_TRUE(w.validate());
    world to;
    const throng::restored merged = throng::merge_saved(to, saved.bytes(), components<related<Now>>);
    EXPECT_EQ(merged.error, result.error);
    EXPECT_EQ(to.size(), result ? 6U : 0U);
    if (!result) {
        EXPECT_TRUE(w.alive(stays) && w.size() == 1U) << "nothing has changed";
        EXPECT_EQ(result.component, "throng::related:r");
        return std::string(result.error) + ": " + number(result.entity);
    }
    std::size_t n = 0;
    for (const entity e : those) n += r.count_targets(e);
    for (const link& l : links) {
        if (!r.related(those[l.from], those[l.to])) return "lost";
    }
    if (targets == 0) targets = links.size() * (throng::core::is_symmetric<Now>() ? 2 : 1);
    return n == targets ? "" : "not as many";
}

} // namespace

TEST(saves_of_relations, come_back_as_they_were) {
    EXPECT_EQ((restored<plain::r, plain::r>({{0, 1}, {0, 2}, {1, 0}, {3, 3}})), "");
    EXPECT_EQ((restored<exclusive::r, exclusive::r>({{0, 1}, {1, 2}, {2, 0}, {3, 3}})), "");
    EXPECT_EQ((restored<acyclic::r, acyclic::r>({{0, 1}, {1, 2}, {3, 2}})), "");
    EXPECT_EQ((restored<symmetric::r, symmetric::r>({{0, 1}, {1, 2}, {2, 0}})), "");
    EXPECT_EQ((restored<couple::r, couple::r>({{0, 1}, {2, 3}})), "");
}

TEST(saves_of_relations, may_have_been_of_another_declaration_where_that_does_not_matter) {
    EXPECT_EQ((restored<plain::r, exclusive::r>({{0, 1}, {1, 2}, {2, 0}})), "");
    EXPECT_EQ((restored<plain::r, acyclic::r>({{0, 1}, {1, 2}, {5, 2}})), "");
    EXPECT_EQ((restored<exclusive::r, plain::r>({{0, 1}, {1, 0}})), "");
    EXPECT_EQ((restored<plain::r, of_one::r>({{0, 1}, {0, 2}, {1, 3}, {4, 4}})), "");
    EXPECT_EQ((restored<of_one::r, exclusive::r>({{0, 1}, {1, 3}})), "");
    EXPECT_EQ((restored<exclusive::r, acyclic::r>({{0, 1}, {1, 2}, {4, 1}})), "");
    EXPECT_EQ((restored<symmetric::r, couple::r>({{0, 1}, {3, 2}})), "");
    EXPECT_EQ((restored<couple::r, symmetric::r>({{0, 1}, {3, 2}})), "");
}

// The state of a relation is its targets: of a symmetric one, both entities have the other.
TEST(saves_of_relations, become_symmetric_and_are_so_no_more) {
    EXPECT_EQ((restored<plain::r, symmetric::r>({{2, 3}, {3, 4}, {0, 3}})), "");
    EXPECT_EQ((restored<plain::r, couple::r>({{2, 3}, {1, 0}})), "");
    EXPECT_EQ((restored<plain::r, symmetric::r>({{2, 3}, {3, 2}}, 2)), "");
    EXPECT_EQ((restored<symmetric::r, plain::r>({{2, 3}, {3, 1}}, 4)), "");
    EXPECT_EQ((restored<couple::r, exclusive::r>({{2, 3}}, 2)), "");
}

TEST(saves_of_relations, are_refused_where_it_matters) {
    EXPECT_EQ((restored<plain::r, exclusive::r>({{0, 1}, {3, 4}, {3, 5}})),
              "it has more than one target of an exclusive relation: 3");
    EXPECT_EQ((restored<symmetric::r, couple::r>({{0, 1}, {1, 2}})),
              "it has more than one target of an exclusive relation: 1");
    EXPECT_EQ((restored<plain::r, couple::r>({{2, 3}, {3, 4}})),
              "it has more than one target of an exclusive relation: 3");
    EXPECT_EQ((restored<plain::r, symmetric::r>({{2, 3}, {4, 4}})),
              "it is related to itself in a symmetric relation: 4");
    EXPECT_EQ((restored<couple::r, acyclic::r>({{2, 3}})).substr(0, 49),
              "it is in a cycle of a relation without cycles: 2");
    EXPECT_EQ((restored<exclusive::r, acyclic::r>({{0, 1}, {1, 2}, {2, 0}, {4, 5}})).substr(0, 49),
              "it is in a cycle of a relation without cycles: 0");
    EXPECT_EQ((restored<exclusive::r, acyclic::r>({{1, 4}, {4, 4}})),
              "it is in a cycle of a relation without cycles: 4");
    EXPECT_EQ((restored<plain::r, of_one::r>({{0, 1}, {0, 2}, {3, 4}, {5, 4}})),
              "it has more than one source of a relation with one source: 4");
    EXPECT_EQ((restored<symmetric::r, of_one::r>({{0, 1}, {0, 2}})),
              "it has more than one source of a relation with one source: 0");
}

// What has ended, and what a clone has of its original, are no links.
TEST(saves_of_relations, know_which_links_count) {
    world w;
    throng::relation<plain::r> r(w);
    std::vector<entity> those;
    for (int i = 0; i < 9; ++i) those.push_back(w.create());
    for (std::size_t i = 1; i < 9; ++i) r.relate(those[0], those[i]);
    for (std::size_t i = 1; i < 5; ++i) r.unrelate(those[0], those[i]);
    for (std::size_t i = 5; i < 8; ++i) w.destroy(those[i]);
    const entity twin = w.clone(those[0]);
    EXPECT_EQ(r.count_targets(those[0]), 1U);
    throng::byte_writer<> saved;
    throng::save(w, saved, components<related<plain::r>>);
    world v;
    throng::relation<exclusive::r> its(v);
    const throng::restored result = throng::restore(v, saved.bytes(), components<related<exclusive::r>>);
    ASSERT_TRUE(result) << result.error;
    EXPECT_EQ(its.target_of(those[0]), those[8]);
    EXPECT_EQ(its.target_of(twin), entity{});
}

// A long chain, and many of them: in linear time, and without recursion.
TEST(saves_of_relations, of_a_long_chain_are_checked_soon) {
    world w;
    throng::relation<acyclic::r> r(w);
    std::vector<entity> those;
    for (int i = 0; i < 20'000; ++i) those.push_back(w.create());
    for (std::size_t i = 1; i < those.size(); ++i) ASSERT_TRUE(r.relate(those[i - 1], those[i]));
    throng::byte_writer<> saved;
    throng::save(w, saved, components<related<acyclic::r>>);
    world v;
    throng::relation<acyclic::r> its(v);
    ASSERT_TRUE(throng::restore(v, saved.bytes(), components<related<acyclic::r>>));
    EXPECT_EQ(its.top_of(those[0]), those.back());
}
