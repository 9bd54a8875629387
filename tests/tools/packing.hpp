#pragma once

#include <string>
#include <string_view>

/// One zstd frame with these bytes; with a checksum, as the zstd program writes it, or without.
std::string packed(std::string_view bytes, bool checksum = true);
