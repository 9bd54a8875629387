/// The same edits everywhere give the same walks: plays random scripts on every collection and prints, for each, a hash
/// of what was visited when. Compilers, their flags, the word's width, exceptions, the audit and the standard library
/// must make no difference. A plain program, because it is also built where there is no GoogleTest.
///
///     determinism [EDITS]         prints a line "COLLECTION HASH" each (default: 200,000 edits over all)
///     determinism --compare FILE  compares those lines with a file's
///
/// Collections that this build plays with one kind of element only (THRONG_CONTRACT_TYPED) are left out. The scripts
/// are those without exceptions, so that builds without them play the same.

#include "contract/dice.hpp"
#include "contract/player.hpp"
#include "contract/subjects.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t x) {
    hash ^= x;
    hash *= 0x100000001b3U;
    return hash ^ (hash >> 29U);
}

/// Of the kinds of element: those with a life of their own, and bytes.
constexpr std::size_t kinds = 2;

/// Empty if a script fails; it is told then.
std::string hash_of(const contract::subjects& p, std::uint64_t edits) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    std::uint64_t done = 0;
    for (std::uint64_t seed = 1; done < edits; ++seed) {
        contract::dice d{seed * 7919};
        const std::size_t length = d.below(8) != 0 ? 20 + d.below(400) : 2000;
        contract::script s = contract::random_script(d.roll(), length, false);
        // Where a run ends depends on how many elements share a page, and that on the width of a pointer.
        for (contract::op& o : s) {
            if (o.what == contract::act::walk &&
                o.argument % contract::manners == static_cast<unsigned>(contract::manner::runs))
                o.argument = 0;
        }
        const contract::outcome o = contract::play(s, p.make[seed % kinds]);
        if (!o.failure.empty()) {
            std::fprintf(stderr, "%s, seed %llu: %s\n", p.collection, static_cast<unsigned long long>(seed),
                         o.failure.c_str());
            return {};
        }
        for (const std::uint64_t x :
             {o.history, std::uint64_t{o.visits}, std::uint64_t{o.edits}, std::uint64_t{o.steps}})
            hash = mixed(hash, x);
        done += o.edits + 1;
    }
    char text[40];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

/// What a file holds; empty if it cannot be read. (By C's functions: WebAssembly's library has no file streams.)
std::string contents_of(const char* name) {
    std::string text;
    if (std::FILE* const file = std::fopen(name, "rb"); file != nullptr) {
        for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text.push_back(static_cast<char>(c));
        (void)std::fclose(file);
    }
    return text;
}

/// Takes the line that begins with `collection` out of the text, if there is one.
void drop_line_of(const std::string& collection, std::string& text) {
    const std::size_t at = ("\n" + text).find("\n" + collection + " ");
    if (at != std::string::npos) text.erase(at, text.find('\n', at) + 1 - at);
}

} // namespace

int main(int argc, char** argv) {
    const bool compares = argc == 3 && std::strcmp(argv[1], "--compare") == 0;
    if (argc > 2 && !compares) {
        std::fprintf(stderr, "determinism: expected [EDITS] or --compare FILE\n");
        return 2;
    }
    const std::uint64_t edits = argc == 2 ? std::strtoull(argv[1], nullptr, 10) : 200'000;
    const auto all = contract::all_subjects();
    std::string lines;
    std::string expected = compares ? contents_of(argv[2]) : "";
    for (const contract::subjects* p : all) {
        if (p->make[kinds - 1] == nullptr) {
            if (compares) drop_line_of(p->collection, expected);
            continue;
        }
        const std::string hash = hash_of(*p, edits / all.size());
        if (hash.empty()) return 1;
        lines += std::string(p->collection) + " " + hash + "\n";
    }
    if (!compares) {
        std::fputs(lines.c_str(), stdout);
        return 0;
    }
    if (!lines.empty() && lines == expected) return 0;
    std::fprintf(stderr,
                 "expected, as %s says:\n%s\nfound:\n%s\nIf scripts or collections have changed on purpose: "
                 "scripts/determinism --record\n",
                 argv[2], expected.c_str(), lines.c_str());
    return 1;
}
