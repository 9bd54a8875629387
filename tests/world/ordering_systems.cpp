// Systems in the order of names, on conditions, when something throws, and what is traced of them; timers.
// needs exceptions

#include <throng/world/schedule.hpp>
#include <throng/world/timers.hpp>

#include <gtest/gtest.h>

#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::schedule;
using throng::system_step;
using throng::world;

struct position {
    int x = 0;
};

/// A text that is JSON, as a tree: enough to look into a trace.
struct value {
    std::string name;
    std::string text;
    std::vector<value> members;
    [[nodiscard]] const value& operator[](std::string_view which) const {
        for (const value& v : members) {
            if (v.name == which) return v;
        }
        throw std::runtime_error("no such member");
    }
};
class parser {
  public:
    explicit parser(std::string_view text) : rest_(text) {}
    value parse() {
        value v = any();
        skip();
        if (!rest_.empty()) fail();
        return v;
    }

  private:
    [[noreturn]] static void fail() { throw std::runtime_error("no JSON"); }
    void skip() {
        while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_[0])) != 0) rest_.remove_prefix(1);
    }
    bool take(char c) {
        skip();
        if (rest_.empty() || rest_[0] != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void need(char c) {
        if (!take(c)) fail();
    }
    std::string quoted() {
        std::string text;
        for (;;) {
            if (rest_.empty() || static_cast<unsigned char>(rest_[0]) < 0x20) fail();
            char c = rest_[0];
            rest_.remove_prefix(1);
            if (c == '"') return text;
            if (c == '\\') {
                if (rest_.empty()) fail();
                c = rest_[0];
                rest_.remove_prefix(1);
                if (c == 'u') {
                    c = static_cast<char>(std::strtoul(std::string(rest_.substr(0, 4)).c_str(), nullptr, 16));
                    rest_.remove_prefix(4);
                } else if (c != '"' && c != '\\') {
                    fail();
                }
            }
            text += c;
        }
    }
    value any() {
        value v;
        if (take('"')) {
            v.text = quoted();
        } else if (take('{')) {
            if (take('}')) return v;
            do {
                need('"');
                std::string name = quoted();
                need(':');
                v.members.push_back(any());
                v.members.back().name = std::move(name);
            } while (take(','));
            need('}');
        } else if (take('[')) {
            if (take(']')) return v;
            do v.members.push_back(any());
            while (take(','));
            need(']');
        } else {
            skip();
            while (!rest_.empty() && std::string_view("+-.0123456789").find(rest_[0]) != std::string_view::npos) {
                v.text += rest_[0];
                rest_.remove_prefix(1);
            }
            if (v.text.empty()) fail();
        }
        return v;
    }
    std::string_view rest_;
};

} // namespace

TEST(systems, run_before_and_after_others_by_name) {
    world w;
    schedule s(w);
    std::string log;
    s.add("draw", [&] { log += "d"; }).after("move").order(-5);
    s.add("move", [&] { log += "m"; }).order(7);
    s.add("input", [&] { log += "i"; }).before("move").order(9);
    s.add("other", [&] { log += "o"; }).after("missing");
    EXPECT_TRUE(s.run(1));
    EXPECT_EQ(log, "oimd");
    // One that comes later with a name that is known takes its place.
    s.add("move", [&] { log += "M"; }).order(8);
    log.clear();
    EXPECT_TRUE(s.run(1));
    EXPECT_EQ(log, "oimMd");
    EXPECT_EQ(s.cycle(), "");
}

TEST(systems, that_go_round_in_a_circle_do_not_run) {
    world w;
    schedule s(w);
    int runs = 0;
    s.add("first", [&] { ++runs; }).before("a");
    s.add("a", [&] { ++runs; }).before("b");
    s.add("b", [&] { ++runs; });
    auto& c = s.add("c", [&] { ++runs; });
    c.after("b").before("a");
    s.add("last", [&] { ++runs; }).after("c");
    EXPECT_FALSE(s.run(1));
    EXPECT_EQ(runs, 0);
    EXPECT_EQ(s.cycle(), "a before b before c before a");
    s.remove(c);
    EXPECT_TRUE(s.run(1));
    EXPECT_EQ(runs, 4);
    s.add("self", [] {}).after("self");
    EXPECT_FALSE(s.run(1));
    EXPECT_EQ(s.cycle(), "self before self");
}

