#pragma once

#include <throng/core/compiler.hpp>

/// The audit build: compiled with THRONG_AUDIT=1, a collection watches its caller's side of the contract. A violation
/// ends the program, or calls the handler of `on_violation`, with a message that names the collection, the place where
/// a walk was opened and the place of the edit. A journal of additions and removals explains stale handles. In every
/// other build the types below are empty and cost nothing. All files that use one type of collection must be compiled
/// with the same setting: the linker refuses others by the name `all_files_must_agree_on_THRONG_AUDIT`.
#if defined(THRONG_AUDIT) && THRONG_AUDIT
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>
#if defined(__STDCPP_THREADS__)
#include <thread>
#endif
#else
#include <cstddef>
#include <cstdint>
#endif

namespace throng {

/// A place in the caller's source. `file` is null where there is none.
struct source_place {
    const char* file = nullptr;
    unsigned line = 0;
    const char* function = nullptr;
};

/// A violation found by the audit build. All texts are valid during the call of the handler.
struct violation {
    /// The whole message, as it is printed where there is no handler.
    const char* text;
    /// The description of the error, without the places.
    const char* what;
    /// The name that `name()` has given the collection; null if it has none, or if no collection is concerned.
    const char* collection;
    /// Where the collection was made.
    source_place made;
    /// Where the walk was opened that is concerned.
    source_place walk;
    /// Where the call is that is refused.
    source_place call;
};
using violation_handler = void (*)(const violation&);

/// From now on the audit build calls `handler` instead of printing the message; null: prints again. Returns the
/// previous handler. If the handler returns, the program aborts. It may throw instead: the refused call has no effect
/// then. (Through a `noexcept` function, such as a destructor, an exception ends the program as always.) Do not use a
/// collection again that is reported as inconsistent. Safe to call from any thread. In every other build there are no
/// violations: the handler is not stored, and the result is null.
inline violation_handler on_violation([[maybe_unused]] violation_handler handler) noexcept;

} // namespace throng

namespace throng::core {

/// The mark of a storage: an object of thread storage duration in the audit build, an ordinary one in every other. Each
/// file that edits, walks or makes a storage has its mark, so a linker that is given both kinds for one storage stops,
/// with this name (GNU ld and gold; mold warns). It is hidden, so that shared libraries agree within themselves only.
template <class Storage> struct all_files_must_agree_on_THRONG_AUDIT {
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    THRONG_USED_AND_HIDDEN static inline constinit thread_local char some_have_it_some_have_not = 0;
#else
    THRONG_USED_AND_HIDDEN static inline constinit char some_have_it_some_have_not = 0;
#endif
};
template <class Storage> constexpr void mark_file() noexcept {
    static_cast<void>(&all_files_must_agree_on_THRONG_AUDIT<Storage>::some_have_it_some_have_not);
}

#if defined(THRONG_AUDIT) && THRONG_AUDIT

inline constexpr bool audited = true;

#if defined(__STDCPP_THREADS__)
using thread_id = std::thread::id;
using audit_mutex = std::mutex;
[[nodiscard]] inline thread_id this_thread() noexcept { return std::this_thread::get_id(); }
#else
/// A program that can have only one thread, as in WebAssembly: the standard library has no threads and no mutex.
enum class thread_id : unsigned char { none, only };
struct audit_mutex {
    void lock() noexcept {}
    void unlock() noexcept {}
};
[[nodiscard]] constexpr thread_id this_thread() noexcept { return thread_id::only; }
#endif

/// Where a public function was called from. (Asked of the compiler itself, since std::source_location has to be known
/// wherever a call is only spoken of, as in a concept, and clang 19 breaks down there.)
class caller {
  public:
    constexpr caller(const char* file = THRONG_CALLERS_FILE, unsigned line = THRONG_CALLERS_LINE,
                     const char* function = THRONG_CALLERS_FUNCTION) noexcept
        : file_(file), line_(line), function_(function) {}

    [[nodiscard]] std::string text() const {
        return std::string(file_) + ":" + std::to_string(line_) + " (" + function_ + ")";
    }
    [[nodiscard]] source_place place() const noexcept { return {file_, line_, function_}; }

