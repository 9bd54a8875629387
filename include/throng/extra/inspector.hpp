#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/compiler.hpp>
#include <throng/extra/inspector_interface.hpp>
#include <throng/world/kernel/row.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>
#if !defined(THRONG_COMPILED) || !THRONG_COMPILED
#include <throng/extra/inspector_host.hpp>
#endif

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace throng {

/// Shows a running program, and edits it: the entities of its world, their components by their descriptions (see
/// throng/world/description.hpp), queries that you type, memory, and collections as pictures of their pages. Link
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
  public:
    using world_type = basic_world<Allocator>;

    /// Listens from now on, or else `error` says why not. Throws what the allocator throws.
    explicit basic_inspector(world_type& w, inspector_settings settings = {})
        : host_(core::make_inspector(w, std::move(settings))) {}
    /// For a program without a loop: a thread handles requests, with the mutex locked each time. All other code that
    /// accesses the world, the collections or the inspector must also lock it. Open connections are cut off by the
    /// destructor, which must not be called with the mutex locked.
    template <class Mutex>
        requires requires(Mutex& m) { m.lock(), m.unlock(); }
    basic_inspector(world_type& w, Mutex& mutex, inspector_settings settings = {})
        : basic_inspector(w, std::move(settings)) {
        if (*this) host_->serve_by_thread([&mutex] { mutex.lock(); }, [&mutex] { mutex.unlock(); });
    }

    /// Whether it listens.
    [[nodiscard]] explicit operator bool() const noexcept { return host_->is_open(); }
    /// Why it does not; else empty.
    [[nodiscard]] const std::string& error() const noexcept { return host_->error(); }
    [[nodiscard]] std::uint16_t port() const noexcept { return host_->port(); }
    /// The address to open in a browser. With a token, it grants access to anyone who has it.
    [[nodiscard]] std::string url() const { return host_->url(); }

    /// A collection is shown under this name from now on, in the place of one that had it: as long as it is there, or
    /// until `remove`. Throws what the allocator throws.
    template <class Collection> void add(std::string_view name, Collection& c) {
        host_->add(std::make_unique<core::inspected<Collection>>(name, c));
    }
    /// The same of the systems of a schedule, with what each takes in each frame.
    void add(std::string_view name, basic_schedule<Allocator>& s) { host_->add(name, s); }
    /// The same of a relation of the world: trees of it are shown, and what each entity is related to.
    template <class R> void add(std::string_view name, basic_relation<R, Allocator>& its) {
        host_->add(std::make_unique<core::shown_relation<R, Allocator>>(name, its));
    }
    /// A collection beside the world, or another object, is recorded and rolled back with it from now on: what
    /// `rollback::include` takes. It must live as long as the inspector. Throws what the allocator throws.
    template <class C> void include(C& c) {
        host_->include([&c](core::inspected_frames<Allocator>& history) { history.include(c); });
    }
    /// A collection, a schedule or a relation is shown no more. False if there is none of that name.
    bool remove(std::string_view name) noexcept { return host_->remove(name); }

    /// Handles the requests that have arrived. Call it once before each frame, where the world may be modified: not in
    /// a hook. Returns whether to run the frame: false while a client has paused the program. (A program that ignores
    /// the result cannot be paused.) If a thread handles requests, this only reports the frame. Throws what the
    /// allocator throws, and, where frames are recorded, what a copy throws.
    bool poll() { return host_->poll(); }
    /// The longest time that answering has taken in a `poll`.
    [[nodiscard]] std::chrono::microseconds longest_poll() const noexcept { return host_->longest_poll(); }

  private:
    std::unique_ptr<core::inspector_interface<Allocator>> host_;
};

using inspector = basic_inspector<core::standard_allocator>;

} // namespace throng
