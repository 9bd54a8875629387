// refused: throng: a member of this component cannot be described (a pointer, a class with a base
#include <throng/world/save.hpp>

struct follower {
#if defined(MISTAKE)
    const int* leader = nullptr;
#else
    throng::entity leader;
#endif
};
template <> struct throng::component<follower> {
    static constexpr const char* name = "follower";
};

int main() {
    throng::world w;
    (void)w.create(follower{});
    throng::byte_writer<> bytes;
    throng::save(w, bytes, throng::components<follower>);
}
