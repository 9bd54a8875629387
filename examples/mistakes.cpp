// The audit build reports a mistake: a handle is given to another collection. A handler writes the report to the game's
// log.
#define THRONG_AUDIT 1 // in a program of several files: link throng::audit
#include <throng/list.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

struct enemy {
    int health;
};

void write_to_the_log(const throng::violation& v) {
    std::printf("%s, made in line %u: %s, in line %u\n", v.collection, v.made.line, v.what, v.call.line);
    std::exit(0); // if the handler returns, the program aborts
}

} // namespace

int main() {
    throng::on_violation(write_to_the_log);
    throng::list<enemy> enemies;
    throng::list<enemy> friends;
    enemies.name("enemies");
    friends.name("friends");
    const auto one = enemies.add({3});
    friends.add({3});
    std::printf("%d\n", enemies.get(one)->health);
    std::printf("%d\n", friends.get(one)->health); // a handle of the other list
}
