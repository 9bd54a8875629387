// A loop of C over thinkers that remove themselves: as linked_list.hpp shows it, by a walk and without one.
#include <throng/linked_list.hpp>

#include <cstdio>

namespace {
struct thing : throng::list_hook<> {};
} // namespace

int main() {
    thing things[8];
    throng::linked_list<thing> all;

    for (thing& t : things) all.push_back(t);
    int visited = 0;
    for (thing& t : all) {
        ++visited;
        all.remove(t);
    }
    std::printf("%d visited, %zu left\n", visited, all.size());

    for (thing& t : things) all.push_back(t);
    visited = 0;
    for (thing *t = all.first(), *next = nullptr; t != nullptr; t = next) {
        next = all.next_of(*t);
        ++visited;
        all.remove(*t);
    }
    std::printf("%d visited, %zu left\n", visited, all.size());
}
