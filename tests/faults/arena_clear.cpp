// An engine frees a level's memory at one stroke, objects and all, and starts its list afresh, in the middle of a walk,
// too.
#include <throng/linked_list.hpp>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

namespace {

struct thing {
    throng::list_hook<> hook;
    int health;
};
using thing_list = throng::linked_list<thing, &thing::hook>;

/// A level's memory: no destructor of what lies in it runs.
class level {
  public:
    level() : memory_(std::malloc(sizeof(thing) * count)) {}
    level(const level&) = delete;
    level& operator=(const level&) = delete;
    ~level() { std::free(memory_); }

    void fill(thing_list& things) {
        for (int i = 0; i < count; ++i) things.push_back(*::new (static_cast<thing*>(memory_) + i) thing{{}, i});
    }

  private:
    static constexpr int count = 8;
    void* memory_;
};

int sum(const thing_list& things) {
    int all = 0;
    for (const thing& t : things) all += t.health;
    return all;
}

} // namespace

int main() {
    thing_list things;
    {
        level first;
        first.fill(things);
        std::printf("first level: %zu, sum %d\n", things.size(), sum(things));
    }
    things.forget();
    std::printf("forgotten: %zu, sum %d\n", things.size(), sum(things));

    level second;
    second.fill(things);
    std::printf("second level: %zu, sum %d\n", things.size(), sum(things));

    // A level ends while its things think.
    level third;
    int visited = 0;
    int residents = 0;
    auto of_residents = things.walk(throng::residents);
    auto unbegun = things.walk(throng::backward, throng::live);
    (void)of_residents.next();
    for (const thing& t : things) {
        ++visited;
        if (visited != 3) continue;
        std::printf("the level ends in the visit of %d\n", t.health);
        things.forget();
        third.fill(things);
    }
    while (of_residents.next() != nullptr) ++residents;
    const thing* const last = unbegun.next();
    std::printf("visited %d, %d of the residents, backward first %d\n", visited, residents,
                last == nullptr ? -1 : last->health);

    things.forget();
    thing_list moved = std::move(things);
    std::printf("moved: %zu\n", moved.size());
}
