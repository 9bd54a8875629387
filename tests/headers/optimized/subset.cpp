#include "loops.hpp"

#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>

namespace loops {

template <class Master> struct members {
    using element = typename Master::value_type;
    using subset = throng::subset<Master>;

    [[gnu::flatten]] static void range_for(subset& s) {
        for (element& x : s) {
            ++x.age;
            if (dice() == 10) s.leave(x);
        }
    }
    [[gnu::flatten]] static void by_hand(subset& s, Master& all) {
        auto w = s.walk(throng::live);
        while (element* const x = w.next()) {
            ++x->age;
            if (dice() == 10) all.remove(*x);
        }
    }
    [[gnu::flatten]] static void each(subset& s, subset& other) {
        s.each([&](element& x) {
            if (dice() == 10) other.join(x);
        });
    }
    [[gnu::flatten]] static void combined(subset& s, const subset& other) {
        s |= other;
        s &= other;
        s -= other;
    }
};

template struct members<throng::list<small>>;
template struct members<throng::pool<small>>;
template struct members<throng::pool<large>>;
} // namespace loops
