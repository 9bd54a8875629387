#pragma once

#include <cstddef>
#include <cstdint>
#include <netinet/in.h>
#include <queue>
#include <vector>

namespace network {

struct line_options {
    /// How many of a hundred datagrams are lost; and how many come beside them that are no such thing: random bytes,
    /// cut off, with a wrong bit.
    unsigned loss = 10;
    unsigned noise = 1;
    /// How long a datagram takes, in frames; some take longer.
    unsigned delay = 2;
    /// Frames a second.
    unsigned rate = 1000;
    std::uint64_t seed = 1;
};

/// A bad line on the loopback: it loses, delays, doubles and reorders UDP datagrams between pairs of ports. The first
/// few of a link are not lost: ENet doubles its wait with each try to connect, and would take half a minute.
class line {
  public:
    explicit line(const line_options& wanted);
    line(const line&) = delete;
    line& operator=(const line&) = delete;
    ~line();

    /// A link between two ports: the first one sends to the port that comes out, and the second one to where that comes
    /// from. What others send there is dropped. Throws std::system_error.
    [[nodiscard]] std::uint16_t link(std::uint16_t from, std::uint16_t to);
    /// Carries what arrives and is due, for so many milliseconds at most, until something does.
    void carry(int milliseconds);

  private:
    /// Datagrams in each direction that are not lost.
    static constexpr std::size_t spared = 8;

    struct end {
        int socket;
        sockaddr_in other;
        std::size_t taken = 0;
    };
    struct datagram {
        std::uint64_t due;
        std::size_t to;
        std::vector<unsigned char> bytes;

        [[nodiscard]] bool operator<(const datagram& b) const noexcept { return due > b.due; }
    };

    void take(std::size_t from);
    void put(std::size_t to, std::vector<unsigned char> bytes);
    [[nodiscard]] std::uint64_t lot(std::uint64_t below) noexcept;

    line_options wanted_;
    std::uint64_t state_;
    /// The two ends of a link stand side by side.
    std::vector<end> ends_;
    std::priority_queue<datagram> under_way_;
};

} // namespace network
