#include "loops.hpp"

#include <throng/world/world.hpp>

#include <vector>

namespace loops {
struct point {
    float x, y;
};

void births(throng::world& w, std::vector<throng::entity>& all, int n) {
    for (int i = 0; i < n; ++i) all.push_back(w.create(point{3, 4}));
}
} // namespace loops
