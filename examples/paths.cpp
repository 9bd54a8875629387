/// Entities are found by the path of their names, also after they have moved and after a load.

#include <throng/world/naming.hpp>
#include <throng/world/save.hpp>

#include <cstdio>
#include <string>
#include <string_view>

namespace {

struct door {
    bool open = false;
};

} // namespace

template <> struct throng::component<door> {
    static constexpr const char* name = "door";
};

namespace {

void look_for(const throng::naming& names, std::string_view path) {
    const throng::entity e = names.find(path);
    std::printf("%.*s: %s\n", static_cast<int>(path.size()), path.data(), e ? "found" : "not there");
}

} // namespace

int main() {
    throng::world world;
    throng::family family(world);
    throng::naming names(world);

    const auto add = [&](throng::entity parent, const char* name) {
        const throng::entity e = world.create();
        names.set(e, name);
        if (parent) family.adopt(parent, e);
        return e;
    };
    const throng::entity castle = add({}, "castle");
    const throng::entity gate = add(castle, "gate");
    const throng::entity left = add(gate, "left wing");
    world.add<door>(left);
    look_for(names, "castle/gate/left wing");
    std::printf("it is %s\n", names.path_of(left).c_str());

    // Names are unique among siblings.
    const throng::entity another = world.create();
    std::printf("another castle: %s\n", names.set(another, "castle") ? "yes" : "no");
    names.set(another, "gate");
    std::printf("another gate for the castle: %s\n", family.adopt(castle, another) ? "yes" : "no");
    names.set(another, "ruin");

    // A moved entity is found under its new path.
    family.adopt(another, gate);
    look_for(names, "castle/gate/left wing");
    look_for(names, "ruin/gate/left wing");

    // Names are saved with the world.
    constexpr auto all = throng::components<door, throng::kin, throng::entity_name>;
    throng::byte_writer<> saved;
    throng::save(world, saved, all);
    world.destroy(another);
    look_for(names, "ruin/gate");
    (void)throng::restore(world, saved.bytes(), all);
    look_for(names, "ruin/gate");
    world.get<door>(names.find("ruin/gate/left wing")).open = true;
}
