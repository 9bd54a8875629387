// Collections as bytes: what is restored is as if it had never been saved, and bad bytes change nothing.

#include "contract/dice.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/tree.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>
#include <throng/world/save_collection.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace saved_things {

struct ship {
    int number = 0;
    std::string name;
    throng::handle<ship> follows;
};

/// Plain, so that snapshots compare its bytes.
struct shot {
    std::int32_t number = 0;
    float speed = 1;
};

class guard : public throng::entity {
  public:
    guard() = default;
    explicit guard(int n) : number(n) {}
    int number = 0;
};

/// Made only by functions of its own.
class lamp {
  public:
    explicit lamp(int watts) : watts_(watts) {}
    [[nodiscard]] int watts() const { return watts_; }

  private:
    int watts_;
};

/// A ship as a later version of the game knows it.
struct larger_ship {
    std::string title;
    std::int64_t number = 0;
    double speed = 3;
};

} // namespace saved_things

template <> struct throng::component<saved_things::guard> {
    static constexpr auto fields = throng::fields(throng::field("number", &saved_things::guard::number));
};
template <> struct throng::component<saved_things::larger_ship> {
    static constexpr throng::field_renamed renamed[] = {{"name", "title"}};
};
template <> struct throng::component<saved_things::lamp> {
    static void save(const saved_things::lamp& l, throng::byte_writer<>& to) { to.put(l.watts()); }
    static saved_things::lamp restore(throng::byte_reader& from) { return saved_things::lamp(from.get<int>()); }
};

namespace {

using namespace saved_things;

using bytes = std::vector<std::byte>;

template <class C> bytes bytes_of(const C& c) {
    throng::byte_writer<> to;
    EXPECT_TRUE(throng::save(c, to));
    return {to.bytes().begin(), to.bytes().end()};
}
/// The same with another check sum, which is right.
bytes summed(bytes b) {
    const std::size_t n = b.size() - sizeof(std::uint64_t);
    const std::uint64_t sum = throng::core::mix(0, b.data(), n);
    throng::core::copy_number(b.data() + n, &sum, sizeof(sum));
    return b;
}

template <class T> T made(int n) {
    if constexpr (std::is_same_v<T, ship>) return {n, "ship number " + std::to_string(n), {}};
    else if constexpr (std::is_same_v<T, shot>) return {n, 1};
    else return T(n);
}

template <class C> void add_at_once(C& c, int n) {
    c.add(made<typename C::value_type>(n));
    if constexpr (requires { c.commit(); }) c.commit();
}
/// Adds and removes at random, and notes the handles that it gets.
template <class C> void live_on(C& c, std::vector<typename C::handle_type>& known, contract::dice& d, int edits) {
    for (int i = 0; i < edits; ++i) {
        if (known.empty() || d.below(5) < 3) known.push_back(c.add(made<typename C::value_type>(i)));
        else c.remove(known[d.below(static_cast<unsigned>(known.size()))]);
        if constexpr (requires { c.commit(); }) {
            if (d.below(9) == 0) c.commit();
        }
    }
}
template <class C> std::vector<int> numbers_in(C& c) {
    std::vector<int> all;
    c.each([&all](const auto& x) { all.push_back(x.number); });
    return all;
}

template <class C> class saving_collections : public testing::Test {};
using collections = testing::Types<throng::list<ship>, throng::list<shot>, throng::bag<ship>, throng::bag<shot>,
                                   throng::pool<ship>, throng::pool<shot>, throng::buffered_list<ship>,
                                   throng::buffered_bag<shot>, throng::entity_list<guard>, throng::tree<ship>>;
TYPED_TEST_SUITE(saving_collections, collections, );

} // namespace

TYPED_TEST(saving_collections, restored_it_has_the_same_future) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        contract::dice d(seed);
        TypeParam then;
        std::vector<typename TypeParam::handle_type> known;
        live_on(then, known, d, static_cast<int>(d.below(700)));
        const bytes saved = bytes_of(then);

        TypeParam now;
        std::vector<typename TypeParam::handle_type> others;
        live_on(now, others, d, static_cast<int>(d.below(300)));
        const throng::restored result = throng::restore(now, saved);
        ASSERT_TRUE(result) << result.error << " at " << result.position;
        ASSERT_TRUE(now.validate());
        EXPECT_EQ(numbers_in(now), numbers_in(then));
        for (const auto h : known) {
            ASSERT_EQ(now.contains(h), then.contains(h));
            if (then.contains(h)) {
                ASSERT_EQ(now.get(h)->number, then.get(h)->number);
            }
        }
        EXPECT_EQ(bytes_of(now), saved);

        contract::dice same = d;
        auto known_too = known;
        live_on(then, known, d, 500);
        live_on(now, known_too, same, 500);
        EXPECT_EQ(known, known_too) << "later handles are the same";
        EXPECT_EQ(numbers_in(now), numbers_in(then));
        ASSERT_TRUE(now.validate());
    }
}

