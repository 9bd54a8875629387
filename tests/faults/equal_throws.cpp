// needs exceptions
// A comparison of an index that throws does not end the program: removing an element calls no function of the index.
#include <throng/index_by.hpp>
#include <throng/list.hpp>

#include <cstdio>
#include <functional>

struct unit {
    int id;
};
static bool bad = false;
struct same {
    bool operator()(int a, int b) const {
        if (bad) throw 1;
        return a == b;
    }
};

int main() {
    throng::list<unit> l{{1}, {2}};
    const auto key = [](const unit& u) { return u.id; };
    throng::index_by<throng::list<unit>, decltype(key), false, std::hash<int>, same> by(l, key);
    (void)by.size();
    bad = true;
    try {
        l.remove(*l.first());
        std::puts("removed");
    } catch (int) {
        std::puts("thrown");
    }
    try {
        (void)by.find(2);
        std::puts("found");
    } catch (int) {
        std::puts("thrown to the one who asks");
    }
}
