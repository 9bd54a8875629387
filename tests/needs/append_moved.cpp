// "Can append an entirely different LinkedList to its end": of what cannot be copied, and without copying.
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>

#include <cstdio>
#include <memory>
#include <utility>

using owner = std::unique_ptr<int>;
struct craft {
    owner its;
    [[nodiscard]] bool expired() const { return false; }
};

template <class C> void play(const char* name) {
    C a;
    C b;
    for (int i = 0; i < 3; ++i) a.push_back(std::make_unique<int>(i));
    for (int i = 3; i < 1000; ++i) b.push_back(std::make_unique<int>(i));
    if constexpr (requires { a.commit(); }) a.commit(), b.commit();
    const std::size_t taken = a.add_range(std::move(b));
    if constexpr (requires { a.commit(); }) a.commit();
    int next = 0;
    bool in_order = true;
    for (const owner& x : a) in_order = in_order && *x == next++;
    std::printf("%s: %zu taken, %zu in all, %s, %zu left\n", name, taken, a.size(), in_order ? "in order" : "mixed",
                b.size()); // NOLINT(bugprone-use-after-move): it is empty, which is what is promised
}

int main() {
    play<throng::list<owner>>("list");
    play<throng::buffered_list<owner>>("buffered_list");
    play<throng::ordered_set<owner>>("ordered_set");
    throng::entity_list<craft> x;
    throng::entity_list<craft> y;
    for (int i = 0; i < 1000; ++i) y.push_back({std::make_unique<int>(i)});
    const craft* const first = y.first();
    const std::size_t taken = x.take(y);
    std::printf("entity_list: %zu taken; the first is %s\n", taken, x.first() == first ? "where it was" : "elsewhere");
}
