// Names are found after a roll-back, also where the table of names has been built anew meanwhile.
#include <throng/world/naming.hpp>
#include <throng/world/rollback.hpp>

#include <cstdio>
#include <string>
int main() {
    throng::world w;
    throng::naming names(w);
    const throng::entity door = w.create();
    names.set(door, "door");
    throng::rollback<int> rb(w, 4, [](int) {}, throng::components<throng::entity_name>);
    (void)rb.save(0);
    w.destroy(door);
    for (int i = 0; i < 100; ++i) names.set(w.create(), "n" + std::to_string(i)); // the table grows
    (void)rb.load(0);
    std::printf("its name is '%s', found: %s\n", std::string(names.of(door)).c_str(),
                names.find("door") == door ? "yes" : "no");
    const throng::entity second = w.create();
    std::printf("a second one is named so: %s\n", names.set(second, "door") ? "yes" : "no");
}
