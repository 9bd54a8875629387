// Collections as text: what is read is what was written, with handles and subsets; a text with an error changes
// nothing.

#include "contract/dice.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/tree.hpp>
#include <throng/extra/json.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace texts {

struct ship {
    int number = 0;
    std::string name = "none";
    throng::handle<ship> follows;
};
struct spot {
    int number = 0;
    float x = 0;
    std::vector<int> path;
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

} // namespace texts

template <> struct throng::component<texts::guard> {
    static constexpr auto fields = throng::fields(throng::field("number", &texts::guard::number));
};
template <> struct throng::component<texts::lamp> {
    static void save(const texts::lamp& l, throng::byte_writer<>& to) { to.put(l.watts()); }
    static texts::lamp restore(throng::byte_reader& from) { return texts::lamp(from.get<int>()); }
};

namespace {

using namespace texts;
using throng::json_result;
using throng::read_json;

template <class C> std::vector<std::byte> bytes_of(const C& c) {
    throng::byte_writer<> to;
    EXPECT_TRUE(throng::save(c, to));
    return {to.bytes().begin(), to.bytes().end()};
}
template <class C> std::string text_of(const C& c) {
    std::ostringstream to;
    EXPECT_TRUE(throng::write_json(c, to));
    return std::move(to).str();
}
/// The collection that is read from what is written of this one has the same bytes.
template <class C> void expect_whole(const C& c) {
    const std::string text = text_of(c);
    C read;
    const json_result r = read_json(read, text);
    ASSERT_TRUE(r) << r.pointer << ' ' << r.line << ": " << r.error << '\n' << text;
    EXPECT_TRUE(r.unknown.empty());
    EXPECT_TRUE(r.missing.empty());
    EXPECT_EQ(bytes_of(read), bytes_of(c)) << text;
}

template <class C> class of_collections : public testing::Test {};
using with_handles = testing::Types<throng::list<ship>, throng::bag<ship>, throng::pool<ship>,
                                    throng::buffered_list<ship>, throng::pool<lamp>>;
TYPED_TEST_SUITE(of_collections, with_handles);

TYPED_TEST(of_collections, with_their_handles_after_any_edits) {
    using value = typename TypeParam::value_type;
    contract::dice d(7);
    TypeParam c;
    std::vector<typename TypeParam::handle_type> known;
    expect_whole(c);
    for (int round = 0; round < 10; ++round) {
        for (int i = 0; i < 30; ++i) {
            if (known.empty() || d.below(5) < 3) {
                if constexpr (std::is_same_v<value, ship>) known.push_back(c.add({i, "a \"name\"\n", {}}));
                else known.push_back(c.add(value(i)));
            } else {
                c.remove(known[d.below(static_cast<unsigned>(known.size()))]);
            }
            if constexpr (requires { c.commit(); }) {
                if (d.below(9) == 0) c.commit();
            }
        }
        expect_whole(c);
    }
    TypeParam read;
    ASSERT_TRUE(read_json(read, text_of(c)));
    for (const auto h : known) EXPECT_EQ(read.contains(h), c.contains(h));
}

TEST(json_of_collections, of_sets_entities_numbers_and_trees) {
    throng::ordered_set<int> set;
    for (const int n : {5, 3, 9}) set.add(n);
    expect_whole(set);
    EXPECT_EQ(text_of(set), "{\n\"throng\": 1,\n\"collection\": \"values\",\n\"elements\": [\n5,\n3,\n9]\n}\n");
    throng::list<bool> flags;
    for (int i = 0; i < 70; ++i) flags.add(i % 3 == 0);
    expect_whole(flags);
    throng::entity_list<guard> guards;
    for (int i = 0; i < 5; ++i) guards.add(guard(i));
    expect_whole(guards);
    throng::tree<ship> tree;
    expect_whole(tree);
    const auto top = tree.add(ship{1, "top", {}});
    const auto left = tree.add_child(top, ship{2, "left", {}});
    tree.add_child(top, ship{3, "right", {}});
    tree.add_child(left, ship{4, "below", {}});
    tree.add(ship{5, "beside", {}});
    tree.remove(tree.add_child(left, ship{6, "removed", {}}));
    expect_whole(tree);
}

TEST(json_of_collections, of_subsets_in_the_order_in_which_they_were_made) {
    throng::list<ship> ships;
    throng::subset<throng::list<ship>> fast{ships};
    throng::subset<throng::list<ship>> large{ships};
    std::vector<throng::handle<ship>> known;
    for (int i = 0; i < 200; ++i) known.push_back(ships.add({i, "", {}}));
    for (std::size_t i = 0; i < known.size(); i += 3) fast.join(*ships.get(known[i]));
    for (std::size_t i = 0; i < known.size(); i += 7) large.join(*ships.get(known[i]));
    for (std::size_t i = 0; i < known.size(); i += 5) ships.remove(known[i]);
    const std::string text = text_of(ships);
    const auto before = bytes_of(ships);
    fast.clear();
    ships.clear();
    ASSERT_TRUE(read_json(ships, text));
    EXPECT_EQ(bytes_of(ships), before);
    EXPECT_TRUE(fast.contains(known[3]));
    EXPECT_FALSE(fast.contains(known[1]));
    EXPECT_FALSE(fast.contains(known[15]));
    EXPECT_TRUE(large.contains(known[7]));
}

TEST(json_of_collections, are_written_by_hand) {
    constexpr std::string_view text = R"({"throng": 1, "collection": "row", // the level
        "elements": [{"number": 1, "path": [3, 4]}, {"x": "inf", "number": 2, "color": "red"}], "author": {"x": 1}})";
    throng::list<spot> spots;
    spots.add({9, 9, {}});
    const json_result r = read_json(spots, text);
    ASSERT_TRUE(r) << r.error;
    EXPECT_EQ(r.unknown, (std::vector<std::string>{"/elements/1/color", "/author"}));
    EXPECT_EQ(r.missing, (std::vector<std::string>{"/elements/0/x", "/elements/1/path"}));
    ASSERT_EQ(spots.size(), 2U);
    std::vector<int> numbers;
    spots.each([&](const spot& s) { numbers.push_back(s.number); });
    EXPECT_EQ(numbers, (std::vector<int>{1, 2}));
    throng::pool<ship> ships;
    ASSERT_TRUE(read_json(ships, R"({"throng":1,"collection":"slots","elements":[{"number":4},{},{}]})"));
    EXPECT_EQ(ships.size(), 3U);
    const auto h = ships.add({});
    EXPECT_TRUE(ships.contains(h));
    EXPECT_TRUE(ships.validate());
}

