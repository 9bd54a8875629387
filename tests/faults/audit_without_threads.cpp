// The audit build where a program can have only one thread, as in WebAssembly, whose standard library has no threads.
// exit() inside of a walk is no error there either, also of a collection made after another one was walked.
// status: 3
#ifdef __clang__
#pragma clang diagnostic ignored "-Wbuiltin-macro-redefined"
#endif
#undef __STDCPP_THREADS__
#define THRONG_AUDIT 1
#include <throng/linked_list.hpp>
#include <throng/list.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

struct thing : throng::list_hook<> {};
thing objects[2];
throng::linked_list<thing> linked;
throng::list<int> first{1, 2, 3};

throng::list<int>& second() {
    static throng::list<int> numbers{4, 5, 6};
    return numbers;
}

} // namespace

int main() {
    for (thing& t : objects) linked.add(t);
    int sum = 0;
    for (int& n : first) {
        sum += n;
        if (n == 2) first.remove(n);
    }
    std::printf("%d, and %d are left\n", sum, static_cast<int>(first.size()));
    for (thing& t : linked) {
        linked.remove(t);
        for (int& n : second()) {
            second().remove(n);
            std::puts("exit");
            std::exit(3);
        }
    }
}
