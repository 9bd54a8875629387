// A button's handler destroys the window that the button is in, and the button goes on using itself: clicked in a walk,
// or through a handle. (gameplay #1737, FTXUI PR #807, godot PR #31223)
#include <throng/entity/tree.hpp>

#include <cstdio>
#include <string>

struct widget {
    std::string name;
    bool closes = false;
    std::size_t click(throng::tree<widget>& all) {
        if (closes) all.remove(*all.parent_of(*this)); // the window, and this with it
        return name.size();
    }
};

int main() {
    throng::tree<widget> all;
    const auto make = [&] {
        const auto window = all.add(widget{"a window with a long name, not a short one"});
        return all.add_child(window, widget{"a button that closes the window it stands in", true});
    };
    make();
    for (widget& w : all) {
        if (!w.closes) continue;
        const std::size_t letters = w.click(all);
        std::printf("clicked in a walk: %zu letters, %zu widgets\n", letters, all.size());
    }
    const auto focus = make();
    all.visit(focus, [&](widget& w) {
        const std::size_t letters = w.click(all);
        std::printf("clicked by its handle: %zu letters, %zu widgets\n", letters, all.size());
    });
    std::printf("the handle is %s\n", all.visit(focus, [](widget&) {}) ? "good" : "stale");
}
