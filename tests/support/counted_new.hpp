#pragma once

#include <cstddef>

namespace support {

/// How often operator new has been called in this program, by any code. Only in programs that link counted_new.cpp.
[[nodiscard]] std::size_t calls_of_new() noexcept;

} // namespace support
