// The element with a network id, and those that stand on a tile, are found without going through all, while they die,
// move and change their ids. (EnTT #337, bevy #4513, specs #605)
#include <throng/index_by.hpp>
#include <throng/pool.hpp>

#include <cstdio>

struct ship {
    int id;
    int tile;
};

int main() {
    throng::pool<ship> ships;
    throng::index_by by_id(ships, &ship::id, throng::unique);
    throng::index_by on_tile(ships, &ship::tile);
    for (int i = 0; i < 100; ++i) ships.add({1000 + i, i / 10});
    const auto e = ships.handle_of(*by_id.find(1042));
    for (const ship& s : ships)
        if (s.id % 2 == 1) ships.remove(s);
    std::printf("%zu on tile 4; 1043 is %s\n", on_tile.count(4), by_id.contains(1043) ? "found" : "gone");
    by_id.modify(*by_id.find(1042), [](ship& s) { s.id = 7, s.tile = 99; });
    std::printf("7 is %s; 1042 is %s; %zu on tile 4, %zu on tile 99\n",
                by_id.find(7) == ships.get(e) ? "it" : "another", by_id.contains(1042) ? "found" : "gone",
                on_tile.count(4), on_tile.count(99));
}
