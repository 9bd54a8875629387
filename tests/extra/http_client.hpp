#pragma once

#include <nlohmann/json.hpp>

#include <arpa/inet.h>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <netinet/in.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace testing_http {

using nlohmann::json;

/// A plain socket to a server on this machine, which never waits.
class client {
  public:
    explicit client(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_port = htons(port);
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        (void)::fcntl(fd_, F_SETFL, O_NONBLOCK);
        (void)::connect(fd_, reinterpret_cast<const sockaddr*>(&at), sizeof(at));
    }
    client(client&& other) noexcept : fd_(std::exchange(other.fd_, -1)), closed_(other.closed_) {}
    client& operator=(client&&) = delete;
    ~client() {
        if (fd_ >= 0) (void)::close(fd_);
    }
    /// How many bytes went.
    std::size_t send(std::string_view bytes) const {
        const ssize_t n = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        return n < 0 ? 0 : static_cast<std::size_t>(n);
    }
    void end() const { (void)::shutdown(fd_, SHUT_WR); }
    /// What has come.
    std::string receive() {
        std::string all;
        char bytes[65536];
        for (ssize_t n = 0; (n = ::recv(fd_, bytes, sizeof(bytes), 0)) != -1;) {
            if (n == 0) {
                closed_ = true;
                break;
            }
            all.append(bytes, static_cast<std::size_t>(n));
        }
        if (errno == ECONNRESET || errno == EPIPE) closed_ = true;
        errno = 0;
        return all;
    }
    [[nodiscard]] bool is_closed() const noexcept { return closed_; }

  private:
    int fd_;
    bool closed_ = false;
};

struct answer {
    int status = 0;
    std::string head;
    std::string body;
    [[nodiscard]] json value() const { return json::parse(body, nullptr, false); }
};

/// Whether a whole answer is there.
inline bool is_whole(std::string_view text) {
    const std::size_t head = text.find("\r\n\r\n");
    if (head == text.npos) return false;
    const std::size_t at = text.find("Content-Length: ");
    const std::size_t length = at < head ? std::strtoul(text.data() + at + 16, nullptr, 10) : 0;
    return text.size() >= head + 4 + length;
}
inline answer parse(const std::string& text) {
    const std::size_t end = text.find("\r\n\r\n");
    if (!text.starts_with("HTTP/1.1 ") || end == text.npos) return {0, text, {}};
    return {std::atoi(text.c_str() + 9), text.substr(0, end), text.substr(end + 4)};
}

/// Lets the inspector answer until there is an answer, or the connection is closed.
template <class Inspector> answer fetch(Inspector& i, client& c) {
    std::string text;
    for (int turn = 0; turn < 20000 && !is_whole(text) && !c.is_closed(); ++turn) {
        i.poll();
        text += c.receive();
        if (turn > 100) std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    return parse(text);
}
/// Asks for something, over a connection of its own.
template <class Inspector> answer ask(Inspector& i, std::string_view method, std::string_view path,
                                      std::string_view body = {}, std::string_view fields = {}) {
    client c(i.port());
    std::string text = std::string(method) + ' ' + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n";
    if (!body.empty()) {
        text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
        if (fields.find("Content-Type") == fields.npos) text += "Content-Type: application/json\r\n";
    }
    c.send(text + std::string(fields) + "\r\n" + std::string(body));
    return fetch(i, c);
}

} // namespace testing_http
