#pragma once

#include <throng/extra/inspector_answer.hpp>
#include <throng/extra/inspector_http.hpp>

#if !__has_include(<sys/socket.h>)
#error throng: the inspector needs the sockets of POSIX
#endif

#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace throng::core {

/// A socket that closes itself.
class socket_owner {
  public:
    socket_owner() = default;
    explicit socket_owner(int fd) noexcept : fd_(fd) {}
    socket_owner(socket_owner&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    socket_owner& operator=(socket_owner&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~socket_owner() {
        if (fd_ >= 0) (void)::close(fd_);
    }
    [[nodiscard]] explicit operator bool() const noexcept { return fd_ >= 0; }
    [[nodiscard]] int get() const noexcept { return fd_; }
    /// It waits for nothing, and goes with no program that is started.
    [[nodiscard]] bool never_blocks() const noexcept {
        return ::fcntl(fd_, F_SETFL, O_NONBLOCK) == 0 && ::fcntl(fd_, F_SETFD, FD_CLOEXEC) == 0;
    }

  private:
    int fd_ = -1;
};

/// An address as sockets take it: of numbers, "127.0.0.1" or "::1".
class socket_address {
  public:
    /// False if the text is none.
    bool parse(const char* text, std::uint16_t port) noexcept {
        auto* const four = reinterpret_cast<sockaddr_in*>(&its_);
        if (::inet_pton(AF_INET, text, &four->sin_addr) == 1) {
            four->sin_family = AF_INET;
            four->sin_port = htons(port);
            size_ = sizeof(sockaddr_in);
            return true;
        }
        auto* const six = reinterpret_cast<sockaddr_in6*>(&its_);
        if (::inet_pton(AF_INET6, text, &six->sin6_addr) != 1) return false;
        six->sin6_family = AF_INET6;
        six->sin6_port = htons(port);
        size_ = sizeof(sockaddr_in6);
        return true;
    }
    [[nodiscard]] int family() const noexcept { return its_.ss_family; }
    /// Whether only this machine can reach it.
    [[nodiscard]] bool is_loopback() const noexcept {
        if (its_.ss_family == AF_INET)
            return ntohl(reinterpret_cast<const sockaddr_in*>(&its_)->sin_addr.s_addr) >> 24U == 127;
        return its_.ss_family == AF_INET6 &&
               IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(&its_)->sin6_addr);
    }
    [[nodiscard]] const sockaddr* get() const noexcept { return reinterpret_cast<const sockaddr*>(&its_); }
    [[nodiscard]] socklen_t size() const noexcept { return size_; }
    /// Of a socket that listens: the port that it was given.
    [[nodiscard]] static std::uint16_t port_of(int fd) noexcept {
        socket_address a;
        a.size_ = sizeof(a.its_);
        if (::getsockname(fd, reinterpret_cast<sockaddr*>(&a.its_), &a.size_) != 0) return 0;
        return ntohs(a.its_.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6*>(&a.its_)->sin6_port
                                                  : reinterpret_cast<const sockaddr_in*>(&a.its_)->sin_port);
    }

  private:
    sockaddr_storage its_ = {};
    socklen_t size_ = 0;
};

struct server_limits {
    http_limits request;
    std::size_t connections = 32;
    /// A request that takes longer to come, or an answer that takes longer to be fetched, is cut off.
    std::chrono::milliseconds patience{5000};
};

/// Answers requests without a thread: `poll` does what can be done at once, piece by piece, and never waits.
class http_server {
  public:
    using clock = std::chrono::steady_clock;

    explicit http_server(server_limits most) noexcept : most_(most) {}

    /// Empty, or why that cannot be.
    [[nodiscard]] std::string listen(const char* address, std::uint16_t port) {
        socket_address at;
        if (!at.parse(address, port))
            return "'" + std::string(address) + "' is no address: one of numbers is wanted, as 127.0.0.1";
        const auto wrong = [&] {
            return "port " + std::to_string(port) + " of " + address + " cannot be had: " + std::strerror(errno);
        };
        socket_owner s(::socket(at.family(), SOCK_STREAM, 0));
        const int yes = 1;
        if (!s || !s.never_blocks() || ::setsockopt(s.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) != 0 ||
            ::bind(s.get(), at.get(), at.size()) != 0 || ::listen(s.get(), 64) != 0)
            return wrong();
        port_ = socket_address::port_of(s.get());
        listener_ = std::move(s);
        return {};
    }
    [[nodiscard]] bool is_open() const noexcept { return static_cast<bool>(listener_); }
    [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
    [[nodiscard]] std::size_t connections() const noexcept { return connections_.size(); }

    /// Does one thing after the other until nothing is left to be done or `until` has come: at least one for a client
    /// that is known, and one for a new one, so that whatever is asked is answered some time. `answer(request)` gives
    /// the response.
    template <class Answer> void poll(clock::time_point until, const Answer& answer) {
        if (!is_open()) return;
        look(0);
        const std::size_t n = connections_.size();
        // (Where the time is up before all had their turn, the others come first next time.)
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t at = (first_ + i) % n;
            connection& c = *connections_[at];
            serve(c, events_[at + 1].revents, answer);
            if (clock::now() >= until) {
                first_ = at + 1;
                break;
            }
        }
        forget_closed();
        if (events_[0].revents != 0) {
            while (accept_one(answer) && clock::now() < until) {
            }
        }
        forget_closed();
    }
    /// Waits until something can be done, at most so long.
    void wait(std::chrono::milliseconds most) {
        if (is_open()) look(static_cast<int>(most.count()));
    }

