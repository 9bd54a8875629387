#pragma once

#include <string_view>

namespace bench {

/// What may be done to a contestant's collection while it walks, and what it promises of the order; by the contestant's
/// name. Said in a few words; docs/contract.md has throng's own promises in full, and for the others it is what their
/// documentation allows.
std::string_view allows(std::string_view contestant);

} // namespace bench
