// Listeners are called by their order, equals as they came; one takes the event, one takes another off, which is not
// called any more, and puts an urgent one on, which comes first from then on, in an event sent from within, too.
// (fifengine #454, nme PR #77, ckeditor5 #4996)
#include <throng/listeners.hpp>

#include <cstdio>

int main() {
    throng::listeners<> signal;
    bool nested = false;
    throng::listener<> urgent;
    const throng::listener a(signal, [] { std::putchar('a'); });
    throng::listener c(signal, [] { std::putchar('c'); });
    const throng::listener b(
        signal,
        [&] {
            std::putchar('b');
            if (nested) return true;
            nested = true;
            c.stop();
            urgent = throng::listener(signal, [] { std::putchar('U'); }, -9);
            std::putchar('(');
            signal();
            std::putchar(')');
            return false;
        },
        -5);
    const throng::listener z(signal, [] { return std::putchar('z'), true; }, 1);
    const throng::listener never(signal, [] { std::putchar('!'); }, 2);
    signal();
    std::putchar(' ');
    signal();
    std::puts("");
}