template <class C> struct wrong {
    std::string_view text;
    std::string_view pointer;
    std::string_view error;
    std::size_t line;
};
template <class C> void expect_refused(C& c, std::initializer_list<wrong<C>> all) {
    const auto before = bytes_of(c);
    for (const wrong<C>& w : all) {
        const json_result r = read_json(c, w.text);
        EXPECT_EQ(r.error, w.error) << w.text;
        EXPECT_EQ(r.pointer, w.pointer) << w.text;
        EXPECT_EQ(r.line, w.line) << w.text;
        EXPECT_EQ(bytes_of(c), before) << w.text;
    }
}

TEST(json_of_collections, with_an_error_say_where_and_change_nothing) {
    throng::list<spot> spots;
    spots.add({1, 2, {3}});
    constexpr const char* none = R"(a collection is wanted, with "throng": 1 and "collection": "row" or another form)";
    expect_refused(
        spots,
        {{"[]", "", "an object is wanted", 1},
         {"{}", "", none, 1},
         {"{\"throng\": 1,\n\"entities\": []}", "", none, 2},
         {"{\"throng\":\n2}", "/throng", "it is of a version that is not known", 2},
         {"{\"throng\": 1, \"collection\": \"heap\"}", "/collection", "it has no value of that name", 1},
         {"{\"throng\": 1, \"collection\": \"slots\"}", "/collection", "saved by a collection of another kind", 1},
         {"{\"throng\": 1,\n \"throng\": 1}", "/throng", "it is there twice", 2},
         {"{\"throng\": 1, \"collection\": \"row\", \"elements\": {}}", "/elements", "an array is wanted", 1},
         {"{\"throng\": 1, \"collection\": \"row\",\n\"elements\": [\n{\"number\": 1}, {\"number\":\n\"1\"}]}",
          "/elements/1/number", "a number is wanted", 4},
         {"{\"throng\": 1, \"collection\": \"row\",\n\"elements\": [{\"x\": 1, \"x\": 1}]}", "/elements/0/x",
          "it is there twice", 2},
         {"{\"throng\": 1, \"collection\": \"row\",\n\"elements\": [{\"path\": [1, 2.5]}]}", "/elements/0/path/1",
          "a whole number is wanted", 2},
         {"{\"throng\": 1, \"collection\": \"row\", \"elements\": [{}],\n\"waiting\": 1}", "/waiting",
          "more of it waits than there is", 2},
         {"{\"throng\": 1, \"collection\": \"row\", \"elements\": [{}],\n\"handles\": {\"in_use\": true}}", "/handles",
          "each element wants one entry, 0 for none", 2},
         {"{\"throng\": 1, \"collection\": \"row\", \"elements\": [{}],\n\"handles\": {\"first\": 0}}", "/handles",
          "it has impossible handles", 2},
         {"{\"throng\": 1, \"collection\": \"row\", \"elements\": [{}],\n\"subsets\": [{\"members\": [1]}]}",
          "/subsets", "an element there is not is a member", 2}});
    for (auto it = spots.begin(); it != spots.end(); ++it) {
        const json_result r = read_json(spots, R"({"throng": 1, "collection": "row", "elements": []})");
        EXPECT_FALSE(r);
        EXPECT_EQ(r.pointer, "");
    }
    EXPECT_EQ(spots.size(), 1U);

    throng::pool<spot> pool;
    pool.add({});
    expect_refused(pool, {{"{\"throng\": 1, \"collection\": \"slots\", \"elements\": [{}],\n"
                           "\"handles\": {\"generations\": [1, 1], \"free\": []}}",
                           "/handles", "there are 2 slots for 1 elements", 2},
                          {"{\"throng\": 1, \"collection\": \"slots\", \"elements\": [{}],\n"
                           "\"handles\": {\"generations\": [1, 1], \"free\": [2]}}",
                           "/handles", "a slot there is not is free", 2}});
    throng::ordered_set<int> set;
    set.add(3);
    expect_refused(set, {{"{\"throng\": 1, \"collection\": \"values\",\n\"elements\": [1, 2,\n1]}", "/elements/2",
                          "it is there twice, or there is no room for it", 3}});
    throng::tree<int> tree;
    tree.add(1);
    expect_refused(tree, {{"{\"throng\": 1, \"collection\": \"branches\", \"elements\": [1, 2]}", "/links",
                           "each node wants one link", 1},
                          {"{\"throng\": 1, \"collection\": \"branches\", \"elements\": [1],\n"
                           "\"handles\": {\"in_use\": true},\n\"links\": [{\"node\": 1, \"parent\": 1}]}",
                           "/links", "its branches are no tree", 3}});
    throng::pool<lamp> lamps;
    lamps.add(lamp(5));
    expect_refused(lamps, {{"{\"throng\": 1, \"collection\": \"slots\", \"elements\": [\n\"hex:0500\"]}", "/elements/0",
                            "its restore has not read what its save has written", 2},
                           {"{\"throng\": 1, \"collection\": \"slots\", \"elements\": [\n7]}", "/elements/0",
                            "bytes are wanted, as \"hex:\" and two digits each", 2}});
}

