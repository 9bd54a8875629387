#include "game.hpp"

#include <throng/extra/inspector.hpp>

#include <cstdio>

int main() {
    throng::world w;
    throng::schedule systems(w);
    int woken = 0;
    add_rules(w, systems, woken);
    w.create(position{1, 2}, sheep{"Dolly", 3});
    const throng::entity flossy = w.create(position{3, 4}, sheep{"Flossy", 7});
    for (int i = 0; i < 10; ++i) systems.run(1);
    const std::string text = text_of(w);
    std::printf("%d woken\n%s", woken, text.c_str());

    for (int i = 0; i < 5; ++i) systems.run(1);
    w.destroy(flossy);
    const throng::json_result done = read(w, text);
    std::printf("read: %s\n%d the same, %zu sheep\n", done.error.c_str(), static_cast<int>(text_of(w) == text),
                w.count<sheep>());
    const throng::json_result refused = read(w, R"({"throng": 1, "entities": [{"position": {"x": "far"}}]})");
    std::printf("%s at %s, line %zu\n", refused.error.c_str(), refused.pointer.c_str(), refused.line);

    throng::list<drop> rain;
    for (int i = 0; i < 3; ++i) rain.push_back({i});
    const std::string drops = text_of(rain);
    rain.clear();
    std::printf("%s%d drops", drops.c_str(), static_cast<int>(!read(rain, drops) ? -1 : static_cast<int>(rain.size())));
    std::printf(", %s\n", read(rain, R"({"throng": 1})").error.c_str());

    throng::inspector inspect(w, {.port = 0});
    inspect.add("rain", rain);
    inspect.add("systems", systems);
    const int listens = inspect ? 1 : 0;
    const int polled = static_cast<int>(inspect.poll());
    const int removed = static_cast<int>(inspect.remove("rain"));
    std::printf("%d %d %d %d\n", listens, polled, removed, static_cast<int>(inspect.remove("rain")));
    const throng::inspector open(w, {.port = 0, .address = "0.0.0.0"});
    std::printf("%s\n", open.error().c_str());
}
