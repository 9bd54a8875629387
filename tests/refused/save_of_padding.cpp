// refused: throng: this class has padding, or numbers that nothing describes: list its fields
#include <throng/world/save.hpp>

class mixed {
  public:
    mixed() = default;
    explicit mixed(double b) : b_(b) {}
    [[nodiscard]] double sum() const { return a_ + b_; }

  private:
#if !defined(MISTAKE)
    friend throng::component<mixed>;
#endif
    char a_ = 1;
    double b_ = 2;
};
template <> struct throng::component<mixed> {
    static constexpr const char* name = "mixed";
#if !defined(MISTAKE)
    static constexpr auto fields = throng::fields(field("a", &mixed::a_), field("b", &mixed::b_));
#endif
};

int main() {
    throng::world w;
    (void)w.create(mixed(3));
    throng::byte_writer<> bytes;
    throng::save(w, bytes, throng::components<mixed>);
}
