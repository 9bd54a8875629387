// A name that other code writes, such as a patch or a decoder, is found at once.
#include <throng/world/naming.hpp>
#include <throng/world/world.hpp>

#include <cstdio>
#include <string>
int main() {
    throng::world world;
    throng::naming names(world);
    const auto a = world.create();
    names.set(a, "x");
    world.patch<throng::entity_name>(a, [](throng::entity_name& n) { n.text = "z"; });
    std::printf("called %s; x %s, z %s\n", std::string(names.of(a)).c_str(), names.find("x") ? "found" : "-",
                names.find("z") ? "found" : "-");
}
