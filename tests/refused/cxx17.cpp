// refused: throng needs C++20
// flags: -std=c++17
#include <throng/throng.hpp>