  private:
    static constexpr std::size_t piece = 65536;

    struct connection {
        connection(socket_owner from, http_limits most) : s(std::move(from)), requests(most) {}
        socket_owner s;
        http_parser requests;
        std::string in;
        std::string out;
        std::size_t sent = 0;
        /// When what is waited for has begun: a request, or that an answer is fetched.
        clock::time_point since = clock::now();
        /// The client sends no more.
        bool ended = false;
        /// No further request is answered; what still comes is read past, so that the client sees the answer.
        bool closes = false;
        bool is_over = false;
        std::size_t read_past = 0;
        [[nodiscard]] bool sends() const noexcept { return sent != out.size(); }
    };

    /// The events of each socket: the first is the listener's.
    void look(int milliseconds) {
        events_.clear();
        events_.push_back({listener_.get(), POLLIN, 0});
        for (const auto& c : connections_)
            events_.push_back({c->s.get(), static_cast<short>(c->sends() ? POLLOUT : POLLIN), 0});
        if (::poll(events_.data(), static_cast<nfds_t>(events_.size()), milliseconds) < 0) {
            for (pollfd& e : events_) e.revents = 0;
        }
    }
    template <class Answer> void serve(connection& c, short happened, const Answer& answer) {
        if (c.sends()) {
            if (happened != 0) send(c);
        } else if (!answer_next(c, answer) && happened != 0) {
            // (More is read only when all that has come has been looked at: so it is never more than the limits say.)
            receive(c);
            (void)answer_next(c, answer);
        }
        if (clock::now() - c.since > most_.patience) c.is_over = true;
    }
    void receive(connection& c) {
        char bytes[16384];
        const ssize_t n = ::recv(c.s.get(), bytes, sizeof(bytes), 0);
        if (n < 0) {
            c.is_over = errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR;
        } else if (n == 0) {
            c.ended = true;
            c.is_over = c.closes || c.in.empty();
        } else if (c.closes) {
            c.read_past += static_cast<std::size_t>(n);
            c.is_over = c.read_past > most_read_past;
        } else {
            c.in.append(bytes, static_cast<std::size_t>(n));
        }
    }
    /// False if no request is there as a whole.
    template <class Answer> bool answer_next(connection& c, const Answer& answer) {
        if (c.is_over || c.closes) return false;
        http_parser::outcome what = http_parser::outcome::unfinished;
        if (!c.in.empty()) what = c.requests.parse(c.in);
        if (what == http_parser::outcome::unfinished) {
            c.is_over = c.ended;
            return false;
        }
        if (what == http_parser::outcome::complete) {
            c.closes = !c.requests.request.keeps_open;
            c.out = http_bytes(answer(c.requests.request), c.requests.request.method == "HEAD", !c.closes);
            c.in.erase(0, c.requests.size());
            c.requests.next();
        } else {
            c.closes = true;
            c.out = http_bytes(problem(c.requests.status, c.requests.why), false, false);
            c.in.clear();
        }
        c.since = clock::now();
        send(c);
        return true;
    }
    void send(connection& c) {
#if defined(MSG_NOSIGNAL)
        constexpr int flags = MSG_NOSIGNAL;
#else
        constexpr int flags = 0;
#endif
        const std::size_t rest = c.out.size() - c.sent;
        const ssize_t n = ::send(c.s.get(), c.out.data() + c.sent, rest < piece ? rest : piece, flags);
        if (n < 0) {
            c.is_over = errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR;
            return;
        }
        c.sent += static_cast<std::size_t>(n);
        if (c.sends()) return;
        c.since = clock::now();
        c.out.clear();
        c.sent = 0;
        if (c.closes) c.is_over = c.ended || ::shutdown(c.s.get(), SHUT_WR) != 0;
    }
    /// False if there is none to be accepted, or none can be.
    template <class Answer> bool accept_one(const Answer& answer) {
        socket_owner s(::accept(listener_.get(), nullptr, nullptr));
        if (!s) return errno == ECONNABORTED || errno == EINTR;
        const int yes = 1;
        (void)::setsockopt(s.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
#if defined(SO_NOSIGPIPE)
        (void)::setsockopt(s.get(), SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof(yes));
#endif
        if (!s.never_blocks() || !make_room()) return true;
        connections_.push_back(std::make_unique<connection>(std::move(s), most_.request));
        serve(*connections_.back(), POLLIN, answer);
        return true;
    }
    /// At the maximum number of clients, disconnects the client that has been idle longest, unless it is also new.
    [[nodiscard]] bool make_room() {
        forget_closed();
        if (connections_.size() < most_.connections) return true;
        connection* slowest = nullptr;
        for (const auto& c : connections_) {
            if (slowest == nullptr || c->since < slowest->since) slowest = c.get();
        }
        if (slowest == nullptr || clock::now() - slowest->since < least_patience) return false;
        slowest->is_over = true;
        forget_closed();
        return true;
    }
    void forget_closed() {
        std::erase_if(connections_, [](const auto& c) { return c->is_over; });
    }

    static constexpr std::size_t most_read_past = std::size_t{1} << 20U;
    static constexpr std::chrono::milliseconds least_patience{250};

    server_limits most_;
    socket_owner listener_;
    std::uint16_t port_ = 0;
    std::vector<std::unique_ptr<connection>> connections_;
    std::vector<pollfd> events_;
    std::size_t first_ = 0;
};

} // namespace throng::core
