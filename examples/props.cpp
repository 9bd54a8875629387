// One list of many classes without a common base: missing member functions are skipped, and an element can be cast back
// to its class.
#include <throng/entity/any_entity.hpp>
#include <throng/entity/entity_list.hpp>

#include <cstdio>
#include <string>

namespace {

struct barrel {
    int fuse = 2;

    void update(throng::time_step) { --fuse; }
    [[nodiscard]] bool expired() const { return fuse == 0; }
    void on_expire() const { std::puts("boom"); }
};
struct sign {
    const char* text;

    void draw(std::string& canvas) const { canvas += text; }
};
struct torch {
    double burnt = 0;

    void update(throng::time_step step) { burnt += step.seconds; }
    void draw(std::string& canvas) const { canvas += burnt < 2 ? '*' : '.'; }
};

} // namespace

int main() {
    using prop = throng::any_entity<std::string>; // drawn on a string
    throng::entity_list<prop> props;
    props.add(barrel{});
    props.add(sign{"EXIT"});
    const auto light = props.add(torch{});

    for (int frame = 1; frame <= 3; ++frame) {
        props.update(throng::time_step{1});
        std::string canvas;
        props.draw(canvas);
        std::printf("frame %d: %zu props, drawn %s\n", frame, props.size(), canvas.c_str());
    }
    if (const torch* const t = props.get(light)->as<torch>()) std::printf("the torch burnt for %g s\n", t->burnt);
    std::printf("it is %s\n", props.get(light)->as<sign>() != nullptr ? "a sign" : "no sign");
}
