#include "line.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace network {

namespace {

std::uint64_t microseconds_now() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(since).count());
}

sockaddr_in on_loopback(std::uint16_t port) {
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_port = htons(port);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return a;
}

const sockaddr* address(const sockaddr_in& a) { return reinterpret_cast<const sockaddr*>(&a); }
sockaddr* address(sockaddr_in& a) { return reinterpret_cast<sockaddr*>(&a); }

int open_socket() {
    const int s = ::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const sockaddr_in any = on_loopback(0);
    if (s >= 0 && ::bind(s, address(any), sizeof(any)) == 0) return s;
    const int error = errno;
    if (s >= 0) ::close(s);
    throw std::system_error(error, std::generic_category(), "a UDP socket on 127.0.0.1");
}

} // namespace

line::line(const line_options& wanted) : wanted_(wanted), state_(wanted.seed) {}

line::~line() {
    for (const end& e : ends_) ::close(e.socket);
}

std::uint16_t line::link(std::uint16_t from, std::uint16_t to) {
    ends_.reserve(ends_.size() + 2);
    ends_.push_back({open_socket(), on_loopback(from), 0});
    ends_.push_back({open_socket(), on_loopback(to), 0});
    sockaddr_in own{};
    socklen_t size = sizeof(own);
    if (::getsockname(ends_[ends_.size() - 2].socket, address(own), &size) != 0)
        throw std::system_error(errno, std::generic_category(), "the port of a UDP socket");
    return ntohs(own.sin_port);
}

void line::carry(int milliseconds) {
    std::vector<pollfd> all;
    for (const end& e : ends_) all.push_back({e.socket, POLLIN, 0});
    if (!under_way_.empty()) {
        const std::uint64_t now = microseconds_now();
        const std::uint64_t due = under_way_.top().due;
        const int wait = due <= now ? 0 : static_cast<int>((due - now + 999) / 1000);
        milliseconds = std::min(milliseconds, wait);
    }
    if (::poll(all.data(), all.size(), milliseconds) > 0) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].revents != 0) take(i);
        }
    }
    for (const std::uint64_t now = microseconds_now(); !under_way_.empty() && under_way_.top().due <= now;
         under_way_.pop()) {
        const datagram& d = under_way_.top();
        const end& e = ends_[d.to];
        // (What cannot be sent is lost, as on any line.)
        (void)::sendto(e.socket, d.bytes.data(), d.bytes.size(), 0, address(e.other), sizeof(e.other));
    }
}

void line::take(std::size_t from) {
    unsigned char buffer[4096];
    end& e = ends_[from];
    for (;;) {
        sockaddr_in sender{};
        socklen_t size = sizeof(sender);
        const ssize_t n = ::recvfrom(e.socket, buffer, sizeof(buffer), 0, address(sender), &size);
        if (n < 0) return;
        if (sender.sin_port != e.other.sin_port || sender.sin_addr.s_addr != e.other.sin_addr.s_addr) continue;
        const std::vector<unsigned char> bytes(buffer, buffer + n);
        const std::size_t to = from ^ 1U;
        if (lot(100) < wanted_.noise) {
            std::vector<unsigned char> other = bytes;
            const std::uint64_t how = lot(3);
            if (how == 0) {
                for (unsigned char& b : other) b = static_cast<unsigned char>(lot(256));
            } else if (how == 1) {
                other.resize(lot(other.size() + 1));
            } else if (!other.empty()) {
                other[lot(other.size())] ^= static_cast<unsigned char>(1U << lot(8));
            }
            put(to, std::move(other));
        }
        if (lot(100) < wanted_.loss && e.taken >= spared) continue;
        ++e.taken;
        if (lot(20) == 0) put(to, bytes);
        put(to, bytes);
    }
}

void line::put(std::size_t to, std::vector<unsigned char> bytes) {
    const std::uint64_t frame = 1'000'000 / wanted_.rate;
    std::uint64_t takes = frame * wanted_.delay;
    // Others overtake it.
    if (lot(10) == 0) takes += lot(frame * (wanted_.delay + 4));
    under_way_.push({microseconds_now() + takes, to, std::move(bytes)});
}

std::uint64_t line::lot(std::uint64_t below) noexcept {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return (state_ >> 33U) % below;
}

} // namespace network
