#pragma once

#include "trace.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::tool {

/// Tics the recorded game plays in a second.
inline constexpr double tics_per_second = 35;

/// A stretch of tics in the life of a population.
struct stretch {
    std::uint32_t first_pass = 0;
    std::uint32_t passes = 0;
    /// Means over its passes, by role.
    std::array<double, roles> live{};
    std::uint32_t born = 0;
    std::uint32_t died = 0;
};

/// The population over time, in at most `most` stretches of equal length. What a level load brings or drops is neither
/// born nor died.
std::vector<stretch> timeline(const trace& t, std::size_t most);

/// Lives of `from` to `to` tics, both included, by role.
struct life_bin {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::array<std::uint32_t, roles> dead{};
};

/// Lives of those that died, in bins that grow by half octaves; empty bins at the end are left out.
std::vector<life_bin> lifetimes(const trace& t);

/// Median life, in tics, of those that died; 0 if none did.
std::uint32_t median_life(const trace& t);

/// How many entities there were of each role.
std::array<std::uint32_t, roles> added_by_role(const trace& t);

/// Kinds by the number of entities, most first.
struct kind_count {
    kind what;
    std::uint32_t added = 0;
};
std::vector<kind_count> kinds(const trace& t);

/// What `throng info` prints.
std::string describe(const trace& t);

} // namespace throng::tool
