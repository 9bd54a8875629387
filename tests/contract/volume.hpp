#pragma once

#include "contract/dice.hpp"
#include "contract/player.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace contract {

/// A number from the environment, for longer runs by hand and shorter ones under sanitizers.
[[nodiscard]] inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// How many edits the volume tests make: fewer where each costs ten times as much.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::uint64_t usual_edits = 200'000;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr std::uint64_t usual_edits = 200'000;
#else
inline constexpr std::uint64_t usual_edits = 1'000'000;
#endif
#else
inline constexpr std::uint64_t usual_edits = 1'000'000;
#endif
[[nodiscard]] inline std::uint64_t edits_to_play() { return from_environment("THRONG_CONTRACT_EDITS", usual_edits); }

/// Cuts away and simplifies steps as long as the script still fails.
template <class Adapter, class Element> [[nodiscard]] script shortened(script failing, player_options options) {
    int patience = 20'000;
    const auto fails = [&](const script& s) {
        return --patience > 0 && !player<Adapter, Element>{s, options}.play().failure.empty();
    };
    failing.resize(player<Adapter, Element>{failing, options}.play().steps);
    for (bool progress = true; progress;) {
        progress = false;
        for (std::size_t length = failing.size() / 2; length != 0; length /= 2) {
            for (std::size_t at = 0; at + length <= failing.size();) {
                script shorter = failing;
                const auto first = shorter.begin() + static_cast<std::ptrdiff_t>(at);
                shorter.erase(first, first + static_cast<std::ptrdiff_t>(length));
                if (fails(shorter)) {
                    failing = std::move(shorter);
                    progress = true;
                } else {
                    at += length;
                }
            }
        }
    }
    for (op& o : failing) {
        for (const int smaller : {0, 1, 2, 3, o.argument / 4, o.argument / 2}) {
            const std::uint8_t before = o.argument;
            if (smaller >= before) continue;
            o.argument = static_cast<std::uint8_t>(smaller);
            if (fails(failing)) break;
            o.argument = before;
        }
    }
    return failing;
}

/// Random scripts until so many edits have been made. A failure is shown as the shortest script that still fails.
template <class Adapter, class Element = support::tracked>
void play_random_scripts(std::uint64_t edits, player_options options = {}) {
    const std::uint64_t only = from_environment("THRONG_CONTRACT_SEED", 0);
    std::uint64_t done = 0;
    for (std::uint64_t seed = only != 0 ? only : 1; done < edits; ++seed) {
        dice d{seed};
        const std::size_t length = d.below(8) != 0 ? 20 + d.below(400) : 2000;
        const script s = random_script(d.roll(), length, with_exceptions);
        if (std::getenv("THRONG_CONTRACT_TRACE") != nullptr)
            std::fprintf(stderr, "seed %llu: %s\n", static_cast<unsigned long long>(seed), to_text(s).c_str());
        const outcome o = player<Adapter, Element>{s, options}.play();
        done += o.edits + 1;
        if (!o.failure.empty()) {
            const script shortest = shortened<Adapter, Element>(s, options);
            FAIL() << "seed " << seed << ": " << o.failure << "\nshortest script: " << to_text(shortest) << "\n"
                   << player<Adapter, Element>{shortest, options}.play().failure;
        }
        if (only != 0) return;
    }
}

} // namespace contract