  private:
    const char* file_;
    unsigned line_;
    const char* function_;
};

/// Where a walk was opened, and by which thread.
struct opening {
    caller where;
    /// Of what part of the collection it is a walk; null if of all.
    const void* part = nullptr;
    thread_id by = this_thread();
};

/// The memory in which collections move elements by themselves: objects registered by address must not lie there.
template <class Nothing> class moving_memory_of {
  public:
    THRONG_NOINLINE static void add(const void* first, std::size_t bytes) {
        const std::lock_guard lock(all().mutex);
        all().pieces[reinterpret_cast<std::uintptr_t>(first)] = bytes;
    }
    THRONG_NOINLINE static void remove(const void* first) {
        const std::lock_guard lock(all().mutex);
        all().pieces.erase(reinterpret_cast<std::uintptr_t>(first));
    }
    [[nodiscard]] THRONG_NOINLINE static bool holds(const void* x) {
        const std::lock_guard lock(all().mutex);
        const auto at = reinterpret_cast<std::uintptr_t>(x);
        const auto next = all().pieces.upper_bound(at);
        return next != all().pieces.begin() && at - std::prev(next)->first < std::prev(next)->second;
    }

  private:
    struct registry {
        audit_mutex mutex;
        std::map<std::uintptr_t, std::size_t> pieces;
    };
    /// (Never destroyed: collections may be, later than anything else.)
    [[nodiscard]] static registry& all() {
        static registry& r = *new registry;
        return r;
    }
};
using moving_memory = moving_memory_of<void>;

/// The handler of violations; null: they are printed.
inline constinit std::atomic<violation_handler> handler_of_violations{nullptr};

/// Tells the handler, or prints the text. Returns only by an exception of the handler's.
[[noreturn]] inline void report(const violation& v) {
    if (const violation_handler handler = handler_of_violations.load(); handler != nullptr) {
        handler(v);
    } else {
        std::fputs(v.text, stderr);
        std::fflush(stderr);
    }
    std::abort();
}
/// A violation that concerns no collection.
template <class Nothing> [[noreturn]] THRONG_NOINLINE void report_of(const char* what, caller where) {
    const std::string text = std::string("throng audit: ") + what + "\n  called at " + where.text() + "\n";
    report({text.c_str(), what, nullptr, {}, {}, where.place()});
}
[[noreturn]] inline void report(const char* what, caller where) { report_of<void>(what, where); }

#if defined(__STDCPP_THREADS__)
/// Whether the thread has ended, or the program has by a call of `exit` in it: objects of thread storage duration are
/// destroyed before static ones, so those find the last word of this one.
class end_of_thread {
  public:
    /// A collection has been made.
    static void collection_made() noexcept { walk_opened(); }
    static void walk_opened() noexcept {
        static thread_local const end_of_thread watcher;
        static_cast<void>(watcher);
    }
    [[nodiscard]] static bool has_come() noexcept { return is_over; }

  private:
    end_of_thread() noexcept = default;
    ~end_of_thread() { is_over = true; }

    static inline constinit thread_local bool is_over = false;
};
#else
/// In a program of one thread, `exit` calls functions and destructors in the reverse order of their registration: each
/// collection that is walked must have been made before the last registration.
class end_of_thread {
  public:
    static void collection_made() noexcept { is_registered = false; }
    static void walk_opened() noexcept {
        if (!is_registered) is_registered = std::atexit([] { is_over = true; }) == 0;
    }
    [[nodiscard]] static bool has_come() noexcept { return is_over; }

