#pragma once

#include <throng/core/compiler.hpp>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng {

/// The start and duration of each run, in Chrome's trace format: chrome://tracing and Perfetto open the result of
/// `json()`.
///
///     throng::trace_events events;
///     systems.trace(&events);
///     ...
///     write_file("trace.json", events.json());
///
/// Work that a schedule runs on several threads is shown in as many lanes as ran at once. Not for use by two threads.
class trace_events {
  public:
    /// The clock from which times are read.
    using clock = std::chrono::steady_clock;

    /// Something that began then and has ended now; `lane` is where it stands among what ran beside it. The name is
    /// copied. O(1), amortized. Throws what the allocator throws.
    void add(std::string_view name, clock::time_point begun, clock::time_point ended, unsigned lane = 0) {
        events_.push_back({std::string(name), begun, ended, lane});
    }
    /// An event from its construction to the end of its scope. The `trace_events` and the name must outlive it.
    class span {
      public:
        span(trace_events& to, std::string_view name) noexcept : to_(to), name_(name), begun_(clock::now()) {}
        span(const span&) = delete;
        span& operator=(const span&) = delete;
        ~span() { to_.add(name_, begun_, clock::now()); }

      private:
        trace_events& to_;
        std::string_view name_;
        clock::time_point begun_;
    };

    [[nodiscard]] std::size_t size() const noexcept { return events_.size(); }
    /// Forgets all that was noted; the time that counts as 0 stays. O(events).
    void clear() noexcept { events_.clear(); }

    /// All of it as text, in the order of their ends; times are in microseconds since the making of this object.
    [[nodiscard]] std::string json() const {
        std::string text = R"({"displayTimeUnit":"ms","traceEvents":[)";
        const char* between = "\n";
        for (const event& e : events_) {
            text += std::exchange(between, ",\n");
            text += R"({"ph":"X","pid":1,"tid":)" + std::to_string(e.lane) + R"(,"name":")";
            put_text(text, e.name);
            text +=
                R"(","ts":)" + microseconds(e.begun - begun_) + R"(,"dur":)" + microseconds(e.ended - e.begun) + '}';
        }
        return text += "\n]}\n";
    }

  private:
    struct event {
        std::string name;
        clock::time_point begun;
        clock::time_point ended;
        unsigned lane;
    };
    [[nodiscard]] static std::string microseconds(clock::duration d) {
        const auto n = std::chrono::duration_cast<std::chrono::nanoseconds>(d).count();
        char text[40];
        (void)std::snprintf(text, sizeof(text), "%lld.%03lld", static_cast<long long>(n / 1000),
                            static_cast<long long>(n < 0 ? -(n % 1000) : n % 1000));
        return text;
    }
    static void put_text(std::string& to, std::string_view text) {
        for (const char c : text) {
            if (c == '"' || c == '\\') {
                to += '\\';
                to += c;
            } else if (static_cast<unsigned char>(c) < 0x20) {
                char code[8];
                (void)std::snprintf(code, sizeof(code), "\\u%04x", static_cast<unsigned>(c));
                to += code;
            } else {
                to += c;
            }
        }
    }

    clock::time_point begun_ = clock::now();
    std::vector<event> events_;
};

} // namespace throng
