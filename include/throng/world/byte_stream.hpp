#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/kernel/row.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace throng {

namespace core {

inline constexpr bool little_endian = std::endian::native == std::endian::little;

/// Copies a number whose lowest byte comes first here or there: as it is, or turned round.
inline void copy_number(void* to, const void* from, std::size_t n) noexcept {
    if constexpr (little_endian) {
        std::memcpy(to, from, n);
    } else {
        for (std::size_t i = 0; i < n; ++i)
            static_cast<unsigned char*>(to)[i] = static_cast<const unsigned char*>(from)[n - 1 - i];
    }
}

template <class T>
concept number_like = std::is_arithmetic_v<T> || std::is_enum_v<T>;

} // namespace core

/// Writes values as bytes, one after the other. Numbers have their lowest byte first, on every machine.
template <class Allocator = std::allocator<std::byte>> class byte_writer {
  public:
    explicit byte_writer(const Allocator& allocator = Allocator()) noexcept : allocator_(allocator) {}
    byte_writer(const byte_writer&) = delete;
    byte_writer& operator=(const byte_writer&) = delete;
    ~byte_writer() { bytes_.release(allocator_); }

    /// Adds so many bytes. Throws what the allocator throws.
    void write(const void* from, std::size_t n) { bytes_.append(allocator_, from, n); }
    /// Adds a number, or the bytes of another value as they are. Throws what the allocator throws.
    template <class T>
        requires std::is_trivially_copyable_v<T>
    void put(const T& value) {
        if constexpr (core::number_like<T> && !core::little_endian) {
            unsigned char turned[sizeof(T)];
            core::copy_number(turned, std::addressof(value), sizeof(T));
            write(turned, sizeof(T));
        } else {
            write(std::addressof(value), sizeof(T));
        }
    }
    /// Adds a length and so many characters. Throws what the allocator throws.
    void put_text(const char* text, std::size_t length) {
        put(static_cast<std::uint64_t>(length));
        write(text, length);
    }
    /// Writes a number over what stands at a place.
    void overwrite(std::size_t at, std::uint64_t value) noexcept {
        core::copy_number(bytes_.begin() + at, &value, sizeof(value));
    }
    /// The written bytes; valid until the next write.
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {bytes_.begin(), bytes_.size()}; }
    /// Nothing has been written. The memory stays.
    void clear() noexcept { bytes_.shorten(0); }

  private:
    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    core::row<std::byte> bytes_;
};

/// Reads what a byte_writer wrote. Beyond the end it gives zeros, and is not `good()` any more.
class byte_reader {
  public:
    explicit byte_reader(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}
    /// Whether nothing was missing so far, and `fail` has not been called.
    [[nodiscard]] bool good() const noexcept { return good_; }
    /// How many bytes have been read, and how many are left.
    [[nodiscard]] std::size_t position() const noexcept { return at_; }
    [[nodiscard]] std::size_t rest() const noexcept { return bytes_.size() - at_; }
    /// For a custom reader that finds an invalid value: reading gives zeros from here on.
    void fail() noexcept { good_ = false; }

    /// Takes so many bytes; zeros if there are fewer, and `good()` is false then.
    void read(void* to, std::size_t n) noexcept {
        if (n > rest()) good_ = false;
        if (!good_) std::memset(to, 0, n);
        else if (n != 0) std::memcpy(to, bytes_.data() + at_, n);
        if (good_) at_ += n;
    }
    /// Takes a value, as `put` wrote it.
    template <class T>
        requires std::is_trivially_copyable_v<T>
    [[nodiscard]] T get() noexcept {
        alignas(T) unsigned char memory[sizeof(T)];
        read(memory, sizeof(T));
        if constexpr (core::number_like<T> && !core::little_endian) {
            unsigned char turned[sizeof(T)];
            std::memcpy(turned, memory, sizeof(T));
            core::copy_number(memory, turned, sizeof(T));
        }
        return *std::launder(reinterpret_cast<T*>(memory));
    }
    /// The characters of a text, which stay where they are.
    [[nodiscard]] std::span<const char> get_text() noexcept {
        const auto those = get_bytes(get<std::uint64_t>());
        return {reinterpret_cast<const char*>(those.data()), those.size()};
    }
    /// The next `n` bytes, which stay where they are; none where there are not so many.
    [[nodiscard]] std::span<const std::byte> get_bytes(std::uint64_t n) noexcept {
        if (n > rest()) good_ = false;
        if (!good_) return {};
        const auto those = bytes_.subspan(at_, static_cast<std::size_t>(n));
        at_ += those.size();
        return those;
    }

  private:
    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
    bool good_ = true;
};

namespace core {

/// A hash goes on over bytes, from their end; the same on every machine.
[[nodiscard]] inline std::uint64_t mix(std::uint64_t h, const void* from, std::size_t n) noexcept {
    const auto* const bytes = static_cast<const unsigned char*>(from);
    constexpr std::uint64_t prime = 0x9e3779b97f4a7c15U;
    while (n >= 8) {
        std::uint64_t x = 0;
        copy_number(&x, bytes + (n - 8), 8);
        h = (h ^ x) * prime;
        h ^= h >> 29U;
        n -= 8;
    }
    for (std::size_t i = 0; i < n; ++i) h = (h ^ bytes[i]) * prime;
    return h ^ (h >> 32U);
}
[[nodiscard]] inline std::uint64_t mix_number(std::uint64_t h, std::uint64_t x) noexcept {
    unsigned char bytes[sizeof(x)];
    copy_number(bytes, &x, sizeof(x));
    return mix(h, bytes, sizeof(bytes));
}

} // namespace core
} // namespace throng
