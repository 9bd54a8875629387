// refused: throng: the type of this member cannot be described
#include <throng/world/save.hpp>

#include <variant>

struct sack {
#if defined(MISTAKE)
    std::variant<int, float> content;
#else
    int content = 0;
#endif
    int n = 0;
};
template <> struct throng::component<sack> {
    static constexpr const char* name = "sack";
};

int main() {
    throng::world w;
    (void)w.create(sack{});
    throng::byte_writer<> bytes;
    throng::save(w, bytes, throng::components<sack>);
}
