#include "loops.hpp"

#include <throng/ordered_set.hpp>

#include <string>

namespace loops {
template <class T> struct keys {
    using set = throng::ordered_set<T>;

    [[gnu::flatten]] static void range_for(set& s) {
        for (const T& x : s) {
            if (dice() == 10) s.remove(x);
        }
    }
    [[gnu::flatten]] static void each(set& s, set& other) {
        s.each([&](const T& x) { other.add(x); });
    }
    [[gnu::flatten]] static int frozen(set& s) {
        const auto view = s.freeze();
        int n = 0;
        for (const T& x : view) {
            if (s.contains(x)) ++n;
            s.clear();
        }
        return n;
    }
};

template struct keys<int>;
template struct keys<int*>;
template struct keys<std::string>;
} // namespace loops