TYPED_TEST(saving_collections, is_refused_while_it_is_walked) {
    TypeParam c;
    add_at_once(c, 1);
    const bytes saved = bytes_of(c);
    add_at_once(c, 2);
    int visits = 0;
    c.each([&](const auto&) {
        EXPECT_FALSE(throng::restore(c, saved));
        ++visits;
    });
    EXPECT_EQ(visits, 2);
    EXPECT_EQ(numbers_in(c), (std::vector{1, 2}));
    EXPECT_TRUE(throng::restore(c, saved));
    EXPECT_EQ(numbers_in(c), std::vector{1});
}

TYPED_TEST(saving_collections, whatever_the_bytes_are_it_is_whole) {
    TypeParam then;
    std::vector<typename TypeParam::handle_type> known;
    contract::dice d(7);
    live_on(then, known, d, 25);
    const bytes saved = bytes_of(then);
    TypeParam c;
    add_at_once(c, 77);
    for (std::size_t n = 0; n < saved.size(); ++n) {
        ASSERT_FALSE(throng::restore(c, std::span(saved).first(n)));
        if (n < 40) continue;
        bytes shorter(saved.begin(), saved.begin() + static_cast<std::ptrdiff_t>(n));
        ASSERT_FALSE(throng::restore(c, summed(shorter))) << n;
    }
    ASSERT_EQ(numbers_in(c), std::vector{77}) << "what was refused has changed nothing";
    std::size_t refused = 0;
    for (std::size_t at = 0; at + sizeof(std::uint64_t) < saved.size(); ++at) {
        for (const int turned : {1, 0x80, 0xff}) {
            bytes other = saved;
            other[at] ^= static_cast<std::byte>(turned);
            ASSERT_FALSE(throng::restore(c, other)) << "the check sum tells";
            if (throng::restore(c, summed(other))) add_at_once(c, 1);
            else ++refused;
            ASSERT_TRUE(c.validate()) << at;
        }
    }
    EXPECT_GT(refused, 100U);
}

TEST(saving_collections, handles_among_what_is_saved_are_kept_right) {
    throng::list<ship> fleet;
    const auto flag = fleet.add({1, "flagship", {}});
    const auto gone = fleet.add({2, "gone", {}});
    fleet.add({3, "first", flag});
    fleet.add({4, "second", gone});
    fleet.remove(gone);
    throng::list<ship> again;
    ASSERT_TRUE(throng::restore(again, bytes_of(fleet)));
    EXPECT_EQ(again.get(again.last()->follows), nullptr) << "it was stale, and stays so";
    again.remove(*again.last());
    ASSERT_NE(again.get(again.last()->follows), nullptr);
    EXPECT_EQ(again.get(again.last()->follows)->name, "flagship");
}

TEST(saving_collections, subsets_are_told_by_the_order_in_which_they_were_made) {
    struct level {
        throng::pool<shot> all;
        throng::subset<throng::pool<shot>> slow{all};
        throng::subset<throng::pool<shot>> red{all};
    };
    level then;
    for (int i = 0; i < 300; ++i) {
        const auto h = then.all.add({i, 1});
        if (i % 3 == 0) then.slow.join(*then.all.get(h));
        if (i % 7 == 0) then.red.join(*then.all.get(h));
    }
    for (int i = 0; i < 100; ++i) then.all.remove(*then.all.begin());
    level now;
    now.all.add({1000, 1});
    now.red.join(*now.all.begin());
    ASSERT_TRUE(throng::restore(now.all, bytes_of(then.all)));
    EXPECT_EQ(numbers_in(now.slow), numbers_in(then.slow));
    EXPECT_EQ(numbers_in(now.red), numbers_in(then.red));
    EXPECT_TRUE(now.all.validate());
}

TEST(saving_collections, trees_keep_their_branches) {
    throng::tree<ship> t;
    contract::dice d(3);
    std::vector<throng::tree<ship>::handle_type> known;
    for (int i = 0; i < 300; ++i) {
        if (known.empty() || d.below(4) == 0) known.push_back(t.add(made<ship>(i)));
        else if (ship* const parent = t.get(known[d.below(static_cast<unsigned>(known.size()))]))
            known.push_back(t.add_child(*parent, made<ship>(i)));
        if (d.below(6) == 0) {
            if (ship* const x = t.get(known[d.below(static_cast<unsigned>(known.size()))])) t.remove(*x);
        }
    }
    throng::tree<ship> again;
    ASSERT_TRUE(throng::restore(again, bytes_of(t)));
    ASSERT_TRUE(again.validate());
    EXPECT_EQ(numbers_in(again), numbers_in(t)) << "in the order of the branches";
    for (const auto h : known) {
        ship* const x = t.get(h);
        if (x == nullptr) continue;
        ship* const parent = t.parent_of(*x);
        ship* const now = again.parent_of(*again.get(h));
        ASSERT_EQ(parent == nullptr, now == nullptr);
        if (parent != nullptr) {
            EXPECT_EQ(parent->number, now->number);
        }
    }
}

