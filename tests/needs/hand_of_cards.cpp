// The cards of a hand are in the order that the player gives them: a card is put between two others, all are sorted in
// the middle of a walk, one is destroyed, and the hand comes back from a save and from a roll-back as it was. (koota PR
// #201, bevy PR #18409, #18058)
#include <throng/world/family.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>

#include <cstdio>

struct card {
    int rank;
};
template <> struct throng::component<card> {
    static constexpr const char* name = "card";
};

static void show(const char* when, const throng::world& w, throng::entity hand, const throng::family& family) {
    std::printf("%s:", when);
    family.each_child(hand, [&](throng::entity e) { std::printf(" %d", w.try_get<card>(e)->rank); });
    std::printf("\n");
}

int main() {
    constexpr auto all = throng::components<card, throng::kin>;
    throng::world w;
    throng::family family(w);
    const auto hand = w.create();
    const auto deal = [&](int rank) {
        const auto e = w.create(card{rank});
        family.adopt(hand, e);
        return e;
    };
    const auto nine = deal(9);
    const auto two = deal(2);
    const auto five = deal(5);
    show("dealt", w, hand, family);
    const auto seven = w.create(card{7});
    family.move_before(seven, two);
    show("a seven before the two", w, hand, family);
    family.move_after(nine, five);
    show("the nine at the end", w, hand, family);

    throng::rollback<int> frames(w, 2, [](int) {}, all);
    frames.save(1);
    throng::byte_writer<> bytes;
    throng::save(w, bytes, all);
    std::printf("sorted while it is walked:");
    family.each_child(hand, [&](throng::entity e) {
        std::printf(" %d", w.get<card>(e).rank);
        family.sort_children(hand, [&](auto a, auto b) { return w.get<card>(a).rank < w.get<card>(b).rank; });
    });
    std::printf("\n");
    show("then", w, hand, family);
    w.destroy(five);
    show("without the five", w, hand, family);

    frames.load(1);
    show("rolled back", w, hand, family);
    throng::world again;
    const throng::family theirs(again);
    throng::restore(again, bytes.bytes(), all);
    show("restored", again, hand, theirs);
}
