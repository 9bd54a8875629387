// A car has one driver, and a driver one car: who takes a car puts the other out, who is told of it, and nothing refers
// to a car that has been destroyed. (bevy PR #18087, #18817, #18941)
#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>

#include <cstdio>

struct drives {};
template <> struct throng::component<drives> {
    static constexpr const char* name = "drives";
    static constexpr bool exclusive = true;
    static constexpr bool one_source = true;
};

int main() {
    throng::world w;
    throng::relation<drives> driving(w);
    const auto ann = w.create("Ann");
    const auto ben = w.create("Ben");
    const auto car = w.create("the car");
    const auto van = w.create("the van");
    const auto text = [&](throng::entity e) { return e && w.alive(e) ? w.get<const char*>(e) : "nothing"; };
    driving.on_related([&](auto who, auto what) { std::printf("%s takes %s\n", text(who), text(what)); });
    driving.on_unrelated([&](auto who, auto what) { std::printf("%s leaves %s\n", text(who), text(what)); });
    driving.relate(ann, car);
    driving.relate(ben, car);
    std::printf("%zu drives the car: %s\n", driving.count_sources(car), text(driving.source_of(car)));
    driving.relate(ann, van);
    // Both swap, in the middle of a walk over the drivers.
    w.query<>(throng::related_to<drives>()).each([&](throng::entity e) {
        if (e == ann) driving.relate(ann, car), driving.relate(ben, van);
    });
    std::printf("Ann drives %s, Ben %s\n", text(driving.target_of(ann)), text(driving.target_of(ben)));
    w.destroy(van);
    std::printf("Ben drives %s, %s\n", text(driving.target_of(ben)), w.validate() ? "whole" : "broken");
}
