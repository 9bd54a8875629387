#pragma once

#include <throng/extra/inspector_collection.hpp>
#include <throng/extra/inspector_page.hpp>
#include <throng/extra/inspector_relations.hpp>
#include <throng/extra/inspector_server.hpp>
#include <throng/extra/inspector_systems.hpp>
#include <throng/extra/inspector_time.hpp>
#include <throng/extra/inspector_world.hpp>
#include <throng/version.hpp>
#include <throng/world/world.hpp>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

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

/// Shows a running program, and changes it: the entities of its world, their components by what is known of them (see
/// throng/world/description.hpp), queries that are typed, memory, and collections as pictures of their pages. Link
/// `throng::inspector`.
///
///     throng::describe(world, throng::components<position, health>);
///     throng::inspector inspect(world, {.port = 27750});
///     inspect.add("bullets", bullets);
///     for (;;) {                                                   // each frame
///         if (inspect.poll()) update();
///         draw();
///
/// Everything happens in `poll`, on the thread that calls it, which must be the one that may access the world: there is
/// no other thread, and nothing blocks. `budget` bounds the work of a poll, and the other settings bound the clients'
/// requests; any bytes get a response, or the connection is closed. The HTTP interface is that of docs/inspector.md.
///
/// When its world is moved, the inspector follows it; when the world is destroyed, the inspector reports that. (It
/// needs POSIX sockets.)
template <class Allocator> class basic_inspector : core::pinned {
    using clock = std::chrono::steady_clock;
    using answers = core::world_answers<Allocator>;
    using request = core::http_request;
    using response = core::http_response;

  public:
    using world_type = basic_world<Allocator>;

    /// Listens from now on, or else `error` says why not. Throws what the allocator throws.
    explicit basic_inspector(world_type& w, inspector_settings settings = {})
        : home_(w.storage()),
          settings_(std::move(settings)),
          server_(
              {{.body = settings_.body}, settings_.connections == 0 ? 1 : settings_.connections, settings_.patience}),
          time_(settings_.history, settings_.history_bytes) {
        core::socket_address at;
        is_local_ = at.parse(settings_.address.c_str(), settings_.port) && at.is_loopback();
        if (!is_local_ && at.size() != 0 && settings_.token.empty())
            error_ = "an inspector at " + settings_.address + ", which others can reach, wants a token";
        else error_ = server_.listen(settings_.address.c_str(), settings_.port);
    }
    /// For a program without a loop: a thread handles requests, with the mutex locked each time. All other code that
    /// accesses the world, the collections or the inspector must also lock it.
    template <class Mutex>
        requires requires(Mutex& m) { m.lock(), m.unlock(); }
    basic_inspector(world_type& w, Mutex& mutex, inspector_settings settings = {})
        : basic_inspector(w, std::move(settings)) {
        if (!*this) return;
        thread_ = std::thread([this, &mutex] {
            while (!ends_) {
                server_.wait(std::chrono::milliseconds(50));
                mutex.lock();
                answer_some();
                mutex.unlock();
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        });
    }
    /// Open connections are cut off. (Not while the mutex is locked by the caller.)
    ~basic_inspector() {
        ends_ = true;
        if (thread_.joinable()) thread_.join();
    }

    /// Whether it listens.
    [[nodiscard]] explicit operator bool() const noexcept { return server_.is_open(); }
    /// Why it does not; else empty.
    [[nodiscard]] const std::string& error() const noexcept { return error_; }
    [[nodiscard]] std::uint16_t port() const noexcept { return server_.port(); }
    /// The address to open in a browser. With a token, it grants access to anyone who has it.
    [[nodiscard]] std::string url() const {
        const bool is_six = settings_.address.find(':') != std::string::npos;
        const std::string host = is_six ? '[' + settings_.address + ']' : settings_.address;
        const std::string token = settings_.token.empty() ? "" : "#token=" + settings_.token;
        return "http://" + host + ':' + std::to_string(port()) + '/' + token;
    }

    /// A collection is shown under this name from now on, in the place of one that had it: as long as it is there, or
    /// until `remove`. Throws what the allocator throws.
    template <class Collection> void add(std::string_view name, Collection& c) {
        auto its = std::make_unique<core::inspected<Collection>>(name, c);
        remove(name);
        collections_.push_back(std::move(its));
    }
    /// The same of the systems of a schedule, with what each takes in each frame.
    void add(std::string_view name, basic_schedule<Allocator>& s) {
        systems_.add(name, s);
        time_.forget();
    }
    /// The same of a relation of the world: trees of it are shown, and what each entity is related to.
    template <class R> void add(std::string_view name, basic_relation<R, Allocator>& its) {
        auto shown = std::make_unique<core::shown_relation<R, Allocator>>(name, its);
        remove(name);
        relations_.add(std::move(shown));
    }
    /// A collection beside the world, or another object, is recorded and rolled back with it from now on: what
    /// `rollback::include` takes. It must live as long as the inspector. Throws what the allocator throws.
    template <class C> void include(C& c) { time_.include(c); }
    /// A collection, a schedule or a relation is shown no more. False if there is none of that name.
    bool remove(std::string_view name) noexcept {
        const bool was_schedule = systems_.remove(name);
        if (was_schedule) time_.forget();
        const bool was_relation = relations_.remove(name);
        return std::erase_if(collections_, [name](const auto& c) { return c->name() == name; }) != 0 || was_schedule ||
               was_relation;
    }

    /// Handles the requests that have arrived. Call it once before each frame, where the world may be modified: not in
    /// a hook. Returns whether to run the frame: false while a client has paused the program. (A program that ignores
    /// the result cannot be paused.) If a thread handles requests, this only reports the frame. Throws what the
    /// allocator throws, and, where frames are recorded, what a copy throws.
    bool poll() {
        if (std::exchange(plays_, true)) systems_.count_frame();
        has_frames_ = true;
        if (!thread_.joinable()) answer_some();
        plays_ = home_->is_over() || time_.advance(home_->owner(), systems_);
        return plays_;
    }
    /// The longest time that answering has taken in a `poll`.
    [[nodiscard]] std::chrono::microseconds longest_poll() const noexcept { return longest_; }

  private:
    using action = std::function<response()>;

    void answer_some() {
        const clock::time_point begun = clock::now();
        const clock::time_point until = begun + settings_.budget;
        server_.poll(until, [&](const request& r) { return answered(r, until); });
        ++polls_;
        const clock::duration taken = clock::now() - begun;
        answering_ += taken;
        longest_ = std::max(longest_, std::chrono::duration_cast<std::chrono::microseconds>(taken));
    }
    [[nodiscard]] response answered(const request& r, clock::time_point until) {
        // (There is nothing in the page that is a secret.)
        if (response denied = denial(r, !r.path.empty()); denied.status != 200) return denied;
        const auto& path = r.path;
        if (path.empty()) return choose(r, {{"GET", [] { return core::inspector_page(); }}});
        if (home_->is_over()) return core::problem(503, "the world is destroyed");
        if (path.size() >= 2 && path[0] == "api" && path[1] == "v1") return of_api(r, until);
        return nothing_here();
    }
    [[nodiscard]] response of_api(const request& r, clock::time_point until) {
        answers a(home_->owner(), relations_, settings_.results == 0 ? 1 : settings_.results);
        const auto& path = r.path;
        const std::string_view what = path.size() == 2 ? std::string_view() : path[2];
        const auto is = [&](std::string_view name, std::size_t parts) { return what == name && path.size() == parts; };
        if (path.size() == 2) return choose(r, {{"GET", [&] { return overview(); }}});
        if (is("components", 3)) return choose(r, {{"GET", [&] { return a.components(); }}});
        if (is("components", 4)) return choose(r, {{"GET", [&] { return a.component(path[3]); }}});
        if (is("entities", 3))
            return choose(r, {{"GET", [&] { return a.entities(r, until); }}, {"POST", [&] { return a.create(r); }}});
        if (is("entities", 4))
            return choose(r, {{"GET", [&] { return a.entity_of(path[3]); }},
                              {"PATCH", [&] { return a.rename(path[3], r); }},
                              {"DELETE", [&] { return a.destroy(path[3]); }}});
        if (is("entities", 6) && path[4] == "components")
            return choose(r, {{"GET", [&] { return a.value(path[3], path[5]); }},
                              {"PUT", [&] { return a.put(path[3], path[5], r); }},
                              {"PATCH", [&] { return a.patch(path[3], path[5], r); }},
                              {"DELETE", [&] { return a.remove(path[3], path[5]); }}});
        if (is("relations", 3)) return choose(r, {{"GET", [&] { return relations_.list(); }}});
        if (is("systems", 3)) return choose(r, {{"GET", [&] { return systems_.list(); }}});
        if (is("systems", 5))
            return choose(r, {{"GET", [&] { return systems_.show(path[3], path[4]); }},
                              {"PATCH", [&] { return systems_.set(path[3], path[4], r); }}});
        if (is("frames", 3)) return choose(r, {{"GET", [&] { return frames(r); }}});
        if (what == "time" && !has_frames_)
            return core::problem(409, "the program has no frames: it polls by a thread");
        if (is("time", 3))
            return choose(r, {{"GET", [&] { return time_.show(); }}, {"PATCH", [&] { return time_.set(r); }}});
        if (is("time", 4) && path[3] == "step") return choose(r, {{"POST", [&] { return time_.step(r); }}});
        if (is("time", 4) && path[3] == "roll-back") return choose(r, {{"POST", [&] { return time_.roll_back(r); }}});
        if (is("collections", 3)) return choose(r, {{"GET", [&] { return collections(); }}});
        if (what == "collections" && path.size() <= 7) return of_collection(r);
        return nothing_here();
    }
    [[nodiscard]] static response nothing_here() { return core::problem(404, "there is nothing here"); }

    // --- requests and access -----------------------------------------------------------------------------------------

    /// 200 if the request may be answered. Pages of others that a browser shows cannot ask: they have another origin,
    /// or, where a name of theirs is made to lead here, another host.
    [[nodiscard]] response denial(const request& r, bool wants_token) const {
        if (!r.origin.empty() && r.origin != "http://" + r.host)
            return core::problem(403, "only the inspector's own page may ask from a browser");
        if (is_local_ && !is_own_host(r.host))
            return core::problem(403, "this is not '" + r.host + "': ask for 127.0.0.1 or localhost");
        if (wants_token && !settings_.token.empty() && !same_secret(r.authorization, "Bearer " + settings_.token)) {
            response denied = core::problem(401, "a token is wanted: Authorization: Bearer TOKEN");
            denied.headers.emplace_back("WWW-Authenticate", "Bearer");
            return denied;
        }
        if (!r.body.empty() && !r.content_type.starts_with("application/json"))
            return core::problem(415, "a body is JSON: Content-Type: application/json");
        return {};
    }
    [[nodiscard]] bool is_own_host(std::string_view host) const {
        const std::size_t end = host.starts_with('[') ? host.find(']') + 1 : host.find(':');
        const std::string_view name = host.substr(0, end);
        return name == "localhost" || name == "127.0.0.1" || name == "[::1]" || name == settings_.address;
    }
    /// Compares in a time that does not depend on the number of correct characters.
    [[nodiscard]] static bool same_secret(std::string_view a, std::string_view b) noexcept {
        unsigned different = a.size() == b.size() ? 0 : 1;
        for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
            different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
        return different == 0;
    }
    [[nodiscard]] static response choose(const request& r,
                                         std::initializer_list<std::pair<std::string_view, action>> those) {
        std::string allowed;
        for (const auto& [method, act] : those) {
            if (r.method == method || (r.method == "HEAD" && method == "GET")) return act();
            allowed += allowed.empty() ? "" : ", ";
            allowed += method;
            if (method == "GET") allowed += ", HEAD";
        }
        response no =
            r.method == "OPTIONS" ? response{.status = 204} : core::problem(405, "here one can only " + allowed);
        no.headers.emplace_back("Allow", allowed);
        return no;
    }

    // --- the program, and its collections ----------------------------------------------------------------------------

    [[nodiscard]] response overview() const {
        core::json_answer to;
        core::json_members m(*to);
        m.text("name", settings_.name);
        m.text("throng", THRONG_VERSION);
        m.number("api", 1);
        m.number("entities", home_->size());
        m.number("bytes", home_->owner().memory());
        m.number("polls", polls_);
        m.number("polls_us", std::chrono::duration_cast<std::chrono::microseconds>(answering_).count());
        m.number("longest_poll_us", longest_.count());
        m.number("connections", server_.connections());
        m.end();
        return to.take();
    }
    [[nodiscard]] response frames(const request& r) const {
        std::size_t after = 0;
        const std::string* const text = r.parameter("after");
        if (text != nullptr && !read_number(*text, after)) return core::problem(400, "'after' is a number");
        return systems_.frames(after);
    }
    [[nodiscard]] response collections() const {
        core::json_answer to;
        core::json_members m(*to);
        const char* before = "";
        core::json_writer& list = m.name("collections");
        list.put("[");
        for (const auto& c : collections_) {
            list.put(std::exchange(before, ","));
            core::json_members its(list);
            its.text("name", c->name());
            c->put_summary(its);
            its.end();
        }
        list.put("]");
        m.end();
        return to.take();
    }
    /// collections/NAME, its pages, one of them, or one element.
    [[nodiscard]] response of_collection(const request& r) const {
        core::inspected_collection* c = nullptr;
        for (const auto& one : collections_) c = one->name() == r.path[3] ? one.get() : c;
        if (c == nullptr) return core::problem(404, "there is no collection '" + r.path[3] + "'");
        if (r.path.size() > 4 && r.path[4] != "pages") return nothing_here();
        if (r.path.size() == 7) return choose(r, {{"PATCH", [&] { return edited(r, *c); }}});
        return choose(r, {{"GET", [&] { return of_collection(r, *c); }}});
    }
    [[nodiscard]] response edited(const request& r, core::inspected_collection& c) const {
        std::size_t page = 0;
        std::size_t slot = 0;
        if (!read_number(r.path[5], page) || !read_number(r.path[6], slot))
            return core::problem(404, "there is no element");
        if (has_frames_ && !time_.is_paused())
            return core::problem(409, "pause the program first: a frame later another element may be in that slot");
        return c.edit(page, slot, r);
    }
    [[nodiscard]] static response of_collection(const request& r, core::inspected_collection& c) {
        core::json_answer to;
        core::json_members m(*to);
        m.text("name", c.name());
        if (r.path.size() == 4) {
            c.put_summary(m);
        } else if (r.path.size() == 5) {
            std::size_t from = 0;
            const std::string* const text = r.parameter("from");
            if (text != nullptr && !read_number(*text, from)) return core::problem(400, "'from' is a number");
            c.put_pages(m, from, most_pages);
        } else {
            std::size_t page = 0;
            if (!read_number(r.path[5], page) || !c.put_elements(m, page))
                return core::problem(404, "there is no such page, or its elements are not described");
        }
        m.end();
        return to.take();
    }
    [[nodiscard]] static bool read_number(std::string_view text, std::size_t& to) noexcept {
        const char* const end = text.data() + text.size();
        // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the end is told
        const auto [stop, error] = std::from_chars(text.data(), end, to);
        return error == std::errc() && stop == end;
    }

    static constexpr std::size_t most_pages = 64;

    core::storage_share<Allocator> home_;
    inspector_settings settings_;
    core::http_server server_;
    bool is_local_ = false;
    std::string error_;
    std::vector<std::unique_ptr<core::inspected_collection>> collections_;
    core::inspected_relations relations_;
    core::inspected_systems<Allocator> systems_;
    core::inspected_time<Allocator> time_;
    bool plays_ = false;
    bool has_frames_ = false;
    std::uint64_t polls_ = 0;
    std::chrono::microseconds longest_{0};
    clock::duration answering_{0};
    std::thread thread_;
    std::atomic<bool> ends_ = false;
};

using inspector = basic_inspector<core::standard_allocator>;

} // namespace throng
