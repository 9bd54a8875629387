#include <throng/extra/mpi/records.hpp>
#include <throng/extra/mpi/saved_head.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

namespace {

struct position {
    double x = 0;
    double y = 0;
};
enum class mood : std::uint8_t { calm, hungry };
struct mind {
    mood now = mood::calm;
    std::string thought;
};
struct marked {};
/// As a later version of the program has it.
struct later_position {
    float y = 9;
    double z = 9;
};
struct call {
    int loud = 0;
};

struct model {
    using state = throng::components_t<position, mind, marked>;
    using shown = throng::components_t<position>;
    using events = throng::components_t<call, marked>;
};
using records = throng::mpi::records<model>;
using packing = throng::mpi::packing<model::state>;

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<mind> {
    static constexpr const char* name = "mind";
};
template <> struct throng::component<marked> {
    static constexpr const char* name = "marked";
};
template <> struct throng::component<later_position> {
    static constexpr const char* name = "place";
    static constexpr const char* formerly[] = {"position"};
};
template <> struct throng::component<call> {
    static constexpr const char* name = "call";
};

namespace {

/// Some of the components.
template <class List> struct some;
template <class... Cs> struct some<throng::components_t<Cs...>> {
    const std::tuple<Cs...>& of;
    std::uint64_t there;
    template <class C> const C* operator()() const {
        return (there & throng::mpi::packing<throng::components_t<Cs...>>::template bit<C>()) != 0 ? &std::get<C>(of)
                                                                                                   : nullptr;
    }
};

TEST(packs, bring_what_was_there) {
    const packing reader;
    ASSERT_EQ(reader.error(), "");
    const packing::values its{position{1.5, -2}, mind{mood::hungry, "grass"}, marked{}};
    for (std::uint64_t there = 0; there < 8; ++there) {
        throng::byte_writer<> to;
        packing::write(to, some<model::state>{its, there});
        throng::byte_reader from(to.bytes());
        packing::values read{position{7, 7}, mind{mood::hungry, "before"}, marked{}};
        std::uint64_t found = 9;
        ASSERT_EQ(reader.read(from, found, read), nullptr);
        EXPECT_EQ(found, there);
        EXPECT_EQ(from.rest(), 0U);
        // What is not there is as it is made.
        EXPECT_EQ(std::get<position>(read).x, (there & 1U) != 0 ? 1.5 : 0);
        EXPECT_EQ(std::get<mind>(read).thought, (there & 2U) != 0 ? "grass" : "");
        EXPECT_EQ(std::get<mind>(read).now, (there & 2U) != 0 ? mood::hungry : mood::calm);
    }
}

TEST(packs, that_are_damaged_are_refused) {
    const packing reader;
    throng::byte_writer<> to;
    const packing::values its{position{1, 2}, mind{mood::calm, "hay"}, marked{}};
    packing::write(to, some<model::state>{its, 7});
    packing::values read;
    std::uint64_t there = 0;
    for (std::size_t n = 0; n < to.bytes().size(); ++n) {
        throng::byte_reader from(to.bytes().first(n));
        EXPECT_NE(reader.read(from, there, read), nullptr) << n;
    }
    throng::byte_writer<> other;
    other.put(std::uint64_t{8});
    throng::byte_reader from(other.bytes());
    EXPECT_STREQ(reader.read(from, there, read), "an agent has a component that there is not");
    // A text that is longer than all there is.
    throng::byte_writer<> text;
    text.put(std::uint64_t{2});
    text.put(std::uint8_t{0});
    text.put(std::uint64_t{1} << 60U);
    throng::byte_reader too_long(text.bytes());
    EXPECT_NE(reader.read(too_long, there, read), nullptr);
}

TEST(packs, of_an_earlier_version_are_read_by_a_later_one) {
    throng::byte_writer<> description;
    packing::describe(description);
    throng::byte_writer<> to;
    packing::write(to, some<model::state>{{position{1, 2.5}, mind{mood::calm, "hay"}, marked{}}, 7});

    using later = throng::components_t<marked, later_position>;
    throng::mpi::packing<later> reader;
    ASSERT_EQ(reader.read_description(description.bytes()), "");
    throng::mpi::packing<later>::values read;
    std::uint64_t there = 0;
    throng::byte_reader from(to.bytes());
    ASSERT_EQ(reader.read(from, there, read), nullptr);
    EXPECT_EQ(there, 3U);
    EXPECT_EQ(from.rest(), 0U);
    EXPECT_EQ(std::get<later_position>(read).y, 2.5F);
    EXPECT_EQ(std::get<later_position>(read).z, 9);

    for (std::size_t n = 0; n < description.bytes().size(); ++n)
        EXPECT_NE(reader.read_description(description.bytes().first(n)), "") << n;
}

struct nothing_expected {
    const char* births(std::uint32_t, std::uint64_t) const { return "births"; }
    const char* ghost(std::uint64_t, const records::ghost_values&) const { return "a ghost"; }
    const char* agent(std::uint64_t, std::uint64_t, const records::agent_values&) const { return "an agent"; }
};

TEST(records_of_ranks, are_of_three_sorts_or_refused) {
    const records all;
    ASSERT_EQ(all.error(), "");
    const auto read = [&](auto write) {
        throng::byte_writer<> to;
        write(to);
        throng::byte_reader from(to.bytes());
        const char* const error = all.read(from, nothing_expected());
        return std::string(error == nullptr ? "" : error);
    };
    const packing::values its;
    EXPECT_EQ(read([](auto& to) { records::put_births(to, 3, 4); }), "births");
    EXPECT_EQ(read([](auto& to) { records::put_ghost(to, 3, {position{}}); }), "a ghost");
    EXPECT_EQ(read([&](auto& to) { records::put_agent(to, 3, some<model::state>{its, 3}); }), "an agent");
    EXPECT_EQ(read([&](auto& to) { records::put_agent(to, 3, some<model::state>{its, 2}); }),
              "an agent that does not show all");
    EXPECT_EQ(read([&](auto& to) { records::put_agent(to, 0, some<model::state>{its, 3}); }),
              "an agent without an identity");
    EXPECT_EQ(read([](auto& to) { to.put(std::uint8_t{3}); }), "a record of a sort that there is not");
    EXPECT_EQ(read([](auto& to) { to.put(std::uint8_t{2}); }), "a record is cut off");
    EXPECT_EQ(read([](auto& to) {
                  to.put(std::uint8_t{1});
                  to.put(std::uint64_t{5});
                  to.put(std::uint64_t{0});
              }),
              "a ghost that does not show all");
}

TEST(records_of_ranks, of_events_are_one_each) {
    const records all;
    throng::byte_writer<> to;
    records::put_event(to, {1, 2}, {3, 4}, call{5});
    throng::byte_reader from(to.bytes());
    records::event e;
    ASSERT_EQ(all.read_event(from, e), nullptr);
    EXPECT_EQ(e.to.number, 1U);
    EXPECT_EQ(e.to.cell, 2U);
    EXPECT_EQ(e.from.number, 3U);
    EXPECT_EQ(e.which, throng::mpi::packing<model::events>::bit<call>());
    EXPECT_EQ(std::get<call>(e.its).loud, 5);
    for (const std::uint64_t which : {0U, 3U}) {
        throng::byte_writer<> wrong;
        for (int i = 0; i < 2; ++i) {
            wrong.put(std::uint64_t{1});
            wrong.put(std::uint32_t{1});
        }
        wrong.put(which);
        wrong.put(5);
        throng::byte_reader its(wrong.bytes());
        EXPECT_STREQ(all.read_event(its, e), "an event that is none, or several");
    }
}

throng::mpi::saved_head head_of_two_tiles() {
    throng::mpi::saved_head h;
    h.what = {.width = 20, .height = 10, .margin = 1, .seed = 5};
    h.step = 3;
    h.populated = 4;
    h.tiles = 2;
    h.description.resize(7);
    return h;
}

TEST(heads_of_saves, are_read_whole_or_refused) {
    throng::byte_writer<> to;
    head_of_two_tiles().write(to);
    throng::mpi::saved_head read;
    ASSERT_EQ(read.read(to.bytes()), nullptr);
    EXPECT_EQ(read.what.seed, 5U);
    EXPECT_EQ(read.step, 3U);
    EXPECT_EQ(read.description.size(), 7U);
    EXPECT_EQ(throng::mpi::saved_head::length_of(to.bytes()), to.bytes().size());
    for (std::size_t n = 0; n < to.bytes().size(); ++n) EXPECT_NE(read.read(to.bytes().first(n)), nullptr) << n;
    std::vector<std::byte> damaged(to.bytes().begin(), to.bytes().end());
    for (std::byte& b : damaged) {
        b ^= std::byte{1};
        EXPECT_NE(read.read(damaged), nullptr);
        b ^= std::byte{1};
    }
    ASSERT_EQ(read.read(damaged), nullptr);
    throng::mpi::saved_head wrong = head_of_two_tiles();
    wrong.what.margin = std::numeric_limits<double>::quiet_NaN();
    throng::byte_writer<> other;
    wrong.write(other);
    EXPECT_STREQ(read.read(other.bytes()), "the margin must be above 0");
}

TEST(tables_of_saves, are_as_long_as_they_say) {
    throng::mpi::saved_head h = head_of_two_tiles();
    throng::byte_writer<> to;
    std::uint64_t n = 0;
    for (const throng::mpi::saved_tile& t :
         {throng::mpi::saved_tile{60, 1, 2, 3}, throng::mpi::saved_tile{40, 5, 1, 0}}) {
        t.write(to);
        h.table_sum += t.hash(n++);
    }
    std::vector<throng::mpi::saved_tile> read;
    EXPECT_EQ(read_table(to.bytes(), h, 100, read), nullptr);
    EXPECT_EQ(read.size(), 2U);
    EXPECT_STREQ(read_table(to.bytes(), h, 101, read), "it is longer than it says");
    EXPECT_STREQ(read_table(to.bytes(), h, 99, read), "it is cut off");
    EXPECT_STREQ(read_table(to.bytes().first(63), h, 100, read), "its table is damaged");
    h.table_sum += 1;
    EXPECT_STREQ(read_table(to.bytes(), h, 100, read), "it is damaged: the check sum of its table is wrong");
}

} // namespace
