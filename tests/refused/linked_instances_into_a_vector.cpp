// refused: throng: a range of handles is no component
#include <throng/world/linked_prefabs.hpp>

#include <span>
#include <vector>

struct health {
    int left = 0;
};
template <> struct throng::component<health> {
    static constexpr auto fields = throng::fields(throng::field("left", &health::left));
};

void mistake() {
    throng::world w;
    throng::prefabs prefabs(w);
    throng::linked_prefabs linked(prefabs, throng::components<health>);
    const throng::entity pattern = prefabs.patterns().create(health{});
    std::vector<throng::entity> handles(10);
#if defined(MISTAKE)
    (void)linked.instantiate(pattern, handles);
#else
    (void)linked.instantiate(pattern, std::span(handles));
#endif
}
