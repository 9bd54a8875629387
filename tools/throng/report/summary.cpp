#include "report.hpp"

#include <fmt/format.h>

namespace throng::tool {

std::string summary(const report& r) {
    return fmt::format("replayed {} traces through {} collections: {} checks, {} failures", r.traces.size(),
                       r.collections(), r.checks(), r.failures());
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
