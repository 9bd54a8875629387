#pragma once

#include "byte_source.hpp"

namespace throng::tool {

/// The bytes in zstd frames. `name` stands for the file in messages. (Where the program is built without zstd, it
/// throws `malformed`.)
std::unique_ptr<byte_source> unpack_zstd(std::unique_ptr<byte_source> frames, const std::string& name);

} // namespace throng::tool
