#include "contract/volume.hpp"

#include "contract/dice.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace contract {
namespace {

#if defined(__cpp_exceptions)
constexpr bool with_exceptions = true;
#else
constexpr bool with_exceptions = false;
#endif

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t usual_edits = 200'000;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr std::uint64_t usual_edits = 200'000;
#else
constexpr std::uint64_t usual_edits = 1'000'000;
#endif
#else
constexpr std::uint64_t usual_edits = 1'000'000;
#endif

} // namespace

std::uint64_t edits_to_play() { return from_environment("THRONG_CONTRACT_EDITS", usual_edits); }

script shortened(script failing, make_subject make, player_options options) {
    int patience = 20'000;
    const auto fails = [&](const script& s) { return --patience > 0 && !play(s, make, options).failure.empty(); };
    failing.resize(play(failing, make, options).steps);
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

std::string play_random_scripts(make_subject make, std::uint64_t edits, player_options options) {
    const std::uint64_t only = from_environment("THRONG_CONTRACT_SEED", 0);
    std::uint64_t done = 0;
    for (std::uint64_t seed = only != 0 ? only : 1; done < edits; ++seed) {
        dice d{seed};
        const std::size_t length = d.below(8) != 0 ? 20 + d.below(400) : 2000;
        const script s = random_script(d.roll(), length, with_exceptions);
        if (std::getenv("THRONG_CONTRACT_TRACE") != nullptr)
            std::fprintf(stderr, "seed %llu: %s\n", static_cast<unsigned long long>(seed), to_text(s).c_str());
        const outcome o = play(s, make, options);
        done += o.edits + 1;
        if (!o.failure.empty()) {
            const script shortest = shortened(s, make, options);
            return "seed " + std::to_string(seed) + ": " + o.failure + "\nshortest script: " + to_text(shortest) +
                   "\n" + play(shortest, make, options).failure;
        }
        if (only != 0) break;
    }
    return {};
}

} // namespace contract
