// Values of enumerations that have changed since they were saved are found by their names, or refused.

#include <throng/world/save.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace {

using throng::components;
using throng::entity;
using throng::named;
using throng::world;

/// A component of that name with one value.
template <class E> struct hand {
    E holds{};
};
template <class Before, class Now> std::string restored(Before before, Now& now) {
    world w;
    const entity e = w.create(hand<Before>{before});
    throng::byte_writer<> saved;
    throng::save(w, saved, components<hand<Before>>);
    world v;
    const throng::restored r = throng::restore(v, saved.bytes(), components<hand<Now>>);
    if (!r) return std::string(r.component) + "." + std::string(r.field()) + ": " + r.error;
    now = v.get<hand<Now>>(e).holds;
    return "";
}

enum class tool : std::uint8_t { knife, gun, rope };
enum class mixed_tool : std::uint8_t { gun, rope, knife };
enum class more_tools : std::uint8_t { knife, gun, rope, torch };
// The names that a compiler tells: `first`, `gun`, and `first`, `knife`, `gun`.
enum class marked_tool : std::uint8_t { first = 0, knife = 0, gun };
enum class marked_later : std::uint8_t { first = 0, sword = 0, knife, gun };
enum class rank : std::uint8_t { first, second, third };
enum class more_ranks : std::uint8_t { first, second, third, fourth };
// Of two listed names with one value, which are split later.
enum class listed_tool : std::uint8_t { first = 0, knife = 0, gun };
enum class listed_later : std::uint8_t { first = 0, sword = 0, knife, gun };
enum class listed_last : std::uint8_t { sword, knife, gun };
// Bits that may be combined.
enum class flags : std::uint8_t { wet = 1, cold = 2 };
enum class more_flags : std::uint8_t { wet = 1, cold = 2, dark = 4 };
enum class moved_flags : std::uint8_t { dark = 1, wet = 2, cold = 4 };

} // namespace

template <class E> struct throng::component<hand<E>> {
    static constexpr const char* name = "hand";
};
template <> struct throng::component<listed_tool> {
    static constexpr throng::enumerator names[] = {named("first", listed_tool::first),
                                                   named("knife", listed_tool::knife), named("gun", listed_tool::gun)};
};
template <> struct throng::component<listed_later> {
    static constexpr throng::enumerator names[] = {
        named("first", listed_later::first), named("sword", listed_later::sword), named("knife", listed_later::knife),
        named("gun", listed_later::gun)};
};
template <> struct throng::component<listed_last> {
    static constexpr throng::enumerator names[] = {named("sword", listed_last::sword),
                                                   named("knife", listed_last::knife), named("gun", listed_last::gun)};
};

TEST(changed_enumerations, are_found_by_their_names) {
    mixed_tool mixed{};
    EXPECT_EQ(restored(tool::knife, mixed), "");
    EXPECT_EQ(mixed, mixed_tool::knife);
    more_tools more{};
    EXPECT_EQ(restored(tool::rope, more), "");
    EXPECT_EQ(more, more_tools::rope);
    EXPECT_EQ(restored(more_tools::torch, mixed), "hand.holds: an enumerator that no longer exists");
    more_ranks known{};
    EXPECT_EQ(restored(rank::first, known), "");
    EXPECT_EQ(known, more_ranks::first) << "nothing else has changed";
}

TEST(changed_enumerations, a_name_that_may_be_a_mark_is_refused) {
    marked_later later{};
    EXPECT_NE(restored(marked_tool::knife, later).find("list the names in component<E>::names"), std::string::npos);
    EXPECT_EQ(restored(marked_tool::gun, later), "");
    EXPECT_EQ(later, marked_later::gun);
    marked_tool same{};
    EXPECT_EQ(restored(marked_tool::knife, same), "");
    EXPECT_EQ(same, marked_tool::knife);
    // A program that lists its names has decided what `first` was.
    listed_later listed{};
    EXPECT_EQ(restored(marked_tool::knife, listed), "");
    EXPECT_EQ(listed, listed_later::first);
}

TEST(changed_enumerations, names_of_one_value_have_to_agree) {
    listed_later later{};
    EXPECT_EQ(restored(listed_tool::knife, later), "hand.holds: the names of a value have different values now");
    EXPECT_EQ(restored(listed_tool::gun, later), "");
    EXPECT_EQ(later, listed_later::gun);
    listed_last last{};
    EXPECT_EQ(restored(listed_tool::knife, last), "") << "of those that there are still";
    EXPECT_EQ(last, listed_last::knife);
    listed_tool same{};
    EXPECT_EQ(restored(listed_tool::knife, same), "");
    EXPECT_EQ(same, listed_tool::knife);
}

TEST(changed_enumerations, numbers_without_a_name_stay_where_no_name_has_moved) {
    const auto both = static_cast<flags>(3);
    more_flags more{};
    EXPECT_EQ(restored(both, more), "");
    EXPECT_EQ(more, static_cast<more_flags>(3));
    moved_flags moved{};
    EXPECT_EQ(restored(both, moved), "hand.holds: a value without a name, of an enumeration whose values have changed");
    EXPECT_EQ(restored(flags::cold, moved), "");
    EXPECT_EQ(moved, moved_flags::cold);
    std::uint16_t number = 0;
    EXPECT_EQ(restored(both, number), "");
    EXPECT_EQ(number, 3);
}
