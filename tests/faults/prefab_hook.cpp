// A hook destroys the pattern, or edits it, while instances of it are made.
#include <throng/world/prefabs.hpp>

#include <cstdio>
#include <string>

struct label {
    std::string text;
};

int main() {
    throng::world world;
    throng::prefabs prefabs(world);
    throng::world& patterns = prefabs.patterns();
    const auto show = [&](const char* what, bool made) {
        std::printf("%s: %d\n", what, made);
        for (auto [e, l] : world.query<const label>()) std::printf("    %s\n", l.text.c_str());
        world.clear();
    };
    const std::string text = "a text that is too long for a string's own place";
    const auto while_made = [&](const char* what, auto edit) {
        const throng::entity tank = patterns.create(label{text});
        const throng::entity gun = patterns.create(label{text + ", too"});
        prefabs.family().adopt(tank, gun);
        prefabs.names().set(gun, "a name that is too long for a string's own place");
        bool done = false;
        world.on_add<label>([&](throng::entity, label&) {
            if (!done) done = true, edit(tank, gun);
        });
        throng::entity made[2];
        show(what, prefabs.instantiate(tank, made));
    };
    while_made("destroyed", [&](throng::entity tank, throng::entity) { patterns.destroy(tank); });
    while_made("part destroyed", [&](throng::entity, throng::entity gun) { patterns.destroy(gun); });
    while_made("cleared", [&](throng::entity, throng::entity) { patterns.clear(); });
    while_made("removed", [&](throng::entity tank, throng::entity) { patterns.remove<label>(tank); });
    while_made("set", [&](throng::entity tank, throng::entity) { patterns.set(tank, label{"another text"}); });
    while_made("given anew", [&](throng::entity tank, throng::entity) {
        patterns.remove<label>(tank);
        patterns.add(tank, label{"a new text"});
    });
    while_made("filled", [&](throng::entity, throng::entity) {
        patterns.clear();
        patterns.create_many(2000, label{"a stranger"});
    });
}
