// refused: throng: to be saved, a component that is not trivially copyable needs fields that can be described
#include <throng/world/save.hpp>

#include <memory>
#include <string>

struct label {
#if defined(MISTAKE)
    std::unique_ptr<std::string> text;
#else
    std::string text;
#endif
};
template <> struct throng::component<label> {
    static constexpr const char* name = "label";
};

int main() {
    throng::world w;
    (void)w.create(label{});
    throng::byte_writer<> bytes;
    throng::save(w, bytes, throng::components<label>);
}