  private:
    static inline constinit bool is_registered = false;
    static inline constinit bool is_over = false;
};
#endif

/// The open walks of a collection, stored apart from the nodes in the walks: so a walk is detected whose storage was
/// released without closing it. A Node has `mark`, which only this class writes, and `opened`.
template <class Node> class walk_registry {
  public:
    void add(Node& n) {
        n.mark = mark_of(n);
        walks_.push_back({&n, n.opened});
    }
    void remove(Node& n) noexcept {
        n.mark = 0;
        std::erase_if(walks_, [&n](const entry& e) { return e.node == &n; });
    }
    void swap(walk_registry& other) noexcept { walks_.swap(other.walks_); }

    /// The walk opened last; null if none is open, or only operations.
    [[nodiscard]] const opening* innermost() const noexcept {
        for (std::size_t i = walks_.size(); i-- > 0;) {
            if (const std::optional<opening>& opened = walks_[i].node->opened) return &*opened;
        }
        return nullptr;
    }
    /// `lost(opening)` is called of a walk if its node has been overwritten: with null where it is not known.
    template <class Lost> void check(Lost lost) {
        for (entry& e : walks_) {
            if (e.node->mark != mark_of(*e.node)) lost(e.opened ? &*e.opened : nullptr);
            e.opened = e.node->opened;
        }
    }

  private:
    struct entry {
        const Node* node;
        /// As the node said when it was last seen whole.
        std::optional<opening> opened;
    };
    [[nodiscard]] static std::uintptr_t mark_of(const Node& n) noexcept {
        return reinterpret_cast<std::uintptr_t>(&n) ^ static_cast<std::uintptr_t>(0x7468726f6e672121U);
    }
    std::vector<entry> walks_;
};

/// The journal and the checks of one collection. (A template, so that `throng::compiled` has it once.)
template <class Nothing> class audit_of;
using audit = audit_of<void>;

template <class Nothing> class audit_of {
  public:
    explicit audit_of(caller born) : born_(born) { end_of_thread::collection_made(); }

    /// The name that messages use; the text must outlive the collection.
    void name(const char* name) { name_ = name; }

    /// (Put together by appending: g++ 12 warns of overlaps in "text" + std::string, at -O3, where there are none.)
    [[nodiscard]] THRONG_NOINLINE std::string description() const {
        std::string text = "collection ";
        if (name_ == nullptr) text.append("without a name");
        else text.append("\"").append(name_).append("\"");
        return text.append(", made at ").append(born_.text());
    }

    [[noreturn]] THRONG_NOINLINE void fail(const std::string& what, caller edited, const opening* walk,
                                           const char* done = "edit made") const {
        std::string text = "throng audit: " + what + (what.back() == '\n' ? "  " : "\n  ") + description() + "\n";
        if (walk != nullptr) text += "  walk opened at " + walk->where.text() + "\n";
        text += std::string("  ") + done + " at " + edited.text() + "\n";
        report({text.c_str(), what.c_str(), name_, born_.place(),
                walk != nullptr ? walk->where.place() : source_place{}, edited.place()});
    }

    /// Reports an error if a collection with an open walk is moved, destroyed and so on. (Where the program ends by
    /// `exit` in the middle of a walk, its frame is never left, and static collections are destroyed with the walk
    /// open: that is no error.)
    void check_unwalked(const char* what, caller where, const opening* walk) const {
        if (walk != nullptr && !end_of_thread::has_come()) fail(what, where, walk);
    }
    /// Reports an error if a walk was left open in storage that has been released.
    template <class Node>
    void check_walks(walk_registry<Node>& walks, caller where, const char* done = "edit made") const {
        walks.check([&](const opening* lost) {
            if (!end_of_thread::has_come())
                fail("the storage of a walk was released, but the walk was never closed", where, lost, done);
        });
    }

    /// One thread at a time: to edit or to walk while another thread is inside of an edit, or has a walk open, is the
    /// caller's error. `walk` is the innermost of those that were open before.
    void check_walk(const opening& now, const opening* walk) const {
        end_of_thread::walk_opened();
        check_thread(now, walk, "walk", "second walk opened");
    }

    /// An edit, from now on to its end. After it the collection is asked whether it is whole: always while it is small,
    /// and then as often as costs a few looks at an element an edit.
    class visit {
      public:
        THRONG_NOINLINE visit(audit& log, caller where, const opening* walk)
            : log_(log), outer_(log.inside_.load()), where_(where) {
            const opening now{where};
            log_.check_thread(now, walk, "edit", "edit made");
            log_.inside_.store(now.by);
            outer_edit_ = std::exchange(log_.edit_, where);
        }
        template <class Storage> visit(audit& log, caller where, const opening* walk, const Storage& edited)
            : visit(log, where, walk) {
            edited_ = &edited;
            size_of_ = [](const void* s) { return static_cast<const Storage*>(s)->size(); };
            is_whole_ = [](const void* s) { return static_cast<const Storage*>(s)->is_whole(); };
        }
        visit(const visit&) = delete;
        visit& operator=(const visit&) = delete;
        THRONG_NOINLINE ~visit() {
            log_.edit_ = outer_edit_;
            log_.inside_.store(outer_);
            if (edited_ == nullptr || outer_ != thread_id{}) return;
            if (++log_.unchecked_ * often_enough < size_of_(edited_)) return;
            log_.unchecked_ = 0;
            if (!is_whole_(edited_)) log_.fail("the collection is not whole after an edit", where_, nullptr);
        }

      private:
        static constexpr std::size_t often_enough = 256;
        audit& log_;
        thread_id outer_;
        caller where_;
        std::optional<caller> outer_edit_;
        const void* edited_ = nullptr;
        bool (*is_whole_)(const void*) = nullptr;
        std::size_t (*size_of_)(const void*) = nullptr;
    };

    // Of the journal: the numbers of their handles identify elements; 0: it has none, and no story.
    void added(std::uint64_t number, caller where, const opening* walk) { note("added", number, where, walk); }
    /// Notes a removal by the present edit, or by the walk itself, which removes elements that it is not asked to keep.
    void removed(std::uint64_t number, const opening* walk) { note("removed", number, place_of_edit(walk), walk); }
    /// The journal's events of a handle, oldest first, one a line; empty if they have been overwritten.
    [[nodiscard]] THRONG_NOINLINE std::string story(std::uint64_t number) const {
        std::string text;
        for (const event& e : journal_) {
            if (e.number != number) continue;
            text += std::string(e.what) + " at " + e.where.text();
            if (e.walk) text += ", in the walk opened at " + e.walk->text();
            text += "\n";
        }
        return text;
    }

    /// Contents are exchanged. Handles that either creates from now on may have generations of both, so both journals
    /// get all events.
    THRONG_NOINLINE void exchange(audit& other) {
        journal_.swap(other.journal_);
        earlier_tables_.insert(other.earlier_tables_.begin(), other.earlier_tables_.end());
        other.earlier_tables_ = earlier_tables_;
    }
    /// Adds the events of another journal to this one.
    THRONG_NOINLINE void remember(const audit& other) {
        for (const event& e : other.journal_) note(e);
        earlier_tables_.insert(other.earlier_tables_.begin(), other.earlier_tables_.end());
    }
    /// A table of handles was here, and another one takes its place.
    THRONG_NOINLINE void remember_table(std::uint32_t table) { earlier_tables_.insert(table); }
    /// Whether the table was here, before what is here now was moved here.
    [[nodiscard]] bool had(std::uint32_t table) const { return earlier_tables_.contains(table); }

  private:
    static constexpr std::size_t journal_size = 4096;
    struct event {
        const char* what;
        std::uint64_t number;
        caller where;
        std::optional<caller> walk;
    };

    THRONG_NOINLINE void check_thread(const opening& now, const opening* walk, const char* what,
                                      const char* done) const {
        const thread_id inside = inside_.load();
        const bool edited = inside != thread_id{} && inside != now.by;
        if (edited || (walk != nullptr && walk->by != now.by))
            fail(what + std::string(" from a second thread during ") + (edited ? "an edit" : "a walk"), now.where, walk,
                 done);
    }
    [[nodiscard]] caller place_of_edit(const opening* walk) const {
        if (edit_) return *edit_;
        return walk != nullptr ? walk->where : born_;
    }
    THRONG_NOINLINE void note(const char* what, std::uint64_t number, caller where, const opening* walk) {
        if (number == 0) return;
        note({what, number, where, walk != nullptr ? std::optional(walk->where) : std::nullopt});
    }
    THRONG_NOINLINE void note(const event& e) {
        if (journal_.size() == journal_size) journal_.pop_front();
        journal_.push_back(e);
    }

    const char* name_ = nullptr;
    caller born_;
    std::atomic<thread_id> inside_{};
    /// Where the edit was made that is under way.
    std::optional<caller> edit_;
    /// Edits since the collection was last asked whether it is whole.
    std::size_t unchecked_ = 0;
    std::deque<event> journal_;
    std::set<std::uint32_t> earlier_tables_;
};

/// As THRONG_WORLD_INSTANCES.
// NOLINTBEGIN(bugprone-macro-parentheses): it is put before declarations
#define THRONG_AUDIT_INSTANCES(EXTERN)                                                                                 \
    EXTERN class throng::core::audit_of<void>;                                                                         \
    EXTERN class throng::core::moving_memory_of<void>;                                                                 \
    EXTERN void throng::core::report_of<void>(const char*, throng::core::caller);
// NOLINTEND(bugprone-macro-parentheses)
#if defined(THRONG_COMPILED) && THRONG_COMPILED
} // namespace throng::core
THRONG_AUDIT_INSTANCES(extern template)
namespace throng::core {
#endif

/// A precondition of a function of the library's, which its callers in the library establish. The audit build reports
/// one that does not hold, with its place; no other build evaluates it.
#define THRONG_EXPECTS(...)                                                                                            \
    (static_cast<bool>(__VA_ARGS__)                                                                                    \
         ? static_cast<void>(0)                                                                                        \
         : throng::core::report("an error in throng: expected " #__VA_ARGS__, throng::core::caller()))

#else

#define THRONG_EXPECTS(...) static_cast<void>(sizeof(static_cast<bool>(__VA_ARGS__)))

inline constexpr bool audited = false;

/// Where a public function was called from: known to the audit build only.
class caller {};

/// Where collections move elements: known to the audit build only.
class moving_memory {
  public:
    static void add(const void*, std::size_t) noexcept {}
    static void remove(const void*) noexcept {}
};

template <class Node> class walk_registry {
  public:
    void add(Node&) noexcept {}
    void remove(Node&) noexcept {}
    void swap(walk_registry&) noexcept {}
};

#endif

} // namespace throng::core

inline throng::violation_handler throng::on_violation([[maybe_unused]] violation_handler handler) noexcept {
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    return core::handler_of_violations.exchange(handler);
#else
    return nullptr;
#endif
}
