// A game's patch adds a component, or a field: its players' save games are read all the same.
#include <throng/world/save.hpp>

#include <cstdio>
#include <string>

struct position {
    int x;
};
struct health {
    int left;
};
struct health2 {
    int left;
    int most;
};
struct health3 {
    signed char left;
};
struct shield {
    int left;
};
template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<health> {
    static constexpr const char* name = "health";
};
template <> struct throng::component<health2> {
    static constexpr const char* name = "health";
};
template <> struct throng::component<health3> {
    static constexpr const char* name = "health";
};
template <> struct throng::component<shield> {
    static constexpr const char* name = "shield";
};

int main() {
    throng::world w;
    (void)w.create(position{1}, health{2});
    (void)w.create(position{3}, health{400});
    throng::byte_writer<> old;
    throng::save(w, old, throng::components<position, health>);
    const auto says = [&](const char* what, auto those) {
        throng::world v;
        const auto r = throng::restore(v, old.bytes(), those);
        if (r) std::printf("%-18s restored\n", what);
        else
            std::printf("%-18s %s: %s of %s, entity %u\n", what, r.error, std::string(r.field()).c_str(),
                        std::string(r.component).c_str(), r.entity.index());
    };
    says("the same", throng::components<position, health>);
    says("another order", throng::components<health, position>);
    says("a component more", throng::components<position, health, shield>);
    says("a component fewer", throng::components<position>);
    says("a field more", throng::components<position, health2>);
    says("a field narrower", throng::components<position, health3>);
}
