// A ship is put to rest with all that is on it, and wakes; its gun, which was put to rest for itself, goes on to rest.
// What comes to a resting ship rests when it is put to rest again. (bevy #24157, PR #23224, lvgl #2000, mui-x #11575)
#include <throng/world/family.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/world.hpp>

#include <cstdio>

struct part {
    const char* text;
};

int main() {
    constexpr auto all = throng::components<throng::kin, throng::disabled, throng::branch_disabled>;
    throng::world w;
    throng::family family(w);
    const auto ship = w.create(part{"ship"});
    const auto gun = w.create(part{"gun"});
    const auto flash = w.create(part{"flash"});
    const auto lamp = w.create(part{"lamp"});
    family.adopt(ship, gun);
    family.adopt(gun, flash);
    family.adopt(ship, lamp);
    const auto show = [&](const char* when) {
        std::printf("%s:", when);
        w.query<const part>().each([](const part& p) { std::printf(" %s", p.text); });
        std::printf("\n");
    };
    show("all");
    family.disable_branch(gun);
    show("the gun rests");
    throng::rollback<int> frames(w, 2, [](int) {}, all);
    frames.save(1);
    // In the middle of a walk over its parts.
    w.query<const part>().each([&](throng::entity e, const part&) {
        if (e == ship) family.disable_branch(ship);
    });
    show("the ship rests");
    const auto late = w.create(part{"late"});
    family.adopt(ship, late);
    show("one comes");
    family.disable_branch(ship);
    show("and rests, too");
    std::printf("the gun wakes: %s\n", family.enable_branch(gun) ? "yes" : "not while the ship rests");
    family.disable_branch(gun);
    family.enable_branch(ship);
    show("the ship wakes");
    family.enable_branch(gun);
    show("the gun wakes");
    std::printf("rolled back to where the gun rested: ");
    frames.load(1);
    std::printf("%s\n", w.enabled(gun) || w.enabled(flash) || !w.enabled(lamp) ? "no" : "it rests");
}
