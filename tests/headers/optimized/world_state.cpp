#include "loops.hpp"

#include <throng/world/merge.hpp>
#include <throng/world/prefabs.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <span>

namespace loops {
struct docked_to {};
struct place {
    float x = 0;
    float y = 0;
};
} // namespace loops

template <> struct throng::component<loops::place> {
    static constexpr const char* name = "place";
};

namespace loops {
constexpr auto kept = throng::components<place>;

void instances(throng::prefabs& p, throng::entity pattern) {
    if (dice() == 1) p.instantiate_many(pattern, 10);
    p.instantiate(pattern, place{1, 2});
}
throng::entity birth(throng::world& w) { return w.create(place{3, 4}, docked_to{}); }
void births(throng::world& w, std::span<throng::entity> all) { w.create(all, place{}); }
void relations(throng::relation<docked_to>& r, throng::entity a, throng::entity b) {
    r.relate(a, b);
    r.unrelate(a, b);
}
bool there_and_back(throng::world& w, throng::byte_writer<>& bytes) {
    throng::save(w, bytes, kept);
    return static_cast<bool>(throng::restore(w, bytes.bytes(), kept));
}
bool frames(throng::world& w) {
    throng::rollback<int> r(w, 10, [](const int&) {}, kept);
    return r.save(1) && r.load(1);
}
void joined(throng::world& w, const throng::world& other) { (void)throng::merge(w, other, kept); }
} // namespace loops
