#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <enet/enet.h>
#include <memory>
#include <span>
#include <stdexcept>

namespace network {

/// The time of silence after which the other side counts as disconnected.
inline constexpr std::chrono::seconds patience{5};

/// The reason why a process ends: the other side is disconnected, or sends nonsense.
class broken_off : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// ENet on a port of the loopback. Datagrams have a check sum, so that noise is not taken for messages.
class endpoint {
  public:
    /// Throws std::runtime_error.
    explicit endpoint(std::size_t peers) {
        ENetAddress any{};
        enet_address_set_host_ip(&any, "127.0.0.1");
        host_.reset(enet_host_create(&any, peers, channels, 0, 0));
        if (host_ == nullptr) throw std::runtime_error("ENet has found no port on 127.0.0.1");
        host_->checksum = &enet_crc32;
        host_->maximumPacketSize = 1U << 20U;
    }
    [[nodiscard]] std::uint16_t port() const noexcept { return host_->address.port; }

    ENetPeer* connect(std::uint16_t port) {
        ENetAddress to{};
        enet_address_set_host_ip(&to, "127.0.0.1");
        to.port = port;
        ENetPeer* const p = enet_host_connect(host_.get(), &to, channels, 0);
        if (p == nullptr) throw broken_off("ENet cannot connect");
        give_time(p);
        return p;
    }
    /// Calls f(event) for all that has arrived, or arrives within so many milliseconds.
    template <class F> void service(std::uint32_t milliseconds, F f) {
        ENetEvent e{};
        while (enet_host_service(host_.get(), &e, milliseconds) > 0) {
            milliseconds = 0;
            const std::unique_ptr<ENetPacket, packet_end> packet(e.type == ENET_EVENT_TYPE_RECEIVE ? e.packet
                                                                                                   : nullptr);
            if (e.type == ENET_EVENT_TYPE_CONNECT) be_patient(e.peer);
            f(e);
        }
    }
    /// What is lost stays lost, and what arrives, does so in any order; or, reliably, ENet sends it again.
    void send(ENetPeer* to, std::span<const std::byte> bytes, bool reliably = false) {
        ENetPacket* const p = enet_packet_create(bytes.data(), bytes.size(),
                                                 reliably ? ENET_PACKET_FLAG_RELIABLE : ENET_PACKET_FLAG_UNSEQUENCED);
        if (p != nullptr && enet_peer_send(to, reliably ? 1 : 0, p) < 0) enet_packet_destroy(p);
    }
    void flush() { enet_host_flush(host_.get()); }

    [[nodiscard]] static std::span<const std::byte> bytes_of(const ENetEvent& e) noexcept {
        return std::as_bytes(std::span(e.packet->data, e.packet->dataLength));
    }

  private:
    static constexpr std::size_t channels = 2;

    struct host_end {
        void operator()(ENetHost* h) const noexcept { enet_host_destroy(h); }
    };
    struct packet_end {
        void operator()(ENetPacket* p) const noexcept { enet_packet_destroy(p); }
    };

    /// ENet does not give up: whether the other side is there is for those that hear it to say. (At 30 % loss half of
    /// ENet's own pings stay unanswered, and each doubles the wait for the next: in a long game ten seconds pass in
    /// which none has come through, but a thousand messages have.)
    static void give_time(ENetPeer* p) {
        constexpr std::uint32_t an_hour = 3'600'000;
        enet_peer_timeout(p, 1U << 30U, an_hour, an_hour);
    }
    /// Nor does it hold messages back. (Said after the connection stands: until then both sides have to agree.)
    static void be_patient(ENetPeer* p) {
        enet_peer_throttle_configure(p, ENET_PEER_PACKET_THROTTLE_INTERVAL, ENET_PEER_PACKET_THROTTLE_SCALE, 0);
        give_time(p);
    }

    std::unique_ptr<ENetHost, host_end> host_;
};

} // namespace network
