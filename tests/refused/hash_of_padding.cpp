// refused: throng: this class has padding, or numbers that nothing describes: list its fields
#include <throng/world/save.hpp>

class mixed {
  public:
    mixed() = default;
    explicit mixed(double b) : b_(b) {}
    [[nodiscard]] double sum() const { return a_ + b_; }

  private:
    char a_ = 1;
    double b_ = 2;
};
template <> struct throng::component<mixed> {
    static constexpr const char* name = "mixed";
#if !defined(MISTAKE)
    static void save(const mixed& m, auto& to) { to.put(m.sum()); }
    static mixed restore(auto& from) { return mixed(from.template get<double>() - 1); }
#endif
};

int main() {
    throng::world w;
    (void)w.create(mixed(3));
    return throng::hash(w, throng::components<mixed>) == 0 ? 1 : 0;
}
