/// Edit scripts, with walks nested in them, on every collection, against the model of the contract. libFuzzer's bytes
/// are mended into a script before they are played, so that nearly all it tries are scripts; see edits_of.hpp.

#include "contract/dice.hpp"
#include "contract/volume.hpp"
#include "fuzzing/edits_of.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto g = fuzz::game_of({data, size});
    if (!g) return -1;
    const auto make = g->collection->make[g->element];
    const contract::outcome o = contract::play(g->steps, make, g->options);
    if (o.failure.empty()) return 0;
    std::fprintf(stderr, "%s of %s elements%s, allocation %zu failing: %s\n  %s\n", g->collection->collection,
                 contract::element_names[g->element], g->options.check_each_step ? ", looked at after each step" : "",
                 g->options.fail_allocation, o.failure.c_str(), contract::to_text(g->steps).c_str());
    std::fprintf(stderr, "shortest: %s\n", contract::to_text(contract::shortened(g->steps, make, g->options)).c_str());
    std::abort();
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

/// The nearest bytes that say something.
std::size_t mend(std::uint8_t* data, std::size_t size, std::size_t max_size) {
    if (max_size < 4) return 0;
    if (size < 2) {
        std::memset(data, 0, 2);
        size = 2;
    }
    size = std::min({size - size % 2, max_size - max_size % 2, 2 + 2 * fuzz::most_steps});
    data[0] = static_cast<std::uint8_t>(data[0] % contract::all_subjects().size());
    if ((data[1] & 7U) >= contract::element_names.size()) data[1] &= 0xf8U;
    for (std::size_t i = 2; i < size; i += 2) data[i] = static_cast<std::uint8_t>(data[i] % contract::acts);
    return size;
}

} // namespace

/// Beside libFuzzer's own mutations: steps are put in, taken out, copied, exchanged and changed as whole steps; the
/// collection and the element are exchanged under a script, so that what is found on one is tried on all.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
    contract::dice d{seed};
    size = mend(data, size, max_size);
    if (size < 2) return LLVMFuzzerMutate(data, size, max_size);
    const unsigned steps = static_cast<unsigned>(size - 2) / 2;
    std::uint8_t* const first = data + 2;
    const bool room = size + 2 <= std::min(max_size, 2 + 2 * fuzz::most_steps);
    const auto any_step = [&](std::uint8_t* at) {
        at[0] = static_cast<std::uint8_t>(d.below(contract::acts));
        at[1] = static_cast<std::uint8_t>(d.below(256));
        // Seldom many at once, or all scripts are slow.
        if (static_cast<contract::act>(at[0]) == contract::act::add_many && d.below(4) != 0) at[1] %= 8;
    };
    switch (d.below(9)) {
    case 0:
        data[0] = static_cast<std::uint8_t>(d.below(static_cast<unsigned>(contract::all_subjects().size())));
        return size;
    case 1:
        data[1] = static_cast<std::uint8_t>(d.below(contract::element_names.size()) | d.below(2) << 3U |
                                            (d.below(3) == 0 ? d.below(16) << 4U : 0U));
        return size;
    case 2:
    case 3: {
        if (!room) return size;
        std::uint8_t* const at = first + 2 * d.below(steps + 1);
        std::memmove(at + 2, at, static_cast<std::size_t>(data + size - at));
        any_step(at);
        return size + 2;
    }
    case 4: {
        if (steps == 0) return size;
        const unsigned from = d.below(steps);
        const unsigned length = 1 + d.below(std::min(steps - from, 4U));
        std::uint8_t* const at = first + 2 * from;
        std::memmove(at, at + 2 * length, static_cast<std::size_t>(data + size - at) - 2 * length);
        return size - 2 * length;
    }
    case 5:
        if (steps != 0) any_step(first + 2 * d.below(steps));
        return size;
    case 6: {
        if (steps == 0) return size;
        const unsigned from = d.below(steps);
        const unsigned length = 1 + d.below(std::min(steps - from, 12U));
        if (size + 2 * length > std::min(max_size, 2 + 2 * fuzz::most_steps)) return size;
        std::uint8_t copied[24];
        std::memcpy(copied, first + 2 * from, 2 * length);
        std::uint8_t* const at = first + 2 * d.below(steps + 1);
        std::memmove(at + 2 * length, at, static_cast<std::size_t>(data + size - at));
        std::memcpy(at, copied, 2 * length);
        return size + 2 * length;
    }
    case 7:
        if (steps != 0) first[2 * d.below(steps) + 1] = static_cast<std::uint8_t>(d.below(256));
        return size;
    default:
        return mend(data, LLVMFuzzerMutate(data, size, max_size), max_size);
    }
}
