// A function that is given a T& can read it to the end, whatever becomes of the entity and the component meanwhile.
#include <throng/bag.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/world/world.hpp>

#include <cstdio>
#include <string>

struct named {
    // (On the heap, so that sanitizers see it.)
    std::string s = "a string that is long enough to be on the heap";
};
using throng::entity;
using throng::world;

template <class F> static void play(const char* how, F f) {
    std::string got;
    f(got);
    std::printf("%s: %s\n", how, got == named().s ? "readable" : "NOT readable");
}
template <class F> static void play_in_world(const char* how, F f) {
    play(how, [&](std::string& got) {
        world w;
        f(w, got);
    });
}

int main() {
    play_in_world("patch, destroy", [](world& w, std::string& got) {
        const entity e = w.create(named{});
        w.patch<named>(e, [&](named& x) {
            w.destroy(e);
            got = x.s;
        });
    });
    play_in_world("patch, remove", [](world& w, std::string& got) {
        const entity e = w.create(named{});
        w.patch<named>(e, [&](named& x) {
            w.remove<named>(e);
            got = x.s;
        });
    });
    play_in_world("walk, destroy", [](world& w, std::string& got) {
        w.create(named{});
        w.query<named>().each([&](entity e, named& x) {
            w.destroy(e);
            got = x.s;
        });
    });
    const auto hooked = [](world& w, std::string& got, auto edit) {
        return [&w, &got, edit](entity e, named& x) {
            edit(w, e);
            got = x.s;
        };
    };
    const auto destroy = [](world& w, entity e) { w.destroy(e); };
    const auto remove = [](world& w, entity e) { w.remove<named>(e); };
    play_in_world("on_add, destroy", [&](world& w, std::string& got) {
        w.on_add<named>(hooked(w, got, destroy));
        w.create(named{});
    });
    play_in_world("on_add, remove", [&](world& w, std::string& got) {
        w.on_add<named>(hooked(w, got, remove));
        w.add<named>(w.create());
    });
    play_in_world("on_set, destroy", [&](world& w, std::string& got) {
        w.on_set<named>(hooked(w, got, destroy));
        w.set(w.create(named{}), named{});
    });
    play_in_world("on_set, remove", [&](world& w, std::string& got) {
        w.on_set<named>(hooked(w, got, remove));
        w.set(w.create(named{}), named{});
    });
    play_in_world("on_set of patch, remove", [&](world& w, std::string& got) {
        w.on_set<named>(hooked(w, got, remove));
        w.patch<named>(w.create(named{}), [](named&) {});
    });
    play_in_world("on_remove, add", [&](world& w, std::string& got) {
        w.on_remove<named>(hooked(w, got, [](world& its, entity e) { its.add<named>(e); }));
        w.remove<named>(w.create(named{}));
    });
    play_in_world("on_remove, fill", [&](world& w, std::string& got) {
        w.on_remove<named>(hooked(w, got, [](world& its, entity) { its.create_many(3000, named{}); }));
        w.destroy(w.create(named{}));
    });
    play("on_add of a list, remove", [](std::string& got) {
        throng::list<named> l;
        l.on_add([&](named& x) {
            l.remove(x);
            got = x.s;
        });
        l.push_back(named{});
    });
    play("on_add of a pool, remove", [](std::string& got) {
        throng::pool<named> l;
        l.on_add([&](named& x) {
            l.remove(x);
            got = x.s;
        });
        l.add(named{});
    });
    play("on_add of a bag, remove", [](std::string& got) {
        throng::bag<named> l;
        l.on_add([&](named& x) {
            l.remove(x);
            got = x.s;
        });
        l.push_back(named{});
    });
}
