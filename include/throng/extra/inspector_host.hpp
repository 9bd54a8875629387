#pragma once

#include <throng/extra/inspector_answer.hpp>
#include <throng/extra/inspector_collections.hpp>
#include <throng/extra/inspector_interface.hpp>
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

namespace throng::core {

/// An inspector without the types of its collections and relations: access, what each path of a request means, and the
/// responses that need all parts.
template <class Allocator> class inspector_host final : public inspector_interface<Allocator> {
    using clock = std::chrono::steady_clock;
    using answers = world_answers<Allocator>;
    using request = http_request;
    using response = http_response;
    using world_type = basic_world<Allocator>;

  public:
    explicit inspector_host(world_type& w, inspector_settings settings)
        : home_(w.storage()),
          settings_(std::move(settings)),
          server_(
              {{.body = settings_.body}, settings_.connections == 0 ? 1 : settings_.connections, settings_.patience}),
          time_(settings_.history, settings_.history_bytes) {
        socket_address at;
        is_local_ = at.parse(settings_.address.c_str(), settings_.port) && at.is_loopback();
        if (!is_local_ && at.size() != 0 && settings_.token.empty())
            error_ = "an inspector at " + settings_.address + ", which others can reach, wants a token";
        else error_ = server_.listen(settings_.address.c_str(), settings_.port);
    }
    ~inspector_host() override {
        ends_ = true;
        if (thread_.joinable()) thread_.join();
    }

    [[nodiscard]] bool is_open() const noexcept override { return server_.is_open(); }
    [[nodiscard]] const std::string& error() const noexcept override { return error_; }
    [[nodiscard]] std::uint16_t port() const noexcept override { return server_.port(); }
    [[nodiscard]] std::string url() const override {
        const bool is_six = settings_.address.find(':') != std::string::npos;
        const std::string host = is_six ? '[' + settings_.address + ']' : settings_.address;
        const std::string token = settings_.token.empty() ? "" : "#token=" + settings_.token;
        return "http://" + host + ':' + std::to_string(port()) + '/' + token;
    }
    void serve_by_thread(std::function<void()> lock, std::function<void()> unlock) override {
        thread_ = std::thread([this, lock = std::move(lock), unlock = std::move(unlock)] {
            while (!ends_) {
                server_.wait(std::chrono::milliseconds(50));
                lock();
                answer_some();
                unlock();
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        });
    }

    void add(std::unique_ptr<inspected_collection> its) override {
        collections_.reserve(collections_.size() + 1);
        remove(its->name());
        collections_.push_back(std::move(its));
    }
    void add(std::unique_ptr<inspected_relation> its) override {
        remove(its->name());
        relations_.add(std::move(its));
    }
    void add(std::string_view name, basic_schedule<Allocator>& s) override {
        systems_.add(name, s);
        time_.forget();
    }
    void include(std::function<void(inspected_frames<Allocator>&)> its) override { time_.include(std::move(its)); }
    bool remove(std::string_view name) noexcept override {
        const bool was_schedule = systems_.remove(name);
        if (was_schedule) time_.forget();
        const bool was_relation = relations_.remove(name);
        return std::erase_if(collections_, [name](const auto& c) { return c->name() == name; }) != 0 || was_schedule ||
               was_relation;
    }
    bool poll() override {
        if (std::exchange(plays_, true)) systems_.count_frame();
        has_frames_ = true;
        if (!thread_.joinable()) answer_some();
        plays_ = home_->is_over() || time_.advance(home_->owner(), systems_);
        return plays_;
    }
    [[nodiscard]] std::chrono::microseconds longest_poll() const noexcept override { return longest_; }

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
        if (path.empty()) return choose(r, {{"GET", [] { return inspector_page(); }}});
        if (home_->is_over()) return problem(503, "the world is destroyed");
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
        if (what == "time" && !has_frames_) return problem(409, "the program has no frames: it polls by a thread");
        if (is("time", 3))
            return choose(r, {{"GET", [&] { return time_.show(); }}, {"PATCH", [&] { return time_.set(r); }}});
        if (is("time", 4) && path[3] == "step") return choose(r, {{"POST", [&] { return time_.step(r); }}});
        if (is("time", 4) && path[3] == "roll-back") return choose(r, {{"POST", [&] { return time_.roll_back(r); }}});
        if (is("collections", 3)) return choose(r, {{"GET", [&] { return collections(); }}});
        if (what == "collections" && path.size() <= 7) return of_collection(r);
        return nothing_here();
    }
    [[nodiscard]] static response nothing_here() { return problem(404, "there is nothing here"); }

    // --- requests and access -----------------------------------------------------------------------------------------

    /// 200 if the request may be answered. Pages of others that a browser shows cannot ask: they have another origin,
    /// or, where a name of theirs is made to lead here, another host.
    [[nodiscard]] response denial(const request& r, bool wants_token) const {
        if (!r.origin.empty() && r.origin != "http://" + r.host)
            return problem(403, "only the inspector's own page may ask from a browser");
        if (is_local_ && !is_own_host(r.host))
            return problem(403, "this is not '" + r.host + "': ask for 127.0.0.1 or localhost");
        if (wants_token && !settings_.token.empty() && !same_secret(r.authorization, "Bearer " + settings_.token)) {
            response denied = problem(401, "a token is wanted: Authorization: Bearer TOKEN");
            denied.headers.emplace_back("WWW-Authenticate", "Bearer");
            return denied;
        }
        if (!r.body.empty() && !r.content_type.starts_with("application/json"))
            return problem(415, "a body is JSON: Content-Type: application/json");
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
        response no = r.method == "OPTIONS" ? response{.status = 204} : problem(405, "here one can only " + allowed);
        no.headers.emplace_back("Allow", allowed);
        return no;
    }

    // --- the program, and its collections ----------------------------------------------------------------------------

    [[nodiscard]] response overview() const {
        json_answer to;
        json_members m(*to);
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
        if (text != nullptr && !read_number(*text, after)) return problem(400, "'after' is a number");
        return systems_.frames(after);
    }
    [[nodiscard]] response collections() const {
        json_answer to;
        json_members m(*to);
        const char* before = "";
        json_writer& list = m.name("collections");
        list.put("[");
        for (const auto& c : collections_) {
            list.put(std::exchange(before, ","));
            json_members its(list);
            its.text("name", c->name());
            put_summary(its, *c);
            its.end();
        }
        list.put("]");
        m.end();
        return to.take();
    }
    /// collections/NAME, its pages, one of them, or one element.
    [[nodiscard]] response of_collection(const request& r) const {
        inspected_collection* c = nullptr;
        for (const auto& one : collections_) c = one->name() == r.path[3] ? one.get() : c;
        if (c == nullptr) return problem(404, "there is no collection '" + r.path[3] + "'");
        if (r.path.size() > 4 && r.path[4] != "pages") return nothing_here();
        if (r.path.size() == 7) return choose(r, {{"PATCH", [&] { return edited(r, *c); }}});
        return choose(r, {{"GET", [&] { return of_collection(r, *c); }}});
    }
    [[nodiscard]] response edited(const request& r, inspected_collection& c) const {
        std::size_t page = 0;
        std::size_t slot = 0;
        if (!read_number(r.path[5], page) || !read_number(r.path[6], slot)) return problem(404, "there is no element");
        if (has_frames_ && !time_.is_paused())
            return problem(409, "pause the program first: a frame later another element may be in that slot");
        return edit_element(c, page, slot, r);
    }
    [[nodiscard]] static response of_collection(const request& r, inspected_collection& c) {
        json_answer to;
        json_members m(*to);
        m.text("name", c.name());
        if (r.path.size() == 4) {
            put_summary(m, c);
        } else if (r.path.size() == 5) {
            std::size_t from = 0;
            const std::string* const text = r.parameter("from");
            if (text != nullptr && !read_number(*text, from)) return problem(400, "'from' is a number");
            put_pages(m, c, from, most_pages);
        } else {
            std::size_t page = 0;
            if (!read_number(r.path[5], page) || !put_elements(m, c, page))
                return problem(404, "there is no such page, or its elements are not described");
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

    storage_share<Allocator> home_;
    inspector_settings settings_;
    http_server server_;
    bool is_local_ = false;
    std::string error_;
    std::vector<std::unique_ptr<inspected_collection>> collections_;
    inspected_relations relations_;
    inspected_systems<Allocator> systems_;
    inspected_time<Allocator> time_;
    bool plays_ = false;
    bool has_frames_ = false;
    std::uint64_t polls_ = 0;
    std::chrono::microseconds longest_{0};
    clock::duration answering_{0};
    std::thread thread_;
    std::atomic<bool> ends_ = false;
};

template <class Allocator>
std::unique_ptr<inspector_interface<Allocator>> make_inspector(basic_world<Allocator>& w, inspector_settings settings) {
    return std::make_unique<inspector_host<Allocator>>(w, std::move(settings));
}

} // namespace throng::core
