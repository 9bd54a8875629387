// What users of std::list write: remove(value). A copy, on the stack or on the heap, and an element of another
// collection are refused by every collection that finds its elements by their addresses.
#include <throng/throng.hpp>

#include <array>
#include <cstdio>
#include <memory>
#include <type_traits>

namespace {

struct enemy {
    int health = 0;
    throng::list_hook<> hook{};
    throng::grid_hook<> place{};
    void update(double) {}
};

template <class C> enemy& added(C& c, int health) {
    enemy e;
    e.health = health;
    if constexpr (requires { c.push_back(e); }) return *c.push_back(e);
    else return *c.get(c.add(e));
}

template <class C> void play(const char* name) {
    C c;
    C other;
    for (int health = 1; health <= 300; ++health) added(c, health);
    enemy& foreign = added(other, 7);
    if constexpr (requires { c.commit(); }) {
        c.commit();
        other.commit();
    }
    int refused = 0;
    const auto refuses = [&](const enemy& e) {
        refused += c.contains(e) || c.remove(e) || c.handle_of(e) ? 0 : 1;
        if constexpr (requires { c.take_back(e); }) refused -= c.take_back(e) ? 1 : 0;
        if constexpr (requires { c.storage().subsets(); } && !std::is_same_v<C, throng::tree<enemy>>) {
            throng::subset<C> some(c);
            refused -= some.join(e) || some.contains(e) || some.leave(e) ? 1 : 0;
        }
        if constexpr (requires { c.detach(e); })
            refused -= c.detach(e) || c.parent_of(e) != nullptr || c.add_child(e, enemy{}) ? 1 : 0;
    };
    for (auto e : c) {
        if (e.health == 3) refuses(e);
    }
    const auto on_the_heap = std::make_unique<enemy>();
    refuses(*on_the_heap);
    std::array<enemy, 3> array{};
    for (const enemy& e : array) refuses(e);
    refuses(foreign);
    std::printf("%s: %d refused, size %zu and %zu, whole %d\n", name, refused, c.size(), other.size(),
                c.validate() && other.validate() ? 1 : 0);
}

} // namespace

int main() {
    throng::list<int> numbers{1, 2, 3};
    const int two = 2;
    std::printf("remove(two): %d, size %zu, whole %d:", numbers.remove(two) ? 1 : 0, numbers.size(),
                numbers.validate() ? 1 : 0);
    for (const int x : numbers) std::printf(" %d", x);
    std::puts("");
    std::printf("remove_if: %zu\n", numbers.remove_if([](int x) { return x == 2; }));

    throng::list<enemy> empty;
    const enemy stranger;
    std::printf("empty: %d\n", empty.contains(stranger) || empty.remove(stranger) || empty.handle_of(stranger) ? 1 : 0);

    play<throng::list<enemy>>("list");
    play<throng::bag<enemy>>("bag");
    play<throng::pool<enemy>>("pool");
    play<throng::pool<enemy, 400>>("pool with room inside");
    play<throng::buffered_list<enemy>>("buffered_list");
    play<throng::buffered_bag<enemy>>("buffered_bag");
    play<throng::tree<enemy>>("tree");
    play<throng::entity_list<enemy>>("entity_list");

    // What does not own asks the object's hook, or compares addresses.
    throng::list<enemy> owner;
    throng::linked_list<enemy, &enemy::hook> linked;
    throng::grid<enemy, &enemy::place> near(8.0F);
    throng::weak_list weak(owner);
    enemy& here = added(owner, 1);
    linked.add(here);
    near.insert(here, 0, 0);
    weak.add(here);
    const enemy copy = here;
    std::printf("linked_list: %d, size %zu\n", linked.remove(copy) || linked.contains(copy) ? 1 : 0, linked.size());
    std::printf("grid: %d, size %zu\n", near.remove(copy) || near.contains(copy) ? 1 : 0, near.size());
    std::printf("weak_list: %d, size %zu\n", weak.remove(copy) || weak.contains(copy) ? 1 : 0, weak.size());
}
