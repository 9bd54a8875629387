// refused: throng: to be saved, a component needs a component<T>::name
#include <throng/world/save.hpp>

struct label {
    int number = 0;
};
#if !defined(MISTAKE)
template <> struct throng::component<label> {
    static constexpr const char* name = "label";
};
#endif

int main() {
    throng::world w;
    (void)w.create(label{});
    throng::byte_writer<> bytes;
    throng::save(w, bytes, throng::components<label>);
}
