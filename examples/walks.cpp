// The ways to iterate over a list, and how each treats elements added or removed meanwhile.
#include <throng/list.hpp>

#include <cstdio>

namespace {

struct ship {
    int number;
    int fuel;
};

void show(const char* what, const throng::list<ship>& fleet) {
    std::printf("%-28s", what);
    for (const ship& s : fleet) std::printf(" %d", s.number);
    std::printf("\n");
}

} // namespace

int main() {
    throng::list<ship> fleet{{1, 3}, {2, 1}, {3, 2}, {4, 1}};

    // New elements are added at the end and visited by the same loop …
    for (ship& s : fleet)
        if (s.number <= 2) fleet.push_back({10 + s.number, 2});
    show("live:", fleet);

    // … or by the next loop, if this one is a walk of residents.
    for (ship& s : fleet.walk(throng::residents)) fleet.push_back({100 + s.number, 1});
    show("residents:", fleet);

    // Loops may be nested, and left by `break`. Both see the edits of either.
    for (ship& hunter : fleet) {
        if (hunter.number > 3) break;
        for (ship& prey : fleet)
            if (prey.number == hunter.number + 100) {
                fleet.remove(prey);
                break;
            }
    }
    show("nested:", fleet);

    // The elements of one moment: removed elements are kept as long as the view exists.
    {
        const auto then = fleet.freeze();
        fleet.remove_if([](const ship& s) { return s.number > 100; });
        std::printf("%zu ships then, %zu now\n", then.size(), fleet.size());
    }

    // Update and prune: the function returns whether the element stays.
    fleet.update([](ship& s) { return --s.fuel > 0; });
    show("update:", fleet);

    // A handle refers to an element, and notices its removal. It survives packing and sorting.
    const throng::handle<ship> flagship = fleet.handle_of(*fleet.last());
    fleet.sort([](const ship& a, const ship& b) { return a.number > b.number; });
    show("sorted:", fleet);
    std::printf("the flagship is %d\n", fleet.get(flagship)->number);

    // A hook is called for each removed element, and may make any edit.
    fleet.on_remove([&](ship& s) {
        if (s.number > 10) fleet.push_back({s.number - 10, 9});
    });
    fleet.clear();
    show("clear, with a hook:", fleet);
    std::printf("the flagship is %s\n", fleet.contains(flagship) ? "there" : "removed");
}
