#pragma once

#include <cstdint>

namespace throng::tool {

/// FNV-1a of 64 bits over ids, four bytes each, least significant first: the hash of the H lines.
class id_hash {
  public:
    void add(std::uint32_t id) noexcept {
        for (int byte = 0; byte < 4; ++byte) {
            value_ = (value_ ^ (id & 0xffu)) * 0x100000001b3u;
            id >>= 8;
        }
    }

    std::uint64_t value() const noexcept { return value_; }

  private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

} // namespace throng::tool
