// What the debuggers' tests look at: everything that can be shown, at a few moments that `pause_here` marks.
#include <throng/throng.hpp>

#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

namespace game {

struct enemy : throng::list_hook<>, throng::grid_hook<> {
    explicit enemy(int n) : number(n) {}
    [[nodiscard]] bool deleted() const { return false; }
    int number;
};
struct marked {
    int number;
    throng::list_hook<> hook;
};
struct drone : throng::space_grid_hook<> {
    explicit drone(int n) : number(n) {}
    int number;
};
/// Larger than most, so that its pages begin elsewhere.
struct crate {
    int number;
    char rest[396] = {};
};
struct particle {
    int lives;
    void update(const throng::time_step&) {}
    [[nodiscard]] bool expired() const { return lives <= 0; }
};
enum class place { back, front, count };

struct position {
    int x;
    int y;
};
struct velocity {
    int dx;
};
struct frozen {};
struct wound {
    int depth;
};

} // namespace game

template <> struct throng::component<game::wound> {
    static constexpr bool sparse = true;
};

namespace {

int moment = 0;
[[gnu::noinline]] void pause_here(int which) { moment = which; }

// Where an object is that is not made yet, or is destroyed.
template <class T> union unmade {
    explicit unmade(unsigned char of) { std::memset(bytes, of, sizeof(T)); }
    unmade(const unmade&) = delete;
    unmade& operator=(const unmade&) = delete;
    ~unmade() {}
    unsigned char bytes[sizeof(T)];
    T object;
};

void sequences() {
    throng::list<int> none;
    throng::list<int> numbers{1, 2, 3, 4};
    auto second = numbers.handle_of(*++numbers.begin());
    numbers.remove_if([](int n) { return n == 3; });
    throng::list<int> many;
    for (int i = 0; i < 1000; ++i) many.push_back(i);
    throng::list<game::crate> crates;
    for (int i = 0; i < 12; ++i) crates.push_back(game::crate{i});
    throng::bag<int> bag{1, 2, 3};
    throng::pool<int> pool{1, 2, 3};
    throng::pool<int, 8> fixed;
    fixed.emplace(7);
    fixed.emplace(8);
    throng::buffered_list<int> buffered;
    buffered.push_back(1);
    buffered.commit();
    buffered.push_back(2);
    throng::ordered_set<int> set{3, 1, 2};
    throng::subset<throng::list<int>> some(numbers);
    for (int& n : numbers) {
        if (n != 2) some.join(n);
    }
    [[maybe_unused]] const throng::handle<int> empty;
    pause_here(1);
    (void)second;
}

void walks() {
    throng::list<int> numbers{1, 2, 3};
    throng::pool<int> pool{1, 2, 3};
    throng::subset<throng::pool<int>> some(pool);
    auto frozen = numbers.freeze();
    auto walk = numbers.walk(throng::live);
    auto at_begin = numbers.walk(throng::live);
    auto iterator = numbers.begin();
    auto back = numbers.walk(throng::backward);
    auto of_pool = pool.walk(throng::live);
    (void)walk.next();
    (void)walk.next();
    (void)back.next();
    (void)of_pool.next();
    some.join(*of_pool.current());
    auto of_subset = some.walk(throng::live);
    (void)of_subset.next();
    numbers.remove(*walk.current());
    // The first slot is used again: a newcomer, which comes last.
    (void)of_pool.remove();
    (void)of_pool.next();
    pool.emplace(4);
    for (int& n : pool) some.join(n);
    std::vector<throng::handle<int>> handles{numbers.handle_of(*numbers.begin())};
    auto by_handle = numbers.walk(handles);
    (void)by_handle.next();
    auto runs = pool.runs();
    (void)runs.begin();
    pause_here(2);
}

void elsewhere() {
    game::enemy enemies[] = {game::enemy(1), game::enemy(2), game::enemy(3)};
    game::marked marks[2] = {{4, {}}, {5, {}}};
    throng::linked_list<game::enemy> linked;
    throng::linked_list<game::marked, &game::marked::hook> by_member;
    throng::weak_list<game::enemy> weak;
    throng::grid<game::enemy> grid(10);
    for (game::enemy& e : enemies) {
        linked.push_back(e);
        weak.add(e);
        grid.insert(e, static_cast<float>(e.number), 2);
    }
    for (game::marked& m : marks) by_member.push_back(m);
    throng::list<int> numbers{1, 2, 3};
    throng::weak_list<int, throng::list<int>> by_handle(numbers);
    for (int& n : numbers) by_handle.add(n);
    numbers.remove(*numbers.begin());
    throng::pool<int> pool{6, 7};
    throng::weak_list<int, throng::pool<int>> of_pool(pool);
    for (int& n : pool) of_pool.add(n);
    pool.remove(*pool.begin());
    auto walk = linked.walk(throng::live);
    (void)walk.next();
    auto linked_iterator = linked.begin();
    auto weak_walk = weak.walk(throng::live);
    (void)weak_walk.next();
    auto query = grid.walk(throng::residents);
    (void)query.next();
    grid.insert(enemies[1], 200, 2);
    game::drone drones[] = {game::drone(6), game::drone(7)};
    throng::space_grid<game::drone> space(10);
    for (game::drone& d : drones) space.insert(d, 1, 2, static_cast<float>(d.number));
    pause_here(3);
}

void entities() {
    throng::entity_list<game::particle> particles;
    particles.push_back({1});
    particles.push_back({2});
    throng::layers<game::place, game::particle> layers;
    layers[game::place::front].push_back({3});
    throng::tree<int> tree;
    auto root = tree.add(1);
    auto child = tree.add_child(root, 2);
    tree.add_child(child, 3);
    tree.add_child(root, 4);
    tree.add(5);
    auto walk = tree.walk(throng::live);
    (void)walk.next();
    (void)walk.next();
    auto entity_walk = particles.walk(throng::live);
    (void)entity_walk.next();
    auto layers_walk = layers.walk(throng::live);
    (void)layers_walk.next();
    pause_here(4);
}

void worlds() {
    throng::world empty;
    throng::world world;
    auto a = world.create(game::position{1, 2}, game::velocity{3});
    auto b = world.create(game::position{4, 5}, game::frozen{});
    auto c = world.create(game::wound{6});
    world.create();
    auto moving = world.query<game::position>(throng::none_of<game::frozen>);
    auto placed = world.query<game::position, game::velocity>();
    auto all = world.query();
    throng::subset<throng::world> some(world);
    some.join(b);
    auto walk = world.query<game::position>().walk(throng::residents);
    (void)walk.next();
    world.destroy(c);
    [[maybe_unused]] const throng::entity none;
    pause_here(5);
    (void)a, (void)moving, (void)placed, (void)all;
}

template <int Which, unsigned char Byte> void garbage() {
    unmade<throng::list<int>> list(Byte);
    unmade<throng::pool<int>> pool(Byte);
    unmade<throng::buffered_list<int>> buffered(Byte);
    unmade<throng::subset<throng::list<int>>> some(Byte);
    unmade<throng::linked_list<game::enemy>> linked(Byte);
    unmade<throng::weak_list<game::enemy>> weak(Byte);
    unmade<throng::grid<game::enemy>> grid(Byte);
    unmade<throng::tree<int>> tree(Byte);
    unmade<throng::world> world(Byte);
    unmade<throng::list<int>::walk_type> walk(Byte);
    pause_here(Which);
}

struct dying {
    explicit dying(int n) : number(n) {}
    dying(const dying&) = delete;
    dying& operator=(const dying&) = delete;
    ~dying();
    int number;
};
throng::list<dying>* graveyard = nullptr;
dying::~dying() {
    throng::list<dying>& home = *graveyard;
    if (number == 2) pause_here(9);
    (void)home;
}

void half_destroyed() {
    throng::list<dying> all;
    graveyard = &all;
    for (int i = 1; i <= 4; ++i) all.emplace_back(i);
}

void broken() {
    throng::list<int> many;
    for (int i = 0; i < 10000; ++i) many.push_back(i);
    auto walk = many.walk(throng::live);
    many.remove_if([](int n) { return n >= 3 && n < 9000; });
    // A chain of pages that bites its own tail.
    auto* const first = throng::core::page<int>::of(&*many.begin());
    auto* const next = std::exchange(first->next, first);
    pause_here(8);
    first->next = next;
}

} // namespace

int main() {
    sequences();
    walks();
    elsewhere();
    entities();
    worlds();
    garbage<6, 0xa5>();
    garbage<7, 0>();
    broken();
    half_destroyed();
    std::printf("%d\n", moment);
}
