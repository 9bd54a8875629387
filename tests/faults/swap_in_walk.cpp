// Two collections are swapped within a walk of one: the walk goes with its elements, and visits each once.
#include <throng/bag.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <cstdio>
#include <utility>

template <class C> int visited_by_each() {
    C a, b;
    for (int i = 0; i < 5; ++i) a.add(i);
    for (int i = 10; i < 13; ++i) b.add(i);
    int visits = 0;
    a.each([&](int& x) {
        if (x < 5 && ++visits == 1) a.swap(b);
    });
    return visits;
}

template <class C> int visited_by_range_for() {
    C a, b;
    for (int i = 0; i < 5; ++i) a.add(i);
    for (int i = 10; i < 13; ++i) b.add(i);
    int visits = 0;
    for (int& x : a) {
        if (x < 5 && ++visits == 1) a.swap(b);
    }
    return visits;
}

int main() {
    std::printf("list each %d\n", visited_by_each<throng::list<int>>());
    std::printf("list range-for %d\n", visited_by_range_for<throng::list<int>>());
    std::printf("bag each %d\n", visited_by_each<throng::bag<int>>());
    std::printf("bag range-for %d\n", visited_by_range_for<throng::bag<int>>());
    std::printf("pool each %d\n", visited_by_each<throng::pool<int>>());
    std::printf("pool range-for %d\n", visited_by_range_for<throng::pool<int>>());
}
