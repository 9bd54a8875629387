// An observer as a member of a class.
#include <throng/world/observer.hpp>
#include <throng/world/world.hpp>

#include <cassert>
#include <cstdio>
struct ship {
    int n;
};
struct cloaked {};
class radar {
  public:
    explicit radar(throng::world& w)
        : sees_(
              w.query<const ship>(throng::none_of<cloaked>), [this](throng::entity) { ++seen; },
              [this](throng::entity) { --seen; }) {}
    int seen = 0;

  private:
    throng::observer sees_;
};
int main() {
    throng::world world;
    radar r(world);
    world.create(ship{1});
    assert(r.seen == 1);
    std::puts("works");
}
