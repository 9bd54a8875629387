/// Collections, handles and entities as text.

#if __has_include(<fmt/format.h>)
#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/extra/format.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/ring.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace {

struct point {
    int x;
    int y;
    [[nodiscard]] bool expired() const { return false; }
    friend std::ostream& operator<<(std::ostream& to, const point& p) { return to << '(' << p.x << ' ' << p.y << ')'; }
};

} // namespace

template <> struct fmt::formatter<point> {
    constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
    template <class Context> auto format(const point& p, Context& context) const {
        return fmt::format_to(context.out(), "<{} {}>", p.x, p.y);
    }
};

namespace {

template <class T> std::string streamed(const T& x) {
    std::ostringstream to;
    to << x;
    return to.str();
}

template <class C> class printed : public testing::Test {};
using collections = testing::Types<throng::list<int>, throng::bag<int>, throng::pool<int>, throng::pool<int, 8>,
                                   throng::buffered_list<int>, throng::ordered_set<int>, throng::ring<int>>;
TYPED_TEST_SUITE(printed, collections);

TYPED_TEST(printed, as_a_list_of_elements) {
    TypeParam all = [] {
        if constexpr (requires { TypeParam(std::size_t{8}); }) return TypeParam(std::size_t{8});
        else return TypeParam();
    }();
    const auto commit = [&] {
        if constexpr (requires { all.commit(); }) all.commit();
    };
    EXPECT_EQ(fmt::format("{}", all), "[]");
    EXPECT_EQ(streamed(all), "[]");
    all.push_back(3);
    commit();
    EXPECT_EQ(fmt::format("{}", all), "[3]");
    all.push_back(12);
    commit();
    EXPECT_EQ(fmt::format("{}", all), "[3, 12]");
    EXPECT_EQ(fmt::format("{:03}|", all), "[003, 012]|");
    EXPECT_EQ(streamed(all), "[3, 12]");
}

TEST(printing, elements_of_a_class_and_texts) {
    throng::list<point> all{{1, 2}, {3, 4}};
    EXPECT_EQ(fmt::format("{}", all), "[<1 2>, <3 4>]");
    EXPECT_EQ(streamed(all), "[(1 2), (3 4)]");
    throng::entity_list<point> entities;
    entities.add(point{5, 6});
    EXPECT_EQ(fmt::format("{}", entities), "[<5 6>]");
    const throng::bag<std::string> texts{"a", "b"};
    EXPECT_EQ(fmt::format("{:>2}", texts), "[ a,  b]");
}

TEST(printing, handles_and_entities) {
    throng::list<int> all;
    const auto h = all.add(1);
    EXPECT_EQ(fmt::format("{}", h), fmt::format("{}:{}", h.index(), h.generation()));
    EXPECT_EQ(streamed(h), fmt::format("{}", h));
    EXPECT_EQ(fmt::format("{}", throng::handle<int>()), "-");
    EXPECT_EQ(streamed(throng::handle<int>()), "-");
    throng::world w;
    const throng::entity e = w.create();
    EXPECT_EQ(streamed(e), fmt::format("{}", e));
    EXPECT_EQ(fmt::format("{}", throng::entity()), "-");
    EXPECT_EQ(fmt::format("{}", w), "[" + fmt::format("{}", e) + "]");
}

struct without_formatter {};
template <class T> constexpr bool is_formattable = fmt::is_formattable<T>::value;
template <class T>
concept is_streamed = requires(std::ostream& to, const T& x) { to << x; };

static_assert(is_formattable<throng::list<int>> && is_streamed<throng::list<int>>);
static_assert(is_formattable<throng::list<throng::bag<point>>> && is_formattable<throng::world>);
static_assert(!is_formattable<throng::list<without_formatter>> && !is_streamed<throng::list<without_formatter>>);
static_assert(!is_formattable<throng::pool<throng::list<without_formatter>>>);
static_assert(!is_formattable<throng::ring<without_formatter>>);

/// Code that prints whatever can be printed.
template <class T> std::string printed_if_possible(const T& x) {
    if constexpr (is_formattable<T>) return fmt::format("{}", x);
    else return "?";
}

TEST(printing, of_elements_without_a_formatter_can_be_asked_for) {
    EXPECT_EQ(printed_if_possible(throng::list<int>{1, 2}), "[1, 2]");
    EXPECT_EQ(printed_if_possible(throng::list<without_formatter>()), "?");
}

} // namespace
#endif
