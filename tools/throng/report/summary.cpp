#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace throng::tool {

std::string summary(const report& r) {
    return fmt::format("replayed {} traces through {} collections: {} checks, {} failures", r.traces.size(),
                       r.collections(), r.checks(), r.failures());
}

std::vector<held_to> held_to_a_model(const report& r) {
    std::vector<held_to> out;
    for (const contestant& c : r.contestants) {
        if (c.agrees == in_all) continue;
        const std::string promise = promise_of(c.agrees);
        const auto known = std::find_if(out.begin(), out.end(), [&](const held_to& h) { return h.promise == promise; });
        // In quotes, for names have commas in them.
        if (known == out.end()) out.push_back({promise, fmt::format("'{}'", c.name)});
        else known->names += fmt::format(", '{}'", c.name);
    }
    return out;
}

std::string version() { return THRONG_VERSION; }

std::string build_description() {
#if defined(__clang__)
    const std::string compiler = fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
    const std::string compiler = fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
    const std::string compiler = "another compiler";
#endif
#if defined(__OPTIMIZE__)
    return compiler + ", optimised";
#else
    return compiler + ", not optimised";
#endif
}

} // namespace throng::tool
