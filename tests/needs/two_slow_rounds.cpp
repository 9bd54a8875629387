// Two systems go their slow rounds over 1,000 minds, a few a frame, so that a walk is always open, while minds die and
// are born: memory stays bounded. (RobustToolbox PR #6684)
#include <throng/bag.hpp>
#include <throng/list.hpp>

#include <cstdio>
#include <optional>
#include <vector>

struct mind {
    int number;
    int pad[15]{};
};

template <class L> std::size_t play(int frames) {
    L minds;
    std::vector<throng::handle<mind>> all;
    for (int i = 0; i < 1000; ++i) all.push_back(minds.add({i}));
    std::optional<typename L::walk_type> turns[2];
    unsigned dice = 1;
    for (int frame = 0; frame < frames; ++frame) {
        for (auto& t : turns) {
            if (&t == &turns[1] && frame < 500) continue; // it begins half a round later
            if (!t || t->next() == nullptr) t.emplace(minds.walk(throng::residents));
        }
        dice = dice * 1664525U + 1013904223U;
        auto& one = all[(dice >> 8U) % all.size()];
        minds.remove(one);
        one = minds.add({frame});
    }
    return minds.capacity();
}

template <class L> void show(const char* name) {
    const std::size_t some = play<L>(20'000);
    const std::size_t many = play<L>(160'000);
    std::printf("%s: %s\n", name, many <= 2 * some ? "bounded" : "grows");
}

int main() {
    show<throng::list<mind>>("list");
    show<throng::bag<mind>>("bag");
}
