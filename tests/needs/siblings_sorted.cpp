// Siblings are drawn by their depth, those with equal depth in their old order; a sort asked for while the tree is
// drawn leaves each drawn once. (Starling-Framework PR #304, pixijs #2099)
#include <throng/entity/tree.hpp>

#include <cstdio>

struct sprite {
    int number;
    int depth;
};

int main() {
    throng::tree<sprite> scene;
    const auto top = scene.add(sprite{-1, 0});
    for (int i = 0; i < 2000; ++i) scene.add_child(top, sprite{i, i * 37 % 50});
    const auto sort = [&] {
        scene.sort_children(top, [](const sprite& a, const sprite& b) { return a.depth < b.depth; });
    };
    const auto check = [&] {
        // (Those that have stepped back came to their depth from elsewhere.)
        const sprite* last = nullptr;
        for (const sprite* c = scene.first_child_of(*scene.get(top)); c != nullptr; c = scene.next_sibling_of(*c)) {
            if (last != nullptr && (last->depth > c->depth || (last->depth == c->depth && last->number > c->number &&
                                                               last->number % 500 != 7 && c->number % 500 != 7)))
                return "not sorted";
            last = c;
        }
        return "sorted";
    };
    sort();
    std::printf("%s\n", check());
    int drawn = 0;
    for (sprite& s : scene) {
        ++drawn;
        if (s.number % 500 != 7) continue;
        s.depth = 49 - s.depth; // steps back
        sort();
    }
    std::printf("%d drawn, %s\n", drawn, check());
}
