// A game ends by exit() inside of walks, as C engines do: the walks are on a stack that is never unwound, and the
// destructors of static collections run with the walks open. That is no error, in the audit build either.
// define: THRONG_AUDIT=1
// status: 3
#include <throng/throng.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

struct thing : throng::list_hook<>, throng::grid_hook<> {
    int n = 0;
};
thing objects[4];

throng::linked_list<thing> linked;
throng::list<thing*> list;
throng::ordered_set<thing*> set;
throng::bag<thing*> bag;
throng::pool<thing*> pool;
throng::buffered_list<thing*> buffered;
throng::tree<int> tree;
throng::world world;
throng::grid<thing> grid(8.0F);

void end() {
    std::puts("error: no such sprite");
    std::exit(3);
}

} // namespace

int main() {
    static throng::list<int> made_later{1};
    for (thing& t : objects) {
        linked.push_back(t);
        list.add(&t);
        set.add(&t);
        bag.add(&t);
        pool.add(&t);
        buffered.add(&t);
        grid.insert(t, 1.0F, 1.0F);
        world.create(t.n);
    }
    buffered.commit();
    for (const thing& x : linked)
        for (thing* const& a : list)
            for (thing* const& b : set)
                for (thing* const& c : bag)
                    for (thing* const& d : pool)
                        for (thing* const& e : buffered)
                            for (const int& n : made_later)
                                world.query<int>().each([&](int&) {
                                    for (const thing& near : grid.in_circle(1.0F, 1.0F, 4.0F))
                                        if (a == b && c == d && d == e && n == 1 && x.n == near.n) end();
                                });
}