TEST(systems, added_within_a_run_leave_runs_within_it_alone) {
    world w;
    schedule s(w);
    int inner = 0;
    bool once = true;
    s.add("outer", [&] {
        if (!std::exchange(once, false)) return;
        s.add("new", [] {}).before("outer");
        EXPECT_TRUE(s.run(1));
    });
    s.add("inner", [&] { ++inner; });
    EXPECT_TRUE(s.run(1));
    EXPECT_EQ(inner, 2);
}

TEST(systems, that_are_parallel_and_ordered_run_one_after_the_other) {
    world w;
    w.create(position{});
    schedule s(w);
    std::string log;
    s.add("a", w.query<const position>(), [&](const position&) { log += "a"; }).parallel().on_end([&](system_step) {
        log += ".";
    });
    s.add("b", w.query<const position>(), [&](const position&) { log += "b"; }).parallel().after("a");
    s.run(1);
    EXPECT_EQ(log, "a.b");
}

TEST(systems, run_on_conditions) {
    world w;
    w.create(position{});
    schedule s(w);
    bool playing = false;
    int runs = 0;
    int seen = 0;
    s.add("game", [&] { ++runs; }).run_if([&] { return playing; });
    auto& all = s.add("all", w.query<const position>(), [&](const position&) { ++seen; });
    all.parallel().run_if([&] { return playing; }).on_joined([&](const position&) { seen += 10; });
    s.run(1);
    EXPECT_EQ(runs + seen, 0);
    playing = true;
    s.run(1);
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(seen, 11);
    all.run_if(nullptr);
    playing = false;
    s.run(1);
    EXPECT_EQ(seen, 12);
}

TEST(systems, that_throw_name_themselves_and_leave_the_schedule_whole) {
    world w;
    w.create(position{});
    schedule s(w);
    std::string log;
    bool throws = true;
    s.add("a", [&] { log += "a"; });
    s.add("b", [&] {
        log += "b";
        if (throws) throw std::runtime_error("b");
    });
    s.add("c", [&] { log += "c"; });
    EXPECT_THROW(s.run(1), std::runtime_error);
    EXPECT_STREQ(s.failed(), "b");
    EXPECT_EQ(s.find("b")->statistics().runs, 0U);
    throws = false;
    EXPECT_TRUE(s.run(1));
    EXPECT_EQ(s.failed(), nullptr);
    EXPECT_EQ(log, "ababc");
    // Side by side, in a condition, and when edits are applied.
    auto& d = s.add("d", w.query<const position>(), [&](const position&) {});
    auto& e = s.add("e", w.query<const position>(), [&](const position&) {
        if (throws) throw std::runtime_error("e");
    });
    d.parallel();
    e.parallel();
    throws = true;
    s.find("b")->active(false);
    EXPECT_THROW(s.run(1), std::runtime_error);
    EXPECT_STREQ(s.failed(), "e");
    s.find("c")->run_if([&]() -> bool { throw std::runtime_error("c"); });
    EXPECT_THROW(s.run(1), std::runtime_error);
    EXPECT_STREQ(s.failed(), "c");
    s.find("c")->run_if(nullptr);
    throws = false;
    EXPECT_TRUE(s.run(1));
    EXPECT_EQ(s.failed(), nullptr);
}

