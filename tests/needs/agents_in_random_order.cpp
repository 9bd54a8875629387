// Agents act in a new random order each step. One that dies in its own turn goes on to the turn's end, one that another
// has killed has no turn any more, and none is skipped. (mesa #302, #1523)
#include <throng/list.hpp>

#include <algorithm>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

struct agent {
    int number;
    int age = 0;
    std::string name = "an agent with a name that is not short";
};

int main() {
    throng::list<agent> agents;
    std::vector<throng::handle<agent>> order;
    for (int i = 0; i < 200; ++i) order.push_back(agents.add({i}));
    std::mt19937 chance(7);
    std::size_t length = 0;
    for (int step = 1; !agents.empty(); ++step) {
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[chance() % i]);
        int turns = 0;
        int killed = 0;
        const auto there = static_cast<int>(agents.size());
        agents.each(order, [&](agent& a) {
            ++turns;
            if (a.number % 20 == 3) {
                agent* const victim = agents.get(order.back());
                if (victim != nullptr && victim != &a && victim->age + 1 == step) ++killed, agents.remove(*victim);
            }
            if (++a.age == 2 + a.number % 5) agents.remove(a);
            length += a.name.size(); // it goes on after its own death
            if (a.age != step) std::puts("two turns in a step, or none");
        });
        if (turns + killed < there) std::puts("some were skipped");
        std::printf("step %d: %d\n", step, there);
    }
    if (length == 0) std::puts("none had a name");
}
