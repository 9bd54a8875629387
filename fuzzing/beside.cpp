/// Games with what stands beside a collection: snapshots, saves, indices by value, listeners, parts, two homes. The
/// first byte chooses what it is played on, the others what happens.

#include "indices/beside_game.hpp"

#include <throng/bag.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

namespace {

using beside::kind;
using beside::unit;

template <class Kind> std::string played(std::span<const std::uint8_t> bytes) {
    return beside::game<Kind>(bytes).play();
}
/// New ones at the end: a corpus counts on their order.
constexpr std::string (*games[])(std::span<const std::uint8_t>) = {
    played<kind<throng::list<unit>, true>>,       played<kind<throng::bag<unit>, false>>,
    played<kind<throng::pool<unit>, false>>,      played<kind<throng::entity_list<unit>, true>>,
    played<kind<throng::list<unit>, true, true>>, played<kind<throng::bag<unit>, false, true>>,
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2 || size > 1500 || data[0] >= std::size(games)) return -1;
    const std::string failure = games[data[0]]({data + 1, size - 1});
    if (failure.empty()) return 0;
    std::fprintf(stderr, "game %d: %s\n", data[0], failure.c_str());
    std::abort();
}
