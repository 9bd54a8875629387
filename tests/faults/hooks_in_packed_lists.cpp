// Elements with hooks, in collections that pack: the hooks follow their elements.
#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/linked_list.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/spatial/grid.hpp>

#include <cstdio>
#include <type_traits>

namespace {

struct ent {
    int n;
    bool dead = false;
    throng::list_hook<> cell{};
    throng::grid_hook<> place{};
    explicit ent(int i) : n(i) {}
    [[nodiscard]] bool expired() const { return dead; }
    void update(double) {}
};

template <class L> void play(const char* what) {
    throng::linked_list<ent, &ent::cell> cell;
    throng::grid<ent, &ent::place> near(8.0F);
    L all;
    for (int i = 0; i < 1000; ++i) (void)all.emplace(i);
    if constexpr (requires { all.commit(); }) all.commit();
    for (ent& e : all) {
        cell.add(e);
        near.insert(e, static_cast<float>(e.n), 0);
    }
    int k = 0;
    for (ent& e : all) {
        if (++k % 2 != 0) e.dead = true;
    }
    all.remove_if([](const ent& e) { return e.dead; });
    for (int i = 0; i < 3; ++i) {
        if constexpr (std::is_same_v<L, throng::entity_list<ent>>) all.update(0.1);
        else all.update([](ent&) {});
    }
    if constexpr (requires { all.trim(); }) all.trim();
    std::printf("%s: %zu alive, %zu in the linked_list, %zu in the grid, whole %d\n", what, all.size(), cell.size(),
                near.size(), all.validate() && cell.validate() && near.validate() ? 1 : 0);
}

} // namespace

int main() {
    play<throng::entity_list<ent>>("entity_list");
    play<throng::list<ent>>("list");
    play<throng::buffered_list<ent>>("buffered_list");
    play<throng::bag<ent>>("bag");
    play<throng::pool<ent>>("pool");
}
