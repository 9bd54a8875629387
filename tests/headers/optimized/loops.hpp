#pragma once

// What users' programs do in every loop. Compiled as released programs are: with optimization, compilers warn of more,
// and nothing of it may come from the library. That it compiles is the test.

#include <throng/each_pair.hpp>

namespace loops {

int dice();

/// Each a function of its own, into which all that it calls is inlined, as where a user's program has one such loop.
template <class C> struct loop {
    using element = typename C::value_type;

    [[gnu::flatten]] static void range_for(C& c) {
        for (element& x : c) {
            ++x.age;
            if (dice() == 10) c.remove(x);
        }
    }
    [[gnu::flatten]] static void residents(C& c) {
        for (element& x : c.walk(throng::residents)) {
            ++x.age;
            if (dice() == 10) {
                c.remove(x);
                c.push_back(element{});
            }
        }
    }
    [[gnu::flatten]] static void live(C& c) {
        for (element& x : c.walk(throng::live)) {
            ++x.age;
            if (dice() == 1) c.push_back(element{});
        }
    }
    [[gnu::flatten]] static void nested(C& c) {
        for (element& x : c) {
            for (element& y : c) y.age += x.age;
        }
    }
    [[gnu::flatten]] static void by_hand(C& c) {
        auto w = c.walk(throng::live);
        while (element* const x = w.next()) {
            ++x->age;
            if (dice() == 10) w.remove();
        }
    }
    [[gnu::flatten]] static void each(C& c) {
        c.each([&](element& x) {
            ++x.age;
            if (dice() == 10) c.remove(x);
        });
    }
    [[gnu::flatten]] static void each_resident(C& c) {
        c.each(throng::residents, [&](element& x) { ++x.age; });
    }
    [[gnu::flatten]] static long sum(const C& c) {
        long sum = 0;
        for (const element& x : c) sum += x.age;
        return sum;
    }
    [[gnu::flatten]] static void pairs(C& c) {
        throng::each_pair(c, [&](element& a, element& b) {
            if (a.age < b.age) c.remove(b);
        });
    }
    [[gnu::flatten]] static long frozen(C& c) {
        const auto view = c.freeze();
        long sum = 0;
        for (const element& x : view) {
            sum += x.age;
            c.clear();
        }
        return sum;
    }
    [[gnu::flatten]] static void runs(C& c) {
        for (const auto run : c.runs()) {
            for (element& x : run) ++x.age;
        }
    }
};
template <class C> struct update {
    using element = typename C::value_type;

    [[gnu::flatten]] static void by_answer(C& c) {
        c.update([](element& x) { return ++x.age < 10; });
    }
    [[gnu::flatten]] static void by_edits(C& c) {
        c.update([&](element& x) {
            ++x.age;
            if (dice() == 10) {
                c.remove(x);
                c.push_back(element{});
            }
        });
    }
};

struct small {
    int age = 0;
    float at[15] = {};
};
struct large {
    long age = 0;
    char text[300] = {};
};

} // namespace loops
