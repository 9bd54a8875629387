#pragma once

/// The fast test set of scripts/mutate, for the collection whose adapter is included before: a few thousand edits in
/// random scripts, looked at closely. Not a GoogleTest program: it is compiled anew for each planted fault.

#include "contract/dice.hpp"
#include "contract/player.hpp"
#include "contract/subject_of.hpp"

#include <cstdint>
#include <cstdio>

namespace mutation {

/// Plays the scripts of some seeds; false, and a message, at the first that fails.
inline bool play_all(const char* elements, contract::make_subject make) {
    for (std::uint64_t seed = 1; seed <= 140; ++seed) {
        contract::dice d{seed};
        const std::size_t length = seed % 40 == 0 ? 1500 : 20 + d.below(200);
        const contract::script s = contract::random_script(d.roll(), length, true);
        contract::player_options options;
        options.check_each_step = seed % 3 != 0 && length < 300;
        if (seed % 7 == 0) options.fail_allocation = 1 + d.below(12);
        const contract::outcome o = contract::play(s, make, options);
        // Fed the same edits again, it has to be walked in the same order.
        if (o.failure.empty() && (seed % 20 != 0 || contract::play(s, make, options).history == o.history)) continue;
        std::printf("%s elements, seed %llu: %s\n", elements, static_cast<unsigned long long>(seed), o.failure.c_str());
        return false;
    }
    return true;
}

} // namespace mutation

int main() {
    using adapter = contract::collection_under_test;
    return mutation::play_all("tracked", &contract::subject_of<adapter, support::tracked>::make) &&
                   mutation::play_all("trivial", &contract::subject_of<adapter, support::trivial>::make)
               ? 0
               : 1;
}
