/// The bytes of a saved world. What is damaged has to be refused with the world as it was; what is taken has to be a
/// world that can live on, and be saved and restored again. Where the first byte is odd, the right check sum is put
/// after the rest, so that what lies behind it is reached.

#include "world/saved_game.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

namespace {

using namespace saved_game;

void insist(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

std::vector<std::byte> saved(const world& w) {
    throng::byte_writer<> to;
    save(w, to, all);
    return {to.bytes().begin(), to.bytes().end()};
}

void live_on_from(world& w, std::uint64_t seed, int edits) {
    std::vector<entity> known;
    for (const entity e : w) known.push_back(e);
    insist(known.size() == w.size(), "a world of another size than it says");
    insist(w.validate(), "the world is not whole");
    numbers r(seed);
    live_on(w, known, r, edits);
}

/// A component that the world has needed only after it was restored.
struct late {
    std::size_t place = 0;
};
void give_late(world& w) {
    std::size_t n = 0;
    for (const entity e : w) w.add<late>(e, n++);
    insist(w.validate() && w.count<late>() == n, "an entity lacks the component that was added late");
    n = 0;
    w.query<const late>().each([&](const late& l) { insist(l.place == n++, "what came late is in another place"); });
    w.remove_all<late>();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return -1;
    std::vector<std::byte> bytes(size - 1);
    if (size > 1) std::memcpy(bytes.data(), data + 1, size - 1);
    if (data[0] % 2 != 0) {
        const std::uint64_t sum = throng::core::mix(0, bytes.data(), bytes.size());
        const auto raw = std::as_bytes(std::span(&sum, 1));
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
    world w;
    live_on_from(w, 1, 40);
    const std::vector<std::byte> before = saved(w);
    const throng::restored result = restore(w, bytes, all);
    if (!result) {
        insist(result.error[0] != '\0' && result.position <= bytes.size(), "refused without a reason or a place");
        insist(saved(w) == before, "refused, and the world has changed");
        live_on_from(w, 2, 40);
        return 0;
    }
    const std::vector<std::byte> first = saved(w);
    world twin;
    insist(static_cast<bool>(restore(twin, first, all)), "what was restored and saved again is refused");
    insist(saved(twin) == first, "saved twice, it is not the same");
    give_late(w);
    live_on_from(w, 2, 60);
    live_on_from(twin, 2, 60);
    insist(hash(w, all) == hash(twin, all), "the same past has another future");
    return 0;
}