TEST(json_of_collections, damaged_anywhere_are_read_or_refused_as_a_whole) {
    contract::dice d(3);
    throng::list<ship> ships;
    throng::subset<throng::list<ship>> some{ships};
    std::vector<throng::handle<ship>> known;
    for (int i = 0; i < 12; ++i) known.push_back(ships.add({i, "x", {}}));
    for (int i = 0; i < 12; i += 2) some.join(*ships.get(known[static_cast<std::size_t>(i)]));
    for (int i = 0; i < 12; i += 3) ships.remove(known[static_cast<std::size_t>(i)]);
    const std::string text = text_of(ships);
    std::size_t refused = 0;
    for (int i = 0; i < 1500; ++i) {
        std::string damaged = text;
        const std::size_t at = d.below(static_cast<unsigned>(text.size()));
        if (i % 3 == 0) damaged.erase(at, 1 + d.below(4));
        else if (i % 3 == 1) damaged[at] = "0123456789{}[],:\"x"[d.below(18)];
        else damaged.resize(at);
        const auto before = bytes_of(ships);
        if (read_json(ships, damaged)) {
            EXPECT_TRUE(ships.validate()) << damaged;
        } else {
            EXPECT_EQ(bytes_of(ships), before) << damaged;
            ++refused;
        }
    }
    EXPECT_GT(refused, 500U);
}

} // namespace
