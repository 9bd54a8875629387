// The articles' classes, and the collections that take their place, which scripts/debug-builds compiles as debug builds
// do. The program prints lines as loops.cpp does.

#include "../articles/articles.hpp"

#include "contests.hpp"

// (After seventy frames as many expire as do later.)
int main() { debug::measure(bench::article_classes(), 1'000, 8, 70); }