TEST(saving_collections, fields_may_be_others_later) {
    throng::list<ship> old;
    const auto h = old.add({5, "Argo", {}});
    const bytes saved = bytes_of(old);
    throng::list<larger_ship> now;
    const throng::restored result = throng::restore(now, saved);
    ASSERT_TRUE(result) << result.error;
    EXPECT_EQ(now.first()->title, "Argo");
    EXPECT_EQ(now.first()->number, 5);
    EXPECT_EQ(now.first()->speed, 3) << "what there was not is as it is made";
    EXPECT_TRUE(old.contains(h));
}

TEST(saving_collections, what_restores_itself_needs_no_constructor) {
    throng::bag<lamp> lamps;
    for (int i = 0; i < 50; ++i) lamps.add(lamp(i));
    throng::bag<lamp> again;
    ASSERT_TRUE(throng::restore(again, bytes_of(lamps)));
    int sum = 0;
    again.each([&sum](const lamp& l) { sum += l.watts(); });
    EXPECT_EQ(sum, 49 * 50 / 2);
}

TEST(saving_collections, an_ordered_set_keeps_its_order) {
    throng::ordered_set<std::string> s{"what", "is", "first", "stays", "first"};
    const bytes saved = bytes_of(s);
    throng::ordered_set<std::string> again{"other"};
    ASSERT_TRUE(throng::restore(again, saved));
    EXPECT_EQ(again, s);
    // (The first of the values is its length and four characters: another one that is there twice is refused.)
    bytes twice = saved;
    const auto at = std::search(twice.begin(), twice.end(), reinterpret_cast<const std::byte*>("first"),
                                reinterpret_cast<const std::byte*>("first") + 5);
    ASSERT_NE(at, twice.end());
    std::transform(reinterpret_cast<const char*>("stays"), reinterpret_cast<const char*>("stays") + 5, at,
                   [](char c) { return static_cast<std::byte>(c); });
    const throng::restored result = throng::restore(again, summed(twice));
    EXPECT_FALSE(result);
    EXPECT_EQ(again, s);
}

TEST(saving_collections, of_another_kind_is_refused_with_the_reason) {
    throng::list<shot> l;
    l.add({});
    throng::pool<shot> p;
    EXPECT_STREQ(throng::restore(p, bytes_of(l)).error, "saved by a collection of another kind");
    throng::list<std::string> texts;
    EXPECT_STREQ(throng::restore(texts, bytes_of(l)).error, "it is of another sort now");
    EXPECT_STREQ(throng::restore(l, bytes(50)).error,
                 "this is no saved collection, or one of a version that is not known");
    EXPECT_EQ(l.size(), 1U);
}

TEST(saving_collections, where_there_is_no_room_nothing_changes) {
    throng::list<shot> l;
    for (int i = 0; i < 9; ++i) l.add({i, 1});
    throng::list<shot> small;
    small.max_capacity(5);
    small.add({100, 1});
    EXPECT_STREQ(throng::restore(small, bytes_of(l)).error, "there is no room for it");
    EXPECT_EQ(numbers_in(small), std::vector{100});

    throng::pool<shot> p;
    for (int i = 0; i < 9; ++i) p.add({i, 1});
    for (int i = 0; i < 5; ++i) p.remove(*p.begin());
    throng::pool<shot> fixed(throng::fixed_capacity{8});
    EXPECT_STREQ(throng::restore(fixed, bytes_of(p)).error, "there is no room for it") << "slot 8 is in use";
    throng::pool<shot> wide(throng::fixed_capacity{9});
    EXPECT_TRUE(throng::restore(wide, bytes_of(p)));
    EXPECT_EQ(numbers_in(wide), numbers_in(p));
    EXPECT_TRUE(wide.validate());
}

TEST(saving_collections, what_is_saved_of_a_snapshot_is_of_its_moment) {
    throng::list<shot> l;
    l.add({1, 1});
    const throng::snapshot_of then(l);
    l.add({2, 1});
    throng::byte_writer<> to;
    ASSERT_TRUE(throng::save(then, to));
    ASSERT_TRUE(throng::restore(l, to.bytes()));
    EXPECT_EQ(numbers_in(l), std::vector{1});
}
