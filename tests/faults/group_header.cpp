// A group of entities: by the documents subset is in throng/subset.hpp, and world in throng/world/world.hpp.
#include <throng/subset.hpp>
#include <throng/world/world.hpp>

#include <cstdio>

int main() {
    throng::world w;
    throng::subset group(w);
    group.join(w.create(1));
    std::printf("%zu\n", group.size());
}
