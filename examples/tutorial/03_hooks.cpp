// Chapter 3. Hooks are called for every addition and every removal, whatever caused it, and may modify the lists.
#include <throng/list.hpp>

#include <cstdio>

namespace {

struct raider {
    const char* name;
    int x;
    bool is_captain;
};

class siege {
  public:
    siege() {
        raiders_.on_add([this](raider&) { ++came_; });
        raiders_.on_remove([this](raider& r) {
            ++score_;
            std::printf("%s falls\n", r.name);
            if (!r.is_captain) return;
            // Without their captain the others flee: removals inside of a removal.
            raiders_.remove_if([](const raider& other) { return other.x > 10; });
        });
    }

    void send(const char* name, int x, bool is_captain = false) { raiders_.push_back({name, x, is_captain}); }

    void shoot_at(int x) {
        for (raider& r : raiders_)
            if (r.x == x) raiders_.remove(r);
    }
    void print() const { std::printf("%d came, %d fell, %zu left\n", came_, score_, raiders_.size()); }

  private:
    throng::list<raider> raiders_;
    int came_ = 0;
    int score_ = 0;
};

} // namespace

int main() {
    siege s;
    s.send("Ulf", 8);
    s.send("Sigrid", 12, true);
    s.send("Ivar", 14);
    s.send("Olga", 9);
    s.shoot_at(12);
    s.print();
}
