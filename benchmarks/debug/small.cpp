// The small worlds of ./bench small, which scripts/debug-builds compiles as debug builds do. The program prints lines
// as loops.cpp does.

#include "../workloads.hpp"
#include "contests.hpp"

int main() { debug::measure(bench::small_worlds(), 100, 1, 1); }
