#pragma once

#include <throng/core/compiler.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

/// Requests and answers of HTTP/1.1 (RFC 9112), as far as the inspector needs it: bytes in, bytes out, without a
/// socket.
namespace throng::core {

/// A parsed request.
struct http_request {
    std::string method;
    /// The segments of its path between the slashes, decoded.
    std::vector<std::string> path;
    std::vector<std::pair<std::string, std::string>> parameters;
    std::string host;
    std::string origin;
    std::string authorization;
    std::string content_type;
    std::string body;
    /// The client may send another one over the same connection.
    bool keeps_open = true;

    /// Null if there is no such parameter.
    [[nodiscard]] const std::string* parameter(std::string_view name) const noexcept {
        for (const auto& [its, value] : parameters) {
            if (its == name) return &value;
        }
        return nullptr;
    }
};

struct http_response {
    int status = 200;
    std::string_view type = "application/json";
    std::string body = {};
    std::vector<std::pair<std::string_view, std::string>> headers = {};
};

[[nodiscard]] inline std::string_view http_reason(int status) noexcept {
    switch (status) {
    case 200:
        return "OK";
    case 201:
        return "Created";
    case 204:
        return "No Content";
    case 400:
        return "Bad Request";
    case 401:
        return "Unauthorized";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 409:
        return "Conflict";
    case 413:
        return "Content Too Large";
    case 415:
        return "Unsupported Media Type";
    case 422:
        return "Unprocessable Content";
    case 431:
        return "Request Header Fields Too Large";
    case 501:
        return "Not Implemented";
    case 505:
        return "HTTP Version Not Supported";
    default:
        return status < 500 ? "Error" : "Internal Server Error";
    }
}

/// An answer as bytes. Nothing of it may be kept, guessed at, or shown within another page.
[[nodiscard]] inline std::string http_bytes(const http_response& r, bool without_body, bool keeps_open) {
    std::string text = "HTTP/1.1 " + std::to_string(r.status) + ' ';
    text += http_reason(r.status);
    if (r.status != 204) {
        text += "\r\nContent-Type: ";
        text += r.type;
        text += "\r\nContent-Length: " + std::to_string(r.body.size());
    }
    text += "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
            "Cross-Origin-Resource-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\n";
    for (const auto& [name, value] : r.headers) {
        text += name;
        text += ": " + value + "\r\n";
    }
    text += keeps_open ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
    if (!without_body && r.status != 204) text += r.body;
    return text;
}

/// How many bytes a request may have, before its body and in it.
struct http_limits {
    std::size_t head = 16384;
    std::size_t body = 65536;
};

/// Finds requests in the bytes received so far. For any bytes, the result is a request, a refusal, or the state that
/// more is needed; it never stores more than the limits allow.
class http_parser {
  public:
    enum class outcome : std::uint8_t { unfinished, complete, refused };

    explicit http_parser(http_limits most) noexcept : most_(most) {}

    /// `in` begins with all that it began with before, since the last `next`. O(what is new), and once O(a head).
    [[nodiscard]] outcome parse(std::string_view in) {
        if (head_ == 0) {
            if (!begins_like_a_request(in)) return refuse(400, "this is no HTTP request");
            const std::size_t end = in.find("\r\n\r\n", searched_ < 3 ? 0 : searched_ - 3);
            searched_ = in.size();
            if ((end == in.npos ? in.size() : end) > most_.head)
                return refuse(431, "the request line and the header fields are too long");
            if (end == in.npos) return outcome::unfinished;
            if (!parse_head(in.substr(0, end))) return outcome::refused;
            head_ = end + 4;
        }
        if (in.size() < size()) return outcome::unfinished;
        request.body = in.substr(head_, length_);
        return outcome::complete;
    }
    /// Of a complete request, how many bytes it was made of.
    [[nodiscard]] std::size_t size() const noexcept { return head_ + length_; }
    /// Begins with the next request.
    void next() noexcept {
        request = {};
        searched_ = head_ = length_ = 0;
    }

    http_request request;
    /// Of a refusal.
    int status = 0;
    std::string_view why;

  private:
    outcome refuse(int with, std::string_view because) noexcept {
        status = with;
        why = because;
        return outcome::refused;
    }
    bool wrong(int with, std::string_view because) noexcept {
        (void)refuse(with, because);
        return false;
    }

