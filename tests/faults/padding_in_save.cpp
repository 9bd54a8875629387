// Equal worlds have equal bytes and hashes, whatever stands in the padding between a component's members.
#include <throng/world/save.hpp>
#include <throng/world/world.hpp>

#include <cstdio>
#include <cstring>

struct mixed {
    char a;
    double b;
};
template <> struct throng::component<mixed> {
    static constexpr const char* name = "mixed";
};

static void fill(throng::world& w, int padding) {
    mixed* const m = w.add<mixed>(w.create());
    std::memset(static_cast<void*>(m), padding, sizeof *m);
    m->a = 'x';
    m->b = 1.5;
}

int main() {
    throng::world v;
    throng::world w;
    fill(v, 0x00);
    fill(w, 0xff);
    throng::byte_writer<> a;
    throng::byte_writer<> b;
    throng::save(v, a, throng::components<mixed>);
    throng::save(w, b, throng::components<mixed>);
    const bool same = a.bytes().size() == b.bytes().size() &&
                      std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()) == 0 &&
                      throng::hash(v, throng::components<mixed>) == throng::hash(w, throng::components<mixed>);
    std::puts(same ? "equal" : "different");
}
