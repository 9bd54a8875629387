#pragma once

#include "harness.hpp"

#include <string>
#include <string_view>
#include <vector>

/// Contestants that Debian does not have: they take part where CMake finds them.
namespace bench {

/// Those that are not installed.
std::string_view missing_peers();

/// All libraries that are among the contestants, with their versions.
std::string peer_versions();

/// plf::hive in L1, L1-wait and L2; none where it is missing.
std::vector<entry> churning_hive();
std::vector<entry> waiting_hive();
std::vector<entry> drifting_hive();

/// boost::container::hub in the same.
std::vector<entry> churning_hub();
std::vector<entry> waiting_hub();
std::vector<entry> drifting_hub();

} // namespace bench
