#pragma once

namespace bench {

/// Nanoseconds that this thread has been given so far: what others do on the machine is not the contestants' fault.
double clock_ns();

/// What work() takes.
template <class F> double ns_of(F&& work) {
    const double start = clock_ns();
    work();
    return clock_ns() - start;
}

} // namespace bench
