// Objects that are costly to make hand their buffers on; the handle of a loan that is over finds nothing, and giving
// back twice does no harm. (Excalibur #3548, vgstation13 #4236)
#include <throng/pool.hpp>

#include <cstdio>
#include <utility>
#include <vector>

struct trail {
    std::vector<float> points;
};

int main() {
    int made = 0;
    std::vector<std::vector<float>> spare;
    throng::pool<trail> used;
    used.on_remove([&](trail& t) { spare.push_back(std::move(t.points)); });
    const auto obtain = [&] {
        trail t;
        if (spare.empty()) ++made, t.points.reserve(256);
        else t.points = std::move(spare.back()), spare.pop_back(), t.points.clear();
        return used.add(std::move(t));
    };
    const auto a = obtain();
    obtain();
    const bool first = used.remove(a);
    const bool second = used.remove(a);
    const auto c = obtain();
    std::printf("given back: %d, again: %d; the first loan is %s, the next has room for %zu\n", first, second,
                used.contains(a) ? "there" : "over", used.get(c)->points.capacity());
    for (int frame = 0; frame < 1000; ++frame) {
        std::vector<throng::handle<trail>> some;
        for (int i = 0; i < 20; ++i) some.push_back(obtain());
        for (trail& t : used) t.points.push_back(1);
        for (const auto h : some) used.remove(h);
    }
    std::printf("%d made for 20,003 loans\n", made);
}
