// A function that takes the entity first, called by a generic lambda that forwards what it is given.
#include <throng/world/world.hpp>

#include <cstdio>

struct position {
    float x, y;
};
struct hit {};

int main() {
    throng::world w;
    w.create(position{1, 2});
    const auto mark = [&](throng::entity e, auto&...) { w.add<hit>(e); };
    w.query<position>().each([&](auto&&... all) { mark(static_cast<decltype(all)>(all)...); });
    std::printf("%zu\n", w.count<hit>());
    for (const auto& view = w.query<position>().freeze(); const auto& row : view) w.remove<hit>(get<0>(row));
    w.query<position>().freeze().each([&](auto&&... all) { mark(static_cast<decltype(all)>(all)...); });
    std::printf("%zu\n", w.count<hit>());
}
