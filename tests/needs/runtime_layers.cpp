// EntityLayers(int layerCount): the number of layers is known at run time only.
#include <throng/entity/layers.hpp>

#include <cstddef>
#include <cstdio>
#include <string>

struct craft {
    char name;
    int updates = 0;
    void update(double /*seconds*/) { ++updates; }
    void draw(std::string& canvas) const { canvas += name; }
    [[nodiscard]] bool expired() const { return false; }
};

int main(int argc, char**) {
    throng::entity_list<throng::layer<craft>> levels;
    for (std::size_t i = 0; i < static_cast<std::size_t>(argc) + 3; ++i) {
        levels.emplace(i);
        levels.last()->add({static_cast<char>('a' + i)});
    }
    levels.nth(1)->visible(false);
    levels.nth(2)->enabled(false);
    levels.update(0.1);
    std::string canvas;
    levels.draw(canvas);
    std::printf("%zu layers, the last is number %zu; drawn: %s\n", levels.size(), levels.last()->index(),
                canvas.c_str());
    for (const auto& l : levels) std::printf("layer %zu: %d updates\n", l.index(), l.first()->updates);
}
