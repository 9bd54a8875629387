// The ways to walk a list, and what each makes of elements that are added and removed meanwhile.
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

    // New elements join at the end and are visited by the same walk …
    for (ship& s : fleet)
        if (s.number <= 2) fleet.push_back({10 + s.number, 2});
    show("live:", fleet);

    // … or by the next one, if the walk is one of residents.
    for (ship& s : fleet.walk(throng::residents)) fleet.push_back({100 + s.number, 1});
    show("residents:", fleet);

    // A walk may be left, and a second one opened within the first. Both see what either does.
    for (ship& hunter : fleet) {
        if (hunter.number > 3) break;
        for (ship& prey : fleet)
            if (prey.number == hunter.number + 100) {
                fleet.remove(prey);
                break;
            }
    }
    show("nested:", fleet);

    // What was there at one moment: removed elements are kept for as long as the view is.
    {
        const auto then = fleet.freeze();
        fleet.remove_if([](const ship& s) { return s.number > 100; });
        std::printf("%zu ships then, %zu now\n", then.size(), fleet.size());
    }

    // The walk that closes gaps: the body tells whether the element stays.
    fleet.update([](ship& s) { return --s.fuel > 0; });
    show("update:", fleet);

    // A handle tells later whether the element is still there. It survives packing and sorting.
    const throng::handle<ship> flagship = fleet.handle_of(*fleet.last());
    fleet.sort([](const ship& a, const ship& b) { return a.number > b.number; });
    show("sorted:", fleet);
    std::printf("the flagship is %d\n", fleet.get(flagship)->number);

    // A hook is called for each element, and may make any edit.
    fleet.on_remove([&](ship& s) {
        if (s.number > 10) fleet.push_back({s.number - 10, 9});
    });
    fleet.clear();
    show("clear, with a hook:", fleet);
    std::printf("the flagship is %s\n", fleet.contains(flagship) ? "there" : "gone");
}
