// A world that is saved and restored together with its schedule goes on as it did: also what its systems have waited.
#include <throng/world/save.hpp>
#include <throng/world/save_schedule.hpp>

#include <cstdio>

struct fired {
    int times = 0;
};
template <> struct throng::component<fired> {
    static constexpr const char* name = "fired";
};

int main() {
    constexpr auto all = throng::components<fired>;
    const auto set_up = [](throng::world& w, throng::schedule& s) {
        s.add("gun", [&w] { ++w.singleton<fired>()->times; }).interval(10);
    };
    throng::world w;
    w.set_singleton(fired{});
    throng::schedule s(w);
    set_up(w, s);
    for (int i = 0; i < 18; ++i) s.run(1);
    throng::byte_writer<> bytes;
    throng::save(w, bytes, all);
    throng::byte_writer<> its_bytes;
    throng::save(s, its_bytes);

    throng::world again;
    throng::schedule its(again);
    set_up(again, its);
    if (!throng::restore(again, bytes.bytes(), all) || !throng::restore(its, its_bytes.bytes())) return 1;
    for (int i = 0; i < 5; ++i) {
        s.run(1);
        its.run(1);
    }
    std::printf("%d and %d\n", w.singleton<fired>()->times, again.singleton<fired>()->times);
}