TEST(systems, are_traced_in_the_format_of_chrome) {
    world w;
    w.create_many(10'000, position{});
    schedule s(w);
    throng::trace_events events;
    s.add("one \"alone\"\n", [] {});
    s.add("many", w.query<position>(), [](position& p) { ++p.x; }).parallel();
    s.run(1);
    EXPECT_EQ(events.size(), 0U);
    s.trace(&events);
    s.run(1);
    {
        const throng::trace_events::span own(events, "loading");
    }
    s.trace(nullptr);
    s.run(1);
    const value all = parser(events.json()).parse();
    std::map<std::string, int> count;
    double tick_end = 0;
    for (const value& e : all["traceEvents"].members) {
        EXPECT_EQ(e["ph"].text, "X");
        EXPECT_GE(std::stod(e["dur"].text), 0);
        EXPECT_GE(std::stod(e["ts"].text), 0);
        EXPECT_GE(std::stoi(e["tid"].text), 0);
        ++count[e["name"].text];
        if (e["name"].text == "tick") tick_end = std::stod(e["ts"].text) + std::stod(e["dur"].text);
    }
    EXPECT_EQ(count["one \"alone\"\n"], 1);
    EXPECT_EQ(count["tick"], 1);
    EXPECT_EQ(count["loading"], 1);
    EXPECT_EQ(count["many"], 3); // (10 pages, 4 at a time.)
    EXPECT_GT(tick_end, 0);
    events.clear();
    EXPECT_EQ(parser(events.json()).parse()["traceEvents"].members.size(), 0U);
}

TEST(timers, call_after_a_time_and_every_so_often) {
    throng::timers t;
    std::string log;
    t.after(1, [&] { log += "a"; });
    t.every(0.5, [&] { log += "e"; });
    const auto gone = t.after(0.7, [&] { log += "x"; });
    EXPECT_TRUE(t.contains(gone));
    EXPECT_TRUE(t.cancel(gone));
    EXPECT_FALSE(t.cancel(gone));
    t.advance(0.4);
    EXPECT_EQ(log, "");
    t.advance(0.1);
    EXPECT_EQ(log, "e");
    t.advance(2);
    // (Of two at the same moment the one that was added first.)
    EXPECT_EQ(log, "eaeeee");
    EXPECT_EQ(t.size(), 1U);
    for (int i = 0; i < 10; ++i) t.advance(0.05);
    EXPECT_EQ(log, "eaeeeee");
    t.advance(0);
    t.advance(-1);
    EXPECT_EQ(log, "eaeeeee");
}

TEST(timers, may_be_edited_by_what_they_call) {
    throng::timers t;
    std::string log;
    throng::timers::handle_type again;
    int left = 3;
    again = t.every(1, [&] {
        log += "e";
        if (--left == 0) t.cancel(again);
        t.after(0.25, [&] { log += "n"; });
    });
    t.after(2, [&] { t.advance(0.5); });
    t.advance(10);
    EXPECT_EQ(log, "enenen");
    EXPECT_EQ(t.size(), 0U);
    t.after(1, [&] {
        log += "c";
        t.clear();
    });
    t.after(1, [&] { log += "x"; });
    t.advance(1);
    EXPECT_EQ(log, "enenenc");
}

TEST(timers, of_an_entity_go_with_it_and_by_its_clock) {
    world w;
    throng::world_timers t(w);
    const entity slow = w.create(throng::time_rate{0.5});
    const entity fast = w.create(throng::time_rate{2});
    const entity dead = w.create();
    std::vector<std::pair<char, entity>> log;
    t.after(slow, 1, [&](entity e) { log.emplace_back('s', e); });
    t.every(fast, 1, [&](entity e) {
        log.emplace_back('f', e);
        if (log.size() == 2) w.set(fast, throng::time_rate{0});
    });
    t.after(dead, 1.5, [&](entity e) { log.emplace_back('d', e); });
    t.advance(0.5);
    w.destroy(dead);
    EXPECT_EQ(log, (std::vector<std::pair<char, entity>>{{'f', fast}}));
    t.advance(3);
    EXPECT_EQ(log, (std::vector<std::pair<char, entity>>{{'f', fast}, {'f', fast}, {'s', slow}}));
    EXPECT_EQ(t.size(), 1U);
    EXPECT_FALSE(t.after(dead, 1, [](entity) {}));
}
TEST(timers, that_throw_have_been_called) {
    throng::timers t;
    int calls = 0;
    t.every(1, [&] {
        ++calls;
        throw std::runtime_error("timer");
    });
    t.after(1.5, [&] { ++calls; });
    EXPECT_THROW(t.advance(2), std::runtime_error);
    EXPECT_EQ(calls, 1);
    // (What was left of that time is lost.)
    t.advance(0.5);
    EXPECT_EQ(calls, 2);
    EXPECT_THROW(t.advance(0.5), std::runtime_error);
}
