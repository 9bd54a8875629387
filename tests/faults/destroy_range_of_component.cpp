// The list of handles lies in a component of one of those that are destroyed: a leader is in the list of its own squad.
#include <throng/world/world.hpp>

#include <cstdio>
#include <vector>

struct squad {
    std::vector<throng::entity> members;
};

int main() {
    throng::world w;
    const throng::entity leader = w.create(squad{});
    w.get<squad>(leader).members.push_back(leader);
    for (int i = 0; i < 5; ++i) w.get<squad>(leader).members.push_back(w.create());
    std::printf("destroyed %zu", w.destroy(w.get<squad>(leader).members));
    std::printf(", left %zu\n", w.size());
}
