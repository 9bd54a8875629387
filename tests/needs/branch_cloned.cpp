// A ship is cloned with all that is on it: what refers to a part of the ship refers to the clone's part, and what
// refers to something else still does, in components and in relations.
#include <throng/world/merge.hpp>
#include <throng/world/relation.hpp>

#include <cstdio>

struct part {
    const char* text;
    throng::entity power;
};
struct aims_at {
    int force = 0;
};
template <> struct throng::component<part> {
    static constexpr const char* name = "part";
    static constexpr auto fields = throng::fields(throng::field("power", &part::power));
};
template <> struct throng::component<aims_at> {
    static constexpr const char* name = "aims_at";
};

int main() {
    constexpr auto all = throng::components<part, throng::kin, throng::related<aims_at>>;
    throng::world w;
    throng::family family(w);
    throng::relation<aims_at> aims(w);
    const auto wasp = w.create(part{"wasp", {}});
    const auto sun = w.create(part{"sun", {}});
    const auto ship = w.create(part{"ship", sun});
    const auto engine = w.create(part{"engine", ship});
    const auto gun = w.create(part{"gun", engine});
    const auto tail = w.create(part{"tail", sun});
    for (const auto e : {engine, gun, tail}) family.adopt(ship, e);
    family.move_before(tail, engine);
    aims.relate(gun, wasp, {5});
    aims.relate(gun, tail, {1});
    aims.relate(wasp, gun, {2});

    const throng::entity_map clones = throng::merge(w, w, all, throng::branch(w, ship));
    const auto name = [&](throng::entity e) {
        const auto* const p = w.try_get<part>(e);
        const bool is_clone = e.index() > tail.index();
        std::printf(" %s%s", p == nullptr ? "nothing" : p->text, is_clone ? "'" : "");
    };
    const auto twin = clones.find(ship);
    std::printf("the clone's parts:");
    family.each_child(twin, name);
    std::printf("\n");
    for (const auto e : throng::branch(w, twin)) {
        name(e), std::printf(" is powered by"), name(w.get<part>(e).power), std::printf("\n");
    }
    for (const auto e : {gun, clones.find(gun), wasp}) {
        name(e), std::printf(" aims at");
        for (const auto& [target, aim] : aims.targets(e)) name(target), std::printf(" (%d)", aim.force);
        std::printf("\n");
    }
    std::printf("%zu aim at the wasp, %s\n", aims.count_sources(wasp), w.validate() ? "whole" : "broken");
}
