#pragma once

#include <cstddef>
#include <cstring>

namespace throng::core {

/// Copies the bytes of an element to where it is going to be visited next: all of it is read before any of it is
/// written, and it is written 16 bytes at a time. What is read back right after a narrower write would wait for it
/// (measured on 64 bytes: 2.9 ns a visit, against 4.9 where the compiler chose 8-byte writes). `from` and `to` may be
/// the same, but not overlap otherwise.
template <std::size_t Bytes> void copy_bytes(void* to, const void* from) noexcept {
#if defined(__GNUC__)
    using block = unsigned char __attribute__((vector_size(16)));
    constexpr std::size_t blocks = Bytes / sizeof(block);
    if constexpr (Bytes % sizeof(block) == 0 && blocks > 0 && blocks <= 8) {
        block read[blocks];
        for (std::size_t i = 0; i < blocks; ++i)
            std::memcpy(&read[i], static_cast<const std::byte*>(from) + i * sizeof(block), sizeof(block));
        for (std::size_t i = 0; i < blocks; ++i)
            std::memcpy(static_cast<std::byte*>(to) + i * sizeof(block), &read[i], sizeof(block));
        return;
    }
#endif
    std::memmove(to, from, Bytes);
}

} // namespace throng::core
