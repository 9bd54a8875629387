// A network thread brings players while the main loop walks them: an inbox that any thread may put into, emptied once a
// frame. (MinecraftForge #1909)
// needs threads
#include <throng/inbox.hpp>
#include <throng/list.hpp>

#include <cstdio>
#include <thread>

struct player {
    int number;
    int ticks = 0;
};

int main() {
    throng::list<player> players;
    throng::inbox<player> arrived;
    std::thread network([&] {
        for (int i = 0; i < 5000; ++i) arrived.put({i});
    });
    while (players.size() < 5000) {
        players.each([](player& p) { ++p.ticks; });
        arrived.take_into(players);
    }
    network.join();
    int next = 0;
    for (const player& p : players)
        if (p.number != next++) std::puts("out of order");
    std::printf("%d have come, in their order\n", next);
}
