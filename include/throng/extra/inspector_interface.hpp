#pragma once

#include <throng/core/compiler.hpp>
#include <throng/extra/inspector_collection.hpp>
#include <throng/extra/inspector_relation.hpp>
#include <throng/fwd.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace throng {

/// The address at which an inspector listens, and its limits for clients.
struct inspector_settings {
    /// 0 for any free one: `port()` returns it.
    std::uint16_t port = 27750;
    /// Of numbers. Others than this machine can reach an inspector at "0.0.0.0" or "::", which wants a token.
    std::string address = "127.0.0.1";
    /// If there is one, a request has to have it: "Authorization: Bearer TOKEN".
    std::string token = {};
    /// The program's name, shown to clients.
    std::string name = "throng";
    /// The maximum time of a `poll`. One small piece of work is always done.
    std::chrono::microseconds budget{500};
    /// How many clients there may be at once, and bytes in the body of a request, and entities in an answer.
    std::size_t connections = 32;
    std::size_t body = 65536;
    std::size_t results = 1000;
    /// A client that takes longer to send a request, or to fetch an answer, is cut off.
    std::chrono::milliseconds patience{5000};
    /// How many frames can be recorded to be rolled back to, and bytes of worlds, about. Nothing is recorded until that
    /// is asked for.
    std::size_t history = 300;
    std::size_t history_bytes = std::size_t{256} << 20U;
};

namespace core {

/// The program plays its frames itself: a roll-back of the inspector's plays none.
struct inspected_input {};
template <class Allocator> using inspected_frames = basic_rollback<inspected_input, Allocator>;

/// Everything of an inspector that does not depend on the types of collections and relations. Its implementation, with
/// the server, JSON and the page, is in inspector_host.hpp, or compiled once in `throng::compiled`.
template <class Allocator> class inspector_interface {
  public:
    inspector_interface() = default;
    inspector_interface(const inspector_interface&) = delete;
    inspector_interface& operator=(const inspector_interface&) = delete;
    virtual ~inspector_interface() = default;

    [[nodiscard]] virtual bool is_open() const noexcept = 0;
    [[nodiscard]] virtual const std::string& error() const noexcept = 0;
    [[nodiscard]] virtual std::uint16_t port() const noexcept = 0;
    [[nodiscard]] virtual std::string url() const = 0;
    virtual void serve_by_thread(std::function<void()> lock, std::function<void()> unlock) = 0;
    virtual void add(std::unique_ptr<inspected_collection> its) = 0;
    virtual void add(std::unique_ptr<inspected_relation> its) = 0;
    virtual void add(std::string_view name, basic_schedule<Allocator>& s) = 0;
    virtual void include(std::function<void(inspected_frames<Allocator>&)> its) = 0;
    virtual bool remove(std::string_view name) noexcept = 0;
    virtual bool poll() = 0;
    [[nodiscard]] virtual std::chrono::microseconds longest_poll() const noexcept = 0;
};

/// Listens from now on, or else `error` says why not.
template <class Allocator> [[nodiscard]] std::unique_ptr<inspector_interface<Allocator>>
make_inspector(basic_world<Allocator>& w, inspector_settings settings);

} // namespace core
} // namespace throng
