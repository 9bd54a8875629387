// A rule that an observer carries out: a world that is rolled back and played again comes to the same state.
#include <throng/world/observer.hpp>
#include <throng/world/rollback.hpp>

#include <cstdio>

struct eaten {};
struct goes_home {};
template <> struct throng::component<eaten> {
    static constexpr const char* name = "eaten";
};
template <> struct throng::component<goes_home> {
    static constexpr const char* name = "goes_home";
};

int main() {
    constexpr auto all = throng::components<eaten, goes_home>;
    throng::world w;
    const throng::entity ghost = w.create();
    const throng::observer rule(
        w.query<>(throng::all_of<eaten>), [&](throng::entity e) { w.add<goes_home>(e); }, [](throng::entity) {});
    throng::rollback<bool> game(
        w, 8,
        [&](bool eats) {
            if (eats) w.add<eaten>(ghost);
        },
        all);
    game.save(0);
    game.advance(true);
    game.save(1);
    game.load(0);
    game.advance(true);
    std::printf("goes home: %d, same hash: %d\n", w.has<goes_home>(ghost), throng::hash(w, all) == game.hash(1));
}
