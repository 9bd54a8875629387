#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace throng::tool {

/// Somewhere bytes come from, a chunk at a time.
class byte_source {
  public:
    virtual ~byte_source() = default;

    /// Fills up to `into.size()` bytes and says how many; 0 is the end. Throws `malformed` where the input cannot be
    /// read or unpacked; `line` is the line that was being read, for that message.
    virtual std::size_t read(std::span<char> into, std::uint64_t line) = 0;
};

/// The bytes of a file, unpacked if it is compressed (by its content, not its name). The file is opened here.
std::unique_ptr<byte_source> open_file(const std::string& path);

/// The same over bytes in memory, which must stay where they are; `name` stands for the file in messages.
std::unique_ptr<byte_source> open_bytes(std::string_view bytes, const std::string& name);

} // namespace throng::tool
