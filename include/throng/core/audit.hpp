#pragma once

/// The audit build: compiled with THRONG_AUDIT=1, a collection watches its caller's side of the contract, and ends the
/// program with a message that names the collection, where a walk was opened and where the edit was made. It also
/// keeps a journal of who added and removed what, so that a stale handle can be explained. In every other build the
/// types below are empty and cost nothing. All of a program must be compiled with the same setting.
#if defined(THRONG_AUDIT) && THRONG_AUDIT
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#else
#include <cstdint>
#endif

namespace throng::core {

#if defined(THRONG_AUDIT) && THRONG_AUDIT

inline constexpr bool audited = true;

/// Where a public function was called from. (Asked of the compiler itself, since std::source_location has to be known
/// wherever a call is only spoken of, as in a concept, and clang 19 breaks down there.)
class caller {
  public:
    caller(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE(),
           const char* function = __builtin_FUNCTION()) noexcept
        : file_(file), line_(line), function_(function) {}

    [[nodiscard]] std::string text() const {
        return std::string(file_) + ":" + std::to_string(line_) + " (" + function_ + ")";
    }

  private:
    const char* file_;
    unsigned line_;
    const char* function_;
};

/// Where a walk was opened, and by whom.
struct opening {
    caller where;
    /// Of what part of the collection it is a walk; null if of all.
    const void* part = nullptr;
    std::thread::id by = std::this_thread::get_id();
};

/// The journal and the checks of one collection.
class audit {
  public:
    explicit audit(caller born) : born_(born) {}

    /// The name that messages use; the text must outlive the collection.
    void name(const char* name) { name_ = name; }

    [[nodiscard]] std::string description() const {
        return "collection " + (name_ != nullptr ? "\"" + std::string(name_) + "\"" : std::string("without a name")) +
               ", made at " + born_.text();
    }

    [[noreturn]] void fail(const std::string& what, caller edited, const opening* walk,
                           const char* done = "edit made") const {
        std::string text = "throng audit: " + what + (what.back() == '\n' ? "  " : "\n  ") + description() + "\n";
        if (walk != nullptr) text += "  walk opened at " + walk->where.text() + "\n";
        text += std::string("  ") + done + " at " + edited.text() + "\n";
        std::fputs(text.c_str(), stderr);
        std::fflush(stderr);
        std::abort();
    }

    /// One thread at a time: to edit or to walk while another thread is inside of an edit, or has a walk open, is the
    /// caller's error. `walk` is the innermost of those that were open before.
    void check_walk(const opening& now, const opening* walk) const {
        check_thread(now, walk, "walk", "second walk opened");
    }

    /// An edit, from now on to its end. After it the collection is asked whether it is whole: always while it is small,
    /// and then as often as costs a few looks at an element an edit.
    class visit {
      public:
        visit(audit& log, caller where, const opening* walk) : log_(log), outer_(log.inside_.load()), where_(where) {
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
        ~visit() {
            log_.edit_ = outer_edit_;
            log_.inside_.store(outer_);
            if (edited_ == nullptr || outer_ != std::thread::id{}) return;
            if (++log_.unchecked_ * often_enough < size_of_(edited_)) return;
            log_.unchecked_ = 0;
            if (!is_whole_(edited_)) log_.fail("the collection is not whole after an edit", where_, nullptr);
        }

      private:
        static constexpr std::size_t often_enough = 256;

        audit& log_;
        std::thread::id outer_;
        caller where_;
        std::optional<caller> outer_edit_;
        const void* edited_ = nullptr;
        bool (*is_whole_)(const void*) = nullptr;
        std::size_t (*size_of_)(const void*) = nullptr;
    };

    /// Pages that are the collection's own, by address: how a foreign reference is told.
    void own(const void* page) { pages_.insert(page); }
    void disown_all() { pages_.clear(); }
    [[nodiscard]] bool owns(const void* page) const { return pages_.contains(page); }

    /// Tells handles apart: by their numbers, and by the table that made them. With the number 0 for elements that have
    /// none, and no story.
    struct subject {
        std::uint64_t handle = 0;
        std::uint32_t table = 0;
        friend bool operator==(const subject&, const subject&) = default;
    };
    void added(subject who, caller where, const opening* walk) { note("added", who, where, walk); }
    /// By the edit that is being made, or by the walk, which removes by itself what it is told not to keep.
    void removed(subject who, const opening* walk) { note("removed", who, place_of_edit(walk), walk); }
    /// What was told of its removal has thrown.
    void returned(subject who, const opening* walk) { note("back", who, place_of_edit(walk), walk); }
    /// What the journal knows of a handle, oldest first, a line an event; empty when it has scrolled out.
    [[nodiscard]] std::string story(subject who) const {
        std::string text;
        for (const event& e : journal_) {
            if (e.who != who) continue;
            text += std::string(e.what) + " at " + e.where.text();
            if (e.walk) text += ", in the walk opened at " + e.walk->text();
            text += "\n";
        }
        return text;
    }

    void swap_pages(audit& other) noexcept { pages_.swap(other.pages_); }
    void swap_journal(audit& other) noexcept { journal_.swap(other.journal_); }
    void swap_contents(audit& other) noexcept {
        swap_pages(other);
        swap_journal(other);
    }
    /// What another's journal knows is told here, too.
    void remember(const audit& other) {
        for (const event& e : other.journal_) note(e);
    }
    /// A table of handles was here, whose place another one takes.
    void remember_table(std::uint32_t table) { earlier_tables_.insert(table); }
    /// Whether the table was here, before what is here now was moved here.
    [[nodiscard]] bool had(std::uint32_t table) const { return earlier_tables_.contains(table); }

  private:
    static constexpr std::size_t journal_size = 4096;

    struct event {
        const char* what;
        subject who;
        caller where;
        std::optional<caller> walk;
    };

    void check_thread(const opening& now, const opening* walk, const char* what, const char* done) const {
        const std::thread::id inside = inside_.load();
        const bool edited = inside != std::thread::id{} && inside != now.by;
        if (edited || (walk != nullptr && walk->by != now.by))
            fail(what + std::string(" from a second thread during ") + (edited ? "an edit" : "a walk"), now.where, walk,
                 done);
    }
    [[nodiscard]] caller place_of_edit(const opening* walk) const {
        if (edit_) return *edit_;
        return walk != nullptr ? walk->where : born_;
    }
    void note(const char* what, subject who, caller where, const opening* walk) {
        if (who.handle == 0) return;
        note({what, who, where, walk != nullptr ? std::optional(walk->where) : std::nullopt});
    }
    void note(const event& e) {
        if (journal_.size() == journal_size) journal_.pop_front();
        journal_.push_back(e);
    }

    const char* name_ = nullptr;
    caller born_;
    std::atomic<std::thread::id> inside_{};
    /// Where the edit was made that is under way.
    std::optional<caller> edit_;
    /// Edits since the collection was last asked whether it is whole.
    std::size_t unchecked_ = 0;
    std::set<const void*> pages_;
    std::deque<event> journal_;
    std::set<std::uint32_t> earlier_tables_;
};

#else

inline constexpr bool audited = false;

/// Where a public function was called from: known to the audit build only.
class caller {};

#endif

} // namespace throng::core