    [[nodiscard]] static bool begins_like_a_request(std::string_view in) noexcept {
        constexpr std::size_t longest_method = 8;
        for (std::size_t i = 0; i < in.size(); ++i) {
            if (in[i] == ' ') return i != 0;
            if (in[i] < 'A' || in[i] > 'Z' || i == longest_method) return false;
        }
        return true;
    }
    bool parse_head(std::string_view head) {
        for (const char c : head) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte < 0x20 && c != '\t' && c != '\r' && c != '\n')
                return wrong(400, "a control character in the head");
        }
        if (!parse_line(take_line(head))) return false;
        bool has_length = false;
        bool has_host = false;
        while (!head.empty()) {
            const std::string_view line = take_line(head);
            const std::size_t colon = line.find(':');
            if (colon == line.npos || colon == 0 || line.substr(0, colon).find_first_of(" \t\r\n") != line.npos ||
                line.find_first_of("\r\n") != line.npos)
                return wrong(400, "a header field that is none");
            const std::string_view value = trim(line.substr(colon + 1));
            const auto is = [&](std::string_view name) { return same_name(line.substr(0, colon), name); };
            if (is("Host")) {
                if (std::exchange(has_host, true)) return wrong(400, "there are two Host fields");
                request.host = value;
            } else if (is("Origin")) {
                request.origin = value;
            } else if (is("Authorization")) {
                request.authorization = value;
            } else if (is("Content-Type")) {
                request.content_type = value;
            } else if (is("Connection")) {
                request.keeps_open = request.keeps_open && !same_name(value, "close");
            } else if (is("Transfer-Encoding")) {
                return wrong(501, "a body has to come with its Content-Length");
            } else if (is("Content-Length")) {
                if (std::exchange(has_length, true)) return wrong(400, "there are two Content-Length fields");
                const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), length_);
                if (error == std::errc::result_out_of_range) return wrong(413, "the body is too long");
                if (error != std::errc() || end != value.data() + value.size())
                    return wrong(400, "a Content-Length that is no number");
                if (length_ > most_.body) return wrong(413, "the body is too long");
            }
        }
        return has_host || wrong(400, "there is no Host field");
    }
    /// "GET /path?name=value HTTP/1.1"
    bool parse_line(std::string_view line) {
        const std::size_t first = line.find(' ');
        const std::size_t last = line.rfind(' ');
        if (first == line.npos || last == first) return wrong(400, "a request line that is none");
        const std::string_view version = line.substr(last + 1);
        if (version != "HTTP/1.1" && version != "HTTP/1.0") return wrong(505, "only HTTP/1.1 is understood");
        request.keeps_open = version == "HTTP/1.1";
        request.method = line.substr(0, first);
        std::string_view target = line.substr(first + 1, last - first - 1);
        if (target.starts_with("http://")) {
            const std::size_t path = target.find('/', 7);
            target = path == target.npos ? std::string_view("/") : target.substr(path);
        }
        if (!target.starts_with('/') || target.find_first_of(" \t\r\n") != target.npos)
            return wrong(400, "a path that does not begin with a slash");
        const std::size_t mark = target.find('?');
        std::string_view path = target.substr(1, mark == target.npos ? mark : mark - 1);
        while (!path.empty()) {
            std::string part;
            if (!decode(take(path, '/'), part, false)) return wrong(400, "a wrong % in the path");
            request.path.push_back(std::move(part));
        }
        std::string_view query = mark == target.npos ? std::string_view() : target.substr(mark + 1);
        while (!query.empty()) {
            std::string_view value = take(query, '&');
            std::pair<std::string, std::string> its;
            if (!decode(take(value, '='), its.first, true) || !decode(value, its.second, true))
                return wrong(400, "a wrong % in the query");
            request.parameters.push_back(std::move(its));
        }
        return true;
    }

    /// Takes off and returns the text before the mark; also takes off the mark.
    static std::string_view take(std::string_view& from, char mark) noexcept {
        const std::size_t end = from.find(mark);
        const std::string_view part = from.substr(0, end);
        from.remove_prefix(end == from.npos ? from.size() : end + 1);
        return part;
    }
    static std::string_view take_line(std::string_view& from) noexcept {
        const std::size_t end = from.find("\r\n");
        const std::string_view line = from.substr(0, end);
        from.remove_prefix(end == from.npos ? from.size() : end + 2);
        return line;
    }
    [[nodiscard]] static std::string_view trim(std::string_view text) noexcept {
        while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
        while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
        return text;
    }
    /// Upper and lower case are the same.
    [[nodiscard]] static bool same_name(std::string_view a, std::string_view b) noexcept {
        const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
        if (a.size() != b.size()) return false;
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (lower(a[i]) != lower(b[i])) return false;
        }
        return true;
    }
    static bool decode(std::string_view from, std::string& to, bool plus_is_space) {
        for (std::size_t i = 0; i < from.size(); ++i) {
            char c = from[i];
            if (c == '+' && plus_is_space) c = ' ';
            if (c == '%') {
                unsigned char byte = 0;
                const std::string_view digits = from.substr(i + 1, 2);
                const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
                if (error != std::errc() || end != digits.data() + 2) return false;
                c = static_cast<char>(byte);
                i += 2;
            }
            to += c;
        }
        return true;
    }

    http_limits most_;
    /// How much has been searched for the end of the head.
    std::size_t searched_ = 0;
    /// Bytes up to the body, 0 as long as the end of the head has not come; and of the body.
    std::size_t head_ = 0;
    std::size_t length_ = 0;
};

} // namespace throng::core
